//! What to draw: spaces as outlined polygons, and cars on them.
//!
//! Styles are shared with the other games: straights are `Table` with every second lane `Zone`, corners `Corner`, the pit
//! lane `PitLane`, boxes `Ghost` frames, dangerous spaces `CurbDark`, noise `CurbLight`.

mod cars;

use super::draft::{Draft, EdgeKind, SpaceDraft, SpaceKind};
use super::layout::bounds;
use crate::game::scene::{Scene, Shape, Style, Tag};

pub(super) use cars::draw_state;

/// A drawing of a draft, valid or not. A tag for a corner marks its spaces.
pub(super) fn draw_draft(draft: &Draft, highlight: &[Tag]) -> Scene {
    let mut scene = Scene { bounds: bounds(draft), items: Vec::new() };
    for space in draft.spaces.iter().take(super::draft::MAX_SPACES) {
        self::space(&mut scene, draft, space);
    }
    lines(&mut scene, draft);
    corners(&mut scene, draft, highlight);
    for space in draft.spaces.iter().take(super::draft::MAX_SPACES) {
        slot(&mut scene, space);
        arrows(&mut scene, space);
    }
    scene
}

fn corner_of(draft: &Draft, space: &SpaceDraft) -> Option<usize> {
    match &space.kind {
        SpaceKind::Corner(id) => draft.corners.iter().position(|corner| corner.id == *id),
        _ => None,
    }
}

fn space(scene: &mut Scene, draft: &Draft, space: &SpaceDraft) {
    let outline = Shape::Polygon(space.shown());
    match &space.kind {
        SpaceKind::Straight => {
            scene.add(if space.lane.is_multiple_of(2) { Style::Zone } else { Style::Table }, outline)
        }
        SpaceKind::Corner(_) => {
            let tag = corner_of(draft, space).map_or(Tag::None, Tag::Corner);
            scene.add_tagged(Style::Corner, tag, outline);
        }
        SpaceKind::Pit => scene.add(Style::PitLane, outline),
        SpaceKind::Box(number) => {
            scene.add(Style::PitLane, outline);
            let mut frame = space.shown();
            frame.extend(frame.first().copied());
            scene.add(Style::PitHatch, Shape::Polyline(frame));
            scene.add(Style::Label, Shape::Text { at: space.at, height: 0.3, text: number.to_string() });
        }
    }
    if space.danger {
        scene.add(Style::CurbDark, Shape::Circle { center: space.at, radius: 0.2 });
    }
    if space.noise {
        scene.add(Style::CurbLight, Shape::Circle { center: space.at, radius: 0.12 });
    }
}

/// A point of a space in its own frame: along it and to the left, in spaces.
fn local(space: &SpaceDraft, along: f64, left: f64) -> [f64; 2] {
    let (sin, cos) = space.angle.to_radians().sin_cos();
    [space.at[0] + along * cos - left * sin, space.at[1] + along * sin + left * cos]
}

/// The finish line, the police line and portals, between the spaces they part.
fn lines(scene: &mut Scene, draft: &Draft) {
    let index: std::collections::BTreeMap<&str, &SpaceDraft> =
        draft.spaces.iter().map(|space| (space.id.as_str(), space)).collect();
    for edge in draft.edges.iter().take(super::draft::MAX_EDGES) {
        let Some((from, to)) = index.get(edge.from.as_str()).zip(index.get(edge.to.as_str())) else { continue };
        let is_ahead = matches!(edge.kind, EdgeKind::Ahead | EdgeKind::Portal(_) | EdgeKind::PitOut);
        let outline = from.shown();
        let across = match outline.as_slice() {
            // The front of a space drawn with four corners.
            [_, front_right, front_left, _] => vec![*front_right, *front_left],
            _ => vec![local(from, 0.5, -0.45), local(from, 0.5, 0.45)],
        };
        if edge.finish && is_ahead {
            scene.add(Style::FinishLine, Shape::Polyline(across.clone()));
        }
        if edge.police && is_ahead {
            scene.add(Style::EntryLine, Shape::Polyline(across));
        }
        match edge.kind {
            EdgeKind::Portal(number) => {
                for end in [from, to] {
                    scene.add(Style::Label, Shape::Text { at: end.at, height: 0.35, text: number.to_string() });
                }
            }
            EdgeKind::PitIn => scene.add(Style::Chevron, Shape::Polyline(vec![from.at, to.at])),
            _ => {}
        }
    }
}

/// Numbers and stops of corners, and what is highlighted.
fn corners(scene: &mut Scene, draft: &Draft, highlight: &[Tag]) {
    for (number, corner) in draft.corners.iter().enumerate().take(super::draft::MAX_CORNERS) {
        let spaces: Vec<&SpaceDraft> =
            draft.spaces.iter().filter(|space| corner_of(draft, space) == Some(number)).collect();
        let Some(middle) = spaces.get(spaces.len() / 2) else { continue };
        let text = format!("{}: {}", number + 1, corner.stops);
        scene.add_tagged(Style::CornerNumber, Tag::Corner(number), Shape::Text { at: middle.at, height: 0.35, text });
        if highlight.contains(&Tag::Corner(number)) {
            for space in &spaces {
                scene.add(Style::Selection, Shape::Polygon(space.shown()));
            }
        }
    }
}

/// The mark of a grid slot: a bracket at the front, and its number.
fn slot(scene: &mut Scene, space: &SpaceDraft) {
    let Some(number) = space.slot else { return };
    let bracket =
        [(0.2, -0.3), (0.38, -0.3), (0.38, 0.3), (0.2, 0.3)].map(|(along, left)| local(space, along, left)).to_vec();
    scene.add(Style::GridLineStrong, Shape::Polyline(bracket));
    scene.add(Style::Label, Shape::Text { at: space.at, height: 0.3, text: number.to_string() });
}

/// The arrows drawn on a space.
fn arrows(scene: &mut Scene, space: &SpaceDraft) {
    for arrow in space.arrows.iter().take(3) {
        let left = match arrow {
            super::draft::Arrow::Ahead => 0.0,
            super::draft::Arrow::Left => 0.3,
            super::draft::Arrow::Right => -0.3,
        };
        let shaft = vec![local(space, -0.2, 0.0), local(space, 0.3, left)];
        scene.add(Style::Chevron, Shape::Polyline(shaft));
    }
}
