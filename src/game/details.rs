//! What lies on the table beside what all games share: the words of one game, for whoever asks for everything.

use serde_json::{Map, Value};

/// Facts by name, as JSON has them.
pub type Facts = Map<String, Value>;

/// The facts of a state that only its game has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// Of the race: weather, flags.
    pub race: Facts,
    /// Of each car, in grid order: the space it stands on, its tyres, its stops.
    pub cars: Vec<Facts>,
}

/// Collects facts; those that are not there are left out.
#[derive(Debug, Default)]
pub struct Collector(Facts);

impl Collector {
    /// Adds a fact.
    pub fn add(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a fact where it holds.
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
