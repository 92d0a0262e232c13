//! The eight directions.

/// One of eight directions, 45° apart, numbered counter-clockwise. 0 is to the right (+x), and 2 is up (+y).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All eight directions, from 0 to 7.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Creates the direction with this number, taken modulo 8.
    ///
    /// ```
    /// use paddock::geometry::Direction;
    ///
    /// // Directions count in steps of 45°, and wrap around.
    /// assert_eq!(Direction::new(-1), Direction::new(7));
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(number: i64) -> Self {
        Self((number & 7) as u8)
    }

    /// Returns the direction's number, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the direction's number as an index, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns this direction rotated by `eighths` of a full turn; positive is counter-clockwise.
    ///
    /// ```
    /// use paddock::geometry::Direction;
    ///
    /// assert_eq!(Direction::new(7).turned(2), Direction::new(1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn turned(self, eighths: i64) -> Self {
        Self::new(self.0 as i64 + eighths)
    }

    /// Returns the opposite direction.
    ///
    /// ```
    /// use paddock::geometry::Direction;
    ///
    /// assert_eq!(Direction::new(1).opposite(), Direction::new(5));
    /// ```
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// Returns the rotation from `other` to this direction, in eighths of a full turn, from -3 to 4.
    #[must_use]
    pub const fn eighths_from(self, other: Self) -> i64 {
        let ahead = (self.0 as i64 - other.0 as i64) & 7;
        if ahead > 4 { ahead - 8 } else { ahead }
    }

    /// Whether the direction is diagonal (1, 3, 5 or 7).
    #[inline]
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the angle from +x, in degrees, counter-clockwise.
    ///
    /// ```
    /// use paddock::geometry::Direction;
    ///
    /// assert_eq!(Direction::new(3).degrees(), 135.0);
    /// ```
    #[must_use]
    pub fn degrees(self) -> f64 {
        f64::from(self.0) * 45.0
    }

    /// Returns the signs of the direction's x and y: -1, 0 or 1.
    #[inline]
    #[must_use]
    pub const fn signs(self) -> (i64, i64) {
        match self.0 {
            0 => (1, 0),
            1 => (1, 1),
            2 => (0, 1),
            3 => (-1, 1),
            4 => (-1, 0),
            5 => (-1, -1),
            6 => (0, -1),
            _ => (1, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Surd;

    #[test]
    fn unit_vectors_have_length_one() {
        for direction in Direction::ALL {
            let vector = direction.unit();
            let square = vector.x.product(vector.x) + vector.y.product(vector.y);
            assert_eq!(square, Surd::ONE.product(Surd::ONE), "{direction:?}");
        }
    }

    #[test]
    fn eighths_lead_from_one_direction_to_another() {
        for from in Direction::ALL {
            for to in Direction::ALL {
                let eighths = to.eighths_from(from);
                assert!((-3..=4).contains(&eighths));
                assert_eq!(from.turned(eighths), to);
            }
        }
    }
}
