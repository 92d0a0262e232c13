//! Tyres: compounds, sets and plans (WW-TYRE).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The compound of a set of tyres: hard, soft or wet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compound {
    /// Slow tyres that last two laps.
    Hard,
    /// Fast tyres that last one lap.
    Soft,
    /// Tyres for rain. In all other respects they count as hard tyres.
    Wet,
}

impl Compound {
    /// All compounds of tyres.
    pub const ALL: [Self; 3] = [Self::Hard, Self::Soft, Self::Wet];

    /// The name of the compound.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
            Self::Wet => "wet",
        }
    }

    /// The letter of the compound in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Hard => 'H',
            Self::Soft => 'S',
            Self::Wet => 'W',
        }
    }

    /// Returns the compound with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|compound| compound.letter() == letter)
    }

    /// Returns hard or soft: the compound that these tyres count as, for the rule that a driver must use both. Wet
    /// tyres count as hard.
    #[must_use]
    pub const fn counts_as(self) -> Self {
        match self {
            Self::Wet => Self::Hard,
            other => other,
        }
    }

    /// Returns the number of laps that a set of this compound lasts (WW-TYRE-01).
    #[must_use]
    pub const fn limit(self) -> u8 {
        match self {
            Self::Hard | Self::Wet => 2,
            Self::Soft => 1,
        }
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The set of tyres on a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set {
    /// The compound of the tyres in this set.
    pub compound: Compound,
    /// The number of laps that count as driven on this set of tyres.
    pub laps: u8,
}

impl Set {
    /// Creates a fresh set of tyres.
    #[must_use]
    pub const fn new(compound: Compound) -> Self {
        Self { compound, laps: 0 }
    }

    /// Returns the number of further laps that this set of tyres lasts.
    #[must_use]
    pub const fn left(self) -> u8 {
        self.compound.limit().saturating_sub(self.laps)
    }

    /// Whether this set of tyres is worn: it lasts no further lap.
    #[must_use]
    pub const fn is_worn(self) -> bool {
        self.left() == 0
    }
}

/// The tyre compounds on which a driver has driven at least one lap, as the rules count laps. Wet tyres count as hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Used {
    /// Whether a lap counts as driven on hard tyres. A lap on wet tyres counts as a lap on hard tyres.
    pub hard: bool,
    /// Whether a lap counts as driven on soft tyres.
    pub soft: bool,
}

impl Used {
    /// Returns these used compounds with one more compound added.
    #[must_use]
    pub const fn with(self, compound: Compound) -> Self {
        match compound.counts_as() {
            Compound::Soft => Self { soft: true, ..self },
            _ => Self { hard: true, ..self },
        }
    }

    /// Returns the number of unused compounds among hard and soft, from 0 to 2.
    #[must_use]
    pub const fn missing_count(self) -> u8 {
        !self.hard as u8 + !self.soft as u8
    }

    /// Returns the compound that has not been used. Returns hard if neither has been used, and `None` if both have.
    #[must_use]
    pub const fn missing(self) -> Option<Compound> {
        match self {
            Self { hard: false, .. } => Some(Compound::Hard),
            Self { soft: false, .. } => Some(Compound::Soft),
            _ => None,
        }
    }
}

/// A tyre strategy: the compounds of the three laps (WW-TYRE-08, 09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Plan {
    /// Hard in lap 1, hard in lap 2, soft in lap 3.
    Hhs,
    /// Hard in lap 1, soft in lap 2, hard in lap 3.
    Hsh,
    /// Soft in lap 1, hard in lap 2, soft in lap 3.
    Shs,
    /// Soft in lap 1, soft in lap 2, hard in lap 3.
    Ssh,
    /// Hard in lap 1, soft in lap 2, soft in lap 3.
    Hss,
    /// Soft in lap 1, hard in lap 2, hard in lap 3.
    Shh,
}

impl Plan {
    /// All six tyre strategies, in the rulebook's order.
    pub const ALL: [Self; 6] = [Self::Hhs, Self::Hsh, Self::Shs, Self::Ssh, Self::Hss, Self::Shh];

    /// Returns the plan's compounds for laps 1 to 3.
    #[must_use]
    pub const fn compounds(self) -> [Compound; 3] {
        use Compound::{Hard, Soft};
        match self {
            Self::Hhs => [Hard, Hard, Soft],
            Self::Hsh => [Hard, Soft, Hard],
            Self::Shs => [Soft, Hard, Soft],
            Self::Ssh => [Soft, Soft, Hard],
            Self::Hss => [Hard, Soft, Soft],
            Self::Shh => [Soft, Hard, Hard],
        }
    }

    /// Returns the tyre plan's name in files: the letters of its compounds, lap by lap, such as `HHS`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Hhs => "HHS",
            Self::Hsh => "HSH",
            Self::Shs => "SHS",
            Self::Ssh => "SSH",
            Self::Hss => "HSS",
            Self::Shh => "SHH",
        }
    }

    /// Returns the number of stops that the plan needs, if the driver changes each set as late as the plan allows.
    #[must_use]
    pub fn stops(self) -> usize {
        (1..3).filter(|lap| self.changes_after(*lap)).count()
    }

    /// Whether the plan changes the set of tyres before the end of this lap (from 1). It does if the plan has another
    /// compound for the next lap, or if the current set would then be worn.
    #[must_use]
    pub fn changes_after(self, lap: u8) -> bool {
        let compounds = self.compounds();
        let at = usize::from(lap);
        match (compounds.get(at.wrapping_sub(1)), compounds.get(at)) {
            (Some(now), Some(next)) => now != next || *now == Compound::Soft,
            _ => false,
        }
    }

    /// Returns the plan's compound for a lap, from 1.
    #[must_use]
    pub fn compound(self, lap: u8) -> Option<Compound> {
        self.compounds().get(usize::from(lap).wrapping_sub(1)).copied()
    }
}
