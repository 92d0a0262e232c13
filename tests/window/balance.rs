//! Tests of the balance panel of the editor: drivers race on the circuit, again after each change, until they are stopped.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;
use paddock::simulate::CircuitBalance;

use crate::hands::{CTRL, Window, click, click_button, opened, paddock, press};

fn editor(window: &Window) -> &EditorTab {
    match paddock(window).document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab,
        _ => panic!("no circuit is shown"),
    }
}

/// The balance of all races that were asked for.
fn balance(window: &Window) -> CircuitBalance {
    let (balance, is_whole) = editor(window).balance().expect("a balance");
    assert!(is_whole, "{} races", balance.races);
    balance.clone()
}

/// Enters a number into a field.
fn enter(window: &mut Window, field: &str, number: &str) {
    window.get_by_label(field).click();
    window.run_steps(3);
    window.get_by_label(field).type_text(number);
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn drivers_race_on_the_circuit_and_again_after_each_change() {
    let mut window = opened(crate::desk::shipped("tracks/formula_d/saltmarsh.json"), vec2(1440.0, 1000.0));
    click_button(&mut window, "Balance");
    assert!(editor(&window).balance().is_none(), "nobody asked yet");
    for (field, number) in [("Races to drive", "12"), ("Cars in a race", "3"), ("Laps of a race", "1")] {
        enter(&mut window, field, number);
    }
    click_button(&mut window, "\u{ea38}  Let drivers race");
    let first = balance(&window);
    assert_eq!((first.races, first.slots.len()), (12, 3));
    assert!(window.query_by_label_contains("Only 12 races: too few to evaluate").is_some());
    assert!(window.query_by_label_contains("The circuit has changed").is_none());
    // The whole circuit is moved.
    press(&mut window, CTRL, Key::A);
    press(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    window.run_steps(12);
    let moved = balance(&window);
    assert_eq!(moved.races, 12);
    assert!((moved.turns_mean - first.turns_mean).abs() < 1e-9, "a circuit elsewhere on the table races the same");
    // More cars.
    enter(&mut window, "Cars in a race", "5");
    window.run_steps(4);
    assert_eq!(balance(&window).slots.len(), 5);
    // Stopped drivers do not race after a change, and what is shown is old.
    click_button(&mut window, "Stop");
    press(&mut window, CTRL, Key::Z);
    window.run_steps(12);
    assert!(window.query_by_label_contains("The circuit has changed").is_some());
    assert_eq!(balance(&window).slots.len(), 5);
    // A second time, by the command.
    press(&mut window, CTRL, Key::K);
    window.get_by_label("Find a command").type_text("Evaluate the balance");
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.run_steps(6);
    assert!(window.query_by_label_contains("The circuit has changed").is_none());
    assert_eq!(balance(&window).slots.len(), 5);
    click(&mut window, "Issues");
    assert!(window.query_by_label("Races to drive").is_none());
}

/// The number of discs on the board that show passes.
fn hot(window: &Window) -> usize {
    editor(window).heat().items.len()
}

#[test]
fn passes_are_on_the_board_and_a_kept_balance_is_compared() {
    let mut window = opened(crate::desk::shipped("tracks/formula_d/saltmarsh.json"), vec2(1440.0, 1600.0));
    click_button(&mut window, "Balance");
    for (field, number) in [("Races to drive", "30"), ("Cars in a race", "3"), ("Laps of a race", "1")] {
        enter(&mut window, field, number);
    }
    assert_eq!(hot(&window), 0, "no races yet");
    click_button(&mut window, "\u{ea38}  Let drivers race");
    assert!(hot(&window) > 100, "{}", hot(&window));
    for title in ["Passes", "Gear", "Spent", "Out", "Won"] {
        assert!(window.query_by_label(title).is_some(), "{title}");
    }
    click(&mut window, "Show where cars overtake");
    assert_eq!(hot(&window), 0, "switched off");
    click(&mut window, "Show where cars overtake");
    assert!(editor(&window).compared_balance().is_none());
    click_button(&mut window, "Keep to compare");
    window.run_steps(4);
    assert!(window.query_by_label("Kept").is_some(), "the table of both");
    assert!(window.query_by_label_contains("no difference in any of these figures").is_some(), "the same races");
    // A circuit elsewhere on the table is old until the drivers have raced on it, and so is what the board shows.
    press(&mut window, CTRL, Key::A);
    press(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    window.run_steps(12);
    let comparison = editor(&window).compared_balance().expect("a comparison");
    assert_eq!((comparison.one.races, comparison.other.races), (30, 30));
    assert!(comparison.tests >= 6 && comparison.differences.iter().all(|of| !of.is_significant));
    click_button(&mut window, "Stop");
    press(&mut window, CTRL, Key::Z);
    window.run_steps(4);
    assert_eq!(hot(&window), 0, "passes of another circuit");
    click_button(&mut window, "Forget");
    window.run_steps(2);
    assert!(editor(&window).compared_balance().is_none());
    click(&mut window, "Issues");
    assert!(window.query_by_label("Keep to compare").is_none());
}

#[test]
fn the_figures_fit_a_narrow_window() {
    for height in [700.0, 2_000.0] {
        let mut window = crate::layout::window(Some("tracks/formula_d/saltmarsh.json"), [1000.0, height]);
        click_button(&mut window, "Balance");
        for (field, number) in [("Races to drive", "30"), ("Cars in a race", "2"), ("Laps of a race", "1")] {
            enter(&mut window, field, number);
        }
        click_button(&mut window, "\u{ea38}  Let drivers race");
        click_button(&mut window, "Keep to compare");
        window.run_steps(4);
        assert!(window.query_by_label("Kept").is_some());
        let found = crate::layout::faults(&window, false);
        assert!(found.is_empty(), "{height}: {found:?}");
    }
}

#[test]
fn a_circuit_with_errors_is_not_raced() {
    let mut window = opened(crate::desk::shipped("tracks/wheel_to_wheel/lanternwood.json"), vec2(1000.0, 700.0));
    press(&mut window, CTRL, Key::A);
    press(&mut window, Modifiers::NONE, Key::Delete);
    window.run_steps(8);
    click_button(&mut window, "Balance");
    click_button(&mut window, "\u{ea38}  Let drivers race");
    assert!(window.query_by_label_contains("Fix the errors").is_some());
    assert!(editor(&window).balance().is_none());
}
