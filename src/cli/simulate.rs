//! `paddock simulate`: drives many races with computer drivers, and writes their results as a table.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::bounds::{self, Bounds};
use super::driving::{self, Circuit, DriverOptions, EffortOptions, RaceOptions};
use super::output::Inputs;
use super::players::PlayerOptions;
use super::{Answer, Failure, Outcome, open, say};
use crate::analysis::{Column, Table};
use crate::drivers::{DrivePlan, Driver};
use crate::export::{CsvTable, ParquetTable, Rows, TableError, TableFormat, write_table};
use crate::game::Progress;
use crate::game::words::many;
use crate::simulate::{Row, Shard, StretchRow};
use crate::storage;

/// The number of races in a batch. The rows of a batch are written when all its races have been driven.
const TOGETHER: usize = 256;

/// The arguments of `simulate`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The files of circuits, or folders with them
    #[arg(required = true)]
    tracks: Vec<PathBuf>,
    /// Races on each circuit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    races: u64,
    /// The table to write: .parquet or .csv
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Also write a table with a row for each race, car and stretch of the lap: .parquet or .csv
    #[arg(long, value_name = "OUT")]
    stretches: Option<PathBuf>,
    /// Drive only shard I of M, with I from 0 to M-1; all M shards together are the whole run
    #[arg(long, value_name = "I/M", default_value_t = Shard::default())]
    shard: Shard,
    /// Also write each race as a file into this folder
    #[arg(long, value_name = "FOLDER")]
    keep_races: Option<PathBuf>,
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

/// The format of a table, from the ending of its file name.
///
/// # Errors
/// Returns an error if the name ends in neither .csv nor .parquet.
pub fn format_of(path: &Path) -> Result<TableFormat, Failure> {
    let ends_in = |ending: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending));
    match (ends_in("csv"), ends_in("parquet")) {
        (true, _) => Ok(TableFormat::Csv),
        (_, true) => Ok(TableFormat::Parquet),
        _ => Err(Failure::new(format!("{}: the name of a table must end in .csv or .parquet", path.display()))),
    }
}

/// Writes the rows of a few races as a table.
///
/// # Errors
/// Returns an error if the table cannot be written.
pub fn write_rows(rows: &[Row], output: &Path) -> Result<(), Failure> {
    let format = format_of(output)?;
    let table = Row::table(rows);
    Ok(storage::write_with(output, |file| write_table(&table, format, file).map_err(io::Error::other))?)
}

/// A table that is written race by race.
enum Written<W: io::Write + Send> {
    Csv(CsvTable<W>),
    Parquet(ParquetTable<W>),
}

impl<W: io::Write + Send> Written<W> {
    fn new(file: W, format: TableFormat, columns: Vec<Column>) -> Result<Self, TableError> {
        Ok(match format {
            TableFormat::Csv => Self::Csv(CsvTable::new(file, &columns)?),
            TableFormat::Parquet => Self::Parquet(ParquetTable::new(file, columns)?),
        })
    }

    fn add(&mut self, table: &Table) -> Result<(), TableError> {
        let rows = Rows::of(table);
        match self {
            Self::Csv(table) => table.add(&rows),
            Self::Parquet(table) => table.add(&rows),
        }
    }

    fn finish(self) -> Result<(), TableError> {
        let mut file = match self {
            Self::Csv(table) => table.finish()?,
            Self::Parquet(table) => table.finish()?,
        };
        file.flush().map_err(|error| TableError(error.to_string()))
    }
}

/// The rows of one race: the rows for the table of cars, and the rows for the table of stretches.
type BothRows = (Vec<Row>, Vec<StretchRow>);

/// A function that receives the rows of one or more races: first those for the table of cars, then those for the table
/// of stretches.
type Sink<'a> = dyn FnMut(&[Row], &[StretchRow]) -> Result<(), TableError> + 'a;

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    let format = format_of(&arguments.output)?;
    let files = open::walk(&arguments.tracks)?.files;
    let inputs = Inputs::new(files.iter().map(PathBuf::as_path));
    inputs.keep(&arguments.output)?;
    let second = match &arguments.stretches {
        Some(path) if *path == arguments.output => {
            return Err(Failure::new(format!(
                "{}: both tables have this file name; choose another name after --stretches",
                path.display()
            )));
        }
        Some(path) => {
            inputs.keep(path)?;
            Some((path, format_of(path)?))
        }
        None => None,
    };
    let players = arguments.players.start()?;
    let drivers = players.drivers(&arguments.drivers.drivers)?;
    let Some(circuits) = driving::circuits(&files, &arguments.race)? else { return Ok(Outcome::Faulty) };
    if let Some(folder) = &arguments.keep_races {
        storage::create_folder(folder)?;
    }
    let count = arguments.races * circuits.len() as u64;
    let Shard { index, of } = arguments.shard;
    let driven_races = count.saturating_sub(index).div_ceil(of);
    let bar = open::progress(usize::try_from(driven_races).unwrap_or(usize::MAX), "races");
    let drive = |race: &u64| {
        let rows = one(arguments, &circuits, &drivers, *race);
        bar.inc(1);
        rows
    };
    let mut failure = None;
    let mut fill = |keep: &mut Sink<'_>| -> io::Result<()> {
        // A run can have too many races for a list of them.
        let mut races = arguments.shard.races(count);
        loop {
            let part: Vec<u64> = races.by_ref().take(TOGETHER).collect();
            if part.is_empty() {
                return Ok(());
            }
            let driven: Result<Vec<BothRows>, Failure> = part.par_iter().map(drive).collect();
            match driven {
                Ok(driven) => {
                    let (cars, uses): (Vec<_>, Vec<_>) = driven.into_iter().unzip();
                    keep(&cars.concat(), &uses.concat()).map_err(io::Error::other)?;
                }
                Err(error) => {
                    failure = Some(error);
                    return Err(io::Error::other("stopped"));
                }
            }
        }
    };
    let written = storage::write_with(&arguments.output, |file| {
        let mut rows = Written::new(file, format, Row::columns()).map_err(io::Error::other)?;
        match &second {
            None => fill(&mut |cars, _| rows.add(&Row::table(cars)))?,
            // The second table is finished before the first. So if the first table exists, both tables exist.
            Some((path, format)) => storage::write_with(path, |file| {
                let mut stretches = Written::new(file, *format, StretchRow::columns()).map_err(io::Error::other)?;
                fill(&mut |cars, uses| {
                    rows.add(&Row::table(cars))?;
                    stretches.add(&StretchRow::table(uses))
                })?;
                stretches.finish().map_err(io::Error::other)
            })
            .map_err(io::Error::other)?,
        }
        rows.finish().map_err(io::Error::other)
    });
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    written?;
    let driven = many(driven_races, "race");
    say(&format!("{}: {driven} on {}", arguments.output.display(), many(circuits.len() as u64, "circuit")));
    players.say();
    Ok(Outcome::Fine)
}

/// Drives the race with this number and returns its rows in both tables.
fn one(arguments: &Arguments, circuits: &[Circuit], drivers: &[Driver], race: u64) -> Result<BothRows, Failure> {
    let (circuit, number) = (race / arguments.races, race % arguments.races);
    let Circuit { file, name, school } = &circuits[circuit as usize];
    let plan = DrivePlan {
        drivers: rotated(drivers, number),
        seed: arguments.race.seed,
        // This number is different for every race of the run, so no two races have the same dice.
        stream: race,
        effort: arguments.effort.effort(),
        logs_stretches: arguments.stretches.is_some(),
    };
    let progress = Progress { stop: &bounds::is_reached, ..Progress::SILENT };
    let failed = |error| driving::failed(file, &error);
    let driven = match &arguments.keep_races {
        None => school.race(&plan, progress).map_err(failed)?,
        Some(folder) => {
            let (text, driven) = school.play(&plan, progress).map_err(failed)?;
            storage::write(&folder.join(format!("race-{race}.json")), text.as_bytes())?;
            driven
        }
    };
    let seed = arguments.race.seed;
    let rows = Row::of(race, name, school.as_ref(), seed, &driven);
    Ok((rows, StretchRow::of(race, name, school.as_ref(), seed, &driven)))
}

/// Returns the drivers in grid order for the race with this number. The list is rotated by one more place in each race,
/// so that over many races every driver starts from every place.
fn rotated(drivers: &[Driver], number: u64) -> Vec<Driver> {
    let mut drivers = drivers.to_vec();
    let by = (number % drivers.len().max(1) as u64) as usize;
    drivers.rotate_left(by);
    drivers
}
