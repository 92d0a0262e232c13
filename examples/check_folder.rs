//! Checks every circuit and race in a folder against the rules of its game.
//!
//! ```text
//! cargo run --no-default-features --example check_folder -- replays/vektorace
//! ```

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::path::Path;

use paddock::game::{Refused, Severity};
use paddock::replay::Opened;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "replays/vektorace".to_owned());
    let mut files: Vec<_> =
        std::fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    for file in files {
        println!("{}: {}", file.display(), verdict(&file));
    }
    Ok(())
}

/// A file's first error; if it has none, the circuit's name or the race's length.
fn verdict(file: &Path) -> String {
    // A race may name its circuit's file, which is in the same folder.
    let circuit =
        |name: &str| std::fs::read(file.with_file_name(name)).map_err(|error| Refused::from(error.to_string()));
    let opened = std::fs::read(file).map_err(|error| error.to_string());
    match opened.and_then(|bytes| paddock::open(&bytes, &circuit).map_err(|error| error.to_string())) {
        Err(error) => error,
        Ok(Opened::Track(draft)) => match draft.issues().iter().find(|issue| issue.severity == Severity::Error) {
            Some(issue) => format!("a circuit with an error: {}", issue.message),
            None => format!("a valid circuit, \"{}\"", draft.name()),
        },
        Ok(Opened::Race(race)) => {
            let illegal = |turn: &usize| race.step(*turn).is_some_and(|step| step.illegal.is_some());
            match (1..=race.len()).find(illegal) {
                Some(turn) => format!("a race; turn {turn} breaks a rule: {}", race.describe(turn)),
                None => format!("a race of {} legal turns", race.len()),
            }
        }
    }
}
