//! Wear points that a car has or receives, and stops in the pit box.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PartError, as_text, whole};
use crate::game::CarId;
use crate::games::formula_d::options::{TyreSet, Zone};

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
