//! How a race begins (RT-SET).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::draft::{Draft, Kind};
use super::options::Rules;
use crate::game::CarId;
use crate::game::form::{FormData, Hint};
use crate::limits::MAX_TITLE;
use crate::limits::vector_racing::MAX_ENTRIES;

/// The most racers (RT-SET-02).
pub const MAX_RACERS: usize = 16;
pub use crate::limits::vector_racing::MAX_LAPS;

/// A racer of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RacerEntry {
    /// Its number.
    #[schemars(title = "No.", range(min = 1, max = 999))]
    pub car: CarId,
    /// Who drives it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Player", length(max = MAX_TITLE), extend("x-beside" = true))]
    pub name: String,
    /// The mark it is drawn with on paper.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = MAX_TITLE), extend("x-hidden" = true))]
    pub mark: String,
    /// The colour it is drawn in on paper. Screens colour racers by their place in the list.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = MAX_TITLE), extend("x-hidden" = true))]
    pub colour: String,
    /// The grid point it starts from, where the track offers several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Start")]
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
    #[schemars(title = "Laps", range(min = 1, max = MAX_LAPS), extend("x-heading" = "Rules"))]
    pub laps: u32,
    /// All options, in place of the track's own.
    #[schemars(extend("x-always" = true))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The racers. In every turn they are recorded in this order.
    #[schemars(title = "Racers", length(max = MAX_ENTRIES), extend("x-heading" = "Racers", "x-add" = "Add a racer", "x-item" = "racer", "x-cars" = true))]
    pub racers: Vec<RacerEntry>,
}

impl Setup {
    /// A race of two on a circuit, by its own options.
    #[must_use]
    pub fn usual(draft: &Draft) -> Self {
        let racer = |number: u32| RacerEntry::new(CarId(number), format!("Player {number}"));
        Self { laps: draft.laps, rules: Some(draft.rules.clone()), racers: vec![racer(1), racer(2)] }
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
                // The first is the usual one, and need not be named.
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
        let is_taken = |number: &u32| self.racers.iter().any(|racer| racer.car.0 == *number);
        let number = (1..).find(|number| !is_taken(number)).unwrap_or(1);
        json!(RacerEntry::new(CarId(number), format!("Player {number}")))
    }
}
