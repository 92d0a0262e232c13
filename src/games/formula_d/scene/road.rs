//! Draws the spaces: the road with its edges and kerbs, the pit lane with its boxes, and bridges with their shadow.

use super::board::{Board, Flank, outward};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::games::formula_d::draft::{EdgeKind, SpaceDraft, SpaceKind};

/// The width of a kerb, in spaces.
const KERB: f64 = 0.32;
/// The width of the shadow on either side of a bridge, in spaces.
const SHADOW: f64 = 0.6;

/// Draws the spaces on bridges if `is_bridge` is set, otherwise the spaces on the ground.
pub(super) fn draw(board: &Board<'_>, is_bridge: bool, scene: &mut Scene) {
    let on_level = || board.spaces.iter().filter(|space| (space.level > 0) == is_bridge);
    for space in on_level().filter(|_| is_bridge) {
        for flank in [Flank::Left, Flank::Right] {
            let Some(side) = board.free_side(space, flank) else { continue };
            let [x, y] = outward(side, flank).map(|value| value * SHADOW);
            let [from, to] = side;
            let shadow = vec![from, to, [to[0] + x, to[1] + y], [from[0] + x, from[1] + y]];
            scene.add(Style::Shadow, Shape::Polygon(shadow));
        }
    }
    // The edges into and out of the pit lane are drawn as road between the track and the pit lane.
    let is_pit_road = |kind: EdgeKind| matches!(kind, EdgeKind::PitIn | EdgeKind::PitOut);
    let ways = || {
        let ways = board
            .edges()
            .filter(|(edge, from, to)| is_pit_road(edge.kind) && (from.level.max(to.level) > 0) == is_bridge);
        ways.map(|(_, from, to)| Shape::Polyline(vec![from.at, to.at]))
    };
    for way in ways() {
        scene.add(Style::PitRoadEdge, way);
    }
    for space in on_level() {
        scene.add(Style::Bed, Shape::Polygon(space.shown()));
    }
    for way in ways() {
        scene.add(Style::PitRoad, way);
    }
    for space in on_level().filter(|space| board.corner(space).is_some()) {
        kerbs(board, space, scene);
    }
    for space in on_level() {
        draw_space(board, space, scene);
    }
    for space in on_level().filter(|space| is_bridge && space.lane > 0) {
        for side in [Flank::Left, Flank::Right].into_iter().filter_map(|flank| board.free_side(space, flank)) {
            scene.add(Style::Boundary, Shape::Polyline(side.to_vec()));
        }
    }
}

/// Outlines the selected corners.
pub(super) fn highlight(board: &Board<'_>, highlight: &[Tag], scene: &mut Scene) {
    for space in board.spaces {
        if board.corner(space).is_some_and(|bend| highlight.contains(&Tag::Corner(bend.index))) {
            scene.add(Style::Selection, Shape::Polygon(space.shown()));
        }
    }
}

/// Draws striped kerbs along a space of a corner, on the sides that lie at the edge of the road.
fn kerbs(board: &Board<'_>, space: &SpaceDraft, scene: &mut Scene) {
    let Some(bend) = board.corner(space) else { return };
    for flank in [Flank::Left, Flank::Right] {
        let Some([from, to]) = board.free_side(space, flank) else { continue };
        let [x, y] = outward([from, to], flank);
        let at = |along: f64, out: f64| {
            [from[0] + (to[0] - from[0]) * along + x * out, from[1] + (to[1] - from[1]) * along + y * out]
        };
        for (style, begin, end) in [(Style::Kerb(bend.stops), 0.0, 0.5), (Style::CurbLight, 0.5, 1.0)] {
            let stripe = vec![at(begin, -0.05), at(end, -0.05), at(end, KERB), at(begin, KERB)];
            scene.add(style, Shape::Polygon(stripe));
        }
    }
}

fn draw_space(board: &Board<'_>, space: &SpaceDraft, scene: &mut Scene) {
    let outline = Shape::Polygon(space.shown());
    match &space.kind {
        SpaceKind::Straight => {
            let is_beside = space.lane.is_multiple_of(2);
            scene.add(if is_beside { Style::SpaceBeside } else { Style::Space }, outline);
        }
        SpaceKind::Corner(_) => {
            let bend = board.corner(space);
            let tag = bend.map_or(Tag::None, |bend| Tag::Corner(bend.index));
            let stops = bend.map_or(1, |bend| bend.stops.clamp(1, 3));
            scene.add_tagged(Style::SpaceCorner(stops), tag, outline);
        }
        SpaceKind::Pit | SpaceKind::Box(_) => scene.add(Style::SpacePit, outline),
    }
    if space.danger {
        let inner = |point: [f64; 2]| [0, 1].map(|axis| space.at[axis] + (point[axis] - space.at[axis]) * 0.82);
        scene.add(Style::SpaceRed, Shape::Polygon(space.shown().into_iter().map(inner).collect()));
    }
    if space.blocked
        && let [a, b, c, d] = space.shown()[..]
    {
        // A cross on the space shows that no car may stand there.
        scene.add(Style::Boundary, Shape::Polyline(vec![a, c]));
        scene.add(Style::Boundary, Shape::Polyline(vec![b, d]));
    }
    if space.noise {
        scene.add(Style::Warp, Shape::Circle { center: space.at, radius: 0.36 });
    }
    if let SpaceKind::Box(number) = space.kind {
        scene.add(Style::Label, Shape::Text { at: space.at, height: 0.42, text: number.to_string() });
    }
}
