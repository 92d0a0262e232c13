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
    for flank in [Flank::Left, Flank::Right].into_iter().filter(|_| is_bridge) {
        shadow(board, on_level().collect(), flank, scene);
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
    let in_corners = || on_level().filter_map(|space| Some((space, board.corner(space)?.stops)));
    for (space, _) in in_corners() {
        kerbs(board, space, 0, scene);
    }
    for (space, stops) in in_corners() {
        kerbs(board, space, stops.clamp(1, 3), scene);
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

/// Draws the shadow beside one edge of the bridges. Sides that meet throw one shadow, because separate shadows would be
/// darker where they overlap.
fn shadow(board: &Board<'_>, mut spaces: Vec<&SpaceDraft>, flank: Flank, scene: &mut Scene) {
    spaces.sort_by_key(|space| (space.lane, space.rank));
    let sides: Vec<[[f64; 2]; 2]> = spaces.into_iter().filter_map(|space| board.free_side(space, flank)).collect();
    let meet = |a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]| (a[1][0] - b[0][0]).hypot(a[1][1] - b[0][1]) < 0.5;
    for run in sides.chunk_by(meet) {
        let outer = run.iter().flat_map(|side| {
            let [x, y] = outward(*side, flank).map(|value| value * SHADOW);
            side.map(|at| [at[0] + x, at[1] + y])
        });
        let outer: Vec<[f64; 2]> = outer.collect();
        let points = run.iter().flatten().copied().chain(outer.into_iter().rev());
        scene.add(Style::Shadow, Shape::Polygon(points.collect()));
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

/// Draws striped kerbs along a space of a corner, on the sides that lie at the edge of the road. A kerb has as many pairs
/// of stripes as the corner demands stops. If this number is 0, draws the ground under the kerb, which shows as its edge.
fn kerbs(board: &Board<'_>, space: &SpaceDraft, stops: u8, scene: &mut Scene) {
    for flank in [Flank::Left, Flank::Right] {
        let Some([from, to]) = board.free_side(space, flank) else { continue };
        let [x, y] = outward([from, to], flank);
        let at = |along: f64, out: f64| {
            [from[0] + (to[0] - from[0]) * along + x * out, from[1] + (to[1] - from[1]) * along + y * out]
        };
        let part = |begin: f64, end: f64| {
            Shape::Polygon(vec![at(begin, -0.05), at(end, -0.05), at(end, KERB), at(begin, KERB)])
        };
        if stops == 0 {
            scene.add(Style::Bed, part(0.0, 1.0));
        }
        for stripe in 0..2 * stops {
            let [begin, end] = [stripe, stripe + 1].map(|edge| f64::from(edge) / f64::from(2 * stops));
            let style = if stripe % 2 == 0 { Style::Kerb(stops) } else { Style::CurbLight };
            scene.add(style, part(begin, end));
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
