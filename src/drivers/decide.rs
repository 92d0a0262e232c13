//! The decision of a driver, by its level.

use super::cockpit::{CLUB_ERROR, Cockpit, Decision};
use super::expert;
use super::level::{Effort, Level};
use crate::game::{Dice, Drive, Progress, View};

impl<G: Drive + View> Cockpit<'_, G> {
    /// Decides the turn of the car to act and plays it. `dice` rolls all dice, and makes drivers differ from race to
    /// race. Returns `None` if the race is over, or if the rules leave no turn that the driver knows.
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

    /// Decides the turn of the car to act as a beginner, and plays it.
    pub(super) fn beginner(&self, state: &G::State, dice: &mut Dice) -> Option<Decision<G>> {
        self.novice(state, dice).or_else(|| self.any(state, dice))
    }
}
