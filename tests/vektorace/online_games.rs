//! The recorded online games: every turn is legal, every state is as recorded, and the legal moves are the recorded
//! ones.
//!
//! Two games are in `tests/data/online`. All games are in `../shared/data/vektorace/online`. Without that folder their
//! tests are ignored, with the reason.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::vektorace::{
    Action, AttackKind, AttackPlace, Car, Move, Rotation, Setup, Side, State, Track, Turn, Vektorace,
};
use paddock::import::bga;
use paddock::replay::TrackSource;
use serde_json::Value;

struct Game {
    name: String,
    track: Track,
    setup: Setup,
    turns: Vec<Turn>,
    notes: Vec<String>,
    expected: Value,
}

/// Returns the games of a folder, each in its own folder. Panics if there are fewer than `least`.
fn games(folder: &str, least: usize) -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.join("log.json").is_file());
    folders.sort();
    assert!(folders.len() >= least, "there are only {} games", folders.len());
    folders
        .into_iter()
        .map(|folder| {
            let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
            let imported = bga::import(&read("log.json"), &read("gamedatas.json")).unwrap();
            assert_eq!(imported.warnings, Vec::<String>::new(), "{}", folder.display());
            let TrackSource::Here(draft) = imported.replay.track else { panic!("the track is within") };
            let (track, issues) = Vektorace::validate(&draft);
            Game {
                name: folder.file_name().unwrap().to_string_lossy().into_owned(),
                track: track.unwrap_or_else(|| panic!("{issues:?}")),
                setup: imported.replay.setup,
                turns: imported.replay.turns,
                notes: imported.notes,
                expected: serde_json::from_slice(&read("expected.json")).unwrap(),
            }
        })
        .collect()
}

/// Returns every state of a game, from the grid on. Panics at an illegal turn.
fn states(game: &Game) -> Vec<State> {
    let mut states = vec![Vektorace::start(&game.track, &game.setup).unwrap()];
    for (index, turn) in game.turns.iter().enumerate() {
        match Vektorace::play(&game.track, states.last().unwrap(), turn) {
            Ok(played) => states.push(played.state),
            Err(illegal) => panic!("game {} turn {}: {illegal}\n{turn:?}", game.name, index + 1),
        }
    }
    states
}

/// The folder of the two games that every checkout has.
const KEPT: &str = "tests/data/online";
/// The folder of all games.
const SHARED: &str = "../shared/data/vektorace/online";

#[test]
fn the_kept_games_are_as_recorded() {
    let games = games(KEPT, 2);
    states_are_recorded(&games);
    offers_are_recorded(&games, &[]);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "reads ../shared/data/vektorace/online, which is not there")]
fn every_turn_is_legal_and_leads_to_the_recorded_state() {
    states_are_recorded(&games(SHARED, 19));
}

#[test]
#[cfg_attr(not(shared_data), ignore = "reads ../shared/data/vektorace/online, which is not there")]
fn the_legal_moves_are_the_recorded_ones() {
    offers_are_recorded(&games(SHARED, 19), &EXPECTED);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "reads ../shared/data/vektorace/online, which is not there")]
fn a_saved_race_keeps_the_orders_that_the_log_decided() {
    let mut decided = 0;
    for game in games(SHARED, 19) {
        let by_log: Vec<&Turn> = game.turns.iter().filter(|turn| turn.next_order.is_some()).collect();
        assert_eq!(by_log.len(), game.notes.len(), "game {}: {:?}", game.name, game.notes);
        decided += by_log.len();
        for turn in &game.turns {
            let text = serde_json::to_string(turn).unwrap();
            assert_eq!(serde_json::from_str::<Turn>(&text).unwrap(), *turn);
            let line = Vektorace::notation(turn);
            assert_eq!(Vektorace::read_notation(&line).unwrap(), *turn, "{line}");
        }
    }
    assert!(decided > 0, "no game has a round that its log decides");
}

fn states_are_recorded(games: &[Game]) {
    let mut orders = 0;
    for game in games {
        let expected = game.expected["turns"].as_array().unwrap();
        assert_eq!(game.turns.len(), expected.len(), "game {}", game.name);
        let states = states(game);
        for (index, (state, expected)) in states[1..].iter().zip(expected).enumerate() {
            let place = format!("game {} turn {}", game.name, index + 1);
            assert_eq!(u64::from(game.turns[index].car.0), expected["car"].as_u64().unwrap(), "{place}");
            let view = Vektorace::view(&game.track, state);
            for after in expected["after"].as_array().into_iter().flatten() {
                let id = CarId(after["id"].as_u64().unwrap() as u32);
                let car = view.car(id).unwrap();
                if after["x"].is_null() {
                    continue;
                }
                let near = |name: &str, at: f64| (after[name].as_f64().unwrap() - at).abs() < 1e-4;
                assert!(near("x", car.at[0]) && near("y", car.at[1]), "{place} car {id}: {after} but at {:?}", car.at);
                let number = |name: &str| after[name].as_u64().unwrap();
                assert_eq!(u64::from(car.dir.unwrap()), number("dir"), "{place} car {id} direction");
                assert_eq!(u64::from(car.gear.unwrap()), number("gear"), "{place} car {id} gear");
                assert_eq!(u64::from(car.resources[0]), number("tyre"), "{place} car {id} tyre");
                assert_eq!(u64::from(car.resources[1]), number("nitro"), "{place} car {id} nitro");
                assert_eq!(u64::from(car.lap), number("lap"), "{place} car {id} lap");
                let inner = state.cars.iter().find(|car| car.id == id).unwrap();
                assert_eq!(u64::from(inner.passed) + 1, number("curve"), "{place} car {id} corner");
                assert_eq!(u64::from(inner.sector), number("zone"), "{place} car {id} sector");
                // At the end of a round the recorded order is still the old one. The next turn has the new one.
                if after["turn"].is_u64() && state.round == states[index].round {
                    assert_eq!(u64::from(car.rank), number("turn"), "{place} car {id} place in the order");
                    orders += 1;
                }
            }
        }
        let finish: Vec<u64> =
            game.expected["finish"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
        let last = states.last().unwrap();
        let places: Vec<u64> =
            last.places().iter().map(|index| u64::from(last.cars[usize::from(*index)].id.0)).collect();
        assert_eq!(places, finish, "game {}", game.name);
    }
    assert!(orders > 0, "no order was compared");
}

type Offer = BTreeSet<(Side, Side, Rotation)>;

fn side(name: &str) -> Side {
    Side::ALL.into_iter().find(|side| side.name() == name).unwrap()
}

fn rotation(name: &str) -> Rotation {
    match name {
        "left" => Rotation::Left,
        "right" => Rotation::Right,
        "straight" => Rotation::Straight,
        other => panic!("{other}"),
    }
}

/// Returns the places without a boost that the recording program calls legal with these tyre points. Returns separately
/// those it marks as too many sectors ahead of the car's old place.
fn recorded_offer(turn: &Value, tyres: u64) -> (Offer, Offer) {
    let (mut legal, mut beyond) = (Offer::new(), Offer::new());
    for row in turn["legal"].as_array().into_iter().flatten() {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        let (vector, place) = (text("vector_flags"), text("place_flags"));
        if vector.contains(['C', 'D', 'O']) || place.contains(['C', 'D']) {
            continue;
        }
        for turn in row["turns"].as_str().unwrap().split(',') {
            let cost = u64::from(vector.contains('T')) + u64::from(turn.contains('*'));
            if cost > tyres || turn.contains('!') {
                continue;
            }
            let offer = (side(&text("vector")), side(&text("place")), rotation(turn.trim_end_matches(['*', '!'])));
            if place.contains('O') {
                beyond.insert(offer);
            } else {
                legal.insert(offer);
            }
        }
    }
    (legal, beyond)
}

/// The classes of choices that are compared.
const CLASSES: [&str; 9] = [
    "place offered, not recorded",
    "place recorded, not offered",
    "boost offered, not recorded",
    "boost recorded, not offered",
    "attacks",
    "gear offered, not recorded",
    "gear recorded, not offered",
    "blocked",
    "give way",
];

/// Differences by class: the place in the game, and a description.
#[derive(Default)]
struct Differences(BTreeMap<&'static str, Vec<(String, String)>>);

impl Differences {
    fn add(&mut self, class: &'static str, place: &str, what: String) {
        assert!(CLASSES.contains(&class), "{class} is no class");
        self.0.entry(class).or_default().push((place.to_owned(), what));
    }

    fn compare<T: Ord + std::fmt::Debug>(
        &mut self,
        what: [&'static str; 2],
        place: &str,
        ours: &BTreeSet<T>,
        recorded: &BTreeSet<T>,
    ) {
        for extra in ours.difference(recorded) {
            self.add(what[0], place, format!("{extra:?}"));
        }
        for missing in recorded.difference(ours) {
            self.add(what[1], place, format!("{missing:?}"));
        }
    }

    fn places(&self) -> BTreeSet<&str> {
        self.0.values().flatten().map(|(place, _)| place.as_str()).collect()
    }
}

/// The number of turns, by class, in which the legal choices differ from the recorded ones, in all games:
///
/// - Places: in game 113, turn 57, a place is within three sectors of the car's old place (7 to 7), but the vector's
///   nose is in sector 0. Once the vector is laid, the place is too many sectors ahead of it and cannot be taken
///
/// - Giving way: in game 101, turn 125, the next car in order is in the way, so the car may give way to it
///   (VR-YIELD-05). The recording program skips the next car if it was the last to act in the round before.
const EXPECTED: [(&str, usize); 2] = [("place recorded, not offered", 1), ("give way", 1)];

fn offers_are_recorded(games: &[Game], expected: &[(&str, usize)]) {
    let mut differences = Differences::default();
    let mut turns = 0;
    for game in games {
        let states = states(game);
        for (index, expected) in game.expected["turns"].as_array().unwrap().iter().enumerate() {
            turns += 1;
            let place = format!("game {} turn {}", game.name, index + 1);
            compare_turn(game, &states, index, expected, &place, &mut differences);
        }
    }
    println!("{} games, {turns} turns, {} with a difference", games.len(), differences.places().len());
    let mut counts = Vec::new();
    for class in CLASSES {
        let list = differences.0.get(class).map_or(&[][..], Vec::as_slice);
        let places: BTreeSet<&str> = list.iter().map(|(place, _)| place.as_str()).collect();
        println!("{class}: {} turns differ", places.len());
        for (place, what) in list {
            println!("    {place}: {what}");
        }
        if !places.is_empty() {
            counts.push((class, places.len()));
        }
    }
    assert!(turns > 0);
    assert_eq!(counts, expected);
}

fn compare_turn(
    game: &Game,
    states: &[State],
    index: usize,
    expected: &Value,
    place: &str,
    differences: &mut Differences,
) {
    let state = &states[index];
    let car = &state.cars[state.to_act().unwrap()];
    let listed = Vektorace::legal_turns(&game.track, state);
    let played = &game.turns[index];
    // The order that a log decides for the next round is not one of the turn's choices.
    let own = Turn { next_order: None, ..*played };
    assert!(listed.iter().any(|legal| legal.turn == own), "{place}: {played:?} is not listed");
    for legal in &listed {
        if let Err(illegal) = Vektorace::play(&game.track, state, &legal.turn) {
            panic!("{place}: listed but refused: {:?}: {illegal}", legal.turn);
        }
    }
    let moves: Vec<Move> = listed
        .iter()
        .filter_map(|legal| match legal.turn.action {
            Action::Move(m) => Some(m),
            _ => None,
        })
        .collect();
    let brake = moves.first().is_some_and(|m| m.brake);
    if !expected["legal"].is_null() {
        let gear = expected["gear"].as_u64().unwrap() as u8;
        let tyres = u64::from(car.tyre) - if brake { u64::from(car.gear - gear) } else { 0 };
        let (legal, beyond) = recorded_offer(expected, tyres);
        let offer = |at_once: bool| -> Offer {
            let listed = listed.iter().filter(|legal| legal.at_once == at_once);
            let moves = listed.filter_map(|legal| match legal.turn.action {
                Action::Move(m) if m.boost.is_none() => Some((m.vector, m.place, m.rotation)),
                _ => None,
            });
            moves.collect()
        };
        // Places that open only after the vector is laid are never recorded, because the offer was made before.
        for later in offer(false) {
            assert!(beyond.contains(&later), "{place}: {later:?} is not marked as beyond the first limit");
        }
        let ours = offer(true);
        differences.compare(["place offered, not recorded", "place recorded, not offered"], place, &ours, &legal);
    }
    if let Action::Move(m) = &played.action {
        compare_move(m, &moves, car, expected, place, differences);
    }
    if let Some(gears) = expected["gear_legal"].as_array() {
        let ours: BTreeSet<u8> = listed.iter().filter_map(|legal| declared_like(&legal.turn, played)).collect();
        let after = states[index + 1].cars.iter().find(|other| other.id == car.id).unwrap();
        let recorded = recorded_gears(played, after, gears);
        differences.compare(["gear offered, not recorded", "gear recorded, not offered"], place, &ours, &recorded);
    }
    let blocked = expected["blocked"].as_array().is_some_and(|blocked| !blocked.is_empty());
    let stuck = brake || listed.iter().any(|legal| matches!(legal.turn.action, Action::Stop { .. }));
    if blocked != stuck {
        differences.add("blocked", place, format!("recorded {blocked}, listed {stuck}"));
    }
    if blocked {
        let recorded = expected["blocked"][0]["can_give_way"].as_bool().unwrap();
        let ours = listed.iter().any(|legal| matches!(legal.turn.action, Action::GiveWay { .. }));
        if recorded != ours {
            differences.add("give way", place, format!("recorded {recorded}, listed {ours}"));
        }
    }
}

/// Compares the boosts ahead of the vector played, and the attacks from the car's place.
fn compare_move(m: &Move, moves: &[Move], car: &Car, expected: &Value, place: &str, differences: &mut Differences) {
    if let Some(boosts) = expected["boost_legal"].as_array() {
        let ours: BTreeSet<(u8, Side, Rotation)> = moves
            .iter()
            .filter(|other| other.vector == m.vector)
            .filter_map(|other| Some((other.boost?, other.place, other.rotation)))
            .collect();
        let mut recorded = BTreeSet::new();
        for boost in boosts.iter().filter(|boost| boost["flags"] == "" && car.nitro > 0) {
            for row in boost["places"].as_array().unwrap() {
                if !row[1].as_str().unwrap().trim_matches('T').is_empty() {
                    continue;
                }
                for turn in row[2].as_str().unwrap().split(',').filter(|turn| !turn.contains('!')) {
                    let length = boost["boost"].as_u64().unwrap() as u8;
                    recorded.insert((length, side(row[0].as_str().unwrap()), rotation(turn.trim_end_matches('*'))));
                }
            }
        }
        differences.compare(["boost offered, not recorded", "boost recorded, not offered"], place, &ours, &recorded);
    }
    let alike = |other: &&Move| {
        (other.vector, other.boost, other.place, other.rotation) == (m.vector, m.boost, m.place, m.rotation)
    };
    let attacks: BTreeSet<_> =
        moves.iter().filter(alike).filter_map(|other| other.attack).map(|a| (a.target, a.kind, a.place)).collect();
    let mut ours: BTreeMap<(u64, &str), usize> = BTreeMap::new();
    for (target, kind, at) in attacks {
        let kind = match (kind, at) {
            (AttackKind::Slipstream, _) => "drafting",
            (AttackKind::Push, _) => "push",
            (AttackKind::Slingshot, _) => "slingshot",
            (AttackKind::BoostOvertaking, _) => "boostOvertaking",
            (_, Some(AttackPlace::Left)) => "leftShunt",
            _ => "rightShunt",
        };
        *ours.entry((u64::from(target.0), kind)).or_default() += 1;
    }
    let mut recorded: BTreeMap<(u64, &str), usize> = BTreeMap::new();
    // As with tyres, a slingshot counts only if the car has a nitro point for it (VR-SLING-01).
    let nitro = car.nitro - u8::from(m.boost.is_some());
    let payable = |row: &&Value| row[1] != "slingshot" || nitro > 0;
    for row in expected["attack_legal"].as_array().into_iter().flatten().filter(payable) {
        *recorded.entry((row[0].as_u64().unwrap(), row[1].as_str().unwrap())).or_default() += 1;
    }
    if ours != recorded {
        differences.add("attacks", place, format!("{ours:?} recorded {recorded:?}"));
    }
}

/// Returns the gear that a turn declares, if the rest of it is the turn played.
fn declared_like(turn: &Turn, played: &Turn) -> Option<u8> {
    match (&turn.action, &played.action) {
        (Action::Move(a), Action::Move(b)) if Move { declare: b.declare, ..*a } == *b => a.declare,
        (Action::Stop { rotation: a, declare }, Action::Stop { rotation: b, .. }) if a == b => *declare,
        _ => None,
    }
}

/// Returns the gears that the recording program offers and that the car can pay for.
fn recorded_gears(played: &Turn, after: &Car, gears: &[Value]) -> BTreeSet<u8> {
    let (tyre, nitro, base) = match &played.action {
        Action::Move(m) => {
            let gear = m.declare.unwrap_or(m.gear);
            let further = |from: u8, to: u8| if after.in_lane { 0 } else { to.saturating_sub(from).saturating_sub(1) };
            (after.tyre + further(gear, m.gear), after.nitro + further(m.gear, gear), m.gear)
        }
        _ => (0, 0, 1),
    };
    (1..=5u8)
        .filter(|gear| match gears[usize::from(gear - 1)].as_str().unwrap() {
            "avail" | "curr" => true,
            "tireCost" => base - gear - 1 <= tyre,
            "nitroCost" => gear - base - 1 <= nitro,
            _ => false,
        })
        .collect()
}
