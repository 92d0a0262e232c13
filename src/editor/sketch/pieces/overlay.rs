//! Draws editing aids over a circuit: the zones of the pitwall, and the passing line of a corner.

use crate::game::scene::{Scene, Shape, Style};
use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::{Draft, Hand};

/// The length and width of the start area, in octagons. The length is measured backwards from the entry line, and the
/// width from the pitwall. The area has space for six cars: the front of the first car is on the entry line, and the
/// others stand behind it.
const START_AREA: [f64; 2] = [8.0, 5.0];

/// Draws the line at which a car passes a corner, and an arrow that shows the driving direction.
pub(super) fn add_gate(draft: &Draft, index: usize, scene: &mut Scene) {
    let Some(corner) = draft.corners.get(index) else { return };
    let hand = corner.hand.or(draft.direction).unwrap_or(Hand::Clockwise);
    let (out, on) = (corner.facing.unit().to_f64(), corner.facing.turned(2 * hand.eta()).unit().to_f64());
    let at = corner.at.to_f64();
    let point =
        |along: f64, across: f64| [at[0] + along * out[0] + across * on[0], at[1] + along * out[1] + across * on[1]];
    scene.add(Style::EntryLine, Shape::Polyline(vec![point(0.6, 0.0), point(5.0, 0.0)]));
    scene.add(Style::ActRing, Shape::Polyline(vec![point(2.0, -1.0), point(2.0, 1.0)]));
    scene.add(Style::ActRing, Shape::Polyline(vec![point(2.4, 0.6), point(2.0, 1.0), point(1.6, 0.6)]));
}

/// Draws the zones of the pitwall: the entry line on the pit side, the finish line on both sides, and the start area.
pub(super) fn add_zones(draft: &Draft, scene: &mut Scene) {
    let (Some(wall), Some(hand)) = (draft.pitwall, draft.direction) else { return };
    let (along, aside) = (wall.direction.unit().to_f64(), wall.direction.turned(2 * hand.eta()).unit().to_f64());
    let at = wall.at.to_f64();
    let (low, high) = (draft.table.from.to_f64(), draft.table.to.to_f64());
    let point = |ahead: f64, left: f64| {
        [at[0] + ahead * along[0] + left * aside[0], at[1] + ahead * along[1] + left * aside[1]]
    };
    // The lines are long enough to reach from the wall to every corner of the table.
    let reach = [low[0], high[0]]
        .iter()
        .flat_map(|x| [low[1], high[1]].map(|y| (x - at[0]).hypot(y - at[1])))
        .fold(0.0, f64::max)
        .min(1_000.0);
    let clipped = |from: [f64; 2], to: [f64; 2]| clip(from, to, low, high);
    let line = PIT_LINE_OFFSET.to_f64();
    for (ahead, side, style) in
        [(-line, -1.0, Style::EntryLine), (line, -1.0, Style::EntryLine), (line, 1.0, Style::EntryLine)]
    {
        if let Some([from, to]) = clipped(point(ahead, 0.0), point(ahead, side * reach)) {
            scene.add(style, Shape::Polyline(vec![from, to]));
        }
    }
    let area = |ahead: [f64; 2], left: [f64; 2]| {
        vec![point(ahead[0], left[0]), point(ahead[1], left[0]), point(ahead[1], left[1]), point(ahead[0], left[1])]
    };
    let [back, wide] = START_AREA;
    scene.add(Style::Zone, Shape::Polygon(area([-line - back, -line], [0.5, wide])));
    // The name stands behind the area, because the slots may be anywhere in it. It is about two octagons wide.
    let at = point(-line - back - 0.4 - 1.1 * along[0].abs(), f64::midpoint(0.5, wide));
    scene.add(Style::Ruler, Shape::Text { at, height: 0.34, text: "start area".to_owned() });
}

/// Returns the part of a line that lies inside a rectangle. Returns `None` if no part lies inside.
fn clip(from: [f64; 2], to: [f64; 2], low: [f64; 2], high: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        if way[axis].abs() < 1e-9 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (a, b) = ((low[axis] - from[axis]) / way[axis], (high[axis] - from[axis]) / way[axis]);
        start = start.max(a.min(b));
        end = end.min(a.max(b));
    }
    let at = |part: f64| [from[0] + part * way[0], from[1] + part * way[1]];
    (start < end).then(|| [at(start), at(end)])
}
