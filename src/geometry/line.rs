//! Half-planes and line segments.

use std::cmp::Ordering;

use super::{Direction, Point, Surd};

/// One side of a line: the side that the line's normal points to. Points on this side are "past" the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfPlane {
    /// A point on the line.
    pub origin: Point,
    /// The direction perpendicular to the line. It points from the line to the points that are past it.
    pub normal: Direction,
}

impl HalfPlane {
    /// Creates the half-plane on the side of a line to which `normal` points. The line goes through `origin` and is
    /// perpendicular to `normal`.
    #[must_use]
    pub const fn new(origin: Point, normal: Direction) -> Self {
        Self { origin, normal }
    }

    /// Returns the distance of `point` past the line, on the scale of [`Point::along`]. It is negative before the line
    /// and zero on it.
    #[inline]
    #[must_use]
    pub fn depth(&self, point: Point) -> Surd {
        (point - self.origin).along(self.normal)
    }

    /// Whether `point` is strictly past the line.
    ///
    /// ```
    /// use paddock::geometry::{Direction, HalfPlane, Point, Surd};
    ///
    /// let half_plane = HalfPlane::new(Point::new(Surd::from_int(2), Surd::from_int(0)), Direction::new(0));
    /// assert!(half_plane.is_past(Point::new(Surd::from_int(3), Surd::from_int(9))));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_past(&self, point: Point) -> bool {
        self.depth(point).is_positive()
    }
}

/// A straight line segment between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The segment's start point.
    pub from: Point,
    /// The segment's end point.
    pub to: Point,
}

impl Segment {
    /// Creates the segment from `from` to `to`.
    #[must_use]
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// Returns the crossing of the segment with the line through `origin` along `axis`. Returns `None` if both ends of
    /// the segment are on the same side of the line. The crossing is ahead of the origin (`Greater`), behind it
    /// (`Less`), or at it (`Equal`).
    ///
    /// An end exactly on the line is treated as if it were to the right of the axis.
    #[must_use]
    pub fn crossing(&self, origin: Point, axis: Direction) -> Option<Crossing> {
        let (p, q) = (self.from - origin, self.to - origin);
        let left = axis.turned(2);
        let (side_p, side_q) = (p.along(left), q.along(left));
        let (before, after) = (side_p.is_positive(), side_q.is_positive());
        if before == after {
            return None;
        }
        // At the crossing the distance along the axis is (λp·σq − λq·σp) / (σq − σp) (ledger, section 4.1).
        let scaled = p.along(axis).product(side_q) - q.along(axis).product(side_p);
        let at = if after { scaled.sign() } else { scaled.sign().reverse() };
        Some(Crossing { to_left: after, at })
    }
}

/// A crossing of a [`Segment`] with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Whether the segment leads from the right of the axis to its left.
    pub to_left: bool,
    /// The position of the crossing on the axis: `Greater` ahead of the axis's origin, `Less` behind it, `Equal` at it.
    pub at: Ordering,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Point {
        Point::new(Surd::from_int(x), Surd::from_int(y))
    }

    #[test]
    fn a_point_on_the_line_is_not_past_it() {
        let line = HalfPlane::new(at(3, 0), Direction::new(0));
        assert!(!line.is_past(at(3, 9)));
        assert!(line.is_past(Point::new(Surd::from_units(60_001, 0), Surd::ZERO)));
    }

    #[test]
    fn a_crossing_has_a_ray_and_a_direction() {
        let axis = Direction::new(2);
        let ahead = Segment::new(at(1, 1), at(-3, 5)).crossing(Point::ORIGIN, axis).expect("crosses");
        assert_eq!((ahead.to_left, ahead.at), (true, Ordering::Greater));
        let behind = Segment::new(at(-1, -4), at(2, -1)).crossing(Point::ORIGIN, axis).expect("crosses");
        assert_eq!((behind.to_left, behind.at), (false, Ordering::Less));
        let through = Segment::new(at(2, -2), at(-2, 2)).crossing(Point::ORIGIN, axis).expect("crosses");
        assert_eq!(through.at, Ordering::Equal);
        assert_eq!(Segment::new(at(0, 1), at(4, 1)).crossing(Point::ORIGIN, axis), None);
    }

    #[test]
    fn diagonal_axes_cross_the_same_way() {
        let axis = Direction::new(1);
        let crossing = Segment::new(at(4, 1), at(1, 4)).crossing(at(1, 1), axis).expect("crosses");
        assert_eq!((crossing.to_left, crossing.at), (true, Ordering::Greater));
    }
}
