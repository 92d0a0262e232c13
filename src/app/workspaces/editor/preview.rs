//! The preview of the shape that the tool in use places next.

use super::board::Hold;
use super::{EditorTab, HandTool};
use crate::editor::sketch::{At, Form, Preview, Tool, circle, to_world};
use crate::game::scene::{Scene, Shape, Style};
use crate::geometry::Direction;

/// The inputs of a preview: the revision of the circuit, the tool, the direction and the points.
pub(super) type Of = (u64, &'static str, Option<Direction>, Vec<At>);

impl EditorTab {
    /// The points that the shape would have if the user clicked now.
    fn next_points(&self, tool: &Tool) -> Vec<At> {
        let mut points = self.desk.points.clone();
        match &self.hold {
            Hold::Pen(pen) => {
                let skip = usize::from(!points.is_empty());
                points.extend(pen.corners().into_iter().skip(skip));
            }
            _ => points.extend(self.desk.settled.as_ref().map(|settled| settled.place)),
        }
        points.dedup();
        match (tool.form, points.as_slice()) {
            // A segment or a circle uses only the two ends of a line drawn in one gesture.
            (Form::Segment | Form::Circle, [first, .., last]) => vec![*first, *last],
            _ => points,
        }
    }

    /// Computes the preview again if one of its inputs has changed, such as the snapped position of the pointer.
    pub(super) fn update_preview(&mut self) {
        let HandTool::Draw(tool) = self.desk.hand else {
            self.desk.preview = None;
            return;
        };
        if tool.form == Form::Order || (self.desk.settled.is_none() && !matches!(self.hold, Hold::Pen(_))) {
            self.desk.preview = None;
            return;
        }
        let points = self.next_points(tool);
        let at = self.board.pointer().or_else(|| points.last().map(|at| to_world(*at)));
        let facing = at.and_then(|at| self.facing_of_next(tool, at));
        let of = (self.document.revision(), tool.id, facing, points);
        if self.desk.preview.as_ref().is_none_or(|(known, _)| *known != of) {
            let preview = self.document.preview(tool.id, facing, &of.3);
            self.desk.preview = Some((of, preview));
        }
    }

    /// Draws the preview of the shape, and the points and lines that the user has drawn so far.
    pub(super) fn add_next(&self, scene: &mut Scene) {
        let HandTool::Draw(tool) = self.desk.hand else { return };
        let shown = self.desk.preview.as_ref().map(|(of, preview)| (of.2, preview));
        let line: Vec<[f64; 2]> = self.next_points(tool).into_iter().map(to_world).collect();
        if let Some((facing, preview)) = shown {
            draw(preview, scene);
            if let (Some(facing), Some(from)) = (facing, line.last()) {
                direction(facing, *from, preview, scene);
            }
        }
        let preview = shown.map(|(_, preview)| preview);
        if tool.form == Form::Point && preview.is_some_and(|preview| !preview.is_empty()) {
            return;
        }
        for point in &line {
            scene.add(Style::ActRing, Shape::Circle { center: *point, radius: 0.14 });
        }
        if let (true, [first, _, .., last]) = (tool.form.is_closed(), line.as_slice()) {
            scene.add(Style::Guide, Shape::Polyline(vec![*last, *first]));
        }
        // For a curve, leave out the straight lines between its points, because they would confuse the user.
        let is_curve = preview.is_some_and(|preview| !preview.lines.is_empty());
        if !is_curve && line.len() > 1 {
            scene.add(Style::TrackLimit, Shape::Polyline(line));
        }
    }
}

fn draw(preview: &Preview, scene: &mut Scene) {
    for area in &preview.areas {
        scene.add(Style::Hover, Shape::Polygon(area.clone()));
    }
    for line in &preview.lines {
        scene.add(Style::TrackLimit, Shape::Polyline(line.clone()));
    }
    for mark in &preview.marks {
        scene.add(Style::ActRing, Shape::Circle { center: *mark, radius: 0.14 });
        scene.add(Style::Hover, Shape::Polyline(circle(*mark, 0.45)));
    }
}

/// Draws an arrow that begins at a piece and points in the direction that the piece faces.
fn direction(facing: Direction, from: [f64; 2], preview: &Preview, scene: &mut Scene) {
    let far = |[x, y]: &[f64; 2]| (x - from[0]).hypot(y - from[1]);
    // The last area is the piece itself; the areas before it are its zones.
    let edge = preview.areas.last().into_iter().flatten().map(far).fold(0.0, f64::max);
    let way = facing.unit().to_f64();
    let point = |along: f64| [from[0] + along * way[0], from[1] + along * way[1]];
    scene.add(Style::ActRing, Shape::Polyline(vec![point(edge + 0.2), point(edge + 1.2)]));
}
