//! Super Powers: tokens that a car can use once each (ledger, section 3.17). The program uses its own names for them,
//! not the rulebook's.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the eight Super Powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// At the end of a boost the car may be placed at the front, front-left or front-right, with any rotation
    /// (VR-POW-05).
    WideBoost,
    /// The boost may have any length, whatever the gear (VR-POW-06).
    OpenBoost,
    /// The car gets one extra point, which it must spend in the same turn (VR-POW-07).
    SparePoint,
    /// The player changes the declared gear by one at the start of the turn (VR-POW-08).
    LateShift,
    /// A push or shunt against the car leaves no mark (VR-POW-09).
    Shield,
    /// The player may measure before declaring a gear (VR-POW-10).
    TapeMeasure,
    /// The declaration may change the gear by any number and costs only one point (VR-POW-11).
    JumpShift,
    /// A tyre point becomes a nitro point, or a nitro point becomes a tyre point (VR-POW-12).
    SwapPoint,
}

impl Power {
    /// All eight powers, in the ledger's order.
    pub const ALL: [Self; 8] = [
        Self::WideBoost,
        Self::OpenBoost,
        Self::SparePoint,
        Self::LateShift,
        Self::Shield,
        Self::TapeMeasure,
        Self::JumpShift,
        Self::SwapPoint,
    ];

    /// Returns the power's name for display.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WideBoost => "wide boost",
            Self::OpenBoost => "open boost",
            Self::SparePoint => "spare point",
            Self::LateShift => "late shift",
            Self::Shield => "shield",
            Self::TapeMeasure => "tape measure",
            Self::JumpShift => "jump shift",
            Self::SwapPoint => "swap point",
        }
    }

    /// Returns the power's word in the notation (ledger, section 6.2).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::WideBoost => "wide",
            Self::OpenBoost => "open",
            Self::SparePoint => "spare",
            Self::LateShift => "late",
            Self::Shield => "shield",
            Self::TapeMeasure => "tape",
            Self::JumpShift => "jump",
            Self::SwapPoint => "swap",
        }
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One use of a Super Power by a car in its own turn. The shield is not in this list, because a car uses its shield in
/// the attacker's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PowerUse {
    /// The car may be placed at the front, front-left or front-right of its boost, with any rotation.
    WideBoost,
    /// The boost may have any length, whatever the gear.
    OpenBoost,
    /// One payment in this turn costs one tyre point less.
    SpareTyre,
    /// One payment in this turn costs one nitro point less.
    SpareNitro,
    /// The declared gear goes up by one for a nitro point.
    LateShiftUp,
    /// The declared gear goes down by one for a tyre point.
    LateShiftDown,
    /// The player measures before declaring the next gear.
    TapeMeasure,
    /// Declaring the next gear costs one point, however far it is from the current gear.
    JumpShift,
    /// A tyre point becomes a nitro point.
    SwapTyreForNitro,
    /// A nitro point becomes a tyre point.
    SwapNitroForTyre,
}

impl PowerUse {
    /// Whether the car swaps a point of one kind for a point of the other kind (VR-POW-12).
    #[must_use]
    pub const fn swaps_points(self) -> bool {
        matches!(self, Self::SwapTyreForNitro | Self::SwapNitroForTyre)
    }

    /// All ten uses of a power in a car's own turn.
    pub const ALL: [Self; 10] = [
        Self::WideBoost,
        Self::OpenBoost,
        Self::SpareTyre,
        Self::SpareNitro,
        Self::LateShiftUp,
        Self::LateShiftDown,
        Self::TapeMeasure,
        Self::JumpShift,
        Self::SwapTyreForNitro,
        Self::SwapNitroForTyre,
    ];

    /// Returns the Super Power that is used.
    #[must_use]
    pub const fn power(self) -> Power {
        match self {
            Self::WideBoost => Power::WideBoost,
            Self::OpenBoost => Power::OpenBoost,
            Self::SpareTyre | Self::SpareNitro => Power::SparePoint,
            Self::LateShiftUp | Self::LateShiftDown => Power::LateShift,
            Self::TapeMeasure => Power::TapeMeasure,
            Self::JumpShift => Power::JumpShift,
            Self::SwapTyreForNitro | Self::SwapNitroForTyre => Power::SwapPoint,
        }
    }

    /// Returns the word for this use of a Super Power in the notation, such as `spareT` (ledger, section 6.2).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::WideBoost => "wide",
            Self::OpenBoost => "open",
            Self::SpareTyre => "spareT",
            Self::SpareNitro => "spareN",
            Self::LateShiftUp => "late+",
            Self::LateShiftDown => "late-",
            Self::TapeMeasure => "tape",
            Self::JumpShift => "jump",
            Self::SwapTyreForNitro => "swapTN",
            Self::SwapNitroForTyre => "swapNT",
        }
    }
}

/// The Super Powers used in one turn: at most one, or two if the car completes a lap. Such a car swaps its token in
/// that turn, and may use both the old token and the new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PowerUses([Option<PowerUse>; 2]);

impl PowerUses {
    /// The empty list: no power is used.
    pub const NONE: Self = Self([None, None]);

    /// Creates the list of these uses. Returns `None` if there are more than two.
    #[must_use]
    pub fn new(uses: &[PowerUse]) -> Option<Self> {
        match uses {
            [] => Some(Self::NONE),
            [first] => Some(Self([Some(*first), None])),
            [first, second] => Some(Self([Some(*first), Some(*second)])),
            _ => None,
        }
    }

    /// Iterates over the uses, in the order in which they happen in the turn.
    pub fn iter(self) -> impl Iterator<Item = PowerUse> {
        self.0.into_iter().flatten()
    }

    /// Whether no power is used.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// A Super Power token that a car holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The token's power.
    pub power: Power,
    /// Whether the token has been used, that is, turned over (VR-POW-02).
    pub used: bool,
}

/// A set of powers, such as the reserve: the powers that no car holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PowerSet(u8);

impl PowerSet {
    /// The set of all eight powers.
    pub const ALL: Self = Self(u8::MAX);

    const fn bit(power: Power) -> u8 {
        1 << power as u8
    }

    /// Whether the set contains this power.
    #[must_use]
    pub const fn contains(self, power: Power) -> bool {
        self.0 & Self::bit(power) != 0
    }

    /// Returns the set with this power added.
    #[must_use]
    pub const fn with(self, power: Power) -> Self {
        Self(self.0 | Self::bit(power))
    }

    /// Returns the set with this power removed.
    #[must_use]
    pub const fn without(self, power: Power) -> Self {
        Self(self.0 & !Self::bit(power))
    }

    /// Returns the powers in the set, in the ledger's order.
    pub fn iter(self) -> impl Iterator<Item = Power> {
        Power::ALL.into_iter().filter(move |power| self.contains(*power))
    }
}
