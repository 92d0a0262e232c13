//! Guests: players from outside that decide turns, such as other programs.

use std::sync::Arc;

use serde_json::Value;

use crate::game::CarId;

/// A player from outside. It can sit in several races at once.
pub trait Guest: Send + Sync {
    /// The name of the player.
    fn name(&self) -> &str;
    /// Takes a seat in a race. The seat drives all cars of the player in this race.
    fn sit(&self, opening: Opening) -> Box<dyn Seat + '_>;
}

/// The beginning of a race, for a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The file of the race, in one line.
    pub file: Arc<str>,
    /// The number of turns that were played before.
    pub at: usize,
    /// A seed for the guest. Two races of a run have different ones.
    pub seed: u64,
}

/// The seat of a guest in one race.
pub trait Seat {
    /// Receives a turn that was played, of any car, as in files.
    fn see(&mut self, turn: &Value);
    /// Returns whether the guest can be asked. If not, it has lost the decision.
    fn is_there(&mut self) -> bool;
    /// Decides. The answer is a turn as in files, or the part of it that one of the moves has. Returns `None` if the
    /// guest gives no answer.
    fn choose(&mut self, question: &Question<'_>) -> Option<Value>;
    /// Receives that the last answer was not legal.
    fn refuse(&mut self);
}

/// A question to a guest.
pub struct Question<'a> {
    /// The car to act.
    pub car: CarId,
    /// The decisions that drivers think of, in no order that says anything about them: turns as in files, or the parts
    /// that are decided before the dice. In games without dice, other legal turns are allowed too.
    pub moves: Vec<Value>,
    /// Says when to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}
