//! Edits of a race, as values that can be written to a journal.
//!
//! An edit names its line and position. Therefore the same edits in the same order always produce the same race.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::line::LineId;
use super::remarks::TurnMark;
use crate::game::{IllegalTurn, NotationError};

/// An edit of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum RaceEdit {
    /// Plays a turn at a position. At the end of a line the turn extends the line; elsewhere it begins a variation.
    /// If the turn is already recorded there, nothing is added.
    Play {
        /// The line.
        line: LineId,
        /// The number of turns before the position.
        at: usize,
        /// The turn, as in files.
        turn: Value,
        /// The reason for letting it stand although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Replaces a recorded turn by another one.
    #[serde(alias = "amend")]
    Edit {
        /// The line.
        line: LineId,
        /// The turn's number, from 1.
        number: usize,
        /// The new turn, as in files.
        turn: Value,
        /// The reason for letting it stand although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Inserts a turn that was left out.
    Insert {
        /// The line.
        line: LineId,
        /// The number of turns before the position.
        at: usize,
        /// The turn, as in files.
        turn: Value,
        /// The reason for letting it stand although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Deletes a turn that was not played.
    Remove {
        /// The line.
        line: LineId,
        /// The turn's number, from 1.
        number: usize,
    },
    /// Deletes all turns after a position, and the variations that begin after it.
    Cut {
        /// The line.
        line: LineId,
        /// The number of turns that stay.
        at: usize,
    },
    /// Renames a variation.
    Name {
        /// The variation.
        line: LineId,
        /// The new name; may be empty.
        name: String,
    },
    /// Swaps a variation with the line it branches from.
    Promote {
        /// The variation.
        line: LineId,
    },
    /// Deletes a variation and the variations that begin in it.
    Delete {
        /// The variation.
        line: LineId,
    },
    /// Writes a note, or deletes it if the text is empty.
    Note {
        /// The line.
        line: LineId,
        /// The position, as the number of turns before it.
        at: usize,
        /// The text of the note.
        text: String,
    },
    /// Marks a turn, or deletes its mark.
    Mark {
        /// The line.
        line: LineId,
        /// The turn's number, from 1.
        at: usize,
        /// The mark; `None` deletes it.
        mark: Option<TurnMark>,
    },
    /// Bookmarks a position, or deletes its bookmark.
    Bookmark {
        /// The line.
        line: LineId,
        /// The position, as the number of turns before it.
        at: usize,
        /// The bookmark's name, which may be empty; `None` deletes it.
        name: Option<String>,
    },
    /// Changes the title of the race.
    Title {
        /// The new title.
        title: String,
    },
    /// Undoes the last edit.
    Undo,
    /// Redoes the last undone edit.
    Redo,
}

/// The result of an edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The line to show after the edit.
    pub line: LineId,
    /// The position to show after the edit.
    pub at: usize,
    /// The numbers of later turns of the line that became illegal, from 1.
    pub now_illegal: Vec<usize>,
    /// The numbers of later turns of the line that became legal, from 1.
    pub now_legal: Vec<usize>,
    /// A short description of the edit.
    pub words: String,
}

/// The reason why an edit was refused. A refused edit leaves the race unchanged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// The turn breaks a rule, and no reason was given.
    #[error("{0}")]
    Illegal(Box<IllegalTurn>),
    /// The edit is not possible here.
    #[error("{0}")]
    Refused(String),
}

/// The functions that change a race of any game.
pub trait Recorder {
    /// Applies an edit.
    ///
    /// # Errors
    /// Returns an error if the edit is not possible, or if a turn breaks a rule and has no reason. The race is then
    /// unchanged.
    fn record(&mut self, edit: &RaceEdit) -> Result<Recorded, RecordError>;

    /// Shows another line; an unknown id shows the main line.
    fn show_line(&mut self, line: LineId);

    /// Reads the turn after position `at` from a line of notation, and returns it as in files. A line that does not begin
    /// with a car is a turn of the car to act.
    ///
    /// # Errors
    /// Returns the mistake and its column.
    fn read_turn(&self, at: usize, notation: &str) -> Result<Value, NotationError>;

    /// The number of turns that an edit may check again: the later turns of its line and of the variations that
    /// branch off later.
    fn turns_behind(&self, edit: &RaceEdit) -> usize;

    /// A short description of the edit to undo next; `None` if there is nothing to undo.
    fn can_undo(&self) -> Option<&str>;

    /// A short description of the edit to redo next; `None` if there is nothing to redo.
    fn can_redo(&self) -> Option<&str>;

    /// The id of the race's present content. It changes with every edit; undoing the edit brings back the former id.
    fn revision(&self) -> u64;
}
