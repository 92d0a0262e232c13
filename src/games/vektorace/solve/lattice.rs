//! The points a car can reach: sums of unit steps in the eight directions.

use crate::geometry::{Direction, Point, Surd, UNITS_PER_ONE};

/// A sum of unit steps in the eight directions: `(a + b/√2, c + d/√2)` octagons. Without attacks, a car's offset from
/// its starting point is always such a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps {
    /// The four whole numbers `[a, b, c, d]` in the sum `(a + b/√2, c + d/√2)`.
    pub parts: [i16; 4],
}

/// The distance, 1/√2, that a diagonal unit step covers along x and along y.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;

impl Steps {
    /// Returns one step in a direction.
    pub const fn unit(direction: Direction) -> Self {
        let (x, y) = direction.signs();
        let (x, y) = (x as i16, y as i16);
        Self { parts: if direction.is_diagonal() { [0, x, 0, y] } else { [x, 0, y, 0] } }
    }

    /// Returns this sum of steps, multiplied by `count`.
    pub fn times(self, count: i16) -> Self {
        Self { parts: self.parts.map(|part| part * count) }
    }

    /// Returns the sum of `self` and `other`.
    #[inline]
    pub fn plus(self, other: Self) -> Self {
        let mut parts = self.parts;
        for (part, more) in parts.iter_mut().zip(other.parts) {
            *part += more;
        }
        Self { parts }
    }

    /// Returns the sum as an exact vector on the table.
    pub fn point(self) -> Point {
        let [a, b, c, d] = self.parts.map(i64::from);
        // 1/√2 is half of √2.
        let number = |whole: i64, halves: i64| Surd::from_units(whole * UNITS_PER_ONE, halves * (UNITS_PER_ONE / 2));
        Point::new(number(a, b), number(c, d))
    }

    /// Returns the sum as a vector in floating point, in octagons.
    #[inline]
    pub fn to_f64(self) -> [f64; 2] {
        let [a, b, c, d] = self.parts.map(f64::from);
        [a + b * DIAGONAL, c + d * DIAGONAL]
    }

    /// Packs the sum into a unique number of 44 bits: 11 bits for each of its four whole numbers. These bits suffice
    /// for about a thousand steps, far more than any lap has.
    #[inline]
    pub fn packed(self) -> u64 {
        self.parts.iter().fold(0, |packed, part| packed << 11 | ((*part as u64) & 0x7FF))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_the_unit_vectors_exactly() {
        let mut at = Steps::default();
        let mut point = Point::ORIGIN;
        for (count, direction) in (1..).zip(Direction::ALL) {
            at = at.plus(Steps::unit(direction).times(count));
            point += direction.unit() * i64::from(count);
            assert_eq!(at.point(), point);
            let [x, y] = at.to_f64();
            let [px, py] = point.to_f64();
            assert!((x - px).abs() < 1e-9 && (y - py).abs() < 1e-9);
        }
    }

    #[test]
    fn different_steps_are_packed_differently() {
        let mut seen = std::collections::BTreeSet::new();
        for a in -3..=3 {
            for b in -3..=3 {
                for c in -3..=3 {
                    for d in -3..=3 {
                        assert!(seen.insert(Steps { parts: [a, b, c, d] }.packed()));
                    }
                }
            }
        }
    }
}
