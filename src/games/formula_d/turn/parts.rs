//! The parts of a turn, such as rolls and slipstreams. Each part can be written as text and read from text, for files
//! and for the notation.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::draft::{MAX_NAME, Side};
use super::super::options::{TyreSet, Zone};
use crate::game::CarId;

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

/// Parses a whole number without sign or leading zeros.
fn whole<T: FromStr + fmt::Display>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

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
#[serde(untagged)]
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

/// The direction of a step that does not go straight ahead in its lane. A record must name the direction of such a
/// step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// The step leads into the lane to the left. At the end of a pit lane with two exits, the car takes the exit
    /// further left. If both exits lead into the same lane, the car takes the nearer exit.
    Left,
    /// The step leads into the lane to the right. At the end of a pit lane with two exits, the car takes the exit
    /// further right. If both exits lead into the same lane, the car takes the farther exit.
    Right,
    /// The step leads into the pit lane.
    Pit,
}

/// A recorded lane change: `R2` is a lane change to the right on the second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The direction of the lane change.
    pub way: Way,
    /// The number of the step that changes lanes, from 1.
    pub step: u16,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.way {
            Way::Left => 'L',
            Way::Right => 'R',
            Way::Pit => 'P',
        };
        write!(f, "{letter}{}", self.step)
    }
}

impl FromStr for Change {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "a lane change such as `R2`");
        let mut letters = text.chars();
        let way = match letters.next() {
            Some('L') => Way::Left,
            Some('R') => Way::Right,
            Some('P') => Way::Pit,
            _ => return Err(wrong()),
        };
        Ok(Self { way, step: whole(letters.as_str()).ok_or_else(wrong)? })
    }
}

as_text!(Change);

/// The nitro used in a move. In the notation, `n` uses the whole bonus, and `n2` uses 2 spaces of it. `n+` also adds
/// the three extra spaces of the skill Better Nitro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nitro {
    /// The number of bonus spaces used, if not all are used.
    pub part: Option<u8>,
    /// Whether the three extra spaces of the skill Better Nitro are added.
    pub better: bool,
}

impl fmt::Display for Nitro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("n")?;
        self.part.map_or(Ok(()), |part| part.fmt(f))?;
        f.write_str(if self.better { "+" } else { "" })
    }
}

impl FromStr for Nitro {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "nitro: `n` or `n+`");
        let rest = text.strip_prefix('n').ok_or_else(wrong)?;
        let (rest, better) = rest.strip_suffix('+').map_or((rest, false), |rest| (rest, true));
        let part = if rest.is_empty() { None } else { Some(whole(rest).ok_or_else(wrong)?) };
        Ok(Self { part, better })
    }
}

as_text!(Nitro);

/// The shape of a slipstream: the order of its three steps (FD-SLP-04 to 06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Shape A: the car changes lanes, drives ahead, and changes back.
    A,
    /// Shape B: the car changes lanes, then drives two spaces ahead.
    B,
    /// Shape C: the car changes lanes twice, then drives ahead.
    C,
}

impl Shape {
    /// All shapes of slipstreams.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// The letter of the slipstream shape in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'a',
            Self::B => 'b',
            Self::C => 'c',
        }
    }
}

/// A slipstream. `aL` is shape A with the first lane change to the left. `bR-1` is shape B with the first lane change
/// to the right, and gives up one space by braking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slip {
    /// The shape of the slipstream.
    pub shape: Shape,
    /// The side of the first lane change.
    pub side: Side,
    /// The number of spaces given up by braking.
    pub brakes: u8,
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.shape.letter(), self.side.letter())?;
        if self.brakes > 0 { write!(f, "-{}", self.brakes) } else { Ok(()) }
    }
}

impl FromStr for Slip {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "a slipstream such as `aL` or `bR-1`");
        let (shape, brakes) = text.split_once('-').map_or((text, None), |(shape, brakes)| (shape, Some(brakes)));
        let mut letters = shape.chars();
        let shape = Shape::ALL.into_iter().find(|shape| letters.clone().next() == Some(shape.letter()));
        letters.next();
        let side = [Side::Left, Side::Right].into_iter().find(|side| letters.clone().next() == Some(side.letter()));
        letters.next();
        let brakes = brakes.map_or(Some(0), |brakes| whole::<u8>(brakes).filter(|brakes| *brakes > 0));
        match (shape, side, brakes, letters.next()) {
            (Some(shape), Some(side), Some(brakes), None) => Ok(Self { shape, side, brakes }),
            _ => Err(wrong()),
        }
    }
}

as_text!(Slip);

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

/// Wear points that a car receives. In the notation, `B1` is one brake point for the moving car. `B1>3` is one brake
/// point that car 3 receives from the police.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gain {
    /// The zone that receives the points.
    pub zone: Zone,
    /// The number of points received.
    pub points: u8,
    /// The car that receives the points for winning a police contest; `None` if the points come from a checkpoint.
    pub car: Option<CarId>,
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.zone.letter(), self.points)?;
        self.car.map_or(Ok(()), |car| write!(f, ">{car}"))
    }
}

impl FromStr for Gain {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "wear points received, such as `B1` or `B1>3`");
        let (points, car) = text.split_once('>').map_or((text, None), |(points, car)| (points, Some(car)));
        let mut letters = points.chars();
        let zone = letters.next().and_then(Zone::from_letter).ok_or_else(wrong)?;
        let points = whole(letters.as_str()).ok_or_else(wrong)?;
        let car = car.map(|car| whole(car).map(CarId).ok_or_else(wrong)).transpose()?;
        Ok(Self { zone, points, car })
    }
}

as_text!(Gain);

/// The wear points of all zones, such as `6/3/3/3/3/2`. In the basic game the first number is the whole pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wear(pub [u8; 6]);

impl fmt::Display for Wear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [tyres, brakes, gearbox, body, engine, handling] = self.0;
        write!(f, "{tyres}/{brakes}/{gearbox}/{body}/{engine}/{handling}")
    }
}

impl FromStr for Wear {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "wear points such as `6/3/3/3/3/2`");
        let mut wear = [0; 6];
        // People also type spaces or commas between the numbers.
        let mut parts = text.split(['/', ' ', ',']).filter(|part| !part.is_empty());
        for place in &mut wear {
            *place = parts.next().and_then(whole).ok_or_else(wrong)?;
        }
        if parts.next().is_some() { Err(wrong()) } else { Ok(Self(wear)) }
    }
}

as_text!(Wear);

/// The kind of a pit stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// A tyre stop: the car gets new tyres.
    #[default]
    #[serde(rename = "tire")]
    Tyre,
    /// A technical stop: the car gets new tyres and repairs.
    Technical,
}

/// A stop in the pit box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PitStop {
    /// The kind of stop: tyre stop or technical stop.
    pub kind: StopKind,
    /// The new set of tyres, if the driver changes to another kind.
    #[serde(default, rename = "tires", skip_serializing_if = "Option::is_none")]
    pub tyres: Option<TyreSet>,
    /// The repairs made at the stop. Each repair has a zone and the number of wear points that it regains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Gain>,
}
