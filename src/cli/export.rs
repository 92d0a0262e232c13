//! `paddock export`: the telemetry of races as a table.

use std::path::PathBuf;

use super::open::{self, Found};
use super::{Answer, Failure, Outcome, say};
use crate::export::csv;
use crate::replay::Race;
use crate::storage;

/// Writes the telemetry of races as a table.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The races
    #[arg(required = true)]
    replays: Vec<PathBuf>,
    /// Where to write; the name ends in .csv
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

pub fn run(arguments: &Arguments) -> Answer {
    let is_csv = arguments.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    if !is_csv {
        return Err(Failure::new(format!("{}: a table's name ends in .csv", arguments.output.display())));
    }
    let mut outcome = Outcome::Fine;
    let mut races: Vec<(String, Box<dyn Race>)> = Vec::new();
    for path in &arguments.replays {
        match open::race(path, None)? {
            Found::Race(race, at) => {
                outcome = outcome.max(open::legality(path, race.as_ref(), at));
                let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
                races.push((name, race));
            }
            Found::Faulty => outcome = outcome.max(Outcome::Faulty),
        }
    }
    let table = csv::telemetry(races.iter().map(|(name, race)| (name.as_str(), race.as_ref())))
        .map_err(|error| Failure::new(error.to_string()))?;
    storage::write(&arguments.output, &table)?;
    say(&format!(
        "{}: telemetry of {} race{}",
        arguments.output.display(),
        races.len(),
        if races.len() == 1 { "" } else { "s" }
    ));
    Ok(outcome)
}
