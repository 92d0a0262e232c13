//! The reason why a file cannot be read, with its position in the text.

use std::fmt;

use serde::Serialize;

/// The line and column of a character in a text, counted from 1. In JSON, the column counts bytes. In notation, it
/// counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The number of the line.
    pub line: usize,
    /// The number of the column in the line.
    pub column: usize,
}

/// The reason why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileError {
    /// A sentence that says why the file cannot be read.
    pub message: String,
    /// The JSON path of the mistake, such as `turns[12].gear`. `None` if unknown.
    pub path: Option<String>,
    /// The line and column of the mistake in the text. `None` if unknown.
    pub position: Option<Position>,
}

impl FileError {
    /// Makes an error about the file as a whole.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), path: None, position: None }
    }

    pub(in crate::replay) fn from_json(path: Option<String>, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = text.strip_suffix(&suffix).unwrap_or(&text);
        let is_inside = path.as_deref().is_some_and(|path| path != ".");
        let message = match error.classify() {
            serde_json::error::Category::Eof => {
                "the file ends too early: it was cut short, or a bracket is missing".to_owned()
            }
            // The parser says these two also where the text is JSON, but has a value of another kind than the field.
            _ if message == "expected value" && is_inside => {
                "the value is missing, or is of the wrong kind: a word in quotation marks belongs here (`paddock schema` \
                 lists the words)"
                    .to_owned()
            }
            _ if message == "trailing characters" && is_inside => {
                "this list has too many entries, or a comma or a bracket stands in the wrong place".to_owned()
            }
            _ => abridged(message),
        };
        let position = (error.line() > 0).then(|| Position { line: error.line(), column: error.column() });
        let path = path.filter(|path| path != ".").map(|path| abridged(&path));
        Self { message, path, position }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(path) = &self.path {
            write!(f, "{path}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Shortens an error message that may quote a long part of a file.
fn abridged(message: &str) -> String {
    const LONGEST: usize = 240;
    match message.char_indices().nth(LONGEST) {
        None => message.to_owned(),
        Some((end, _)) => format!("{} ...", &message[..end]),
    }
}

/// The first 40 characters of a text, for a message.
pub(in crate::replay) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
