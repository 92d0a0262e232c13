//! How a race begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::is_default;
use super::options::{Rules, Skill, TireSet};
use super::turn::Wear;
use crate::game::CarId;

pub use crate::limits::formula_d::MAX_LAPS;
/// The most cars of a race.
pub const MAX_CARS: usize = 20;

/// Where the grid comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grid {
    /// It is typed in: the slot of each entry, or its place in the list.
    #[default]
    Typed,
    /// By black rolls (FD-SET-03).
    Rolled,
}

/// Rolls for the weather before qualifying and race, with the second ones a Weather Frog asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeatherRolls {
    /// Before the qualifying laps (FD-WEA-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualifying: Option<u8>,
    /// Before the race (FD-WEA-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<u8>,
    /// The second roll before qualifying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frog_qualifying: Option<u8>,
    /// The second roll before the race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frog_race: Option<u8>,
}

/// A car and its driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarEntry {
    /// The car's number.
    pub car: CarId,
    /// What its player is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its colour.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub colour: String,
    /// Its wear points, where they are not those of the preset or of the driver's card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear: Option<Wear>,
    /// Its tires in the race.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tires: TireSet,
    /// Its tires in qualifying, where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualifying_tires: Option<TireSet>,
    /// The driver's skill in a road race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Skill>,
    /// The number of its pit box; by default boxes are dealt in the order of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pit_box: Option<u32>,
    /// Its team, in a team race; by default two neighbours of the list are one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u32>,
    /// Its slot on the grid; by default its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u32>,
    /// Black rolls for the grid, re-rolls after ties behind each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<u8>,
}

impl CarEntry {
    /// A stock car.
    #[must_use]
    pub fn new(car: CarId, name: impl Into<String>) -> Self {
        Self {
            car,
            name: name.into(),
            colour: String::new(),
            wear: None,
            tires: TireSet::Hard,
            qualifying_tires: None,
            skill: None,
            pit_box: None,
            team: None,
            slot: None,
            rolls: Vec::new(),
        }
    }
}

const fn two() -> u32 {
    2
}

/// How a race begins: the circuit apart, everything its start is made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many laps.
    #[serde(default = "two")]
    pub laps: u32,
    /// What is played by.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: Rules,
    /// Where the grid comes from; with qualifying, from there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub grid: Grid,
    /// Rolls for the weather.
    #[serde(default, skip_serializing_if = "is_default")]
    pub weather: WeatherRolls,
    /// The digest of the circuit the race was recorded on, in hexadecimal (FD-LOG-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub circuit: Option<String>,
    /// The cars.
    pub cars: Vec<CarEntry>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            laps: 2,
            rules: Rules::default(),
            grid: Grid::Typed,
            weather: WeatherRolls::default(),
            circuit: None,
            cars: Vec::new(),
        }
    }
}
