//! Draws the circuit as outlined spaces, and the cars on them.
//!
//! A corner is darker the more stops it demands. Dangerous spaces are red, and a ring marks a noise area. Bridges are
//! drawn over what passes below them.

mod cars;

use super::FormulaD;
use super::setup::Setup;
use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::{Layout, Picture};
use std::collections::BTreeMap;

use super::draft::{Arrow, Draft, EdgeKind, MAX_CORNERS, MAX_EDGES, MAX_SPACES, Side, SpaceDraft, SpaceKind};
use super::layout::bounds;
use crate::game::scene::{Scene, Shape, Style, Tag};

pub(super) use cars::draw_state;

impl Picture for FormulaD {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Space, "space"),
            (Style::SpaceCorner(1), "corner that demands 1 stop"),
            (Style::SpaceCorner(2), "corner that demands 2 stops"),
            (Style::SpaceCorner(3), "corner that demands 3 stops or more"),
            (Style::SpacePit, "pit lane and its boxes"),
            (Style::FinishLine, "start and finish line"),
            (Style::GridLineStrong, "grid slot"),
            (Style::SlowDown, "danger space"),
            (Style::CurbDark, "danger marker"),
            (Style::TrackLimit, "police line"),
            (Style::Warp, "space in a noise area"),
            (Style::Boundary, "edge of a bridge or tunnel, or a blocked space"),
            (Style::Chevron, "directions in which a car may leave a space"),
        ]
    }

    fn draw_draft(draft: &Draft, highlight: &[Tag]) -> Scene {
        let mut scene = Scene { bounds: bounds(draft), items: Vec::new() };
        let stops: BTreeMap<&str, (usize, u8)> = draft
            .corners
            .iter()
            .enumerate()
            .map(|(place, corner)| (corner.id.as_str(), (place, corner.stops)))
            .collect();
        let spaces = &draft.spaces[..draft.spaces.len().min(MAX_SPACES)];
        for is_bridge in [false, true] {
            let on_level = || spaces.iter().filter(|space| (space.level > 0) == is_bridge);
            for space in on_level() {
                self::space(&mut scene, &stops, space);
            }
            for space in on_level().filter(|space| is_bridge && space.lane > 0) {
                parapet(&mut scene, draft.lanes, space);
            }
            lines(&mut scene, draft, is_bridge);
            for space in on_level() {
                slot(&mut scene, space);
                arrows(&mut scene, space);
            }
        }
        corners(&mut scene, draft, highlight);
        scene
    }

    fn draw_state(track: &Track, setup: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        draw_state(track, setup, state, last, scene);
    }
}

fn corner_of(draft: &Draft, space: &SpaceDraft) -> Option<usize> {
    match &space.kind {
        SpaceKind::Corner(id) => draft.corners.iter().position(|corner| corner.id == *id),
        _ => None,
    }
}

fn space(scene: &mut Scene, corners: &BTreeMap<&str, (usize, u8)>, space: &SpaceDraft) {
    let outline = Shape::Polygon(space.shown());
    match &space.kind {
        SpaceKind::Straight => {
            scene.add(if space.lane.is_multiple_of(2) { Style::SpaceBeside } else { Style::Space }, outline)
        }
        SpaceKind::Corner(id) => {
            let (tag, stops) =
                corners.get(id.as_str()).map_or((Tag::None, 1), |(place, stops)| (Tag::Corner(*place), *stops));
            scene.add_tagged(Style::SpaceCorner(stops.clamp(1, 3)), tag, outline);
        }
        SpaceKind::Pit => scene.add(Style::SpacePit, outline),
        SpaceKind::Box(number) => {
            scene.add(Style::SpacePit, outline);
            scene.add(Style::Label, Shape::Text { at: space.at, height: 0.3, text: number.to_string() });
        }
    }
    if space.danger {
        scene.add(Style::SlowDown, Shape::Polygon(space.shown()));
    }
    if space.blocked
        && let [a, b, c, d] = space.shown()[..]
    {
        // Crosses out a blocked space, because no car may stand there.
        scene.add(Style::Boundary, Shape::Polyline(vec![a, c]));
        scene.add(Style::Boundary, Shape::Polyline(vec![b, d]));
    }
    if space.noise {
        scene.add(Style::Warp, Shape::Circle { center: space.at, radius: 0.16 });
    }
}

/// Draws the edge of a bridge along the outer side of a space in an outer lane.
fn parapet(scene: &mut Scene, lanes: u8, space: &SpaceDraft) {
    if let [back_right, front_right, front_left, back_left] = space.shown()[..] {
        if space.lane == 1 {
            scene.add(Style::Boundary, Shape::Polyline(vec![back_left, front_left]));
        }
        if space.lane == lanes {
            scene.add(Style::Boundary, Shape::Polyline(vec![back_right, front_right]));
        }
    }
}

/// Returns the board coordinates of a point given relative to a space: along it and to its left, in spaces.
fn local(space: &SpaceDraft, along: f64, left: f64) -> [f64; 2] {
    let (sin, cos) = space.angle.to_radians().sin_cos();
    [space.at[0] + along * cos - left * sin, space.at[1] + along * sin + left * cos]
}

/// Draws the finish line, the police line and portals on the road or on bridges, between the spaces they separate.
fn lines(scene: &mut Scene, draft: &Draft, is_bridge: bool) {
    let index: BTreeMap<&str, &SpaceDraft> = draft.spaces.iter().map(|space| (space.id.as_str(), space)).collect();
    for edge in draft.edges.iter().take(MAX_EDGES) {
        let Some((from, to)) = index.get(edge.from.as_str()).zip(index.get(edge.to.as_str())) else { continue };
        if (from.level.max(to.level) > 0) != is_bridge {
            continue;
        }
        let is_ahead = matches!(edge.kind, EdgeKind::Ahead | EdgeKind::Portal(_) | EdgeKind::PitOut);
        let outline = from.shown();
        let across = match outline.as_slice() {
            // The front edge of a space whose outline has four corners.
            [_, front_right, front_left, _] => vec![*front_right, *front_left],
            _ => vec![local(from, 0.5, -0.45), local(from, 0.5, 0.45)],
        };
        if edge.finish && is_ahead {
            scene.add(Style::FinishLine, Shape::Polyline(across.clone()));
        }
        if edge.police && is_ahead {
            scene.add(Style::TrackLimit, Shape::Polyline(across.clone()));
        }
        match edge.kind {
            EdgeKind::Portal(number) => {
                scene.add(Style::Boundary, Shape::Polyline(across));
                if let [back_right, _, _, back_left] = to.shown()[..] {
                    scene.add(Style::Boundary, Shape::Polyline(vec![back_left, back_right]));
                }
                for end in [from, to] {
                    scene.add(Style::Label, Shape::Text { at: end.at, height: 0.35, text: number.to_string() });
                }
            }
            EdgeKind::PitIn => scene.add(Style::Chevron, Shape::Polyline(vec![from.at, to.at])),
            _ => {}
        }
    }
}

/// Draws the number, stops and path lengths of each corner on its outside, and highlights the selected corners.
fn corners(scene: &mut Scene, draft: &Draft, highlight: &[Tag]) {
    for (number, corner) in draft.corners.iter().enumerate().take(MAX_CORNERS) {
        let spaces: Vec<&SpaceDraft> =
            draft.spaces.iter().filter(|space| corner_of(draft, space) == Some(number)).collect();
        let (outer, side) = if corner.inside == Some(Side::Right) { (1, 1.0) } else { (draft.lanes, -1.0) };
        let lane: Vec<&&SpaceDraft> = spaces.iter().filter(|space| space.lane == outer).collect();
        let Some(middle) = lane.get(lane.len() / 2).copied().or(spaces.get(spaces.len() / 2)) else { continue };
        let tag = Tag::Corner(number);
        let [x, y] = local(middle, 0.0, side * 1.9);
        let text = format!("{}: {}", number + 1, corner.stops);
        scene.add_tagged(Style::Label, tag, Shape::Text { at: [x, y + 0.4], height: 0.7, text });
        if let (Some(longest), Some(shortest)) = (corner.longest, corner.shortest) {
            let text = if longest == shortest { longest.to_string() } else { format!("{shortest}\u{2013}{longest}") };
            scene.add_tagged(Style::Label, tag, Shape::Text { at: [x, y - 0.6], height: 0.45, text });
        }
        if highlight.contains(&tag) {
            for space in &spaces {
                scene.add(Style::Selection, Shape::Polygon(space.shown()));
            }
        }
    }
}

/// Draws a grid slot: a bracket at the front, and its number.
fn slot(scene: &mut Scene, space: &SpaceDraft) {
    let Some(number) = space.slot else { return };
    let bracket =
        [(0.2, -0.3), (0.38, -0.3), (0.38, 0.3), (0.2, 0.3)].map(|(along, left)| local(space, along, left)).to_vec();
    scene.add(Style::GridLineStrong, Shape::Polyline(bracket));
    scene.add(Style::Label, Shape::Text { at: space.at, height: 0.3, text: number.to_string() });
}

/// Draws the arrows printed on a space.
fn arrows(scene: &mut Scene, space: &SpaceDraft) {
    for arrow in space.arrows.iter().take(3) {
        let left = match arrow {
            Arrow::Ahead => 0.0,
            Arrow::Left => 0.3,
            Arrow::Right => -0.3,
        };
        let shaft = vec![local(space, -0.2, 0.0), local(space, 0.3, left)];
        scene.add(Style::Chevron, Shape::Polyline(shaft));
    }
}
