//! Hit testing: finds the part of a drawing at a point of the board.

use super::{Form, Part, Shape};

/// Returns the parts that clicks at a point of the board can select, the uppermost first. Considers only shapes for
/// which `free` returns true. Considers the points of a shape only if `open` also returns true for the shape. The order
/// is: points within reach; pieces that contain the click; lines and symbols within reach; areas that contain the
/// click, the smallest first. A symbol beside the click is left out if another shape is nearer to the click.
pub(super) fn stack(
    shapes: &[Shape],
    open: &dyn Fn(&Shape) -> bool,
    free: &dyn Fn(&Shape) -> bool,
    at: [f64; 2],
    reach: f64,
) -> Vec<Part> {
    let upper = || shapes.iter().rev().filter(|shape| free(shape));
    let points = upper()
        .filter(|shape| shape.has_handles() && open(shape))
        .flat_map(|shape| shape.spots().enumerate().map(move |(index, point)| (far(point, at), shape.id.point(index))));
    let bodies = upper().filter(|shape| holds(&closed(&shape.body), at)).map(|shape| shape.id.whole());
    let near = upper().map(|shape| (from_shape(shape, at), shape));
    let nearest_shape = near.clone().map(|(distance, _)| distance).fold(reach, f64::min);
    let is_under = |distance: f64, shape: &Shape| !is_symbol(shape) || distance <= nearest_shape;
    let lines = near.filter(|(distance, shape)| is_under(*distance, shape));
    let lines = lines.map(|(distance, shape)| (distance, shape.id.whole()));
    let areas = upper().filter(|shape| matches!(shape.form, Form::Area) && holds(&shape.line(), at));
    let mut stack = nearest(points, reach);
    let areas = nearest(areas.map(|shape| (size(shape), shape.id.whole())), f64::INFINITY);
    for part in bodies.chain(nearest(lines, reach)).chain(areas) {
        if !stack.contains(&part) {
            stack.push(part);
        }
    }
    stack
}

/// Returns the parts within reach, the nearest first. Parts that are equally near keep their order.
fn nearest(parts: impl Iterator<Item = (f64, Part)>, reach: f64) -> Vec<Part> {
    let mut near: Vec<(f64, Part)> = parts.filter(|(distance, _)| *distance <= reach).collect();
    near.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    near.into_iter().map(|(_, part)| part).collect()
}

/// Whether a shape is drawn as a symbol or a disc, and not as a line or an area.
fn is_symbol(shape: &Shape) -> bool {
    shape.corners == 1 || shape.form == Form::Circle || !shape.body.is_empty()
}

fn far(point: [f64; 2], at: [f64; 2]) -> f64 {
    (point[0] - at[0]).hypot(point[1] - at[1])
}

/// Returns the distance from a point of the board to a shape. For a line, this is the distance to the line; for a
/// point, to its symbol; for a disc, to its area. If the shape also has a single point, such as the second end of a
/// warp, and this point is nearer, returns the distance to this point.
fn from_shape(shape: &Shape, at: [f64; 2]) -> f64 {
    /// Half the width of the symbol that is drawn for a point.
    const MARK: f64 = 0.4;
    let own = match (shape.form, shape.points.as_slice()) {
        (Form::Circle, [middle, rim]) => (far(*middle, at) - far(*rim, *middle)).max(0.0),
        // A piece may be only a few pixels wide when the whole table is visible. So a click near its middle also
        // selects it.
        (_, [only, ..]) if !shape.body.is_empty() => far(*only, at),
        (Form::Point | Form::Area, [only, ..]) if shape.corners == 1 => (far(*only, at) - MARK).max(0.0),
        _ => {
            let line = shape.line();
            line.windows(2).map(|ends| from_segment(at, ends[0], ends[1])).fold(f64::INFINITY, f64::min)
        }
    };
    shape.points.iter().skip(shape.corners).map(|point| far(*point, at)).fold(own, f64::min)
}

/// The shapes whose points all lie inside a box.
pub(super) fn within(shapes: &[Shape], a: [f64; 2], b: [f64; 2]) -> Vec<Part> {
    let lies = |point: &[f64; 2]| {
        (0..2).all(|axis| point[axis] >= a[axis].min(b[axis]) && point[axis] <= a[axis].max(b[axis]))
    };
    shapes
        .iter()
        .filter(|shape| shape.corners > 0 && shape.points.iter().take(shape.corners).all(lies))
        .map(|shape| shape.id.whole())
        .collect()
}

fn size(shape: &Shape) -> f64 {
    let [low, high] = shape.bounds();
    (high[0] - low[0]) * (high[1] - low[1])
}

/// The distance from a point to a line segment.
pub(super) fn from_segment(at: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let way = [to[0] - from[0], to[1] - from[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    let part = if square > 0.0 {
        (((at[0] - from[0]) * way[0] + (at[1] - from[1]) * way[1]) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (from[0] + part * way[0] - at[0]).hypot(from[1] + part * way[1] - at[1])
}

/// Returns an outline with its first point repeated at the end.
fn closed(outline: &[[f64; 2]]) -> Vec<[f64; 2]> {
    outline.iter().chain(outline.first()).copied().collect()
}

/// Whether a point lies inside a closed line.
pub(super) fn holds(line: &[[f64; 2]], at: [f64; 2]) -> bool {
    let mut inside = false;
    for ends in line.windows(2) {
        let [[ax, ay], [bx, by]] = [ends[0], ends[1]];
        if (ay > at[1]) != (by > at[1]) && at[0] < ax + (at[1] - ay) / (by - ay) * (bx - ax) {
            inside = !inside;
        }
    }
    inside
}
