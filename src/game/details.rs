//! Facts that only one game has, such as weather or tyres. The program shows them together with the facts that all
//! games share.

use serde_json::{Map, Value};

/// Facts as a JSON object: each fact has a name and a value.
pub type Facts = Map<String, Value>;

/// Game-specific facts about one position of a race, such as the weather.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// Facts about the race, such as weather and flags.
    pub race: Facts,
    /// Facts about each car, in grid order, such as its space, tyres and stops.
    pub cars: Vec<Facts>,
}

/// Collects facts, such as the weather, one by one.
#[derive(Debug, Default)]
pub struct Collector(Facts);

impl Collector {
    /// Adds a fact, or replaces the fact of this name.
    pub fn add(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a fact if `holds` is true.
    pub fn add_if(&mut self, holds: bool, name: &str, value: impl Into<Value>) -> &mut Self {
        if holds {
            self.add(name, value);
        }
        self
    }

    /// The facts collected so far.
    #[must_use]
    pub fn facts(self) -> Facts {
        self.0
    }
}
