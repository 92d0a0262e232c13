//! Hit testing: finds the part of a drawing at a point of the board.

use super::{Form, Part, Shape};

/// Returns the part that a click at a point of the board selects. Considers only shapes for which `free` returns true,
/// and points only of shapes for which `open` returns true. Looks first for a point within reach, then for a piece that
/// contains the click, then for a line or a single point within reach, and last for the smallest area that contains the
/// click. Returns `None` if it finds nothing.
pub(super) fn pick(
    shapes: &[Shape],
    open: &dyn Fn(&Shape) -> bool,
    free: &dyn Fn(&Shape) -> bool,
    at: [f64; 2],
    reach: f64,
) -> Option<Part> {
    let upper = || shapes.iter().rev().filter(|shape| free(shape));
    let points = upper()
        .filter(|shape| shape.has_handles() && open(shape))
        .flat_map(|shape| shape.spots().enumerate().map(move |(index, point)| (far(point, at), shape.id.point(index))));
    let lines = upper().map(|shape| (from_shape(shape, at), shape.id.whole()));
    let bodies = || upper().find(|shape| holds(&closed(&shape.body), at)).map(|shape| shape.id.whole());
    nearest(points, reach).or_else(bodies).or_else(|| nearest(lines, reach)).or_else(|| {
        let areas = upper().filter(|shape| matches!(shape.form, Form::Area) && holds(&shape.line(), at));
        areas.min_by(|a, b| size(a).total_cmp(&size(b))).map(|shape| shape.id.whole())
    })
}

/// Returns the nearest part. If several parts are equally near, returns the first one. Returns `None` if no part is
/// within reach.
fn nearest(parts: impl Iterator<Item = (f64, Part)>, reach: f64) -> Option<Part> {
    parts.filter(|(distance, _)| *distance <= reach).min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, part)| part)
}

fn far(point: [f64; 2], at: [f64; 2]) -> f64 {
    (point[0] - at[0]).hypot(point[1] - at[1])
}

/// Returns the distance from a point of the board to a shape. This is the distance to the shape's line, to the symbol
/// of a point, to the area of a disc, or to a single point such as the second end of a warp.
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
