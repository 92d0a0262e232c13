//! Reads and writes velocities (moves) in the players' notation (RT-NOTE-01 to 04).

use crate::limits::vector_racing::MAX_COMPONENT;

/// The reason why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a move: write `(x,y)`, or letters such as `1L3U`")]
pub struct MoveError(String);

/// Writes a move as `(4,-2)`.
#[must_use]
pub fn coordinates([x, y]: [i32; 2]) -> String {
    format!("({x},{y})")
}

/// Writes a move as `4R2D`; the zero move is `0`.
#[must_use]
pub fn letters([x, y]: [i32; 2]) -> String {
    let part = |value: i32, plus: char, minus: char| match value {
        0 => String::new(),
        value => format!("{}{}", value.unsigned_abs(), if value > 0 { plus } else { minus }),
    };
    let text = part(x, 'R', 'L') + &part(y, 'U', 'D');
    if text.is_empty() { "0".to_owned() } else { text }
}

/// Reads a move in either form: coordinates such as `(4,-2)`, or letters such as `4R2D`.
///
/// # Errors
/// Returns an error if the text has neither form. Examples are two letters for the same axis, a letter without a
/// number, a sign in the letter form, and a number far beyond those of any race.
pub fn read_move(text: &str) -> Result<[i32; 2], MoveError> {
    let error = || MoveError(text.trim().chars().take(40).collect());
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let inner = compact.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) => in_coordinates(inner, text),
        None => in_letters(&compact),
    }
    .ok_or_else(error)
}

fn in_coordinates(inner: &str, text: &str) -> Option<[i32; 2]> {
    // Blanks are allowed around a number, but not inside it.
    let (left, right) = text.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let (x, y) = inner.split_once(',')?;
    let is_whole = |written: &str, part: &str| {
        let sign_apart = written.trim().strip_prefix(['-', '+']).map_or_else(|| written.trim(), str::trim_start);
        !sign_apart.contains(char::is_whitespace) && !part.is_empty()
    };
    (is_whole(left, x) && is_whole(right, y)).then_some(())?;
    Some([number(x)?, number(y)?])
}

fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let value = count(digits)?;
    Some(if text.starts_with('-') { -value } else { value })
}

fn count(digits: &str) -> Option<i32> {
    let is_count = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|value| is_count && *value <= MAX_COMPONENT)
}

fn in_letters(compact: &str) -> Option<[i32; 2]> {
    if compact == "0" {
        return Some([0, 0]);
    }
    let mut parts = [None, None];
    let mut rest = compact;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let value = count(&rest[..digits])?;
        let letter = rest[digits..].chars().next()?;
        let (axis, sign) = match letter.to_ascii_uppercase() {
            'R' => (0, 1),
            'L' => (0, -1),
            'U' => (1, 1),
            'D' => (1, -1),
            _ => return None,
        };
        if parts[axis].replace(sign * value).is_some() {
            return None;
        }
        rest = &rest[digits + letter.len_utf8()..];
    }
    let [x, y] = parts;
    (x.is_some() || y.is_some()).then_some([x.unwrap_or(0), y.unwrap_or(0)])
}
