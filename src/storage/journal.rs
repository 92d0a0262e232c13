//! A file that only grows: a line at a time, each on the disk before the next is written.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::{StorageError, check_own, is_own, write_own};

/// A journal that is being written. While it is, no other program of ours writes it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Where the journal of a file is: `.NAME.journal` beside it. `None` where the path names no file.
    #[must_use]
    pub fn beside(file: &Path) -> Option<PathBuf> {
        let mut name = std::ffi::OsString::from(".");
        name.push(file.file_name()?);
        name.push(".journal");
        Some(file.with_file_name(name))
    }

    /// Begins a journal with this line. One that was there is replaced, whole.
    ///
    /// # Errors
    /// Where it cannot be written, or another window writes it.
    pub fn begin(path: &Path, first: &str) -> Result<Self, StorageError> {
        if is_own(path)
            && let Ok(file) = File::open(path)
            && matches!(file.try_lock(), Err(TryLockError::WouldBlock))
        {
            return Err(taken(path));
        }
        write_own(path, format!("{first}\n").as_bytes())?;
        Self::go_on(path, u64::MAX)
    }

    /// Goes on with a journal after its first `whole` bytes; what comes after them was not written to its end.
    ///
    /// # Errors
    /// Where it cannot be written, or another window writes it.
    pub fn go_on(path: &Path, whole: u64) -> Result<Self, StorageError> {
        let failed = |error| StorageError::Write { path: path.to_owned(), error };
        check_own(path).map_err(failed)?;
        // Not opened for appending: such a file cannot be cut on every system.
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        // Where files cannot be locked, two windows may get in each other's way; that is rarer than such a disk.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(taken(path));
        }
        if file.metadata().map_err(failed)?.len() > whole {
            file.set_len(whole).map_err(failed)?;
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Replaces everything that is in it by this line.
    ///
    /// # Errors
    /// Where it cannot be written; it is then as it was.
    pub fn begin_anew(&mut self, first: &str) -> Result<(), StorageError> {
        write_own(&self.path, format!("{first}\n").as_bytes())?;
        *self = Self::go_on(&self.path, u64::MAX)?;
        Ok(())
    }

    /// Adds a line, which must not hold a line break itself. It is on the disk when this returns.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn append(&mut self, line: &str) -> Result<(), StorageError> {
        let failed = |path: &Path, error| StorageError::Write { path: path.to_owned(), error };
        let before = self.file.stream_position().map_err(|error| failed(&self.path, error))?;
        // In one piece: who reads sees a line without an end, or all of it.
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // Half a line in the middle would be the end of all that follow.
            let _ = self.file.set_len(before);
            let _ = self.file.seek(SeekFrom::Start(before));
            failed(&self.path, error)
        })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes it away: what is in it is in its file by now, or wanted no more.
    pub fn remove(self) {
        // One that stays although it is not wanted is offered once more, and can be discarded then.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn taken(path: &Path) -> StorageError {
    let why = "another window of Paddock records this race; close it there first";
    StorageError::Write { path: path.to_owned(), error: io::Error::other(why) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_and_half_a_line_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = Journal::beside(&folder.path().join("race.json")).expect("a name");
        assert!(path.ends_with(".race.json.journal"));
        let mut journal = Journal::begin(&path, "first").expect("begun");
        journal.append("second").expect("written");
        assert!(Journal::begin(&path, "mine").expect_err("taken").to_string().contains("another window"));
        drop(journal);
        std::fs::write(&path, "first\nsecond\nthi").expect("torn");
        let mut journal = Journal::go_on(&path, 13).expect("opened");
        journal.append("third").expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("read"), "first\nsecond\nthird\n");
        journal.begin_anew("anew").expect("replaced");
        journal.append("more").expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("read"), "anew\nmore\n");
        journal.remove();
        assert!(!path.exists());
    }
}
