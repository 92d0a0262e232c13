//! Vectors and boosts that lie on the table.

use crate::geometry::Point;

/// A vector that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The centre of its first octagon.
    pub first: Point,
    /// The centre of its last octagon.
    pub last: Point,
    /// The sector of its nose (online edition).
    pub sector: u8,
    /// The tyre points that its placement costs.
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
