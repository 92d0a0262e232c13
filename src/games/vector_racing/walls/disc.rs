//! Round walls (RT-GEO-05).

use std::cmp::Ordering;

use num_bigint::BigInt;

use crate::games::vector_racing::exact::{Leg, Time, Vector, dot, minus};

/// A filled circle, scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::vector_racing) struct Disc {
    pub at: Vector,
    /// The square of its radius, in squares of the scaled unit.
    pub square: i64,
}

/// How the line of a leg meets a circle: at `(a - √s) / n` and at `(a + √s) / n`.
#[derive(Clone, Copy, Debug)]
struct Passage {
    a: i128,
    s: i128,
    n: i128,
}

impl Passage {
    /// When the line comes to the rim.
    fn enters(self) -> Time {
        let root = self.s.isqrt();
        if root * root == self.s
            && let (Ok(above), Ok(below)) = (i64::try_from(self.a - root), i64::try_from(self.n))
        {
            return Time::ratio(above, below);
        }
        Time::Root { a: self.a, s: self.s, n: self.n }
    }

    /// Whether the line leaves the circle after `t`: `n t - a < √s`.
    fn leaves_after(self, t: Time) -> bool {
        match t {
            Time::Ratio(u, v) => {
                let (u, v) = (i128::from(u), i128::from(v));
                let ahead = u * self.n - v * self.a;
                ahead < 0 || BigInt::from(ahead) * ahead < BigInt::from(self.s) * v * v
            }
            // n t - a is b - a - √r over a common measure; both legs are of one length, but nothing is lost by not
            // relying on it.
            Time::Root { a: b, s: r, n: m } => {
                let ahead = BigInt::from(b) * self.n - BigInt::from(self.a) * m;
                let (p, q) = (BigInt::from(r) * self.n * self.n, BigInt::from(self.s) * m * m);
                if ahead < BigInt::ZERO {
                    return true;
                }
                // ahead < √p + √q, by squares.
                let rest = &ahead * &ahead - &p - &q;
                rest < BigInt::ZERO || &rest * &rest < p * q * 4u8
            }
        }
    }
}

impl Disc {
    fn passage(&self, leg: &Leg) -> Option<Passage> {
        let away = minus(leg.origin, self.at);
        let a = -i128::from(dot(away, leg.velocity));
        let n = i128::from(dot(leg.velocity, leg.velocity));
        let outside = i128::from(dot(away, away)) - i128::from(self.square);
        let s = a * a - n * outside;
        (s >= 0 && n > 0).then_some(Passage { a, s, n })
    }

    /// The first contact with the filled circle after `after`.
    pub fn contact(&self, leg: &Leg, after: Time) -> Option<Time> {
        let passage = self.passage(leg)?;
        let enters = passage.enters();
        if enters > after {
            return Some(enters);
        }
        passage.leaves_after(after).then_some(after)
    }

    /// When the path goes into the open circle, at or after `after` and before `until` (RT-WALL-01).
    pub fn entry(&self, leg: &Leg, after: Time, until: Time) -> Option<Time> {
        let passage = self.passage(leg).filter(|passage| passage.s > 0)?;
        let begins = passage.enters().max(after);
        (begins < until && passage.leaves_after(begins)).then_some(begins)
    }

    /// How the square of a point's distance from the middle compares with that of the radius.
    pub fn compare(&self, point: Vector) -> Ordering {
        let away = minus(point, self.at);
        dot(away, away).cmp(&self.square)
    }

    /// Whether the racer touches the filled circle at that moment.
    pub fn is_touched(&self, leg: &Leg, t: Time) -> bool {
        self.passage(leg).is_some_and(|passage| {
            let enters = passage.enters();
            enters == t || (enters < t && passage.leaves_after(t))
        })
    }

    /// The square of the velocity's part towards the middle at the contact, as a fraction: the wall there is the circle's
    /// tangent (RT-DMG-06).
    pub fn inward_square(&self, leg: &Leg) -> (i128, i128) {
        self.passage(leg).map_or((0, 1), |passage| (passage.s, i128::from(self.square)))
    }
}
