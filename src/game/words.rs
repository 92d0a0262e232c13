//! Helpers for writing sentences, for all games.

use super::Cost;

/// Returns a text with its first letter in upper case.
///
/// ```
/// use paddock::game::words::capital;
///
/// assert_eq!(capital("pit stop"), "Pit stop");
/// ```
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Writes a number with its noun, such as "1 penalty", "2 penalties" or "0 pit stops". `what` is the noun in the
/// singular.
///
/// ```
/// use paddock::game::words::many;
///
/// assert_eq!(many(1_u64, "penalty"), "1 penalty");
/// assert_eq!(many(2_u64, "penalty"), "2 penalties");
/// ```
#[must_use]
pub fn many(count: impl TryInto<u64>, what: &str) -> String {
    match (count.try_into().unwrap_or(u64::MAX), what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (count, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        (count, _) if what.ends_with('x') => format!("{count} {what}es"),
        (count, _) => format!("{count} {what}s"),
    }
}

/// Lists all of these names or parts of a sentence, such as "Ada, Bo and Cy".
///
/// ```
/// use paddock::game::words::all_of;
///
/// assert_eq!(all_of(&["Ada"]), "Ada");
/// assert_eq!(all_of(&["Ada", "Bo", "Cy"]), "Ada, Bo and Cy");
/// ```
#[must_use]
pub fn all_of(parts: &[impl AsRef<str>]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Writes an ordinal number, such as "1st" or "12th".
///
/// ```
/// use paddock::game::words::ordinal;
///
/// assert_eq!([1, 2, 3, 4, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
/// ```
#[must_use]
pub fn ordinal(number: u32) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// Writes a number with this number of decimals. Zero never has a minus sign.
///
/// ```
/// use paddock::game::words::fixed;
///
/// assert_eq!(fixed(-0.25, 2), "-0.25");
/// assert_eq!(fixed(-0.04, 1), "0.0");
/// ```
#[must_use]
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(figures) if is_zero(figures) => figures.to_owned(),
        _ => text,
    }
}

/// Writes a length with at most one decimal. `unit` is in the plural.
///
/// ```
/// use paddock::game::words::length;
///
/// assert_eq!([length(1.0, "fields"), length(2.84, "squares")], ["1 field", "2.8 squares"]);
/// ```
#[must_use]
pub fn length(number: f64, unit: &str) -> String {
    match short(number, 1).as_str() {
        "1" => format!("1 {}", unit.trim_end_matches('s')),
        number => format!("{number} {unit}"),
    }
}

/// Writes a number with at most this number of decimals, without zeros at its end.
///
/// ```
/// use paddock::game::words::short;
///
/// assert_eq!([short(2.50, 2), short(-0.001, 2), short(40.0, 0)], ["2.5", "0", "40"]);
/// ```
#[must_use]
pub fn short(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Writes a difference with its sign and this number of decimals. Zero has no sign.
///
/// ```
/// use paddock::game::words::signed;
///
/// assert_eq!([signed(1.5, 1), signed(-0.52, 1), signed(-0.004, 2)], ["+1.5", "−0.5", "0.00"]);
/// ```
#[must_use]
pub fn signed(number: f64, decimals: usize) -> String {
    with_sign(&fixed(number, decimals))
}

/// Adds the sign to a difference that is already in words, such as "12 %". Zero gets no sign.
#[must_use]
pub fn with_sign(words: &str) -> String {
    let figures = words.trim_start_matches('-');
    match words.strip_prefix('-') {
        _ if is_zero(figures) => figures.to_owned(),
        Some(figures) => format!("−{figures}"),
        None => format!("+{words}"),
    }
}

/// Whether all digits of a number are 0. "NaN" and "inf" have no digits, and are not zero.
fn is_zero(number: &str) -> bool {
    number.contains('0') && !number.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// Writes a number of points of a resource, such as "1 brake point" or "2 nitro points".
///
/// ```
/// use paddock::game::words::points;
///
/// assert_eq!(points(1, "brakes"), "1 brake point");
/// assert_eq!(points(2, "tyre"), "2 tyre points");
/// ```
#[must_use]
pub fn points(amount: impl TryInto<u64>, resource: &str) -> String {
    many(amount, &format!("{} point", resource.strip_suffix('s').unwrap_or(resource)))
}

/// Writes costs in words, such as "1 tyre point, 2 nitro points". The text is empty if there are no costs.
#[must_use]
pub fn costs(costs: &[Cost]) -> String {
    costs.iter().map(|cost| points(cost.amount, cost.resource)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{capital, fixed, many, short, signed, with_sign};

    #[test]
    fn things_are_counted_in_words() {
        let words = [many(1_u32, "penalty"), many(0_u32, "penalty"), many(2_u32, "attack"), many(2_u32, "way")];
        assert_eq!(words, ["1 penalty", "0 penalties", "2 attacks", "2 ways"]);
        assert_eq!([many(1_usize, "pit box"), many(3_usize, "pit box")], ["1 pit box", "3 pit boxes"]);
    }

    #[test]
    fn zero_never_has_a_sign() {
        for decimals in 0..4 {
            let nearly = -0.4 / 10_f64.powi(decimals);
            for number in [0.0, -0.0, nearly, -nearly] {
                let decimals = decimals as usize;
                for words in [fixed(number, decimals), short(number, decimals), signed(number, decimals)] {
                    assert_eq!(words.parse::<f64>().map(f64::to_bits), Ok(0.0_f64.to_bits()), "{number} is {words:?}");
                }
            }
        }
        assert_eq!([fixed(-1.26, 1), short(-1.10, 2), signed(-1.26, 1)], ["-1.3", "-1.1", "−1.3"]);
        assert_eq!([short(0.5, 0), short(100.0, 0), short(100.0, 2)], ["0", "100", "100"]);
        assert_eq!(
            ["1.5", "-0.5", "-0.0", "0", "-12 %", "-0 %"].map(with_sign),
            ["+1.5", "−0.5", "0.0", "0", "−12 %", "0 %"]
        );
        assert_eq!(signed(f64::NAN, 1), "+NaN");
    }

    #[test]
    fn the_first_letter_is_a_capital_one() {
        assert_eq!([capital("élan"), capital("a b"), capital("")], ["Élan", "A b", ""]);
    }
}
