//! `paddock show`: the state of a race after some turns, or the race up to there as text.

use std::collections::BTreeMap;

use serde::Serialize;

use super::open::{self, Found, PositionArguments};
use super::{Answer, Outcome, say, say_json};
use crate::game::{CarId, CarView, StateView, Status, TokenView};
use crate::replay::Race;

#[derive(Debug, Serialize)]
struct Document {
    turn: usize,
    round: u32,
    to_act: Option<CarId>,
    phase: &'static str,
    cars: Vec<CarDocument>,
    fingerprint: String,
}

#[derive(Debug, Serialize)]
struct CarDocument {
    car: CarId,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dir: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gear: Option<u8>,
    resources: BTreeMap<&'static str, u32>,
    lap: u32,
    rank: u32,
    status: Status,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<TokenView>,
}

/// What `show` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Print the race up to there as text, one line a turn, which `import text` reads
    #[arg(long, conflicts_with = "json")]
    notation: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let Arguments { position: PositionArguments { replay, at, json }, notation } = arguments;
    let Found::Race(race, at) = open::race(replay, *at)? else { return Ok(Outcome::Faulty) };
    if *notation {
        say(race.notation_text(at).trim_end());
    } else if *json {
        say_json(&document(race.as_ref(), &race.view(at), at))?;
    } else {
        print(race.as_ref(), &race.view(at), at);
    }
    Ok(open::legality(replay, race.as_ref(), at))
}

fn document(race: &dyn Race, view: &StateView, at: usize) -> Document {
    let cars = view.cars.iter().map(|car| CarDocument {
        car: car.car,
        x: car.at[0],
        y: car.at[1],
        dir: car.dir,
        gear: car.gear,
        resources: race.resources().iter().map(|resource| resource.name).zip(car.resources.iter().copied()).collect(),
        lap: car.lap,
        rank: car.rank,
        status: car.status,
        tokens: car.tokens.clone(),
    });
    Document {
        turn: at,
        round: view.round,
        to_act: view.to_act,
        phase: view.phase,
        cars: cars.collect(),
        fingerprint: format!("{:016x}", race.fingerprint(at)),
    }
}

fn print(race: &dyn Race, view: &StateView, at: usize) {
    let next = view.to_act.map_or_else(|| "the race is over".to_owned(), |car| format!("car {car} to act"));
    say(&format!("{}: after turn {at} of {}, round {}, {next}", race.title(), race.len(), view.round));
    if at > 0 {
        say(&race.describe(at));
    }
    let resources: String = race.resources().iter().map(|resource| format!("{:>7}", resource.name)).collect();
    say(&format!(
        "{:>4} {:>6}  {:<16}{:>5}{resources}{:>5}{:>11}{:>11}{:>5}  status",
        "rank", "car", "name", "gear", "lap", "x", "y", "dir"
    ));
    for car in view.standings() {
        let name =
            race.entrants().iter().find(|entrant| entrant.car == car.car).map_or("", |entrant| entrant.name.as_str());
        let optional = |number: Option<u8>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let resources: String = car.resources.iter().map(|points| format!("{points:>7}")).collect();
        let status = match car.status {
            Status::Racing => racing(car),
            Status::Finished => "finished".to_owned(),
            Status::Withdrawn => "withdrawn".to_owned(),
            Status::Eliminated => "eliminated".to_owned(),
        };
        let short: String = name.chars().take(15).collect();
        say(&format!(
            "{:>4} {:>6}  {short:<16}{:>5}{resources}{:>5}{:>11.4}{:>11.4}{:>5}  {status}",
            car.rank,
            car.car.to_string(),
            optional(car.gear),
            car.lap,
            car.at[0],
            car.at[1],
            optional(car.dir),
        ));
    }
}

/// What weighs on a car and what it holds, in a few words.
fn racing(car: &CarView) -> String {
    let tokens = car
        .tokens
        .iter()
        .map(|token| if token.used { format!("{} (used)", token.name) } else { token.name.to_owned() });
    let words: Vec<String> = car.marks.iter().map(|mark| (*mark).to_owned()).chain(tokens).collect();
    if words.is_empty() { "racing".to_owned() } else { words.join(", ") }
}
