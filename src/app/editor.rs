//! The Editor workspace: a circuit on the board, what to put on it to the left, what is selected and what is wrong to
//! the right.
//!
//! Panels read the document and push `Action`s; [`EditorTab::show`] carries them out when all are drawn. What has a
//! row in the command table goes through the shell's queue and comes back through [`EditorTab::run`].

mod board;
mod fields;
mod inspector;
mod issues;
mod palette;

use egui::{Key, Ui};

use self::board::Hold;
use self::fields::Typing;
use super::board::BoardView;
use super::commands::{Command, CommandQueue, Situation};
use crate::editor::{Document, Edit, Gesture, Piece, Snap};
use crate::games::vektorace::Hand;
use crate::geometry::{Direction, Point, Surd};
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
}

/// What a panel asks for that is no command of the table.
#[derive(Clone, Debug, PartialEq)]
enum Action {
    /// A step of its own.
    Edit(Edit),
    /// A part of the typing under way.
    Typed(Edit),
    Select(Vec<Piece>),
    Toggle(Piece),
    Center([f64; 2]),
    GoTo(usize),
    Snap(Snap),
}

/// What panels and board share, beside the document.
#[derive(Debug, Default)]
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
    actions: Vec<Action>,
}

impl Desk {
    fn push(&mut self, action: Action) {
        self.actions.push(action);
    }
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

    /// The board, for the shell's zoom commands and status bar.
    pub const fn board_mut(&mut self) -> &mut BoardView {
        &mut self.board
    }

    /// The tool in hand.
    #[must_use]
    pub const fn tool(&self) -> Tool {
        self.desk.tool
    }

    /// What the command table has to know about this document.
    #[must_use]
    pub fn situation(&self) -> Situation {
        let history = self.document.history();
        Situation {
            document: true,
            circuit: true,
            can_undo: history.undo_title().is_some(),
            can_redo: history.redo_title().is_some(),
            selection: !self.document.selection().is_empty(),
            ..Situation::default()
        }
    }

    /// Draws the workspace into `ui` and carries out what was asked for in it. Commands of the table go to `queue`.
    pub fn show(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        self.desk.was_hovered = self.desk.hovered.take();
        self.desk.hovered_issue = None;
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
            egui::Panel::bottom("editor-issues")
                .default_size(280.0)
                .size_range(120.0..=600.0)
                .frame(plain)
                .show(ui, |ui| issues::show(ui, &self.document, &mut self.desk, theme));
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
                Action::Typed(edit) => {
                    let gesture = match &mut self.desk.typing {
                        Some(typing) => Some(*typing.gesture.get_or_insert_with(|| self.document.begin())),
                        None => None,
                    };
                    self.document.apply_in(&edit, gesture);
                }
                Action::Select(pieces) => self.document.selection_mut().set(pieces),
                Action::Toggle(piece) => self.document.selection_mut().toggle(piece),
                Action::Center(place) => self.board.center_on(place),
                Action::GoTo(position) => self.document.go_to(position),
                Action::Snap(snap) => self.desk.snap = snap,
            }
        }
    }

    /// Carries out a command of the table, if it is one for circuits. Says whether it was.
    pub fn run(&mut self, command: Command) -> bool {
        let selected = self.document.selection().items().to_vec();
        let nudge = |tab: &mut Self, direction: i64, times: i64| {
            let gesture = *tab.nudging.get_or_insert_with(|| tab.document.begin());
            let edit = tab.document.nudge(Direction::new(direction), times);
            tab.document.apply_in(&edit, Some(gesture));
        };
        match command {
            // In the middle of a drag it is the drag that is taken back.
            Command::Undo => {
                if !self.drop_hold() {
                    self.document.undo();
                }
            }
            Command::Redo => {
                if !self.drop_hold() {
                    self.document.redo();
                }
            }
            Command::SelectAll => self.document.select_all(),
            Command::Delete => {
                self.drop_hold();
                self.document.apply(&Edit::Delete(selected));
            }
            Command::Duplicate => {
                let aside = Point::new(Surd::ONE, -Surd::ONE);
                self.document.apply(&Edit::Duplicate(selected, aside));
            }
            Command::TurnLeft => self.turn(1),
            Command::TurnRight => self.turn(-1),
            Command::OtherSide => self.other_side(),
            Command::Mirror => {
                self.document.apply(&Edit::Mirror);
            }
            Command::Reverse => {
                self.document.apply(&Edit::Reverse);
            }
            Command::Renumber => {
                self.document.apply(&Edit::CloseGaps);
            }
            Command::NudgeRight => nudge(self, 0, 1),
            Command::NudgeUp => nudge(self, 2, 1),
            Command::NudgeLeft => nudge(self, 4, 1),
            Command::NudgeDown => nudge(self, 6, 1),
            Command::NudgeFarRight => nudge(self, 0, 10),
            Command::NudgeFarUp => nudge(self, 2, 10),
            Command::NudgeFarLeft => nudge(self, 4, 10),
            Command::NudgeFarDown => nudge(self, 6, 10),
            Command::ToolSelect => self.take(Tool::Select),
            Command::ToolCorner => self.take(Tool::Corner),
            Command::ToolPitwall => self.take(Tool::Pitwall),
            Command::ZoomIn => self.board.zoom(super::board::ZOOM_STEP),
            Command::ZoomOut => self.board.zoom(1.0 / super::board::ZOOM_STEP),
            Command::Fit => self.board.fit(),
            Command::Escape => return self.escape(),
            _ => return false,
        }
        true
    }

    /// Leaves what is under way: the drag, then the tool, then the selection. Says whether there was anything to leave.
    pub fn escape(&mut self) -> bool {
        if self.drop_hold() {
            // A drag given up is a drag that never was.
            return true;
        }
        if self.desk.tool != Tool::Select {
            self.take(Tool::Select);
            return true;
        }
        let had = !self.document.selection().is_empty();
        self.document.selection_mut().clear();
        had
    }

    fn take(&mut self, tool: Tool) {
        self.drop_hold();
        self.desk.tool = tool;
        self.desk.facing = None;
    }

    /// Lets go of what the pointer holds. Says whether it held anything.
    fn drop_hold(&mut self) -> bool {
        let held = std::mem::take(&mut self.hold);
        if let Hold::Pieces(drag) = &held {
            let back = drag.back();
            self.document.apply_in(&back, Some(drag.gesture()));
            self.document.end();
        }
        !matches!(held, Hold::Nothing)
    }

    /// Turns the piece about to be placed, where it is to be seen; else what is selected.
    fn turn(&mut self, eighths: i64) {
        if self.desk.tool == Tool::Select || self.board.pointer().is_none() {
            let gesture = match &self.hold {
                Hold::Pieces(drag) => Some(drag.gesture()),
                _ => None,
            };
            let edit = Edit::Turn(self.document.selection().items().to_vec(), eighths);
            if gesture.is_none() {
                self.document.end();
            }
            self.document.apply_in(&edit, gesture);
        } else {
            let present = self.facing_of_next();
            self.desk.facing = Some(present.turned(eighths));
        }
    }

    /// The way the next piece would look where the pointer is.
    fn facing_of_next(&self) -> Direction {
        let place = self.desk.snap.place(self.board.pointer().unwrap_or_default());
        self.desk.facing.unwrap_or_else(|| match self.desk.tool {
            Tool::Pitwall => self.document.run_at(place),
            Tool::Corner | Tool::Select => self.document.facing_at(place),
        })
    }

    /// The selected corner is passed the other way.
    fn other_side(&mut self) {
        let Some(Piece::Corner(index)) = self.document.selection().lead() else { return };
        let draft = self.document.draft();
        let race = draft.direction.unwrap_or(Hand::Clockwise);
        let Some(corner) = draft.corners.get(index) else { return };
        let hand = if corner.hand.unwrap_or(race) == race { Some(race.flipped()) } else { None };
        self.document.apply(&Edit::Hand(index, hand));
    }
}
