//! Makes the editor's shapes from a draft on squared paper.

use super::points::{corners_of, numbered, region_tool, world};
use super::{handles, tool};
use crate::editor::sketch::{Form, Shape, ShapeId, Sketch as _};
use crate::game::form::name_of;
use crate::games::vector_racing::{Draft, VectorRacing};

pub(super) fn shapes(draft: &Draft) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut add = |tool: &'static str, index: usize, name: String, points: Vec<[f64; 2]>| {
        shapes.push(Shape::new(ShapeId { tool, index }, name, VectorRacing::MANNER.form(tool), points));
    };
    if !draft.outer.is_empty() {
        add(tool::BOUNDARY, 0, "the outer boundary".to_owned(), corners_of(&draft.outer));
    }
    for (index, island) in draft.islands.iter().enumerate() {
        add(tool::BOUNDARY, index + 1, numbered("island", index), corners_of(island));
    }
    for (index, disc) in draft.discs.iter().enumerate() {
        let [x, y] = world(&disc.at);
        let radius = disc.radius_squared.to_f64().max(0.0).sqrt();
        add(tool::DISC, index, numbered("disc", index), vec![[x, y], [x + radius, y]]);
    }
    for (tool, noun) in [(tool::OIL, "oil slick"), (tool::SPEED_UP, "speed-up"), (tool::SLOW_DOWN, "slow-down")] {
        let of_kind = draft.regions.iter().filter(|region| region_tool(region.kind) == tool);
        for (index, region) in of_kind.enumerate() {
            add(tool, index, numbered(noun, index), corners_of(&region.outline));
        }
    }
    for (index, wall) in draft.walls.iter().enumerate() {
        add(tool::WALL, index, numbered("wall", index), vec![world(&wall.from), world(&wall.to)]);
    }
    for (index, mirror) in draft.reflectors.iter().enumerate() {
        let points = vec![world(&mirror.from), world(&mirror.to)];
        add(tool::REFLECTOR, index, numbered("reflector", index), points);
    }
    if let Some(line) = &draft.finish {
        add(tool::FINISH, 0, "the finish line".to_owned(), vec![world(&line.from), world(&line.to)]);
    }
    let starts = draft.start.iter().chain(&draft.starts);
    for (index, at) in starts.enumerate() {
        let name = if index == 0 { "the start".to_owned() } else { numbered("start", index) };
        add(tool::START, index, name, vec![at.map(f64::from)]);
    }
    for (index, spinner) in draft.spinners.iter().enumerate() {
        add(tool::SPINNER, index, numbered("spinner", index), vec![world(&spinner.at)]);
    }
    for (index, warp) in draft.warps.iter().enumerate() {
        let mut points = corners_of(&warp.outline);
        let corners = points.len();
        if let Some([x, y]) = points.first().copied() {
            points.push([x + f64::from(warp.offset[0]), y + f64::from(warp.offset[1])]);
        }
        let id = ShapeId { tool: tool::WARP, index };
        shapes.push(Shape { corners, ..Shape::new(id, numbered("warp", index), Form::Area, points) });
    }
    for shape in &mut shapes {
        shape.note = note(draft, shape);
        shape.handles = handles::of(draft, shape);
    }
    shapes
}

/// Returns a few words about a shape. Lists show them beside the shape's name.
fn note(draft: &Draft, shape: &Shape) -> String {
    match shape.id.tool {
        tool::BOUNDARY | tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN if shape.corners > 1 => {
            format!("{} corners", shape.corners)
        }
        tool::FINISH => draft.finish.as_ref().map_or_else(String::new, |line| name_of(&line.crossing)),
        tool::SPINNER => draft.spinners.get(shape.id.index).map_or_else(String::new, |spinner| name_of(&spinner.turn)),
        tool::WARP => draft.warps.get(shape.id.index).map_or_else(String::new, |warp| {
            let [x, y] = warp.offset;
            format!("by {x}, {y}")
        }),
        _ => String::new(),
    }
}
