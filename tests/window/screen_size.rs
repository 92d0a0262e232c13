//! Tests of the zoom to actual size, and of measuring the screen with a bank card.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::app::tabs::Content;

use crate::hands::{Window, click_button, opened, paddock, press};

fn scale(window: &Window) -> f64 {
    match paddock(window).document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab.board().scale(),
        _ => panic!("no circuit is shown"),
    }
}

#[test]
fn a_circuit_is_shown_as_large_as_on_paper_once_the_screen_is_measured() {
    // A space of this circuit is 16 mm long.
    let mut window = opened(crate::desk::shipped("tracks/formula_d/saltmarsh.json"), vec2(1440.0, 900.0));
    press(&mut window, Modifiers::NONE, Key::Num1);
    assert!((scale(&window) - 16.0 * 96.0 / 25.4).abs() < 1e-3, "{}", scale(&window));
    assert!(paddock(&window).status().contains("Size of the screen"), "{}", paddock(&window).status());
    window.get_by_label("View").click();
    window.run_steps(4);
    window.get_by_label_contains("Size of the screen…").click();
    window.run_steps(4);
    // The edge of the card is dragged to 428 points, which is 5 points for each millimetre.
    let card = window.get_by_label("Card").rect();
    let at = |x: f32| card.left_top() + vec2(8.0 + x, 60.0);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for event in [
        egui::Event::PointerMoved(at(320.0)),
        button(at(320.0), true),
        egui::Event::PointerMoved(at(400.0)),
        egui::Event::PointerMoved(at(428.0)),
        button(at(428.0), false),
    ] {
        window.event(event);
        window.run_steps(1);
    }
    click_button(&mut window, "Use this size");
    assert!(window.query_by_label("Card").is_none());
    press(&mut window, Modifiers::NONE, Key::Num1);
    assert!((scale(&window) - 80.0).abs() < 0.05, "{}", scale(&window));
    assert_eq!(paddock(&window).status(), "Actual size");
    // Escape leaves the page without a change.
    window.get_by_label("View").click();
    window.run_steps(4);
    window.get_by_label_contains("Size of the screen…").click();
    window.run_steps(4);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Card").is_none());
}

#[test]
fn a_circuit_without_a_size_says_what_to_enter() {
    let mut window = opened(crate::desk::shipped("tracks/vektorace/adder-lane.json"), vec2(1440.0, 900.0));
    let before = scale(&window);
    press(&mut window, Modifiers::NONE, Key::Num1);
    assert_eq!(scale(&window), before);
    assert!(
        paddock(&window).status().contains("The size of the octagons of this circuit is unknown"),
        "{}",
        paddock(&window).status()
    );
}
