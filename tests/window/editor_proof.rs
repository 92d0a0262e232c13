//! Tests of proofs in the window: the fastest lap is found, shown and exported, and a change of the circuit makes it
//! outdated. Also tests random circuits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use crate::desk::Document;
use crate::desk::{circuit, program};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::editor::sketch::{AnySketch, Checks, Sketch, SketchDocument, SketchEdit, Steps};
use paddock::game::Reference;
use paddock::game::form::Entry;
use paddock::game::prelude::*;
use paddock::game::scene::Style;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft, Vektorace};
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::geometry::{Direction, Point, Surd};
use paddock::storage;

type Program = Harness<'static, Option<Paddock>>;

fn at(x: f64, y: f64) -> Point {
    paddock::editor::place_at(x, y)
}

/// A small bend: its laps are proved in no time.
fn bend() -> Draft {
    let corner = |number, place, facing| CornerDraft { number, at: place, facing: Direction::new(facing), hand: None };
    Draft {
        name: "Bend".to_owned(),
        table: TableDraft { from: Point::ORIGIN, to: Point::new(Surd::from_int(13), Surd::from_int(8)) },
        direction: Some(Hand::Clockwise),
        pitwall: Some(PitwallDraft { at: at(8.0, 2.0), direction: Direction::new(4) }),
        corners: vec![corner(1, at(4.0, 4.0), 5), corner(2, at(8.0, 5.0), 1)],
        ..Draft::default()
    }
}

fn opened(draft: Draft, folder: &Path) -> Program {
    let path = folder.join("circuit.json");
    storage::write(&path, Document::new(draft, true).to_text().unwrap().as_bytes()).unwrap();
    let mut harness = program(path);
    press(&mut harness, Modifiers::COMMAND, Key::O);
    harness
}

fn press(harness: &mut Program, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(6);
}

fn click(harness: &mut Program, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(6);
}

#[test]
fn a_circuit_is_proved_and_its_lap_shown_until_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = opened(bend(), folder.path());
    click(&mut harness, "Laps");
    harness.get_by_label_contains("Searches for the fastest clean lap");
    press(&mut harness, Modifiers::COMMAND, Key::R);
    harness.get_by_label_contains(", no clean lap from this start is faster");
    harness.get_by_label_contains("beside the pitwall's axis in gear");
    harness.get_by_label("Entry gear");
    harness.get_by_label_contains("The fastest lap found takes ");
    let picture = |harness: &Program| {
        let window = harness.state().as_ref().unwrap();
        window.document().unwrap().picture()
    };
    let count = |harness: &Program, style: fn(&Style) -> bool| {
        picture(harness).items.iter().filter(|item| style(&item.style)).count()
    };
    let lines = |style: &Style| matches!(style, Style::RacingLine);
    let reach = |style: &Style| matches!(style, Style::Reach(_));
    assert_eq!((count(&harness, lines), count(&harness, reach)), (1, 0));
    press(&mut harness, Modifiers::SHIFT, Key::H);
    let all = count(&harness, reach);
    assert!(all > 10);
    press(&mut harness, Modifiers::SHIFT, Key::L);
    assert_eq!((count(&harness, lines), count(&harness, reach)), (0, all));
    // The places of the grid are folded away at first.
    assert!(harness.query_by_label("Place").is_none());
    harness.get_by_label("Laps from every grid place").scroll_to_me();
    harness.run_steps(6);
    click(&mut harness, "Laps from every grid place");
    harness.run_steps(12);
    harness.get_by_label("Place");
    // The search does not depend on the size for printing and the name.
    for (label, text) in [("An octagon is", "28"), ("Name", "Kerb")] {
        let field = harness.get_all_by_label(label).find(|node| node.accesskit_node().is_text_input());
        field.expect("a field").focus();
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.event(egui::Event::Text(text.to_owned()));
        harness.run_steps(2);
        harness.key_press(Key::Enter);
        harness.run_steps(4);
    }
    let draft = circuit(&harness).draft().clone();
    assert_eq!((draft.name.as_str(), draft.octagon_mm), ("Kerb", Some(Surd::from_int(28))));
    assert!(harness.query_by_label_contains("The circuit has changed since").is_none());
    assert_eq!(count(&harness, reach), all);
    harness.get_by_label("Board").focus();
    harness.run_steps(2);
    press(&mut harness, Modifiers::COMMAND, Key::A);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    harness.get_by_label_contains("The circuit has changed since");
    assert!(
        harness.query_by_label_contains("The fastest lap found takes ").is_none(),
        "the status bar, too, is cleared"
    );
    assert_eq!(count(&harness, reach), 0, "what was found is not about this circuit");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(harness.query_by_label_contains("The circuit has changed since").is_none());
    assert_eq!(count(&harness, reach), all, "it is the circuit that was proved again");
}

#[test]
fn a_circuit_nobody_can_race_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let mut draft = bend();
    // Into the very corner of the table.
    draft.corners[0].at = at(0.5, 0.5);
    let mut harness = opened(draft, folder.path());
    press(&mut harness, Modifiers::COMMAND, Key::R);
    let reported = harness.query_all_by_label_contains("get round corner 1").count();
    assert_eq!(reported, 2, "in the panel and in the status bar");
    harness.get_by_label_contains("This is certain");
}

#[test]
fn laps_are_not_looked_for_where_there_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = opened(Draft { corners: bend().corners, ..Draft::default() }, folder.path());
    press(&mut harness, Modifiers::COMMAND, Key::R);
    click(&mut harness, "Laps");
    harness.get_by_label_contains("the search needs a circuit without errors");
}

#[test]
fn a_table_too_small_for_a_random_circuit_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = opened(bend(), folder.path());
    press(&mut harness, Modifiers::ALT, Key::N);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    harness.get_by_label_contains("the table of 13 × 8 octagons is too small for 5 corners");
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn a_random_circuit_is_drawn_and_proved() {
        let folder = tempfile::tempdir().unwrap();
        let mut harness = program(folder.path().join("circuit.json"));
        press(&mut harness, Modifiers::ALT, Key::N);
        harness.get_by_label("Random circuit");
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(harness.query_by_label("Random circuit").is_none());
        press(&mut harness, Modifiers::ALT, Key::N);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        let drawn = circuit(&harness);
        assert_eq!(drawn.draft().corners.len(), 5);
        assert!(drawn.is_dirty() && drawn.issues().is_empty());
        assert!(Vektorace::validate(drawn.draft()).0.is_some());
        harness.get_by_label_contains(", no clean lap from this start is faster");
    }
}

/// A search goes stale when a shape moves, not when the circuit gets a name, a picture or a size for printing.
fn depends<G: Sketch>(size: &str) {
    let draft = G::beginnings().swap_remove(0).draft;
    let mut document = SketchDocument::<G>::checked_later(draft, true);
    let before = document.searched();
    let enter = |field: &str, text: &str| {
        SketchEdit::Enter(None, field.to_owned(), Entry::Text(text.to_owned()), "Set".to_owned())
    };
    let edits = [
        enter("/name", "Kerb"),
        enter("/description", "Short"),
        SketchEdit::Reference(Some(Reference::new("photo.png", [1.0, 2.0], 3.0))),
    ];
    let sizes = (!size.is_empty()).then(|| enter(size, "31"));
    for edit in edits.into_iter().chain(sizes) {
        assert!(document.apply(&edit).expect("an edit"), "{edit:?}");
        assert!(document.searched() == before, "{edit:?}");
    }
    let shape = document.shapes().iter().find(|shape| !shape.points.is_empty()).expect("a shape").id;
    assert!(document.apply(&SketchEdit::Shift(vec![shape.whole()], at(3.0, 1.0))).expect("moved"));
    assert!(document.searched() != before, "{shape:?} has moved");
}

#[test]
fn what_is_found_depends_on_the_shapes_only() {
    depends::<Vektorace>("/octagon_mm");
    depends::<VectorRacing>("/square_mm");
    depends::<FormulaD>("/space_mm");
    depends::<WheelToWheel>("");
}

#[test]
fn a_table_that_is_wider_than_the_panel_scrolls_sideways() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = opened(bend(), folder.path());
    press(&mut harness, Modifiers::COMMAND, Key::R);
    let end = harness.ctx.content_rect().right();
    // The panel is dragged to its smallest width.
    let board = harness.get_by_label("Board").rect();
    let divider = egui::pos2(board.right() + 2.0, board.center().y);
    for (place, pressed) in [(divider, true), (divider + egui::vec2(120.0, 0.0), false)] {
        harness.event(egui::Event::PointerMoved(place));
        harness.run_steps(2);
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        harness.event(egui::Event::PointerButton { pos: place, button, pressed, modifiers });
        harness.run_steps(2);
    }
    let wheel = |harness: &mut Program, label: &str, delta: egui::Vec2| {
        let place = harness.get_by_label_contains(label).rect().center();
        harness.event(egui::Event::PointerMoved(place));
        harness.run_steps(2);
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(20);
    };
    // Below the notes, the table may be out of view.
    wheel(&mut harness, "no clean lap from this start", egui::vec2(0.0, -200.0));
    let last = |harness: &Program| harness.get_by_label("Passed").rect();
    let before = last(&harness);
    assert!(before.right() > end, "the table is wider than the panel: {before:?}");
    wheel(&mut harness, "Played", egui::vec2(-400.0, 0.0));
    assert!(last(&harness).right() <= end, "{before:?}, {:?}", last(&harness));
}
