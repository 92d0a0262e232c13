//! Sides of an octagon and rotations of a car, which describe every placement (ledger, sections 2.1 and 2.2).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of an octagon where the next piece may be put, seen in the direction of travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side at 90° to the left of straight ahead.
    SideLeft,
    /// The side at 45° to the left of straight ahead.
    FrontLeft,
    /// The side straight ahead.
    Front,
    /// The side at 45° to the right of straight ahead.
    FrontRight,
    /// The side at 90° to the right of straight ahead.
    SideRight,
}

impl Side {
    /// All five sides, from left to right.
    pub const ALL: [Self; 5] = [Self::SideLeft, Self::FrontLeft, Self::Front, Self::FrontRight, Self::SideRight];

    /// Returns the side's angle from straight ahead, in eighths of a full turn: from 2 (left) to -2 (right).
    #[inline]
    #[must_use]
    pub const fn eighths(self) -> i64 {
        match self {
            Self::SideLeft => 2,
            Self::FrontLeft => 1,
            Self::Front => 0,
            Self::FrontRight => -1,
            Self::SideRight => -2,
        }
    }

    /// Whether the side is at 90° to the direction of travel: side-left or side-right.
    #[inline]
    #[must_use]
    pub const fn is_aside(self) -> bool {
        matches!(self, Self::SideLeft | Self::SideRight)
    }

    /// Returns the side's code in the notation.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::SideLeft => "SL",
            Self::FrontLeft => "FL",
            Self::Front => "F",
            Self::FrontRight => "FR",
            Self::SideRight => "SR",
        }
    }

    /// Returns the side's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SideLeft => "side-left",
            Self::FrontLeft => "front-left",
            Self::Front => "front",
            Self::FrontRight => "front-right",
            Self::SideRight => "side-right",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rotation of a car at its new place: at most 45° to either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    /// The car rotates 45° to the left.
    Left,
    /// The car does not rotate.
    Straight,
    /// The car rotates 45° to the right.
    Right,
}

impl Rotation {
    /// All three rotations, from left to right.
    pub const ALL: [Self; 3] = [Self::Left, Self::Straight, Self::Right];

    /// Returns the angle of the rotation, in eighths of a full turn: 1 (left), 0 or -1 (right).
    #[inline]
    #[must_use]
    pub const fn eighths(self) -> i64 {
        match self {
            Self::Left => 1,
            Self::Straight => 0,
            Self::Right => -1,
        }
    }

    /// Returns the character that stands for the rotation in the notation.
    #[must_use]
    pub const fn code(self) -> char {
        match self {
            Self::Left => '<',
            Self::Straight => '-',
            Self::Right => '>',
        }
    }
}
