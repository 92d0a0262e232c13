//! Plays a lone driver by its best play: chooses the die or the battery, then the use of the throw.

use super::Best;
use crate::games::wheel_to_wheel::analysis::lone::key;
use crate::games::wheel_to_wheel::analysis::policy::{Choice, Play};
use crate::games::wheel_to_wheel::dice::{Die, FACES};
use crate::games::wheel_to_wheel::rules::{self, allowed};
use crate::games::wheel_to_wheel::state::State;
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Throw, Turn};

impl Play for Best {
    fn choose(&self, track: &Track, state: &State) -> Option<Choice> {
        let discharge = rules::next(track, state, &Turn::discharge(state.car(0)));
        let battery = discharge.and_then(|next| Some((Choice::Battery, self.after(&next)?)));
        let of = |die| Some((Choice::Die(die), self.thrown(track, state, die)?));
        let dice = allowed(track, state, 0, state.is_extra(0)).list().into_iter().filter_map(of);
        let best = dice.chain(battery).min_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(choice, _)| choice)
    }

    fn answer(&self, track: &Track, state: &State, die: Die, face: u8) -> Option<Throw> {
        self.used(track, state, die, face).map(|(throw, _)| throw)
    }
}

impl Best {
    /// Returns the expected turns to the finish, including the current turn, if the driver's choice leads to the state
    /// `next`.
    fn after(&self, next: &State) -> Option<f64> {
        match next.drivers.first()?.finished {
            0 => Some(self.turns(next)?.at_least + f64::from(u8::from(!next.is_extra(0)))),
            _ => Some(1.0),
        }
    }

    /// Returns the best use of a throw in which this die shows this face, and the expected turns to the finish after
    /// it.
    fn used(&self, track: &Track, state: &State, die: Die, face: u8) -> Option<(Throw, f64)> {
        let uses = self.open(track, state, die, face).into_iter();
        let worth = uses.filter_map(|throw| {
            let next = rules::next(track, state, &Turn::throw(state.car(0), throw))?;
            // Among throws of equal value, a throw that leads back to its own state comes last.
            Some((throw, self.after(&next)?, key(&next) == key(state)))
        });
        let best = worth.min_by(|(_, one, back), (_, other, returns)| one.total_cmp(other).then(back.cmp(returns)));
        best.map(|(throw, turns, _)| (throw, turns))
    }

    /// Returns the expected turns to the finish if the driver throws this die and makes the best use of the face that
    /// comes up.
    fn thrown(&self, track: &Track, state: &State, die: Die) -> Option<f64> {
        track.faces().odds(die).into_iter().try_fold(0.0, |sum, (face, sides)| {
            let (_, turns) = self.used(track, state, die, face)?;
            Some(sum + f64::from(sides) / FACES as f64 * turns)
        })
    }
}
