//! The setup of a race: its laps, rules and cars.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::draft::{Draft, is_default};
use super::options::{Preset, Rules, Skill, TyreSet};
use super::turn::Wear;
use crate::game::form::{FormData, Hint};
use crate::game::{CarId, Entrant};

use crate::limits::MAX_TITLE;
use crate::limits::formula_d::MAX_ENTRIES;
pub use crate::limits::formula_d::MAX_LAPS;
/// The most cars in a race.
pub const MAX_CARS: usize = 20;

/// The way in which the grid order is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grid {
    /// The cars start in the order in which they are listed.
    #[default]
    #[schemars(title = "as listed")]
    Typed,
    /// Rolls of the black die decide the grid order (FD-SET-03).
    #[schemars(title = "by black rolls")]
    Rolled,
}

/// Weather rolls before qualifying and before the race, each with the second roll that the skill Weather Frog allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeatherRolls {
    /// The weather roll before the qualifying laps (FD-WEA-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Roll before qualifying", range(min = 1, max = 20), extend("x-when" = json!([{"/rules/qualifying": true}])))]
    pub qualifying: Option<u8>,
    /// The weather roll before the race (FD-WEA-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Weather roll", range(min = 1, max = 20))]
    pub race: Option<u8>,
    /// The second weather roll before qualifying, which the driver with the skill Weather Frog asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Second roll before qualifying", range(min = 1, max = 20), extend("x-when" = json!([{"/rules/qualifying": true, "/rules/road": true}])))]
    pub frog_qualifying: Option<u8>,
    /// The second weather roll before the race, which the driver with the skill Weather Frog asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Second weather roll", range(min = 1, max = 20), extend("x-when" = json!([{"/rules/road": true}])))]
    pub frog_race: Option<u8>,
}

/// An entry: a car and its driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarEntry {
    /// The car's number.
    #[schemars(title = "No.", range(min = 1, max = Entrant::LARGEST))]
    pub car: CarId,
    /// The driver's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Player", length(max = MAX_TITLE), extend("x-beside" = true))]
    pub name: String,
    /// The car's colour.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = MAX_TITLE), extend("x-hidden" = true))]
    pub colour: String,
    /// The car's wear points: tyres, brakes, gearbox, body, engine and handling, such as `6/3/3/3/3/2`. If missing, the
    /// car has the wear points of the preset or of its driver card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Wear points", extend("x-empty" = "tyres/brakes/gearbox/body/engine/handling, such as 6/3/3/3/3/2", "x-when" = json!([{"/rules/construction": true}, {"/rules/switches/stock_car": false}])))]
    pub wear: Option<Wear>,
    /// The car's tyres in the race.
    #[serde(default, rename = "tires", skip_serializing_if = "is_default")]
    #[schemars(title = "Tyres", extend("x-when" = json!([{"/rules/tires": true}])))]
    pub tyres: TyreSet,
    /// The car's tyres in qualifying, if they differ from its tyres in the race.
    #[serde(default, rename = "qualifying_tires", skip_serializing_if = "Option::is_none")]
    #[schemars(title = "In qualifying", extend("x-none" = "the same", "x-when" = json!([{"/rules/tires": true, "/rules/qualifying": true}])))]
    pub qualifying_tyres: Option<TyreSet>,
    /// The driver's skill in a road race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Card", extend("x-none" = "no card", "x-when" = json!([{"/rules/road": true}])))]
    pub skill: Option<Skill>,
    /// The number of the car's pit box. If missing, the boxes are assigned in the order of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Box", extend("x-when" = json!([{"/rules/teams": true}])))]
    pub pit_box: Option<u32>,
    /// The number of the car's team. Two cars with the same team number are a team. If missing, each pair of neighbours
    /// in the list is a team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Team", extend("x-beside" = true, "x-when" = json!([{"/rules/teams": true}])))]
    pub team: Option<u32>,
    /// The number of the car's grid slot. If missing, the slot is the car's position in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Slot")]
    pub slot: Option<u32>,
    /// The car's rolls of the black die for its place on the grid: the first roll, then the rolls after ties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Grid rolls", length(max = MAX_ENTRIES), inner(range(min = 1, max = 20)), extend("x-when" = json!([{"/grid": "rolled", "/rules/qualifying": false}])))]
    pub rolls: Vec<u8>,
}

impl CarEntry {
    /// Creates the entry of a car with the standard wear points and hard tyres.
    #[must_use]
    pub fn new(car: CarId, name: impl Into<String>) -> Self {
        Self {
            car,
            name: name.into(),
            colour: String::new(),
            wear: None,
            tyres: TyreSet::Hard,
            qualifying_tyres: None,
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

/// The setup of a race: everything that a race needs at its start, except the circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of laps.
    #[serde(default = "two")]
    #[schemars(title = "Laps", range(min = 1, max = MAX_LAPS), extend("x-heading" = "Rules"))]
    pub laps: u32,
    /// The rules of the race.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: Rules,
    /// The way in which the grid order is decided. In a race with qualifying, the qualifying laps decide.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Grid", extend("x-heading" = "Grid and weather"))]
    pub grid: Grid,
    /// The weather rolls.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-when" = json!([{"/rules/weather": true}])))]
    pub weather: WeatherRolls,
    /// The digest of the circuit on which the race was recorded, in hexadecimal (FD-LOG-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub circuit: Option<String>,
    /// The cars of the race, each with its driver.
    #[schemars(title = "Cars", length(max = MAX_ENTRIES), extend("x-heading" = "Cars", "x-add" = "Add a car", "x-item" = "car", "x-ordered" = true, "x-cars" = true))]
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

impl Setup {
    /// Creates the usual race on a circuit: two cars with the standard wear points.
    #[must_use]
    pub fn usual(draft: &Draft) -> Self {
        let car = |number: u32| CarEntry::new(CarId(number), format!("Player {number}"));
        Self { laps: draft.laps.clamp(1, MAX_LAPS), cars: vec![car(1), car(2)], ..Self::default() }
    }
}

impl FormData for Setup {
    type Of = Draft;

    fn hint(&self, draft: &Draft, path: &[&str]) -> Hint {
        match path {
            ["cars"] => Hint::range(1..=MAX_CARS.min(draft.slots().max(1)) as i64),
            // The order of the list is the grid order, unless a car has a slot of its own.
            ["cars", _, "slot"] => Hint::hidden(self.cars.iter().all(|car| car.slot.is_none())),
            _ => Hint::default(),
        }
    }

    fn item(&self, _: &Draft, _: &[&str]) -> Value {
        let Entrant { car, name } = Entrant::next(self.cars.iter().map(|entry| (entry.car, entry.name.as_str())));
        json!(CarEntry::new(car, name))
    }

    fn settle(&mut self, _: &Draft, _: &Self, id: &str) {
        if id == "/rules/preset" && self.rules.is_basic() {
            // The basic game has one lap, and no options except qualifying.
            let Rules { qualifying, ref switches, .. } = self.rules;
            self.rules = Rules { preset: Preset::Basic, qualifying, switches: switches.clone(), ..Rules::default() };
            self.laps = 1;
        }
    }
}
