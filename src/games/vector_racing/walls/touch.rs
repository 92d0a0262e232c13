//! Walls that may be touched but not crossed (RT-WALL-01).

use super::{Part, Wall, Walls};
use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, minus};
use crate::games::vector_racing::polygon::{Heading, Meeting, Place, beside, meet};

impl Walls {
    /// Returns the first time at which the path leaves the track, crosses a free wall (a wall with track on both sides)
    /// or enters the inside of a disc. The time is at or after `after` and before `until`. If `ends` is true, the move
    /// ends at `until`, and ending on a free wall counts as crossing it.
    pub fn first_crossing(&self, leg: &Leg, after: Time, until: Time, ends: bool) -> Option<Time> {
        let mut first: Option<Time> = None;
        let mut found = |t: Time| first = Some(first.map_or(t, |first: Time| first.min(t)));
        self.near.each(&self.list, leg, |wall| {
            let limit = if wall.is_free() {
                self.through_free(wall, leg, after, until, ends)
            } else {
                through_edge(wall, leg, after, until)
            };
            limit.into_iter().for_each(&mut found);
        });
        for ring in self.rings.iter().filter(|_| !self.is_map()) {
            for corner in ring.corners() {
                let Some(t) = leg.through(*corner).filter(|t| *t >= after && *t < until) else { continue };
                if ring.heading_at(leg, t, leg.velocity) == Some(Heading::Right) {
                    found(t);
                }
            }
        }
        let bounds = leg.bounds();
        for disc in self.discs.iter().filter(|disc| !disc.is_off(bounds)) {
            disc.entry(leg, after, until).into_iter().for_each(&mut found);
        }
        first
    }

    /// Whether the racer, on a boundary at time `t`, leads off the track there.
    pub fn leaves(&self, leg: &Leg, t: Time) -> bool {
        self.rings.iter().any(|ring| ring.heading_at(leg, t, leg.velocity) == Some(Heading::Right))
    }

    /// Whether these are the walls of a map of cells. Such walls are checked cell by cell.
    pub fn is_map(&self) -> bool {
        self.list.first().is_some_and(|wall| wall.part == Part::Cells)
    }

    /// Returns the time when the path crosses a free wall (a wall with track on both sides) or ends on it. A path that
    /// only touches an end of the wall does not cross it, unless another wall begins at that end and leads away on the
    /// other side of the path.
    fn through_free(&self, wall: &Wall, leg: &Leg, after: Time, until: Time, ends: bool) -> Option<Time> {
        // A single point at an open end is no contact (RT-GEO-03).
        let ends_on = || (ends && wall.is_touched(leg, until) && !wall.is_at_open_end(leg, until)).then_some(until);
        match meet(leg, wall.a, wall.b)? {
            Meeting::Point { t, end: None } => (t >= after && t <= until).then_some(t),
            Meeting::Point { t, end: Some(second) } if t > after && t < until => {
                let tip = if second { wall.b } else { wall.a };
                self.is_passed_between(leg, tip).then_some(t)
            }
            _ => ends_on(),
        }
    }

    /// Whether the path passes between walls at the point `tip`: walls lead away from this point on both sides of the
    /// path.
    fn is_passed_between(&self, leg: &Leg, tip: Vector) -> bool {
        let (mut left, mut right) = (false, false);
        for wall in &self.list {
            // A wall does not reach its open ends (RT-GEO-02).
            if (wall.open_a && wall.a == tip) || (wall.open_b && wall.b == tip) {
                continue;
            }
            let edge = minus(wall.b, wall.a);
            let is_on = cross(edge, minus(tip, wall.a)) == 0
                && (0..2).all(|axis| {
                    wall.a[axis].min(wall.b[axis]) <= tip[axis] && tip[axis] <= wall.a[axis].max(wall.b[axis])
                });
            if !is_on {
                continue;
            }
            for end in [wall.a, wall.b].into_iter().filter(|end| *end != tip) {
                match cross(leg.velocity, minus(end, tip)).signum() {
                    1 => left = true,
                    -1 => right = true,
                    // Along an edge of a boundary: the area off the track is on the right of the edge.
                    _ if !wall.is_free() => {
                        let same_way = (0..2).all(|axis| leg.velocity[axis].signum() == edge[axis].signum());
                        if same_way { right = true } else { left = true }
                    }
                    _ => {}
                }
            }
        }
        left && right
    }

    /// Whether a grid point, in scaled units, is on a free wall (a wall with track on both sides) or inside a disc,
    /// where no racer can stand.
    pub fn is_barred(&self, point: Vector) -> bool {
        self.is_on_free(point) || self.discs.iter().any(|disc| disc.compare(point).is_lt())
    }

    /// Whether a grid point, in scaled units, is on a free wall (a wall with track on both sides).
    pub fn is_on_free(&self, point: Vector) -> bool {
        let leg = Leg { origin: point, velocity: [0, 0] };
        let is_on = |wall: &Wall| {
            let edge = minus(wall.b, wall.a);
            let is_between = (0..2).all(|axis| {
                wall.a[axis].min(wall.b[axis]) <= point[axis] && point[axis] <= wall.a[axis].max(wall.b[axis])
            });
            let is_open = (wall.open_a && point == wall.a) || (wall.open_b && point == wall.b);
            is_between && cross(edge, minus(point, wall.a)) == 0 && !is_open
        };
        let mut is_barred = false;
        self.near.each(&self.list, &leg, |wall| is_barred |= wall.is_free() && is_on(wall));
        is_barred
    }

    /// Returns whether the racer is inside the track, outside it or on a boundary at time `t`. Free walls (walls with
    /// track on both sides) and discs are ignored.
    pub fn place_at(&self, leg: &Leg, t: Time) -> Place {
        let mut rings = self.rings.iter().map(|ring| ring.place_at(leg, t));
        match rings.next() {
            Some(Place::Inside) => {}
            Some(other) => return other,
            None => return Place::Inside,
        }
        for place in rings {
            match place {
                Place::Outside => {}
                Place::On => return Place::On,
                Place::Inside => return Place::Outside,
            }
        }
        Place::Inside
    }
}

/// Returns the time when the path leaves the track through an edge of a boundary, at a point that is not an end of the
/// edge.
fn through_edge(wall: &Wall, leg: &Leg, after: Time, until: Time) -> Option<Time> {
    match meet(leg, wall.a, wall.b)? {
        Meeting::Point { t, end: None } if t >= after && t < until => {
            (beside(minus(wall.b, wall.a), leg.velocity) == Heading::Right).then_some(t)
        }
        _ => None,
    }
}
