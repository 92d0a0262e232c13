//! What is being recorded: the turn that is put together piece by piece or typed, before it is played. Knows no window.

use crate::game::{IllegalTurn, LegalTurn, Place, Throw};
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
    Edit(usize),
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

/// A turn that is chosen, with the dice behind its decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// The turn.
    pub turn: Value,
    /// These dice.
    pub dice: Vec<Throw>,
}

/// The turn being put together.
#[derive(Clone, Debug, Default)]
pub struct PendingTurn {
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
    /// What the dice show that fall due behind the decisions, as far as anybody said.
    faces: Vec<u8>,
    /// The turn that is left with these dice, for this state of the choice.
    thrown: Option<(u64, Thrown)>,
    /// The places that are open, for this state of the choice.
    open: Option<(u64, Vec<Place>)>,
    /// The line, position and revision that the choice is for.
    of: Option<(LineId, usize, u64, Purpose)>,
}

impl PendingTurn {
    /// The position before the turn, where `at` is shown.
    #[must_use]
    pub fn position(&self, at: usize) -> usize {
        match self.purpose {
            Purpose::Play => at,
            Purpose::Edit(turn) => turn.saturating_sub(1),
        }
    }

    /// Brings the choice up to date with what is shown. Answers whether it began anew.
    pub fn refresh(&mut self, race: &dyn Race, at: usize) -> bool {
        if matches!(self.purpose, Purpose::Edit(turn) if turn != at) {
            // Whoever walks away from the turn does not edit it any more.
            self.purpose = Purpose::Play;
        }
        let revision = race.recorded().map_or(0, |recorded| recorded.revision());
        let of = Some((race.shown_line(), at, revision, self.purpose));
        if self.of == of {
            return false;
        }
        self.of = of;
        let (turns, failed) = match race.legal_turns(self.position(at)) {
            Ok(turns) => (turns, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        self.chooser = Chooser::new(turns);
        self.typed.clear();
        self.reason.clear();
        self.complaint = failed.map(|message| Complaint::Notation(message, 0));
        self.spot = None;
        self.faces.clear();
        (self.thrown, self.open) = (None, None);
        true
    }

    /// The places that what was chosen leaves open; all of `places` where it leaves them all.
    pub fn open_places<'a>(&'a mut self, places: &'a [Place]) -> &'a [Place] {
        let changes = self.chooser.changes();
        if self.open.as_ref().is_none_or(|(of, _)| *of != changes) {
            self.open = self.chooser.open_places(places).map(|open| (changes, open));
        }
        self.open.as_ref().map_or(places, |(_, open)| open.as_slice())
    }

    /// Whether something but a place on the board was chosen, so that not all places are open.
    pub fn narrows(&mut self, places: &[Place]) -> bool {
        self.open_places(places);
        self.open.is_some()
    }

    /// Decides a field by the die it is decided by. `chance` is any number.
    pub fn roll(&mut self, field: &str, sides: &[Value], chance: u64) {
        let index = usize::try_from(chance % sides.len().max(1) as u64).unwrap_or(0);
        if let Some(side) = sides.get(index) {
            self.complaint = None;
            self.chooser.choose(field, side.clone());
        }
    }

    /// The turn that is left, where only one is, with the dice behind its decisions.
    pub fn thrown(&mut self, race: &dyn Race, at: usize) -> Option<&Thrown> {
        let turn = self.chooser.only()?.turn.clone();
        let changes = self.chooser.changes();
        if self.thrown.as_ref().is_none_or(|(of, _)| *of != changes) {
            self.faces.clear();
            self.throw(race, at, &turn);
        }
        self.thrown.as_ref().map(|(_, thrown)| thrown)
    }

    fn throw(&mut self, race: &dyn Race, at: usize, turn: &Value) {
        let position = self.position(at);
        let turn = race.with_throws(position, turn, &self.faces).unwrap_or_else(|| turn.clone());
        let dice = race.throws(position, &turn);
        self.thrown = Some((self.chooser.changes(), Thrown { turn, dice }));
    }

    /// Says what one of these dice shows; what falls due behind it may be something else then.
    pub fn set_face(&mut self, race: &dyn Race, at: usize, index: usize, face: u8) {
        let Some((_, thrown)) = &self.thrown else { return };
        let before = thrown.dice.iter().map(|die| die.face).take(index);
        self.faces = before.chain([face]).collect();
        if let Some(turn) = self.chooser.only().map(|legal| legal.turn.clone()) {
            self.throw(race, at, &turn);
        }
    }

    /// Throws all of them, one after the other. `chance` answers any number, another one each time.
    pub fn throw_all(&mut self, race: &dyn Race, at: usize, mut chance: impl FnMut() -> u64) {
        let mut index = 0;
        while let Some(die) = self.thrown.as_ref().and_then(|(_, thrown)| thrown.dice.get(index)) {
            let face = chance() % u64::from(die.sides.max(1)) + 1;
            self.set_face(race, at, index, u8::try_from(face).unwrap_or(1));
            index += 1;
        }
    }

    /// The edit that records a turn.
    #[must_use]
    pub fn edit(&self, line: LineId, at: usize, turn: Value, reason: Option<String>) -> RaceEdit {
        match self.purpose {
            Purpose::Play => RaceEdit::Play { line, at, turn, reason },
            Purpose::Edit(number) => RaceEdit::Edit { line, number, turn, reason },
        }
    }

    /// The edit that records the turn that is left, where only one is.
    #[must_use]
    pub fn chosen(&self, line: LineId, at: usize) -> Option<RaceEdit> {
        let only = self.chooser.only()?;
        let thrown = self.thrown.as_ref().filter(|(of, _)| *of == self.chooser.changes());
        let turn = thrown.map_or(&only.turn, |(_, thrown)| &thrown.turn);
        Some(self.edit(line, at, turn.clone(), None))
    }

    /// The edit that records what was typed. Where it is no turn, the complaint says why; whether it is legal, recording it
    /// shows.
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
        Some(self.edit(race.shown_line(), at, turn, reason))
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

    /// The edit that records the turn to the place that is chosen already, for a second click on it; none where something is
    /// left to choose or to throw.
    pub fn again(&mut self, place: &Place, race: &dyn Race, at: usize) -> Option<RaceEdit> {
        let is_same = self.spot.as_ref() == Some(&place.outline);
        let is_whole = is_same && self.thrown(race, at).is_some_and(|thrown| thrown.dice.is_empty());
        if is_whole { self.chosen(race.shown_line(), at) } else { None }
    }

    /// Takes back what was chosen last.
    pub fn back(&mut self) {
        self.chooser.back();
        if !self.chooser.has_place() {
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
