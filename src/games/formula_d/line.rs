//! The centre line of a circuit: its curve, its division into spaces, and the lanes that are open along it.

mod course;
mod curve;
mod open;

pub(super) use course::Course;
pub(super) use curve::{Curve, Point};
pub(super) use open::{NarrowFault, OpenLanes, SHORTEST, middle};

/// The width of a lane, in space lengths.
pub(super) const WIDTH: f64 = 0.95;

/// Returns the number of half spaces by which a lane is shifted forward compared with the leftmost lane: 0 for the
/// leftmost lane, 1 for the next, 0 for the third, and so on.
pub(super) const fn ahead(lane: usize) -> usize {
    lane % 2
}
