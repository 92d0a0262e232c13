//! Tests of the boards and races of Wheel to Wheel that ship. The boards are valid, every turn is legal, the results
//! are the known ones, and each race shows the rules that it was recorded for.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::collections::BTreeSet;
use std::path::Path;

use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::championship::{Race as Raced, next_setup, table};
use paddock::games::wheel_to_wheel::{
    Action, Compound, Draft, Landing, Phase, RecordLine, Setup, Stage, State, Track, Turn, WheelToWheel, note, records,
    report, results, team_results,
};
use paddock::replay::{ReplayFile, TrackFile, TrackSource, parse, print};

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).with_extension("json")).unwrap()
}

fn board(name: &str) -> Draft {
    let file: TrackFile<WheelToWheel> = parse(&bytes(&format!("tracks/wheel_to_wheel/{name}"))).unwrap();
    file.track
}

/// A race, played to its end.
struct Played {
    track: Track,
    draft: Draft,
    setup: Setup,
    start: State,
    end: State,
    turns: Vec<Turn>,
    seen: BTreeSet<&'static str>,
}

fn played(name: &str) -> Played {
    let file: ReplayFile<WheelToWheel> = parse(&bytes(&format!("replays/wheel_to_wheel/{name}"))).unwrap();
    let TrackSource::Here(draft) = &file.track else { panic!("{name} names a file") };
    let track = WheelToWheel::validate(draft).0.unwrap();
    let start = WheelToWheel::start(&track, &file.setup).unwrap();
    let mut state = start.clone();
    let mut seen = BTreeSet::new();
    for (number, turn) in (1..).zip(&file.turns) {
        let reported = report(&track, &state, turn).unwrap();
        let next = WheelToWheel::play(&track, &state, turn);
        let next = next.unwrap_or_else(|error| panic!("{name}, turn {number}: {error}"));
        let said = WheelToWheel::describe(&file.setup, &state, turn, &next.state, &next.events);
        assert!(said.starts_with("Round ") && said.ends_with('.'), "{said}");
        state = next.state;
        for (is_seen, what) in [
            (reported.rain_start, "rain"),
            (matches!(reported.landing, Landing::Collision(_)), "collision"),
            (reported.failure, "engine failure"),
            (reported.helped, "automatic entry"),
            (reported.tyres.is_some_and(|(_, on)| on == Compound::Wet), "wet tyres"),
            (turn.action == Action::Discharge, "discharge"),
            (reported.spent.is_some(), "slot spent"),
        ] {
            if is_seen {
                seen.insert(what);
            }
        }
    }
    let TrackSource::Here(draft) = file.track.clone() else { panic!("{name} names a file") };
    Played { track, draft: *draft, setup: file.setup, start, end: state, turns: file.turns, seen }
}

const BOARDS: [&str; 2] = ["lanternwood", "skerry-sands"];
const RACES: [&str; 6] = [
    "harbour-cup-1",
    "harbour-cup-2",
    "harbour-cup-3",
    "lanternwood-cloudburst",
    "lanternwood-twelve-cars",
    "skerry-sands-four-teams",
];

fn names(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn the_boards_are_sound_and_drawn() {
    assert_eq!(names("tracks/wheel_to_wheel"), BOARDS);
    let mut lengths = BTreeSet::new();
    for name in BOARDS {
        let draft = board(name);
        let reported: Vec<&str> = WheelToWheel::validate(&draft).1.iter().map(|issue| issue.id).collect();
        assert_eq!(reported, ["WW-VAL-14"], "{name}");
        assert!(!draft.name.is_empty() && !draft.description.is_empty());
        assert!(draft.line.len() > 8 && draft.lane.len() > 4);
        assert_eq!(note(&draft), Some("Assumed board and dice."));
        lengths.insert(draft.loop_len);
        // Fields are about a unit long, and none lies on another.
        let track = WheelToWheel::validate(&draft).0.unwrap();
        let at = |field: u16| track.place_of(paddock::games::wheel_to_wheel::Spot::Loop(field));
        for field in 0..track.loop_len() {
            let [a, b] = [at(field), at((field + 1) % track.loop_len())];
            let step = (a[0] - b[0]).hypot(a[1] - b[1]);
            assert!((0.93..1.02).contains(&step), "{name}, field {field}: {step}");
            for other in field + 2..track.loop_len() {
                let c = at(other);
                let is_next = (other + 1) % track.loop_len() == field;
                assert!(is_next || (a[0] - c[0]).hypot(a[1] - c[1]) > 1.2, "{name}: {field} and {other}");
            }
        }
    }
    assert_eq!(lengths.len(), BOARDS.len());
}

#[test]
fn files_print_as_they_are_on_disk() {
    for name in BOARDS {
        let on_disk = bytes(&format!("tracks/wheel_to_wheel/{name}"));
        let file: TrackFile<WheelToWheel> = parse(&on_disk).unwrap();
        assert_eq!(print(&file).unwrap().as_bytes(), on_disk, "{name}");
    }
    for name in RACES {
        let on_disk = bytes(&format!("replays/wheel_to_wheel/{name}"));
        let file: ReplayFile<WheelToWheel> = parse(&on_disk).unwrap();
        assert_eq!(print(&file).unwrap().as_bytes(), on_disk, "{name}");
    }
}

#[test]
fn the_races_are_legal_and_end_as_they_are_known_to() {
    assert_eq!(names("replays/wheel_to_wheel"), RACES);
    for (name, board_name, winner, entries) in [
        ("harbour-cup-1", "skerry-sands", 12, 278),
        ("harbour-cup-2", "skerry-sands", 11, 246),
        ("harbour-cup-3", "skerry-sands", 21, 268),
        ("lanternwood-cloudburst", "lanternwood", 11, 451),
        ("lanternwood-twelve-cars", "lanternwood", 11, 947),
        ("skerry-sands-four-teams", "skerry-sands", 42, 354),
    ] {
        let race = played(name);
        assert_eq!(race.draft, board(board_name), "{name}");
        assert_eq!((race.end.phase, race.turns.len()), (Phase::Over, entries), "{name}");
        assert_eq!(results(&race.track, &race.end)[0].car.0, winner, "{name}");
        assert!(race.setup.teams.iter().all(|team| !team.qualifying.is_empty()), "{name}");
    }
}

#[test]
fn one_has_rain_a_collision_and_an_engine_failure() {
    let race = played("lanternwood-cloudburst");
    for what in ["rain", "collision", "engine failure", "wet tyres", "slot spent"] {
        assert!(race.seen.contains(what), "no {what}");
    }
    assert!(played("skerry-sands-four-teams").seen.contains("discharge"));
    assert!(played("lanternwood-twelve-cars").seen.contains("automatic entry"));
}

#[test]
fn the_cup_is_a_championship() {
    let races: Vec<Played> = ["harbour-cup-1", "harbour-cup-2", "harbour-cup-3"].map(played).into_iter().collect();
    let raced: Vec<Raced<'_>> =
        races.iter().map(|race| Raced { track: &race.track, setup: &race.setup, end: &race.end }).collect();
    for (number, pair) in (1..).zip(races.windows(2)) {
        let mut next = next_setup(&raced[number - 1]).unwrap();
        for (team, thrown) in next.teams.iter_mut().zip(&pair[1].setup.teams) {
            team.qualifying.clone_from(&thrown.qualifying);
        }
        assert_eq!(next, pair[1].setup);
    }
    assert_eq!(races[2].setup.championship, Some(Stage { race: 3, races: 3 }));
    assert_eq!(next_setup(&raced[2]), None);
    let table = table(&raced);
    let total: u32 = races.iter().flat_map(|race| team_results(&race.track, &race.end)).map(|team| team.points).sum();
    assert_eq!(table.teams.iter().map(|line| line.points).sum::<u32>(), total);
    let teams: Vec<(usize, u32)> = table.teams.iter().map(|line| (line.who, line.points)).collect();
    assert_eq!(teams, [(0, 110), (1, 90), (2, 64)]);
    assert_eq!(table.drivers[0].by_race.len(), 3);
}

#[test]
fn races_are_the_same_as_text() {
    for name in RACES {
        let race = played(name);
        for turn in &race.turns {
            assert_eq!(WheelToWheel::read_notation(&WheelToWheel::notation(turn)).as_ref(), Ok(turn));
        }
        let moves = records(&race.track, &race.start, &race.turns);
        assert!(moves.len() > 100);
        for line in moves {
            assert_eq!(line.to_string().parse::<RecordLine>().as_ref(), Ok(&line), "{name}");
        }
    }
}
