//! `paddock balance`: summarises the simulated races on each circuit: wins by grid place, overtaking, length of the
//! races.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::simulate::format_of;
use super::{Answer, Failure, Outcome, say, say_json};
use crate::export::read_table;
use crate::game::words::many;
use crate::simulate::{Balance, CircuitBalance, Comparison, Entry, compare};
use crate::storage;

/// The arguments of `balance`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Tables written by `simulate`; several tables of one run (shards) are added up
    #[arg(required = true)]
    tables: Vec<PathBuf>,
    /// Tables to compare with, from races on another circuit or with other options. If these tables and the others have
    /// one circuit each, these two circuits are compared; otherwise each circuit is compared with the circuit of the
    /// same name
    #[arg(long, value_name = "TABLE", num_args = 1..)]
    against: Vec<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let balance = of(&arguments.tables)?;
    if arguments.against.is_empty() {
        if arguments.json {
            say_json(&balance)?;
        } else {
            balance.circuits.iter().for_each(print);
        }
        return Ok(Outcome::Fine);
    }
    let compared = compare(pairs(balance, of(&arguments.against)?)?);
    if arguments.json {
        say_json(&json!({ "comparisons": compared }))?;
    } else {
        compared.iter().for_each(print_both);
    }
    Ok(Outcome::Fine)
}

/// Reads the rows of these tables, and computes the statistics (wins by grid place and so on) of every circuit in them.
fn of(tables: &[PathBuf]) -> Result<Balance, Failure> {
    let mut entries = Vec::new();
    for (index, path) in tables.iter().enumerate() {
        entries.extend(read(index, path)?);
    }
    Ok(Balance::of(&entries))
}

/// Returns the pairs of circuits to compare, one from each of the two results. If each result has only one circuit,
/// these two circuits are the pair. Otherwise the circuits of a pair have the same game, name and edition.
fn pairs(one: Balance, other: Balance) -> Result<Vec<(CircuitBalance, CircuitBalance)>, Failure> {
    if let ([first], [second]) = (one.circuits.as_slice(), other.circuits.as_slice()) {
        if first.game != second.game {
            let why = format!(
                "{} and {} are circuits of different games; compare circuits of one game",
                first.circuit, second.circuit
            );
            return Err(Failure::new(why));
        }
        return Ok(vec![(first.clone(), second.clone())]);
    }
    let is_same = |first: &CircuitBalance, second: &CircuitBalance| {
        (&first.game, &first.circuit, &first.edition) == (&second.game, &second.circuit, &second.edition)
    };
    let pair = |first: CircuitBalance| {
        let second = other.circuits.iter().find(|second| is_same(&first, second))?;
        Some((first, second.clone()))
    };
    let pairs: Vec<_> = one.circuits.into_iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return Err(Failure::new(
            "the two tables have no circuit in common. Choose tables with one circuit each, or give the two circuits the same name",
        ));
    }
    Ok(pairs)
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

/// Describes a circuit: its name, its edition, and the number of its races.
fn title(circuit: &CircuitBalance) -> String {
    let edition = if circuit.edition.is_empty() { String::new() } else { format!(", {}", circuit.edition) };
    format!("{}{edition}: {}", circuit.circuit, many(u64::from(circuit.races), "race"))
}

/// Formats a p-value, such as "p = 0.0312".
fn chance(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

fn print_both(comparison: &Comparison) {
    say(&format!("{}, against {}", title(&comparison.one), title(&comparison.other)));
    let figure = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
    for of in &comparison.differences {
        let p = match (of.p, of.corrected) {
            (Some(p), Some(corrected)) => format!("{}, corrected {}", chance(p), chance(corrected)),
            _ => String::new(),
        };
        say(&format!("  {:37} {:>7} {:>7}   {p}", of.name, figure(of.one), figure(of.other)));
    }
    comparison.verdict.iter().for_each(|sentence| say(&format!("  {sentence}")));
}

fn print(circuit: &CircuitBalance) {
    say(&title(circuit));
    for slot in &circuit.slots {
        let [win, low, high] = [slot.win, slot.low, slot.high].map(|share| share * 100.0);
        say(&format!(
            "  grid place {:2}: wins {win:5.1} % ({low:.1} to {high:.1}), mean place {:.2}",
            slot.slot, slot.place
        ));
    }
    for group in circuit.by_stops.iter().filter(|_| circuit.by_stops.len() > 1) {
        let [stops, cars] = [many(u64::from(group.stops), "pit stop"), many(u64::from(group.cars), "car")];
        say(&format!("  {stops}: {cars}, mean place {:.2}", group.place));
    }
    circuit.verdict.iter().for_each(|sentence| say(&format!("  {sentence}")));
}
