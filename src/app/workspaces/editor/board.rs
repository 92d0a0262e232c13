//! The board of the editor: selecting, dragging and drawing with the pointer.

use egui::{CursorIcon, Key, PointerButton, Ui};

use super::drawn::Drawn;
use super::{Asked, EditorTab, HandTool, rulers};
use crate::app::board::view::BoardOutput;
use crate::app::commands::CommandQueue;
use crate::editor::sketch::{
    At, Drag, Form, Gesture, Held, Part, Pen, Settled, ShapeId, SketchEdit, Snap, Tool, locked_axis, to_world,
};
use crate::game::Reference;
use crate::render::Theme;

/// The largest distance between the pointer and a part, in points, at which a click still selects the part.
pub(super) const REACH: f64 = 10.0;

/// The object that the pointer drags.
#[derive(Debug, Default)]
pub(super) enum Hold {
    /// The pointer drags nothing.
    #[default]
    Nothing,
    /// The pointer drags the selected parts of the drawing.
    Parts(Drag),
    /// The pointer drags a selection frame: its first corner, and the shapes and points that were selected before.
    Frame([f64; 2], Vec<Part>),
    /// The pointer draws a line in one go, without releasing the button.
    Pen(Pen),
    /// The pointer drags the reference picture. The values are the gesture, the point where the drag began, and the
    /// picture before the drag.
    Picture(Gesture, [f64; 2], Box<Reference>),
    /// The pointer drags a new shape from the palette.
    New,
}

impl EditorTab {
    pub(super) fn show_board(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        let is_held = matches!(self.hold, Hold::Parts(_)) || self.is_nudging(ui);
        let hidden = self.desk.layers.hidden(self.manner.layers);
        let drawn = Drawn::new(self.document.as_ref(), &hidden, self.drawn.take(), is_held);
        self.board.under = self
            .document
            .reference()
            .filter(|_| self.desk.layers.shows_picture())
            .and_then(|reference| self.underlay.under(reference.opacity, |size| reference.corners(size)));
        self.board.covered = rulers::THICK;
        let out = self.board.show(ui, &drawn.scene, theme);
        self.draw_grid(&out);
        self.point(ui, &out);
        self.offer(&out, queue);
        out.overlay(&self.overlay(&out, drawn.signs()));
        self.draw_handles(&out);
        rulers::show(ui, &out);
        self.write_over(&out);
        self.ask_length(ui, &out);
        self.drawn = Some(drawn);
    }

    /// Whether an arrow key that moves the selection is held down.
    fn is_nudging(&self, ui: &Ui) -> bool {
        const ARROWS: [Key; 4] = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
        let is_last = self.nudging.as_ref().is_some_and(|(_, revision, _)| *revision == self.document.revision());
        is_last && ui.input(|input| ARROWS.iter().any(|key| input.key_down(*key)))
    }

    /// The snapping in this frame. Snapping is off while Alt is held, and for tools whose shapes always go to the
    /// nearest field of the board.
    fn snap_now(&self, ui: &Ui) -> Snap {
        let free = ui.input(|input| input.modifiers.alt);
        let sticks = matches!(self.desk.hand, HandTool::Draw(tool) if self.document.sticks(tool.id));
        if free || sticks { Snap::grid(self.manner.grids[0]) } else { self.desk.snap }
    }

    /// The direction of the next shape if it is placed at this point of the board; `None` if the tool's shapes have no
    /// direction.
    pub(super) fn facing_of_next(&self, tool: &Tool, at: [f64; 2]) -> Option<crate::geometry::Direction> {
        let usual = self.document.facing_at(tool.id, self.desk.snap.grid.place(at))?;
        Some(self.desk.facing.unwrap_or(usual))
    }

    /// The snapped position of the tool's next point on the board.
    fn settle_next(&self, tool: &Tool, at: [f64; 2], snap: Snap) -> Settled {
        let facing = self.facing_of_next(tool, at);
        let last = self.desk.points.last().filter(|_| self.desk.locks_axis).copied();
        let axis = last.map(|last| locked_axis(to_world(last), at));
        let mut settled = self.document.settle(Held::New(tool.id, facing, &self.desk.points), at, snap);
        match (axis, last) {
            (Some(0), Some(last)) => settled.place.x = last.x,
            (Some(_), Some(last)) => settled.place.y = last.y,
            _ => {}
        }
        settled
    }

    fn point(&mut self, ui: &Ui, out: &BoardOutput) {
        let snap = self.snap_now(ui);
        self.desk.is_on_grid = !snap.grid.is_off() && snap.grid == self.desk.snap.grid;
        self.desk.locks_axis = ui.input(|input| input.modifiers.shift);
        // During a drag that began outside the board, egui does not report the pointer for the board.
        let over = ui.ctx().pointer_latest_pos().filter(|place| out.response.rect.contains(*place));
        let over = over.map(|place| out.view.world_from_screen(place));
        if let (Hold::New, HandTool::Draw(tool)) = (&self.hold, self.desk.hand) {
            self.desk.settled = over.map(|at| self.settle_next(tool, at, snap));
            self.update_preview();
            if ui.input(|input| input.pointer.any_released()) {
                self.hold = Hold::Nothing;
                if let Some(at) = over {
                    self.place(tool, snap, at);
                }
                self.desk.hand = HandTool::Select;
            }
            return;
        }
        let pointer = over.or(out.pointer);
        let reach = REACH / out.view.scale;
        // While parts are dragged, nothing else can be taken, and a search in every frame would take long.
        let is_idle = !out.panning && !matches!(self.hold, Hold::Parts(_));
        let under = out.pointer.filter(|_| is_idle).and_then(|at| self.pick(at, reach));
        // A sign beside a shape stands for this shape, unless another shape is under the pointer.
        let sign = out.hovered.filter(|_| is_idle && under.is_none() && self.desk.hand == HandTool::Select);
        let sign = sign.and_then(|tag| self.document.sign(tag)).filter(|(shape, _)| self.is_free(shape.whole()));
        let under = under.or(sign.map(|(shape, _)| shape.whole()));
        let icon = match self.desk.hand {
            HandTool::Select if sign.is_some() => Some(CursorIcon::PointingHand),
            HandTool::Select if under.is_some() => Some(CursorIcon::Grab),
            HandTool::Draw(Tool { form: Form::Order, .. }) if self.rank_of(under).is_some() => {
                Some(CursorIcon::PointingHand)
            }
            _ => None,
        };
        if let Some(icon) = icon {
            self.desk.hovered = under;
            if matches!(self.hold, Hold::Nothing) {
                ui.set_cursor_icon(icon);
            }
        }
        if let HandTool::Draw(tool) = self.desk.hand
            && tool.form != Form::Order
        {
            self.desk.settled = out.pointer.map(|at| self.settle_next(tool, at, snap));
            if out.pointer.is_some() && !out.panning {
                ui.set_cursor_icon(CursorIcon::Crosshair);
            }
        }
        let space = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().egui_wants_keyboard_input();
        if space && out.pointer.is_some() {
            // With Space held, a drag pans the board, and a click adds nothing.
            self.desk.settled = None;
            ui.set_cursor_icon(if out.panning { CursorIcon::Grabbing } else { CursorIcon::Grab });
        }
        self.update_preview();
        if out.response.drag_started_by(PointerButton::Primary) && !space {
            let from = ui.input(|input| input.pointer.press_origin()).map(|place| out.view.world_from_screen(place));
            if let Some(from) = from {
                self.take_hold(ui, from, reach, snap);
            }
        }
        self.carry(ui, pointer, snap, reach);
        if space {
            // With Space held, a click does nothing.
        } else if let (true, HandTool::Draw(tool)) = (out.response.double_clicked(), self.desk.hand) {
            // In a slow frame both clicks of a double click arrive together. Then the first click has not added its
            // point yet.
            let last = self.desk.points.last().map(|last| to_world(*last));
            let is_far = |at: &[f64; 2]| last.is_some_and(|last| (last[0] - at[0]).hypot(last[1] - at[1]) > reach);
            if let Some(at) = out.pointer.filter(is_far) {
                self.add_point(tool, snap, at, reach);
            }
            self.finish_line();
        } else if out.response.clicked()
            && let Some(at) = out.pointer
        {
            if out.response.double_clicked() {
                // The text of a label is selected in its field.
                let tools = self.manner.tools.iter();
                let tool = under.and_then(|part| tools.into_iter().find(|tool| tool.id == part.shape.tool));
                self.desk.types_next = tool.and_then(|tool| tool.types);
            }
            match sign {
                Some((shape, Some(action))) if self.document.selection().only() == Some(shape.whole()) => {
                    self.desk.asked.push(Asked::Edit(SketchEdit::Act(action, vec![shape])));
                }
                _ => self.click(ui, under, snap, (at, out.response.double_clicked()), reach),
            }
        }
    }

    /// The rank of the shape under the pointer (its number in the order of shapes); `None` if it has no rank.
    fn rank_of(&self, under: Option<Part>) -> Option<u32> {
        under.and_then(|part| self.document.shape(part.shape)).and_then(|shape| shape.rank)
    }

    /// Begins to drag the object under the pointer: shapes or points, a new corner, a line, a selection frame or the
    /// reference picture.
    fn take_hold(&mut self, ui: &Ui, from: [f64; 2], reach: f64, snap: Snap) {
        match self.desk.hand {
            HandTool::Picture => {
                if let Some(reference) = self.document.reference().filter(|_| self.desk.layers.frees_picture()) {
                    self.document.end();
                    self.hold = Hold::Picture(self.document.begin(), from, Box::new(reference));
                }
            }
            HandTool::Measure | HandTool::Draw(Tool { form: Form::Point | Form::Order, .. }) => {}
            HandTool::Draw(tool) => {
                let grid = snap.grid;
                if self.desk.points.is_empty() && tool.form.full() == Some(2) {
                    // The first end of a segment snaps like a clicked point.
                    let first = self.settle_next(tool, from, snap).place;
                    self.desk.points.push(first);
                }
                if let Some(last) = self.desk.points.last() {
                    // Continue a line that was begun with clicks.
                    let mut pen = Pen::down(grid, to_world(*last));
                    pen.to(from);
                    self.hold = Hold::Pen(pen);
                } else {
                    self.hold = Hold::Pen(Pen::down(grid, from));
                }
            }
            HandTool::Select => self.take_parts(ui, from, reach),
        }
    }

    fn take_parts(&mut self, ui: &Ui, from: [f64; 2], reach: f64) {
        let picked = self.pick(from, reach);
        let edge = self.document.edge_at(from, reach).filter(|_| picked.is_none_or(|part| part.point.is_none()));
        if let Some((shape, place, middle)) = edge {
            self.document.end();
            let gesture = self.document.begin();
            let at = self.desk.snap.grid.place(middle);
            // If the new corner is refused, do not drag the existing corner with its index.
            if self.edit(&SketchEdit::InsertPoint(shape, place, at), Some(gesture))
                && let Some(drag) = self.document.take_up_new(gesture, shape.point(place), from)
            {
                self.hold = Hold::Parts(drag);
            } else {
                self.document.end();
            }
            return;
        }
        self.hold = match picked {
            Some(lead) => self.document.take_up(lead, from).map_or(Hold::Nothing, Hold::Parts),
            None => {
                let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
                let before = if adding { self.document.selection().items().to_vec() } else { Vec::new() };
                Hold::Frame(from, before)
            }
        };
    }

    /// Moves the dragged object with the pointer. Ends the drag when the button is released.
    fn carry(&mut self, ui: &Ui, pointer: Option<[f64; 2]>, snap: Snap, reach: f64) {
        let held = ui.input(|input| input.pointer.primary_down());
        match std::mem::take(&mut self.hold) {
            hold @ (Hold::Nothing | Hold::New) => self.hold = hold,
            Hold::Parts(mut drag) => {
                if let Some(pointer) = pointer {
                    ui.set_cursor_icon(CursorIcon::Grabbing);
                    drag.locks_axis = ui.input(|input| input.modifiers.shift);
                    match self.document.drag(&mut drag, pointer, snap) {
                        Ok(settled) => self.desk.settled = Some(settled),
                        Err(why) => self.desk.refused = Some(why.into()),
                    }
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
                    parts.extend(self.together(&self.document.within(from, at)));
                    self.desk.asked.push(Asked::Select(parts));
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
                    ui.set_cursor_icon(CursorIcon::Grabbing);
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

    /// Cancels the drag and undoes its effects. Returns whether there was a drag.
    pub(super) fn drop_hold(&mut self) -> bool {
        match std::mem::take(&mut self.hold) {
            Hold::Nothing => return false,
            Hold::Parts(drag) => {
                self.document.take_back(drag.gesture());
                self.document.end();
            }
            Hold::Picture(gesture, ..) => {
                self.document.take_back(gesture);
                self.document.end();
            }
            Hold::New => self.desk.hand = HandTool::Select,
            Hold::Pen(_) if matches!(self.desk.hand, HandTool::Draw(tool) if tool.form.full() == Some(2)) => {
                self.desk.points.clear();
            }
            Hold::Frame(..) | Hold::Pen(_) => {}
        }
        true
    }

    /// Finishes a line that the user drew in one drag of the pointer. A segment or a circle uses only the first and the
    /// last point of the drag. A ring is closed if the drag ends near its start.
    fn lift(&mut self, pen: &Pen, reach: f64) {
        let HandTool::Draw(tool) = self.desk.hand else { return };
        let corners = pen.corners();
        if let (Form::Segment | Form::Circle, Some(first), Some(last)) = (tool.form, corners.first(), corners.last()) {
            let first = self.desk.points.first().copied().unwrap_or(*first);
            let last = self.desk.settled.as_ref().map_or(*last, |settled| settled.place);
            self.desk.points.clear();
            self.put(tool, vec![first, last]);
            return;
        }
        let goes_on = usize::from(!self.desk.points.is_empty());
        self.desk.points.extend(corners.into_iter().skip(goes_on));
        let ends = self.desk.points.first().zip(self.desk.points.last()).map(|(a, b)| (to_world(*a), to_world(*b)));
        let is_closed = ends.is_some_and(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) <= reach.max(0.5));
        if tool.form == Form::Chain {
            self.finish_line();
        } else if is_closed && self.desk.points.len() > 3 {
            self.desk.points.pop();
            self.finish_line();
        }
    }

    fn click(&mut self, ui: &Ui, under: Option<Part>, snap: Snap, (at, is_double): ([f64; 2], bool), reach: f64) {
        let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        let goes_below = ui.input(|input| input.modifiers.alt);
        self.note_under(at, reach);
        match (self.desk.hand, under) {
            (HandTool::Select, Some(_)) if goes_below => {
                let below = self.document.selection().only().and_then(|part| self.desk.below(part));
                let next = below.or_else(|| self.desk.under.first().copied());
                self.desk.asked.extend(next.map(|part| Asked::Select(vec![part])));
            }
            (HandTool::Select, Some(part)) if adding => {
                let parts = self.together(&[part]).into_iter().map(Asked::Toggle);
                self.desk.asked.extend(parts);
            }
            (HandTool::Select, Some(part)) => {
                // A double click selects a shape without its group.
                let parts = if is_double { vec![self.selectable(part)] } else { self.together(&[part]) };
                self.desk.asked.push(Asked::Select(parts));
            }
            (HandTool::Select, None) if adding => {}
            (HandTool::Select, None) => self.desk.asked.push(Asked::Select(Vec::new())),
            (HandTool::Picture, _) => {}
            (HandTool::Measure, _) => self.desk.measured.add(at),
            (HandTool::Draw(Tool { form: Form::Order, .. }), Some(part)) => self.count(part.shape),
            (HandTool::Draw(Tool { form: Form::Order, .. }), None) => {}
            (HandTool::Draw(tool), _) => self.add_point(tool, snap, at, reach),
        }
    }

    /// Gives the clicked shape the next number. The tool numbers shapes in the order in which the user clicks them.
    fn count(&mut self, shape: ShapeId) {
        if self.desk.ordered.contains(&shape) || self.rank_of(Some(shape.whole())).is_none() {
            return;
        }
        self.desk.ordered.push(shape);
        let gesture = *self.desk.ordering.get_or_insert_with(|| self.document.begin());
        self.edit(&SketchEdit::Order(self.desk.ordered.clone()), Some(gesture));
        if self.desk.ordered.len() >= self.document.shapes().iter().filter(|shape| shape.rank.is_some()).count() {
            self.take(HandTool::Select);
        }
    }

    /// Adds a point to the shape being drawn.
    fn add_point(&mut self, tool: &'static Tool, snap: Snap, at: [f64; 2], reach: f64) {
        let first = self.desk.points.first().map(|first| to_world(*first));
        let closes = first.is_some_and(|first| (first[0] - at[0]).hypot(first[1] - at[1]) <= reach);
        if tool.form.is_closed() && closes && self.desk.points.len() > 2 {
            self.finish_line();
            return;
        }
        if tool.form == Form::Point {
            self.place(tool, snap, at);
            return;
        }
        let place = self.settle_next(tool, at, snap).place;
        if self.desk.points.last() != Some(&place) {
            self.desk.points.push(place);
        }
        if tool.form.full().is_some_and(|full| self.desk.points.len() >= full) {
            self.finish_line();
        }
    }

    /// Adds a shape that consists of a single point, in the direction that the preview shows.
    fn place(&mut self, tool: &'static Tool, snap: Snap, at: [f64; 2]) {
        let place = self.settle_next(tool, at, snap).place;
        self.put(tool, vec![place]);
    }

    /// Adds the shape being drawn, if it has enough points.
    pub(super) fn finish_line(&mut self) {
        let HandTool::Draw(tool) = self.desk.hand else { return };
        if tool.form.is_enough(self.desk.points.len()) {
            // If the shape is refused, its points stay, so that the user can change them.
            let points = std::mem::take(&mut self.desk.points);
            if !self.put(tool, points.clone()) && self.desk.hand == HandTool::Draw(tool) {
                self.desk.points = points;
            }
        }
    }

    /// Adds a shape to the circuit. Returns whether anything changed.
    fn put(&mut self, tool: &'static Tool, points: Vec<At>) -> bool {
        self.document.end();
        let gesture = self.document.begin();
        let is_put = self.edit(&SketchEdit::Put(tool.id, points), Some(gesture));
        if let (true, Some(facing), Some(part)) = (is_put, self.desk.facing.take(), self.document.selection().only()) {
            self.edit(&SketchEdit::Face(part.shape, facing), Some(gesture));
        }
        self.document.end();
        if is_put {
            self.desk.types_next = tool.types;
            if tool.is_once {
                self.desk.hand = HandTool::Select;
            }
        }
        is_put
    }
}
