//! Vector Racing: a race on squared paper. Each move repeats the racer's previous move, changed by at most one square
//! in x and in y.
//!
//! Codes such as `RT-TURN-02` are clauses of the rules ledger, the numbered list of the game's rules that the program
//! follows. Comments name the clauses that the code below them implements. No rule uses floating point. Coordinates are
//! integers over a common denominator, and times within a move are fractions. Square roots are compared by their
//! squares.
//!
//! # How simultaneous turns are recorded
//!
//! All racers move at the same time. The record of a turn has one entry for each racer, in the order of the entry list.
//! A racer that repairs its vehicle has an entry that says so. A racer that is out or has finished has no entry.
//!
//! Each entry is carried out immediately, not at the end of the turn. This is safe because racers never affect each
//! other (RT-TURN-02). So every entry has its own events, its own error and its own position in the timeline, as in the
//! other games. Places, ties and the end of the race depend on all racers, so they are decided with the last entry of
//! the turn.
//!
//! Two other designs were rejected. One entry for all racers would put the errors and paths of up to sixteen racers
//! into one step. If all entries were carried out with the last one, racers would be shown at outdated positions.
//!
//! Players keep their moves secret until all have chosen (RT-TURN-01). [`Round`] collects these secret moves. The
//! record is made afterwards, so it needs no secrecy.

mod details;
mod draft;
mod drive;
mod evaluate;
mod exact;
mod grid;
mod king;
mod layout;
mod line;
mod middle;
pub mod notation;
mod number;
mod objects;
mod options;
mod path;
mod placed;
mod polygon;
mod rules;
mod scene;
mod setup;
pub mod solve;
mod start;
mod state;
mod track;
mod turn;
mod validate;
mod velocity;
mod view;
mod walls;
mod words;

pub use draft::{
    CellsDraft, Crossing, DiscDraft, Draft, FinishDraft, Kind, MAX_OBJECTS, MAX_VERTICES, MAX_WALLS, ReflectorDraft,
    RegionDraft, SheetDraft, Spin, SpinnerDraft, WallDraft, WarpDraft,
};
pub use exact::Time;
pub use number::{Rational, RationalError, Spot};
pub use objects::{ObjectId, ObjectKind, RegionKind};
pub use options::{
    AfterFinish, Axis, CrashRule, DEFAULT_TURN_CAP, DamageRule, FinishRule, Hits, LARGEST_TURN_CAP, Measure, Per,
    Rules, SlowList, Tie, WallRule,
};
pub use rules::{Accident, Incident, Report, Round, Stretch, legal_moves, legal_moves_of};
pub use scene::draw_route;
pub use setup::{MAX_LAPS, MAX_RACERS, RacerEntry, Setup};
pub use state::{Finish, Life, Phase, Racer, Standing, State, Tally, Terms};
pub use track::Track;
pub use turn::{Action, Turn};

use crate::game::{
    CarId, Entrant, Forced, GameInfo, GearWords, IllegalTurn, Issue, LegalTurn, Place, Played, Resource, Size,
    TrackAbout,
};

/// Returns the full report of a racer's turn, legal or not (rules ledger, section 13). The report lists the path of the
/// move and the objects met, and says where and why the move ended. Returns `None` if the racer is not in the race, is
/// out or has finished.
#[must_use]
pub fn report(track: &Track, state: &State, turn: &Turn) -> Option<Report> {
    rules::report(track, state, turn)
}

/// The game Vector Racing. It implements the interface that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorRacing;

impl crate::game::Rules for VectorRacing {
    const INFO: &GameInfo = &GameInfo {
        id: "vector_racing",
        name: "Vector Racing",
        unit: "squares",
        example: "1: 4R2D",
        gear: GearWords {
            title: "Speed",
            word: "speed",
            unit: "larger component",
            help: "The larger component of the velocity, in squares per turn",
            values: &[],
        },
        resources: &[Resource::new("life", 10)],
        simultaneous: true,
        compared_with: Some(
            "Every move is compared with the fastest route from the same point, with or without crashes.",
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

    fn sizes(draft: &Draft) -> Vec<Size> {
        draft.excess()
    }

    fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
        validate::validate(draft, solve::reaches)
    }

    fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
        start::start(track, setup)
    }

    fn entrants(setup: &Setup) -> Vec<Entrant> {
        let name = |entry: &RacerEntry| match entry.name.as_str() {
            "" => format!("Racer {}", entry.car),
            name => name.to_owned(),
        };
        setup.racers.iter().map(|entry| Entrant { car: entry.car, name: name(entry) }).collect()
    }

    fn resources(track: &Track, setup: &Setup) -> Vec<Resource> {
        // Racers have life points only if the rules say that damage costs life points (RT-DMG-01).
        let has_life = setup.rules.as_ref().unwrap_or(track.rules()).damage == DamageRule::Life;
        Self::INFO.resources.iter().map(|life| Resource { max: if has_life { life.max } else { 0 }, ..*life }).collect()
    }

    fn laps(draft: &Draft, setup: &Setup) -> u32 {
        draft.laps_of(setup.laps)
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
        TrackAbout {
            size: "on squared paper".to_owned(),
            description: &draft.description,
            credits: Some(&draft.credits),
            groups: &draft.groups,
        }
    }
}
