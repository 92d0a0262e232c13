//! The line of a lap: a smooth closed line through the finish line and all corners, at some distance from the pieces.

use super::super::pieces::PIT_LINE_OFFSET;
use super::super::{CornerDraft, Draft};
use super::is_near;
use crate::geometry::{Direction, Point};

/// To measure the length of a curve between two anchors, the curve is divided into this number of straight segments.
pub(super) const PIECES: usize = 32;
/// The number of short steps into which a curve is divided. Each drawn segment of the curve covers one or more steps.
const FINE: usize = 256;
/// The largest angle between a drawn segment and the next one, in radians.
const BEND: f64 = 0.06;
/// The largest length of a drawn segment, in octagons.
pub(super) const LONG: f64 = 2.5;
/// The length of the handles of a Bézier curve, as a fraction of the distance between the curve's ends.
const HANDLE: f64 = 0.28;

/// A point on the lap, and the direction of the lap there.
pub(super) struct Anchor {
    pub at: [f64; 2],
    pub way: [f64; 2],
}

impl Anchor {
    /// Creates an anchor beside the piece whose centre is `at`. The anchor is `distance` octagons from that centre, in
    /// the direction `aside`. The lap has the direction `way` there.
    fn new(at: Point, aside: Direction, distance: f64, way: Direction) -> Self {
        let ([x, y], [dx, dy]) = (at.to_f64(), aside.unit().to_f64());
        Self { at: [x + dx * distance, y + dy * distance], way: way.unit().to_f64() }
    }
}

/// Returns points on a smooth closed line through the anchors. They are close to each other where the line bends, and
/// further apart where it is nearly straight. Returns no points if there are fewer than two anchors.
pub(super) fn sampled(anchors: &[Anchor]) -> Vec<[f64; 2]> {
    if anchors.len() < 2 {
        return Vec::new();
    }
    let mut line = Vec::new();
    for (from, to) in anchors.iter().zip(anchors.iter().cycle().skip(1)) {
        let curve = Curve::between(from, to);
        let mut at = from.at;
        line.push(at);
        let (mut before, mut due) = ([0.0, 0.0], 0.0);
        for piece in 1..=FINE {
            let next = curve.at(piece as f64 / FINE as f64);
            let step = [next[0] - at[0], next[1] - at[1]];
            // The tangent of the angle between two steps, which is small.
            let dot = before[0] * step[0] + before[1] * step[1];
            let turned = (before[0] * step[1] - before[1] * step[0]).abs() / dot.max(1e-12);
            due += turned / BEND + (before[0] * before[0] + before[1] * before[1]).sqrt() / LONG;
            if due >= 1.0 {
                due = 0.0;
                line.push(at);
            }
            (at, before) = (next, step);
        }
    }
    line
}

/// Returns points on the lap's line, [`PIECES`] for each curve between two anchors.
pub(super) fn even(anchors: &[Anchor]) -> Vec<[f64; 2]> {
    if anchors.len() < 2 {
        return Vec::new();
    }
    let mut line = Vec::with_capacity(anchors.len() * PIECES);
    for (from, to) in anchors.iter().zip(anchors.iter().cycle().skip(1)) {
        let curve = Curve::between(from, to);
        line.extend((0..PIECES).map(|piece| curve.at(piece as f64 / PIECES as f64)));
    }
    line
}

/// Returns the points that a lap passes: one at the finish line and one at every corner. Their distances from the
/// pitwall and from the corner pieces are `from_wall` and `from_corner`. Returns no points if the direction of the race
/// is missing.
pub(super) fn anchors(draft: &Draft, from_corner: f64, from_wall: f64) -> Vec<Anchor> {
    let Some(hand) = draft.direction else { return Vec::new() };
    let mut corners: Vec<&CornerDraft> = draft.corners.iter().filter(|corner| is_near(corner.at)).collect();
    corners.sort_by_key(|corner| corner.number);
    let line = draft.pitwall.filter(|wall| is_near(wall.at)).map(|wall| {
        let reach = wall.direction.times(PIT_LINE_OFFSET).unwrap_or(Point::ORIGIN);
        let aside = wall.direction.turned(2 * hand.eta());
        Anchor::new(wall.at + reach, aside, from_wall, wall.direction)
    });
    let apexes = corners.into_iter().map(|corner| {
        let eta = corner.hand.unwrap_or(hand).eta();
        Anchor::new(corner.at, corner.facing, from_corner, corner.facing.turned(2 * eta))
    });
    line.into_iter().chain(apexes).collect()
}

/// A cubic Bézier curve, stored as polynomials: for each axis, the coefficients of the parameter's powers 0 to 3.
pub(super) struct Curve([[f64; 4]; 2]);

impl Curve {
    pub fn between(from: &Anchor, to: &Anchor) -> Self {
        let handle = (to.at[0] - from.at[0]).hypot(to.at[1] - from.at[1]) * HANDLE;
        let shifted = |anchor: &Anchor, by: f64| [anchor.at[0] + anchor.way[0] * by, anchor.at[1] + anchor.way[1] * by];
        let (first, second) = (shifted(from, handle), shifted(to, -handle));
        Self([0, 1].map(|axis| {
            let [a, b, c, d] = [from.at[axis], first[axis], second[axis], to.at[axis]];
            [a, 3.0 * (b - a), 3.0 * (a - 2.0 * b + c), d - a + 3.0 * (b - c)]
        }))
    }

    /// Returns the point of the curve at the parameter `part`, from 0 (start) to 1 (end).
    pub fn at(&self, part: f64) -> [f64; 2] {
        let [[ax, bx, cx, dx], [ay, by, cy, dy]] = self.0;
        [ax + part * (bx + part * (cx + part * dx)), ay + part * (by + part * (cy + part * dy))]
    }

    /// Returns the distance between the ends of the curve.
    pub fn span(&self) -> f64 {
        let [along, across] = self.0.map(|[_, one, two, three]| one + two + three);
        along.hypot(across)
    }
}
