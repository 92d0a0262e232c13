//! The lines of a text that contain remarks or variations:
//!
//! | line | meaning |
//! |---|---|
//! | `note TEXT` | a note on the preceding turn; before the first turn, a note on the grid |
//! | `mark !?` | a mark for the preceding turn |
//! | `bookmark NAME` | a bookmark for the position after the preceding turn; the name is optional |
//! | `reason TEXT` | the reason for letting the preceding turn stand although it breaks a rule |
//! | `variation 13 NAME` | the lines up to `end` are a variation that begins with turn 13 |

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::game::{Game, NotationError, one_line, read_one_line};
use crate::replay::file::{ReplayFile, Variation};
use crate::replay::remarks::{Bookmark, Note, Remarks, TurnMark};
use crate::replay::tree::MAX_DEPTH;

/// Returns the spaces before the lines of a variation at this depth.
pub(super) fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// The remarks on a line of play, sorted by the turns that they belong to.
pub(super) struct Beside<'a> {
    marks: &'a BTreeMap<usize, TurnMark>,
    notes: Vec<&'a Note>,
    bookmarks: Vec<&'a Bookmark>,
}

impl<'a> Beside<'a> {
    /// Sorts the remarks, so that the remarks on a turn are found fast even in very long races.
    pub fn new(remarks: &'a Remarks) -> Self {
        let mut notes: Vec<&Note> = remarks.notes.iter().collect();
        notes.sort_by_key(|note| note.at);
        let mut bookmarks: Vec<&Bookmark> = remarks.bookmarks.iter().collect();
        bookmarks.sort_by_key(|bookmark| bookmark.at);
        Self { marks: &remarks.marks, notes, bookmarks }
    }

    fn notes(&self, at: usize) -> impl Iterator<Item = &'a Note> {
        let first = self.notes.partition_point(|note| note.at < at);
        self.notes[first..].iter().copied().take_while(move |note| note.at == at)
    }

    fn bookmark(&self, at: usize) -> Option<&'a Bookmark> {
        let first = self.bookmarks.partition_point(|bookmark| bookmark.at < at);
        self.bookmarks.get(first).copied().filter(|bookmark| bookmark.at == at)
    }
}

/// Writes the remarks on the state after `at` turns: mark, reason, notes and bookmark.
pub(super) fn print(remarks: &Beside<'_>, at: usize, reason: Option<&str>, depth: usize, text: &mut String) {
    let indent = indent(depth);
    // Writing to a string cannot fail.
    if let Some(mark) = remarks.marks.get(&at) {
        let _ = writeln!(text, "{indent}mark {}", mark.sign());
    }
    if let Some(reason) = reason {
        let _ = writeln!(text, "{indent}reason {}", one_line(reason));
    }
    for note in remarks.notes(at) {
        let _ = writeln!(text, "{}", format!("{indent}note {}", one_line(&note.text)).trim_end());
    }
    if let Some(bookmark) = remarks.bookmark(at) {
        let _ = writeln!(text, "{}", format!("{indent}bookmark {}", one_line(&bookmark.name)).trim_end());
    }
}

/// Writes the text line that begins a variation.
pub(super) fn begin(turn: usize, name: &str, depth: usize, text: &mut String) {
    let line = format!("{}variation {turn} {}", indent(depth), one_line(name));
    let _ = writeln!(text, "{}", line.trim_end());
}

/// Writes the text line that ends a variation.
pub(super) fn end(depth: usize, text: &mut String) {
    let _ = writeln!(text, "{}end", indent(depth));
}

/// A line of play that is being read: the main line or a variation.
struct Part<G: Game> {
    /// The number of turns before the branch point. It is 0 for the main line.
    at: usize,
    name: String,
    turns: Vec<G::Turn>,
    remarks: Remarks,
    reasons: BTreeMap<usize, String>,
    variations: Vec<Variation<G>>,
}

impl<G: Game> Part<G> {
    const fn new(at: usize, name: String) -> Self {
        let remarks = Remarks { notes: Vec::new(), marks: BTreeMap::new(), bookmarks: Vec::new() };
        Self { at, name, turns: Vec::new(), remarks, reasons: BTreeMap::new(), variations: Vec::new() }
    }

    /// The number of the line's last turn, counted from the grid.
    fn last(&self) -> usize {
        self.at + self.turns.len()
    }
}

/// A race that is being read. It has the main line and the variations that have begun but not ended.
pub(super) struct Draft<G: Game> {
    main: Part<G>,
    open: Vec<Part<G>>,
}

impl<G: Game> Default for Draft<G> {
    fn default() -> Self {
        Self { main: Part::new(0, String::new()), open: Vec::new() }
    }
}

impl<G: Game> Draft<G> {
    /// Adds the next turn.
    pub fn play(&mut self, turn: G::Turn) {
        self.part().turns.push(turn);
    }

    fn part(&mut self) -> &mut Part<G> {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    /// Reads a text line with a remark, or with the beginning or end of a variation. Returns `false` for any other
    /// line.
    pub fn read(&mut self, line: &str) -> Result<bool, NotationError> {
        let said = line.trim_start();
        let column = line.chars().count() - said.chars().count() + 1;
        let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said.trim_end(), ""));
        let trimmed = rest.trim_start();
        let after = column + said.chars().count() - trimmed.chars().count();
        let free = trimmed.trim_end();
        let wrong = |column: usize, message: String| Err(NotationError::new(column, message));
        if !matches!(word, "note" | "mark" | "bookmark" | "reason" | "variation" | "end") {
            return Ok(false);
        }
        let is_inside = !self.open.is_empty();
        let part = self.open.last_mut().unwrap_or(&mut self.main);
        let last = part.last();
        if part.turns.is_empty() && (is_inside && word != "end" || matches!(word, "mark" | "reason")) {
            return wrong(column, format!("there is no turn before this `{word}`; write it after a turn"));
        }
        match word {
            "note" => part.remarks.notes.push(Note { at: last, text: read_one_line(free, after)? }),
            "mark" => match TurnMark::from_sign(free) {
                Some(mark) => drop(part.remarks.marks.insert(last, mark)),
                None => return wrong(after, "this mark is unknown; write one of !! ! !? ?! ? ??".to_owned()),
            },
            // Bookmarks are read in the order of their positions. So only the last one can be at the same position.
            "bookmark" if part.remarks.bookmarks.last().is_some_and(|bookmark| bookmark.at == last) => {
                return wrong(column, "this position already has a bookmark; delete one of the two".to_owned());
            }
            "bookmark" => part.remarks.bookmarks.push(Bookmark { at: last, name: read_one_line(free, after)? }),
            "reason" if free.is_empty() => {
                return wrong(after, "the reason is empty; write it after `reason`".to_owned());
            }
            "reason" => drop(part.reasons.insert(last, read_one_line(free, after)?)),
            "variation" => {
                let (number, name) = free.split_once(char::is_whitespace).unwrap_or((free, ""));
                let first = part.at + if is_inside { 2 } else { 1 };
                let turn = number.parse::<usize>().ok().filter(|turn| (first..=last + 1).contains(turn));
                let Some(turn) = turn else {
                    let message =
                        format!("after `variation`, write the number of its first turn, from {first} to {}", last + 1);
                    return wrong(after, message);
                };
                if self.open.len() == MAX_DEPTH {
                    return wrong(column, format!("variations are nested more than {MAX_DEPTH} deep"));
                }
                let name = name.trim_start();
                let place = after + free.chars().count() - name.chars().count();
                self.open.push(Part::new(turn - 1, read_one_line(name, place)?));
            }
            _ if !free.is_empty() => return wrong(after, "nothing may follow `end`; delete this text".to_owned()),
            _ => return self.close(column).map(|()| true),
        }
        Ok(true)
    }

    fn close(&mut self, column: usize) -> Result<(), NotationError> {
        let Some(part) = self.open.pop() else {
            return Err(NotationError::new(column, "there is no open variation to end; delete this line"));
        };
        if part.turns.is_empty() {
            return Err(NotationError::new(column, "the variation has no turns; add one or delete it"));
        }
        let Part { at, name, turns, remarks: Remarks { notes, marks, bookmarks }, reasons, variations } = part;
        self.part().variations.push(Variation { at, name, turns, notes, marks, bookmarks, reasons, variations });
        Ok(())
    }

    /// Puts the turns, remarks and variations that were read into the content of a race file.
    pub fn finish(self, replay: &mut ReplayFile<G>) -> Result<(), NotationError> {
        if !self.open.is_empty() {
            return Err(NotationError::new(1, "a variation does not end; add a line `end`"));
        }
        let Part { turns, remarks: Remarks { notes, marks, bookmarks }, reasons, variations, .. } = self.main;
        replay.turns = turns;
        replay.notes = notes;
        replay.marks = marks;
        replay.bookmarks = bookmarks;
        replay.reasons = reasons;
        replay.variations = variations;
        Ok(())
    }
}
