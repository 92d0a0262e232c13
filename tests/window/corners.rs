//! Corners of a boundary as numbers: in the fields of one corner, and as text.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::editor::sketch::{Drawable as _, SketchDocument};
use paddock::games::vector_racing::{Draft, Rational, VectorRacing};
use paddock::replay::Kind;

use crate::sketch::{Window, click, titles, window_on};

fn two_islands() -> Draft {
    let found = Kind::<VectorRacing>::new().beginnings();
    found.iter().find(|found| found.name == "Two islands").unwrap().draft.of::<VectorRacing>().unwrap().clone()
}

fn window() -> Window {
    window_on(Box::new(SketchDocument::<VectorRacing>::new(two_islands(), true)))
}

fn island(window: &Window) -> Vec<[f64; 2]> {
    let draft = window.state().tab.draft();
    let draft = draft.of::<VectorRacing>().unwrap();
    draft.islands[0].iter().map(|corner| corner.map(Rational::to_f64)).collect()
}

/// Replaces the text in the field that is found by `find`.
fn retype(window: &mut Window, role: Role, text: &str) {
    window.get_all_by_role(role).next().unwrap().focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run();
    window.get_all_by_role(role).next().unwrap().type_text(text);
    window.run();
}

#[test]
fn one_corner_is_typed_with_sums_and_refused_with_a_reason() {
    let mut window = window();
    click(&mut window, [10.0, 20.0]);
    click(&mut window, [10.0, 11.0]);
    assert!(window.query_by_label("Island 1, corner 1").is_some());
    retype(&mut window, Role::TextInput, "3*4");
    window.key_press(Key::Enter);
    window.run();
    assert_eq!(island(&window)[0], [12.0, 11.0]);
    retype(&mut window, Role::TextInput, "far");
    assert!(window.query_by_label_contains("is not a coordinate").is_some());
    window.key_press(Key::Escape);
    window.run();
    assert_eq!(titles(&window), ["Move a corner of island 1"]);
}

#[test]
fn all_corners_are_typed_as_text_in_one_step() {
    let mut window = window();
    click(&mut window, [10.0, 20.0]);
    window.get_by_label("Edit as text").click();
    window.run();
    let area = window.get_all_by_role(Role::MultilineTextInput).next().unwrap();
    assert_eq!(area.value().unwrap(), "10, 11\n24, 11\n24, 27\n10, 27\n");
    retype(&mut window, Role::MultilineTextInput, "10, 11\n24, wide\n24, 27");
    assert!(window.query_by_label_contains("Line 2: \"wide\" is not a number").is_some());
    retype(&mut window, Role::MultilineTextInput, "10, 11\n24, 27");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.run();
    assert!(window.query_by_label_contains("Island 1 needs at least 3 corners").is_some());
    assert!(titles(&window).is_empty(), "nothing is changed");
    retype(&mut window, Role::MultilineTextInput, "10, 11\n20+2, 11\n25, 19\n24, 27\n10, 27");
    window.get_by_label("Apply").click();
    window.run();
    assert_eq!(island(&window), [[10.0, 11.0], [22.0, 11.0], [25.0, 19.0], [24.0, 27.0], [10.0, 27.0]]);
    assert_eq!(titles(&window), ["Change the corners of island 1"]);
    assert!(window.query_by_label("Edit as text").is_some());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run();
    assert_eq!(*window.state().tab.draft().of::<VectorRacing>().unwrap(), two_islands());
}
