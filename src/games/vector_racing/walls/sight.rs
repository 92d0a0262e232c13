//! Tests whether a grid point has a free line of sight to the point of a crash (RT-CRASH-02).

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::{Disc, Wall, Walls};
use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, dot, minus};

/// The walls around the point where a racer crashed.
pub(in crate::games::vector_racing) struct Sight<'a> {
    walls: Vec<&'a Wall>,
    discs: Vec<&'a Disc>,
    /// The walls that the racer touches at the point of the crash.
    hit: Vec<&'a Wall>,
    leg: Leg,
    t: Time,
}

impl Walls {
    /// Collects the walls that may block the line of sight from any point of a box to the racer. The racer is inside
    /// the box, at its point at time `t`.
    pub fn sight(&self, [low, high]: [Vector; 2], leg: &Leg, t: Time) -> Sight<'_> {
        let is_near = |wall: &&Wall| {
            (0..2)
                .all(|axis| wall.a[axis].max(wall.b[axis]) >= low[axis] && wall.a[axis].min(wall.b[axis]) <= high[axis])
        };
        // Only walls near the box matter.
        let mut walls: Vec<&Wall> = self.near.around([low, high]).map(|index| &self.list[index]).collect();
        walls.retain(is_near);
        let hit = walls.iter().copied().filter(|wall| wall.is_touched(leg, t)).collect();
        let discs = self.discs.iter().filter(|disc| !disc.is_off([low, high])).collect();
        Sight { walls, discs, hit, leg: *leg, t }
    }
}

impl Sight<'_> {
    /// Returns the number of walls that may block the line of sight.
    pub const fn count(&self) -> usize {
        self.walls.len() + self.discs.len()
    }

    /// Whether the racer's point can be seen from the point `from`, that is, whether no wall crosses the line between
    /// the two points. A wall that touches this line only at the racer's point does not count. If the racer hit a free
    /// wall (a wall with track on both sides), its point can be seen only from the side from which it came. `from` must
    /// not be on a wall.
    pub fn sees(&mut self, from: Vector) -> bool {
        if let Some(place) = self.walls.iter().position(|wall| is_hidden_by(wall, from, &self.leg, self.t)) {
            // The wall that hides one point usually hides the next one, too, so test it first.
            self.walls.swap(0, place);
            return false;
        }
        self.discs.iter().all(|disc| !is_behind(disc, from, &self.leg, self.t)) && !self.is_across_hit_wall(from)
    }

    /// Whether a point is on the far side of a free wall (a wall with track on both sides) that the racer hit. If the
    /// racer hit an end of the wall, this returns false, unless another wall continues from that end.
    fn is_across_hit_wall(&self, from: Vector) -> bool {
        let (leg, t) = (&self.leg, self.t);
        let is_joint = self.hit.len() > 1;
        self.hit.iter().filter(|wall| wall.is_free()).any(|wall| {
            let edge = minus(wall.b, wall.a);
            let came = cross(edge, leg.velocity).cmp(&0);
            let stands = cross(minus(from, wall.a), edge).cmp(&0);
            let is_tip = leg.is_at(t, wall.a) || leg.is_at(t, wall.b);
            came != Ordering::Equal && stands != Ordering::Equal && stands != came && (!is_tip || is_joint)
        })
    }
}

/// Whether the wall blocks the line of sight from `from` to the crash point, which is the point of `leg` at time `t`. A
/// wall that meets this line only at the crash point itself does not block it.
pub(in crate::games::vector_racing) fn is_hidden_by(wall: &Wall, from: Vector, leg: &Leg, t: Time) -> bool {
    let edge = minus(wall.b, wall.a);
    // `Greater` means to the right of the wall's line.
    let end = leg.side(t, wall.a, edge);
    let begin = cross(minus(from, wall.a), edge).cmp(&0);
    match (begin, end) {
        // The wall and the line of sight are on one line. The wall is in the way if it has an end beyond `from` and an
        // end before the crash point. It may reach from an open end at `from` over the crash point.
        (Ordering::Equal, Ordering::Equal) => {
            let axis = usize::from(leg.compare(t, 0, from[0]) == Ordering::Equal);
            let way = leg.compare(t, axis, from[axis]);
            let tips = [wall.a[axis], wall.b[axis]];
            let is_beyond = |tip: &i64| way != Ordering::Equal && tip.cmp(&from[axis]) == way;
            let is_before = |tip: &i64| leg.compare(t, axis, *tip) == way;
            tips.iter().any(is_beyond) && tips.iter().any(is_before)
        }
        // The line of sight ends on the wall's line, or begins on it and leads away.
        (Ordering::Equal, _) | (_, Ordering::Equal) => false,
        (begin, end) if begin == end => false,
        _ => {
            let side = |tip: Vector| {
                // The sign of (c - from) x (tip - from), which is linear in the crash point c.
                let towards = minus(tip, from);
                leg.side(t, from, towards)
            };
            let (a, b) = (side(wall.a), side(wall.b));
            let is_open = (wall.open_a && a == Ordering::Equal) || (wall.open_b && b == Ordering::Equal);
            !is_open && (a == Ordering::Equal || b == Ordering::Equal || a != b)
        }
    }
}

/// Whether the filled circle blocks the line of sight from a point to the crash point. A circle that the line meets
/// only at the crash point does not block it.
fn is_behind(disc: &Disc, from: Vector, leg: &Leg, t: Time) -> bool {
    if disc.is_touched(leg, t) {
        // The line of sight ends on the rim. It stays outside the circle if it comes from the outer side of the tangent
        // there. This means that (from - m) · (c - m) is at least the radius squared, for the centre m and the crash
        // point c. The expression is linear in c.
        let away = minus(from, disc.at);
        let p = i128::from(dot(away, minus(leg.origin, disc.at))) - i128::from(disc.square);
        return t.sign(p, i128::from(dot(away, leg.velocity))) == Ordering::Less;
    }
    // The line of sight does not end on this circle. The time of its end is a fraction, or a root from another circle.
    // In place of a root, take a fraction just below it, so close that no circle with whole numbers lies in between.
    let (u, v) = match t {
        Time::Ratio(u, v) => (BigInt::from(u), BigInt::from(v)),
        Time::Root { a, s, n } => {
            let fine = BigInt::from(1u8) << 256;
            let square: BigInt = BigInt::from(s) * &fine * &fine;
            let root = square.sqrt();
            (BigInt::from(a) * &fine - root, BigInt::from(n) * fine)
        }
    };
    let to: Vec<BigInt> = (0..2)
        .map(|axis| BigInt::from(leg.origin[axis] - from[axis]) * &v + BigInt::from(leg.velocity[axis]) * &u)
        .collect();
    let middle = [0, 1].map(|axis| BigInt::from(disc.at[axis] - from[axis]) * &v);
    let along = &to[0] * &middle[0] + &to[1] * &middle[1];
    let square = &to[0] * &to[0] + &to[1] * &to[1];
    if along <= BigInt::ZERO || along >= square {
        return false;
    }
    let aside = &to[0] * &middle[1] - &to[1] * &middle[0];
    &aside * &aside <= square * disc.square * &v * &v
}
