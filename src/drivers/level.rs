//! The drivers that come with the program.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A computer driver of one of three strengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Plays by a rule of thumb, as a beginner does.
    Novice,
    /// Looks one turn ahead: plays the turn after which a lone car needs the fewest turns.
    #[default]
    Club,
    /// Continues the race with all cars after each of its best turns, and chooses the turn with the best results.
    Expert,
}

impl Level {
    /// All levels, from the weakest.
    pub const ALL: [Self; 3] = [Self::Novice, Self::Club, Self::Expert];

    /// The name of the level, as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Novice => "novice",
            Self::Club => "club",
            Self::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a driver that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no driver \"{0}\"; choose novice, club or expert")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let known = Self::ALL.into_iter().find(|level| level.name() == text.trim());
        known.ok_or_else(|| UnknownLevel(text.trim().chars().take(40).collect()))
    }
}

/// The aim of a driver that compares decisions by their expected results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The driver tries to have the best chance to win.
    #[default]
    Win,
    /// The driver tries to finish in the best place on average.
    Place,
}

/// The amount of computation that an expert does before a decision, and the expert's aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effort {
    /// The number of rollouts (trial continuations of the race) for all compared decisions together. `None` for the
    /// game's usual number.
    pub rollouts: Option<u32>,
    /// The number of decisions that an expert compares.
    pub candidates: usize,
    /// The aim of the driver.
    pub aim: Aim,
}

impl Default for Effort {
    fn default() -> Self {
        Self { rollouts: None, candidates: 6, aim: Aim::Win }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_by_their_names() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert_eq!(" club ".parse(), Ok(Level::Club));
        let wrong = "champion".parse::<Level>().unwrap_err();
        assert!(wrong.to_string().contains("novice, club or expert"), "{wrong}");
    }
}
