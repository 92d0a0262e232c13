//! The situation of the window: the facts that decide which commands are enabled.

use crate::editor::sketch::{Action, Tool};

/// The facts that decide which commands are enabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each field is an independent fact")]
pub struct Situation {
    /// Whether a document is on screen.
    pub document: bool,
    /// Whether the document is a race.
    pub race: bool,
    /// Whether the document is a circuit.
    pub circuit: bool,
    /// The tools of the circuit's game.
    pub tools: &'static [Tool],
    /// The actions of the circuit's game.
    pub actions: &'static [Action],
    /// The actions that can be applied to the selection, as bits. Bit `n` is set if the action with index `n` can be
    /// applied.
    pub able: u32,
    /// Whether shapes of the circuit can snap to other shapes. In some games, they can snap only to the grid.
    pub snaps: bool,
    /// Whether the circuit's game has zones, such as the pit lane, that the board can show.
    pub zones: bool,
    /// Whether a search has found the points that a car can reach, so that the board can show them.
    pub reach: bool,
    /// Whether any issue of the circuit has a suggested fix.
    pub fixable: bool,
    /// Whether there is another document to switch to. On the welcome page, one open document is enough.
    pub several: bool,
    /// Whether there is an edit to undo.
    pub can_undo: bool,
    /// Whether there is an edit to redo.
    pub can_redo: bool,
    /// Whether anything is selected.
    pub selection: bool,
    /// Whether the selection can be rotated and mirrored, or the whole circuit if nothing is selected.
    pub can_turn: bool,
    /// Whether the selected shapes can become a group.
    pub can_group: bool,
    /// Whether a selected shape is in a group.
    pub can_ungroup: bool,
    /// Whether exactly one shape is selected, and points can be added to this shape.
    pub line: bool,
    /// The number of selected shapes and points.
    pub selected: usize,
    /// Whether the user is drawing a shape point by point.
    pub drawing: bool,
    /// Whether the circuit has a reference picture.
    pub picture: bool,
    /// Whether a search for the fastest lap is running.
    pub proving: bool,
    /// Whether the last search found something to draw, such as a lap, even if the lap is not proved to be the fastest.
    pub proved: bool,
    /// Whether all cars of this game move at the same time.
    pub simultaneous: bool,
    /// Whether the moves of the race are entered in secret.
    pub secret: bool,
    /// Whether the program can compare races of this game with best play.
    pub comparable: bool,
    /// Whether the race is being compared with best play.
    pub comparing: bool,
    /// Whether the race has been compared with best play.
    pub compared: bool,
    /// Whether the race's game awards points for the results of races.
    pub points: bool,
    /// Whether the race is over and its championship has another race.
    pub next_race: bool,
    /// Whether the race's game has strategy forecasts.
    pub forecastable: bool,
    /// Whether a forecast is being computed.
    pub forecasting: bool,
    /// Whether computer drivers are choosing a turn or racing.
    pub driving: bool,
    /// Whether the grid is on screen: no turn has been played.
    pub at_first: bool,
    /// Whether the end of the race is on screen: all turns have been played.
    pub at_last: bool,
    /// Whether the recording panel is open. Number keys then choose among the possible turns.
    pub recording: bool,
    /// Whether the line in which turns are typed has a text.
    pub half_typed: bool,
    /// Whether the race is shown in the Analysis workspace.
    pub analysis: bool,
    /// Whether a stretch is selected: a range of turns, or a part of the lap.
    pub stretch: bool,
    /// Whether a variation is on screen instead of the main line.
    pub variation: bool,
}

impl Situation {
    /// Returns the situation in which the largest number of commands of this workspace and game are enabled. A command
    /// that is disabled even in this situation is never enabled there.
    #[must_use]
    pub const fn at_its_best(self) -> Self {
        let Self { document, circuit, race, comparable, forecastable, points, .. } = self;
        Self {
            able: u32::MAX,
            reach: circuit,
            fixable: circuit,
            several: true,
            can_undo: document,
            can_redo: document,
            selection: circuit,
            can_turn: circuit,
            line: circuit,
            selected: usize::MAX,
            drawing: circuit,
            picture: circuit,
            proving: circuit,
            proved: circuit,
            comparing: comparable,
            compared: comparable,
            next_race: points,
            forecasting: forecastable,
            driving: race,
            at_first: false,
            at_last: false,
            recording: false,
            half_typed: false,
            stretch: race,
            variation: race,
            ..self
        }
    }
}

// Conditions under which the commands of the table are enabled.

pub(super) const fn always(_: &Situation) -> bool {
    true
}

pub(super) const fn document(situation: &Situation) -> bool {
    situation.document
}

pub(super) const fn circuit(situation: &Situation) -> bool {
    situation.circuit
}

pub(super) const fn race(situation: &Situation) -> bool {
    situation.race
}

/// Computer drivers wait while moves are secret.
pub(super) const fn open_race(situation: &Situation) -> bool {
    situation.race && !situation.secret
}

pub(super) const fn replay(situation: &Situation) -> bool {
    situation.race && !situation.analysis
}

pub(super) const fn analysis(situation: &Situation) -> bool {
    situation.race && situation.analysis
}

pub(super) const fn several(situation: &Situation) -> bool {
    situation.several
}

pub(super) const fn onwards(situation: &Situation) -> bool {
    situation.race && !situation.at_last
}

pub(super) const fn back(situation: &Situation) -> bool {
    situation.race && !situation.at_first
}

pub(super) const fn variation(situation: &Situation) -> bool {
    situation.race && situation.variation
}

pub(super) const fn markable(situation: &Situation) -> bool {
    situation.race && !situation.at_first && !situation.recording
}

pub(super) const fn selected(situation: &Situation) -> bool {
    situation.circuit && situation.selection
}

pub(super) const fn line(situation: &Situation) -> bool {
    situation.circuit && situation.line
}

pub(super) const fn picture(situation: &Situation) -> bool {
    situation.circuit && situation.picture
}

pub(super) const fn turning(situation: &Situation) -> bool {
    situation.circuit && situation.can_turn
}

pub(super) const fn two(situation: &Situation) -> bool {
    situation.circuit && situation.selected > 1
}

pub(super) const fn three(situation: &Situation) -> bool {
    situation.circuit && situation.selected > 2
}

pub(super) const fn selected_or_drawing(situation: &Situation) -> bool {
    situation.circuit && (situation.selection || situation.drawing)
}
