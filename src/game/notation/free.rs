//! Free text that fills the rest of a line, such as names, titles and notes.

use super::NotationError;

/// Writes a text in one line. Line breaks, invisible characters, and spaces at either end become escapes, because they
/// would otherwise be lost when the text is read.
#[must_use]
pub fn one_line(text: &str) -> String {
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    let mut written = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_at_end = at < start || at >= end;
        match c {
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            // These two characters break lines, although they are not control characters.
            '\u{2028}' | '\u{2029}' => written.extend(c.escape_unicode()),
            _ if is_at_end || c.is_control() => written.extend(c.escape_unicode()),
            _ => written.push(c),
        }
    }
    written
}

/// Reads a text that [`one_line`] wrote. `column` is the column of its first character, from 1.
///
/// # Errors
/// Returns an error if a backslash is not followed by a valid escape.
pub fn read_one_line(written: &str, column: usize) -> Result<String, NotationError> {
    let mut rest = written;
    let mut text = String::with_capacity(rest.len());
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let (c, after) = escaped(escape).ok_or_else(|| {
            let before = written.chars().count() - escape.chars().count() - 1;
            NotationError::new(
                column + before,
                "unknown escape after the backslash; write \\\\, \\n, \\t or a code such as \\u{2028}",
            )
        })?;
        text.push(c);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

/// Reads an escape, given without its backslash. Returns its character and the text after the escape. Returns `None` if
/// the escape is unknown.
fn escaped(rest: &str) -> Option<(char, &str)> {
    for (sign, c) in [('\\', '\\'), ('n', '\n'), ('t', '\t')] {
        if let Some(after) = rest.strip_prefix(sign) {
            return Some((c, after));
        }
    }
    let (digits, after) = rest.strip_prefix("u{")?.split_once('}')?;
    // The check is needed because `from_str_radix` also accepts a plus sign.
    let is_number = digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_number)?;
    Some((char::from_u32(number)?, after))
}
