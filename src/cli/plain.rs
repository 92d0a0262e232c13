//! Makes text safe for terminals: names and titles from files must not contain control sequences.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character could control a terminal.
/// Such characters move the cursor, change colours or titles, or reverse the direction of text.
fn gives_orders(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Replaces characters that could control a terminal, including line breaks, by escapes such as `\u{1b}`. The result is
/// one line.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter == '\t', |letter| letter.escape_unicode().to_string())
}

/// Escapes characters that could control a terminal, except line breaks.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| matches!(letter, '\t' | '\n'), |letter| letter.escape_unicode().to_string())
}

/// Escapes characters that could control a terminal in a JSON document. Such characters occur only inside the strings
/// of the document. In a string, an escape such as `\u009b` means the same character.
pub fn json(text: &str) -> Cow<'_, str> {
    escaped(
        text,
        |letter| matches!(letter, '\t' | '\n'),
        |letter| {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().fold(String::new(), |mut text, unit| {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
                text
            })
        },
    )
}

fn escaped(text: &str, stays: fn(char) -> bool, escape: fn(char) -> String) -> Cow<'_, str> {
    if !text.chars().any(|letter| gives_orders(letter) && !stays(letter)) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if gives_orders(letter) && !stays(letter) {
            plain.push_str(&escape(letter));
        } else {
            plain.push(letter);
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_order_reaches_a_terminal() {
        let text = "Race \u{1b}]0;x\u{7}\u{9b}31m\r\nfake: ok\u{202e}é";
        assert_eq!(line(text), "Race \\u{1b}]0;x\\u{7}\\u{9b}31m\\u{d}\\u{a}fake: ok\\u{202e}é");
        assert_eq!(lines("a\nb\rc"), "a\nb\\u{d}c");
        assert_eq!(line("Émile, 1–2"), "Émile, 1–2");
        let document = serde_json::to_string(&text).unwrap_or_default();
        let safe = json(&document);
        assert!(!safe.chars().any(gives_orders), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).ok().as_deref(), Some(text));
    }
}
