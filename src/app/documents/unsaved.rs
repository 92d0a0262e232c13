//! Autosaves of circuits without a file. The changes of each circuit are stored in a file in the program's data folder,
//! and offered to the user at the next start.
//!
//! Several windows may share the folder. Each window holds a lock while it is open. Other windows do not touch the
//! files of a window that holds its lock.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::autosave::Recovered;
use crate::Games;
use crate::replay::journal::{self, Kept as Journalled};
use crate::storage;

/// The largest number of circuits that the program offers to recover at once.
const MOST: usize = 50;

/// The data folder that holds the autosaves of documents without a file. Each window writes only files whose names
/// begin with the window's own prefix.
#[derive(Debug)]
pub struct Unsaved {
    folder: PathBuf,
    /// The prefix in the names of all files that this window writes to the data folder.
    session: String,
    lock: Option<File>,
}

/// The autosave of a circuit that has no file of its own.
#[derive(Clone, Debug)]
pub struct Kept {
    path: PathBuf,
    /// Whether the changes are no longer needed. If so, a job that is still writing the autosave deletes it.
    given_up: Arc<AtomicBool>,
}

/// A circuit that was never saved, found in the data folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The circuit's file in the data folder.
    pub path: PathBuf,
    /// The recovered circuit and its age.
    pub recovered: Recovered,
}

impl Unsaved {
    /// Begins a window's session in a folder. The folder need not exist yet.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        static WINDOWS: AtomicU64 = AtomicU64::new(0);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let window = WINDOWS.fetch_add(1, Ordering::Relaxed);
        Self { folder, session: format!("{since:x}.{}.{window}", std::process::id()), lock: None }
    }

    /// The data folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reserves a new file in the data folder, for the autosaves of one circuit.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created or written to.
    pub fn place(&mut self) -> Result<Kept, String> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let complaint = |error: std::io::Error| {
            format!("Circuits without a file cannot be autosaved: {}: {error}", self.folder.display())
        };
        if self.lock.is_none() {
            std::fs::create_dir_all(&self.folder).map_err(complaint)?;
            let file = File::create(lock_path(&self.folder, &self.session)).map_err(complaint)?;
            // The lock is free, because no other window has this session name. On a disk without file locks, another
            // window may offer to recover the circuits that are open here.
            let _ = file.try_lock();
            self.lock = Some(file);
        }
        let name = format!("{}-{}.json", self.session, NEXT.fetch_add(1, Ordering::Relaxed));
        Ok(Kept { path: self.folder.join(name), given_up: Arc::default() })
    }
}

impl Unsaved {
    /// Returns a new path in the data folder, for the journal of one race.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn journal(&self) -> Result<PathBuf, String> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        storage::create_folder(&self.folder).map_err(|error| {
            format!("The journal of this race cannot be created, so its turns cannot be recorded: {error}")
        })?;
        Ok(self.folder.join(format!("{}-{}.journal", self.session, NEXT.fetch_add(1, Ordering::Relaxed))))
    }
}

/// A recorded race that was never saved.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRace {
    /// The race's journal in the data folder.
    pub path: PathBuf,
    /// The content of the journal.
    pub kept: Journalled,
}

/// Finds the journals of races without a file. Leaves out journals that an open window is writing. Sets unreadable
/// journals aside, and returns their new paths too.
#[must_use]
pub fn find_races(games: Games, folder: &Path) -> (Vec<FoundRace>, Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return Default::default() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "journal"));
    paths.sort();
    // A window that records a race locks the journal itself.
    paths.retain(|path| storage::is_own(path) && !storage::Journal::is_taken(path));
    let (mut found, mut aside) = (Vec::new(), Vec::new());
    for path in paths.into_iter().take(MOST) {
        let read = storage::read_own(&path).ok().and_then(|bytes| journal::read(&bytes).ok());
        match read.filter(|kept| matches!(journal::own_race(games.playable(), kept), Ok(Some(_)))) {
            Some(kept) => found.push(FoundRace { path, kept }),
            // Set aside a journal that cannot be read. If that fails, the next start tries again.
            None => aside.extend(storage::set_aside(&path)),
        }
    }
    (found, aside)
}

impl Drop for Unsaved {
    fn drop(&mut self) {
        if self.lock.take().is_some() {
            let _ = std::fs::remove_file(lock_path(&self.folder, &self.session));
        }
    }
}

impl Kept {
    /// Writes a circuit's text to its file in the data folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, text: &str) -> Result<(), String> {
        let written = storage::write_own(&self.path, text.as_bytes());
        if self.given_up.load(Ordering::SeqCst) {
            let _ = std::fs::remove_file(&self.path);
        }
        written.map_err(|error| format!("The last changes were not autosaved: {error}"))
    }

    /// Takes over a file of another session by renaming it to the path of this autosave. If that fails, the next
    /// autosave creates a file at this path.
    pub fn take_over(&self, from: &Path) {
        let _ = std::fs::rename(from, &self.path);
    }

    /// Deletes the autosave. Call this after the user has saved or discarded the circuit.
    pub fn forget(&self) {
        self.given_up.store(true, Ordering::SeqCst);
        let _ = std::fs::remove_file(&self.path);
    }
}

fn lock_path(folder: &Path, session: &str) -> PathBuf {
    folder.join(format!("{session}.lock"))
}

/// Whether the window of a session is still open. If it is not, deletes the session's lock file.
fn is_open(folder: &Path, session: &str) -> bool {
    let path = lock_path(folder, session);
    let Some(file) = storage::is_own(&path).then(|| File::open(&path).ok()).flatten() else { return false };
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return true;
    }
    let _ = std::fs::remove_file(path);
    false
}

/// Finds the autosaves that closed windows left for circuits without a file. Returns these circuits, the newest first.
/// Autosaves that cannot be read are skipped and stay in the folder.
#[must_use]
pub fn find(games: Games, folder: &Path) -> Vec<Found> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let mut sessions: Vec<&str> = names.iter().filter_map(|name| session_of(name)).collect();
    sessions.sort_unstable();
    sessions.dedup();
    sessions.retain(|session| !is_open(folder, session));
    let left = names.iter().filter(|name| name.ends_with(".json"));
    let left = left.filter(|name| session_of(name).is_some_and(|session| sessions.binary_search(&session).is_ok()));
    let mut found: Vec<Found> = left.filter_map(|name| read(games, folder.join(name))).collect();
    found.sort_by(|a, b| (a.recovered.age, &a.path).cmp(&(b.recovered.age, &b.path)));
    found.truncate(MOST);
    found
}

/// The part of a file's name that identifies its session; `None` if the name has no such part.
fn session_of(name: &str) -> Option<&str> {
    name.strip_suffix(".lock").or_else(|| Some(name.strip_suffix(".json")?.rsplit_once('-')?.0))
}

fn read(games: Games, path: PathBuf) -> Option<Found> {
    let changed = std::fs::metadata(&path).and_then(|metadata| metadata.modified()).ok()?;
    let draft = super::autosave::read(games, &path, storage::read_own)?;
    let age = SystemTime::now().duration_since(changed).unwrap_or(Duration::ZERO);
    let recovered = Recovered { path: path.clone(), draft, age, fits: true };
    Some(Found { path, recovered })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::sketch::{AnySketch, Steps};
    use crate::editor::sketch::{SketchDocument, SketchEdit, pieces};
    use crate::game::form::Entry;
    use crate::games::vektorace::Vektorace;

    fn named(name: &str) -> SketchEdit {
        SketchEdit::Enter(None, "/name".to_owned(), Entry::Text(name.to_owned()), String::new())
    }

    fn text(name: &str) -> String {
        let mut document = SketchDocument::<Vektorace>::new(pieces::starter(), true);
        document.apply(&named(name)).expect("named");
        document.to_text().expect("text")
    }

    fn names(found: &[Found]) -> Vec<&str> {
        let mut names: Vec<&str> = found.iter().map(|found| found.recovered.draft.name()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn what_an_open_window_keeps_is_its_own_and_what_a_closed_one_left_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("unsaved");
        assert_eq!(find(Games::all(), &folder), [], "there is no folder yet");
        let mut first = Unsaved::new(folder.clone());
        let (one, two) = (first.place().expect("a place"), first.place().expect("another"));
        one.write(&text("One")).expect("written");
        two.write(&text("Two")).expect("written");
        let mut second = Unsaved::new(folder.clone());
        let three = second.place().expect("a place");
        three.write(&text("Three")).expect("written");
        assert_eq!(find(Games::all(), &folder), [], "both windows are open");
        drop(first);
        let found = find(Games::all(), &folder);
        assert_eq!(names(&found), ["One", "Two"]);
        let taken = second.place().expect("a place");
        taken.take_over(&found[0].path);
        assert_eq!(find(Games::all(), &folder).len(), 1, "the other one is open here now");
        three.forget();
        drop(second);
        assert_eq!(names(&find(Games::all(), &folder)), ["One", "Two"]);
    }

    #[test]
    fn a_window_that_was_killed_leaves_its_lock_and_that_is_no_hindrance() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("1f.7.0.lock"), "").expect("written");
        std::fs::write(folder.path().join("1f.7.0-3.json"), text("Left")).expect("written");
        std::fs::write(folder.path().join("1f.7.0-4.json"), "cut sho").expect("written");
        std::fs::write(folder.path().join("notes.txt"), "").expect("written");
        assert_eq!(names(&find(Games::all(), folder.path())), ["Left"]);
        assert!(!folder.path().join("1f.7.0.lock").exists());
        assert_eq!(names(&find(Games::all(), folder.path())), ["Left"], "until somebody takes it");
    }

    #[test]
    fn a_job_that_writes_late_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = Unsaved::new(folder.path().to_owned());
        let kept = window.place().expect("a place");
        let job = kept.clone();
        kept.forget();
        job.write(&text("Late")).expect("written");
        drop(window);
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
    }
}
