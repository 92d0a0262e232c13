//! The board of the editor: selecting, dragging and placing with the pointer.

use egui::{Key, PointerButton, Ui};

use super::{Action, EditorTab, Tool};
use crate::app::board::view::BoardOutput;
use crate::app::commands::CommandQueue;
use crate::editor::{Drag, Edit, Piece, Settled, Snap, settle, settle_point};
use crate::game::Game as _;
use crate::game::scene::Scene;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Keep, LabelDraft, LimitDraft, Vektorace};
use crate::geometry::{Octilinear, Point};
use crate::render::Theme;

/// How near the pointer must come to a piece to mean it, in points.
pub(super) const REACH: f64 = 12.0;

/// What a new label says until something is typed.
const NEW_LABEL: &str = "Label";

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
        self.board.held_still = matches!(self.hold, Hold::Pieces(_) | Hold::New) || self.desk.carried.is_some();
        self.board.under = self.under();
        let out = self.board.show(ui, &scene, theme);
        self.point(ui, &out, &scene);
        self.offer(&out, &scene, queue);
        out.overlay(&self.overlay());
        self.draw_handles(&out);
        self.write_over(&out);
        self.ask_length(ui, &out);
        self.picture.0 = Some((revision, scene));
    }

    /// What draws pieces to places just now: nothing while Alt or Shift is held.
    pub(super) fn snap_now(&self, ui: &Ui) -> Snap {
        let free = ui.input(|input| input.modifiers.alt || input.modifiers.shift);
        if free { Snap::NONE } else { self.desk.snap }
    }

    fn point(&mut self, ui: &Ui, out: &BoardOutput, scene: &Scene) {
        let snap = self.snap_now(ui);
        // While a drag began elsewhere, the board is not told where the pointer is.
        let over = ui.ctx().pointer_latest_pos().filter(|place| out.response.rect.contains(*place));
        let pointer = over.map(|place| out.view.world_from_screen(place));
        if matches!(self.hold, Hold::New) {
            self.desk.settled = pointer.map(|at| self.settle_next(at, snap));
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
        let picks = match self.desk.tool {
            Tool::Select => under.is_some(),
            Tool::Number => matches!(under, Some(Piece::Corner(_))),
            _ => false,
        };
        if picks {
            self.desk.hovered = under;
            if matches!(self.hold, Hold::Nothing) {
                let grab = self.desk.tool == Tool::Select;
                ui.set_cursor_icon(if grab { egui::CursorIcon::Grab } else { egui::CursorIcon::PointingHand });
            }
        }
        if matches!(self.desk.tool, Tool::Corner | Tool::Pitwall | Tool::Limit | Tool::Label) {
            self.desk.settled = out.pointer.map(|at| self.settle_next(at, snap));
        }
        let space = ui.input(|input| input.key_down(Key::Space));
        let drags = matches!(self.desk.tool, Tool::Select | Tool::Picture);
        if out.response.drag_started_by(PointerButton::Primary) && !space && drags {
            let from = ui.input(|input| input.pointer.press_origin()).map(|place| out.view.world_from_screen(place));
            if let Some(from) = from {
                self.take_hold(ui, scene, from, reach);
            }
        }
        self.carry(ui, pointer.or(out.pointer), snap);
        if out.response.double_clicked() && self.desk.tool == Tool::Limit {
            self.finish_limit();
        } else if out.response.clicked()
            && let Some(at) = out.pointer
        {
            self.click(ui, under, snap, at, reach);
        }
    }

    /// A drag begins: of a piece, of a new point of a track limit, or of a frame.
    fn take_hold(&mut self, ui: &Ui, scene: &Scene, from: [f64; 2], reach: f64) {
        if self.desk.tool == Tool::Picture {
            if self.document.draft().reference.is_some() {
                self.document.end();
                let gesture = self.document.begin();
                let picture = Piece::Reference;
                self.hold = Hold::Pieces(Drag::new(gesture, self.document.draft(), picture, &[picture], from));
            }
            return;
        }
        let piece = self.document.pick(scene, from, reach);
        self.hold = match piece {
            Some(Piece::Limit(_)) | None if self.edge_handle_at(from, reach).is_some() => {
                let (limit, place, at) = self.edge_handle_at(from, reach).unwrap_or_default();
                self.document.end();
                let gesture = self.document.begin();
                self.document.apply_in(&Edit::InsertLimitCorner(limit, place, at), Some(gesture));
                let point = Piece::LimitCorner(limit, place);
                Hold::Pieces(Drag::new(gesture, self.document.draft(), point, &[point], from))
            }
            Some(piece) => Hold::Pieces(self.document.take_up(piece, from)),
            None => Hold::Frame(from, self.selected_if_adding(ui)),
        };
    }

    /// What is held follows the pointer, until it is let go.
    fn carry(&mut self, ui: &Ui, pointer: Option<[f64; 2]>, snap: Snap) {
        let held = ui.input(|input| input.pointer.primary_down());
        match &self.hold {
            Hold::Pieces(drag) => {
                if let Some(at) = pointer {
                    ui.set_cursor_icon(egui::CursorIcon::Grabbing);
                    // A picture goes where it is put: nothing on the board means anything to it.
                    let snap = if self.desk.tool == Tool::Picture { Snap::NONE } else { snap };
                    self.desk.settled = Some(self.document.drag(drag, at, snap));
                }
                if !held {
                    self.document.end();
                    self.hold = Hold::Nothing;
                }
            }
            Hold::Frame(from, before) => {
                if let Some(at) = pointer {
                    let mut pieces = before.clone();
                    pieces.extend(self.document.pieces_within(*from, at));
                    self.desk.push(Action::Select(pieces));
                }
                if !held {
                    self.hold = Hold::Nothing;
                }
            }
            _ => {}
        }
    }

    fn selected_if_adding(&self, ui: &Ui) -> Vec<Piece> {
        let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        if adding { self.document.selection().items().to_vec() } else { Vec::new() }
    }

    fn click(&mut self, ui: &Ui, under: Option<Piece>, snap: Snap, at: [f64; 2], reach: f64) {
        let adding = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        match (self.desk.tool, under) {
            (Tool::Select, Some(piece)) if adding => self.desk.push(Action::Toggle(piece)),
            (Tool::Select, Some(piece)) => self.desk.push(Action::Select(vec![piece])),
            (Tool::Select, None) if adding => {}
            (Tool::Select, None) => self.desk.push(Action::Select(Vec::new())),
            (Tool::Number, Some(Piece::Corner(index))) => self.count(index),
            (Tool::Number | Tool::Picture, _) => {}
            (Tool::Measure, _) => self.desk.measured.add(at),
            (Tool::Limit, _) => {
                let first = self.desk.outline.first().map(|first| first.to_f64());
                let closes = first.is_some_and(|first| (first[0] - at[0]).hypot(first[1] - at[1]) <= reach);
                if closes && self.desk.outline.len() > 2 {
                    self.finish_limit();
                } else {
                    self.place(snap, at);
                }
            }
            (Tool::Corner | Tool::Pitwall | Tool::Label, _) => self.place(snap, at),
        }
    }

    /// The next corner in the order they are passed.
    fn count(&mut self, index: usize) {
        if self.desk.counted.contains(&index) {
            return;
        }
        self.desk.counted.push(index);
        let gesture = *self.desk.counting.get_or_insert_with(|| self.document.begin());
        self.document.apply_in(&Edit::Order(self.desk.counted.clone()), Some(gesture));
        if self.desk.counted.len() >= self.document.draft().corners.len() {
            self.take(Tool::Select);
        }
    }

    /// The convex parts of what the tool in hand would put down.
    pub(super) fn parts_of_next(&self) -> Vec<Octilinear> {
        let direction = self.facing_of_next();
        match self.desk.tool {
            Tool::Pitwall => pieces().pitwall(direction).to_vec(),
            Tool::Corner => vec![*pieces().corner(direction)],
            _ => Vec::new(),
        }
    }

    /// Where what the tool in hand puts down would lie.
    fn settle_next(&self, at: [f64; 2], snap: Snap) -> Settled {
        let held: &[Piece] = if self.desk.tool == Tool::Pitwall { &[Piece::Pitwall] } else { &[] };
        if self.desk.tool == Tool::Limit {
            // The points drawn so far count as those of a limit that is there already, and the next as one of them.
            let mut draft = self.document.draft().clone();
            let next = Piece::LimitCorner(draft.limits.len(), self.desk.outline.len());
            draft.limits.push(LimitDraft { keep: Keep::Out, outline: self.desk.outline.clone() });
            return settle_point(&draft, &[next], at, snap);
        }
        settle(self.document.draft(), &self.parts_of_next(), held, at, snap)
    }

    /// Puts the tool's piece down.
    fn place(&mut self, snap: Snap, at: [f64; 2]) {
        let at: Point = self.settle_next(at, snap).place;
        match self.desk.tool {
            Tool::Select | Tool::Number | Tool::Picture | Tool::Measure => {}
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
            Tool::Limit => {
                if self.desk.outline.last() != Some(&at) {
                    self.desk.outline.push(at);
                }
            }
            Tool::Label => {
                self.desk.push(Action::Edit(Edit::PlaceLabel(LabelDraft::new(at, NEW_LABEL))));
                self.desk.written = true;
                self.desk.tool = Tool::Select;
            }
        }
        self.desk.facing = None;
    }

    /// What was typed into a field that is no longer shown, because something else was selected, still counts.
    pub(super) fn finish_typing(&mut self) {
        let Some(typing) = &mut self.desk.typing else {
            if !self.desk.sliding && self.desk.entering.take().is_some() {
                self.document.end();
            }
            return;
        };
        if std::mem::take(&mut typing.shown) {
            return;
        }
        if let (Ok(number), Some((piece, is_x))) = (typing.text.parse(), typing.field.piece())
            && let Some(at) = piece.at(self.document.draft())
        {
            let to = if is_x { Point::new(number, at.y) } else { Point::new(at.x, number) };
            let gesture = self.desk.entering.map(|(_, gesture)| gesture);
            self.document.apply_in(&Edit::Move(vec![(piece, to)]), gesture);
        }
        self.document.end();
        self.desk.typing = None;
        self.desk.entering = None;
    }
}
