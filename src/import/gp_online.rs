//! Circuits of GP Online, a computer version of Formula D: text files of spaces and edges, without lanes.
//!
//! A file has four parts with a blank line between: a header `IMAGE CORNER-OF-INFO-BOX [RAIN-% SHORTEST-PERIOD]` and nodes
//! `ID X Y TYPE [F]`; edges `FROM TO`; attributes `ID NUMBER`, the depth within a corner, or that a node of the pit lane is a
//! garage; and the grid's nodes with angles. Coordinates are pixels with y downwards.

mod header;
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

/// The circuit of a file, called `name`, with what had to be fixed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_that_is_there_a_thousand_times_is_one() {
        let nodes = "a header\n1 0 0 1\n2 10 0 1\n3 20 0 1\n";
        let edges = "1 3\n1 2\n2 3\n".repeat(30_000);
        let bare = graph("Thrice", format!("{nodes}\n{edges}").as_bytes()).expect("it is read");
        assert_eq!(bare.edges, [[0, 2], [0, 1], [1, 2]]);
    }
}
