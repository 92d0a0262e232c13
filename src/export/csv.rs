//! Telemetry as CSV: one row a car and turn.

use crate::analysis::Telemetry;
use crate::game::{Resource, Status, TokenView};
use crate::replay::Race;

/// Why a table could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the table could not be written: {0}")]
pub struct CsvError(#[from] ::csv::Error);

/// The telemetry of races as one table with a header; the first column names the race.
///
/// # Errors
/// Where the table cannot be formed, which a table in memory never is.
pub fn telemetry<'a>(races: impl IntoIterator<Item = (&'a str, &'a dyn Race)>) -> Result<Vec<u8>, CsvError> {
    let mut table = ::csv::Writer::from_writer(Vec::new());
    let mut header: Option<&'static [Resource]> = None;
    for (name, race) in races {
        if header.is_none() {
            write_header(&mut table, race.resources())?;
            header = Some(race.resources());
        }
        write_race(&mut table, name, race)?;
    }
    table.into_inner().map_err(|error| CsvError(error.into_error().into()))
}

fn write_header(table: &mut ::csv::Writer<Vec<u8>>, resources: &[Resource]) -> Result<(), ::csv::Error> {
    let fixed = ["race", "turn", "round", "car", "name", "acted", "x", "y", "dir", "gear", "speed", "driven"];
    let last = ["lap", "progress", "rank", "gap", "status", "tokens", "illegal"];
    table.write_record(fixed.into_iter().chain(resources.iter().map(|resource| resource.name)).chain(last))
}

/// What a car holds that works once: the names, those that are used in brackets.
fn tokens(tokens: &[TokenView]) -> String {
    let one = |token: &TokenView| if token.used { format!("({})", token.name) } else { token.name.to_owned() };
    tokens.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn write_race(table: &mut ::csv::Writer<Vec<u8>>, name: &str, race: &dyn Race) -> Result<(), ::csv::Error> {
    let telemetry = Telemetry::of(race);
    let optional = |number: Option<u8>| number.map_or_else(String::new, |number| number.to_string());
    for sample in telemetry.samples() {
        let entrant = race.entrants().iter().find(|entrant| entrant.car == sample.car);
        let illegal = if sample.turn == 0 || !sample.acted { None } else { race.step(sample.turn) };
        let clause = illegal.and_then(|step| step.illegal.as_ref()).map_or("", |illegal| illegal.clause);
        let mut row = vec![
            name.to_owned(),
            sample.turn.to_string(),
            sample.round.to_string(),
            sample.car.to_string(),
            entrant.map_or_else(String::new, |entrant| entrant.name.clone()),
            u8::from(sample.acted).to_string(),
            format!("{:.4}", sample.at[0]),
            format!("{:.4}", sample.at[1]),
            optional(sample.dir),
            optional(sample.gear),
            format!("{:.4}", sample.speed),
            format!("{:.4}", sample.driven),
        ];
        row.extend(sample.resources.iter().map(u32::to_string));
        let status = match sample.status {
            Status::Racing => "racing",
            Status::Finished => "finished",
            Status::Withdrawn => "withdrawn",
        };
        row.extend([
            sample.lap.to_string(),
            format!("{:.4}", sample.progress),
            sample.rank.to_string(),
            format!("{:.4}", sample.gap),
            status.to_owned(),
            tokens(&sample.tokens),
            clause.to_owned(),
        ]);
        table.write_record(row)?;
    }
    Ok(())
}
