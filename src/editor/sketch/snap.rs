//! From the pointer to exact places: the grid, and what else draws a shape to a place.

use super::{At, Part, ShapeId};
use crate::geometry::{Direction, Point, Surd, UNITS_PER_ONE};

/// How far apart the places of the grid are, in the game's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Off, in a game whose files hold four decimals.
    Fine,
    /// Off, in a game whose files hold two.
    Off,
    /// A tenth.
    Tenth,
    /// A quarter.
    Quarter,
    /// A half.
    Half,
    /// Whole units.
    Whole,
    /// Every fifth.
    Five,
}

/// The farthest from the origin anything is put, in units: far off any table, so that someone who overshoots still sees
/// where it went, and near enough that no sum comes close to what [`Surd`] can hold.
const FARTHEST: i64 = 10_000;

impl Grid {
    /// Its name for people.
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

    /// Whether lines follow the hand and not the grid.
    #[must_use]
    pub const fn is_off(self) -> bool {
        matches!(self, Self::Fine | Self::Off)
    }

    /// The distance between two places, in units of [`Surd`].
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

    /// The nearest exact number; what is no number is zero.
    #[must_use]
    pub fn number(self, value: f64) -> Surd {
        let reach = FARTHEST as f64;
        let value = if value.is_nan() { 0.0 } else { value.clamp(-reach, reach) };
        let steps = value * UNITS_PER_ONE as f64 / self.step() as f64;
        Surd::from_units(steps.round() as i64 * self.step(), 0)
    }

    /// The nearest exact place.
    #[must_use]
    pub fn place(self, at: [f64; 2]) -> At {
        Point::new(self.number(at[0]), self.number(at[1]))
    }
}

/// What draws a shape to a place while the pointer moves it. Each can be switched on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snap {
    /// The places of this grid.
    pub grid: Grid,
    /// Places a whole number of units from another shape, or on a line with one.
    pub steps: bool,
    /// The edges of other shapes, to touch them exactly.
    pub edges: bool,
}

impl Snap {
    /// Nothing: places are rounded to four decimals.
    pub const NONE: Self = Self::grid(Grid::Fine);

    /// The grid alone.
    #[must_use]
    pub const fn grid(grid: Grid) -> Self {
        Self { grid, steps: false, edges: false }
    }

    /// Everything, on this grid.
    #[must_use]
    pub const fn all(grid: Grid) -> Self {
        Self { grid, steps: true, edges: true }
    }
}

/// What is to be put somewhere.
#[derive(Clone, Copy, Debug)]
pub enum Held<'a> {
    /// Parts that are dragged, the one under the pointer first, and the place where it was.
    Parts(&'a [Part], At),
    /// A new shape of this tool, which looks this way, with the points drawn so far.
    New(&'static str, Option<Direction>, &'a [At]),
}

/// An exact place, and what drew something there.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// The place.
    pub place: At,
    /// Lines that show what drew it there; none where only the grid did.
    pub guides: Vec<[[f64; 2]; 2]>,
    /// The same in words, such as "touches corner 3"; may be empty.
    pub words: String,
}

impl Settled {
    /// The nearest place of a grid.
    #[must_use]
    pub fn on_grid(grid: Grid, wanted: [f64; 2]) -> Self {
        Self { place: grid.place(wanted), guides: Vec::new(), words: String::new() }
    }
}

/// Which way a shape looks, and what there is to know about that.
#[derive(Clone, Debug)]
pub struct Facing {
    /// The direction.
    pub now: Direction,
    /// What it does in that direction, in one word, such as "Face".
    pub verb: &'static str,
    /// The same as a heading, and in a sentence.
    pub words: [&'static str; 2],
    /// Whether a direction is one of the usual ones.
    pub is_usual: fn(Direction) -> bool,
    /// What there is to know about the others.
    pub unusual: &'static str,
}

/// What fixes an issue: a step, worked out and tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix<D> {
    /// What it does, in words.
    pub title: String,
    /// The circuit afterwards.
    pub draft: D,
}

/// The exact place of two decimals: four places each.
#[must_use]
pub fn place_at(x: f64, y: f64) -> At {
    Grid::Fine.place([x, y])
}

/// The exact place of these thousandths.
#[must_use]
pub const fn thousandths(at: [i64; 2]) -> At {
    const UNITS: i64 = UNITS_PER_ONE / 1_000;
    Point::new(Surd::from_units(at[0] * UNITS, 0), Surd::from_units(at[1] * UNITS, 0))
}

/// A place in thousandths, for games whose files hold no finer one.
#[must_use]
pub fn in_thousandths(at: At) -> [i64; 2] {
    [at.x, at.y].map(|value| match value.units() {
        (a, 0) => (a + UNITS_PER_ONE / 2_000).div_euclid(UNITS_PER_ONE / 1_000),
        _ => (value.to_f64() * 1_000.0).round() as i64,
    })
}

/// The place, or the nearest one that is not absurdly far away.
#[must_use]
pub fn limited(at: At) -> At {
    let far = Surd::from_int(FARTHEST);
    let limit = |value: Surd| value.clamp(-far, far);
    Point::new(limit(at.x), limit(at.y))
}

/// Lower left and upper right of points; `None` where there are none.
#[must_use]
pub fn extent_of(points: &[At]) -> Option<[At; 2]> {
    let xs = || points.iter().map(|point| point.x);
    let ys = || points.iter().map(|point| point.y);
    Some([Point::new(xs().min()?, ys().min()?), Point::new(xs().max()?, ys().max()?)])
}

/// The shapes that parts belong to, each once.
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
            assert!(grid.number(7.777_77).as_decimal().is_some(), "{grid:?} gives what files hold as decimals");
        }
        assert_eq!(in_thousandths(thousandths([-1_234, 7])), [-1_234, 7]);
    }
}
