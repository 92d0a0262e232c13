//! From the pointer to exact places: rounding to a grid or to four decimals, and laying pieces against each other.

use crate::geometry::{Direction, Octilinear, Point, Surd};

/// What places entered with the pointer are rounded to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Snap {
    /// Four decimals: as fine as a file holds.
    Off,
    /// A tenth of an octagon.
    Tenth,
    /// A quarter.
    Quarter,
    /// Half an octagon.
    #[default]
    Half,
    /// Whole octagons.
    Whole,
}

/// Four decimals, in units of [`Surd`].
const FINEST: i64 = 2;

/// The farthest from the origin a piece can be put, in octagons: far off the largest table, so that someone who
/// overshoots still sees where the piece went, and near enough that no sum comes close to what [`Surd`] can hold.
const FARTHEST: i64 = 10_000;

impl Snap {
    /// All of them, from fine to coarse.
    pub const ALL: [Self; 5] = [Self::Off, Self::Tenth, Self::Quarter, Self::Half, Self::Whole];

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Tenth => "0.1",
            Self::Quarter => "0.25",
            Self::Half => "0.5",
            Self::Whole => "1",
        }
    }

    /// The distance between two places, in units of [`Surd`].
    const fn step(self) -> i64 {
        match self {
            Self::Off => FINEST,
            Self::Tenth => 2_000,
            Self::Quarter => 5_000,
            Self::Half => 10_000,
            Self::Whole => 20_000,
        }
    }

    /// The nearest exact number; what is no number is zero.
    #[must_use]
    pub fn number(self, value: f64) -> Surd {
        let reach = FARTHEST as f64;
        let value = if value.is_nan() { 0.0 } else { value.clamp(-reach, reach) };
        let steps = value * crate::geometry::UNITS_PER_ONE as f64 / self.step() as f64;
        Surd::from_units(steps.round() as i64 * self.step(), 0)
    }

    /// The nearest exact place.
    #[must_use]
    pub fn place(self, at: [f64; 2]) -> Point {
        Point::new(self.number(at[0]), self.number(at[1]))
    }
}

/// The exact place of two decimals: four places each.
#[must_use]
pub fn place_at(x: f64, y: f64) -> Point {
    Snap::Off.place([x, y])
}

/// The place, or the nearest one that is not absurdly far away.
#[must_use]
pub fn limited(at: Point) -> Point {
    let far = Surd::from_int(FARTHEST);
    let limit = |value: Surd| value.clamp(-far, far);
    Point::new(limit(at.x), limit(at.y))
}

/// How deep a piece may be dragged into another and still be laid against it, in octagons, times √2.
fn catch_depth() -> Surd {
    Surd::from_units(8_000, 0).times_root2()
}

/// The least exact way that takes `parts` off `others` so that they touch along an edge. `None` where they do not
/// overlap, overlap by more than a slip of the hand, or where the way out leads into another piece.
#[must_use]
pub(super) fn way_to_touch(parts: &[Octilinear], others: &[Octilinear]) -> Option<Point> {
    let overlaps = parts.iter().flat_map(|part| others.iter().filter_map(|other| part.overlap_depth(other)));
    let (depth, direction) = overlaps.max_by_key(|(depth, _)| *depth)?;
    if depth > catch_depth() {
        return None;
    }
    // `direction` leads from this piece onto the other's far side measured from here; try both ways along its axis.
    [direction, direction.opposite()].into_iter().find_map(|way| {
        let offset = along(way, depth)?;
        let free = parts.iter().all(|part| {
            let moved = part.moved(offset);
            others.iter().all(|other| !moved.overlaps(other))
        });
        free.then_some(offset)
    })
}

/// The vector of this direction whose length times √2 is `length`.
fn along(direction: Direction, length: Surd) -> Option<Point> {
    direction.times(length.over_root2()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_is_rounded_to_exact_places() {
        assert_eq!(Snap::Half.place([3.26, -1.24]), Point::new(Surd::from_units(70_000, 0), Surd::from_int(-1)));
        assert_eq!(Snap::Off.number(0.123_456), Surd::from_units(2_470, 0));
        assert_eq!(Snap::Whole.number(f64::NAN), Surd::ZERO);
        assert_eq!(Snap::Whole.number(f64::INFINITY), Surd::from_int(FARTHEST));
        for snap in Snap::ALL {
            assert!(snap.number(7.777_77).as_decimal().is_some(), "{snap:?} gives what files hold as decimals");
        }
    }

    #[test]
    fn pieces_are_laid_against_each_other_exactly() {
        let octagon = Octilinear::octagon(Surd::HALF).expect("whole");
        for direction in Direction::ALL {
            // Nine tenths of the way from touching in any direction: laid so that it touches.
            let near = octagon.moved(direction.times(Surd::from_units(18_000, 0)).expect("whole"));
            let way = way_to_touch(&[near], &[octagon]).expect("overlaps a little");
            assert_eq!(near.moved(way), octagon.moved(direction.unit()), "{direction:?}");
        }
        assert_eq!(way_to_touch(&[octagon.moved(Direction::new(0).unit())], &[octagon]), None, "touches already");
        assert_eq!(way_to_touch(&[octagon], &[octagon]), None, "far too deep");
    }
}
