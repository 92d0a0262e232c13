//! The rows of the second table of driven races: one for each race, car and stretch of the lap.

use super::run::{Run, whole};
use crate::analysis::{Column, Kind, Table, Value};
use crate::drivers::{DrivenRace, School, Stretch, StretchUse};
use crate::game::{CarId, Status};

/// A row of the table: one car on one stretch of the lap, in one driven race.
#[derive(Clone, Debug, PartialEq)]
pub struct StretchRow {
    /// The race that the row belongs to.
    pub run: Run,
    /// The number of the car.
    pub car: CarId,
    /// The name of the driver.
    pub driver: String,
    /// The car's place on the grid, from 1.
    pub slot: u32,
    /// The stretch of the lap that the row belongs to.
    pub stretch: Stretch,
    /// The statistics of the car on the stretch.
    pub used: StretchUse,
    /// Whether the car won the race and took the lead for good on this stretch.
    pub decided: bool,
}

impl StretchRow {
    /// The rows of a race on the circuit with this name: cars in grid order, each with its stretches in driving order.
    /// Empty if the statistics of stretches were not recorded.
    #[must_use]
    pub fn of(race: u64, circuit: &str, school: &dyn School, seed: u64, driven: &DrivenRace) -> Vec<Self> {
        let Some(stretches) = &driven.stretches else { return Vec::new() };
        let cars = driven.cars.iter().zip(&stretches.cars);
        let rows = cars.flat_map(|(car, uses)| {
            let won = car.place == 1 && car.status == Status::Finished;
            stretches.lap.iter().zip(uses).enumerate().map(move |(index, (stretch, used))| Self {
                run: Run::of(race, circuit, school, seed),
                car: car.car,
                driver: car.driver.name().to_owned(),
                slot: car.slot,
                stretch: *stretch,
                used: *used,
                decided: won && stretches.decided == Some(index),
            })
        });
        rows.collect()
    }

    /// The columns of the table.
    #[must_use]
    pub fn columns() -> Vec<Column> {
        let number = |name: &'static str, help: &'static str| Column::new(name, name, Kind::Number(4), help);
        let mut columns = Run::columns();
        columns.extend([
            whole(
                "stretch",
                "The corner at which the stretch begins. 0 is the stretch from the line to the first corner",
            ),
            number("lap_from", "The start of the stretch, as a fraction of the lap from 0 to 1"),
            number("lap_to", "The end of the stretch, as a fraction of the lap from 0 to 1"),
            whole("turns", "The number of the car's turns that ended on the stretch"),
            number(
                "distance",
                "The length of the car's path in the turns that ended on the stretch, in the game's unit",
            ),
            number("gear", "The mean gear of the car's moves, or the game's nearest equivalent"),
            whole("spent", "The number of points that the car spent (the total of all resources)"),
            whole("passes", "The number of times that the car passed another car"),
            whole("passed", "The number of times that the car was passed"),
            whole("attacks", "The number of attacks that the car made"),
            whole("collisions", "The number of times that the car ran into another car"),
            whole("spins", "The number of times that the car spun"),
            whole(
                "penalties",
                "The number of the car's penalties: collisions, spins, crashes, standing still, falls off the board",
            ),
            Column::new("out", "out", Kind::Flag, "Whether the car left the race on the stretch"),
            Column::new(
                "decided",
                "decided",
                Kind::Flag,
                "Whether the car took the lead for good on the stretch and won",
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
        let Self { stretch, used, .. } = self;
        let mut cells = self.run.cells(self.car, &self.driver, self.slot);
        cells.extend([
            Value::whole(stretch.number),
            Value::number(stretch.from),
            Value::number(stretch.to),
            Value::whole(used.turns),
            Value::number(used.distance),
            Value::Number(used.gear()),
            Value::whole(used.spent),
            Value::whole(used.passes),
            Value::whole(used.passed),
            Value::whole(used.attacks),
            Value::whole(used.collisions),
            Value::whole(used.spins),
            Value::whole(used.penalties),
            Value::Flag(used.is_out),
            Value::Flag(self.decided),
        ]);
        cells
    }
}
