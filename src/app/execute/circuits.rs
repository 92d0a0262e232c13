//! Carries out requests about circuits: the clipboard, the reference picture, searches, checks and random circuits.

use std::path::Path;
use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::app::Paddock;
use crate::app::board::pixels;
use crate::app::commands::Command;
use crate::app::documents::files::FileDialogs;
use crate::app::documents::templates;
use crate::app::jobs::search::{Search, Work};
use crate::app::tabs::Content;
use crate::app::tabs::Document;
use crate::app::workspaces::chance::Making;
use crate::app::workspaces::editor::{EditorTab, LapSearch};
use crate::editor::random::Wish;
use crate::editor::sketch::Findings;
use crate::game::AnyDraft;
use crate::replay::{self, Opened, code};

/// The words between the name of a circuit and the number of its variant, as in "Oval, variant 2".
const VARIANT: &str = ", variant ";

impl Paddock {
    /// Starts a background job that makes the plan of a new race, if the dialog for a new race needs one.
    pub(in crate::app) fn plan_race(&mut self, ctx: &Context) {
        if let Some((number, draft, start)) = self.new_race.wanted() {
            let (context, games) = (ctx.clone(), self.games);
            self.background.start_quietly_or(ctx, Done::Planned(number, None), move || {
                let plan = games.plan(&draft, &start);
                context.request_repaint_after(std::time::Duration::from_millis(1));
                Done::Planned(number, plan)
            });
        }
    }

    /// Starts background checks of the circuits that have changed.
    pub(in crate::app) fn check_circuits(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        for document in &mut self.documents {
            let mark = document.mark();
            let Content::Circuit(tab) = &mut document.content else { continue };
            if let Some(pause) = tab.check_pause(now) {
                ctx.request_repaint_after(pause);
            }
            for check in [tab.due_check(now), tab.due_fixes()].into_iter().flatten() {
                let context = ctx.clone();
                self.background.start_quietly_or(ctx, Done::Checked(mark, None), move || {
                    let checked = check();
                    // Request a frame that takes the result.
                    context.request_repaint_after(std::time::Duration::from_millis(1));
                    Done::Checked(mark, Some(checked))
                });
            }
        }
    }

    /// Lets computer drivers race on the circuit on screen to measure its balance. Does this only if the balance panel
    /// is shown and has no result for the present state of the circuit.
    pub(in crate::app) fn evaluate_circuit(&mut self, ctx: &Context) {
        let games = self.games;
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Circuit(tab) = &mut document.content else { return };
        if let Some(job) = tab.due_balance(|draft| games.of(draft)) {
            self.search(ctx, job, move |job, answer| Done::Evaluated(mark, job, answer));
        }
    }

    /// Copies the selected shapes to the clipboard. If the command is Cut, also deletes them.
    pub(super) fn copy(&mut self, ctx: &Context, command: Command) {
        let Some(Content::Circuit(tab)) = self.content_mut() else { return };
        let Some((text, count)) = tab.copied() else { return };
        let count = tab.counted(count);
        if command == Command::Cut {
            tab.run(Command::Delete);
        }
        ctx.copy_text(text);
        let verb = if command == Command::Cut { "Cut" } else { "Copied" };
        self.status = format!("{verb} {count}");
    }

    /// Pastes shapes into the circuit on screen, or opens a circuit whose text was pasted.
    pub(super) fn paste(&mut self, text: &str) {
        if code::is_text(text) {
            return self.open_code(text);
        }
        let Some(Content::Circuit(tab)) = self.content_mut() else { return };
        self.status = tab.paste(text).unwrap_or_else(|why| why);
    }

    /// Opens a circuit from the text of a QR code, as a new document.
    fn open_code(&mut self, text: &str) {
        let opened = code::track_of(text)
            .map_err(|error| error.to_string())
            .and_then(|track| self.games.open(track.as_bytes(), &replay::no_files).map_err(|error| error.to_string()));
        match opened {
            Ok(Opened::Track(draft)) => {
                self.add(Document::recovered(self.games, &draft, None));
                "Opened the circuit that was pasted".clone_into(&mut self.status);
            }
            Ok(Opened::Race(_)) => {
                self.messages.error("The pasted text is a race, not a circuit. Copy the text of a circuit.".to_owned());
            }
            Err(error) => self.messages.error(format!("Pasted text: {error}")),
        }
    }

    /// Returns the editor tab of the document with the id `mark`. `None` if the document is closed or is not a circuit.
    pub(super) fn circuit_with(&mut self, mark: u64) -> Option<&mut EditorTab> {
        match &mut self.documents.iter_mut().find(|document| document.mark() == mark)?.content {
            Content::Circuit(tab) => Some(tab),
            Content::Race(_) => None,
        }
    }

    /// Starts the search for the fastest lap of the circuit on screen.
    pub(super) fn prove(&mut self, ctx: &Context) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Circuit(tab) = &mut document.content else { return };
        match tab.solve() {
            Some(search) => self.search(ctx, search, move |search, found| Done::Found(mark, search, found)),
            None => "Not searched: fix the errors of the circuit first".clone_into(&mut self.status),
        }
    }

    /// Starts a search on its own thread. The window does not count as busy during the search, so files can be saved.
    pub(super) fn search<W: Work>(
        &mut self,
        ctx: &Context,
        search: Arc<Search<W>>,
        done: impl Fn(Arc<Search<W>>, Option<W::Found>) -> Done + Send + 'static,
    ) {
        let context = ctx.clone();
        let lost = done(Arc::clone(&search), None);
        self.background.start_quietly_or(ctx, lost, move || {
            let found = search.run(&|| context.request_repaint());
            // Request a frame that takes the result.
            context.request_repaint_after(std::time::Duration::from_millis(20));
            done(search, found)
        });
    }

    /// Receives the result of a search for the fastest lap, and shows it in the status bar.
    pub(super) fn found(&mut self, mark: u64, search: &Arc<Search<LapSearch>>, findings: Option<Findings>) {
        let words = match &findings {
            None => "Search stopped".to_owned(),
            Some(Findings { status, headline, .. }) if status.is_empty() => headline.clone(),
            Some(findings) => findings.status.clone(),
        };
        if let Some(tab) = self.circuit_with(mark) {
            let has_found = findings.is_some();
            tab.found(search, findings);
            let words = if has_found && !tab.findings_hold() {
                "The circuit was changed during the search. Search again".to_owned()
            } else {
                words
            };
            self.tell_finding(mark, words);
        }
    }

    /// Starts a search that generates random circuits until one of them can be raced.
    pub(super) fn draw_random(&mut self, ctx: &Context, wish: Wish) {
        let search = self.chance.begin(self.games, wish);
        self.search(ctx, search, Done::Drawn);
    }

    /// Opens the random circuit as a new document. If no circuit was made, the dialog shows the reason.
    pub(super) fn drawn(&mut self, search: &Arc<Search<Making>>, found: Option<<Making as Work>::Found>) {
        if let Some((draft, findings)) = self.chance.take(search, found) {
            self.status = format!("Made {}", draft.name());
            self.add(Document::drawn(self.games, &draft, findings));
        }
    }

    /// Reads the user's own templates for the page of new circuits.
    pub(super) fn find_templates(&mut self, ctx: &Context) {
        let Some(folder) = self.unsaved.as_ref().map(|unsaved| templates::folder_beside(unsaved.folder())) else {
            return;
        };
        let games = self.games;
        self.background.start_quietly(ctx, move || Done::FoundTemplates(templates::find(games, &folder)));
    }

    /// Stores the circuit on screen as a template.
    pub(super) fn save_template(&mut self, ctx: &Context) {
        let Some(document) = self.document() else { return };
        let Content::Circuit(tab) = &document.content else { return };
        let (name, text) = (document.base_name(), tab.text());
        let Some(folder) = self.unsaved.as_ref().map(|unsaved| templates::folder_beside(unsaved.folder())) else {
            "Not saved: the program has no data folder".clone_into(&mut self.status);
            return;
        };
        self.background
            .start(ctx, move || Done::TemplateSaved(text.and_then(|text| templates::save(&folder, &name, &text))));
    }

    /// Zooms the circuit on screen to its actual size.
    pub(super) fn show_actual_size(&mut self, ctx: &Context) {
        let points_per_mm = self.settings.points_per_mm(ctx.pixels_per_point());
        let is_measured = self.settings.screen > 0;
        let Some(Content::Circuit(tab)) = self.content_mut() else { return };
        let unit = tab.document().manner().unit;
        self.status = match (tab.zoom_to_actual_size(points_per_mm), is_measured) {
            (false, _) => {
                format!("The size of the {unit} of this circuit is unknown. Enter it in the panel on the right")
            }
            (true, true) => "Actual size".to_owned(),
            (true, false) => "Roughly the actual size. To make it exact, choose View → Size of the screen".to_owned(),
        };
    }

    /// Opens a new circuit from a template. If an open document already has the template's name, the circuit's name
    /// gets the next free number, such as "Oval 2".
    pub(super) fn begin_circuit(&mut self, draft: &AnyDraft) {
        let base = draft.name();
        let is_free = |name: &String| self.documents.iter().all(|document| document.title() != *name);
        let names = std::iter::once(base.to_owned()).chain((2_u32..).map(|number| format!("{base} {number}")));
        let name = names.into_iter().find(is_free).filter(|name| !base.is_empty() && name != base);
        let document = Document::new_circuit(self.games, draft);
        let renamed = match (&document.content, name) {
            (Content::Circuit(tab), Some(name)) => tab.document().renamed(&name),
            _ => None,
        };
        self.add(renamed.map_or(document, |draft| Document::new_circuit(self.games, &draft)));
    }

    /// Opens a copy of the circuit on screen as a new circuit. If the circuit has a name, the copy's name has the next
    /// free number.
    pub(super) fn duplicate_circuit(&mut self) {
        let Some(Content::Circuit(original)) = self.document().map(|document| &document.content) else { return };
        let draft = original.draft();
        // A variant of a variant is numbered after the same circuit.
        let base = match draft.name().rsplit_once(VARIANT) {
            Some((name, number)) if number.parse::<u32>().is_ok() => name,
            _ => draft.name(),
        };
        let is_free = |name: &String| self.documents.iter().all(|document| document.title() != *name);
        let name = (2_u32..).map(|number| format!("{base}{VARIANT}{number}")).find(is_free);
        let mut document = Document::recovered(self.games, &draft, None);
        if let Content::Circuit(tab) = &mut document.content {
            tab.share_picture(original);
            if let Some(name) = name.filter(|_| !base.is_empty()) {
                tab.rename(&name);
            }
        }
        self.add(document);
        if let Some(shown) = self.document() {
            self.status = format!("Opened a copy: {}", shown.title());
        }
    }

    /// Asks for a reference picture, and adds it to the circuit on screen.
    pub(super) fn choose_picture(&mut self, ctx: &Context) {
        self.trace(ctx, |dialogs, track| Some(pixels::bring_picture(track, &dialogs.picture()?)));
    }

    /// Adds the picture on the clipboard as the reference picture of the circuit on screen.
    pub(super) fn paste_picture(&mut self, ctx: &Context) {
        self.trace(ctx, |dialogs, track| {
            Some(dialogs.copied_picture().and_then(|png| pixels::store_picture(track, "picture", "png", &png)))
        });
    }

    /// Adds a reference picture to the circuit on screen. `bring` copies the picture beside the track file if
    /// necessary, and returns its name. `bring` returns `None` if the user has cancelled.
    fn trace(
        &mut self,
        ctx: &Context,
        bring: impl FnOnce(&dyn FileDialogs, &Path) -> Option<Result<String, String>> + Send + 'static,
    ) {
        let Some(document) = self.document() else { return };
        let Some(track) = document.path.clone() else {
            "Save the circuit first: its picture must be in the same folder as the circuit's file"
                .clone_into(&mut self.status);
            return;
        };
        let mark = document.mark();
        let dialogs = Arc::clone(&self.dialogs);
        self.background.start(ctx, move || {
            let Some(name) = bring(dialogs.as_ref(), &track) else { return Done::Nothing };
            let read = name.and_then(|name| pixels::load_picture(&track, &name).map(|pixels| (name, pixels)));
            Done::Traced(mark, read)
        });
    }

    /// Starts reading the picture of the circuit on screen, if it is not loaded yet.
    pub(in crate::app) fn prepare_picture(&mut self, ctx: &Context) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let beside = document.path.as_ref().or(document.copied_from.as_ref());
        let (mark, path) = (document.mark(), beside.cloned());
        let Content::Circuit(tab) = &mut document.content else { return };
        let Some(name) = tab.wanted_picture() else { return };
        self.background.start(ctx, move || {
            let read = match &path {
                Some(track) => pixels::load_picture(track, &name),
                None => Err(format!(
                    "save the circuit first: the picture \"{name}\" must be in the same folder as the circuit's file"
                )),
            };
            Done::PictureRead(mark, name, read)
        });
    }
}
