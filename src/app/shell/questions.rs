//! Questions to the user, for example about unsaved changes that were found, or files that other programs changed.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use egui::Context;

use crate::app::Paddock;
use crate::app::board::{icons, look};
use crate::app::commands::{Deletion, Request};
use crate::app::documents::autosave::{self, Recovered};
use crate::app::documents::files::OnDisk;
use crate::app::documents::import::Wanted;
use crate::app::documents::unsaved::Found;
use crate::app::tabs::Document;
use crate::replay::journal::Kept;

/// A question that waits for the user's answer.
#[derive(Clone, Debug)]
pub enum Question {
    /// An autosave with unsaved changes of the document with this id was found.
    Recover(u64, Box<Recovered>),
    /// Another program changed the file of the document with this id.
    Changed(u64, OnDisk),
    /// A journal with unsaved turns of the race with this id was found at this path. It was last written at this time.
    Journal(u64, PathBuf, Box<Kept>, SystemTime),
    /// Circuits that were never saved to a file were found in the data folder.
    Unsaved(Vec<Found>),
    /// A file cannot be imported without a second file. The values are the path of the first file, and the kind of the
    /// second file.
    Second(PathBuf, Wanted),
    /// The user wants to delete this layout, or this file that was set aside.
    Delete(Deletion),
    /// Paddock crashed and left this report: its file and text.
    Crash(PathBuf, String),
    /// The document with this id was not saved, because its file is write-protected.
    Protected(u64, PathBuf),
}

impl Question {
    /// The id of the open document that the question is about. `None` if it is not about an open document.
    const fn mark(&self) -> Option<u64> {
        match self {
            Self::Recover(mark, _) | Self::Changed(mark, _) | Self::Journal(mark, ..) | Self::Protected(mark, _) => {
                Some(*mark)
            }
            Self::Unsaved(_) | Self::Second(..) | Self::Delete(_) | Self::Crash(..) => None,
        }
    }
}

impl Paddock {
    /// Postpones the question on screen, unless it must be answered at once.
    pub(in crate::app) fn put_off_question(&mut self) {
        let can_wait = matches!(
            self.questions.first(),
            Some(
                Question::Recover(..)
                    | Question::Journal(..)
                    | Question::Unsaved(_)
                    | Question::Second(..)
                    | Question::Delete(_)
                    | Question::Crash(..)
                    | Question::Protected(..)
            )
        );
        if can_wait {
            self.put_off_first();
        }
    }

    /// Shows the question that has waited longest.
    pub(in crate::app) fn ask(&mut self, ctx: &Context) {
        let documents = &self.documents;
        let name = |mark: u64| documents.iter().find(|document| document.mark() == mark).map(Document::title);
        self.questions.retain(|question| question.mark().is_none_or(|mark| name(mark).is_some()));
        let Some(question) = self.questions.first().cloned() else { return };
        let title = question.mark().and_then(name).unwrap_or_default();
        let answer = match question {
            Question::Recover(mark, recovered) => recover(ctx, mark, &title, *recovered),
            Question::Changed(mark, on_disk) => changed(ctx, mark, &title, &on_disk),
            Question::Journal(mark, path, kept, written) => recorded(ctx, mark, &title, (path, *kept), written),
            Question::Unsaved(found) => never_saved(ctx, found),
            Question::Second(path, wanted) => second(ctx, path, wanted),
            Question::Delete(what) => delete(ctx, &what),
            Question::Protected(mark, path) => write_protected(ctx, mark, &title, &path),
            Question::Crash(path, text) => crashed(ctx, &path, &text),
        };
        match answer {
            Some(Some(request)) => {
                self.questions.remove(0);
                self.queue.push(request);
            }
            Some(None) => self.put_off_first(),
            None => {}
        }
    }

    /// Closes the question on screen without an answer. A question about a journal is asked again before the next turn
    /// is recorded. Any other question is dropped.
    fn put_off_first(&mut self) {
        let question = self.questions.remove(0);
        if matches!(question, Question::Journal(..)) {
            self.put_off.push(question);
        }
    }
}

/// The heading of the questions about changes that were not saved.
const UNSAVED: &str = "Changes were not saved";

fn recorded(
    ctx: &Context,
    mark: u64,
    title: &str,
    (path, kept): (PathBuf, Kept),
    written: SystemTime,
) -> Option<Option<Request>> {
    let mut answer = None;
    let modal = look::modal(ctx, "journal").show(ctx, |ui| {
        ui.set_width(440.0);
        ui.label(look::strong(UNSAVED, look::HEADING));
        ui.add_space(8.0);
        let count = kept.edits.len();
        ui.label(match count {
            0 => format!("{title} has no file yet, and no turns."),
            1 => format!(
                "The journal of {title} has one change (a turn or a remark) that the race's file does not have."
            ),
            count => format!(
                "The journal of {title} has {count} changes (turns and remarks) that the race's file does not have."
            ),
        });
        ui.label(format!("The last change was made {}.", autosave::ago(autosave::since(written))));
        if kept.torn {
            ui.label(look::weak("The last entry is incomplete and is left out."));
        }
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let take = ui.button(format!("{} Recover them", icons::CLOCK_COUNTER_CLOCKWISE));
            if take
                .on_hover_text(
                    "Restores the changes and continues the journal. The file does not change until you save",
                )
                .clicked()
            {
                answer = Some(Some(Request::Resume(mark, path.clone(), Box::new(kept.clone()))));
            }
            let drop = ui.add(look::danger(ui, format!("{} Discard them", icons::TRASH)));
            if drop.on_hover_text("Shows the saved race and deletes the changes that were not saved").clicked() {
                answer = Some(Some(Request::DropJournal(path.clone())));
            }
            let later = ui.button("Ask again later");
            if later
                .on_hover_text(
                    "Asks this question again before the next turn is recorded, or when the file is opened again (Esc)",
                )
                .clicked()
            {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

/// Asks whether to recover the changes in an autosave. Returns `None` until the user answers. Then returns the request
/// that carries out the answer, or `Some(None)` if the user postpones the answer.
fn recover(ctx: &Context, mark: u64, title: &str, recovered: Recovered) -> Option<Option<Request>> {
    let mut answer = None;
    let modal = look::modal(ctx, "recover").show(ctx, |ui| {
        ui.set_width(420.0);
        ui.label(look::strong(UNSAVED, look::HEADING));
        ui.add_space(8.0);
        ui.label(format!("{title} was last changed {} and not saved after that.", recovered.when()));
        if !recovered.fits {
            ui.label(look::weak(
                "The file has changed since these changes were made. If you recover the changes and save, they replace the newer content of the file.",
            ));
        }
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let take = ui.button(format!("{} Recover the changes", icons::CLOCK_COUNTER_CLOCKWISE));
            if take.on_hover_text("You can undo this as one step. The file does not change until you save").clicked() {
                answer = Some(Some(Request::Recover(mark, Box::new(recovered.clone()))));
            }
            let drop = ui.add(look::danger(ui, format!("{} Discard them", icons::TRASH)));
            if drop.on_hover_text("Shows the saved file and deletes the changes that were not saved").clicked() {
                answer = Some(Some(Request::DropRecovered(recovered.path.clone())));
            }
            let later = ui.button("Ask again later");
            let hint = "Asks this question again the next time you open the file, even if you save it first (Esc)";
            if later.on_hover_text(hint).clicked() {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

fn never_saved(ctx: &Context, found: Vec<Found>) -> Option<Option<Request>> {
    let mut answer = None;
    let modal = look::modal(ctx, "never-saved").show(ctx, |ui| {
        ui.set_width(420.0);
        ui.label(look::strong("Circuits that were never saved", look::HEADING));
        ui.add_space(8.0);
        ui.label("Paddock was closed before these circuits were saved to a file:");
        ui.add_space(4.0);
        egui::ScrollArea::vertical().max_height(200.0).show(ui, |ui| {
            for Found { recovered, .. } in &found {
                let name = recovered.draft.name().trim();
                let name = if name.is_empty() { "Untitled" } else { name };
                let (game, size) = (recovered.draft.info().name, recovered.draft.about().size);
                ui.label(format!("{name}, {game}, {size}, changed {}", recovered.when()));
            }
        });
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let take = ui.button(format!("{} Recover", icons::CLOCK_COUNTER_CLOCKWISE));
            if take.on_hover_text("Opens each circuit in its own tab. Save the circuits to keep them").clicked() {
                answer = Some(Some(Request::RecoverUnsaved(found.clone())));
            }
            let drop = ui.add(look::danger(ui, format!("{} Discard", icons::TRASH)));
            if drop.on_hover_text("Deletes these circuits").clicked() {
                answer = Some(Some(Request::DropUnsaved(found.iter().map(|found| found.path.clone()).collect())));
            }
            let later = ui.button("Ask again later");
            if later.on_hover_text("Asks this question again when Paddock starts next time (Esc)").clicked() {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

/// Asks for the second file that an import needs, and tells the user how to get it.
fn second(ctx: &Context, path: PathBuf, wanted: Wanted) -> Option<Option<Request>> {
    let mut answer = None;
    let modal = look::modal(ctx, "second-file").show(ctx, |ui| {
        ui.set_width(480.0);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        ui.add(egui::Label::new(look::strong(format!("{name} needs {}", wanted.name()), look::HEADING)).wrap());
        ui.add_space(8.0);
        for step in wanted.steps() {
            ui.add(egui::Label::new(*step).wrap().selectable(true));
        }
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if ui.button(format!("{} Choose the file…", icons::FOLDER_OPEN)).clicked() {
                answer = Some(Some(Request::ChooseSecond(path.clone(), wanted)));
            }
            if ui.button("Cancel").on_hover_text("Esc").clicked() {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

fn delete(ctx: &Context, what: &Deletion) -> Option<Option<Request>> {
    let mut answer = None;
    let loss = match what {
        Deletion::Aside(path) => format!("“{}” has changes that are saved nowhere else.", path.display()),
        Deletion::Layout(name) => format!("The layout “{name}” is removed from the menu."),
    };
    let modal = look::modal(ctx, "delete").show(ctx, |ui| {
        ui.set_width(420.0);
        ui.label(look::strong("Delete permanently?", look::HEADING));
        ui.add_space(8.0);
        ui.label(format!("{loss} Deleting it cannot be undone."));
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if ui.add(look::danger(ui, format!("{} Delete", icons::TRASH))).clicked() {
                answer = Some(Some(Request::Delete(what.clone())));
            }
            if ui.button("Keep").on_hover_text("Esc").clicked() {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

fn crashed(ctx: &Context, path: &Path, text: &str) -> Option<Option<Request>> {
    let mut answer = None;
    let modal = look::modal(ctx, "crashed").show(ctx, |ui| {
        ui.set_width(560.0);
        ui.label(look::strong("Paddock crashed", look::HEADING));
        ui.add_space(8.0);
        ui.label("The program ended unexpectedly, or a background task failed. That is a bug. Paddock will ask whether to recover the changes that were not saved.");
        ui.label("This report contains nothing from your documents. Please send it, and add what you did last.");
        ui.add_space(8.0);
        egui::Frame::group(ui.style()).show(ui, |ui| {
            egui::ScrollArea::both().max_height(260.0).auto_shrink([false, true]).show(ui, |ui| {
                ui.add(egui::Label::new(egui::RichText::new(text).monospace().size(look::SMALL)).selectable(true).extend());
            });
        });
        ui.label(look::weak(path.display().to_string()));
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if ui.button(format!("{} Copy the report", icons::COPY)).clicked() {
                ui.copy_text(text.to_owned());
            }
            let delete = ui.button(format!("{} Delete it", icons::TRASH));
            if delete.clicked() {
                answer = Some(Some(Request::DropCrash(path.to_owned())));
            }
            if ui.button("Close").on_hover_text("Keeps the file (Esc)").clicked() {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

fn write_protected(ctx: &Context, mark: u64, title: &str, path: &Path) -> Option<Option<Request>> {
    let mut answer = None;
    let modal = look::modal(ctx, "write-protected").show(ctx, |ui| {
        ui.set_width(440.0);
        ui.label(look::strong("The file is write-protected", look::HEADING));
        ui.add_space(8.0);
        ui.label(format!("{title} was not saved: you have no permission to write {}.", path.display()));
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let over = ui.button(format!("{} Overwrite", icons::FLOPPY_DISK));
            if over.on_hover_text("Overwrites the file. It is write-protected again afterwards").clicked() {
                answer = Some(Some(Request::SaveProtected(mark)));
            }
            if ui.button("Save as…").on_hover_text("Asks for another file").clicked() {
                answer = Some(Some(Request::SaveElsewhere(mark)));
            }
            if ui.button("Cancel").on_hover_text("Esc").clicked() {
                answer = Some(None);
            }
        });
    });
    answer.or(modal.backdrop_response.clicked().then_some(None))
}

fn changed(ctx: &Context, mark: u64, title: &str, on_disk: &OnDisk) -> Option<Option<Request>> {
    let mut answer = None;
    look::modal(ctx, "changed-while-open").show(ctx, |ui| {
        ui.set_width(420.0);
        ui.label(look::strong("Another program changed the file", look::HEADING));
        ui.add_space(8.0);
        ui.label(format!("{title} is open here, and its file {} has changed.", on_disk.identity.display()));
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let reload = ui.button(format!("{} Reload", icons::ARROW_CLOCKWISE));
            if reload.on_hover_text("Shows the file as the other program saved it. Your changes are lost").clicked() {
                answer = Some(Some(Request::Reload(mark)));
            }
            let keep = ui.button(format!("{} Keep mine", icons::FLOPPY_DISK));
            if keep
                .on_hover_text("Keeps your version, which is open in this window. Saving it overwrites the other program's changes")
                .clicked()
            {
                answer = Some(Some(Request::KeepMine(mark, on_disk.clone())));
            }
        });
    });
    answer
}
