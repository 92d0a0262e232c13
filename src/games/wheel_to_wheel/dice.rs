//! The three dice (rules ledger, sections 1 and 2). The score of a throw is the number on the face thrown. Each board
//! defines the faces of its dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest face. The rules have special cases for a 6.
pub const LARGEST_FACE: u8 = 6;
/// The number of faces of a die.
pub const FACES: usize = 6;

/// A die: blue is the slow one, green the middle one, red the fast one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    /// The slow die.
    Blue,
    /// The middle die.
    Green,
    /// The fast die.
    Red,
}

impl Die {
    /// All dice.
    pub const ALL: [Self; 3] = [Self::Blue, Self::Green, Self::Red];

    /// The colour of the die.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Red => "red",
        }
    }

    /// The letter of the die in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Green => 'g',
            Self::Red => 'r',
        }
    }

    /// Returns the die with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|die| die.letter() == letter)
    }

    /// The number that tables show as the gear: 1 for the slow die, 2 for the middle die, 3 for the fast die.
    #[must_use]
    pub const fn gear(self) -> u8 {
        self as u8 + 1
    }
}

/// The faces of the dice in a board file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// The six faces of the slow die. The printed faces are not public, so the default is a guess.
    #[schemars(title = "Blue die", inner(range(min = 1, max = 6)))]
    pub blue: Vec<u8>,
    /// The six faces of the middle die. The printed faces are not public, so the default is a guess.
    #[schemars(title = "Green die", inner(range(min = 1, max = 6)))]
    pub green: Vec<u8>,
    /// The six faces of the fast die. The printed faces are not public, so the default is a guess.
    #[schemars(title = "Red die", inner(range(min = 1, max = 6)))]
    pub red: Vec<u8>,
}

impl Default for Dice {
    /// Returns the dice with the faces that the rules ledger assumes. The printed faces are not public.
    fn default() -> Self {
        Self { blue: vec![1, 1, 2, 2, 3, 3], green: vec![1, 2, 3, 4, 5, 6], red: vec![4, 4, 5, 5, 6, 6] }
    }
}

impl Dice {
    /// Returns the faces of one die, as written in the board file.
    #[must_use]
    pub fn of(&self, die: Die) -> &[u8] {
        match die {
            Die::Blue => &self.blue,
            Die::Green => &self.green,
            Die::Red => &self.red,
        }
    }
}

/// The valid faces of three dice, in the order of [`Die::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Faces(pub(super) [[u8; FACES]; 3]);

impl Faces {
    /// Returns the six valid faces of one die.
    #[must_use]
    pub const fn of(&self, die: Die) -> &[u8; FACES] {
        &self.0[die as usize]
    }

    /// Whether a die has a side with this face.
    #[must_use]
    pub fn shows(&self, die: Die, face: u8) -> bool {
        self.of(die).contains(&face)
    }

    /// Returns the different faces of a die, from the lowest, each with the number of sides that show it.
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
