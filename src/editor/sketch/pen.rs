//! Draws a line in one gesture.

use super::{At, Grid};
use crate::geometry::{Point, Surd, UNITS_PER_ONE};

/// A point, in units of [`Surd`].
type Spot = [i64; 2];

/// The largest distance between the pointer's path and the simplified line: a tenth of a unit of the board, expressed
/// in units of [`Surd`].
const TOLERANCE: f64 = UNITS_PER_ONE as f64 / 10.0;
/// The largest number of points of the pointer's path that are stored.
const LONGEST: usize = 20_000;

/// A line drawn in one gesture. On a grid, it goes from each grid point to a neighbour, straight or diagonally.
/// Without a grid, it follows the pointer with as few corners as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pen {
    grid: Grid,
    way: Vec<Spot>,
}

impl Pen {
    /// Starts a line at the grid point nearest to `at`.
    #[must_use]
    pub fn down(grid: Grid, at: [f64; 2]) -> Self {
        Self { grid, way: vec![spot(grid, at)] }
    }

    /// Continues the line to a point of the board.
    pub fn to(&mut self, at: [f64; 2]) {
        let step = self.grid.step();
        let target = spot(self.grid, at);
        if self.grid.is_off() {
            if self.way.last() != Some(&target) && self.way.len() < LONGEST {
                self.way.push(target);
            }
            return;
        }
        // A fast pointer skips grid points. The gap is filled with diagonal steps first, then with straight steps.
        while let Some(last) = self.way.last().copied().filter(|last| *last != target && self.way.len() < LONGEST) {
            let next = [0, 1].map(|axis| last[axis] + (target[axis] - last[axis]).signum() * step);
            // If the pointer goes back to the previous grid point, the last step is removed.
            if self.way.len() > 1 && self.way[self.way.len() - 2] == next {
                self.way.pop();
            } else {
                self.way.push(next);
            }
        }
    }

    /// The corners of the line so far.
    ///
    /// ```
    /// use paddock::editor::Grid;
    /// use paddock::editor::sketch::{Pen, to_world};
    ///
    /// let mut pen = Pen::down(Grid::Whole, [0.0, 0.0]);
    /// pen.to([4.0, 0.0]);
    /// pen.to([4.0, 3.0]);
    /// let corners: Vec<[f64; 2]> = pen.corners().into_iter().map(to_world).collect();
    /// assert_eq!(corners, [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
    /// ```
    #[must_use]
    pub fn corners(&self) -> Vec<At> {
        let corners = if self.grid.is_off() { simplified(&self.way) } else { straightened(&self.way) };
        corners.into_iter().map(|[x, y]| Point::new(Surd::from_units(x, 0), Surd::from_units(y, 0))).collect()
    }
}

/// The grid point nearest to a point of the board.
fn spot(grid: Grid, at: [f64; 2]) -> Spot {
    at.map(|value| grid.number(value).units().0)
}

/// Removes points inside straight stretches of a path.
fn straightened(way: &[Spot]) -> Vec<Spot> {
    let mut corners: Vec<Spot> = Vec::new();
    for at in way {
        if let [.., before, last] = corners[..] {
            let (a, b) = ([last[0] - before[0], last[1] - before[1]], [at[0] - last[0], at[1] - last[1]]);
            if a[0] * b[1] == a[1] * b[0] && a[0] * b[0] + a[1] * b[1] > 0 {
                corners.pop();
            }
        }
        if corners.last() != Some(at) {
            corners.push(*at);
        }
    }
    corners
}

/// Simplifies the path to a line that stays within [`TOLERANCE`] of the path.
fn simplified(way: &[Spot]) -> Vec<Spot> {
    let line: Vec<[f64; 2]> = way.iter().map(|spot| spot.map(|value| value as f64)).collect();
    crate::game::simplified(&line, TOLERANCE).into_iter().map(|index| way[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::thousandths;
    use super::*;

    fn places<const N: usize>(places: [[i64; 2]; N]) -> Vec<At> {
        places.map(thousandths).to_vec()
    }

    #[test]
    fn a_pen_on_the_grid_goes_from_grid_point_to_grid_point() {
        let mut pen = Pen::down(Grid::Whole, [0.2, -0.3]);
        for at in [[3.1, 0.2], [3.0, 2.4], [5.2, 4.1]] {
            pen.to(at);
        }
        assert_eq!(pen.corners(), places([[0, 0], [3_000, 0], [3_000, 2_000], [5_000, 4_000]]));
        // Going to a place and back leaves no line.
        pen.to([6.0, 4.0]);
        pen.to([5.0, 4.0]);
        assert_eq!(pen.corners().last(), Some(&thousandths([5_000, 4_000])));
        let mut far = Pen::down(Grid::Five, [0.0, 0.0]);
        far.to([f64::INFINITY, f64::NAN]);
        assert_eq!(far.corners(), places([[0, 0], [10_000_000, 0]]));
    }

    #[test]
    fn a_pen_without_a_grid_follows_the_pointer_with_few_corners() {
        let mut pen = Pen::down(Grid::Off, [0.0, 0.0]);
        for step in 0..=400 {
            let angle = f64::from(step) * std::f64::consts::TAU / 400.0;
            pen.to([10.0 * angle.sin(), 10.0 - 10.0 * angle.cos()]);
        }
        let corners = pen.corners();
        assert!((12..60).contains(&corners.len()), "{}", corners.len());
        for corner in &corners {
            let [x, y] = corner.to_f64();
            assert!((x.hypot(y - 10.0) - 10.0).abs() < 0.01, "{corner:?}");
        }
        assert_eq!(simplified(&[]), Vec::<Spot>::new());
        assert_eq!(simplified(&[[1, 1], [2, 2], [3, 3]]), [[1, 1], [3, 3]]);
    }
}
