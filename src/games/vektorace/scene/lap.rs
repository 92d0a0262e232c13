//! Draws the route of a lap: a faint line past the finish line and the apex of each corner (ledger, section 4.4), with
//! chevrons that show the direction.

use super::super::pieces::PIT_LINE_OFFSET;
use super::super::{CornerDraft, Draft, Hand};
use super::{is_near, lerp};
use crate::game::scene::{Scene, Shape, Style};
use crate::geometry::{Direction, Point};

/// The number of straight segments in a curve between two points of the lap.
const PIECES: usize = 24;
/// The length of a curve's handles, as a fraction of the distance between its ends.
const HANDLE: f64 = 0.28;

/// A point on the lap, and the direction of the lap there.
struct Anchor {
    at: [f64; 2],
    way: [f64; 2],
}

impl Anchor {
    fn new(at: Point, way: Direction) -> Self {
        Self { at: at.to_f64(), way: way.unit().to_f64() }
    }
}

/// Draws the lap, if the draft has a direction and the lap has at least two points.
pub(super) fn draw(draft: &Draft, scene: &mut Scene) {
    let Some(hand) = draft.direction else { return };
    let anchors = anchors(draft, hand);
    if anchors.len() < 2 {
        return;
    }
    let mut line = Vec::with_capacity(anchors.len() * PIECES + 1);
    let mut chevrons = Vec::new();
    for (from, to) in anchors.iter().zip(anchors.iter().cycle().skip(1)) {
        let curve = Curve::between(from, to);
        line.extend((0..PIECES).map(|piece| curve.at(piece as f64 / PIECES as f64)));
        if curve.span() > 4.0 {
            chevrons.push([curve.at(0.47), curve.at(0.5), curve.at(0.53)]);
        }
    }
    line.push(anchors[0].at);
    scene.add(Style::LapLine, Shape::Polyline(line));
    for [before, at, after] in chevrons {
        draw_chevrons(at, [after[0] - before[0], after[1] - before[1]], scene);
    }
}

fn anchors(draft: &Draft, hand: Hand) -> Vec<Anchor> {
    let mut corners: Vec<&CornerDraft> = draft.corners.iter().filter(|corner| is_near(corner.at)).collect();
    corners.sort_by_key(|corner| corner.number);
    let line = draft.pitwall.filter(|wall| is_near(wall.at)).map(|wall| {
        let reach = wall.direction.times(PIT_LINE_OFFSET).unwrap_or(Point::ORIGIN);
        let aside = wall.direction.turned(2 * hand.eta()).unit();
        Anchor::new(wall.at + reach + aside, wall.direction)
    });
    let apexes = corners.into_iter().map(|corner| {
        let eta = corner.hand.unwrap_or(hand).eta();
        Anchor::new(corner.at + corner.facing.unit(), corner.facing.turned(2 * eta))
    });
    line.into_iter().chain(apexes).collect()
}

/// A cubic Bézier curve.
struct Curve([[f64; 2]; 4]);

impl Curve {
    fn between(from: &Anchor, to: &Anchor) -> Self {
        let handle = (to.at[0] - from.at[0]).hypot(to.at[1] - from.at[1]) * HANDLE;
        let shifted = |anchor: &Anchor, by: f64| [anchor.at[0] + anchor.way[0] * by, anchor.at[1] + anchor.way[1] * by];
        Self([from.at, shifted(from, handle), shifted(to, -handle), to.at])
    }

    /// Returns the point of the curve at the parameter `part`, from 0 (start) to 1 (end), by De Casteljau's
    /// construction.
    fn at(&self, part: f64) -> [f64; 2] {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (lerp(a, b, part), lerp(b, c, part), lerp(c, d, part));
        lerp(lerp(ab, bc, part), lerp(bc, cd, part), part)
    }

    fn span(&self) -> f64 {
        let [from, .., to] = self.0;
        (to[0] - from[0]).hypot(to[1] - from[1])
    }
}

/// Draws two chevrons that point along the direction `way`.
fn draw_chevrons(at: [f64; 2], way: [f64; 2], scene: &mut Scene) {
    let length = way[0].hypot(way[1]);
    if length <= 1e-9 {
        return;
    }
    let [x, y] = [way[0] / length, way[1] / length];
    let place = |along: f64, left: f64| [at[0] + x * along - y * left, at[1] + y * along + x * left];
    for offset in [-0.18, 0.18] {
        let points = vec![place(offset - 0.16, 0.26), place(offset + 0.12, 0.0), place(offset - 0.16, -0.26)];
        scene.add(Style::Chevron, Shape::Polyline(points));
    }
}
