//! Finds the files to measure: shipped files, and public data that may be in a folder beside the repository.

use std::path::{Path, PathBuf};

use paddock::game::Game;
use paddock::replay::{self, Opened, Race, TrackFile};

/// The path of a file or folder of this repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The path of a folder of public data (recorded online games, maps, circuits), which is not part of the repository;
/// `None` if the folder does not exist.
pub fn public(folder: &str) -> Option<PathBuf> {
    let folders = ["../shared/data", "../../shared/data"].map(|shared| root(shared).join(folder));
    folders.into_iter().find(|folder| folder.is_dir())
}

/// Opens a shipped circuit. `name` is the name of its file, without the extension.
pub fn draft<G: Game>(name: &str) -> G::Draft {
    let path = root("tracks").join(G::INFO.id).join(name).with_extension("json");
    let file: TrackFile<G> = replay::parse(&std::fs::read(path).unwrap()).unwrap();
    file.track
}

/// The names of a game's shipped circuits.
pub fn circuits<G: Game>() -> Vec<String> {
    let paths = std::fs::read_dir(root("tracks").join(G::INFO.id)).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = paths.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Opens the race in a file.
pub fn race(path: &Path) -> Box<dyn Race> {
    match paddock::open(&std::fs::read(path).unwrap(), &replay::no_files) {
        Ok(Opened::Race(race)) => race,
        Ok(Opened::Track(_)) => panic!("{} is a circuit", path.display()),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}
