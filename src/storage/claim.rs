//! Locks open documents. A lock file beside the document stops other windows from using its journal and autosave.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::is_own;

/// The lock of this window on an open document. Dropping this value releases the document.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// The open lock file, which holds the lock. The system releases it when the program ends, even after a crash.
    _file: File,
}

/// The result of trying to lock a document for this window.
#[derive(Debug)]
pub enum Claimed {
    /// The document now belongs to this window.
    Mine(Claim),
    /// Another window has the document open. The text says which window.
    Taken(String),
    /// The document cannot be locked, for example because its folder is read-only.
    Impossible,
}

impl Claim {
    /// The path of the lock file beside a document: `.NAME.lock`. `None` if the path has no file name.
    #[must_use]
    pub fn beside(file: &Path) -> Option<PathBuf> {
        super::hidden_beside(file, "lock")
    }

    /// Locks a document for this window. Other windows then do not use its journal and autosave.
    #[must_use]
    pub fn take(document: &Path) -> Claimed {
        let Some(path) = Self::beside(document) else { return Claimed::Impossible };
        // A window that releases the document deletes the lock file. This may happen between the opening and the
        // locking of the file here. So several attempts are made.
        for _ in 0..8 {
            if path.symlink_metadata().is_ok() && !is_own(&path) {
                return Claimed::Impossible;
            }
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let Ok(mut file) = opened else { return Claimed::Impossible };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Claimed::Taken(holder(&mut file)),
                Err(TryLockError::Error(_)) => return Claimed::Impossible,
            }
            if super::is_named(&path, &file) {
                // The text is only for people. It says which process has the document open.
                let _ = file.set_len(0);
                let _ = write!(file, "process {}", std::process::id());
                return Claimed::Mine(Self { path, _file: file });
            }
        }
        Claimed::Impossible
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if super::is_named(&self.path, &self._file) {
            // If the file cannot be deleted, it remains without a lock and has no effect.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Says which process holds the lock. If the lock file does not name a process, says "another window".
fn holder(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(80).read_to_string(&mut text));
    let is_plain = text.starts_with("process ") && text.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    if read.is_ok() && is_plain { format!("another window ({text})") } else { "another window".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_belongs_to_one_window_until_it_is_released() {
        let folder = tempfile::tempdir().expect("a folder");
        let document = folder.path().join("race.json");
        let Claimed::Mine(claim) = Claim::take(&document) else { unreachable!("nobody has it") };
        let Claimed::Taken(who) = Claim::take(&document) else { unreachable!("it is taken") };
        assert_eq!(who, format!("another window (process {})", std::process::id()));
        drop(claim);
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
        // The lock file of a killed window has no effect.
        std::fs::write(Claim::beside(&document).expect("a name"), "process 1").expect("written");
        assert!(matches!(Claim::take(&document), Claimed::Mine(_)));
    }

    #[test]
    fn a_document_that_cannot_be_locked_still_opens() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(Claim::take(&folder.path().join("no/race.json")), Claimed::Impossible));
        let document = folder.path().join("race.json");
        std::fs::create_dir(Claim::beside(&document).expect("a name")).expect("made");
        assert!(matches!(Claim::take(&document), Claimed::Impossible));
        assert!(matches!(Claim::take(Path::new("/")), Claimed::Impossible));
    }
}
