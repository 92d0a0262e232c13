//! What is carried out for circuits alone: the clipboard, the picture under the board, proofs, and circuits drawn by chance.

use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::app::Paddock;
use crate::app::board::pixels;
use crate::app::commands::Command;
use crate::app::documents::tabs::Content;
use crate::app::documents::tabs::Document;
use crate::app::jobs::search::{Search, Seek};
use crate::app::workspaces::chance::{self, Wish};
use crate::app::workspaces::circuit::CircuitTab;
use crate::app::workspaces::editor::{EditorTab, LapSearch};
use crate::app::workspaces::sketch::{DrawingSearch, SketchTab};
use crate::editor::sketch::Findings;
use crate::games::vektorace::Draft;
use crate::games::vektorace::solve::Solution;

impl Paddock {
    /// Has the circuit looked at that a race is planned on.
    pub(in crate::app) fn plan_race(&mut self, ctx: &Context) {
        if let Some((number, draft, setup)) = self.new_race.wanted() {
            let told = ctx.clone();
            self.background.start_quietly_or(ctx, Done::Planned(number, None), move || {
                let plan = crate::replay::plan(&draft, setup.as_ref());
                told.request_repaint_after(std::time::Duration::from_millis(1));
                Done::Planned(number, plan)
            });
        }
    }

    /// Has drawn circuits checked that changed. A check may take long, and nobody waits for it.
    pub(in crate::app) fn check_drawings(&mut self, ctx: &Context) {
        for document in &mut self.documents {
            let mark = document.mark();
            let Content::Circuit(tab) = &mut document.content else { continue };
            let Some(check) = tab.sketch_mut().and_then(SketchTab::due_check) else { continue };
            let told = ctx.clone();
            self.background.start_quietly_or(ctx, Done::Checked(mark, None), move || {
                let checked = check();
                // The frame that comes then takes it in.
                told.request_repaint_after(std::time::Duration::from_millis(1));
                Done::Checked(mark, Some(checked))
            });
        }
    }

    /// Puts the selected pieces into the clipboard, and takes them off the table where they are cut out.
    pub(super) fn copy(&mut self, ctx: &Context, command: Command) {
        let Some(Content::Circuit(tab)) = self.content_mut() else { return };
        let things = if tab.pieces().is_some() { ["piece", "pieces"] } else { ["shape", "shapes"] };
        let Some((text, count)) = tab.copied() else { return };
        if command == Command::Cut {
            tab.run(Command::Delete);
        }
        ctx.copy_text(text);
        self.status = format!("{count} {} in the clipboard", things[usize::from(count != 1)]);
    }

    pub(super) fn paste(&mut self, text: &str) {
        let Some(Content::Circuit(tab)) = self.content_mut() else { return };
        self.status = tab.paste(text).unwrap_or_else(|why| why);
    }

    /// The circuit of the document with this mark, wherever its tab is by now.
    pub(super) fn circuit_with(&mut self, mark: u64) -> Option<&mut dyn CircuitTab> {
        match &mut self.documents.iter_mut().find(|document| document.mark() == mark)?.content {
            Content::Circuit(tab) => Some(tab.as_mut()),
            Content::Race(_) => None,
        }
    }

    /// Proves that the circuit in view can be raced.
    pub(super) fn prove(&mut self, ctx: &Context) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Circuit(tab) = &mut document.content else { return };
        if let Some(drawn) = tab.sketch_mut() {
            match drawn.seek() {
                Some(search) => self.search(ctx, search, move |search, found| Done::Found(mark, search, found)),
                None => "Nothing is looked for while there are errors".clone_into(&mut self.status),
            }
            return;
        }
        match tab.pieces_mut().and_then(EditorTab::prove) {
            Some(search) => self.search(ctx, search, move |search, found| Done::Proved(mark, search, found)),
            None => "No laps while there are errors".clone_into(&mut self.status),
        }
    }

    /// Has a thread of its own search. Quietly: files are looked after and saved meanwhile as ever.
    pub(super) fn search<W: Seek>(
        &mut self,
        ctx: &Context,
        search: Arc<Search<W>>,
        done: impl Fn(Arc<Search<W>>, Option<W::Found>) -> Done + Send + 'static,
    ) {
        let told = ctx.clone();
        let lost = done(Arc::clone(&search), None);
        self.background.start_quietly_or(ctx, lost, move || {
            let found = search.run(&|| told.request_repaint());
            // The frame that comes then takes it in.
            told.request_repaint_after(std::time::Duration::from_millis(20));
            done(search, found)
        });
    }

    /// Shows what a search found.
    pub(super) fn proved(&mut self, mark: u64, search: &Arc<Search<LapSearch>>, solution: Option<Solution>) {
        let words = match &solution {
            None => "The search was stopped".to_owned(),
            Some(Solution { quickest: Some(quickest), .. }) => {
                format!("The quickest lap takes {} turns", quickest.lap.turns.len())
            }
            Some(Solution { refused, .. }) => {
                refused.as_ref().map_or_else(String::new, |refused| refused.message.clone())
            }
        };
        if let Some(tab) = self.circuit_with(mark).and_then(|tab| tab.pieces_mut()) {
            tab.proved(search, solution);
            self.status = words;
        }
    }

    /// Shows what a search over a drawing found.
    pub(super) fn found(&mut self, mark: u64, search: &Arc<Search<DrawingSearch>>, findings: Option<Findings>) {
        let words =
            findings.as_ref().map_or_else(|| "The search was stopped".to_owned(), |findings| findings.headline.clone());
        if let Some(tab) = self.circuit_with(mark).and_then(|tab| tab.sketch_mut()) {
            tab.found(search, findings);
            self.status = words;
        }
    }

    /// Draws circuits by chance until one can be raced.
    pub(super) fn draw_by_chance(&mut self, ctx: &Context, wish: Wish) {
        self.status = format!("Drawing a circuit of {} corners…", wish.corners);
        self.background.start(ctx, move || Done::Drawn(chance::draw(wish)));
    }

    /// Shows a circuit that was drawn by chance.
    pub(super) fn drawn(&mut self, drawn: Result<(Draft, Solution), String>) {
        match drawn {
            Ok((draft, solution)) => {
                self.status = format!("Drew {}", draft.name);
                self.add(Document::drawn(draft, solution));
            }
            Err(error) => {
                self.status.clear();
                self.messages.error(error);
            }
        }
    }

    /// Asks for a picture to trace and reads it.
    pub(super) fn choose_picture(&mut self, ctx: &Context) {
        let Some(document) = self.document() else { return };
        let Some(track) = document.path.clone() else {
            "Save the circuit first: its picture is looked for in the folder of its file".clone_into(&mut self.status);
            return;
        };
        let mark = document.mark();
        let dialogs = Arc::clone(&self.dialogs);
        self.background.start(ctx, move || {
            let Some(picture) = dialogs.picture() else { return Done::Nothing };
            let name = pixels::picture_name(&track, &picture);
            let read = name.and_then(|name| pixels::load_picture(&track, &name).map(|pixels| (name, pixels)));
            Done::Traced(mark, read)
        });
    }

    /// Has the picture read that the circuit in view names, if it is not there yet.
    pub(in crate::app) fn prepare_picture(&mut self, ctx: &Context) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let beside = document.path.as_ref().or(document.copied_from.as_ref());
        let (mark, path) = (document.mark(), beside.cloned());
        let Content::Circuit(tab) = &mut document.content else { return };
        let Some(name) = tab.wanted_picture() else { return };
        self.background.start(ctx, move || {
            let read = match &path {
                Some(track) => pixels::load_picture(track, &name),
                None => Err(format!("the picture \"{name}\" is looked for beside the circuit's file: save it first")),
            };
            Done::PictureRead(mark, name, read)
        });
    }
}
