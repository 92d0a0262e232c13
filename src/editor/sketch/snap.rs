//! Snapping: converts the pointer's point into an exact point of the board.

use super::{At, Part, ShapeId};
use crate::geometry::{Direction, Point, Surd, UNITS_PER_ONE};

/// A grid, or no grid. The variants give the distance between grid points, in the game's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// No grid: coordinates are only rounded to four decimals. Used by games whose files store four decimals.
    Fine,
    /// No grid: coordinates are only rounded to two decimals. Used by games whose files store two decimals.
    Off,
    /// A grid of tenths of a unit.
    Tenth,
    /// A grid of quarters of a unit.
    Quarter,
    /// A grid of halves of a unit.
    Half,
    /// A grid of whole units.
    Whole,
    /// A grid of five units.
    Five,
}

/// The largest coordinate, in units. No table is that large, and sums of such coordinates do not overflow a [`Surd`].
const FARTHEST: i64 = 10_000;

impl Grid {
    /// The name of the grid, as shown to the user.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fine | Self::Off => "off",
            Self::Tenth => "0.1",
            Self::Quarter => "0.25",
            Self::Half => "0.5",
            Self::Whole => "1",
            Self::Five => "5",
        }
    }

    /// Whether there is no grid. Lines that the user draws then follow the pointer.
    #[must_use]
    pub const fn is_off(self) -> bool {
        matches!(self, Self::Fine | Self::Off)
    }

    /// The distance between two neighbouring grid points, in the game's unit.
    #[must_use]
    pub fn length(self) -> f64 {
        self.step() as f64 / UNITS_PER_ONE as f64
    }

    /// The distance between two neighbouring grid points, in units of [`Surd`].
    pub(super) const fn step(self) -> i64 {
        match self {
            Self::Fine => UNITS_PER_ONE / 10_000,
            Self::Off => UNITS_PER_ONE / 100,
            Self::Tenth => UNITS_PER_ONE / 10,
            Self::Quarter => UNITS_PER_ONE / 4,
            Self::Half => UNITS_PER_ONE / 2,
            Self::Whole => UNITS_PER_ONE,
            Self::Five => 5 * UNITS_PER_ONE,
        }
    }

    /// Returns the exact number on the grid nearest to `value`. Returns 0 for NaN.
    #[must_use]
    pub fn number(self, value: f64) -> Surd {
        let reach = FARTHEST as f64;
        let value = if value.is_nan() { 0.0 } else { value.clamp(-reach, reach) };
        let steps = value * UNITS_PER_ONE as f64 / self.step() as f64;
        Surd::from_units(steps.round() as i64 * self.step(), 0)
    }

    /// Returns the exact point on the grid nearest to `at`.
    ///
    /// ```
    /// use paddock::editor::Grid;
    /// use paddock::editor::sketch::to_world;
    ///
    /// assert_eq!(to_world(Grid::Quarter.place([1.3, 2.1])), [1.25, 2.0]);
    /// ```
    #[must_use]
    pub fn place(self, at: [f64; 2]) -> At {
        Point::new(self.number(at[0]), self.number(at[1]))
    }
}

/// The ways of snapping that are switched on. Each way can be switched on and off separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snap {
    /// The grid. Shapes snap to its points.
    pub grid: Grid,
    /// Whether shapes snap to positions in line with other shapes. Pieces also snap to points that are a whole number
    /// of octagons from other pieces. Corners of lines also snap so that the edges beside them lie at multiples of 45°.
    pub steps: bool,
    /// Whether shapes snap to the edges of other shapes, so that they touch exactly.
    pub edges: bool,
}

impl Snap {
    /// No snapping: coordinates are rounded to four decimals.
    pub const NONE: Self = Self::grid(Grid::Fine);

    /// Makes the settings for snapping to this grid and to nothing else.
    #[must_use]
    pub const fn grid(grid: Grid) -> Self {
        Self { grid, steps: false, edges: false }
    }

    /// Makes the settings for all ways of snapping, with this grid.
    #[must_use]
    pub const fn all(grid: Grid) -> Self {
        Self { grid, steps: true, edges: true }
    }
}

/// The shapes and points that follow the pointer: dragged parts, or a new shape that is being drawn.
#[derive(Clone, Copy, Debug)]
pub enum Held<'a> {
    /// Dragged parts, and the point of the board where the first part was before the drag. The first part is the one
    /// under the pointer.
    Parts(&'a [Part], At),
    /// A new shape: its tool, its direction (`None` if such shapes have no direction), and the points drawn so far.
    New(&'static str, Option<Direction>, &'a [At]),
}

/// The result of snapping a shape: the point it snapped to, and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// The exact point that the shape snapped to.
    pub place: At,
    /// Lines that show why the shape snapped. Empty if the shape only snapped to the grid.
    pub guides: Vec<[[f64; 2]; 2]>,
    /// The reason for snapping in words, such as "touches corner 3". May be empty.
    pub words: String,
}

impl Settled {
    /// Snaps to the nearest grid point only.
    #[must_use]
    pub fn on_grid(grid: Grid, wanted: [f64; 2]) -> Self {
        Self { place: grid.place(wanted), guides: Vec::new(), words: String::new() }
    }
}

/// The direction that a shape faces, and the texts of the form in which the user changes this direction.
#[derive(Clone, Debug)]
pub struct Facing {
    /// The direction that the shape faces now.
    pub now: Direction,
    /// The verb that comes before each direction that the user can choose, such as "Face" in "Face right".
    pub verb: &'static str,
    /// The heading of the form, and a sentence that explains the meaning of the shape's direction.
    pub words: [&'static str; 2],
    /// Whether shapes of this kind usually face the given direction.
    pub is_usual: fn(Direction) -> bool,
    /// The note that is shown for a direction that is not usual.
    pub unusual: &'static str,
}

/// A suggested fix for an issue. The program has already checked that the fix removes the issue.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix<D> {
    /// The title of the fix, such as "Move corner 3 onto the table".
    pub title: String,
    /// The draft after the fix.
    pub draft: D,
}

/// The exact point with these coordinates, rounded to four decimals.
#[must_use]
pub fn place_at(x: f64, y: f64) -> At {
    Grid::Fine.place([x, y])
}

/// The exact point with these coordinates in thousandths.
#[must_use]
pub const fn thousandths(at: [i64; 2]) -> At {
    const UNITS: i64 = UNITS_PER_ONE / 1_000;
    Point::new(Surd::from_units(at[0] * UNITS, 0), Surd::from_units(at[1] * UNITS, 0))
}

/// The coordinates of a point in thousandths, for games whose files have three decimals.
#[must_use]
pub fn in_thousandths(at: At) -> [i64; 2] {
    [at.x, at.y].map(|value| match value.units() {
        (a, 0) => (a + UNITS_PER_ONE / 2_000).div_euclid(UNITS_PER_ONE / 1_000),
        _ => (value.to_f64() * 1_000.0).round() as i64,
    })
}

/// Limits both coordinates of a point to the range from -10,000 to 10,000 units.
#[must_use]
pub fn limited(at: At) -> At {
    let far = Surd::from_int(FARTHEST);
    let limit = |value: Surd| value.clamp(-far, far);
    Point::new(limit(at.x), limit(at.y))
}

/// Returns the bounding box of points: lower left, upper right. Returns `None` if there are no points.
#[must_use]
pub fn extent_of(points: &[At]) -> Option<[At; 2]> {
    let xs = || points.iter().map(|point| point.x);
    let ys = || points.iter().map(|point| point.y);
    Some([Point::new(xs().min()?, ys().min()?), Point::new(xs().max()?, ys().max()?)])
}

/// The shapes that these parts belong to, each listed once.
#[must_use]
pub fn shapes_of(parts: &[Part]) -> Vec<ShapeId> {
    let mut shapes: Vec<ShapeId> = parts.iter().map(|part| part.shape).collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Grid; 7] = [Grid::Fine, Grid::Off, Grid::Tenth, Grid::Quarter, Grid::Half, Grid::Whole, Grid::Five];

    #[test]
    fn the_pointer_is_rounded_to_exact_places() {
        assert_eq!(Grid::Half.place([3.26, -1.24]), Point::new(Surd::from_units(70_000, 0), Surd::from_int(-1)));
        assert_eq!(Grid::Fine.number(0.123_456), Surd::from_units(2_470, 0));
        assert_eq!(Grid::Whole.number(f64::NAN), Surd::ZERO);
        assert_eq!(Grid::Whole.number(f64::INFINITY), Surd::from_int(FARTHEST));
        for grid in ALL {
            assert!(grid.number(7.777_77).as_decimal().is_some(), "{grid:?} gives decimals that files can hold");
        }
        assert_eq!(in_thousandths(thousandths([-1_234, 7])), [-1_234, 7]);
    }
}
