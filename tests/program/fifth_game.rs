//! A game of another crate (`examples/fifth_game`) passes what the shipped games pass: its rules by clause, random races,
//! files and text, and the command line. `shown` and `mutants` use its races and boards, too.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use paddock::Games;
use paddock::game::prelude::*;
use paddock::game::{AnyDraft, CarId, EventKind, Status};
use paddock::replay::{LineId, Opened, PlanStart, Race, RaceEdit, no_files};
use proptest::prelude::*;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::fifth_program::board::{Draft, Link, Track, faults};
use crate::fifth_program::rules::{DICE, Hundred, State, Turn};

/// The games that come with Paddock, and Hundred.
pub fn games() -> Games {
    static GAMES: LazyLock<Games> = LazyLock::new(|| Games::all().with::<Hundred>());
    *GAMES
}

/// The boards that a new one can start with.
fn boards() -> Vec<AnyDraft> {
    let boards = games().find("hundred").unwrap().beginnings().into_iter().map(|beginning| beginning.draft.clone());
    let boards: Vec<AnyDraft> = boards.collect();
    assert_eq!(boards.len(), 3);
    boards
}

fn text_of(board: &AnyDraft) -> String {
    games().document(board, true).to_text().unwrap()
}

fn opened(text: &str) -> Box<dyn Race> {
    match games().open(text.as_bytes(), &no_files) {
        Ok(Opened::Race(race)) => race,
        Ok(Opened::Track(_)) => panic!("a circuit: {text}"),
        Err(error) => panic!("{error}: {text}"),
    }
}

fn setup(laps: u32, sides: u32, cars: u32) -> Value {
    let cars: Vec<Value> = (1..=cars).map(|car| json!({"car": car, "name": format!("Player {car}")})).collect();
    json!({"laps": laps, "sides": sides, "cars": cars})
}

fn fingerprint(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// A race with random rolls from the start to its end. One turn in a hundred is a retirement.
fn random_race(board: &AnyDraft, setup: &Value, seed: u64) -> Box<dyn Race> {
    let mut race = opened(&games().plan(board, &PlanStart::Setup(setup.clone())).unwrap().file_text("Random").unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while race.view(race.len()).to_act.is_some() {
        let at = race.len();
        let mut turns: Vec<Value> = race.legal_turns(at).unwrap().into_iter().map(|legal| legal.turn).collect();
        let retires = rng.random_ratio(1, 100);
        turns.retain(|turn| turn.get("die").is_none() == retires);
        let turn = turns.choose(&mut rng).unwrap().clone();
        let edit = RaceEdit::Play { line: LineId::default(), at, turn, reason: None };
        race.recorder().unwrap().record(&edit).unwrap();
        assert!(race.len() < 10_000, "no end");
    }
    race
}

/// Random races on every board, with their names.
pub fn races() -> Vec<(String, Box<dyn Race>)> {
    let mut races = Vec::new();
    for (index, board) in boards().iter().enumerate() {
        let setup = setup(1 + index as u32, DICE[index], 2 + index as u32);
        for seed in 0..2 {
            races.push((format!("hundred {index}, random {seed}"), random_race(board, &setup, seed)));
        }
    }
    races
}

/// The boards and races as files: name and value.
pub fn documents() -> Vec<(String, Value)> {
    let boards = boards().into_iter().enumerate().map(|(index, board)| (format!("board {index}"), text_of(&board)));
    let races = races().into_iter().map(|(name, race)| (name, race.file_text(true).unwrap()));
    boards.chain(races).map(|(name, text)| (name, serde_json::from_str(&text).unwrap())).collect()
}

/// A board with these links and stops, and a race on it: the state before the first turn.
fn begun(links: &[[u32; 2]], stops: &[u32], laps: u32) -> (Track, State) {
    let links = links.iter().map(|[from, to]| Link { from: *from, to: *to }).collect();
    let draft = Draft { links, stops: stops.to_vec(), ..Draft::default() };
    let (track, issues) = Hundred::validate(&draft);
    let track = track.unwrap_or_else(|| panic!("{issues:?}"));
    let setup = serde_json::from_value(setup(laps, 6, 2)).unwrap();
    let state = Hundred::start(&track, &setup).unwrap();
    (track, state)
}

fn turn(car: u32, die: u8) -> Turn {
    Turn { car: CarId(car), die: Some(die) }
}

/// Plays turns that must be legal.
fn after(track: &Track, state: &State, turns: &[Turn]) -> State {
    turns.iter().fold(state.clone(), |state, turn| Hundred::play(track, &state, turn).unwrap().state)
}

#[track_caller]
fn refused(track: &Track, state: &State, turn: Turn) -> &'static str {
    Hundred::play(track, state, &turn).unwrap_err().clause
}

#[test]
fn hu_turn_01_cars_take_turns_and_a_stop_costs_one() {
    let (track, first) = begun(&[], &[5], 1);
    assert_eq!(refused(&track, &first, turn(2, 3)), "HU-TURN-01");
    let state = after(&track, &first, &[turn(1, 5), turn(2, 1)]);
    // Car 1 misses its second turn, and only that.
    assert_eq!(refused(&track, &state, turn(1, 1)), "HU-TURN-01");
    let state = after(&track, &state, &[turn(2, 1)]);
    assert_eq!(refused(&track, &state, turn(2, 1)), "HU-TURN-01");
    assert_eq!(after(&track, &state, &[turn(1, 4)]).cars[0].total, 9);
}

#[test]
fn hu_dice_01_a_car_moves_by_what_its_die_shows() {
    let (track, first) = begun(&[], &[], 1);
    for die in 1..=6 {
        assert_eq!(after(&track, &first, &[turn(1, die)]).cars[0].total, u32::from(die));
    }
    for die in [0, 7, u8::MAX] {
        assert_eq!(refused(&track, &first, turn(1, die)), "HU-DICE-01");
    }
}

#[test]
fn hu_link_01_links_lead_on_and_count_as_distance() {
    let (track, first) = begun(&[[4, 23], [30, 8]], &[], 1);
    let played = Hundred::play(&track, &first, &turn(1, 4)).unwrap();
    assert_eq!(played.state.cars[0].total, 23);
    let moved = played.events.iter().find_map(|event| match event.kind {
        EventKind::Moved { distance, .. } => Some(distance),
        _ => None,
    });
    assert_eq!(moved, Some(4.0 + 19.0));
    let state = after(&track, &played.state, &[turn(2, 1), turn(1, 5), turn(2, 1)]);
    assert_eq!(after(&track, &state, &[turn(1, 2)]).cars[0].total, 8, "28 and 2 is where a slide begins");
}

#[test]
fn hu_race_01_passing_the_last_space_finishes() {
    let (track, mut state) = begun(&[[1, 97]], &[], 1);
    state = after(&track, &state, &[turn(1, 1), turn(2, 1)]);
    let home = after(&track, &state, &[turn(1, 4)]);
    assert_eq!((home.cars[0].status, home.space(0)), (Status::Finished, 0));
    // Space 100 is the last one, not the finish.
    let short = after(&track, &state, &[turn(1, 3)]);
    assert_eq!((short.cars[0].status, short.space(0)), (Status::Racing, 100));
    let retired = after(&track, &home, &[Turn { car: CarId(2), die: None }]);
    assert_eq!((retired.cars[1].status, retired.to_act), (Status::Withdrawn, None));
    assert_eq!(refused(&track, &retired, turn(2, 1)), "HU-RACE-01");
}

/// A board as a file may hold it.
fn odd_board() -> impl Strategy<Value = Draft> {
    let space = || prop_oneof![8 => 0u32..103, 1 => any::<u32>()];
    let links = prop::collection::vec((space(), space()).prop_map(|(from, to)| Link { from, to }), 0..9);
    (links, prop::collection::vec(space(), 0..5)).prop_map(|(links, stops)| Draft { links, stops, ..Draft::default() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Following the suggested fixes leads to a board that can be raced.
    #[test]
    fn suggested_fixes_make_every_board_valid(draft in odd_board()) {
        let mut draft = draft;
        for _ in 0..40 {
            let Some((issue, fix)) = faults(&draft).into_iter().next() else { break };
            prop_assert!(Hundred::validate(&draft).1.contains(&issue));
            draft = fix.draft;
        }
        prop_assert_eq!(Hundred::validate(&draft).1, Vec::new());
    }

    /// Listed turns play and others do not, on valid boards; the same turns give the same states; text reads back.
    #[test]
    fn listed_turns_play_and_others_do_not(draft in odd_board(), laps in 1u32..3, dice in 0usize..4, seed in any::<u64>()) {
        let (Some(track), _) = Hundred::validate(&draft) else { return Ok(()) };
        let setup = serde_json::from_value(setup(laps, DICE[dice], 3)).unwrap();
        let first = Hundred::start(&track, &setup).unwrap();
        let (mut state, mut turns, mut prints) = (first.clone(), Vec::new(), Vec::new());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        while state.to_act.is_some() && turns.len() < 400 {
            let listed: Vec<Turn> = Hundred::legal_turns(&track, &state).into_iter().map(|legal| legal.turn).collect();
            for car in 0..5 {
                for die in (0..15).map(Some).chain([None]) {
                    let turn = Turn { car: CarId(car), die };
                    prop_assert_eq!(Hundred::play(&track, &state, &turn).is_ok(), listed.contains(&turn));
                }
            }
            let turn = *listed.choose(&mut rng).unwrap();
            prop_assert_eq!(Hundred::read_notation(&Hundred::notation(&turn)).unwrap(), turn);
            state = Hundred::play(&track, &state, &turn).unwrap().state;
            turns.push(turn);
            prints.push(fingerprint(&state));
            let ranks: BTreeSet<u32> = Hundred::view(&track, &state).cars.iter().map(|car| car.rank).collect();
            prop_assert_eq!(ranks, (1..=3).collect::<BTreeSet<u32>>());
        }
        let mut again = first;
        for (turn, print) in turns.iter().zip(&prints) {
            again = Hundred::play(&track, &again, turn).unwrap().state;
            prop_assert_eq!(fingerprint(&again), *print);
        }
    }
}

#[test]
fn races_survive_file_text_undo_and_redo() {
    let mut turns = 0;
    for (name, mut race) in races() {
        let file = race.file_text(true).unwrap();
        assert_eq!(opened(&file).file_text(true).unwrap(), file, "{name}");
        let text = race.notation_text(race.len());
        let read = opened(&games().file_from_text(text.as_bytes(), &no_files).unwrap());
        assert_eq!((read.notation_text(read.len()), read.len()), (text, race.len()), "{name}");
        // The last 200 edits can be undone.
        let (len, undone) = (race.len(), race.len().min(200));
        for _ in 0..undone {
            race.recorder().unwrap().record(&RaceEdit::Undo).unwrap();
        }
        assert_eq!(race.len(), len - undone, "{name}");
        for _ in 0..undone {
            race.recorder().unwrap().record(&RaceEdit::Redo).unwrap();
        }
        assert_eq!(race.file_text(true).unwrap(), file, "{name}");
        turns += undone;
    }
    assert!(turns > 300, "{turns}");
}

/// The example as a program; `cargo test` builds it beside the tests.
fn program(arguments: &[&str]) -> Output {
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().and_then(Path::parent).unwrap().join("examples").join("fifth_game");
    assert!(
        program.with_extension(std::env::consts::EXE_EXTENSION).exists(),
        "first: cargo build --example fifth_game"
    );
    Command::new(program).args(arguments).output().unwrap()
}

/// The output of a call that succeeds.
#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = program(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn mill_road() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fifth_game/mill-road.json")
}

/// The board of the example's call is the first template. `PADDOCK_WRITE=1` writes it again.
#[test]
fn the_file_beside_the_example_is_its_first_template() {
    let text = text_of(&boards()[0]);
    if std::env::var_os("PADDOCK_WRITE").is_some() {
        std::fs::write(mill_road(), &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(mill_road()).unwrap(), text);
}

#[test]
fn every_subcommand_knows_the_fifth_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (race, board) = (path("race.json"), mill_road().to_str().unwrap().to_owned());
    let (name, recorded) = races().swap_remove(0);
    std::fs::write(&race, recorded.file_text(true).unwrap()).unwrap();
    assert!(said(&["check", &race, &board]).lines().count() >= 2, "{name}");
    assert!(said(&["solve", &board]).contains("turns a lap on average"));
    let solved: Value = serde_json::from_str(&said(&["solve", &board, "--json"])).unwrap();
    assert_eq!(solved["game"], "hundred");
    let listed: Value = serde_json::from_str(&said(&["moves", &race, "--at", "0", "--die", "4", "--json"])).unwrap();
    assert_eq!(listed["moves"].as_array().unwrap().len(), 1);
    assert_eq!(program(&["moves", &race, "--at", "0", "--gear", "4"]).status.code(), Some(2));
    assert!(said(&["show", &race, "--notation"]).contains("1: "));
    assert!(said(&["analyze", &race, "--compare"]).contains("turns to the finish on average"));
    for (call, out) in [("render", "board.png"), ("export", "race.csv")] {
        let from = if call == "render" { &board } else { &race };
        said(&[call, from, "-o", &path(out)]);
        assert!(std::fs::metadata(path(out)).unwrap().len() > 1_000, "{call}");
    }
    std::fs::write(path("race.txt"), said(&["show", &race, "--notation"])).unwrap();
    said(&["import", "text", &path("race.txt"), "-o", &path("again.json")]);
    said(&["check", &path("again.json")]);
    let schema: Value = serde_json::from_str(&said(&["schema", "track", "--game", "hundred"])).unwrap();
    assert!(schema["properties"].is_object(), "{schema}");
    // Paddock itself says which game it does not know.
    let output = Command::new(env!("CARGO_BIN_EXE_paddock")).args(["check", &race]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("hundred"));
}
