//! Variations as files hold them, and the way from a file to a tree of lines and back.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::file::{About, FileError, MAX_TURNS, ReplayFile, TrackSource};
use super::line::{Line, LineId, Written};
use super::race::Race as _;
use super::remarks::{Bookmark, MAX_REMARK, Note, Remarks, TurnMark};
use super::timeline::Timeline;
use super::tree::{MAX_DEPTH, MAX_VARIATIONS};
use crate::game::{Game, Issue};
use crate::limits::MAX_TITLE;

/// What else may have been played, from some position on. All positions are counted from the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(rename = "Variation", bound = "")]
pub struct Variation<G: Game> {
    /// After so many turns it departs from what it is written in.
    pub at: usize,
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its own turns, in order.
    pub turns: Vec<G::Turn>,
    /// Remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What somebody thinks of its turns, by the turn's number from the grid.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<usize, TurnMark>,
    /// Positions to find again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<Bookmark>,
    /// Why the table would let turns stand that break a rule, by the turn's number from the grid.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reasons: BTreeMap<usize, String>,
    /// What else may have been played after its first turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Self>,
}

/// What is wrong, and the path of it.
type Wrong = (String, String);

fn wrong<T>(path: impl Into<String>, message: impl Into<String>) -> Result<T, Wrong> {
    Err((path.into(), message.into()))
}

/// A line as a file has it.
struct Part<'a> {
    /// `""`, or the path of the variation with a dot.
    path: &'a str,
    /// Its first turn's number, less one.
    at: usize,
    /// The number of its last turn.
    end: usize,
}

impl Part<'_> {
    /// Positions and turns there are, and no others.
    fn check(&self, remarks: &Remarks, reasons: &BTreeMap<usize, String>) -> Result<(), Wrong> {
        let Self { path, at, end } = self;
        let is_own = |position: usize| position <= *end && (position > *at || path.is_empty());
        let outside = |position: usize| format!("there is no turn {position} here: the turns are {} to {end}", at + 1);
        let long = || format!("this is longer than {MAX_REMARK} characters");
        let is_long = |text: &str| text.chars().nth(MAX_REMARK).is_some();
        for (index, note) in remarks.notes.iter().enumerate() {
            // A note beyond the end is harmless, and older files may have one.
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
                return wrong(format!("{at}.at"), "bookmarks are in order, at most one a position");
            }
            known = Some(bookmark.at);
            if is_long(&bookmark.name) {
                return wrong(format!("{at}.name"), long());
            }
        }
        Ok(())
    }
}

/// Whether a file's lines and remarks hold together.
pub(super) fn check<G: Game>(replay: &ReplayFile<G>) -> Result<(), Wrong> {
    let mut budget = Budget { variations: MAX_VARIATIONS, turns: MAX_TURNS };
    budget.take("turns", replay.turns.len())?;
    if replay.title.chars().nth(MAX_TITLE).is_some() {
        return wrong("title", format!("this is longer than {MAX_TITLE} characters"));
    }
    let About { date, place } = replay.about();
    for (path, text) in [("date", date), ("place", place)] {
        if text.chars().nth(MAX_TITLE).is_some() {
            return wrong(path, format!("this is longer than {MAX_TITLE} characters"));
        }
    }
    let remarks =
        Remarks { notes: replay.notes.clone(), marks: replay.marks.clone(), bookmarks: replay.bookmarks.clone() };
    let end = replay.turns.len();
    Part { path: "", at: 0, end }.check(&remarks, &replay.reasons)?;
    check_variations(&replay.variations, &Part { path: "", at: 0, end }, 1, &mut budget)
}

/// What is left of what a file may have.
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
            None => return wrong(path, format!("the race has more than {MAX_TURNS} turns on all its lines")),
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
            return wrong(path, format!("variations lie more than {MAX_DEPTH} deep in each other"));
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
                format!("it departs after turn {at}, but there are only {}", around.end),
            );
        }
        if depth > 1 && at <= around.at {
            return wrong(
                format!("{path}.at"),
                format!(
                    "it departs before turn {} is played: put it beside the variation that it is in",
                    around.at + 1
                ),
            );
        }
        if variation.turns.is_empty() {
            return wrong(format!("{path}.turns"), "a variation has a turn, at least");
        }
        if variation.name.chars().nth(MAX_REMARK).is_some() {
            return wrong(format!("{path}.name"), format!("this is longer than {MAX_REMARK} characters"));
        }
        let prefix = format!("{path}.");
        let part = Part { path: &prefix, at, end: at + variation.turns.len() };
        part.check(&remarks_of(variation), &variation.reasons)?;
        check_variations(&variation.variations, &part, depth + 1, budget)?;
    }
    Ok(())
}

fn remarks_of<G: Game>(variation: &Variation<G>) -> Remarks {
    Remarks { notes: variation.notes.clone(), marks: variation.marks.clone(), bookmarks: variation.bookmarks.clone() }
}

impl<G: Game> Timeline<G> {
    /// The race of a file on this track, with all its lines.
    ///
    /// # Errors
    /// Every error of the track and the setup.
    pub fn of_file(replay: ReplayFile<G>, draft: G::Draft) -> Result<Self, Vec<Issue>> {
        let about = replay.about();
        let mut timeline = Self::new(replay.title, draft, replay.setup, Vec::new())?;
        timeline.about = about;
        if let TrackSource::File(name) = replay.track {
            timeline.track_file = Some(name);
        }
        let remarks = Remarks { notes: replay.notes, marks: replay.marks, bookmarks: replay.bookmarks };
        timeline.fill(LineId::default(), replay.turns, replay.reasons, remarks);
        for variation in replay.variations {
            timeline.read(LineId::default(), variation);
        }
        Ok(timeline)
    }

    fn fill(&mut self, line: LineId, turns: Vec<G::Turn>, mut reasons: BTreeMap<usize, String>, remarks: Remarks) {
        let (track, grid) = (&self.track, &self.grid);
        let Some(line) = self.tree.line_mut(line) else { return };
        for turn in turns {
            let reason = reasons.remove(&(line.links.len() + 1));
            line.push(track, grid, Written { turn, reason, checked: None });
        }
        line.remarks = remarks;
    }

    fn read(&mut self, parent: LineId, variation: Variation<G>) {
        let remarks = remarks_of(&variation);
        let line = self.tree.add(parent, variation.at, variation.name);
        self.fill(line, variation.turns, variation.reasons, remarks);
        for inner in variation.variations {
            self.read(line, inner);
        }
    }

    fn variations(&self, of: LineId) -> Vec<Variation<G>> {
        let written = |line: &Line<G>| Variation {
            at: line.at(),
            name: line.name.clone(),
            turns: line.links.range(line.at(), line.links.len()).map(|link| link.turn.clone()).collect(),
            notes: line.remarks.notes.clone(),
            marks: line.remarks.marks.clone(),
            bookmarks: line.remarks.bookmarks.clone(),
            reasons: reasons(line),
            variations: self.variations(line.id),
        };
        // One without turns, left by turns taken out, says nothing.
        self.tree.children(of).into_iter().filter(|line| line.links.len() > line.at()).map(written).collect()
    }
}

fn reasons<G: Game>(line: &Line<G>) -> BTreeMap<usize, String> {
    let own = line.links.iter().enumerate().skip(line.at());
    own.filter_map(|(index, link)| Some((index + 1, link.step.reason.clone()?))).collect()
}

/// The file of a race; its track is in it where `whole` says so, or where it was.
pub(super) fn file_of<G: Game>(timeline: &Timeline<G>, whole: bool) -> ReplayFile<G> {
    let main = timeline.tree.main();
    let turns: Vec<G::Turn> = main.links.iter().map(|link| link.turn.clone()).collect();
    let mut file = ReplayFile::new(timeline.title.clone(), timeline.draft.clone(), timeline.setup.clone(), turns)
        .with_about(timeline.about.clone());
    if let Some(name) = timeline.track_file.as_ref().filter(|_| !whole) {
        file.track = TrackSource::File(name.clone());
    }
    file.notes = main.remarks.notes.clone();
    file.marks = main.remarks.marks.clone();
    file.bookmarks = main.remarks.bookmarks.clone();
    file.reasons = reasons(main);
    file.variations = timeline.variations(main.id);
    let mut raced = timeline.clone();
    raced.shown = main.id;
    let kept = timeline.fingerprints.iter().filter(|(at, (_, agreed))| !agreed || **at <= raced.len());
    let written = kept.map(|(at, (recorded, agreed))| (*at, if *agreed { raced.fingerprint(*at) } else { *recorded }));
    file.fingerprints = written.map(|(at, fingerprint)| (at, format!("{fingerprint:016x}"))).collect();
    file
}

/// A file whose lines hold together, or what is wrong, with its place in the text.
pub(super) fn checked<G: Game>(replay: ReplayFile<G>, text: &str) -> Result<ReplayFile<G>, FileError> {
    match check(&replay) {
        Ok(()) => Ok(replay),
        Err((path, message)) => {
            let position = super::locate(text, &path);
            Err(FileError { path: Some(path), position, ..FileError::new(message) })
        }
    }
}
