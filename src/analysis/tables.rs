//! A race as tables: results, laps, stints, corners, incidents, spending, turns.
//!
//! Each table is computed from the [`Digest`] or the race. The window shows the same table that is exported.

mod championship;
mod corners;
mod forecast;
mod incidents;
mod stretch;
mod turns;

pub use championship::{driver_championship, team_championship};
pub use corners::{corner_means, corners};
pub use forecast::forecast;
pub use incidents::{duels, incidents};
pub use stretch::stretch;
pub use turns::turns;

use super::{CarDigest, Column, Digest, Kind, LapRow, Row, Table, Value, is_home};
use crate::game::words::capital;
use crate::game::{CarId, CarView, Resource, StateView, Status};
use crate::replay::Race;

/// The columns for a car's number and its driver.
fn car_columns() -> [Column; 2] {
    [
        Column::new("car", "Car", Kind::Whole, "The car's number"),
        Column::new("name", "Driver", Kind::Text, "The driver's name"),
    ]
}

/// Makes the cells for the columns of [`car_columns`]: the number and the driver of a car.
fn car_values(car: CarId, name: &str) -> [Value; 2] {
    [Value::whole(car.0), Value::text(name.to_owned())]
}

/// Makes the column for the distance that a car drove. `part` names the part of the race, such as "in the lap".
fn distance_column(race: &dyn Race, part: &str) -> Column {
    let help = format!(
        "The length of the car's path {part}, in {}. If a crash or a breakdown puts the car back, it drives the same way again, and both times count. So a lap can be longer than the circuit",
        race.info().unit
    );
    Column::new("distance", "Driven", Kind::Number(1), help)
}

/// Makes a column with the number of a turn in the race.
fn turn_column(name: &'static str, title: &'static str, help: &str) -> Column {
    let help = format!("{help}: its number in the race, in which the turns of all cars count. 0 is the grid");
    Column::new(name, title, Kind::Whole, help)
}

/// The resources that cars can have in this race, each with its index. Tables have no columns for other resources.
fn resources(race: &dyn Race) -> impl Iterator<Item = (usize, &Resource)> {
    race.resources().iter().enumerate().filter(|(_, resource)| resource.max > 0)
}

/// Makes a column for each resource, in the order of the race's resources.
fn resource_columns<'a>(race: &'a dyn Race, help: &'a str) -> impl Iterator<Item = Column> + 'a {
    resources(race).map(move |(_, resource)| {
        Column::new(resource.key, capital(resource.name), Kind::Whole, format!("Points of {} {help}", resource.name))
    })
}

/// Makes the cells for the columns of [`resource_columns`]: the points of each resource.
fn resource_values<'a>(race: &'a dyn Race, points: &'a [u32]) -> impl Iterator<Item = Value> + 'a {
    resources(race).map(|(index, _)| Value::Whole(points.get(index).and_then(|points| i32::try_from(*points).ok())))
}

/// The word for a car's final status in files. The window shows the words of [`status_in_words`] instead.
#[must_use]
pub const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Racing => "racing",
        Status::Finished => "finished",
        Status::Withdrawn => "withdrawn",
        Status::Eliminated => "eliminated",
    }
}

/// Returns the words for a car's status that are shown to users. `laps` is the number of laps of the race. A car that
/// the game has classified as finished before its last lap ended is “on track at the end” (rule VR-WIN-04 of
/// VektoRace).
#[must_use]
pub fn status_in_words(car: &CarView, laps: u32) -> &'static str {
    match car.status {
        Status::Racing => "racing",
        Status::Finished if !is_home(car, laps) => "on track at the end",
        Status::Finished => "finished",
        Status::Withdrawn => "left the race",
        Status::Eliminated => "eliminated",
    }
}

/// Returns the words for a car's status in a position of a race, as [`status_in_words`] does. Once the race is over, a
/// car that is still racing is “on track at the end” too (rule WW-RACE-02 of Wheel to Wheel).
#[must_use]
pub fn status_in_position(view: &StateView, car: &CarView, laps: u32) -> &'static str {
    match car.status {
        Status::Racing if view.to_act.is_none() => "on track at the end",
        _ => status_in_words(car, laps),
    }
}

/// The column with the number of turns that a car led. Its title says that the turns of all cars count.
fn led_column(digest: &Digest) -> Column {
    let all: u32 = digest.cars.iter().map(|car| car.turns_led).sum();
    let help = format!(
        "The number of turns, of any car, after which this car was in the lead. Up to the winner's finish, {all} turns of all cars together had a single leader. So the number can be larger than the number of the car's own turns"
    );
    Column::new("led", format!("Led, of {all}"), Kind::Whole, help)
}

/// The table of results: one row for each car, from first to last.
///
/// ```
/// use paddock::analysis::{Digest, tables};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let table = tables::results(race.as_ref(), &Digest::of(race.as_ref()));
/// assert_eq!(table.rows.len(), 2);
/// assert_eq!(table.whole(0, "place"), Some(1));
/// ```
#[must_use]
pub fn results(race: &dyn Race, digest: &Digest) -> Table {
    let unit = race.info().unit;
    let whole =
        |name: &'static str, title: &'static str, help: &'static str| Column::new(name, title, Kind::Whole, help);
    let mut columns = vec![whole("place", "#", "The car's place in the result")];
    columns.extend(car_columns());
    columns.extend([
        whole("grid", "Grid", "The car's place on the grid, after qualifying if there was one"),
        Column::new(
            "status",
            "Status",
            Kind::Text,
            "The car's status: racing, finished, on track at the end, left the race, or eliminated",
        ),
        whole("turns", "Turns", "The number of turns that the car played"),
        Column::new("gear", "Gear", Kind::Number(1), "The mean gear of the car's moves"),
        distance_column(race, "in the race"),
        led_column(digest),
        whole("turns_behind", "Rounds behind", "The number of rounds from the winner's finish to the car's finish"),
        Column::new(
            "gap",
            "Gap",
            Kind::Number(1),
            format!(
                "The distance along the lap, in {unit}, from the car to the finish line at the end of the round in which the winner finished. If nobody has finished, the distance to the leader. A car that is shown closer than the car placed ahead of it has the gap of that car"
            ),
        ),
        whole("passed", "Overtook", "The number of times the car overtook another car"),
        whole("was_passed", "Was overtaken", "The number of times the car was overtaken"),
        whole("attacks", "Attacks", "The number of attacks the car made"),
        whole("suffered", "Suffered", "The number of attacks on the car"),
        whole("penalties", "Penalties", "The number of times the car stood still, left the board, hit another car or broke down"),
        whole("brakings", "Emergency brakings", "The number of times the car braked in an emergency"),
        whole("stops", "Pit stops", "The number of visits to the pit lane"),
        whole("illegal", "Illegal", "The number of the car's turns that break a rule"),
    ]);
    let has_dice = digest.cars.iter().any(|car| car.dice.is_some());
    if has_dice {
        let luck = format!("The sum of all rolls minus their means, in {unit}");
        columns.extend([
            Column::new("luck", "Luck", Kind::Difference(1), luck),
            Column::new(
                "luck_deviations",
                "Luck, σ",
                Kind::Difference(1),
                "The luck in standard deviations; more than +2 or less than −2 is rare",
            ),
        ]);
    }
    let end = race.view(race.len());
    let row = |car: &CarDigest| -> Row {
        let status = end.car(car.car).map_or("", |car| status_in_position(&end, car, race.laps()));
        let mut row = vec![Value::whole(car.rank)];
        row.extend(car_values(car.car, &car.name));
        row.extend([
            Value::whole(car.grid),
            Value::text(status),
            Value::whole(car.turns),
            Value::Number(car.gear),
            Value::number(car.distance),
            Value::whole(car.turns_led),
            Value::Whole(car.turns_behind.and_then(|rounds| i32::try_from(rounds).ok())),
            Value::Number(car.gap),
            Value::whole(car.overtakings),
            Value::whole(car.overtaken),
            Value::whole(car.attacks.values().sum::<u32>()),
            Value::whole(car.suffered.values().sum::<u32>()),
            Value::whole(car.penalties),
            Value::whole(car.brakings),
            Value::whole(car.stops),
            Value::whole(car.illegal),
        ]);
        if has_dice {
            row.push(Value::Number(car.dice.map(|dice| dice.luck)));
            row.push(Value::Number(car.dice.and_then(|dice| dice.deviations())));
        }
        row
    };
    Table { name: "results".into(), columns, rows: digest.cars.iter().map(row).collect() }
        .without_idle_decimals()
        .in_words(race.info().gear)
}

/// Returns the fastest lap of the race, with its car. It is the complete lap, from line to line, with the fewest turns.
/// Of several such laps, it is the one with the fewest points spent, then the one that ended first. `None` if no lap is
/// complete.
#[must_use]
pub fn fastest_lap(digest: &Digest) -> Option<(CarId, &LapRow)> {
    let laps = digest.cars.iter().flat_map(|car| car.laps.iter().map(move |lap| (car.car, lap)));
    laps.filter(|(_, lap)| lap.is_whole()).min_by_key(|(_, lap)| (lap.turns, lap.spent.iter().sum::<u32>(), lap.to))
}

/// The table of laps: one row for each car and lap. Lap 0 is the stretch from the grid to the finish line.
#[must_use]
pub fn laps(race: &dyn Race, digest: &Digest) -> Table {
    let fastest = fastest_lap(digest).map(|(_, lap)| lap.turns);
    let mut columns: Vec<Column> = car_columns().into();
    columns.extend([
        Column::new(
            "lap",
            "Lap",
            Kind::Lap,
            "The number of the lap. Laps are counted from the finish line; “to the line” is the stretch from the grid to the finish line",
        ),
        turn_column("from", "From", "The turn in which the lap began"),
        turn_column("to", "To", "The turn in which the lap ended"),
        Column::new("turns", "Turns", Kind::Whole, "The number of turns that the car played in the lap"),
        Column::new(
            "quickest",
            "± fastest",
            Kind::Difference(0),
            "The number of turns that the lap took more than the fastest lap of the race. Only for whole laps",
        ),
        distance_column(race, "in the lap"),
        Column::new("gear", "Gear", Kind::Number(1), "The mean gear of the car's moves in the lap"),
    ]);
    columns.extend(resource_columns(race, "spent in the lap; points gained are not subtracted"));
    columns.extend([
        Column::new("pit", "Pit stop", Kind::Flag, "Whether the car was in the pit lane"),
        Column::new("complete", "Complete", Kind::Flag, "Whether the car crossed the line at the end of the lap"),
    ]);
    let has_qualifying = digest.cars.iter().any(|car| car.qualifying.is_some());
    if has_qualifying {
        columns.push(Column::new("qualifying", "Qualifying", Kind::Flag, "Whether the lap was a qualifying lap"));
    }
    let row = |car: &CarDigest, lap: &LapRow| -> Row {
        let behind = fastest.filter(|_| lap.is_whole()).map(|fastest| f64::from(lap.turns) - f64::from(fastest));
        let mut row: Row = car_values(car.car, &car.name).into();
        row.extend([
            Value::Whole(i32::try_from(lap.lap).ok().filter(|_| !lap.is_qualifying)),
            Value::whole(lap.from),
            Value::whole(lap.to),
            Value::whole(lap.turns),
            Value::Number(behind),
            Value::number(lap.distance),
            Value::Number(lap.gear),
        ]);
        row.extend(resource_values(race, &lap.spent));
        row.extend([Value::Flag(lap.pit), Value::Flag(lap.complete)]);
        if has_qualifying {
            row.push(Value::Flag(lap.is_qualifying));
        }
        row
    };
    let all = |car: &'_ CarDigest| car.qualifying.iter().chain(&car.laps).map(|lap| row(car, lap)).collect::<Vec<_>>();
    let rows = digest.cars.iter().flat_map(all).collect();
    Table { name: "laps".into(), columns, rows }.without_idle_decimals().in_words(race.info().gear)
}

/// The table of stints: one row for each car and each part of its race between two pit stops.
#[must_use]
pub fn stints(race: &dyn Race, digest: &Digest) -> Table {
    let mut columns: Vec<Column> = car_columns().into();
    columns.extend([
        Column::new("stint", "Stint", Kind::Whole, "The number of the stint, from 1; a pit stop ends a stint"),
        turn_column("from", "From", "The turn in which the stint began"),
        turn_column("to", "To", "The turn in which the stint ended"),
        Column::new("turns", "Turns", Kind::Whole, "The number of turns that the car played in the stint"),
        distance_column(race, "in the stint"),
    ]);
    for (_, resource) in resources(race) {
        let (key, name, title) = (resource.key, resource.name, capital(resource.name));
        columns.push(Column::new(
            format!("{key}_at_start"),
            format!("{title}, start"),
            Kind::Whole,
            format!("Points of {name} at the beginning of the stint"),
        ));
        columns.push(Column::new(
            format!("{key}_at_end"),
            format!("{title}, end"),
            Kind::Whole,
            format!("Points of {name} at the end of the stint, before the pit stop adds any"),
        ));
    }
    let rows = digest.cars.iter().flat_map(|car| {
        (1u32..).zip(&car.stints).map(move |(number, stint)| {
            let mut row: Row = car_values(car.car, &car.name).into();
            row.extend([
                Value::whole(number),
                Value::whole(stint.from),
                Value::whole(stint.to),
                Value::whole(stint.turns),
                Value::number(stint.distance),
            ]);
            let [start, end] = [&stint.began_with, &stint.ended_with].map(|points| resource_values(race, points));
            row.extend(start.zip(end).flat_map(<[Value; 2]>::from));
            row
        })
    });
    let rows = rows.collect();
    Table { name: "stints".into(), columns, rows }.without_idle_decimals().in_words(race.info().gear)
}

/// The table of points spent: one row for each car, resource and purpose.
#[must_use]
pub fn spending(digest: &Digest) -> Table {
    let mut columns: Vec<Column> = car_columns().into();
    columns.extend([
        Column::new("resource", "Resource", Kind::Text, "The resource that the points belong to"),
        Column::new("purpose", "Purpose", Kind::Text, "The purpose of the spent points, in the game's words"),
        Column::new("points", "Points", Kind::Whole, "The number of points"),
        Column::new(
            "share",
            "Share, %",
            Kind::Number(0),
            "The points spent on this purpose, as a share of all points of this resource that the car spent",
        ),
    ]);
    let rows = digest.cars.iter().flat_map(|car| {
        car.spent.iter().map(move |spending| {
            let same = car.spent.iter().filter(|other| other.resource == spending.resource);
            let all: u32 = same.map(|other| other.amount).sum();
            let mut row: Row = car_values(car.car, &car.name).into();
            row.extend([
                Value::text(spending.resource.clone()),
                Value::text(spending.purpose.clone()),
                Value::whole(spending.amount),
                Value::number(100.0 * f64::from(spending.amount) / f64::from(all.max(1))),
            ]);
            row
        })
    });
    let rows = rows.collect();
    Table { name: "spent".into(), columns, rows }
}
