//! Carries out requests of panels and keys. Documents are opened, closed and written only here.

mod circuits;
mod collect;
mod commands;
mod driving;
mod exports;
mod forecast;
pub(super) mod kept;
mod layouts;
mod opening;
mod recording;
mod saving;

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use self::opening::read_without_file;
use self::saving::Saving;
use crate::app::Paddock;
use crate::app::board::pixels::Pixels;
use crate::app::commands::{Command, Deletion, Request};
use crate::app::documents::aside::Restored;
use crate::app::documents::autosave;
use crate::app::documents::crash;
use crate::app::documents::files::{self, Loaded, OnDisk};
use crate::app::documents::import::Wanted;
use crate::app::documents::left_over::LeftOver;
use crate::app::documents::unsaved::{Found, FoundRace};
use crate::app::jobs::search::{Search, Work};
use crate::app::shell::questions::Question;
use crate::app::shipped::Summary;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::analysis::layouts::Layout;
use crate::app::workspaces::analysis::reading::Reading;
use crate::app::workspaces::analysis::{ForecastJob, ProveJob};
use crate::app::workspaces::chance::Making;
use crate::app::workspaces::editor::{BalanceJob, LapSearch};
use crate::app::workspaces::race::{CompareJob, Driven, DriverJob};
use crate::app::workspaces::recording::Unusable;
use crate::editor::sketch::{Checked, Findings};
use crate::game::AnyDraft;
use crate::game::{Evaluation, Forecast, ProvedLap};
use crate::render::Theme;
use crate::replay::RacePlan;
use crate::replay::journal::Kept;
use crate::simulate::Studied;
use crate::storage::{Claim, Claimed};

/// The result of a background job.
#[allow(clippy::large_enum_variant, reason = "only a few values exist at once, and no list contains them")]
pub enum Done {
    /// The user cancelled.
    Nothing,
    /// The user chose files to open.
    Chosen(Vec<PathBuf>),
    /// The shipped race for the guided tour was opened, or opening it failed.
    Toured(Result<Loaded, String>),
    /// Files were read. The first list has a document or an error for each file, in the order of the request. The
    /// second list has each file that can be imported only together with a second file, and says which second file it
    /// needs.
    Opened(Vec<Read>, Vec<(PathBuf, Wanted)>),
    /// An export has ended. It has written a file to this path, or failed.
    Exported(PathBuf, Result<(), String>),
    /// A page to print was written to this path, or writing it failed. The flag says whether a program was opened in
    /// which the user can print the page.
    Printed(Result<(PathBuf, bool), String>),
    /// A moving picture (GIF or APNG) was written to this path, or writing it failed. The text says which settings were
    /// changed to keep the file below the size limit; it may be empty. `None` if the user cancelled.
    Filmed(Option<(PathBuf, Result<String, String>)>),
    /// The preview of the export dialog was drawn, or drawing it failed; `None` if it panicked.
    Previewed(Option<Result<egui::ColorImage, String>>),
    /// A picture for the clipboard was drawn, or drawing it failed.
    Copied(Result<egui::ColorImage, String>),
    /// The document with this id was written. The other values are the file's path, the written text, the new state of
    /// the file, and a lock if the document got a new file. The user may have changed the document in the meantime;
    /// then it differs from the written text.
    Saved(u64, PathBuf, String, OnDisk, Option<Claim>),
    /// The document with this id was not written, because another program changed its file.
    ChangedOutside(u64),
    /// The document with this id was not written, because the file at this path is write-protected.
    WriteProtected(u64, PathBuf),
    /// The file of the document with this id was read again, or reading it failed.
    Reloaded(u64, Result<(OnDisk, Loaded), String>),
    /// The document with this id was not written. The text is the error; `None` if the user cancelled.
    NotSaved(u64, Option<String>),
    /// A layout was read from the file at this path, or reading it failed.
    LayoutRead(PathBuf, Result<Layout, String>),
    /// Changes were autosaved, or autosaving them failed.
    Kept(Result<(), String>),
    /// A journal or an autosave that was set aside was opened as a new document, or opening it failed.
    Restored(Result<Restored, String>),
    /// The user's own templates were read.
    FoundTemplates(Vec<AnyDraft>),
    /// A circuit was stored as a template, or storing it failed.
    TemplateSaved(Result<PathBuf, String>),
    /// The list of the journals and autosaves that were set aside was read. The value has the paths of those that still
    /// exist.
    FoundAside(Vec<PathBuf>),
    /// Files with unsaved changes from closed windows were found. The values are these files, and the new paths of
    /// unreadable autosaves.
    FoundLeftOver(Vec<LeftOver>, Vec<PathBuf>),
    /// The newest crash report that was not shown yet: its file and text.
    FoundCrash(PathBuf, String),
    /// The data folder was searched for races that were never saved to a file. The values are the races that were
    /// found, and the new paths of unreadable journals.
    FoundRaces(Vec<FoundRace>, Vec<PathBuf>),
    /// The data folder was searched for circuits that were never saved to a file. The value has the circuits that were
    /// found.
    FoundUnsaved(Vec<Found>),
    /// Files of open documents have changed: for each, the document's id and the current state of its file.
    FoundChanged(Vec<(u64, OnDisk)>),
    /// A reference picture was chosen for the circuit with this id. The result is its name and content, or an error.
    Traced(u64, Result<(String, Pixels), String>),
    /// The picture with this name was read for the circuit with this id, or reading it failed.
    PictureRead(u64, String, Result<Pixels, String>),
    /// The check of the circuit with this id has ended. The result is `None` if it panicked.
    Checked(u64, Option<Checked>),
    /// The search for the fastest lap of the circuit with this id has ended. The findings are `None` if it was
    /// stopped.
    Found(u64, Arc<Search<LapSearch>>, Option<Findings>),
    /// Computer drivers have ended their races on the circuit with this id. The answer is `None` if they were stopped.
    Evaluated(u64, Arc<Search<BalanceJob>>, Option<Result<Arc<Studied>, String>>),
    /// The comparison with best play has ended, for the race with this id. The evaluation is `None` if it was stopped.
    Compared(u64, Arc<Search<CompareJob>>, Option<Evaluation>),
    /// The search that proves the fastest lap from the grid of the race with this id has ended. The result is `None` if
    /// the search was stopped, or an error if the search could not prove which lap is the fastest.
    Proved(u64, Arc<Search<ProveJob>>, Option<Result<ProvedLap, String>>),
    /// The strategy forecast for a car of the race with this id has ended. The forecast is `None` if it was stopped.
    ForecastDone(u64, Arc<Search<ForecastJob>>, Option<Forecast>),
    /// The trial of the player with this index in the dialog has ended. The player's program has answered the greeting,
    /// or failed.
    TriedPlayer(usize, Result<(), String>),
    /// Computer drivers have answered a request about the race with this id. The last value is their answer; `None` if
    /// they were stopped.
    Driven(u64, Arc<Search<DriverJob>>, Option<Driven>),
    /// A circuit for a new race was chosen and read, or reading it failed.
    CircuitChosen(Result<AnyDraft, String>),
    /// The analysis of a race has ended. The race is given by its document's id and its version number. The analysis is
    /// `None` if it panicked.
    RaceRead(u64, u64, Option<Arc<Reading>>),
    /// The plan of a new race is ready, for the request with this number; `None` if the race cannot be planned.
    Planned(usize, Option<Box<dyn RacePlan>>),
    /// The search for a random circuit has ended. It has made a circuit and searched for its fastest lap, or it has
    /// failed.
    Drawn(Arc<Search<Making>>, Option<<Making as Work>::Found>),
    /// The welcome page's entries for the shipped documents are ready.
    Shipped(Vec<Result<Summary, String>>),
    /// The thumbnail of the shipped document with this index is ready for this theme, or drawing it failed.
    Picture(usize, Theme, Result<egui::ColorImage, String>),
}

/// The result of reading a document from a file.
pub struct Read {
    /// The path of the document's file; `None` if it has no file.
    path: Option<PathBuf>,
    /// The document and the state of its file, or the error.
    loaded: Result<(Option<OnDisk>, Loaded), String>,
    /// The autosaves found beside the document's file.
    kept: autosave::Findings,
    /// The journal with unsaved turns beside the document's file; `None` if there is none.
    journal: Result<Option<(PathBuf, Kept)>, Unusable>,
    /// Whether this window holds the document's lock.
    claimed: Claimed,
    /// Sentences that say what was fixed or left out, if the document was imported from a file of another program.
    remarks: Vec<String>,
}

impl Paddock {
    /// Carries out all requests of this frame.
    pub(super) fn execute(&mut self, ctx: &Context) {
        let games = self.games;
        let requests = self.queue.take();
        if !requests.is_empty() {
            let kinds = self.documents.iter().map(Document::kind).collect();
            self.log.set_open(kinds);
        }
        for request in requests {
            match &request {
                Request::Do(command) => self.log.note(command.spec().id),
                Request::Record(_) => self.log.note("(a turn recorded)"),
                Request::OpenFiles(_) | Request::OpenShipped(_) => self.log.note("(files opened)"),
                _ => {}
            }
            match request {
                Request::Do(command) => self.run(ctx, command),
                Request::OpenFiles(paths) => self.open_files(ctx, paths),
                Request::OpenShipped(index) => {
                    self.background.start(ctx, move || {
                        Done::Opened(vec![read_without_file(files::load_shipped(games, index), Vec::new())], Vec::new())
                    });
                }
                Request::ShowTour => self.show_toured_race(ctx),
                Request::DropCrash(path) => self.background.start(ctx, move || {
                    // The report may have a new name since it was shown; `remove` deletes it under either name.
                    crash::remove(&path);
                    Done::Nothing
                }),
                Request::ForgetRecent(path) => self.settings.forget(&path),
                Request::Select(index) => self.select(Some(index)),
                Request::Close(index) => self.close(index),
                Request::CloseUnsaved(index) => self.close_now(index),
                Request::SaveAndClose(index) => {
                    if let Some(document) = self.documents.get(index) {
                        self.closes_when_saved.push(document.mark());
                        self.save(ctx, index, Saving::Own);
                    }
                }
                Request::SaveAnyway(mark) => {
                    if let Some(index) = self.documents.iter().position(|document| document.mark() == mark) {
                        self.save(ctx, index, Saving::Anyway);
                    }
                }
                Request::SaveProtected(mark) => {
                    if let Some(index) = self.documents.iter().position(|document| document.mark() == mark) {
                        self.save(ctx, index, Saving::Protected);
                    }
                }
                Request::SaveElsewhere(mark) => {
                    if let Some(index) = self.documents.iter().position(|document| document.mark() == mark) {
                        self.save(ctx, index, Saving::As);
                    }
                }
                Request::Reload(mark) => self.reload(ctx, mark),
                Request::SaveAllAndQuit => {
                    self.quits_when_saved = true;
                    self.save_next_and_quit(ctx);
                }
                Request::GoTo(position) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.go_to(position);
                    }
                }
                Request::ShowLine(line, position) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.show_line(line, position);
                    }
                }
                Request::SelectCar(car) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.set_focus(car);
                    }
                }
                Request::Ghost(ghost) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.set_ghost(ghost);
                    }
                }
                Request::ChooseCircuit => {
                    let dialogs = Arc::clone(&self.dialogs);
                    self.background.start(ctx, move || match dialogs.open().into_iter().next() {
                        Some(path) => Done::CircuitChosen(files::load_circuit(games, &path)),
                        None => Done::Nothing,
                    });
                }
                Request::Events(mark) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.set_events(mark);
                    }
                }
                Request::Record(edit) => {
                    self.record(&edit);
                }
                Request::BeginRace(text, seats) => self.begin_race(&text, seats),
                Request::KeepPlayers(players) => self.keep_players(ctx, players),
                Request::TryPlayer(index, player) => self.try_player(ctx, index, player),
                Request::Seat(car, level) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.seat(car, level);
                    }
                }
                Request::DriversWait(waits) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.let_drivers_wait(waits);
                    }
                }
                Request::Resume(mark, path, kept) => self.resume(mark, &path, &kept),
                Request::OpenAside(path) => self.open_aside(ctx, path),
                Request::AskDelete(what) => self.questions.push(Question::Delete(what)),
                Request::Delete(Deletion::Aside(path)) => self.delete_aside(ctx, path),
                Request::Delete(Deletion::Layout(name)) => self.delete_layout(&name),
                Request::ChooseSecond(path, wanted) => self.open_with_second(ctx, path, wanted),
                Request::DropJournal(path) => self.drop_journal(ctx, path),
                Request::Speed(speed) => {
                    if let Some(Content::Race(tab)) = self.content_mut() {
                        tab.set_speed(speed);
                    }
                }
                Request::Recover(mark, recovered) => {
                    if let Some(document) = self.documents.iter_mut().find(|document| document.mark() == mark) {
                        document.kept_at.push(recovered.path);
                    }
                    if let Some(tab) = self.circuit_with(mark) {
                        tab.document_mut().replace("Recover changes", &recovered.draft);
                        tab.run(Command::Fit);
                        "Changes recovered; save to keep them".clone_into(&mut self.status);
                    }
                }
                Request::DropRecovered(path) => {
                    self.background.start(ctx, move || {
                        autosave::forget(&[path]);
                        Done::Nothing
                    });
                }
                Request::RecoverUnsaved(found) => self.recover_unsaved(found),
                Request::DropUnsaved(paths) => {
                    self.background.start(ctx, move || {
                        for path in paths {
                            // Another window may have taken over the autosave meanwhile.
                            let _ = std::fs::remove_file(path);
                        }
                        Done::Nothing
                    });
                }
                Request::KeepMine(mark, on_disk) => {
                    if let Some(document) = self.documents.iter_mut().find(|document| document.mark() == mark) {
                        document.on_disk = Some(on_disk);
                    }
                    if let Some(tab) = self.circuit_with(mark) {
                        tab.document_mut().mark_unsaved();
                    }
                }
                Request::RandomCircuit(wish) => self.draw_random(ctx, wish),
                Request::Begin(draft) => self.begin_circuit(&draft),
                Request::Tell(words) => self.status = words,
                Request::ProveLap(side) => self.prove_lap(ctx, side),
                Request::StopProving => self.stop_proving(),
                Request::Export(order) => self.export(ctx, *order),
                Request::CopyPicture(order) => self.copy_picture(ctx, *order),
                Request::PreviewExport(order) => self.preview_export(ctx, *order),
                Request::StopExport => {
                    if let Some(filming) = &self.filming {
                        filming.stop();
                    }
                }
                Request::ExportTable(table, format) => self.export_table(ctx, &table, format),
                Request::ExportChart(chart, kind) => self.export_chart(ctx, *chart, kind),
                Request::SaveLayout(text) => match Layout::from_file(&text) {
                    Ok(layout) => self.save_layout(layout),
                    Err(error) => self.messages.error(error),
                },
                Request::ShowLayout(text) => match Layout::from_file(&text) {
                    Ok(layout) => self.show_layout(&layout),
                    Err(error) => self.messages.error(error),
                },
                Request::ExportLayout(name, text) => self.export_layout(ctx, &name, text),
                Request::ImportLayout => self.import_layout(ctx),
                Request::CopyText(text) => ctx.copy_text(text),
                Request::Paste(text) => self.paste(&text),
            }
        }
    }
}
