//! How a race begins (section 3.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Edition, Options, Power};
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
    /// Whether it committed itself in secret to a boost on its first move (first edition, VR-FIRST-02).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub start_boost: bool,
    /// The Super Power it takes, where they are played (VR-POW-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
}

/// To which side of pole the second car starts: the face of the starting-grid token (VR-GRID-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GridSide {
    /// Left of pole: the white face.
    White,
    /// Right of pole: the black face.
    Black,
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
    /// The gear pole has chosen for all (VR-FIRST-03); 3 in the first edition (VR-FIRST-01).
    pub start_gear: u8,
    /// What else the table has agreed on.
    #[serde(default, skip_serializing_if = "Options::is_default")]
    pub options: Options,
    /// The cars.
    pub cars: Vec<CarEntry>,
    /// To which side the grid is staggered (first edition, VR-GRID-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid_side: Option<GridSide>,
    /// Where they start, from pole (VR-GRID-01).
    pub grid: Vec<GridPlace>,
}
