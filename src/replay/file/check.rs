//! Checks that the turns, variations and remarks of a file agree. For example, a bookmark must not lie after the last
//! turn.

use std::collections::BTreeMap;

use super::{About, FileError, MAX_TURNS, ReplayFile, Variation, locate};
use crate::game::Game;
use crate::limits::{MAX_DEPTH, MAX_TITLE, MAX_VARIATIONS};
use crate::replay::remarks::{MAX_REMARK, Remarks};

/// An error in a file: its JSON path, and the message.
type Wrong = (String, String);

fn wrong<T>(path: impl Into<String>, message: impl Into<String>) -> Result<T, Wrong> {
    Err((path.into(), message.into()))
}

/// The main line of play or a variation: its path in the file, and the range of its own turns.
struct Part<'a> {
    /// The JSON path of the variation, with a dot at the end. Empty for the main line.
    path: &'a str,
    /// The number of turns before the first own turn of this line of play, counted from the start of the race.
    at: usize,
    /// The number of the last turn of this line of play, counted from the start of the race.
    end: usize,
}

impl Part<'_> {
    /// Checks that the remarks belong to turns of this main line or variation.
    fn check(&self, remarks: &Remarks, reasons: &BTreeMap<usize, String>) -> Result<(), Wrong> {
        let Self { path, at, end } = self;
        let is_own = |position: usize| position <= *end && (position > *at || path.is_empty());
        let outside =
            |position: usize| format!("this line of play has no turn {position}; it has the turns {} to {end}", at + 1);
        let long = || format!("the text is longer than {MAX_REMARK} characters; shorten it");
        let is_long = |text: &str| text.chars().nth(MAX_REMARK).is_some();
        for (index, note) in remarks.notes.iter().enumerate() {
            // A note after the end of the main line is allowed, because it is harmless and older files may have one.
            if !path.is_empty() && !is_own(note.at) {
                return wrong(format!("{path}notes[{index}].at"), outside(note.at));
            }
            if is_long(&note.text) {
                return wrong(format!("{path}notes[{index}].text"), long());
            }
        }
        if let Some(turn) = remarks.marks.keys().find(|turn| !is_own(**turn) || **turn == 0) {
            return wrong(format!("{path}marks.{turn}"), outside(*turn));
        }
        for (turn, reason) in reasons {
            if !is_own(*turn) || *turn == 0 {
                return wrong(format!("{path}reasons.{turn}"), outside(*turn));
            }
            if is_long(reason) {
                return wrong(format!("{path}reasons.{turn}"), long());
            }
        }
        let mut known = None;
        for (index, bookmark) in remarks.bookmarks.iter().enumerate() {
            let at = format!("{path}bookmarks[{index}]");
            if !is_own(bookmark.at) {
                return wrong(format!("{at}.at"), outside(bookmark.at));
            }
            if known.is_some_and(|known| known >= bookmark.at) {
                return wrong(
                    format!("{at}.at"),
                    "two bookmarks have the same position or are in the wrong order; sort them, or delete one",
                );
            }
            known = Some(bookmark.at);
            if is_long(&bookmark.name) {
                return wrong(format!("{at}.name"), long());
            }
        }
        Ok(())
    }
}

/// Checks that the turns, variations and remarks of a file agree, and that they are within the limits.
pub(in crate::replay) fn check<G: Game>(replay: &ReplayFile<G>) -> Result<(), Wrong> {
    let mut budget = Budget { variations: MAX_VARIATIONS, turns: MAX_TURNS };
    budget.take("turns", replay.turns.len())?;
    if replay.title.chars().nth(MAX_TITLE).is_some() {
        return wrong("title", format!("the text is longer than {MAX_TITLE} characters; shorten it"));
    }
    let About { date, place } = replay.about();
    for (path, text) in [("date", date), ("place", place)] {
        if text.chars().nth(MAX_TITLE).is_some() {
            return wrong(path, format!("the text is longer than {MAX_TITLE} characters; shorten it"));
        }
    }
    let remarks =
        Remarks { notes: replay.notes.clone(), marks: replay.marks.clone(), bookmarks: replay.bookmarks.clone() };
    let end = replay.turns.len();
    Part { path: "", at: 0, end }.check(&remarks, &replay.reasons)?;
    check_variations(&replay.variations, &Part { path: "", at: 0, end }, 1, &mut budget)
}

/// The limits for the part of the file that is not checked yet: the number of variations and the number of turns that
/// this part may have.
struct Budget {
    variations: usize,
    turns: usize,
}

impl Budget {
    fn take(&mut self, path: &str, turns: usize) -> Result<(), Wrong> {
        match self.turns.checked_sub(turns) {
            Some(left) => self.turns = left,
            None if path == "turns" => {
                return wrong(path, format!("the race has {turns} turns; Paddock reads up to {MAX_TURNS}"));
            }
            None => {
                return wrong(
                    path,
                    format!("the race has more than {MAX_TURNS} turns, including the turns of its variations"),
                );
            }
        }
        Ok(())
    }
}

fn check_variations<G: Game>(
    variations: &[Variation<G>],
    around: &Part<'_>,
    depth: usize,
    budget: &mut Budget,
) -> Result<(), Wrong> {
    for (index, variation) in variations.iter().enumerate() {
        let path = format!("{}variations[{index}]", around.path);
        if depth > MAX_DEPTH {
            return wrong(path, format!("variations are nested more than {MAX_DEPTH} deep"));
        }
        let Some(left) = budget.variations.checked_sub(1) else {
            return wrong(path, format!("the race has more than {MAX_VARIATIONS} variations"));
        };
        budget.variations = left;
        budget.take(&format!("{path}.turns"), variation.turns.len())?;
        let Variation { at, .. } = *variation;
        if at > around.end {
            return wrong(
                format!("{path}.at"),
                format!(
                    "the variation begins after turn {at}, but the line of play that contains it ends after turn {}",
                    around.end
                ),
            );
        }
        if depth > 1 && at <= around.at {
            return wrong(
                format!("{path}.at"),
                format!(
                    "the variation begins before turn {} of the variation that contains it; move it out of that variation",
                    around.at + 1
                ),
            );
        }
        if variation.turns.is_empty() {
            return wrong(format!("{path}.turns"), "the variation has no turns; add one or delete it");
        }
        if variation.name.chars().nth(MAX_REMARK).is_some() {
            return wrong(
                format!("{path}.name"),
                format!("the name is longer than {MAX_REMARK} characters; shorten it"),
            );
        }
        let prefix = format!("{path}.");
        let part = Part { path: &prefix, at, end: at + variation.turns.len() };
        part.check(&variation.remarks(), &variation.reasons)?;
        check_variations(&variation.variations, &part, depth + 1, budget)?;
    }
    Ok(())
}

/// Returns the file if it passes the checks. Otherwise returns the error, with its line and column in the text.
pub(in crate::replay) fn checked<G: Game>(replay: ReplayFile<G>, text: &str) -> Result<ReplayFile<G>, FileError> {
    match check(&replay) {
        Ok(()) => Ok(replay),
        Err((path, message)) => {
            let position = locate(text, &path);
            Err(FileError { path: Some(path), position, ..FileError::new(message) })
        }
    }
}
