//! Tests of the user's own templates.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;

use crate::desk::{Always, circuit, program_with_data};

type Program = Harness<'static, Option<Paddock>>;

fn click(harness: &mut Program, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(6);
}

fn new_circuit(harness: &mut Program) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    harness.run_steps(6);
}

#[test]
fn own_templates_are_saved_and_offered_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("unsaved");
    let start = || {
        let answers = Always { file: folder.path().join("a.json"), picture: None };
        program_with_data(answers, 3_600, Some(data.clone()))
    };
    let mut harness = start();
    new_circuit(&mut harness);
    click(&mut harness, "Template Chicane");
    click(&mut harness, "Create");
    assert_eq!(circuit(&harness).draft().name, "Chicane");
    harness.get_by_label("Name").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("Club table".to_owned()));
    harness.run_steps(4);
    let drawn = circuit(&harness).draft().clone();
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Circuit").click();
    harness.run_steps(4);
    harness.get_by_label_contains("Save as template").click();
    harness.run_steps(6);
    let window = harness.state().as_ref().unwrap();
    assert!(window.status().starts_with("Saved as a template") && window.errors().is_empty(), "{}", window.status());
    drop(harness);

    let mut harness = start();
    new_circuit(&mut harness);
    click(&mut harness, "Template Club table");
    click(&mut harness, "Create");
    assert_eq!(*circuit(&harness).draft(), drawn);
    // A second circuit from it has a name of its own.
    new_circuit(&mut harness);
    click(&mut harness, "Template Club table");
    click(&mut harness, "Create");
    assert_eq!(circuit(&harness).draft().name, "Club table 2");
    // The templates of other games are offered for those games only.
    new_circuit(&mut harness);
    click(&mut harness, "Formula D");
    assert!(harness.query_by_label("Template Club table").is_none());
}

#[test]
fn a_new_circuit_begins_with_the_game_on_screen() {
    for (file, template) in [
        ("tracks/formula_d/saltmarsh.json", "Template Oval"),
        ("replays/vector_racing/mill-lane-three-pencils.json", "Template Empty sheet"),
    ] {
        let mut harness = crate::hands::opened(crate::desk::shipped(file), egui::vec2(1440.0, 900.0));
        new_circuit(&mut harness);
        assert!(harness.query_by_label(template).is_some(), "{file}");
        assert!(harness.query_by_label("Template Chicane").is_none(), "{file}: a template of VektoRace");
    }
}
