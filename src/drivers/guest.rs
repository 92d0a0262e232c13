//! Guests: players from outside the program that decide turns, such as other programs.

use std::sync::Arc;

use serde_json::Value;

use crate::game::CarId;

/// A player from outside the program. It can take part in several races at once.
pub trait Guest: Send + Sync {
    /// The name of the player.
    fn name(&self) -> &str;
    /// Takes a seat in a race. The seat drives all cars of the player in this race.
    fn sit(&self, opening: Opening) -> Box<dyn Seat + '_>;
}

/// The data that a guest receives at the beginning of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The text of the race's file, in one line.
    pub file: Arc<str>,
    /// The number of turns already played.
    pub at: usize,
    /// A seed for the guest's random numbers. It is different in each race of a run.
    pub seed: u64,
}

/// The seat of a guest in one race.
pub trait Seat {
    /// Receives a turn that was played by any car, written as in race files.
    fn see(&mut self, turn: &Value);
    /// Returns whether the guest can be asked for a decision. If it cannot, it loses its turn, and a novice decides
    /// instead.
    fn is_there(&mut self) -> bool;
    /// Asks the guest for a decision. Returns a turn written as in race files, or only the fields of a turn that the
    /// moves of the question have. Returns `None` if the guest gives no answer.
    fn choose(&mut self, question: &Question<'_>) -> Option<Value>;
    /// Reports to the guest that its last answer was not legal.
    fn refuse(&mut self);
}

/// A question to a guest.
pub struct Question<'a> {
    /// The car whose turn the guest decides.
    pub car: CarId,
    /// The decisions that a computer driver would consider, in arbitrary order. They are turns written as in race
    /// files, or the parts of turns that are decided before the dice. In games without dice, other legal turns are
    /// allowed too.
    pub moves: Vec<Value>,
    /// Returns whether the guest must stop thinking.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}
