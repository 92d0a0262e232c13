//! Carries out the commands of the table that are for circuits.

use super::board::Hold;
use super::{EditorTab, Tool};
use crate::app::board::view::ZOOM_STEP;
use crate::app::commands::{Command, Nudge, Situation};
use crate::editor::{Axis, Edit, Grid, Piece};
use crate::games::vektorace::{Keep, LimitDraft};
use crate::geometry::{Direction, Point, Surd};

impl EditorTab {
    /// What the command table has to know about this document.
    #[must_use]
    pub fn situation(&self) -> Situation {
        let history = self.document.history();
        let selected = self.document.selection().items();
        Situation {
            document: true,
            circuit: true,
            can_undo: history.undo_title().is_some(),
            can_redo: history.redo_title().is_some(),
            selection: !selected.is_empty(),
            corner: selected.iter().any(|piece| matches!(piece, Piece::Corner(_))),
            limit: self.document.open_limits().next().is_some(),
            selected: selected.len(),
            picture: self.document.draft().reference.is_some(),
            drawing: !self.desk.outline.is_empty(),
            proving: self.proof.is_running(),
            proved: self.proof.solution(self.document.revision()).is_some_and(|found| found.quickest.is_some()),
            ..Situation::default()
        }
    }

    /// Carries out a command of the table, if it is one for circuits. Says whether it was.
    pub fn run(&mut self, command: Command) -> bool {
        let selected = self.document.selection().items().to_vec();
        if let Some((direction, nudge)) = command.nudge() {
            // In hundredths of an octagon.
            let hundredths = match nudge {
                Nudge::Usual => 25,
                Nudge::Far => 100,
                Nudge::Fine => 1,
            };
            let gesture = *self.nudging.get_or_insert_with(|| self.document.begin());
            let edit = self.document.nudge(Direction::new(direction), hundredths);
            self.document.apply_in(&edit, Some(gesture));
            return true;
        }
        if let Some(alignment) = command.alignment() {
            self.document.apply(&Edit::Align(selected, alignment));
            return true;
        }
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
            Command::Delete => self.delete(selected),
            Command::Duplicate => {
                let aside = Point::new(Surd::ONE, -Surd::ONE);
                self.document.apply(&Edit::Duplicate(selected, aside));
            }
            Command::TurnLeft => self.turn(1),
            Command::TurnRight => self.turn(-1),
            Command::TurnEachLeft => {
                self.document.apply(&Edit::Turn(selected, 1));
            }
            Command::TurnEachRight => {
                self.document.apply(&Edit::Turn(selected, -1));
            }
            Command::FlipCurb => {
                let corners = selected.into_iter().filter(|piece| matches!(piece, Piece::Corner(_))).collect();
                self.document.apply(&Edit::Turn(corners, 4));
            }
            Command::OtherSide => {
                let corners = selected.into_iter().filter(|piece| matches!(piece, Piece::Corner(_))).collect();
                self.document.apply(&Edit::FlipHand(corners));
            }
            Command::Mirror => {
                self.document.apply(&Edit::Mirror(selected, Axis::Horizontal));
            }
            Command::MirrorUpright => {
                self.document.apply(&Edit::Mirror(selected, Axis::Vertical));
            }
            Command::DistributeAcross => {
                self.document.apply(&Edit::Distribute(selected, Axis::Horizontal));
            }
            Command::DistributeUp => {
                self.document.apply(&Edit::Distribute(selected, Axis::Vertical));
            }
            Command::RotateLeft => {
                self.document.apply(&Edit::RotateCircuit(1));
            }
            Command::RotateRight => {
                self.document.apply(&Edit::RotateCircuit(-1));
            }
            Command::Reverse => {
                self.document.apply(&Edit::Reverse);
            }
            Command::Renumber => {
                self.document.apply(&Edit::CloseGaps);
            }
            Command::PassEarlier => self.pass(-1),
            Command::PassLater => self.pass(1),
            Command::Mend => {
                let mend = (0..self.document.issues().len()).find_map(|index| self.document.mend(index));
                if let Some(edit) = mend {
                    self.document.apply(&edit);
                }
            }
            Command::SwitchKeep => self.switch_keep(),
            Command::AddPoint => self.add_point(),
            Command::FinishLimit => self.finish_limit(),
            Command::ToolSelect => self.take(Tool::Select),
            Command::ToolCorner => self.take(Tool::Corner),
            Command::ToolPitwall => self.take(Tool::Pitwall),
            Command::ToolNumber => self.take(Tool::Number),
            Command::ToolLimit => self.take(Tool::Limit),
            Command::ToolLabel => self.take(Tool::Label),
            Command::ToolPicture => self.take(Tool::Picture),
            Command::ToolMeasure => self.take(Tool::Measure),
            Command::RemovePicture => {
                self.take(Tool::Select);
                self.document.apply(&Edit::Reference(None));
            }
            Command::SnapGrid => {
                let grid = &mut self.desk.snap.grid;
                *grid = if *grid == Grid::Off { Grid::default() } else { Grid::Off };
            }
            Command::SnapSteps => self.desk.snap.steps = !self.desk.snap.steps,
            Command::SnapEdges => self.desk.snap.edges = !self.desk.snap.edges,
            Command::ShowZones => self.desk.zones = !self.desk.zones,
            Command::StopProof => self.proof.stop(),
            Command::ShowRacingLine => self.proof.line = !self.proof.line,
            Command::ShowReach => self.proof.reach = !self.proof.reach,
            Command::ZoomIn => self.board.zoom(ZOOM_STEP),
            Command::ZoomOut => self.board.zoom(1.0 / ZOOM_STEP),
            Command::Fit => self.board.fit(),
            Command::Escape => return self.escape(),
            _ => return false,
        }
        true
    }

    /// Leaves what is under way: the drag, the track limit being drawn, the tool, then the selection. Says whether
    /// there was anything to leave.
    pub fn escape(&mut self) -> bool {
        if self.drop_hold() {
            // A drag given up is a drag that never was.
            return true;
        }
        if !self.desk.outline.is_empty() {
            self.desk.outline.clear();
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

    pub(super) fn take(&mut self, tool: Tool) {
        self.drop_hold();
        self.document.end();
        self.desk.tool = tool;
        self.desk.facing = None;
        self.desk.outline.clear();
        self.desk.counted.clear();
        self.desk.counting = None;
        self.desk.measured.points.clear();
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

    fn delete(&mut self, selected: Vec<Piece>) {
        if self.desk.outline.pop().is_some() {
            // While a track limit is drawn it is its last point that goes.
            return;
        }
        self.drop_hold();
        self.document.apply(&Edit::Delete(selected));
    }

    /// Turns the piece about to be placed, where it is to be seen; else what the pointer holds, or what is selected.
    fn turn(&mut self, eighths: i64) {
        if matches!(self.desk.tool, Tool::Corner | Tool::Pitwall) && self.board.pointer().is_some() {
            let present = self.facing_of_next();
            self.desk.facing = Some(present.turned(eighths));
        } else if let Hold::Pieces(drag) = &mut self.hold {
            self.document.turn_held(drag, eighths);
        } else {
            let selected = self.document.selection().items().to_vec();
            self.document.turn(&selected, eighths);
        }
    }

    /// The way the next piece would look where the pointer is.
    pub(super) fn facing_of_next(&self) -> Direction {
        let place = self.desk.snap.grid.place(self.board.pointer().unwrap_or_default());
        self.desk.facing.unwrap_or_else(|| match self.desk.tool {
            Tool::Pitwall => self.document.run_at(place),
            _ => self.document.facing_at(place),
        })
    }

    /// The selected corner changes places with the one passed before or after it.
    fn pass(&mut self, by: i64) {
        let Some(Piece::Corner(index)) = self.document.selection().lead() else { return };
        let Some(corner) = self.document.draft().corners.get(index) else { return };
        if let Ok(number) = u32::try_from(i64::from(corner.number) + by)
            && number >= 1
        {
            self.document.apply(&Edit::Number(index, number));
        }
    }

    fn switch_keep(&mut self) {
        self.document.end();
        let gesture = self.document.begin();
        let limits: Vec<usize> = self.document.open_limits().collect();
        for index in limits {
            let keep = match self.document.draft().limits.get(index).map(|limit| limit.keep) {
                Some(Keep::Out) => Keep::In,
                _ => Keep::Out,
            };
            self.document.apply_in(&Edit::Keep(index, keep), Some(gesture));
        }
        self.document.end();
    }

    /// A point in the middle of an edge: of the one after the selected point, or of the longest.
    fn add_point(&mut self) {
        let Some(lead) = self.document.selection().lead() else { return };
        let draft = self.document.draft();
        let (limit, edge) = match lead {
            Piece::LimitCorner(limit, corner) => (limit, Some(corner)),
            Piece::Limit(limit) => (limit, None),
            _ => return,
        };
        let Some(outline) = draft.limits.get(limit).map(|drawn| &drawn.outline) else { return };
        let middle = |place: usize| {
            let (from, to) = (outline.get(place)?.to_f64(), outline.get((place + 1) % outline.len())?.to_f64());
            let length = (from[0] - to[0]).hypot(from[1] - to[1]);
            Some((length, [f64::midpoint(from[0], to[0]), f64::midpoint(from[1], to[1])]))
        };
        let longest = (0..outline.len()).max_by(|a, b| {
            let length = |place: usize| middle(place).map_or(0.0, |(length, _)| length);
            length(*a).total_cmp(&length(*b))
        });
        let Some(edge) = edge.or(longest) else { return };
        if let Some((_, at)) = middle(edge) {
            let at = crate::editor::place_at(at[0], at[1]);
            self.document.apply(&Edit::InsertLimitCorner(limit, edge + 1, at));
        }
    }

    /// Closes the track limit being drawn, if it has corners enough; the tool stays in hand for the next.
    pub(super) fn finish_limit(&mut self) {
        if self.desk.outline.len() < 3 {
            return;
        }
        let outline = std::mem::take(&mut self.desk.outline);
        self.document.apply(&Edit::PlaceLimit(LimitDraft { keep: Keep::Out, outline }));
        self.take(Tool::Select);
    }
}
