//! Finds points and lines on the track for suggested fixes. It computes in floating point, so a point or line may be
//! slightly wrong. This is safe, because every fix is checked exactly before it is offered.

use super::super::tool;
use crate::editor::sketch::pick;
use crate::editor::sketch::{ShapeId, Sketch as _};
use crate::games::vector_racing::{Draft, VectorRacing};

/// The number of grid lines through each island that are tried for a new finish line, in each of the two directions.
const LINES: usize = 9;
/// The number of grid lines that are tried for the finish line of a sprint, in each of the two directions.
const GATES: u32 = 24;
/// A grid point counts as near a point if it is at most this number of squares away along each axis.
const FAR: i32 = 12;

/// A line from one point to another.
type Line = [[f64; 2]; 2];

/// The outlines of the track: the outer boundary first, then the islands.
pub(super) struct Ground {
    rings: Vec<Vec<[f64; 2]>>,
}

impl Ground {
    pub fn of(draft: &Draft) -> Self {
        Self::without(draft, ShapeId { tool: "", index: 0 })
    }

    /// Returns the outlines without the outline of the shape `but`.
    pub fn without(draft: &Draft, but: ShapeId) -> Self {
        let shapes = VectorRacing::shapes(draft);
        let rings = shapes.iter().filter(|shape| shape.id.tool == tool::BOUNDARY && shape.id != but);
        Self { rings: rings.map(super::Shape::line).collect() }
    }

    /// Whether a point lies on the track and not on a boundary.
    pub fn holds(&self, at: [f64; 2]) -> bool {
        let is_in = |ring: &Vec<[f64; 2]>| pick::holds(ring, at);
        let on_wall = self.edges().any(|edge| from_segment(at, edge) < 0.01);
        let Some((outer, islands)) = self.rings.split_first() else { return false };
        !on_wall && is_in(outer) && !islands.iter().any(is_in)
    }

    fn edges(&self) -> impl Iterator<Item = Line> + '_ {
        self.rings.iter().flat_map(|ring| ring.windows(2).map(|ends| [ends[0], ends[1]]))
    }

    /// The middle of the outer boundary.
    pub fn middle(&self) -> Option<[f64; 2]> {
        let ring = self.rings.first()?;
        let mean = |axis: usize| ring.iter().map(|at| at[axis]).sum::<f64>() / ring.len().max(1) as f64;
        Some([mean(0), mean(1)])
    }

    /// Returns the grid points on the track that are near a point. The nearest come first.
    pub fn around(&self, at: [f64; 2]) -> Vec<[i32; 2]> {
        let [x, y] = at.map(|value| value.round().clamp(-1e6, 1e6) as i32);
        let far = |[a, b]: &[i32; 2]| (f64::from(*a) - at[0]).hypot(f64::from(*b) - at[1]);
        let all = (-FAR..=FAR).flat_map(|dx| (-FAR..=FAR).map(move |dy| [x + dx, y + dy]));
        let mut found: Vec<[i32; 2]> = all.filter(|at| self.holds(at.map(f64::from))).collect();
        found.sort_by(|a, b| far(a).total_cmp(&far(b)));
        found
    }

    /// Returns the grid points that lie on a line and on the track. The points nearest to the line's middle come first.
    /// The list is empty unless the line is horizontal or vertical.
    pub fn on_line(&self, [a, b]: Line) -> Vec<[i32; 2]> {
        let axis = usize::from(a[0] == b[0]);
        if a[1 - axis] != b[1 - axis] {
            return Vec::new();
        }
        let [low, high] = [a[axis].min(b[axis]), a[axis].max(b[axis])].map(|value| value.clamp(-1e6, 1e6));
        let place = |along: i32| {
            let mut at = a.map(|value| value.round() as i32);
            at[axis] = along;
            at
        };
        let mut found: Vec<[i32; 2]> = (low.ceil() as i32..=high.floor() as i32).map(place).collect();
        found.retain(|at| self.holds(at.map(f64::from)));
        let middle = f64::midpoint(low, high);
        found.sort_by(|a, b| (f64::from(a[axis]) - middle).abs().total_cmp(&(f64::from(b[axis]) - middle).abs()));
        found
    }

    /// Returns the positions on a grid line where walls cross it, in order. `axis` is the axis along the line, and `at`
    /// is the line's coordinate on the other axis.
    fn cuts(&self, axis: usize, at: f64) -> Vec<f64> {
        let across = 1 - axis;
        let mut cuts: Vec<f64> = self
            .edges()
            .filter(|[a, b]| (a[across] > at) != (b[across] > at) || a[across] == at || b[across] == at)
            .flat_map(|[a, b]| {
                let way = b[across] - a[across];
                if way == 0.0 {
                    vec![a[axis], b[axis]]
                } else {
                    vec![a[axis] + (at - a[across]) / way * (b[axis] - a[axis])]
                }
            })
            .collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        cuts
    }

    /// Returns the stretches of a grid line that lie on the track, each from wall to wall.
    fn stretches(&self, axis: usize, at: f64) -> Vec<Line> {
        let cuts = self.cuts(axis, at);
        let place = |along: f64| if axis == 0 { [along, at] } else { [at, along] };
        let is_track = |ends: &[f64]| self.holds(place(f64::midpoint(ends[0], ends[1])));
        cuts.windows(2).filter(|ends| is_track(ends)).map(|ends| [place(ends[0]), place(ends[1])]).collect()
    }

    /// Returns lines across the track, from an island to another wall. The shortest line comes first.
    pub fn across(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for island in self.rings.iter().skip(1) {
            for axis in [0, 1] {
                let values = || island.iter().map(|at| at[1 - axis]);
                let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
                let middle = f64::midpoint(low, high).round();
                for step in 0..LINES as i32 {
                    let by = f64::from((step + 1) / 2 * if step % 2 == 0 { 1 } else { -1 });
                    let at = middle + by;
                    if at > low && at < high {
                        let touches = |end: [f64; 2]| island.windows(2).any(|e| from_segment(end, [e[0], e[1]]) < 0.01);
                        let beside = self.stretches(axis, at).into_iter();
                        lines.extend(beside.filter(|[a, b]| touches(*a) != touches(*b)));
                    }
                }
            }
        }
        lines.sort_by(|a, b| length(a).total_cmp(&length(b)));
        lines
    }

    /// Returns short lines across the track, from wall to wall, for the finish of a sprint. The line farthest from the
    /// start comes first.
    pub fn gates(&self, start: Option<[f64; 2]>) -> Vec<Line> {
        let Some(outer) = self.rings.first() else { return Vec::new() };
        let mut lines = Vec::new();
        for axis in [0, 1] {
            let values = || outer.iter().map(|at| at[1 - axis]);
            let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
            for step in 1..=GATES {
                let at = (low + (high - low) * f64::from(step) / f64::from(GATES + 1)).round();
                lines.extend(self.stretches(axis, at));
            }
        }
        let shortest = lines.iter().map(length).fold(f64::MAX, f64::min);
        lines.retain(|line| length(line) < 2.0 * shortest);
        let far = |line: &Line| start.map_or(0.0, |start| from_segment(start, *line));
        lines.sort_by(|a, b| far(b).total_cmp(&far(a)));
        lines
    }

    /// Returns lines that lie on grid lines, reach from wall to wall, and pass near the middle of a given line. If the
    /// given line is more vertical than horizontal, the vertical lines come first. Otherwise the horizontal lines come
    /// first.
    pub fn stretched(&self, [a, b]: Line) -> Vec<Line> {
        let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]));
        let first = usize::from((a[0] - b[0]).abs() < (a[1] - b[1]).abs());
        let mut lines = Vec::new();
        for axis in [first, 1 - first] {
            for at in [middle[1 - axis].round(), middle[1 - axis].floor(), middle[1 - axis].ceil()] {
                let mut found = self.stretches(axis, at);
                found.sort_by(|a, b| from_segment(middle, *a).total_cmp(&from_segment(middle, *b)));
                lines.extend(found.into_iter().take(1));
            }
        }
        lines
    }
}

fn length([a, b]: &Line) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The distance from a point to a line.
pub(super) fn from_segment(at: [f64; 2], [from, to]: Line) -> f64 {
    pick::from_segment(at, from, to)
}

/// Reorders the corners of a closed outline so that no two edges cross. Uncrosses one pair of edges after another.
/// Returns the new order, or `None` if nothing changes or the outline has too many corners for this method.
pub(super) fn untangled(corners: &[[f64; 2]]) -> Option<Vec<usize>> {
    let count = corners.len();
    if !(3..=120).contains(&count) {
        return None;
    }
    let mut order: Vec<usize> = (0..count).collect();
    // Two corners at the same point would make an edge without a length.
    order.dedup_by(|a, b| corners[*a] == corners[*b]);
    while order.len() > 1 && corners[order[0]] == corners[order[order.len() - 1]] {
        order.pop();
    }
    let cross = |o: [f64; 2], a: [f64; 2], b: [f64; 2]| (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    let meets =
        |[a, b]: Line, [c, d]: Line| cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0;
    for _ in 0..count * count {
        let size = order.len();
        let edge = |index: usize| [corners[order[index]], corners[order[(index + 1) % size]]];
        let pairs = (0..size).flat_map(|i| (i + 2..size).map(move |j| (i, j)));
        let Some((i, j)) = pairs.filter(|(i, j)| (j + 1) % size != *i).find(|(i, j)| meets(edge(*i), edge(*j))) else {
            break;
        };
        order[i + 1..=j].reverse();
    }
    (order.len() > 2 && !order.iter().copied().eq(0..count)).then_some(order)
}
