//! The Editor workspace of circuits that are drawn: the paper in the middle, what one draws with to the left, what is
//! selected and what is wrong to the right. It knows no game: see [`crate::editor::sketch`].
//!
//! Panels read the document and push `Action`s; the tab carries them out when all are drawn. What has a row in
//! the command table goes through the shell's queue and comes back through `run`.

mod board;
mod inspector;
mod overlay;
mod palette;
mod proof;
mod run;

use egui::{Key, Ui};

use self::board::Hold;
pub use self::proof::DrawingSearch;
use super::form::{Filled, Form};
use super::issue_list;
use crate::app::board::underlay::{Measured, Underlay};
use crate::app::board::view::BoardView;
use crate::app::commands::CommandQueue;
use crate::editor::Gesture;
use crate::editor::sketch::{AnySketch, At, Check, Checked, Grid, Part, SketchEdit, Tool};
use crate::game::scene::Scene;
use crate::render::Theme;

/// What a click on the paper does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// Selects.
    #[default]
    Select,
    /// Draws.
    Draw(Tool),
    /// Moves the picture under the board.
    Picture,
    /// Scales it by two points.
    Measure,
}

/// What a panel asks for that is no command of the table.
#[derive(Clone, Debug, PartialEq)]
enum Action {
    /// What was entered into a field of a part or of the circuit: until the field is left all of it is one step.
    Fill(Option<Part>, Filled),
    Select(Vec<Part>),
    Toggle(Part),
    Center([f64; 2]),
    GoTo(usize),
}

/// What the lower part of the right panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lower {
    /// What is wrong.
    #[default]
    Issues,
    /// What is known about the quickest race.
    Proof,
}

/// What panels and board share, beside the document.
#[derive(Default)]
struct Desk {
    hand: Hand,
    grid: Grid,
    /// The points of what is being drawn.
    points: Vec<At>,
    /// Where the next point would lie, in this frame.
    next: Option<At>,
    hovered: Option<Part>,
    was_hovered: Option<Part>,
    hovered_issue: Option<usize>,
    form: Form,
    /// The field whose entries make one step, and that step.
    entering: Option<(String, Gesture)>,
    /// Whether a field is being typed or dragged in, in this frame.
    filling: bool,
    measured: Measured,
    lower: Lower,
    actions: Vec<Action>,
    /// Why the last thing asked for was not done.
    refused: Option<String>,
}

/// A circuit that is being drawn, and how it is looked at.
pub struct SketchTab {
    document: Box<dyn AnySketch>,
    /// Whether a check of it is under way.
    is_being_checked: bool,
    desk: Desk,
    board: BoardView,
    hold: Hold,
    /// The gesture of an arrow key that is held down.
    nudging: Option<Gesture>,
    /// The drawing of the draft, for the revision it was made for.
    picture: Option<(u64, Scene)>,
    underlay: Underlay,
    proof: proof::Proof,
}

impl SketchTab {
    /// A workspace on a document.
    #[must_use]
    pub fn new(document: Box<dyn AnySketch>) -> Self {
        Self {
            document,
            is_being_checked: false,
            desk: Desk::default(),
            board: BoardView::default(),
            hold: Hold::default(),
            nudging: None,
            picture: None,
            underlay: Underlay::default(),
            proof: proof::Proof::default(),
        }
    }

    /// The circuit.
    #[must_use]
    pub fn document(&self) -> &dyn AnySketch {
        self.document.as_ref()
    }

    /// The check of the circuit that is due, where one is; what it finds is to be given to
    /// [`take_checked`](Self::take_checked).
    pub fn due_check(&mut self) -> Option<Check> {
        if self.is_being_checked {
            // One at a time: what changes meanwhile is checked next, and only as it is then.
            return None;
        }
        let check = self.document.due();
        self.is_being_checked = check.is_some();
        check
    }

    /// The check under way will not end, because of a fault: the next change is checked again.
    pub fn give_up_check(&mut self) {
        self.is_being_checked = false;
    }

    /// Takes in what a check has found.
    pub fn take_checked(&mut self, checked: Checked) {
        self.is_being_checked = false;
        self.document.take_checked(checked);
    }

    /// What a click on the paper does.
    #[must_use]
    pub const fn hand(&self) -> Hand {
        self.desk.hand
    }

    /// What places are drawn to.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.desk.grid
    }

    fn show_panels(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        self.desk.was_hovered = self.desk.hovered.take();
        self.desk.hovered_issue = None;
        self.desk.next = None;
        self.desk.filling = false;
        let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
        if self.nudging.is_some() && !ui.input(|input| arrows.iter().any(|key| input.key_down(*key))) {
            // However often a key repeats while it is held, it is one step.
            self.nudging = None;
            self.document.end();
        }
        egui::Panel::left("editor-palette").default_size(240.0).size_range(200.0..=360.0).show(ui, |ui| {
            palette::show(ui, self.document.as_ref(), &mut self.desk, queue);
        });
        egui::Panel::right("editor-inspector").default_size(300.0).size_range(280.0..=420.0).show(ui, |ui| {
            let plain = egui::Frame::new();
            let (name, height) = match self.desk.lower {
                Lower::Issues => ("sketch-issues", 200.0),
                Lower::Proof => ("sketch-proof", 420.0),
            };
            egui::Panel::bottom(name).default_size(height).size_range(120.0..=700.0).frame(plain).show(ui, |ui| {
                let (errors, warnings) = self.document.issue_counts();
                proof::tabs(ui, &mut self.desk.lower, errors + warnings, &self.proof);
                match self.desk.lower {
                    Lower::Issues => self.show_issues(ui, theme),
                    Lower::Proof => proof::show(ui, self.document.as_ref(), &mut self.proof, theme, queue),
                }
            });
            let complaint = self.underlay.complaint().map(str::to_owned);
            egui::CentralPanel::no_frame().show(ui, |ui| {
                inspector::show(ui, self.document.as_ref(), &mut self.desk, complaint.as_deref(), queue);
            });
        });
        egui::CentralPanel::no_frame().show(ui, |ui| self.show_board(ui, theme, queue));
        self.carry_out();
        if !self.desk.filling && self.desk.entering.take().is_some() {
            // The field was left: what comes next is another step.
            self.document.end();
        }
    }

    fn show_issues(&mut self, ui: &mut Ui, theme: Theme) {
        let fine = if self.document.is_checked() {
            "Nothing to mend: this circuit can be raced."
        } else {
            "Looking at the circuit…"
        };
        let asked = issue_list::show(ui, self.document.issues(), &[], fine, theme);
        self.desk.hovered_issue = asked.hovered;
        if let Some(at) = asked.center {
            self.desk.actions.push(Action::Center(at));
        }
    }

    /// Carries out an edit; why it was refused is told in the status bar.
    fn edit(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> bool {
        let done = self.document.apply(edit, gesture);
        self.took(done)
    }

    /// An edit of the circuit as the gesture found it, in place of what the gesture did before.
    fn edit_anew(&mut self, edit: &SketchEdit, gesture: Gesture) -> bool {
        let done = self.document.apply_anew(edit, gesture);
        self.took(done)
    }

    fn took(&mut self, done: Result<bool, String>) -> bool {
        match done {
            Ok(is_changed) => is_changed,
            Err(why) => {
                self.desk.refused = Some(why);
                false
            }
        }
    }

    fn carry_out(&mut self) {
        for action in std::mem::take(&mut self.desk.actions) {
            match action {
                Action::Fill(part, filled) => {
                    let gesture = match self.desk.entering.take() {
                        Some((of, gesture)) if of == filled.id => gesture,
                        _ => {
                            self.document.end();
                            self.document.begin()
                        }
                    };
                    let edit = SketchEdit::Enter(part, filled.id.clone(), filled.entry, filled.words);
                    let done = self.document.apply(&edit, Some(gesture));
                    self.desk.form.complain(done.err());
                    self.desk.entering = Some((filled.id, gesture));
                }
                Action::Select(parts) => self.document.selection_mut().set(parts),
                Action::Toggle(part) => self.document.selection_mut().toggle(part),
                Action::Center(place) => self.board.center_on(place),
                Action::GoTo(position) => {
                    while self.document.steps().1 > position && self.document.undo() {}
                    while self.document.steps().1 < position && self.document.redo() {}
                }
            }
        }
    }
}
