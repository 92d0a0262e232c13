//! Properties of every race, tested with random legal races on OVAL and on the shipped circuits, in all editions, with
//! and without Super Powers.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::{oval, oval_draft, track};
use arrayvec::ArrayVec;
use paddock::game::prelude::*;
use paddock::game::{CarId, LegalTurn};
use paddock::games::vektorace::{
    Action, AttackPlace, CarEntry, Draft, Edges, Edition, Fall, GridPlace, GridSide, Hand, Move, Options, Placing,
    Power, PowerUses, Rotation, Setup, Side, Start, State, TableEdge, Turn, Vektorace,
};
use paddock::geometry::{Direction, Point, Surd};
use paddock::replay::{Race as _, Timeline, TrackFile, parse};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// OVAL and the shipped circuits.
static DRAFTS: LazyLock<Vec<Draft>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &PathBuf| -> TrackFile<Vektorace> { parse(&std::fs::read(path).unwrap()).unwrap() };
    std::iter::once(oval_draft()).chain(files.iter().map(|path| read(path).track)).collect()
});

/// The rules of a race: an edition, or the second edition with Super Powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    Plain(Edition),
    Powers,
}

const RULES: [Rules; 4] =
    [Rules::Plain(Edition::Formula8), Rules::Plain(Edition::Second), Rules::Plain(Edition::Online), Rules::Powers];

impl Rules {
    fn edition(self) -> Edition {
        match self {
            Self::Plain(edition) => edition,
            Self::Powers => Edition::Second,
        }
    }
}

/// Returns a field of cars in two staggered columns. In the first edition every second car is committed to a boost.
fn setup(rules: Rules, numbers: &[u32]) -> Setup {
    let edition = rules.edition();
    let first = edition == Edition::Formula8;
    let cars = (0..).zip(numbers).map(|(index, car)| CarEntry {
        car: CarId(*car),
        name: String::new(),
        tyre: 5,
        nitro: 3,
        start_boost: first && index % 2 == 1,
        power: (rules == Rules::Powers).then(|| Power::ALL[index * 2]),
    });
    let place = |(index, car): (usize, &u32)| GridPlace {
        car: CarId(*car),
        aside: (index == 0).then(|| Surd::from_int(2)),
        back: (index == 0 && edition == Edition::Online).then(|| Surd::from_int(8)),
        behind: (index > 0 && !first).then(|| CarId(numbers[index - 1])),
        place: (index > 0 && !first).then_some(if index % 2 == 0 { 2 } else { 3 }),
    };
    Setup {
        edition,
        laps: 2,
        start_gear: if first { 3 } else { 4 },
        options: Options { powers: (rules == Rules::Powers).then_some(true), ..Options::default() },
        grid_side: first.then_some(GridSide::Black),
        cars: cars.collect(),
        grid: numbers.iter().enumerate().map(place).collect(),
    }
}

/// Chooses one of the listed turns. Withdrawing is left out. Moves that follow the lap, attacks and pit stops are
/// slightly preferred, so that a random race makes progress.
fn choose(rng: &mut ChaCha8Rng, listed: &[LegalTurn<Turn>]) -> Option<Turn> {
    let racing: Vec<&LegalTurn<Turn>> =
        listed.iter().filter(|legal| !matches!(legal.turn.action, Action::Withdraw)).collect();
    let special = |legal: &&&LegalTurn<Turn>| match legal.turn.action {
        Action::Move(m) => {
            m.attack.is_some() || m.pit.is_some() || m.box_box || m.boost == Some(0) || !m.powers.is_empty()
        }
        _ => false,
    };
    let specials: Vec<_> = racing.iter().filter(special).copied().collect();
    let from = if !specials.is_empty() && rng.random_bool(0.5) { &specials } else { &racing };
    if from.is_empty() { None } else { Some(from[rng.random_range(0..from.len())].turn) }
}

/// Plays a random race of listed turns. Returns its states, from the grid on, and the turns between them.
fn race(draft: &Draft, rules: Rules, turns: usize, seed: u64) -> (Vec<State>, Vec<Turn>) {
    let track = track(draft);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut states = vec![Vektorace::start(&track, &setup(rules, &[7, 3, 5, 1])).unwrap()];
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
        for rules in RULES {
            let (states, turns) = race(draft, rules, 60, index as u64);
            assert!(turns.len() == 60 || states.last().unwrap().to_act().is_none());
            for state in &states {
                let racing = state.cars.iter().filter(|car| car.is_racing()).count();
                assert!(racing == state.order.len() && state.order.len() == state.settled.len());
                assert!(state.cars.iter().all(|car| (1..=5).contains(&car.gear)));
                assert!(
                    rules.edition() == Edition::Online || state.cars.iter().all(|car| car.tyre <= 8 && car.nitro <= 8)
                );
            }
        }
    }
}

#[test]
fn every_listed_turn_is_legal_and_listed_once() {
    for (index, draft) in DRAFTS.iter().enumerate().step_by(3) {
        let track = track(draft);
        for rules in RULES {
            let (states, _) = race(draft, rules, 24, 100 + index as u64);
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
                    if matches!(legal.turn.action, Action::Move(Move { powers, .. }) if !powers.is_empty()) {
                        // Points gained by a power are not part of the costs.
                        continue;
                    }
                    assert_eq!(before.tyre + taken.tyre - paid("tyre"), car.tyre, "{:?}", legal.turn);
                    assert_eq!(before.nitro + taken.nitro - paid("nitro"), car.nitro, "{:?}", legal.turn);
                }
            }
        }
    }
}

/// Returns a car somewhere around OVAL's pitwall, in a random state.
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

/// Returns the turn with one part changed.
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
        10 => Move { powers: PowerUses::NONE, ..m },
        11 => Move { exchange: m.exchange.map_or(Some(Power::Shield), |_| None), ..m },
        12 => Move {
            attack: m.attack.map(|attack| paddock::games::vektorace::Attack { shield: !attack.shield, ..attack }),
            ..m
        },
        _ => Move { pit: m.pit.map_or(Some(Default::default()), |_| None), ..m },
    };
    Some(Turn { action: Action::Move(m), ..*turn })
}

/// Returns the turn with other car numbers.
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

/// Returns a point rotated by quarters of a full turn about the origin.
fn quarter(point: Point, quarters: i64) -> Point {
    (0..quarters).fold(point, |at, _| Point::new(-at.y, at.x))
}

/// Returns the circuit rotated by quarters of a full turn.
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

/// Returns the state rotated by quarters of a full turn.
fn turned_state(state: &State, quarters: i64) -> State {
    let mut turned = state.clone();
    for car in &mut turned.cars {
        (car.position, car.heading) = (quarter(car.position, quarters), car.heading.turned(2 * quarters));
        car.fallen = car.fallen.map(|fall| with_edges(fall, |edge| turned_edge(edge, quarters)));
    }
    turned
}

/// Returns the fall with each edge replaced.
fn with_edges(fall: Fall, new: impl Fn(TableEdge) -> TableEdge) -> Fall {
    let all = |edges: Edges| edges.iter().fold(Edges::default(), |edges, edge| edges.with(new(edge)));
    match fall {
        Fall::Lost(edges) => Fall::Lost(all(edges)),
        Fall::Back(edges) => Fall::Back(all(edges)),
    }
}

fn turned_edge(edge: TableEdge, quarters: i64) -> TableEdge {
    let at = TableEdge::ALL.iter().position(|other| *other == edge).unwrap();
    TableEdge::ALL[(at + quarters as usize) % 4]
}

fn mirrored_edge(edge: TableEdge) -> TableEdge {
    match edge {
        TableEdge::Left => TableEdge::Right,
        TableEdge::Right => TableEdge::Left,
        other => other,
    }
}

/// Returns the turn of a rotated race: headings at the table's edge are rotated by quarters of a full turn.
fn turned_turn(turn: &Turn, quarters: i64) -> Turn {
    let action = match turn.action {
        Action::Edge { heading, declare } => {
            Action::Edge { heading: heading.map(|heading| heading.turned(2 * quarters)), declare }
        }
        other => other,
    };
    let placing = turn.start.placing.map(|placing| {
        let edge = placing.edge.map(|edge| turned_edge(edge, quarters));
        Placing { heading: placing.heading.turned(2 * quarters), edge }
    });
    Turn { action, start: Start { placing, ..turn.start }, ..*turn }
}

/// Returns the point mirrored at the line x = 0.
fn mirrored_point(point: Point) -> Point {
    Point::new(-point.x, point.y)
}

/// Returns the direction mirrored at that line.
fn mirrored_direction(direction: Direction) -> Direction {
    Direction::new(4 - i64::from(direction.number()))
}

fn mirrored_hand(hand: Hand) -> Hand {
    hand.flipped()
}

/// Returns the mirrored circuit, on which the race goes in the opposite direction.
fn mirrored_draft(draft: &Draft) -> Draft {
    let mut mirrored = draft.clone();
    let (from, to) = (draft.table.from, draft.table.to);
    mirrored.table.from = Point::new(-to.x, from.y);
    mirrored.table.to = Point::new(-from.x, to.y);
    mirrored.direction = draft.direction.map(mirrored_hand);
    if let Some(wall) = &mut mirrored.pitwall {
        (wall.at, wall.direction) = (mirrored_point(wall.at), mirrored_direction(wall.direction));
    }
    for corner in &mut mirrored.corners {
        (corner.at, corner.facing) = (mirrored_point(corner.at), mirrored_direction(corner.facing));
        corner.hand = corner.hand.map(mirrored_hand);
    }
    mirrored
}

fn mirrored_side(side: Side) -> Side {
    Side::ALL[4 - Side::ALL.iter().position(|other| *other == side).unwrap()]
}

fn mirrored_rotation(rotation: Rotation) -> Rotation {
    Rotation::ALL[2 - Rotation::ALL.iter().position(|other| *other == rotation).unwrap()]
}

fn mirrored_place(place: AttackPlace) -> AttackPlace {
    use AttackPlace::{Front, FrontLeft, FrontRight, Left, Right, SideLeft, SideRight};
    match place {
        Left => Right,
        Right => Left,
        Front => Front,
        FrontLeft => FrontRight,
        FrontRight => FrontLeft,
        SideLeft => SideRight,
        SideRight => SideLeft,
    }
}

/// Returns the mirrored setup: left and right of the grid are swapped.
fn mirrored_setup(setup: &Setup) -> Setup {
    let mut mirrored = setup.clone();
    mirrored.grid_side = setup.grid_side.map(|side| match side {
        GridSide::White => GridSide::Black,
        GridSide::Black => GridSide::White,
    });
    for place in &mut mirrored.grid {
        // Even places are to the left of a car. The next odd place is the same to the right.
        place.place = place.place.map(|number| if number == 1 { 1 } else { number ^ 1 });
    }
    mirrored
}

/// Returns the mirrored turn.
fn mirrored_turn(turn: &Turn) -> Turn {
    let action = match turn.action {
        Action::Move(m) => Action::Move(Move {
            vector: mirrored_side(m.vector),
            place: mirrored_side(m.place),
            rotation: mirrored_rotation(m.rotation),
            attack: m
                .attack
                .map(|attack| paddock::games::vektorace::Attack { place: attack.place.map(mirrored_place), ..attack }),
            ..m
        }),
        Action::Stop { rotation, declare } => Action::Stop { rotation: mirrored_rotation(rotation), declare },
        Action::Edge { heading, declare } => Action::Edge { heading: heading.map(mirrored_direction), declare },
        other => other,
    };
    let placing = turn
        .start
        .placing
        .map(|placing| Placing { heading: mirrored_direction(placing.heading), edge: placing.edge.map(mirrored_edge) });
    Turn { action, start: Start { rotation: mirrored_rotation(turn.start.rotation), placing }, ..*turn }
}

/// Returns the mirrored state.
fn mirrored_state(state: &State) -> State {
    let mut mirrored = state.clone();
    for car in &mut mirrored.cars {
        (car.position, car.heading) = (mirrored_point(car.position), mirrored_direction(car.heading));
        car.fallen = car.fallen.map(|fall| with_edges(fall, mirrored_edge));
        (car.marks.shunted_left, car.marks.shunted_right) = (car.marks.shunted_right, car.marks.shunted_left);
    }
    mirrored
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rotated_race_is_the_same_race(seed in 0u64..1_000_000, quarters in 1i64..4, rules in proptest::sample::select(&RULES[..])) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, rules, 30, seed);
        let track = track(&turned_draft(draft, quarters));
        let mut state = Vektorace::start(&track, &setup(rules, &[7, 3, 5, 1])).unwrap();
        prop_assert_eq!(&state, &turned_state(&states[0], quarters));
        for (turn, expected) in turns.iter().zip(&states[1..]) {
            let played = Vektorace::play(&track, &state, &turned_turn(turn, quarters));
            state = played.map_err(|illegal| TestCaseError::fail(format!("{turn:?}: {illegal}")))?.state;
            prop_assert_eq!(&state, &turned_state(expected, quarters));
        }
        prop_assert_eq!(
            Vektorace::legal_turns(&track, &state).len(),
            Vektorace::legal_turns(&crate::common::track(draft), states.last().unwrap()).len()
        );
    }

    #[test]
    fn a_mirrored_race_is_the_same_race(seed in 0u64..1_000_000, rules in proptest::sample::select(&RULES[..])) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, rules, 30, seed);
        let track = track(&mirrored_draft(draft));
        let mut state = Vektorace::start(&track, &mirrored_setup(&setup(rules, &[7, 3, 5, 1]))).unwrap();
        prop_assert_eq!(&state, &mirrored_state(&states[0]));
        for (turn, expected) in turns.iter().zip(&states[1..]) {
            let played = Vektorace::play(&track, &state, &mirrored_turn(turn));
            state = played.map_err(|illegal| TestCaseError::fail(format!("{turn:?}: {illegal}")))?.state;
            prop_assert_eq!(&state, &mirrored_state(expected));
        }
    }

    /// Stepping back and forth in a timeline gives the same fingerprints.
    #[test]
    fn stepping_back_restores_the_fingerprint(seed in 0u64..1_000_000, rules in proptest::sample::select(&RULES[..])) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, rules, 24, seed);
        let count = turns.len();
        let timeline: Timeline<Vektorace> =
            Timeline::new(String::new(), draft.clone(), setup(rules, &[7, 3, 5, 1]), turns).unwrap();
        let forth: Vec<u64> = (0..=count).map(|at| timeline.fingerprint(at)).collect();
        let back: Vec<u64> = (0..=count).rev().map(|at| timeline.fingerprint(at)).collect();
        prop_assert!(forth.iter().eq(back.iter().rev()));
        for (at, state) in states.iter().enumerate() {
            prop_assert_eq!(timeline.state(at), state);
        }
        // Nearly every turn changes the state. If all fingerprints were the same, the test would prove nothing.
        prop_assert!(forth.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_race_with_other_car_numbers_is_the_same_race(seed in 0u64..1_000_000, rules in proptest::sample::select(&RULES[..])) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, rules, 30, seed);
        let new = |car: CarId| CarId(100 - 7 * car.0);
        let names = [7, 3, 5, 1].map(|car| new(CarId(car)).0);
        let track = track(draft);
        let mut state = Vektorace::start(&track, &setup(rules, &names)).unwrap();
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
    fn a_turn_with_one_part_changed_is_listed_or_refused(seed in 0u64..1_000_000, rules in proptest::sample::select(&RULES[..])) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let (states, turns) = race(draft, rules, 16, seed);
        let track = track(draft);
        for (state, turn) in states.iter().zip(&turns).step_by(3) {
            let listed: Vec<Turn> = Vektorace::legal_turns(&track, state).into_iter().map(|legal| legal.turn).collect();
            for other in (0..13).filter_map(|what| changed(turn, what)) {
                let played = Vektorace::play(&track, state, &other);
                prop_assert_eq!(listed.contains(&other), played.is_ok(), "{:?}: {:?}", other, played.err());
                // A lenient checker gives the same state, or the same reason.
                let forced = Vektorace::force(&track, state, &other);
                match played {
                    Ok(played) => {
                        prop_assert!(forced.illegal.is_none());
                        prop_assert_eq!(forced.played.state, played.state);
                    }
                    Err(illegal) => prop_assert_eq!(forced.illegal.map(|first| first.clause), Some(illegal.clause)),
                }
            }
            // A turn of another car is always refused.
            let stranger = Turn { car: CarId(99), ..*turn };
            prop_assert!(Vektorace::play(&track, state, &stranger).is_err());
        }
    }

    /// In random races cars seldom reach the pit lane or come close to each other, so these races begin there.
    #[test]
    fn around_the_pitwall_listing_and_playing_agree(seed in 0u64..1_000_000, rules in proptest::sample::select(&RULES[..])) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cars: Vec<String> = ["A", "B", "C", "D"].map(|letter| crowded(&mut rng, letter)).into();
        let start = oval(rules.edition(), &cars.join("; "));
        let listed = start.listed();
        prop_assert!(!listed.is_empty());
        for turn in listed.iter().step_by(1 + listed.len() / 60) {
            let played = Vektorace::play(&start.track, &start.state, turn);
            prop_assert!(played.is_ok(), "{turn:?}: {:?}\n{cars:?}", played.err());
            for other in (0..13).filter_map(|what| changed(turn, what)) {
                let played = Vektorace::play(&start.track, &start.state, &other);
                prop_assert_eq!(listed.contains(&other), played.is_ok(), "{:?}: {:?}\n{:?}", other, played.err(), cars);
            }
        }
    }

    #[test]
    fn the_same_log_gives_the_same_state(seed in 0u64..1_000_000) {
        let draft = &DRAFTS[(seed % DRAFTS.len() as u64) as usize];
        let first = race(draft, Rules::Powers, 20, seed);
        prop_assert_eq!(first, race(draft, Rules::Powers, 20, seed));
    }
}

/// Positions are multiples of 1/20000 and headings are whole numbers by construction. Numbers stay small in a long
/// race.
#[test]
fn vr_misc_01_cars_never_have_to_be_adjusted() {
    let (states, turns) = race(&DRAFTS[0], Rules::Plain(Edition::Second), 200, 5);
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
