//! Super Powers: tokens that each work once (section 3.17). The names are working names of this project.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// From a boost the car may go to F, FL or FR with any turn (VR-POW-05).
    WideBoost,
    /// A boost of any length, whatever the gear (VR-POW-06).
    OpenBoost,
    /// An extra point for one payment (VR-POW-07).
    SparePoint,
    /// The declared gear changes by one at the start of the turn (VR-POW-08).
    LateShift,
    /// A push or shunt leaves no mark (VR-POW-09).
    Shield,
    /// Measuring before the declaration (VR-POW-10).
    TapeMeasure,
    /// One declaration as far as one likes for one point (VR-POW-11).
    JumpShift,
    /// A tyre point becomes a nitro point, or the other way round (VR-POW-12).
    SwapPoint,
}

impl Power {
    /// All eight, in the ledger's order.
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

    /// Its name for people.
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

    /// Its word in the notation (section 6.2).
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

/// How a power is used in the own turn. (The shield is the target's answer to an attack.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PowerUse {
    /// The car leaves its boost as it likes.
    WideBoost,
    /// It boosts as far as it likes.
    OpenBoost,
    /// One payment takes a tyre point less.
    SpareTyre,
    /// One payment takes a nitro point less.
    SpareNitro,
    /// The declared gear goes up by one for a nitro point.
    LateShiftUp,
    /// It goes down by one for a tyre point.
    LateShiftDown,
    /// The car's player measures before declaring.
    TapeMeasure,
    /// The declaration costs one point at most.
    JumpShift,
    /// A tyre point becomes a nitro point.
    SwapTyreForNitro,
    /// A nitro point becomes a tyre point.
    SwapNitroForTyre,
}

impl PowerUse {
    /// All ten.
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

    /// The power it is a use of.
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

    /// Its word in the notation, with its parameter (section 6.2).
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

/// The powers used in one turn: one, or at the end of a lap the old one and the new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PowerUses([Option<PowerUse>; 2]);

impl PowerUses {
    /// No power.
    pub const NONE: Self = Self([None, None]);

    /// These; `None` where there are more than two.
    #[must_use]
    pub fn new(uses: &[PowerUse]) -> Option<Self> {
        match uses {
            [] => Some(Self::NONE),
            [first] => Some(Self([Some(*first), None])),
            [first, second] => Some(Self([Some(*first), Some(*second)])),
            _ => None,
        }
    }

    /// In the order they are used.
    pub fn iter(self) -> impl Iterator<Item = PowerUse> {
        self.0.into_iter().flatten()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// A token that a car holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// Its power.
    pub power: Power,
    /// Whether it has been turned over (VR-POW-02).
    pub used: bool,
}

/// A set of powers: the reserve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PowerSet(u8);

impl PowerSet {
    /// All eight.
    pub const ALL: Self = Self(u8::MAX);

    const fn bit(power: Power) -> u8 {
        1 << power as u8
    }

    /// Whether it holds this one.
    #[must_use]
    pub const fn contains(self, power: Power) -> bool {
        self.0 & Self::bit(power) != 0
    }

    /// The same with this one.
    #[must_use]
    pub const fn with(self, power: Power) -> Self {
        Self(self.0 | Self::bit(power))
    }

    /// The same without this one.
    #[must_use]
    pub const fn without(self, power: Power) -> Self {
        Self(self.0 & !Self::bit(power))
    }

    /// Those in it, in the ledger's order.
    pub fn iter(self) -> impl Iterator<Item = Power> {
        Power::ALL.into_iter().filter(move |power| self.contains(*power))
    }
}
