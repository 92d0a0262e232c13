//! Opens the files that are named on the command line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, Outcome, complain};
use crate::game::words::many;
use crate::replay::{OpenError, Opened, Race};
use crate::storage;

/// The arguments that name a position of a race.
#[derive(Debug, clap::Args)]
pub struct PositionArguments {
    /// The file of the race
    pub replay: PathBuf,
    /// The position, as the number of turns played [default: the end of the race]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = turns_played)]
    pub at: Option<usize>,
    /// Print the result as one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Reads a number of turns from the command line.
pub fn turns_played(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "name a whole number of turns, 0 or more")
}

/// Opens the document in a file.
pub fn document(path: &Path) -> Result<Opened, OpenFailure> {
    let bytes = storage::read(path).map_err(|error| OpenFailure::Unreadable(Failure::from(error)))?;
    super::games().open(&bytes, &storage::files_beside(path)).map_err(|error| match error {
        OpenError::File(error) => OpenFailure::Unreadable(Failure::new(format!("{}: {error}", path.display()))),
        OpenError::Invalid { .. } => OpenFailure::Invalid(error),
    })
}

/// The reason why a document could not be opened.
pub enum OpenFailure {
    /// The file could not be read.
    Unreadable(Failure),
    /// The file was read, but its track or setup has errors.
    Invalid(OpenError),
}

/// The content of a file that should contain a race.
pub enum Found {
    /// A race, and the requested position in it, as the number of turns played.
    Race(Box<dyn Race>, usize),
    /// A race whose track or setup has errors, which were reported.
    Faulty,
}

/// Opens a race. Also returns the position that `at` names, as a number of turns. Without `at`, this is the end of the
/// race.
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
        return Err(Failure::new(format!("{}: this is a circuit; name a race", path.display())));
    };
    let at = position(path, race.as_ref(), at)?;
    Ok(Found::Race(race, at))
}

/// Returns the position that `at` names, as a number of turns. Without `at`, this is the end of the race. Returns an
/// error if the race has fewer turns.
pub fn position(path: &Path, race: &dyn Race, at: Option<usize>) -> Result<usize, Failure> {
    let at = at.unwrap_or(race.len());
    if at > race.len() {
        return Err(Failure::new(format!(
            "{}: there is no turn {at}; the race has {}",
            path.display(),
            many(race.len() as u64, "turn")
        )));
    }
    Ok(at)
}

/// Returns `Fine` if all turns up to `at` are legal; otherwise reports the first illegal turn and returns `Faulty`.
pub fn legality(path: &Path, race: &dyn Race, at: usize) -> Outcome {
    let illegal = (1..=at).find_map(|turn| Some((turn, race.step(turn)?.illegal.as_ref()?)));
    match illegal {
        None => Outcome::Fine,
        Some((turn, illegal)) => {
            complain(&format!("{}: turn {turn} is illegal: {illegal}; later turns are not verified", path.display()));
            Outcome::Faulty
        }
    }
}

/// The files that a command reads, including the files in the folders that are named on the command line.
#[derive(Debug, Default)]
pub struct Walked {
    /// The files named on the command line, and the JSON files in the folders named there, in order. Each file is
    /// listed once, even if several links lead to it.
    pub files: Vec<PathBuf>,
    /// The number of files and folders that could not be read; each was reported.
    pub skipped: usize,
}

impl Walked {
    /// Returns the outcome of a command on these files: a failure if a file or folder could not be read, otherwise
    /// `outcome`.
    pub fn outcome(&self, outcome: Outcome) -> Outcome {
        if self.skipped > 0 { Outcome::Failed } else { outcome }
    }
}

/// Divides files into batches that are read together.
/// A batch has at most 64 files and at most `bytes` bytes. A single file with more bytes is a batch of its own.
pub fn batches(files: &[PathBuf], bytes: u64) -> impl Iterator<Item = &[PathBuf]> {
    const TOGETHER: usize = 64;
    let mut rest = files;
    std::iter::from_fn(move || {
        let mut sum = 0;
        let mut is_full = |(index, path): (usize, &PathBuf)| {
            sum += std::fs::metadata(path).map_or(0, |metadata| metadata.len());
            index == TOGETHER || (index > 0 && sum > bytes)
        };
        let end = rest.iter().enumerate().position(&mut is_full).unwrap_or(rest.len());
        let (batch, left) = rest.split_at(end);
        rest = left;
        (!batch.is_empty()).then_some(batch)
    })
}

/// Finds the files that these paths name, also in folders.
/// Follows links in folders; reports and skips a folder that cannot be read.
pub fn walk(paths: &[PathBuf]) -> Result<Walked, Failure> {
    let mut found = Walked::default();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    // The files that the command line names itself, and not by a folder.
    let mut named: BTreeSet<PathBuf> = BTreeSet::new();
    let repeated = |path: &Path| complain(&format!("{}: named more than once; it counts once", path.display()));
    for path in paths {
        if !path.is_dir() {
            // A file that does not exist has no whole path. Its error is reported when it is read.
            let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
            if seen.insert(whole.clone()) {
                found.files.push(path.clone());
            } else {
                repeated(path);
            }
            named.insert(whole);
            continue;
        }
        let mut walk = walkdir::WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                // A link to a parent folder adds no files.
                Err(error) if error.loop_ancestor().is_some() => continue,
                // A broken link is ignored unless its name ends in .json.
                Err(error) if error.path().is_some_and(|path| path.is_symlink() && !is_json(path)) => continue,
                Err(error) => {
                    let at = error.path().unwrap_or(path).display();
                    let reason = error.io_error().map_or_else(|| error.to_string(), storage::reason);
                    complain(&format!("{at}: skipped: {reason}"));
                    found.skipped += 1;
                    continue;
                }
            };
            let is_folder = entry.file_type().is_dir();
            let is_file = entry.file_type().is_file() && is_json(entry.path());
            if !(is_folder || is_file) {
                continue;
            }
            let whole = entry.path().canonicalize();
            if whole.as_ref().is_ok_and(|whole| named.contains(whole)) {
                repeated(entry.path());
            }
            let is_new = whole.is_ok_and(|whole| seen.insert(whole));
            if is_folder && !is_new {
                walk.skip_current_dir();
            } else if is_new && !is_folder {
                found.files.push(entry.into_path());
            }
        }
    }
    if found.files.is_empty() {
        return Err(Failure::new("these folders contain no .json files"));
    }
    Ok(found)
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Makes a progress bar for several files. It is drawn on standard error, and only on a terminal.
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
