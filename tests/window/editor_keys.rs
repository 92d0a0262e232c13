//! The editor's board under keys and pointer: sums in fields, locked axes, panning, zooming to the selection, pasting.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::editor::place_at;
use paddock::games::vektorace::Draft;

use crate::desk::{Desk, button, click, document, move_to, screen, starter, window};

fn press(harness: &mut Harness<'_, Desk>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

/// Types a text into the first text field with this label.
fn enter(harness: &mut Harness<'_, Desk>, label: &str, text: &str) {
    let field = harness.get_all_by_label(label).find(|node| node.accesskit_node().is_text_input());
    field.expect("a field").focus();
    harness.run();
    press(harness, Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run();
    press(harness, Modifiers::NONE, Key::Enter);
}

#[test]
fn numbers_are_computed_in_fields() {
    let mut harness = window(starter());
    for (text, size) in [("13*2", 26.0), ("27,5", 27.5), ("(20+35)/2 + 0.25", 27.75)] {
        enter(&mut harness, "An octagon is", text);
        assert_eq!(document(&harness).draft().octagon_mm, Some(place_at(size, 0.0).x), "{text}");
    }
    // A text that is no sum changes nothing, and is reported.
    enter(&mut harness, "An octagon is", "13*wide");
    assert_eq!(document(&harness).draft().octagon_mm, Some(place_at(27.75, 0.0).x));
    // The place of a corner.
    click(&mut harness, [8.0, 16.0]);
    enter(&mut harness, "x", "4*2+1,5");
    assert_eq!(document(&harness).draft().corners[1].at, place_at(9.5, 16.0));
}

#[test]
fn shift_locks_an_axis_while_dragging() {
    let mut harness = window(starter());
    let from = [8.0, 16.0];
    move_to(&mut harness, from);
    button(&mut harness, from, true);
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    for to in [[9.0, 16.2], [11.0, 16.9], [12.0, 17.3]] {
        move_to(&mut harness, to);
        let at = document(&harness).draft().corners[1].at;
        assert_eq!(at.y, place_at(0.0, 16.0).y, "{to:?}");
        assert_ne!(at.x, place_at(8.0, 0.0).x, "{to:?}");
    }
    move_to(&mut harness, [9.0, 13.0]);
    assert_eq!(document(&harness).draft().corners[1].at.x, place_at(8.0, 0.0).x);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    move_to(&mut harness, [9.0, 13.0]);
    assert_eq!(document(&harness).draft().corners[1].at, place_at(9.0, 13.0));
    button(&mut harness, [9.0, 13.0], false);
}

#[test]
fn shift_and_the_wheel_pan_and_shift_and_f_zooms_to_the_selection() {
    let mut harness = window(starter());
    let view = |harness: &Harness<'_, Desk>| {
        let board = harness.state().tab.board();
        (board.scale(), board.view().center, board.percent())
    };
    let whole = view(&harness);
    assert!((whole.2 - 100.0).abs() < 0.01, "{whole:?}");
    click(&mut harness, [8.0, 16.0]);
    press(&mut harness, Modifiers::SHIFT, Key::F);
    let close = view(&harness);
    assert!(close.0 > 4.0 * whole.0 && close.2 > 400.0, "{whole:?} {close:?}");
    assert!((close.1[0] - 8.0).abs() < 1.0 && (close.1[1] - 16.0).abs() < 1.0, "{close:?}");
    move_to(&mut harness, [8.0, 16.0]);
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -60.0),
        modifiers: Modifiers::SHIFT,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
    });
    for _ in 0..30 {
        harness.step();
    }
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
    let panned = view(&harness);
    assert!(panned.1[0] > close.1[0] + 0.1, "{close:?} {panned:?}");
    assert!((panned.0 - close.0).abs() < 1e-9 && (panned.1[1] - close.1[1]).abs() < 1e-9, "{close:?} {panned:?}");
}

#[test]
fn what_is_pasted_lands_at_the_pointer() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 16.0]);
    let (text, count) = harness.state().tab.copied().expect("a corner");
    assert_eq!(count, 1);
    move_to(&mut harness, [20.0, 13.0]);
    harness.state_mut().tab.paste(&text).expect("pasted");
    harness.run();
    let draft: &Draft = document(&harness).draft();
    assert_eq!(draft.corners.len(), starter().corners.len() + 1);
    let [x, y] = draft.corners.last().unwrap().at.to_f64();
    assert!((x - 20.0).abs() <= 1.0 && (y - 13.0).abs() <= 1.0, "{x}, {y}");
}

#[test]
fn a_double_click_on_a_label_edits_its_text() {
    let mut harness = window(starter());
    press(&mut harness, Modifiers::NONE, Key::T);
    click(&mut harness, [20.0, 13.0]);
    harness.event(egui::Event::Text("Pits".to_owned()));
    harness.run();
    assert_eq!(document(&harness).draft().labels[0].text, "Pits");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    for _ in 0..40 {
        harness.step();
    }
    let pos = screen(&mut harness, [20.0, 13.0]);
    move_to(&mut harness, [20.0, 13.0]);
    // All in one frame, because the frames of the test are a quarter of a second apart.
    for pressed in [true, false, true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.input_mut().events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    harness.run();
    assert!(harness.state().tab.document().selection().only().is_some(), "the label is selected");
    // What is typed replaces the text.
    harness.event(egui::Event::Text("Boxes".to_owned()));
    harness.run();
    assert_eq!(document(&harness).draft().labels[0].text, "Boxes");
}
