//! Dice that are rolled after the decisions of a turn. Their results are entered after the turn was chosen.

/// A die rolled after the decisions of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The purpose of the die, in the game's words.
    pub words: String,
    /// The number of sides of the die. The sides are numbered from 1.
    pub sides: u8,
    /// The number that the die shows.
    pub face: u8,
}
