//! Text that people write and read: one line a turn, and lines that say how the race began.

use std::fmt;

mod free;

pub use free::{one_line, read_one_line};

use super::Game;

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

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotationLine<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// What it says.
    pub text: &'a str,
}

/// What the lines before the first turn say.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationHeader<G: Game> {
    /// What the race is called.
    pub title: String,
    /// Where it is raced.
    pub draft: G::Draft,
    /// How it begins.
    pub setup: G::Setup,
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
