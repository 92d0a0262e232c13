//! Attacks as a turn records them (sections 3.12 to 3.14).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::CarId;

/// The kinds of attack (sections 3.12 to 3.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// Closing up behind a car, for nothing.
    Slipstream,
    /// Closing up behind a car and marking it: it may not shift down next turn.
    Push,
    /// Past a car for a nitro point.
    Slingshot,
    /// Past a car after a long boosted move (online edition).
    BoostOvertaking,
    /// Beside a car's rear: it cannot go that way next turn.
    Shunt,
    /// A shunt with the attacker turned towards its target (online edition).
    Ram,
}

impl AttackKind {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Slipstream, Self::Push, Self::Slingshot, Self::BoostOvertaking, Self::Shunt, Self::Ram];

    /// Its letter in the notation (section 6.2).
    #[must_use]
    pub const fn code(self) -> char {
        match self {
            Self::Slipstream => 'D',
            Self::Push => 'P',
            Self::Slingshot => 'S',
            Self::BoostOvertaking => 'O',
            Self::Shunt => 'H',
            Self::Ram => 'M',
        }
    }

    /// The rulebook's word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slipstream => "slipstream",
            Self::Push => "push",
            Self::Slingshot => "slingshot",
            Self::BoostOvertaking => "boost overtaking",
            Self::Shunt => "shunt",
            Self::Ram => "ram",
        }
    }
}

/// Where an attack leads, seen from the target: behind it, to one of its rear sides, or past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttackPlace {
    /// Rear-left of the target (shunt, ram).
    Left,
    /// Rear-right of the target (shunt, ram).
    Right,
    /// In front of it (slingshot, boost overtaking).
    Front,
    /// At its front-left.
    FrontLeft,
    /// At its front-right.
    FrontRight,
    /// Beside the car that blocks the way in front, on its left (VR-SLING-03).
    SideLeft,
    /// The same on its right.
    SideRight,
}

impl AttackPlace {
    /// All seven.
    pub const ALL: [Self; 7] =
        [Self::Left, Self::Right, Self::Front, Self::FrontLeft, Self::FrontRight, Self::SideLeft, Self::SideRight];

    /// Its letters in the notation (section 6.2).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Left => "L",
            Self::Right => "R",
            Self::Front => "F",
            Self::FrontLeft => "FL",
            Self::FrontRight => "FR",
            Self::SideLeft => "SL",
            Self::SideRight => "SR",
        }
    }
}

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// What kind.
    pub kind: AttackKind,
    /// On which car.
    pub target: CarId,
    /// Where it leads, for the kinds that have a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<AttackPlace>,
    /// Whether the target plays its shield against it (VR-POW-09).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shield: bool,
}
