//! The parts of a turn, such as rolls and slipstreams. Each part can be written as text and read from text, for files
//! and for the notation.

mod dice;
mod moves;
mod wear;

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::formula_d::draft::MAX_NAME;

pub use dice::{Chance, Purpose, Roll};
pub use moves::{Change, Nitro, Shape, Slip, Way};
pub use wear::{Gain, PitStop, StopKind, Wear};

/// The reason why a text cannot be read as a part of a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{shown}` is not {what}")]
pub struct PartError {
    shown: String,
    what: &'static str,
}

impl PartError {
    fn new(text: &str, what: &'static str) -> Self {
        Self { shown: text.chars().take(40).collect(), what }
    }
}

/// Makes files store values of a type as text. The text is written with the type's `Display` and read with its
/// `FromStr`.
macro_rules! as_text {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    };
}

use as_text;

/// Parses a whole number without sign or leading zeros.
fn whole<T: FromStr + fmt::Display>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

/// The name of a space: up to 24 letters, digits, `_` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpaceName(String);

impl SpaceName {
    /// Whether a text is a valid name of a space.
    #[must_use]
    pub fn is_name(text: &str) -> bool {
        (1..=MAX_NAME).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    }

    /// Returns the name of the space as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SpaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for SpaceName {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        if Self::is_name(text) { Ok(Self(text.to_owned())) } else { Err(PartError::new(text, "the name of a space")) }
    }
}

as_text!(SpaceName);
