//! A recorded race as everything above the rules sees it, whatever the game.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use super::file::FileError;
use super::line::{LineId, Step};
use super::recorder::Recorder;
use super::remarks::{Remarks, TurnMark};
use crate::game::scene::{Scene, Tag};
use crate::game::{
    CarId, Details, Entrant, Evaluation, Event, Forecast, GameInfo, Issue, LegalTurn, Place, Progress, Resource, Score,
    StateView, Throw,
};

/// A line of a race, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineView {
    /// Which.
    pub id: LineId,
    /// The line it departs from, and after how many turns; `None` for the main line.
    pub parent: Option<(LineId, usize)>,
    /// What it is called; may be empty.
    pub name: String,
    /// How many turns there are on it, those before it departs included.
    pub len: usize,
    /// How many lines lead to it from the main line.
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
    /// What somebody thinks of it.
    pub mark: Option<TurnMark>,
}

/// The turns of the line that was shown at some time, kept to find out how much of them is still as it was.
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

/// A recorded race, played through.
///
/// A race has a main line and may have variations; what is asked here about turns and positions is answered for the line
/// that is shown ([`shown_line`](Race::shown_line)), from the grid to its end.
///
/// Turns are counted from 1; a *position* `n` is the state after `n` turns, from 0 (the grid) to
/// [`len`](Race::len). Functions that take a position or turn beyond the end answer for the last one.
pub trait Race: Send + Sync {
    /// The facts that are the same in every race of the game.
    fn info(&self) -> &'static GameInfo;
    /// Compares the line that is shown with the best that could have been done; `None` where it was stopped.
    fn evaluate(&self, progress: Progress<'_>) -> Option<Evaluation>;
    /// What the line that is shown counts for at its end; none where the game gives no points.
    fn score(&self) -> Option<Score>;
    /// The same at position `at`, as if the race ended there.
    fn score_at(&self, at: usize) -> Option<Score>;
    /// How the next race of the championship begins, as files have it, after the line that is shown; none after the last
    /// race, before the end of one, and where there is no championship.
    fn next_setup(&self) -> Option<Value>;
    /// What a car has to expect of each way it could go on from position `at`; `None` where it was stopped.
    fn forecast(&self, at: usize, car: CarId, progress: Progress<'_>) -> Option<Forecast>;
    /// What cars have to spend, in the order of [`CarView::resources`](crate::game::CarView::resources).
    fn resources(&self) -> &[Resource];
    /// The race's name.
    fn title(&self) -> &str;
    /// What its circuit is called.
    fn track_name(&self) -> &str;
    /// The cars, in grid order: the place in this list gives a car its colour.
    fn entrants(&self) -> &[Entrant];
    /// How many laps are raced.
    fn laps(&self) -> u32;
    /// The edition that is played, where the game has several.
    fn edition(&self) -> Option<&'static str>;
    /// How many turns are recorded.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What turn `turn` (from 1) led to; `None` at position 0.
    fn step(&self, turn: usize) -> Option<&Step>;
    /// What the file has to say beside its turns, such as a fingerprint that does not match.
    fn issues(&self) -> &[Issue];
    /// The state at position `at`.
    fn view(&self, at: usize) -> StateView;
    /// What lies on the table at position `at` beside that.
    fn details(&self, at: usize) -> Details;
    /// A number that stands for the whole state at position `at`, the same on every machine.
    fn fingerprint(&self, at: usize) -> u64;
    /// Turn `turn` (from 1) in words; empty at position 0.
    fn describe(&self, turn: usize) -> String;
    /// Turn `turn` (from 1) as its file holds it; `null` at position 0.
    ///
    /// # Errors
    /// Where it cannot be written as JSON.
    fn turn_json(&self, turn: usize) -> Result<Value, FileError>;
    /// Turn `turn` (from 1) in one line of the game's notation; empty at position 0.
    fn notation(&self, turn: usize) -> String;
    /// The race up to position `at` as text: how it begins, a blank line, one line a turn.
    fn notation_text(&self, at: usize) -> String;
    /// The picture at position `at`: the track, the cars, the turn that led there and the paths of `trail` turns
    /// before it.
    fn scene(&self, at: usize, trail: usize) -> Scene;
    /// The track alone, with some pieces marked.
    fn track_scene(&self, highlight: &[Tag]) -> Scene;
    /// Where the car to act at position `at` may, and may not, be put.
    fn places(&self, at: usize) -> Vec<Place>;
    /// What a question about a field of a turn is called, or one of its values, where the field's name says too little.
    fn words_for(&self, field: &str, value: Option<&Value>) -> Option<String>;
    /// The sides of the die that decides a field of a turn, each as the field's value, with repetitions; empty where none
    /// does.
    fn sides(&self, turn: &Value, field: &str) -> Vec<Value>;
    /// The dice that fall due behind the decisions of a turn at position `at`, in order.
    fn throws(&self, at: usize, turn: &Value) -> Vec<Throw>;
    /// That turn when the first of these dice show this; none where that is no legal turn.
    fn with_throws(&self, at: usize, turn: &Value, faces: &[u8]) -> Option<Value>;
    /// Every turn the car to act at position `at` may play, as files hold them.
    ///
    /// # Errors
    /// Where one cannot be written as JSON.
    fn legal_turns(&self, at: usize) -> Result<Vec<LegalTurn<Value>>, FileError>;
    /// What playing this turn at position `at` would do, and how it would all stand then; none where it may not be played.
    fn outcome(&self, at: usize, turn: &Value) -> Option<(Vec<Event>, StateView)>;
    /// All lines: the main line first, then the variations in the order they came.
    fn lines(&self) -> Vec<LineView>;
    /// Which line was raced.
    fn main_line(&self) -> LineId;
    /// How many variations there are.
    fn variations(&self) -> usize;
    /// The line that answers.
    fn shown_line(&self) -> LineId;
    /// Turn `turn` (from 1) of any line.
    fn turn_of(&self, line: LineId, turn: usize) -> Option<TurnView>;
    /// What is written beside the turns of the line that is shown, those before it departs included.
    fn remarks(&self) -> Remarks;
    /// The race as its file, with all lines; with its circuit inside it where `whole` says so.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn file_text(&self, whole: bool) -> Result<String, FileError>;
    /// What records into it, where it can be changed.
    fn recorder(&mut self) -> Option<&mut dyn Recorder>;
    /// What has been recorded, where it can be changed.
    fn recorded(&self) -> Option<&dyn Recorder>;
    /// What the line that is shown is like now. Takes no time worth mentioning: it shares the turns.
    fn past(&self) -> Past;
    /// Up to which position the line that is shown, this one or another, is what the line was that was shown then: the
    /// states and what led to them are the very same.
    fn same_since(&self, past: &Past) -> usize;
    /// The same race again, to be changed while somebody looks at this one; it shares the states.
    fn copied(&self) -> Option<Arc<dyn Race>>;
}
