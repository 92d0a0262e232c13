//! Exact plane geometry for pieces that rotate in steps of 45°. It does not depend on any game.
//!
//! Every coordinate is a [`Surd`], `a + b·√2` with whole `a` and `b`. Sums, comparisons and overlaps are computed in
//! integers, so the result is the same on every machine. This module has no tolerances. A rule that needs a tolerance
//! passes it as a number.
//!
//! | type | meaning |
//! |---|---|
//! | [`Surd`] | a number `a + b·√2` |
//! | [`Direction`] | one of the eight directions, 45° apart |
//! | [`Point`] | a position, or the difference of two |
//! | [`Octilinear`] | a convex polygon whose edges run in the eight directions |
//! | [`Polygon`] | a simple polygon with edges in any direction |
//! | [`HalfPlane`], [`Segment`] | one side of a line, and a straight piece of a line |

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
