//! What tables of telemetry have in them: columns and rows.

use crate::analysis::Telemetry;
use crate::game::{Resource, Status, TokenView};
use crate::replay::Race;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// Whole numbers; may be missing.
    Whole,
    /// Numbers, with four decimals in text.
    Number,
    /// Yes or no; 1 or 0 in text.
    Flag,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// What stands in a row under a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A whole number, where there is one.
    Whole(Option<i32>),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

/// A car after a turn: a value for each column.
pub type Row = Vec<Value>;

/// The columns of races whose cars have these resources; the first names the race.
#[must_use]
pub fn columns(resources: &[Resource]) -> Vec<Column> {
    use Kind::{Flag, Number, Text, Whole};
    let first = [
        ("race", Text),
        ("turn", Whole),
        ("round", Whole),
        ("car", Whole),
        ("name", Text),
        ("acted", Flag),
        ("x", Number),
        ("y", Number),
        ("dir", Whole),
        ("gear", Whole),
        ("speed", Number),
        ("driven", Number),
    ];
    let last = [
        ("lap", Whole),
        ("progress", Number),
        ("rank", Whole),
        ("gap", Number),
        ("status", Text),
        ("tokens", Text),
        ("illegal", Text),
        ("played", Whole),
        ("corners", Whole),
    ];
    let resources = resources.iter().map(|resource| (resource.name, Whole));
    first.into_iter().chain(resources).chain(last).map(|(name, kind)| Column { name, kind }).collect()
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
    let whole = |number: u32| Value::Whole(i32::try_from(number).ok());
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
                Value::Text(name.to_owned()),
                whole(sample.turn as u32),
                whole(sample.round),
                whole(sample.car.0),
                Value::Text(entrant.map_or_else(String::new, |entrant| entrant.name.clone())),
                Value::Flag(sample.acted),
                Value::Number(sample.at[0]),
                Value::Number(sample.at[1]),
                small(sample.dir),
                small(sample.gear),
                Value::Number(sample.speed),
                Value::Number(sample.driven),
            ];
            row.extend(sample.resources.iter().map(|points| whole(*points)));
            row.extend([
                whole(sample.lap),
                Value::Number(sample.progress),
                whole(sample.rank),
                Value::Number(sample.gap),
                Value::Text(status.to_owned()),
                Value::Text(tokens(&sample.tokens)),
                Value::Text(clause.to_owned()),
                small(sample.played),
                whole(sample.corners),
            ]);
            row
        })
        .collect()
}
