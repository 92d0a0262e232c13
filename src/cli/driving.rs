//! The options that all commands with computer drivers share. Also opens the circuits named on the command line, and
//! makes the drivers learn them.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::bounds;
use super::open::{self, OpenFailure};
use super::{Failure, complain};
use crate::drivers::{Aim, DriveError, Effort, School, Start};
use crate::game::Progress;
use crate::replay::Opened;

/// The options of a race with computer drivers.
#[derive(Clone, Debug, clap::Args)]
pub struct RaceOptions {
    /// The seed of all dice: the same seed gives the same races
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=2_147_483_647))]
    pub seed: u64,
    /// Laps to race [default: the usual number]
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub laps: Option<u32>,
    /// Cars in the race [default: the usual number]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub cars: Option<u16>,
    /// Set a field of the race's setup, such as options.powers=true, or of the circuit, such as track.laps=3
    #[arg(long = "set", value_name = "FIELD=VALUE", value_parser = field)]
    pub fields: Vec<(String, String)>,
}

fn field(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "write FIELD=VALUE, such as laps=3".to_owned())?;
    let name = name.trim();
    if name.is_empty() {
        Err("write the field's name before the `=`".to_owned())
    } else {
        Ok((name.to_owned(), value.to_owned()))
    }
}

impl RaceOptions {
    /// Returns the start of a race as these options set it: the number of laps, the number of cars, and fields of the
    /// setup or the circuit.
    pub fn start(&self) -> Start {
        Start { laps: self.laps, cars: self.cars.map(usize::from), fields: self.fields.clone() }
    }

    /// Returns an error if an option would change the setup. A race that has begun keeps its setup.
    fn refuse_changes(&self, file: &Path) -> Result<(), Failure> {
        let options =
            [("--laps", self.laps.is_some()), ("--cars", self.cars.is_some()), ("--set", !self.fields.is_empty())];
        match options.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((name, _)) => Err(Failure::new(format!(
                "{}: {name} is only for circuits. This race has begun, so its setup can no longer be changed",
                file.display()
            ))),
        }
    }
}

/// The amount of work that an expert does before each decision.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EffortOptions {
    /// The number of rollouts for each decision of an expert. A rollout is a trial: it continues the race for a few
    /// rounds [default: 48 in VektoRace, 120 in games with dice]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rollouts: Option<u32>,
    /// Drive for the best place on average, not for the win
    #[arg(long)]
    pub for_place: bool,
}

impl EffortOptions {
    /// Returns the amount of work that an expert does before each decision, as these options set it.
    pub fn effort(self) -> Effort {
        let aim = if self.for_place { Aim::Place } else { Aim::Win };
        Effort { rollouts: self.rollouts, aim, ..Effort::default() }
    }
}

/// The result of making computer drivers learn the circuit in a file.
pub enum Learned {
    /// The circuit has no errors, and the drivers have learned it.
    School(Box<dyn School>),
    /// The circuit or the race has errors, which were reported.
    Faulty,
}

/// Opens a circuit and makes the drivers learn it. The options say how the races begin.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a circuit, or the race cannot start.
pub fn circuit(file: &Path, options: &RaceOptions) -> Result<Learned, Failure> {
    match opened(file)? {
        Some(Opened::Track(draft)) => {
            let game = super::games()
                .of(&draft)
                .ok_or_else(|| Failure::new(format!("{}: the game is unknown", file.display())))?;
            learned(file, |progress| game.learn(&draft, &options.start(), progress))
        }
        Some(Opened::Race(_)) => Err(Failure::new(format!("{}: this is a race; name a circuit", file.display()))),
        None => Ok(Learned::Faulty),
    }
}

/// Opens a circuit or a race, and makes the drivers learn its circuit. If the file is a race, the drivers continue it
/// after `at` turns, by default from its end.
///
/// # Errors
/// Returns an error if the file cannot be read, the race cannot start, or an option is not allowed for this file.
pub fn any(file: &Path, at: Option<usize>, options: &RaceOptions) -> Result<Learned, Failure> {
    match opened(file)? {
        Some(Opened::Race(race)) => {
            options.refuse_changes(file)?;
            let at = open::position(file, race.as_ref(), at)?;
            if open::legality(file, race.as_ref(), at) != super::Outcome::Fine {
                return Ok(Learned::Faulty);
            }
            let game = super::games()
                .find(race.info().id)
                .ok_or_else(|| Failure::new(format!("{}: the game is unknown", file.display())))?;
            learned(file, |progress| game.learn_race(race.as_ref(), at, progress))
        }
        Some(Opened::Track(_)) if at.is_some() => {
            Err(Failure::new(format!("{}: this is a circuit; --at is for races", file.display())))
        }
        Some(Opened::Track(_)) => circuit(file, options),
        None => Ok(Learned::Faulty),
    }
}

fn opened(file: &Path) -> Result<Option<Opened>, Failure> {
    match open::document(file) {
        Ok(opened) => Ok(Some(opened)),
        Err(OpenFailure::Unreadable(failure)) => Err(failure),
        Err(OpenFailure::Invalid(error)) => {
            complain(&format!("{}: {error}", file.display()));
            Ok(None)
        }
    }
}

fn learned(
    file: &Path,
    learn: impl FnOnce(Progress<'_>) -> Result<Box<dyn School>, DriveError>,
) -> Result<Learned, Failure> {
    watched(learn).map(Learned::School).map_err(|error| failed(file, &error))
}

/// Converts an error of the computer drivers to an error of the command.
pub fn failed(file: &Path, error: &DriveError) -> Failure {
    let why = if *error == DriveError::Stopped { format!("{error}: {}", bounds::why()) } else { error.to_string() };
    Failure::new(format!("{}: {why}", file.display()))
}

/// Runs a piece of work that reports its progress. Shows the progress if standard error is a terminal. Limits and
/// signals stop the work.
pub fn watched<T>(work: impl FnOnce(Progress<'_>) -> T) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed}") {
        bar.set_style(style);
    }
    let report = |words: String| {
        bar.set_message(words);
        bar.tick();
    };
    let done = work(Progress { report: &report, stop: &bounds::is_reached });
    bar.finish_and_clear();
    done
}

/// The drivers that are named on the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct DriverOptions {
    /// The drivers in grid order: novice, club, expert or a player's name; a list shorter than the grid is repeated
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "club")]
    pub drivers: Vec<String>,
}

/// One of the circuits for a command that drives many races.
pub struct Circuit {
    /// The file that the circuit was read from.
    pub file: PathBuf,
    /// The circuit's name in tables.
    /// It is the name of the file if the circuit has no name, or if two circuits have the same name.
    pub name: String,
    /// The drivers' knowledge of the circuit.
    pub school: Box<dyn School>,
}

/// Opens all circuits that are named on the command line, and makes the drivers learn them. If a circuit has errors,
/// reports them and returns `None`.
///
/// # Errors
/// Returns an error in the same cases as [`circuit`].
pub fn circuits(files: &[PathBuf], options: &RaceOptions) -> Result<Option<Vec<Circuit>>, Failure> {
    let mut circuits = Vec::new();
    for file in open::walk(files)?.files {
        match circuit(&file, options)? {
            Learned::School(school) => {
                circuits.push(Circuit { name: school.circuit().trim().to_owned(), file, school })
            }
            Learned::Faulty => return Ok(None),
        }
    }
    let names: Vec<String> = circuits.iter().map(|circuit| circuit.name.clone()).collect();
    for circuit in &mut circuits {
        if circuit.name.is_empty() || names.iter().filter(|name| **name == circuit.name).count() > 1 {
            circuit.name = circuit.file.with_extension("").display().to_string();
        }
    }
    Ok(Some(circuits))
}
