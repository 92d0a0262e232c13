//! Choosing a turn step by step: end spaces with their costs, and dice that the program rolls or the user enters.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{Cost, LegalTurn};
use paddock::games::formula_d::{Additions, FormulaD, Searcher, Turn};
use paddock::replay::chooser::Chooser;
use serde_json::{Value, json};

fn chooser(table: &Table) -> Chooser {
    let turns = FormulaD::legal_turns(&table.track, &table.state).into_iter().map(|legal| LegalTurn {
        turn: serde_json::to_value(&legal.turn).unwrap(),
        cost: legal.cost,
        at: legal.at,
        dir: legal.dir,
        at_once: legal.at_once,
    });
    Chooser::new(turns.collect())
}

fn read(turn: &Value) -> Turn {
    serde_json::from_value(turn.clone()).unwrap()
}

#[test]
fn after_gear_and_die_the_open_end_spaces_match_the_listed_moves() {
    for (cars, gear, face) in [("a9 g3", 3, 8), ("b0 g3, a4 g2, b5 g2", 4, 10), ("b30 g4 made=1", 3, 5)] {
        let table = table(cars);
        let places = FormulaD::places(&table.track, &table.state);
        let mut chooser = chooser(&table);
        assert!(chooser.open_places(&places).is_none(), "nothing was chosen yet");
        chooser.choose("gear", json!(gear));
        chooser.choose("die", json!(face));
        let open = chooser.open_places(&places).unwrap();
        let options =
            Searcher::default().moves(&table.track, &table.state, 0, gear, face, Additions::default()).options;
        let mut wanted: Vec<&str> = options.iter().map(|option| table.track.name(option.end)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found: Vec<&str> = open.iter().map(|place| place.words.split_whitespace().next().unwrap()).collect();
        found.sort_unstable();
        // A car that a move eliminates still has its end space, so every end space is listed.
        assert_eq!(found, wanted, "{cars}");
        for place in &open {
            assert!(!place.costs.is_empty());
            for (index, cost) in place.costs.iter().enumerate() {
                let amount = |cost: &[Cost], name: &str| {
                    cost.iter().filter(|part| part.resource == name).map(|part| part.amount).sum::<u32>()
                };
                let beats = |other: &Vec<Cost>| {
                    let names = ["tyres", "brakes", "gearbox", "body", "engine", "handling"];
                    names.iter().all(|name| amount(other, name) <= amount(cost, name))
                };
                let others = place.costs.iter().enumerate().filter(|(other, _)| *other != index);
                assert!(!others.into_iter().any(|(_, other)| beats(other)), "{cars}: {:?}", place.costs);
            }
        }
    }
}

#[test]
fn a_click_on_a_space_keeps_the_die_and_records_the_turn() {
    let table = table("a9 g3");
    let places = FormulaD::places(&table.track, &table.state);
    let mut chooser = chooser(&table);
    chooser.choose("gear", json!(3));
    chooser.choose("die", json!(8));
    let place = places.iter().find(|place| place.words.starts_with("a17 ")).unwrap();
    assert!(chooser.choose_place(place));
    while let Some(question) = chooser.question() {
        chooser.choose(&question.field, question.options[0].value.clone());
    }
    let turn = read(&chooser.only().unwrap().turn);
    assert_eq!((turn.gear, turn.face().unwrap().known()), (Some(3), Some(8)));
    assert_eq!(turn.ends.last().unwrap().to_string(), "a17");
    assert!(FormulaD::play(&table.track, &table.state, &turn).is_ok());
}

#[test]
fn the_start_die_and_the_gear_die_have_the_right_chances() {
    let track = valid(&oval());
    let state = FormulaD::start(&track, &setup(1)).unwrap();
    let legal = FormulaD::legal_turns(&track, &state);
    let sides = FormulaD::sides(&track, &state, &legal[0].turn, "skip");
    assert_eq!((sides.len(), sides.iter().filter(|side| **side == json!(true)).count()), (20, 1));
    // Of the 19 results that do not stall, one is a great start; the faces of gear 1 are equally likely.
    let moving = legal.iter().find(|legal| !legal.turn.skip).unwrap();
    let sides = FormulaD::sides(&track, &state, &moving.turn, "die");
    let count = |value: Value| sides.iter().filter(|side| **side == value).count();
    assert_eq!(count(Value::Null) * 18, count(json!(1)) + count(json!(2)));
    assert_eq!(count(json!(1)), count(json!(2)));
    // Every side of the die is one of the options.
    let table = table("b0 g3");
    let mut chooser = chooser(&table);
    chooser.choose("gear", json!(4));
    let question = chooser.question().unwrap();
    assert_eq!(question.field, "die");
    let sides = FormulaD::sides(&table.track, &table.state, &read(&chooser.left().next().unwrap().turn), "die");
    assert_eq!(sides.len(), 12);
    assert!(sides.iter().all(|side| question.options.iter().any(|option| option.value == *side)));
    assert!(FormulaD::sides(&track, &state, &legal[0].turn, "brakes").is_empty());
}

#[test]
fn black_dice_that_are_due_are_listed_and_can_be_set() {
    // FD-MOT-01: gear 5 shows 20 with another car in gear 5 behind.
    let table = table("b0 g4, a50 g5");
    let line = "1.1 g5 d20 m20";
    let options = Searcher::default().moves(&table.track, &table.state, 0, 5, 20, Additions::default()).options;
    let option = options.iter().find(|option| !option.is_out).or(options.first()).unwrap();
    let bare = option.turn(&table.track, Turn { spaces: 0, ..turn(line) });
    let throws = FormulaD::throws(&table.track, &table.state, &bare);
    if option.is_out {
        assert!(throws.iter().all(|throw| throw.words.starts_with("engine")));
    }
    let table = crate::common::table("b14 g2, a15 g3");
    let bare = Turn { rolls: Vec::new(), ..turn("1.1 g1 d1 m1") };
    let throws = FormulaD::throws(&table.track, &table.state, &bare);
    assert!(throws.iter().any(|throw| throw.words.starts_with("collision with car 2")), "{throws:?}");
    assert!(throws.iter().all(|throw| throw.sides == 20));
    let faces: Vec<u8> = throws.iter().map(|_| 1).collect();
    let with = FormulaD::with_throws(&table.track, &table.state, &bare, &faces).unwrap();
    assert!(FormulaD::play(&table.track, &table.state, &with).is_ok());
    let shown: Vec<u8> = FormulaD::throws(&table.track, &table.state, &with).iter().map(|throw| throw.face).collect();
    assert!(shown.starts_with(&[1]), "{shown:?}");
    assert_ne!(with.rolls, bare.rolls);
}

#[test]
fn questions_use_the_words_of_players() {
    assert_eq!(FormulaD::words_for("skip", None).as_deref(), Some("start die"));
    assert_eq!(FormulaD::words_for("changes", Some(&Value::Null)).as_deref(), Some("straight on"));
    assert_eq!(FormulaD::words_for("gear", None), None, "the field's name says it");
    let words = |field: &str, value: Value| FormulaD::words_for(field, Some(&value));
    let spaces = [Value::from(1), Value::from(2), Value::Null].map(|count| words("brakes", count).unwrap());
    assert_eq!(spaces, ["1 space", "2 spaces", "0 spaces"]);
    let changes = words("changes", Value::from(vec!["L1", "R3", "P4"])).unwrap();
    assert_eq!(changes, "left on step 1, right on step 3, into the pit lane on step 4");
    assert_eq!(words("changes", Value::Array(Vec::new())).as_deref(), Some("straight on"));
    assert_eq!(words("rolls", Value::from(vec!["M=12"])).as_deref(), Some("engine: 12"));
    assert_eq!(words("rolls", Value::from(vec!["S=?"])).as_deref(), Some("start: 2 to 19"));
    assert_eq!(words("rolls", Value::from(vec!["nonsense"])), None, "not a roll");
}

/// FD-PIT-05, FD-PIT-06: the listed turn into the box is one with a slow stop. Every result of the black die can be set.
#[test]
fn fd_pit_05_every_result_of_the_die_of_a_stop_can_be_set() {
    let text = std::fs::read("replays/formula_d/saltmarsh-six-cars.json").unwrap();
    let Ok(paddock::replay::Opened::Race(race)) = paddock::open(&text, &paddock::replay::no_files) else {
        panic!("a race")
    };
    let stop = |turn: &usize| {
        race.throws(turn - 1, &race.turn_json(*turn).unwrap()).iter().any(|throw| throw.words.contains("pit"))
    };
    let turn = (1..=race.len()).find(stop).expect("a stop in the race");
    let recorded = race.turn_json(turn).unwrap();
    let legal = race.legal_turns(turn - 1).unwrap();
    let like = legal.iter().find(|legal| {
        ["gear", "die", "spaces", "changes"].iter().all(|field| legal.turn.get(field) == recorded.get(field))
    });
    let like = &like.expect("it is listed").turn;
    let mut ends = std::collections::BTreeSet::new();
    for face in 1..=20 {
        let with = race.with_throws(turn - 1, like, &[face]).unwrap_or_else(|| panic!("{face}: {like}"));
        let (_, view) = race.outcome(turn - 1, &with).unwrap_or_else(|| panic!("{face}: {with}"));
        assert_eq!(race.throws(turn - 1, &with)[0].face, face);
        ends.insert(format!("{:?}", view.car(race.step(turn).unwrap().car).unwrap().at));
    }
    assert!(ends.len() > 2, "a quick stop leads out of the box: {ends:?}");
}
