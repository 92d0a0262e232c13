//! What the window shows, as far as commands ask whether they make sense.

use crate::editor::sketch::{Action, Tool};

/// What a command has to know to tell whether it makes sense now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub struct Situation {
    /// A document is shown.
    pub document: bool,
    /// It is a race.
    pub race: bool,
    /// It is a circuit.
    pub circuit: bool,
    /// The tools of its game.
    pub tools: &'static [Tool],
    /// The actions of its game.
    pub actions: &'static [Action],
    /// Those that make sense for what is selected, by their places, as bits.
    pub able: u32,
    /// Its game's shapes snap to others.
    pub snaps: bool,
    /// Its game has zones that can be shown.
    pub zones: bool,
    /// Something is known about what is in reach on it.
    pub reach: bool,
    /// An issue can be fixed by itself.
    pub fixable: bool,
    /// There is a document to turn to: another one, and from the welcome page any.
    pub several: bool,
    /// There is an edit to take back.
    pub can_undo: bool,
    /// There is one to repeat.
    pub can_redo: bool,
    /// Something is selected.
    pub selection: bool,
    /// It is one shape that more points can be put into.
    pub line: bool,
    /// How many parts are selected.
    pub selected: usize,
    /// A line is being drawn.
    pub drawing: bool,
    /// There is a picture under the board.
    pub picture: bool,
    /// It is being proved that the circuit can be raced.
    pub proving: bool,
    /// It has been.
    pub proved: bool,
    /// It is a race that can be compared with the best there is.
    pub comparable: bool,
    /// It is being compared.
    pub comparing: bool,
    /// It has been.
    pub compared: bool,
    /// It is a race whose game gives points.
    pub points: bool,
    /// It is over, and its championship goes on.
    pub next_race: bool,
    /// It is one of a game that can tell what each way to go on promises.
    pub forecastable: bool,
    /// That is being worked out.
    pub forecasting: bool,
    /// The race is at its first position.
    pub at_first: bool,
    /// The race is at its last.
    pub at_last: bool,
    /// Turns are being recorded: the number keys choose.
    pub recording: bool,
    /// The race is in the Analysis workspace.
    pub analysis: bool,
    /// A variation is shown, not what was raced.
    pub variation: bool,
}

// When a row of the table makes sense.

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

pub(super) const fn two(situation: &Situation) -> bool {
    situation.circuit && situation.selected > 1
}

pub(super) const fn three(situation: &Situation) -> bool {
    situation.circuit && situation.selected > 2
}

pub(super) const fn selected_or_drawing(situation: &Situation) -> bool {
    situation.circuit && (situation.selection || situation.drawing)
}
