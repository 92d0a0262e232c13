//! Draws the road. In the rules, the track has no edges. The road is only a guide: it passes every corner on the side
//! of its curbs, and the pitwall on the track side.
//!
//! The road has the same width everywhere, with two exceptions. It is narrower where it would come too close to the
//! table's edge. It is also narrower where another part of the road runs beside it in the opposite direction: the two
//! parts share the space between them.

use super::super::Draft;
use super::board::{self, FIELD};
use super::line::{Anchor, PIECES, anchors, even, sampled};
use super::{Local, ROAD, WALL};
use crate::game::scene::{Scene, Shape, Style};

/// The distance between the middle of a corner piece and the road, in octagons.
const CURB: f64 = 0.5;
/// The least distance between the road and the table's edge, in octagons.
const BESIDE: f64 = 0.5;
/// The width of the road's edge, the stripe along each of its sides, in octagons.
const EDGE: f64 = 0.16;
/// The distance, in octagons, over which a side of the road bends away gradually if it would come too close to the
/// table's edge.
const SOFT: f64 = 0.7;
/// The least distance from the road's middle line to either side, as a share of the usual distance. Where two parts of
/// the road have no room even for this, they overlap.
const LEAST: f64 = 0.4;

/// The road: its middle line, and how far it reaches to both sides.
pub(super) struct Road {
    anchors: Vec<Anchor>,
    /// The middle line, in stretches from one anchor (the finish line or a corner) to the next.
    middle: Vec<Stretch>,
    /// The table's lower left and upper right corners.
    table: [[f64; 2]; 2],
}

/// A point on the middle line of the road, with the road's direction there as a vector of length 1.
struct Middle {
    at: [f64; 2],
    way: [f64; 2],
}

/// A stretch of the middle line.
struct Stretch {
    /// Points on the stretch, close to each other.
    points: Vec<Middle>,
    /// The lower left and the upper right corner of the rectangle around the points.
    bounds: [[f64; 2]; 2],
}

impl Stretch {
    fn new(points: Vec<Middle>) -> Self {
        let around = |[low, high]: [[f64; 2]; 2], Middle { at: [x, y], .. }: &Middle| {
            [[low[0].min(*x), low[1].min(*y)], [high[0].max(*x), high[1].max(*y)]]
        };
        Self { bounds: points.iter().fold([[f64::MAX; 2], [f64::MIN; 2]], around), points }
    }

    /// Divides a closed line into stretches of [`PIECES`] points each, and returns the stretches.
    fn all(line: &[[f64; 2]]) -> Vec<Self> {
        let mut ends = line.iter().cycle().skip(1);
        let mut middle = |at: &[f64; 2]| {
            let next = ends.next().unwrap_or(at);
            let way = [next[0] - at[0], next[1] - at[1]];
            let length = way[0].hypot(way[1]).max(1e-9);
            Middle { at: *at, way: [way[0] / length, way[1] / length] }
        };
        line.chunks(PIECES).map(|part| Self::new(part.iter().map(&mut middle).collect())).collect()
    }

    /// Whether a point may be within this distance of the stretch.
    fn is_near(&self, [x, y]: [f64; 2], far: f64) -> bool {
        let [low, high] = self.bounds;
        x > low[0] - far && x < high[0] + far && y > low[1] - far && y < high[1] + far
    }
}

impl Road {
    /// Returns the road of a draft. It has no points if the direction of the race is missing.
    pub fn of(draft: &Draft) -> Self {
        let anchors = anchors(draft, CURB + ROAD, WALL + ROAD);
        Self { middle: Stretch::all(&even(&anchors)), anchors, table: board::table(draft) }
    }

    /// Returns the points of the middle line at the finish line, if there is a pitwall, and at every corner.
    pub fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }

    /// Returns the right and the left end of a line straight across the road, between the edges of the road. `at` is a
    /// point of the middle line, and `way` the direction of the road there.
    pub fn across(&self, at: [f64; 2], way: [f64; 2]) -> [[f64; 2]; 2] {
        self.sides(at, way)[1]
    }

    /// Returns the distance from the pitwall's axis to the outer end of the chequered finish line, which reaches across
    /// the road. `wall` is the pitwall; `track` is +1 if the track lies to its left, otherwise -1.
    pub fn finish_line(&self, wall: &Local, track: f64) -> f64 {
        let reach = self.anchors.first().map_or(0.0, |anchor| {
            let [right, left] = self.across(anchor.at, anchor.way);
            wall.aside(if track > 0.0 { left } else { right }).abs() - WALL
        });
        WALL + (reach / FIELD).round().max(0.0) * FIELD
    }

    /// Draws the road under everything else on the table.
    pub fn draw(&self, scene: &mut Scene) {
        let line = sampled(&self.anchors);
        let count = line.len();
        let sides = (0..count).map(|index| {
            let (before, after) = (line[(index + count - 1) % count], line[(index + 1) % count]);
            self.sides(line[index], [after[0] - before[0], after[1] - before[1]])
        });
        let sides: Vec<[[[f64; 2]; 2]; 2]> = sides.collect();
        for (part, style) in [Style::RoadEdge, Style::Road].into_iter().enumerate() {
            let ends = sides.iter().map(|sides| sides[part]);
            for (from, to) in ends.clone().zip(ends.cycle().skip(1)).take(count) {
                let way = [0, 1].map(|end| [to[end][0] - from[end][0], to[end][1] - from[end][1]]);
                // On the inside of a tight bend, the side of the road runs backwards. The corners are then in another
                // order, so that the outline does not cross itself.
                let is_folded = way[0][0] * way[1][0] + way[0][1] * way[1][1] < 0.0;
                let corners =
                    if is_folded { [from[0], to[0], from[1], to[1]] } else { [from[0], to[0], to[1], from[1]] };
                scene.add(style, Shape::Polygon(corners.to_vec()));
            }
        }
    }

    /// Returns the ends of two lines straight across the road at a point of its middle line. The first line includes
    /// the edges of the road, the second does not. Each line has a right and a left end. `way` is the direction of the
    /// road.
    fn sides(&self, at: [f64; 2], way: [f64; 2]) -> [[[f64; 2]; 2]; 2] {
        let length = way[0].hypot(way[1]).max(1e-9);
        let way = way.map(|value| value / length);
        let reaches = self.reaches(at, way);
        [0.0, EDGE].map(|inside| {
            [0, 1].map(|side| {
                let (sign, reach) = ([-1.0, 1.0][side], reaches[side] - inside);
                let end = [at[0] - way[1] * reach * sign, at[1] + way[0] * reach * sign];
                let beside = BESIDE + inside;
                [0, 1].map(|axis| kept(end[axis], self.table[0][axis] + beside, self.table[1][axis] - beside))
            })
        })
    }

    /// Returns the distances from the point `at` of the middle line to the right and to the left side of the road, its
    /// edge included. Where another part of the road leads back beside this one, the road ends half-way between the two
    /// parts. The table's edge is not considered. `way` is the road's direction at `at`, a vector of length 1.
    fn reaches(&self, at: [f64; 2], way: [f64; 2]) -> [f64; 2] {
        let whole = ROAD + EDGE;
        let mut reaches = [whole; 2];
        // Points that are further away than twice the reach change nothing.
        let near = self.middle.iter().filter(|stretch| stretch.is_near(at, 2.0 * whole));
        for other in near.flat_map(|stretch| &stretch.points) {
            let [x, y] = [other.at[0] - at[0], other.at[1] - at[1]];
            let aside = y * way[0] - x * way[1];
            let square = x * x + y * y;
            if square < 2.0 * whole * aside.abs() {
                // The point straight beside `at` that is as far from `at` as from this point of the middle line.
                let level = square / (2.0 * aside.abs());
                let cosine = -(other.way[0] * way[0] + other.way[1] * way[1]);
                // 1 if the other part leads back, 0 if it leads across or in the same direction. Between these, the
                // road becomes narrower gradually.
                let back = ((cosine - 0.2) / 0.3).clamp(0.0, 1.0);
                let reach = &mut reaches[usize::from(aside > 0.0)];
                *reach = reach.min(whole + (level - whole) * back).max(LEAST * whole);
            }
        }
        reaches
    }
}

/// Limits a value to the range from `low` to `high` without a kink: the result approaches a limit gradually. A value
/// far from both limits stays unchanged.
fn kept(value: f64, low: f64, high: f64) -> f64 {
    // Further away than this, the limit changes nothing that could be seen.
    let soft =
        |over: f64| if over > 12.0 * SOFT { over } else { over.max(0.0) + SOFT * (-over.abs() / SOFT).exp().ln_1p() };
    let below = high - soft(high - value);
    (low + soft(below - low)).min(high).max(low)
}
