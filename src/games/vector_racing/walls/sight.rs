//! What a racer sees from a grid point on the way to where another crashed (RT-CRASH-02).

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::{Disc, Wall, Walls};
use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, dot, minus};

impl Walls {
    /// Whether the straight way from a point up to, but not including, the racer's place at `t` is free of walls. The
    /// point itself is on none. A free wall that the racer hit has two sides: the way is on the one the racer came from.
    pub fn sees(&self, from: Vector, leg: &Leg, t: Time) -> bool {
        self.list.iter().all(|wall| !is_hidden_by(wall, from, leg, t))
            && self.discs.iter().all(|disc| !is_behind(disc, from, leg, t))
            && !self.is_across_hit_wall(from, leg, t)
    }

    /// Whether a point lies across a free wall from where the racer came that hit it. At its tip a wall has no sides,
    /// unless another goes on from there.
    fn is_across_hit_wall(&self, from: Vector, leg: &Leg, t: Time) -> bool {
        let is_hit = |wall: &&Wall| wall.is_touched(leg, t);
        let is_joint = || self.list.iter().filter(is_hit).count() > 1;
        self.list.iter().filter(|wall| wall.is_free()).filter(is_hit).any(|wall| {
            let edge = minus(wall.b, wall.a);
            let came = cross(edge, leg.velocity).cmp(&0);
            let stands = cross(minus(from, wall.a), edge).cmp(&0);
            let is_tip = leg.is_at(t, wall.a) || leg.is_at(t, wall.b);
            came != Ordering::Equal && stands != Ordering::Equal && stands != came && (!is_tip || is_joint())
        })
    }
}

/// Whether a wall is met before the end of the way.
pub(in crate::games::vector_racing) fn is_hidden_by(wall: &Wall, from: Vector, leg: &Leg, t: Time) -> bool {
    let edge = minus(wall.b, wall.a);
    // Positive to the right of the wall's line.
    let end = leg.side(t, wall.a, edge);
    let begin = cross(minus(from, wall.a), edge).cmp(&0);
    match (begin, end) {
        // All on one line: the wall is in between where one of its ends is.
        (Ordering::Equal, Ordering::Equal) => [wall.a, wall.b].into_iter().any(|tip| {
            let axis = usize::from(leg.compare(t, 0, from[0]) == Ordering::Equal);
            let (near, far) = (from[axis].cmp(&tip[axis]), leg.compare(t, axis, tip[axis]).reverse());
            near != Ordering::Equal && near == far
        }),
        // The way ends on the wall's line, or begins on it and goes away.
        (Ordering::Equal, _) | (_, Ordering::Equal) => false,
        (begin, end) if begin == end => false,
        _ => {
            let side = |tip: Vector| {
                // (c - from) x (tip - from), linear in where c is.
                let towards = minus(tip, from);
                leg.side(t, from, towards)
            };
            let (a, b) = (side(wall.a), side(wall.b));
            let is_open = (wall.open_a && a == Ordering::Equal) || (wall.open_b && b == Ordering::Equal);
            !is_open && (a == Ordering::Equal || b == Ordering::Equal || a != b)
        }
    }
}

/// Whether a filled circle is met before the end of the way.
fn is_behind(disc: &Disc, from: Vector, leg: &Leg, t: Time) -> bool {
    if disc.is_touched(leg, t) {
        // The end is on the rim: the way to it is outside where it comes from the outer side of the tangent there, that
        // is where (from - m) · (c - m) is at least the radius squared; linear in c.
        let away = minus(from, disc.at);
        let p = i128::from(dot(away, minus(leg.origin, disc.at))) - i128::from(disc.square);
        return t.sign(p, i128::from(dot(away, leg.velocity))) == Ordering::Less;
    }
    // The end is off the circle. Its place is a fraction, or another circle's root: then the nearest fraction below is
    // taken, in parts so small that no circle of whole numbers lies between.
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
