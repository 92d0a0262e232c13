//! Mirrors and quarter turns about a place: grid points stay grid points.

use super::At;

/// A way to lay something down again about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// What becomes of a step to the right, and of a step up.
    axes: [[i64; 2]; 2],
    /// About where.
    about: At,
}

impl Motion {
    /// Left and right change places.
    #[must_use]
    pub const fn mirror(about: At) -> Self {
        Self { axes: [[-1, 0], [0, 1]], about }
    }

    /// Above and below change places.
    #[must_use]
    pub const fn mirror_upright(about: At) -> Self {
        Self { axes: [[1, 0], [0, -1]], about }
    }

    /// A quarter turn to the left.
    #[must_use]
    pub const fn left(about: At) -> Self {
        Self { axes: [[0, 1], [-1, 0]], about }
    }

    /// A quarter turn to the right.
    #[must_use]
    pub const fn right(about: At) -> Self {
        Self { axes: [[0, -1], [1, 0]], about }
    }

    /// What becomes of a way.
    #[must_use]
    pub const fn way(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        let [[xx, xy], [yx, yy]] = self.axes;
        [x * xx + y * yx, x * xy + y * yy]
    }

    /// Where it is added after a place's way from the origin was turned: a place `p` becomes `way(p) + offset`.
    #[must_use]
    pub const fn offset(&self) -> At {
        let turned = self.way(self.about);
        [self.about[0] - turned[0], self.about[1] - turned[1]]
    }

    /// What becomes of a place.
    #[must_use]
    pub const fn place(&self, at: At) -> At {
        let (way, offset) = (self.way(at), self.offset());
        [way[0] + offset[0], way[1] + offset[1]]
    }

    /// Whether left becomes right, so that what turned clockwise turns the other way.
    #[must_use]
    pub const fn is_mirror(&self) -> bool {
        let [[xx, xy], [yx, yy]] = self.axes;
        xx * yy - xy * yx < 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_and_two_mirrors_are_none() {
        let about = [2_500, -1_000];
        for motion in [Motion::left(about), Motion::right(about)] {
            let at = [7_250, 3_000];
            let turned = (0..4).fold(at, |at, _| motion.place(at));
            assert_eq!((turned, motion.place(about), motion.is_mirror()), (at, about, false));
        }
        assert_eq!(Motion::left([0, 0]).place([1_000, 0]), [0, 1_000]);
        for motion in [Motion::mirror(about), Motion::mirror_upright(about)] {
            assert_eq!((motion.place(motion.place([9, 8])), motion.is_mirror()), ([9, 8], true));
        }
        assert_eq!(Motion::mirror([0, 0]).place([5, 7]), [-5, 7]);
    }
}
