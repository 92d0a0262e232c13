//! A draft on squared paper as shapes of the drawing board.

use super::fields;
use super::points::{corners_of, numbered, region_tool, world};
use crate::editor::sketch::{Form, Shape, ShapeId, Sketch as _, Tool};
use crate::games::vector_racing::{Draft, VectorRacing};

pub(super) fn shapes(draft: &Draft) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut add = |tool: Tool, index: usize, name: String, points: Vec<[f64; 2]>| {
        shapes.push(Shape::new(ShapeId { tool, index }, name, VectorRacing::form(tool), points));
    };
    if !draft.outer.is_empty() {
        add(Tool::Boundary, 0, "the outer boundary".to_owned(), corners_of(&draft.outer));
    }
    for (index, island) in draft.islands.iter().enumerate() {
        add(Tool::Boundary, index + 1, numbered("island", index), corners_of(island));
    }
    for (index, disc) in draft.discs.iter().enumerate() {
        let [x, y] = world(&disc.at);
        let radius = disc.radius_squared.to_f64().max(0.0).sqrt();
        add(Tool::Disc, index, numbered("disc", index), vec![[x, y], [x + radius, y]]);
    }
    for tool in [Tool::Oil, Tool::SpeedUp, Tool::SlowDown] {
        let of_kind = draft.regions.iter().filter(|region| region_tool(region.kind) == tool);
        for (index, region) in of_kind.enumerate() {
            add(tool, index, numbered(tool.noun(), index), corners_of(&region.outline));
        }
    }
    for (index, wall) in draft.walls.iter().enumerate() {
        add(Tool::Wall, index, numbered("wall", index), vec![world(&wall.from), world(&wall.to)]);
    }
    for (index, mirror) in draft.reflectors.iter().enumerate() {
        let points = vec![world(&mirror.from), world(&mirror.to)];
        add(Tool::Reflector, index, numbered("reflector", index), points);
    }
    if let Some(line) = &draft.finish {
        add(Tool::Finish, 0, "the finish line".to_owned(), vec![world(&line.from), world(&line.to)]);
    }
    let starts = draft.start.iter().chain(&draft.starts);
    for (index, at) in starts.enumerate() {
        let name = if index == 0 { "the start".to_owned() } else { numbered("start", index) };
        add(Tool::Start, index, name, vec![at.map(f64::from)]);
    }
    for (index, spinner) in draft.spinners.iter().enumerate() {
        add(Tool::Spinner, index, numbered("spinner", index), vec![world(&spinner.at)]);
    }
    for (index, warp) in draft.warps.iter().enumerate() {
        let mut points = corners_of(&warp.outline);
        let corners = points.len();
        if let Some([x, y]) = points.first().copied() {
            points.push([x + f64::from(warp.offset[0]), y + f64::from(warp.offset[1])]);
        }
        let id = ShapeId { tool: Tool::Warp, index };
        shapes.push(Shape { corners, ..Shape::new(id, numbered("warp", index), Form::Area, points) });
    }
    for shape in &mut shapes {
        shape.note = note(draft, shape);
    }
    shapes
}

/// What else there is to know about a shape, for lists.
fn note(draft: &Draft, shape: &Shape) -> String {
    match shape.id.tool {
        Tool::Boundary | Tool::Oil | Tool::SpeedUp | Tool::SlowDown if shape.corners > 1 => {
            format!("{} corners", shape.corners)
        }
        Tool::Finish => draft.finish.as_ref().map_or("", |line| fields::crossing_name(line.crossing)).to_owned(),
        Tool::Spinner => {
            draft.spinners.get(shape.id.index).map_or("", |spinner| fields::spin_name(spinner.turn)).to_owned()
        }
        Tool::Warp => draft.warps.get(shape.id.index).map_or_else(String::new, |warp| {
            let [x, y] = warp.offset;
            format!("by {x}, {y}")
        }),
        _ => String::new(),
    }
}
