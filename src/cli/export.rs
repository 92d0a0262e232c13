//! `paddock export`: the telemetry of races as a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;

use super::bounds::{self, Bounds};
use super::open::{self, OpenFailure};
use super::output::Inputs;
use super::{Answer, Failure, Outcome, complain, say};
use crate::analysis::Column;
use crate::export::{CsvTable, ParquetTable, Rows, TableError, columns, rows};
use crate::game::words::many;
use crate::replay::Opened;
use crate::storage;

/// The largest total size, in bytes, of the race files that are read in one batch.
/// In memory, a race is sixty to a hundred times as large as its file. Two batches are in memory at the same time: one
/// is written while the next is read.
const TOGETHER: u64 = 4 << 20;

/// Writes the telemetry of races as a table.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The files of the races, or folders with `.json` files
    #[arg(required = true)]
    replays: Vec<PathBuf>,
    /// The file to write the table to; its name ends in .csv or .parquet
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    bounds: Bounds,
}

/// A table written as CSV or Parquet. It is created once the first race has been read, because its columns depend on
/// the game of that race.
enum Table<'a> {
    Csv(CsvTable<BufWriter<&'a mut File>>),
    Parquet(ParquetTable<BufWriter<&'a mut File>>),
}

impl<'a> Table<'a> {
    fn new(parquet: bool, file: &'a mut File, columns: Vec<Column>) -> Result<Self, TableError> {
        let out = BufWriter::new(file);
        Ok(if parquet {
            Self::Parquet(ParquetTable::new(out, columns)?)
        } else {
            Self::Csv(CsvTable::new(out, &columns)?)
        })
    }

    fn add(&mut self, rows: &Rows) -> Result<(), TableError> {
        match self {
            Self::Csv(table) => table.add(rows),
            Self::Parquet(table) => table.add(rows),
        }
    }

    fn finish(self) -> Result<(), TableError> {
        let out = match self {
            Self::Csv(table) => table.finish()?,
            Self::Parquet(table) => table.finish()?,
        };
        out.into_inner().map(|_| ()).map_err(|error| TableError(error.to_string()))
    }
}

/// The rows of the table that come from one race, with the game of the race and the columns.
struct Part {
    game: &'static str,
    columns: Vec<Column>,
    rows: Rows,
}

/// The result of reading one file: its part (columns and rows) of the exported table, and its outcome for the exit
/// code. The part is `None` if the file was not read, has errors, or is a circuit that was found in a folder.
type Read = Result<(Option<Part>, Outcome), Failure>;

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    let ends_in =
        |ending: &str| arguments.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending));
    if !ends_in("csv") && !ends_in("parquet") {
        let name = arguments.output.display();
        return Err(Failure::new(format!("{name}: the name of a table must end in .csv or .parquet")));
    }
    let named: Vec<&Path> = arguments.replays.iter().map(PathBuf::as_path).filter(|path| !path.is_dir()).collect();
    let walked = open::walk(&arguments.replays)?;
    let files = &walked.files;
    Inputs::new(files.iter().map(PathBuf::as_path)).keep(&arguments.output)?;
    let name = arguments.output.display();
    let (mut outcome, mut races) = (Outcome::Fine, 0);
    let mut failure = None;
    let progress = open::progress(files.len(), "written");
    let written = storage::write_with(&arguments.output, |file| {
        let mut file = Some(file);
        let mut table: Option<(&'static str, Table<'_>)> = None;
        let mut write = |parts: Vec<Read>| {
            for part in parts {
                if let Some(reached) = bounds::reached() {
                    let words = format!("{name}: {}; nothing was written", reached.words());
                    return Err(give_up(&mut failure, Failure::new(words)));
                }
                let (part, of) = part.map_err(|error| give_up(&mut failure, error))?;
                outcome = outcome.max(of);
                let Some(part) = part else { continue };
                if table.is_none()
                    && let Some(file) = file.take()
                {
                    table = Some((
                        part.game,
                        Table::new(ends_in("parquet"), file, part.columns).map_err(io::Error::other)?,
                    ));
                }
                let Some((game, table)) = &mut table else { continue };
                if *game != part.game {
                    let words = "these races belong to different games and need different columns; write one table for each game";
                    return Err(give_up(&mut failure, Failure::new(words)));
                }
                table.add(&part.rows).map_err(io::Error::other)?;
                races += 1;
            }
            Ok(())
        };
        let read = |(path, id): (&PathBuf, &String)| {
            if bounds::is_reached() {
                return Ok((None, Outcome::Failed));
            }
            let part = part(path, id, named.contains(&path.as_path()));
            progress.inc(1);
            part
        };
        // While one batch of races is read, the batch read before is written, so that no thread waits.
        let mut parts: Vec<Read> = Vec::new();
        let ids = ids(files);
        let mut ids = ids.as_slice();
        for files in open::batches(files, TOGETHER) {
            let (own, left) = ids.split_at(files.len());
            ids = left;
            let next = || files.par_iter().zip(own).with_max_len(1).map(read).collect();
            let (next, written) = rayon::join(next, || write(std::mem::take(&mut parts)));
            written?;
            parts = next;
        }
        write(parts)?;
        match table {
            Some((_, table)) => table.finish().map_err(io::Error::other),
            None => Err(give_up(&mut failure, Failure::new("these files contain no races"))),
        }
    });
    progress.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    written?;
    say(&format!("{name}: telemetry of {}", many(races, "race")));
    Ok(walked.outcome(outcome))
}

/// Stores the failure, so that its message can be printed later. Returns an error that stops the writing.
fn give_up(kept: &mut Option<Failure>, failure: Failure) -> io::Error {
    *kept = Some(failure);
    io::Error::other("stopped")
}

/// Returns unique names for the races in the table. A name is the file's name without its extension. If several files
/// have the same name, the name includes as many folders as needed. If the whole paths are the same too, a number is
/// added.
fn ids(files: &[PathBuf]) -> Vec<String> {
    let parts = |path: &Path| -> Vec<String> {
        let stem = path.with_extension("");
        let named = stem.components().filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
        named.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let paths: Vec<Vec<String>> = files.iter().map(|path| parts(path)).collect();
    let last = |path: &[String], count: usize| path[path.len().saturating_sub(count)..].join("/");
    let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
    let mut ids: Vec<String> = paths.iter().map(|path| last(path, 1)).collect();
    for count in 2..=longest {
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        ids.iter().for_each(|id| *seen.entry(id.clone()).or_default() += 1);
        if seen.values().all(|times| *times == 1) {
            break;
        }
        for (id, path) in ids.iter_mut().zip(&paths) {
            if seen.get(id).is_some_and(|times| *times > 1) {
                *id = last(path, count);
            }
        }
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for id in &mut ids {
        let alone = id.clone();
        let mut number = 2;
        while !taken.insert(id.clone()) {
            *id = format!("{alone} ({number})");
            number += 1;
        }
    }
    ids
}

/// Reads a file and returns its part of the exported table. The part is `None` if the file has errors, or if it is a
/// circuit that was found in a folder. `named` says whether the user named the file itself, and not its folder. In this
/// case, a circuit is an error.
fn part(path: &Path, id: &str, named: bool) -> Result<(Option<Part>, Outcome), Failure> {
    let race = match open::document(path) {
        Ok(Opened::Race(race)) => race,
        Ok(Opened::Track(_)) if named => {
            return Err(Failure::new(format!("{}: this is a circuit; name a race", path.display())));
        }
        Ok(Opened::Track(_)) => return Ok((None, Outcome::Fine)),
        Err(OpenFailure::Unreadable(failure)) => return Err(failure),
        Err(OpenFailure::Invalid(error)) => {
            complain(&format!("{}: {error}", path.display()));
            return Ok((None, Outcome::Faulty));
        }
    };
    let outcome = open::legality(path, race.as_ref(), race.len());
    let rows = rows(id, race.as_ref());
    Ok((Some(Part { game: race.info().id, columns: columns(race.resources()), rows }), outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_races_have_one_name() {
        let named = |files: &[&str]| ids(&files.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(named(&["a/final.json", "b/final.json", "b/heat.json"]), ["a/final", "b/final", "heat"]);
        assert_eq!(named(&["x/a/f.json", "y/a/f.json", "f.json"]), ["x/a/f", "y/a/f", "f"]);
        assert_eq!(named(&["f.json", "f.json", "./f.json"]), ["f", "f (2)", "f (3)"]);
        assert_eq!(named(&["one.json"]), ["one"]);
    }
}
