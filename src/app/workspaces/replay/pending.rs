//! The pending turn: a turn that the user chooses step by step or types, before it is recorded. This module does not
//! depend on a window.

use crate::game::{EventKind, IllegalTurn, LegalTurn, Place, Throw};
use crate::replay::chooser::{self, Choice, Chooser, Question};
use crate::replay::{LineId, Race, RaceEdit, RecordError};
use serde_json::Value;

/// The purpose of the pending turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A new turn, to be played in the position on screen.
    #[default]
    Play,
    /// A new version of a recorded turn. The value is the number of the recorded turn.
    Edit(usize),
}

/// The reason why the pending turn is not recorded yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Complaint {
    /// The text is not a turn. The values are the error, and its column, from 1.
    Notation(String, usize),
    /// The turn is illegal. It can still be recorded with a reason.
    Illegal(Box<IllegalTurn>),
    /// The turn cannot be played at all. The text is the reason.
    Refused(String),
    /// The result of a die does not fit the choices before it. The text says what became of them.
    Rolled(String),
    /// The turn takes the car out of the race, so the user must enter it a second time to confirm it.
    Leaves,
}

/// A chosen turn, with the dice that it rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// The chosen turn, as JSON.
    pub turn: Value,
    /// The dice that the turn rolls, each with its result.
    pub dice: Vec<Throw>,
}

/// A turn that the user is choosing or typing. It is not recorded yet.
#[derive(Clone, Debug, Default)]
pub struct PendingTurn {
    /// Whether the turn is new or replaces a recorded one.
    pub purpose: Purpose,
    /// The choices that the user has made so far.
    pub chooser: Chooser,
    /// The text of the turn that the user is typing.
    pub typed: String,
    /// The line of the recorded turn that is edited, with the choices of that turn: their version and the dice. `None`
    /// once the user has chosen something else.
    begun: Option<(String, u64, Vec<u8>)>,
    /// The reason that the user gives for recording an illegal turn.
    pub reason: String,
    /// The outline of the place chosen on the board.
    pub spot: Option<Vec<[f64; 2]>>,
    /// The screen point at which the popup asks for the other choices, after a click on a place; `None` if there is
    /// no popup.
    pub asked_at: Option<egui::Pos2>,
    /// The reason why the turn could not be recorded when the user last tried; `None` if there is no such reason.
    pub complaint: Option<Complaint>,
    /// A turn that takes a car out of the race and that the user has entered once. It is recorded when the user enters
    /// it again. `None` if there is no such turn.
    leaving: Option<Value>,
    /// The digits that the user has typed so far to choose an option by its code.
    pub digits: String,
    /// The index of the die whose result the user types next.
    pub next_die: usize,
    /// The results that the user has set so far, one for each die.
    faces: Vec<u8>,
    /// The cached result of `thrown`: the only turn that the choices still allow, with its dice. The number is the
    /// version of the choices for which it was computed.
    thrown: Option<(u64, Thrown)>,
    /// The cached places that the pending turn can still reach after the choices made so far. The number is the version
    /// of the choices for which they were computed.
    open: Option<(u64, Vec<Place>)>,
    /// The moves in which the car to act crashes, each with its crash in words.
    crashes: Vec<(Value, String)>,
    /// The situation that the choices belong to: the line of the race (main line or variation), the number of turns
    /// played, the revision of the race, and the purpose of the choices.
    of: Option<(LineId, usize, u64, Purpose)>,
}

impl PendingTurn {
    /// The number of turns played before the pending turn. For a new turn, this is `at`, the number of turns played in
    /// the position on screen. If the user edits a recorded turn, this is the number of turns before that turn.
    #[must_use]
    pub fn position(&self, at: usize) -> usize {
        match self.purpose {
            Purpose::Play => at,
            Purpose::Edit(turn) => turn.saturating_sub(1),
        }
    }

    /// Updates the choices of the pending turn, so that they belong to the position on screen, after `at` turns.
    /// Returns whether the earlier choices were dropped.
    pub fn refresh(&mut self, race: &dyn Race, at: usize) -> bool {
        if matches!(self.purpose, Purpose::Edit(turn) if turn != at) {
            // The user has gone to another turn, which ends the edit.
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
        self.crashes = crashes(race, self.position(at));
        self.typed.clear();
        self.begun = None;
        self.reason.clear();
        self.complaint = failed.map(|message| Complaint::Notation(message, 0));
        self.leaving = None;
        (self.spot, self.asked_at) = (None, None);
        self.digits.clear();
        self.next_die = 0;
        self.faces.clear();
        (self.thrown, self.open) = (None, None);
        if let Purpose::Edit(number) = self.purpose {
            self.begin_from(race, number);
        }
        true
    }

    /// Whether the choices belong to the position after `at` turns of the current version of the race.
    #[must_use]
    pub fn is_of(&self, race: &dyn Race, at: usize) -> bool {
        let revision = race.recorded().map_or(0, |recorded| recorded.revision());
        self.of == Some((race.shown_line(), at, revision, self.purpose))
    }

    /// Chooses the same options and dice as the recorded turn with this number, as the starting point for editing it.
    fn begin_from(&mut self, race: &dyn Race, number: usize) {
        self.typed = race.notation(number);
        let Ok(turn) = race.turn_json(number) else { return };
        self.chooser.follow(&turn);
        if self.chooser.only().is_some() {
            let dice = race.throws(number.saturating_sub(1), &turn);
            let faces: Vec<u8> = dice.iter().map(|die| die.face).collect();
            let changes = self.chooser.changes();
            if !dice.is_empty() {
                self.faces = faces;
                self.thrown = Some((changes, Thrown { turn, dice }));
            }
        }
        self.begun = Some((self.typed.clone(), self.chooser.changes(), self.faces.clone()));
    }

    /// Empties the line of an edited turn as soon as the user chooses something else above it, because the line would
    /// still be the old turn.
    pub fn follow_choices(&mut self) {
        let Some((line, changes, faces)) = &self.begun else { return };
        if *changes != self.chooser.changes() || *faces != self.faces {
            if self.typed == *line {
                self.typed.clear();
            }
            self.begun = None;
        }
    }

    /// Whether there is an answer to the typed line: the reason why that turn is not recorded.
    #[must_use]
    pub const fn is_answered(&self) -> bool {
        matches!(self.complaint, Some(Complaint::Notation(..) | Complaint::Illegal(_) | Complaint::Refused(_)))
    }

    /// The crash of the move with this value of a field, in words; `None` if the car does not crash.
    #[must_use]
    pub fn crash_of(&self, option: &Choice) -> Option<&str> {
        let crash = self.crashes.iter().find(|(turn, _)| turn.get(&option.field) == Some(&option.value));
        crash.map(|(_, words)| words.as_str())
    }

    /// Returns those of `places` that a turn can still reach after the choices made so far.
    pub fn open_places<'a>(&'a mut self, places: &'a [Place]) -> &'a [Place] {
        let changes = self.chooser.changes();
        if self.open.as_ref().is_none_or(|(of, _)| *of != changes) {
            self.open = self.chooser.open_places(places).map(|open| (changes, open));
        }
        self.open.as_ref().map_or(places, |(_, open)| open.as_slice())
    }

    /// Whether the choices made so far make any of these places unreachable.
    pub fn narrows(&mut self, places: &[Place]) -> bool {
        self.open_places(places);
        self.open.is_some()
    }

    /// Rolls the die that answers a question about the turn, and chooses the result as the answer. `sides` has the
    /// value on each side of the die, and `chance` is a random number that selects the side.
    pub fn roll(&mut self, question: &Question, sides: &[Value], chance: u64) {
        let index = usize::try_from(chance % sides.len().max(1) as u64).unwrap_or(0);
        let Some(side) = sides.get(index) else { return };
        if let Some(option) = question.options.iter().find(|option| option.value == *side) {
            self.complaint = None;
            self.chooser.take(option);
            return;
        }
        // Every roll counts, also one with which the chosen place cannot be reached.
        let rolled = chooser::in_words(side);
        self.complaint = match self.chooser.take_rolled(&question.field, side) {
            Some(false) => None,
            Some(true) => {
                (self.spot, self.asked_at) = (None, None);
                let message =
                    format!("The roll is {rolled}. The place or other choices do not fit it and were dropped.");
                Some(Complaint::Rolled(message))
            }
            None => Some(Complaint::Rolled(format!("The roll is {rolled}. No turn has this result."))),
        };
    }

    /// Returns the usual answers to all remaining questions. `None` if the user has not chosen anything yet, or if a
    /// remaining question has no usual answer or is about the result of a die.
    pub fn usual_rest(&self, race: &dyn Race, at: usize) -> Option<Vec<Choice>> {
        self.chooser.choices().next()?;
        let position = self.position(at);
        let view = race.view(position);
        let gear = view.to_act.and_then(|car| view.car(car)?.gear);
        self.chooser.rest(|left, question| {
            let is_die = !race.sides(position, &left.turn, &question.field).is_empty();
            question.free_first().usual(gear).filter(|_| !is_die).cloned()
        })
    }

    /// The only turn that the choices still allow, with its dice; `None` if they allow several.
    pub fn thrown(&mut self, race: &dyn Race, at: usize) -> Option<&Thrown> {
        let turn = self.chooser.only()?.turn.clone();
        let changes = self.chooser.changes();
        if self.thrown.as_ref().is_none_or(|(of, _)| *of != changes) {
            self.faces.clear();
            self.next_die = 0;
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

    /// Sets the result of a die. This may change the dice that follow.
    pub fn set_face(&mut self, race: &dyn Race, at: usize, index: usize, face: u8) {
        let Some((_, thrown)) = &self.thrown else { return };
        let before = thrown.dice.iter().map(|die| die.face).take(index);
        self.faces = before.chain([face]).collect();
        if let Some(turn) = self.chooser.only().map(|legal| legal.turn.clone()) {
            self.throw(race, at, &turn);
        }
    }

    /// Rolls all dice, one after another. `chance` returns random numbers.
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

    /// The edit that records the only turn that the choices still allow; `None` if they allow several.
    #[must_use]
    pub fn chosen(&self, line: LineId, at: usize) -> Option<RaceEdit> {
        let only = self.chooser.only()?;
        let thrown = self.thrown.as_ref().filter(|(of, _)| *of == self.chooser.changes());
        let turn = thrown.map_or(&only.turn, |(_, thrown)| &thrown.turn);
        Some(self.edit(line, at, turn.clone(), None))
    }

    /// The edit that records the typed turn. Returns `None` if the text is not a turn, and sets `complaint`. The turn
    /// may be illegal.
    pub fn typed(&mut self, race: &dyn Race, at: usize) -> Option<RaceEdit> {
        let recorder = race.recorded()?;
        let turn = match recorder.read_turn(self.position(at), &self.typed) {
            Ok(turn) => turn,
            Err(error) => {
                self.complaint = Some(Complaint::Notation(error.message, error.column));
                return None;
            }
        };
        let reason = Some(self.reason.trim().to_owned()).filter(|reason| !reason.is_empty());
        Some(self.edit(race.shown_line(), at, turn, reason))
    }

    /// Whether the user must enter a turn a second time to confirm it, because it takes a car out of the race. False if
    /// the user has just entered the same turn.
    pub fn asks_again(&mut self, race: &dyn Race, at: usize, edit: &RaceEdit) -> bool {
        let (RaceEdit::Play { turn, .. } | RaceEdit::Edit { turn, .. }) = edit else { return false };
        if self.leaving.as_ref() == Some(turn) {
            return false;
        }
        let (events, _) = race.outcome(self.position(at), turn).unzip();
        let leaves = events.into_iter().flatten().any(|event| event.kind == EventKind::Withdrew);
        self.leaving = leaves.then(|| turn.clone());
        if leaves {
            self.complaint = Some(Complaint::Leaves);
        }
        leaves
    }

    /// Chooses a place on the board. The user then makes the other choices step by step. Returns whether any turn leads
    /// to the place.
    pub fn choose_place(&mut self, place: &Place) -> bool {
        self.complaint = None;
        let leads = self.chooser.choose_place(place);
        if leads {
            self.spot = Some(place.outline.clone());
        }
        leads
    }

    /// The edit that records the turn, once all choices are made. `None` if choices are still open, or if the turn
    /// needs dice.
    pub fn whole(&mut self, race: &dyn Race, at: usize) -> Option<RaceEdit> {
        let has_dice = self.thrown(race, at).is_none_or(|thrown| !thrown.dice.is_empty());
        if has_dice { None } else { self.chosen(race.shown_line(), at) }
    }

    /// Cancels the choice of the place and every later choice.
    pub fn leave_place(&mut self) {
        while self.chooser.has_place() {
            self.back();
        }
        (self.spot, self.asked_at) = (None, None);
    }

    /// Cancels one choice, and keeps the other choices.
    pub fn drop_choice(&mut self, index: usize) {
        self.chooser.drop_choice(index);
        if !self.chooser.has_place() {
            (self.spot, self.asked_at) = (None, None);
        }
    }

    /// Cancels the last choice.
    pub fn back(&mut self) {
        self.chooser.back();
        if !self.chooser.has_place() {
            (self.spot, self.asked_at) = (None, None);
        }
    }

    /// The only turn that the choices still allow; `None` if they allow several.
    #[must_use]
    pub fn only(&self) -> Option<&LegalTurn<Value>> {
        self.chooser.only()
    }
}

/// The moves in which the car to act crashes, after `at` turns. Only cars with velocities crash on the way to a place.
fn crashes(race: &dyn Race, at: usize) -> Vec<(Value, String)> {
    let view = race.view(at);
    if view.to_act.and_then(|car| view.car(car)?.velocity).is_none() {
        return Vec::new();
    }
    let crashed = race.places(at).into_iter().filter_map(|place| Some((place.crash?, place.ways)));
    crashed.flat_map(|(words, ways)| ways.into_iter().map(move |turn| (turn, words.clone()))).collect()
}

impl From<RecordError> for Complaint {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Illegal(illegal) => Self::Illegal(illegal),
            RecordError::Refused(why) => Self::Refused(why),
        }
    }
}
