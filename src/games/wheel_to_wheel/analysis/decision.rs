//! Evaluates decisions. Compares the driver's choice of a die or the battery, and the driver's use of the throw, with
//! all other choices. Values are expected turns to the finish under best play ([`Best`]).
//!
//! The throw itself is evaluated with the other cars on their fields, so slipstream and red fields count. After the
//! throw, the driver is treated as alone, without flags and rain.

use super::best::Best;
use super::lone::{Key, keyed};
use super::policy::Choice;
use crate::games::wheel_to_wheel::dice::{Die, FACES};
use crate::games::wheel_to_wheel::rules::{self, allowed, choices};
use crate::games::wheel_to_wheel::state::State;
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Action, Throw, Turn};

/// A die or the battery, with the expected number of turns to the finish after choosing it.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The die, or the battery, that the driver may choose.
    pub choice: Choice,
    /// The expected turns to the finish after this choice, including the current turn.
    pub turns: f64,
    /// The best use of each face of the die, with the chance of that face; empty for the battery.
    pub uses: Vec<(Throw, f64)>,
}

/// The options of a driver, each with its expected turns to the finish, including the current turn. The best options
/// come first. Equal options are in the order in which the rules list them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The driver's choices before the throw: each allowed die, and the battery if it may be used instead.
    pub choices: Vec<Weighed>,
    /// All possible uses of the recorded throw, each with the expected turns to the finish after it; empty for a
    /// discharge.
    pub uses: Vec<(Throw, f64)>,
    /// The expected turns to the finish after the recorded choice of die or battery; `None` if the choice was illegal.
    pub chosen: Option<f64>,
    /// The expected turns to the finish after the recorded use of the throw; `None` for a discharge, or if the use was
    /// illegal.
    pub used: Option<f64>,
}

impl Decision {
    /// Returns the turns lost by the choice of die or battery.
    #[must_use]
    pub fn lost_before(&self) -> Option<f64> {
        Some(over(self.chosen?, self.choices.first()?.turns))
    }

    /// Returns the turns lost by the use of the throw; 0 for a discharge.
    #[must_use]
    pub fn lost_after(&self) -> Option<f64> {
        match self.uses.first() {
            Some((_, best)) => Some(over(self.used?, *best)),
            None => self.chosen.map(|_| 0.0),
        }
    }

    /// Returns the turns lost by the choice of die or battery and by the use of the throw, added up.
    #[must_use]
    pub fn lost(&self) -> Option<f64> {
        Some(self.lost_before()? + self.lost_after()?)
    }

    /// Returns the turns gained by luck: the expected turns before the throw, minus the expected turns after the best
    /// use of the face that came up. A positive number is good luck.
    #[must_use]
    pub fn luck(&self) -> Option<f64> {
        Some(self.chosen? - self.uses.first()?.1)
    }
}

/// Returns the difference between the value of the choice made and the best value; 0 if the difference may be a
/// rounding error.
fn over(made: f64, best: f64) -> f64 {
    let lost = made - best;
    if lost > 1e-9 * best.max(1.0) { lost } else { 0.0 }
}

/// Returns the options that a driver had before the recorded entry `turn`, and the value of the recorded choice.
/// Returns `None` if the driver is not racing, if the entry spends a skill slot or records a missed turn, or if an
/// option leads to a state that `best` does not contain.
#[must_use]
pub fn decision(track: &Track, state: &State, turn: &Turn, best: &Best) -> Option<Decision> {
    let index = state.index_of(turn.car)?;
    let mut decision = weighed(track, state, index, best)?;
    let chosen = match turn.action {
        Action::Discharge => Choice::Battery,
        Action::Throw(throw) => {
            decision.uses = uses(track, state, index, (throw.die, throw.face), best)?;
            decision.used = decision.uses.iter().find(|(known, _)| *known == throw).map(|(_, turns)| *turns);
            Choice::Die(throw.die)
        }
        Action::Spend { .. } | Action::Pass => return None,
    };
    decision.chosen = decision.choices.iter().find(|known| known.choice == chosen).map(|known| known.turns);
    Some(decision)
}

/// Returns the options of a driver before it throws, with the expected turns to the finish under the best play `best`.
#[must_use]
pub fn weighed(track: &Track, state: &State, index: usize, best: &Best) -> Option<Decision> {
    let mut choices = Vec::new();
    for die in allowed(track, state, index, state.is_extra(index)).list() {
        let mut weighed = Weighed { choice: Choice::Die(die), turns: 0.0, uses: Vec::new() };
        for (face, sides) in track.faces().odds(die) {
            let (throw, turns) = *uses(track, state, index, (die, face), best)?.first()?;
            let chance = f64::from(sides) / FACES as f64;
            weighed.turns += chance * turns;
            weighed.uses.push((throw, chance));
        }
        choices.push(weighed);
    }
    if let Some(next) = rules::next(track, state, &Turn::discharge(state.car(index))) {
        choices.push(Weighed { choice: Choice::Battery, turns: after(&next, index, best)?, uses: Vec::new() });
    }
    choices.sort_by(|one, other| one.turns.total_cmp(&other.turns));
    Some(Decision { choices, ..Decision::default() })
}

/// Returns the uses of a throw with the expected turns to the finish after each, best first.
fn uses(track: &Track, state: &State, index: usize, (die, face): (Die, u8), best: &Best) -> Option<Vec<(Throw, f64)>> {
    let worth = |throw: Throw| {
        let next = rules::next(track, state, &Turn::throw(state.car(index), throw))?;
        Some((throw, after(&next, index, best)?))
    };
    let mut found: Vec<(Throw, f64)> =
        choices(track, state, index, die, face).into_iter().map(worth).collect::<Option<_>>()?;
    found.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    Some(found)
}

/// Returns the expected turns to the finish, including the current turn, if the driver's choice leads to the state
/// `next`.
fn after(next: &State, index: usize, best: &Best) -> Option<f64> {
    if next.drivers[index].finished > 0 {
        return Some(1.0);
    }
    // An extra throw belongs to the current turn.
    let present = f64::from(u8::from(!next.is_extra(index)));
    Some(present + best.turns_of(keyed(next, index)?)?.exact()?)
}

/// Returns the keys of the states to which the driver's options lead. To compare the options, the values of these
/// states must be known.
pub(in super::super) fn reached(track: &Track, state: &State, index: usize) -> Vec<Key> {
    let car = state.car(index);
    let mut found = Vec::new();
    let mut reach = |turn: &Turn| {
        let next = rules::next(track, state, turn).filter(|next| next.drivers[index].finished == 0);
        found.extend(next.and_then(|next| keyed(&next, index)));
    };
    for die in allowed(track, state, index, state.is_extra(index)).list() {
        for (face, _) in track.faces().odds(die) {
            choices(track, state, index, die, face).into_iter().for_each(|throw| reach(&Turn::throw(car, throw)));
        }
    }
    reach(&Turn::discharge(car));
    found
}
