//! Secret moves of Vector Racing in the window: handed in one by one, hidden until all are in (RT-TURN-01).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};

use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::replay::{Opened, Race};
use serde_json::Value;

use crate::hands::{CTRL, Window, ask_to_close, click, opened, paddock, press, race_tab as tab};

const SHIFT: Modifiers = Modifiers::SHIFT;
const NONE: Modifiers = Modifiers::NONE;

fn shipped() -> Box<dyn Race> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vector_racing/mill-lane-three-pencils.json");
    match paddock::open(&std::fs::read(path).unwrap(), &paddock::replay::no_files) {
        Ok(Opened::Race(race)) => race,
        _ => panic!("a race ships"),
    }
}

/// A window that records the shipped race of three racers after its first turns, with secret moves on.
fn window(turns: usize) -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("race.json");
    let mut race: Value = serde_json::from_str(&shipped().file_text(false).unwrap()).unwrap();
    race["turns"].as_array_mut().unwrap().truncate(turns);
    race.as_object_mut().unwrap().shift_remove("fingerprints");
    std::fs::write(&file, serde_json::to_vec(&race).unwrap()).unwrap();
    let mut harness = opened(file, vec2(1600.0, 1000.0));
    press(&mut harness, NONE, Key::End);
    click(&mut harness, "Close the legend");
    press(&mut harness, NONE, Key::R);
    press(&mut harness, SHIFT, Key::R);
    assert_eq!(tab(&harness).race().len(), turns);
    (folder, harness)
}

/// The racer who is named as the one to act, above the table.
fn to_act(harness: &Window) -> Option<&'static str> {
    let row = harness.get_by_label("Show legal places").rect().center().y;
    let is_named = |name: &str| harness.query_all_by_label(name).any(|node| (node.rect().center().y - row).abs() < 4.0);
    ["Alma", "Bodo", "Cleo"].into_iter().find(|name| is_named(name))
}

/// The racer whose move is asked for; `None` if no secret move is asked for, or the racer's moves are shown.
fn covered(harness: &Window) -> Option<&'static str> {
    harness.query_by_label("Show my moves")?;
    let names = ["Alma", "Bodo", "Cleo"];
    let heading = harness.get_by_label("Secret move of").rect();
    names.into_iter().find(|name| {
        harness.query_all_by_label(name).any(|node| (node.rect().center().y - heading.center().y).abs() < 4.0)
    })
}

/// Types the recorded move of a turn.
fn type_turn(harness: &mut Window, turn: usize) {
    let words = shipped().notation(turn);
    harness.get_by_label("Turn as one line of text").focus();
    harness.run_steps(2);
    harness.event(Event::Text(words));
    harness.run_steps(2);
    press(harness, NONE, Key::Enter);
}

#[test]
fn moves_stay_hidden_until_the_last_one_is_in() {
    let (folder, mut harness) = window(3);
    let journal = || {
        let mut names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.any(|name| name.to_string_lossy().ends_with(".journal"))
    };
    let view = tab(&harness).race().view(3);
    assert_eq!(covered(&harness), Some("Alma"));
    assert!(
        harness.query_by_label("Turn as one line of text").is_none(),
        "nothing can be seen or typed before she asks"
    );
    click(&mut harness, "Show my moves");
    // By the keypad: the key in the middle repeats the last move.
    press(&mut harness, NONE, Key::Num5);
    assert_eq!((covered(&harness), to_act(&harness)), (Some("Bodo"), Some("Bodo")));
    press(&mut harness, NONE, Key::Enter);
    assert_eq!((covered(&harness), to_act(&harness)), (None, Some("Bodo")));
    type_turn(&mut harness, 5);
    assert_eq!(covered(&harness), Some("Cleo"));
    harness.get_by_label("Handed in: Alma, Bodo");
    assert_eq!((tab(&harness).race().len(), tab(&harness).playback().position()), (3, 3));
    assert!(!journal() && harness.query_by_label_contains("Turn 4").is_none());
    assert_eq!(tab(&harness).race().view(3), view);
    // By pointer, on the board.
    press(&mut harness, NONE, Key::Enter);
    let [x, y] = shipped().view(6).cars[2].at;
    let at = tab(&harness).board().screen_from_world([x, y]);
    harness.event(Event::PointerMoved(at));
    harness.run_steps(3);
    for pressed in [true, false] {
        harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: NONE });
    }
    harness.run_steps(4);
    assert_eq!(tab(&harness).race().len(), 6, "{}", paddock(&harness).status());
    assert!(journal(), "written to the disk once they are known to all");
    let turns: Vec<Value> = (4..=6).map(|turn| tab(&harness).race().turn_json(turn).unwrap()["move"].clone()).collect();
    let repeated = shipped().turn_json(1).unwrap()["move"].clone();
    let recorded = |turn| shipped().turn_json(turn).unwrap()["move"].clone();
    assert_eq!(turns, [repeated, recorded(5), recorded(6)]);
    assert_eq!(covered(&harness), Some("Alma"), "the next turn");
    // Undo after the moves are known takes back all of them, after a note on them has been taken back.
    for with_note in [false, true] {
        let turns = tab(&harness).race().len();
        if with_note {
            harness.get_by_label("Bookmark").scroll_to_me();
            harness.run_steps(4);
            click(&mut harness, "Bookmark");
        }
        press(&mut harness, CTRL, Key::Z);
        if with_note {
            assert_eq!(tab(&harness).race().len(), turns, "the bookmark first");
            press(&mut harness, CTRL, Key::Z);
        }
        assert_eq!((tab(&harness).race().len(), covered(&harness)), (3, Some("Alma")));
        for _ in 0..3 {
            press(&mut harness, NONE, Key::Enter);
            press(&mut harness, NONE, Key::Num5);
        }
        assert_eq!(tab(&harness).race().len(), 6, "handed in again: {}", paddock(&harness).status());
    }
}

#[test]
fn a_secret_move_is_taken_back_covered_again_and_refused_if_it_is_illegal() {
    let (_folder, mut harness) = window(3);
    press(&mut harness, NONE, Key::Enter);
    press(&mut harness, NONE, Key::Escape);
    assert_eq!(covered(&harness), Some("Alma"), "Escape hides her moves again");
    press(&mut harness, NONE, Key::Enter);
    press(&mut harness, NONE, Key::Num5);
    assert_eq!(covered(&harness), Some("Bodo"));
    for by_key in [true, false] {
        if by_key {
            press(&mut harness, CTRL, Key::Z)
        } else {
            click(&mut harness, "Take the last move back")
        }
        assert_eq!(covered(&harness), Some("Alma"));
        assert!(harness.query_by_label_contains("Handed in").is_none());
        assert_eq!(tab(&harness).race().len(), 3, "no recorded turn is undone");
        press(&mut harness, NONE, Key::Enter);
        press(&mut harness, NONE, Key::Num5);
        assert_eq!(covered(&harness), Some("Bodo"));
    }
    press(&mut harness, NONE, Key::Enter);
    harness.get_by_label("Turn as one line of text").focus();
    harness.run_steps(2);
    harness.event(Event::Text("9R9U".to_owned()));
    harness.run_steps(2);
    press(&mut harness, NONE, Key::Enter);
    assert_eq!((covered(&harness), tab(&harness).race().len()), (None, 3));
    assert!(harness.query_by_label("Record anyway").is_some(), "as in open recording");
    // The moves wait while the players look at an earlier turn.
    press(&mut harness, NONE, Key::Escape);
    press(&mut harness, NONE, Key::ArrowLeft);
    assert_eq!(covered(&harness), None);
    press(&mut harness, NONE, Key::ArrowRight);
    assert_eq!(covered(&harness), Some("Bodo"));
    // Editing the last recorded turn is no secret, and the moves in hand wait.
    press(&mut harness, NONE, Key::E);
    assert_eq!(covered(&harness), None);
    harness.get_by_label("Edit turn 3");
    press(&mut harness, NONE, Key::Escape);
    assert_eq!(covered(&harness), Some("Bodo"));
}

#[test]
fn a_note_keeps_the_moves_in_hand_and_a_changed_race_says_that_they_are_dropped() {
    let (_folder, mut harness) = window(3);
    press(&mut harness, NONE, Key::Enter);
    press(&mut harness, NONE, Key::Num5);
    assert_eq!(covered(&harness), Some("Bodo"));
    press(&mut harness, NONE, Key::B);
    assert!(tab(&harness).race().remarks().bookmark(3).is_some());
    assert_eq!(covered(&harness), Some("Bodo"), "a bookmark is no change of the race");
    // With the panel closed, the places are those of the car to act, not of the racer who was asked.
    press(&mut harness, NONE, Key::Enter);
    assert_eq!(tab(&harness).contradictions(), Vec::<String>::new());
    press(&mut harness, NONE, Key::R);
    press(&mut harness, NONE, Key::L);
    let alma = tab(&harness).race().places(3);
    assert_eq!(tab(&harness).places(), Some(alma.as_slice()));
    press(&mut harness, NONE, Key::R);
    assert_eq!(covered(&harness), Some("Bodo"), "and covered when it is opened again");
    press(&mut harness, CTRL, Key::Backspace);
    assert_eq!(tab(&harness).race().len(), 2);
    assert!(
        paddock(&harness).status().contains("secret moves of this round are dropped"),
        "{}",
        paddock(&harness).status()
    );
    assert_ne!(covered(&harness), Some("Bodo"));
}

/// Moves of the round that everybody has seen stay open, and so do the others of the round.
#[test]
fn secrecy_begins_with_a_round_that_has_no_open_move() {
    let (_folder, mut harness) = window(4);
    assert_eq!(covered(&harness), None, "Alma has moved already");
    assert!(paddock(&harness).status().contains("next round"), "{}", paddock(&harness).status());
    for turn in [5, 6] {
        type_turn(&mut harness, turn);
    }
    assert_eq!((tab(&harness).race().len(), covered(&harness)), (6, Some("Alma")));
}

#[test]
fn a_racer_who_misses_the_turn_is_not_asked() {
    assert_eq!(shipped().turn_json(35).unwrap()["lost"], Value::Bool(true), "Bodo misses this turn");
    let (_folder, mut harness) = window(33);
    assert_eq!(covered(&harness), Some("Alma"));
    press(&mut harness, NONE, Key::Enter);
    type_turn(&mut harness, 34);
    assert_eq!(covered(&harness), Some("Cleo"));
    harness.get_by_label("Handed in: Alma");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(covered(&harness), Some("Alma"));
    press(&mut harness, NONE, Key::Enter);
    type_turn(&mut harness, 34);
    press(&mut harness, NONE, Key::Enter);
    type_turn(&mut harness, 36);
    assert_eq!(tab(&harness).race().len(), 36);
    for turn in 34..=36 {
        assert_eq!(tab(&harness).race().turn_json(turn), shipped().turn_json(turn));
    }
}

#[test]
fn moves_in_hand_are_not_dropped_without_a_question() {
    let (_folder, mut harness) = window(3);
    press(&mut harness, CTRL, Key::W);
    assert!(paddock(&harness).documents().is_empty(), "nothing is lost yet, so nothing is asked");

    let (_folder, mut harness) = window(3);
    press(&mut harness, NONE, Key::Enter);
    press(&mut harness, NONE, Key::Num5);
    assert_eq!(covered(&harness), Some("Bodo"));
    // Twice each: the document, and the whole window.
    for _ in 0..2 {
        press(&mut harness, CTRL, Key::W);
        harness.get_by_label_contains("The secret moves that players have handed in");
        assert!(harness.query_by_label_contains("These changes are not saved").is_none());
        assert!(harness.query_by_label("\u{e248} Save").is_none(), "no file holds them");
        press(&mut harness, NONE, Key::Escape);
        assert_eq!(covered(&harness), Some("Bodo"));
        ask_to_close(&mut harness);
        harness.get_by_label_contains("The secret moves that players have handed in");
        click(&mut harness, "Keep open");
        assert_eq!(covered(&harness), Some("Bodo"));
        // Switching the secrecy off would drop them too.
        press(&mut harness, SHIFT, Key::R);
        assert_eq!(covered(&harness), Some("Bodo"));
        assert!(paddock(&harness).status().starts_with("Secret moves stay on"), "{}", paddock(&harness).status());
    }
    // A bookmark is an unsaved change besides.
    harness.get_by_label("Bookmark").scroll_to_me();
    harness.run_steps(4);
    click(&mut harness, "Bookmark");
    press(&mut harness, CTRL, Key::W);
    harness.get_by_label_contains("These changes are not saved");
    harness.get_by_label_contains("The secret moves that players have handed in");
    click(&mut harness, "Keep open");
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(covered(&harness), Some("Alma"), "taken back");
    press(&mut harness, SHIFT, Key::R);
    assert_eq!(covered(&harness), None, "the secrecy is off");
    press(&mut harness, SHIFT, Key::R);
    press(&mut harness, NONE, Key::Enter);
    press(&mut harness, NONE, Key::Num5);
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "\u{e4a6} Drop the moves");
    assert!(paddock(&harness).documents().is_empty());
}

/// With open moves, the panel says that a racer misses the turn, and does not ask for a place.
#[test]
fn a_missed_turn_is_said_and_recorded_with_one_key() {
    let (_folder, mut harness) = window(34);
    assert_eq!(covered(&harness), None, "the round has an open move");
    harness.get_by_label("The car misses this turn.");
    assert!(harness.query_by_label("Click a place on the board, or choose here.").is_none());
    assert!(harness.query_by_label("Nothing chosen yet").is_none());
    press(&mut harness, NONE, Key::Enter);
    assert_eq!(tab(&harness).race().turn_json(35), shipped().turn_json(35));
    harness.get_by_label("Click a place on the board, or choose here.");
}

#[test]
fn computer_drivers_do_not_move_while_moves_are_secret() {
    let (_folder, mut harness) = window(3);
    press(&mut harness, NONE, Key::Enter);
    press(&mut harness, NONE, Key::Num5);
    for _ in 0..2 {
        for (modifiers, key) in [(SHIFT, Key::A), (NONE, Key::A)] {
            press(&mut harness, modifiers, key);
            harness.run_steps(4);
            assert_eq!((covered(&harness), tab(&harness).race().len()), (Some("Bodo"), 3));
            assert!(harness.query_by_label_contains("Advice for").is_none());
        }
        assert!(harness.query_by_label("Let a driver play this turn").is_none());
    }
    for name in ["Bodo", "Cleo"] {
        assert_eq!(covered(&harness), Some(name));
        press(&mut harness, NONE, Key::Enter);
        press(&mut harness, NONE, Key::Num5);
    }
    assert_eq!(tab(&harness).race().len(), 6);
    assert_eq!(tab(&harness).race().main_line(), tab(&harness).race().shown_line(), "no variation");
    // Open moves are for drivers again.
    press(&mut harness, SHIFT, Key::R);
    harness.get_by_label("Let a driver play this turn");
}
