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
pub fn many(count: impl Into<u64>, what: &str) -> String {
    match (count.into(), what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (count, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        (count, _) => format!("{count} {what}s"),
    }
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
pub fn points(amount: u32, resource: &str) -> String {
    many(amount, &format!("{} point", resource.strip_suffix('s').unwrap_or(resource)))
}

/// Writes costs in words, such as "1 tyre point, 2 nitro points". The text is empty if there are none.
#[must_use]
pub fn costs(costs: &[Cost]) -> String {
    costs.iter().map(|cost| points(cost.amount, cost.resource)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{capital, many};

    #[test]
    fn things_are_counted_in_words() {
        let words = [many(1_u32, "penalty"), many(0_u32, "penalty"), many(2_u32, "attack"), many(2_u32, "way")];
        assert_eq!(words, ["1 penalty", "0 penalties", "2 attacks", "2 ways"]);
    }

    #[test]
    fn the_first_letter_is_a_capital_one() {
        assert_eq!([capital("élan"), capital("a b"), capital("")], ["Élan", "A b", ""]);
    }
}
