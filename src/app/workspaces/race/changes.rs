//! Changes the race on screen: records turns, adds variations, and writes both to the journal.

use std::sync::Arc;

use super::RaceTab;
use crate::app::commands::{Command, Request};
use crate::app::workspaces::Workspace;
use crate::app::workspaces::recording::{JournalPlace, RecordingError};
use crate::app::workspaces::replay::pending::{Complaint, PendingTurn, Purpose};
use crate::app::workspaces::replay::tree;
use crate::replay::{LineId, Past, Race, RaceEdit, RecordError};

/// Returns mutable access to the race. If the race is shared, for example with a background job, replaces it by a copy
/// first. `None` if it cannot be copied.
fn unshared(race: &mut Arc<dyn Race>) -> Option<&mut dyn Race> {
    if Arc::get_mut(race).is_none() {
        *race = race.copied()?;
    }
    // The cast shortens the lifetime of the trait object. The compiler does not do that inside an `Option`.
    Arc::get_mut(race).map(|race| race as &mut dyn Race)
}

/// The reason why an edit was not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrecorded {
    /// The reason, for the status bar.
    pub words: String,
    /// Whether the recording panel shows the reason too. If not, the reason must be shown as a message.
    pub is_in_panel: bool,
}

impl RaceTab {
    /// Applies an edit to the race and writes it to the journal. If there is no journal yet, begins one at `place`.
    /// Returns a message for the status bar.
    ///
    /// # Errors
    /// If the edit was not applied. The recording panel shows why a turn was refused.
    pub fn record(&mut self, edit: &RaceEdit, place: &JournalPlace) -> Result<String, Unrecorded> {
        self.note_for_drivers(edit);
        match edit {
            RaceEdit::Undo if self.replay.take_secret_back(self.race.as_ref()) => {
                Ok("The last secret move is taken back".to_owned())
            }
            RaceEdit::Undo if self.replay.revealed.is_some_and(|(turns, _)| turns == self.race.len()) => {
                self.take_round_back(place)
            }
            RaceEdit::Play { .. } if self.is_secret() => self.hand_in(edit, place),
            _ => {
                let words = self.record_openly(edit, place)?;
                Ok(if self.replay.loses_secrets(self.race.as_ref()) {
                    format!("{words}. The secret moves of this round are dropped, because the race has changed")
                } else {
                    words
                })
            }
        }
    }

    /// Whether the next move stays hidden until all players have handed in their moves of the round.
    fn is_secret(&self) -> bool {
        self.replay.secret_at(self.race.as_ref(), self.playback.position()).is_some()
    }

    /// Hands in a secret move. If it is the last one of the round, all moves of the round are recorded.
    fn hand_in(&mut self, edit: &RaceEdit, place: &JournalPlace) -> Result<String, Unrecorded> {
        match self.replay.hand_in(edit) {
            Ok(None) => Ok("Move handed in. All moves stay hidden until the last player has moved".to_owned()),
            Ok(Some(moves)) => {
                for (recorded, edit) in moves.iter().enumerate() {
                    self.record_openly(edit, place).map_err(|Unrecorded { words, is_in_panel }| {
                        let total = moves.len();
                        let rest =
                            format!("Only {recorded} of {total} moves were recorded. Enter the other moves again");
                        Unrecorded { words: format!("{words}. {rest}"), is_in_panel }
                    })?;
                }
                self.replay.revealed = Some((self.race.len(), moves.len()));
                Ok("All moves recorded".to_owned())
            }
            Err(error) => Err(self.refused(error)),
        }
    }

    /// Undoes the last edit. If that edit was the last of several secret moves revealed together, undoes all of these
    /// moves.
    fn take_round_back(&mut self, place: &JournalPlace) -> Result<String, Unrecorded> {
        let Some((turns, moves)) = self.replay.revealed.take() else {
            return self.record_openly(&RaceEdit::Undo, place);
        };
        let words = self.record_openly(&RaceEdit::Undo, place)?;
        if self.race.len() + 1 != turns {
            // The last edit was a note or a mark.
            self.replay.revealed = Some((turns, moves));
            return Ok(words);
        }
        for _ in 1..moves {
            self.record_openly(&RaceEdit::Undo, place)?;
        }
        Ok("All secret moves of the round are taken back".to_owned())
    }

    /// Shows in the recording panel why a turn was refused.
    fn refused(&mut self, error: RecordError) -> Unrecorded {
        // The panel shows the reason, and a field for recording the turn anyway.
        let is_illegal = matches!(error, RecordError::Illegal(_));
        let words = if is_illegal { "The turn is illegal and was not recorded".to_owned() } else { error.to_string() };
        self.replay.pending.complaint = Some(Complaint::from(error));
        Unrecorded { words, is_in_panel: true }
    }

    fn record_openly(&mut self, edit: &RaceEdit, place: &JournalPlace) -> Result<String, Unrecorded> {
        let past = self.race.past();
        let unwritten = |words: String| Unrecorded { words, is_in_panel: false };
        let Some(race) = unshared(&mut self.race) else {
            return Err(unwritten("This race cannot be changed.".to_owned()));
        };
        match self.recording.record(race, edit, place) {
            Ok(recorded) => {
                let position = self.playback.position();
                self.changed(&past);
                self.playback.pause();
                // While a game is recorded, an earlier turn is edited to go on afterwards, not to start a variation there.
                let goes_on = self.replay.is_recording
                    && !self.replay.only_edits
                    && matches!(edit, RaceEdit::Edit { .. } | RaceEdit::Insert { .. });
                self.playback.go_to(match recorded.at {
                    usize::MAX => position,
                    _ if goes_on => recorded.now_illegal.first().copied().unwrap_or(self.race.len()),
                    at => at,
                });
                self.replay.pending.purpose = Purpose::Play;
                if self.replay.only_edits && matches!(edit, RaceEdit::Edit { .. }) {
                    self.set_recording(false);
                }
                let mut words = recorded.words;
                for (turns, what) in [(&recorded.now_illegal, "illegal"), (&recorded.now_legal, "legal")] {
                    if let Some(list) = some_turns(turns) {
                        words.push_str(&format!(". Now {what}: {list}"));
                    }
                }
                Ok(words)
            }
            Err(RecordingError::Race(error)) => Err(self.refused(error)),
            Err(RecordingError::Journal(error)) => Err(unwritten(error)),
        }
    }

    /// Updates everything that was computed from the race. Call it after each edit.
    pub(super) fn changed(&mut self, past: &Past) {
        let figures = Arc::make_mut(&mut self.figures);
        figures.renew(self.race.as_ref(), self.race.same_since(past));
        // Forget the turns lost: the evaluation that they come from belongs to the race before the change.
        figures.series.set_lost(None);
        self.state = super::new_number();
        self.playback.set_len(self.race.len());
        self.desk.stretch = self.desk.stretch.and_then(|stretch| stretch.within(self.race.len()));
        (self.picture, self.view, self.remarks, self.ghost_items) = (None, None, None, None);
        self.replay.forget(self.race.as_ref());
    }

    /// Shows a line of the race (main line or variation) after `position` turns.
    pub fn show_line(&mut self, line: LineId, position: usize) {
        if line != self.race.shown_line() {
            let past = self.race.past();
            if let Some(recorder) = unshared(&mut self.race).and_then(|race| race.recorder()) {
                recorder.show_line(line);
            }
            self.changed(&past);
        }
        self.playback.pause();
        self.playback.go_to(position);
    }

    /// Whether the race has unsaved changes.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.revision())
    }

    fn revision(&self) -> u64 {
        self.race.recorded().map_or(0, |recorded| recorded.revision())
    }

    /// Marks the race as saved.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.revision());
        self.recording.forget();
    }

    /// Marks the race as not saved.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Replaces the journal by a new one that contains the whole race. Does nothing if the race has no journal.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn restart_journal(&mut self) -> Result<(), String> {
        self.recording.restart(self.race.as_ref())
    }

    /// Rewrites the journal if another program has deleted or replaced it. Returns whether that was necessary.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn restore_journal(&mut self) -> Result<bool, String> {
        self.recording.restore(self.race.as_ref())
    }

    /// Whether the race has a journal, to which its edits are written.
    #[must_use]
    pub const fn keeps_journal(&self) -> bool {
        self.recording.is_kept()
    }

    /// Returns the new paths of the journals that were set aside (renamed) since the last call.
    pub fn take_aside(&mut self) -> Vec<std::path::PathBuf> {
        self.recording.take_aside()
    }

    /// Begins the journal of a race without a file, before its first turn.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn begin_journal(&mut self, place: &JournalPlace) -> Result<(), String> {
        self.recording.begin(self.race.as_ref(), place).map(|_| ()).map_err(|error| error.to_string())
    }

    /// Deletes the journal.
    pub fn forget_journal(&mut self) {
        self.recording.forget();
    }

    /// Applies the edits of a journal and continues it. Returns the number of edits that could not be applied.
    ///
    /// # Errors
    /// If the journal cannot be continued.
    pub fn resume(&mut self, path: &std::path::Path, kept: &crate::replay::journal::Kept) -> Result<usize, String> {
        let past = self.race.past();
        let resumed = match unshared(&mut self.race) {
            Some(race) => self.recording.resume(race, path, kept),
            None => Err("This race cannot be changed.".to_owned()),
        };
        self.changed(&past);
        self.playback.go_to(usize::MAX);
        self.replay.is_recording = true;
        resumed
    }

    /// Opens or closes the recording panel.
    pub fn set_recording(&mut self, on: bool) {
        self.replay.set_recording(on);
    }

    /// Handles Escape: cancels the choices for the turn being recorded, and the typed text. If there are none, clears the
    /// selected stretch. If there is none either, closes the recording panel, but not while a game is recorded at its end: at
    /// a table Escape is easily pressed once too often, and the keys of the choices would then mark turns. Returns whether
    /// there was anything to cancel.
    pub fn escape(&mut self) -> bool {
        let had_brush = self.desk.brush.take().is_some();
        if !self.replay.is_recording || self.workspace != Workspace::Replay {
            return self.desk.stretch.take().is_some() || had_brush;
        }
        if self.replay.pending.asked_at.is_some() {
            self.replay.pending.leave_place();
            return true;
        }
        let was_open = self.replay.cover();
        let was_editing = self.replay.pending.purpose != Purpose::Play;
        let pending = &self.replay.pending;
        let had_chosen = !pending.chooser.chosen().is_empty() || !pending.typed.is_empty();
        if was_editing && self.replay.only_edits {
            self.set_recording(false);
        }
        self.replay.pending = PendingTurn::default();
        let had = was_open || was_editing || had_chosen || self.desk.stretch.take().is_some();
        let is_game = self.playback.at_last() && self.race.view(self.race.len()).to_act.is_some();
        if !had && !is_game {
            self.set_recording(false);
            return true;
        }
        had
    }

    /// Cancels the choices for the turn being recorded, if there are any. Returns whether there were any. The command
    /// Undo calls this first, and takes back a recorded turn only if there were no choices to cancel.
    pub fn undo_choice(&mut self) -> bool {
        let pending = &self.replay.pending;
        let is_choosing = pending.asked_at.is_some() || !pending.chooser.chosen().is_empty();
        self.replay.is_recording && self.workspace == Workspace::Replay && is_choosing && self.escape()
    }

    /// Returns the request for the edit that a command makes to the race; `None` if the command edits nothing.
    #[must_use]
    pub fn edit_of(&self, command: Command) -> Option<Request> {
        let (line, at) = (self.race.shown_line(), self.playback.position());
        let remarks = || self.race.remarks();
        let edit = match command {
            Command::Undo => RaceEdit::Undo,
            Command::Redo => RaceEdit::Redo,
            Command::TakeBack => self.take_back()?,
            Command::CutHere => RaceEdit::Cut { line, at },
            Command::Bookmark => {
                let name = remarks().bookmark(at).is_none().then(String::new);
                RaceEdit::Bookmark { line, at, name }
            }
            Command::PromoteVariation => RaceEdit::Promote { line },
            Command::DeleteVariation => RaceEdit::Delete { line },
            Command::Mark(mark) => {
                let is_set = remarks().marks.get(&at) == Some(&mark);
                RaceEdit::Mark { line, at, mark: (!is_set).then_some(mark) }
            }
            _ => return None,
        };
        Some(Request::Record(edit))
    }

    /// Switches to the next or the previous line (main line or variation) that has a different turn in place of the
    /// current one.
    pub(super) fn walk_variations(&mut self, by: isize) {
        let position = self.playback.position();
        let lines = tree::alternatives(self.race.as_ref(), position);
        let shown = self.race.shown_line();
        // Start from the line on screen. If it is not in the list, start from the line that has the same turn.
        let now = lines.iter().position(|line| *line == shown).or_else(|| {
            lines.iter().position(|line| self.race.turn_of(*line, position) == self.race.turn_of(shown, position))
        });
        let next = now.and_then(|now| now.checked_add_signed(by)).and_then(|next| lines.get(next));
        if let Some(line) = next {
            self.show_line(*line, position);
        }
    }
}

/// Lists turn numbers for a sentence, such as "turns 3, 5". If there are many, lists only the first few. `None` if the
/// list is empty.
fn some_turns(turns: &[usize]) -> Option<String> {
    const SHOWN: usize = 5;
    let first: Vec<String> = turns.iter().take(SHOWN).map(usize::to_string).collect();
    let more = turns.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let word = if turns.len() == 1 { "turn" } else { "turns" };
    (!turns.is_empty()).then(|| format!("{word} {}{rest}", first.join(", ")))
}
