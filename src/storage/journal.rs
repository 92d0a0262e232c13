//! Writes journals. A journal is a file to which lines are added one by one. Each line is on the disk before the next
//! one is written.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::{StorageError, check_own, is_own, set_aside};

/// A journal that is being written. It is locked, so that no other window can write to it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    displaced: Option<PathBuf>,
}

impl Journal {
    /// The path of the journal beside a file: `.NAME.journal`. `None` if the path has no file name.
    #[must_use]
    pub fn beside(file: &Path) -> Option<PathBuf> {
        super::hidden_beside(file, "journal")
    }

    /// Whether a window is writing to the journal at this path.
    #[must_use]
    pub fn is_taken(path: &Path) -> bool {
        is_own(path) && File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Begins a journal with this line. If there is already a journal at the path, it is [set aside](super::set_aside).
    /// [`displaced`](Self::displaced) then returns its new path.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written, or if another window is writing to it.
    pub fn begin(path: &Path, first: &str) -> Result<Self, StorageError> {
        let failed = |error| StorageError::Write { path: path.to_owned(), error };
        let mut displaced = None;
        // Another program may create a file at this path between two attempts. So several attempts are made.
        for _ in 0..8 {
            if path.symlink_metadata().is_ok() {
                if Self::is_taken(path) {
                    return Err(taken(path));
                }
                displaced = Some(set_aside(path)?);
            }
            match new_file(path, first).map_err(failed)?.persist_noclobber(path) {
                Ok(file) => return Ok(Self { path: path.to_owned(), file, displaced }),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {}
                // On some file systems, renaming cannot be made to fail if the new name exists.
                Err(error) => {
                    let file = error.file.persist(path).map_err(|error| failed(error.error))?;
                    return Ok(Self { path: path.to_owned(), file, displaced });
                }
            }
        }
        Err(failed(io::Error::other(
            "another program keeps writing a file with this name; close that program and try again",
        )))
    }

    /// Continues a journal after its first `whole` bytes. Cuts off all later bytes, which are an incomplete line.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written, or if another window is writing to it.
    pub fn go_on(path: &Path, whole: u64) -> Result<Self, StorageError> {
        let failed = |error| StorageError::Write { path: path.to_owned(), error };
        check_own(path).map_err(failed)?;
        // The file is not opened for appending, because a file opened in that way cannot be shortened on some systems.
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        // Some disks cannot lock files. On these, the journal is written without a lock.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(taken(path));
        }
        if file.metadata().map_err(failed)?.len() > whole {
            file.set_len(whole).map_err(failed)?;
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file, displaced: None })
    }

    /// Replaces the whole content of the journal by this line. If the journal was deleted, it is created again. If
    /// another file has taken its place, that file is set aside.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written. The journal is then unchanged.
    pub fn restart(&mut self, first: &str) -> Result<(), StorageError> {
        if !self.is_in_place() {
            *self = Self::begin(&self.path, first)?;
            return Ok(());
        }
        let failed = |error| StorageError::Write { path: self.path.clone(), error };
        let file = new_file(&self.path, first).map_err(failed)?;
        self.file = file.persist(&self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Whether the journal's path still leads to the open file. This is false if another program has deleted or
    /// replaced the file.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        super::is_named(&self.path, &self.file)
    }

    /// The new path of an older journal that was set aside. `None` if there was no older journal.
    #[must_use]
    pub fn displaced(&self) -> Option<&Path> {
        self.displaced.as_deref()
    }

    /// Adds a line, which must not contain a line break. The line is on the disk when this function returns.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written.
    pub fn append(&mut self, line: &str) -> Result<(), StorageError> {
        let failed = |path: &Path, error| StorageError::Write { path: path.to_owned(), error };
        let before = self.file.stream_position().map_err(|error| failed(&self.path, error))?;
        // The line is written in one piece. So a reader sees the whole line, or a line without its line break.
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // An incomplete line in the middle would make all later lines unreadable. So it is removed.
            let _ = self.file.set_len(before);
            let _ = self.file.seek(SeekFrom::Start(before));
            failed(&self.path, error)
        })
    }

    /// The journal's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Deletes the journal after its edits were saved or discarded. If another file has taken its place, nothing is
    /// deleted.
    pub fn remove(self) {
        if self.is_in_place() {
            // If the journal cannot be deleted, it is offered again later and can be discarded then.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Writes a new file beside a journal, with `first` as its first line. The file is locked before it is renamed to the
/// journal's name, so that no other window can lock it first.
fn new_file(path: &Path, first: &str) -> io::Result<tempfile::NamedTempFile> {
    let mut file = super::temporary(path)?;
    file.write_all(format!("{first}\n").as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn taken(path: &Path) -> StorageError {
    let why = "another window of Paddock is recording this race; close the race in that window first";
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
        journal.restart("again").expect("replaced");
        journal.append("more").expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("read"), "again\nmore\n");
        journal.remove();
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
    }

    #[test]
    fn an_existing_journal_is_set_aside_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".race.json.journal");
        for bytes in [b"first\nsecond\n".as_slice(), b"no journal at all \xff"] {
            std::fs::write(&path, bytes).expect("written");
            let journal = Journal::begin(&path, "mine").expect("begun");
            let aside = journal.displaced().expect("set aside").to_owned();
            assert_eq!(std::fs::read(aside).expect("kept"), bytes);
            assert_eq!(std::fs::read_to_string(&path).expect("read"), "mine\n");
            drop(journal);
            std::fs::remove_file(&path).expect("removed");
        }
        assert_eq!(Journal::begin(&path, "mine").expect("begun").displaced(), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_deleted_journal_is_written_again_and_a_foreign_one_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".race.json.journal");
        let mut journal = Journal::begin(&path, "first").expect("begun");
        assert!(journal.is_in_place());
        std::fs::remove_file(&path).expect("removed");
        assert!(!journal.is_in_place());
        journal.restart("again").expect("written");
        assert!(journal.is_in_place() && journal.displaced().is_none());
        assert!(Journal::begin(&path, "mine").is_err(), "it is also locked under its name");
        std::fs::remove_file(&path).expect("removed");
        std::fs::write(&path, "strange\n").expect("written");
        journal.restart("again").expect("written");
        let aside = journal.displaced().expect("set aside").to_owned();
        assert_eq!(std::fs::read_to_string(aside).expect("kept"), "strange\n");
        std::fs::remove_file(&path).expect("removed");
        std::fs::write(&path, "strange\n").expect("written");
        journal.remove();
        assert!(path.exists(), "it belongs to another program");
    }
}
