//! The coordinates of a draft: exact fractions, read and written as in files.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest numerator or denominator that can be read. The limit for valid tracks is lower (RT-VAL-04). A number
/// between the two limits is read, and later reported as a validation issue.
const LARGEST: i64 = 1_000_000_000;

/// A fraction in lowest terms, in grid units. Files store it as a number if it is a short decimal, otherwise as text
/// such as `"1/3"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

/// A point of a draft: x to the right, y up.
pub type Spot = [Rational; 2];

/// The reason why a text is not a coordinate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a coordinate: write a number such as 4 or 2.5, or a fraction such as 1/3")]
pub struct RationalError(String);

const fn common(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

/// Returns the greatest common divisor of two numbers, never negative.
pub(super) const fn gcd(a: i64, b: i64) -> i64 {
    common(a, b)
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// Creates a whole number.
    #[must_use]
    pub const fn int(value: i64) -> Self {
        Self { numerator: value, denominator: 1 }
    }

    /// Creates a fraction in lowest terms; `None` if the denominator is zero or a number exceeds 1,000,000,000.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        if denominator == 0 || numerator.unsigned_abs() > i64::MAX as u64 || denominator == i64::MIN {
            return None;
        }
        let divisor = common(numerator, denominator) * denominator.signum();
        let reduced = Self { numerator: numerator / divisor, denominator: denominator / divisor };
        (reduced.numerator.abs() <= LARGEST && reduced.denominator <= LARGEST).then_some(reduced)
    }

    /// Returns the numerator.
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// Returns the denominator, at least 1.
    #[must_use]
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// Returns the value if it is a whole number, otherwise `None`.
    #[must_use]
    pub fn as_int(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// Creates the fraction `value` / 1000; `None` if it is out of range.
    #[must_use]
    pub fn thousandths(value: i64) -> Option<Self> {
        Self::new(value, 1_000)
    }

    /// Returns the sum of `self` and `other`; `None` if it exceeds the largest readable number.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let divisor = common(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / divisor)?;
        let right = other.numerator.checked_mul(self.denominator / divisor)?;
        Self::new(left.checked_add(right)?, (self.denominator / divisor).checked_mul(other.denominator)?)
    }

    /// Returns this number multiplied by `factor`; `None` if the result exceeds the limits for numbers in files.
    #[must_use]
    pub fn times(self, factor: i64) -> Option<Self> {
        Self::new(self.numerator.checked_mul(factor)?, self.denominator)
    }

    /// Returns the value as a floating-point number, for drawing only.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the value multiplied by `scale`, which must be a multiple of the denominator. A product out of range
    /// becomes the largest or smallest possible number; no track has such values.
    pub(super) const fn scaled(self, scale: i64) -> i64 {
        self.numerator.saturating_mul(scale / self.denominator)
    }

    /// Whether files store the number as a decimal.
    const fn is_decimal(self) -> bool {
        let mut rest = self.denominator;
        while rest % 2 == 0 {
            rest /= 2;
        }
        while rest % 5 == 0 {
            rest /= 5;
        }
        rest == 1 && self.denominator <= 1_000_000
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::int(value)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => self.numerator.fmt(f),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl FromStr for Rational {
    type Err = RationalError;

    fn from_str(text: &str) -> Result<Self, RationalError> {
        let error = || RationalError(text.chars().take(40).collect());
        let said = text.trim();
        if said.len() > 40 || said.starts_with('+') {
            return Err(error());
        }
        if let Some((above, below)) = said.split_once('/') {
            let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let below: i64 = below.trim().parse().ok().filter(|_| is_number(below.trim())).ok_or_else(error)?;
            let above: i64 = above.trim().parse().map_err(|_| error())?;
            return Self::new(above, below).ok_or_else(error);
        }
        let (whole, part) = said.split_once('.').unwrap_or((said, ""));
        let has_point = said.contains('.');
        if has_point && (part.is_empty() || part.len() > 9 || !part.bytes().all(|byte| byte.is_ascii_digit())) {
            return Err(error());
        }
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        if digits.is_empty() || digits.len() > 10 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        let scale = 10i64.pow(part.len() as u32);
        let value: i64 = format!("{digits}{part}").parse().map_err(|_| error())?;
        let sign = if whole.starts_with('-') { -1 } else { 1 };
        Self::new(sign * value, scale).ok_or_else(error)
    }
}

impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_int() {
            Some(whole) => serializer.serialize_i64(whole),
            None if self.is_decimal() => serializer.serialize_f64(self.to_f64()),
            None => serializer.serialize_str(&self.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Rational;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a coordinate: a number such as 4 or 2.5, or a fraction such as \"1/3\"")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Rational, E> {
                Rational::new(value, 1).ok_or_else(|| E::custom(RationalError(value.to_string())))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Rational, E> {
                let error = || E::custom(RationalError(value.to_string()));
                i64::try_from(value).ok().and_then(|value| Rational::new(value, 1)).ok_or_else(error)
            }

            // The float was read from a decimal in the file. Printing the float gives that decimal again, and so the
            // exact value.
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Rational, E> {
                value.to_string().parse().map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Rational, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Number)
    }
}

impl JsonSchema for Rational {
    fn schema_name() -> Cow<'static, str> {
        "Coordinate".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A coordinate in grid units: a number, or a fraction as text such as \"1/3\"",
            "anyOf": [{"type": "number"}, {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+|\\.[0-9]+)?$"}]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_read_back_as_they_are_written() {
        for text in ["0", "-3", "1/3", "-7/1000", "22/7"] {
            let number: Rational = text.parse().expect("a number");
            assert_eq!(number.to_string(), text);
            let json = serde_json::to_string(&number).expect("JSON");
            assert_eq!(serde_json::from_str::<Rational>(&json).expect("read"), number, "{json}");
        }
        assert_eq!("2.50".parse::<Rational>().expect("a number"), Rational::new(5, 2).expect("a fraction"));
        assert_eq!(serde_json::to_string(&Rational::new(-5, 2)).expect("JSON"), "-2.5");
        assert_eq!(serde_json::from_str::<Rational>("-0.125").expect("read"), Rational::new(-1, 8).expect("one"));
        for text in ["", "1/0", "a", "1e9", "+3", "1/-2", ".", "1.", "99999999999", "--1"] {
            assert!(text.parse::<Rational>().is_err(), "{text}");
        }
    }
}
