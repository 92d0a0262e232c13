//! Closed polygons, and their contacts with the legs (straight parts) of a path (RT-GEO-06, RT-GEO-07).

use std::cmp::Ordering;

use super::exact::{Leg, Time, Vector, cross, cross_wide, dot, minus, plus};

/// The position of a point relative to a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Inside,
    On,
    Outside,
}

/// The position of a direction relative to a polygon's outline: to its left, along it or to its right. The direction
/// begins at a point on the outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// The direction leads to the left, as seen by somebody who walks along the outline in the order of its corners.
    Left,
    /// The direction leads along an edge of the outline.
    Along,
    /// The direction leads to the right, as seen by somebody who walks along the outline in the order of its corners.
    Right,
}

/// A polygon whose outline does not cross itself. Its coordinates are in scaled units: grid units times the common
/// denominator of the track's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polygon {
    corners: Vec<Vector>,
    bounds: [Vector; 2],
}

/// Returns twice the area inside a closed outline; positive if the corners run counter-clockwise.
pub(super) fn double_area(corners: &[Vector]) -> i128 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| cross_wide(*a, *b)).sum()
}

impl Polygon {
    /// Creates a polygon whose corners run counter-clockwise, or clockwise if `counter_clockwise` is false. Reverses
    /// the corners if needed.
    pub fn new(mut corners: Vec<Vector>, counter_clockwise: bool) -> Self {
        if (double_area(&corners) > 0) != counter_clockwise {
            corners.reverse();
        }
        let bounds = bounds(&corners);
        Self { corners, bounds }
    }

    /// Returns the polygon's corners, in order.
    pub fn corners(&self) -> &[Vector] {
        &self.corners
    }

    /// Returns the polygon's bounding box: its lower left and upper right corner.
    pub const fn bounds(&self) -> [Vector; 2] {
        self.bounds
    }

    /// Returns a copy of the polygon moved by a vector.
    pub fn moved(&self, by: Vector) -> Self {
        Self {
            corners: self.corners.iter().map(|corner| plus(*corner, by)).collect(),
            bounds: self.bounds.map(|corner| plus(corner, by)),
        }
    }

    /// Iterates over the polygon's edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.corners.iter().copied().zip(self.corners.iter().copied().cycle().skip(1))
    }

    /// Returns whether a point is inside the polygon, on its outline or outside (RT-GEO-06). A point is inside if a ray
    /// to its right crosses the outline an odd number of times.
    pub fn place(&self, point: Vector) -> Place {
        self.place_at(&Leg { origin: point, velocity: [0, 0] }, Time::START)
    }

    /// Returns whether the racer is inside the polygon, on its outline or outside, at time `t` of a leg (a straight
    /// part of a path).
    pub fn place_at(&self, leg: &Leg, t: Time) -> Place {
        let [low, high] = self.bounds;
        let is_off = |axis: usize| {
            leg.compare(t, axis, low[axis]) == Ordering::Less || leg.compare(t, axis, high[axis]) == Ordering::Greater
        };
        if is_off(0) || is_off(1) {
            return Place::Outside;
        }
        let mut is_inside = false;
        for (a, b) in self.edges() {
            let (above_a, above_b) = (leg.compare(t, 1, a[1]), leg.compare(t, 1, b[1]));
            let is_below = |side: Ordering| side == Ordering::Less;
            // `side` is `Greater` if the racer is to the right of the edge.
            let side = leg.side(t, a, minus(b, a));
            if side == Ordering::Equal && is_between(leg, t, a, b) {
                return Place::On;
            }
            if is_below(above_a) != is_below(above_b) {
                // The ray to the right meets the edge if the racer is to the left of the edge, seen upwards.
                let goes_up = b[1] > a[1];
                is_inside ^= (side == Ordering::Less) == goes_up;
            }
        }
        if is_inside { Place::Inside } else { Place::Outside }
    }

    /// Returns whether `direction`, which begins at the racer's point at time `t`, leads to the left of the polygon's
    /// outline, along it or to its right. Returns `None` if that point is not on the outline.
    pub fn heading_at(&self, leg: &Leg, t: Time, direction: Vector) -> Option<Heading> {
        let count = self.corners.len();
        for index in 0..count {
            let (a, b) = (self.corners[index], self.corners[(index + 1) % count]);
            if leg.is_at(t, a) {
                let before = self.corners[(index + count - 1) % count];
                return Some(cone(minus(a, before), minus(b, a), direction));
            }
            let is_on = leg.side(t, a, minus(b, a)) == Ordering::Equal && is_between(leg, t, a, b);
            if is_on && !leg.is_at(t, b) {
                return Some(beside(minus(b, a), direction));
            }
        }
        None
    }

    /// Returns the first time later than `after` at which the leg (a straight part of a path) touches the polygon's
    /// outline; `None` if it never does. If the leg already runs along the outline just after the time `after`, returns
    /// `after` itself.
    pub fn first_touch(&self, leg: &Leg, after: Time) -> Option<Time> {
        self.edges().filter_map(|(a, b)| touch(leg, a, b, after)).min()
    }

    /// Returns the first time later than `after` at which the leg (a straight part of a path) meets the filled polygon;
    /// `None` if it never does (RT-GEO-07). If the leg is already inside just after the time `after`, returns `after`
    /// itself.
    pub fn first_meeting(&self, leg: &Leg, after: Time) -> Option<Time> {
        match self.place_at(leg, after) {
            Place::Inside => Some(after),
            Place::Outside => self.first_touch(leg, after),
            Place::On => match self.heading_at(leg, after, leg.velocity) {
                Some(Heading::Right) => self.first_touch(leg, after),
                _ => Some(after),
            },
        }
    }

    /// Whether every corner turns left: the polygon is convex and counter-clockwise.
    pub fn is_convex(&self) -> bool {
        let count = self.corners.len();
        (0..count).all(|index| {
            let [a, b, c] = [0, 1, 2].map(|step| self.corners[(index + step) % count]);
            cross(minus(b, a), minus(c, b)) >= 0
        })
    }
}

/// Returns the bounding box of these points: lower left and upper right corner.
pub(super) fn bounds(points: &[Vector]) -> [Vector; 2] {
    points.iter().fold([[i64::MAX; 2], [i64::MIN; 2]], |[low, high], at| {
        [[low[0].min(at[0]), low[1].min(at[1])], [high[0].max(at[0]), high[1].max(at[1])]]
    })
}

/// Whether the racer is between two points or on one of them. Call this only if the racer is on the line through both
/// points.
fn is_between(leg: &Leg, t: Time, a: Vector, b: Vector) -> bool {
    (0..2).all(|axis| {
        let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
        leg.compare(t, axis, low) != Ordering::Less && leg.compare(t, axis, high) != Ordering::Greater
    })
}

/// Returns the first time later than `after` at which a leg (a straight part of a path) touches a segment; `None` if it
/// never does (RT-GEO-02, RT-GEO-03). The ends belong to the segment. If the leg already runs along the segment just
/// after the time `after`, returns `after` itself.
fn touch(leg: &Leg, a: Vector, b: Vector, after: Time) -> Option<Time> {
    let t = match meet(leg, a, b)? {
        Meeting::Point { t, .. } => t,
        Meeting::Stretch { from, to } if to > after => return Some(from.max(after)),
        Meeting::Stretch { .. } => return None,
    };
    (t > after).then_some(t)
}

/// The intersection of a segment with the infinite line through a leg (a straight part of a path).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// The line meets the segment in one point.
    Point {
        /// The time at which a racer that moves along the line reaches this point.
        t: Time,
        /// `Some(false)` if this point is the first end of the segment, `Some(true)` if it is the second end, `None` if
        /// it is between the ends.
        end: Option<bool>,
    },
    /// The whole segment lies on the line.
    Stretch {
        /// The time at which a racer that moves along the line reaches the segment.
        from: Time,
        /// The time at which a racer that moves along the line leaves the segment.
        to: Time,
    },
}

/// Returns the intersection of a segment with the infinite line through a leg (a straight part of a path); `None` if
/// they do not meet. The leg's velocity must not be zero.
pub(super) fn meet(leg: &Leg, a: Vector, b: Vector) -> Option<Meeting> {
    let edge = minus(b, a);
    let away = minus(a, leg.origin);
    let denominator = cross(leg.velocity, edge);
    let aside = cross(away, leg.velocity);
    if denominator == 0 {
        if aside != 0 {
            return None;
        }
        let square = dot(leg.velocity, leg.velocity);
        let at = |point| Time::ratio(dot(minus(point, leg.origin), leg.velocity), square);
        let (from, to) = (at(a), at(b));
        return Some(Meeting::Stretch { from: from.min(to), to: from.max(to) });
    }
    // u = aside / denominator is the position along the segment, 0 to 1.
    let (u, whole) = if denominator > 0 { (aside, denominator) } else { (-aside, -denominator) };
    if u < 0 || u > whole {
        return None;
    }
    let end = if u == 0 { Some(false) } else { (u == whole).then_some(true) };
    Some(Meeting::Point { t: Time::ratio(cross(away, edge), denominator), end })
}

/// Returns whether a direction leads to the left of an edge, along it or to its right. The direction begins at a point
/// between the edge's ends.
pub(super) fn beside(edge: Vector, direction: Vector) -> Heading {
    match cross(edge, direction).signum() {
        1 => Heading::Left,
        0 => Heading::Along,
        _ => Heading::Right,
    }
}

/// Returns whether a direction leads to the left of an outline, along it or to its right. The direction begins at a
/// corner of the outline, where the edge `incoming` ends and the edge `outgoing` begins.
pub(super) fn cone(incoming: Vector, outgoing: Vector, direction: Vector) -> Heading {
    let back = [-incoming[0], -incoming[1]];
    let is_along = |edge: Vector| cross(edge, direction) == 0 && dot(edge, direction) > 0;
    if is_along(outgoing) || is_along(back) {
        return Heading::Along;
    }
    let turn = cross(incoming, outgoing);
    if turn == 0 && dot(incoming, outgoing) > 0 {
        return beside(outgoing, direction);
    }
    let is_left = if turn > 0 {
        cross(outgoing, direction) > 0 && cross(direction, back) > 0
    } else {
        !(cross(back, direction) > 0 && cross(direction, outgoing) > 0)
    };
    if is_left { Heading::Left } else { Heading::Right }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leg(origin: Vector, velocity: Vector) -> Leg {
        Leg { origin, velocity }
    }

    #[test]
    fn points_lie_inside_on_or_outside() {
        let star = Polygon::new(vec![[0, 0], [8, 0], [8, 8], [4, 3], [0, 8]], true);
        let place = |x, y| star.place([x, y]);
        assert_eq!(
            [place(4, 1), place(4, 3), place(4, 4), place(0, 0), place(-1, 0), place(9, 0)],
            [Place::Inside, Place::On, Place::Outside, Place::On, Place::Outside, Place::Outside]
        );
        // The ray goes through the corner at (4, 3); the half-open rule decides whether it counts.
        assert_eq!([place(1, 3), place(-1, 3), place(7, 3)], [Place::Inside, Place::Outside, Place::Inside]);
        let halfway = leg([0, 4], [9, -9]);
        assert_eq!(star.place_at(&halfway, Time::Ratio(4, 9)), Place::On);
        assert_eq!(star.place_at(&halfway, Time::Ratio(2, 9)), Place::Inside);
    }

    #[test]
    fn a_direction_at_a_corner_leads_left_along_or_right() {
        let star = Polygon::new(vec![[0, 0], [8, 0], [8, 8], [4, 3], [0, 8]], true);
        let at = |point: Vector, direction| star.heading_at(&leg(point, [0, 0]), Time::START, direction);
        assert_eq!(at([4, 3], [0, 1]), Some(Heading::Right));
        assert_eq!(at([4, 3], [1, 0]), Some(Heading::Left));
        assert_eq!(at([4, 3], [4, 5]), Some(Heading::Along));
        assert_eq!(at([0, 0], [1, 1]), Some(Heading::Left));
        assert_eq!(at([0, 0], [1, -1]), Some(Heading::Right));
        assert_eq!(at([0, 0], [0, 1]), Some(Heading::Along));
        assert_eq!(at([3, 0], [0, -1]), Some(Heading::Right));
        assert_eq!(at([3, 1], [0, -1]), None);
    }
}
