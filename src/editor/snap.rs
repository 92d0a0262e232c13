//! From the pointer to exact places: what may draw a piece to a place, and rounding to a grid or to four decimals.

use crate::geometry::{Point, Surd};

/// How far apart the places of the grid are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Four decimals: as fine as a file holds.
    Off,
    /// A tenth of an octagon.
    Tenth,
    /// A quarter.
    #[default]
    Quarter,
    /// Half an octagon.
    Half,
    /// Whole octagons.
    Whole,
}

/// Four decimals, in units of [`Surd`].
const FINEST: i64 = 2;

/// The farthest from the origin a piece can be put, in octagons: far off the largest table, so that someone who
/// overshoots still sees where the piece went, and near enough that no sum comes close to what [`Surd`] can hold.
const FARTHEST: i64 = 10_000;

impl Grid {
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

/// What draws a piece to a place while the pointer moves it. Each can be switched on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snap {
    /// The places of this grid.
    pub grid: Grid,
    /// Places a whole number of octagons from another piece, or on a line with one.
    pub steps: bool,
    /// The edges of other pieces, to touch them exactly.
    pub edges: bool,
}

impl Default for Snap {
    fn default() -> Self {
        Self { grid: Grid::default(), steps: true, edges: true }
    }
}

impl Snap {
    /// Nothing does: places are rounded to four decimals.
    pub const NONE: Self = Self { grid: Grid::Off, steps: false, edges: false };

    /// The grid alone.
    #[must_use]
    pub const fn grid(grid: Grid) -> Self {
        Self { grid, ..Self::NONE }
    }
}

/// The exact place of two decimals: four places each.
#[must_use]
pub fn place_at(x: f64, y: f64) -> Point {
    Grid::Off.place([x, y])
}

/// The place, or the nearest one that is not absurdly far away.
#[must_use]
pub fn limited(at: Point) -> Point {
    let far = Surd::from_int(FARTHEST);
    let limit = |value: Surd| value.clamp(-far, far);
    Point::new(limit(at.x), limit(at.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_is_rounded_to_exact_places() {
        assert_eq!(Grid::Half.place([3.26, -1.24]), Point::new(Surd::from_units(70_000, 0), Surd::from_int(-1)));
        assert_eq!(Grid::Off.number(0.123_456), Surd::from_units(2_470, 0));
        assert_eq!(Grid::Whole.number(f64::NAN), Surd::ZERO);
        assert_eq!(Grid::Whole.number(f64::INFINITY), Surd::from_int(FARTHEST));
        for grid in Grid::ALL {
            assert!(grid.number(7.777_77).as_decimal().is_some(), "{grid:?} gives what files hold as decimals");
        }
    }
}
