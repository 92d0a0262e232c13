//! Splits a line into words and their parts, each with its column.

use std::str::FromStr;

use super::NotationError;

/// An error message quotes at most this number of characters of a word. No valid word is longer.
const LONGEST_QUOTE: usize = 30;

/// A part of a line: a word, a part of a word, or the rest of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The text of the piece.
    pub text: &'a str,
    /// The column where the piece begins in its line, from 1, in characters.
    pub column: usize,
}

impl<'a> Piece<'a> {
    /// Creates a piece of text that is a whole line.
    #[must_use]
    pub const fn line(text: &'a str) -> Self {
        Self { text, column: 1 }
    }

    /// Returns this piece of text without its remark, which begins with `#`.
    #[must_use]
    pub fn said(self) -> Self {
        Self { text: self.text.split_once('#').map_or(self.text, |(said, _)| said).trim_end(), ..self }
    }

    /// Returns an error about this piece of text. Its message is the piece in quotes, followed by the text `says`.
    #[must_use]
    pub fn error(self, says: &str) -> NotationError {
        NotationError::new(self.column, format!("`{}` {says}", self.quoted()))
    }

    /// Returns the text that an error message quotes: this piece of text, cut off if it is long.
    fn quoted(self) -> String {
        match self.text.char_indices().nth(LONGEST_QUOTE) {
            None => self.text.to_owned(),
            Some((end, _)) => format!("{}...", &self.text[..end]),
        }
    }

    /// Splits this piece of text before the byte with this index, which must be the first byte of a character.
    fn split_at(self, byte: usize) -> (Self, Self) {
        let (before, after) = self.text.split_at(byte);
        (Self { text: before, ..self }, Self { text: after, column: self.column + before.chars().count() })
    }

    /// Removes spaces at both ends of this piece of text.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        let (_, trimmed) = self.split_at(self.text.len() - text.len());
        Self { text: trimmed.text.trim_end(), ..trimmed }
    }

    /// Splits off the first word of this piece of text. If the piece begins with a space, the word is empty.
    #[must_use]
    pub fn split_word(self) -> (Self, Self) {
        self.split_at(self.text.find(char::is_whitespace).unwrap_or(self.text.len()))
    }

    /// Removes the character `beginning` from the start of this piece of text. Returns `None` if the piece does not
    /// begin with it.
    #[must_use]
    pub fn strip(self, beginning: char) -> Option<Self> {
        self.text.starts_with(beginning).then(|| self.split_at(beginning.len_utf8()).1)
    }

    /// Splits this piece of text at the first character that is `sign`. Neither part contains this character. Returns
    /// `None` if the piece does not contain `sign`.
    #[must_use]
    pub fn split_once(self, sign: char) -> Option<(Self, Self)> {
        let (before, rest) = self.split_at(self.text.find(sign)?);
        rest.strip(sign).map(|after| (before, after))
    }

    /// Splits off the last character of this piece of text. Returns the rest and the character; `None` if the piece is
    /// empty.
    #[must_use]
    pub fn split_last(self) -> Option<(Self, char)> {
        let (byte, last) = self.text.char_indices().next_back()?;
        Some((self.split_at(byte).0, last))
    }

    /// Splits off the digits at the beginning of this piece of text.
    #[must_use]
    pub fn split_digits(self) -> (Self, Self) {
        let is_other = |c: char| !c.is_ascii_digit();
        self.split_at(self.text.find(is_other).unwrap_or(self.text.len()))
    }

    /// Reads this piece of text as a whole number. `what` names the number in error messages, together with its
    /// article, such as "a gear".
    ///
    /// # Errors
    /// Returns an error if the piece is not a number, or if the number is too large.
    pub fn number<N: FromStr>(self, what: &str) -> Result<N, NotationError> {
        let (digits, rest) = self.split_digits();
        if digits.text.is_empty() || !rest.text.is_empty() {
            return Err(self.error(&format!("is not {what}; write a number")));
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
    /// Splits a piece of text into words. The remark at its end, which begins with `#`, is left out.
    #[must_use]
    pub fn new(piece: Piece<'a>) -> Self {
        let rest = piece.said();
        Self { ahead: None, rest, end: piece.column + rest.text.chars().count() }
    }

    /// Puts back the rest of a word. The rest becomes the next word.
    pub const fn put_back(&mut self, rest: Piece<'a>) {
        self.ahead = Some(rest);
    }

    /// The column at the end of the line, where a missing word would be.
    #[must_use]
    pub const fn end(self) -> usize {
        self.end
    }

    /// Returns the next word without taking it; `None` if there are no more words.
    #[must_use]
    pub fn peek(self) -> Option<Piece<'a>> {
        let mut ahead = self;
        ahead.next()
    }

    /// Takes the next word.
    ///
    /// # Errors
    /// Returns the sentence `missing` as an error if there are no more words.
    pub fn expect(&mut self, missing: &str) -> Result<Piece<'a>, NotationError> {
        self.next().ok_or_else(|| NotationError::new(self.end, missing))
    }

    /// Checks that no words are left.
    ///
    /// # Errors
    /// If words are left, returns an error about the next word. Its message is that word in quotes, followed by the
    /// text `says`.
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
