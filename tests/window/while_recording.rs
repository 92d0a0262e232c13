//! Tests of the board and of the panels beside it while turns are recorded in a small window.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics")]

use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use paddock::game::scene::Style;

use crate::desk::shipped;
use crate::hands::{Window, opened, paddock, press, race_tab as tab};

const RACES: [&str; 4] = [
    "replays/vektorace/nightjar-park-duel.json",
    "replays/vector_racing/cellar-stairs-crashes.json",
    "replays/formula_d/gaslight-quarter-by-night.json",
    "replays/wheel_to_wheel/lanternwood-cloudburst.json",
];

/// A small window in which turns are recorded after the first turns of a race.
fn recording(race: &str, turns: usize) -> Window {
    recording_in(vec2(1000.0, 700.0), shipped(race), turns)
}

fn recording_in(size: egui::Vec2, file: std::path::PathBuf, turns: usize) -> Window {
    let mut harness = opened(file, size);
    press(&mut harness, Modifiers::NONE, Key::Home);
    for _ in 0..turns {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut harness, Modifiers::NONE, Key::R);
    harness.run_steps(8);
    harness
}

#[test]
fn all_legal_places_are_in_view_and_the_zoom_stays() {
    let mut seen = 0;
    for race in RACES {
        let mut harness = recording(race, 0);
        let mut scales = Vec::new();
        for _ in 0..16 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
            harness.run_steps(8);
            let (tab, at) = (tab(&harness), tab(&harness).playback().position());
            let view = *tab.board().view();
            for place in tab.race().places(at).iter().filter(|place| place.illegal.is_none()) {
                for corner in &place.outline {
                    let point = view.screen_from_world(*corner);
                    assert!(view.rect.expand(0.5).contains(point), "{race}, {at}: {} at {point:?}", place.words);
                }
                seen += 1;
            }
            scales.push(view.scale);
        }
        assert!(scales.windows(2).all(|pair| pair[1] <= pair[0] * 1.001), "{race}: {scales:?}");
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn the_turn_in_words_is_whole_above_the_recording_panel() {
    for race in [RACES[2], RACES[3]] {
        let mut harness = recording(race, 2);
        let words = tab(&harness).race().describe(2);
        let words: Rect = harness.get_by_label(&words).rect();
        let panel = harness.get_by_label_contains("Play turn 3").rect();
        assert!(words.bottom() < panel.top(), "{race}: {words:?} {panel:?}");
        // The buttons of the card have the usual distance.
        let buttons = harness.query_all_by_role(Role::Button);
        let record =
            buttons.filter(|node| node.accesskit_node().label().is_some_and(|label| label.ends_with(" Record")));
        let record = record.map(|node| node.rect()).next().unwrap();
        let places = harness.get_by_label("Show legal places").rect();
        assert!(places.left() - record.right() > 3.5, "{race}: {record:?} {places:?}");
        if race == RACES[2] {
            continue;
        }
        // A question that needs more room gets it, up to a limit.
        press(&mut harness, Modifiers::NONE, Key::Num1);
        harness.run_steps(4);
        let grown = harness.get_by_label_contains("Play turn 3").rect();
        assert!(grown.top() <= panel.top() + 0.5 && grown.top() > 300.0, "{race}: {panel:?} {grown:?}");
    }
}

#[test]
fn the_row_above_the_table_stays_when_recording_begins_and_ends() {
    for race in RACES {
        let mut harness = recording(race, 2);
        let row = |harness: &Window| {
            let record = harness.query_all_by_role(Role::Button);
            let mut record =
                record.filter(|node| node.accesskit_node().label().is_some_and(|label| label.ends_with(" Record")));
            [record.next().unwrap().rect(), harness.get_by_label("Show legal places").rect()]
        };
        let first = row(&harness);
        for is_recording in [false, true, false, true] {
            press(&mut harness, Modifiers::NONE, Key::R);
            harness.run_steps(4);
            assert_eq!(harness.query_by_label_contains("Play turn 3").is_some(), is_recording, "{race}");
            assert_eq!(row(&harness), first, "{race}");
        }
    }
}

#[test]
fn words_about_a_refused_turn_go_with_the_recording_panel() {
    let mut harness = recording(RACES[2], 2);
    // The turn of a car that is not to act, and a gear without its number.
    for (typed, says) in [("1.1 g1 d1 m1", "illegal"), ("1.3 g", "illegal")] {
        harness.get_by_label("Turn as one line of text").focus();
        harness.run_steps(2);
        press(&mut harness, Modifiers::COMMAND, Key::A);
        harness.event(egui::Event::Text(typed.to_owned()));
        harness.run_steps(2);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run_steps(4);
        let status = paddock(&harness).status();
        assert!(status.contains(says), "{typed}: {status}");
    }
    // Notation is shown in another font, not between backticks.
    let error = harness.get_by_label_contains("a gear such as");
    let error = error.accesskit_node().value().unwrap();
    assert!(error.contains("such as g4") && !error.contains('`'), "{error}");
    // Escape leaves the line, and R closes the panel.
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::R);
    assert_eq!(paddock(&harness).status(), "Recording closed");
    assert!(harness.query_by_label_contains("Play turn 3").is_none());
}

/// Buttons that move away under the pointer are hit by mistake.
#[test]
fn the_recording_panel_never_becomes_lower() {
    for race in RACES {
        for size in [vec2(1000.0, 700.0), vec2(1366.0, 768.0)] {
            // A file of its own: what is recorded here is not offered again when the next window opens the race.
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("race.json");
            std::fs::copy(shipped(race), &file).unwrap();
            let mut harness = recording_in(size, file, 1);
            let top = |harness: &Window| harness.get_by_label("Stop recording").rect().top();
            let (mut last, mut seen) = (top(&harness), 0);
            for _ in 0..6 {
                for key in [Key::Num1, Key::Num1, Key::Num2, Key::Escape, Key::ArrowRight] {
                    // With nothing chosen, Escape would close the panel.
                    if key == Key::Escape && tab(&harness).choices().is_empty() {
                        continue;
                    }
                    press(&mut harness, Modifiers::NONE, key);
                    harness.run_steps(4);
                    if tab(&harness).race().shown_line().0 != 0 {
                        // The choices were a whole turn: a variation begins.
                        press(&mut harness, Modifiers::COMMAND, Key::Z);
                        harness.run_steps(4);
                    }
                    assert!(harness.query_by_label("Stop recording").is_some(), "{race}, {size}: closed by {key:?}");
                    let now = top(&harness);
                    assert!(now <= last + 0.5, "{race}, {size}: {last} {now}");
                    (last, seen) = (now, seen + 1);
                }
            }
            assert!(seen > 12, "{race}: {seen}");
        }
    }
}

/// At the table, one Escape too many leaves the panel open, so that the next key is a choice and marks no turn.
#[test]
fn escape_never_ends_the_recording_of_a_game() {
    let (_folder, mut harness, race) = crate::at_the_table::window(crate::at_the_table::WHOLE[2], 8);
    press(&mut harness, Modifiers::NONE, Key::R);
    for _ in 0..6 {
        press(&mut harness, Modifiers::NONE, Key::Escape);
        harness.run_steps(4);
    }
    harness.get_by_label("Record turn 9");
    press(&mut harness, Modifiers::NONE, Key::Num2);
    assert!(tab(&harness).race().remarks().marks.is_empty() && race.remarks().marks.is_empty());
    assert_eq!(tab(&harness).choices().len(), 1);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::R);
    assert!(harness.query_by_label_contains("Record turn 9").is_none());
}

#[test]
fn escape_takes_back_choices_and_then_closes_the_recording_panel() {
    for race in RACES {
        let mut harness = recording(race, 2);
        let is_open = |harness: &Window| harness.query_by_label_contains("Play turn 3").is_some();
        for _ in 0..2 {
            assert!(is_open(&harness), "{race}");
            harness.get_by_label("Turn as one line of text").focus();
            harness.run_steps(2);
            harness.event(egui::Event::Text("7".to_owned()));
            harness.run_steps(2);
            // Escape leaves the line, then drops its text, and at last closes the panel.
            let mut pressed = 0;
            while is_open(&harness) {
                press(&mut harness, Modifiers::NONE, Key::Escape);
                harness.run_steps(4);
                pressed += 1;
                assert!(pressed < 4, "{race}");
            }
            assert!(pressed > 1, "{race}: the first Escape lost the text and closed the panel");
            press(&mut harness, Modifiers::NONE, Key::R);
            harness.run_steps(4);
        }
    }
}

/// An illegal turn is explained, and can be recorded for a reason, without scrolling.
#[test]
fn the_whole_answer_to_an_illegal_line_is_in_view() {
    for size in [vec2(1000.0, 700.0), vec2(1366.0, 768.0)] {
        for race in RACES {
            let mut harness = recording_in(size, shipped(race), 12);
            // The turn of another car, which is not its turn.
            let (of, at) = (tab(&harness).race(), tab(&harness).playback().position());
            let to_act = of.view(at).to_act;
            let is_illegal = |turn: &usize| of.turn_json(*turn).is_ok_and(|turn| of.outcome(at, &turn).is_none());
            let turn = (at + 1..=of.len()).find(|turn| of.view(turn - 1).to_act != to_act && is_illegal(turn)).unwrap();
            let line = of.notation(turn);
            harness.get_by_label("Turn as one line of text").focus();
            harness.run_steps(2);
            harness.event(egui::Event::Text(line.clone()));
            harness.run_steps(2);
            press(&mut harness, Modifiers::NONE, Key::Enter);
            harness.run_steps(4);
            let typed = harness.get_by_label("Turn as one line of text").rect();
            let back = harness.get_by_label("Back").rect();
            let why = harness.get_by_label_contains("If the turn was really played").rect();
            assert!(why.top() > back.bottom() + 20.0, "{race} {size}: {line}: {why:?} covers the questions, {back:?}");
            for label in ["Reason", "Record anyway"] {
                let rect = harness.get_by_label(label).rect();
                let is_in_view = rect.top() > why.bottom() - 1.0 && rect.bottom() < typed.top();
                assert!(is_in_view, "{race} {size}: {line}: {label} at {rect:?}, the line at {typed:?}");
                // The test's frame takes eight points at each side, and so does the panel's margin.
                assert!(rect.right() <= size.x - 16.0, "{race} {size}: {label} at {rect:?}");
            }
        }
    }
}

#[test]
fn the_status_and_the_box_for_places_follow_the_recording_panel() {
    let mut harness = recording(RACES[0], 2);
    let is_shown = |harness: &Window| {
        let node = harness.get_by_label("Show legal places").accesskit_node();
        (node.toggled() == Some(egui::accesskit::Toggled::True), node.is_disabled())
    };
    // The places are shown as long as turns are recorded, so the box cannot be cleared.
    assert_eq!(is_shown(&harness), (true, true));
    press(&mut harness, Modifiers::NONE, Key::L);
    assert_eq!(is_shown(&harness), (true, true));
    for _ in 0..2 {
        press(&mut harness, Modifiers::NONE, Key::R);
        assert_eq!((paddock(&harness).status(), is_shown(&harness)), ("Recording closed", (false, false)));
        press(&mut harness, Modifiers::NONE, Key::R);
        assert_eq!((paddock(&harness).status(), is_shown(&harness)), ("", (true, true)));
    }
}

/// A typed line that is refused does not hide the choices: the keypad stays whole, and a list keeps at least three rows.
#[test]
fn the_answer_to_an_illegal_line_leaves_room_for_the_choices() {
    let types = |harness: &mut Window, line: &str| {
        harness.get_by_label("Turn as one line of text").focus();
        harness.run_steps(2);
        harness.event(egui::Event::Text(line.to_owned()));
        harness.run_steps(2);
        press(harness, Modifiers::NONE, Key::Enter);
        harness.run_steps(6);
    };
    for size in [vec2(1000.0, 700.0), vec2(1366.0, 768.0)] {
        let mut harness = recording_in(size, shipped(RACES[1]), 1);
        let keys = |harness: &Window| -> Vec<Rect> {
            let keys = harness
                .query_all_by_role(Role::Button)
                .filter(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with("move ")));
            keys.map(|node| node.rect()).collect()
        };
        let before = keys(&harness);
        assert_eq!(before.len(), 9, "{size}");
        types(&mut harness, "9R9U");
        let answer = harness.get_by_label_contains("is not allowed from the velocity").rect();
        let after = keys(&harness);
        assert!(after.iter().all(|key| key.bottom() <= answer.top()), "{size}: {after:?} over {answer:?}");
        assert_eq!(after[0].size(), before[0].size());
        // The panel has its usual height again without the answer.
        harness.get_by_label("Turn as one line of text").focus();
        harness.run_steps(2);
        harness.event(egui::Event::Text("1".to_owned()));
        harness.run_steps(6);
        assert_eq!(keys(&harness), before, "{size}");
        let mut harness = recording_in(size, shipped(RACES[0]), 1);
        types(&mut harness, "9FL");
        let answer = harness.get_by_label_contains("Column ").rect();
        let back = harness.get_by_label("Back").rect();
        assert!(answer.top() - back.bottom() > 100.0, "{size}: {back:?} {answer:?}");
    }
}

/// Moves that crash have a sign on their keys and another shape on the board.
#[test]
fn keys_and_places_show_which_moves_crash() {
    let harness = recording_in(vec2(1366.0, 768.0), shipped(RACES[1]), 1);
    let race = tab(&harness).race();
    let places = race.places(1);
    let crashes = places.iter().filter(|place| place.crash.is_some());
    assert!(crashes.clone().all(|place| place.style() == Style::LegalCrash) && crashes.count() == 3);
    let words = "crashes, which costs 1 life point and 1 turn";
    let crash = harness.get_by_role_and_label(Role::Button, &format!("move -1, -1: {words}")).rect();
    let safe = harness.get_by_role_and_label(Role::Button, "move 1, -1").rect();
    assert_eq!(crash.size(), safe.size());
    assert!(places.iter().any(|place| place.words == format!("1L1D: {words}")));
}
