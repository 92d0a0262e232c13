//! Applies edits to a race. Each edit is checked first, and can be undone afterwards.

use serde_json::Value;

use super::file::MAX_TURNS;
use super::line::{LineId, Written, check};
use super::recorder::{RaceEdit, RecordError, Recorded, Recorder};
use super::remarks::MAX_REMARK;
use super::timeline::Timeline;
use super::tree::{MAX_DEPTH, MAX_VARIATIONS, Splice};
use super::undo::Was;
use crate::game::words::many;
use crate::game::{Game, NotationError};

fn refused<T>(why: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError::Refused(why.into()))
}

/// Whether a typed line names a car at its beginning: the car's number and a colon, or a round and a car, such as
/// `4.2`. Also true for an empty line, because its error message should ask for a car.
fn names_a_car(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    line.is_empty() || (rest.len() < line.len() && rest.trim_start().starts_with([':', '.']))
}

fn short(text: &str) -> Result<(), RecordError> {
    if text.chars().count() > MAX_REMARK {
        return refused(format!("the text is longer than {MAX_REMARK} characters; shorten it"));
    }
    Ok(())
}

impl<G: Game> Timeline<G> {
    fn turn_from(turn: &Value) -> Result<G::Turn, RecordError> {
        serde_json::from_value(turn.clone()).or_else(|error| refused(format!("this is not a turn: {error}")))
    }

    /// Prepares a turn for recording after the first `at` turns of a line of play. An illegal turn is accepted only
    /// with a reason for letting it stand.
    fn written(
        &self,
        line: LineId,
        at: usize,
        turn: &Value,
        reason: &Option<String>,
    ) -> Result<Written<G>, RecordError> {
        let turn = Self::turn_from(turn)?;
        let Some(line) = self.tree.line(line) else { return refused("this variation was deleted") };
        if at > line.links.len() {
            return refused(format!("this line of play has only {}", many(line.links.len() as u64, "turn")));
        }
        let before = at.checked_sub(1).and_then(|index| line.links.get(index)).map_or(&self.grid, |link| &link.state);
        let reason = reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        short(reason.unwrap_or_default())?;
        match check::<G>(&self.track, before, &turn) {
            Err(illegal) if reason.is_none() => Err(RecordError::Illegal(Box::new(illegal))),
            checked => {
                let reason = reason.filter(|_| checked.is_err()).map(str::to_owned);
                Ok(Written { turn, reason, checked: Some(checked) })
            }
        }
    }

    fn room(&self) -> Result<(), RecordError> {
        if self.tree.turns() >= MAX_TURNS {
            return refused(format!("the race already has {MAX_TURNS} turns, which is the limit"));
        }
        Ok(())
    }

    fn exists(&self, line: LineId, at: usize) -> Result<(), RecordError> {
        match self.tree.line(line) {
            None => refused("this variation was deleted"),
            Some(found) if at > found.links.len() => {
                refused(format!("this line of play has only {}", many(found.links.len() as u64, "turn")))
            }
            Some(_) => Ok(()),
        }
    }

    /// Returns whether each turn of a line of play is legal, leaving out the first `from` turns. The order is reversed:
    /// the list begins with the last turn.
    fn legality(&self, line: LineId, from: usize) -> Vec<bool> {
        let Some(line) = self.tree.line(line) else { return Vec::new() };
        line.links.range(from, line.links.len()).rev().map(|link| link.step.illegal.is_none()).collect()
    }

    /// Replaces a part of a line of play. The result lists the later turns that became illegal or legal because of the
    /// replacement.
    fn spliced(&mut self, id: LineId, splice: Splice<G>, words: String) -> Recorded {
        let Splice { from, removed, .. } = splice;
        let count = splice.inserted.len();
        let before = self.legality(id, from + removed);
        self.tree.splice(&self.track, &self.grid, id, splice);
        let after = self.legality(id, from + count);
        let len = self.tree.line(id).map_or(0, |line| line.links.len());
        let changed = |to: bool| {
            let turns = before.iter().zip(&after).enumerate().rev();
            turns.filter(|(_, (old, new))| **new == to && **old != to).map(|(back, _)| len - back).collect()
        };
        Recorded { line: id, at: from + count, now_illegal: changed(false), now_legal: changed(true), words }
    }

    /// Applies any edit except undo and redo.
    fn carry_out(&mut self, edit: &RaceEdit) -> Result<Recorded, RecordError> {
        let result = |line, at, words: &str| Recorded { line, at, words: words.to_owned(), ..Recorded::default() };
        Ok(match edit {
            RaceEdit::Play { line, at, turn, reason } => {
                let (line, at) = (*line, *at);
                let written = self.written(line, at, turn, reason)?;
                if let Some(there) = self.tree.continuation(line, at, &written.turn) {
                    return Ok(result(there, at + 1, ""));
                }
                self.room()?;
                let is_end = self.tree.line(line).is_some_and(|line| line.links.len() == at);
                let line = if is_end {
                    line
                } else {
                    if self.tree.lines().count() > MAX_VARIATIONS {
                        return refused(format!(
                            "a race can have at most {MAX_VARIATIONS} variations; delete one first"
                        ));
                    }
                    if self.tree.depth(self.tree.owner(line, at)) >= MAX_DEPTH {
                        return refused(format!(
                            "this variation would be nested more than {MAX_DEPTH} deep, which is the limit"
                        ));
                    }
                    self.tree.add(line, at, String::new())
                };
                let number = at + 1;
                let words = if is_end { format!("Turn {number}") } else { format!("Variation at turn {number}") };
                let played = Splice { from: at, removed: 0, inserted: vec![written] };
                self.spliced(line, played, words)
            }
            RaceEdit::Edit { line, number, turn, reason } => {
                let Some(from) = number.checked_sub(1) else {
                    return refused("turn numbers begin at 1; enter 1 or a larger number");
                };
                self.exists(*line, *number)?;
                let written = self.written(*line, from, turn, reason)?;
                let owner = self.tree.owner(*line, *number);
                let words = format!("Edited turn {number}");
                self.spliced(owner, Splice { from, removed: 1, inserted: vec![written] }, words)
            }
            RaceEdit::Insert { line, at, turn, reason } => {
                self.room()?;
                let written = self.written(*line, *at, turn, reason)?;
                let owner = self.tree.owner(*line, at + 1);
                let words = format!("Inserted turn {}", at + 1);
                self.spliced(owner, Splice { from: *at, removed: 0, inserted: vec![written] }, words)
            }
            RaceEdit::Remove { line, number } => {
                let Some(from) = number.checked_sub(1) else {
                    return refused("the grid cannot be deleted; choose a turn");
                };
                self.exists(*line, *number)?;
                let owner = self.tree.owner(*line, *number);
                let words = format!("Deleted turn {number}");
                self.spliced(owner, Splice { from, removed: 1, inserted: Vec::new() }, words)
            }
            RaceEdit::Cut { line, at } => {
                self.exists(*line, *at)?;
                let owner = self.tree.owner(*line, at + 1);
                let gone = self.tree.line(owner).map_or(0, |line| line.links.len() - at);
                if gone == 0 {
                    return refused("no turn follows this position, so there is nothing to take back");
                }
                let parent = self.tree.line(owner).and_then(|line| line.parent);
                // A variation without turns is deleted.
                let line = match parent.filter(|(_, from)| from == at) {
                    Some((parent, _)) => {
                        self.tree.delete(owner);
                        parent
                    }
                    None => {
                        self.tree.cut(owner, *at);
                        owner
                    }
                };
                let words = if gone == 1 {
                    format!("Took back turn {}", at + 1)
                } else {
                    format!("Took back {}", many(gone, "turn"))
                };
                result(line, *at, &words)
            }
            RaceEdit::Name { line, name } => {
                self.exists(*line, 0)?;
                short(name)?;
                if let Some(line) = self.tree.line_mut(*line) {
                    line.name = name.trim().to_owned();
                }
                result(*line, usize::MAX, "Named the variation")
            }
            RaceEdit::Promote { line } => {
                self.exists(*line, 0)?;
                if self.tree.line(*line).is_none_or(|line| line.parent.is_none()) {
                    return refused("this is already the main line");
                }
                self.tree.promote(*line);
                result(*line, usize::MAX, "Promoted the variation")
            }
            RaceEdit::Delete { line } => {
                self.exists(*line, 0)?;
                let Some((parent, at)) = self.tree.line(*line).and_then(|line| line.parent) else {
                    return refused("the main line cannot be deleted; take back turns from its end instead");
                };
                self.tree.delete(*line);
                result(parent, at, "Deleted the variation")
            }
            RaceEdit::Note { line, at, text } => {
                self.exists(*line, *at)?;
                short(text)?;
                let owner = self.tree.owner(*line, *at);
                if let Some(line) = self.tree.line_mut(owner) {
                    line.remarks.set_note(*at, text);
                }
                result(*line, *at, &format!("Note on turn {at}"))
            }
            RaceEdit::Mark { line, at, mark } => {
                self.exists(*line, *at)?;
                if *at == 0 {
                    return refused("only turns can be marked; the grid is not a turn");
                }
                let owner = self.tree.owner(*line, *at);
                if let Some(line) = self.tree.line_mut(owner) {
                    match mark {
                        Some(mark) => line.remarks.marks.insert(*at, *mark),
                        None => line.remarks.marks.remove(at),
                    };
                }
                let done = if mark.is_some() { "Marked turn" } else { "Removed the mark of turn" };
                result(*line, *at, &format!("{done} {at}"))
            }
            RaceEdit::Bookmark { line, at, name } => {
                self.exists(*line, *at)?;
                short(name.as_deref().unwrap_or_default())?;
                let owner = self.tree.owner(*line, *at);
                if let Some(line) = self.tree.line_mut(owner) {
                    line.remarks.set_bookmark(*at, name.as_deref().map(str::trim));
                }
                let done = if name.is_some() { "Bookmark at turn" } else { "Removed the bookmark at turn" };
                result(*line, *at, &format!("{done} {at}"))
            }
            RaceEdit::Title { title } => {
                short(title)?;
                self.title.clone_from(title);
                result(self.shown, usize::MAX, "Named the race")
            }
            RaceEdit::Undo | RaceEdit::Redo => return refused("undo and redo cannot be part of another edit"),
        })
    }

    fn now(&self, words: String) -> Was<G> {
        Was {
            tree: self.tree.clone(),
            title: self.title.clone(),
            shown: self.shown,
            revision: self.edits.revision,
            words,
            back: usize::MAX,
            forth: usize::MAX,
            kept: 0,
        }
    }

    fn go_back_to(&mut self, was: Was<G>) {
        self.tree = was.tree;
        self.title = was.title;
        self.edits.revision = was.revision;
        self.show_line(was.shown);
    }

    fn undo_or_redo(&mut self, undo: bool) -> Result<Recorded, RecordError> {
        let steps = if undo { &mut self.edits.done } else { &mut self.edits.undone };
        let Some(was) = steps.pop() else {
            return refused(if undo { "there is nothing to undo" } else { "there is nothing to redo" });
        };
        let words = format!("{}: {}", if undo { "Undone" } else { "Redone" }, was.words);
        let at = if undo { was.back } else { was.forth };
        let now = Was { back: was.back, forth: was.forth, kept: was.kept, ..self.now(was.words.clone()) };
        if undo {
            self.edits.undone.push(now)
        } else {
            self.edits.done.push(now)
        }
        self.go_back_to(was);
        Ok(Recorded { line: self.shown, at, words, ..Recorded::default() })
    }
}

impl<G: Game> Recorder for Timeline<G> {
    fn record(&mut self, edit: &RaceEdit) -> Result<Recorded, RecordError> {
        if matches!(edit, RaceEdit::Undo | RaceEdit::Redo) {
            return self.undo_or_redo(*edit == RaceEdit::Undo);
        }
        let mut before = self.now(String::new());
        // A refused edit returns here, before anything is changed.
        let recorded = self.carry_out(edit)?;
        self.show_line(recorded.line);
        if recorded.words.is_empty() {
            // The turn was already recorded, so nothing was changed.
            return Ok(recorded);
        }
        before.words.clone_from(&recorded.words);
        before.forth = recorded.at;
        before.back = if let RaceEdit::Play { at, .. } = edit { *at } else { recorded.at };
        before.kept = before.tree.turns_gone_in(&self.tree);
        self.edits.keep(before);
        self.edits.undone.clear();
        self.edits.revision = self.edits.next;
        self.edits.next += 1;
        Ok(recorded)
    }

    fn show_line(&mut self, line: LineId) {
        self.shown = if self.tree.line(line).is_some() { line } else { self.tree.main().id };
    }

    fn read_turn(&self, at: usize, notation: &str) -> Result<Value, NotationError> {
        let state = self.state(at);
        let to_act = if names_a_car(notation) { None } else { G::view(&self.track, state).to_act };
        let prefix = to_act.map(|car| G::prefix(state, car)).unwrap_or_default();
        let turn = G::read_notation_in(&self.draft, &self.setup, &format!("{prefix}{notation}"));
        let turn = turn.map_err(|error| NotationError {
            column: error.column.saturating_sub(prefix.chars().count()).max(1),
            ..error
        })?;
        let column = notation.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let no_turn = |error: serde_json::Error| {
            NotationError::new(column, format!("this turn cannot be saved in a race file: {error}"))
        };
        let value = serde_json::to_value(&turn).map_err(no_turn)?;
        serde_json::from_value::<G::Turn>(value.clone()).map_err(no_turn)?;
        Ok(value)
    }

    fn turns_behind(&self, edit: &RaceEdit) -> usize {
        let place = match edit {
            RaceEdit::Insert { at, .. } => *at,
            RaceEdit::Edit { number, .. } | RaceEdit::Remove { number, .. } => number.saturating_sub(1),
            _ => return 0,
        };
        // `links` of a variation also has the turns before its branch point. These turns are not checked again.
        self.tree.lines().map(|line| line.links.len().saturating_sub(place.max(line.at()))).sum()
    }

    fn can_undo(&self) -> Option<&str> {
        self.edits.done.last().map(|was| was.words.as_str())
    }

    fn can_redo(&self) -> Option<&str> {
        self.edits.undone.last().map(|was| was.words.as_str())
    }

    fn revision(&self) -> u64 {
        self.edits.revision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::vektorace::Vektorace;
    use crate::replay::line::CHECKED;
    use crate::replay::{self, Race as _, ReplayFile, TrackSource};

    /// Records an edit. Returns the result and the number of turns that were checked for it.
    fn counted(race: &mut Timeline<Vektorace>, edit: &RaceEdit) -> (Result<Recorded, RecordError>, usize) {
        CHECKED.with(|checked| checked.set(0));
        let recorded = race.record(edit);
        (recorded, CHECKED.with(std::cell::Cell::get))
    }

    #[test]
    fn a_turn_that_is_recorded_is_checked_once() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/nightjar-park-duel.json");
        let file: ReplayFile<Vektorace> = replay::parse(&std::fs::read(path).expect("ships")).expect("a race");
        let TrackSource::Here(draft) = file.track.clone() else { panic!("the track is within") };
        let mut race = Timeline::<Vektorace>::of_file(file, *draft).expect("it begins");
        let last = race.len();
        let (line, turn) = (race.shown_line(), race.turn_json(last).expect("JSON"));
        let (_, checked) = counted(&mut race, &RaceEdit::Cut { line, at: last - 1 });
        assert_eq!(checked, 0);
        let play =
            |reason: Option<&str>, turn| RaceEdit::Play { line, at: last - 1, turn, reason: reason.map(str::to_owned) };
        let typed = race.recorded().expect("a recorder").read_turn(last - 2, &race.notation(last - 1)).expect("a turn");
        assert!(matches!(counted(&mut race, &play(None, typed.clone())), (Err(RecordError::Illegal(_)), 1)));
        assert!(matches!(counted(&mut race, &play(None, turn)), (Ok(_), 1)), "a legal one");
        race.record(&RaceEdit::Undo).expect("undone");
        assert!(
            matches!(counted(&mut race, &play(Some("Nobody saw it"), typed.clone())), (Ok(_), 1)),
            "one that stands"
        );
        // Every later turn is checked again.
        let edited = RaceEdit::Edit { line, number: last, turn: typed, reason: Some("So it was".to_owned()) };
        assert!(matches!(counted(&mut race, &edited), (Ok(_), 1)));
    }
}
