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

/// The data that a guest (a player from outside the program) receives at the beginning of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The text of the race's file, in one line.
    pub file: Arc<str>,
    /// The number of turns already played.
    pub at: usize,
    /// A seed for the player's random numbers. It is different in each race of a run.
    pub seed: u64,
}

/// A guest (a player from outside the program) in one race. It decides the turns of all its cars.
pub trait Seat {
    /// Receives a turn that was played by any car, written as in race files.
    fn see(&mut self, turn: &Value);
    /// Returns whether the player can be asked for a decision. If it cannot, its turn counts as lost, and a novice
    /// decides instead.
    fn is_there(&mut self) -> bool;
    /// Asks the player for a decision. Returns a turn as written in race files, or only those fields of a turn that the
    /// question's moves contain. Returns `None` if the player gives no answer.
    fn choose(&mut self, question: &Question<'_>) -> Option<Value>;
    /// Reports to the player that its last answer was not legal.
    fn refuse(&mut self);
}

/// A question to a guest (a player from outside the program), which must choose a turn for one of its cars.
pub struct Question<'a> {
    /// The car whose turn the player decides.
    pub car: CarId,
    /// The decisions that a computer driver would consider, in arbitrary order. They are turns written as in race
    /// files, or the parts of turns that are decided before the dice are rolled. In games without dice, the player may
    /// also answer with a legal turn that is not in this list.
    pub moves: Vec<Value>,
    /// Returns whether the player must stop thinking.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}
