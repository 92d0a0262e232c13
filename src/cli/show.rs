//! `paddock show`: the state of a race after a number of turns. With `--notation`, all turns up to this point as text.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::open::{self, Found, PositionArguments};
use super::points::{self, Points};
use super::{Answer, Outcome, say, say_json, say_lines};
use crate::analysis::tables::status_in_position;
use crate::analysis::{Gap, gaps};
use crate::game::{CarId, CarView, Details, Facts, Resource, StateView, Status, TokenView};
use crate::replay::Race;

#[derive(Debug, Serialize)]
struct Document {
    turn: usize,
    round: u32,
    to_act: Option<CarId>,
    phase: &'static str,
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<&'static str>,
    circuit: String,
    laps: u32,
    cars: Vec<CarDocument>,
    fingerprint: String,
    /// Facts about the shown position that exist only in the game of this race, such as weather or flags.
    #[serde(flatten)]
    table: Facts,
    /// The points that the race would give if it ended in the position shown; `None` if the game gives no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
}

#[derive(Debug, Serialize)]
struct CarDocument {
    car: CarId,
    name: String,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dir: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gear: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    velocity: Option<[i32; 2]>,
    resources: BTreeMap<&'static str, u32>,
    lap: u32,
    laps_done: u32,
    progress: f64,
    rank: u32,
    status: Status,
    /// The gap to the leader, computed as in the analysis; `None` for a car that has left the race.
    gap: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<TokenView>,
    #[serde(flatten)]
    table: Facts,
}

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Print the race up to this position as text, one line for each turn; `import text` reads it
    #[arg(long, conflicts_with = "json")]
    notation: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let Arguments { position: PositionArguments { replay, at, json }, notation } = arguments;
    let Found::Race(race, at) = open::race(replay, *at)? else { return Ok(Outcome::Faulty) };
    if *notation {
        say_lines(race.notation_text(at).trim_end());
    } else if *json {
        say_json(&document(race.as_ref(), &race.view(at), at))?;
    } else {
        print(race.as_ref(), &race.view(at), at);
    }
    Ok(open::legality(replay, race.as_ref(), at))
}

fn document(race: &dyn Race, view: &StateView, at: usize) -> Document {
    let gaps = gaps(view, race.laps());
    let Details { race: table, cars } = race.details(at);
    let mut cars = cars.into_iter();
    let cars = view.cars.iter().map(|car| CarDocument {
        car: car.car,
        name: name(race, car.car).to_owned(),
        x: car.at[0],
        y: car.at[1],
        dir: car.dir,
        gear: car.gear,
        velocity: car.velocity,
        resources: held(race, car).map(|(resource, points)| (resource.key, points)).collect(),
        lap: car.lap,
        laps_done: car.laps_done,
        progress: car.progress,
        rank: car.rank,
        status: car.status,
        gap: gap(&gaps, car.car),
        marks: car.marks.clone(),
        tokens: car.tokens.clone(),
        table: cars.next().unwrap_or_default(),
    });
    Document {
        turn: at,
        round: view.round,
        to_act: view.to_act,
        phase: view.phase,
        game: race.info().id,
        edition: race.edition(),
        circuit: race.track_name().to_owned(),
        laps: race.laps(),
        cars: cars.collect(),
        fingerprint: format!("{:016x}", race.fingerprint(at)),
        table,
        points: race.score_at(at).map(Points::of),
    }
}

/// Lists the resources that this race uses, each with the number of points that the car has left.
fn held<'a>(race: &'a dyn Race, car: &'a CarView) -> impl Iterator<Item = (&'a Resource, u32)> {
    race.resources().iter().zip(car.resources.iter().copied()).filter(|(resource, _)| resource.max > 0)
}

fn gap(gaps: &[(CarId, Gap)], car: CarId) -> Option<f64> {
    gaps.iter().find(|(known, _)| *known == car).map(|(_, gap)| gap.first)
}

fn name(race: &dyn Race, car: CarId) -> &str {
    race.entrants().iter().find(|entrant| entrant.car == car).map_or("", |entrant| entrant.name.as_str())
}

fn print(race: &dyn Race, view: &StateView, at: usize) {
    let next = match (view.to_act, view.phase) {
        (None, "abandoned") => "abandoned at the turn limit".to_owned(),
        (None, _) => "the race is over".to_owned(),
        (Some(car), "qualifying") => format!("car {car} to act: it drives for its place on the grid"),
        (Some(car), _) => format!("car {car} to act"),
    };
    say(&format!("{}: after turn {at} of {}, round {}, {next}", race.title(), race.len(), view.round));
    if at > 0 {
        say(&race.describe(at));
    }
    let details = race.details(at);
    let table = in_words(&details.race);
    if !table.is_empty() {
        say(&format!("on the table: {table}"));
    }
    let of_race: Vec<&Resource> = race.resources().iter().filter(|resource| resource.max > 0).collect();
    let resources: String = of_race.iter().map(|resource| format!("{:>9}", resource.name)).collect();
    let gear = race.info().gear.word;
    say(&format!(
        "{:>4} {:>6}  {:<16}{gear:>6}{resources}{:>5}{:>8}{:>11}{:>11}{:>5}  status",
        "rank", "car", "name", "lap", "gap", "x", "y", "dir"
    ));
    let gaps = gaps(view, race.laps());
    for car in view.standings() {
        let optional = |number: Option<u8>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let resources: String = held(race, car).map(|(_, points)| format!("{points:>9}")).collect();
        let gap = gap(&gaps, car.car).map_or_else(|| "-".to_owned(), |gap| format!("{gap:.1}"));
        let status = match car.status {
            Status::Racing if view.to_act.is_some() => racing(car),
            _ => status_in_position(view, car, race.laps()).to_owned(),
        };
        let short: String = name(race, car.car).chars().take(15).collect();
        say(&format!(
            "{:>4} {:>6}  {short:<16}{:>6}{resources}{:>5}{gap:>8}{:>11.4}{:>11.4}{:>5}  {status}",
            car.rank,
            car.car.to_string(),
            optional(car.gear),
            car.lap_of(race.laps()),
            car.at[0],
            car.at[1],
            optional(car.dir),
        ));
        let place = view.cars.iter().position(|known| known.car == car.car);
        if let Some(facts) = place.and_then(|place| details.cars.get(place)).filter(|facts| !facts.is_empty()) {
            say(&format!("{:13}{}", "", in_words(facts)));
        }
    }
    if let Some(legend) = race.info().gear.legend() {
        say(&legend);
    }
    if let Some(score) = race.score_at(at) {
        points::print(&score, "");
    }
}

/// Writes facts in one line, such as "space a12, tyres soft".
fn in_words(facts: &Facts) -> String {
    let words = facts.iter().filter_map(|(name, value)| {
        let name = name.replace('_', " ");
        match value {
            Value::Bool(true) => Some(name),
            Value::Bool(false) | Value::Null => None,
            Value::String(text) => Some(format!("{name} {text}")),
            Value::Array(values) if values.is_empty() => None,
            Value::Array(values) => {
                let each: Vec<String> = values
                    .iter()
                    .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
                    .collect();
                Some(format!("{name} {}", each.join(" ")))
            }
            Value::Object(facts) => Some(format!("{name} ({})", in_words(facts))),
            Value::Number(number) => Some(format!("{name} {number}")),
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Describes the conditions and tokens of a racing car in a few words.
fn racing(car: &CarView) -> String {
    let tokens = car
        .tokens
        .iter()
        .map(|token| if token.used { format!("{} (used)", token.name) } else { token.name.to_owned() });
    let words: Vec<String> = car.marks.iter().map(|mark| (*mark).to_owned()).chain(tokens).collect();
    if words.is_empty() { "racing".to_owned() } else { words.join(", ") }
}
