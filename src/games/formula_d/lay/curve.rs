//! Smooth curves through drawn points, and the line of a circuit with the stretches that run under the ground.

use crate::game::smooth;

pub(super) type Point = [f64; 2];

/// Points of the smooth curve between two drawn ones.
const FINE: usize = 16;

/// A smooth curve.
pub(super) struct Curve {
    points: Vec<Point>,
    /// How far along each of them is.
    along: Vec<f64>,
    pub length: f64,
    is_closed: bool,
}

impl Curve {
    /// The closed curve of Catmull and Rom through some points; none through fewer than three.
    pub fn closed(line: &[Point]) -> Option<Self> {
        Self::through(line, true)
    }

    /// The open one, from the first point to the last; none through fewer than two.
    pub fn open(line: &[Point]) -> Option<Self> {
        Self::through(line, false)
    }

    fn through(line: &[Point], is_closed: bool) -> Option<Self> {
        let count = line.len();
        if count < 2 + usize::from(is_closed) || line.iter().flatten().any(|value| !value.is_finite()) {
            return None;
        }
        // Catmull and Rom's.
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

    /// How far along the drawn point with this number is.
    pub fn along_point(&self, index: usize) -> f64 {
        self.along.get(index * FINE).copied().unwrap_or(self.length)
    }

    /// The place so far along, and so far to the left of the curve; with the direction there, in radians.
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

/// A circuit's line as spaces are laid out along it, evenly; tunnels take none.
pub(super) struct Course {
    curve: Curve,
    /// How many spaces a lane has.
    pub count: usize,
    /// How long a space is along the line.
    pitch: f64,
    /// Where tunnels are, in spaces from the line, with how much of the curve each takes.
    tunnels: Vec<(f64, f64)>,
}

impl Course {
    /// The line with tunnels between the points named and the ones after them, divided so that a lane has as many spaces as
    /// there is room for, within limits. None where the line is none.
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
            // Three quarters of a space past a space of the even lanes it parts every lane between two spaces.
            let surface = ((from - passed) / pitch - 0.75).round() + 0.75;
            match tunnels.last_mut() {
                // Two tunnels in a row are one.
                Some((last, length)) if *last == surface => *length += to - from,
                _ => tunnels.push((surface, to - from)),
            }
            passed += to - from;
        }
        Some(Self { curve, count, pitch, tunnels })
    }

    /// The place so many spaces from the line, so far along from there without regard to tunnels and so far to the left, both
    /// in spaces; with the direction there, in radians.
    pub fn at(&self, spaces: f64, along: f64, left: f64) -> (Point, f64) {
        let spaces = spaces.rem_euclid(self.count as f64);
        let hidden: f64 = self.tunnels.iter().filter(|(at, _)| *at <= spaces).map(|(_, length)| length).sum();
        self.curve.at((spaces + along) * self.pitch + hidden, left)
    }

    /// The tunnel between two places, the second the further on, if there is one.
    pub fn tunnel(&self, from: f64, to: f64) -> Option<usize> {
        let lap = self.count as f64;
        self.tunnels.iter().position(|(at, _)| [*at, *at + lap].into_iter().any(|at| from < at && at <= to))
    }
}
