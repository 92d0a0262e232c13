//! How a race begins (RT-SET).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::Rules;
use crate::game::CarId;

/// The most racers (RT-SET-02).
pub const MAX_RACERS: usize = 16;
pub use crate::limits::vector_racing::MAX_LAPS;

/// A racer of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RacerEntry {
    /// Its number.
    pub car: CarId,
    /// What its player is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The mark it is drawn with on paper.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// The colour it is drawn in on paper. Screens colour racers by their place in the list.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub colour: String,
    /// The start it picks, where the track offers several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<[i32; 2]>,
}

impl RacerEntry {
    /// A racer that says no more than its number and name.
    #[must_use]
    pub fn new(car: CarId, name: impl Into<String>) -> Self {
        Self { car, name: name.into(), mark: String::new(), colour: String::new(), start: None }
    }
}

const fn one_lap() -> u32 {
    1
}

/// How a race begins: who races, how far, and by which options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many laps, on a circuit.
    #[serde(default = "one_lap")]
    pub laps: u32,
    /// All options, in place of the track's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The racers. In every turn they are recorded in this order.
    pub racers: Vec<RacerEntry>,
}
