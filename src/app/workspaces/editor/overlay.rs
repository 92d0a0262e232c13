//! What is laid over the drawing: the selection, what the pointer is on, the piece about to be placed, guide lines,
//! the pitwall's zones, and issues.

use egui::{Align2, FontId, pos2, vec2};

use super::board::Hold;
use super::inspector::{hull, hull_with};
use super::{EditorTab, Tool};
use crate::app::board::view::BoardOutput;
use crate::app::board::{fonts, painter};
use crate::editor::Piece;
use crate::game::Severity;
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::{Draft, Hand};
use crate::geometry::{Octilinear, Surd};

/// How far around a piece the ring lies that marks it: a fifth of an octagon.
const RING: Surd = Surd::from_units(4_000, 0);

/// How far behind the entry line the field of a flying start reaches, and how far aside of the wall: what the start
/// area shows, in octagons. Pole stands with its front on the line, five more cars behind it.
const START_AREA: [f64; 2] = [8.0, 5.0];

impl EditorTab {
    pub(super) fn overlay(&self) -> Scene {
        let mut scene = Scene::default();
        let draft = self.document.draft();
        self.draw_proof(&mut scene);
        if let (Some(turn), Some(solution)) = (self.proof.hovered, self.proof.solution(self.document.revision()))
            && let Some(quickest) = &solution.quickest
            && let Some(at) = quickest.lap.turns.get(turn).and_then(|turn| turn.path.last())
        {
            scene.add(Style::ActRing, Shape::Circle { center: *at, radius: 0.7 });
        }
        if self.desk.zones {
            add_zones(draft, &mut scene);
        }
        self.add_issues(&mut scene);
        if let Some(Piece::Corner(index)) = self.document.selection().only() {
            self.add_gate(&mut scene, index);
        }
        for piece in self.document.selection().items() {
            add_outline(draft, *piece, Style::Selection, &mut scene);
        }
        if let Some(piece) = self.desk.hovered.filter(|piece| !self.document.selection().contains(*piece)) {
            add_outline(draft, piece, Style::Hover, &mut scene);
        }
        self.add_next(&mut scene);
        if self.desk.tool == Tool::Measure {
            let to = self.board.pointer().filter(|_| self.desk.measured.points.len() == 1);
            let line: Vec<[f64; 2]> = self.desk.measured.points.iter().copied().chain(to).collect();
            for point in &line {
                scene.add(Style::ActRing, Shape::Circle { center: *point, radius: 0.15 });
            }
            scene.add(Style::Guide, Shape::Polyline(line));
        }
        if let Some(settled) = &self.desk.settled {
            for guide in &settled.guides {
                scene.add(Style::Guide, Shape::Polyline(vec![guide.from, guide.to]));
            }
        }
        if let (Hold::Frame(from, _), Some(to)) = (&self.hold, self.board.pointer()) {
            let corners = vec![*from, [to[0], from[1]], to, [from[0], to[1]]];
            scene.add(Style::Hover, Shape::Polygon(corners));
        }
        scene
    }

    fn add_issues(&self, scene: &mut Scene) {
        for (index, issue) in self.document.issues().iter().enumerate() {
            let Some(center) = issue.at else { continue };
            let style = match issue.severity {
                Severity::Error => Style::EvidenceShape,
                Severity::Warning => Style::IssueMark,
                Severity::Note => Style::Guide,
            };
            let radius = if self.desk.hovered_issue == Some(index) { 1.8 } else { 1.2 };
            // A ring and no disc: what is wrong must stay to be seen.
            let point = |step: u32| {
                let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 48.0).sin_cos();
                [center[0] + radius * cos, center[1] + radius * sin]
            };
            scene.add(style, Shape::Polyline((0..=48).map(point).collect()));
        }
    }

    /// What the tool in hand is about to put down, or has drawn so far.
    fn add_next(&self, scene: &mut Scene) {
        let Some(settled) = self.desk.settled.as_ref().filter(|_| self.desk.tool != Tool::Select) else { return };
        match self.desk.tool {
            Tool::Corner | Tool::Pitwall => {
                let parts: Vec<Octilinear> =
                    self.parts_of_next().into_iter().map(|part| part.moved(settled.place)).collect();
                scene.add(Style::Hover, Shape::Polygon(hull(&parts)));
                let (from, way) = (settled.place.to_f64(), self.facing_of_next().unit().to_f64());
                let point = |along: f64| [from[0] + along * way[0], from[1] + along * way[1]];
                let start = if self.desk.tool == Tool::Pitwall { 1.8 } else { 0.8 };
                scene.add(Style::ActRing, Shape::Polyline(vec![point(start), point(start + 1.0)]));
            }
            Tool::Limit => {
                let mut line: Vec<[f64; 2]> = self.desk.outline.iter().map(|point| point.to_f64()).collect();
                for point in &line {
                    scene.add(Style::ActRing, Shape::Circle { center: *point, radius: 0.12 });
                }
                line.push(settled.place.to_f64());
                scene.add(Style::TrackLimit, Shape::Polyline(line.clone()));
                if line.len() > 2 {
                    scene.add(Style::Guide, Shape::Polyline(vec![line[line.len() - 1], line[0]]));
                }
                scene.add(Style::ActRing, Shape::Circle { center: settled.place.to_f64(), radius: 0.12 });
            }
            Tool::Label => {
                let text = "Label".to_owned();
                scene.add(Style::Label, Shape::Text { at: settled.place.to_f64(), height: 0.5, text });
            }
            Tool::Select | Tool::Number | Tool::Picture | Tool::Measure => {}
        }
    }

    /// The line behind which a corner counts as passed, and the way cars cross it.
    fn add_gate(&self, scene: &mut Scene, index: usize) {
        let draft = self.document.draft();
        let Some(corner) = draft.corners.get(index) else { return };
        let hand = corner.hand.or(draft.direction).unwrap_or(Hand::Clockwise);
        let (out, on) = (corner.facing.unit().to_f64(), corner.facing.turned(2 * hand.eta()).unit().to_f64());
        let at = corner.at.to_f64();
        let point = |along: f64, across: f64| {
            [at[0] + along * out[0] + across * on[0], at[1] + along * out[1] + across * on[1]]
        };
        scene.add(Style::EntryLine, Shape::Polyline(vec![point(0.6, 0.0), point(5.0, 0.0)]));
        scene.add(Style::ActRing, Shape::Polyline(vec![point(2.0, -1.0), point(2.0, 1.0)]));
        scene.add(Style::ActRing, Shape::Polyline(vec![point(2.4, 0.6), point(2.0, 1.0), point(1.6, 0.6)]));
    }

    /// Words over the board: where the pieces being dragged are and what holds them, what the tool waits for, or what
    /// to do on an empty table.
    pub(super) fn write_over(&self, out: &BoardOutput) {
        let draft = self.document.draft();
        let ink = painter::color(out.theme.ink());
        let write = |place: egui::Pos2, anchor: Align2, text: String, size: f32| {
            let galley = out.painter.layout_no_wrap(text, FontId::new(size, fonts::semibold()), ink);
            let rect = anchor.anchor_size(place, galley.size() + vec2(16.0, 8.0));
            // Words beside the edge of the board would be cut off.
            let rect = rect.translate(vec2(
                (out.response.rect.left() - rect.left()).max(0.0) + (out.response.rect.right() - rect.right()).min(0.0),
                (out.response.rect.top() - rect.top()).max(0.0) + (out.response.rect.bottom() - rect.bottom()).min(0.0),
            ));
            out.painter.rect_filled(rect, 4.0, painter::color(out.theme.background()).gamma_multiply(0.9));
            out.painter.galley(rect.min + vec2(8.0, 4.0), galley, ink);
        };
        let moving = matches!(self.hold, Hold::Pieces(_)) || self.desk.tool != Tool::Select;
        if let Some(settled) = self.desk.settled.as_ref().filter(|_| moving) {
            let [x, y] = settled.place.to_f64();
            let place = out.view.screen_from_world([x, y]);
            let held = settled.words(draft);
            let words = if held.is_empty() { format!("{x:.2}, {y:.2}") } else { format!("{x:.2}, {y:.2} · {held}") };
            let above = pos2(place.x, place.y - out.view.length(1.0) - 20.0);
            write(above, Align2::CENTER_CENTER, words, 12.0);
        }
        if let Some(hint) = self.hint() {
            let place = out.response.rect.center_top() + vec2(0.0, 12.0);
            write(place, Align2::CENTER_TOP, hint, 14.0);
        }
        if self.desk.tool == Tool::Number {
            for (number, index) in (1..).zip(&self.desk.counted) {
                let Some(corner) = draft.corners.get(*index) else { continue };
                let place = out.view.screen_from_world(corner.at.to_f64());
                let above = pos2(place.x, place.y - out.view.length(0.7) - 16.0);
                write(above, Align2::CENTER_CENTER, format!("{number}"), 18.0);
            }
        }
        let empty = draft.pitwall.is_none() && draft.corners.is_empty() && draft.limits.is_empty();
        if empty && self.desk.tool == Tool::Select {
            let middle = out.response.rect.center();
            write(middle, Align2::CENTER_CENTER, "An empty table".to_owned(), 18.0);
            let hint = "Take the pitwall (W) and corners (C) from the left, and click where they go.";
            write(middle + vec2(0.0, 32.0), Align2::CENTER_CENTER, hint.to_owned(), 14.0);
        }
    }

    /// What the tool in hand waits for.
    fn hint(&self) -> Option<String> {
        let drawn = self.desk.outline.len();
        Some(match self.desk.tool {
            Tool::Select | Tool::Pitwall | Tool::Corner => return None,
            Tool::Number => format!("Click the corner that is passed as number {}", self.desk.counted.len() + 1),
            Tool::Limit if drawn == 0 => "Click where the track limit begins".to_owned(),
            Tool::Limit if drawn < 3 => "Click the next point · Backspace takes one back".to_owned(),
            Tool::Limit => "Click the next point · Enter closes the track limit".to_owned(),
            Tool::Label => "Click where the label goes".to_owned(),
            Tool::Picture => "Drag to move the picture".to_owned(),
            Tool::Measure => match self.desk.measured.points.len() {
                0 => "Click a point of the picture whose distance from another you know".to_owned(),
                1 => "Click the other point".to_owned(),
                _ => return None,
            },
        })
    }
}

/// A mark around something.
fn add_outline(draft: &Draft, piece: Piece, style: Style, scene: &mut Scene) {
    match piece {
        Piece::Pitwall | Piece::Corner(_) => {
            // A little wider than the piece, so that its curbs and number can be seen.
            scene.add(style, Shape::Polygon(hull_with(&piece.placed(draft), RING)));
        }
        Piece::Limit(index) => {
            let Some(limit) = draft.limits.get(index) else { return };
            let mut line: Vec<[f64; 2]> = limit.outline.iter().map(|point| point.to_f64()).collect();
            line.extend(line.first().copied());
            scene.add(style, Shape::Polyline(line));
        }
        Piece::Label(index) => {
            let Some(label) = draft.labels.get(index) else { return };
            let ([x, y], [wide, high]) = (label.at.to_f64(), label.half_extent());
            let corners = vec![[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]];
            scene.add(style, Shape::Polygon(corners));
        }
        // Its handle shows it.
        Piece::LimitCorner(..) | Piece::Reference => {}
    }
}

/// How far the entry and the finish line reach on the pit side, the lane between them, and where cars line up.
fn add_zones(draft: &Draft, scene: &mut Scene) {
    let (Some(wall), Some(hand)) = (draft.pitwall, draft.direction) else { return };
    let (along, aside) = (wall.direction.unit().to_f64(), wall.direction.turned(2 * hand.eta()).unit().to_f64());
    let at = wall.at.to_f64();
    let (low, high) = (draft.table.from.to_f64(), draft.table.to.to_f64());
    let point = |ahead: f64, left: f64| {
        [at[0] + ahead * along[0] + left * aside[0], at[1] + ahead * along[1] + left * aside[1]]
    };
    // As far as the table goes: the longest way from the wall to any of its corners is enough.
    let reach = [low[0], high[0]]
        .iter()
        .flat_map(|x| [low[1], high[1]].map(|y| (x - at[0]).hypot(y - at[1])))
        .fold(0.0, f64::max)
        .min(1_000.0);
    let clipped = |from: [f64; 2], to: [f64; 2]| clip(from, to, low, high);
    let line = PIT_LINE_OFFSET.to_f64();
    for (ahead, side, style) in
        [(-line, -1.0, Style::EntryLine), (line, -1.0, Style::EntryLine), (line, 1.0, Style::EntryLine)]
    {
        if let Some([from, to]) = clipped(point(ahead, 0.0), point(ahead, side * reach)) {
            scene.add(style, Shape::Polyline(vec![from, to]));
        }
    }
    let area = |ahead: [f64; 2], left: [f64; 2]| {
        vec![point(ahead[0], left[0]), point(ahead[1], left[0]), point(ahead[1], left[1]), point(ahead[0], left[1])]
    };
    let [back, wide] = START_AREA;
    scene.add(Style::Zone, Shape::Polygon(area([-line - back, -line], [0.5, wide])));
    let mut name = |ahead: f64, left: f64, text: &str| {
        scene.add(Style::Ruler, Shape::Text { at: point(ahead, left), height: 0.34, text: text.to_owned() });
    };
    name(-line - back / 2.0, wide - 0.6, "start area");
    name(0.0, -2.5, "pit lane");
}

/// The part of a straight line that lies in a rectangle.
fn clip(from: [f64; 2], to: [f64; 2], low: [f64; 2], high: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        if way[axis].abs() < 1e-9 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (a, b) = ((low[axis] - from[axis]) / way[axis], (high[axis] - from[axis]) / way[axis]);
        start = start.max(a.min(b));
        end = end.min(a.max(b));
    }
    let at = |part: f64| [from[0] + part * way[0], from[1] + part * way[1]];
    (start < end).then(|| [at(start), at(end)])
}
