//! Journals and autosaves that were set aside because they cannot be used, for example because they do not match their
//! document's file any more. The welcome page lists them until the user deletes them.
//!
//! The list is a file in the program's data folder with one path on each line. It survives crashes, and several windows
//! may add to it.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Games;
use crate::game::AnyDraft;
use crate::replay::journal::{self, Base};
use crate::replay::{Opened, Race};
use crate::storage;

/// The name of the file in the data folder that lists the journals and autosaves that were set aside.
const LIST: &str = "set-aside.list";

/// The largest number of files that are read from a list.
const MOST: usize = 200;

/// Adds files to the list of the journals and autosaves that were set aside.
///
/// # Errors
/// Returns an error if the list cannot be written. The listed files themselves do not change.
pub fn add(folder: &Path, files: &[PathBuf]) -> Result<(), String> {
    add_to(folder, LIST, files)
}

/// Adds files to the list with this name in the data folder.
pub(super) fn add_to(folder: &Path, list: &str, files: &[PathBuf]) -> Result<(), String> {
    let lines: Result<String, serde_json::Error> =
        files.iter().map(|file| serde_json::to_string(file).map(|line| line + "\n")).collect();
    let list = folder.join(list);
    let failed = |why: &dyn std::fmt::Display| format!("The list {} cannot be written: {why}", list.display());
    let lines = lines.map_err(|error| failed(&error))?;
    storage::create_folder(folder).map_err(|error| failed(&error))?;
    let list = OpenOptions::new().append(true).create(true).open(&list);
    let written = list.and_then(|mut list| {
        list.write_all(lines.as_bytes())?;
        list.sync_data()
    });
    written.map_err(|error| failed(&error))
}

/// The journals and autosaves in the list that still exist, in the order in which they were set aside.
#[must_use]
pub fn list(folder: &Path) -> Vec<PathBuf> {
    listed(folder, LIST, storage::is_own)
}

/// The files in a list for which `counts` returns true, in the order in which they were added. Each file is given once.
pub(super) fn listed(folder: &Path, list: &str, counts: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(bytes) = storage::read_own(&folder.join(list)) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let mut files: Vec<PathBuf> = Vec::new();
    for file in text.lines().filter_map(|line| serde_json::from_str::<PathBuf>(line).ok()) {
        if !files.contains(&file) && counts(&file) && files.len() < MOST {
            files.push(file);
        }
    }
    files
}

/// A document made from a journal or an autosave that was set aside.
pub enum Restored {
    /// A race to which the edits of its journal were applied, and the number of edits that could not be applied.
    Race(Arc<dyn Race>, usize),
    /// A circuit from an autosave.
    Circuit(Box<AnyDraft>),
}

/// Opens a journal or an autosave that was set aside. The file is not changed.
///
/// # Errors
/// Returns an error if the file cannot be read, or the race that it belongs to is missing.
pub fn open(games: Games, file: &Path) -> Result<Restored, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let bytes = storage::read_own(file).map_err(|error| error.to_string())?;
    if let Some(draft) = super::autosave::draft_of(games, &bytes) {
        return Ok(Restored::Circuit(Box::new(draft)));
    }
    let kept = journal::read(&bytes).map_err(|error| wrong(&error))?;
    let opened = match &kept.base {
        Base::Race(_) => journal::own_race(games.playable(), &kept).map_err(|error| wrong(&error))?,
        Base::File(_) => {
            let race = belongs_to(file)
                .ok_or_else(|| wrong(&"the name of the journal does not say which race it belongs to"))?;
            let bytes = storage::read(&race).map_err(|error| error.to_string())?;
            let opened = games.open(&bytes, &storage::files_beside(&race));
            Some(opened.map_err(|error| format!("{}: {error}", race.display()))?)
        }
    };
    let Some(Opened::Race(mut race)) = opened else { return Err(wrong(&"the journal is not for a race")) };
    let recorder = race.recorder().ok_or_else(|| wrong(&"the race cannot be changed"))?;
    let redone = journal::replay(recorder, &kept);
    // Write the race as text and read it again, so that the new document contains its circuit.
    let text = race.file_text(true).map_err(|error| wrong(&error))?;
    match games.open(text.as_bytes(), &crate::replay::no_files) {
        Ok(Opened::Race(race)) => Ok(Restored::Race(Arc::from(race), kept.edits.len() - redone.done)),
        Ok(Opened::Track(_)) => Err(wrong(&"the restored document is not a race")),
        Err(error) => Err(wrong(&error)),
    }
}

/// The path of the race that a journal belongs to: `race.json` for `.race.json.journal.2`. `None` if the journal's name
/// has a different form.
fn belongs_to(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let (name, number) = name.strip_prefix('.')?.rsplit_once('.')?;
    number.parse::<u32>().ok()?;
    Some(file.with_file_name(name.strip_suffix(".journal")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_what_exists_once_and_survives_torn_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        assert_eq!(list(&data), [] as [PathBuf; 0]);
        let files = ["a", "b"].map(|name| folder.path().join(name));
        add(&data, &files).expect("listed");
        assert_eq!(list(&data), [] as [PathBuf; 0], "they do not exist");
        for file in &files {
            std::fs::write(file, "x").expect("written");
        }
        add(&data, &files[..1]).expect("listed");
        assert_eq!(list(&data), files);
        let mut torn = std::fs::read(data.join(LIST)).expect("read");
        torn.extend(b"\"/nowh");
        std::fs::write(data.join(LIST), torn).expect("written");
        std::fs::remove_file(&files[0]).expect("removed");
        assert_eq!(list(&data), files[1..]);
    }

    #[test]
    fn a_journal_says_by_its_name_which_race_it_belongs_to() {
        let race = |name: &str| belongs_to(&Path::new("/races").join(name));
        assert_eq!(race(".race.json.journal.2"), Some(PathBuf::from("/races/race.json")));
        for name in [".race.json.journal", "race.json.journal.1", ".race.json.journal.x", ".race.json.autosave.1"] {
            assert_eq!(race(name), None, "{name}");
        }
    }
}
