//! Exact numbers `a + b·√2`.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The number of units that make 1. It is chosen so that all corners of all VektoRace pieces have coordinates of whole
/// units (ledger, section 1.1). Every decimal with four places is a whole, even number of units.
pub const UNITS_PER_ONE: i64 = 20_000;

/// An exact number `(a + b·√2) / 20,000` with whole `a` and `b`.
///
/// Numbers are ordered by their real value. Sums and differences are exact. The product of two numbers is a
/// [`Product`]. No calculation overflows if `a` and `b` are from -2^40 to 2^40. This is enough for a table that is
/// fifty million octagons wide.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Surd {
    a: i64,
    b: i64,
}

impl Surd {
    /// The number zero.
    pub const ZERO: Self = Self { a: 0, b: 0 };
    /// The number one. In VektoRace, it is the width of an octagon from edge to opposite edge.
    pub const ONE: Self = Self { a: UNITS_PER_ONE, b: 0 };
    /// The number one half.
    pub const HALF: Self = Self { a: UNITS_PER_ONE / 2, b: 0 };

    /// Creates the number `(a + b·√2) / 20,000`.
    #[must_use]
    pub const fn from_units(a: i64, b: i64) -> Self {
        Self { a, b }
    }

    /// Creates a whole number.
    #[must_use]
    pub const fn from_int(n: i64) -> Self {
        Self { a: n * UNITS_PER_ONE, b: 0 }
    }

    /// Returns the rational part and the factor of √2, in units of 1/20,000.
    #[must_use]
    pub const fn units(self) -> (i64, i64) {
        (self.a, self.b)
    }

    /// Compares the number with zero, in integers.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use paddock::geometry::Surd;
    ///
    /// // 3 - 2√2 is greater than 0.
    /// let root = Surd::from_int(1).times_root2();
    /// assert_eq!((Surd::from_int(3) - root - root).sign(), Ordering::Greater);
    /// ```
    #[inline]
    #[must_use]
    pub fn sign(self) -> Ordering {
        let (a, b) = (self.a, self.b);
        if (a | b) == 0 {
            return Ordering::Equal;
        }
        if a >= 0 && b >= 0 {
            return Ordering::Greater;
        }
        if a <= 0 && b <= 0 {
            return Ordering::Less;
        }
        // The parts have different signs, so the part with the larger square decides. a² = 2b² only for a = b = 0.
        let larger_rational = i128::from(a) * i128::from(a) > 2 * (i128::from(b) * i128::from(b));
        if larger_rational == (a > 0) { Ordering::Greater } else { Ordering::Less }
    }

    /// Whether `self > 0`.
    #[inline]
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// Whether `self < 0`.
    #[inline]
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.sign() == Ordering::Less
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// Returns `self · √2`, which is always exact.
    #[inline]
    #[must_use]
    pub const fn times_root2(self) -> Self {
        Self { a: 2 * self.b, b: self.a }
    }

    /// Returns `self / √2`. Returns `None` if the result is not a whole number of units.
    #[must_use]
    pub const fn over_root2(self) -> Option<Self> {
        if self.a % 2 == 0 { Some(Self { a: self.b, b: self.a / 2 }) } else { None }
    }

    /// Returns `self / 2`. Returns `None` if the result is not a whole number of units.
    ///
    /// ```
    /// use paddock::geometry::Surd;
    ///
    /// assert_eq!(Surd::from_int(3).half().map(Surd::to_f64), Some(1.5));
    /// ```
    #[must_use]
    pub const fn half(self) -> Option<Self> {
        if self.a % 2 == 0 && self.b % 2 == 0 { Some(Self { a: self.a / 2, b: self.b / 2 }) } else { None }
    }

    /// Returns the exact product of two numbers.
    #[must_use]
    pub fn product(self, other: Self) -> Product {
        let (a, b) = (i128::from(self.a), i128::from(self.b));
        let (c, d) = (i128::from(other.a), i128::from(other.b));
        Product { a: a * c + 2 * b * d, b: a * d + b * c }
    }

    /// Returns the nearest floating-point number. It is for drawing and telemetry, and must not be used for a rule.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        (self.a as f64 + self.b as f64 * std::f64::consts::SQRT_2) / UNITS_PER_ONE as f64
    }
}

impl PartialOrd for Surd {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Surd {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (*self - *other).sign()
    }
}

impl Add for Surd {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b }
    }
}

impl Sub for Surd {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { a: self.a - other.a, b: self.b - other.b }
    }
}

impl Neg for Surd {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { a: -self.a, b: -self.b }
    }
}

impl Mul<i64> for Surd {
    type Output = Self;
    #[inline]
    fn mul(self, n: i64) -> Self {
        Self { a: self.a * n, b: self.b * n }
    }
}

impl AddAssign for Surd {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Surd {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Surd {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, Add::add)
    }
}

/// The exact product of two [`Surd`]s, or a sum of such products, in units of 1/20,000².
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Product {
    a: i128,
    b: i128,
}

impl Product {
    /// Compares this number with zero.
    #[must_use]
    pub fn sign(self) -> Ordering {
        let (a, b) = (self.a, self.b);
        match (a.cmp(&0), b.cmp(&0)) {
            (Ordering::Equal, side) | (side, Ordering::Equal) => side,
            (left, right) if left == right => left,
            (left, right) => {
                // Squares of parts above 2^62 would overflow. Such large parts are both divided by the same power of
                // two, which does not change the comparison.
                let shift = (a.unsigned_abs() | b.unsigned_abs()).ilog2().saturating_sub(62);
                let (a, b) = (a.unsigned_abs() >> shift, b.unsigned_abs() >> shift);
                if a * a > 2 * (b * b) { left } else { right }
            }
        }
    }

    /// Returns the nearest floating-point number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        (self.a as f64 + self.b as f64 * std::f64::consts::SQRT_2) / (UNITS_PER_ONE * UNITS_PER_ONE) as f64
    }
}

impl Add for Product {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b }
    }
}

impl Sub for Product {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { a: self.a - other.a, b: self.b - other.b }
    }
}

impl Neg for Product {
    type Output = Self;
    fn neg(self) -> Self {
        Self { a: -self.a, b: -self.b }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_difference_far_below_floating_point_still_has_its_sign() {
        // The convergents of √2 lie alternately below and above √2. The convergents here differ from √2 by about 1e-19
        // and 1e-18.
        let below = Surd::from_units(1_855_077_841, -1_311_738_121);
        assert!(below.is_negative());
        assert!((-below).is_positive());
        assert!(Surd::from_units(768_398_401, -543_339_720).is_positive());
        assert!(Surd::from_units(4_478_554_083, -3_166_815_962).is_positive());
    }

    #[test]
    fn multiplying_and_dividing_by_root_two_is_exact() {
        let number = Surd::from_units(30, 7);
        assert_eq!(number.times_root2().over_root2(), Some(number));
        assert_eq!(Surd::from_units(3, 1).over_root2(), None);
        assert_eq!(Surd::ONE.times_root2().times_root2(), Surd::from_int(2));
    }

    proptest! {
        #[test]
        fn order_agrees_with_real_numbers(a in -1_000_000i64..1_000_000, b in -1_000_000i64..1_000_000) {
            let number = Surd::from_units(a, b);
            let real = a as f64 + b as f64 * std::f64::consts::SQRT_2;
            // Below 1e-7 this `f64` is too inexact to give the sign, so the sign of such numbers is not compared.
            if real.abs() > 1e-7 {
                prop_assert_eq!(number.is_positive(), real > 0.0);
            }
            prop_assert_eq!(number.sign() == Ordering::Equal, a == 0 && b == 0);
            prop_assert_eq!((-number).sign(), number.sign().reverse());
        }

        #[test]
        fn products_have_the_sign_of_their_factors(
            a in -100_000_000i64..100_000_000, b in -100_000_000i64..100_000_000,
            c in -100_000_000i64..100_000_000, d in -100_000_000i64..100_000_000,
        ) {
            let (x, y) = (Surd::from_units(a, b), Surd::from_units(c, d));
            let expected = match (x.sign(), y.sign()) {
                (Ordering::Equal, _) | (_, Ordering::Equal) => Ordering::Equal,
                (p, q) if p == q => Ordering::Greater,
                _ => Ordering::Less,
            };
            prop_assert_eq!(x.product(y).sign(), expected);
        }
    }
}
