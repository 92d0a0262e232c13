//! Autosaves of circuits, so that a crash loses no changes. An autosave never changes the user's file: the changes to
//! `oval.json` are stored in `.oval.json.autosave`. While that autosave contains older changes that the user has
//! neither recovered nor discarded, new changes are stored in `.oval.json.autosave-2`, and so on.
//!
//! An autosave contains the changed circuit, and the digest of the file to which the changes were made. The changes are
//! offered to the user if the autosave's circuit differs from the circuit in the file. The times of the files do not
//! matter.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::Deserialize;

use crate::Games;
use crate::game::AnyDraft;
use crate::game::words::many;
use crate::replay::{Opened, journal::digest};
use crate::storage;

/// The largest number of autosaves beside one file.
const MOST: u32 = 20;

/// The version of the autosave format that this program writes, and the newest that it reads.
const VERSION: u32 = 1;

/// The path of a file's first autosave; `None` if the path names no file.
#[must_use]
pub fn beside(file: &Path) -> Option<PathBuf> {
    place(file, 1)
}

/// The paths of all autosaves that a file may have.
pub(super) fn places(file: &Path) -> impl Iterator<Item = PathBuf> {
    (1..=MOST).filter_map(|number| place(file, number))
}

fn place(file: &Path, number: u32) -> Option<PathBuf> {
    match number {
        1 => storage::hidden_beside(file, "autosave"),
        _ => storage::hidden_beside(file, &format!("autosave-{number}")),
    }
}

/// Returns an unused path for a new autosave beside a file.
///
/// # Errors
/// Returns an error if all paths are taken.
pub fn free_place(file: &Path) -> Result<PathBuf, String> {
    places(file).find(|place| place.symlink_metadata().is_err()).ok_or_else(|| {
        format!(
            "The last changes were not autosaved: there are already {MOST} autosaves beside {}. Open the file again, then recover or discard them.",
            file.display()
        )
    })
}

/// The next action for a document's autosave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Write the autosave.
    Write,
    /// Delete the autosave, because the changes were saved or undone.
    Remove,
}

/// Decides when a document's changes are autosaved.
#[derive(Clone, Debug, Default)]
pub struct Autosave {
    /// The revision of the document that the autosave contains; `None` if there is no autosave.
    kept: Option<u64>,
    /// The time, in seconds, of the first change that is not autosaved; `None` if all changes are autosaved.
    since: Option<f64>,
}

impl Autosave {
    /// Returns the action that is due at time `now` for a document whose current revision is `revision`; `None` if no
    /// action is due. A change is written at most `every` seconds after it was made.
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

    /// Whether changes are waiting to be autosaved.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.since.is_some()
    }
}

/// Changes found in an autosave.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovered {
    /// The autosave file.
    pub path: PathBuf,
    /// The circuit with the changes.
    pub draft: AnyDraft,
    /// The time since the changes were autosaved.
    pub age: Duration,
    /// Whether the file still has the content to which the user made these changes. If not, the file has been written
    /// since then, for example by another program.
    pub fits: bool,
}

impl Recovered {
    /// Returns the age of the changes in words, such as "2 hours ago".
    #[must_use]
    pub fn when(&self) -> String {
        ago(self.age)
    }
}

/// An age in words, such as "2 hours ago".
#[must_use]
pub fn ago(age: Duration) -> String {
    let words = |count: u64, unit: &str| format!("{} ago", many(count, unit));
    match age.as_secs() {
        0..60 => "less than a minute ago".to_owned(),
        seconds @ 60..3_600 => words(seconds / 60, "minute"),
        seconds @ 3_600..86_400 => words(seconds / 3_600, "hour"),
        seconds => words(seconds / 86_400, "day"),
    }
}

/// The time at which a file was last written; now, if the system does not know it.
#[must_use]
pub fn written(file: &Path) -> SystemTime {
    let written = std::fs::metadata(file).and_then(|metadata| metadata.modified());
    written.unwrap_or_else(|_| SystemTime::now())
}

/// The time since a moment; zero if the moment is in the future, because somebody has set the clock back.
#[must_use]
pub fn since(moment: SystemTime) -> Duration {
    SystemTime::now().duration_since(moment).unwrap_or_default()
}

/// The time since a file was written; zero if the system does not know it.
#[must_use]
pub fn age_of(file: &Path) -> Duration {
    since(written(file))
}

/// The content of an autosave file.
#[derive(Deserialize)]
struct Kept {
    paddock: String,
    version: u32,
    /// The digest, in hexadecimal, of the file to which the changes were made; absent if the circuit was never saved.
    #[serde(default)]
    base: Option<String>,
    circuit: serde_json::Value,
}

/// Writes the text of a circuit to an autosave. `base` is the [digest] that the circuit's file had when it was last
/// read or written.
///
/// # Errors
/// Returns an error if the autosave cannot be written.
pub fn keep(place: &Path, base: Option<u64>, text: &str) -> Result<(), String> {
    let base = base.map_or_else(|| "null".to_owned(), |digest| format!("\"{digest:016x}\""));
    let text =
        format!("{{\"paddock\":\"autosave\",\"version\":{VERSION},\"base\":{base},\"circuit\":{}}}\n", text.trim_end());
    storage::write_own(place, text.as_bytes()).map_err(|error| format!("The last changes were not autosaved: {error}"))
}

/// Deletes autosaves that are no longer needed.
pub fn forget(places: &[PathBuf]) {
    for place in places {
        // The file may be gone already.
        let _ = std::fs::remove_file(place);
    }
}

/// Reads the circuit in a file; `None` if the file contains no circuit.
pub(in crate::app) fn read(
    games: Games,
    path: &Path,
    bytes: impl FnOnce(&Path) -> Result<Vec<u8>, storage::StorageError>,
) -> Option<AnyDraft> {
    draft_of(games, &bytes(path).ok()?)
}

/// Reads the circuit from the bytes of a track file or an autosave; `None` if they contain no circuit.
pub(in crate::app) fn draft_of(games: Games, bytes: &[u8]) -> Option<AnyDraft> {
    parts_of(games, bytes).map(|(_, draft)| draft)
}

fn parts_of(games: Games, bytes: &[u8]) -> Option<(Option<u64>, AnyDraft)> {
    let track = |bytes: &[u8]| match games.open(bytes, &crate::replay::no_files).ok()? {
        Opened::Track(draft) => Some(draft),
        Opened::Race(_) => None,
    };
    match serde_json::from_slice::<Kept>(bytes) {
        Ok(kept) if kept.paddock == "autosave" => {
            let base = kept.base.and_then(|digits| u64::from_str_radix(&digits, 16).ok());
            let draft = track(kept.circuit.to_string().as_bytes()).filter(|_| kept.version <= VERSION)?;
            Some((base, draft))
        }
        // In the first versions of the program, an autosave was a plain track file.
        _ => Some((None, track(bytes)?)),
    }
}

/// The autosaves found beside a file.
#[derive(Debug, Default, PartialEq)]
pub struct Findings {
    /// Changes that are not in the file, the oldest first.
    pub recovered: Vec<Recovered>,
    /// The new paths of the autosaves that were [set aside](storage::set_aside) because they are unreadable or written
    /// by a newer version of the program.
    pub aside: Vec<PathBuf>,
}

/// Searches for autosaves beside a file. Deletes an autosave if its changes are in the file.
#[must_use]
pub fn find(games: Games, file: &Path) -> Findings {
    let mut findings = Findings::default();
    let places: Vec<PathBuf> = places(file).filter(|place| storage::is_own(place)).collect();
    if places.is_empty() {
        return findings;
    }
    let bytes = storage::read(file).unwrap_or_default();
    let (now, saved) = (digest(&bytes), draft_of(games, &bytes));
    for path in places {
        match storage::read_own(&path).ok().and_then(|bytes| parts_of(games, &bytes)) {
            Some((_, draft)) if saved.as_ref() == Some(&draft) => forget(&[path]),
            Some((base, draft)) => {
                let age = age_of(&path);
                let fits = base.is_none_or(|base| base == now);
                findings.recovered.push(Recovered { path, draft, age, fits });
            }
            // Set aside an autosave that cannot be read. If that fails, the next search tries again.
            None => findings.aside.extend(storage::set_aside(&path)),
        }
    }
    findings
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
    fn what_is_kept_is_found_by_its_content_and_the_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("oval.json");
        let mut document = SketchDocument::<Vektorace>::new(pieces::starter(), true);
        let saved = document.to_text().expect("text");
        std::fs::write(&file, &saved).expect("written");
        let base = Some(digest(saved.as_bytes()));
        assert_eq!(find(Games::all(), &file), Findings::default(), "nothing is kept");
        let place = free_place(&file).expect("a place");
        assert!(place.ends_with(".oval.json.autosave"));
        keep(&place, base, &saved).expect("kept");
        assert_eq!(find(Games::all(), &file), Findings::default(), "no change is kept");
        assert!(!place.exists(), "and it is cleared away");
        document.apply(&named("Changed")).expect("named");
        keep(&place, base, &document.to_text().expect("text")).expect("kept");
        let [found] = &find(Games::all(), &file).recovered[..] else { unreachable!("one change") };
        assert_eq!(
            (found.draft.name(), found.when().as_str(), found.fits),
            ("Changed", "less than a minute ago", true)
        );
        assert_eq!(std::fs::read_to_string(&file).expect("read"), saved);
        // File times do not matter: the autosave may be old and the file new.
        let older = SystemTime::now() - Duration::from_secs(7_200);
        let opened = std::fs::File::options().write(true).open(&place).expect("opened");
        opened.set_modified(older).expect("set back");
        std::fs::write(&file, &saved).expect("touched");
        assert_eq!(find(Games::all(), &file).recovered[0].when(), "2 hours ago");
        // If the file has changed since, the changes are still offered, with a note.
        document.apply(&named("Another")).expect("named");
        std::fs::write(&file, document.to_text().expect("text")).expect("written");
        assert!(!find(Games::all(), &file).recovered[0].fits);
    }

    #[test]
    fn later_changes_take_the_next_place_and_what_cannot_be_read_is_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("oval.json");
        let mut document = SketchDocument::<Vektorace>::new(pieces::starter(), true);
        std::fs::write(&file, document.to_text().expect("text")).expect("written");
        for name in ["One", "Two"] {
            document.apply(&named(name)).expect("named");
            let place = free_place(&file).expect("a place");
            keep(&place, None, &document.to_text().expect("text")).expect("kept");
        }
        let names = |findings: &Findings| -> Vec<String> {
            findings.recovered.iter().map(|found| found.draft.name().to_owned()).collect()
        };
        assert_eq!(names(&find(Games::all(), &file)), ["One", "Two"]);
        let newer = "{\"paddock\":\"autosave\",\"version\":99,\"circuit\":{}}";
        for text in ["cut sho", newer] {
            let place = free_place(&file).expect("a place");
            std::fs::write(&place, text).expect("written");
            let found = find(Games::all(), &file);
            assert_eq!(names(&found), ["One", "Two"]);
            let [aside] = &found.aside[..] else { unreachable!("one is set aside") };
            assert_eq!(std::fs::read_to_string(aside).expect("kept"), text);
        }
        // An autosave as the first versions of the program wrote it.
        forget(&find(Games::all(), &file).recovered.into_iter().map(|found| found.path).collect::<Vec<_>>());
        document.apply(&named("Old")).expect("named");
        std::fs::write(beside(&file).expect("a name"), document.to_text().expect("text")).expect("written");
        assert_eq!(names(&find(Games::all(), &file)), ["Old"]);
    }
}
