//! The Editor workspace: a circuit on the board, what to put on it to the left, what is selected and what is wrong to
//! the right.
//!
//! Panels read the document and push `Action`s; [`EditorTab::show`] carries them out when all are drawn. What has a
//! row in the command table goes through the shell's queue and comes back through [`EditorTab::run`].

mod board;
mod fields;
mod handles;
mod inspector;
mod offer;
mod overlay;
mod palette;
mod pieces;
mod proof;
mod reference;
mod run;

use egui::{Key, Ui};

use self::board::Hold;
use self::fields::{Field, Typing};
pub use self::proof::{LapSearch, Proof};
pub use self::reference::{corners as picture_corners, scaled as picture_scaled};
use super::issue_list;
use crate::app::board::underlay::{Measured, Underlay};
use crate::app::board::view::BoardView;
use crate::app::commands::CommandQueue;
use crate::editor::{Document, Edit, Gesture, Piece, Settled, Snap};
use crate::geometry::{Direction, Point};
use crate::render::Theme;

/// What a click on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Selects.
    #[default]
    Select,
    /// Places a corner.
    Corner,
    /// Places the pitwall.
    Pitwall,
    /// Numbers corners, in the order they are clicked.
    Number,
    /// Draws a track limit, point by point.
    Limit,
    /// Writes a label.
    Label,
    /// Moves the picture under the board.
    Picture,
    /// Scales it by two points.
    Measure,
}

/// What a panel asks for that is no command of the table.
#[derive(Clone, Debug, PartialEq)]
enum Action {
    /// A step of its own.
    Edit(Edit),
    /// What was entered into a field: all of it, until the field is left, is one step.
    Typed(Field, Edit),
    Select(Vec<Piece>),
    Toggle(Piece),
    Center([f64; 2]),
    GoTo(usize),
    Snap(Snap),
}

/// What panels and board share, beside the document.
#[derive(Debug)]
struct Desk {
    tool: Tool,
    snap: Snap,
    /// How the next piece is to be turned, where it is not left to the place.
    facing: Option<Direction>,
    /// The piece under the pointer, on the board or in a list, in this frame and in the last.
    hovered: Option<Piece>,
    was_hovered: Option<Piece>,
    /// The issue under the pointer in the list, by its place there.
    hovered_issue: Option<usize>,
    /// The field that is being typed in.
    typing: Option<Typing>,
    /// The field whose entries make one step, and that step.
    entering: Option<(Field, Gesture)>,
    /// The points of the track limit being drawn.
    outline: Vec<Point>,
    /// The corners clicked so far with the tool that numbers them, and the step all of that is.
    counted: Vec<usize>,
    counting: Option<Gesture>,
    /// What drew the piece under the pointer to its place, in this frame.
    settled: Option<Settled>,
    /// The points of the picture whose distance is asked for.
    measured: Measured,
    /// What is wrong with the picture.
    picture_complaint: Option<String>,
    /// What mends each of the issues, for the revision it was worked out for.
    mends: Option<(u64, Vec<Option<Edit>>)>,
    /// Whether a slider is held: all it goes through is one step.
    sliding: bool,
    /// Whether the pit lane, the lines and the start area are shown.
    zones: bool,
    /// The corner held in the list of pieces, to be passed earlier or later.
    carried: Option<usize>,
    /// The label that was just written: its text is what one types next.
    written: bool,
    lower: Lower,
    actions: Vec<Action>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            tool: Tool::default(),
            snap: Snap::default(),
            facing: None,
            hovered: None,
            was_hovered: None,
            hovered_issue: None,
            typing: None,
            entering: None,
            outline: Vec::new(),
            counted: Vec::new(),
            counting: None,
            settled: None,
            measured: Measured::default(),
            picture_complaint: None,
            mends: None,
            sliding: false,
            zones: true,
            carried: None,
            written: false,
            lower: Lower::default(),
            actions: Vec::new(),
        }
    }
}

impl Desk {
    fn push(&mut self, action: Action) {
        self.actions.push(action);
    }
}

/// What the lower part of the right panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lower {
    /// What is wrong.
    #[default]
    Issues,
    /// What is known about its laps.
    Proof,
}

/// A circuit that is being edited, and how it is looked at.
pub struct EditorTab {
    document: Document,
    desk: Desk,
    board: BoardView,
    hold: Hold,
    /// The gesture of an arrow key that is held down.
    nudging: Option<Gesture>,
    picture: board::Picture,
    underlay: Underlay,
    proof: Proof,
}

impl EditorTab {
    /// A workspace on a document.
    #[must_use]
    pub fn new(document: Document) -> Self {
        Self {
            document,
            desk: Desk::default(),
            board: BoardView::default(),
            hold: Hold::Nothing,
            nudging: None,
            picture: board::Picture::default(),
            underlay: Underlay::default(),
            proof: Proof::default(),
        }
    }

    /// The circuit.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The circuit, to save it or to mark it saved.
    pub const fn document_mut(&mut self) -> &mut Document {
        &mut self.document
    }

    /// The board, to be looked at.
    #[must_use]
    pub const fn board(&self) -> &BoardView {
        &self.board
    }

    /// The board, for the shell's zoom commands and status bar.
    pub const fn board_mut(&mut self) -> &mut BoardView {
        &mut self.board
    }

    /// The tool in hand.
    #[must_use]
    pub const fn tool(&self) -> Tool {
        self.desk.tool
    }

    /// What draws pieces to places.
    #[must_use]
    pub const fn snap(&self) -> Snap {
        self.desk.snap
    }

    /// Whether the pit lane, its lines and the start area are shown.
    #[must_use]
    pub const fn shows_zones(&self) -> bool {
        self.desk.zones
    }

    /// Draws the workspace into `ui` and carries out what was asked for in it. Commands of the table go to `queue`.
    pub fn show(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        self.desk.was_hovered = self.desk.hovered.take();
        self.desk.hovered_issue = None;
        self.desk.settled = None;
        self.desk.sliding = false;
        self.desk.picture_complaint = self.underlay.complaint().map(str::to_owned);
        let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
        if self.nudging.is_some() && !ui.input(|input| arrows.iter().any(|key| input.key_down(*key))) {
            // However often a key repeats while it is held, it is one step.
            self.nudging = None;
            self.document.end();
        }
        egui::Panel::left("editor-palette").default_size(240.0).size_range(200.0..=360.0).show(ui, |ui| {
            palette::show(ui, &self.document, &mut self.desk, &mut self.hold, queue);
        });
        egui::Panel::right("editor-inspector").default_size(300.0).size_range(280.0..=420.0).show(ui, |ui| {
            let plain = egui::Frame::new();
            // What is known about laps is longer than a list of issues: each keeps a height of its own.
            let (name, height) = match self.desk.lower {
                Lower::Issues => ("editor-issues", 280.0),
                Lower::Proof => ("editor-proof", 520.0),
            };
            egui::Panel::bottom(name).default_size(height).size_range(120.0..=700.0).frame(plain).show(ui, |ui| {
                proof::tabs(ui, &mut self.desk.lower, self.document.issues().len(), &self.proof);
                match self.desk.lower {
                    Lower::Issues => issues(ui, &self.document, &mut self.desk, theme),
                    Lower::Proof => proof::show(ui, &self.document, &mut self.proof, theme, queue),
                }
            });
            egui::CentralPanel::no_frame().show(ui, |ui| {
                inspector::show(ui, &self.document, &mut self.desk, theme, queue);
            });
        });
        egui::CentralPanel::no_frame().show(ui, |ui| self.show_board(ui, theme, queue));
        self.carry_out();
        self.finish_typing();
    }

    fn carry_out(&mut self) {
        for action in std::mem::take(&mut self.desk.actions) {
            match action {
                Action::Edit(edit) => {
                    self.document.apply(&edit);
                }
                Action::Typed(field, edit) => {
                    let gesture = match self.desk.entering {
                        Some((of, gesture)) if of == field => gesture,
                        _ => self.document.begin(),
                    };
                    self.desk.entering = Some((field, gesture));
                    self.document.apply_in(&edit, Some(gesture));
                }
                Action::Select(pieces) => self.document.selection_mut().set(pieces),
                Action::Toggle(piece) => self.document.selection_mut().toggle(piece),
                Action::Center(place) => self.board.center_on(place),
                Action::GoTo(position) => self.document.go_to(position),
                Action::Snap(snap) => self.desk.snap = snap,
            }
        }
    }
}

/// What is wrong, and what mends it.
fn issues(ui: &mut Ui, document: &Document, desk: &mut Desk, theme: Theme) {
    let mends = match desk.mends.take() {
        // Worked out once for each revision, because some of it is tried out.
        Some((revision, mends)) if revision == document.revision() => mends,
        _ => (0..document.issues().len()).map(|index| document.mend(index)).collect(),
    };
    let titles: Vec<Option<String>> =
        mends.iter().map(|mend| mend.as_ref().map(|edit| edit.title(document.draft()))).collect();
    let fine = "Nothing to mend: the pieces lie as every edition wants them.";
    let asked = issue_list::show(ui, document.issues(), &titles, fine, theme);
    desk.hovered_issue = desk.hovered_issue.or(asked.hovered);
    if let Some(at) = asked.center {
        desk.push(Action::Center(at));
    }
    if let Some(edit) = asked.mend.and_then(|index| mends.get(index).cloned().flatten()) {
        desk.push(Action::Edit(edit));
    }
    desk.mends = Some((document.revision(), mends));
}
