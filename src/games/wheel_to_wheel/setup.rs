//! How a race begins (WW-SET, WW-QUAL).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::Options;
use super::skills::Skills;
use super::tyres::{Compound, Plan};
use crate::game::CarId;

/// The fewest teams.
pub const MIN_TEAMS: usize = 2;
/// The most teams.
pub const MAX_TEAMS: usize = 6;
/// The drivers of a team.
pub const DRIVERS: usize = 2;
pub use crate::limits::wheel_to_wheel::{MAX_QUALIFYING, MAX_RACES};

/// Where a race stands in a championship (WW-CHAMP-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Which race it is, from 1.
    pub race: u32,
    /// How many there are.
    pub races: u32,
}

/// A driver of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriverEntry {
    /// What the driver is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The tyres it starts on: hard or soft.
    pub tyre: Compound,
    /// Its tyre strategy, where one was declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

impl DriverEntry {
    /// A driver without a plan.
    #[must_use]
    pub fn new(name: impl Into<String>, tyre: Compound) -> Self {
        Self { name: name.into(), tyre, plan: None }
    }

    /// A driver that starts on its plan's first compound.
    #[must_use]
    pub fn planned(name: impl Into<String>, plan: Plan) -> Self {
        Self { name: name.into(), tyre: plan.compounds()[0], plan: Some(plan) }
    }
}

/// A team of the entry list: the team at place `t` of it, from 1, has the cars `10 t + 1` and `10 t + 2`, so that numbers
/// stay with a team through a championship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamEntry {
    /// What the team, or its player, is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its colour, which is that of a garage on the board.
    pub colour: String,
    /// Its throws in qualifying: the blue, the green and the red die; more than one where it was level with another team.
    /// Where no team has any, the list is in grid order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub qualifying: Vec<[u8; 3]>,
    /// Its points of the championship's earlier races.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub points: u32,
    /// The slots it has taken in earlier races.
    #[serde(default, skip_serializing_if = "is_given")]
    pub skills: Skills,
    /// Driver 1 and driver 2.
    pub drivers: [DriverEntry; DRIVERS],
}

impl TeamEntry {
    /// What it is called: its name, or its colour.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        if self.name.is_empty() { &self.colour } else { &self.name }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_zero(points: &u32) -> bool {
    *points == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
fn is_given(skills: &Skills) -> bool {
    *skills == Skills::default()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
fn is_usual(options: &Options) -> bool {
    *options == Options::default()
}

/// How a race begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Where it stands in a championship; none for a race of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub championship: Option<Stage>,
    /// What was agreed on.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub options: Options,
    /// Who races.
    pub teams: Vec<TeamEntry>,
}

impl Setup {
    /// The places of the list in grid order (WW-QUAL-02, 03): by the sums of the throws, the highest first; where they are
    /// level by those thrown again. Teams that remain level stand as in the list.
    #[must_use]
    pub fn grid_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.teams.len()).collect();
        let sums = |team: usize| self.teams[team].qualifying.iter().map(sum).collect::<Vec<u32>>();
        order.sort_by_cached_key(|team| std::cmp::Reverse(sums(*team)));
        order
    }
}

/// A team's number in qualifying (WW-QUAL-01).
#[must_use]
pub fn sum(throw: &[u8; 3]) -> u32 {
    throw.iter().map(|face| u32::from(*face)).sum()
}

/// The car of a driver, 0 or 1, of the team at this place of the list.
#[must_use]
pub fn car_of(list_place: usize, driver: usize) -> CarId {
    CarId((list_place as u32 + 1) * 10 + driver as u32 + 1)
}
