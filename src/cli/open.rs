//! Opening the file a call names.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, Outcome, complain};
use crate::game::words::many;
use crate::replay::{self, OpenError, Opened, Race};
use crate::storage;

/// What calls about one position of a race are given.
#[derive(Debug, clap::Args)]
pub struct PositionArguments {
    /// The race
    pub replay: PathBuf,
    /// After how many turns; the end, where not given
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// A file's document.
pub fn document(path: &Path) -> Result<Opened, OpenFailure> {
    let bytes = storage::read(path).map_err(|error| OpenFailure::Unreadable(Failure::from(error)))?;
    replay::open(&bytes, &|name| storage::read_beside(path, name)).map_err(|error| match error {
        OpenError::File(error) => OpenFailure::Unreadable(Failure::new(format!("{}: {error}", path.display()))),
        OpenError::Invalid { .. } => OpenFailure::Invalid(error),
    })
}

/// Why a document is not there.
pub enum OpenFailure {
    /// It could not be read.
    Unreadable(Failure),
    /// It was read, but its track or setup has errors.
    Invalid(OpenError),
}

/// What a file that should hold a race turned out to be.
pub enum Found {
    /// A race, and the position asked for.
    Race(Box<dyn Race>, usize),
    /// A race whose track or setup has errors; they have been told.
    Faulty,
}

/// A race, and the position asked for: the end, where none was.
pub fn race(path: &Path, at: Option<usize>) -> Result<Found, Failure> {
    let opened = match document(path) {
        Ok(opened) => opened,
        Err(OpenFailure::Unreadable(failure)) => return Err(failure),
        Err(OpenFailure::Invalid(error)) => {
            complain(&format!("{}: {error}", path.display()));
            return Ok(Found::Faulty);
        }
    };
    let Opened::Race(race) = opened else {
        return Err(Failure::new(format!("{}: this is a circuit, and the call is about a race", path.display())));
    };
    let at = position(path, race.as_ref(), at)?;
    Ok(Found::Race(race, at))
}

/// The position asked for: the end, where none was.
pub fn position(path: &Path, race: &dyn Race, at: Option<usize>) -> Result<usize, Failure> {
    let at = at.unwrap_or(race.len());
    if at > race.len() {
        return Err(Failure::new(format!(
            "{}: there is no turn {at}: the race has {}",
            path.display(),
            many(race.len() as u64, "turn")
        )));
    }
    Ok(at)
}

/// Fine, or faulty with a sentence where a turn up to `at` is illegal.
pub fn legality(path: &Path, race: &dyn Race, at: usize) -> Outcome {
    let illegal = (1..=at).find_map(|turn| Some((turn, race.step(turn)?.illegal.as_ref()?)));
    match illegal {
        None => Outcome::Fine,
        Some((turn, illegal)) => {
            complain(&format!("{}: turn {turn} is illegal: {illegal}; what follows is unverified", path.display()));
            Outcome::Faulty
        }
    }
}

/// The files named, and the JSON files in the folders named, in order.
pub fn walk(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
            let entry = entry
                .map_err(|error| Failure::new(format!("{}: the folder cannot be read: {error}", path.display())))?;
            let is_json = entry.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
            if entry.file_type().is_file() && is_json {
                files.push(entry.into_path());
            }
        }
    }
    if files.is_empty() {
        return Err(Failure::new("there are no .json files in the folders named"));
    }
    Ok(files)
}

/// A bar for work on so many files. It draws on standard error, only where that is a terminal, and not for one file.
pub fn progress(files: usize, done: &str) -> ProgressBar {
    let progress = ProgressBar::new(files as u64);
    if files < 2 {
        progress.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {done}")) {
        progress.set_style(style);
    }
    progress
}
