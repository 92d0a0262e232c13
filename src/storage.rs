//! Reading and writing files without losing any. The only place, beside the command line, that touches the disk.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

mod journal;

pub use journal::Journal;

pub use crate::limits::MAX_FILE_BYTES;

/// Why a file could not be read or written: says which, why, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Reading failed.
    #[error("{}: cannot be read: {}", path.display(), reason(error))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file is larger than any of ours.
    #[error("{}: the file has {} MB; Paddock reads up to {} MB", path.display(), bytes >> 20, MAX_FILE_BYTES >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// Writing failed; what was there before is untouched.
    #[error("{}: cannot be written: {}; nothing was changed", path.display(), reason(error))]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// The system's words, without its numbers.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => error.to_string(),
    }
}

/// A whole file.
///
/// # Errors
/// Where it cannot be read or is larger than [`MAX_FILE_BYTES`].
pub fn read(path: &Path) -> Result<Vec<u8>, StorageError> {
    let failed = |error| StorageError::Read { path: path.to_owned(), error };
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(StorageError::TooLarge { path: path.to_owned(), bytes: metadata.len() });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // A pipe or device has no length to ask for: stop one byte past the limit.
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(StorageError::TooLarge { path: path.to_owned(), bytes: bytes.len() as u64 });
    }
    Ok(bytes)
}

/// A file that a document names, in the document's folder or below it.
///
/// # Errors
/// A sentence, where the name leads anywhere else or the file cannot be read.
pub fn read_beside(document: &Path, name: &str) -> Result<Vec<u8>, String> {
    use std::path::Component;
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside || name.is_empty() {
        return Err(format!("the track file \"{name}\" is not in the replay's folder or below it"));
    }
    let folder = document.parent().unwrap_or(Path::new(""));
    read(&folder.join(name)).map_err(|error| error.to_string())
}

/// Makes a folder, and those above it, where they are not there.
///
/// # Errors
/// Where it cannot be made.
pub fn create_folder(path: &Path) -> Result<(), StorageError> {
    std::fs::create_dir_all(path).map_err(|error| StorageError::Write { path: path.to_owned(), error })
}

/// Where a picture that a document names lies: in the document's folder or below it, also where links lead elsewhere.
///
/// # Errors
/// A sentence, where the name leads anywhere else or there is no such file.
pub fn picture_beside(document: &Path, name: &str) -> Result<PathBuf, String> {
    use std::path::Component;
    let elsewhere = || format!("the picture \"{name}\" is not in the circuit's folder or below it");
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside || name.is_empty() {
        return Err(elsewhere());
    }
    let folder = document.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let path = folder.join(name);
    let missing = |error: &io::Error| format!("{}: the picture cannot be read: {}", path.display(), reason(error));
    let whole = path.canonicalize().map_err(|error| missing(&error))?;
    let folder = folder.canonicalize().map_err(|error| missing(&error))?;
    if whole.starts_with(folder) { Ok(path) } else { Err(elsewhere()) }
}

/// Replaces a file whole: the bytes go to a temporary file beside it, are synced, and take its name. Whoever reads
/// the file sees the old bytes or the new, never a part.
///
/// # Errors
/// Where that cannot be done; the file is then as it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
    write_with(path, |file| file.write_all(bytes))
}

/// The same for what is made as it is written, and need not be in memory as a whole.
///
/// # Errors
/// Where that cannot be done, or `fill` fails; the file is then as it was.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), StorageError> {
    let failed = |error| StorageError::Write { path: path.to_owned(), error };
    if path.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".paddock-").tempfile_in(folder).map_err(failed)?;
    fill(file.as_file_mut()).map_err(failed)?;
    // A temporary file is private to its owner; a document is as public as the one it replaces, or as a new file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(path).map_or(0o644, |metadata| metadata.permissions().mode());
        file.as_file().set_permissions(std::fs::Permissions::from_mode(mode)).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_replaces_the_whole_file_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        write(&path, b"long, long ago").expect("written");
        write(&path, b"now").expect("replaced");
        assert_eq!(read(&path).expect("read"), b"now");
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn a_document_names_files_only_in_its_own_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let document = folder.path().join("race.json");
        write(&folder.path().join("track.json"), b"{}").expect("written");
        assert_eq!(read_beside(&document, "track.json"), Ok(b"{}".to_vec()));
        assert_eq!(read_beside(&document, "./track.json"), Ok(b"{}".to_vec()));
        for name in ["", "../track.json", "/etc/passwd", "a/../../b"] {
            assert!(
                read_beside(&document, name).is_err_and(|why| why.contains("not in the replay's folder")),
                "{name}"
            );
        }
    }

    #[test]
    fn a_picture_is_found_only_beside_its_circuit() {
        let folder = tempfile::tempdir().expect("a folder");
        let document = folder.path().join("inner").join("track.json");
        std::fs::create_dir(folder.path().join("inner")).expect("made");
        write(&folder.path().join("inner/photo.png"), b"x").expect("written");
        write(&folder.path().join("secret.png"), b"x").expect("written");
        assert!(picture_beside(&document, "photo.png").is_ok());
        assert!(picture_beside(&document, "none.png").is_err_and(|why| why.contains("no such file")));
        for name in ["", "../secret.png", "/etc/passwd", "a/../../secret.png"] {
            assert!(picture_beside(&document, name).is_err_and(|why| why.contains("folder")), "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.png"), folder.path().join("inner/link.png"))
                .expect("linked");
            assert!(picture_beside(&document, "link.png").is_err_and(|why| why.contains("folder")));
        }
    }

    #[test]
    fn failures_name_the_file_and_the_reason() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = read(&folder.path().join("none.json")).expect_err("not there").to_string();
        assert!(missing.contains("none.json") && missing.contains("no such file"), "{missing}");
        let to_folder = write(folder.path(), b"x").expect_err("a folder").to_string();
        assert!(to_folder.contains("is a folder"), "{to_folder}");
        let nowhere = write(&folder.path().join("no/where.json"), b"x").expect_err("no folder").to_string();
        assert!(nowhere.contains("nothing was changed"), "{nowhere}");
    }
}
