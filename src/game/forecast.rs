//! What a car has to expect of each way it could go on, where a game can tell.

use serde::Serialize;

/// What was found out about a car at a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// The best of it in a few words.
    pub headline: String,
    /// The ways, in the game's order.
    pub prospects: Vec<Prospect>,
    /// What it rests on, and what it leaves out, in sentences.
    pub notes: Vec<String>,
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prospect {
    /// What players call it.
    pub name: &'static str,
    /// The same at length.
    pub about: String,
    /// What is to be expected of it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
    /// Why it is open no more, or nothing can be told of it; empty where something can.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub closed: String,
}

/// Turns to the finish.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// How many on average.
    pub turns: f64,
    /// How far they lie from it: the standard deviation.
    pub deviation: f64,
    /// How many are enough once in twenty times, and nineteen times in twenty.
    pub within: [u32; 2],
}

impl Forecast {
    /// The way with the fewest turns on average.
    #[must_use]
    pub fn best(&self) -> Option<(&Prospect, Expected)> {
        let told = self.prospects.iter().filter_map(|prospect| Some((prospect, prospect.expected?)));
        told.min_by(|(_, a), (_, b)| a.turns.total_cmp(&b.turns))
    }
}
