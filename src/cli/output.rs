//! The output of a command: files and standard output.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Failure, complain, say};
use crate::storage;

/// The state of standard output.
enum Channel {
    /// Standard output is open: text can be written.
    Open,
    /// The reader closed the stream, as `head` does. Nothing more is written; this is not an error.
    Closed,
    /// Writing failed, for this reason.
    Failed(String),
}

static CHANNEL: Mutex<Channel> = Mutex::new(Channel::Open);

/// Writes text and a line break to standard output.
pub fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    attempt(|| writeln!(out, "{text}").and_then(|()| out.flush()));
}

/// Writes bytes to standard output as they are.
fn print_raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    attempt(|| out.write_all(bytes).and_then(|()| out.flush()));
}

/// Writes to standard output, unless an earlier write failed.
pub fn attempt(write: impl FnOnce() -> io::Result<()>) {
    let mut channel = CHANNEL.lock().unwrap_or_else(PoisonError::into_inner);
    if matches!(*channel, Channel::Open)
        && let Err(error) = write()
    {
        *channel = match error.kind() {
            io::ErrorKind::BrokenPipe => Channel::Closed,
            _ => Channel::Failed(storage::reason(&error)),
        };
    }
}

/// The reason why the output was not written, as a sentence. `None` if the output was written, or if the reader closed
/// the stream.
pub fn failure() -> Option<String> {
    match &*CHANNEL.lock().unwrap_or_else(PoisonError::into_inner) {
        Channel::Failed(reason) => Some(format!("the result cannot be written to standard output: {reason}")),
        Channel::Open | Channel::Closed => None,
    }
}

/// The file or stream that a document is written to.
pub struct Destination {
    /// The name of the file or stream, for messages.
    pub path: PathBuf,
    /// Whether this is standard output. Messages then go to standard error.
    is_standard: bool,
}

impl Destination {
    /// Makes the destination that is named on the command line: a file, a pipe, or `-` for standard output.
    ///
    /// # Errors
    /// Returns an error if the destination is one of the inputs, which would be overwritten.
    pub fn new(output: &Path, inputs: &[&Path]) -> Result<Self, Failure> {
        Inputs::new(inputs.iter().copied()).keep(output)?;
        let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
        let is_standard = names.iter().any(|name| output == Path::new(name));
        let path = if is_standard { PathBuf::from("standard output") } else { output.to_owned() };
        Ok(Self { path, is_standard })
    }

    /// Writes a document to the file or stream.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_standard {
            print_raw(bytes);
            return Ok(());
        }
        Ok(storage::write(&self.path, bytes)?)
    }

    /// Prints a line about the written document. The line goes to standard output if the document was written to a
    /// file, and to standard error in all other cases.
    pub fn report(&self, line: &str) {
        let is_file = std::fs::metadata(&self.path).is_ok_and(|metadata| metadata.is_file());
        if self.is_standard || !is_file {
            complain(line);
        } else {
            say(line);
        }
    }
}

/// The files that a command reads. The command must not write to any of them.
pub struct Inputs(BTreeSet<Identity>);

impl Inputs {
    /// Collects the input files with these names.
    pub fn new<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Self {
        Self(paths.into_iter().filter_map(identity).collect())
    }

    /// Returns an error if the output is one of the inputs, even under a different name.
    pub fn keep(&self, output: &Path) -> Result<(), Failure> {
        if identity(output).is_some_and(|output| self.0.contains(&output)) {
            return Err(Failure::new(format!(
                "{}: this file is an input of the command and would be overwritten; choose another output",
                output.display()
            )));
        }
        Ok(())
    }
}

/// Identifies a file. All names of a file give the same value.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

fn identity(path: &Path) -> Option<Identity> {
    let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        path.canonicalize().ok()
    }
}
