//! Wheel to Wheel: teams of two drivers, three dice, batteries, tyres and rain.
//!
//! The rules ledger is a numbered list of the game's rules. Its clauses have ids such as `WW-TURN-01`, and the comment
//! of each function names the clauses that it implements. The printed board and the faces of the printed dice are not
//! public. Both are part of a board file. A file without them uses the values that the rules ledger assumes, and
//! [`validate::note`] reports this.
//!
//! # How a race is recorded
//!
//! An entry of the record is one of three things: a throw of a die and the driver's use of it, a discharge of the
//! battery, or a skill slot that a team spends. A driver's move is one entry, followed by one more entry for each extra
//! throw. The faces of the dice are part of the entries, so a replay rolls no dice. The team at position `t` of the
//! entry list, counted from 1, has the cars `10 t + 1` and `10 t + 2`. They may stand on any grid slots.
//!
//! # Interpretations where the rules ledger leaves a choice
//!
//! - Grid slots may lie before the pit entry. A driver that would have to enter the pit lane before lap 1 has begun may
//!   drive on. If it stops in the pit lane anyway and changes tyres, no lap counts as driven on the old set.
//! - If `tyre_overrun` is `blue_only` or `off`, drivers need not use both compounds, so WW-TYRE-06 refuses no turn.
//!   With `blue_only`, a driver with worn tyres may throw only the blue die. A binding plan forces its stops whatever
//!   `tyre_overrun` is.
//! - A driver that holds in the pit lane or halts on the pit entry field counts as trying to stop. So does a driver
//!   whose move falls short of the garage, unless the entry is recorded as `through`. A driver that must stop cannot
//!   record `through`. A throw that drives past the garage does not count as a try.
//! - If `pit_enter` is `exact`, a driver whose throw would carry it past the pit entry may halt on the entry field.
//!   Otherwise some throws would have no legal use.
//! - The headset may put a driver into a garage past the finish line's mark in the pit lane. The driver then crosses
//!   the finish line.
//! - The start of rain is checked only when a six is thrown. So rain does not start just because the last team without
//!   a six finishes.
//! - A driver in the crash zone counts as on its way to its own garage only if the garage comes after the field to
//!   which the zone leads.
//! - Drivers that are still racing are ranked by lap. After an engine failure, it can happen that a driver has not
//!   begun its lap yet. That driver is ranked behind the drivers in the same lap that have begun it. If drivers are
//!   still level, the number of steps to the finish line decides, then the turn order. The last driver of a race scores
//!   its points even if it used only one compound. Drivers that finished without using both compounds are ranked behind
//!   all finishers that used both, and ahead of the last driver.
//! - An engine failure counts as a pit stop only if the options allow a change of tyres after it.
//! - A race of a championship starts with the points and slots of the earlier races ([`championship`]). Wins, second
//!   places and so on are counted for each driver. For a team, the counts of both its drivers are added.

pub mod analysis;
pub mod championship;
mod course;
mod details;
mod dice;
mod draft;
mod drive;
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
/// The coordinates of a board's fields, for drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPlaces {
    /// The centres of the loop's fields, beginning with field 0.
    pub fields: Vec<[f64; 2]>,
    /// The centres of the pit lane's fields, beginning with P1.
    pub lane: Vec<[f64; 2]>,
    /// The coordinates of the crash zone.
    pub crash_zone: [f64; 2],
    /// The length of the loop's curve, in the units of the drawing.
    pub length: f64,
}

/// Returns the coordinates of a draft's fields. The draft may be invalid.
#[must_use]
pub fn field_places(draft: &Draft) -> FieldPlaces {
    let course = course::Course::of(draft);
    let length = course.pitch * course.fields.len() as f64;
    FieldPlaces { fields: course.fields, lane: course.lane, crash_zone: course.crash_zone, length }
}

/// Returns the outlines of a board's fields, for drawing. The first list has the fields of the loop, from field 0. The
/// second has the fields of the pit lane, from P1.
#[must_use]
pub fn field_outlines(draft: &Draft) -> [Vec<Vec<[f64; 2]>>; 2] {
    let course = course::Course::of(draft);
    let loops = (0..course.fields.len() as u16).map(|field| course.outline(Spot::Loop(field)));
    let lane = (1..=course.lane.len() as u16).map(|field| course.outline(Spot::Lane(field)));
    [loops.collect(), lane.collect()]
}

/// Returns the smooth line through the points of a loop or a pit lane, for drawing.
#[must_use]
pub fn line_curve(points: &[[f64; 2]], is_closed: bool) -> Vec<[f64; 2]> {
    let curve = course::curve(points, is_closed);
    curve.iter().chain(curve.first().filter(|_| is_closed)).copied().collect()
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

/// Returns the full report of an entry of the race record (such as a throw), legal or not: its route, its effects, and
/// the options that the driver had. Returns `None` if the car is not in the race.
#[must_use]
pub fn report(track: &Track, state: &State, turn: &Turn) -> Option<Report> {
    rules::report(track, state, turn)
}

/// Returns the number that the rules ledger gives to the error message for this turn, such as `E13`. Returns `None` for
/// a legal turn, and for an error whose message has no number.
#[must_use]
pub fn refusal_code(track: &Track, state: &State, turn: &Turn) -> Option<&'static str> {
    rules::code(track, state, turn)
}

/// Returns every legal way for this driver to use a throw of this die that shows this face. The list is empty if the
/// driver may not act.
#[must_use]
pub fn choices(track: &Track, state: &State, car: CarId, die: Die, face: u8) -> Vec<Throw> {
    let index = state.index_of(car).filter(|index| state.may_act().any(|other| other == *index));
    index.map_or_else(Vec::new, |index| rules::choices(track, state, index, die, face))
}

/// Returns the state after a legal turn, or `None` if the turn is illegal. Does not create the turn's events, so it is
/// fast enough for code that plays many races.
#[must_use]
pub fn next(track: &Track, state: &State, turn: &Turn) -> Option<State> {
    rules::next(track, state, turn)
}

/// Returns the state of a driver that is alone in the race, for analyses without other cars. The driver is driver 1 of
/// the team with this index in the turn order. It stands on grid slot 1, and there is no weather. Returns `None` if
/// there is no such team.
#[must_use]
pub fn lone(track: &Track, setup: &Setup, seat: usize) -> Option<State> {
    start::lone(track, setup, seat)
}

/// The game Wheel to Wheel.
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
            unit: "1 (blue) to 3 (red)",
            help: "The last die thrown; the sign – means that the driver used the battery instead",
            values: &["–", "blue", "green", "red"],
        },
        resources: &[Resource::new("battery", BATTERY as u32).recharging(), Resource::new("tyre", 2)],
        simultaneous: false,
        compared_with: Some(
            "Each die and each use of a throw is compared with the best play of a single driver without opponents. The measure is the \
         average number of turns to the finish. Slipstream and red fields count for the throw itself. After \
         the throw, other cars, flags, rain, and skill slots earned or spent later are left out.",
        ),
        forecasts: Some(
            "For each tyre strategy, the number of turns to the finish if the driver is alone from now on and plays best.",
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

    fn laps(_: &Draft, _: &Setup) -> u32 {
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

    fn sides(track: &Track, _: &State, turn: &Turn, field: &str) -> Vec<serde_json::Value> {
        let faces = turn.as_throw().filter(|_| field == "face").map(|throw| track.faces.of(throw.die));
        faces.into_iter().flatten().map(|face| serde_json::json!(face)).collect()
    }

    fn car_of(turn: &Turn) -> CarId {
        turn.car
    }

    fn is_extra(turn: &Turn) -> bool {
        matches!(turn.action, Action::Spend { .. })
    }

    fn track_name(draft: &Draft) -> &str {
        &draft.name
    }

    fn track_about(draft: &Draft) -> TrackAbout<'_> {
        TrackAbout {
            size: crate::game::words::many(draft.loop_len, "field"),
            description: &draft.description,
            credits: Some(&draft.credits),
            groups: &draft.groups,
        }
    }
}
