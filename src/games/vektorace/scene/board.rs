//! Draws the table with its grid and ruler, the pit lane and its lines, track limits and labels.

use super::super::pieces::PIT_LINE_OFFSET;
use super::super::{Draft, Hand, LabelDraft, LimitDraft, MAX_LABEL_TEXT, PitwallDraft};
use super::{FAR, Local, WALL, is_near};
use crate::game::scene::{Scene, Shape, Style, Tag};

/// The margin around the table for the ruler, in octagons.
const EDGE: f64 = 1.3;
/// The largest number of grid lines across the table's longer side. On larger tables the lines are further apart.
const LINES: f64 = 200.0;
/// The width of the pit lane on the board, from the wall's axis, in octagons.
pub(super) const LANE_WIDTH: f64 = 2.0;
/// Half the length of the finish line when it is drawn on both sides of the pitwall, in octagons. This happens only if
/// the direction of the race is missing, because the track side is then unknown.
const LINE_LENGTH: f64 = 4.5;
/// The side of a square in the chequered finish line, in octagons.
pub(super) const FIELD: f64 = 0.3;

/// Returns the table's lower left and upper right corners, for drawing. Replaces impossible values, which a draft with
/// errors may have.
pub(super) fn table(draft: &Draft) -> [[f64; 2]; 2] {
    let (from, to) = (draft.table.from.to_f64(), draft.table.to.to_f64());
    let side = |axis: usize| {
        let (low, high) = (from[axis].min(to[axis]).max(-FAR), from[axis].max(to[axis]).min(FAR));
        if high - low >= 1e-3 { [low, high] } else { [low.min(FAR - 1.0), low.min(FAR - 1.0) + 1.0] }
    };
    let (x, y) = (side(0), side(1));
    [[x[0], y[0]], [x[1], y[1]]]
}

/// Returns the area to show: the table with its ruler. Pieces beside the table are included unless they are far away.
pub(super) fn bounds(draft: &Draft) -> [[f64; 2]; 2] {
    let [low, high] = table(draft);
    let edge = EDGE * step(low, high);
    let reach = (high[0] - low[0]).max(high[1] - low[1]).max(20.0);
    let mut bounds = [[low[0] - edge, low[1] - edge], [high[0] + edge, high[1] + edge]];
    let pieces = draft.corners.iter().map(|corner| corner.at).chain(draft.pitwall.map(|wall| wall.at));
    let pieces = pieces.chain(draft.labels.iter().map(|label| label.at));
    for place in pieces.filter(|place| is_near(*place)) {
        let place = place.to_f64();
        for axis in 0..2 {
            bounds[0][axis] = bounds[0][axis].min((place[axis] - 2.0).max(low[axis] - reach));
            bounds[1][axis] = bounds[1][axis].max((place[axis] + 2.0).min(high[axis] + reach));
        }
    }
    bounds
}

/// Returns the distance between grid lines: the smallest of 1, 10, 100 and so on that gives at most [`LINES`] lines.
fn step(low: [f64; 2], high: [f64; 2]) -> f64 {
    let longest = (high[0] - low[0]).max(high[1] - low[1]);
    let mut step = 1.0;
    while longest / step > LINES {
        step *= 10.0;
    }
    step
}

/// Draws the outline of a track limit.
pub(super) fn draw_limit(index: usize, limit: &LimitDraft, scene: &mut Scene) {
    let mut line: Vec<[f64; 2]> =
        limit.outline.iter().filter(|point| is_near(**point)).map(|point| point.to_f64()).collect();
    line.extend(line.first().copied());
    scene.add_tagged(Style::TrackLimit, Tag::Limit(index), Shape::Polyline(line));
}

/// Draws a label. If its text is longer than allowed, draws only the first part.
pub(super) fn draw_label(index: usize, label: &LabelDraft, scene: &mut Scene) {
    let text: String = label.text.chars().take(MAX_LABEL_TEXT).collect();
    let height = label.size.to_f64().clamp(0.0, 100.0);
    if height > 0.0 && !text.trim().is_empty() {
        scene.add_tagged(Style::Label, Tag::Label(index), Shape::Text { at: label.at.to_f64(), height, text });
    }
}

/// Draws the table.
pub(super) fn draw_table(draft: &Draft, scene: &mut Scene) {
    let [low, high] = table(draft);
    let corners = vec![low, [high[0], low[1]], high, [low[0], high[1]]];
    scene.add(Style::Table, Shape::Polygon(corners));
}

/// Draws the table's edge again, over the ends of the grid lines.
pub(super) fn draw_edge(draft: &Draft, scene: &mut Scene) {
    let [low, high] = table(draft);
    let edge = vec![low, [high[0], low[1]], high, [low[0], high[1]], low];
    scene.add(Style::Table, Shape::Polyline(edge));
}

/// Draws the grid and the ruler of the table.
pub(super) fn draw_grid(draft: &Draft, scene: &mut Scene) {
    let [low, high] = table(draft);
    let step = step(low, high);
    for strong in [false, true] {
        for axis in 0..2 {
            draw_lines(low, high, axis, step, strong, scene);
        }
    }
}

fn draw_lines(low: [f64; 2], high: [f64; 2], axis: usize, step: f64, strong: bool, scene: &mut Scene) {
    let (first, last) = ((low[axis] / step).ceil() as i64, (high[axis] / step).floor() as i64);
    for line in (first..=last).filter(|line| (line % 5 == 0) == strong) {
        let place = line as f64 * step;
        let point = |across: f64| if axis == 0 { [place, across] } else { [across, place] };
        let style = if strong { Style::GridLineStrong } else { Style::GridLine };
        let other = 1 - axis;
        let inside = place > low[axis] && place < high[axis];
        if inside {
            scene.add(style, Shape::Polyline(vec![point(low[other]), point(high[other])]));
        }
        if strong {
            let text = format!("{}", line * step as i64);
            let at = point(low[other] - 0.65 * step);
            scene.add(Style::Ruler, Shape::Text { at, height: 0.34 * step, text });
        }
    }
}

/// Draws the pit lane, the entry line and the finish line. If the direction of the race is missing, the track side is
/// unknown. Then only the finish line is drawn, on both sides of the wall. `finish_line` returns the length of the
/// chequered line.
pub(super) fn draw_lane(
    draft: &Draft,
    wall: &PitwallDraft,
    finish_line: impl Fn(&Local, f64) -> f64,
    scene: &mut Scene,
) {
    let local = Local::new(wall.at, wall.direction);
    let line = PIT_LINE_OFFSET.to_f64();
    let Some(hand) = draft.direction else {
        let ends = vec![local.at(line, -LINE_LENGTH), local.at(line, LINE_LENGTH)];
        scene.add(Style::FinishLine, Shape::Polyline(ends));
        return;
    };
    // `track` is +1 if the track lies to the left of the wall's direction and the lane to the right, otherwise -1.
    let track = track_side(hand);
    let lane = -track * LANE_WIDTH;
    scene.add(Style::PitLane, Shape::Polygon(local.rect([-line, line], [0.0, lane])));
    for hatch in hatches(line, LANE_WIDTH) {
        let ends = hatch.map(|[along, aside]| local.at(along, -track * aside));
        scene.add(Style::PitHatch, Shape::Polyline(ends.to_vec()));
    }
    scene.add(Style::EntryLine, Shape::Polyline(vec![local.at(-line, 0.0), local.at(-line, lane)]));
    // The finish line is a plain line across the lane and chequered across the road.
    scene.add(Style::FinishLine, Shape::Polyline(vec![local.at(line, lane), local.at(line, 0.0)]));
    let last = finish_line(&local, track);
    for column in 0..((last - WALL) / FIELD).round() as usize {
        let (from, to) = (WALL + column as f64 * FIELD, WALL + (column as f64 + 1.0) * FIELD);
        for row in [-1.0, 0.0] {
            let is_dark = (column % 2 == 0) == (row < 0.0);
            let style = if is_dark { Style::ChequerDark } else { Style::ChequerLight };
            let along = [line + row * FIELD, line + (row + 1.0) * FIELD];
            scene.add(style, Shape::Polygon(local.rect(along, [track * from, track * to])));
        }
    }
    let mut frame = local.rect([line - FIELD, line + FIELD], [track * WALL, track * last]);
    frame.extend(frame.first().copied());
    scene.add(Style::ChequerFrame, Shape::Polyline(frame));
    draw_grid_places(draft, &local, track, scene);
}

/// Returns the first four grid places of the second edition, each with its number and its centre. Leaves out places
/// that are off the table. The places lie before the entry line. `track` is +1 if the track lies to the left of the
/// wall's direction, otherwise -1.
pub(super) fn grid_places(draft: &Draft, wall: &Local, track: f64) -> Vec<(u8, [f64; 2])> {
    let diagonal = std::f64::consts::FRAC_1_SQRT_2;
    let [low, high] = table(draft);
    let front = -PIT_LINE_OFFSET.to_f64() - 0.5;
    let places = [(0.0, 0.0), (1.0 + diagonal, diagonal), (2.0, 0.0), (3.0 + diagonal, diagonal)];
    let places = places.map(|(back, aside)| wall.at(front - back, track * (1.5 + aside * 2.0)));
    let on_table =
        |(_, at): &(u8, [f64; 2])| (0..2).all(|axis| (low[axis] + 0.6..=high[axis] - 0.6).contains(&at[axis]));
    (1..).zip(places).filter(on_table).collect()
}

/// Returns +1 if the track lies to the left of the pitwall's direction, otherwise -1.
pub(super) const fn track_side(hand: Hand) -> f64 {
    match hand {
        Hand::CounterClockwise => 1.0,
        Hand::Clockwise => -1.0,
    }
}

/// Draws an example of the first grid places.
fn draw_grid_places(draft: &Draft, local: &Local, track: f64, scene: &mut Scene) {
    let [x, y] = local.along;
    for (number, at) in grid_places(draft, local, track) {
        let corner = |[along, left]: [f64; 2]| [at[0] + x * along - y * left, at[1] + y * along + x * left];
        let bracket = [[-0.4, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.4, 0.5]].map(corner);
        scene.add(Style::Slot, Shape::Polyline(bracket.to_vec()));
        scene.add(Style::Label, Shape::Text { at, height: 0.56, text: number.to_string() });
    }
}

/// Returns slanted lines (hatching) that fill a rectangle. The rectangle extends from `-half` to `half` along the wall,
/// and from 0 to `width` away from it. The lines end a little before its sides, because they have round ends.
fn hatches(half: f64, width: f64) -> Vec<[[f64; 2]; 2]> {
    const INSET: f64 = 0.04;
    let spacing = 0.32;
    let count = ((2.0 * half + width) / spacing) as usize;
    let line = |index: usize| {
        // The line `along = start + aside`, clipped to the rectangle.
        let start = -half - width + (index as f64 + 0.5) * spacing;
        let (from, to) = ((-half + INSET - start).max(INSET), (half - INSET - start).min(width - INSET));
        (to - from > 0.05).then_some([[start + from, from], [start + to, to]])
    };
    (0..count).filter_map(line).collect()
}
