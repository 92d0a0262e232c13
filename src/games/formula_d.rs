//! Formula D. Circuits are made of spaces, each gear has its own die, and cars lose wear points.
//!
//! The rules ledger is a numbered list of the game's rules. Its clauses have ids such as `FD-SET-01`, and each function
//! names the clauses it implements. No rule uses floating point: spaces are numbered, and ranks are whole numbers of
//! half spaces. Coordinates are used only for drawing.
//!
//! # A turn
//!
//! One entry of a record is the whole turn of one car, with all its dice. The entry has the start die, the gear die,
//! the declarations, the route as a list of lane changes, the slipstreams, the stop in the box, and each black roll
//! with its purpose. So the turns are enough to replay a race. [`complete`] adds the black rolls (rolls of the black
//! die) that a turn still lacks. An unknown die is written `?`. In a turn with unknown dice, the program tries all
//! possible values of these dice. If every legal combination leads to the same state, the turn is played. Otherwise the
//! turn is refused as ambiguous (FD-LOG-03). [`readings`] lists the possible turns. In qualifying, each roll of a car
//! is a turn of round 0.
//!
//! # Interpretations where the ledger leaves a choice
//!
//! - Pit boxes are assigned in the order of the entry list. In a team race, the cars of a team always share a box. In
//!   other races, each car gets its own box if there are enough boxes. Otherwise each pair of neighbours in the list
//!   shares a box.
//! - Rolls made before the first turn (grid, weather before qualifying and race) belong to the [`Setup`]. Ties after
//!   qualifying are broken by `Q` rolls, which belong to the last turn of qualifying.
//! - A circuit is refused if a space has two lane changes to the same side, because a record could not tell them apart.
//!   For the same reason, a pit lane may have at most two exits.
//! - A car whose grid slot is in the second half of the lap starts before the finish line. A car whose slot is in the
//!   first half starts past the finish line.
//! - The documentation of `rules` has the interpretations for the steps of a move, for moves out of the box and for
//!   rolls of eliminated cars.

pub mod bare;
mod details;
pub mod dice;
mod draft;
mod drive;
mod evaluate;
mod lay;
mod layout;
mod line;
mod notation;
mod options;
mod outline;
mod pit_lane;
mod rules;
mod scene;
mod score;
mod setup;
pub mod solve;
mod spaces;
mod start;
mod state;
mod throws;
mod track;
mod turn;
mod validate;
mod view;
mod words;

pub use draft::{
    Anchor, Anchors, Arrow, ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, Forecast, Id, MAX_CORNERS, MAX_EDGES,
    MAX_LINE, MAX_NAME, MAX_NARROWS, MAX_RANK, MAX_SPACES, MarkDraft, MarkKind, NarrowDraft, PitAnchor, Side,
    SpaceDraft, SpaceKind, closed_chart, standard_chart,
};
pub use lay::{
    CornerArrows, LineChange, Ways, arrow_between, corner_arrows, lay, lay_pit, line_curve, mark_corner, mark_police,
    measure_corners, move_narrow, narrow_between, narrow_ends, pit_line_beside, police_line, relay, set_corner_arrows,
    set_ways, shift_narrow, shorten_corner, unmark_corner, usual_grid, ways_of,
};
pub use options::{BASIC_POOL, Preset, Rules, STOCK, Skill, Switches, TyreSet, Zone};
pub use rules::{
    Additions, Move, Moves, Reading, Searcher, Unreachable, complete, gears, infer, moves, order, readings,
};
pub use setup::{CarEntry, Grid, MAX_CARS, MAX_LAPS, Setup, WeatherRolls};
pub use spaces::SpaceSet;
pub use state::{
    Car, CarTerms, Contest, Effort, LastContest, Phase, Qualifying, Standing, Start, State, Terms, Weather,
};
pub use track::{Corner, Edge, Ground, NOWHERE, Space, SpaceIndex, Track};
pub use turn::{
    Chance, Change, Gain, MAX_LENGTH, MAX_LIST, Nitro, PitStop, Purpose, Roll, Shape, Slip, SpaceName, StopKind, Turn,
    Way, Wear,
};

use crate::game::{
    CarId, Entrant, Forced, GameInfo, GearWords, IllegalTurn, Issue, LegalTurn, Place, Played, Resource, Throw,
    TrackAbout,
};

/// Returns the digest of a circuit: a short text that identifies the circuit. [`Setup::circuit`] stores this text
/// (FD-LOG-05).
#[must_use]
pub fn circuit_digest(track: &Track) -> String {
    start::circuit_digest(track)
}

/// Returns each team's index and its points, the winning team first. Each car scores points for its finishing place,
/// and a team has the sum of the points of its cars (FD-TEA-03).
#[must_use]
pub fn team_points(track: &Track, state: &State) -> Vec<(u8, u32)> {
    rules::team_points(track, state)
}

/// The game Formula D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaD;

impl crate::game::Rules for FormulaD {
    const INFO: &GameInfo = &GameInfo {
        id: "formula_d",
        name: "Formula D",
        unit: "spaces",
        example: "1.1 g3 d7 m7",
        gear: GearWords {
            title: "Gear",
            word: "gear",
            unit: "engaged",
            help: "The gear that the car used in its last turn, or no gear if the car has spun",
            values: &[],
        },
        // The most wear points that a constructed car may have in each zone. In the basic game, the tyres zone holds
        // the single pool of wear points.
        resources: &[
            Resource { key: "tires", ..Resource::new("tyres", 18) },
            Resource::new("brakes", 7),
            Resource::new("gearbox", 7),
            Resource::new("body", 7),
            Resource::new("engine", 7),
            Resource::new("handling", 7),
        ],
        simultaneous: false,
        compared_with: Some(
            "The chosen gear is compared with the best gear, and the chosen move with the best move. Gears and moves are rated by the expected number of turns that a lone car needs to finish. Luck is the number rolled on the gear die minus the average of that die, in spaces. Luck in turns is shown too. A lone car may stop in its box if the rules allow it. An elimination counts as more turns than the whole race takes in first gear, so it is never the best choice.",
        ),
        forecasts: None,
    };

    type Draft = Draft;
    type Track = Track;
    type Setup = Setup;
    type State = State;
    type Turn = Turn;

    fn new_setup(draft: &Draft) -> Setup {
        Setup::usual(draft)
    }

    fn file_version(draft: &Draft) -> u32 {
        if draft.anchors.is_some() || !draft.narrows.is_empty() { 2 } else { Self::track_about(draft).file_version() }
    }

    fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
        validate::validate(draft)
    }

    fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
        start::start(track, setup)
    }

    fn entrants(setup: &Setup) -> Vec<Entrant> {
        setup.cars.iter().map(|entry| Entrant { car: entry.car, name: words::name_of(entry) }).collect()
    }

    fn resources(_: &Track, setup: &Setup) -> Vec<Resource> {
        view::resources(setup)
    }

    fn edition(setup: &Setup) -> Option<&'static str> {
        Some(if setup.rules.is_basic() { "basic game" } else { "advanced game" })
    }

    fn laps(_: &Draft, setup: &Setup) -> u32 {
        setup.laps
    }

    fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
        rules::play(track, state, turn)
    }

    fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
        rules::force(track, state, turn)
    }

    fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
        rules::legal_turns(track, state)
    }

    fn places(track: &Track, state: &State) -> Vec<Place> {
        rules::places(track, state)
    }

    fn sides(_: &Track, _: &State, turn: &Turn, field: &str) -> Vec<serde_json::Value> {
        throws::sides(turn, field)
    }

    fn throws(track: &Track, state: &State, turn: &Turn) -> Vec<Throw> {
        throws::throws(track, state, turn)
    }

    fn with_throws(track: &Track, state: &State, turn: &Turn, faces: &[u8]) -> Option<Turn> {
        throws::with_throws(track, state, turn, faces)
    }

    fn car_of(turn: &Turn) -> CarId {
        turn.car
    }

    fn track_name(draft: &Draft) -> &str {
        &draft.name
    }

    fn track_about(draft: &Draft) -> TrackAbout<'_> {
        TrackAbout {
            size: crate::game::words::many(draft.spaces.len(), "space"),
            description: &draft.description,
            credits: Some(&draft.credits),
            groups: &draft.groups,
        }
    }
}
