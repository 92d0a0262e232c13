//! Carries out requests about races: recording turns, journals, and the comparison with best play.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use egui::Context;

use super::Done;
use crate::app::Paddock;
use crate::app::commands::{Command, Request};
use crate::app::documents::aside::{self, Restored};
use crate::app::documents::autosave;
use crate::app::documents::unsaved::{FoundRace, Unsaved};
use crate::app::jobs::search::Search;
use crate::app::settings::Seats;
use crate::app::shell::questions::Question;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::race::{CompareJob, RaceTab, Unrecorded};
use crate::app::workspaces::recording::{self, Unusable};
use crate::game::Evaluation;
use crate::game::words::many;
use crate::replay::journal::{self, Kept};
use crate::replay::{Opened, Race, RaceEdit};
use crate::storage::Journal;

impl Paddock {
    /// Starts the comparison of the race on screen with best play.
    pub(super) fn compare(&mut self, ctx: &Context) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Race(tab) = &mut document.content else { return };
        let Some(comparison) = tab.compare() else { return };
        self.search(ctx, comparison, move |comparison, found| Done::Compared(mark, comparison, found));
    }

    /// Receives the result of the comparison of a race with best play.
    pub(super) fn compared(&mut self, mark: u64, comparison: &Arc<Search<CompareJob>>, evaluation: Option<Evaluation>) {
        let words = evaluation
            .as_ref()
            .map_or_else(|| "Comparison stopped".to_owned(), |evaluation| evaluation.headline.clone());
        let document = self.documents.iter_mut().find(|document| document.mark() == mark);
        if let Some(Document { content: Content::Race(tab), .. }) = document {
            let has_compared = evaluation.is_some();
            tab.compared(comparison, evaluation);
            let words = if has_compared && tab.evaluation().is_none() {
                "The race was changed during the comparison. Compare again".to_owned()
            } else {
                words
            };
            self.tell_finding(mark, words);
        }
    }

    /// Switches secret moves on or off. They stay on while a race has moves in hand, which would be dropped.
    pub(super) fn switch_secret_moves(&mut self) {
        match self.documents.iter().find(|document| document.has_secrets()) {
            Some(document) => {
                self.status = format!(
                    "Secret moves stay on: {} has moves of a round that is not complete. Take them back first",
                    document.title()
                );
            }
            None => {
                self.settings.secret = !self.settings.secret;
                let words = if self.settings.secret {
                    "Secret moves, from the next round that has no open move yet"
                } else {
                    "Open moves"
                };
                words.clone_into(&mut self.status);
            }
        }
    }

    /// Applies an edit to the race on screen and records it in the journal.
    pub(super) fn record(&mut self, edit: &RaceEdit) -> bool {
        let Some(index) = self.shown else { return false };
        let Some(document) = self.documents.get_mut(index) else { return false };
        // Do not replace the existing journal while the question about it is unanswered.
        let waits = |question: &Question| matches!(question, Question::Journal(mark, ..) if *mark == document.mark());
        if self.questions.iter().any(waits) {
            "Not recorded: first answer the question about the journal".clone_into(&mut self.status);
            return false;
        }
        if self.put_off.iter().any(waits) {
            let (asked, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.put_off).into_iter().partition(waits);
            self.put_off = rest;
            self.questions.extend(asked);
            return false;
        }
        if document.path.is_none() && document.journal.is_none() {
            // For a shipped race or a copy, the journal is in the same place as for a new race.
            let place = self.unsaved.as_ref().map(Unsaved::journal);
            document.journal = place.and_then(|place| place.map_err(|error| self.messages.error(error)).ok());
        }
        let place = document.journal_place();
        let Content::Race(tab) = &mut document.content else { return false };
        let recorded = tab.record(edit, &place);
        let aside = tab.take_aside();
        self.list_aside(aside);
        match recorded {
            Ok(words) => {
                self.status = words;
                true
            }
            Err(Unrecorded { words, is_in_panel }) => {
                if !is_in_panel {
                    self.messages.error(words.clone());
                }
                self.status = words;
                false
            }
        }
    }

    /// Carries out a command for the race on screen.
    pub(super) fn run_in_race(&mut self, command: Command) {
        let Some(Content::Race(tab)) = self.content_mut() else { return };
        if command == Command::Undo {
            if !tab.undo_choice() {
                self.record(&RaceEdit::Undo);
            }
        } else if let Some(Request::Record(edit)) = tab.edit_of(command) {
            // Record the edit at once, because the effect of the next key may depend on it.
            self.record(&edit);
        } else {
            self.in_race(|tab| tab.run(command));
        }
    }

    /// Does something in the race on screen. If that closes the recording panel, says so in the status bar, where words
    /// about a refused turn may still stand. Returns `false` if there is no race.
    pub(super) fn in_race(&mut self, act: impl FnOnce(&mut RaceTab) -> bool) -> bool {
        let Some(Content::Race(tab)) = self.content_mut() else { return false };
        let was_recording = tab.is_on(Command::Record);
        let done = act(tab);
        match (was_recording, tab.is_on(Command::Record)) {
            (Some(true), Some(false)) => CLOSED.clone_into(&mut self.status),
            (Some(false), Some(true)) if self.status == CLOSED => self.status.clear(),
            _ => {}
        }
        done
    }

    /// Opens the dialog for the next race of the championship that the race on screen belongs to.
    pub(super) fn plan_next_race(&mut self) {
        let circuits = self.documents.iter().filter_map(Document::draft).collect();
        let Some(Document { content: Content::Race(tab), .. }) = self.document() else { return };
        let race = tab.race();
        let (game, Some(setup)) = (race.info().id, race.next_setup()) else { return };
        let circuit = race.track_name().to_owned();
        self.new_race.open_next(self.games, circuits, game, setup, &circuit);
    }

    /// Starts recording a new race. `text` is the text of its race file. Computer drivers drive the cars in `seats`.
    pub(super) fn begin_race(&mut self, text: &str, seats: Seats) {
        let opened = self.games.open(text.as_bytes(), &crate::replay::no_files);
        match opened {
            Ok(Opened::Race(race)) => {
                self.add_new_race(Arc::from(race));
                if let Some(Content::Race(tab)) = self.content_mut() {
                    tab.set_seats(seats);
                }
            }
            Ok(Opened::Track(_)) => {}
            Err(error) => self.messages.error(error.to_string()),
        }
    }

    fn add_new_race(&mut self, race: Arc<dyn Race>) {
        let mut document = Document::new_race(race);
        if let Some(unsaved) = &self.unsaved {
            match unsaved.journal() {
                Ok(path) => document.journal = Some(path),
                Err(error) => self.messages.error(error),
            }
        }
        let place = document.journal_place();
        if let Content::Race(tab) = &mut document.content {
            if let Err(error) = tab.begin_journal(&place) {
                self.messages.error(error);
            }
            let aside = tab.take_aside();
            self.list_aside(aside);
        }
        self.add(document);
        "Each turn is written to a journal at once; save the race to give it a file".clone_into(&mut self.status);
    }

    /// Applies the edits of a journal to the race of the document with this id.
    pub(super) fn resume(&mut self, mark: u64, path: &std::path::Path, kept: &Kept) {
        let Some(document) = self.documents.iter_mut().find(|document| document.mark() == mark) else { return };
        let own = match journal::own_race(self.games.playable(), kept) {
            Ok(own) => own,
            Err(error) => return self.messages.error(error.to_string()),
        };
        if let Some(Opened::Race(race)) = own {
            document.become_race(Arc::from(race));
            let seats = document.kept_place().and_then(|place| self.settings.seats_of(place));
            if let (Content::Race(tab), Some(seats)) = (&mut document.content, seats) {
                tab.set_seats(seats.clone());
            }
        }
        let Content::Race(tab) = &mut document.content else { return };
        let resumed = tab.resume(path, kept);
        let aside = tab.take_aside();
        self.list_aside(aside);
        self.status = words_of(kept);
        match resumed {
            Ok(0) => {}
            Ok(left) => self.messages.error(format!(
                "Not restored: {} of the journal, because the race has changed since. The old journal still has all \
                 entries; the welcome page lists this journal.",
                many(left, "entry")
            )),
            Err(error) => self.messages.error(error),
        }
    }

    /// Opens races without a file, whose journals were found in the data folder. If a document is on screen already,
    /// such as a file that the user named, it stays on screen.
    pub(super) fn found_races(&mut self, found: Vec<FoundRace>) {
        let (shown, mut count, mut is_torn) = (self.shown, 0_u32, false);
        let mut latest: Option<SystemTime> = None;
        for FoundRace { path, kept } in found {
            let Ok(Some(Opened::Race(race))) = journal::own_race(self.games.playable(), &kept) else { continue };
            let mut document = Document::new_race(Arc::from(race));
            document.journal = Some(path.clone());
            latest = latest.max(Some(autosave::written(&path)));
            let mark = document.mark();
            self.add(document);
            self.resume(mark, &path, &kept);
            count += 1;
            is_torn |= kept.torn;
        }
        if count == 0 {
            return;
        }
        if shown.is_some() {
            self.select(shown);
        }
        let (it, has) = if count == 1 { ("it", "It has") } else { ("them", "They have") };
        let torn = if is_torn { ". An incomplete last entry is left out" } else { "" };
        let when = latest
            .map_or_else(String::new, |latest| format!(", last changed {}", autosave::ago(autosave::since(latest))));
        let races = many(count, "race");
        self.status = format!("Recovered {races}{when}. {has} no file yet; save {it} to keep {it}{torn}");
    }

    /// Asks whether to apply the journal that was found beside the file of the race with this id.
    pub(super) fn look_for_journal(&mut self, mark: u64, found: Result<Option<(PathBuf, Kept)>, Unusable>) {
        match found {
            Ok(None) => {}
            Ok(Some((path, kept))) => {
                let written = autosave::written(&path);
                self.questions.push(Question::Journal(mark, path, Box::new(kept), written));
            }
            Err(Unusable { message, aside }) => {
                self.list_aside(aside.into_iter().collect());
                self.messages.error(message);
            }
        }
    }

    /// Adds journals and autosaves that were set aside to the list on the welcome page.
    pub(super) fn list_aside(&mut self, files: Vec<PathBuf>) {
        if files.is_empty() {
            return;
        }
        if let Some(Err(error)) = self.unsaved.as_ref().map(|unsaved| aside::add(unsaved.folder(), &files)) {
            self.messages.error(error);
        }
        for file in files {
            if !self.aside.contains(&file) {
                self.aside.push(file);
            }
        }
    }

    /// Opens a journal or an autosave that was set aside. Its content becomes a new document.
    pub(super) fn open_aside(&mut self, ctx: &Context, file: PathBuf) {
        let games = self.games;
        self.background.start(ctx, move || Done::Restored(aside::open(games, &file)));
    }

    /// Shows the content of a file that was set aside (an autosave or a journal) as a new document. Shows the error if
    /// the file could not be read.
    pub(super) fn restored(&mut self, restored: Result<Restored, String>) {
        match restored {
            Ok(Restored::Circuit(draft)) => self.add(Document::recovered(self.games, &draft, None)),
            Ok(Restored::Race(race, left)) => {
                self.add_new_race(race);
                if left > 0 {
                    self.messages.error(format!(
                        "Not restored: {} of the journal, because the race has changed since.",
                        many(left, "entry")
                    ));
                }
            }
            Err(error) => self.messages.error(error),
        }
    }

    /// Deletes a journal or an autosave that was set aside.
    pub(super) fn delete_aside(&mut self, ctx: &Context, file: PathBuf) {
        self.aside.retain(|other| *other != file);
        self.background.start(ctx, move || {
            // The file may be gone already.
            let _ = std::fs::remove_file(file);
            Done::Nothing
        });
    }

    /// Deletes a journal.
    pub(super) fn drop_journal(&mut self, ctx: &Context, path: PathBuf) {
        self.background.start(ctx, move || {
            // Another window may have begun to write the journal.
            if !Journal::is_taken(&path) {
                let _ = std::fs::remove_file(path);
            }
            Done::Nothing
        });
    }

    /// Reads the journal beside a race's file, if there is one. Deletes a journal whose edits cancel out, such as a turn
    /// that was recorded and undone: there is nothing to recover.
    pub(super) fn journal_of(path: &std::path::Path, race: &dyn Race) -> Result<Option<(PathBuf, Kept)>, Unusable> {
        let found = match crate::storage::read(path) {
            Ok(bytes) => recording::find(path, &bytes)?,
            Err(_) => None,
        };
        let Some((journal, kept)) = found else { return Ok(None) };
        if recording::changes_nothing(race, &kept) {
            let _ = std::fs::remove_file(journal);
            return Ok(None);
        }
        Ok(Some((journal, kept)))
    }
}

/// The words of the status bar when the recording panel was closed.
const CLOSED: &str = "Recording closed";

/// Says in words how many edits were recovered from a journal.
fn words_of(kept: &Kept) -> String {
    let entries = if kept.edits.is_empty() { "the race".to_owned() } else { many(kept.edits.len(), "change") };
    let torn = if kept.torn { "; the last one was incomplete and is left out" } else { "" };
    format!("Recovered {entries}{torn}")
}
