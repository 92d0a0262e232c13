//! A race being recorded: whatever is done to it is in a journal before anything else can be done.

use std::path::{Path, PathBuf};

use crate::replay::journal::{self, Base, Kept};
use crate::replay::{Race, RaceEdit, RecordError, Recorded};
use crate::storage::{self, Journal};

/// Why something was not done. The race is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The race refuses it.
    #[error(transparent)]
    Race(#[from] RecordError),
    /// It would be in no journal.
    #[error("{0}")]
    Journal(String),
}

/// The journal of one race.
#[derive(Debug, Default)]
pub struct Recording {
    journal: Option<Journal>,
    /// How many edits of the journal can be undone and done again by it: others were made before it began.
    done: usize,
    undone: usize,
    /// How many edits the journal has.
    entries: usize,
    /// Journals that were in the way and have another name now, until somebody lists them.
    aside: Vec<PathBuf>,
}

/// Where a journal is begun when there is something to keep.
#[derive(Clone, Debug)]
pub enum JournalPlace {
    /// Beside this file, which had this digest when it was read or written last.
    Beside(PathBuf, u64),
    /// In this file of its own: the race is in none.
    Own(PathBuf),
    /// Nowhere: whoever opened the window has no data folder.
    Nowhere,
}

impl Recording {
    /// Does something to a race and keeps it. It is on the disk when this returns.
    ///
    /// # Errors
    /// Where the race refuses it, or it cannot be kept: the race is then as it was.
    pub fn record(
        &mut self,
        race: &mut dyn Race,
        edit: &RaceEdit,
        place: &JournalPlace,
    ) -> Result<Recorded, RecordingError> {
        let begun = if self.journal.is_none() { self.begin(race, place)? } else { false };
        let recorded = self.record_in_journal(race, edit);
        if begun && recorded.is_err() {
            // A journal without an entry would be offered for nothing.
            self.forget();
        }
        recorded
    }

    /// Begins the journal; answers whether there is one now.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn begin(&mut self, race: &dyn Race, place: &JournalPlace) -> Result<bool, RecordingError> {
        let kept = |error: &dyn std::fmt::Display| RecordingError::Journal(format!("Not recorded: {error}"));
        let (path, base) = match place {
            JournalPlace::Nowhere => return Ok(false),
            JournalPlace::Own(path) => (path.clone(), Base::Race(race.file_text(true).map_err(|error| kept(&error))?)),
            JournalPlace::Beside(file, digest) => {
                let path = Journal::beside(file)
                    .ok_or_else(|| RecordingError::Journal("Not recorded: the file has no name".to_owned()))?;
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

    /// Remembers the journal that was in the way, unless nothing is in it.
    fn note_displaced(&mut self, journal: &Journal) {
        let Some(path) = journal.displaced() else { return };
        let kept = storage::read_own(path).ok().and_then(|bytes| journal::read(&bytes).ok());
        let is_empty =
            kept.is_some_and(|kept| kept.edits.is_empty() && !kept.torn && matches!(kept.base, Base::File(_)));
        if is_empty {
            // One that stays is listed for nothing, and can be deleted there.
            let _ = std::fs::remove_file(path);
        } else {
            self.aside.push(path.to_owned());
        }
    }

    /// The journals that were set aside since this was asked last.
    pub fn take_aside(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.aside)
    }

    /// Writes the journal again where another program has deleted or replaced it; answers whether that was so.
    ///
    /// # Errors
    /// Returns a sentence if it cannot be written.
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
            // The edit was made before the journal began, which therefore cannot describe it; or the journal is full; or its
            // file is gone: it starts again with the whole race.
            whole(race).and_then(|first| journal.restart(&first).map_err(|error| error.to_string()))
        };
        if let Err(error) = kept {
            let back = if *edit == RaceEdit::Undo { RaceEdit::Redo } else { RaceEdit::Undo };
            if let Some(recorder) = race.recorder() {
                // What was just done can be undone.
                let _ = recorder.record(&back);
            }
            return Err(RecordingError::Journal(format!("Not recorded, because it could not be kept: {error}")));
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

    /// Goes on with a journal that was kept: does everything again that is in it. Answers how many edits could not be
    /// done, because the race is another one than it was. A journal that is too long to be done again as a whole is put
    /// aside, and a new one begun.
    ///
    /// # Errors
    /// A sentence, where the journal cannot be gone on with; the race has its edits then all the same.
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
                "The journal is too long to be done again as a whole: its first {done} entries are back. All of it stays in {}. Save the race.",
                aside.display()
            ));
        }
        let mut journal = Journal::go_on(path, kept.whole).map_err(|error| error.to_string())?;
        // Undone and done again by the journal is only what is in it; it begins anew before it tells of more.
        (self.done, self.undone, self.entries) = (0, 0, done);
        if left > 0 {
            // What could not be done again stays readable beside the new journal.
            drop(journal);
            journal = Journal::begin(path, &whole(race)?).map_err(|error| error.to_string())?;
            self.aside.extend(journal.displaced().map(Path::to_owned));
            self.entries = 0;
        }
        self.journal = Some(journal);
        Ok(left)
    }

    /// Whether there is a journal.
    #[must_use]
    pub const fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// Where the journal is, while there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Takes the journal away: everything is saved, or wanted no more.
    pub fn forget(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.remove();
        }
    }

    /// Starts the journal again with the whole race as it is now, wherever its file went.
    ///
    /// # Errors
    /// Returns a sentence if it cannot be written.
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

/// The reason that a journal beside a file cannot be used, and its new place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// A sentence.
    pub message: String,
    /// The journal's new name; `None` if it could not be renamed.
    pub aside: Option<PathBuf>,
}

/// The journal kept beside a file, and where it is; `None` if there is none, it holds nothing, or a window writes it.
///
/// # Errors
/// Returns an error if the journal cannot be read, or belongs to another state of the file. It is set aside then: nothing
/// that is recorded later replaces it.
pub fn find(file: &Path, bytes: &[u8]) -> Result<Option<(PathBuf, Kept)>, Unusable> {
    let Some(path) = Journal::beside(file).filter(|path| path.symlink_metadata().is_ok()) else { return Ok(None) };
    if Journal::is_taken(&path) {
        return Ok(None);
    }
    let unusable = |why: &dyn std::fmt::Display| {
        let aside = storage::set_aside(&path);
        let now = aside.as_ref().unwrap_or(&path).display().to_string();
        let message = format!(
            "Turns of {} were recorded and never saved, but {why}. Their journal is kept as {now}; the welcome page lists it.",
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
            Err(unusable(&"another program has changed the file since"))
        }
        _ => Ok(Some((path, kept))),
    }
}
