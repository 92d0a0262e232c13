//! What holds of every race: random legal games on OVAL and on the circuits that ship, in both editions.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and tell why")]

mod common;

use std::path::PathBuf;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use common::vektorace::{BOTH, oval, oval_draft, track};
use paddock::game::{CarId, Game as _, LegalTurn};
use paddock::games::vektorace::{
    Action, CarEntry, Draft, Edition, GridPlace, Move, Placing, Rotation, Setup, Side, Start, State, TableEdge, Turn,
    Vektorace,
};
use paddock::geometry::{Direction, Point, Surd};
use paddock::replay::{TrackFile, parse};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// OVAL and the circuits that ship.
static DRAFTS: LazyLock<Vec<Draft>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &PathBuf| -> TrackFile<Vektorace> { parse(&std::fs::read(path).unwrap()).unwrap() };
    std::iter::once(oval_draft()).chain(files.iter().map(|path| read(path).track)).collect()
});

/// A field of cars in two staggered columns.
fn setup(edition: Edition, numbers: &[u32]) -> Setup {
    let cars = numbers.iter().map(|car| CarEntry {
        car: CarId(*car),
        name: String::new(),
        tyre: 5,
        nitro: 3,
        start_boost: false,
        power: None,
    });
    let place = |(index, car): (usize, &u32)| GridPlace {
        car: CarId(*car),
        aside: (index == 0).then(|| Surd::from_int(2)),
        back: (index == 0 && edition == Edition::Online).then(|| Surd::from_int(8)),
        behind: (index > 0).then(|| CarId(numbers[index - 1])),
        place: (index > 0).then_some(if index % 2 == 0 { 2 } else { 3 }),
    };
    Setup {
        edition,
        laps: 2,
        start_gear: 4,
        options: Default::default(),
        grid_side: None,
        cars: cars.collect(),
        grid: numbers.iter().enumerate().map(place).collect(),
    }
}

/// One of the listed turns: withdrawing is left out, moves that keep near the way round are preferred a little, and
/// so are attacks and pit stops, so that a random race gets somewhere.
fn choose(rng: &mut ChaCha8Rng, listed: &[LegalTurn<Turn>]) -> Option<Turn> {
    let racing: Vec<&LegalTurn<Turn>> =
        listed.iter().filter(|legal| !matches!(legal.turn.action, Action::Withdraw)).collect();
    let special = |legal: &&&LegalTurn<Turn>| match legal.turn.action {
        Action::Move(m) => m.attack.is_some() || m.pit.is_some() || m.box_box || m.boost == Some(0),
        _ => false,
    };
    let specials: Vec<_> = racing.iter().filter(special).copied().collect();
    let from = if !specials.is_empty() && rng.random_bool(0.5) { &specials } else { &racing };
    if from.is_empty() { None } else { Some(from[rng.random_range(0..from.len())].turn) }
}

/// A random race: its states, from the grid on, and the turns between them. Every turn is taken from the list.
fn race(draft: &Draft, edition: Edition, turns: usize, seed: u64) -> (Vec<State>, Vec<Turn>) {
    let track = track(draft);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut states = vec![Vektorace::start(&track, &setup(edition, &[7, 3, 5, 1])).unwrap()];
    let mut played = Vec::new();
    while played.len() < turns {
        let state = states.last().unwrap();
        let listed = Vektorace::legal_turns(&track, state);
        assert_eq!(listed.is_empty(), state.to_act().is_none(), "{state:?}");
        let Some(turn) = choose(&mut rng, &listed) else { break };
        match Vektorace::play(&track, state, &turn) {
            Ok(next) => states.push(next.state),
            Err(illegal) => panic!("{}: listed but refused: {turn:?}: {illegal}\n{state:?}", draft.name),
        }
        played.push(turn);
    }
    (states, played)
}

#[test]
fn random_races_run_sixty_turns_without_a_refused_turn() {
    for (index, draft) in DRAFTS.iter().enumerate() {
        for edition in BOTH {
            let (states, turns) = race(draft, edition, 60, index as u64);
            assert!(turns.len() == 60 || states.last().unwrap().to_act().is_none());
            for state in &states {
                let racing = state.cars.iter().filter(|car| car.is_racing()).count();
                assert!(racing == state.order.len() && state.order.len() == state.settled.len());
                assert!(state.cars.iter().all(|car| (1..=5).contains(&car.gear)));
                assert!(edition == Edition::Online || state.cars.iter().all(|car| car.tyre <= 8 && car.nitro <= 8));
            }
        }
    }
}

#[test]
fn every_listed_turn_plays_and_is_listed_once() {
    for (index, draft) in DRAFTS.iter().enumerate().step_by(3) {
        let track = track(draft);
        for edition in BOTH {
            let (states, _) = race(draft, edition, 24, 100 + index as u64);
            for state in states.iter().step_by(6) {
                let listed = Vektorace::legal_turns(&track, state);
                for (place, legal) in listed.iter().enumerate().step_by(1 + listed.len() / 150) {
                    let played = Vektorace::play(&track, state, &legal.turn);
                    let next = played.unwrap_or_else(|illegal| panic!("{:?}: {illegal}", legal.turn)).state;
                    let car = next.cars.iter().find(|car| car.id == legal.turn.car).unwrap();
                    assert_eq!(car.position.to_f64(), legal.at, "{:?}", legal.turn);
                    assert!(!listed[..place].iter().any(|other| other.turn == legal.turn), "twice: {:?}", legal.turn);
                    let before = state.cars.iter().find(|car| car.id == legal.turn.car).unwrap();
                    let paid = |name: &str| {
                        legal.cost.iter().filter(|cost| cost.resource == name).map(|cost| cost.amount as u8).sum::<u8>()
                    };
                    let taken = match legal.turn.action {
                        Action::Move(m) => m.pit.unwrap_or_default(),
                        _ => Default::default(),
                    };
                    assert_eq!(before.tyre + taken.tyre - paid("tyre"), car.tyre, "{:?}", legal.turn);
                    assert_eq!(before.nitro + taken.nitro - paid("nitro"), car.nitro, "{:?}", legal.turn);
                }
            }
        }
    }
}

/// A car somewhere around OVAL's pitwall, in any state.
fn crowded(rng: &mut ChaCha8Rng, letter: &str) -> String {
    let mut upto = |most: u32| rng.next_u32() % (most + 1);
    let (x, y) = (16 + upto(10), 2 + upto(7));
    let heading = [4, 4, 4, 4, 3, 5][upto(5) as usize];
    let words = ["", "", "", "pushed", "left", "right", "box", "lane", "lane"];
    format!(
        "{letter}({x}.{},{y}.{}){heading} g{} t{} n{} c{} j{} {}",
        upto(99),
        upto(9),
        1 + upto(4),
        upto(8),
        upto(8),
        upto(3),
        4 - upto(2) / 2,
        words[upto(8) as usize]
    )
}

/// The turn with one thing changed.
fn changed(turn: &Turn, what: usize) -> Option<Turn> {
    let Action::Move(m) = turn.action else { return None };
    let next_side = |side: Side| Side::ALL[(Side::ALL.iter().position(|other| *other == side).unwrap() + 1) % 5];
    let next_turn = |rotation: Rotation| Rotation::ALL[(rotation.eighths() + 1 + 2) as usize % 3];
    let m = match what {
        0 => Move { gear: m.gear % 5 + 1, ..m },
        1 => Move { vector: next_side(m.vector), ..m },
        2 => Move { place: next_side(m.place), ..m },
        3 => Move { rotation: next_turn(m.rotation), ..m },
        4 => Move { declare: m.declare.map_or(Some(3), |gear| (gear < 5).then_some(gear + 1)), ..m },
        5 => Move { boost: m.boost.map_or(Some(1), |boost| (boost > 0).then(|| boost - 1)), ..m },
        6 => Move { brake: !m.brake, ..m },
        7 => Move { box_box: !m.box_box, ..m },
        8 => Move { attack: None, ..m },
        _ => Move { pit: m.pit.map_or(Some(Default::default()), |_| None), ..m },
    };
    Some(Turn { action: Action::Move(m), ..*turn })
}

/// The turn for cars of other numbers.
fn renamed(turn: &Turn, new: impl Fn(CarId) -> CarId) -> Turn {
    let action = match turn.action {
        Action::Move(m) => {
            let attack =
                m.attack.map(|attack| paddock::games::vektorace::Attack { target: new(attack.target), ..attack });
            Action::Move(Move { attack, ..m })
        }
        Action::GiveWay { to } => Action::GiveWay { to: new(to) },
        other => other,
    };
    Turn { car: new(turn.car), action, ..*turn }
}

/// A point turned by so many quarters about the origin.
fn quarter(point: Point, quarters: i64) -> Point {
    (0..quarters).fold(point, |at, _| Point::new(-at.y, at.x))
}

/// The circuit turned by so many quarters.
fn turned_draft(draft: &Draft, quarters: i64) -> Draft {
    let mut turned = draft.clone();
    let corners = [quarter(draft.table.from, quarters), quarter(draft.table.to, quarters)];
    turned.table.from = Point::new(corners[0].x.min(corners[1].x), corners[0].y.min(corners[1].y));
    turned.table.to = Point::new(corners[0].x.max(corners[1].x), corners[0].y.max(corners[1].y));
    if let Some(wall) = &mut turned.pitwall {
        (wall.at, wall.direction) = (quarter(wall.at, quarters), wall.direction.turned(2 * quarters));
    }
    for corner in &mut turned.corners {
        (corner.at, corner.facing) = (quarter(corner.at, quarters), corner.facing.turned(2 * quarters));
    }
    turned
}

/// The state turned by so many quarters.
fn turned_state(state: &State, quarters: i64) -> State {
    let mut turned = state.clone();
    for car in &mut turned.cars {
        (car.position, car.heading) = (quarter(car.position, quarters), car.heading.turned(2 * quarters));
    }
    turned
}

/// The turn, by so many quarters: the ways a car faces at the table's edge turn with it.
fn turned_turn(turn: &Turn, quarters: i64) -> Turn {
    let action = match turn.action {
        Action::Edge { heading, declare } => {
            Action::Edge { heading: heading.map(|heading| heading.turned(2 * quarters)), declare }
        }
        other => other,
    };
    let placing = turn.start.placing.map(|placing| {
        let at = TableEdge::ALL.iter().position(|edge| Some(*edge) == placing.edge);
        let edge = at.map(|at| TableEdge::ALL[(at + quarters as usize) % 4]);
        Placing { heading: placing.heading.turned(2 * quarters), edge }
    });
    Turn { action, start: Start { placing, ..turn.start }, ..*turn }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_race_turned_by_quarters_is_the_same_race(seed in 0u64..1_000_000, quarters in 1i64..4, online in any::<bool>()) {
        let edition = if online { Edition::Online } else { Edition::Second };
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, edition, 30, seed);
        let track = track(&turned_draft(draft, quarters));
        let mut state = Vektorace::start(&track, &setup(edition, &[7, 3, 5, 1])).unwrap();
        prop_assert_eq!(&state, &turned_state(&states[0], quarters));
        for (turn, expected) in turns.iter().zip(&states[1..]) {
            let played = Vektorace::play(&track, &state, &turned_turn(turn, quarters));
            state = played.map_err(|illegal| TestCaseError::fail(format!("{turn:?}: {illegal}")))?.state;
            prop_assert_eq!(&state, &turned_state(expected, quarters));
        }
        prop_assert_eq!(
            Vektorace::legal_turns(&track, &state).len(),
            Vektorace::legal_turns(&common::vektorace::track(draft), states.last().unwrap()).len()
        );
    }

    #[test]
    fn a_race_of_renamed_cars_is_the_same_race(seed in 0u64..1_000_000, online in any::<bool>()) {
        let edition = if online { Edition::Online } else { Edition::Second };
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, edition, 30, seed);
        let new = |car: CarId| CarId(100 - 7 * car.0);
        let names = [7, 3, 5, 1].map(|car| new(CarId(car)).0);
        let track = track(draft);
        let mut state = Vektorace::start(&track, &setup(edition, &names)).unwrap();
        for (turn, expected) in turns.iter().zip(&states[1..]) {
            let played = Vektorace::play(&track, &state, &renamed(turn, new));
            state = played.map_err(|illegal| TestCaseError::fail(format!("{turn:?}: {illegal}")))?.state;
            let mut expected = expected.clone();
            for car in &mut expected.cars {
                car.id = new(car.id);
            }
            prop_assert_eq!(&state, &expected);
        }
    }

    #[test]
    fn a_turn_with_one_thing_changed_is_listed_or_refused(seed in 0u64..1_000_000, online in any::<bool>()) {
        let edition = if online { Edition::Online } else { Edition::Second };
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, edition, 16, seed);
        let track = track(draft);
        for (state, turn) in states.iter().zip(&turns).step_by(3) {
            let listed: Vec<Turn> = Vektorace::legal_turns(&track, state).into_iter().map(|legal| legal.turn).collect();
            for other in (0..10).filter_map(|what| changed(turn, what)) {
                let played = Vektorace::play(&track, state, &other);
                prop_assert_eq!(listed.contains(&other), played.is_ok(), "{:?}: {:?}", other, played.err());
                // Carried out leniently it gives the same state, or says the same reason.
                let forced = Vektorace::force(&track, state, &other);
                match played {
                    Ok(played) => {
                        prop_assert!(forced.illegal.is_none());
                        prop_assert_eq!(forced.played.state, played.state);
                    }
                    Err(illegal) => prop_assert_eq!(forced.illegal.map(|first| first.clause), Some(illegal.clause)),
                }
            }
            // Another car's turn is never this one's.
            let stranger = Turn { car: CarId(99), ..*turn };
            prop_assert!(Vektorace::play(&track, state, &stranger).is_err());
        }
    }

    /// Random races seldom get to the pit lane or close to each other, so these begin there.
    #[test]
    fn around_the_pitwall_listing_and_playing_agree(seed in 0u64..1_000_000, online in any::<bool>()) {
        let edition = if online { Edition::Online } else { Edition::Second };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cars: Vec<String> = ["A", "B", "C", "D"].map(|letter| crowded(&mut rng, letter)).into();
        let start = oval(edition, &cars.join("; "));
        let listed = start.listed();
        prop_assert!(!listed.is_empty());
        for turn in listed.iter().step_by(1 + listed.len() / 60) {
            let played = Vektorace::play(&start.track, &start.state, turn);
            prop_assert!(played.is_ok(), "{turn:?}: {:?}\n{cars:?}", played.err());
            for other in (0..10).filter_map(|what| changed(turn, what)) {
                let played = Vektorace::play(&start.track, &start.state, &other);
                prop_assert_eq!(listed.contains(&other), played.is_ok(), "{:?}: {:?}\n{:?}", other, played.err(), cars);
            }
        }
    }

    #[test]
    fn the_same_log_gives_the_same_state(seed in 0u64..1_000_000) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let first = race(draft, Edition::Second, 20, seed);
        prop_assert_eq!(first, race(draft, Edition::Second, 20, seed));
    }
}

/// Positions stay on the grid of 1/20000 and headings are whole by construction; a long race keeps numbers small.
#[test]
fn vr_misc_01_no_nudge_is_ever_needed() {
    let (states, turns) = race(&DRAFTS[0], Edition::Second, 200, 5);
    assert!(turns.len() > 60);
    let headings: ArrayVec<Direction, 8> = Direction::ALL
        .into_iter()
        .filter(|d| states.iter().any(|state| state.cars.iter().any(|car| car.heading == *d)))
        .collect();
    assert!(headings.len() >= 4);
    for car in states.iter().flat_map(|state| &state.cars) {
        let [x, y] = car.position.to_f64();
        assert!((0.0..=40.0).contains(&x) && (0.0..=24.0).contains(&y), "{car:?}");
    }
}
