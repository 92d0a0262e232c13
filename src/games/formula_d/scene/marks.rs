//! Draws the marks on the road: grid slots, arrows that show how cars may leave a space, and arrows for the direction
//! of the race.

use super::board::Board;
use super::{local, road};
use crate::game::lettering::width;
use crate::game::scene::{Scene, Shape, Style};
use crate::game::signs::objects::thin_arrow;
use crate::games::formula_d::draft::{Arrow, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind};

/// The distance between two rows of direction arrows, in half spaces.
const ROWS: i32 = 20;

/// The largest width of the number of a grid slot, in spaces.
const SLOT_ROOM: f64 = 0.8;
/// The largest height of the number of a grid slot, in spaces.
const SLOT_HIGH: f64 = 0.56;

/// Draws the marks on bridges if `is_bridge` is set, otherwise the marks on the ground.
pub(super) fn draw(board: &Board<'_>, is_bridge: bool, scene: &mut Scene) {
    for (_, [from, to]) in road::pit_roads(board, is_bridge) {
        let at = |part: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
        thin_arrow(Style::PitArrow, at(0.15), at(0.85), scene);
    }
    let widest = board.spaces.iter().filter_map(|space| space.slot).map(|slot| width(&slot.to_string()));
    let height = (SLOT_ROOM / widest.fold(0.0, f64::max).max(1e-9)).min(SLOT_HIGH);
    for (at, space) in board.spaces.iter().enumerate().filter(|(_, space)| (space.level > 0) == is_bridge) {
        slot(scene, space, height);
        ways(board, at, space, scene);
        if points_ahead(board, at, space) {
            let arrow = [(0.42, 0.0), (-0.36, 0.32), (-0.16, 0.0), (-0.36, -0.32)];
            let corners = arrow.map(|(along, left)| local(space, along, left));
            scene.add(Style::Arrow, Shape::Polygon(corners.to_vec()));
        }
    }
}

/// Draws a grid slot: a bracket at the front, and its number. All slot numbers have the same height, which is as large
/// as the spaces permit.
fn slot(scene: &mut Scene, space: &SpaceDraft, height: f64) {
    let Some(number) = space.slot else { return };
    let bracket = [(0.2, -0.41), (0.42, -0.41), (0.42, 0.41), (0.2, 0.41)]
        .map(|(along, left)| local(space, along, left))
        .to_vec();
    scene.add(Style::Slot, Shape::Polyline(bracket));
    scene.add(Style::Label, Shape::Text { at: local(space, -0.08, 0.0), height, text: number.to_string() });
}

/// Draws an arrow for each direction in which a car may leave a space. A space outside corners gets these arrows only
/// if the draft lists arrows for it.
fn ways(board: &Board<'_>, at: usize, space: &SpaceDraft, scene: &mut Scene) {
    let is_printed = !space.arrows.is_empty();
    if !is_printed && !matches!(space.kind, SpaceKind::Corner(_)) {
        return;
    }
    for (edge, to) in board.ways(at) {
        let arrow = match edge.kind {
            EdgeKind::Ahead => Arrow::Ahead,
            EdgeKind::Left => Arrow::Left,
            EdgeKind::Right => Arrow::Right,
            _ => continue,
        };
        if is_printed && !space.arrows.contains(&arrow) {
            continue;
        }
        let [x, y] = [to.at[0] - space.at[0], to.at[1] - space.at[1]];
        let length = x.hypot(y).max(1e-9);
        let (x, y) = (x / length, y / length);
        let point = |along: f64, left: f64| [space.at[0] + x * along - y * left, space.at[1] + y * along + x * left];
        let (tip, tail) = (point(0.38, 0.0), point(if arrow == Arrow::Ahead { -0.24 } else { 0.05 }, 0.0));
        // The window draws two lines with fewer triangles than one line that goes back over itself. The shaft ends
        // before the tip, so that the lines do not overlap: they are half transparent.
        scene.add(Style::Chevron, Shape::Polyline(vec![tail, point(0.31, 0.0)]));
        scene.add(Style::Chevron, Shape::Polyline(vec![point(0.27, 0.08), tip, point(0.27, -0.08)]));
    }
}

/// Whether an arrow for the direction of the race is drawn on a space. On straights, every tenth space of each lane has
/// one, unless it would stand close to the number of a grid slot.
fn points_ahead(board: &Board<'_>, at: usize, space: &SpaceDraft) -> bool {
    let is_plain = space.kind == SpaceKind::Straight && space.lane > 0 && space.slot.is_none() && !space.danger;
    let ahead = |kind: EdgeKind| matches!(kind, EdgeKind::Ahead | EdgeKind::Portal(_));
    let crosses_line = board.ways(at).any(|(edge, _)| edge.finish);
    let next = board.ways(at).find(|(edge, _)| ahead(edge.kind)).map(|(_, to)| to);
    let row = |space: &SpaceDraft| space.rank.saturating_add(ROWS / 2).div_euclid(ROWS);
    let is_ahead = |edge: &EdgeDraft| edge.kind == EdgeKind::Ahead;
    let is_slot_ahead = board.ways(at).any(|(edge, to)| is_ahead(edge) && to.slot.is_some());
    let is_slot_behind =
        || board.edges().any(|(edge, from, to)| is_ahead(edge) && from.slot.is_some() && to.id == space.id);
    is_plain
        && !crosses_line
        && !is_slot_ahead
        && next.is_some_and(|next| next.kind == SpaceKind::Straight && row(next) != row(space))
        && !is_slot_behind()
}
