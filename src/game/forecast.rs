//! Forecasts of a race. A forecast is the expected number of turns to the finish, for each strategy. Not every game has
//! forecasts.

use serde::Serialize;

/// A forecast for one car, made at one moment of the race: the number of turns that the car still needs to the finish.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// The best strategy in a few words.
    pub headline: String,
    /// The forecasts, one for each strategy, in the order in which the game lists its strategies.
    pub prospects: Vec<Prospect>,
    /// The assumptions of the forecast and the rules it leaves out, in sentences.
    pub notes: Vec<String>,
}

/// The forecast for one strategy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prospect {
    /// The name that players use for the strategy.
    pub name: &'static str,
    /// A longer description of the strategy.
    pub about: String,
    /// The expected turns to the finish with the strategy; `None` if it cannot be forecast.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
    /// The reason why there is no forecast for the strategy, for example that the car can no longer follow the
    /// strategy. Empty if there is a forecast.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub closed: String,
}

/// The expected number of turns to the finish.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// The mean number of turns to the finish.
    pub turns: f64,
    /// The standard deviation of the number of turns to the finish.
    pub deviation: f64,
    /// The 5 % and the 95 % quantile of the number of turns. One race in twenty takes at most the first number of
    /// turns. Nineteen races in twenty take at most the second number.
    pub within: [u32; 2],
}

impl Forecast {
    /// The strategy with the lowest mean number of turns, and its forecast. `None` if no strategy can be forecast.
    #[must_use]
    pub fn best(&self) -> Option<(&Prospect, Expected)> {
        let known = self.prospects.iter().filter_map(|prospect| Some((prospect, prospect.expected?)));
        known.min_by(|(_, a), (_, b)| a.turns.total_cmp(&b.turns))
    }
}
