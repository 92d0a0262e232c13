//! Decides turns. Each level of driver (novice, club or expert) decides in its own way.

use rand::RngExt as _;
use serde::Deserialize as _;
use serde_json::Value;

use super::cockpit::{CLUB_ERROR, Cockpit, Decision};
use super::expert;
use super::level::{Effort, Level};
use crate::game::{Dice, Drive, Progress, View};

impl<G: Drive + View> Cockpit<'_, G> {
    /// Decides the turn of the car to act and plays it.
    /// All random numbers come from `dice`: the rolls of the game, and the numbers that make drivers decide differently
    /// from race to race.
    /// Returns `None` if the race is over, or if no legal turn can be played.
    #[must_use]
    pub fn decide(
        &self,
        state: &G::State,
        level: Level,
        effort: Effort,
        dice: &mut Dice,
        progress: Progress<'_>,
    ) -> Option<Decision<G>> {
        let decided = match level {
            Level::Novice => self.novice(state, dice),
            Level::Club => self.club(state, CLUB_ERROR, dice),
            Level::Expert => expert::decide(*self, state, effort, dice, progress),
        };
        decided.or_else(|| self.any(state, dice))
    }

    /// Chooses one of the given moves for the car to act. The moves are calls (decisions before the dice are rolled),
    /// or whole turns whose dice are already rolled. Calls have the fields of [`Drive::call_fields`]; turns are written
    /// as in race files. Returns `None` if the driver can rate none of the moves.
    pub(super) fn among(
        &self,
        state: &G::State,
        moves: &[Value],
        (level, effort): (Level, Effort),
        dice: &mut Dice,
        progress: Progress<'_>,
    ) -> Option<Value> {
        let (track, knowledge) = (self.track, self.knowledge);
        let seed = dice.random();
        let fields = |call: &G::Call| G::call_fields(state, call);
        let mut calls = match level {
            Level::Novice | Level::Club => G::calls(knowledge, track, state),
            Level::Expert => G::precise_calls(knowledge, track, state),
        };
        calls.retain(|rated| moves.contains(&fields(&rated.what)));
        if !calls.is_empty() {
            let call = match level {
                Level::Novice => G::first_thought(knowledge, track, state, dice)
                    .filter(|call| moves.contains(&fields(call)))
                    .or_else(|| self.pick(calls, 0.0, dice)),
                Level::Club => self.pick(calls, CLUB_ERROR, dice),
                Level::Expert => expert::best_call(*self, state, calls, effort, seed, progress),
            };
            return call.map(|call| fields(&call));
        }
        let fields = |turn: &G::Turn| serde_json::to_value(turn).unwrap_or_default();
        let cast = moves.iter().find_map(|known| G::cast_of(track, state, &G::Turn::deserialize(known).ok()?))?;
        let mut uses = G::uses(knowledge, track, state, &cast);
        uses.retain(|rated| moves.contains(&fields(&rated.what)));
        let turn = match level {
            Level::Novice => G::first_use(knowledge, track, state, &cast)
                .filter(|turn| moves.contains(&fields(turn)))
                .or_else(|| self.pick(uses, 0.0, dice)),
            Level::Club => self.pick(uses, CLUB_ERROR, dice),
            Level::Expert => expert::best_use(*self, state, uses, effort, seed, progress),
        };
        turn.map(|turn| fields(&turn))
    }

    /// Decides the turn of the car to act as a beginner would, and plays it.
    pub(super) fn beginner(&self, state: &G::State, dice: &mut Dice) -> Option<Decision<G>> {
        self.novice(state, dice).or_else(|| self.any(state, dice))
    }
}
