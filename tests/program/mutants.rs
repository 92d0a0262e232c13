//! Random changes to documents, through every reader, the rules, pictures, figures, tables and text: nothing panics,
//! and every written document can be read again. `PADDOCK_MUTANTS` sets the number of documents (default: a few
//! hundred), `PADDOCK_SOLVES` the number of circuits that the program solves under bounds (default: four), and
//! `PADDOCK_SOLVES_FROM` the first mutant to solve.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and prints its counts"
)]

#[path = "../../fuzz/src/look.rs"]
mod look;
#[path = "../../fuzz/src/mutation.rs"]
mod mutation;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use look::{Kind, look_at, read_text};
use mutation::{mutate, mutate_text};
use paddock::replay::{Opened, Race};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::Value;

use crate::fifth_game::{self, games};

/// The shipped documents, those kept for tests, and those of the fifth game: name and value. Shipped races are cut to
/// their first turns.
fn documents() -> Vec<(String, Value)> {
    const TURNS: usize = 24;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["tracks", "replays", "tests/data/cases"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .flat_map(|game| std::fs::read_dir(game.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let mut value: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        if let Some(turns) = value.get_mut("turns").and_then(Value::as_array_mut) {
            turns.truncate(TURNS);
        }
        if let Some(document) = value.as_object_mut() {
            document.shift_remove("fingerprints");
        }
        (path.strip_prefix(root).unwrap().display().to_string(), value)
    };
    let own = fifth_game::documents();
    assert!(own.len() > 3, "{}", own.len());
    let documents = files.into_iter().map(read).filter(|(_, value)| value["paddock"].is_string());
    let documents: Vec<(String, Value)> = documents.chain(own).collect();
    assert!(documents.len() > 60, "{}", documents.len());
    documents
}

/// The number set in an environment variable, or the default.
fn asked(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn documents_changed_at_random_are_read_or_refused() {
    let documents = documents();
    let (from, count) = (asked("PADDOCK_MUTANTS_FROM", 0), asked("PADDOCK_MUTANTS", 240));
    let kinds: Vec<(Kind, Duration, String)> = (from..from + count)
        .into_par_iter()
        .map(|number| {
            let mut random = ChaCha8Rng::seed_from_u64(number as u64);
            let (name, document) = documents.choose(&mut random).unwrap();
            let mut document = document.clone();
            mutate(&mut document, &mut random);
            let bytes = serde_json::to_vec(&document).unwrap();
            let began = Instant::now();
            let kind = std::panic::catch_unwind(|| look_at(games(), &bytes)).unwrap_or_else(|_| {
                let path = std::env::temp_dir().join(format!("paddock-mutant-{number}.json"));
                std::fs::write(&path, &bytes).unwrap();
                panic!("mutant {number} of {name}: {}", path.display())
            });
            (kind, began.elapsed(), format!("mutant {number} of {name}"))
        })
        .collect();
    let of = |kind: Kind| kinds.iter().filter(|(found, ..)| *found == kind).count();
    for kind in [Kind::Refused, Kind::Circuit, Kind::ValidCircuit, Kind::Race, Kind::LegalRace] {
        println!("{:>7} {kind:?}", of(kind));
        assert!(of(kind) * 40 >= count, "{kind:?}: only {} of {count}", of(kind));
    }
    let mut slowest = kinds;
    slowest.sort_by_key(|(_, took, _)| std::cmp::Reverse(*took));
    slowest.iter().take(8).for_each(|(kind, took, name)| println!("{:>7} ms {name} ({kind:?})", took.as_millis()));
}

/// Changes lines of notation at random, in every game: each is read as a race, or refused with a sentence.
#[test]
fn texts_changed_at_random_are_read_or_refused() {
    let races: Vec<Box<dyn Race>> = documents()
        .into_iter()
        .filter_map(|(_, document)| {
            let bytes = serde_json::to_vec(&document).unwrap();
            match games().open(&bytes, &paddock::replay::no_files) {
                Ok(Opened::Race(race)) if race.step(race.len()).is_none_or(|step| step.illegal.is_none()) => Some(race),
                _ => None,
            }
        })
        .collect();
    assert!(races.len() > 20, "{}", races.len());
    let count = asked("PADDOCK_MUTANTS", 240) / 2;
    let read: Vec<bool> = (0..count)
        .into_par_iter()
        .map(|number| {
            let mut random = ChaCha8Rng::seed_from_u64(1_000_000 + number as u64);
            let race = races.choose(&mut random).unwrap();
            let text = mutate_text(&race.notation_text(race.len()), &mut random);
            let opened = std::panic::catch_unwind(|| read_text(games(), text.as_bytes()));
            opened.unwrap_or_else(|_| {
                let path = std::env::temp_dir().join(format!("paddock-mutant-{number}.txt"));
                std::fs::write(&path, &text).unwrap();
                panic!("text {number} of {}: {}", race.title(), path.display())
            })
        })
        .collect();
    let well = read.iter().filter(|is_read| **is_read).count();
    println!("{well} of {count} texts are races");
    assert!(well * 20 >= count && well < count, "{well} of {count}");
}

/// Solves randomly changed circuits with the program: each gives an answer or a bound, within its time and memory.
#[cfg(unix)]
#[test]
fn circuits_changed_at_random_are_solved_within_bounds() {
    let circuits: Vec<(String, Value)> = documents()
        .into_iter()
        .filter(|(_, document)| document["paddock"] == "track" && document["game"] != "hundred")
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("circuit.json");
    let (mut codes, mut longest, mut number) = ([0; 3], (Duration::ZERO, 0), asked("PADDOCK_SOLVES_FROM", 0) as u64);
    let count = asked("PADDOCK_SOLVES", 4);
    while codes.iter().sum::<usize>() < count {
        number += 1;
        let mut random = ChaCha8Rng::seed_from_u64(2_000_000 + number);
        let (name, document) = circuits.choose(&mut random).unwrap();
        let mut document = document.clone();
        mutate(&mut document, &mut random);
        let bytes = serde_json::to_vec(&document).unwrap();
        if look_at(games(), &bytes) != Kind::ValidCircuit {
            continue;
        }
        std::fs::write(&path, &bytes).unwrap();
        let began = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_paddock"))
            .args(["solve", path.to_str().unwrap(), "--json", "--max-time", "5s", "--max-memory", "1.5GB"])
            .output()
            .unwrap();
        let took = began.elapsed();
        let code = output.status.code().unwrap_or_else(|| panic!("{number}, {name}: {:?}", output.status));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{number}, {name}: {said}");
        assert!(code == 0 || !said.is_empty(), "{number}, {name}: nothing is said");
        codes[usize::try_from(code).unwrap()] += 1;
        if took > longest.0 {
            longest = (took, number);
        }
        if count > 100 && took > Duration::from_millis(5_400) {
            println!("{number}, {name}: {:.2} s, {code}: {said}", took.as_secs_f64());
        }
    }
    let most = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    println!(
        "{count} solved: exit codes 0 to 2 {codes:?}; longest {:.2} s (mutant {}); at most {} MB",
        longest.0.as_secs_f64(),
        longest.1,
        most / 1_000
    );
    assert!(most < 1_650_000, "{most} kB");
}
