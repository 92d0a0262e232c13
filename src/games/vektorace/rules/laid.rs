//! Vectors and boosts that lie on the table.

use crate::geometry::Point;

/// A vector that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its first octagon.
    pub first: Point,
    /// Its last.
    pub last: Point,
    /// The sector of its nose (online edition).
    pub sector: u8,
    /// Tyre points its placement costs.
    pub cost: u8,
}

/// A boost that lies ahead of a gear vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boosted {
    /// Its length.
    pub length: u8,
    /// The vector of it.
    pub laid: Laid,
}
