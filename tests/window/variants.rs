//! Tests of the measures of a circuit beside the board, of a race from the editor, and of copies as variants.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;

use crate::hands::{CTRL, Window, click_button, opened, paddock, press, race_tab};

const SHIPPED: [&str; 4] = [
    "tracks/vektorace/adder-lane.json",
    "tracks/vector_racing/two-ponds.json",
    "tracks/formula_d/saltmarsh.json",
    "tracks/wheel_to_wheel/lanternwood.json",
];
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

fn window(file: &str) -> Window {
    opened(crate::desk::shipped(file), vec2(1440.0, 1600.0))
}

fn editor(window: &Window) -> &EditorTab {
    match paddock(window).document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab,
        _ => panic!("no circuit is shown"),
    }
}

#[test]
fn measures_stand_beside_the_board_and_follow_the_circuit() {
    for (file, expected) in SHIPPED.into_iter().zip([
        [
            ("Corners", "6: 1 to the left, 5 to the right"),
            ("Route", "88.3 octagons"),
            ("Longest stretch", "32.5 octagons, to corner 1"),
        ],
        [("Start points", "1"), ("A lap", "about 81 squares"), ("In print", "270 × 190 mm")],
        [("Lap", "149 spaces, 2.38 m"), ("Lanes", "3"), ("Corners", "6, 12 stops")],
        [("Loop", "72 fields"), ("Red fields", "9"), ("Longest stretch without red", "32 fields")],
    ]) {
        let window = window(file);
        let measures = editor(&window).draft().measures();
        println!("{file}: {measures:?}");
        for (name, value) in expected {
            assert!(measures.contains(&(name, value.to_owned())), "{file}: {name} {value} is not in {measures:?}");
            assert!(window.query_all_by_label(name).next().is_some(), "{file}: {name}");
            assert!(window.query_all_by_label(value).next().is_some(), "{file}: {value}");
        }
    }
    let mut window = window(SHIPPED[0]);
    press(&mut window, CTRL, Key::A);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.query_by_label("6: 1 to the left, 5 to the right").is_none());
    assert!(window.query_by_label("Measures").is_some(), "an empty table has no corners, and says so");
    press(&mut window, CTRL, Key::Z);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("6: 1 to the left, 5 to the right").is_some());
}

#[test]
fn a_race_begins_on_the_circuit_in_the_editor() {
    for file in SHIPPED {
        let mut window = window(file);
        let name = editor(&window).draft().name().to_owned();
        press(&mut window, Modifiers::NONE, Key::F5);
        window.run_steps(8);
        press(&mut window, CTRL, Key::Enter);
        window.run_steps(8);
        assert_eq!(race_tab(&window).race().track_name(), name, "{file}: {}", paddock(&window).status());
    }
}

#[test]
fn a_variant_is_a_new_circuit_with_a_name_of_its_own() {
    for file in SHIPPED {
        let mut window = window(file);
        let name = editor(&window).draft().name().to_owned();
        let layout = editor(&window).draft().layout();
        click_button(&mut window, "Make a variant");
        assert_eq!(editor(&window).draft().name(), format!("{name}, variant 2"));
        // A variant of a variant counts on.
        press(&mut window, CTRL_SHIFT, Key::D);
        assert_eq!(editor(&window).draft().name(), format!("{name}, variant 3"));
        assert_eq!(editor(&window).draft().layout(), layout, "{file}");
        let shown = paddock(&window).document().unwrap();
        assert!(shown.is_unsaved() && shown.path.is_none(), "{file}: a variant has no file yet");
        let first = &paddock(&window).documents()[0];
        assert!(!first.is_unsaved() && first.title() == name, "{file}: {}", first.title());
    }
}

#[test]
fn a_variant_of_a_circuit_without_a_name_has_a_number_in_its_title_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain.json");
    let mut circuit: serde_json::Value =
        serde_json::from_slice(&std::fs::read(crate::desk::shipped(SHIPPED[0])).unwrap()).unwrap();
    circuit["track"]["name"] = "".into();
    // It is traced from a picture, which its variant shows although it has no file beside which to look for it.
    circuit["track"]["reference"] = serde_json::json!({"file": "photo.png", "at": [20, 12], "scale": 2});
    image::RgbImage::from_pixel(40, 20, image::Rgb([200, 30, 30])).save(folder.path().join("photo.png")).unwrap();
    std::fs::write(&file, circuit.to_string()).unwrap();
    let mut window = opened(file, vec2(1440.0, 1600.0));
    assert!(editor(&window).shows_picture(), "{:?}", paddock(&window).errors());
    press(&mut window, CTRL_SHIFT, Key::D);
    assert_eq!(editor(&window).draft().name(), "");
    assert!(paddock(&window).document().unwrap().title().starts_with("Untitled"));
    assert!(editor(&window).shows_picture() && paddock(&window).errors().is_empty(), "{:?}", paddock(&window).errors());
}

#[test]
fn a_whole_circuit_is_shown_beside_the_rulers() {
    for file in SHIPPED {
        for size in [vec2(1000.0, 700.0), vec2(2560.0, 1440.0)] {
            let window = opened(crate::desk::shipped(file), size);
            let board = editor(&window).board();
            let [low, high] = editor(&window).draft().scene(&[]).bounds;
            let (corner, other) =
                (board.screen_from_world([low[0], high[1]]), board.screen_from_world([high[0], low[1]]));
            let rect = board.view().rect;
            assert!(corner.x >= rect.left() + 30.0 && corner.y >= rect.top() + 18.0, "{file}: {corner:?} in {rect:?}");
            assert!(other.x <= rect.right() && other.y <= rect.bottom(), "{file}: {other:?} in {rect:?}");
        }
    }
}
