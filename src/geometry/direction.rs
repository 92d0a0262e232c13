//! The eight directions.

/// One of eight directions, 45° apart, counter-clockwise; 0 is to the right (+x), 2 is up (+y).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All eight, from 0.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The direction with this number, counted modulo 8.
    #[inline]
    #[must_use]
    pub const fn new(number: i64) -> Self {
        Self((number & 7) as u8)
    }

    /// Its number, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This direction turned by `eighths` of a full turn, counter-clockwise where positive.
    #[inline]
    #[must_use]
    pub const fn turned(self, eighths: i64) -> Self {
        Self::new(self.0 as i64 + eighths)
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// How many eighths, from -3 to 4, lead from `other` to this direction.
    #[must_use]
    pub const fn eighths_from(self, other: Self) -> i64 {
        let ahead = (self.0 as i64 - other.0 as i64) & 7;
        if ahead > 4 { ahead - 8 } else { ahead }
    }

    /// Whether it runs between the axes (1, 3, 5, 7).
    #[inline]
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self.0 & 1 == 1
    }

    /// The angle from +x, in degrees, counter-clockwise.
    #[must_use]
    pub fn degrees(self) -> f64 {
        f64::from(self.0) * 45.0
    }

    /// The signs of its x and y.
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
