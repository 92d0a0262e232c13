//! Reads and writes files without losing data. Only this module and the command line touch the disk.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::game::Refused;

mod claim;
mod journal;
mod replace;

pub use claim::{Claim, Claimed};
pub use journal::Journal;
pub use replace::{Protected, discard_temporaries};
use replace::{replace, temporary};

pub use crate::limits::MAX_FILE_BYTES;

/// An error in reading or writing a file. The message names the file, the cause, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The file could not be read.
    #[error("{}: cannot be read: {}", path.display(), reason(error))]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The error that the system reported.
        error: io::Error,
    },
    /// The file is larger than [`MAX_FILE_BYTES`].
    #[error("{}: the file has {}; Paddock reads up to {} MB", path.display(), size(*bytes), MAX_FILE_BYTES >> 20)]
    TooLarge {
        /// The path of the file.
        path: PathBuf,
        /// The file's size, in bytes.
        bytes: u64,
    },
    /// Writing failed. The file on the disk is unchanged.
    #[error("{}: cannot be written: {}; nothing was changed.{}", path.display(), reason(error), way_out(error))]
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The error that the system reported.
        error: io::Error,
    },
    /// A document names another file, and that file cannot be used. The text says why.
    #[error("{0}")]
    Beside(String),
    /// The file is write-protected.
    #[error("{}: the file is write-protected; nothing was changed. Allow writing to it, or choose another name.", path.display())]
    Protected {
        /// The path of the file.
        path: PathBuf,
    },
}

/// The size of a file that is too large, as text in megabytes. If the file exceeds the limit by less than a megabyte,
/// the text is in bytes.
fn size(bytes: u64) -> String {
    if bytes >> 20 > MAX_FILE_BYTES >> 20 {
        format!("{} MB", bytes >> 20)
    } else {
        format!("{bytes} bytes, {} too many", bytes.saturating_sub(MAX_FILE_BYTES))
    }
}

/// Resolves links and `..` in a path. The same file always gives the same path.
/// This also works for a new file in an existing folder.
#[must_use]
pub fn identity(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    match (path.parent().map(Path::canonicalize), path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// The system's message about an error, without its error number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => error.to_string(),
    }
}

/// Suggests what to do if a file cannot be written. Returns a space and a sentence, to be added to the error message,
/// or an empty text if that message says enough.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => " Choose an existing folder.",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            " Save the file elsewhere, under another name."
        }
        io::ErrorKind::StorageFull => " Free some space on the disk, or save the file elsewhere.",
        _ => "",
    }
}

/// Reads a whole file.
///
/// # Errors
/// Returns an error if the file cannot be read or is larger than [`MAX_FILE_BYTES`].
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
    // A pipe or device has no length: stops reading one byte beyond the limit.
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(StorageError::TooLarge { path: path.to_owned(), bytes: bytes.len() as u64 });
    }
    Ok(bytes)
}

/// Reads a whole file that belongs to the program, such as a journal. Refuses links and pipes.
///
/// # Errors
/// Returns an error if the path is not a file, or if the file cannot be read or is larger than [`MAX_FILE_BYTES`].
pub fn read_own(path: &Path) -> Result<Vec<u8>, StorageError> {
    check_own(path).map_err(|error| StorageError::Read { path: path.to_owned(), error })?;
    read(path)
}

/// Whether the path is a plain file, not a link or a pipe. All files that the program writes for itself are plain
/// files.
pub fn is_own(path: &Path) -> bool {
    check_own(path).is_ok()
}

/// The path of a hidden file beside a document: `.race.json.ENDING` for `race.json`. `None` if the path names no file.
pub fn hidden_beside(document: &Path, ending: &str) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(document.file_name()?);
    name.push(".");
    name.push(ending);
    Some(document.with_file_name(name))
}

/// Whether a path still leads to this open file. Returns `false` if another program has deleted or replaced the file at
/// the path.
fn is_named(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let place = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
        let named = path.symlink_metadata().map(place);
        named.is_ok_and(|named| file.metadata().map(place).is_ok_and(|own| own == named))
    }
    // On other systems an open file keeps its name.
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

fn check_own(path: &Path) -> io::Result<()> {
    let metadata = std::fs::symlink_metadata(path)?;
    if metadata.is_file() { Ok(()) } else { Err(no_file(metadata.is_dir())) }
}

/// The error for a path that exists but is not a file.
fn no_file(is_folder: bool) -> io::Error {
    if is_folder {
        io::ErrorKind::IsADirectory.into()
    } else {
        io::Error::other("it is a link, a pipe or a device, not a file; move it elsewhere")
    }
}

/// Whether a file name in a document is valid on every operating system. Some systems reserve names for devices, or use
/// characters such as `:` for other purposes.
fn is_for_every_system(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let is_device = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim_end().to_uppercase();
        let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
        let is_port = port.is_some_and(|number| {
            let mut signs = number.chars();
            matches!((signs.next(), signs.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
        });
        is_port || DEVICES.contains(&stem.as_str())
    };
    !name.contains([':', '\\', '\0']) && !name.split('/').any(is_device)
}

/// Returns the path of a file that a document names. The file must be in the document's folder or in a folder inside
/// it, also after all links are followed. In error messages, `what` is the word for the file and `whose` is the word
/// for the document.
fn beside(document: &Path, name: &str, [what, whose]: [&str; 2]) -> Result<PathBuf, StorageError> {
    use std::path::Component;
    let shown: String = name.chars().take(200).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let elsewhere =
        || StorageError::Beside(format!("the {what} \"{shown}\" is not in the {whose}'s folder or below it"));
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside || name.is_empty() {
        return Err(elsewhere());
    }
    if !is_for_every_system(name) {
        return Err(StorageError::Beside(format!(
            "the {what} \"{shown}\" has a name that is not valid on every system; rename it, and use the new name in the {whose}"
        )));
    }
    let folder = document.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let path = folder.join(name);
    let failed = |error: io::Error| {
        StorageError::Beside(format!("{}: the {what} cannot be read: {}", path.display(), reason(&error)))
    };
    let whole = path.canonicalize().map_err(failed)?;
    let folder = folder.canonicalize().map_err(failed)?;
    if !whole.starts_with(folder) {
        return Err(elsewhere());
    }
    // Only a file is opened: reading from a pipe could wait for ever.
    let metadata = std::fs::metadata(&whole).map_err(failed)?;
    if metadata.is_file() { Ok(whole) } else { Err(failed(no_file(metadata.is_dir()))) }
}

/// Returns a function that reads the files that a race names, for [`paddock::open`](crate::open).
/// It reads only files in the race's folder or in a folder inside it.
pub fn files_beside(race: &Path) -> impl Fn(&str) -> Result<Vec<u8>, Refused> {
    let race = race.to_owned();
    move |name| {
        let file = beside(&race, name, ["track file", "replay"]);
        file.and_then(|file| read(&file)).map_err(|error| Refused::from(error.to_string()))
    }
}

/// Makes a folder, and all missing folders above it.
///
/// # Errors
/// Returns an error if the folder cannot be made.
pub fn create_folder(path: &Path) -> Result<(), StorageError> {
    std::fs::create_dir_all(path).map_err(|error| StorageError::Write { path: path.to_owned(), error })
}

/// The path of a picture that a document names. The picture must be in the document's folder or in a folder inside it,
/// also after all links are followed.
///
/// # Errors
/// Returns an error if the name leads elsewhere, or if there is no such file.
pub fn picture_beside(document: &Path, name: &str) -> Result<PathBuf, StorageError> {
    beside(document, name, ["picture", "circuit"])
}

/// Renames a file that belongs to the program, so that the program no longer finds or overwrites it. The new name has a
/// number at the end. Returns the new path.
///
/// # Errors
/// Returns an error if the file cannot be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, StorageError> {
    let failed = |error| StorageError::Write { path: path.to_owned(), error };
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    };
    let free = (1..1_000).map(name).find(|path| path.symlink_metadata().is_err());
    let free = free.ok_or_else(|| {
        failed(io::Error::other("there are already a thousand old copies of this file beside it; move them elsewhere"))
    })?;
    std::fs::rename(path, &free).map_err(failed)?;
    Ok(free)
}

/// Replaces the whole content of a file.
/// Writes a temporary file beside it, waits until that file is on the disk, and renames it.
/// A reader sees either the old content or the new content, never a part.
///
/// # Errors
/// Returns an error if the file cannot be replaced; the old file is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
    write_with(path, |file| file.write_all(bytes))
}

/// Replaces the content of a file with everything that `fill` writes. The content may be larger than the memory. If the
/// path is a link, the file that it leads to is replaced. A pipe or device is written to directly.
///
/// # Errors
/// Returns an error if the file cannot be replaced or `fill` fails; the old file is then unchanged.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), StorageError> {
    write_over(path, Protected::Keep, fill)
}

/// Replaces the whole content of a write-protected file. The file stays write-protected.
///
/// # Errors
/// Returns an error if the file cannot be replaced; the old file is then unchanged.
pub fn overwrite(path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
    write_over(path, Protected::Overwrite, |file| file.write_all(bytes))
}

/// Whether the path is a file that the user may not write to.
#[must_use]
pub fn is_protected(path: &Path) -> bool {
    let is_refused =
        || File::options().write(true).open(path).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied);
    std::fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && (metadata.permissions().readonly() || is_refused()))
}

fn write_over(
    path: &Path,
    protected: Protected,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), StorageError> {
    let failed = |error| StorageError::Write { path: path.to_owned(), error };
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let mut file = File::options().write(true).open(path).map_err(failed)?;
        return fill(&mut file).map_err(failed);
    }
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    let target = path.canonicalize().ok().filter(|_| is_link);
    replace(target.as_deref().unwrap_or(path), protected, fill)
}

/// Replaces the whole content of a file that belongs to the program.
/// If the path is a link, the link itself is replaced.
///
/// # Errors
/// Returns an error if the file cannot be replaced; the old file is then unchanged.
pub fn write_own(path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
    replace(path, Protected::Overwrite, |file| file.write_all(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_beside(document: &Path, name: &str) -> Result<Vec<u8>, Refused> {
        files_beside(document)(name)
    }

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
                read_beside(&document, name).is_err_and(|why| why.to_string().contains("not in the replay's folder")),
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
        assert!(picture_beside(&document, "none.png").is_err_and(|why| why.to_string().contains("no such file")));
        for name in ["", "../secret.png", "/etc/passwd", "a/../../secret.png"] {
            assert!(picture_beside(&document, name).is_err_and(|why| why.to_string().contains("folder")), "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.png"), folder.path().join("inner/link.png"))
                .expect("linked");
            assert!(picture_beside(&document, "link.png").is_err_and(|why| why.to_string().contains("folder")));
        }
    }

    #[test]
    fn device_names_of_any_system_are_refused_on_all_systems() {
        for name in ["NUL", "con.json", "a/COM1", "lpt9 .txt", "aux", "C:track.json", "track.json:more", "a\\b.json"] {
            assert!(!is_for_every_system(name), "{name}");
        }
        for name in ["track.json", "a/console.json", "COM10", "community/null.json", "com", "./nul-park.json"] {
            assert!(is_for_every_system(name), "{name}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let refused = read_beside(&folder.path().join("race.json"), "NUL").expect_err("refused").to_string();
        assert!(refused.contains("not valid on every system") && refused.contains("rename it"), "{refused}");
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::symlink;

        use super::*;

        #[test]
        fn a_race_does_not_read_its_track_through_a_link_out_of_its_folder() {
            let folder = tempfile::tempdir().expect("a folder");
            let inner = folder.path().join("inner");
            std::fs::create_dir(&inner).expect("made");
            write(&folder.path().join("secret.json"), b"secret").expect("written");
            write(&inner.join("track.json"), b"{}").expect("written");
            symlink(folder.path().join("secret.json"), inner.join("out.json")).expect("linked");
            symlink(inner.join("track.json"), inner.join("in.json")).expect("linked");
            let document = inner.join("race.json");
            assert!(
                read_beside(&document, "out.json")
                    .is_err_and(|why| why.to_string().contains("not in the replay's folder"))
            );
            assert_eq!(read_beside(&document, "in.json"), Ok(b"{}".to_vec()), "a link within the folder is fine");
        }

        #[test]
        fn reading_a_pipe_without_a_writer_does_not_block() {
            let folder = tempfile::tempdir().expect("a folder");
            let pipe = folder.path().join("track.json");
            nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("made");
            let refused = read_beside(&folder.path().join("race.json"), "track.json").expect_err("refused").to_string();
            assert!(refused.contains("pipe"), "{refused}");
            assert!(picture_beside(&folder.path().join("race.json"), "track.json").is_err());
            assert!(read_own(&pipe).is_err() && !is_own(&pipe));
            assert!(Journal::go_on(&pipe, 0).is_err() && Journal::begin(&pipe, "first").is_ok());
        }

        #[test]
        fn writing_to_a_link_changes_its_target_and_keeps_the_link() {
            let folder = tempfile::tempdir().expect("a folder");
            let (file, link) = (folder.path().join("file.json"), folder.path().join("link.json"));
            write(&file, b"old").expect("written");
            symlink(&file, &link).expect("linked");
            write(&link, b"new").expect("written");
            assert_eq!(std::fs::read(&file).expect("read"), b"new");
            assert!(link.symlink_metadata().expect("there").is_symlink());
            assert!(read_own(&link).is_err(), "the program's own files are not links");
            write_own(&link, b"own").expect("written");
            assert_eq!(std::fs::read(&file).expect("read"), b"new");
            assert_eq!(read_own(&link).expect("a file by now"), b"own");
        }
    }

    #[test]
    fn a_file_set_aside_gets_an_unused_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".race.json.journal");
        let aside = [b"one", b"two"].map(|bytes| {
            write(&path, bytes).expect("written");
            set_aside(&path).expect("renamed")
        });
        assert!(!path.exists());
        assert_eq!(aside.map(|path| read(&path).expect("kept")), [b"one", b"two"]);
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
