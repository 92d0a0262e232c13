//! Smooth curves through drawn points.

use crate::game::smooth;
use crate::games::formula_d::draft::Anchor;

pub(in crate::games::formula_d) type Point = [f64; 2];

/// The number of straight pieces that make up the curve between two neighbouring drawn points.
const FINE: usize = 16;

/// A smooth curve, stored as a chain of straight pieces.
pub(in crate::games::formula_d) struct Curve {
    points: Vec<Point>,
    /// Each point's distance from the beginning of the curve.
    along: Vec<f64>,
    pub length: f64,
    is_closed: bool,
}

impl Curve {
    /// Returns the closed Catmull-Rom curve through these points; `None` for fewer than three points.
    pub fn closed(line: &[Point]) -> Option<Self> {
        Self::through(line, true)
    }

    /// Returns the open curve from the first of these points to the last; `None` for fewer than two points.
    pub fn open(line: &[Point]) -> Option<Self> {
        Self::through(line, false)
    }

    fn through(line: &[Point], is_closed: bool) -> Option<Self> {
        let count = line.len();
        if count < 2 + usize::from(is_closed) || line.iter().flatten().any(|value| !value.is_finite()) {
            return None;
        }
        // The Catmull-Rom spline between `b` and `c`.
        let stretch = |[a, b, c, d]: [Point; 4]| {
            move |t: f64| {
                [0, 1].map(|axis| {
                    let (a, b, c, d) = (a[axis], b[axis], c[axis], d[axis]);
                    0.5 * (2.0 * b
                        + (c - a) * t
                        + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                        + (3.0 * b - a - 3.0 * c + d) * t * t * t)
                })
            }
        };
        let mut points = smooth(line, is_closed, FINE, stretch);
        points.push(if is_closed { line[0] } else { line[count - 1] });
        let mut along = vec![0.0];
        for ends in points.windows(2) {
            let step = (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1]);
            along.push(along[along.len() - 1] + step);
        }
        let length = along[along.len() - 1];
        (length > 1.0).then_some(Self { points, along, length, is_closed })
    }

    /// The points of the curve, close together.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the distance along the curve to the drawn point with this index.
    pub fn along_point(&self, index: usize) -> f64 {
        self.along.get(index.saturating_mul(FINE)).copied().unwrap_or(self.length)
    }

    /// Returns a point on the board, and the curve's direction there in radians. The point lies at the distance `along`
    /// from the beginning of the curve, and at the distance `left` to the left of the curve.
    pub fn at(&self, along: f64, left: f64) -> (Point, f64) {
        let (point, [x, y]) = self.point_and_way(along, left);
        (point, y.atan2(x))
    }

    /// Returns a point on the board, as [`at`](Self::at) does, and the curve's direction there as a vector, which may
    /// have any length.
    pub fn point_and_way(&self, along: f64, left: f64) -> (Point, [f64; 2]) {
        let along = if self.is_closed { along.rem_euclid(self.length) } else { along };
        let next = self.along.partition_point(|known| *known <= along).clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[next - 1], self.points[next]);
        let span = (self.along[next] - self.along[next - 1]).max(1e-9);
        let part = (along - self.along[next - 1]) / span;
        let way = [b[0] - a[0], b[1] - a[1]];
        let by = left / span;
        ([a[0] + way[0] * part - way[1] * by, a[1] + way[1] * part + way[0] * by], way)
    }

    /// Returns the anchor of a place on the curve: the drawn point before the place, and the position between this
    /// point and the next. The place is given as its distance along the curve.
    pub fn anchor(&self, along: f64) -> Anchor {
        let along = if self.is_closed { along.rem_euclid(self.length) } else { along.clamp(0.0, self.length) };
        let stretches = (self.points.len() - 1) / FINE;
        let next = self.along.partition_point(|known| *known <= along).clamp(1, self.points.len() - 1);
        let point = ((next - 1) / FINE).min(stretches - 1);
        let (from, to) = (self.along_point(point), self.along_point(point + 1));
        Anchor { point, part: ((along - from) / (to - from).max(1e-9)).clamp(0.0, 1.0) }
    }

    /// Returns the distance along the curve to the place of an anchor; `None` if the curve does not have the drawn
    /// point of the anchor.
    pub fn along(&self, anchor: Anchor) -> Option<f64> {
        let last = (self.points.len() - 1) / FINE;
        let (from, to) = (self.along_point(anchor.point), self.along_point(anchor.point.checked_add(1)?));
        (anchor.point < last).then(|| from + (to - from) * anchor.part.clamp(0.0, 1.0))
    }

    /// Returns the distance along the curve to the place nearest to a point of the board.
    pub fn nearest(&self, at: Point) -> f64 {
        let near = |ends: &[Point]| {
            let way = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]];
            let length = way[0].hypot(way[1]).max(1e-9);
            let along = ((at[0] - ends[0][0]) * way[0] + (at[1] - ends[0][1]) * way[1]) / length;
            let along = along.clamp(0.0, length);
            let [x, y] = [0, 1].map(|axis| ends[0][axis] + way[axis] * along / length - at[axis]);
            (along, x.hypot(y))
        };
        let found = self.points.windows(2).map(near).enumerate().min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
        found.map_or(0.0, |(piece, (along, _))| self.along[piece] + along)
    }
}
