//! Computes championships from many races, and forecasts the result of each strategy from a given turn of a race.

use std::path::Path;

use serde::Serialize;

use super::super::open::{self, Found};
use super::super::{Answer, Failure, Outcome, bounds, say, say_json};
use crate::analysis::{Championship, Record, ScoredRace, Table, championships, tables};
use crate::game::{CarId, Forecast, Progress};

/// The JSON document about many races: the totals, and the championships that the races belong to.
#[derive(Serialize)]
pub struct Document<'a> {
    /// The totals by driver and circuit.
    #[serde(flatten)]
    pub record: &'a Record,
    /// The championships that the races belong to, with their points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub championships: Vec<Championship>,
    /// The number of files that were not read, because a limit (time, memory or a signal) was reached.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_read: u64,
    /// The number of files with a race that another file has too. Such a race is counted once.
    #[serde(skip_serializing_if = "is_zero")]
    pub copies: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Returns the championships that the races declare.
/// Also returns each group of two or more races that declare no championship but have the same teams.
pub fn declared(races: &[ScoredRace]) -> Vec<Championship> {
    championships(races).into_iter().filter(|found| found.of.is_some() || found.races.len() > 1).collect()
}

/// Prints a championship as text.
pub fn print(championship: &Championship) {
    say("");
    match championship.of {
        Some(of) => say(&format!("Championship of {of} races:")),
        None => say("Races that belong to no championship, but have the same teams:"),
    }
    for (number, title) in &championship.races {
        say(&format!("  race {number}: {title}"));
    }
    championship.notes.iter().for_each(|note| say(&format!("  {note}")));
    for table in [tables::team_championship(championship), tables::driver_championship(championship)] {
        if !table.rows.is_empty() {
            say("");
            lines(&table).iter().for_each(|line| say(line));
        }
    }
}

/// Formats a table as lines of text. Each column is as wide as its longest cell.
fn lines(table: &Table) -> Vec<String> {
    let header: Vec<String> = table.columns.iter().map(|column| column.title.to_lowercase()).collect();
    let shown = |row: &Vec<_>| row.iter().zip(&table.columns).map(|(cell, column)| text(cell, column.kind)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(table.rows.iter().map(shown)).collect();
    let width = |index: usize| rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..table.columns.len()).map(|index| width(index).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).zip(&table.columns).map(|((cell, width), column)| match column.kind {
            crate::analysis::Kind::Text => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn text(cell: &crate::analysis::Value, kind: crate::analysis::Kind) -> String {
    cell.shown(kind).into_owned()
}

/// A strategy forecast as one JSON document.
#[derive(Serialize)]
struct ForecastDocument {
    turn: usize,
    car: CarId,
    #[serde(flatten)]
    forecast: Forecast,
}

/// Prints the forecast of each strategy that a car can follow after `at` turns of a race.
pub fn forecast(path: &Path, car: CarId, at: Option<usize>, json: bool) -> Answer {
    let Found::Race(race, at) = open::race(path, Some(at.unwrap_or(0)))? else { return Ok(Outcome::Faulty) };
    let failed = |why: String| Failure::new(format!("{}: {why}", path.display()));
    if race.info().forecasts.is_none() {
        return Err(failed("this game has no forecast of strategies; leave out --what-if".to_owned()));
    }
    let Some(entrant) = race.entrants().iter().find(|entrant| entrant.car == car) else {
        return Err(failed(format!("there is no car {car} in this race")));
    };
    let progress = Progress { report: &|_| (), stop: &bounds::is_reached };
    let Some(forecast) = race.forecast(at, car, progress) else {
        let why = if bounds::is_reached() {
            bounds::why()
        } else {
            "there is no forecast for this position; choose another position with --at".to_owned()
        };
        return Err(failed(why));
    };
    bounds::answer();
    if json {
        say_json(&ForecastDocument { turn: at, car, forecast })?;
    } else {
        say(&format!("{}, after {at} turns: {}", entrant.name, forecast.headline));
        say("");
        lines(&tables::forecast(&forecast)).iter().for_each(|line| say(line));
        say("");
        forecast.notes.iter().for_each(|note| say(note));
    }
    Ok(open::legality(path, race.as_ref(), at))
}
