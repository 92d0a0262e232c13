//! Circuits of GP Online, a computer version of Formula D: text files of spaces and edges, without lanes.
//!
//! A file has four parts with a blank line between: a header and nodes `ID X Y TYPE [F]`; edges `FROM TO`; attributes
//! `ID NUMBER`, the depth within a corner, or that a node of the pit lane is a garage; and the grid's nodes with angles.
//! Coordinates are pixels with y downwards.

mod read;

use crate::games::formula_d::bare::{Bare, BareError, Furnished, furnish};

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpOnlineError {
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
    Whole(#[from] BareError),
}

/// The circuit of a file, called `name`, with what had to be mended.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn circuit(name: &str, bytes: &[u8]) -> Result<Furnished, GpOnlineError> {
    Ok(furnish(&graph(name, bytes)?)?)
}

/// The graph of a file, as it stands there.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn graph(name: &str, bytes: &[u8]) -> Result<Bare, GpOnlineError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| GpOnlineError::NotText)?;
    read::graph(name, text)
}
