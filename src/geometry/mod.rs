//! Exact plane geometry for pieces that turn in steps of 45°. Knows no game.
//!
//! Every coordinate is a [`Surd`], `a + b·√2` with whole `a` and `b`, so sums, comparisons and overlaps are
//! decided in integers: two pieces that touch, touch, on every machine. There is no tolerance anywhere in this
//! module; a rule that wants one passes it as a number.
//!
//! | type | what it is |
//! |---|---|
//! | [`Surd`] | a number `a + b·√2` |
//! | [`Direction`] | one of the eight directions, 45° apart |
//! | [`Point`] | a position, or the difference of two |
//! | [`Octilinear`] | a convex polygon whose edges run in the eight directions |
//! | [`Polygon`] | a simple polygon with edges in any direction |
//! | [`HalfPlane`], [`Segment`] | lines with sides, and pieces of lines |

mod direction;
mod line;
mod octilinear;
mod point;
mod polygon;
mod surd;
mod text;

pub use direction::Direction;
pub use line::{HalfPlane, Segment};
pub use octilinear::Octilinear;
pub use point::Point;
pub use polygon::Polygon;
pub use surd::{Product, Surd, UNITS_PER_ONE};
pub use text::SurdError;
