//! The results of cars in races, from which the balance of a circuit is computed.

use super::row::Row;
use super::run::Run;
use crate::game::Status;

/// The result of one car in one race: the values that are needed to compute the balance of a circuit. They come from
/// one row of a table of races.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Identifies the race: the index of the table's file, and the number of the race in this file.
    pub race: (usize, u64),
    /// The name of the circuit.
    pub circuit: String,
    /// The id of the game.
    pub game: String,
    /// The edition of the rules; may be empty.
    pub edition: String,
    /// The name of the car's driver.
    pub driver: String,
    /// The place on the grid, from 1.
    pub slot: u32,
    /// The place in the result, from 1.
    pub place: u32,
    /// Whether the car finished.
    pub finished: bool,
    /// Whether the car left the race. A car that neither finished nor left was still racing when the race was over.
    pub is_out: bool,
    /// The number of turns that the car made.
    pub turns: u32,
    /// The number of times that the car passed another car.
    pub passes: u32,
    /// The number of stops in the pits.
    pub stops: u32,
    /// The number of rounds by which the car finished after the winner; `None` if unknown.
    pub gap: Option<u32>,
}

impl Entry {
    /// Makes the entry of a table row. All rows must come from the same run, because an entry identifies its race only
    /// by the number of the race in the run.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        let Row { run: Run { race, circuit, game, edition, .. }, car, .. } = row;
        Self {
            race: (0, *race),
            circuit: circuit.clone(),
            game: (*game).to_owned(),
            edition: (*edition).to_owned(),
            driver: car.driver.name().to_owned(),
            slot: car.slot,
            place: car.place,
            finished: car.status == Status::Finished,
            is_out: matches!(car.status, Status::Eliminated | Status::Withdrawn),
            turns: car.turns,
            passes: car.passes,
            stops: car.stops,
            gap: car.gap,
        }
    }
}

impl Entry {
    /// Whether the car won its race, or shares the first place.
    pub(super) const fn is_winner(&self) -> bool {
        self.place == 1 && self.finished
    }
}
