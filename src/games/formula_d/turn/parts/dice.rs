//! The results of dice, and the rolls of the black die.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PartError, as_text, whole};
use crate::game::CarId;

/// The result of a die; written `?` if it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The result of the die is recorded.
    Known(u8),
    /// The result of the die is not recorded.
    Unknown,
}

impl Chance {
    /// Returns the result of the die; `None` if it is unknown.
    #[must_use]
    pub const fn known(self) -> Option<u8> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown => None,
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Unknown => f.write_str("?"),
        }
    }
}

impl FromStr for Chance {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        match text {
            "?" => Ok(Self::Unknown),
            _ => whole(text).map(Self::Known).ok_or_else(|| PartError::new(text, "the result of a die")),
        }
    }
}

/// The form of a die's result in a file: a number, or the text `?`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the number that the die shows, such as 9, or \"?\" if nobody knows it")]
#[schemars(rename = "Chance")]
enum ChanceField {
    Known(u8),
    Unknown(String),
}

impl Serialize for Chance {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(value) => serializer.serialize_u8(*value),
            Self::Unknown => serializer.serialize_str("?"),
        }
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match ChanceField::deserialize(deserializer)? {
            ChanceField::Known(value) => Ok(Self::Known(value)),
            ChanceField::Unknown(text) if text == "?" => Ok(Self::Unknown),
            ChanceField::Unknown(_) => Err(serde::de::Error::custom("the result of a die is a number or `?`")),
        }
    }
}

impl JsonSchema for Chance {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        ChanceField::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ChanceField::json_schema(generator)
    }
}

/// The purpose of a black roll (a roll of the black die).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The roll at the start of a car's first turn.
    Start,
    /// A roll that decides which of the cars tied in qualifying starts ahead on the grid.
    Grid,
    /// The roll for entering a dangerous space. A move that enters several such spaces has one roll for each, in the
    /// order of the route.
    Danger,
    /// A collision roll. The moving car rolls, and this is the car that it may have hit.
    Mover(CarId),
    /// A collision roll. This car rolls, because the moving car may have hit it.
    Other(CarId),
    /// The motor roll (for engine damage) of the moving car.
    Motor,
    /// The motor roll (for engine damage) of this car.
    MotorOf(CarId),
    /// The roll for a pit stop.
    Pit,
    /// The roll for engine noise, after a move that ends in a noise area.
    Noise,
    /// The roll that decides which zone is hit by the radio thrown at this car.
    Radio(CarId),
    /// The roll for a change of the weather.
    Weather,
}

impl Purpose {
    /// Returns the purpose of the roll in words, for messages.
    pub(in crate::games::formula_d) fn words(self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Grid => "place on the grid".to_owned(),
            Self::Danger => "dangerous space".to_owned(),
            Self::Mover(car) => format!("collision with car {car}, rolled for the moving car"),
            Self::Other(car) => format!("collision with car {car}, rolled for car {car}"),
            Self::Motor => "engine".to_owned(),
            Self::MotorOf(car) => format!("engine of car {car}"),
            Self::Pit => "pit stop".to_owned(),
            Self::Noise => "engine noise".to_owned(),
            Self::Radio(car) => format!("radio thrown at car {car}"),
            Self::Weather => "weather".to_owned(),
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("S"),
            Self::Grid => f.write_str("Q"),
            Self::Danger => f.write_str("D"),
            Self::Mover(car) => write!(f, "C{car}"),
            Self::Other(car) => write!(f, "c{car}"),
            Self::Motor => f.write_str("M"),
            Self::MotorOf(car) => write!(f, "M{car}"),
            Self::Pit => f.write_str("P"),
            Self::Noise => f.write_str("N"),
            Self::Radio(car) => write!(f, "R{car}"),
            Self::Weather => f.write_str("W"),
        }
    }
}

/// A roll of the black die with its purpose and its result, such as `C5=17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// The purpose of the roll.
    pub purpose: Purpose,
    /// The result of the roll.
    pub value: Chance,
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.purpose, self.value)
    }
}

impl FromStr for Roll {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "a roll of the black die such as `D=7` or `C5=17`");
        let (purpose, value) = text.split_once('=').ok_or_else(wrong)?;
        let mut letters = purpose.chars();
        let letter = letters.next().ok_or_else(wrong)?;
        let car = letters.as_str();
        let purpose = if car.is_empty() {
            match letter {
                'S' => Purpose::Start,
                'Q' => Purpose::Grid,
                'D' => Purpose::Danger,
                'M' => Purpose::Motor,
                'P' => Purpose::Pit,
                'N' => Purpose::Noise,
                'W' => Purpose::Weather,
                _ => return Err(wrong()),
            }
        } else {
            let car = CarId(whole(car).ok_or_else(wrong)?);
            match letter {
                'C' => Purpose::Mover(car),
                'c' => Purpose::Other(car),
                'M' => Purpose::MotorOf(car),
                'R' => Purpose::Radio(car),
                _ => return Err(wrong()),
            }
        };
        Ok(Self { purpose, value: value.parse()? })
    }
}

as_text!(Roll);
