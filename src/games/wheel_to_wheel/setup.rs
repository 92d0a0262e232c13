//! The setup of a race: its options, teams and drivers (WW-SET, WW-QUAL).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::dice::LARGEST_FACE;
use super::draft::Draft;
use super::options::Options;
use super::skills::Skills;
use super::tyres::{Compound, Plan};
use crate::game::CarId;
use crate::game::form::{FormData, Hint};
use crate::limits::MAX_TITLE;
use crate::limits::wheel_to_wheel::MAX_ENTRIES;

/// The smallest number of teams.
pub const MIN_TEAMS: usize = 2;
/// The largest number of teams.
pub const MAX_TEAMS: usize = 6;
/// The number of drivers of a team.
pub const DRIVERS: usize = 2;
pub use crate::limits::wheel_to_wheel::{MAX_QUALIFYING, MAX_RACES};

/// The position of a race in a championship (WW-CHAMP-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The number of this race in the championship, from 1.
    #[schemars(title = "This is race")]
    pub race: u32,
    /// The number of races of the championship.
    #[schemars(title = "of", range(min = 1, max = MAX_RACES), extend("x-beside" = true))]
    pub races: u32,
}

/// A driver of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriverEntry {
    /// The driver's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Driver", length(max = MAX_TITLE))]
    pub name: String,
    /// The tyres at the start of the race: hard or soft.
    #[schemars(title = "on", extend("x-beside" = true))]
    pub tyre: Compound,
    /// The tyre strategy that the driver has declared; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "plan", extend("x-beside" = true, "x-none" = "no plan"))]
    pub plan: Option<Plan>,
}

impl DriverEntry {
    /// Creates a driver without a plan.
    #[must_use]
    pub fn new(name: impl Into<String>, tyre: Compound) -> Self {
        Self { name: name.into(), tyre, plan: None }
    }

    /// Creates a driver with a plan, on the plan's first compound.
    #[must_use]
    pub fn planned(name: impl Into<String>, plan: Plan) -> Self {
        Self { name: name.into(), tyre: plan.compounds()[0], plan: Some(plan) }
    }
}

/// A team of the entry list. The team at position `t`, from 1, has the cars `10 t + 1` and `10 t + 2`. So a team keeps
/// its numbers through a championship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamEntry {
    /// The name of the team or of its player.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Team", length(max = MAX_TITLE))]
    pub name: String,
    /// The team's colour, which is the colour of a garage on the board.
    #[schemars(title = "Colour", length(max = MAX_TITLE), extend("x-beside" = true))]
    pub colour: String,
    /// The faces of the blue, green and red die in the qualifying throw, such as 2 5 6. If the team was level with
    /// another team and threw again, the faces of the next throw follow after a comma. If no team has throws, the order
    /// of the list is the grid order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Qualifying throws", length(max = MAX_QUALIFYING), inner(inner(range(min = 1, max = LARGEST_FACE))), extend("x-empty" = "such as 2 5 6; empty for none"))]
    pub qualifying: Vec<[u8; 3]>,
    /// The points that the team scored in earlier races of the championship. Every 20 points earn a slot of a skill.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(title = "Points so far")]
    pub points: u32,
    /// The skill slots that the team spent in earlier races.
    #[serde(default, skip_serializing_if = "is_given")]
    #[schemars(extend("default" = json!(Skills::default())))]
    pub skills: Skills,
    /// The team's drivers: driver 1, then driver 2.
    #[schemars(title = "Drivers", extend("x-item" = "driver", "x-numbered" = true))]
    pub drivers: [DriverEntry; DRIVERS],
}

impl TeamEntry {
    /// Returns the team's name, or its colour if it has no name.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        if self.name.is_empty() { &self.colour } else { &self.name }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(points: &u32) -> bool {
    *points == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_given(skills: &Skills) -> bool {
    *skills == Skills::default()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_usual(options: &Options) -> bool {
    *options == Options::default()
}

/// The setup of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The place of this race in a championship, such as race 2 of 5; leave it out for a single race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Part of a championship", extend("x-heading" = "Championship"))]
    pub championship: Option<Stage>,
    /// The options that the players agreed on.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[schemars(extend("x-heading" = "Rules"))]
    pub options: Options,
    /// The teams.
    #[schemars(title = "Teams", length(max = MAX_ENTRIES), extend("x-heading" = "Teams", "x-add" = "Add a team", "x-item" = "team", "x-ordered" = true))]
    pub teams: Vec<TeamEntry>,
}

impl Setup {
    /// Returns the indices of the teams in the list, in grid order (WW-QUAL-02, 03): by the sums of the throws, highest
    /// first. Teams with equal sums are ordered by their next throws. Teams that are still level keep the order of the
    /// list.
    #[must_use]
    pub fn grid_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.teams.len()).collect();
        let sums = |team: usize| self.teams[team].qualifying.iter().map(sum).collect::<Vec<u32>>();
        order.sort_by_cached_key(|team| std::cmp::Reverse(sums(*team)));
        order
    }
}

/// Returns the sum of a qualifying throw's three faces (WW-QUAL-01).
#[must_use]
pub fn sum(throw: &[u8; 3]) -> u32 {
    throw.iter().map(|face| u32::from(*face)).sum()
}

/// Returns the car number of a team's driver. `driver` is 0 for driver 1 and 1 for driver 2. `list_place` is the index
/// of the team in the entry list, from 0.
#[must_use]
pub fn car_of(list_place: usize, driver: usize) -> CarId {
    CarId((list_place as u32 + 1) * 10 + driver as u32 + 1)
}

impl Setup {
    /// Creates the default setup: two teams with the board's first colours.
    #[must_use]
    pub fn usual(draft: &Draft) -> Self {
        let mut setup = Self { championship: None, options: Options::default(), teams: Vec::new() };
        while setup.teams.len() < MIN_TEAMS {
            setup.teams.push(setup.next_team(draft));
        }
        setup
    }

    /// Creates one more team, with a colour that no other team has.
    fn next_team(&self, draft: &Draft) -> TeamEntry {
        let is_free = |colour: &&str| self.teams.iter().all(|team| team.colour != **colour);
        let mut colours = draft.garages.iter().map(|garage| garage.colour.as_str());
        let number = self.teams.len() + 1;
        let driver = |which: u32| DriverEntry::new(format!("Driver {number}.{which}"), Compound::Hard);
        TeamEntry {
            name: format!("Team {number}"),
            colour: colours.find(is_free).unwrap_or_default().to_owned(),
            qualifying: Vec::new(),
            points: 0,
            skills: Skills::default(),
            drivers: [driver(1), driver(2)],
        }
    }
}

impl FormData for Setup {
    type Of = Draft;

    fn hint(&self, draft: &Draft, path: &[&str]) -> Hint {
        match path {
            ["teams"] => Hint::range(MIN_TEAMS as i64..=MAX_TEAMS.min(draft.garages.len()) as i64),
            ["teams", _, "colour"] => {
                let colours = draft.garages.iter().map(|garage| garage.colour.as_str());
                Hint::choices(colours.map(|colour| (json!(colour), colour.to_owned())).collect())
            }
            // Only a championship has points and slots of earlier races (WW-CHAMP-01, WW-SKILL-04).
            ["teams", place, "points" | "skills"] => {
                let team = place.parse().ok().and_then(|place: usize| self.teams.get(place));
                let brings = team.is_some_and(|team| team.points > 0 || team.skills != Skills::default());
                Hint::hidden(self.championship.is_none() && !brings)
            }
            ["teams", _, "drivers", _, "tyre"] => Hint::choices(
                [Compound::Hard, Compound::Soft].map(|tyre| (json!(tyre), tyre.name().to_owned())).to_vec(),
            ),
            ["championship", "race"] => Hint::range(1..=self.championship.map_or(1, |stage| stage.races.into())),
            _ => Hint::default(),
        }
    }

    fn item(&self, draft: &Draft, path: &[&str]) -> Value {
        match path {
            ["championship"] => json!(Stage { race: 1, races: 3 }),
            _ => json!(self.next_team(draft)),
        }
    }

    fn settle(&mut self, _: &Draft, _: &Self, id: &str) {
        if let Some(stage) = &mut self.championship {
            stage.race = stage.race.clamp(1, stage.races.max(1));
        }
        let path: Vec<&str> = id.split('/').skip(1).collect();
        if let ["teams", team, "drivers", driver, "plan"] = path[..]
            && let (Ok(team), Ok(driver)) = (team.parse::<usize>(), driver.parse::<usize>())
            && let Some(driver) = self.teams.get_mut(team).and_then(|team| team.drivers.get_mut(driver))
            && let Some(plan) = driver.plan
        {
            driver.tyre = plan.compounds()[0];
        }
    }
}
