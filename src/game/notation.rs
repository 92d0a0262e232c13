//! Turns as text: one line for each turn.

use std::fmt;

mod free;
mod words;

pub use free::{one_line, read_one_line};
pub use words::{Piece, Words};

use super::CarId;

/// An error in a line of notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The line number, from 1. `None` if only one line was read.
    pub line: Option<usize>,
    /// The column at which the text is wrong or at which something is missing, in characters, from 1.
    pub column: usize,
    /// A sentence in a player's words that says what was expected.
    pub message: String,
}

impl NotationError {
    /// Makes an error without a line number. The caller can add the number with [`or_line`](Self::or_line).
    #[must_use]
    pub fn new(column: usize, message: impl Into<String>) -> Self {
        // The message may quote any text. So control characters are replaced. The message then stays on one line and
        // cannot control a terminal.
        let message = message.into().replace(char::is_control, "\u{fffd}");
        Self { line: None, column, message }
    }

    /// Sets the line number if it is not set yet.
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

/// Reads the car's number and the colon at the beginning of a line. Returns the car and the rest of the line without
/// its remark. `example` is an example line of the game, for the error message.
///
/// ```
/// use paddock::game::{CarId, read_car};
///
/// let (car, rest) = read_car("7: 4FL+2 F> =5", "7: 4F F-").unwrap();
/// assert_eq!(car, CarId(7));
/// assert_eq!(rest.text.trim(), "4FL+2 F> =5");
/// ```
///
/// # Errors
/// Returns an error if the line does not begin with a number and a colon.
pub fn read_car<'a>(line: &'a str, example: &str) -> Result<(CarId, Piece<'a>), NotationError> {
    let entry = Piece::line(line).said().trimmed();
    let (number, rest) = entry.split_digits();
    if number.text.is_empty() {
        return Err(NotationError::new(
            entry.column,
            format!("begin the line with the car's number, as in `{example}`"),
        ));
    }
    let car = number.text.parse().map_err(|_| NotationError::new(entry.column, "the car's number is too large"))?;
    let colon = || NotationError::new(rest.column, "write a colon after the car's number");
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
