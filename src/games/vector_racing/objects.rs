//! The kinds of objects that act on racers, and their names.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of region. A region changes the next move of a racer that meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegionKind {
    /// An oil slick: a racer that meets it must repeat its move (RT-OIL).
    Oil,
    /// A speed-up: a racer that meets it may accelerate more in its next move (RT-FAST).
    Fast,
    /// A slow-down: a racer that meets it may brake harder in its next move (RT-SLOW).
    Slow,
}

impl RegionKind {
    /// Returns the matching [`ObjectKind`].
    #[must_use]
    pub const fn object(self) -> ObjectKind {
        match self {
            Self::Oil => ObjectKind::Oil,
            Self::Fast => ObjectKind::Fast,
            Self::Slow => ObjectKind::Slow,
        }
    }
}

/// The kinds of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// An oil slick: a racer that meets it must repeat its move.
    Oil,
    /// A speed-up, a region in which racers may accelerate more.
    Fast,
    /// A slow-down, a region in which racers may brake harder.
    Slow,
    /// A warp: a two-way connection between two points or two areas.
    Warp,
    /// A reflector: a mirror on a grid line.
    Refl,
    /// A spinner: a grid point that turns a path by 90°.
    Spin,
}

impl ObjectKind {
    /// All kinds of object.
    pub const ALL: [Self; 6] = [Self::Oil, Self::Fast, Self::Slow, Self::Warp, Self::Refl, Self::Spin];

    /// Returns the kind's name in files and notation.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Oil => "oil",
            Self::Fast => "fast",
            Self::Slow => "slow",
            Self::Warp => "warp",
            Self::Refl => "refl",
            Self::Spin => "spin",
        }
    }

    /// Returns the kind's name that players see.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oil => "oil slick",
            Self::Fast => "speed-up",
            Self::Slow => "slow-down",
            Self::Warp => "warp",
            Self::Refl => "reflector",
            Self::Spin => "spinner",
        }
    }
}

/// An object's id: its kind, and its number among the objects of this kind, in the order of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// The kind of object.
    pub kind: ObjectKind,
    /// The object's number among the objects of its kind, from 1.
    pub number: u8,
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.id(), self.number)
    }
}

impl FromStr for ObjectId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (kind, number) = text.split_once(':').ok_or(())?;
        let kind = ObjectKind::ALL.into_iter().find(|known| known.id() == kind).ok_or(())?;
        let is_number = !number.starts_with('+');
        Ok(Self { kind, number: number.parse().ok().filter(|number| is_number && *number > 0).ok_or(())? })
    }
}
