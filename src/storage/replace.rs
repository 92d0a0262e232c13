//! Replaces the whole content of a file. The file keeps its owner, mode and hard links.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

use super::StorageError;

/// The prefix of the names of temporary files.
const PREFIX: &str = ".paddock-";

/// The temporary files that are being written now. This list also stays locked while a file is overwritten in place, so
/// that the process does not end before that file is complete.
static IN_FLIGHT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Keeps a temporary file in the list [`IN_FLIGHT`]. Dropping this value removes the file from the list, so that
/// [`discard_temporaries`] does not delete the file.
struct InFlight(PathBuf);

impl InFlight {
    /// Creates a temporary file beside a document and adds it to the list [`IN_FLIGHT`]. Locks the list during this
    /// time, so that the process cannot end while the file exists but is not in the list.
    fn create(document: &Path) -> io::Result<(Self, NamedTempFile)> {
        let mut files = IN_FLIGHT.lock().unwrap_or_else(PoisonError::into_inner);
        let file = temporary(document)?;
        files.insert(file.path().to_owned());
        Ok((Self(file.path().to_owned()), file))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        IN_FLIGHT.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

/// Deletes the temporary files of this process before the process ends. First waits for files that are being written in
/// place. After that, the list of temporary files stays locked, so that no other file is written until the process
/// ends.
pub fn discard_temporaries() {
    let files = IN_FLIGHT.lock().unwrap_or_else(PoisonError::into_inner);
    for path in &*files {
        // If the file cannot be deleted here, the next writer in this folder deletes it.
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(files);
}

/// Whether a write-protected file may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protected {
    /// The file is kept, and the caller gets an error.
    Keep,
    /// The write-protected file is replaced, if its folder allows that. The new file is write-protected as well.
    Overwrite,
}

/// Replaces the content of a file with everything that `fill` writes. `fill` writes to a temporary file beside the
/// file. When the temporary file is on the disk, it is renamed and replaces the file.
pub(super) fn replace(
    path: &Path,
    protected: Protected,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), StorageError> {
    let failed = |error| StorageError::Write { path: path.to_owned(), error };
    let former = match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(metadata) => Some(metadata),
        Err(_) => None,
    };
    if former.is_some() && protected == Protected::Keep && super::is_protected(path) {
        return Err(StorageError::Protected { path: path.to_owned() });
    }
    let (in_flight, mut file) = InFlight::create(path).map_err(failed)?;
    fill(file.as_file_mut()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    if let Some(former) = &former
        && !takes_place_of(file.as_file(), former).map_err(failed)?
    {
        return write_in_place(path, file).map_err(failed);
    }
    file.persist(path).map_err(|error| failed(error.error))?;
    drop(in_flight);
    Ok(())
}

/// Creates a temporary file in a document's folder. Locks the file, so that other writers do not delete it. The file
/// has the user's default mode. Also deletes temporary files that killed programs have left in the folder.
pub(super) fn temporary(document: &Path) -> io::Result<NamedTempFile> {
    let folder = document.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    clean_up(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Another writer may delete the file after it is created and before it is locked. So several attempts are made.
    for _ in 0..8 {
        let file = builder.tempfile_in(folder)?;
        match file.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // A disk without locks is accepted. On such a disk, temporary files of other programs are not deleted
            // either.
            Ok(()) | Err(TryLockError::Error(_)) if super::is_named(file.path(), file.as_file()) => return Ok(file),
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
    }
    Err(io::Error::other(
        "another program keeps deleting the temporary files in the same folder; close that program and try again",
    ))
}

/// Deletes temporary files that killed programs have left in a folder. Each folder is searched only once.
fn clean_up(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_temporary = entry.file_name().to_str().is_some_and(|name| {
            name.strip_prefix(PREFIX).is_some_and(|rest| rest.len() == 6 && rest.chars().all(char::is_alphanumeric))
        });
        if is_temporary
            && super::is_own(&path)
            && let Ok(file) = File::options().read(true).write(true).open(&path)
            && file.try_lock().is_ok()
            && super::is_named(&path, &file)
        {
            // A file that cannot be deleted does no harm and only takes space.
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// Gives a new file the mode and owner of the old file that it will replace. Returns `false` if that is not possible,
/// or if the old file has other hard links. The caller must then overwrite the old file in place.
#[cfg(unix)]
fn takes_place_of(file: &File, former: &std::fs::Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    if former.nlink() > 1 {
        return Ok(false);
    }
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (former.uid(), former.gid())
        && fchown(file, Some(former.uid()), Some(former.gid())).is_err()
    {
        return Ok(false);
    }
    // The mode is set after the owner, because changing the owner clears bits of the mode.
    file.set_permissions(former.permissions())?;
    Ok(true)
}

#[cfg(not(unix))]
fn takes_place_of(file: &File, former: &std::fs::Metadata) -> io::Result<bool> {
    file.set_permissions(former.permissions())?;
    Ok(true)
}

/// Overwrites an existing file with the bytes of a temporary file. If that fails, writes the old bytes back. A crash
/// could leave the file incomplete. Therefore the file `.NAME.new` beside it keeps all new bytes until the file is
/// complete.
fn write_in_place(path: &Path, new: NamedTempFile) -> io::Result<()> {
    let _uninterrupted = IN_FLIGHT.lock().unwrap_or_else(PoisonError::into_inner);
    let former = std::fs::read(path)?;
    let mut file = File::options().write(true).open(path)?;
    let kept = super::hidden_beside(path, "new").ok_or(io::ErrorKind::InvalidInput)?;
    let mut new = new.persist(&kept).map_err(|error| error.error)?;
    new.rewind()?;
    let written = fill_from(&mut file, &mut new);
    if written.is_err() {
        file.rewind().and_then(|()| file.write_all(&former))?;
        file.set_len(former.len() as u64)?;
        file.sync_all()?;
    }
    // A file that cannot be deleted does no harm and only takes space.
    let _ = std::fs::remove_file(kept);
    written
}

fn fill_from(file: &mut File, new: &mut File) -> io::Result<()> {
    let bytes = io::copy(new, file)?;
    file.set_len(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    #[cfg(unix)]
    #[test]
    fn mode_and_hard_links_stay() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("a.json"), folder.path().join("b.json"));
        std::fs::write(&path, "the first, long").expect("written");
        // A new file has the same mode as other new files of the user.
        let plain = std::fs::metadata(&path).expect("there").permissions().mode();
        let new = folder.path().join("new.json");
        write(&new, b"new").expect("written");
        assert_eq!(std::fs::metadata(&new).expect("there").permissions().mode(), plain);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).expect("changed");
        write(&path, b"second").expect("replaced");
        assert_eq!(std::fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o640);
        std::fs::hard_link(&path, &link).expect("linked");
        write(&path, b"third").expect("replaced");
        assert_eq!(read(&link).expect("read"), b"third", "both names lead to one file");
        assert_eq!(std::fs::metadata(&link).expect("there").nlink(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 3);
    }

    #[test]
    fn a_write_protected_file_is_replaced_only_on_demand() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        std::fs::write(&path, "old").expect("written");
        let mut permissions = std::fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&path, permissions).expect("changed");
        let refused = write(&path, b"new").expect_err("protected").to_string();
        assert!(refused.contains("write-protected") && refused.contains("nothing was changed"), "{refused}");
        assert_eq!(read(&path).expect("read"), b"old");
        super::super::overwrite(&path, b"new").expect("replaced");
        assert_eq!(read(&path).expect("read"), b"new");
        assert!(std::fs::metadata(&path).expect("there").permissions().readonly(), "it stays protected");
    }

    /// Runs in a separate process, because a process cannot write files after it has called [`discard_temporaries`].
    #[test]
    #[ignore = "run by the next test"]
    fn temporaries_are_discarded_by_a_process_of_its_own() {
        let Some(folder) = std::env::var_os("PADDOCK_TEST_FOLDER") else { return };
        let path = Path::new(&folder).join("a.json");
        let _ = super::super::write_with(&path, |file| {
            file.write_all(b"half")?;
            discard_temporaries();
            std::process::exit(3)
        });
    }

    #[test]
    fn a_process_that_ends_while_writing_leaves_the_former_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        std::fs::write(&path, "former").expect("written");
        let program = std::env::current_exe().expect("this program");
        let (_, here) = module_path!().split_once("::").expect("the crate's name stands first");
        let test = format!("{here}::temporaries_are_discarded_by_a_process_of_its_own");
        let mut call = std::process::Command::new(program);
        call.args([test.as_str(), "--exact", "--ignored"]).env("PADDOCK_TEST_FOLDER", folder.path());
        assert_eq!(call.output().expect("run").status.code(), Some(3));
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
        assert_eq!(read(&path).expect("read"), b"former");
    }

    #[cfg(unix)]
    #[test]
    fn files_of_killed_writers_are_deleted_and_files_in_use_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = [".paddock-abc123", ".paddock-note", "paddock-abc123", ".paddock-def456"];
        let [left, note, other, used] = names.map(|name| folder.path().join(name));
        for path in [&left, &note, &other, &used] {
            std::fs::write(path, "half").expect("written");
        }
        let held = File::open(&used).expect("opened");
        held.try_lock().expect("locked");
        write(&folder.path().join("a.json"), b"whole").expect("written");
        assert!(!left.exists() && note.exists() && other.exists() && used.exists());
    }
}
