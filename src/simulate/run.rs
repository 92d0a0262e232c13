//! The first columns of both tables of driven races: the race and the car.

use crate::analysis::{Column, Kind, Value};
use crate::drivers::School;
use crate::game::CarId;

/// The race that a row belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of the race in the whole run.
    pub race: u64,
    /// The name of the circuit.
    pub circuit: String,
    /// The id of the game.
    pub game: &'static str,
    /// The edition of the rules; empty if the game has only one.
    pub edition: &'static str,
    /// The seed of the run.
    pub seed: u64,
}

impl Run {
    /// The race with this number on the circuit with this name.
    #[must_use]
    pub fn of(race: u64, circuit: &str, school: &dyn School, seed: u64) -> Self {
        let edition = school.edition().unwrap_or_default();
        Self { race, circuit: circuit.to_owned(), game: school.info().id, edition, seed }
    }

    /// The columns that name the race and the car.
    pub(super) fn columns() -> Vec<Column> {
        vec![
            whole("race", "The number of the race in the whole run, from 0"),
            text("circuit", "The name of the circuit"),
            text("game", "The id of the game"),
            text("edition", "The edition of the rules"),
            whole("seed", "The seed of the run"),
            whole("car", "The number of the car"),
            text("driver", "The driver: novice, club, expert, or the name of a player"),
            whole("slot", "The place on the grid, from 1"),
        ]
    }

    /// Returns the cells of one car in these columns.
    pub(super) fn cells(&self, car: CarId, driver: &str, slot: u32) -> Vec<Value> {
        vec![
            Value::whole(self.race),
            Value::text(self.circuit.clone()),
            Value::text(self.game),
            Value::text(self.edition),
            Value::whole(self.seed),
            Value::whole(car.0),
            Value::text(driver.to_owned()),
            Value::whole(slot),
        ]
    }
}

/// Makes a column of text.
pub(super) fn text(name: &'static str, help: &'static str) -> Column {
    Column::new(name, name, Kind::Text, help)
}

/// Makes a column of whole numbers.
pub(super) fn whole(name: &'static str, help: &'static str) -> Column {
    Column::new(name, name, Kind::Whole, help)
}
