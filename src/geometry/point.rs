//! Points and vectors.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::{Direction, Product, Surd};

/// A point on the table, or the vector from one point to another.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// The x coordinate, which grows to the right.
    pub x: Surd,
    /// The y coordinate, which grows upwards.
    pub y: Surd,
}

impl Direction {
    /// Returns the vector in this direction with this length. Returns `None` if its coordinates are not whole numbers
    /// of units.
    #[must_use]
    pub const fn times(self, length: Surd) -> Option<Point> {
        let along = if self.is_diagonal() {
            match length.over_root2() {
                Some(part) => part,
                None => return None,
            }
        } else {
            length
        };
        let (x, y) = self.signs();
        let (a, b) = along.units();
        Some(Point::new(Surd::from_units(a * x, b * x), Surd::from_units(a * y, b * y)))
    }

    /// Returns the vector of length 1 in this direction.
    #[inline]
    #[must_use]
    pub const fn unit(self) -> Point {
        UNIT_VECTORS[self.index()]
    }
}

/// The vectors of length 1, one for each direction, in the order of the directions.
const UNIT_VECTORS: [Point; 8] = {
    let mut vectors = [Point::ORIGIN; 8];
    let mut number = 0;
    while number < 8 {
        // 1/√2 is a whole number of units, so the fallback is never used.
        vectors[number] = match Direction::new(number as i64).times(Surd::ONE) {
            Some(vector) => vector,
            None => Point::ORIGIN,
        };
        number += 1;
    }
    vectors
};

impl Point {
    /// The point (0, 0).
    pub const ORIGIN: Self = Self { x: Surd::ZERO, y: Surd::ZERO };

    /// Creates the point (x, y).
    #[must_use]
    pub const fn new(x: Surd, y: Surd) -> Self {
        Self { x, y }
    }

    /// Returns the distance of the point from the origin, measured along a direction. For directions along an axis, the
    /// result is `p · u`, where `p` is the point and `u` the direction's vector of length 1. For diagonals, the result
    /// is `√2 · (p · u)`, so that no division is needed. Compare it only with values of the same or the opposite
    /// direction.
    #[inline]
    #[must_use]
    pub fn along(self, direction: Direction) -> Surd {
        match direction.number() {
            0 => self.x,
            1 => self.x + self.y,
            2 => self.y,
            3 => self.y - self.x,
            4 => -self.x,
            5 => -(self.x + self.y),
            6 => -self.y,
            _ => self.x - self.y,
        }
    }

    /// Returns the exact dot product with another vector.
    #[must_use]
    pub fn dot(self, other: Self) -> Product {
        self.x.product(other.x) + self.y.product(other.y)
    }

    /// Returns the exact cross product `self × other`, which is positive if `other` lies counter-clockwise of `self`.
    #[must_use]
    pub fn cross(self, other: Self) -> Product {
        self.x.product(other.y) - self.y.product(other.x)
    }

    /// Returns this point rotated about the origin by `eighths` of a full turn. Returns `None` if the coordinates of
    /// the result are not whole numbers of units.
    ///
    /// ```
    /// use paddock::geometry::{Point, Surd};
    ///
    /// let right = Point::new(Surd::from_int(1), Surd::from_int(0));
    /// let up = Point::new(Surd::from_int(0), Surd::from_int(1));
    /// assert_eq!(right.turned(2), Some(up));
    /// ```
    #[must_use]
    pub fn turned(self, eighths: i64) -> Option<Self> {
        let (x, y) = match Direction::new(eighths).number() {
            0 => (self.x, self.y),
            1 => ((self.x - self.y).over_root2()?, (self.x + self.y).over_root2()?),
            2 => (-self.y, self.x),
            3 => (-(self.x + self.y).over_root2()?, (self.x - self.y).over_root2()?),
            4 => (-self.x, -self.y),
            5 => ((self.y - self.x).over_root2()?, -(self.x + self.y).over_root2()?),
            6 => (self.y, -self.x),
            _ => ((self.x + self.y).over_root2()?, (self.y - self.x).over_root2()?),
        };
        Some(Self { x, y })
    }

    /// Returns the nearest floating-point coordinates, for drawing and telemetry.
    ///
    /// ```
    /// use paddock::geometry::{Point, Surd};
    ///
    /// assert_eq!(Point::new(Surd::from_int(3), Surd::from_int(-1)).to_f64(), [3.0, -1.0]);
    /// ```
    #[must_use]
    pub fn to_f64(self) -> [f64; 2] {
        [self.x.to_f64(), self.y.to_f64()]
    }
}

impl Add for Point {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Point {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

impl Mul<i64> for Point {
    type Output = Self;
    #[inline]
    fn mul(self, n: i64) -> Self {
        Self { x: self.x * n, y: self.y * n }
    }
}

impl AddAssign for Point {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotating_there_and_back_gives_the_same_point() {
        let start = Point::new(Surd::from_units(64, 16), Surd::from_units(-32, 48));
        for eighths in -8..8 {
            let there = start.turned(eighths).expect("even enough to turn");
            assert_eq!(there.turned(-eighths), Some(start));
            assert_eq!(there.dot(there), start.dot(start));
        }
    }

    #[test]
    fn along_is_the_dot_product_with_the_direction() {
        let point = Point::new(Surd::from_units(31, -7), Surd::from_units(12, 5));
        for direction in Direction::ALL {
            let along = point.along(direction).to_f64();
            let scale = if direction.is_diagonal() { std::f64::consts::SQRT_2 } else { 1.0 };
            assert!((along - scale * point.dot(direction.unit()).to_f64()).abs() < 1e-12);
        }
    }
}
