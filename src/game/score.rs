//! What a race counts for, where a game gives points.

use serde::Serialize;

use super::CarId;

/// A race in points. What goes on is scored as if it ended now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Which race of a championship it is, from 1, and of how many; none for a race of its own.
    pub stage: Option<[u32; 2]>,
    /// Whether it is over.
    pub over: bool,
    /// The drivers, best first.
    pub drivers: Vec<Scored>,
    /// The teams, best first; none where drivers race for themselves.
    pub teams: Vec<Scored>,
}

impl Score {
    /// Whether the race is over and its championship is not.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.over && self.stage.is_some_and(|[race, races]| race < races)
    }
}

/// What a driver or a team scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// What it is called.
    pub name: String,
    /// A driver's car.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub car: Option<CarId>,
    /// A driver's team; empty for a team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    /// Points.
    pub points: u32,
    /// The places that were taken, from 1: a driver's one, or those of a team's drivers.
    pub places: Vec<u32>,
}
