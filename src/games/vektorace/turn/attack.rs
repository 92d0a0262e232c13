//! The attack that is part of a recorded turn (ledger, sections 3.12 to 3.14).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::CarId;

/// The kinds of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// The attacker moves up behind a car. This costs nothing and leaves no mark on the target.
    Slipstream,
    /// The attacker moves up behind a car and leaves a mark on it: the target may not shift down in its next turn.
    Push,
    /// The attacker passes a car. This costs a nitro point.
    Slingshot,
    /// The attacker passes a car after a long boosted move (online edition).
    BoostOvertaking,
    /// The attacker moves beside a car's rear: the target cannot go to that side in its next turn.
    Shunt,
    /// A shunt with the attacker facing 45° towards its target (online edition).
    Ram,
}

impl AttackKind {
    /// All six kinds of attack.
    pub const ALL: [Self; 6] =
        [Self::Slipstream, Self::Push, Self::Slingshot, Self::BoostOvertaking, Self::Shunt, Self::Ram];

    /// Returns the kind's letter in the notation (ledger, section 6.2).
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

    /// Returns the kind's name in the rulebook.
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

/// The place that an attack leads to, seen from the target: beside its rear, or in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttackPlace {
    /// The place beside the target's rear, on its left (shunt, ram).
    Left,
    /// The place beside the target's rear, on its right (shunt, ram).
    Right,
    /// The place straight in front of the target (slingshot, boost overtaking).
    Front,
    /// The place at the front-left of the target (slingshot, boost overtaking).
    FrontLeft,
    /// The place at the front-right of the target (slingshot, boost overtaking).
    FrontRight,
    /// The place to the left of the car that blocks the place in front of the target (VR-SLING-03).
    SideLeft,
    /// The place to the right of the car that blocks the place in front of the target (VR-SLING-03).
    SideRight,
}

impl AttackPlace {
    /// All seven places that an attack can lead to.
    pub const ALL: [Self; 7] =
        [Self::Left, Self::Right, Self::Front, Self::FrontLeft, Self::FrontRight, Self::SideLeft, Self::SideRight];

    /// Returns the place's letters in the notation (ledger, section 6.2).
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

/// An attack of a car on another car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The kind of attack.
    pub kind: AttackKind,
    /// The car that is attacked.
    pub target: CarId,
    /// The place that the attack leads to; `None` for a slipstream or push, which have only one place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<AttackPlace>,
    /// Whether the target uses its shield against the attack (VR-POW-09).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shield: bool,
}
