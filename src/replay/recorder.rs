//! Recording: everything that changes a race, as values that a journal can keep.
//!
//! An edit names its line and place itself, so that the same edits in the same order make the same race of the same file.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::line::LineId;
use super::remarks::TurnMark;
use crate::game::{IllegalTurn, NotationError};

/// Something that is done to a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum RaceEdit {
    /// A turn is played at a position: at the end of the line it goes on; elsewhere a variation begins, unless that turn
    /// is there already.
    Play {
        /// On this line.
        line: LineId,
        /// After so many turns.
        at: usize,
        /// The turn as files hold it.
        turn: Value,
        /// Why it stands although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A turn was another one.
    #[serde(alias = "amend")]
    Edit {
        /// On this line.
        line: LineId,
        /// Which, from 1.
        number: usize,
        /// What it was, as files hold it.
        turn: Value,
        /// Why it stands although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A turn was left out.
    Insert {
        /// On this line.
        line: LineId,
        /// After so many turns.
        at: usize,
        /// The turn as files hold it.
        turn: Value,
        /// Why it stands although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A turn was not played.
    Remove {
        /// On this line.
        line: LineId,
        /// Which, from 1.
        number: usize,
    },
    /// Everything after so many turns is taken back, with the variations that depart from there.
    Cut {
        /// On this line.
        line: LineId,
        /// So many turns stay.
        at: usize,
    },
    /// A variation is called otherwise.
    Name {
        /// Which.
        line: LineId,
        /// Its name; may be empty.
        name: String,
    },
    /// A variation changes places with the line that it departs from.
    Promote {
        /// Which.
        line: LineId,
    },
    /// A variation is taken away, with those that depart from it.
    Delete {
        /// Which.
        line: LineId,
    },
    /// A note is written, or with an empty text taken away.
    Note {
        /// On this line.
        line: LineId,
        /// After so many turns.
        at: usize,
        /// What it says.
        text: String,
    },
    /// A turn is marked, or its mark taken away.
    Mark {
        /// On this line.
        line: LineId,
        /// After so many turns.
        at: usize,
        /// With this.
        mark: Option<TurnMark>,
    },
    /// A position is bookmarked, or its bookmark taken away.
    Bookmark {
        /// On this line.
        line: LineId,
        /// After so many turns.
        at: usize,
        /// By this name, which may be empty.
        name: Option<String>,
    },
    /// The race is called otherwise.
    Title {
        /// Its name.
        title: String,
    },
    /// The last edit is undone.
    Undo,
    /// What was undone last is done again.
    Redo,
}

/// What came of an edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The line to look at now.
    pub line: LineId,
    /// The position to look at now.
    pub at: usize,
    /// Later turns of the line that were legal and are not any more, from 1.
    pub now_illegal: Vec<usize>,
    /// Later turns of the line that were not legal and are now.
    pub now_legal: Vec<usize>,
    /// What was done, in a few words.
    pub words: String,
}

/// Why an edit was refused; the race is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// The turn breaks a rule, and nobody said why it stands.
    #[error("{0}")]
    Illegal(Box<IllegalTurn>),
    /// It makes no sense here.
    #[error("{0}")]
    Refused(String),
}

/// A race that can be changed, whatever the game.
pub trait Recorder {
    /// Does it.
    ///
    /// # Errors
    /// Where it makes no sense, or a turn breaks a rule and has no reason; nothing is changed then.
    fn record(&mut self, edit: &RaceEdit) -> Result<Recorded, RecordError>;

    /// Has another line answer; one that is not there changes nothing.
    fn show_line(&mut self, line: LineId);

    /// The turn a line of notation stands for, as files hold it.
    ///
    /// # Errors
    /// What is wrong with it, and at which column.
    fn read_turn(&self, notation: &str) -> Result<Value, NotationError>;

    /// How many turns an edit may have judged anew: those behind it, on its line and on those that depart from there.
    fn turns_behind(&self, edit: &RaceEdit) -> usize;

    /// What would be undone, in a few words.
    fn can_undo(&self) -> Option<&str>;

    /// What would be done again.
    fn can_redo(&self) -> Option<&str>;

    /// A number that changes with every edit, and comes back when it is undone.
    fn revision(&self) -> u64;
}
