//! Recording a race: each edit is written to the journal before the next edit is accepted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::replay::journal::{self, Base, Kept};
use crate::replay::{Race, RaceEdit, RecordError, Recorded};
use crate::storage::{self, Journal};

/// The reason why an edit was not made. The race is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The race refuses the edit, for example because the turn is illegal.
    #[error(transparent)]
    Race(#[from] RecordError),
    /// The journal cannot be written. The value is the message for the user.
    #[error("{0}")]
    Journal(String),
}

/// The journal of one race.
#[derive(Debug, Default)]
pub struct Recording {
    journal: Option<Journal>,
    /// The number of edits that can be undone. Edits made before the journal began do not count.
    done: usize,
    undone: usize,
    /// The number of edits in the journal.
    entries: usize,
    /// The paths of old journals that were renamed to make room for this race's journal. They are stored here until the
    /// welcome page lists them.
    aside: Vec<PathBuf>,
}

/// The place where the journal of a race is written, if any.
#[derive(Clone, Debug)]
pub enum JournalPlace {
    /// The journal is written beside the race's file at this path. The number is the digest (checksum) that the file
    /// had when the program last read or wrote it.
    Beside(PathBuf, u64),
    /// The journal is written at this path, because the race has no file.
    Own(PathBuf),
    /// No journal is written, because there is no data folder.
    Nowhere,
}

impl Recording {
    /// Applies an edit to a race and writes it to the journal. When this returns, the edit is on the disk.
    ///
    /// # Errors
    /// If the race refuses the edit, or the edit cannot be written. The race is then unchanged.
    pub fn record(
        &mut self,
        race: &mut dyn Race,
        edit: &RaceEdit,
        place: &JournalPlace,
    ) -> Result<Recorded, RecordingError> {
        let begun = if self.journal.is_none() { self.begin(race, place)? } else { false };
        let recorded = self.record_in_journal(race, edit);
        if begun && recorded.is_err() {
            // Delete the journal just begun. It is empty, and would be offered at the next start.
            self.forget();
        }
        recorded
    }

    /// Begins the journal. Returns whether the race has a journal now.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn begin(&mut self, race: &dyn Race, place: &JournalPlace) -> Result<bool, RecordingError> {
        let kept = |error: &dyn std::fmt::Display| RecordingError::Journal(format!("Not recorded: {error}"));
        let (path, base) = match place {
            JournalPlace::Nowhere => return Ok(false),
            JournalPlace::Own(path) => (path.clone(), Base::Race(race.file_text(true).map_err(|error| kept(&error))?)),
            JournalPlace::Beside(file, digest) => {
                let path = Journal::beside(file).ok_or_else(|| {
                    RecordingError::Journal("Not recorded: the race's path has no file name".to_owned())
                })?;
                (path, Base::File(*digest))
            }
        };
        let first = journal::first_line(&base).map_err(|error| kept(&error))?;
        let journal = Journal::begin(&path, &first).map_err(|error| kept(&error))?;
        self.note_displaced(&journal);
        self.journal = Some(journal);
        (self.done, self.undone, self.entries) = (0, 0, 0);
        Ok(true)
    }

    /// Remembers the new path of an old journal that was renamed to make room for this one. Deletes the old journal
    /// instead if it contains no edits.
    fn note_displaced(&mut self, journal: &Journal) {
        let Some(path) = journal.displaced() else { return };
        let kept = storage::read_own(path).ok().and_then(|bytes| journal::read(&bytes).ok());
        let is_empty =
            kept.is_some_and(|kept| kept.edits.is_empty() && !kept.torn && matches!(kept.base, Base::File(_)));
        if is_empty {
            // If deleting fails, the user can delete it in the list of journals set aside.
            let _ = std::fs::remove_file(path);
        } else {
            self.aside.push(path.to_owned());
        }
    }

    /// Returns the new paths of old journals that were renamed since the last call. They were renamed so that a new
    /// journal does not overwrite them.
    pub fn take_aside(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.aside)
    }

    /// Rewrites the journal if another program has deleted or replaced it. Returns whether it was rewritten.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn restore(&mut self, race: &dyn Race) -> Result<bool, String> {
        let gone = self.journal.as_ref().is_some_and(|journal| !journal.is_in_place());
        if gone {
            self.restart(race)?;
        }
        Ok(gone)
    }

    fn record_in_journal(&mut self, race: &mut dyn Race, edit: &RaceEdit) -> Result<Recorded, RecordingError> {
        let refused = || RecordError::Refused("this race cannot be changed".to_owned());
        let recorder = race.recorder().ok_or_else(refused)?;
        let before = recorder.revision();
        let recorded = recorder.record(edit)?;
        if recorder.revision() == before {
            return Ok(recorded);
        }
        let Some(journal) = &mut self.journal else { return Ok(recorded) };
        let is_known = match edit {
            RaceEdit::Undo => self.done > 0,
            RaceEdit::Redo => self.undone > 0,
            _ => true,
        };
        let is_known = is_known && self.entries < journal::MAX_EDITS && journal.is_in_place();
        let kept = if is_known {
            journal::line(edit)
                .map_err(|error| error.to_string())
                .and_then(|line| journal.append(&line).map_err(|error| error.to_string()))
        } else {
            // The journal starts again with the whole race in three cases: the undone edit is older than the journal,
            // the journal is full, or its file is gone.
            whole(race).and_then(|first| journal.restart(&first).map_err(|error| error.to_string()))
        };
        if let Err(error) = kept {
            let back = if *edit == RaceEdit::Undo { RaceEdit::Redo } else { RaceEdit::Undo };
            if let Some(recorder) = race.recorder() {
                // Taking back the edit cannot fail, because it has just been made.
                let _ = recorder.record(&back);
            }
            return Err(RecordingError::Journal(format!(
                "Not recorded, because the journal could not be written: {error}"
            )));
        }
        if let Some(path) = journal.displaced().filter(|_| !is_known).map(Path::to_owned)
            && !self.aside.contains(&path)
        {
            self.aside.push(path);
        }
        self.entries += 1;
        match edit {
            _ if !is_known => (self.done, self.undone, self.entries) = (0, 0, 0),
            RaceEdit::Undo => (self.done, self.undone) = (self.done - 1, self.undone + 1),
            RaceEdit::Redo => (self.done, self.undone) = (self.done + 1, self.undone - 1),
            _ => (self.done, self.undone) = (self.done + 1, 0),
        }
        Ok(recorded)
    }

    /// Applies the edits of a journal to its race and continues the journal. Returns the number of edits that could not
    /// be applied, because the race has changed since they were recorded. If the journal is too long to be applied
    /// completely, sets it aside and begins a new one.
    ///
    /// # Errors
    /// If the journal is too long, or cannot be continued. The edits that were already applied stay in the race.
    pub fn resume(&mut self, race: &mut dyn Race, path: &Path, kept: &Kept) -> Result<usize, String> {
        let Some(recorder) = race.recorder() else { return Ok(kept.edits.len()) };
        let journal::Redone { done, cut } = journal::replay(recorder, kept);
        let left = kept.edits.len() - done;
        if cut {
            (self.done, self.undone, self.entries) = (0, 0, 0);
            let journal = Journal::begin(path, &whole(race)?).map_err(|error| error.to_string())?;
            let aside = journal.displaced().unwrap_or(path).to_owned();
            self.aside.push(aside.clone());
            self.journal = Some(journal);
            return Err(format!(
                "The journal is too long. Its first {done} entries are restored; the whole journal stays in {}. Save the race.",
                aside.display()
            ));
        }
        let mut journal = Journal::go_on(path, kept.whole).map_err(|error| error.to_string())?;
        // Undo entries of a journal can undo only edits of the same journal. If an older edit is undone, the journal
        // starts again.
        (self.done, self.undone, self.entries) = (0, 0, done);
        if left > 0 {
            // The edits that could not be applied stay in the old journal, which is kept beside the new one.
            drop(journal);
            journal = Journal::begin(path, &whole(race)?).map_err(|error| error.to_string())?;
            self.aside.extend(journal.displaced().map(Path::to_owned));
            self.entries = 0;
        }
        self.journal = Some(journal);
        Ok(left)
    }

    /// Whether the race has a journal.
    #[must_use]
    pub const fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// The journal's path, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Deletes the journal, after the race was saved or discarded.
    pub fn forget(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.remove();
        }
    }

    /// Replaces the journal by a new one that begins with the whole current race. Does nothing if the race has no
    /// journal.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn restart(&mut self, race: &dyn Race) -> Result<(), String> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.restart(&whole(race)?).map_err(|error| error.to_string())?;
        self.aside.extend(
            journal.displaced().filter(|path| !self.aside.iter().any(|other| other == path)).map(Path::to_owned),
        );
        (self.done, self.undone, self.entries) = (0, 0, 0);
        Ok(())
    }
}

fn whole(race: &dyn Race) -> Result<String, String> {
    let text = race.file_text(true).map_err(|error| error.to_string())?;
    journal::first_line(&Base::Race(text)).map_err(|error| error.to_string())
}

/// A journal that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The reason why the journal cannot be used.
    pub message: String,
    /// The journal's new path; `None` if it could not be renamed.
    pub aside: Option<PathBuf>,
}

/// Whether the race is the same with the edits of the journal as without them.
#[must_use]
pub fn changes_nothing(race: &dyn Race, kept: &Kept) -> bool {
    let Some(mut copy) = race.copied().filter(|_| !matches!(kept.base, Base::Race(_)) && !kept.torn) else {
        return false;
    };
    let Some(recorder) = Arc::get_mut(&mut copy).and_then(|race| race.recorder()) else { return false };
    let redone = journal::replay(recorder, kept);
    redone.done == kept.edits.len()
        && !redone.cut
        && matches!((race.file_text(true), copy.file_text(true)), (Ok(before), Ok(after)) if before == after)
}

/// Finds the journal beside a file. Returns `None` if there is no journal, if it is empty, or if another window is
/// writing it.
///
/// # Errors
/// If the journal cannot be read or belongs to a different state of the file. The journal is then set aside, so that no
/// later journal replaces it.
pub fn find(file: &Path, bytes: &[u8]) -> Result<Option<(PathBuf, Kept)>, Unusable> {
    let Some(path) = Journal::beside(file).filter(|path| path.symlink_metadata().is_ok()) else { return Ok(None) };
    if Journal::is_taken(&path) {
        return Ok(None);
    }
    let unusable = |why: &dyn std::fmt::Display| {
        let aside = storage::set_aside(&path);
        let now = aside.as_ref().unwrap_or(&path).display().to_string();
        let message = format!(
            "{} has recorded turns that were never saved, but {why}. Their journal is kept as {now}; the welcome page lists it.",
            file.display()
        );
        Unusable { message, aside: aside.ok() }
    };
    let read = storage::read_own(&path).map_err(|error| unusable(&error))?;
    let kept = journal::read(&read).map_err(|error| unusable(&error))?;
    if kept.edits.is_empty() && !matches!(kept.base, Base::Race(_)) {
        return Ok(None);
    }
    match kept.base {
        Base::File(digest) if digest != journal::digest(bytes) => {
            Err(unusable(&"another program has changed the file since these turns were recorded"))
        }
        _ => Ok(Some((path, kept))),
    }
}
