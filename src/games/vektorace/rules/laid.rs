//! The gear vector and the boost of a move, once they lie on the table.

use crate::geometry::Point;

/// A vector that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The centre of the vector's first octagon.
    pub first: Point,
    /// The centre of the vector's last octagon.
    pub last: Point,
    /// The sector around the current corner in which the vector's nose, its front end, lies (online edition).
    pub sector: u8,
    /// The cost of laying the vector at its place, in tyre points.
    pub cost: u8,
}

/// A boost that lies ahead of a gear vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boosted {
    /// The boost's length.
    pub length: u8,
    /// The boost's vector.
    pub laid: Laid,
}
