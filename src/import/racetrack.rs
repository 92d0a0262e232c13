//! Tracks of the racetrack game from other programs: maps of signs, outlines in XML, and lists of moves.

mod ascii;
mod moves;
mod xml;

pub use ascii::{ascii, ascii_noted};
pub use moves::moves;
pub use xml::xml;

/// Why a track or a list of moves cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RacetrackError {
    /// The bytes are no text.
    #[error("this is not text: the file is not UTF-8")]
    NotText,
    /// Something about a line.
    #[error("line {line}: {message}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What.
        message: String,
    },
    /// Something about the whole.
    #[error("{0}")]
    Whole(String),
}

/// The bytes as text, without the mark some editors begin with.
fn text_of(bytes: &[u8]) -> Result<&str, RacetrackError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|_| RacetrackError::NotText)
}
