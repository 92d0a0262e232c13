//! How a race begins (section 3.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Edition;
use crate::game::CarId;
use crate::geometry::Surd;

/// A car of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarEntry {
    /// Its number.
    pub car: CarId,
    /// What its player is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Tyre points taken at the start.
    pub tyre: u8,
    /// Nitro points taken at the start.
    pub nitro: u8,
}

/// Where a car starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridPlace {
    /// The car.
    pub car: CarId,
    /// The pole's distance from the pitwall's axis, on the track side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aside: Option<Surd>,
    /// How far the pole's centre stands back from the pitwall's centre (online edition, where it is drawn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Surd>,
    /// The car behind which any other car starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<CarId>,
    /// Which of the seven places behind that car: 1 straight behind, 2 and 3 one out, 4 and 5 diagonal, 6 and 7 two
    /// out; even numbers left, odd ones right (VR-START-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
}

/// How a race begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Which rules it follows.
    pub edition: Edition,
    /// How many laps.
    pub laps: u8,
    /// The gear pole has chosen for all (VR-FIRST-03).
    pub start_gear: u8,
    /// The cars.
    pub cars: Vec<CarEntry>,
    /// Where they start, from pole (VR-GRID-01).
    pub grid: Vec<GridPlace>,
}
