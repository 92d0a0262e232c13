//! The user's own templates: circuits in the program's data folder.

use std::path::{Path, PathBuf};

use crate::Games;
use crate::game::AnyDraft;
use crate::replay::{Opened, no_files};
use crate::storage;

/// The largest number of the user's own templates that are read and offered.
const MOST: usize = 60;

/// The folder for the user's templates. It is beside the folder of the autosaves.
#[must_use]
pub fn folder_beside(unsaved: &Path) -> PathBuf {
    unsaved.with_file_name("templates")
}

/// Stores a circuit as a template. `name` is a name for its file, and `text` is the text of the circuit's file. A
/// template with the same name is replaced.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn save(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    storage::create_folder(folder).map_err(|error| error.to_string())?;
    let name = if name.is_empty() { "template" } else { name };
    let path = folder.join(format!("{name}.json"));
    storage::write(&path, text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(path)
}

/// Reads all templates of a folder, sorted by their file names. Files that cannot be read are left out.
#[must_use]
pub fn find(games: Games, folder: &Path) -> Vec<AnyDraft> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_circuit = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "json");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_circuit).collect();
    paths.sort();
    let read = |path: &PathBuf| match games.open(&storage::read(path).ok()?, &no_files).ok()? {
        Opened::Track(draft) => Some(draft),
        Opened::Race(_) => None,
    };
    paths.iter().take(MOST).filter_map(read).collect()
}
