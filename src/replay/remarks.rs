//! Remarks on the turns of a race: notes, marks and bookmarks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::limits::MAX_REMARK;

/// A player's opinion of a turn, in the signs of chess notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum TurnMark {
    /// A brilliant turn.
    #[serde(rename = "!!")]
    Brilliant,
    /// A good turn.
    #[serde(rename = "!")]
    Good,
    /// An interesting turn.
    #[serde(rename = "!?")]
    Interesting,
    /// A dubious turn.
    #[serde(rename = "?!")]
    Dubious,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A blunder.
    #[serde(rename = "??")]
    Blunder,
}

impl TurnMark {
    /// All marks, from best to worst.
    pub const ALL: [Self; 6] =
        [Self::Brilliant, Self::Good, Self::Interesting, Self::Dubious, Self::Mistake, Self::Blunder];

    /// The sign of the mark in files and texts, such as `!?`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The meaning of the mark, in a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Good => "good",
            Self::Interesting => "interesting",
            Self::Dubious => "dubious",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark with this sign. `None` if there is no such mark.
    ///
    /// ```
    /// use paddock::replay::TurnMark;
    ///
    /// assert_eq!(TurnMark::from_sign("?!"), Some(TurnMark::Dubious));
    /// assert_eq!(TurnMark::from_sign("x"), None);
    /// ```
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.sign() == sign)
    }
}

/// A note on a turn, or on the grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The number of the turn that the note is about, from 1. It is 0 for a note on the grid.
    pub at: usize,
    /// The text of the note.
    pub text: String,
}

/// A bookmark of a position in the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bookmark {
    /// The number of turns played at the bookmarked position.
    pub at: usize,
    /// The name of the bookmark. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// The remarks on one line of play. Turn numbers are counted from the grid, also for a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The notes on turns. One turn may have several notes.
    pub notes: Vec<Note>,
    /// The marks of turns, by the number of the turn.
    pub marks: BTreeMap<usize, TurnMark>,
    /// The bookmarks, in order. A position has at most one bookmark.
    pub bookmarks: Vec<Bookmark>,
}

impl Remarks {
    /// All notes on the state after `at` turns, joined to one text with one note on each line. `None` if there are no
    /// notes.
    #[must_use]
    pub fn note(&self, at: usize) -> Option<String> {
        let texts: Vec<&str> = self.notes.iter().filter(|note| note.at == at).map(|note| note.text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// Replaces all notes on the state after `at` turns by one note. If `text` is empty, the notes are deleted.
    ///
    /// ```
    /// use paddock::replay::Remarks;
    ///
    /// let mut remarks = Remarks::default();
    /// remarks.set_note(12, "Rain sets in.");
    /// assert_eq!(remarks.note(12).as_deref(), Some("Rain sets in."));
    /// ```
    pub fn set_note(&mut self, at: usize, text: &str) {
        self.notes.retain(|note| note.at != at);
        if !text.trim().is_empty() {
            let index = self.notes.partition_point(|note| note.at <= at);
            self.notes.insert(index, Note { at, text: text.to_owned() });
        }
    }

    /// The name of the bookmark on the position after `at` turns. `None` if there is no bookmark.
    #[must_use]
    pub fn bookmark(&self, at: usize) -> Option<&str> {
        self.bookmarks.iter().find(|bookmark| bookmark.at == at).map(|bookmark| bookmark.name.as_str())
    }

    /// Sets the bookmark on the position after `at` turns. If `name` is `None`, deletes the bookmark.
    pub fn set_bookmark(&mut self, at: usize, name: Option<&str>) {
        self.bookmarks.retain(|bookmark| bookmark.at != at);
        if let Some(name) = name {
            let index = self.bookmarks.partition_point(|bookmark| bookmark.at <= at);
            self.bookmarks.insert(index, Bookmark { at, name: name.to_owned() });
        }
    }

    /// Changes the turn numbers of all remarks. `moved` returns the new number for an old number. If it returns `None`,
    /// the remark is deleted.
    #[must_use]
    pub(super) fn moved(&self, moved: impl Fn(usize) -> Option<usize>) -> Self {
        Self {
            notes: self.notes.iter().filter_map(|note| Some(Note { at: moved(note.at)?, ..note.clone() })).collect(),
            marks: self.marks.iter().filter_map(|(at, mark)| Some((moved(*at)?, *mark))).collect(),
            bookmarks: self
                .bookmarks
                .iter()
                .filter_map(|bookmark| Some(Bookmark { at: moved(bookmark.at)?, ..bookmark.clone() }))
                .collect(),
        }
    }

    /// Adds the remarks of another line of play to these remarks.
    pub(super) fn add(&mut self, other: Self) {
        self.notes.extend(other.notes);
        self.notes.sort_by_key(|note| note.at);
        self.marks.extend(other.marks);
        self.bookmarks.extend(other.bookmarks);
        self.bookmarks.sort_by_key(|bookmark| bookmark.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_stands_for_one_mark() {
        for mark in TurnMark::ALL {
            assert_eq!(TurnMark::from_sign(mark.sign()), Some(mark));
            assert_eq!(serde_json::to_value(mark).expect("text"), mark.sign());
        }
        assert_eq!(TurnMark::from_sign("!!!"), None);
    }

    #[test]
    fn a_position_has_one_note_after_it_was_edited() {
        let note = |at, text: &str| Note { at, text: text.to_owned() };
        let mut remarks = Remarks { notes: vec![note(1, "a"), note(1, "b"), note(3, "c")], ..Remarks::default() };
        assert_eq!(remarks.note(1).as_deref(), Some("a\nb"));
        remarks.set_note(1, "both");
        remarks.set_note(2, "between");
        remarks.set_note(3, " ");
        assert_eq!(remarks.notes, [note(1, "both"), note(2, "between")]);
        remarks.set_bookmark(5, Some("end"));
        remarks.set_bookmark(2, Some(""));
        remarks.set_bookmark(5, Some("the end"));
        assert_eq!((remarks.bookmark(2), remarks.bookmark(5), remarks.bookmark(1)), (Some(""), Some("the end"), None));
        let later = remarks.moved(|at| (at > 1).then_some(at + 1));
        assert_eq!((later.notes.len(), later.bookmark(6)), (1, Some("the end")));
    }
}
