//! Computer drivers in the window: advice, one turn, and the rest of a race, by keys and by mouse.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::Path;

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable as _;
use serde_json::Value;

use crate::hands::{CTRL, Window, click, opened, paddock, press, race_tab as tab};

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;

/// A window with a copy of a shipped race that has only its first turns.
fn window(race: &str, turns: usize) -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.json");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays").join(race);
    let mut text: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    text["turns"].as_array_mut().unwrap().truncate(turns);
    text.as_object_mut().unwrap().shift_remove("fingerprints");
    std::fs::write(&file, serde_json::to_vec(&text).unwrap()).unwrap();
    let mut harness = opened(file, vec2(1600.0, 1000.0));
    click(&mut harness, "Close the legend");
    (folder, harness)
}

/// Lets frames pass until the drivers have answered.
fn wait(harness: &mut Window) {
    for _ in 0..2_000 {
        harness.run_steps(2);
        if !tab(harness).situation().driving {
            return harness.run_steps(3);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the drivers do not answer");
}

#[test]
fn advice_is_shown_for_its_position_only() {
    let (_folder, mut harness) = window("formula_d/saltmarsh-first-evening.json", 9);
    press(&mut harness, NONE, Key::Home);
    press(&mut harness, NONE, Key::ArrowRight);
    assert!(harness.query_by_label_contains("Advice for").is_none());
    press(&mut harness, NONE, Key::A);
    wait(&mut harness);
    harness.get_by_label_contains("Advice for");
    assert_eq!(paddock(&harness).status(), "The advice is shown on the turn card");
    assert!(harness.query_all_by_label_contains(" % (±").count() > 0, "chances are shown");
    let before = tab(&harness).race().len();
    press(&mut harness, NONE, Key::ArrowRight);
    assert!(harness.query_by_label_contains("Advice for").is_none(), "it belongs to the turn before");
    press(&mut harness, NONE, Key::ArrowLeft);
    harness.get_by_label_contains("Advice for");
    assert_eq!(tab(&harness).race().len(), before, "advice records nothing");
    // A second time, by the button.
    press(&mut harness, NONE, Key::ArrowRight);
    click(&mut harness, "Advice");
    wait(&mut harness);
    harness.get_by_label_contains("Advice for");
}

/// The number of shapes that are painted.
fn painted(harness: &Window) -> usize {
    harness.output().shapes.len()
}

#[test]
fn an_advised_turn_is_shown_on_the_board_and_a_click_records_it() {
    let (_folder, mut harness) = window("vektorace/nightjar-park-duel.json", 12);
    for _ in 0..5 {
        press(&mut harness, NONE, Key::ArrowRight);
    }
    assert_eq!(tab(&harness).playback().position(), 5);
    press(&mut harness, NONE, Key::A);
    wait(&mut harness);
    let place = harness.get_by_label_contains("Advice for").rect();
    // The first decision stands below the title.
    let first = egui::pos2(place.left() + 10.0, place.bottom() + 12.0);
    harness.hover_at(place.center());
    harness.run_steps(3);
    let before = painted(&harness);
    harness.hover_at(first);
    harness.run_steps(3);
    assert!(painted(&harness) > before, "the move of the turn is drawn");
    let recorded = tab(&harness).race().notation(6);
    for is_pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: first,
            button: egui::PointerButton::Primary,
            pressed: is_pressed,
            modifiers: NONE,
        });
    }
    harness.run_steps(4);
    assert_eq!(tab(&harness).playback().position(), 6, "the turn is played");
    let race = tab(&harness).race();
    assert!(race.step(6).unwrap().fault().is_none(), "it is legal");
    assert_eq!(race.variations(), usize::from(race.notation(6) != recorded), "another turn is a variation");
    assert_eq!(race.lines()[0].len, 12, "the recorded race stays");
}

#[test]
fn a_driver_plays_a_turn_and_undo_takes_it_back() {
    let (_folder, mut harness) = window("wheel_to_wheel/skerry-sands-four-teams.json", 12);
    press(&mut harness, NONE, Key::End);
    press(&mut harness, SHIFT, Key::A);
    wait(&mut harness);
    assert_eq!((tab(&harness).race().len(), tab(&harness).playback().position()), (13, 13));
    assert!(tab(&harness).race().step(13).unwrap().fault().is_none(), "the turn is legal");
    harness.get_by_label("Let a driver play this turn").scroll_to_me();
    harness.run_steps(4);
    click(&mut harness, "Let a driver play this turn");
    wait(&mut harness);
    assert_eq!(tab(&harness).race().len(), 14);
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(tab(&harness).race().len(), 12);
    // In the middle, the turn of a driver is a variation, and the recorded race stays.
    press(&mut harness, NONE, Key::Home);
    press(&mut harness, SHIFT, Key::A);
    wait(&mut harness);
    assert_eq!(tab(&harness).playback().position(), 1);
    let race = tab(&harness).race();
    assert!(race.step(1).unwrap().fault().is_none());
    assert_eq!(race.lines()[0].len, 12, "the recorded race stays");
    let recorded = race.turn_of(race.main_line(), 1).unwrap().notation;
    assert_eq!(race.variations(), usize::from(race.notation(1) != recorded), "another turn is a variation");
}
