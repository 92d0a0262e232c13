//! The finish line and its crossings (RT-FIN-01, RT-FIN-02).

use std::cmp::Ordering;

use super::draft::Crossing;
use super::exact::{Leg, Time, Vector, cross, dot, minus, times};
use super::polygon::{Meeting, meet};

/// One crossing of the finish line by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passed {
    /// The time of the crossing within the move.
    pub t: Time,
    /// Whether the crossing is in the direction of the race.
    pub forward: bool,
}

/// The finish line, in scaled units (multiplied by the track's common denominator).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub from: Vector,
    pub to: Vector,
    pub crossing: Crossing,
    /// Whether the finish line lies on the boundary of the track. If so, the boundary has a gap at the finish line.
    pub opening: bool,
}

impl Line {
    /// Returns the signed distance of a point from the grid line on which the finish line lies. It is positive for
    /// points beyond the line in the direction of the race.
    pub const fn side(&self, point: Vector) -> i64 {
        dot(minus(point, self.from), self.crossing.normal())
    }

    /// Whether the racer is on the finish line (ends included) at time `t`. Call this only for a time at which the
    /// racer is on the grid line that contains the finish line.
    fn is_on(&self, leg: &Leg, t: Time) -> bool {
        (0..2).all(|axis| {
            let (low, high) = (self.from[axis].min(self.to[axis]), self.from[axis].max(self.to[axis]));
            leg.compare(t, axis, low) != Ordering::Less && leg.compare(t, axis, high) != Ordering::Greater
        })
    }

    /// Returns the first crossing of the finish line by a leg (a straight part of a path), with its time and direction.
    /// Only crossings later than `after` and not later than `until` count. Returns `None` if there is no such crossing.
    pub fn passed(&self, leg: &Leg, after: Time, until: Time) -> Option<Passed> {
        if self.crossing == Crossing::Any {
            let t = match meet(leg, self.from, self.to)? {
                Meeting::Point { t, .. } => t,
                Meeting::Stretch { from, to } if to > after => from.max(after),
                Meeting::Stretch { .. } => return None,
            };
            return (t > after && t <= until).then_some(Passed { t, forward: true });
        }
        let speed = dot(leg.velocity, self.crossing.normal());
        if speed == 0 {
            return None;
        }
        let t = Time::ratio(-self.side(leg.origin), speed);
        let forward = speed > 0;
        let is_passed = if forward { t > after && t <= until } else { t >= after && t < until };
        (is_passed && self.is_on(leg, t)).then_some(Passed { t, forward })
    }

    /// Whether the finish line lies between the point `from` and the racer's point at time `t` (RT-CRASH-04). `moved`
    /// is true if the racer moved along the leg to reach this point, and false if the leg begins at this point.
    pub fn screens(&self, from: Vector, leg: &Leg, t: Time, moved: bool) -> bool {
        let edge = minus(self.to, self.from);
        let begin = cross(minus(from, self.from), edge).cmp(&0);
        let end = leg.side(t, self.from, edge);
        if end == Ordering::Equal && self.is_on(leg, t) {
            // The crash is on the line itself: the racer stays on the side from which the leg came. A racer that was on
            // the line when the leg began has already crossed it.
            let came = if moved { cross(times(leg.velocity, -1), edge).cmp(&0) } else { Ordering::Equal };
            let came = if came == Ordering::Equal { self.after_side(edge) } else { came };
            let begin =
                if begin == Ordering::Equal && self.crossing != Crossing::Any { self.after_side(edge) } else { begin };
            return begin != came;
        }
        if self.crossing == Crossing::Any {
            let wall = super::walls::Wall::edge(self.from, self.to, super::walls::Part::Outer);
            return super::walls::is_hidden_by(&wall, from, leg, t);
        }
        // A point or a crash on the line counts as after the line.
        let sided = |side: Ordering| if side == Ordering::Equal { self.after_side(edge) } else { side };
        let (begin, end) = (sided(begin), sided(end));
        if begin == end {
            return false;
        }
        // The segment crosses the grid line. Check whether it does so between the ends of the finish line.
        let side = |tip: Vector| leg.side(t, from, minus(tip, from));
        let (a, b) = (side(self.from), side(self.to));
        a == Ordering::Equal || b == Ordering::Equal || a != b
    }

    /// Returns the side of the finish line that racers reach when they cross it in the direction of the race. The
    /// result is the sign of the cross product of `point - self.from` and `edge`, for any point on that side. `edge`
    /// leads from the line's first end to its second.
    fn after_side(&self, edge: Vector) -> Ordering {
        cross(self.crossing.normal(), edge).cmp(&0)
    }

    /// Returns the squared distance of a point from the finish line, as a fraction in scaled units (RT-TIE-02). The
    /// ends belong to the line.
    pub fn square_distance(&self, point: Vector) -> (i128, i128) {
        let edge = minus(self.to, self.from);
        let away = minus(point, self.from);
        let (along, length) = (i128::from(dot(away, edge)), i128::from(dot(edge, edge)));
        if along <= 0 || length == 0 {
            return (i128::from(dot(away, away)), 1);
        }
        if along >= length {
            let away = minus(point, self.to);
            return (i128::from(dot(away, away)), 1);
        }
        let aside = i128::from(cross(away, edge));
        (aside * aside, length)
    }
}
