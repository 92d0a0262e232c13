//! Checks that this build plays every shipped race to the same states as stored, on one thread and on many.
//!
//! The stored data is that of `tests/program/fingerprints.rs`: the fingerprints of each race after every tenth turn
//! and at its end. If one differs, the measurements would not be comparable, so the run ends with exit code 1.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::files::{race, root};
use super::table::{NOTHING, Table, Times};
use super::units::{count_of, rate, time};

type Fingerprints = BTreeMap<String, Vec<String>>;

/// The paths of all shipped races, in order.
fn races() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root("replays")).unwrap().map(|entry| entry.unwrap().path());
    let mut races: Vec<PathBuf> =
        folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
    races.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    races.sort();
    races
}

/// A race's name, its number of turns, and its fingerprints after every tenth turn and at its end.
fn facts_of(path: &Path) -> (String, usize, Vec<String>) {
    let race = race(path);
    let last = race.len();
    let steps = (0..last).step_by(10).chain([last]);
    let name = path.strip_prefix(root("")).unwrap().to_string_lossy().replace('\\', "/");
    (name, last, steps.map(|at| format!("{:016x}", race.fingerprint(at))).collect())
}

/// Describes the first difference from the stored fingerprints, if any.
fn difference(found: &Fingerprints, stored: &Fingerprints) -> Option<String> {
    for (name, now) in found {
        let Some(kept) = stored.get(name) else { return Some(format!("{name} has no stored fingerprints")) };
        if let Some(first) = kept.iter().zip(now).position(|(kept, now)| kept != now) {
            return Some(format!("{name} differs from turn {} on", first * 10));
        }
        if kept.len() != now.len() {
            return Some(format!("{name} has another length than the stored one"));
        }
    }
    let gone = stored.keys().find(|name| !found.contains_key(*name));
    gone.map(|name| format!("{name} is stored but no longer shipped"))
}

/// Prints the rows of this check.
pub fn rows(table: &Table) {
    let races = races();
    let stored: Fingerprints =
        serde_json::from_slice(&std::fs::read(root("tests/data/fingerprints.json")).unwrap()).unwrap();
    let runs = table.or(5, 2);
    for (threads, name) in [(false, "one thread"), (true, "all threads")] {
        let mut found = Vec::new();
        let times = Times::of(runs, || {
            found = if threads {
                races.par_iter().map(|path| facts_of(path)).collect()
            } else {
                races.iter().map(|path| facts_of(path)).collect()
            };
        });
        let turns: usize = found.iter().map(|(_, turns, _)| turns).sum();
        let states: usize = found.iter().map(|(_, _, states)| states.len()).sum();
        let found: Fingerprints = found.into_iter().map(|(name, _, states)| (name, states)).collect();
        if let Some(difference) = difference(&found, &stored) {
            table.row(&format!("states as stored, {name}"), "DIFFERENT", NOTHING, NOTHING);
            eprintln!("{difference}: this build plays other rules than the build that stored the states");
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
