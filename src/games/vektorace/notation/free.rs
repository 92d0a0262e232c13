//! Free text to the end of a line: names, the title, the description.

use super::words::Piece;
use crate::game::{NotationError, one_line, read_one_line};

/// The text so that it stands on one line and reads back.
pub(super) fn written(text: &str) -> String {
    one_line(text)
}

/// The text that was written so.
pub(super) fn read(piece: Piece<'_>) -> Result<String, NotationError> {
    let rest = piece.trimmed();
    read_one_line(rest.text, rest.column)
}
