//! Draws the lines across the road: the finish line, the police line, and both ends of tunnels.

use super::board::{Board, Flank};
use super::local;
use crate::game::scene::{Scene, Shape, Style};
use crate::games::formula_d::draft::{EdgeKind, SpaceDraft};

/// Half the thickness of the chequered line, measured along the road, in spaces.
const HALF: f64 = 0.28;
/// The number of squares of the chequered line across each lane.
const FIELDS: usize = 3;

/// A chequered line across the road: its middle, the driving direction there, and half its width.
pub(super) struct Line {
    pub(super) at: [f64; 2],
    pub(super) ahead: [f64; 2],
    pub(super) half: f64,
}

/// Draws the lines on bridges if `is_bridge` is set, otherwise the lines on the ground.
pub(super) fn draw(board: &Board<'_>, is_bridge: bool, scene: &mut Scene) {
    for (edge, from, to) in board.edges() {
        if (from.level.max(to.level) > 0) != is_bridge {
            continue;
        }
        let is_ahead = matches!(edge.kind, EdgeKind::Ahead | EdgeKind::Portal(_) | EdgeKind::PitOut);
        if edge.finish && is_ahead && from.lane == 0 {
            scene.add(Style::FinishLine, Shape::Polyline(front(from).to_vec()));
        }
        if edge.police && is_ahead {
            scene.add(Style::TrackLimit, Shape::Polyline(front(from).to_vec()));
        }
        if let EdgeKind::Portal(_) = edge.kind {
            portal(board, from, to, scene);
        }
    }
    if let Some(line) = finish(board, is_bridge) {
        chequers(&line, scene);
    }
}

/// Returns the ends of the front side of a space, the right end first.
fn front(space: &SpaceDraft) -> [[f64; 2]; 2] {
    match space.shown()[..] {
        [_, right, left, _] => [right, left],
        _ => [local(space, 0.5, -0.45), local(space, 0.5, 0.45)],
    }
}

/// Draws a tunnel: its two ends, and the sides of the road between them, which run under the ground.
fn portal(board: &Board<'_>, from: &SpaceDraft, to: &SpaceDraft, scene: &mut Scene) {
    scene.add(Style::Boundary, Shape::Polyline(front(from).to_vec()));
    let [back_right, _, _, back_left] = to.shown()[..] else { return };
    scene.add(Style::Boundary, Shape::Polyline(vec![back_left, back_right]));
    for (flank, begin, end) in [(Flank::Right, front(from)[0], back_right), (Flank::Left, front(from)[1], back_left)] {
        if board.free_side(from, flank).is_some() {
            scene.add(Style::Tunnel, Shape::Polyline(vec![begin, end]));
        }
    }
}

/// Returns the finish line: a straight line across all lanes, between the spaces before it and the spaces after it. In
/// neighbouring lanes the borders between these spaces are shifted by half a space. The line lies halfway between these
/// borders.
pub(super) fn finish(board: &Board<'_>, is_bridge: bool) -> Option<Line> {
    let is_ahead = |kind: EdgeKind| matches!(kind, EdgeKind::Ahead | EdgeKind::Portal(_));
    let mut before: Vec<&SpaceDraft> = board
        .edges()
        .filter(|(edge, from, _)| edge.finish && is_ahead(edge.kind) && from.lane > 0 && (from.level > 0) == is_bridge)
        .map(|(_, from, _)| from)
        .collect();
    before.dedup_by(|a, b| a.id == b.id);
    let count = before.len() as f64;
    let fronts: Vec<[[f64; 2]; 2]> = before.iter().map(|space| front(space)).collect();
    let ends = |side: usize| [0, 1].map(|axis| fronts.iter().map(|front| front[side][axis]).sum::<f64>() / count);
    let (right, left) = (ends(0), ends(1));
    let [x, y] = [left[0] - right[0], left[1] - right[1]];
    let length = x.hypot(y);
    if fronts.is_empty() || !length.is_finite() || length <= 1e-6 {
        return None;
    }
    let ahead = [y / length, -x / length];
    let middle = [0, 1].map(|axis| (left[axis] + right[axis]) / 2.0);
    let part = |at: [f64; 2], axis: [f64; 2]| (at[0] - middle[0]) * axis[0] + (at[1] - middle[1]) * axis[1];
    let spread = |axis: [f64; 2]| {
        let parts = fronts.iter().flatten().map(|at| part(*at, axis));
        parts.fold([f64::MAX, f64::MIN], |[low, high], value| [low.min(value), high.max(value)])
    };
    let ([back, fore], [far_left, far_right]) = (spread(ahead), spread([-ahead[1], ahead[0]]));
    let (along, across) = ((back + fore) / 2.0, (far_left + far_right) / 2.0);
    let at = [0, 1].map(|axis| middle[axis] + ahead[axis] * along + [-ahead[1], ahead[0]][axis] * across);
    Some(Line { at, ahead, half: (far_right - far_left) / 2.0 })
}

fn chequers(line: &Line, scene: &mut Scene) {
    let [x, y] = line.ahead;
    let at = |along: f64, left: f64| [line.at[0] + x * along - y * left, line.at[1] + y * along + x * left];
    let half = line.half + 0.1;
    let columns = ((2.0 * half).round() as usize * FIELDS).clamp(2, 60);
    let side = |column: usize| half * (2.0 * column as f64 / columns as f64 - 1.0);
    let frame = [at(-HALF, -half), at(HALF, -half), at(HALF, half), at(-HALF, half)];
    scene.add(Style::ChequerLight, Shape::Polygon(frame.to_vec()));
    for row in 0..2usize {
        let (from, to) = if row == 0 { (-HALF, 0.0) } else { (0.0, HALF) };
        for column in (0..columns).filter(|column| (row + column).is_multiple_of(2)) {
            let (left, right) = (side(column), side(column + 1));
            scene.add(
                Style::ChequerDark,
                Shape::Polygon(vec![at(from, left), at(to, left), at(to, right), at(from, right)]),
            );
        }
    }
    scene.add(Style::ChequerFrame, Shape::Polyline(frame.into_iter().chain([frame[0]]).collect()));
}
