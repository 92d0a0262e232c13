//! The user's players, which are programs that drive cars. Also says which driver or player drives a car.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::drivers::Level;

/// A program that drives cars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The player's name in lists.
    pub name: String,
    /// The command that starts the program.
    pub command: String,
    /// The time limit for each decision, in seconds. If the player exceeds it, the novice driver makes the
    /// decision instead.
    pub seconds: u32,
}

impl Default for Player {
    fn default() -> Self {
        Self { name: String::new(), command: String::new(), seconds: 10 }
    }
}

impl Player {
    /// The time limit for each decision of this player.
    #[must_use]
    pub fn limit(&self) -> Duration {
        Duration::from_secs(u64::from(self.seconds.max(1)))
    }
}

/// The computer driver or the player's program that drives a car.
///
/// ```
/// use paddock::app::settings::players::DrivenBy;
///
/// // A level and the name of a player are both a text.
/// let seats: Vec<DrivenBy> = serde_json::from_str(r#"["club", "mine"]"#)?;
/// assert_eq!(seats[1], DrivenBy::Player("mine".to_owned()));
/// assert_eq!(seats[0].to_string(), "club driver");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DrivenBy {
    /// A computer driver of this level.
    Level(Level),
    /// The program of the player with this name. No player has the name of a level, so the two cannot be confused.
    Player(String),
}

impl fmt::Display for DrivenBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "{level} driver"),
            Self::Player(name) => f.write_str(name),
        }
    }
}
