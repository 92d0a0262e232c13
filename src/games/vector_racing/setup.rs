//! The setup of a race (RT-SET).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::draft::{Draft, Kind};
use super::options::Rules;
use crate::game::form::{FormData, Hint};
use crate::game::{CarId, Entrant};
use crate::limits::MAX_TITLE;
use crate::limits::vector_racing::MAX_ENTRIES;

/// The largest number of racers (RT-SET-02).
pub const MAX_RACERS: usize = 16;
pub use crate::limits::vector_racing::MAX_LAPS;

/// A racer of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RacerEntry {
    /// The racer's number, 1 to 999.
    #[schemars(title = "No.", range(min = 1, max = Entrant::LARGEST))]
    pub car: CarId,
    /// The player's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Player", length(max = MAX_TITLE), extend("x-beside" = true))]
    pub name: String,
    /// The sign with which the player marks the racer's moves on paper.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Sign", length(max = MAX_TITLE), extend("x-beside" = true, "x-empty" = "on paper"))]
    pub mark: String,
    /// The racer's colour on paper. On screen, the colour follows from the racer's position in the list.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = MAX_TITLE), extend("x-hidden" = true))]
    pub colour: String,
    /// The grid point from which the racer starts, if the track has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Start")]
    pub start: Option<[i32; 2]>,
}

impl RacerEntry {
    /// Creates a racer with a number and a name only.
    #[must_use]
    pub fn new(car: CarId, name: impl Into<String>) -> Self {
        Self { car, name: name.into(), mark: String::new(), colour: String::new(), start: None }
    }
}

const fn one_lap() -> u32 {
    1
}

/// The setup of a race: the racers, the laps and the options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of laps on a circuit.
    #[serde(default = "one_lap")]
    #[schemars(title = "Laps", range(min = 1, max = MAX_LAPS), extend("x-heading" = "Rules"))]
    pub laps: u32,
    /// The rules of this race. If absent, the circuit's own rules apply.
    #[schemars(extend("x-always" = true))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The racers. Every turn is recorded in this order.
    #[schemars(title = "Racers", length(max = MAX_ENTRIES), extend("x-heading" = "Racers", "x-add" = "Add a racer", "x-item" = "racer", "x-cars" = true))]
    pub racers: Vec<RacerEntry>,
}

impl Setup {
    /// Creates a race of two racers with the circuit's own laps and options.
    #[must_use]
    pub fn usual(draft: &Draft) -> Self {
        let racer = |number: u32| RacerEntry::new(CarId(number), format!("Player {number}"));
        Self { laps: draft.laps_of(draft.laps), rules: Some(draft.rules.clone()), racers: vec![racer(1), racer(2)] }
    }
}

impl FormData for Setup {
    type Of = Draft;

    fn complete(&self, draft: &Draft) -> Self {
        Self { rules: Some(self.rules.as_ref().unwrap_or(&draft.rules).clone()), ..self.clone() }
    }

    fn hint(&self, draft: &Draft, path: &[&str]) -> Hint {
        match path {
            ["laps"] => Hint::hidden(draft.kind != Kind::Circuit),
            ["racers"] => Hint::range(1..=MAX_RACERS as i64),
            ["racers", _, "start"] => {
                let axis = self.rules.as_ref().unwrap_or(&draft.rules).y_axis;
                let starts: Vec<[i32; 2]> = draft.all_starts().collect();
                // For the first start, the file leaves the field out, so its value here is null.
                let named = starts.iter().enumerate().map(|(place, at)| {
                    let [x, y] = axis.shown(*at);
                    (if place == 0 { Value::Null } else { json!(at) }, format!("{x}, {y}"))
                });
                Hint { hidden: starts.len() < 2, choices: Some(named.collect()), range: None }
            }
            _ => Hint::default(),
        }
    }

    fn item(&self, _: &Draft, path: &[&str]) -> Value {
        if path.last() == Some(&"hits") {
            return json!(super::options::Hits::of(1));
        }
        let Entrant { car, name } = Entrant::next(self.racers.iter().map(|entry| (entry.car, entry.name.as_str())));
        json!(RacerEntry::new(car, name))
    }
}
