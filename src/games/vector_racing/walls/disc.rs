//! Round walls (RT-GEO-05).

use std::cmp::Ordering;

use num_bigint::BigInt;

use crate::games::vector_racing::exact::{Leg, Time, Vector, dot, minus};

/// A round wall: a filled circle, in scaled units (multiplied by the track's common denominator).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::vector_racing) struct Disc {
    pub at: Vector,
    /// The square of the radius, in squared scaled units.
    pub square: i64,
}

/// The times when the line through a leg (a straight part of a path) enters and leaves a circle: `(a - √s) / n` and `(a
/// + √s) / n`, the solutions of a quadratic equation.
#[derive(Clone, Copy, Debug)]
struct Passage {
    a: i128,
    s: i128,
    n: i128,
}

impl Passage {
    /// Returns the time when the leg's line enters the circle.
    fn enters(self) -> Time {
        let root = self.s.isqrt();
        if root * root == self.s
            && let (Ok(above), Ok(below)) = (i64::try_from(self.a - root), i64::try_from(self.n))
        {
            return Time::ratio(above, below);
        }
        Time::Root { a: self.a, s: self.s, n: self.n }
    }

    /// Whether the leg's line leaves the circle after the time `t`, that is, whether `t < (a + √s) / n`. The code tests
    /// the equivalent condition `n t - a < √s`.
    fn leaves_after(self, t: Time) -> bool {
        match t {
            Time::Ratio(u, v) => {
                let (u, v) = (i128::from(u), i128::from(v));
                let ahead = u * self.n - v * self.a;
                ahead < 0 || BigInt::from(ahead) * ahead < BigInt::from(self.s) * v * v
            }
            // Here t is (b - √r) / m. So the condition n t - a < √s becomes n b - m a < n √r + m √s.
            Time::Root { a: b, s: r, n: m } => {
                let ahead = BigInt::from(b) * self.n - BigInt::from(self.a) * m;
                let (p, q) = (BigInt::from(r) * self.n * self.n, BigInt::from(self.s) * m * m);
                if ahead < BigInt::ZERO {
                    return true;
                }
                // Compare `ahead` with √p + √q by their squares.
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

    /// Returns the time of the leg's first contact with the filled circle after the time `after`; `None` if there is no
    /// contact.
    pub fn contact(&self, leg: &Leg, after: Time) -> Option<Time> {
        let passage = self.passage(leg)?;
        let enters = passage.enters();
        if enters > after {
            return Some(enters);
        }
        passage.leaves_after(after).then_some(after)
    }

    /// Returns the time when the path enters the inside of the circle, at or after the time `after` and before `until`
    /// (RT-WALL-01).
    pub fn entry(&self, leg: &Leg, after: Time, until: Time) -> Option<Time> {
        let passage = self.passage(leg).filter(|passage| passage.s > 0)?;
        let begins = passage.enters().max(after);
        (begins < until && passage.leaves_after(begins)).then_some(begins)
    }

    /// Compares a point's distance from the centre with the radius, by their squares.
    pub fn compare(&self, point: Vector) -> Ordering {
        let away = minus(point, self.at);
        dot(away, away).cmp(&self.square)
    }

    /// Calls `tell` for each row of grid points from `low` to `high` that meets the filled circle. Passes the row and
    /// its first and last column in the circle.
    pub fn each_row(&self, scale: i64, [low, high]: [[i32; 2]; 2], mut tell: impl FnMut(i32, [i32; 2])) {
        let reach = self.square.isqrt();
        let span = |middle: i64, reach: i64, axis: usize| {
            // The grid points from middle - reach to middle + reach, limited to the requested columns.
            let first = -(reach - middle).div_euclid(scale);
            let last = (middle + reach).div_euclid(scale);
            [first.max(i64::from(low[axis])), last.min(i64::from(high[axis]))]
        };
        let [first, last] = span(self.at[1], reach, 1);
        for y in first..=last {
            let away = y * scale - self.at[1];
            let square = self.square - away * away;
            if square < 0 {
                continue;
            }
            let half = square.isqrt();
            let [left, right] = span(self.at[0], half, 0);
            if left <= right {
                tell(y as i32, [left as i32, right as i32]);
            }
        }
    }

    /// Whether the filled circle is outside a box, so that nothing in the box touches it.
    pub fn is_off(&self, [low, high]: [Vector; 2]) -> bool {
        let nearest = [0, 1].map(|axis| self.at[axis].clamp(low[axis], high[axis]));
        self.compare(nearest).is_gt()
    }

    /// Whether the racer touches the filled circle at time `t`.
    pub fn is_touched(&self, leg: &Leg, t: Time) -> bool {
        self.passage(leg).is_some_and(|passage| {
            let enters = passage.enters();
            enters == t || (enters < t && passage.leaves_after(t))
        })
    }

    /// Returns the square of the speed towards the circle's centre at the contact, as numerator and denominator. The
    /// circle's tangent at the contact counts as the direction of the wall (RT-DMG-06).
    pub fn inward_square(&self, leg: &Leg) -> (i128, i128) {
        self.passage(leg).map_or((0, 1), |passage| (passage.s, i128::from(self.square)))
    }
}
