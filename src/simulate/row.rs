//! The rows of a table of driven races: one for each race and car.

use super::run::{Run, text, whole};
use crate::analysis::{Column, Table, Value};
use crate::drivers::{DrivenRace, Finisher, School};
use crate::game::Status;

/// A row of the table: one car in one driven race.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The race that the row belongs to.
    pub run: Run,
    /// The number of rounds of the race.
    pub rounds: u32,
    /// The statistics of the car.
    pub car: Finisher,
}

impl Row {
    /// The rows of a race on the circuit with this name, in grid order.
    #[must_use]
    pub fn of(race: u64, circuit: &str, school: &dyn School, seed: u64, driven: &DrivenRace) -> Vec<Self> {
        let row = |car: &Finisher| Self {
            run: Run::of(race, circuit, school, seed),
            rounds: driven.rounds,
            car: car.clone(),
        };
        driven.cars.iter().map(row).collect()
    }

    /// The columns of the table.
    #[must_use]
    pub fn columns() -> Vec<Column> {
        let mut columns = Run::columns();
        columns.extend([
            whole("place", "The place in the result, from 1"),
            text("status", "The car's status: finished, withdrawn, eliminated or racing"),
            whole("turns", "The number of turns that the car made"),
            whole("laps", "The number of laps that the car completed"),
            whole("passes", "The number of times that the car passed another car"),
            whole("passed", "The number of times that the car was passed"),
            whole("stops", "The number of the car's pit stops"),
            whole("gap", "The number of rounds between the winner's finish and this car's finish"),
            whole("attacks", "The number of attacks that the car made"),
            whole(
                "penalties",
                "The number of the car's penalties: collisions, spins, standing still, falls off the board",
            ),
            whole("spent", "The number of points that the car spent (the total of all resources)"),
            whole("led", "The number of rounds after which the car led the race"),
            whole("rounds", "The number of rounds of the race"),
            whole(
                "lost",
                "The number of turns in which the player gave no legal answer, so that the novice decided instead",
            ),
        ]);
        columns
    }

    /// Makes a table that has these rows.
    #[must_use]
    pub fn table(rows: &[Self]) -> Table {
        let mut table = Table { columns: Self::columns(), ..Table::default() };
        table.rows = rows.iter().map(Self::cells).collect();
        table
    }

    fn cells(&self) -> Vec<Value> {
        let car = &self.car;
        let mut cells = self.run.cells(car.car, car.driver.name(), car.slot);
        cells.extend([
            Value::whole(car.place),
            Value::text(status(car.status)),
            Value::whole(car.turns),
            Value::whole(car.laps),
            Value::whole(car.passes),
            Value::whole(car.passed),
            Value::whole(car.stops),
            car.gap.map_or(Value::Whole(None), Value::whole),
            Value::whole(car.attacks),
            Value::whole(car.penalties),
            Value::whole(car.spent),
            Value::whole(car.led),
            Value::whole(self.rounds),
            Value::whole(car.lost),
        ]);
        cells
    }
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Racing => "racing",
        Status::Finished => "finished",
        Status::Withdrawn => "withdrawn",
        Status::Eliminated => "eliminated",
    }
}
