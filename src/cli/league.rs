//! `paddock league`: compares drivers by letting them race each other.

use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;

use super::bounds::{self, Bounds};
use super::driving::{self, Circuit, EffortOptions, RaceOptions};
use super::output::Inputs;
use super::players::PlayerOptions;
use super::simulate;
use super::{Answer, Failure, Outcome, complain, say, say_json};
use crate::drivers::{DrivePlan, DrivenRace, Driver, League, LeagueRace, Pair};
use crate::game::Progress;
use crate::game::words::{many, signed};
use crate::players::Report;
use crate::simulate::Row;

/// The arguments of `league`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The files of circuits, or folders with them
    #[arg(required = true)]
    tracks: Vec<PathBuf>,
    /// The drivers to compare, each with every other: novice, club, expert, or the name of a player
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', required = true)]
    drivers: Vec<String>,
    /// Races for each pair of drivers on each circuit; in every second race they exchange grid places
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    races: u64,
    /// Also write one row for each race and car, as CSV or Parquet
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    players: PlayerOptions,
    #[command(flatten)]
    race: RaceOptions,
    #[command(flatten)]
    effort: EffortOptions,
    #[command(flatten)]
    bounds: Bounds,
}

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    if let Some(output) = &arguments.output {
        simulate::format_of(output)?;
        Inputs::new(arguments.tracks.iter().map(PathBuf::as_path)).keep(output)?;
    }
    let players = arguments.players.start()?;
    let drivers = players.drivers(&arguments.drivers)?;
    let pairs: Vec<(Driver, Driver)> = (0..drivers.len())
        .flat_map(|one| (one + 1..drivers.len()).map(move |other| (one, other)))
        .map(|(one, other)| (drivers[one].clone(), drivers[other].clone()))
        .filter(|(one, other)| one != other)
        .collect();
    if pairs.is_empty() {
        return Err(Failure::new("--drivers: name two different drivers, such as club,novice"));
    }
    let mut options = arguments.race.clone();
    options.cars = options.cars.or(Some(4));
    let Some(circuits) = driving::circuits(&arguments.tracks, &options)? else { return Ok(Outcome::Faulty) };
    for Circuit { file, school, .. } in &circuits {
        if school.cars().len() % 2 == 1 {
            let name = file.display();
            return Err(Failure::new(format!(
                "{name}: the number of cars is odd, but each driver needs half of them; set an even number with --cars"
            )));
        }
    }
    let wanted: Vec<LeagueRace> = (0..circuits.len())
        .flat_map(|circuit| (0..arguments.races).map(move |number| (circuit, number)))
        .flat_map(|(circuit, number)| pairs.iter().map(move |pair| LeagueRace { circuit, number, pair: pair.clone() }))
        .collect();
    let bar = super::open::progress(wanted.len(), "races");
    let drive = |race: &LeagueRace| {
        let Circuit { file, school, .. } = &circuits[race.circuit];
        let plan = DrivePlan {
            drivers: race.grid(school.cars().len()),
            seed: options.seed,
            stream: race.stream(),
            effort: arguments.effort.effort(),
            ..DrivePlan::default()
        };
        let driven = school.race(&plan, Progress { stop: &bounds::is_reached, ..Progress::SILENT });
        bar.inc(1);
        (race.clone(), driven.map_err(|error| driving::failed(file, &error)))
    };
    let driven: Vec<(LeagueRace, Result<DrivenRace, Failure>)> = wanted.par_iter().map(drive).collect();
    bar.finish_and_clear();
    let mut results = Vec::with_capacity(driven.len());
    let mut failed = 0;
    for (race, driven) in driven {
        match driven {
            Ok(driven) => results.push((race, driven)),
            Err(_) if bounds::is_reached() => failed += 1,
            Err(failure) => return Err(failure),
        }
    }
    let league = League::of(&pairs, &results);
    if let Some(output) = &arguments.output {
        let rows: Vec<Row> = results
            .iter()
            .enumerate()
            .flat_map(|(id, (race, driven))| {
                let Circuit { name, school, .. } = &circuits[race.circuit];
                Row::of(id as u64, name, school.as_ref(), options.seed, driven)
            })
            .collect();
        simulate::write_rows(&rows, output)?;
    }
    if failed > 0 {
        complain(&format!("{}: {failed} of {} races were not finished", bounds::why(), wanted.len()));
    }
    if arguments.json {
        say_json(&Outcomes { league: &league, players: players.reports() })?;
    } else {
        league.pairs.iter().for_each(|pair| say(&sentence(pair)));
        players.say();
    }
    Ok(if failed > 0 { Outcome::Failed } else { Outcome::Fine })
}

/// The result of `league` as JSON.
#[derive(Serialize)]
struct Outcomes<'a> {
    #[serde(flatten)]
    league: &'a League,
    /// The reports about players (external programs): how many decisions they were asked for, and how many of these the
    /// novice driver made instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<Report>,
}

fn sentence(pair: &Pair) -> String {
    let Pair { a, b, races, wins_a, wins_b, elo, elo_error } = pair;
    let none = races - wins_a - wins_b;
    let undecided = if none > 0 { format!(", {none} undecided") } else { String::new() };
    let share = 100.0 * (f64::from(*wins_a) + 0.5 * f64::from(none)) / f64::from((*races).max(1));
    format!(
        "{a} against {b}: {wins_a} to {wins_b} in {}{undecided} ({share:.1} %); {} Elo, ±{elo_error:.0}",
        many(*races, "race"),
        signed(*elo, 0)
    )
}
