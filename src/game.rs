//! What every game provides, and the words all games share.
//!
//! A game is a type without values that implements [`Game`]. Everything above this module (replay, analysis,
//! editor, pictures, window) works on the trait and on the plain types of the submodules; only the game's own
//! folder knows its rules.

mod any;
mod details;
mod evaluation;
mod event;
mod forecast;
pub mod form;
mod illegal;
mod issue;
mod layout;
mod notation;
mod overlay;
mod progress;
mod reference;
mod refused;
pub mod scene;
mod score;
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
pub use details::{Collector, Details, Facts};
pub use evaluation::{Account, Advice, Choice, Evaluation, Verdict};
pub use event::{Cornering, Event, EventKind, ORDER_FROM_LOG, Sort};
pub use forecast::{Expected, Forecast, Prospect};
pub use form::Size;
pub use illegal::{Evidence, IllegalTurn};
pub use issue::{Issue, Remedy, Severity, counted, has_errors};
pub use layout::{Layout, PlacedPiece};
pub use notation::{NotationError, Piece, Words, one_line, read_car, read_one_line};
pub use progress::Progress;
pub use reference::Reference;
pub use refused::Refused;
pub use score::{Score, Scored};
pub use smooth::smooth;
pub use telemetry::{CarView, Cost, GearWords, Resource, StateView, Status, TokenView};
pub use throw::Throw;

use form::FormData;
use scene::Scene;

/// A car's number: what is written on it and in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CarId(pub u32);

impl fmt::Display for CarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A car as the entry list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its number.
    pub car: CarId,
    /// What its player is called.
    pub name: String,
}

/// The next state and what happened on the way.
#[derive(Clone, Debug)]
pub struct Played<S> {
    /// The state after the turn.
    pub state: S,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// A turn that was carried out although it may break rules, so that what follows can still be shown.
#[derive(Clone, Debug)]
pub struct Forced<S> {
    /// The state and the events.
    pub played: Played<S>,
    /// The first rule it breaks; `None` for a legal turn.
    pub illegal: Option<IllegalTurn>,
}

/// One turn that may be played, with what it costs and where it leads.
#[derive(Clone, Debug)]
pub struct LegalTurn<T> {
    /// The turn, as it would be recorded.
    pub turn: T,
    /// What it costs, resource by resource.
    pub cost: Vec<Cost>,
    /// Where the car ends, in the game's unit.
    pub at: [f64; 2],
    /// Its direction there, 0 to 7, where the game has directions.
    pub dir: Option<u8>,
    /// Whether it is on offer before any piece is laid. Where not, it opens once the turn's first piece lies
    /// (VektoRace online, ruling R-52).
    pub at_once: bool,
}

/// A place the car to act may be put, for the board: many turns may lead to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where.
    pub at: [f64; 2],
    /// Facing, 0 to 7, where the game has directions.
    pub dir: Option<u8>,
    /// The outline of the car there, in world units.
    pub outline: Vec<[f64; 2]>,
    /// The whole move in a few words.
    pub words: String,
    /// What the cheapest way there costs.
    pub cost: Vec<Cost>,
    /// The costs of the ways there that no other way is cheaper than in every respect; empty where one says it all.
    pub costs: Vec<Vec<Cost>>,
    /// Why it may not be taken; `None` where it may.
    pub illegal: Option<IllegalTurn>,
    /// The ways there: fields that the turns of each have, `null` for one that they do not have.
    pub ways: Vec<serde_json::Value>,
}

/// A circuit in a line or two, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackAbout<'a> {
    /// Its size in the game's own terms, such as "14 corners".
    pub size: String,
    /// Its designer's description; may be empty.
    pub description: &'a str,
}

/// The facts about a game that are the same in every race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name files use, such as `vektorace`.
    pub id: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// The unit of length, in the plural.
    pub unit: &'static str,
    /// A turn as players write it, to show how a line looks.
    pub example: &'static str,
    /// The game's words for [`CarView::gear`].
    pub gear: GearWords,
    /// The resources of a car, in the order of [`CarView::resources`].
    pub resources: &'static [Resource],
    /// A sentence that says what [`Evaluate::judge`] compares a race with; `None` if races of this game cannot be evaluated.
    pub compared_with: Option<&'static str>,
    /// A sentence that says what [`Evaluate::forecast`] compares; `None` if the game has no forecast.
    pub forecasts: Option<&'static str>,
}

/// The rules of a game: what its circuits and races are made of, and which turns may be played.
///
/// All functions are pure. Those that take a `Track` may rely on everything [`validate`](Rules::validate) promises.
pub trait Rules: Sized + Send + Sync + 'static {
    /// The facts that are the same in every race of the game.
    const INFO: &GameInfo;

    /// A circuit as drawn or read: may be wrong.
    type Draft: FormData<Of = ()> + PartialEq + fmt::Debug + Default + Send + Sync;
    /// A circuit the rules trust.
    type Track: Clone + fmt::Debug + Send + Sync;
    /// How a race begins: cars, grid, options.
    type Setup: FormData<Of = Self::Draft> + PartialEq + fmt::Debug + Send + Sync;
    /// Everything the rules know between two turns.
    type State: Clone + PartialEq + fmt::Debug + Hash + Send + Sync;
    /// One recorded entry.
    type Turn: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// What the draft has too much of. A file with too much of anything is not read.
    fn sizes(draft: &Self::Draft) -> Vec<Size> {
        form::excess(draft)
    }

    /// A race as one would begin it on this circuit, ready to be changed.
    fn new_setup(draft: &Self::Draft) -> Self::Setup;

    /// The track, if nothing about the draft is an error; in any case every issue at once.
    fn validate(draft: &Self::Draft) -> (Option<Self::Track>, Vec<Issue>);

    /// The track as this race uses it and the first state, or every error of the setup at once.
    ///
    /// # Errors
    /// The issues that keep the race from starting.
    fn start(track: &Self::Track, setup: &Self::Setup) -> Result<Self::State, Vec<Issue>>;

    /// The entry list, in grid order.
    fn entrants(setup: &Self::Setup) -> Vec<Entrant>;

    /// What cars have to spend in this race, in the order of [`GameInfo::resources`], with what they can hold at most.
    fn resources(track: &Self::Track, setup: &Self::Setup) -> Vec<Resource> {
        let _ = (track, setup);
        Self::INFO.resources.to_vec()
    }

    /// How many laps are raced.
    fn laps(setup: &Self::Setup) -> u32;

    /// The edition that is played, where the game has several.
    fn edition(setup: &Self::Setup) -> Option<&'static str> {
        let _ = setup;
        None
    }

    /// The state after a turn.
    ///
    /// # Errors
    /// The first rule the turn breaks; the state is untouched.
    fn play(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Result<Played<Self::State>, IllegalTurn>;

    /// The state after a turn, carried out as far as it makes sense even where it breaks rules.
    fn force(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Forced<Self::State>;

    /// Every turn that may be played; each plays, and nothing else does, but for what players do beside the game
    /// (deciding on a doubtful case, leaving the table).
    fn legal_turns(track: &Self::Track, state: &Self::State) -> Vec<LegalTurn<Self::Turn>>;

    /// The places on the board where the car to act may, and may not, be put.
    fn places(track: &Self::Track, state: &Self::State) -> Vec<Place>;

    /// The sides of the die that decides a field of this turn, each as the field's value, with repetitions; empty where
    /// none does.
    fn sides(turn: &Self::Turn, field: &str) -> Vec<serde_json::Value> {
        let _ = (turn, field);
        Vec::new()
    }

    /// The dice that fall due behind the decisions of a turn, in order.
    fn throws(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Vec<Throw> {
        let _ = (track, state, turn);
        Vec::new()
    }

    /// The turn when the first of these dice show this; dice behind them show what harms nobody. None where that is no
    /// legal turn.
    fn with_throws(track: &Self::Track, state: &Self::State, turn: &Self::Turn, faces: &[u8]) -> Option<Self::Turn> {
        let _ = (track, state, turn, faces);
        None
    }

    /// The car a turn is about.
    fn car_of(turn: &Self::Turn) -> CarId;

    /// The circuit's name; may be empty.
    fn track_name(draft: &Self::Draft) -> &str;

    /// The circuit's size and description.
    fn track_about(draft: &Self::Draft) -> TrackAbout<'_>;
}

/// Turns as players write them, in one line each.
pub trait Notation: Rules {
    /// The turn in one line, as players write it. [`read_notation`](crate::game::Notation::read_notation) reads the same turn from it.
    fn notation(turn: &Self::Turn) -> String;

    /// The turn a line stands for. The line begins with a digit, of the car's number or of the round; what follows a `#` is a remark.
    ///
    /// # Errors
    /// What is wrong with the line, and where. No text makes it panic.
    fn read_notation(line: &str) -> Result<Self::Turn, NotationError>;

    /// The same in a race that begins so, where what its tables agree on says how to read a line.
    ///
    /// # Errors
    /// As [`read_notation`](crate::game::Notation::read_notation).
    fn read_notation_in(_draft: &Self::Draft, _setup: &Self::Setup, line: &str) -> Result<Self::Turn, NotationError> {
        Self::read_notation(line)
    }
}

/// What happens in a game, in sentences.
pub trait Commentary: Rules {
    /// What a question about a field of a turn is called, and the values it may have, where the field's name says too
    /// little: without a value the field, with one the value.
    fn words_for(field: &str, value: Option<&serde_json::Value>) -> Option<String> {
        let _ = (field, value);
        None
    }

    /// The turn in a sentence or two, as a commentator would tell it. `after` and `events` are what it led to.
    fn describe(
        setup: &Self::Setup,
        before: &Self::State,
        turn: &Self::Turn,
        after: &Self::State,
        events: &[Event],
    ) -> String;
}

/// States in the terms that all games share.
pub trait View: Rules {
    /// The state in the words all games share.
    fn view(track: &Self::Track, state: &Self::State) -> StateView;

    /// What lies on the table beside that: facts that only this game has.
    fn details(track: &Self::Track, state: &Self::State) -> Details {
        let _ = (track, state);
        Details::default()
    }
}

/// How circuits and races look.
pub trait Picture: Rules {
    /// Where the table and the pieces of the draft lie, for laying it out by hand.
    fn layout(draft: &Self::Draft) -> Layout;

    /// A drawing of the draft, valid or not. `highlight` names the pieces to mark.
    fn draw_draft(draft: &Self::Draft, highlight: &[scene::Tag]) -> Scene;

    /// What is added to the track's drawing for a state: cars, and where `last` is given the turn that led there.
    fn draw_state(
        track: &Self::Track,
        setup: &Self::Setup,
        state: &Self::State,
        last: Option<(&Self::State, &Self::Turn)>,
        scene: &mut Scene,
    );
}

/// What can be told of a race beyond its rules: how well it was played, what it counts for, what there is to expect.
///
/// A game has what it implements; nothing is said of the rest.
pub trait Evaluate: Rules {
    /// Compares a race that begins with this state with the best that could have been done; `None` where it was stopped,
    /// and where races of this game are not judged.
    fn evaluate(
        track: &Self::Track,
        first: &Self::State,
        turns: &[&Self::Turn],
        progress: Progress<'_>,
    ) -> Option<Evaluation> {
        let _ = (track, first, turns, progress);
        None
    }

    /// What the race counts for at this state; none where the game gives no points.
    fn score(track: &Self::Track, setup: &Self::Setup, state: &Self::State) -> Option<Score> {
        let _ = (track, setup, state);
        None
    }

    /// How the next race of the championship begins after one that ended like this; none after the last one, after one that
    /// is not over, and where there is no championship.
    fn next_setup(track: &Self::Track, setup: &Self::Setup, end: &Self::State) -> Option<Self::Setup> {
        let _ = (track, setup, end);
        None
    }

    /// What a car has to expect of each way it could go on from this state; `None` where it was stopped, and where nothing
    /// is forecast.
    fn forecast(track: &Self::Track, state: &Self::State, car: CarId, progress: Progress<'_>) -> Option<Forecast> {
        let _ = (track, state, car, progress);
        None
    }
}

/// A game: its rules, and how they are written, told, seen and judged.
pub trait Game: Notation + Commentary + View + Picture + Evaluate {}

impl<G: Notation + Commentary + View + Picture + Evaluate> Game for G {}

/// The traits of a game, to call their functions on a game that is known.
///
/// ```
/// use paddock::game::prelude::*;
/// use paddock::games::formula_d::FormulaD;
///
/// let turn = FormulaD::read_notation("1.1 g3 d7 m7").expect("a turn");
/// assert_eq!(FormulaD::notation(&turn), "1.1 g3 d7 m7");
/// ```
pub mod prelude {
    pub use super::{Commentary as _, Evaluate as _, Notation as _, Picture as _, Rules as _, View as _};
}
