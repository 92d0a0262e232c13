//! Reads the lines of a race in text form, and the JSON blocks between them.

use serde::de::{DeserializeOwned, IgnoredAny};

use crate::game::NotationError;
use crate::replay::file::{self, FileError, Position};

/// A line that is not blank and not a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The number of the line in the text, from 1.
    pub number: usize,
    pub text: &'a str,
}

/// Reads a text line by line. Skips blank lines and remarks.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The byte offset of the end of the last line that was read.
    at: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, number: 0 }
    }

    /// The number of the last line that was read.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Reads a block of JSON. The block begins with `rest`, the end of the line that was read last. It may continue on
    /// the following lines.
    ///
    /// # Errors
    /// Returns an error if the JSON is not a `T`, or if more text follows on the last line of the JSON.
    pub fn block<T: DeserializeOwned>(
        &mut self,
        (number, line): (usize, &str),
        rest: &str,
        what: &str,
    ) -> Result<T, FileError> {
        let end_of_line = self.at - usize::from(self.text[..self.at].ends_with('\n'));
        let end_of_line = end_of_line - usize::from(self.text[..end_of_line].ends_with('\r'));
        let begin = end_of_line - rest.len();
        let before = line.chars().count() - rest.chars().count();
        let block = &self.text[begin..];
        // Converts a position in the block to a position in the whole text.
        let placed = |error: FileError| {
            let position = error.position.map_or(Position { line: number, column: before + 1 }, |at| Position {
                line: number + at.line - 1,
                column: if at.line == 1 { before + at.column } else { at.column },
            });
            let path = Some(error.path.map_or_else(|| what.to_owned(), |path| format!("{what}.{path}")));
            FileError { message: error.message, path, position: Some(position) }
        };
        let mut values = serde_json::Deserializer::from_str(block).into_iter::<IgnoredAny>();
        let length = match values.next() {
            Some(Ok(_)) => values.byte_offset(),
            Some(Err(error)) => return Err(placed(FileError::from_json(None, &error))),
            None => return Err(placed(FileError::new(format!("the JSON of the {what} is missing")))),
        };
        let value = file::parse(&block.as_bytes()[..length]).map_err(placed)?;
        let after = &block[length..];
        let tail = after.split('\n').next().unwrap_or_default();
        self.number = number + block[..length].matches('\n').count();
        self.at = (begin + length + tail.len() + 1).min(self.text.len());
        if tail.trim().is_empty() || tail.trim_start().starts_with('#') {
            Ok(value)
        } else {
            let begun = block[..length].rsplit('\n').next().unwrap_or_default().chars().count();
            let column = if self.number == number { before + begun } else { begun } + 1;
            let message = format!("delete this text: nothing may follow on the line where the {what} ends");
            Err(NotationError::new(column, message).or_line(self.number).into())
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let line = rest.split('\n').next().unwrap_or_default();
            self.at = (self.at + line.len() + 1).min(self.text.len());
            self.number += 1;
            let said = line.trim();
            if !said.is_empty() && !said.starts_with('#') {
                return Some(Line { number: self.number, text: line.strip_suffix('\r').unwrap_or(line) });
            }
        }
        None
    }
}
