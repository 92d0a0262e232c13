//! The documents that come with the program.

use std::path::{Path, PathBuf};

/// The documents in one folder of the repository, in order. A window that has one open puts its lock beside it.
pub fn documents(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("listed");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

/// The races of VektoRace.
pub fn races_of_vektorace() -> Vec<PathBuf> {
    let races = documents("replays/vektorace");
    assert!(races.len() >= 9, "{races:?}");
    races
}

/// The documents of all games below `tracks` or `replays`, each game's in order.
pub fn of_all_games(folder: &str) -> Vec<PathBuf> {
    let games = ["formula_d", "vector_racing", "vektorace", "wheel_to_wheel"];
    games.into_iter().flat_map(|game| documents(&format!("{folder}/{game}"))).collect()
}
