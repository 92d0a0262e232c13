//! Wheel to Wheel: teams of two drivers, three dice, batteries, tyres and rain.
//!
//! The clauses are those of the rules ledger (`WW-...`); each rule names the ones it keeps. The printed board and the faces of
//! the printed dice are not public: both are data of a board file, and the ledger's assumption stands in where a file says
//! nothing ([`validate::note`] tells of it).
//!
//! # How a race is recorded
//!
//! An entry is one throw with what was done with it, one discharge, or one slot that is spent; a driver's move is an entry
//! and those of its extras. Dice are in the entries, so that a race is replayed without chance. The team at place `t` of the
//! entry list, from 1, has the cars `10 t + 1` and `10 t + 2`, whatever its place on the grid.
//!
//! # What the ledger leaves open
//!
//! - A driver that would turn in before lap 1 has begun (grid slots may lie before the pit entry) need not, and a set taken
//!   off then is not charged: no lap was driven on it.
//! - Under `tyre_overrun` `blue_only` and `off` no compound has to be used, so that WW-TYRE-06 refuses none; worn tyres count
//!   among the reasons for the blue die. A binding plan forces the stops it needs under any option.
//! - Holding and halting say that a stop is wanted; so does a move that falls short of the garage, unless it is recorded as
//!   `through`, which those that must stop cannot say. A throw that drives past the garage is no try.
//! - Under `pit_enter` `exact` a driver whose throw would carry it past the pit entry may halt there, or it could be left
//!   without a legal use of a throw.
//! - Where the headset puts a driver into a garage past the lane's mark of the line, the line is crossed on the way.
//! - Rain is looked for when a six was thrown: that a team without one finishes brings no rain.
//! - A driver in the crash zone is on its way to its own garage only where that lies behind the field the zone leads to.
//! - Places of drivers that race are told by lap, then by whether the lap has begun (after an engine failure it may not
//!   have), then by steps to the line, then by seat. The last driver of a race scores whatever tyres it used; those that
//!   finished without a compound are behind all that finished with both, and before it.
//! - An engine failure is a stop only where tyres may be changed then.
//! - A race of a championship starts with the points and slots of the races before ([`championship`]); wins, second places
//!   and so on are those of drivers, for a team those of both.

pub mod analysis;
pub mod championship;
mod course;
mod details;
mod dice;
mod draft;
mod evaluate;
mod forecast;
mod layout;
mod notation;
mod options;
mod order;
mod rules;
mod scene;
mod setup;
mod skills;
mod start;
mod state;
mod track;
mod turn;
mod tyres;
mod validate;
mod view;
mod words;

pub use dice::{Dice, Die, FACES, Faces, LARGEST_FACE};
/// Where the fields of a board lie, as far as it can be told of any draft.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPlaces {
    /// The middles of the loop's fields, from field 0.
    pub fields: Vec<[f64; 2]>,
    /// Those of the lane's, from P1.
    pub lane: Vec<[f64; 2]>,
    /// Where the crash zone is.
    pub crash_zone: [f64; 2],
    /// How long the loop's curve is, in units of the drawing.
    pub length: f64,
}

/// Where the fields of a draft lie, valid or not.
#[must_use]
pub fn field_places(draft: &Draft) -> FieldPlaces {
    let course = course::Course::of(draft);
    let length = course.pitch * course.fields.len() as f64;
    FieldPlaces { fields: course.fields, lane: course.lane, crash_zone: course.crash_zone, length }
}

pub use draft::{
    BATTERY, Draft, GarageDraft, LAPS, MAX_COORDINATE, MAX_GARAGES, MAX_LANE, MAX_LOOP, MAX_POINTS, MAX_PRIZE,
    MAX_ROUNDS, PRIZES, SLOTS,
};
pub use notation::{Mark, RecordAction, RecordError, RecordLine, Wheels, records};
pub use options::{
    Collision, DriverOrder, GarageThrow, LARGEST_ROUND_CAP, LapSlots, Options, PitEnter, RainCount, Strategy,
    TeamMates, TyreOverrun, YellowScope,
};
pub use order::{Result as DriverResult, TeamResult, results, team_results};
pub use rules::{Allowed, BlueOnly, Landing, Report, Why, allowed, blue_only, forced, slipstream};
pub use setup::{
    DRIVERS, DriverEntry, MAX_QUALIFYING, MAX_RACES, MAX_TEAMS, MIN_TEAMS, Setup, Stage, TeamEntry, car_of, sum,
};
pub use skills::{Icon, LAP_SLOTS, LAST_SLOT, MOST_SLOTS, POINTS_PER_SLOT, Skills};
pub use start::slots_for;
pub use state::{Driver, MAX_DRIVERS, Phase, Rain, Spot, State, Team, TeamTerms, Terms};
pub use track::Track;
pub use turn::{Action, Branch, Throw, Turn, Use};
pub use tyres::{Compound, Plan, Set, Used};
pub use validate::note;

use crate::game::{
    CarId, Entrant, Forced, GameInfo, GearWords, IllegalTurn, Issue, LegalTurn, Place, Played, Resource, TrackAbout,
};

/// All about an entry, legal or not: its way, what came of it, what was allowed; none for a car that does not race.
#[must_use]
pub fn report(track: &Track, state: &State, turn: &Turn) -> Option<Report> {
    rules::report(track, state, turn)
}

/// The number of the ledger's message for the rule that a turn breaks, such as `E13`; none for a legal turn, and for a
/// refusal that the ledger has no message for.
#[must_use]
pub fn refusal_code(track: &Track, state: &State, turn: &Turn) -> Option<&'static str> {
    rules::code(track, state, turn)
}

/// Every legal use of a throw of this driver: what is on offer once a die lies. None for a driver that may not act.
#[must_use]
pub fn choices(track: &Track, state: &State, car: CarId, die: Die, face: u8) -> Vec<Throw> {
    let index = state.index_of(car).filter(|index| state.may_act().any(|other| other == *index));
    index.map_or_else(Vec::new, |index| rules::choices(track, state, index, die, face))
}

/// The state after a legal turn, without its events; none after any other. For those that play many races.
#[must_use]
pub fn next(track: &Track, state: &State, turn: &Turn) -> Option<State> {
    rules::next(track, state, turn)
}

/// A driver alone on the board, on slot 1, without weather: for what depends on nobody else. None without that seat.
#[must_use]
pub fn lone(track: &Track, setup: &Setup, seat: usize) -> Option<State> {
    start::lone(track, setup, seat)
}

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WheelToWheel;

impl crate::game::Rules for WheelToWheel {
    const INFO: &GameInfo = &GameInfo {
        id: "wheel_to_wheel",
        name: "Wheel to Wheel",
        unit: "fields",
        example: "11: g5 m",
        gear: GearWords {
            title: "Die",
            word: "die",
            unit: "blue 1 to red 3",
            help: "The die thrown last: 1 blue, 2 green, 3 red; 0 is the battery in place of a throw",
        },
        resources: &[Resource::new("battery", BATTERY as u32), Resource::new("tyre", 2)],
        compared_with: Some(
            "Each die and each use of a throw is compared with the best play of a driver alone, in turns to the finish on average. \
         Slipstream and red fields count for the throw itself; left out are other cars after it, flags, rain, and slots still to \
         be earned or spent.",
        ),
        forecasts: Some(
            "The turns to the finish under best play with each tyre strategy from here on, were the driver alone on the board.",
        ),
    };

    type Draft = Draft;
    type Track = Track;
    type Setup = Setup;
    type State = State;
    type Turn = Turn;

    fn new_setup(draft: &Draft) -> Setup {
        Setup::usual(draft)
    }

    fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
        validate::validate(draft)
    }

    fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
        start::start(track, setup)
    }

    fn entrants(setup: &Setup) -> Vec<Entrant> {
        let cars = setup.grid_order().into_iter().flat_map(|place| [car_of(place, 0), car_of(place, 1)]);
        cars.map(|car| Entrant { car, name: words::driver_name(setup, car) }).collect()
    }

    fn laps(_: &Setup) -> u32 {
        u32::from(LAPS)
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

    fn car_of(turn: &Turn) -> CarId {
        turn.car
    }

    fn track_name(draft: &Draft) -> &str {
        &draft.name
    }

    fn track_about(draft: &Draft) -> TrackAbout<'_> {
        TrackAbout { size: format!("{} fields", draft.loop_len), description: &draft.description }
    }
}
