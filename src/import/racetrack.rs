//! Imports tracks of the racetrack game from other programs: maps of characters, outlines in XML, and lists of moves.

mod ascii;
mod moves;
mod xml;

pub(super) use ascii::is_map_character;
pub use ascii::{ascii, ascii_noted};
pub use moves::{moves, race};
pub use xml::xml;

/// The reason why a track or a list of moves cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RacetrackError {
    /// The file is not text.
    #[error("this is not text: the file is not UTF-8")]
    NotText,
    /// A line has an error.
    #[error("line {line}: {message}")]
    Line {
        /// The line number, from 1.
        line: usize,
        /// A sentence that says what is wrong.
        message: String,
    },
    /// The file as a whole has an error.
    #[error("{0}")]
    Whole(String),
}

/// Returns the bytes as text, without a byte order mark.
fn text_of(bytes: &[u8]) -> Result<&str, RacetrackError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|_| RacetrackError::NotText)
}
