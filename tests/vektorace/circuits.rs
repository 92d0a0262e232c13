//! Tests that the shipped circuits are valid, are stored in canonical form, and differ from each other.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::path::PathBuf;

use paddock::editor::sketch::AnySketch;
use paddock::editor::sketch::SketchDocument;
use paddock::editor::sketch::pieces::Template;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::vektorace::{Action, CarEntry, Edition, GridPlace, Hand, Setup, Standing, State, Track, Vektorace};
use paddock::geometry::{Point, Surd};
use paddock::replay::{TrackFile, parse, print};
use paddock::storage;

/// Returns every shipped circuit: the name, the bytes and the content of its file.
fn shipped() -> Vec<(String, Vec<u8>, TrackFile<Vektorace>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of circuits")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = storage::read(path).expect("readable");
        let file = parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, bytes, file)
    };
    files.iter().map(read).collect()
}

#[test]
fn there_are_seven_or_more_each_with_a_name_and_a_description() {
    let circuits = shipped();
    assert!(circuits.len() >= 7, "{}", circuits.len());
    let mut names: Vec<&str> = circuits.iter().map(|(_, _, file)| file.track.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), circuits.len(), "no two of one name");
    for (name, _, file) in &circuits {
        assert!(!file.track.name.is_empty() && file.track.description.len() > 20, "{name}");
    }
}

#[test]
fn each_is_stored_as_the_program_prints_it() {
    for (name, bytes, file) in shipped() {
        let printed = print(&file).expect("printed");
        assert_eq!(String::from_utf8_lossy(&bytes), printed, "{name}");
        assert_eq!(
            SketchDocument::<Vektorace>::from_bytes(&bytes).expect("opened").to_text().expect("printed"),
            printed,
            "{name}"
        );
    }
}

#[test]
fn they_have_no_issue_in_any_edition() {
    for (name, _, file) in shipped() {
        let (track, issues) = Vektorace::validate(&file.track);
        assert!(track.is_some() && issues.is_empty(), "{name}: {issues:#?}");
    }
}

#[test]
fn they_are_of_different_kinds() {
    let circuits = shipped();
    let count = |corners: usize| circuits.iter().filter(|(_, _, file)| file.track.corners.len() == corners).count();
    assert!(count(3) > 0 && count(4) > 0 && count(6) > 0 && count(8) > 0);
    assert!(circuits.iter().any(|(_, _, file)| file.track.direction == Some(Hand::CounterClockwise)));
    let has_s_bend = |file: &TrackFile<Vektorace>| file.track.corners.iter().any(|corner| corner.hand.is_some());
    assert!(circuits.iter().filter(|(_, _, file)| has_s_bend(file)).count() >= 2);
    let width = |file: &TrackFile<Vektorace>| file.track.table.to.x - file.track.table.from.x;
    let least = circuits.iter().map(|(_, _, file)| width(file)).min().expect("circuits");
    let most = circuits.iter().map(|(_, _, file)| width(file)).max().expect("circuits");
    assert!(most >= least * 2);
}

/// Returns a field of `count` cars, in two staggered columns.
fn field(edition: Edition, count: u32) -> Setup {
    let cars = (1..=count)
        .map(|car| CarEntry {
            car: CarId(car),
            name: String::new(),
            tyre: 4,
            nitro: 4,
            start_boost: false,
            power: None,
        })
        .collect();
    let pole = GridPlace {
        car: CarId(1),
        aside: Some(Surd::from_int(2)),
        back: (edition == Edition::Online).then(|| Surd::from_int(8)),
        behind: None,
        place: None,
    };
    let rest = (2..=count).map(|car| GridPlace {
        car: CarId(car),
        aside: None,
        back: None,
        behind: Some(CarId(car - 1)),
        place: Some(if car % 2 == 0 { 3 } else { 2 }),
    });
    Setup {
        edition,
        laps: 3,
        start_gear: 4,
        options: Default::default(),
        cars,
        grid_side: None,
        grid: std::iter::once(pole).chain(rest).collect(),
    }
}

#[test]
fn six_cars_have_room_on_the_grid() {
    for (name, _, file) in shipped() {
        let track = Vektorace::validate(&file.track).0.expect("valid");
        for edition in [Edition::Second, Edition::Online] {
            let started = Vektorace::start(&track, &field(edition, 6));
            assert!(started.is_ok(), "{name}, {edition:?}: {:?}", started.err());
        }
    }
}

/// Returns the least distance from a car's place to the end of its lap, by the apexes it has not passed.
fn way_left(track: &Track, passed: usize, crossings: u8, at: [f64; 2]) -> f64 {
    let wall = track.pitwall();
    let line = (wall.finish.origin + wall.track.normal.unit()).to_f64();
    let apexes: Vec<[f64; 2]> = track.corners().iter().map(|corner| corner.apex().to_f64()).collect();
    let mut stations = if crossings == 0 { vec![line] } else { Vec::new() };
    let first = if crossings == 0 { 0 } else { passed };
    stations.extend(apexes.get(first..).unwrap_or_default());
    stations.push(line);
    let ways = std::iter::once(&at).chain(&stations).zip(&stations);
    ways.map(|(from, to)| (from[0] - to[0]).hypot(from[1] - to[1])).sum()
}

/// Returns the number of moves that a lone car takes from the start to the end of its first lap. Searches the most
/// promising state first (A* with a greedy estimate). `None` if no lap is found within the limit.
fn moves_for_a_lap(track: &Track, edition: Edition) -> Option<usize> {
    const STATES: usize = 40_000;
    let mut state = Vektorace::start(track, &field(edition, 2)).expect("starts");
    state.cars[1].position = Point::new(Surd::from_int(1_000), Surd::from_int(1_000));
    state.cars[1].standing = Standing::Withdrawn(1);
    state.order.truncate(1);
    let mut known: Vec<(usize, State)> = vec![(0, state)];
    let mut seen = BTreeSet::new();
    let mut open = BinaryHeap::from([Reverse((0i64, 0usize))]);
    while let Some(Reverse((_, index))) = open.pop() {
        if known.len() > STATES {
            return None;
        }
        let (moves, state) = known[index].clone();
        for legal in Vektorace::legal_turns(track, &state) {
            let Action::Move(played) = &legal.turn.action else { continue };
            if played.brake || played.box_box || played.pit.is_some() || played.boost.is_some() {
                continue;
            }
            let next = Vektorace::play(track, &state, &legal.turn).expect("a listed turn plays").state;
            let car = &next.cars[0];
            if car.crossings == 2 {
                return Some(moves + 1);
            }
            let [x, y] = car.position.to_f64();
            let square = (x.floor() as i64, y.floor() as i64);
            if !seen.insert((square, car.heading, car.gear, car.passed, car.crossings)) {
                continue;
            }
            // Online the last corner stays current until the line is crossed, even after the car has passed it.
            let behind = edition == Edition::Online && car.sector > 3;
            let left = way_left(track, usize::from(car.passed) + usize::from(behind), car.crossings, [x, y]);
            // A move is about five octagons long. The state with the shortest estimated lap comes first.
            let promise = 5.0 * (moves + 1) as f64 + 1.6 * left;
            open.push(Reverse(((promise * 1_000.0) as i64, known.len())));
            known.push((moves + 1, next));
        }
    }
    None
}

#[test]
fn a_car_can_drive_a_lap_on_each_of_them() {
    let mut circuits: Vec<_> = shipped().into_iter().map(|(name, _, file)| (name, file.track)).collect();
    let templates = Template::ALL.into_iter().filter(|template| *template != Template::Empty);
    circuits.extend(templates.map(|template| (template.name().to_owned(), template.draft())));
    std::thread::scope(|scope| {
        for (name, draft) in &circuits {
            scope.spawn(move || {
                let track = Vektorace::validate(draft).0.expect("valid");
                for edition in [Edition::Second, Edition::Online] {
                    let moves = moves_for_a_lap(&track, edition);
                    println!("{name}: {moves:?} moves in the {}, lap of {:.0}", edition.name(), track.lap_length());
                    assert!(moves.is_some(), "{name}: no lap in the {}", edition.name());
                }
            });
        }
    });
}
