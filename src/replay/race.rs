//! A recorded race of any game, as the modules above the rules see it.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use super::file::FileError;
use super::line::{LineId, Step};
use super::recorder::Recorder;
use super::remarks::{Remarks, TurnMark};
use crate::game::scene::{Scene, Style, Tag};
use crate::game::{
    CarId, Details, Entrant, Evaluation, Event, Forecast, GameInfo, Issue, LegalTurn, Place, Progress, Resource, Score,
    StateView, Throw,
};

/// A line of a race, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineView {
    /// Its id.
    pub id: LineId,
    /// The line it leaves, and after how many turns; `None` for the main line.
    pub parent: Option<(LineId, usize)>,
    /// Its name; may be empty.
    pub name: String,
    /// The number of turns on it, including those before it leaves its parent.
    pub len: usize,
    /// The number of lines from the main line to it.
    pub depth: usize,
}

/// A turn of any line, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnView {
    /// The car.
    pub car: CarId,
    /// The turn in one line of the game's notation.
    pub notation: String,
    /// Whether it breaks a rule.
    pub illegal: bool,
    /// The players' mark for it.
    pub mark: Option<TurnMark>,
}

/// A copy of the shown line at an earlier time, to find out how much of it is unchanged.
#[derive(Default)]
pub struct Past(Option<Box<dyn Any + Send + Sync>>);

impl Past {
    pub(super) fn new(turns: impl Any + Send + Sync) -> Self {
        Self(Some(Box::new(turns)))
    }

    pub(super) fn turns<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.downcast_ref()
    }
}

/// A recorded race with the state after every turn.
///
/// A race has a main line and may have variations. Functions about turns and positions refer to the shown line
/// ([`shown_line`](Race::shown_line)), from the grid to its end.
///
/// Turns are counted from 1; a *position* `n` is the state after `n` turns, from 0 (the grid) to
/// [`len`](Race::len). Functions that take a position or turn beyond the end answer for the last one.
pub trait Race: Send + Sync {
    /// The facts that are the same in every race of the game.
    fn info(&self) -> &'static GameInfo;
    /// Compares the shown line with the best play; `None` if stopped, or if the game has no evaluation.
    fn evaluate(&self, progress: Progress<'_>) -> Option<Evaluation>;
    /// The points of the shown line at its end; `None` if the game gives no points.
    fn score(&self) -> Option<Score>;
    /// The points at position `at`, as if the race ended there.
    fn score_at(&self, at: usize) -> Option<Score>;
    /// The setup of the championship's next race, as in files, after the shown line. `None` if this race is not over,
    /// was the last one, or is not part of a championship.
    fn next_setup(&self) -> Option<Value>;
    /// Forecasts each strategy open to a car at position `at`; `None` if stopped, or if the game has no forecast.
    fn forecast(&self, at: usize, car: CarId, progress: Progress<'_>) -> Option<Forecast>;
    /// The resources of the cars, in the order of [`CarView::resources`](crate::game::CarView::resources).
    fn resources(&self) -> &[Resource];
    /// The race's title.
    fn title(&self) -> &str;
    /// The name of its circuit.
    fn track_name(&self) -> &str;
    /// The cars, in grid order. A car's index in this list gives its colour.
    fn entrants(&self) -> &[Entrant];
    /// The number of laps of the race.
    fn laps(&self) -> u32;
    /// The edition; `None` if the game has only one.
    fn edition(&self) -> Option<&'static str>;
    /// The number of recorded turns.
    fn len(&self) -> usize;
    /// Whether no turn is recorded.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The result of turn `turn` (from 1); `None` at position 0.
    fn step(&self, turn: usize) -> Option<&Step>;
    /// Issues of the file beside its turns, such as a fingerprint that does not match.
    fn issues(&self) -> &[Issue];
    /// The state at position `at`.
    fn view(&self, at: usize) -> StateView;
    /// The facts at position `at` that only this game has.
    fn details(&self, at: usize) -> Details;
    /// A number that identifies the whole state at position `at`, the same on every machine.
    fn fingerprint(&self, at: usize) -> u64;
    /// Describes turn `turn` (from 1) in words; empty at position 0.
    fn describe(&self, turn: usize) -> String;
    /// Turn `turn` (from 1), as in files; `null` at position 0.
    ///
    /// # Errors
    /// Returns an error if it cannot be written as JSON.
    fn turn_json(&self, turn: usize) -> Result<Value, FileError>;
    /// Turn `turn` (from 1) in one line of the game's notation; empty at position 0.
    fn notation(&self, turn: usize) -> String;
    /// The race up to position `at` as text: tags, circuit and setup, a blank line, and one line for each turn.
    fn notation_text(&self, at: usize) -> String;
    /// Draws position `at`: the track, the cars, the last turn, and the paths of `trail` turns before it.
    fn scene(&self, at: usize, trail: usize) -> Scene;
    /// Draws the track alone, with some pieces marked.
    fn track_scene(&self, highlight: &[Tag]) -> Scene;
    /// The places for the car to act at position `at`, legal and illegal.
    fn places(&self, at: usize) -> Vec<Place>;
    /// Names a field of a turn, or one of its values, for questions to the player. `None` if the name in files is
    /// clear.
    fn words_for(&self, field: &str, value: Option<&Value>) -> Option<String>;
    /// The sides of the die that decides a field of a turn at position `at`, as values of the field, with repetitions.
    /// Empty if no die decides it.
    fn sides(&self, at: usize, turn: &Value, field: &str) -> Vec<Value>;
    /// The dice that are rolled after the decisions of a turn at position `at`, in order.
    fn throws(&self, at: usize, turn: &Value) -> Vec<Throw>;
    /// The turn with these results for its first dice; `None` if that turn is not legal.
    fn with_throws(&self, at: usize, turn: &Value, faces: &[u8]) -> Option<Value>;
    /// All legal turns at position `at`, as in files.
    ///
    /// # Errors
    /// Returns an error if a turn cannot be written as JSON.
    fn legal_turns(&self, at: usize) -> Result<Vec<LegalTurn<Value>>, FileError>;
    /// The events of playing this turn at position `at`, and the state after it; `None` if the turn is illegal.
    fn outcome(&self, at: usize, turn: &Value) -> Option<(Vec<Event>, StateView)>;
    /// The styles of the board and their meaning, in the order of a legend.
    fn legend(&self) -> &'static [(Style, &'static str)];
    /// The drawing of the cars after this turn at position `at`, with the move that led there; `None` if the turn is
    /// illegal. It has no circuit.
    fn scene_after(&self, at: usize, turn: &Value) -> Option<Scene>;
    /// All lines: the main line first, then the variations in the order of their creation.
    fn lines(&self) -> Vec<LineView>;
    /// The id of the main line.
    fn main_line(&self) -> LineId;
    /// The number of variations.
    fn variations(&self) -> usize;
    /// The line that is shown.
    fn shown_line(&self) -> LineId;
    /// Turn `turn` (from 1) of any line.
    fn turn_of(&self, line: LineId, turn: usize) -> Option<TurnView>;
    /// The remarks on the turns of the shown line, including those before it leaves its parent.
    fn remarks(&self) -> Remarks;
    /// The race as the text of a file, with all lines. If `whole` is true, it includes its circuit.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    fn file_text(&self, whole: bool) -> Result<String, FileError>;
    /// The recorder, if the race can be changed.
    fn recorder(&mut self) -> Option<&mut dyn Recorder>;
    /// The recorder for reading, if the race can be changed.
    fn recorded(&self) -> Option<&dyn Recorder>;
    /// A copy of the shown line as it is now. Fast: it shares the turns.
    fn past(&self) -> Past;
    /// The position up to which the line shown now is the line in `past`, with identical states.
    fn same_since(&self, past: &Past) -> usize;
    /// A copy of the race that can be changed while others use this one; it shares the states.
    fn copied(&self) -> Option<Arc<dyn Race>>;
}
