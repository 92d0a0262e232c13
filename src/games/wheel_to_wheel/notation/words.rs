//! Words of a line, with the columns they begin in.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::game::NotationError;

/// A word with the column it begins in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub column: usize,
}

/// A number written with digits only.
pub(super) fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

impl Word<'_> {
    pub(super) fn error(self, says: &str) -> NotationError {
        let shown: String = self.text.chars().take(30).collect();
        NotationError::new(self.column, format!("`{shown}` {says}"))
    }

    pub(super) fn number<T: FromStr>(self, what: &str) -> Result<T, NotationError> {
        number(self.text).ok_or_else(|| self.error(&format!("is not {what}")))
    }

    /// A choice by the name files give it.
    pub(super) fn choice<T: DeserializeOwned>(self, what: &str) -> Result<T, NotationError> {
        serde_json::from_value(serde_json::Value::from(self.text)).map_err(|_| self.error(&format!("is not {what}")))
    }

    /// A point of a drawing.
    pub(super) fn point(self) -> Result<[f64; 2], NotationError> {
        let value = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
        let both = self.text.split_once(',').and_then(|(x, y)| Some([value(x)?, value(y)?]));
        both.ok_or_else(|| self.error("is not a point, such as `4.5,2`"))
    }
}

/// The words of a line.
pub(super) struct Words<'a> {
    words: std::vec::IntoIter<Word<'a>>,
    end: usize,
}

impl<'a> Words<'a> {
    /// The words of a text that begins after so many characters of its line.
    pub(super) fn new(line: &'a str, before: usize) -> Self {
        let mut words = Vec::new();
        let mut begun: Option<(usize, usize)> = None;
        let mut column = before;
        for (byte, c) in line.char_indices() {
            column += 1;
            match (begun, c.is_whitespace()) {
                (None, false) => begun = Some((byte, column)),
                (Some((from, at)), true) => {
                    words.push(Word { text: &line[from..byte], column: at });
                    begun = None;
                }
                _ => {}
            }
        }
        if let Some((from, at)) = begun {
            words.push(Word { text: &line[from..], column: at });
        }
        Self { words: words.into_iter(), end: column + 1 }
    }

    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        self.words.next()
    }

    pub(super) fn expect(&mut self, missing: &str) -> Result<Word<'a>, NotationError> {
        self.next().ok_or_else(|| NotationError::new(self.end, format!("{missing} is missing")))
    }

    /// Numbers to the end of the line.
    pub(super) fn numbers<T: FromStr>(&mut self, what: &str) -> Result<Vec<T>, NotationError> {
        self.words.by_ref().map(|word| word.number(what)).collect()
    }

    /// Points to the end of the line.
    pub(super) fn points(&mut self) -> Result<Vec<[f64; 2]>, NotationError> {
        self.words.by_ref().map(Word::point).collect()
    }

    pub(super) fn finish(mut self) -> Result<(), NotationError> {
        self.next().map_or(Ok(()), |word| Err(word.error("is one word too many")))
    }
}
