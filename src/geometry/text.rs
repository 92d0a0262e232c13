//! Reads and writes numbers as text, such as `13`, `-4.125` or `13+1/2r`. The letter `r` stands for √2.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Surd, UNITS_PER_ONE};

/// The reason why a text is not a coordinate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SurdError {
    /// The text is not a number.
    #[error("`{0}` is not a coordinate: write a decimal such as 13.25, or a form with √2 such as 13+1/2r")]
    Syntax(String),
    /// The number is not a multiple of 1/20,000, so a coordinate cannot store it exactly.
    #[error("`{0}` is not a multiple of 1/20000 and cannot be stored exactly: use at most four decimals")]
    TooFine(String),
    /// The number is larger than any coordinate may be.
    #[error("`{0}` is too large for a coordinate: use -1000000 to 1000000")]
    TooLarge(String),
}

/// The largest number that is accepted from a text. It is well within the range of [`Surd`].
const LARGEST: i64 = 1_000_000;

impl Surd {
    /// Returns the exact number that a JSON file contains, if it was read as the floating-point number `number`. The
    /// exact number is the shortest decimal that is read as `number`.
    ///
    /// ```
    /// use paddock::geometry::Surd;
    ///
    /// assert_eq!(Surd::from_decimal(-2.0), Ok(Surd::from_int(-2)));
    /// assert!(Surd::from_decimal(f64::NAN).is_err());
    /// ```
    ///
    /// # Errors
    /// Returns an error if the number is not a multiple of 1/20,000, not finite, or larger than a million.
    pub fn from_decimal(number: f64) -> Result<Self, SurdError> {
        if !number.is_finite() {
            return Err(SurdError::Syntax(number.to_string()));
        }
        rational(&number.to_string()).map(|units| Self::from_units(units, 0))
    }

    /// Returns the number as a decimal with at most four places. Returns `None` if the number has a √2 part or needs
    /// more than four places.
    #[must_use]
    pub fn as_decimal(self) -> Option<f64> {
        let (a, b) = self.units();
        (b == 0 && a % 2 == 0).then(|| a as f64 / UNITS_PER_ONE as f64)
    }
}

impl FromStr for Surd {
    type Err = SurdError;

    fn from_str(text: &str) -> Result<Self, SurdError> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let syntax = || SurdError::Syntax(text.chars().take(60).collect());
        if compact.is_empty() || compact.len() > 60 || !compact.is_ascii() {
            return Err(syntax());
        }
        // The text is split before every sign except a sign at its beginning.
        let mut terms = Vec::new();
        let mut start = 0;
        for (at, c) in compact.char_indices().skip(1) {
            if c == '+' || c == '-' {
                terms.push(&compact[start..at]);
                start = at;
            }
        }
        terms.push(&compact[start..]);
        let (mut plain, mut root) = (None, None);
        for term in terms {
            let (slot, number) = match term.strip_suffix('r') {
                Some("" | "+") => (&mut root, "1"),
                Some("-") => (&mut root, "-1"),
                Some(number) => (&mut root, number),
                None => (&mut plain, term),
            };
            if slot.replace(rational(number)?).is_some() {
                return Err(syntax());
            }
        }
        Ok(Self::from_units(plain.unwrap_or(0), root.unwrap_or(0)))
    }
}

/// Returns the number of units in a text such as `3`, `-2.75` or `5/4`.
fn rational(text: &str) -> Result<i64, SurdError> {
    let syntax = || SurdError::Syntax(text.chars().take(60).collect());
    let too_large = || SurdError::TooLarge(text.chars().take(60).collect());
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    let (number, divisor) = digits.split_once('/').unwrap_or((digits, "1"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) || divisor.is_empty() || !is_number(divisor) {
        return Err(syntax());
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 5 {
        return Err(SurdError::TooFine(text.to_owned()));
    }
    // A numerator may be larger than the resulting number. Up to 10^15, the calculation below cannot overflow.
    let whole: i128 = whole.parse().ok().filter(|whole| *whole <= 1_000_000_000_000_000).ok_or_else(too_large)?;
    let scale = 10i128.pow(fraction.len() as u32);
    let fraction: i128 = if fraction.is_empty() { 0 } else { fraction.parse().map_err(|_| syntax())? };
    let divisor: i128 = divisor.parse().ok().filter(|d| (1..=i128::from(LARGEST)).contains(d)).ok_or_else(syntax)?;
    let numerator = (whole * scale + fraction) * i128::from(UNITS_PER_ONE);
    let denominator = scale * divisor;
    if numerator % denominator != 0 {
        return Err(SurdError::TooFine(text.to_owned()));
    }
    let units = i64::try_from(numerator / denominator).map_err(|_| too_large())?;
    if units > LARGEST * UNITS_PER_ONE {
        return Err(too_large());
    }
    Ok(if negative { -units } else { units })
}

/// Writes a number of units as a decimal. Five places are enough for any number of units.
fn write_decimal(f: &mut fmt::Formatter<'_>, units: i64) -> fmt::Result {
    if units < 0 {
        f.write_str("-")?;
    }
    let units = units.unsigned_abs();
    let one = UNITS_PER_ONE.unsigned_abs();
    let (whole, rest) = (units / one, units % one);
    if rest == 0 {
        return write!(f, "{whole}");
    }
    let decimals = format!("{:05}", rest * 5);
    write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Surd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.units();
        if b == 0 {
            return write_decimal(f, a);
        }
        if a != 0 {
            write_decimal(f, a)?;
        }
        let one = UNITS_PER_ONE;
        // The factor of √2 is easiest to read as a small fraction, such as 1/2r or -3/4r.
        let divisor = gcd(b.unsigned_abs(), one.unsigned_abs());
        let (numerator, denominator) = (b.unsigned_abs() / divisor, one.unsigned_abs() / divisor);
        f.write_str(match (b < 0, a != 0) {
            (true, _) => "-",
            (false, true) => "+",
            (false, false) => "",
        })?;
        match (numerator, denominator) {
            (1, 1) => f.write_str("r"),
            (n, 1) => write!(f, "{n}r"),
            (n, d) => write!(f, "{n}/{d}r"),
        }
    }
}

impl fmt::Debug for Surd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes the number to files as a decimal if four places are enough, and as text otherwise.
impl Serialize for Surd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_decimal() {
            Some(_) if self.units().0 % UNITS_PER_ONE == 0 => serializer.serialize_i64(self.units().0 / UNITS_PER_ONE),
            Some(decimal) => serializer.serialize_f64(decimal),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Surd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Coordinate;

        impl Visitor<'_> for Coordinate {
            type Value = Surd;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a coordinate: a number with at most four decimals, or text such as \"13+1/2r\" (r: root of 2)",
                )
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Surd, E> {
                Surd::from_decimal(number).map_err(E::custom)
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Surd, E> {
                number.to_string().parse().map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Surd, E> {
                number.to_string().parse().map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Surd, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Coordinate)
    }
}

impl schemars::JsonSchema for Surd {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Coordinate".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A coordinate: a decimal of at most four places, or text with r for the root of 2, such as \"13+1/2r\"",
            "anyOf": [{"type": "number"}, {"type": "string", "pattern": "^[-+0-9./r ]+$"}]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_can_be_written_in_several_ways() {
        let read = |text: &str| text.parse::<Surd>();
        assert_eq!(read("13"), Ok(Surd::from_int(13)));
        assert_eq!(read("-4.125"), Ok(Surd::from_units(-82_500, 0)));
        assert_eq!(read("13+1/2r"), Ok(Surd::from_units(260_000, 10_000)));
        assert_eq!(read("83/4 + 3/8r"), Ok(Surd::from_units(415_000, 7_500)));
        assert_eq!(read("-r"), Ok(Surd::from_units(0, -20_000)));
        assert_eq!(read("r+1"), Ok(Surd::from_units(20_000, 20_000)));
    }

    #[test]
    fn a_text_that_is_not_a_number_is_refused_with_a_reason() {
        for text in ["", "x", "1+", "1+2", "r+r", "1/0", "1e3", "--1", "1.2.3", "½", "1//2"] {
            assert!(matches!(text.parse::<Surd>(), Err(SurdError::Syntax(_))), "{text}");
        }
        assert!(matches!("0.00001".parse::<Surd>(), Err(SurdError::TooFine(_))));
        assert!(matches!("1/3".parse::<Surd>(), Err(SurdError::TooFine(_))));
        assert!(matches!("1000001".parse::<Surd>(), Err(SurdError::TooLarge(_))));
        assert!(Surd::from_decimal(f64::NAN).is_err());
        assert!(Surd::from_decimal(1e300).is_err());
        assert!(
            Surd::from_decimal(0.123_45).is_ok_and(|n| n.as_decimal().is_none())
                || Surd::from_decimal(0.123_45).is_err()
        );
    }

    proptest! {
        #[test]
        fn printing_and_reading_are_inverse(a in -2_000_000_000i64..2_000_000_000, b in -2_000_000_000i64..2_000_000_000) {
            let number = Surd::from_units(a, b);
            prop_assert_eq!(number.to_string().parse::<Surd>(), Ok(number));
        }

        #[test]
        fn four_decimals_are_exact(ten_thousandths in -4_000_000i64..4_000_000) {
            let number = Surd::from_decimal(ten_thousandths as f64 / 10_000.0).expect("four decimals");
            prop_assert_eq!(number, Surd::from_units(ten_thousandths * 2, 0));
        }
    }
}
