//! The three dice (ledger, sections 1 and 2). A score is the face thrown; the faces belong to the board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest face: a thrown 6 is what the rules speak of.
pub const LARGEST_FACE: u8 = 6;
/// How many faces a die has.
pub const FACES: usize = 6;

/// A die, from the slow one to the fast one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    /// The slow one.
    Blue,
    /// The one in between.
    Green,
    /// The fast one.
    Red,
}

impl Die {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Blue, Self::Green, Self::Red];

    /// Its colour.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Red => "red",
        }
    }

    /// The letter that records write.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Green => 'g',
            Self::Red => 'r',
        }
    }

    /// The die of a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|die| die.letter() == letter)
    }

    /// What stands for a gear in tables: 1 for the slow die to 3 for the fast one.
    #[must_use]
    pub const fn gear(self) -> u8 {
        self as u8 + 1
    }
}

/// The faces of the dice as a board file gives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// The slow die. Its six faces: those of the printed dice are not public, and the usual ones are assumed.
    #[schemars(title = "Blue die", inner(range(min = 1, max = 6)))]
    pub blue: Vec<u8>,
    /// The one in between. Its six faces: those of the printed dice are not public, and the usual ones are assumed.
    #[schemars(title = "Green die", inner(range(min = 1, max = 6)))]
    pub green: Vec<u8>,
    /// The fast one. Its six faces: those of the printed dice are not public, and the usual ones are assumed.
    #[schemars(title = "Red die", inner(range(min = 1, max = 6)))]
    pub red: Vec<u8>,
}

impl Default for Dice {
    /// The assumption of the ledger: the printed faces are not public.
    fn default() -> Self {
        Self { blue: vec![1, 1, 2, 2, 3, 3], green: vec![1, 2, 3, 4, 5, 6], red: vec![4, 4, 5, 5, 6, 6] }
    }
}

impl Dice {
    /// The faces of one.
    #[must_use]
    pub fn of(&self, die: Die) -> &[u8] {
        match die {
            Die::Blue => &self.blue,
            Die::Green => &self.green,
            Die::Red => &self.red,
        }
    }
}

/// The faces of three dice that passed validation, in the order of [`Die::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Faces(pub(super) [[u8; FACES]; 3]);

impl Faces {
    /// The faces of one.
    #[must_use]
    pub const fn of(&self, die: Die) -> &[u8; FACES] {
        &self.0[die as usize]
    }

    /// Whether a die shows a face.
    #[must_use]
    pub fn shows(&self, die: Die, face: u8) -> bool {
        self.of(die).contains(&face)
    }

    /// The faces of a die, each once with how many sides show it, from the lowest.
    #[must_use]
    pub fn odds(&self, die: Die) -> Vec<(u8, u8)> {
        let sides = |face: u8| self.of(die).iter().filter(|side| **side == face).count() as u8;
        (1..=LARGEST_FACE).map(|face| (face, sides(face))).filter(|(_, sides)| *sides > 0).collect()
    }

    /// The mean score of a die.
    #[must_use]
    pub fn mean(&self, die: Die) -> f64 {
        f64::from(self.of(die).iter().map(|face| u32::from(*face)).sum::<u32>()) / FACES as f64
    }

    /// The variance of a die's score.
    #[must_use]
    pub fn variance(&self, die: Die) -> f64 {
        let squares = self.of(die).iter().map(|face| u32::from(*face) * u32::from(*face)).sum::<u32>();
        f64::from(squares) / FACES as f64 - self.mean(die) * self.mean(die)
    }
}
