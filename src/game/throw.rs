//! Dice rolled after the decisions of a turn: their results are entered when a turn is chosen.

/// A die rolled after the decisions of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Its purpose, in the game's words.
    pub words: String,
    /// The number of its sides; they are numbered from 1.
    pub sides: u8,
    /// Its result.
    pub face: u8,
}
