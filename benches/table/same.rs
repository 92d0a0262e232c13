//! That this build plays every shipped race to the states that are stored, on one thread and on many.
//!
//! What is stored is what `tests/program/fingerprints.rs` keeps: the fingerprint of each race after every tenth turn and at its
//! end. A build that differs measures another program: the run ends there with exit code 1.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::files::{race, root};
use super::table::{NOTHING, Table, Times};
use super::units::{count_of, rate, time};

type Fingerprints = BTreeMap<String, Vec<String>>;

/// Every race that ships, in order.
fn races() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root("replays")).unwrap().map(|entry| entry.unwrap().path());
    let mut races: Vec<PathBuf> =
        folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
    races.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    races.sort();
    races
}

/// A race's name and number of turns, and what it comes to after every tenth turn and at its end.
fn told(path: &Path) -> (String, usize, Vec<String>) {
    let race = race(path);
    let last = race.len();
    let steps = (0..last).step_by(10).chain([last]);
    let name = path.strip_prefix(root("")).unwrap().to_string_lossy().replace('\\', "/");
    (name, last, steps.map(|at| format!("{:016x}", race.fingerprint(at))).collect())
}

/// What differs from what is stored, in a sentence.
fn difference(found: &Fingerprints, stored: &Fingerprints) -> Option<String> {
    for (name, now) in found {
        let Some(kept) = stored.get(name) else { return Some(format!("{name} is not among the stored ones")) };
        if let Some(first) = kept.iter().zip(now).position(|(kept, now)| kept != now) {
            return Some(format!("{name} differs from turn {} on", first * 10));
        }
        if kept.len() != now.len() {
            return Some(format!("{name} is not as long as the stored one"));
        }
    }
    let gone = stored.keys().find(|name| !found.contains_key(*name));
    gone.map(|name| format!("{name} is stored and does not ship"))
}

/// The rows.
pub fn rows(table: &Table) {
    let races = races();
    let stored: Fingerprints =
        serde_json::from_slice(&std::fs::read(root("tests/data/fingerprints.json")).unwrap()).unwrap();
    let runs = table.or(5, 2);
    for (threads, name) in [(false, "one thread"), (true, "all threads")] {
        let mut found = Vec::new();
        let times = Times::of(runs, || {
            found = if threads {
                races.par_iter().map(|path| told(path)).collect()
            } else {
                races.iter().map(|path| told(path)).collect()
            };
        });
        let turns: usize = found.iter().map(|(_, turns, _)| turns).sum();
        let states: usize = found.iter().map(|(_, _, states)| states.len()).sum();
        let found: Fingerprints = found.into_iter().map(|(name, _, states)| (name, states)).collect();
        if let Some(difference) = difference(&found, &stored) {
            table.row(&format!("states as stored, {name}"), "DIFFERENT", NOTHING, NOTHING);
            eprintln!("{difference}: this build plays other rules than the one whose states are stored");
            std::process::exit(1);
        }
        table.row(
            &format!("{} shipped races: states as stored, {name}", races.len()),
            &format!("{} turns, {states} states compared", count_of(turns)),
            &format!("{}, {}", time(times.median()), rate(turns, times.median(), "turns")),
            NOTHING,
        );
    }
}
