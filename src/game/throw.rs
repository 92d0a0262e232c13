//! Dice of which no decision depends: they are asked for when a turn is chosen.

/// A die that falls due behind the decisions of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What for, in the game's words.
    pub words: String,
    /// How many sides it has; they are numbered from 1.
    pub sides: u8,
    /// What it shows.
    pub face: u8,
}
