//! Collects the secret moves of a turn until every player has handed in a move (RT-TURN-01).

use std::collections::BTreeMap;

use super::check;
use crate::game::{CarId, IllegalTurn};
use crate::games::vector_racing::state::State;
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// Collects the secret moves of one turn. When all moves have been handed in, they become the entries of the turn, in
/// the order of the entry list.
#[derive(Clone, Debug)]
pub struct Round<'a> {
    track: &'a Track,
    state: &'a State,
    moves: BTreeMap<usize, [i32; 2]>,
}

impl<'a> Round<'a> {
    /// Creates the collection for the turn that begins with this state. It contains no moves yet.
    #[must_use]
    pub const fn new(track: &'a Track, state: &'a State) -> Self {
        Self { track, state, moves: BTreeMap::new() }
    }

    /// Hands in a racer's move and replaces any move that the racer handed in before.
    ///
    /// # Errors
    /// Returns an error if the move is illegal or the racer has no move. An earlier move of the racer still counts in
    /// that case (RT-MOVE-04).
    pub fn hand_in(&mut self, car: CarId, velocity: [i32; 2]) -> Result<(), IllegalTurn> {
        let turn = Turn::go(car, velocity);
        // Check the move alone, as if this racer's entry were next.
        let mut alone = self.state.clone();
        if let Some(index) = alone.index_of(car) {
            alone.done = !(1 << index);
        }
        if let Some(illegal) = check(self.track, &alone, &turn) {
            return Err(illegal);
        }
        if let Some(index) = self.state.index_of(car) {
            self.moves.insert(index, velocity);
        }
        Ok(())
    }

    /// Returns the racers whose moves have not been handed in yet.
    #[must_use]
    pub fn waiting(&self) -> Vec<CarId> {
        let waits = |index: &usize| {
            self.state.is_due(*index) && self.state.racers[*index].lost == 0 && !self.moves.contains_key(index)
        };
        (0..self.state.racers.len()).filter(waits).map(|index| self.state.racers[index].car).collect()
    }

    /// Returns the entries of the turn: the moves handed in, and an entry for every racer that misses the turn.
    ///
    /// # Errors
    /// Returns an error that names the racers whose moves are missing.
    pub fn reveal(&self) -> Result<Vec<Turn>, IllegalTurn> {
        let waiting = self.waiting();
        if !waiting.is_empty() {
            let names: Vec<String> = waiting.iter().map(|car| format!("racer {car}")).collect();
            return Err(IllegalTurn::new("RT-TURN-01", format!("Still waiting for {}.", names.join(", "))));
        }
        let entry = |index: usize| {
            let car = self.state.racers[index].car;
            self.moves.get(&index).map_or_else(|| Turn::lost(car), |velocity| Turn::go(car, *velocity))
        };
        Ok((0..self.state.racers.len()).filter(|index| self.state.is_due(*index)).map(entry).collect())
    }
}
