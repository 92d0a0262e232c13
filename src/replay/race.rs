//! A recorded race of any game. A trait hides the types of the game.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use super::file::FileError;
use super::line::{LineId, Step};
use super::recorder::Recorder;
use super::remarks::{Remarks, TurnMark};
use crate::game::scene::{Scene, Style, Tag};
use crate::game::{
    AnyDraft, CarId, CornerSpan, Details, Entrant, Evaluation, Event, Forecast, GameInfo, Issue, LegalTurn, Place,
    Progress, ProvedLap, Resource, Score, StateView, Throw,
};

/// A line of play as lists show it. It is the main line or a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineView {
    /// The id of the line.
    pub id: LineId,
    /// The line from which this line branches off, and the number of turns before the branch point. `None` for the
    /// main line.
    pub parent: Option<(LineId, usize)>,
    /// The name of the variation; may be empty.
    pub name: String,
    /// The number of turns from the grid to the end of the line. The turns before the branch point are included.
    pub len: usize,
    /// The depth of the line in the tree of variations: 0 for the main line, 1 for its variations, and so on.
    pub depth: usize,
}

/// A turn of any line of play, as it is shown in lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnView {
    /// The car whose turn it is.
    pub car: CarId,
    /// The turn in one line of the game's notation.
    pub notation: String,
    /// Whether the turn breaks a rule.
    pub illegal: bool,
    /// The players' mark for the turn, such as `!?`. `None` if the turn has no mark.
    pub mark: Option<TurnMark>,
}

/// A snapshot of the line of play that is shown. [`Race::past`] takes the snapshot. [`Race::same_since`] compares it
/// with the line that is shown later.
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
/// A race has a main line and may have variations. One line of play is shown ([`shown_line`](Race::shown_line)).
/// Functions about turns and positions refer to this line, from the grid to its end.
///
/// Turns are counted from 1. A *position* `n` is the state after `n` turns, from 0 (the grid) to [`len`](Race::len). If
/// a position or turn is beyond the end, functions use the last position or turn.
pub trait Race: Send + Sync {
    /// The facts that are the same in every race of the game.
    fn info(&self) -> &'static GameInfo;
    /// The circuit of the race.
    fn draft(&self) -> AnyDraft;
    /// Compares the line of play that is shown with the best play. `None` if `progress` stopped the work, or if the
    /// game has no evaluation.
    fn evaluate(&self, progress: Progress<'_>) -> Option<Evaluation>;
    /// Whether [`proved_lap`](Self::proved_lap) can prove a lap of this race. The answer needs no search.
    ///
    /// # Errors
    /// Returns the reason, as a sentence, if the rules of the game or of this race make a proof impossible.
    fn can_prove_lap(&self) -> Result<(), String>;
    /// The fastest lap of a car alone on the circuit, from the grid of this race. A search proves that no lap is
    /// faster. `None` if `progress` stopped the search.
    ///
    /// # Errors
    /// Returns the reason, as a sentence, if no lap could be proved.
    fn proved_lap(&self, progress: Progress<'_>) -> Option<Result<ProvedLap, String>>;
    /// The points that are awarded if the race ends with the last turn of the line of play that is shown. `None` if the
    /// game awards no points.
    fn score(&self) -> Option<Score>;
    /// The points that are awarded if the race ends after `at` turns. `None` if the game awards no points.
    fn score_at(&self, at: usize) -> Option<Score>;
    /// The setup of the next race of the championship, in the form used in files. It is based on the result at the end
    /// of the line of play that is shown. `None` if this race is not over, is not part of a championship, or was the
    /// last race of its championship.
    fn next_setup(&self) -> Option<Value>;
    /// Forecasts the number of turns that a car still needs to the finish after `at` turns, with each strategy. `None`
    /// if `progress` stopped the work, or if the game has no forecast.
    fn forecast(&self, at: usize, car: CarId, progress: Progress<'_>) -> Option<Forecast>;
    /// The resources of the cars in this race, in the order of
    /// [`CarView::resources`](crate::game::CarView::resources).
    fn resources(&self) -> &[Resource];
    /// The race's title.
    fn title(&self) -> &str;
    /// The name of the circuit on which the race is driven.
    fn track_name(&self) -> &str;
    /// The cars, in grid order. The colour of a car depends on its index in this list.
    fn entrants(&self) -> &[Entrant];
    /// The number of laps of the race.
    fn laps(&self) -> u32;
    /// The edition of the rules. `None` if the game has only one edition.
    fn edition(&self) -> Option<&'static str>;
    /// The number of recorded turns of the line of play that is shown.
    fn len(&self) -> usize;
    /// Whether the line of play that is shown has no turns.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The result of turn `turn` (from 1). `None` if `turn` is 0.
    fn step(&self, turn: usize) -> Option<&Step>;
    /// The issues of the file other than illegal turns, such as a fingerprint that does not match.
    fn issues(&self) -> &[Issue];
    /// The state after `at` turns.
    fn view(&self, at: usize) -> StateView;
    /// The corners of the circuit along the lap, in driving order. Empty in games without numbered corners.
    fn corner_spans(&self) -> Vec<CornerSpan>;
    /// Game-specific facts about the state after `at` turns, such as the weather.
    fn details(&self, at: usize) -> Details;
    /// A number that identifies the whole state after `at` turns. It is the same on every machine.
    fn fingerprint(&self, at: usize) -> u64;
    /// Describes turn `turn` (from 1) in words. Empty if `turn` is 0.
    fn describe(&self, turn: usize) -> String;
    /// Turn `turn` (from 1), in the form used in files. `null` if `turn` is 0.
    ///
    /// # Errors
    /// Returns an error if the turn cannot be written as JSON.
    fn turn_json(&self, turn: usize) -> Result<Value, FileError>;
    /// Turn `turn` (from 1) in one line of the game's notation. Empty if `turn` is 0.
    fn notation(&self, turn: usize) -> String;
    /// The first `at` turns of the race as text: tags, circuit and setup, a blank line, and one line for each turn.
    fn notation_text(&self, at: usize) -> String;
    /// Draws the race after `at` turns: the track, the cars, the last turn, and the paths of the `trail` turns before
    /// the last turn.
    fn scene(&self, at: usize, trail: usize) -> Scene;
    /// Draws the track alone, and marks the pieces in `highlight`.
    fn track_scene(&self, highlight: &[Tag]) -> Scene;
    /// The places on the board where the move after the first `at` turns could end. The list contains legal and illegal
    /// places.
    fn places(&self, at: usize) -> Vec<Place>;
    /// Returns the words for a turn's field, for questions to the player. If `value` is given, returns the words for
    /// this value of the field instead. Returns `None` if the name used in files is clear enough.
    fn words_for(&self, field: &str, value: Option<&Value>) -> Option<String>;
    /// For each face of a die, lists the value that the field gets if the die shows this face. The same value can be
    /// listed several times. The turn is played after `at` turns. Empty if the field does not depend on a die.
    fn sides(&self, at: usize, turn: &Value, field: &str) -> Vec<Value>;
    /// The dice that are rolled once all decisions of this turn are made, in order. The turn is played after `at`
    /// turns.
    fn throws(&self, at: usize, turn: &Value) -> Vec<Throw>;
    /// Returns a copy of `turn` in which the first dice show `faces`. The turn is played after `at` turns. `None` if
    /// the copy is not a legal turn.
    fn with_throws(&self, at: usize, turn: &Value, faces: &[u8]) -> Option<Value>;
    /// All legal turns after the first `at` turns, in the form used in files.
    ///
    /// # Errors
    /// Returns an error if a turn cannot be written as JSON.
    fn legal_turns(&self, at: usize) -> Result<Vec<LegalTurn<Value>>, FileError>;
    /// Plays this turn after the first `at` turns, without recording it. Returns its events and the state after it.
    /// Returns `None` if the turn is illegal.
    fn outcome(&self, at: usize, turn: &Value) -> Option<(Vec<Event>, StateView)>;
    /// The entries of the board's legend, in order. Each entry has a drawing style and the meaning of this style.
    fn legend(&self) -> &'static [(Style, &'static str)];
    /// Draws the position that this turn leads to if it is played after the first `at` turns: the cars and the turn's
    /// move, without the circuit. `None` if the turn is illegal.
    fn scene_after(&self, at: usize, turn: &Value) -> Option<Scene>;
    /// All lines of play: the main line first, then the variations in the order of their creation.
    fn lines(&self) -> Vec<LineView>;
    /// The id of the main line.
    fn main_line(&self) -> LineId;
    /// The number of variations.
    fn variations(&self) -> usize;
    /// The id of the line of play that is shown.
    fn shown_line(&self) -> LineId;
    /// Turn `turn` (from 1) of any line of play. `None` if there is no such turn.
    fn turn_of(&self, line: LineId, turn: usize) -> Option<TurnView>;
    /// The remarks on the turns of the line of play that is shown, including the turns before its branch point.
    fn remarks(&self) -> Remarks;
    /// The race as the text of a file, with all lines of play. The text contains the circuit if `whole` is true, or if
    /// the race has no separate track file. Otherwise it contains the name of the track file.
    ///
    /// # Errors
    /// Returns an error if the race cannot be written.
    fn file_text(&self, whole: bool) -> Result<String, FileError>;
    /// Access to the functions that edit the race. `None` if the race cannot be edited.
    fn recorder(&mut self) -> Option<&mut dyn Recorder>;
    /// Read-only access to the functions that edit the race, for example to ask what can be undone. `None` if the race
    /// cannot be edited.
    fn recorded(&self) -> Option<&dyn Recorder>;
    /// Takes a snapshot of the line of play that is shown. This is fast, because the snapshot shares the turns.
    fn past(&self) -> Past;
    /// Compares the line that is shown now with the line in the snapshot `past`. Returns the number of turns, counted
    /// from the grid, that are the same in both lines.
    fn same_since(&self, past: &Past) -> usize;
    /// The race as a value that can be downcast to the [`Timeline`](super::Timeline) of its game.
    fn as_any(&self) -> &dyn Any;
    /// A copy of the race that can be edited while other code uses the original. Both share their states. `None` if the
    /// race cannot be edited.
    fn copied(&self) -> Option<Arc<dyn Race>>;
}
