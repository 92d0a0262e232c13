//! VektoRace. Cars stand on octagons and move along gear vectors. A lap leads past numbered corners.
//!
//! Codes such as `VR-PIT-03` are clauses of the rules ledger, the numbered list of the game's rules that the program
//! follows. Comments name the clauses that the code below them implements.

mod arrange;
mod coordinates;
mod details;
mod drive;
mod edition;
mod labels;
mod layout;
mod limits;
mod lint;
pub mod notation;
pub mod pieces;
mod power;
mod proved;
mod reference;
mod rules;
mod scene;
mod setup;
pub mod solve;
mod start;
mod state;
mod terms;
mod track;
mod turn;
mod validate;
mod view;
mod words;

pub use edition::{Edition, MAX_CARS};
pub use labels::{LabelDraft, MAX_LABEL_TEXT, MAX_LABELS, ReferenceDraft};
pub use limits::{Keep, Limit, LimitDraft, MAX_LIMIT_CORNERS, MAX_LIMITS};
pub use power::{Power, PowerSet, PowerUse, PowerUses, Token};
pub use reference::{Forced as ForcedGear, Reference};
pub use rules::{Measuring, measure};
pub use scene::{draw_lap, draw_reach};
pub use setup::{CarEntry, GridPlace, GridSide, Setup};
pub use start::grid_place;
pub use state::{Car, Declared, Edges, Fall, FirstMove, Marks, Standing, State};
pub use terms::{Options, Terms};
pub use track::{Corner, CornerDraft, Draft, Hand, MAX_CORNERS, Pitwall, PitwallDraft, TableDraft, Track, Zone};
pub use turn::{
    Action, Attack, AttackKind, AttackPlace, CLAUSE_LENGTH, LoggedOrder, Move, Placing, Rotation, Side, Start, Steward,
    Supply, TableEdge, Turn, clause_id,
};

use crate::game::{
    CarId, Entrant, Forced, GameInfo, GearWords, IllegalTurn, Issue, LegalTurn, Place, Played, Resource, TrackAbout,
};

/// Returns the number of different moves of the car to act, for benchmarks and heat maps. Two moves are different if
/// they differ in the vector, the boost, the place of the car at the vector's end, or the car's rotation. Attacks, pit
/// stops and declarations make no difference.
#[must_use]
pub fn count_places(track: &Track, state: &State) -> usize {
    rules::count_places(track, state)
}

/// The game VektoRace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vektorace;

impl crate::game::Rules for Vektorace {
    const INFO: &GameInfo = &GameInfo {
        id: "vektorace",
        name: "VektoRace",
        unit: "octagons",
        example: "7: 4FL+2 F> =5",
        gear: GearWords::GEAR,
        resources: &[Resource::new("tyre", 8), Resource::new("nitro", 8)],
        simultaneous: false,
        compared_with: None,
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

    fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
        validate::validate(draft)
    }

    fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
        start::start(track, setup)
    }

    fn entrants(setup: &Setup) -> Vec<Entrant> {
        let name = |car| setup.cars.iter().find(|entry| entry.car == car).map_or("", |entry| entry.name.as_str());
        let named = |car: CarId| if name(car).is_empty() { format!("Car {car}") } else { name(car).to_owned() };
        setup.grid.iter().map(|place| Entrant { car: place.car, name: named(place.car) }).collect()
    }

    fn edition(setup: &Setup) -> Option<&'static str> {
        Some(setup.edition.name())
    }

    fn laps(_: &Draft, setup: &Setup) -> u32 {
        u32::from(setup.laps)
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

    fn is_extra(turn: &Turn) -> bool {
        matches!(turn.action, Action::Redeclare { .. })
    }

    fn track_name(draft: &Draft) -> &str {
        &draft.name
    }

    fn track_about(draft: &Draft) -> TrackAbout<'_> {
        TrackAbout {
            size: crate::game::words::many(draft.corners.len(), "corner"),
            description: &draft.description,
            credits: Some(&draft.credits),
            groups: &draft.groups,
        }
    }
}
