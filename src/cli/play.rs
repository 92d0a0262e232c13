//! `paddock play`: computer drivers drive a race to its end.

use std::path::PathBuf;

use super::bounds::Bounds;
use super::driving::{self, DriverOptions, EffortOptions, Learned, RaceOptions};
use super::output::Destination;
use super::players::PlayerOptions;
use super::{Answer, Outcome};
use crate::drivers::{DrivePlan, DrivenRace};
use crate::game::words::many;

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The file of a circuit, or of a race to continue from its last position
    file: PathBuf,
    /// The file to write the race to
    #[arg(short, long, value_name = "RACE")]
    output: PathBuf,
    /// Continue the race after this number of turns; the new turns become a variation of the race
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = super::open::turns_played)]
    at: Option<usize>,
    #[command(flatten)]
    drivers: DriverOptions,
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
    let destination = Destination::new(&arguments.output, &[&arguments.file])?;
    let players = arguments.players.start()?;
    let drivers = players.drivers(&arguments.drivers.drivers)?;
    let school = match driving::any(&arguments.file, arguments.at, &arguments.race)? {
        Learned::School(school) => school,
        Learned::Faulty => return Ok(Outcome::Faulty),
    };
    let plan =
        DrivePlan { drivers, seed: arguments.race.seed, effort: arguments.effort.effort(), ..DrivePlan::default() };
    let played = driving::watched(|progress| school.play(&plan, progress));
    let (text, figures) = played.map_err(|error| driving::failed(&arguments.file, &error))?;
    destination.write(text.as_bytes())?;
    destination.report(&summary(&figures));
    players.reports().iter().for_each(|report| destination.report(&report.sentence()));
    Ok(Outcome::Fine)
}

/// Describes the driven race in one line.
fn summary(race: &DrivenRace) -> String {
    let driven = many(race.turns as u64, "turn");
    match race.winner() {
        Some(winner) => {
            let out = race.cars.iter().filter(|car| car.status.is_out()).count();
            let rest = if out > 0 { format!("; {} left the race", many(out as u64, "car")) } else { String::new() };
            format!("{driven} driven; car {} ({}) won{rest}", winner.car, winner.driver)
        }
        None => format!("{driven} driven; no car finished"),
    }
}
