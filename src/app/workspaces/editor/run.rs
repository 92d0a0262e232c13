//! Carries out the commands for circuits, and shows the context menu.

use egui::{Button, Ui};

use super::board::{Hold, REACH};
use super::{Asked, EditorTab, HandTool};
use crate::app::board::look;
use crate::app::board::view::{BoardOutput, ZOOM_STEP};
use crate::app::commands::{Command, CommandQueue, Nudge, Situation};
use crate::editor::sketch::{Alignment, At, Axis, Part, ShapeId, SketchEdit, UNIT, shapes_of, thousandths};
use crate::game::AnyDraft;
use crate::game::scene::Scene;
use crate::game::words::many;

/// The commands in the context menu if shapes are selected.
const SHAPES: &[Command] = &[
    Command::AddPoint,
    Command::RotateLeft,
    Command::RotateRight,
    Command::Mirror,
    Command::MirrorUpright,
    Command::Cut,
    Command::Copy,
    Command::Duplicate,
    Command::Group,
    Command::Ungroup,
    Command::Delete,
    Command::SelectAll,
];
/// The commands in the context menu if several shapes are selected.
const SEVERAL: &[Command] = &[
    Command::RotateEachLeft,
    Command::RotateEachRight,
    Command::Align(Alignment::Left),
    Command::Align(Alignment::Center),
    Command::Align(Alignment::Right),
    Command::Align(Alignment::Top),
    Command::Align(Alignment::Middle),
    Command::Align(Alignment::Bottom),
    Command::DistributeAcross,
    Command::DistributeUp,
];
/// The commands in the context menu if nothing is selected.
const BOARD: &[Command] = &[
    Command::Paste,
    Command::SelectAll,
    Command::Mirror,
    Command::MirrorUpright,
    Command::RotateCircuitLeft,
    Command::RotateCircuitRight,
    Command::Fit,
];

impl EditorTab {
    /// The circuit in its current state, as a draft.
    #[must_use]
    pub fn draft(&self) -> AnyDraft {
        self.document.draft()
    }

    /// The length of one unit of the circuit, in centimetres on the table; `None` if the circuit does not define it.
    #[must_use]
    pub fn unit_cm(&self) -> Option<f64> {
        self.document.given_unit_mm().map(|size| size / 10.0)
    }

    /// Zooms to the actual size on a screen with this number of points per millimetre. Returns `false` if the circuit
    /// does not define the size of its unit.
    pub fn zoom_to_actual_size(&mut self, points_per_mm: f32) -> bool {
        let unit_mm = self.document.unit_mm().filter(|size| *size > 0.0);
        let Some(unit_mm) = unit_mm else { return false };
        self.board.zoom(unit_mm * f64::from(points_per_mm) / self.board.scale());
        true
    }

    /// The text of the circuit's file.
    ///
    /// # Errors
    /// If serialisation fails, which never happens for drafts.
    pub fn text(&self) -> Result<String, String> {
        self.document.to_text().map_err(|error| error.to_string())
    }

    /// Whether the circuit has unsaved changes.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.document.is_dirty()
    }

    /// The selected shapes as text for the clipboard, and the number of shapes; `None` if no shape is selected.
    #[must_use]
    pub fn copied(&self) -> Option<(String, usize)> {
        self.document.copied()
    }

    /// Adds the shapes that a copied text contains. If the pointer is over the board, the shapes are placed at the
    /// pointer. Returns a sentence for the status bar.
    ///
    /// # Errors
    /// If the text has no shapes for this circuit.
    pub fn paste(&mut self, text: &str) -> Result<String, String> {
        let at = self.board.pointer().map(|at| self.desk.snap.grid.place(at));
        let [count, left_out] = self.document.paste(text, at)?;
        let there = if left_out > 0 { "; the others are already on the board" } else { "" };
        Ok(format!("Pasted {}{there}", self.counted(count)))
    }

    /// The number of shapes in words, such as "3 pieces".
    #[must_use]
    pub fn counted(&self, count: usize) -> String {
        many(count, self.manner.words[0])
    }

    /// Removes and returns the reason why the last request was refused; `None` if it was not refused.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.desk.refused.take()
    }

    /// The facts about this circuit that determine the available commands.
    #[must_use]
    pub fn situation(&self) -> Situation {
        let (count, position, _) = self.document.steps();
        let selected = self.document.selection().items();
        let only = shapes_of(selected);
        let line = match only.as_slice() {
            [shape] => self.document.shape(*shape),
            _ => None,
        };
        let is_able = |of: &[&str]| of.is_empty() || selected.iter().any(|part| of.contains(&part.shape.tool));
        let able = self.manner.actions.iter().enumerate().filter(|(_, action)| is_able(action.of));
        let findings = self.proof.findings(self.document.as_ref());
        Situation {
            document: true,
            circuit: true,
            tools: self.manner.tools,
            actions: self.manner.actions,
            able: able.fold(0, |bits, (place, _)| bits | 1 << place),
            snaps: self.manner.steps.is_some(),
            zones: self.manner.zones.is_some(),
            fixable: self.fixes.iter().any(Option::is_some),
            can_undo: position > 0 || !self.desk.points.is_empty(),
            can_redo: position < count,
            selection: !selected.is_empty(),
            can_turn: self.document.can_turn(),
            can_group: self.document.can_group(),
            can_ungroup: self.document.can_ungroup(),
            line: line.is_some_and(|shape| shape.form.has_corners() && shape.corners > 1),
            selected: selected.len(),
            picture: self.document.reference().is_some(),
            drawing: !self.desk.points.is_empty(),
            proving: self.proof.is_running(),
            proved: findings.is_some_and(|findings| !findings.drawing.items.is_empty()),
            reach: findings.is_some_and(|findings| !findings.reach.is_empty()),
            ..Situation::default()
        }
    }

    /// Carries out a command for circuits. Returns `false` for other commands.
    pub fn run(&mut self, command: Command) -> bool {
        match command {
            Command::Nudge(nudge, way) => {
                let [usual, far, fine] = self.manner.nudges;
                let hundredths = match nudge {
                    Nudge::Usual => usual,
                    Nudge::Far => far,
                    Nudge::Fine => fine,
                };
                self.nudge(thousandths(way.map(|step| step * hundredths * UNIT / 100)));
            }
            Command::Align(alignment) => return self.step(SketchEdit::Align(self.selected(), alignment)),
            Command::ToolSelect => self.take(HandTool::Select),
            Command::ToolPicture => self.take(HandTool::Picture),
            Command::ToolMeasure => self.take(HandTool::Measure),
            Command::Draw(tool) if self.manner.tools.contains(tool) => {
                self.take(HandTool::Draw(tool));
                self.document.selection_mut().clear();
            }
            Command::FinishLine => self.finish_line(),
            Command::SnapGrid => {
                let off = self.manner.grids[0];
                let grid = &mut self.desk.snap.grid;
                *grid = if *grid == off { self.manner.grid } else { off };
            }
            Command::SnapSteps => self.desk.snap.steps = !self.desk.snap.steps,
            Command::SnapEdges => self.desk.snap.edges = !self.desk.snap.edges,
            Command::ShowZones => self.desk.zones = !self.desk.zones,
            Command::StopProof => self.proof.stop(),
            Command::EvaluateBalance => self.evaluate_balance(),
            Command::ShowRacingLine => self.proof.line = !self.proof.line,
            Command::ShowReach => self.proof.reach = !self.proof.reach,
            Command::ZoomIn => self.board.zoom(ZOOM_STEP),
            Command::ZoomOut => self.board.zoom(1.0 / ZOOM_STEP),
            Command::Fit => self.board.fit(),
            Command::FitSelection => self.fit_selection(),
            Command::Escape => return self.escape(),
            _ => return self.run_edit(command),
        }
        true
    }

    /// Whether a command's tool or switch is on; `None` for a command that has none.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        Some(match command {
            Command::ToolSelect => self.desk.hand == HandTool::Select,
            Command::ToolPicture => self.desk.hand == HandTool::Picture,
            Command::ToolMeasure => self.desk.hand == HandTool::Measure,
            Command::Draw(tool) => self.desk.hand == HandTool::Draw(tool),
            Command::SnapGrid => self.desk.snap.grid != self.manner.grids[0],
            Command::SnapSteps => self.desk.snap.steps,
            Command::SnapEdges => self.desk.snap.edges,
            Command::ShowZones => self.desk.zones,
            Command::ShowRacingLine => self.proof.line,
            Command::ShowReach => self.proof.reach,
            _ => return None,
        })
    }

    fn run_edit(&mut self, command: Command) -> bool {
        let aside = thousandths([UNIT, -UNIT]);
        let eighths = self.manner.eighths;
        match command {
            // During a drag, Undo cancels the drag.
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
                let all = self.document.all().into_iter().map(ShapeId::whole);
                let all: Vec<Part> = all.filter(|part| self.is_free(*part)).collect();
                self.document.selection_mut().set(all);
            }
            Command::Delete => self.delete(),
            Command::Duplicate => return self.step(SketchEdit::Duplicate(self.selected(), aside)),
            Command::Group => return self.step(SketchEdit::Group(self.selected())),
            Command::Ungroup => return self.step(SketchEdit::Ungroup(self.selected())),
            Command::RotateLeft => self.turn(eighths),
            Command::RotateRight => self.turn(-eighths),
            Command::RotateEachLeft => return self.step(SketchEdit::TurnEach(self.selected(), eighths)),
            Command::RotateEachRight => return self.step(SketchEdit::TurnEach(self.selected(), -eighths)),
            Command::RotateCircuitLeft => return self.step(SketchEdit::Rotate(1)),
            Command::RotateCircuitRight => return self.step(SketchEdit::Rotate(-1)),
            Command::Mirror => return self.step(SketchEdit::Mirror(self.selected(), Axis::Horizontal)),
            Command::MirrorUpright => return self.step(SketchEdit::Mirror(self.selected(), Axis::Vertical)),
            Command::DistributeAcross => {
                return self.step(SketchEdit::Distribute(self.selected(), Axis::Horizontal));
            }
            Command::DistributeUp => return self.step(SketchEdit::Distribute(self.selected(), Axis::Vertical)),
            Command::Act(action) => return self.step(SketchEdit::Act(action, self.selected())),
            Command::AddPoint => self.add_corner(),
            Command::Fix => {
                if let Some(index) = self.document.fixes().iter().position(Option::is_some) {
                    self.document.apply_fix(index);
                }
            }
            Command::FixAll => self.fix_all(),
            Command::RemovePicture => {
                self.take(HandTool::Select);
                return self.step(SketchEdit::Reference(None));
            }
            _ => return false,
        }
        true
    }

    /// Makes an edit that is one step of the editing history.
    fn step(&mut self, edit: SketchEdit) -> bool {
        self.edit(&edit, None);
        true
    }

    /// Cancels the first of these that exists: a drag, the shape being drawn, the tool in use, the selection. Returns
    /// whether there was anything to cancel.
    pub fn escape(&mut self) -> bool {
        if self.drop_hold() {
            return true;
        }
        if !self.desk.points.is_empty() {
            self.desk.points.clear();
            return true;
        }
        if self.desk.hand != HandTool::Select {
            self.take(HandTool::Select);
            return true;
        }
        let had = !self.document.selection().is_empty();
        self.document.selection_mut().clear();
        had
    }

    /// Selects a tool. Cancels the drag and the shape being drawn.
    pub(super) fn take(&mut self, hand: HandTool) {
        self.drop_hold();
        self.document.end();
        self.desk.hand = hand;
        self.desk.facing = None;
        self.desk.points.clear();
        self.desk.ordered.clear();
        self.desk.ordering = None;
        self.desk.measured.points.clear();
    }

    /// Zooms to the selected shapes and points.
    fn fit_selection(&mut self) {
        let parts = self.document.selection().items();
        let places = parts.iter().filter_map(|part| {
            let shape = self.document.shape(part.shape)?;
            Some(part.point.and_then(|point| shape.points.get(point)).map_or_else(|| shape.bounds(), |at| [*at; 2]))
        });
        let join = |[low, high]: [[f64; 2]; 2], [from, to]: [[f64; 2]; 2]| {
            [[0, 1].map(|axis| low[axis].min(from[axis])), [0, 1].map(|axis| high[axis].max(to[axis]))]
        };
        if let Some(bounds) = places.reduce(join) {
            self.board.fit_to(bounds);
        }
    }

    /// The selected shapes, including shapes of which only some points are selected.
    fn selected(&self) -> Vec<ShapeId> {
        shapes_of(self.document.selection().items())
    }

    fn delete(&mut self) {
        if self.desk.points.pop().is_some() {
            // While a shape is drawn, Delete removes its last point.
            return;
        }
        self.drop_hold();
        let parts = self.document.selection().items().to_vec();
        self.edit(&SketchEdit::Delete(parts), None);
        self.document.selection_mut().clear();
    }

    /// Rotates by a number of eighths of a full turn. If the preview of a new shape is shown, rotates that shape.
    /// Otherwise rotates the shapes being dragged, or the selection if nothing is dragged.
    fn turn(&mut self, eighths: i64) {
        if let (HandTool::Draw(tool), Some(at)) = (self.desk.hand, self.board.pointer())
            && let Some(facing) = self.facing_of_next(tool, at)
        {
            self.desk.facing = Some(facing.turned(eighths));
        } else if let Hold::Parts(drag) = &mut self.hold {
            self.document.turn_held(drag, eighths);
        } else {
            let selected = self.selected();
            self.document.turn(&selected, eighths);
        }
    }

    fn nudge(&mut self, by: At) {
        let parts: Vec<Part> = self.document.selection().items().to_vec();
        let revision = self.document.revision();
        let last = self.nudging.take().filter(|(_, at, of)| *at == revision && *of == parts);
        let gesture = last.map(|(gesture, ..)| gesture).unwrap_or_else(|| {
            self.document.end();
            self.document.begin()
        });
        self.edit(&SketchEdit::Shift(parts.clone(), by), Some(gesture));
        self.nudging = Some((gesture, self.document.revision(), parts));
    }

    /// Adds a corner in the middle of an edge: the edge after the selected corner, or else the longest edge.
    fn add_corner(&mut self) {
        let Some(part) = self.document.selection().only() else { return };
        let Some(shape) = self.document.shape(part.shape) else { return };
        let line = shape.line();
        let length = |place: usize| (line[place][0] - line[place - 1][0]).hypot(line[place][1] - line[place - 1][1]);
        let middles: Vec<(usize, [f64; 2])> = shape.middles().collect();
        let longest = || middles.iter().max_by(|a, b| length(a.0).total_cmp(&length(b.0)));
        let after = part.point.and_then(|point| middles.iter().find(|(place, _)| *place == point + 1));
        if let Some((place, at)) = after.or_else(longest).copied() {
            self.edit(&SketchEdit::InsertPoint(part.shape, place, self.manner.grids[0].place(at)), None);
        }
    }

    /// Shows the context menu.
    pub(super) fn offer(&mut self, out: &BoardOutput, queue: &mut CommandQueue) {
        if out.response.secondary_clicked() {
            if let Some(at) = out.pointer {
                self.note_under(at, REACH / out.view.scale);
            }
            match self.desk.under.first().copied() {
                Some(part) if self.document.selection().contains(part) => {}
                under => {
                    let parts = self.together(under.as_slice());
                    self.document.selection_mut().set(parts);
                }
            }
        }
        let situation = self.situation();
        let shapes = self.desk.under.iter().filter_map(|part| Some((*part, self.document.shape(part.shape)?)));
        let under: Vec<(Part, String)> = shapes.map(|(part, shape)| (part, shape.title())).collect();
        let mut chosen = None;
        look::context_menu(&out.response, |ui| {
            ui.set_min_width(250.0);
            let actions = |of_shapes: bool| -> Vec<Command> {
                let of = situation.actions.iter().filter(|action| action.of.is_empty() != of_shapes);
                of.map(Command::Act).filter(|command| command.spec().is_enabled(&situation)).collect()
            };
            if situation.selection {
                let own = actions(true);
                entries(ui, &own, &situation, queue);
                if !own.is_empty() {
                    ui.separator();
                }
                if situation.selected > 1 {
                    ui.menu_button("Align and distribute", |ui| entries(ui, SEVERAL, &situation, queue));
                }
                if under.len() > 1 {
                    ui.menu_button("Select another shape", |ui| {
                        for (part, title) in &under {
                            if ui.button(title).clicked() {
                                chosen = Some(*part);
                                ui.close();
                            }
                        }
                    });
                }
                entries(ui, SHAPES, &situation, queue);
            } else {
                let tools: Vec<Command> = situation.tools.iter().map(Command::Draw).collect();
                ui.menu_button("Draw", |ui| entries(ui, &tools, &situation, queue));
                entries(ui, BOARD, &situation, queue);
                entries(ui, &actions(false), &situation, queue);
            }
        });
        self.desk.asked.extend(chosen.map(|part| Asked::Select(vec![part])));
    }

    /// The scene for exported pictures of the circuit.
    #[must_use]
    pub fn drawn(&self) -> Scene {
        let mut scene = self.document.scene();
        self.draw_proof(&mut scene);
        scene
    }
}

fn entries(ui: &mut Ui, commands: &[Command], situation: &Situation, queue: &mut CommandQueue) {
    for command in commands {
        let spec = command.spec();
        let button = Button::new(spec.title).shortcut_text(spec.keys());
        if ui.add_enabled(spec.is_enabled(situation), button).on_hover_text(spec.help).clicked() {
            queue.push(*command);
            ui.close();
        }
    }
}
