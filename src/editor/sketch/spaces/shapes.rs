//! Makes the editor's shapes from a draft of Formula D.

use super::find::{place_of, police, span, tunnel};
use super::tool;
use crate::editor::sketch::{Form, Shape, ShapeId};
use crate::game::words::many;
use crate::games::formula_d::{Draft, SpaceKind, narrow_ends};

/// Returns the lines, the markings, the corners and the spaces of a draft, from bottom to top.
pub(super) fn shapes(draft: &Draft) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let id = |tool: &'static str, index: usize| ShapeId { tool, index };
    if !draft.line.is_empty() {
        let shape = Shape::new(id(tool::CENTRE_LINE, 0), "the centre line", Form::Ring, draft.line.clone());
        shapes.push(Shape { note: many(draft.spaces.len(), "space"), ..shape });
    }
    for (index, point) in draft.tunnels.iter().enumerate() {
        let ends = tunnel(draft, *point).map_or_else(Vec::new, |ends| ends.to_vec());
        shapes.push(Shape::new(id(tool::TUNNEL, index), format!("tunnel {}", index + 1), Form::Segment, ends));
    }
    for (index, (narrow, ends)) in draft.narrows.iter().zip(narrow_ends(draft)).enumerate() {
        let shape = Shape::new(id(tool::NARROW, index), format!("narrowing {}", index + 1), Form::Segment, ends);
        shapes.push(Shape { note: many(narrow.lanes, "lane"), ..shape });
    }
    if !draft.pit_line.is_empty() {
        let own = draft.spaces.iter().filter(|space| space.kind == SpaceKind::Pit).count();
        let shape = Shape::new(id(tool::LANE, 0), "the pit lane", Form::Chain, draft.pit_line.clone());
        shapes.push(Shape { note: format!("{}, {}", many(own, "space"), many(draft.pit_boxes, "box")), ..shape });
    }
    if let Some(ends) = police(draft) {
        shapes.push(Shape::new(id(tool::POLICE, 0), "the police line", Form::Segment, ends));
    }
    for (index, corner) in draft.corners.iter().enumerate() {
        let ends = span(draft, index).and_then(|[from, to]| Some(vec![place_of(draft, from)?, place_of(draft, to)?]));
        let name = if corner.name.is_empty() { corner.id.as_str() } else { corner.name.as_str() };
        let demand = corner.demand();
        // The list beside the board has no room for the unit of a range.
        let range = demand.strip_suffix(" spaces").filter(|rest| rest.contains('\u{2013}'));
        let note = range.unwrap_or(&demand).to_owned();
        let shape =
            Shape::new(id(tool::CORNER, index), format!("corner {name}"), Form::Segment, ends.unwrap_or_default());
        shapes.push(Shape { note, ..shape });
    }
    for (index, space) in draft.spaces.iter().enumerate() {
        let note = match (&space.kind, space.slot) {
            (_, Some(slot)) => format!("slot {slot}"),
            (SpaceKind::Corner(corner), None) => corner.to_string(),
            (SpaceKind::Pit, None) => "pit lane".to_owned(),
            (SpaceKind::Box(number), None) => format!("box {number}"),
            (SpaceKind::Straight, None) => String::new(),
        };
        let shape = Shape::new(id(tool::SPACE, index), format!("space {}", space.id), Form::Point, vec![space.at]);
        shapes.push(Shape { note, ..shape });
    }
    shapes
}
