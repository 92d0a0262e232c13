//! How a race begins (section 3.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Edition, Options, Power};
use crate::game::CarId;
use crate::geometry::Surd;
use crate::limits::MAX_TITLE;
use crate::limits::vektorace::MAX_ENTRIES;

/// A car of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarEntry {
    /// Its number.
    #[schemars(title = "No.", range(min = 1, max = 999))]
    pub car: CarId,
    /// Who drives it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Player", length(max = MAX_TITLE), extend("x-beside" = true))]
    pub name: String,
    /// Tyre points taken at the start: what is not taken in tyres is taken in nitro.
    #[schemars(title = "Tyre points")]
    pub tyre: u8,
    /// Nitro points taken at the start.
    #[schemars(title = "nitro", extend("x-beside" = true))]
    pub nitro: u8,
    /// Whether it committed itself in secret to a boost on its first move (first edition, VR-FIRST-02).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(title = "Boost", extend("x-beside" = true, "x-when" = json!([{"/edition": "formula8"}])))]
    pub start_boost: bool,
    /// The Super Power it takes, where they are played (VR-POW-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "power", extend("x-beside" = true, "x-none" = "no Super Power", "x-when" = json!([{"/options/powers": true}])))]
    pub power: Option<Power>,
}

/// To which side of pole the second car starts: the face of the starting-grid token (VR-GRID-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GridSide {
    /// The white face of the token.
    #[schemars(title = "left of pole")]
    White,
    /// The black face of the token.
    #[schemars(title = "right of pole")]
    Black,
}

/// Where a car starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridPlace {
    /// The car.
    #[schemars(extend("x-hidden" = true))]
    pub car: CarId,
    /// How far pole stands from the pitwall's axis, on the track side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Pole aside", extend("x-unit" = "octagons"))]
    pub aside: Option<Surd>,
    /// How far the pole's centre stands back from the pitwall's centre (online edition, where it is drawn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "back", extend("x-unit" = "octagons", "x-beside" = true, "x-when" = json!([{"/edition": "online"}])))]
    pub back: Option<Surd>,
    /// The car behind which any other car starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub behind: Option<CarId>,
    /// Where it stands behind the car before it: one of seven places (VR-START-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Place")]
    pub place: Option<u8>,
}

/// How a race begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Which rules it follows.
    #[schemars(title = "Edition", extend("x-heading" = "Rules"))]
    pub edition: Edition,
    /// How many laps.
    #[schemars(title = "Laps")]
    pub laps: u8,
    /// The gear pole has chosen for all (VR-FIRST-03); 3 in the first edition (VR-FIRST-01).
    #[schemars(title = "Starting gear", range(min = 3, max = 5))]
    pub start_gear: u8,
    /// What else the table has agreed on.
    #[serde(default, skip_serializing_if = "Options::is_default")]
    pub options: Options,
    /// The cars.
    #[schemars(title = "Cars", length(max = MAX_ENTRIES), extend("x-heading" = "Cars, from pole", "x-add" = "Add a car", "x-item" = "car", "x-ordered" = true, "x-cars" = true), extend("x-with" = "/grid"))]
    pub cars: Vec<CarEntry>,
    /// To which side the grid is staggered (first edition, VR-GRID-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Second car", extend("x-when" = json!([{"/edition": "formula8"}])))]
    pub grid_side: Option<GridSide>,
    /// Where they start, from pole (VR-GRID-01).
    #[schemars(title = "places on the grid", length(max = MAX_ENTRIES), extend("x-hidden" = true))]
    pub grid: Vec<GridPlace>,
}
