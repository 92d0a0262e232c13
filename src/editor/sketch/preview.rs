//! Previews a shape: shows the shape as it would look if the user finished it now.

use super::{At, Form, ShapeId, Sketch};
use crate::game::scene::{self, Scene};
use crate::geometry::Direction;

/// The drawing of a shape that is about to be added, in the game's unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Outlines of pieces, spaces and fields.
    pub areas: Vec<Vec<[f64; 2]>>,
    /// Lines, such as the curve through the drawn points.
    pub lines: Vec<Vec<[f64; 2]>>,
    /// Points that are drawn as dots.
    pub marks: Vec<[f64; 2]>,
    /// A few words about the shape, such as "60 fields", or the reason why it cannot be added. May be empty.
    pub words: String,
}

impl Preview {
    /// Whether the preview has nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty() && self.lines.is_empty() && self.marks.is_empty()
    }
}

/// Adds the shape to a copy of the draft. Returns the drawing of the shape, or the reason why the shape cannot be
/// added.
pub(super) fn usual<G: Sketch>(
    draft: &G::Draft,
    tool: &'static str,
    facing: Option<Direction>,
    points: &[At],
) -> Preview {
    if !G::MANNER.form(tool).is_enough(points.len()) {
        return Preview::default();
    }
    let mut next = draft.clone();
    let id = match G::put(&mut next, tool, points) {
        Ok(id) => id,
        Err(why) => return Preview { words: why.into(), ..Preview::default() },
    };
    if let Some(facing) = facing {
        G::face(&mut next, id, facing);
    }
    let Some(shape) = G::shapes(&next).into_iter().find(|shape| shape.id == id) else { return Preview::default() };
    let mut preview = Preview::default();
    if shape.body.is_empty() {
        // The note of a piece is its position, which is shown anyway.
        preview.words.clone_from(&shape.note);
    } else {
        helpers::<G>(draft, &next, id, &mut preview);
    }
    match (shape.form, shape.points.as_slice()) {
        _ if !shape.body.is_empty() => preview.areas.push(shape.body),
        (Form::Circle, [center, rim]) => {
            let radius = (rim[0] - center[0]).hypot(rim[1] - center[1]);
            preview.lines.push(circle(*center, radius));
        }
        (_, points) if shape.corners < 2 => preview.marks.extend(points.first()),
        _ => preview.lines.push(shape.line()),
    }
    // Draws the second end of a warp.
    if let (Some(first), Some(other)) = (shape.points.first(), shape.points.get(shape.corners)) {
        let by = [other[0] - first[0], other[1] - first[1]];
        let moved: Vec<[f64; 2]> = shape.points[..shape.corners].iter().map(|[x, y]| [x + by[0], y + by[1]]).collect();
        if moved.len() == 1 {
            preview.marks.extend(moved);
        } else {
            preview.lines.push(moved.iter().chain(moved.first()).copied().collect());
        }
    }
    preview
}

/// Adds to the preview the lines and zones that belong to the new piece, such as the finish line of a pitwall.
fn helpers<G: Sketch>(draft: &G::Draft, next: &G::Draft, id: ShapeId, preview: &mut Preview) {
    let (mut before, mut after) = (Scene::default(), Scene::default());
    G::overlay(draft, None, true, &mut before);
    G::overlay(next, Some(id.whole()), true, &mut after);
    for item in after.items.into_iter().filter(|item| !before.items.contains(item)) {
        match item.shape {
            scene::Shape::Polyline(line) => preview.lines.push(line),
            scene::Shape::Polygon(area) => preview.areas.push(area),
            _ => {}
        }
    }
}

/// Returns a circle as a closed line, for drawing.
#[must_use]
pub fn circle(center: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let point = |step: u32| {
        let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 48.0).sin_cos();
        [center[0] + radius * cos, center[1] + radius * sin]
    };
    (0..=48).map(point).collect()
}
