//! The paper under the pointer: selecting, dragging and drawing.

use egui::{Key, PointerButton, Ui};

use super::{Action, Hand, SketchTab};
use crate::app::board::underlay::Answer;
use crate::app::board::view::BoardOutput;
use crate::app::commands::CommandQueue;
use crate::editor::Gesture;
use crate::editor::sketch::{At, Form, Grid, Part, Pen, SketchEdit, Tool, to_world};
use crate::game::Reference;
use crate::render::Theme;

/// How near the pointer must come to something to mean it, in points.
pub(super) const REACH: f64 = 10.0;

/// What the pointer holds.
#[derive(Debug, Default)]
pub(super) enum Hold {
    /// Nothing.
    #[default]
    Nothing,
    /// Parts of the drawing.
    Parts(Drag),
    /// A corner of the frame that selects what is in it, and what was selected before.
    Frame([f64; 2], Vec<Part>),
    /// A pen that draws a line in one go.
    Pen(Pen),
    /// The picture under the board: where the pointer took hold of it, and where it was.
    Picture(Gesture, [f64; 2], Box<Reference>),
}

/// Parts held by the pointer.
#[derive(Debug)]
pub(super) struct Drag {
    gesture: Gesture,
    /// The part under the pointer, where it was, and where the pointer took hold.
    lead: Part,
    start: [f64; 2],
    from: [f64; 2],
    parts: Vec<Part>,
    /// How far they have come.
    pub(super) by: At,
    /// Where the lead is by now.
    pub(super) at: At,
}

impl SketchTab {
    pub(super) fn show_board(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        let revision = self.document.revision();
        let scene = match self.picture.take() {
            Some((of, scene)) if of == revision => scene,
            _ => self.document.scene(),
        };
        self.board.held_still = matches!(self.hold, Hold::Parts(_) | Hold::Pen(_)) || !self.desk.points.is_empty();
        self.board.under = self
            .document
            .reference()
            .and_then(|reference| self.underlay.under(reference.opacity, |size| reference.corners(size)));
        let out = self.board.show(ui, &scene, theme);
        self.point(ui, &out);
        self.offer(&out, queue);
        out.overlay(&self.overlay(&out));
        self.draw_handles(&out);
        self.write_over(&out);
        self.ask_length(ui, &out);
        self.picture = Some((revision, scene));
    }

    /// What places are drawn to just now: nothing while Alt or Shift is held, and for what lies on fields.
    fn grid_now(&self, ui: &Ui) -> Grid {
        let free = ui.input(|input| input.modifiers.alt || input.modifiers.shift);
        let sticks = matches!(self.desk.hand, Hand::Draw(tool) if self.document.sticks(tool));
        if free || sticks { Grid::Off } else { self.desk.grid }
    }

    fn point(&mut self, ui: &Ui, out: &BoardOutput) {
        let grid = self.grid_now(ui);
        // While a drag began elsewhere, the board is not told where the pointer is.
        let over = ui.ctx().pointer_latest_pos().filter(|place| out.response.rect.contains(*place));
        let pointer = over.map(|place| out.view.world_from_screen(place)).or(out.pointer);
        let reach = REACH / out.view.scale;
        let under = out.pointer.filter(|_| !out.panning).and_then(|at| self.document.pick(at, reach));
        if self.desk.hand == Hand::Select && under.is_some() {
            self.desk.hovered = under;
            if matches!(self.hold, Hold::Nothing) {
                ui.set_cursor_icon(egui::CursorIcon::Grab);
            }
        }
        if let Hand::Draw(_) = self.desk.hand {
            self.desk.next = out.pointer.map(|at| grid.place(at));
            if out.pointer.is_some() && !out.panning {
                ui.set_cursor_icon(egui::CursorIcon::Crosshair);
            }
        }
        let space = ui.input(|input| input.key_down(Key::Space));
        if out.response.drag_started_by(PointerButton::Primary) && !space {
            let from = ui.input(|input| input.pointer.press_origin()).map(|place| out.view.world_from_screen(place));
            if let Some(from) = from {
                self.take_hold(ui, from, reach, grid);
            }
        }
        self.carry(ui, pointer, grid, reach);
        if out.response.double_clicked() && matches!(self.desk.hand, Hand::Draw(_)) {
            self.finish_line();
        } else if out.response.clicked()
            && let Some(at) = out.pointer
        {
            self.click(ui, under, grid, at, reach);
        }
    }

    /// A drag begins: of parts, of a new corner, of a line, of a frame, or of the picture.
    fn take_hold(&mut self, ui: &Ui, from: [f64; 2], reach: f64, grid: Grid) {
        match self.desk.hand {
            Hand::Measure => {}
            Hand::Picture => {
                if let Some(reference) = self.document.reference().cloned() {
                    self.document.end();
                    self.hold = Hold::Picture(self.document.begin(), from, Box::new(reference));
                }
            }
            Hand::Draw(tool) if self.document.form(tool) == Form::Point => {}
            Hand::Draw(_) => {
                if let Some(last) = self.desk.points.last() {
                    // A line that was begun with clicks goes on.
                    let mut pen = Pen::down(grid, to_world(*last));
                    pen.to(from);
                    self.hold = Hold::Pen(pen);
                } else {
                    self.hold = Hold::Pen(Pen::down(grid, from));
                }
            }
            Hand::Select => self.take_parts(ui, from, reach),
        }
    }

    fn take_parts(&mut self, ui: &Ui, from: [f64; 2], reach: f64) {
        let picked = self.document.pick(from, reach);
        let edge = self.document.edge_at(from, reach).filter(|_| picked.is_none_or(|part| part.point.is_none()));
        if let Some((shape, place)) = edge {
            self.document.end();
            let gesture = self.document.begin();
            let at = self.desk.grid.place(from);
            let before = self.document.revision();
            self.edit(&SketchEdit::InsertPoint(shape, place, at), Some(gesture));
            if self.document.revision() == before {
                // There is no room for one more: the corner that is in its place is not meant.
                self.document.end();
                return;
            }
            self.document.rebase();
            let lead = shape.point(place);
            self.document.selection_mut().set([lead]);
            let start = to_world(at);
            let drag = Drag { gesture, lead, start, from, parts: vec![lead], by: [0, 0], at };
            self.hold = Hold::Parts(drag);
            return;
        }
        let Some(lead) = picked else {
            let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
            let before = if adding { self.document.selection().items().to_vec() } else { Vec::new() };
            self.hold = Hold::Frame(from, before);
            return;
        };
        if !self.document.selection().contains(lead) {
            self.document.selection_mut().set([lead]);
        }
        // Of a whole shape the point that is nearest to the pointer comes to lie on the grid.
        let start = match lead.point {
            Some(_) => self.document.at(lead),
            None => self.document.shape(lead.shape).and_then(|shape| {
                let far = |point: &&[f64; 2]| (point[0] - from[0]).hypot(point[1] - from[1]);
                shape.points.iter().take(shape.corners).min_by(|a, b| far(a).total_cmp(&far(b))).copied()
            }),
        };
        let Some(start) = start else { return };
        self.document.end();
        let gesture = self.document.begin();
        let parts = self.document.selection().items().to_vec();
        let at = Grid::Off.place(start);
        self.hold = Hold::Parts(Drag { gesture, lead, start, from, parts, by: [0, 0], at });
    }

    /// What is held follows the pointer, until it is let go.
    fn carry(&mut self, ui: &Ui, pointer: Option<[f64; 2]>, grid: Grid, reach: f64) {
        let held = ui.input(|input| input.pointer.primary_down());
        match std::mem::take(&mut self.hold) {
            Hold::Nothing => {}
            Hold::Parts(mut drag) => {
                if let Some(pointer) = pointer {
                    ui.set_cursor_icon(egui::CursorIcon::Grabbing);
                    self.drag(&mut drag, pointer, grid);
                }
                if held {
                    self.hold = Hold::Parts(drag);
                } else {
                    self.document.end();
                }
            }
            Hold::Frame(from, before) => {
                if let Some(at) = pointer {
                    let mut parts = before.clone();
                    parts.extend(self.document.within(from, at));
                    self.desk.actions.push(Action::Select(parts));
                }
                if held {
                    self.hold = Hold::Frame(from, before);
                }
            }
            Hold::Pen(mut pen) => {
                if let Some(at) = pointer {
                    pen.to(at);
                }
                if held {
                    self.hold = Hold::Pen(pen);
                } else {
                    self.lift(&pen, reach);
                }
            }
            Hold::Picture(gesture, from, reference) => {
                if let Some(at) = pointer {
                    ui.set_cursor_icon(egui::CursorIcon::Grabbing);
                    let moved = [0, 1].map(|axis| reference.at[axis] + at[axis] - from[axis]);
                    let reference = Reference { at: moved, ..(*reference).clone() };
                    self.edit(&SketchEdit::Reference(Some(reference)), Some(gesture));
                }
                if held {
                    self.hold = Hold::Picture(gesture, from, reference);
                } else {
                    self.document.end();
                }
            }
        }
    }

    fn drag(&mut self, drag: &mut Drag, pointer: [f64; 2], grid: Grid) {
        let sticks = self.document.sticks(drag.lead.shape.tool);
        let grid = if sticks { Grid::Off } else { grid };
        let moved = self.document.moved(drag.start, drag.from, pointer, grid);
        if moved.by == drag.by && moved.at == drag.at {
            return;
        }
        let edit = match (drag.parts.as_slice(), drag.lead.point) {
            ([part], Some(_)) => SketchEdit::SetPoint(*part, moved.at),
            _ => SketchEdit::Shift(drag.parts.clone(), moved.by),
        };
        self.edit_anew(&edit, drag.gesture);
        (drag.by, drag.at) = (moved.by, moved.at);
    }

    /// Lets go of what the pointer holds, as if it had never been taken. Says whether it held anything.
    pub(super) fn drop_hold(&mut self) -> bool {
        match std::mem::take(&mut self.hold) {
            Hold::Nothing => return false,
            Hold::Parts(drag) => {
                self.document.take_back(drag.gesture);
                self.document.end();
            }
            Hold::Picture(gesture, ..) => {
                self.document.take_back(gesture);
                self.document.end();
            }
            Hold::Frame(..) | Hold::Pen(_) => {}
        }
        true
    }

    /// The pen is lifted: two ends make a segment; a ring is closed where it comes back to where it began.
    fn lift(&mut self, pen: &Pen, reach: f64) {
        let Hand::Draw(tool) = self.desk.hand else { return };
        let corners = pen.corners();
        if let (Form::Segment | Form::Circle, Some(first), Some(last)) =
            (self.document.form(tool), corners.first(), corners.last())
        {
            let first = self.desk.points.first().copied().unwrap_or(*first);
            self.desk.points.clear();
            self.put(tool, vec![first, *last]);
            return;
        }
        let goes_on = usize::from(!self.desk.points.is_empty());
        self.desk.points.extend(corners.into_iter().skip(goes_on));
        let ends = self.desk.points.first().zip(self.desk.points.last()).map(|(a, b)| (to_world(*a), to_world(*b)));
        let is_closed = ends.is_some_and(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) <= reach.max(0.5));
        if self.document.form(tool) == Form::Chain {
            self.finish_line();
        } else if is_closed && self.desk.points.len() > 3 {
            self.desk.points.pop();
            self.finish_line();
        }
    }

    fn click(&mut self, ui: &Ui, under: Option<Part>, grid: Grid, at: [f64; 2], reach: f64) {
        let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        match (self.desk.hand, under) {
            (Hand::Select, Some(part)) if adding => self.desk.actions.push(Action::Toggle(part)),
            (Hand::Select, Some(part)) => self.desk.actions.push(Action::Select(vec![part])),
            (Hand::Select, None) if adding => {}
            (Hand::Select, None) => self.desk.actions.push(Action::Select(Vec::new())),
            (Hand::Picture, _) => {}
            (Hand::Measure, _) => self.desk.measured.add(at),
            (Hand::Draw(tool), _) => self.add_point(tool, grid.place(at), at, reach),
        }
    }

    /// One more point of what is being drawn.
    fn add_point(&mut self, tool: Tool, place: At, at: [f64; 2], reach: f64) {
        let form = self.document.form(tool);
        let first = self.desk.points.first().map(|first| to_world(*first));
        let closes = first.is_some_and(|first| (first[0] - at[0]).hypot(first[1] - at[1]) <= reach);
        if form.is_closed() && closes && self.desk.points.len() > 2 {
            self.finish_line();
            return;
        }
        if self.desk.points.last() != Some(&place) {
            self.desk.points.push(place);
        }
        if form.full().is_some_and(|full| self.desk.points.len() >= full) {
            self.finish_line();
        }
    }

    /// Puts down what is being drawn, if it has points enough; the tool stays in hand for the next.
    pub(super) fn finish_line(&mut self) {
        let Hand::Draw(tool) = self.desk.hand else { return };
        if self.document.form(tool).is_enough(self.desk.points.len()) {
            let before = self.document.revision();
            self.put(tool, self.desk.points.clone());
            if self.document.revision() != before {
                // What is refused can be mended and put down again.
                self.desk.points.clear();
            }
        }
    }

    fn put(&mut self, tool: Tool, points: Vec<At>) {
        self.edit(&SketchEdit::Put(tool, points), None);
    }

    /// Asks how far apart two points of the picture are, beside the second.
    fn ask_length(&mut self, ui: &Ui, out: &BoardOutput) {
        let [from, to] = match self.desk.measured.points.as_slice() {
            [from, to] if self.desk.hand == Hand::Measure => [*from, *to],
            _ => return,
        };
        let Some(answer) = self.desk.measured.ask(ui, out, self.document.unit()) else { return };
        if let Answer::Length(length) = answer
            && let Some(reference) = self.document.reference().and_then(|picture| picture.scaled([from, to], length))
        {
            self.edit(&SketchEdit::Reference(Some(reference)), None);
        }
        self.take(Hand::Select);
    }
}
