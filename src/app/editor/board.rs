//! The board of the editor: selecting, dragging and placing with the pointer, and what is laid over the drawing.

use egui::{Align2, FontId, Key, PointerButton, Ui, pos2, vec2};

use super::inspector::{hull, hull_with};
use super::{Action, EditorTab, Tool};
use crate::app::board::BoardOutput;
use crate::app::commands::{Command, CommandQueue};
use crate::app::{fonts, painter};
use crate::editor::{Drag, Edit, Piece, Snap};
use crate::game::Game as _;
use crate::game::Severity;
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Hand, Vektorace};
use crate::geometry::{Octilinear, Point, Surd};
use crate::render::Theme;

/// How near the pointer must come to a piece to mean it, in points.
const REACH: f64 = 12.0;

/// How far around a piece the ring lies that marks it: a fifth of an octagon.
const RING: Surd = Surd::from_units(4_000, 0);

/// What the pointer holds.
#[derive(Debug, Default)]
pub(super) enum Hold {
    /// Nothing.
    #[default]
    Nothing,
    /// Pieces, moved from where they were.
    Pieces(Drag),
    /// A corner of the frame that selects what is in it, and what was selected before.
    Frame([f64; 2], Vec<Piece>),
    /// A new piece, dragged from the palette.
    New,
}

/// The drawing of the draft, kept until the draft changes.
#[derive(Default)]
pub(super) struct Picture(Option<(u64, Scene)>);

impl EditorTab {
    pub(super) fn show_board(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        let revision = self.document.revision();
        let scene = match self.picture.0.take() {
            Some((of, scene)) if of == revision => scene,
            _ => Vektorace::draw_draft(self.document.draft(), &[]),
        };
        self.board.held_still = matches!(self.hold, Hold::Pieces(_) | Hold::New);
        let out = self.board.show(ui, &scene, theme);
        self.point(ui, &out, &scene);
        self.offer(&out, &scene, queue);
        out.overlay(&self.overlay());
        self.write_over(&out);
        self.picture.0 = Some((revision, scene));
    }

    /// The grid in force: none while Alt or Shift is held.
    fn snap_now(&self, ui: &Ui) -> Snap {
        let free = ui.input(|input| input.modifiers.alt || input.modifiers.shift);
        if free { Snap::Off } else { self.desk.snap }
    }

    fn point(&mut self, ui: &Ui, out: &BoardOutput, scene: &Scene) {
        let snap = self.snap_now(ui);
        // While a drag began elsewhere, the board is not told where the pointer is.
        let over = ui.ctx().pointer_latest_pos().filter(|place| out.response.rect.contains(*place));
        let pointer = over.map(|place| out.view.world_from_screen(place));
        if matches!(self.hold, Hold::New) {
            if ui.input(|input| input.pointer.any_released()) {
                self.hold = Hold::Nothing;
                if let Some(place) = pointer {
                    self.place(snap, place);
                }
                self.desk.tool = Tool::Select;
            }
            return;
        }
        let reach = REACH / out.view.scale;
        let under = out.pointer.filter(|_| !out.panning).and_then(|at| self.document.pick(scene, at, reach));
        if under.is_some() && self.desk.tool == Tool::Select {
            self.desk.hovered = under;
            if matches!(self.hold, Hold::Nothing) {
                ui.set_cursor_icon(egui::CursorIcon::Grab);
            }
        }
        let space = ui.input(|input| input.key_down(Key::Space));
        let primary = |ui: &Ui| ui.input(|input| input.pointer.primary_down());
        if out.response.drag_started_by(PointerButton::Primary) && !space && self.desk.tool == Tool::Select {
            let from = ui.input(|input| input.pointer.press_origin()).map(|place| out.view.world_from_screen(place));
            if let Some(from) = from {
                let piece = self.document.pick(scene, from, reach);
                self.hold = match piece {
                    Some(piece) => Hold::Pieces(self.document.take_up(piece, from)),
                    None => Hold::Frame(from, self.selected_if_adding(ui)),
                };
            }
        }
        match &self.hold {
            Hold::Pieces(drag) => {
                if let Some(at) = pointer.or(out.pointer) {
                    ui.set_cursor_icon(egui::CursorIcon::Grabbing);
                    self.document.drag(drag, at, snap);
                }
                if !primary(ui) {
                    self.document.end();
                    self.hold = Hold::Nothing;
                }
            }
            Hold::Frame(from, before) => {
                if let Some(at) = pointer.or(out.pointer) {
                    let mut pieces = before.clone();
                    pieces.extend(self.document.pieces_within(*from, at));
                    self.desk.push(Action::Select(pieces));
                }
                if !primary(ui) {
                    self.hold = Hold::Nothing;
                }
            }
            _ => {}
        }
        if out.response.clicked()
            && let Some(at) = out.pointer
        {
            self.click(ui, under, snap, at);
        }
    }

    /// The menu of the right button: what applies to the piece under it, or to the circuit.
    fn offer(&mut self, out: &BoardOutput, scene: &Scene, queue: &mut CommandQueue) {
        if out.response.secondary_clicked() {
            let under = out.pointer.and_then(|at| self.document.pick(scene, at, REACH / out.view.scale));
            match under {
                Some(piece) if self.document.selection().contains(piece) => {}
                under => self.document.selection_mut().set(under),
            }
        }
        let situation = self.situation();
        let commands: &[Command] = if situation.selection {
            &[
                Command::TurnLeft,
                Command::TurnRight,
                Command::OtherSide,
                Command::Duplicate,
                Command::Delete,
                Command::SelectAll,
            ]
        } else {
            &[
                Command::ToolCorner,
                Command::ToolPitwall,
                Command::SelectAll,
                Command::Mirror,
                Command::Reverse,
                Command::Renumber,
                Command::Fit,
            ]
        };
        out.response.context_menu(|ui| {
            for command in commands {
                let spec = command.spec();
                let button = egui::Button::new(spec.title).shortcut_text(spec.keys());
                if ui.add_enabled((spec.enabled)(&situation), button).on_hover_text(spec.help).clicked() {
                    queue.push(*command);
                    ui.close();
                }
            }
        });
    }

    fn selected_if_adding(&self, ui: &Ui) -> Vec<Piece> {
        let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        if adding { self.document.selection().items().to_vec() } else { Vec::new() }
    }

    fn click(&mut self, ui: &Ui, under: Option<Piece>, snap: Snap, at: [f64; 2]) {
        let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        match (self.desk.tool, under) {
            (Tool::Select, Some(piece)) if adding => self.desk.push(Action::Toggle(piece)),
            (Tool::Select, Some(piece)) => self.desk.push(Action::Select(vec![piece])),
            (Tool::Select, None) if adding => {}
            (Tool::Select, None) => self.desk.push(Action::Select(Vec::new())),
            (Tool::Corner | Tool::Pitwall, _) => self.place(snap, at),
        }
    }

    /// Puts the tool's piece down.
    fn place(&mut self, snap: Snap, at: [f64; 2]) {
        let at = snap.place(at);
        match self.desk.tool {
            Tool::Select => {}
            Tool::Corner => {
                let facing = self.desk.facing.unwrap_or_else(|| self.document.facing_at(at));
                self.desk.push(Action::Edit(Edit::PlaceCorner { at, facing }));
            }
            Tool::Pitwall => {
                let direction = self.desk.facing.unwrap_or_else(|| self.document.run_at(at));
                self.desk.push(Action::Edit(Edit::PlacePitwall { at, direction }));
                // There is only one.
                self.desk.tool = Tool::Select;
            }
        }
        self.desk.facing = None;
    }

    /// What lies over the drawing: the selection, what the pointer is on, the piece about to be placed, issues.
    fn overlay(&self) -> Scene {
        let mut scene = Scene::default();
        let draft = self.document.draft();
        // A little wider than the piece, so that its curbs and number can be seen.
        let outline = |piece: Piece| {
            let at = piece.at(draft)?;
            let parts: Vec<Octilinear> = piece.shape(draft).iter().map(|part| part.moved(at)).collect();
            Some(Shape::Polygon(hull_with(&parts, RING)))
        };
        for (index, issue) in self.document.issues().iter().enumerate() {
            let Some(center) = issue.at else { continue };
            let style = match issue.severity {
                Severity::Error => Style::EvidenceShape,
                Severity::Warning => Style::IssueMark,
            };
            let radius = if self.desk.hovered_issue == Some(index) { 1.8 } else { 1.2 };
            // A ring and no disc: what is wrong must stay to be seen.
            let point = |step: u32| {
                let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 48.0).sin_cos();
                [center[0] + radius * cos, center[1] + radius * sin]
            };
            scene.add(style, Shape::Polyline((0..=48).map(point).collect()));
        }
        if let Some(Piece::Corner(index)) = self.document.selection().only() {
            self.add_gate(&mut scene, index);
        }
        for piece in self.document.selection().items() {
            if let Some(shape) = outline(*piece) {
                scene.add(Style::Selection, shape);
            }
        }
        if let Some(shape) =
            self.desk.hovered.filter(|piece| !self.document.selection().contains(*piece)).and_then(outline)
        {
            scene.add(Style::Hover, shape);
        }
        if let Some(pointer) = self.board.pointer()
            && self.desk.tool != Tool::Select
        {
            let at = self.desk.snap.place(pointer);
            let direction = self.facing_of_next();
            let parts: Vec<Octilinear> = match self.desk.tool {
                Tool::Pitwall => pieces().pitwall(direction).iter().map(|part| part.moved(at)).collect(),
                _ => vec![pieces().corner(direction).moved(at)],
            };
            scene.add(Style::Hover, Shape::Polygon(hull(&parts)));
            let (from, way) = (at.to_f64(), direction.unit().to_f64());
            let point = |along: f64| [from[0] + along * way[0], from[1] + along * way[1]];
            let start = if self.desk.tool == Tool::Pitwall { 1.8 } else { 0.8 };
            scene.add(Style::ActRing, Shape::Polyline(vec![point(start), point(start + 1.0)]));
        }
        if let (Hold::Frame(from, _), Some(to)) = (&self.hold, self.board.pointer()) {
            let corners = vec![*from, [to[0], from[1]], to, [from[0], to[1]]];
            scene.add(Style::Hover, Shape::Polygon(corners));
        }
        scene
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

    /// Words over the board: where the pieces being dragged are, or what to do on an empty table.
    fn write_over(&self, out: &BoardOutput) {
        let draft = self.document.draft();
        let ink = painter::color(out.theme.ink());
        let write = |place: egui::Pos2, text: String, size: f32| {
            let galley = out.painter.layout_no_wrap(text, FontId::new(size, fonts::semibold()), ink);
            let rect = Align2::CENTER_CENTER.anchor_size(place, galley.size() + vec2(16.0, 8.0));
            out.painter.rect_filled(rect, 4.0, painter::color(out.theme.background()).gamma_multiply(0.9));
            out.painter.galley(rect.min + vec2(8.0, 4.0), galley, ink);
        };
        if let Hold::Pieces(drag) = &self.hold
            && let Some(at) = drag.pieces().next().and_then(|piece| piece.at(draft))
        {
            let [x, y] = at.to_f64();
            let place = out.view.screen_from_world([x, y]);
            write(pos2(place.x, place.y - out.view.length(1.0) - 20.0), format!("{x:.2}, {y:.2}"), 12.0);
        }
        if draft.pitwall.is_none() && draft.corners.is_empty() && self.desk.tool == Tool::Select {
            let middle = out.response.rect.center();
            write(middle, "An empty table".to_owned(), 18.0);
            let hint = "Take the pitwall (W) and corners (C) from the left, and click where they go.";
            write(middle + vec2(0.0, 32.0), hint.to_owned(), 14.0);
        }
    }

    /// What was typed into a field that is no longer shown, because something else was selected, still counts.
    pub(super) fn finish_typing(&mut self) {
        let Some(typing) = &mut self.desk.typing else { return };
        if std::mem::take(&mut typing.shown) {
            return;
        }
        if let (Ok(number), Some(edit)) = (typing.text.parse(), typing.field.piece()) {
            let (piece, is_x) = edit;
            if let Some(at) = piece.at(self.document.draft()) {
                let to = if is_x { Point::new(number, at.y) } else { Point::new(at.x, number) };
                self.document.apply(&Edit::Move(vec![(piece, to)]));
            }
        }
        self.document.end();
        self.desk.typing = None;
    }
}
