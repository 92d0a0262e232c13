//! Facts about a state that only one game has, such as its weather or tyres, for complete listings.

use serde_json::{Map, Value};

/// Facts by name, as JSON has them.
pub type Facts = Map<String, Value>;

/// The facts of a state that only its game has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// Facts about the race: weather, flags.
    pub race: Facts,
    /// Facts about each car, in grid order: its space, tyres and stops.
    pub cars: Vec<Facts>,
}

/// Collects facts; absent ones are left out.
#[derive(Debug, Default)]
pub struct Collector(Facts);

impl Collector {
    /// Adds a fact.
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

    /// The facts.
    #[must_use]
    pub fn facts(self) -> Facts {
        self.0
    }
}
