//! Turns as people write and read them: one line a turn.

use std::fmt;

mod free;
mod words;

pub use free::{one_line, read_one_line};
pub use words::{Piece, Words};

use super::CarId;

/// Why a line of notation cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The line, from 1, where the text has several.
    pub line: Option<usize>,
    /// Where what is wrong begins, or would begin where something is missing: from 1, in characters.
    pub column: usize,
    /// What was expected, in a player's words.
    pub message: String,
}

impl NotationError {
    /// An error in a line whose number whoever has the text will add.
    #[must_use]
    pub fn new(column: usize, message: impl Into<String>) -> Self {
        // What is quoted may be anything; a terminal must not obey it, and a sentence stays one line.
        let message = message.into().replace(char::is_control, "\u{fffd}");
        Self { line: None, column, message }
    }

    /// The same in this line, where none was named.
    #[must_use]
    pub fn or_line(self, line: usize) -> Self {
        Self { line: self.line.or(Some(line)), ..self }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for NotationError {}

/// Reads the number that a line begins with, and the colon after it: the car, and the rest of the line up to the remark.
/// `example` is a line of the game.
///
/// # Errors
/// Returns an error if the line begins with no number, or no colon follows.
pub fn read_car<'a>(line: &'a str, example: &str) -> Result<(CarId, Piece<'a>), NotationError> {
    let entry = Piece::line(line).said().trimmed();
    let (number, rest) = entry.split_digits();
    if number.text.is_empty() {
        return Err(NotationError::new(
            entry.column,
            format!("a line begins with the car's number, as in `{example}`"),
        ));
    }
    let car = number.text.parse().map_err(|_| NotationError::new(entry.column, "the car's number is too large"))?;
    let colon = || NotationError::new(rest.column, "a colon is expected after the car's number");
    let after = rest.trimmed().strip(':').ok_or_else(colon)?;
    Ok((CarId(car), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_where_and_keeps_the_first_line_named() {
        let error = NotationError::new(7, "a \u{1b}[1mword\nand more");
        assert_eq!(error.to_string(), "column 7: a \u{fffd}[1mword\u{fffd}and more");
        assert_eq!(error.or_line(3).or_line(4).to_string(), "line 3, column 7: a \u{fffd}[1mword\u{fffd}and more");
    }
}
