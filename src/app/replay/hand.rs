//! What is being recorded: the turn that is put together piece by piece or typed, before it is played. Knows no window.

use crate::game::{IllegalTurn, LegalTurn, Place};
use crate::replay::chooser::Chooser;
use crate::replay::{LineId, Race, RaceEdit, RecordError};
use serde_json::Value;

/// What the turn is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// It is played at the position that is shown.
    #[default]
    Play,
    /// It was played in the place of the turn with this number.
    Amend(usize),
}

/// What was typed and cannot be played as it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Complaint {
    /// It is no turn: what is wrong, and at which column, from 1.
    Notation(String, usize),
    /// It breaks a rule; with a reason it can be played.
    Illegal(Box<IllegalTurn>),
    /// It cannot be played at all.
    Refused(String),
}

/// The turn being put together.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// What it is for.
    pub purpose: Purpose,
    /// What has been chosen so far.
    pub chooser: Chooser,
    /// What was typed.
    pub typed: String,
    /// Why it stands although it breaks a rule.
    pub reason: String,
    /// The outline of the place that was chosen on the board.
    pub spot: Option<Vec<[f64; 2]>>,
    /// What is wrong with what was typed.
    pub complaint: Option<Complaint>,
    /// The line, position and revision that the choice is for.
    of: Option<(LineId, usize, u64, Purpose)>,
}

impl Hand {
    /// The position before the turn, where `at` is shown.
    #[must_use]
    pub fn position(&self, at: usize) -> usize {
        match self.purpose {
            Purpose::Play => at,
            Purpose::Amend(turn) => turn.saturating_sub(1),
        }
    }

    /// Brings the choice up to date with what is shown. Answers whether it began anew.
    pub fn refresh(&mut self, race: &dyn Race, at: usize) -> bool {
        if matches!(self.purpose, Purpose::Amend(turn) if turn != at) {
            // Whoever walks away from the turn does not amend it any more.
            self.purpose = Purpose::Play;
        }
        let revision = race.recorded().map_or(0, |recorded| recorded.revision());
        let of = Some((race.shown_line(), at, revision, self.purpose));
        if self.of == of {
            return false;
        }
        self.of = of;
        self.chooser = Chooser::new(race.legal_turns(self.position(at)));
        self.typed.clear();
        self.reason.clear();
        self.complaint = None;
        self.spot = None;
        true
    }

    /// The edit that records a turn.
    #[must_use]
    pub fn edit(&self, line: LineId, at: usize, turn: Value, reason: Option<String>) -> RaceEdit {
        match self.purpose {
            Purpose::Play => RaceEdit::Play { line, at, turn, reason },
            Purpose::Amend(number) => RaceEdit::Amend { line, number, turn, reason },
        }
    }

    /// The edit that records the turn that is left, where only one is.
    #[must_use]
    pub fn chosen(&self, line: LineId, at: usize) -> Option<RaceEdit> {
        self.chooser.only().map(|legal| self.edit(line, at, legal.turn.clone(), None))
    }

    /// The edit that records what was typed. Where there is none, the complaint says why.
    pub fn typed(&mut self, race: &dyn Race, at: usize) -> Option<RaceEdit> {
        let recorder = race.recorded()?;
        let turn = match recorder.read_turn(&self.typed) {
            Ok(turn) => turn,
            Err(error) => {
                self.complaint = Some(Complaint::Notation(error.message, error.column));
                return None;
            }
        };
        let reason = Some(self.reason.trim().to_owned()).filter(|reason| !reason.is_empty());
        match recorder.judge(self.position(at), &turn) {
            Ok(Some(illegal)) if reason.is_none() => {
                self.complaint = Some(Complaint::Illegal(Box::new(illegal)));
                None
            }
            Ok(_) => Some(self.edit(race.shown_line(), at, turn, reason)),
            Err(error) => {
                self.complaint = Some(error.into());
                None
            }
        }
    }

    /// Chooses a place on the board; the turn is then asked for step by step. Answers whether a turn leads there.
    pub fn choose_place(&mut self, place: &Place) -> bool {
        self.complaint = None;
        let leads = self.chooser.choose_place(place);
        if leads {
            self.spot = Some(place.outline.clone());
        }
        leads
    }

    /// Takes back what was chosen last.
    pub fn back(&mut self) {
        self.chooser.back();
        if self.chooser.chosen().is_empty() {
            self.spot = None;
        }
    }

    /// The turn that is left, where only one is.
    #[must_use]
    pub fn only(&self) -> Option<&LegalTurn<Value>> {
        self.chooser.only()
    }
}

impl From<RecordError> for Complaint {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Illegal(illegal) => Self::Illegal(illegal),
            RecordError::Refused(why) => Self::Refused(why),
        }
    }
}
