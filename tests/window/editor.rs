//! Tests of the Editor workspace, used by buttons, keys and pointer.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::desk::Document;
use crate::desk::{Desk, button, circuit, click, document, move_to, program, screen, starter, window};
use egui::{Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::commands::Command;
use paddock::app::workspaces::editor::HandTool;
use paddock::editor::place_at;
use paddock::editor::sketch::Part;
use paddock::editor::sketch::pieces::{Piece, tool};
use paddock::editor::sketch::{AnySketch, Checks, Steps};
use paddock::games::vektorace::{Draft, Hand};
use paddock::geometry::Direction;
use paddock::storage;

#[test]
fn a_corner_is_placed_turned_taken_back_and_repeated() {
    let mut harness = window(starter());
    harness.get_by_label("Corner tool").click();
    harness.run();
    assert_eq!(harness.state().tab.tool(), Some(tool::CORNER));
    click(&mut harness, [20.0, 19.1]);
    let placed = document(&harness).draft().corners[4];
    assert_eq!((placed.number, placed.at, placed.facing.number()), (5, place_at(20.0, 19.0), 1));
    assert_eq!(document(&harness).selection().only(), Some(Piece::Corner(4).into()));
    harness.get_by_label("Corner 5");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().tab.hand(), HandTool::Select);
    harness.get_by_label("Rotate left").click();
    harness.run();
    assert_eq!(document(&harness).draft().corners[4].facing, Direction::new(2));
    harness.get_by_label_contains("Issue: Corner 5 stands at 45°");
    assert_eq!(document(&harness).issue_counts().0, 0, "a warning is no error");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(document(&harness).draft().corners[4].facing, Direction::new(1));
    harness.get_by_label("Undo").click();
    harness.run();
    assert_eq!(document(&harness).draft(), &starter());
    assert!(!document(&harness).is_dirty());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    harness.run();
    assert_eq!(document(&harness).draft().corners[4].facing, Direction::new(2));
    assert!(document(&harness).is_dirty());
}

#[test]
fn what_is_drawn_is_read_back_from_its_file() {
    let mut harness = window(starter());
    click(&mut harness, [32.0, 16.0]);
    harness.key_press(Key::ArrowUp);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    assert_eq!(document(&harness).draft().corners[2].at, place_at(33.0, 16.25));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("circuit.json");
    storage::write(&path, document(&harness).to_text().expect("printed").as_bytes()).expect("written");
    harness.state_mut().tab.document_mut().mark_saved();
    assert!(!document(&harness).is_dirty());
    let read = Document::from_bytes(&storage::read(&path).expect("there")).expect("read");
    assert_eq!(read.draft(), document(&harness).draft());
}

#[test]
fn a_drag_moves_a_piece_in_steps_of_the_grid() {
    let mut harness = window(starter());
    move_to(&mut harness, [8.0, 10.0]);
    button(&mut harness, [8.0, 10.0], true);
    for step in 1..=8 {
        move_to(&mut harness, [8.0 + f64::from(step) * 0.29, 10.0 + f64::from(step) * 0.1]);
    }
    button(&mut harness, [10.32, 10.8], false);
    assert_eq!(document(&harness).draft().corners[0].at, place_at(10.25, 10.75));
    assert_eq!(document(&harness).history().steps().len(), 1);
    harness.get_by_label("Move corner 1");
    harness.get_by_label("As opened").click();
    harness.run();
    assert_eq!(document(&harness).draft(), &starter());
}

#[test]
fn escape_gives_up_a_drag() {
    let mut harness = window(starter());
    move_to(&mut harness, [8.0, 10.0]);
    button(&mut harness, [8.0, 10.0], true);
    move_to(&mut harness, [12.0, 13.0]);
    assert_eq!(document(&harness).draft().corners[0].at, place_at(12.0, 13.0));
    harness.key_press(Key::Escape);
    harness.run();
    button(&mut harness, [12.0, 13.0], false);
    assert_eq!(document(&harness).draft(), &starter());
    assert!(document(&harness).history().steps().is_empty());
}

#[test]
fn a_frame_selects_what_is_in_it() {
    let mut harness = window(starter());
    move_to(&mut harness, [3.0, 7.0]);
    button(&mut harness, [3.0, 7.0], true);
    move_to(&mut harness, [9.0, 14.0]);
    move_to(&mut harness, [12.0, 20.0]);
    button(&mut harness, [12.0, 20.0], false);
    assert_eq!(document(&harness).selection().items(), [Piece::Corner(0), Piece::Corner(1)].map(Part::from));
    harness.get_by_label("2 pieces");
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(document(&harness).draft().corners.len(), 2);
    harness.get_by_label("Delete 2 pieces");
}

#[test]
fn issues_come_and_go_with_the_draft() {
    let mut harness = window(Draft::default());
    harness.get_by_label_contains("The table is empty");
    harness.get_by_label_contains("Issue: The circuit has no pitwall");
    harness.key_press(Key::W);
    harness.run();
    click(&mut harness, [20.0, 6.0]);
    assert_eq!(harness.state().tab.hand(), HandTool::Select, "there is only one pitwall");
    harness.key_press(Key::C);
    harness.run();
    for at in [[8.0, 10.0], [8.0, 16.0], [32.0, 16.0], [32.0, 10.0]] {
        click(&mut harness, at);
    }
    harness.get_by_label_contains("No rule for circuits is broken");
    assert_eq!(document(&harness).draft().corners, starter().corners);
    assert!(document(&harness).track().is_some());
}

#[test]
fn a_click_on_an_issue_shows_where_it_is() {
    let mut draft = starter();
    draft.corners[3].facing = Direction::new(6);
    let mut harness = window(draft);
    harness.get_by_label_contains("Issue: Corner 4 stands at 45°").click();
    harness.run();
    let place = screen(&mut harness, [32.0, 10.0]);
    let board = harness.get_by_label("Board").rect();
    assert!((place - board.center()).length() < 1.0, "{place:?} in {board:?}");
}

#[test]
fn numbers_are_entered_exactly() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 10.0]);
    let field = harness.get_by_label("x");
    field.focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("7+1/2r".to_owned()));
    harness.run();
    assert!(document(&harness).history().steps().is_empty(), "not before it is entered");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(document(&harness).draft().corners[0].at.x, "7+1/2r".parse().expect("a number"));
    assert_eq!(document(&harness).history().undo_title(), Some("Move corner 1"));
    harness.get_by_label("x").focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("seven".to_owned()));
    harness.run();
    harness.get_by_label_contains("is not a coordinate");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(document(&harness).history().steps().len(), 1, "what is no number changes nothing");
}

#[test]
fn typing_a_name_is_one_step() {
    let mut harness = window(starter());
    harness.get_by_label("Name").focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    for letter in ["K", "e", "r", "b"] {
        harness.event(egui::Event::Text(letter.to_owned()));
        harness.run();
    }
    assert_eq!(document(&harness).draft().name, "Kerb");
    assert_eq!(document(&harness).history().steps().len(), 1);
    // The caret is still in the field, which follows what is undone and redone.
    let shown = |harness: &Harness<'_, Desk>| harness.get_by_label("Name").accesskit_node().value().unwrap();
    for _ in 0..2 {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
        assert_eq!(document(&harness).draft(), &starter());
        assert_eq!(shown(&harness), starter().name);
        harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        harness.run();
        assert_eq!(shown(&harness), "Kerb");
    }
}

#[test]
fn every_field_of_a_corner_is_one_step() {
    let mut harness = window(starter());
    harness.get_by_label("Select Corner 2").click();
    harness.run();
    harness.get_by_label("Face down").click();
    harness.run();
    harness.get_by_label_contains("S-bend, counter-clockwise").click();
    harness.run();
    harness.key_press(Key::D);
    harness.run();
    let draft = document(&harness).draft();
    assert_eq!((draft.corners[1].facing.number(), draft.corners[1].hand), (6, Some(Hand::CounterClockwise)));
    assert_eq!((draft.corners[4].number, draft.corners[4].at), (5, place_at(9.0, 15.0)));
    let titles: Vec<&str> = crate::desk::titles_of(document(&harness));
    assert_eq!(titles, ["Rotate corner 2", "Pass corner 2 on the other side", "Duplicate corner 2"]);
}

#[test]
fn a_corner_dragged_from_the_palette_lands_where_it_is_let_go() {
    let mut harness = window(starter());
    let from = harness.get_by_label("Corner tool").rect().center();
    harness.event(egui::Event::PointerMoved(from));
    harness.run();
    let press = |pos: Pos2, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.event(press(from, true));
    harness.run();
    harness.event(egui::Event::PointerMoved(from + egui::vec2(40.0, 0.0)));
    harness.run();
    let to = screen(&mut harness, [20.0, 14.0]);
    harness.event(egui::Event::PointerMoved(to));
    harness.run();
    harness.event(press(to, false));
    harness.run();
    assert_eq!(document(&harness).draft().corners.get(4).map(|corner| corner.at), Some(place_at(20.0, 14.0)));
    assert_eq!(harness.state().tab.hand(), HandTool::Select);
}

#[test]
fn the_right_button_offers_what_applies() {
    let mut harness = window(starter());
    move_to(&mut harness, [8.0, 16.0]);
    for pressed in [true, false] {
        let pos = screen(&mut harness, [8.0, 16.0]);
        let button = PointerButton::Secondary;
        harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        harness.run();
    }
    assert_eq!(document(&harness).selection().only(), Some(Piece::Corner(1).into()));
    harness.get_by_label_contains("Pass corner on the other side").click();
    harness.run();
    assert_eq!(document(&harness).draft().corners[1].hand, Some(Hand::CounterClockwise));
}

#[test]
fn a_held_arrow_key_is_one_step() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 16.0]);
    let key = |pressed, repeat| egui::Event::Key {
        key: Key::ArrowRight,
        physical_key: None,
        pressed,
        repeat,
        modifiers: Modifiers::NONE,
    };
    for repeat in [false, true, true, true] {
        harness.event(key(true, repeat));
        harness.run();
    }
    harness.event(key(false, false));
    harness.run();
    assert_eq!(document(&harness).draft().corners[1].at, place_at(9.0, 16.0));
    assert_eq!(document(&harness).history().steps().len(), 1);
    // Nudges of the same pieces are one step, however often the key is pressed.
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(document(&harness).history().steps().len(), 1);
    click(&mut harness, [8.0, 10.0]);
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(document(&harness).history().steps().len(), 2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(document(&harness).draft().corners[0].at, place_at(8.0, 10.0));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(document(&harness).draft(), &starter());
}

#[test]
fn the_history_shows_the_step_that_undo_and_redo_reach() {
    let mut harness = window(starter());
    for step in 0..30 {
        click(&mut harness, if step % 2 == 0 { [8.0, 16.0] } else { [8.0, 10.0] });
        let key = if step % 4 < 2 { Key::ArrowRight } else { Key::ArrowLeft };
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(document(&harness).history().steps().len(), 30);
    let is_shown = |harness: &Harness<'_, Desk>| harness.query_by_label("As opened").is_some();
    assert!(!is_shown(&harness), "30 steps do not fit");
    for _ in 0..30 {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
    }
    assert!(is_shown(&harness));
    for _ in 0..30 {
        harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        harness.run();
    }
    assert!(!is_shown(&harness));
}

#[test]
fn a_new_circuit_is_changed_saved_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.json");
    let mut harness = program(path.clone());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    harness.run_steps(4);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert!(!circuit(&harness).is_dirty(), "a new circuit is not worth saving yet");
    harness.get_by_label("Select Corner 3").click();
    harness.run_steps(4);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(4);
    assert!(circuit(&harness).is_dirty());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(4);
    assert!(!circuit(&harness).is_dirty());
    let read = Document::from_bytes(&storage::read(&path).expect("written")).expect("read");
    assert_eq!(read.draft().corners[2].at, place_at(32.0, 17.0));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(4);
    assert!(circuit(&harness).is_dirty(), "the file has another state");
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    harness.run_steps(4);
    assert!(!circuit(&harness).is_dirty());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::W);
    harness.run_steps(4);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    harness.run_steps(4);
    assert_eq!(circuit(&harness).draft(), read.draft());
}

#[test]
fn what_is_the_shells_is_left_to_the_shell() {
    let mut harness = window(starter());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::W);
    harness.run();
    assert_eq!(harness.state().left, [Command::CloseDocument]);
    let outside = pos2(5.0, 895.0);
    harness.event(egui::Event::PointerMoved(outside));
    harness.run();
}

#[test]
fn the_board_stays_where_it_is_while_a_piece_is_dragged() {
    let mut harness = window(starter());
    let corner = [32.0, 16.0];
    move_to(&mut harness, corner);
    button(&mut harness, corner, true);
    let view = |harness: &mut Harness<'_, Desk>| {
        let board = harness.state().tab.board();
        (board.scale(), board.screen_from_world([0.0, 0.0]))
    };
    let before = view(&mut harness);
    for step in 1..6 {
        move_to(&mut harness, [32.0, 16.0 + 2.0 * f64::from(step)]);
        assert_eq!(view(&mut harness), before);
    }
    assert_ne!(document(&harness).draft(), &starter(), "the corner did move");
    button(&mut harness, [32.0, 26.0], false);
}
