//! Where the pieces of a circuit lie, for people who lay it out on a real table.

/// A piece to put down.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedPiece {
    /// What it is, such as "Corner 3".
    pub name: String,
    /// Where its middle lies, in the game's unit.
    pub at: [f64; 2],
    /// How it is turned, in a few words.
    pub turned: String,
}

/// The table and what lies on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The lower left and the upper right corner of the table, in the game's unit.
    pub table: [[f64; 2]; 2],
    /// How long a unit is on the table, in millimetres, where the circuit says.
    pub unit_mm: Option<f64>,
    /// The pieces, in the order one would put them down.
    pub pieces: Vec<PlacedPiece>,
}
