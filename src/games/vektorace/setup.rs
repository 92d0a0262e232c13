//! The setup of a race: entry list, grid and options (ledger, section 3.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Edition, Options, Power};
use crate::game::{CarId, Entrant};
use crate::geometry::Surd;
use crate::limits::MAX_TITLE;
use crate::limits::vektorace::MAX_ENTRIES;

/// A car of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarEntry {
    /// The car's number, 1 to 999.
    #[schemars(title = "No.", range(min = 1, max = Entrant::LARGEST))]
    pub car: CarId,
    /// The player's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Player", length(max = MAX_TITLE), extend("x-beside" = true))]
    pub name: String,
    /// The tyre points that the car takes at the start. The rest of its points are nitro points.
    #[schemars(title = "Tyre points")]
    pub tyre: u8,
    /// The nitro points that the car takes at the start.
    #[schemars(title = "nitro", extend("x-beside" = true))]
    pub nitro: u8,
    /// Whether the car has secretly committed to a boost on its first move (first edition, VR-FIRST-02).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(title = "Boost", extend("x-beside" = true, "x-when" = json!([{"/edition": "formula8"}])))]
    pub start_boost: bool,
    /// The Super Power the car takes, in a race with Super Powers (VR-POW-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "power", extend("x-beside" = true, "x-none" = "no Super Power", "x-when" = json!([{"/options/powers": true}])))]
    pub power: Option<Power>,
}

/// The side on which the second car starts, as seen from the car on pole. The face of the starting-grid token shows
/// which side it is (VR-GRID-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GridSide {
    /// The white face of the token: the second car starts to the left of pole.
    #[schemars(title = "left of pole")]
    White,
    /// The black face of the token: the second car starts to the right of pole.
    #[schemars(title = "right of pole")]
    Black,
}

/// A car's place on the grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridPlace {
    /// The number of the car on this grid place.
    #[schemars(extend("x-hidden" = true))]
    pub car: CarId,
    /// The car's distance from the pitwall's axis, on the track side. Set only for the car on pole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Pole: distance from the wall", extend("x-unit" = "octagons"))]
    pub aside: Option<Surd>,
    /// The distance of the car's centre behind the pitwall's centre. Set only for the car on pole in the online
    /// edition, where this distance is random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "behind its centre", extend("x-unit" = "octagons", "x-beside" = true, "x-when" = json!([{"/edition": "online"}])))]
    pub back: Option<Surd>,
    /// The number of the car that this car starts behind. Set only for cars that are not on pole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Behind")]
    pub behind: Option<CarId>,
    /// The number, 1 to 7, of this car's place among the seven places behind the car that `behind` names (VR-START-03).
    /// Set only for cars that are not on pole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Place")]
    pub place: Option<u8>,
}

/// The setup of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The edition whose rules the race follows.
    #[schemars(title = "Edition", extend("x-heading" = "Rules"))]
    pub edition: Edition,
    /// The number of laps.
    #[schemars(title = "Laps", range(min = 1, max = 99))]
    pub laps: u8,
    /// The gear of every car's first move. The player on pole chooses 3, 4 or 5 (VR-FIRST-03); in the first edition it
    /// is always 3 (VR-FIRST-01).
    #[schemars(title = "Starting gear", range(min = 3, max = 5))]
    pub start_gear: u8,
    /// Other options the players agreed on.
    #[serde(default, skip_serializing_if = "Options::is_default")]
    pub options: Options,
    /// The entry list.
    #[schemars(title = "Cars", length(max = MAX_ENTRIES), extend("x-heading" = "Cars, from pole", "x-add" = "Add a car", "x-item" = "car", "x-ordered" = true, "x-cars" = true), extend("x-with" = "/grid"))]
    pub cars: Vec<CarEntry>,
    /// The side on which the second car starts, as seen from the car on pole (first edition, VR-GRID-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Second car", extend("x-when" = json!([{"/edition": "formula8"}])))]
    pub grid_side: Option<GridSide>,
    /// The cars' places on the grid, beginning with pole (VR-GRID-01).
    #[schemars(title = "places on the grid", length(max = MAX_ENTRIES), extend("x-hidden" = true))]
    pub grid: Vec<GridPlace>,
}
