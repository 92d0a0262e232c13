//! The positions of a circuit's pieces, for setting it up on a real table.

/// A piece to put on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedPiece {
    /// The piece's name, such as "Corner 3".
    pub name: String,
    /// The position of the piece's centre on the table, in the game's unit.
    pub at: [f64; 2],
    /// The piece's rotation, in a few words.
    pub turned: String,
}

/// The table and the pieces on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The lower left and the upper right corner of the table, in the game's unit.
    pub table: [[f64; 2]; 2],
    /// The size of one unit on the table, in millimetres; `None` if the circuit does not say.
    pub unit_mm: Option<f64>,
    /// The pieces, in the order of setting up.
    pub pieces: Vec<PlacedPiece>,
}
