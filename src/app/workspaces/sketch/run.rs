//! Carries out the commands of the table, and what every circuit in a tab can do.

use std::sync::Arc;

use egui::{Button, Context, Ui};

use super::board::REACH;
use super::{DrawingSearch, Hand, SketchTab};
use crate::app::board::pixels::Pixels;
use crate::app::board::underlay::Underlay;
use crate::app::board::view::{BoardOutput, BoardView, ZOOM_STEP};
use crate::app::commands::{Command, CommandQueue, Nudge, Situation};
use crate::app::jobs::search::Search;
use crate::app::workspaces::circuit::CircuitTab;
use crate::editor::Axis;
use crate::editor::sketch::{AnySketch, At, Findings, Grid, Motion, Part, ShapeId, SketchEdit, UNIT};
use crate::game::Reference;
use crate::game::scene::Scene;
use crate::games::AnyDraft;
use crate::render::Theme;

/// To the right, up, to the left, down.
const WAYS: [At; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// What applies to shapes, in the menu of the right button.
const SHAPES: &[Command] = &[
    Command::AddPoint,
    Command::TurnLeft,
    Command::TurnRight,
    Command::Mirror,
    Command::MirrorUpright,
    Command::Cut,
    Command::Copy,
    Command::Duplicate,
    Command::Delete,
    Command::SelectAll,
];
/// What applies where nothing is selected.
const PAPER: &[Command] = &[
    Command::Paste,
    Command::SelectAll,
    Command::Mirror,
    Command::MirrorUpright,
    Command::RotateLeft,
    Command::RotateRight,
    Command::Fit,
];

impl SketchTab {
    /// Takes up something else; what is under way is given up.
    pub(super) fn take(&mut self, hand: Hand) {
        self.drop_hold();
        self.document.end();
        self.desk.hand = hand;
        self.desk.points.clear();
        self.desk.measured.points.clear();
    }

    /// The shapes that are selected, whole or in part.
    fn selected(&self) -> Vec<ShapeId> {
        let mut shapes: Vec<ShapeId> = self.document.selection().items().iter().map(|part| part.shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }

    fn delete(&mut self) {
        if self.desk.points.pop().is_some() {
            // While something is drawn it is its last point that goes.
            return;
        }
        self.drop_hold();
        let parts = self.document.selection().items().to_vec();
        self.edit(&SketchEdit::Delete(parts), None);
        self.document.selection_mut().clear();
    }

    fn turn(&mut self, how: fn(At) -> Motion, is_mirror: bool, whole: bool) {
        let selected = if whole { Vec::new() } else { self.selected() };
        let edit = self.document.turning(&selected, how, is_mirror);
        self.edit(&edit, None);
    }

    fn nudge(&mut self, by: At) {
        let parts: Vec<Part> = self.document.selection().items().to_vec();
        let gesture = match self.nudging {
            Some(gesture) => gesture,
            None => {
                self.document.end();
                *self.nudging.insert(self.document.begin())
            }
        };
        self.edit(&SketchEdit::Shift(parts, by), Some(gesture));
    }

    /// A corner in the middle of an edge: of the one after the selected corner, or of the longest.
    fn add_corner(&mut self) {
        let Some(part) = self.document.selection().only() else { return };
        let Some(shape) = self.document.shape(part.shape).filter(|shape| shape.form.has_corners()) else { return };
        let line = shape.line();
        let length = |edge: &usize| (line[*edge][0] - line[edge + 1][0]).hypot(line[*edge][1] - line[edge + 1][1]);
        let longest = (0..line.len().saturating_sub(1)).max_by(|a, b| length(a).total_cmp(&length(b)));
        let Some(edge) = part.point.filter(|point| point + 1 < line.len()).or(longest) else { return };
        let middle = [0, 1].map(|axis| f64::midpoint(line[edge][axis], line[edge + 1][axis]));
        let (id, before) = (part.shape, self.document.revision());
        self.edit(&SketchEdit::InsertPoint(id, edge + 1, self.desk.grid.place(middle)), None);
        if self.document.revision() != before {
            self.document.selection_mut().set([id.point(edge + 1)]);
        }
    }

    /// The menu of the right button.
    pub(super) fn offer(&mut self, out: &BoardOutput, queue: &mut CommandQueue) {
        if out.response.secondary_clicked() {
            let under = out.pointer.and_then(|at| self.document.pick(at, REACH / out.view.scale));
            match under {
                Some(part) if self.document.selection().contains(part) => {}
                under => self.document.selection_mut().set(under),
            }
        }
        let situation = self.situation();
        out.response.context_menu(|ui| {
            ui.set_min_width(230.0);
            if situation.selection {
                entries(ui, SHAPES, &situation, queue);
            } else {
                let tools: Vec<Command> = situation.tools.iter().map(|tool| Command::of_tool(*tool)).collect();
                ui.menu_button("Draw", |ui| entries(ui, &tools, &situation, queue));
                entries(ui, PAPER, &situation, queue);
            }
        });
    }

    fn carry_out_edit(&mut self, command: Command) -> bool {
        match command {
            // In the middle of a drag it is the drag that is taken back.
            Command::Undo => {
                if !self.drop_hold() && self.desk.points.pop().is_none() {
                    self.document.undo();
                }
            }
            Command::Redo => {
                if !self.drop_hold() {
                    self.document.redo();
                }
            }
            Command::SelectAll => {
                let all: Vec<Part> = self.document.all().into_iter().map(ShapeId::whole).collect();
                self.document.selection_mut().set(all);
            }
            Command::Delete => self.delete(),
            Command::Duplicate => {
                let edit = SketchEdit::Duplicate(self.selected(), <dyn AnySketch>::aside());
                self.edit(&edit, None);
            }
            Command::TurnLeft => self.turn(Motion::left, false, false),
            Command::TurnRight => self.turn(Motion::right, false, false),
            Command::RotateLeft => self.turn(Motion::left, false, true),
            Command::RotateRight => self.turn(Motion::right, false, true),
            Command::Mirror => self.turn(Motion::mirror, true, false),
            Command::MirrorUpright => self.turn(Motion::mirror_upright, true, false),
            Command::DistributeAcross => {
                let edit = SketchEdit::Distribute(self.selected(), Axis::Horizontal);
                self.edit(&edit, None);
            }
            Command::DistributeUp => {
                let edit = SketchEdit::Distribute(self.selected(), Axis::Vertical);
                self.edit(&edit, None);
            }
            Command::AddPoint => self.add_corner(),
            Command::RemovePicture => {
                self.take(Hand::Select);
                self.edit(&SketchEdit::Reference(None), None);
            }
            _ => return false,
        }
        true
    }
}

fn entries(ui: &mut Ui, commands: &[Command], situation: &Situation, queue: &mut CommandQueue) {
    for command in commands {
        let spec = command.spec();
        let button = Button::new(spec.title).shortcut_text(spec.keys());
        if ui.add_enabled((spec.enabled)(situation), button).on_hover_text(spec.help).clicked() {
            queue.push(*command);
            ui.close();
        }
    }
}

impl CircuitTab for SketchTab {
    fn draft(&self) -> AnyDraft {
        self.document.draft()
    }

    fn name(&self) -> &str {
        self.document.name()
    }

    fn text(&self) -> Result<String, String> {
        self.document.to_text().map_err(|error| error.to_string())
    }

    fn revision(&self) -> u64 {
        self.document.revision()
    }

    fn is_dirty(&self) -> bool {
        self.document.is_dirty()
    }

    fn mark_saved(&mut self) {
        self.document.mark_saved();
    }

    fn mark_unsaved(&mut self) {
        self.document.mark_unsaved();
    }

    fn recover(&mut self, draft: &AnyDraft) {
        self.document.replace("Recover changes", draft);
    }

    fn show(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        self.show_panels(ui, theme, queue);
    }

    fn run(&mut self, command: Command) -> bool {
        if let Some((direction, nudge)) = command.nudge() {
            let far = match nudge {
                Nudge::Usual => UNIT,
                Nudge::Far => 5 * UNIT,
                Nudge::Fine => UNIT / 10,
            };
            let [x, y] = WAYS[(direction / 2) as usize & 3];
            self.nudge([x * far, y * far]);
            return true;
        }
        if let Some(alignment) = command.alignment() {
            let edit = SketchEdit::Align(self.selected(), alignment);
            self.edit(&edit, None);
            return true;
        }
        if let Some(tool) = command.tool() {
            if !self.document.tools().contains(&tool) {
                return false;
            }
            self.take(Hand::Draw(tool));
            self.document.selection_mut().clear();
            return true;
        }
        match command {
            Command::ToolSelect => self.take(Hand::Select),
            Command::ToolPicture => self.take(Hand::Picture),
            Command::ToolMeasure => self.take(Hand::Measure),
            Command::FinishLimit => self.finish_line(),
            Command::SnapGrid => {
                self.desk.grid = if self.desk.grid == Grid::Off { Grid::default() } else { Grid::Off };
            }
            Command::StopProof => self.proof.stop(),
            Command::ShowRacingLine => self.proof.line = !self.proof.line,
            Command::ZoomIn => self.board.zoom(ZOOM_STEP),
            Command::ZoomOut => self.board.zoom(1.0 / ZOOM_STEP),
            Command::Fit => self.board.fit(),
            Command::Escape => return self.escape(),
            _ => return self.carry_out_edit(command),
        }
        true
    }

    fn escape(&mut self) -> bool {
        if self.drop_hold() {
            return true;
        }
        if !self.desk.points.is_empty() {
            self.desk.points.clear();
            return true;
        }
        if self.desk.hand != Hand::Select {
            self.take(Hand::Select);
            return true;
        }
        let had = !self.document.selection().is_empty();
        self.document.selection_mut().clear();
        had
    }

    fn situation(&self) -> Situation {
        let (count, position, _) = self.document.steps();
        let selected = self.document.selection().items();
        let ring = self.document.selection().only().and_then(|part| self.document.shape(part.shape));
        Situation {
            document: true,
            circuit: true,
            tools: self.document.tools(),
            can_undo: position > 0 || !self.desk.points.is_empty(),
            can_redo: position < count,
            selection: !selected.is_empty(),
            limit: ring.is_some_and(|shape| shape.form.has_corners() && shape.corners > 1),
            selected: selected.len(),
            picture: self.document.reference().is_some(),
            drawing: !self.desk.points.is_empty(),
            proving: self.proof.is_running(),
            proved: self.proof.findings(self.document.revision()).is_some(),
            ..Situation::default()
        }
    }

    fn board(&self) -> &BoardView {
        &self.board
    }

    fn unit(&self) -> &'static str {
        self.document.unit()
    }

    fn unit_cm(&self) -> Option<f64> {
        self.document.layout().unit_mm.map(|size| size / 10.0)
    }

    fn draw_proof(&self, scene: &mut Scene) {
        self.proof.draw(self.document.revision(), scene);
    }

    fn copied(&self) -> Option<(String, usize)> {
        self.document.copied()
    }

    fn paste(&mut self, text: &str) -> Result<String, String> {
        let count = self.document.paste(text)?;
        Ok(format!("Pasted {count} {}", if count == 1 { "shape" } else { "shapes" }))
    }

    fn wanted_picture(&mut self) -> Option<String> {
        let file = self.document.reference().map(|reference| reference.file.clone());
        self.underlay.wanted(file.as_deref())
    }

    fn set_picture(&mut self, ctx: &Context, file: String, read: Result<Pixels, String>) {
        let now = self.document.reference().map(|reference| reference.file.clone());
        self.underlay.set(ctx, now.as_deref(), file, read);
    }

    fn forget_picture(&mut self) {
        self.underlay = Underlay::Nothing;
    }

    fn shows_picture(&self) -> bool {
        matches!(self.underlay, Underlay::Ready(..))
    }

    fn put_picture(&mut self, file: String, size: [f64; 2]) {
        let [low, high] = self.document.paper();
        let middle = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]));
        let scale = size[0] / (high[0] - low[0]).abs().max(1.0);
        self.edit(&SketchEdit::Reference(Some(Reference::new(file, middle, scale))), None);
    }

    fn take_refusal(&mut self) -> Option<String> {
        self.desk.refused.take()
    }

    fn sketch(&self) -> Option<&SketchTab> {
        Some(self)
    }

    fn sketch_mut(&mut self) -> Option<&mut SketchTab> {
        Some(self)
    }
}

impl SketchTab {
    /// Begins to look for the quickest race; what is under way is stopped. `None` where the circuit has errors.
    pub fn seek(&mut self) -> Option<Arc<Search<DrawingSearch>>> {
        self.desk.lower = super::Lower::Proof;
        self.proof.begin(self.document.as_ref())
    }

    /// Takes in what a search found.
    pub fn found(&mut self, search: &Arc<Search<DrawingSearch>>, findings: Option<Findings>) {
        self.proof.take_in(search, findings);
    }
}
