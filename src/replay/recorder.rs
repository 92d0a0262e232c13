//! The edits of a race, as values that can be written to a journal.
//!
//! Every edit names its line and position. So the same edits in the same order always make the same race.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::line::LineId;
use super::remarks::TurnMark;
use crate::game::{IllegalTurn, NotationError};

/// An edit of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum RaceEdit {
    /// Plays a turn after `at` turns of a line. If the line has no more turns, the turn is added to it. If another turn
    /// follows in the line, the new turn begins a variation. If the same turn already follows, nothing is added.
    Play {
        /// The id of the line of play on which the turn is played.
        line: LineId,
        /// The number of turns on the line before the new turn, counted from the grid.
        at: usize,
        /// The turn to play, in the form used in files.
        turn: Value,
        /// The reason for letting the turn stand although it breaks a rule. `None` for a legal turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Replaces a recorded turn with another turn.
    #[serde(alias = "amend")]
    Edit {
        /// The id of the line of play whose turn is replaced.
        line: LineId,
        /// The number of the turn to replace, from 1.
        number: usize,
        /// The new turn, in the form used in files.
        turn: Value,
        /// The reason for letting the new turn stand although it breaks a rule. `None` for a legal turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Inserts a turn that is missing in the record.
    Insert {
        /// The id of the line of play into which the turn is inserted.
        line: LineId,
        /// The number of turns on the line before the inserted turn, counted from the grid.
        at: usize,
        /// The turn to insert, in the form used in files.
        turn: Value,
        /// The reason for letting the turn stand although it breaks a rule. `None` for a legal turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Deletes a turn that was recorded by mistake.
    Remove {
        /// The id of the line of play whose turn is deleted.
        line: LineId,
        /// The number of the turn to delete, from 1.
        number: usize,
    },
    /// Keeps the first `at` turns of a line. Deletes its later turns, and the variations that branch off from them.
    Cut {
        /// The id of the line of play whose end is deleted.
        line: LineId,
        /// The number of turns that are kept, from the grid.
        at: usize,
    },
    /// Renames a variation.
    Name {
        /// The id of the variation to rename.
        line: LineId,
        /// The new name. May be empty.
        name: String,
    },
    /// Swaps a variation with the line of play from which it branches off.
    Promote {
        /// The id of the variation to swap with its parent line.
        line: LineId,
    },
    /// Deletes a variation and the variations that begin in it.
    Delete {
        /// The id of the variation to delete.
        line: LineId,
    },
    /// Writes a note on a turn. If the text is empty, deletes the note.
    Note {
        /// The id of the line of play that the note belongs to.
        line: LineId,
        /// The number of the turn that the note is about, from 1. It is 0 for a note on the grid.
        at: usize,
        /// The text of the note.
        text: String,
    },
    /// Marks a turn as good or bad, or deletes its mark.
    Mark {
        /// The id of the line of play whose turn is marked.
        line: LineId,
        /// The number of the turn to mark, from 1.
        at: usize,
        /// The mark of the turn. `None` deletes the mark.
        mark: Option<TurnMark>,
    },
    /// Bookmarks the state after a turn, or deletes its bookmark.
    Bookmark {
        /// The id of the line of play that the bookmark belongs to.
        line: LineId,
        /// The number of turns from the grid to the bookmarked state.
        at: usize,
        /// The name of the bookmark, which may be empty. `None` deletes the bookmark.
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

/// The result of an edit of the race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The id of the line of play to show after the edit.
    pub line: LineId,
    /// The position to show after the edit: a number of turns from the grid.
    pub at: usize,
    /// The numbers of later turns of the line that became illegal. The first turn of the line has the number 1.
    pub now_illegal: Vec<usize>,
    /// The numbers of later turns of the line that became legal. The first turn of the line has the number 1.
    pub now_legal: Vec<usize>,
    /// A short description of the edit.
    pub words: String,
}

/// The reason why an edit was refused. A refused edit leaves the race unchanged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// The turn breaks a rule, and no reason for recording it anyway was given.
    #[error("{0}")]
    Illegal(Box<IllegalTurn>),
    /// The edit is not possible. The sentence gives the reason.
    #[error("{0}")]
    Refused(String),
}

/// The functions that change a race of any game.
pub trait Recorder {
    /// Applies an edit.
    ///
    /// # Errors
    /// Returns an error if the edit is not possible, or if a turn breaks a rule and no reason for recording it anyway
    /// is given. The race is then unchanged.
    fn record(&mut self, edit: &RaceEdit) -> Result<Recorded, RecordError>;

    /// Shows another line of play. If the id is unknown, shows the main line.
    fn show_line(&mut self, line: LineId);

    /// Reads a turn in the game's notation. The turn follows the first `at` turns. Returns it in the form used in
    /// files. If the text does not begin with a car, the turn belongs to the car to act.
    ///
    /// # Errors
    /// Returns the mistake in the text and its column.
    fn read_turn(&self, at: usize, notation: &str) -> Result<Value, NotationError>;

    /// The number of turns that may have to be checked again after an edit. These are the later turns of the edited
    /// line, and the turns of variations that branch off later.
    fn turns_behind(&self, edit: &RaceEdit) -> usize;

    /// A short description of the edit that is undone next. `None` if there is nothing to undo.
    fn can_undo(&self) -> Option<&str>;

    /// A short description of the edit that is redone next. `None` if there is nothing to redo.
    fn can_redo(&self) -> Option<&str>;

    /// The revision number of the race's content. Every edit gives a new number. Undoing the edit restores the earlier
    /// number.
    fn revision(&self) -> u64;
}
