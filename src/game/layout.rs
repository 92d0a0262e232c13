//! The positions of a circuit's pieces, for setting it up on a real table.

use super::scene::Scene;

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
    /// The pieces, in the order in which players put them on the table.
    pub pieces: Vec<PlacedPiece>,
    /// A sentence that tells players how to measure a position: from which edges of the table, and to which point of
    /// the piece.
    pub measured: &'static str,
}

/// A piece to cut out of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutout {
    /// The piece's name, such as "Vector 3".
    pub name: String,
    /// The piece's drawing, in the game's unit. The bounds of the drawing are as large as the piece.
    pub scene: Scene,
}
