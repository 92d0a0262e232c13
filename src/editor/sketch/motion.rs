//! Mirrors shapes, and rotates them about a point of the board.

use super::{At, limited, place_at};
use crate::geometry::{Point, Surd};

/// An axis of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The axis from left to right.
    Horizontal,
    /// The axis from bottom to top.
    Vertical,
}

impl Axis {
    /// Returns the coordinate of a point along this axis: x for the horizontal axis, y for the vertical axis.
    pub(super) const fn of(self, at: At) -> Surd {
        match self {
            Self::Horizontal => at.x,
            Self::Vertical => at.y,
        }
    }

    /// Returns the offset of length `by` along this axis. If `by` is negative, the offset points left or down.
    pub(super) const fn way(self, by: Surd) -> At {
        match self {
            Self::Horizontal => Point::new(by, Surd::ZERO),
            Self::Vertical => Point::new(Surd::ZERO, by),
        }
    }
}

/// A mirroring or a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// A rotation about a point of the board, by eighths of a full turn; positive is counter-clockwise.
    Turn(i64, At),
    /// A mirroring that reverses the coordinates along this axis. The number is twice the coordinate of the mirror
    /// line.
    Mirror(Axis, Surd),
}

impl Motion {
    /// Makes the mirroring that swaps left and right about a point.
    #[must_use]
    pub fn mirror(about: At) -> Self {
        Self::Mirror(Axis::Horizontal, about.x + about.x)
    }

    /// Makes the mirroring that swaps top and bottom about a point.
    #[must_use]
    pub fn mirror_upright(about: At) -> Self {
        Self::Mirror(Axis::Vertical, about.y + about.y)
    }

    /// Makes the rotation by a quarter turn to the left about a point.
    #[must_use]
    pub const fn left(about: At) -> Self {
        Self::Turn(2, about)
    }

    /// Makes the rotation by a quarter turn to the right about a point.
    #[must_use]
    pub const fn right(about: At) -> Self {
        Self::Turn(-2, about)
    }

    /// Applies the motion to an offset. The angle of a rotation is rounded down to whole quarter turns.
    #[must_use]
    pub const fn way(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        match self {
            Self::Turn(eighths, _) => match eighths.rem_euclid(8) / 2 {
                0 => [x, y],
                1 => [-y, x],
                2 => [-x, -y],
                _ => [y, -x],
            },
            Self::Mirror(Axis::Horizontal, _) => [-x, y],
            Self::Mirror(Axis::Vertical, _) => [x, -y],
        }
    }

    /// Returns the point to which the motion moves the origin, (0, 0).
    #[must_use]
    pub fn offset(&self) -> At {
        self.place(Point::ORIGIN)
    }

    /// Applies the motion to a point. Mirrorings and quarter turns are exact. The result of other rotations is rounded
    /// so that a file can store it.
    ///
    /// ```
    /// use paddock::editor::place_at;
    /// use paddock::editor::sketch::{Motion, to_world};
    ///
    /// let turned = Motion::left(place_at(0.0, 0.0)).place(place_at(2.0, 1.0));
    /// assert_eq!(to_world(turned), [-1.0, 2.0]);
    /// ```
    #[must_use]
    pub fn place(&self, at: At) -> At {
        match *self {
            Self::Turn(eighths, about) => {
                about + (at - about).turned(eighths).unwrap_or_else(|| self.nearest(at - about))
            }
            Self::Mirror(Axis::Horizontal, sum) => Point::new(sum - at.x, at.y),
            Self::Mirror(Axis::Vertical, sum) => Point::new(at.x, sum - at.y),
        }
    }

    /// Applies the motion to several points. If the motion is not exact, the first result is rounded. The other points
    /// keep their offsets from the first point if possible, so that touching pieces still touch.
    #[must_use]
    pub fn places(&self, points: &[At]) -> Vec<At> {
        let Self::Turn(eighths, about) = *self else {
            return points.iter().map(|at| limited(self.place(*at))).collect();
        };
        let exactly = |at: &At| Some(limited(about + (*at - about).turned(eighths)?));
        if let Some(places) = points.iter().map(exactly).collect::<Option<Vec<At>>>() {
            return places;
        }
        let Some(first) = points.first() else { return Vec::new() };
        let to = about + self.nearest(*first - about);
        let along = |at: &At| (*at - *first).turned(eighths).unwrap_or_else(|| self.nearest(*at - *first));
        points.iter().map(|at| limited(to + along(at))).collect()
    }

    /// Rotates an offset by this motion, and rounds the result so that a file can store it. If the motion mirrors,
    /// returns the offset unchanged.
    fn nearest(&self, way: At) -> At {
        let Self::Turn(eighths, _) = self else { return way };
        let [x, y] = way.to_f64();
        let (sin, cos) = ((eighths % 8) as f64 * std::f64::consts::FRAC_PI_4).sin_cos();
        place_at(x * cos - y * sin, x * sin + y * cos)
    }

    /// Whether the motion is a mirroring. A mirroring changes clockwise into counter-clockwise.
    #[must_use]
    pub const fn is_mirror(&self) -> bool {
        matches!(self, Self::Mirror(..))
    }
}

#[cfg(test)]
mod tests {
    use super::super::thousandths;
    use super::*;

    #[test]
    fn four_quarter_turns_and_two_mirrors_lead_back() {
        let about = thousandths([2_500, -1_000]);
        for motion in [Motion::left(about), Motion::right(about)] {
            let at = thousandths([7_250, 3_000]);
            let turned = (0..4).fold(at, |at, _| motion.place(at));
            assert_eq!((turned, motion.place(about), motion.is_mirror()), (at, about, false));
        }
        let origin = Point::ORIGIN;
        assert_eq!(Motion::left(origin).place(thousandths([1_000, 0])), thousandths([0, 1_000]));
        for motion in [Motion::mirror(about), Motion::mirror_upright(about)] {
            let at = thousandths([9, 8]);
            assert_eq!((motion.place(motion.place(at)), motion.is_mirror()), (at, true));
        }
        assert_eq!(Motion::mirror(origin).place(thousandths([5, 7])), thousandths([-5, 7]));
    }
}
