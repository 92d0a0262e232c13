//! The driver of a car: a computer driver of the program, or a guest (a player from outside the program).

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::guest::Guest;
use super::level::Level;

/// The driver of a car. Two drivers are equal if they have the same name.
#[derive(Clone)]
pub enum Driver {
    /// A driver that comes with the program.
    Level(Level),
    /// A player from outside, such as another program.
    Guest(Arc<dyn Guest>),
}

impl Driver {
    /// The name of the driver, as on the command line and in tables.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Level(level) => level.name(),
            Self::Guest(guest) => guest.name(),
        }
    }
}

impl Default for Driver {
    fn default() -> Self {
        Self::Level(Level::default())
    }
}

impl From<Level> for Driver {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl PartialEq for Driver {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Driver {}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Driver").field(&self.name()).finish()
    }
}

impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Driver {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
