//! Changes kept beside a circuit's file, so that a crash does not lose them. The user's own file is never touched:
//! `oval.json` has its changes in `.oval.json.autosave`.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::games::AnyDraft;
use crate::replay::{self, Opened};
use crate::storage;

/// Where the changes of a file are kept; `None` where the path names no file.
#[must_use]
pub fn beside(file: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name()?);
    name.push(".autosave");
    Some(file.with_file_name(name))
}

/// What is to be done about a document's kept changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// They are to be written.
    Write,
    /// They are in the file itself by now, or taken back.
    Remove,
}

/// When the changes of one document are to be kept.
#[derive(Clone, Debug, Default)]
pub struct Autosave {
    /// The revision that was kept last.
    kept: Option<u64>,
    /// When the first change came that is not kept, in seconds.
    since: Option<f64>,
}

impl Autosave {
    /// What is to be done now, where a document is at `revision` and its changes may wait for `every` seconds.
    pub fn due(&mut self, now: f64, every: f64, revision: u64, is_dirty: bool) -> Option<Due> {
        if !is_dirty {
            self.since = None;
            return self.kept.take().map(|_| Due::Remove);
        }
        if self.kept == Some(revision) {
            self.since = None;
            return None;
        }
        let since = *self.since.get_or_insert(now);
        if now - since < every {
            return None;
        }
        self.kept = Some(revision);
        self.since = None;
        Some(Due::Write)
    }

    /// Whether changes wait to be kept.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.since.is_some()
    }
}

/// Changes that were kept and are in no file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovered {
    /// The circuit with them.
    pub draft: AnyDraft,
    /// How long ago they were kept.
    pub age: Duration,
}

impl Recovered {
    /// When they were kept, in words.
    #[must_use]
    pub fn when(&self) -> String {
        let words = |count: u64, unit: &str| format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" });
        match self.age.as_secs() {
            0..60 => "less than a minute ago".to_owned(),
            seconds @ 60..3_600 => words(seconds / 60, "minute"),
            seconds @ 3_600..86_400 => words(seconds / 3_600, "hour"),
            seconds => words(seconds / 86_400, "day"),
        }
    }
}

/// Keeps a text beside a file.
///
/// # Errors
/// A sentence, where it cannot be written.
pub fn keep(file: &Path, text: &str) -> Result<(), String> {
    let beside = beside(file).ok_or("there is no file to keep changes beside")?;
    storage::write_own(&beside, text.as_bytes())
        .map_err(|error| format!("The last changes are kept in no file: {error}"))
}

/// Forgets the changes kept beside a file.
pub fn forget(file: &Path) {
    if let Some(beside) = beside(file) {
        // Where there are none, none need to go.
        let _ = std::fs::remove_file(beside);
    }
}

/// The circuit in a file, if it is one.
pub(super) fn read(
    path: &Path,
    bytes: impl FnOnce(&Path) -> Result<Vec<u8>, storage::StorageError>,
) -> Option<AnyDraft> {
    let bytes = bytes(path).ok()?;
    match replay::open(&bytes, &|_| Err(String::new())).ok()? {
        Opened::Track(draft) => Some(draft),
        Opened::Race(_) => None,
    }
}

/// The changes kept beside a file, where they are newer than the file and other than what is in it.
#[must_use]
pub fn find(file: &Path) -> Option<Recovered> {
    let beside = beside(file)?;
    let changed = |path: &Path| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let kept = changed(&beside)?;
    if changed(file).is_some_and(|saved| saved > kept) {
        return None;
    }
    let draft = read(&beside, storage::read_own)?;
    if read(file, storage::read).is_some_and(|saved| saved == draft) {
        return None;
    }
    let age = SystemTime::now().duration_since(kept).unwrap_or_default();
    Some(Recovered { draft, age })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::{Document, Edit};

    #[test]
    fn changes_are_kept_after_a_while_and_forgotten_when_they_are_saved() {
        let mut autosave = Autosave::default();
        assert_eq!(autosave.due(0.0, 20.0, 0, false), None);
        assert_eq!(autosave.due(5.0, 20.0, 1, true), None);
        assert!(autosave.is_waiting());
        assert_eq!(autosave.due(24.0, 20.0, 2, true), None, "twenty seconds from the first change");
        assert_eq!(autosave.due(25.0, 20.0, 3, true), Some(Due::Write));
        assert_eq!(autosave.due(90.0, 20.0, 3, true), None, "nothing new");
        assert_eq!(autosave.due(91.0, 20.0, 4, true), None);
        assert_eq!(autosave.due(111.0, 20.0, 4, true), Some(Due::Write));
        assert_eq!(autosave.due(112.0, 20.0, 4, false), Some(Due::Remove), "saved");
        assert_eq!(autosave.due(113.0, 20.0, 4, false), None);
    }

    #[test]
    fn what_is_kept_is_found_and_the_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("oval.json");
        let mut document = Document::starter();
        let saved = document.to_text().expect("text");
        std::fs::write(&file, &saved).expect("written");
        assert_eq!(find(&file), None, "nothing is kept");
        keep(&file, &saved).expect("kept");
        assert_eq!(find(&file), None, "no change is kept");
        document.apply(&Edit::Name("Changed".to_owned()));
        keep(&file, &document.to_text().expect("text")).expect("kept");
        let found = find(&file).expect("changes");
        assert_eq!((found.draft.name(), found.when().as_str()), ("Changed", "less than a minute ago"));
        assert_eq!(std::fs::read_to_string(&file).expect("read"), saved);
        assert!(folder.path().join(".oval.json.autosave").exists());
        let older = SystemTime::now() - Duration::from_secs(7_200);
        let beside = std::fs::File::options().write(true).open(beside(&file).expect("a name")).expect("opened");
        beside.set_modified(older).expect("set back");
        assert_eq!(find(&file), None, "the file is newer");
        std::fs::write(folder.path().join(".oval.json.autosave"), "cut sho").expect("written");
        assert_eq!(find(&file), None, "broken");
        forget(&file);
        forget(&file);
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }
}
