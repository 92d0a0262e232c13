//! Files whose changes were not saved when their window closed. The changes are in an autosave or a journal beside the
//! file. At the next start, the welcome page offers to restore them.
//!
//! A list in the data folder contains each file whose document had unsaved changes. The list survives crashes, and
//! several windows may add to it. At each start, the program checks which of these files still have unsaved changes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{aside, autosave};
use crate::Games;
use crate::replay::journal;
use crate::storage::{self, Claim, Claimed, Journal};

/// The name of the list in the data folder.
const LIST: &str = "changed.list";

/// A file with unsaved changes beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOver {
    /// The file of the circuit or race.
    pub file: PathBuf,
    /// The time since the last change that was not saved to the file.
    pub age: Duration,
}

impl LeftOver {
    /// Says in a sentence that the file has unsaved changes.
    #[must_use]
    pub fn sentence(&self) -> String {
        let name = self.file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        format!("{name} has unsaved changes from {}", autosave::ago(self.age))
    }
}

/// Adds a file with unsaved changes to the list, unless it is listed already.
///
/// # Errors
/// Returns an error if the list cannot be written.
pub fn add(folder: &Path, file: &Path) -> Result<(), String> {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    if aside::listed(folder, LIST, |other| other == file).is_empty() {
        aside::add_to(folder, LIST, &[file])?;
    }
    Ok(())
}

/// Finds the files with unsaved changes beside them; the file with the latest change comes first. Searches beside the
/// files in the list and beside these `recent` files. Leaves out files that a window has open. Sets unreadable
/// autosaves aside, and returns their new paths too.
#[must_use]
pub fn find(games: Games, folder: &Path, recent: &[PathBuf]) -> (Vec<LeftOver>, Vec<PathBuf>) {
    let mut files = aside::listed(folder, LIST, Path::is_file);
    files.extend(recent.iter().filter(|file| file.is_file()).cloned());
    let (mut found, mut aside): (Vec<LeftOver>, Vec<PathBuf>) = Default::default();
    for file in files {
        // A lock file is made only where something may be found.
        let is_known = found.iter().any(|known| known.file == file);
        if is_known || !may_have(&file) || matches!(Claim::take(&file), Claimed::Taken(_)) {
            continue;
        }
        let findings = autosave::find(games, &file);
        aside.extend(findings.aside);
        let ages = findings.recovered.iter().map(|recovered| recovered.age).chain(age_of_journal(&file));
        found.extend(ages.min().map(|age| LeftOver { file, age }));
    }
    found.sort_by(|one, other| (one.age, &one.file).cmp(&(other.age, &other.file)));
    (found, aside)
}

/// Whether there is an autosave or a journal beside a file.
fn may_have(file: &Path) -> bool {
    autosave::places(file).chain(Journal::beside(file)).any(|place| storage::is_own(&place))
}

/// The age of the journal beside a race; `None` if it has no edits, or if a window is writing it.
fn age_of_journal(file: &Path) -> Option<Duration> {
    let path = Journal::beside(file).filter(|path| storage::is_own(path) && !Journal::is_taken(path))?;
    let kept = journal::read(&storage::read_own(&path).ok()?).ok()?;
    (!kept.edits.is_empty()).then(|| autosave::age_of(&path))
}
