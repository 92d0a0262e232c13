//! The size of a model: the number of its states, and the memory that it takes.

use super::Question;
use super::modes::modes;
use super::moves::{LONGEST, pairs};
use crate::games::formula_d::track::Track;

impl Question {
    /// Returns the number of states of the model on a track.
    #[must_use]
    pub fn states(&self, track: &Track) -> u64 {
        let pairs = pairs(track, self).0.len() as u64;
        // Laps count from 0 (before the finish line), gears from 0 (no gear) to 6.
        pairs * (u64::from(self.laps()) + 1) * modes(track, self).len() as u64 * self.combinations() * 7
    }

    /// Returns an estimate of the model's memory in bytes: eight for each state, plus the moves.
    #[must_use]
    pub fn bytes(&self, track: &Track) -> u64 {
        let pairs = pairs(track, self).0.len() as u64;
        let brakes = u64::from(self.most()[1]);
        let classes = (u64::from(self.laps()) + 1).min(5) * modes(track, self).len() as u64;
        let moves = pairs * u64::from(LONGEST) * 12 * (brakes + 1) * 16;
        self.states(track).saturating_mul(8).saturating_add(classes * moves)
    }
}
