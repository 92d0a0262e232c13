//! Finds the parts of a circuit's table that are not blank, so that blank pages are not printed.

use crate::game::scene::{Scene, Shape};

/// The largest number of cells in a mask.
const MOST: usize = 4_000_000;

/// A table divided into square cells. A cell is marked if the circuit touches it. Counts the marked cells in any part
/// of the table.
pub(super) struct Mask {
    low: [f64; 2],
    cell: f64,
    size: [usize; 2],
    /// `sums[y * (width + 1) + x]` is the number of marked cells to the left of `x` and below `y`.
    sums: Vec<u32>,
}

/// The cells of a [`Mask`] that is being made. Each cell is marked if the circuit touches it.
struct Cells {
    low: [f64; 2],
    cell: f64,
    size: [usize; 2],
    marked: Vec<bool>,
}

impl Mask {
    /// Marks the cells that a circuit touches. `cell` is the side of a cell, in world units.
    /// `None` if there are too many cells.
    pub(super) fn of(scene: &Scene, [low, high]: [[f64; 2]; 2], cell: f64) -> Option<Self> {
        let count = |axis: usize| ((high[axis] - low[axis]) / cell).ceil().clamp(1.0, 1e7) as usize;
        let size = [count(0), count(1)];
        let cells = size[0].checked_mul(size[1]).filter(|cells| *cells <= MOST)?;
        let mut cells = Cells { low, cell, size, marked: vec![false; cells] };
        scene.items.iter().filter(|item| !item.style.is_backdrop()).for_each(|item| cells.mark(&item.shape));
        let wide = size[0] + 1;
        let mut sums = vec![0; wide * (size[1] + 1)];
        for y in 0..size[1] {
            for x in 0..size[0] {
                let own = u32::from(cells.marked[y * size[0] + x]);
                sums[(y + 1) * wide + x + 1] =
                    own + sums[y * wide + x + 1] + sums[(y + 1) * wide + x] - sums[y * wide + x];
            }
        }
        Some(Self { low, cell, size, sums })
    }

    /// Whether this part of the table has marked cells.
    pub(super) fn has(&self, [low, high]: [[f64; 2]; 2]) -> bool {
        let index = |axis: usize, at: f64| ((at - self.low[axis]) / self.cell).clamp(0.0, self.size[axis] as f64);
        let from = [0, 1].map(|axis| index(axis, low[axis]).floor() as usize);
        let to = [0, 1].map(|axis| index(axis, high[axis]).ceil() as usize);
        let sum = |x: usize, y: usize| self.sums[y * (self.size[0] + 1) + x];
        sum(to[0], to[1]) + sum(from[0], from[1]) > sum(from[0], to[1]) + sum(to[0], from[1])
    }

    /// The smallest rectangle of the table that contains all marked cells; `None` if no cell is marked.
    pub(super) fn content(&self) -> Option<[[f64; 2]; 2]> {
        let edge = |axis: usize| {
            let sum = |index: usize| {
                let (x, y) = if axis == 0 { (index, self.size[1]) } else { (self.size[0], index) };
                self.sums[y * (self.size[0] + 1) + x]
            };
            let all = sum(self.size[axis]);
            let first = (0..self.size[axis]).find(|index| sum(index + 1) > 0)?;
            let last = (0..self.size[axis]).rev().find(|index| sum(*index) < all)?;
            let at = |index: usize| self.low[axis] + index as f64 * self.cell;
            Some([at(first), at(last + 1)])
        };
        let (x, y) = (edge(0)?, edge(1)?);
        Some([[x[0], y[0]], [x[1], y[1]]])
    }
}

impl Cells {
    /// The cell at a point, or the nearest cell to a point outside the table.
    fn index(&self, at: [f64; 2]) -> [usize; 2] {
        [0, 1].map(|axis| ((at[axis] - self.low[axis]) / self.cell).clamp(0.0, (self.size[axis] - 1) as f64) as usize)
    }

    /// Marks the cell at a point and all cells next to it, because the lines of a circuit have a width.
    fn mark_at(&mut self, at: [f64; 2]) {
        let inside = (0..2).all(|axis| {
            let place = (at[axis] - self.low[axis]) / self.cell;
            place >= -1.0 && place <= self.size[axis] as f64 + 1.0
        });
        if inside {
            let [x, y] = self.index(at);
            for y in y.saturating_sub(1)..=(y + 1).min(self.size[1] - 1) {
                for x in x.saturating_sub(1)..=(x + 1).min(self.size[0] - 1) {
                    self.marked[y * self.size[0] + x] = true;
                }
            }
        }
    }

    fn mark_line(&mut self, from: [f64; 2], to: [f64; 2]) {
        let Some([from, to]) = self.clipped(from, to) else { return };
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let steps = (length / self.cell * 2.0).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            self.mark_at([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
        }
    }

    /// The part of a line that lies on the table or at most one cell outside it; `None` if no part does.
    fn clipped(&self, from: [f64; 2], to: [f64; 2]) -> Option<[[f64; 2]; 2]> {
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let low = self.low[axis] - self.cell;
            let high = self.low[axis] + self.cell * (self.size[axis] + 1) as f64;
            let way = to[axis] - from[axis];
            let (one, other) = ((low - from[axis]) / way, (high - from[axis]) / way);
            if way == 0.0 && (from[axis] < low || from[axis] > high) {
                return None;
            }
            if way != 0.0 {
                start = start.max(one.min(other));
                end = end.min(one.max(other));
            }
        }
        let at = |part: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
        (start <= end).then(|| [at(start), at(end)])
    }

    fn mark(&mut self, shape: &Shape) {
        match shape {
            Shape::Polyline(points) => self.mark_outline(points, false),
            Shape::Polygon(corners) => {
                self.mark_outline(corners, true);
                self.mark_inside(corners, |at| is_inside(corners, at));
            }
            Shape::Circle { center, radius } => {
                let edges = [-1.0, 1.0].map(|side| [0, 1].map(|axis| center[axis] + side * radius));
                self.mark_at(*center);
                let reach = radius + self.cell;
                self.mark_inside(&edges, |at| (at[0] - center[0]).hypot(at[1] - center[1]) <= reach);
            }
            Shape::Text { at, height, text } => {
                let half = [crate::game::lettering::width(text) * height / 2.0, height * 0.7];
                let edges = [-1.0, 1.0].map(|side| [0, 1].map(|axis| at[axis] + side * half[axis]));
                self.mark_at(*at);
                let [low, high] = edges;
                self.mark_inside(&edges, |at| (0..2).all(|axis| low[axis] <= at[axis] && at[axis] <= high[axis]));
            }
        }
    }

    fn mark_outline(&mut self, points: &[[f64; 2]], is_closed: bool) {
        let last = points.last().filter(|_| is_closed).zip(points.first());
        let sides = points.windows(2).map(|pair| (&pair[0], &pair[1])).chain(last);
        for (from, to) in sides {
            if from.iter().chain(to).all(|value| value.is_finite()) {
                self.mark_line(*from, *to);
            }
        }
    }

    /// Marks the cells whose middles are inside a shape. `around` has points whose bounding rectangle contains the
    /// shape, and `inside` returns whether a point is inside it.
    fn mark_inside(&mut self, around: &[[f64; 2]], inside: impl Fn([f64; 2]) -> bool) {
        let finite = || around.iter().filter(|at| at.iter().all(|value| value.is_finite()));
        let bound = |pick: fn(f64, f64) -> f64, from: f64| {
            finite().fold([from; 2], |edge, at| [pick(edge[0], at[0]), pick(edge[1], at[1])])
        };
        if finite().next().is_none() {
            return;
        }
        let (low, high) = (self.index(bound(f64::min, f64::MAX)), self.index(bound(f64::max, f64::MIN)));
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let middle = [self.low[0] + (x as f64 + 0.5) * self.cell, self.low[1] + (y as f64 + 0.5) * self.cell];
                if !self.marked[y * self.size[0] + x] && inside(middle) {
                    self.marked[y * self.size[0] + x] = true;
                }
            }
        }
    }
}

/// Whether a point is inside a polygon of any shape.
fn is_inside(corners: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = sides.filter(|(from, to)| {
        (from[1] > y) != (to[1] > y) && x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0])
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::Style;

    fn mask(shape: Shape) -> Mask {
        let mut scene = Scene::default();
        scene.add(Style::Table, Shape::rectangle([[0.0, 0.0], [40.0, 20.0]]));
        scene.add(Style::Wall, shape);
        Mask::of(&scene, [[0.0, 0.0], [40.0, 20.0]], 0.5).expect("few cells")
    }

    #[test]
    fn only_what_belongs_to_a_circuit_is_marked() {
        let corner = mask(Shape::rectangle([[10.0, 5.0], [12.0, 6.0]]));
        assert!(corner.has([[11.2, 5.4], [11.3, 5.5]]), "the inside");
        assert!(corner.has([[0.0, 0.0], [10.1, 20.0]]) && !corner.has([[0.0, 0.0], [9.0, 20.0]]));
        assert!(!corner.has([[0.0, 7.0], [40.0, 20.0]]));
        let [low, high] = corner.content().expect("content");
        assert!((low[0] - 10.0).abs() <= 1.0 && (high[1] - 6.0).abs() <= 1.0, "{low:?} {high:?}");
        let line = mask(Shape::Polyline(vec![[-50.0, 10.0], [90.0, 10.0]]));
        assert!(line.has([[0.0, 9.0], [1.0, 11.0]]) && line.has([[39.0, 9.0], [40.0, 11.0]]));
        assert!(!line.has([[0.0, 0.0], [40.0, 8.0]]));
        let disc = mask(Shape::Circle { center: [20.0, 10.0], radius: 3.0 });
        assert!(disc.has([[22.0, 10.0], [22.1, 10.1]]) && !disc.has([[24.0, 10.0], [40.0, 20.0]]));
    }

    #[test]
    fn what_is_outside_the_table_marks_nothing() {
        for shape in [
            Shape::Polyline(vec![[50.0, 0.0], [50.0, 20.0]]),
            Shape::Polyline(vec![[f64::NAN, 0.0], [f64::INFINITY, 20.0]]),
            Shape::Circle { center: [f64::NAN; 2], radius: f64::NAN },
        ] {
            assert!(mask(shape.clone()).content().is_none(), "{shape:?}");
        }
        assert!(Mask::of(&Scene::default(), [[0.0, 0.0], [1e6, 1e6]], 0.1).is_none());
    }
}
