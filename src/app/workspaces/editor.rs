//! The Editor workspace: the tools to the left, the board in the middle, the selection and the issues to the right.
//! It works for every game; see [`crate::editor::sketch`].
//!
//! Panels read the document and push `Asked` values. The tab carries these out after all panels are drawn. Commands
//! of the command table go through the shell's queue and come back through [`EditorTab::run`].

mod balance;
mod board;
mod checking;
mod compass;
mod drawn;
mod extent;
mod findings;
mod fixing;
mod grid;
mod inspector;
mod layers;
mod numbers;
mod outline;
mod overlay;
mod palette;
mod picture;
mod preview;
mod proof;
mod rulers;
mod run;

use std::convert::identity;

use egui::Ui;

pub use self::balance::{BalanceJob, Standing};
use self::board::Hold;
use self::checking::Checking;
use self::drawn::Drawn;
use self::numbers::Numbers;
pub use self::proof::LapSearch;
use super::form::{Filled, Form};
use super::panel::{Edge, Sizes};
use super::{issue_list, panel};
use crate::app::board::underlay::{Measured, Underlay};
use crate::app::board::view::BoardView;
use crate::app::commands::CommandQueue;
use crate::editor::sketch::{
    AnySketch, At, Gesture, Manner, Measure, Part, Preview, Settled, ShapeId, SketchEdit, Snap, Tool,
};
use crate::game::form::Entry;
use crate::game::scene::Scene;
use crate::geometry::Direction;
use crate::render::Theme;

/// The tool in use. It determines the effect of a click on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandTool {
    /// Selects shapes and points.
    #[default]
    Select,
    /// Draws shapes with a tool of the game.
    Draw(&'static Tool),
    /// Moves the reference picture.
    Picture,
    /// Scales the reference picture: the user clicks two points and types their distance.
    Measure,
}

/// An action that a panel requests. These actions are not in the command table.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    /// Makes an edit that is one step of the editing history.
    Edit(SketchEdit),
    /// Enters a value into a field of a part. If the part is `None`, the field belongs to the circuit. All values
    /// entered before the field loses the focus make up one step of the editing history.
    Fill(Option<Part>, Filled),
    /// The same for a field of a form. A refused entry stays in its field, with the reason below.
    FillForm(Option<Part>, Filled),
    Select(Vec<Part>),
    Toggle(Part),
    Center([f64; 2]),
    GoTo(usize),
    Fix(usize),
}

/// The tab that is open in the lower right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lower {
    /// The issues of the circuit.
    #[default]
    Issues,
    /// The search for the fastest lap.
    Proof,
    /// The balance of the circuit: the results of many races that computer drivers drive on it.
    Balance,
}

/// The editor's state that the panels and the board share, apart from the document.
struct Desk {
    /// The unique number of the tab.
    tab: u64,
    hand: HandTool,
    snap: Snap,
    /// The direction that the user has given the next shape; `None` if the user has not rotated the shape. In that
    /// case, its direction depends on the point at which it is placed.
    facing: Option<Direction>,
    /// The points of the shape being drawn.
    points: Vec<At>,
    /// Whether Shift is held. The next point of a line is then exactly beside, above or below the last point.
    locks_axis: bool,
    /// Whether points snap to the grid in this frame: the grid is switched on, and Alt is not held.
    is_on_grid: bool,
    /// The shapes that the user has clicked so far with the tool that numbers shapes, in the order of the clicks.
    ordered: Vec<ShapeId>,
    /// The gesture that joins all clicks of the numbering tool into one step of the editing history.
    ordering: Option<Gesture>,
    /// The snapped position of the next point, or of the shapes or points being dragged, with the guide lines and the
    /// words that explain it.
    settled: Option<Settled>,
    /// The inputs of the latest preview, and the preview itself, which shows the shape that the next click adds.
    preview: Option<(preview::Of, Preview)>,
    hovered: Option<Part>,
    was_hovered: Option<Part>,
    hovered_issue: Option<usize>,
    /// The parts at the point where the user clicked last, one for each shape: the shape itself, or the clicked point
    /// of the shape. A click selects the first part of this list.
    under: Vec<Part>,
    form: Form,
    numbers: Numbers,
    /// The corners that the user is editing as text.
    outline: Option<outline::Outline>,
    /// The measure of the selection (such as its width) whose field the user is typing in, and the text typed so far.
    measure: Option<(Measure, String)>,
    /// The error in the value that the user entered last.
    complaint: Option<String>,
    /// The field that the user is filling in, and the gesture that joins its entries into one step of the editing
    /// history.
    entering: Option<(Option<Part>, String, Gesture)>,
    /// Whether the user types or drags in a field in this frame.
    is_filling: bool,
    /// The id of the inspector's text field that gets the focus in the next frame, because a shape was just added.
    types_next: Option<&'static str>,
    /// The shape that the user drags in the list, to change its rank (its number in the order of shapes).
    carried: Option<ShapeId>,
    measured: Measured,
    layers: layers::Layers,
    /// Whether the user hid, showed, locked or unlocked a layer in this frame.
    has_new_layers: bool,
    /// Whether the board shows zones, such as the pit lane and the start area.
    zones: bool,
    /// The measures of the circuit, such as its number of corners and the length of its lap. The number before them is
    /// the revision of the circuit for which they were computed.
    measures: Option<(u64, Vec<(&'static str, String)>)>,
    lower: Lower,
    asked: Vec<Asked>,
    /// The reason why the last request was refused.
    refused: Option<String>,
}

impl Desk {
    /// Returns the part below `part` at the point where the user clicked last, or the uppermost part if `part` is the
    /// lowest. Alt+click selects the returned part. `None` if `part` is not at that point, or is alone there.
    fn below(&self, part: Part) -> Option<Part> {
        let place = self.under.iter().position(|other| other.shape == part.shape)?;
        self.under.get((place + 1) % self.under.len()).copied().filter(|below| below.shape != part.shape)
    }
}

/// A circuit being drawn, with the state of its panels and its board.
pub struct EditorTab {
    document: Box<dyn AnySketch>,
    manner: Manner,
    /// The state of the background checks.
    checking: Checking,
    /// For each issue, the title of its suggested fix; `None` if it has no fix.
    fixes: Vec<Option<String>>,
    /// The progress of fixing all issues; `None` if the user has not started this.
    fixing: Option<fixing::Fixing>,
    desk: Desk,
    board: BoardView,
    hold: Hold,
    /// The gesture that the latest nudges (moves with the arrow keys) belong to, and the circuit's revision and the
    /// selection just after the last nudge. If both are still the same at the next nudge, it joins the gesture.
    nudging: Option<(Gesture, u64, Vec<Part>)>,
    drawn: Option<Drawn>,
    underlay: Underlay,
    proof: proof::Proof,
    evaluated: balance::Evaluated,
}

/// The width of the window, in points, below which the panel of tools may be too narrow for the tools' names.
const NARROW: f32 = 1_200.0;
/// The smallest width of the panel of tools, in points, that has room for the tools' names.
const NAMES: f32 = 264.0;

impl EditorTab {
    /// Makes a workspace for a circuit.
    #[must_use]
    pub fn new(document: Box<dyn AnySketch>) -> Self {
        let manner = document.manner();
        let desk = Desk {
            tab: super::new_number(),
            hand: HandTool::Select,
            snap: if manner.steps.is_some() { Snap::all(manner.grid) } else { Snap::grid(manner.grid) },
            facing: None,
            points: Vec::new(),
            locks_axis: false,
            is_on_grid: true,
            ordered: Vec::new(),
            ordering: None,
            settled: None,
            preview: None,
            hovered: None,
            was_hovered: None,
            hovered_issue: None,
            under: Vec::new(),
            form: Form::default(),
            numbers: Numbers::default(),
            outline: None,
            measure: None,
            complaint: None,
            entering: None,
            is_filling: false,
            types_next: None,
            carried: None,
            measured: Measured::default(),
            layers: layers::Layers::default(),
            has_new_layers: false,
            zones: true,
            measures: None,
            lower: Lower::default(),
            asked: Vec::new(),
            refused: None,
        };
        Self {
            document,
            manner,
            checking: Checking::default(),
            fixes: Vec::new(),
            fixing: None,
            desk,
            board: BoardView::steady(),
            hold: Hold::default(),
            nudging: None,
            drawn: None,
            underlay: Underlay::default(),
            proof: proof::Proof::default(),
            evaluated: balance::Evaluated::default(),
        }
    }

    /// The circuit that is edited.
    #[must_use]
    pub fn document(&self) -> &dyn AnySketch {
        self.document.as_ref()
    }

    /// Mutable access to the circuit, for example to mark it as saved.
    pub fn document_mut(&mut self) -> &mut dyn AnySketch {
        self.document.as_mut()
    }

    /// The tool in use.
    #[must_use]
    pub const fn hand(&self) -> HandTool {
        self.desk.hand
    }

    /// The id of the tool in use if it belongs to the game; `None` for other tools.
    #[must_use]
    pub const fn tool(&self) -> Option<&'static str> {
        match self.desk.hand {
            HandTool::Draw(tool) => Some(tool.id),
            _ => None,
        }
    }

    /// The snapping settings.
    #[must_use]
    pub const fn snap(&self) -> Snap {
        self.desk.snap
    }

    /// The preview of the shape that the next click adds; `None` if no tool is in use, or the pointer is not over the
    /// board.
    #[must_use]
    pub fn preview(&self) -> Option<&Preview> {
        self.desk.preview.as_ref().map(|(_, preview)| preview)
    }

    /// Whether the board shows zones, such as the pit lane and the start area.
    #[must_use]
    pub const fn shows_zones(&self) -> bool {
        self.desk.zones
    }

    /// The view of the board.
    #[must_use]
    pub const fn board(&self) -> &BoardView {
        &self.board
    }

    /// The drawing of the circuit that the board shows; `None` before the first frame.
    #[must_use]
    pub fn drawing(&self) -> Option<&Scene> {
        self.drawn.as_ref().map(|drawn| &drawn.scene)
    }

    /// Draws the editor and carries out the requests of its panels. Commands of the command table go to `queue`.
    pub fn show(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        self.desk.was_hovered = self.desk.hovered.take();
        self.desk.hovered_issue = None;
        self.desk.settled = None;
        self.desk.is_filling = false;
        self.go_on_fixing(ui.ctx());
        // In a small window, the panels are narrower, so that the board has more than half of it.
        let width = ui.available_width();
        let narrowest = if width < NARROW { 160.0 } else { NAMES };
        let (left, right) = ((width * 0.18).clamp(narrowest, 360.0), (width * 0.25).clamp(230.0, 420.0));
        let sizes = Sizes { usual: left.min(272.0), least: 160.0, most: left };
        panel::show(ui, (Edge::Left, "editor-palette"), sizes, identity, |ui| {
            filled(ui, |ui| palette::show(ui, self.document.as_ref(), &mut self.desk, &mut self.hold, queue));
        });
        if std::mem::take(&mut self.desk.has_new_layers) {
            self.keep_free();
        }
        let sizes = Sizes { usual: right.min(300.0), least: 230.0, most: right };
        panel::show(ui, (Edge::Right, "editor-inspector"), sizes, identity, |ui| {
            filled(ui, |ui| self.show_right(ui, theme, queue));
        });
        egui::CentralPanel::no_frame().show(ui, |ui| self.show_board(ui, theme, queue));
        if self.carry_out() {
            // The inspector was drawn before these refusals.
            ui.request_repaint();
        }
        if !self.desk.is_filling && self.desk.entering.take().is_some() {
            // The field has lost focus, so the next entry is a new step.
            self.document.end();
        }
    }

    /// Draws the right panel: the inspector, and below it the issues, the search for the fastest lap, or the balance.
    fn show_right(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        // The tabs share one height, so that the panel does not jump when the user changes the tab.
        let height = ui.available_height();
        let sizes = Sizes { usual: height * 0.45, least: 120.0, most: (height - 120.0).max(160.0) };
        let bare = |panel: egui::Panel| panel.frame(egui::Frame::new());
        panel::show(ui, (Edge::Bottom, "editor-lower"), sizes, bare, |ui| {
            filled(ui, |ui| {
                let (errors, warnings) = self.document.issue_counts();
                proof::tabs(ui, &mut self.desk.lower, self.manner.sought[0], errors + warnings, &self.proof);
                ui.push_id(self.desk.tab, |ui| match self.desk.lower {
                    Lower::Issues => self.show_issues(ui, theme),
                    Lower::Proof => proof::show(ui, self.document.as_mut(), &mut self.proof, theme, queue),
                    Lower::Balance => self.show_balance(ui, theme, queue),
                });
            });
        });
        let complaint = self.underlay.complaint().map(str::to_owned);
        egui::CentralPanel::no_frame().show(ui, |ui| {
            inspector::show(ui, self.document.as_ref(), &mut self.desk, complaint.as_deref(), queue);
        });
    }

    fn show_issues(&mut self, ui: &mut Ui, theme: Theme) {
        let fine = if self.is_known() { "No rule for circuits is broken." } else { "Checking the circuit…" };
        let asked = issue_list::show(ui, self.document.issues(), &self.fixes, fine, theme);
        self.desk.hovered_issue = asked.hovered;
        self.desk.asked.extend(asked.center.map(Asked::Center));
        self.desk.asked.extend(asked.fix.map(Asked::Fix));
        if asked.fix_all {
            self.fix_all();
        }
    }

    /// Makes an edit. Returns whether anything changed. If the edit is refused, the status bar shows the reason.
    fn edit(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> bool {
        self.document.apply_in(edit, gesture).unwrap_or_else(|why| {
            self.desk.refused = Some(why.into());
            false
        })
    }

    /// Carries out what the panels asked for. Returns whether an entry was refused.
    fn carry_out(&mut self) -> bool {
        let mut has_refused = false;
        for asked in std::mem::take(&mut self.desk.asked) {
            match asked {
                Asked::Edit(edit) => {
                    self.edit(&edit, None);
                }
                Asked::Fill(part, filled) => {
                    self.desk.complaint = self.fill(part, &filled);
                    has_refused |= self.desk.complaint.is_some();
                }
                Asked::FillForm(part, filled) => {
                    let refused = self.fill(part, &filled);
                    has_refused |= refused.is_some();
                    self.desk.form.answered(&inspector::key(part), &filled, refused);
                }
                Asked::Select(parts) => {
                    self.desk.complaint = None;
                    self.document.selection_mut().set(parts);
                }
                Asked::Toggle(part) => {
                    self.desk.complaint = None;
                    self.document.selection_mut().toggle(part);
                }
                Asked::Center(place) => self.board.center_on(place),
                Asked::GoTo(position) => self.document.go_to(position),
                Asked::Fix(index) => {
                    self.document.apply_fix(index);
                }
            }
        }
        has_refused
    }

    /// Changes the name of the circuit. A name that is too long is refused, and the circuit keeps its name.
    pub fn rename(&mut self, name: &str) {
        let edit = SketchEdit::Enter(None, "/name".to_owned(), Entry::Text(name.to_owned()), "Rename".to_owned());
        self.edit(&edit, None);
    }

    /// Enters a value into a field. Returns the reason if the entry is refused.
    fn fill(&mut self, part: Option<Part>, filled: &Filled) -> Option<String> {
        let gesture = match self.desk.entering.take() {
            Some((of, field, gesture)) if of == part && field == filled.id => gesture,
            _ => {
                self.document.end();
                self.document.begin()
            }
        };
        let edit = SketchEdit::Enter(part, filled.id.clone(), filled.entry.clone(), filled.words.clone());
        self.desk.entering = Some((part, filled.id.clone(), gesture));
        self.document.apply_in(&edit, Some(gesture)).err().map(String::from)
    }
}

/// Draws `contents` over all free space of a panel. Contents that need more space are cut off, so that the panel keeps
/// its size.
fn filled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let space = ui.available_rect_before_wrap();
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(space));
    inner.shrink_clip_rect(space.expand2(egui::vec2(ui.spacing().item_spacing.x / 2.0, 0.0)));
    contents(&mut inner);
    ui.advance_cursor_after_rect(space);
}
