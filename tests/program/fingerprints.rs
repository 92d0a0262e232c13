//! The same race has the same states on every machine, in every build, on one thread and on many: the last fingerprint
//! of each shipped race is stored in `tests/data/fingerprints.json`.
//!
//! Changing a rule may change states. Then `PADDOCK_KEEP_FINGERPRINTS=1 cargo test --test program fingerprints` writes
//! the file again; review the difference before committing it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::shipped::of_all_games;
use paddock::open;
use paddock::replay::Opened;
use rayon::prelude::*;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every shipped race, in order.
fn races() -> Vec<PathBuf> {
    let races = of_all_games("replays");
    assert!(races.len() >= 24, "{races:?}");
    races
}

/// The name of a race, and its fingerprints after every tenth turn and at its end.
fn reported(path: &Path) -> (String, Vec<String>) {
    let Opened::Race(race) = open(&std::fs::read(path).unwrap(), &paddock::replay::no_files).unwrap() else {
        unreachable!("{} is a race", path.display())
    };
    let last = race.len();
    let steps = (0..last).step_by(10).chain([last]);
    let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
    (name, steps.map(|at| format!("{:016x}", race.fingerprint(at))).collect())
}

#[test]
fn races_reach_the_stored_states_on_one_thread_and_on_many() {
    let races = races();
    assert!(races.len() >= 24, "{races:?}");
    let one: BTreeMap<String, Vec<String>> = races.iter().map(|path| reported(path)).collect();
    let many: BTreeMap<String, Vec<String>> = races.par_iter().map(|path| reported(path)).collect();
    assert_eq!(one, many);
    let path = root().join("tests/data/fingerprints.json");
    if std::env::var_os("PADDOCK_KEEP_FINGERPRINTS").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&one).unwrap() + "\n").unwrap();
    }
    let kept: BTreeMap<String, Vec<String>> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for (name, fingerprints) in &one {
        let kept = kept.get(name).unwrap_or_else(|| panic!("{name} has no stored fingerprints"));
        let first = kept.iter().zip(fingerprints).position(|(kept, now)| kept != now);
        assert_eq!(first, None, "{name} differs from turn {} on", first.unwrap_or(0) * 10);
        assert_eq!(kept.len(), fingerprints.len(), "{name}");
    }
    assert_eq!(kept.len(), one.len(), "a stored race is missing");
}
