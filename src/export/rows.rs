//! What tables of telemetry have in them: columns and rows.

use crate::analysis::{Column, Kind, Row, Telemetry, Value};
use crate::game::{Resource, Status, TokenView};
use crate::replay::Race;

/// The columns of races whose cars have these resources; the first names the race.
#[must_use]
pub fn columns(resources: &[Resource]) -> Vec<Column> {
    use Kind::{Flag, Number, Text, Whole};
    const PLACES: Kind = Number(4);
    let first = [
        ("race", Text),
        ("turn", Whole),
        ("round", Whole),
        ("car", Whole),
        ("name", Text),
        ("acted", Flag),
        ("x", PLACES),
        ("y", PLACES),
        ("dir", Whole),
        ("gear", Whole),
        ("speed", PLACES),
        ("driven", PLACES),
    ];
    let last = [
        ("lap", Whole),
        ("progress", PLACES),
        ("rank", Whole),
        ("gap", PLACES),
        ("status", Text),
        ("tokens", Text),
        ("illegal", Text),
        ("played", Whole),
        ("corners", Whole),
    ];
    let resources = resources.iter().map(|resource| (resource.name, Whole));
    first.into_iter().chain(resources).chain(last).map(|(name, kind)| Column::new(name, name, kind, "")).collect()
}

/// What a car holds that works once: the names, those that are used in brackets.
fn tokens(tokens: &[TokenView]) -> String {
    let one = |token: &TokenView| if token.used { format!("({})", token.name) } else { token.name.to_owned() };
    tokens.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The rows of a race, by turn and then by grid order.
#[must_use]
pub fn rows(name: &str, race: &dyn Race) -> Vec<Row> {
    let telemetry = Telemetry::of(race);
    let whole = |number: u32| Value::whole(number);
    let small = |number: Option<u8>| Value::Whole(number.map(i32::from));
    telemetry
        .samples()
        .iter()
        .map(|sample| {
            let entrant = race.entrants().iter().find(|entrant| entrant.car == sample.car);
            let step = if sample.turn == 0 || !sample.acted { None } else { race.step(sample.turn) };
            let clause = step.and_then(|step| step.illegal.as_ref()).map_or("", |illegal| illegal.clause);
            let status = match sample.status {
                Status::Racing => "racing",
                Status::Finished => "finished",
                Status::Withdrawn => "withdrawn",
            };
            let mut row = vec![
                Value::text(name.to_owned()),
                whole(sample.turn as u32),
                whole(sample.round),
                whole(sample.car.0),
                Value::text(entrant.map_or_else(String::new, |entrant| entrant.name.clone())),
                Value::Flag(sample.acted),
                Value::number(sample.at[0]),
                Value::number(sample.at[1]),
                small(sample.dir),
                small(sample.gear),
                Value::number(sample.speed),
                Value::number(sample.driven),
            ];
            row.extend(sample.resources.iter().map(|points| whole(*points)));
            row.extend([
                whole(sample.lap),
                Value::number(sample.progress),
                whole(sample.rank),
                Value::number(sample.gap),
                Value::text(status),
                Value::text(tokens(&sample.tokens)),
                Value::text(clause),
                small(sample.played),
                whole(sample.corners),
            ]);
            row
        })
        .collect()
}
