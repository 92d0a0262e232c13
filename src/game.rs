//! The traits that every game implements, and the terms that all games share.
//!
//! A game is an empty type that implements [`Game`].
//! Every module outside the games works with this trait and with the plain types of the submodules.
//! Only the game's own folder knows its rules.

mod any;
mod credits;
mod details;
mod drive;
mod evaluation;
mod event;
mod forecast;
pub mod form;
mod group;
mod illegal;
mod info;
mod issue;
mod layout;
pub mod lettering;
mod notation;
mod overlay;
mod played;
mod progress;
mod reference;
mod refused;
pub mod room;
pub mod scene;
mod score;
pub mod signs;
mod simplify;
mod smooth;
pub mod standings;
mod telemetry;
mod throw;
pub mod words;

use std::fmt;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use any::AnyDraft;
pub use credits::Credits;
pub use details::{Collector, Details, Facts};
pub use drive::{Dice, Drive, Driven, Rated};
pub use evaluation::{Account, Advice, Choice, Evaluation, ProvedLap, Verdict};
pub use event::{Cornering, Event, EventKind, ORDER_FROM_LOG, Sort};
pub use forecast::{Expected, Forecast, Prospect};
pub use form::Size;
pub use group::{Group, GroupMember};
pub use illegal::{Evidence, IllegalTurn};
pub use info::{GameInfo, TrackAbout};
pub use issue::{Issue, Remedy, Severity, counted, has_errors};
pub use layout::{Cutout, Layout, PlacedPiece};
pub use notation::{NotationError, Piece, Words, one_line, read_car, read_one_line};
pub use played::{Forced, LegalTurn, Place, Played, is_turn};
pub use progress::Progress;
pub use reference::Reference;
pub use refused::Refused;
pub use score::{Score, Scored};
pub use simplify::simplified;
pub use smooth::smooth;
pub use telemetry::{CarView, CornerSpan, Cost, GearWords, Resource, StateView, Status, TokenView};
pub use throw::Throw;

use form::FormData;
use scene::Scene;

/// A car's number, as printed on it and written in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CarId(pub u32);

impl fmt::Display for CarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A car in the entry list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The number of the car.
    pub car: CarId,
    /// The name of the car's player.
    pub name: String,
}

impl Entrant {
    /// The largest number of a car. The smallest is 1.
    pub const LARGEST: u32 = 999;

    /// Makes the entry of one more car: the lowest number that no other car has, and a name that no other player has.
    ///
    /// ```
    /// use paddock::game::{CarId, Entrant};
    ///
    /// let others = [(CarId(1), "Ada"), (CarId(7), "Player 2")];
    /// let next = Entrant::next(others.into_iter());
    /// assert_eq!((next.car, next.name.as_str()), (CarId(2), "Player 3"));
    /// ```
    #[must_use]
    pub fn next<'a>(others: impl Iterator<Item = (CarId, &'a str)> + Clone) -> Self {
        let number = (1..).find(|number| others.clone().all(|(car, _)| car.0 != *number)).unwrap_or(1);
        let mut names = (number..).map(|number| format!("Player {number}"));
        let name = names.find(|name| others.clone().all(|(_, other)| other != name)).unwrap_or_default();
        Self { car: CarId(number), name }
    }

    /// Returns an error with the given clause for every number outside 1 to 999, and for every number of several cars.
    ///
    /// ```
    /// use paddock::game::{CarId, Entrant};
    ///
    /// let issues = Entrant::check("FD-SET-01", [7, 0, 7].map(CarId).into_iter());
    /// assert_eq!(issues[0].message, "The number 0 is not allowed: cars have numbers from 1 to 999.");
    /// assert_eq!(issues[1].message, "Two cars have the number 7.");
    /// ```
    #[must_use]
    pub fn check(clause: &'static str, cars: impl Iterator<Item = CarId>) -> Vec<Issue> {
        let mut numbers: Vec<u32> = cars.map(|car| car.0).collect();
        numbers.sort_unstable();
        let uses = numbers.chunk_by(u32::eq).filter_map(|same| {
            let number = same[0];
            let message = match same.len() {
                _ if !(1..=Self::LARGEST).contains(&number) => {
                    format!("The number {number} is not allowed: cars have numbers from 1 to {}.", Self::LARGEST)
                }
                1 => return None,
                2 => format!("Two cars have the number {number}."),
                count => format!("{count} cars have the number {number}."),
            };
            Some(Issue::error(clause, message))
        });
        uses.collect()
    }
}

/// The rules of a game: its circuits, its races and its legal turns.
///
/// All functions are pure. Functions that take a `Track` may rely on everything [`validate`](Rules::validate) checks.
pub trait Rules: Sized + Send + Sync + 'static {
    /// The facts that are the same in every race of the game.
    const INFO: &GameInfo;

    /// A circuit as drawn or read from a file; may have errors.
    type Draft: FormData<Of = ()> + PartialEq + fmt::Debug + Default + Send + Sync;
    /// A circuit without errors, ready to race on.
    type Track: Clone + fmt::Debug + Send + Sync;
    /// The setup of a race: cars, grid, options.
    type Setup: FormData<Of = Self::Draft> + PartialEq + fmt::Debug + Send + Sync;
    /// The complete state of the game between two turns.
    type State: Clone + PartialEq + fmt::Debug + Hash + Send + Sync;
    /// One entry of a race's record: usually a turn of a car.
    type Turn: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// Returns every size of the draft, such as the length of a list, that exceeds its limit. A file that exceeds a
    /// limit is not opened.
    fn sizes(draft: &Self::Draft) -> Vec<Size> {
        form::excess(draft)
    }

    /// The oldest version of the file format that can store this draft. A program that does not know this version
    /// refuses the file, and its message says why.
    fn file_version(draft: &Self::Draft) -> u32 {
        Self::track_about(draft).file_version()
    }

    /// Returns a default setup for this circuit, ready to be edited.
    fn new_setup(draft: &Self::Draft) -> Self::Setup;

    /// Returns the track if the draft has no errors. Also returns all issues of the draft.
    fn validate(draft: &Self::Draft) -> (Option<Self::Track>, Vec<Issue>);

    /// Returns the first state of the race, or all errors of the setup if the race cannot start.
    ///
    /// # Errors
    /// Returns the issues that keep the race from starting.
    fn start(track: &Self::Track, setup: &Self::Setup) -> Result<Self::State, Vec<Issue>>;

    /// The entry list, in grid order.
    fn entrants(setup: &Self::Setup) -> Vec<Entrant>;

    /// The resources of the cars in this race, in the order of [`GameInfo::resources`]. The field `max` of a resource
    /// gives the limit in this race: a car can have at most this number of points.
    fn resources(track: &Self::Track, setup: &Self::Setup) -> Vec<Resource> {
        let _ = (track, setup);
        Self::INFO.resources.to_vec()
    }

    /// The number of laps of the race.
    fn laps(draft: &Self::Draft, setup: &Self::Setup) -> u32;

    /// The edition of the rules; `None` if the game has only one.
    fn edition(setup: &Self::Setup) -> Option<&'static str> {
        let _ = setup;
        None
    }

    /// Returns the state after a turn.
    ///
    /// # Errors
    /// Returns the first rule that the turn breaks.
    fn play(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Result<Played<Self::State>, IllegalTurn>;

    /// Returns the state after a turn, even if it breaks rules. An illegal turn is played as far as possible.
    fn force(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Forced<Self::State>;

    /// Returns all legal turns. Besides these turns, [`play`](Rules::play) also accepts decisions outside the rules.
    /// Players make such decisions to settle a doubtful case or to leave the table.
    fn legal_turns(track: &Self::Track, state: &Self::State) -> Vec<LegalTurn<Self::Turn>>;

    /// Returns the places on the board where the next move of the car to act could end.
    /// The list contains legal and illegal places.
    fn places(track: &Self::Track, state: &Self::State) -> Vec<Place>;

    /// Returns, for each face of a die, the value that this face gives to a field of the turn. If several faces give
    /// the same value, the value is listed once for each of them. Returns an empty list if the field does not depend on
    /// a die.
    fn sides(track: &Self::Track, state: &Self::State, turn: &Self::Turn, field: &str) -> Vec<serde_json::Value> {
        let _ = (track, state, turn, field);
        Vec::new()
    }

    /// Returns the dice that are rolled after the decisions of a turn, in order.
    fn throws(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Vec<Throw> {
        let _ = (track, state, turn);
        Vec::new()
    }

    /// Returns the turn with new results of its dice. `faces` are the results of the first dice. Each other die gets a
    /// result without bad effects. Returns `None` if the turn is then not legal.
    fn with_throws(track: &Self::Track, state: &Self::State, turn: &Self::Turn, faces: &[u8]) -> Option<Self::Turn> {
        let _ = (track, state, turn, faces);
        None
    }

    /// Returns the car that the turn belongs to.
    fn car_of(turn: &Self::Turn) -> CarId;

    /// Whether an entry is not a turn of its car, but only adds something to the record, such as a changed declaration
    /// or a skill slot that the car's team spends.
    fn is_extra(_turn: &Self::Turn) -> bool {
        false
    }

    /// The circuit's name; may be empty.
    fn track_name(draft: &Self::Draft) -> &str;

    /// The circuit's size and description, for lists of circuits.
    fn track_about(draft: &Self::Draft) -> TrackAbout<'_>;
}

/// The notation: turns as players write them, one line for each turn.
pub trait Notation: Rules {
    /// Writes the turn in one line, which [`read_notation`](crate::game::Notation::read_notation) reads back unchanged.
    fn notation(turn: &Self::Turn) -> String;

    /// Reads a turn from a line, which begins with the number of the car or of the round. Text after a `#` is a remark.
    ///
    /// # Errors
    /// Returns what is wrong with the line, and where. No text causes a panic.
    fn read_notation(line: &str) -> Result<Self::Turn, NotationError>;

    /// Reads a turn from a line whose meaning may depend on the options of the race's setup.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`read_notation`](crate::game::Notation::read_notation).
    fn read_notation_in(_draft: &Self::Draft, _setup: &Self::Setup, line: &str) -> Result<Self::Turn, NotationError> {
        Self::read_notation(line)
    }

    /// Returns the start of a line of notation for this car in this state: everything before the car's action.
    fn prefix(state: &Self::State, car: CarId) -> String {
        let _ = state;
        format!("{car}: ")
    }
}

/// Descriptions of turns and fields, in sentences.
pub trait Commentary: Rules {
    /// Returns the words that players use for a field of a turn, or for one of the field's values if `value` is given.
    /// The words appear in questions to the player. Returns `None` if the field's name in files is clear enough.
    fn words_for(field: &str, value: Option<&serde_json::Value>) -> Option<String> {
        let _ = (field, value);
        None
    }

    /// Describes the turn in a sentence or two, like a commentator.
    /// `after` is the state after the turn, and `events` are its events.
    fn describe(
        setup: &Self::Setup,
        before: &Self::State,
        turn: &Self::Turn,
        after: &Self::State,
        events: &[Event],
    ) -> String;
}

/// Describes states in the terms that all games share.
pub trait View: Rules {
    /// Returns the state in the terms that all games share.
    fn view(track: &Self::Track, state: &Self::State) -> StateView;

    /// Returns game-specific facts about the state, such as the weather.
    fn details(track: &Self::Track, state: &Self::State) -> Details {
        let _ = (track, state);
        Details::default()
    }

    /// Returns the corners of the circuit in driving order. Their positions are measured like [`CarView::progress`].
    /// Empty in games without numbered corners.
    fn corner_spans(track: &Self::Track) -> Vec<CornerSpan> {
        let _ = track;
        Vec::new()
    }
}

/// Draws circuits and races.
pub trait Picture: Rules {
    /// Returns the positions of the circuit's pieces on the table, for players who set up the circuit by hand.
    fn layout(draft: &Self::Draft) -> Layout;

    /// Returns the size of one unit on the table, in millimetres. `None` if the circuit does not give it.
    fn unit_mm(draft: &Self::Draft) -> Option<f64> {
        let _ = draft;
        None
    }

    /// Returns drawings of all pieces that a race on this circuit needs, to be printed and cut out of paper. Empty in
    /// games that are played on a printed board.
    fn cutouts(draft: &Self::Draft) -> Vec<Cutout> {
        let _ = draft;
        Vec::new()
    }

    /// Returns the entries of the legend for this game's drawings. Each entry has a drawing style and the meaning of
    /// this style. Styles of races, such as paths and legal places, are left out, because they mean the same in every
    /// game.
    fn legend() -> &'static [(scene::Style, &'static str)] {
        &[]
    }

    /// Returns whether the circuit leads back to its start.
    fn is_loop(draft: &Self::Draft) -> bool {
        let _ = draft;
        true
    }

    /// Returns short facts about the draft, which are shown in the title of a picture.
    fn facts(draft: &Self::Draft) -> Vec<String> {
        let _ = draft;
        Vec::new()
    }

    /// Returns the lengths and counts that matter to a designer, each with its name and unit.
    fn measures(draft: &Self::Draft) -> Vec<(&'static str, String)> {
        let _ = draft;
        Vec::new()
    }

    /// Returns a line of text for each corner, in the order of the race, for a table beside a picture.
    fn corner_table(draft: &Self::Draft) -> Vec<String> {
        let _ = draft;
        Vec::new()
    }

    /// Draws the draft, valid or not, without signs, and marks the pieces in `highlight`.
    fn draw_track(draft: &Self::Draft, highlight: &[scene::Tag]) -> Scene;

    /// Adds the signs beside the track to a drawing by [`draw_track`](Self::draw_track).
    /// Finding room for the signs takes longer than drawing the track, so signs are left out while a piece is dragged.
    fn draw_signs(draft: &Self::Draft, scene: &mut Scene) {
        let _ = (draft, scene);
    }

    /// Draws the draft with its signs, and marks the pieces in `highlight`.
    fn draw_draft(draft: &Self::Draft, highlight: &[scene::Tag]) -> Scene {
        let mut scene = Self::draw_track(draft, highlight);
        Self::draw_signs(draft, &mut scene);
        scene
    }

    /// Adds a state to a drawing of the track: the cars, and the last turn if `last` is given.
    /// `last` holds the state before that turn, and the turn.
    fn draw_state(
        track: &Self::Track,
        setup: &Self::Setup,
        state: &Self::State,
        last: Option<(&Self::State, &Self::Turn)>,
        scene: &mut Scene,
    );
}

/// Optional functions beyond the rules: the evaluation of a race, its points, and forecasts.
///
/// A game implements only the functions it supports. The others return `None` or an error.
pub trait Evaluate: Rules {
    /// Compares a race with the best play, turn by turn from its first state on.
    /// Returns `None` if `progress` stopped the work, or if this game has no evaluation.
    fn evaluate(
        track: &Self::Track,
        first: &Self::State,
        turns: &[&Self::Turn],
        progress: Progress<'_>,
    ) -> Option<Evaluation> {
        let _ = (track, first, turns, progress);
        None
    }

    /// Whether the fastest lap can be proved for races that begin with this state. The check itself does not search.
    ///
    /// # Errors
    /// Returns the reason, as a sentence, if the rules of the game or of this race make such a proof impossible.
    fn can_prove_lap(first: &Self::State) -> Result<(), String> {
        let _ = first;
        Err(format!("Paddock cannot prove the fastest lap in {}.", Self::INFO.name))
    }

    /// Searches for the fastest lap of a car that is alone on the circuit and starts from the first state of a race.
    /// Proves that no lap takes fewer turns. In games whose races have no laps to compare, searches for the fastest
    /// race instead. Returns `None` if `progress` stopped the search.
    ///
    /// # Errors
    /// Returns the reason, as a sentence, if no lap could be proved.
    fn proved_lap(
        track: &Self::Track,
        first: &Self::State,
        progress: Progress<'_>,
    ) -> Option<Result<ProvedLap, String>> {
        let _ = (track, progress);
        Self::can_prove_lap(first).err().map(Err)
    }

    /// Returns the points that drivers and teams have from this race in this state; `None` if the game gives no points.
    fn score(track: &Self::Track, setup: &Self::Setup, state: &Self::State) -> Option<Score> {
        let _ = (track, setup, state);
        None
    }

    /// Returns the setup of the championship's next race. `None` if this race is not over, is the championship's last
    /// race, or is not part of a championship.
    fn next_setup(track: &Self::Track, setup: &Self::Setup, end: &Self::State) -> Option<Self::Setup> {
        let _ = (track, setup, end);
        None
    }

    /// For each strategy of a car, forecasts the number of turns from this state to the finish.
    /// Returns `None` if `progress` stopped the work, or if this game has no forecast.
    fn forecast(track: &Self::Track, state: &Self::State, car: CarId, progress: Progress<'_>) -> Option<Forecast> {
        let _ = (track, state, car, progress);
        None
    }
}

/// A game: its rules, notation, commentary, view, pictures, evaluation, and the decisions of computer drivers.
pub trait Game: Notation + Commentary + View + Picture + Evaluate + Drive {}

impl<G: Notation + Commentary + View + Picture + Evaluate + Drive> Game for G {}

/// The traits of a game. Import them to call their functions on a game type that is known at compile time.
///
/// ```
/// use paddock::game::prelude::*;
/// use paddock::games::formula_d::FormulaD;
///
/// let turn = FormulaD::read_notation("1.1 g3 d7 m7").expect("a turn");
/// assert_eq!(FormulaD::notation(&turn), "1.1 g3 d7 m7");
/// ```
pub mod prelude {
    pub use super::{Commentary as _, Drive as _, Evaluate as _, Notation as _, Picture as _, Rules as _, View as _};
}
