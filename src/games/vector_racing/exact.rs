//! Exact plane geometry on integers, and the time within a move (RT-GEO-01).
//!
//! A track is scaled by the common denominator of its coordinates, so all its coordinates become integers. The limits
//! of section 3 of the rules ledger keep the cross product of two vectors between points below 2^63. Two fractions are
//! compared in 128 bits. Only square roots may need more bits, so they use big integers. Square roots occur with discs,
//! and in the tie-break by the shortest time.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::number::gcd;

/// A point or a vector on the board, in scaled units: grid units times the common denominator of the track's
/// coordinates.
pub(super) type Vector = [i64; 2];

/// Returns the cross product of two vectors: positive if `b` is to the left of `a`.
pub(super) const fn cross(a: Vector, b: Vector) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Returns the dot product of two vectors.
pub(super) const fn dot(a: Vector, b: Vector) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Returns `a - b`, the vector from `b` to `a`.
pub(super) const fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

/// Returns `a + b`.
pub(super) const fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1]]
}

/// Returns `a` multiplied by a number.
pub(super) const fn times(a: Vector, by: i64) -> Vector {
    [a[0] * by, a[1] * by]
}

/// A time within a move, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Time {
    /// A fraction in lowest terms: numerator and positive denominator.
    Ratio(i64, i64),
    /// `(a - √s) / n`: the time when a path meets a disc (RT-GEO-05).
    Root {
        /// The `a` in `(a - √s) / n`, from which the square root is subtracted.
        a: i128,
        /// The `s` under the square root in `(a - √s) / n`; not negative.
        s: i128,
        /// The divisor `n` in `(a - √s) / n`: the square of the velocity's length; positive.
        n: i128,
    },
}

impl Time {
    /// The start of a move.
    pub const START: Self = Self::Ratio(0, 1);
    /// The end of a move.
    pub const END: Self = Self::Ratio(1, 1);

    /// Returns the fraction in lowest terms; `denominator` must not be zero.
    pub(super) fn ratio(numerator: i64, denominator: i64) -> Self {
        let divisor = gcd(numerator, denominator) * denominator.signum();
        Self::Ratio(numerator / divisor, denominator / divisor)
    }

    /// Returns the sign of `p + q t`, where `t` is this time. Every comparison about a racer's point on a leg (a
    /// straight part of a path) can be written in this form.
    pub(super) fn sign(self, p: i128, q: i128) -> Ordering {
        match self {
            Self::Ratio(numerator, denominator) => (p * i128::from(denominator) + q * i128::from(numerator)).cmp(&0),
            Self::Root { a, s, n } => sign_with_root(p * n + q * a, -q, s),
        }
    }

    /// Returns the numerator and denominator of the time; `None` if it is not a fraction.
    #[must_use]
    pub const fn as_ratio(self) -> Option<(i64, i64)> {
        match self {
            Self::Ratio(numerator, denominator) => Some((numerator, denominator)),
            Self::Root { .. } => None,
        }
    }

    /// Returns the time as a floating-point number, for drawing only.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Ratio(numerator, denominator) => numerator as f64 / denominator as f64,
            Self::Root { a, s, n } => (a as f64 - (s as f64).sqrt()) / n as f64,
        }
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> Ordering {
        match (*self, *other) {
            (Self::Ratio(a, b), Self::Ratio(c, d)) => {
                (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)))
            }
            (Self::Root { .. }, Self::Ratio(c, d)) => self.sign(-i128::from(c), i128::from(d)),
            (Self::Ratio(..), Self::Root { .. }) => other.cmp(self).reverse(),
            (Self::Root { a, s, n }, Self::Root { a: b, s: r, n: m }) => {
                let a = BigInt::from(a) * m - BigInt::from(b) * n;
                let p = BigInt::from(r) * n * n;
                let q = BigInt::from(s) * m * m;
                sign_of_roots(&a, &p, &q)
            }
        }
    }
}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Time {}

/// Returns the sign of `x + y √s`.
fn sign_with_root(x: i128, y: i128, s: i128) -> Ordering {
    let root = if s == 0 { 0 } else { y.signum() };
    match (x.signum(), root) {
        (a, b) if a >= 0 && b >= 0 => (a + b).cmp(&0),
        (a, b) if a <= 0 && b <= 0 => (a + b).cmp(&0),
        (a, _) => {
            let square = BigInt::from(x) * x;
            let under = BigInt::from(y) * y * s;
            if a > 0 { square.cmp(&under) } else { under.cmp(&square) }
        }
    }
}

/// Returns the sign of `a + √p - √q`; `p` and `q` must not be negative (RT-TIE-05).
pub(super) fn sign_of_roots(a: &BigInt, p: &BigInt, q: &BigInt) -> Ordering {
    let zero = BigInt::ZERO;
    if *a >= zero && p >= q {
        return if *a == zero && p == q { Ordering::Equal } else { Ordering::Greater };
    }
    if *a <= zero && p <= q {
        return Ordering::Less;
    }
    if *a < zero {
        return sign_of_roots(&-a, q, p).reverse();
    }
    // Now a > 0 and p < q: compare a + √p with √q by squaring twice.
    let square = a * a;
    let rest: BigInt = q - &square - p;
    if rest < zero {
        return Ordering::Greater;
    }
    (square * p * 4u8).cmp(&(&rest * &rest))
}

/// A straight part of a move's path. At time t the racer is at `origin + t velocity`, in scaled units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg {
    /// The virtual origin: the point where the racer would be at time 0 if the leg began then. If the leg begins later,
    /// this point lies on the leg's backward extension.
    pub origin: Vector,
    /// The velocity on this leg: the vector from the leg's point at time 0 to its point at time 1.
    pub velocity: Vector,
}

impl Leg {
    /// Returns the sign of the cross product of `P - from` and `along`, where `P` is the racer's point at time `t`. It
    /// is positive if the racer is to the right of the line through `from` in the direction `along`.
    pub fn side(&self, t: Time, from: Vector, along: Vector) -> Ordering {
        let start = minus(self.origin, from);
        t.sign(cross_wide(start, along), cross_wide(self.velocity, along))
    }

    /// Compares the racer's coordinate on one axis at time `t` with a value.
    pub fn compare(&self, t: Time, axis: usize, value: i64) -> Ordering {
        t.sign(i128::from(self.origin[axis] - value), i128::from(self.velocity[axis]))
    }

    /// Whether the racer is exactly at a point of the board at time `t`.
    pub fn is_at(&self, t: Time, point: Vector) -> bool {
        (0..2).all(|axis| self.compare(t, axis, point[axis]) == Ordering::Equal)
    }

    /// Returns the time at which the leg, extended to an infinite line, passes exactly through a point; `None` if the
    /// line misses the point. The time can be outside 0 to 1.
    pub fn through(&self, point: Vector) -> Option<Time> {
        let away = minus(point, self.origin);
        let square = dot(self.velocity, self.velocity);
        (square > 0 && cross(self.velocity, away) == 0).then(|| Time::ratio(dot(away, self.velocity), square))
    }

    /// Returns the racer's point on the board at the time `t`, in grid units, for drawing only.
    pub fn at(&self, t: Time, scale: i64) -> [f64; 2] {
        let t = t.to_f64();
        [0, 1].map(|axis| (self.origin[axis] as f64 + self.velocity[axis] as f64 * t) / scale as f64)
    }

    /// Returns the bounding box of the leg from time 0 to time 1, as two points: its lower left and its upper right
    /// corner.
    pub fn bounds(&self) -> [Vector; 2] {
        let end = plus(self.origin, self.velocity);
        [
            [self.origin[0].min(end[0]), self.origin[1].min(end[1])],
            [self.origin[0].max(end[0]), self.origin[1].max(end[1])],
        ]
    }
}

/// Returns the cross product of two vectors as a 128-bit number, which cannot overflow.
pub(super) const fn cross_wide(a: Vector, b: Vector) -> i128 {
    a[0] as i128 * b[1] as i128 - a[1] as i128 * b[0] as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_fractions_compare_exactly() {
        // (3 - √4) / 2 is a half; (3 - √3) / 2 is a little more.
        let root = |a, s, n| Time::Root { a, s, n };
        assert_eq!(root(3, 4, 2), Time::Ratio(1, 2));
        assert!(root(3, 3, 2) > Time::Ratio(1, 2) && root(3, 5, 2) < Time::Ratio(1, 2));
        assert!(root(3, 3, 2) < root(3, 2, 2));
        assert_eq!(root(6, 12, 4), root(3, 3, 2));
        let big = |n: i64| BigInt::from(n);
        assert_eq!(sign_of_roots(&big(1), &big(4), &big(9)), Ordering::Equal);
        assert_eq!(sign_of_roots(&big(-1), &big(9), &big(4)), Ordering::Equal);
        assert_eq!(sign_of_roots(&big(1), &big(4), &big(10)), Ordering::Less);
    }
}
