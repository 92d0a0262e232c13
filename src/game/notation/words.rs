//! The words of a line, each with the column it begins in, and the pieces a word is made of.

use std::str::FromStr;

use super::NotationError;

/// The most characters of a word that an error quotes: no word of the notation is longer.
const LONGEST_QUOTE: usize = 30;

/// A part of a line: a word, a piece of one, or all that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// What it says.
    pub text: &'a str,
    /// Where it begins, from 1, in characters of the line.
    pub column: usize,
}

impl<'a> Piece<'a> {
    /// A whole line.
    #[must_use]
    pub const fn line(text: &'a str) -> Self {
        Self { text, column: 1 }
    }

    /// The line up to its remark, which begins with `#`.
    #[must_use]
    pub fn said(self) -> Self {
        Self { text: self.text.split_once('#').map_or(self.text, |(said, _)| said).trim_end(), ..self }
    }

    /// An error about this piece: the sentence follows the piece in quotes.
    #[must_use]
    pub fn error(self, says: &str) -> NotationError {
        NotationError::new(self.column, format!("`{}` {says}", self.quoted()))
    }

    /// The piece's text, or the beginning of a long one.
    fn quoted(self) -> String {
        match self.text.char_indices().nth(LONGEST_QUOTE) {
            None => self.text.to_owned(),
            Some((end, _)) => format!("{}...", &self.text[..end]),
        }
    }

    /// Before and after a byte of it, which must begin a character.
    fn split_at(self, byte: usize) -> (Self, Self) {
        let (before, after) = self.text.split_at(byte);
        (Self { text: before, ..self }, Self { text: after, column: self.column + before.chars().count() })
    }

    /// The same without blanks at its ends.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        let (_, trimmed) = self.split_at(self.text.len() - text.len());
        Self { text: trimmed.text.trim_end(), ..trimmed }
    }

    /// Its first word, where it begins with one, and what follows.
    #[must_use]
    pub fn split_word(self) -> (Self, Self) {
        self.split_at(self.text.find(char::is_whitespace).unwrap_or(self.text.len()))
    }

    /// What follows a beginning, where it begins so.
    #[must_use]
    pub fn strip(self, beginning: char) -> Option<Self> {
        self.text.starts_with(beginning).then(|| self.split_at(beginning.len_utf8()).1)
    }

    /// What stands before and after a sign, where it has that sign.
    #[must_use]
    pub fn split_once(self, sign: char) -> Option<(Self, Self)> {
        let (before, rest) = self.split_at(self.text.find(sign)?);
        rest.strip(sign).map(|after| (before, after))
    }

    /// All but the last character, and that one.
    #[must_use]
    pub fn split_last(self) -> Option<(Self, char)> {
        let (byte, last) = self.text.char_indices().next_back()?;
        Some((self.split_at(byte).0, last))
    }

    /// The digits it begins with, and the rest.
    #[must_use]
    pub fn split_digits(self) -> (Self, Self) {
        let is_other = |c: char| !c.is_ascii_digit();
        self.split_at(self.text.find(is_other).unwrap_or(self.text.len()))
    }

    /// The number it is, digits and nothing else. `what` is what the number counts, with its article: "a gear".
    ///
    /// # Errors
    /// Where it is none, or a number that no file can hold there.
    pub fn number<N: FromStr>(self, what: &str) -> Result<N, NotationError> {
        let (digits, rest) = self.split_digits();
        if digits.text.is_empty() || !rest.text.is_empty() {
            return Err(self.error(&format!("is not {what}: a number is expected")));
        }
        digits.text.parse().map_err(|_| self.error(&format!("is too large for {what}")))
    }
}

/// Reads a line word by word.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    ahead: Option<Piece<'a>>,
    rest: Piece<'a>,
    end: usize,
}

impl<'a> Words<'a> {
    /// The words of a piece, up to the remark if there is one.
    #[must_use]
    pub fn new(piece: Piece<'a>) -> Self {
        let rest = piece.said();
        Self { ahead: None, rest, end: piece.column + rest.text.chars().count() }
    }

    /// Makes the rest of a word the next word.
    pub const fn put_back(&mut self, rest: Piece<'a>) {
        self.ahead = Some(rest);
    }

    /// Where a word that is missing would stand.
    #[must_use]
    pub const fn end(self) -> usize {
        self.end
    }

    /// The next word, which stays where it is.
    #[must_use]
    pub fn peek(self) -> Option<Piece<'a>> {
        let mut ahead = self;
        ahead.next()
    }

    /// The next word.
    ///
    /// # Errors
    /// Where there is none: that it is missing, in this sentence.
    pub fn expect(&mut self, missing: &str) -> Result<Piece<'a>, NotationError> {
        self.next().ok_or_else(|| NotationError::new(self.end, missing))
    }

    /// That nothing is left.
    ///
    /// # Errors
    /// Where something is: that there is no such thing, in this sentence.
    pub fn finish(mut self, says: &str) -> Result<(), NotationError> {
        self.next().map_or(Ok(()), |word| Err(word.error(says)))
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(ahead) = self.ahead.take() {
            return Some(ahead);
        }
        let text = self.rest.text;
        let start = text.find(|c: char| !c.is_whitespace())?;
        let (_, from_word) = self.rest.split_at(start);
        let (word, rest) = from_word.split_word();
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_remarks_are_no_words() {
        let words: Vec<_> = Words::new(Piece::line("  äöü 4FL\u{3000}F> # and so on")).collect();
        let expected = [("äöü", 3), ("4FL", 7), ("F>", 11)].map(|(text, column)| Piece { text, column }).to_vec();
        assert_eq!(words, expected);
        assert_eq!(Words::new(Piece::line("7: X< # why")).end(), 6);
    }

    #[test]
    fn a_long_word_is_quoted_in_part() {
        let long = "x".repeat(1_000);
        let said = Piece::line(&long).number::<u8>("a gear").expect_err("no number").to_string();
        assert!(said.len() < 120, "{said}");
        let digits = "9".repeat(1_000);
        assert!(Piece::line(&digits).number::<u32>("a gear").is_err_and(|error| error.message.contains("too large")));
    }
}
