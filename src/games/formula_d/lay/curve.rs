//! Smooth curves through drawn points, and the line of a circuit with its tunnels.

use crate::game::smooth;

pub(super) type Point = [f64; 2];

/// The number of curve points from one drawn point to the next.
const FINE: usize = 16;

/// A smooth curve, stored as a chain of straight pieces.
pub(super) struct Curve {
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

    /// Returns the distance along the curve to the drawn point with this index.
    pub fn along_point(&self, index: usize) -> f64 {
        self.along.get(index * FINE).copied().unwrap_or(self.length)
    }

    /// Returns the point on the board at a distance along the curve and a distance to its left, with the curve's
    /// direction there in radians.
    pub fn at(&self, along: f64, left: f64) -> (Point, f64) {
        let along = if self.is_closed { along.rem_euclid(self.length) } else { along };
        let next = self.along.partition_point(|known| *known <= along).clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[next - 1], self.points[next]);
        let span = (self.along[next] - self.along[next - 1]).max(1e-9);
        let part = (along - self.along[next - 1]) / span;
        let way = [b[0] - a[0], b[1] - a[1]];
        let heading = way[1].atan2(way[0]);
        let (sin, cos) = heading.sin_cos();
        ([a[0] + way[0] * part - sin * left, a[1] + way[1] * part + cos * left], heading)
    }
}

/// The centre line of a circuit, divided evenly into spaces. Tunnels have no spaces.
pub(super) struct Course {
    curve: Curve,
    /// The number of spaces in a lane.
    pub count: usize,
    /// The length of a space along the curve, close to 1.
    pitch: f64,
    /// The tunnels, each with its distance from the finish line, in spaces, and with its length along the curve.
    tunnels: Vec<(f64, f64)>,
}

impl Course {
    /// Divides a line into spaces of about unit length. `fewest` and `most` bound the number of spaces in a lane. A
    /// tunnel runs from each point in `tunnels` to the point after it. Returns `None` if the points make no curve.
    pub fn new(line: &[Point], tunnels: &[usize], fewest: usize, most: usize) -> Option<Self> {
        let curve = Curve::closed(line)?;
        let mut under: Vec<usize> = tunnels.iter().copied().filter(|point| *point < line.len()).collect();
        under.sort_unstable();
        under.dedup();
        let stretch = |point: usize| (curve.along_point(point), curve.along_point(point + 1));
        let hidden: f64 = under.iter().map(|point| stretch(*point).1 - stretch(*point).0).sum();
        let count = ((curve.length - hidden).round() as usize).clamp(fewest, most);
        let pitch = (curve.length - hidden) / count as f64;
        let mut tunnels: Vec<(f64, f64)> = Vec::new();
        let mut passed = 0.0;
        for (from, to) in under.into_iter().map(stretch) {
            // A tunnel begins three quarters of a space after a space of the leftmost lane. At that place it lies
            // between two spaces in every lane, because every second lane is shifted by half a space.
            let surface = ((from - passed) / pitch - 0.75).round() + 0.75;
            match tunnels.last_mut() {
                // Joins two tunnels that follow each other directly.
                Some((last, length)) if *last == surface => *length += to - from,
                _ => tunnels.push((surface, to - from)),
            }
            passed += to - from;
        }
        Some(Self { curve, count, pitch, tunnels })
    }

    /// Returns the point on the board, and the direction in radians, at a number of spaces from the finish line. From
    /// there the point moves by `along` in driving direction, without skipping tunnels, and by `left` to the left. All
    /// three lengths are in spaces.
    pub fn at(&self, spaces: f64, along: f64, left: f64) -> (Point, f64) {
        let spaces = spaces.rem_euclid(self.count as f64);
        let hidden: f64 = self.tunnels.iter().filter(|(at, _)| *at <= spaces).map(|(_, length)| length).sum();
        self.curve.at((spaces + along) * self.pitch + hidden, left)
    }

    /// Returns the index of the tunnel between two distances from the finish line, in spaces; `None` if there is no
    /// tunnel. `to` lies ahead of `from`.
    pub fn tunnel(&self, from: f64, to: f64) -> Option<usize> {
        let lap = self.count as f64;
        self.tunnels.iter().position(|(at, _)| [*at, *at + lap].into_iter().any(|at| from < at && at <= to))
    }
}
