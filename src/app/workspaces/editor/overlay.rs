//! The overlay of the board: the selection, handles, the shape being drawn, issues and texts.

use egui::text::LayoutJob;
use egui::{Align, Align2, FontId, Rect, Stroke, pos2, vec2};

use super::board::Hold;
use super::{EditorTab, HandTool, rulers};
use crate::app::board::view::BoardOutput;
use crate::app::board::{fonts, painter};
use crate::editor::sketch::{At, Form, Part, Settled, circle, to_world};
use crate::game::Severity;
use crate::game::scene::{Item, Scene, Shape, Style};
use crate::game::words::short;

/// Half of the width of a handle, in points.
const HALF: f32 = 4.5;

impl EditorTab {
    /// Makes the overlay. `signs` are the numbers and names beside shapes. They are painted again on top of the zones,
    /// because the long lines of the zones would cross them out.
    pub(super) fn overlay(&self, out: &BoardOutput, signs: &[Item]) -> Scene {
        let mut scene = Scene::default();
        self.draw_heat(&mut scene);
        self.draw_proof(&mut scene);
        self.document.overlay(self.document.selection().only(), self.desk.zones, &mut scene);
        if self.desk.zones {
            scene.items.extend_from_slice(signs);
        }
        self.add_issues(out, &mut scene);
        for part in self.document.selection().items().iter().filter(|part| part.point.is_none()) {
            self.add_outline(*part, Style::Selection, &mut scene);
        }
        if let Some(part) = self.desk.hovered.filter(|part| part.point.is_none())
            && !self.document.selection().contains(part)
        {
            self.add_outline(part, Style::Hover, &mut scene);
        }
        self.add_next(&mut scene);
        if self.desk.hand == HandTool::Measure {
            let to = self.board.pointer().filter(|_| self.desk.measured.points.len() == 1);
            let line: Vec<[f64; 2]> = self.desk.measured.points.iter().copied().chain(to).collect();
            for point in &line {
                scene.add(Style::ActRing, Shape::Circle { center: *point, radius: 0.15 });
            }
            scene.add(Style::Guide, Shape::Polyline(line));
        }
        for [from, to] in self.desk.settled.iter().flat_map(|settled| &settled.guides) {
            scene.add(Style::Guide, Shape::Polyline(vec![*from, *to]));
        }
        if let (Hold::Frame(from, _), Some(to)) = (&self.hold, self.board.pointer()) {
            let corners = vec![*from, [to[0], from[1]], to, [from[0], to[1]]];
            scene.add(Style::Hover, Shape::Polygon(corners));
        }
        scene
    }

    fn add_issues(&self, out: &BoardOutput, scene: &mut Scene) {
        for (index, issue) in self.document.issues().iter().enumerate() {
            let Some(center) = issue.at else { continue };
            let style = match issue.severity {
                Severity::Error => Style::EvidenceShape,
                Severity::Warning => Style::IssueMark,
                Severity::Note => Style::Guide,
            };
            // The radius is the same on the screen at every zoom, but at least 0.9 units of the board, so that it
            // stays around the shape.
            let points = if self.desk.hovered_issue == Some(index) { 24.0 } else { 15.0 };
            let radius = (points / out.view.scale).max(0.9);
            // Draw a ring, because a disc would hide the shapes that have the issue.
            let point = |step: u32| {
                let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 48.0).sin_cos();
                [center[0] + radius * cos, center[1] + radius * sin]
            };
            scene.add(style, Shape::Polyline((0..=48).map(point).collect()));
        }
    }

    /// Outlines a shape.
    fn add_outline(&self, part: Part, style: Style, scene: &mut Scene) {
        let Some(shape) = self.document.shape(part.shape) else { return };
        if !shape.halo.is_empty() {
            // The outline is a little wider than the piece, so that it does not cover the piece.
            scene.add(style, Shape::Polygon(shape.halo.clone()));
            return;
        }
        match (shape.form, shape.points.as_slice()) {
            (Form::Circle, [center, rim]) => {
                let radius = (rim[0] - center[0]).hypot(rim[1] - center[1]);
                scene.add(style, Shape::Polyline(circle(*center, radius + 0.15)));
            }
            (Form::Point | Form::Area, [center, ..]) if shape.corners == 1 => {
                scene.add(style, Shape::Polyline(circle(*center, 0.65)));
            }
            _ => {
                scene.add(style, Shape::Polyline(shape.line()));
            }
        }
        // A warp has two ends. Outline the second end too.
        if let (Some(first), Some(other)) = (shape.points.first(), shape.points.get(shape.corners)) {
            let by = [other[0] - first[0], other[1] - first[1]];
            let moved = shape.line().iter().map(|[x, y]| [x + by[0], y + by[1]]).collect();
            scene.add(style, Shape::Polyline(moved));
        }
    }

    /// Draws a square on each point of the selected shapes and a small disc on the middle of each edge. Their size on
    /// the screen is the same at every zoom, because they are handles for the pointer.
    pub(super) fn draw_handles(&self, out: &BoardOutput) {
        if self.desk.hand != HandTool::Select {
            return;
        }
        let accent = painter::color(out.theme.accent());
        let ground = painter::color(out.theme.background());
        for shape in self.document.shapes() {
            if !shape.has_handles() || !self.document.is_open(shape.id) {
                continue;
            }
            if shape.form.has_corners() && shape.corners > 1 {
                for ends in shape.line().windows(2) {
                    let middle = [f64::midpoint(ends[0][0], ends[1][0]), f64::midpoint(ends[0][1], ends[1][1])];
                    let length = (ends[0][0] - ends[1][0]).hypot(ends[0][1] - ends[1][1]);
                    // On short edges, the discs would cover the corners.
                    if out.view.scale * length > 36.0 {
                        let line = Stroke::new(1.0, accent);
                        out.painter.circle(out.view.screen_from_world(middle), HALF - 1.5, ground, line);
                    }
                }
            }
            for (index, at) in shape.points.iter().enumerate() {
                let part = shape.id.point(index);
                let selected = self.document.selection().contains(part);
                let half = if self.desk.hovered == Some(part) { HALF + 1.5 } else { HALF };
                let square = Rect::from_center_size(out.view.screen_from_world(*at), vec2(half, half) * 2.0);
                let fill = if selected { accent } else { ground };
                out.painter.rect(square, 1.0, fill, Stroke::new(1.5, accent), egui::StrokeKind::Middle);
            }
            for (index, handle) in (shape.points.len()..).zip(&shape.handles) {
                let [from, at] = [handle.from, handle.at].map(|at| out.view.screen_from_world(at));
                out.painter.line_segment([from, at], Stroke::new(1.5, accent));
                let wide = if self.desk.hovered == Some(shape.id.point(index)) { 1.5 } else { 0.0 };
                out.painter.circle(at, HALF + 1.0 + wide, accent, Stroke::new(1.5, ground));
            }
        }
    }

    /// Writes texts over the board: the coordinates of a dragged or new shape, the hint of the tool, or the hint for
    /// an empty board.
    pub(super) fn write_over(&self, out: &BoardOutput) {
        let ink = painter::color(out.theme.ink());
        let board = rulers::inside(out);
        let write = |place: egui::Pos2, anchor: Align2, text: String, size: f32| {
            // A long text wraps, and stays inside the board.
            let font = FontId::new(size, fonts::semibold());
            let mut job = LayoutJob::simple(text, font, ink, (board.width() - 32.0).max(64.0));
            job.halign = Align::Center;
            let galley = out.painter.layout_job(job);
            let rect = anchor.anchor_size(place, galley.size() + vec2(16.0, 8.0));
            let rect = rect.translate(vec2(
                (board.left() - rect.left()).max(0.0) + (board.right() - rect.right()).min(0.0),
                (board.top() - rect.top()).max(0.0) + (board.bottom() - rect.bottom()).min(0.0),
            ));
            out.painter.rect_filled(rect, 4.0, painter::color(out.theme.background()).gamma_multiply(0.9));
            out.painter.galley(rect.center_top() + vec2(0.0, 4.0), galley, ink);
        };
        let placed = match (&self.hold, &self.desk.settled) {
            (Hold::Parts(drag), settled) => {
                let (at, by) = drag.now();
                let words = settled.as_ref().map_or("", |settled| settled.words.as_str());
                let [x, y] = to_world(by);
                let words = self.reason(words);
                let words = if words.is_empty() { words } else { format!(" · {words}") };
                Some((at, format!("moved {}, {}{words}", short(x, 2), short(y, 2))))
            }
            (_, Some(Settled { place, words, .. })) => Some((*place, self.length_so_far(*place, words))),
            _ => None,
        };
        if let Some((at, more)) = placed {
            let [x, y] = to_world(at);
            let place = out.view.screen_from_world([x, y]);
            let above = pos2(place.x, place.y - 24.0);
            let more = if more.is_empty() { more } else { format!(" · {more}") };
            write(above, Align2::CENTER_CENTER, format!("{}, {}{more}", short(x, 2), short(y, 2)), 12.0);
        }
        let hovered = self.desk.hovered.filter(|_| matches!(self.hold, Hold::Nothing));
        let shape = hovered.and_then(|part| self.document.shape(part.shape));
        if let Some(handle) = shape.zip(hovered).and_then(|(shape, part)| shape.handle(part)) {
            let at = out.view.screen_from_world(handle.at);
            write(pos2(at.x, at.y - 24.0), Align2::CENTER_CENTER, handle.help.to_owned(), 12.0);
        }
        for (number, id) in (1..).zip(&self.desk.ordered) {
            let Some(at) = self.document.shape(*id).and_then(|shape| shape.points.first()) else { continue };
            let place = out.view.screen_from_world(*at);
            let above = pos2(place.x, place.y - out.view.length(0.7) - 16.0);
            write(above, Align2::CENTER_CENTER, format!("{number}"), 18.0);
        }
        if let Some(hint) = self.hint() {
            write(board.center_top() + vec2(0.0, 4.0), Align2::CENTER_TOP, hint, 14.0);
        }
        if self.document.shapes().is_empty() && self.desk.hand == HandTool::Select {
            let middle = board.center();
            write(middle, Align2::CENTER_CENTER, "The board is empty".to_owned(), 18.0);
            let hint = self.manner.empty.to_owned();
            write(middle + vec2(0.0, 20.0), Align2::CENTER_TOP, hint, 14.0);
        }
    }

    /// Describes the distance from the last point to the next one. `words` names the object that the next point snapped
    /// to.
    fn length_so_far(&self, next: At, words: &str) -> String {
        let preview = self.desk.preview.as_ref().map(|(_, preview)| preview.words.clone());
        let preview = preview.filter(|words| !words.is_empty());
        let way = self.desk.points.last().map(|last| {
            let [x, y] = to_world(next - *last);
            format!("{} right, {} up", short(x, 2), short(y, 2))
        });
        let words = Some(self.reason(words)).filter(|words| !words.is_empty());
        way.into_iter().chain(words).chain(preview).collect::<Vec<_>>().join(" · ")
    }

    /// Names the thing that a point snapped to: a shape, or else the locked axis, the grid or both.
    fn reason(&self, words: &str) -> String {
        let sticks = matches!(self.desk.hand, HandTool::Draw(tool) if self.document.sticks(tool.id));
        if !words.is_empty() || sticks {
            return words.to_owned();
        }
        let is_locked = self.desk.locks_axis && (!self.desk.points.is_empty() || matches!(self.hold, Hold::Parts(_)));
        let axis = is_locked.then(|| "straight".to_owned());
        let grid = self.desk.is_on_grid.then(|| format!("grid {}", self.desk.snap.grid.name()));
        axis.into_iter().chain(grid).collect::<Vec<_>>().join(", ")
    }

    /// The hint for the next click with the tool in use.
    fn hint(&self) -> Option<String> {
        let drawn = self.desk.points.len();
        let HandTool::Draw(tool) = self.desk.hand else {
            return match (self.desk.hand, self.desk.measured.points.len()) {
                (HandTool::Picture, _) => Some("Drag to move the picture".to_owned()),
                (HandTool::Measure, 0) => Some("Click the first of two points whose distance you know".to_owned()),
                (HandTool::Measure, 1) => Some("Click the second point".to_owned()),
                _ => None,
            };
        };
        let noun = tool.noun;
        let done = if tool.is_once { "" } else { " · Esc to finish" };
        Some(match (tool.form, drawn) {
            (Form::Order, _) => format!("Click the {noun} to give it number {}", self.desk.ordered.len() + 1),
            (Form::Chain, 0) => format!("Click the first point of the {noun}, or draw it in one go{done}"),
            (Form::Chain, 1) => "Click the next point".to_owned(),
            (Form::Chain, _) => format!("Click the next point · Enter finishes the {noun}"),
            (Form::Point, _) => format!("Click to place the {noun}{done}"),
            (Form::Segment, 0) => format!("Click one end of the {noun}, or drag from end to end{done}"),
            (Form::Segment, _) => format!("Click the other end of the {noun}"),
            (Form::Circle, 0) => format!("Click the centre of the {noun}, or drag from its centre to its edge{done}"),
            (Form::Circle, _) => format!("Click a point on the edge of the {noun}"),
            (_, 0) => format!("Click the first corner of the {noun}, or draw it in one go{done}"),
            (Form::Area, 1) => "Click the next corner · Enter makes a shape of this single point".to_owned(),
            (_, 1 | 2) => "Click the next corner · Backspace removes the last corner".to_owned(),
            _ => format!("Click the next corner · Enter closes the {noun}"),
        })
    }
}
