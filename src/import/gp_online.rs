//! Imports circuits of GP Online, a computer version of Formula D. Its files are text. They list spaces and the edges
//! between spaces, but no lanes.
//!
//! A file has four parts, separated by blank lines:
//!
//! - a header `IMAGE CORNER-OF-INFO-BOX [RAIN-% SHORTEST-PERIOD]`, then a line `ID X Y TYPE [F]` for each space;
//! - a line `FROM TO` for each edge;
//! - lines `ID NUMBER`: the depth of a space within a corner, or a mark for a garage in the pit lane;
//! - the grid: a line with the space and the angle of each start place.
//!
//! Coordinates are in pixels, and y points downwards.

mod header;
mod read;

use crate::games::formula_d::bare::{Bare, BareError, Furnished, furnish};

/// The reason why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpOnlineError {
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
    /// The circuit as a whole has an error.
    #[error("{0}")]
    Whole(#[from] BareError),
}

/// Reads the circuit in a file. Fixes some errors, and lists them in the notes of the result. `name` becomes the
/// circuit's name.
///
/// # Errors
/// Returns the first error in the file, with its line.
pub fn circuit(name: &str, bytes: &[u8]) -> Result<Furnished, GpOnlineError> {
    Ok(furnish(&graph(name, bytes)?)?)
}

/// Reads the graph in a file without fixing any errors in it.
///
/// # Errors
/// Returns the first error in the file, with its line.
pub fn graph(name: &str, bytes: &[u8]) -> Result<Bare, GpOnlineError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| GpOnlineError::NotText)?;
    read::graph(name, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_edge_is_read_once() {
        let nodes = "a header\n1 0 0 1\n2 10 0 1\n3 20 0 1\n";
        let edges = "1 3\n1 2\n2 3\n".repeat(30_000);
        let bare = graph("Thrice", format!("{nodes}\n{edges}").as_bytes()).expect("it is read");
        assert_eq!(bare.edges, [[0, 2], [0, 1], [1, 2]]);
    }
}
