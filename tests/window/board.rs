//! Tests of drawing a board of Wheel to Wheel in the window, with the pointer and the keys.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::editor::sketch::{Drawable, SketchDocument};
use paddock::games::wheel_to_wheel::{Draft, WheelToWheel, field_places};
use paddock::replay::Kind;

use crate::sketch::{Window, click, drag, press, titles, window_on};

fn beginning(name: &str) -> Draft {
    let found = Kind::<WheelToWheel>::new().beginnings();
    found.iter().find(|beginning| beginning.name == name).unwrap().draft.of::<WheelToWheel>().unwrap().clone()
}

fn window(draft: Draft) -> Window {
    window_on(Box::new(SketchDocument::<WheelToWheel>::new(draft, true)))
}

fn draft(harness: &Window) -> Draft {
    harness.state().tab.draft().of::<WheelToWheel>().unwrap().clone()
}

fn undo(harness: &mut Window) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
}

/// Whether this text is shown; issues appear as text and in the list.
fn says(harness: &Window, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

/// Where a field of the loop lies.
fn field(harness: &Window, number: usize) -> [f64; 2] {
    field_places(&draft(harness)).fields[number]
}

/// Where a field of the lane lies, from 1.
fn lane(harness: &Window, number: usize) -> [f64; 2] {
    field_places(&draft(harness)).lane[number - 1]
}

#[test]
fn a_board_is_drawn_from_an_empty_table_until_it_can_be_raced() {
    let mut harness = window(beginning("Empty table"));
    assert!(harness.query_all_by_label_contains("Take the loop tool (B)").next().is_some());
    // Nothing lies on fields that are not there.
    press(&mut harness, Key::N);
    click(&mut harness, [0.0, 0.0]);
    assert!(harness.state().refused.as_deref().is_some_and(|why| why.starts_with("Draw the loop first")));
    press(&mut harness, Key::B);
    assert_eq!(harness.state().tab.tool(), Some("loop"));
    for at in [[0.0, 0.0], [12.0, 0.0], [16.0, 5.0], [12.0, 10.0], [-12.0, 10.0], [-16.0, 5.0], [-12.0, 0.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Enter);
    let drawn = draft(&harness);
    assert_eq!(drawn.line.len(), 7);
    assert!(drawn.loop_len > 40 && drawn.grid.len() == 12 && drawn.garages.len() == 6, "{drawn:?}");
    // Red fields lie on the field under the pointer, wherever the grid of the paper is.
    press(&mut harness, Key::N);
    let wanted = [7, 8, 15, 16, 17, 22];
    for number in wanted {
        let at = field(&harness, number as usize);
        click(&mut harness, at);
    }
    assert_eq!(draft(&harness).red, wanted);
    // The lane, by its points.
    press(&mut harness, Key::L);
    for at in [[-8.0, 2.0], [0.0, 3.0], [8.0, 2.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Enter);
    assert_eq!(draft(&harness).lane, [[-8.0, 2.0], [0.0, 3.0], [8.0, 2.0]]);
    press(&mut harness, Key::C);
    click(&mut harness, [10.0, -4.0]);
    assert_eq!(draft(&harness).crash_zone, Some([10.0, -4.0]));
    let entry = drawn.loop_len as usize - 9;
    press(&mut harness, Key::I);
    let at = field(&harness, entry);
    click(&mut harness, at);
    press(&mut harness, Key::O);
    let at = field(&harness, 9);
    click(&mut harness, at);
    let drawn = draft(&harness);
    assert_eq!((drawn.pit_entry as usize, drawn.pit_exit), (entry, 9));
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    assert!(says(&harness, "No rule for circuits is broken"));
    // What is assumed is a note, and nothing that has to be fixed.
    assert!(says(&harness, "still have assumed values"));
    let said = titles(&harness);
    assert_eq!((said.first().map(String::as_str), said.len()), (Some("Draw a loop"), 11), "{said:?}");
}

#[test]
fn every_field_of_a_loop_and_a_lane_can_be_hit() {
    let mut harness = window(Draft { red: Vec::new(), ..beginning("Bean") });
    press(&mut harness, Key::N);
    for number in [0, 5, 11, 17, 23, 29, 35] {
        let at = field(&harness, number);
        click(&mut harness, at);
    }
    assert_eq!(draft(&harness).red, [0, 5, 11, 17, 23, 29, 35]);
    assert!(!harness.state().tab.document().is_sound(), "field 0 cannot be red");
    assert!(says(&harness, "Field 0 cannot be red."));
    undo(&mut harness);
    assert_eq!(draft(&harness).red.len(), 6);
    press(&mut harness, Key::H);
    let at = lane(&harness, 12);
    click(&mut harness, at);
    let garages = draft(&harness).garages;
    assert_eq!((garages.len(), garages[6].field, garages[6].colour.as_str()), (7, 12, "colour 7"));
}

#[test]
fn what_lies_on_fields_is_dragged_from_field_to_field_in_one_step() {
    let mut harness = window(beginning("Oval"));
    let red = draft(&harness).red[0] as usize;
    let (from, to) = (field(&harness, red), field(&harness, red + 4));
    press(&mut harness, Key::Escape);
    drag(&mut harness, &[from, to]);
    assert!(draft(&harness).red.contains(&(red as u32 + 4)), "{:?}", draft(&harness).red);
    assert!(!draft(&harness).red.contains(&(red as u32)));
    assert_eq!(titles(&harness).len(), 1, "{:?}", titles(&harness));
    let garage = draft(&harness).garages[1].field as usize;
    let (from, to) = (lane(&harness, garage), lane(&harness, 13));
    drag(&mut harness, &[from, to]);
    assert_eq!(draft(&harness).garages[1].field, 13);
    undo(&mut harness);
    undo(&mut harness);
    assert_eq!(draft(&harness), beginning("Oval"));
    assert!(!harness.state().tab.is_dirty());
    // A red field is selected by a click and taken away by a key.
    click(&mut harness, field_places(&beginning("Oval")).fields[red]);
    press(&mut harness, Key::Delete);
    assert_eq!(draft(&harness).red.len() + 1, beginning("Oval").red.len());
}

#[test]
fn fields_of_a_board_are_filled_in_and_refuse_in_words() {
    let mut harness = window(beginning("Oval"));
    press(&mut harness, Key::Escape);
    let fill = |harness: &mut Window, label: &str, text: &str| {
        let field = harness.get_by_label(label);
        field.scroll_to_me();
        harness.run();
        harness.get_by_label(label).focus();
        harness.run();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.run();
        harness.get_by_label(label).type_text(text);
        harness.run();
        press(harness, Key::Enter);
    };
    fill(&mut harness, "Red die", "3 4 5 5 6 6");
    assert_eq!(draft(&harness).dice.red, [3, 4, 5, 5, 6, 6]);
    fill(&mut harness, "Red die", "3 4 five");
    assert!(says(&harness, "Enter a whole number from 1 to 6, not five."));
    assert_eq!(draft(&harness).dice.red, [3, 4, 5, 5, 6, 6]);
    press(&mut harness, Key::Escape);
    fill(&mut harness, "Blue die", "1 1 2");
    assert!(says(&harness, "Die blue needs six faces from 1 to 6."));
    undo(&mut harness);
    assert!(harness.state().tab.document().is_sound());
    // Of a garage its colour, its letters and its field.
    harness.get_by_label("Select Amber garage").click();
    harness.run();
    fill(&mut harness, "Colour", "saffron");
    assert_eq!(draft(&harness).garages[0].colour, "saffron");
}

#[test]
fn every_control_has_a_name_that_is_no_glyph() {
    let mut harness = window(beginning("Oval"));
    for select in ["Select Loop", "Select Red field 10", "Select Amber garage"] {
        harness.get_by_label(select).click();
        harness.run();
        for node in harness.get_all_by(|node| {
            use egui::accesskit::Role;
            matches!(
                node.role(),
                Role::Button | Role::CheckBox | Role::RadioButton | Role::TextInput | Role::SpinButton | Role::ComboBox
            )
        }) {
            let name = node.accesskit_node().label().unwrap_or_default();
            let spoken = name.chars().filter(|sign| sign.is_ascii_alphanumeric()).count();
            assert!(spoken > 0, "{:?}: `{name}`", node.accesskit_node().role());
        }
    }
}

fn chord(harness: &mut Harness<'_, Option<Paddock>>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(8);
}

#[test]
fn a_drawn_board_is_saved_opened_again_sought_over_and_raced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn.json");
    let mut harness = crate::desk::program(path.clone());
    chord(&mut harness, Modifiers::COMMAND, Key::N);
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Wheel to Wheel").click();
    harness.run_steps(4);
    chord(&mut harness, Modifiers::NONE, Key::Enter);
    chord(&mut harness, Modifiers::COMMAND, Key::S);
    let shown = |harness: &Harness<'_, Option<Paddock>>| harness.state().as_ref().unwrap().document().unwrap().title();
    assert_eq!(shown(&harness), "Oval");
    assert!(path.is_file(), "{:?}", harness.state().as_ref().unwrap().errors());
    let text = std::fs::read(&path).unwrap();
    let file: paddock::replay::TrackFile<WheelToWheel> = paddock::replay::parse(&text).unwrap();
    assert_eq!(file.track, beginning("Oval"));
    chord(&mut harness, Modifiers::COMMAND, Key::R);
    assert!(harness.query_all_by_label_contains("is fastest").next().is_some());
    chord(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(harness.query_by_label_contains("Ready to start").is_some());
    chord(&mut harness, Modifiers::COMMAND, Key::Enter);
    assert_eq!(shown(&harness), "Race on Oval");
}
