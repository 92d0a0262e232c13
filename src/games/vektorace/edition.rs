//! The editions of the game: two printed ones and the published online edition.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::Surd;

/// The largest number of cars in a race of any edition (VR-SETUP-01).
pub const MAX_CARS: usize = 6;

/// The edition whose rules a race follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// The first printed edition.
    #[schemars(title = "first edition")]
    Formula8,
    /// The second printed edition.
    #[schemars(title = "second edition")]
    Second,
    /// The published online implementation: the second edition with its own interpretations and options.
    #[schemars(title = "online edition")]
    Online,
}

impl Edition {
    /// All three editions, in order of publication.
    pub const ALL: [Self; 3] = [Self::Formula8, Self::Second, Self::Online];

    /// Whether this is one of the two printed editions.
    #[inline]
    #[must_use]
    pub const fn is_printed(self) -> bool {
        !matches!(self, Self::Online)
    }

    /// Returns the smallest overlap of two pieces, on each axis, that counts as a collision (ledger, section 1.4,
    /// The online edition shrinks each piece by 1/100 octagon before it tests for collisions, so this overlap is
    /// 1/50 octagon. Returns `None` for the printed editions, in which every overlap is a collision.
    #[must_use]
    pub const fn overlap_tolerance(self) -> Option<Surd> {
        match self {
            Self::Formula8 | Self::Second => None,
            Self::Online => Some(Surd::from_units(400, 0)),
        }
    }

    /// Returns the smallest and largest number of cars allowed (VR-SETUP-01).
    #[must_use]
    pub const fn cars(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Self::Formula8 => 2..=4,
            Self::Second | Self::Online => 2..=6,
        }
    }

    /// Returns the smallest and largest number of laps allowed (VR-SETUP-02).
    #[must_use]
    pub const fn laps(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Self::Formula8 | Self::Second => 1..=99,
            Self::Online => 1..=5,
        }
    }

    /// Returns the edition's name in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Formula8 => "formula8",
            Self::Second => "second",
            Self::Online => "online",
        }
    }

    /// Returns the edition's name for display.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Formula8 => "first edition",
            Self::Second => "second edition",
            Self::Online => "online edition",
        }
    }
}
