//! `paddock balance`: sums up driven races for each circuit: wins by grid place, passing, race length.

use std::path::{Path, PathBuf};

use super::simulate::format_of;
use super::{Answer, Failure, Outcome, say, say_json};
use crate::export::read_table;
use crate::game::words::many;
use crate::simulate::{Balance, CircuitBalance, Entry};
use crate::storage;

/// The arguments of `balance`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Tables written by `simulate`; the shards of one run are added up
    #[arg(required = true)]
    tables: Vec<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut entries = Vec::new();
    for (index, path) in arguments.tables.iter().enumerate() {
        entries.extend(read(index, path)?);
    }
    let balance = Balance::of(&entries);
    if arguments.json {
        say_json(&balance)?;
    } else {
        balance.circuits.iter().for_each(print);
    }
    Ok(Outcome::Fine)
}

/// Reads the rows of a table.
fn read(file: usize, path: &Path) -> Result<Vec<Entry>, Failure> {
    let format = format_of(path)?;
    let about = |why: &dyn std::fmt::Display| Failure::new(format!("{}: {why}", path.display()));
    let cells = read_table(storage::read(path)?, format).map_err(|error| about(&error))?;
    let column = |name: &str| cells.column(name).map_err(|error| about(&error));
    let [race, circuit, game, edition, driver] = ["race", "circuit", "game", "edition", "driver"].map(column);
    let [slot, place, status, turns, passes, stops, gap] =
        ["slot", "place", "status", "turns", "passes", "stops", "gap"].map(column);
    let (race, circuit, game, edition, driver) = (race?, circuit?, game?, edition?, driver?);
    let (slot, place, status, turns, passes, stops, gap) = (slot?, place?, status?, turns?, passes?, stops?, gap?);
    let entry = |(number, row): (usize, &Vec<String>)| {
        let text = |column: usize| row.get(column).cloned().unwrap_or_default();
        let count = |column: usize| {
            let name = cells.columns.get(column).map_or("", String::as_str);
            text(column).parse::<u32>().map_err(|_| {
                about(&format!("row {}, column {name}: `{}` is not a whole number", number + 1, text(column)))
            })
        };
        Ok(Entry {
            race: (file, u64::from(count(race)?)),
            circuit: text(circuit),
            game: text(game),
            edition: text(edition),
            driver: text(driver),
            slot: count(slot)?,
            place: count(place)?,
            finished: text(status) == "finished",
            is_out: matches!(text(status).as_str(), "eliminated" | "withdrawn"),
            turns: count(turns)?,
            passes: count(passes)?,
            stops: count(stops)?,
            gap: text(gap).parse().ok(),
        })
    };
    cells.rows.iter().enumerate().map(entry).collect()
}

fn print(circuit: &CircuitBalance) {
    let edition = if circuit.edition.is_empty() { String::new() } else { format!(", {}", circuit.edition) };
    say(&format!("{}{edition}: {}", circuit.circuit, many(u64::from(circuit.races), "race")));
    for slot in &circuit.slots {
        let [win, low, high] = [slot.win, slot.low, slot.high].map(|share| share * 100.0);
        say(&format!(
            "  grid place {:2}: wins {win:5.1} % ({low:.1} to {high:.1}), mean place {:.2}",
            slot.slot, slot.place
        ));
    }
    circuit.verdict.iter().for_each(|sentence| say(&format!("  {sentence}")));
}
