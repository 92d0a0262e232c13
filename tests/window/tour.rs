//! Tests of the tour, from the welcome page to a picture on the disk, by keys and by the buttons of the tour's card.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::app::workspaces::Workspace;

use crate::desk::{Always, program_with};
use crate::hands::{Window, click, paddock, press};

fn is_done(harness: &Window) -> bool {
    harness.query_by_label_contains(" done").is_some()
}

/// The window on its welcome page, which writes pictures to a folder of its own.
fn window() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let harness = program_with(Always { file: folder.path().join("picture.png"), picture: None });
    (folder, harness)
}

#[test]
fn the_tour_leads_from_the_welcome_page_to_a_picture() {
    let (folder, mut harness) = window();
    harness.get_by_label_contains("Take the tour").click();
    harness.run_steps(8);
    harness.get_by_label("The tour · 1 of 5");
    assert_eq!(paddock(&harness).document().unwrap().title(), "Four cars the other way round");
    assert!(!is_done(&harness));
    // A step is done by its key,
    for _ in 0..3 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    assert!(is_done(&harness), "three turns were stepped through");
    click(&mut harness, "Next");
    harness.get_by_label("The tour · 2 of 5");
    assert!(!is_done(&harness));
    press(&mut harness, Modifiers::NONE, Key::L);
    assert!(is_done(&harness));
    click(&mut harness, "Next");
    press(&mut harness, Modifiers::NONE, Key::R);
    assert!(is_done(&harness));
    click(&mut harness, "Next");
    press(&mut harness, Modifiers::NONE, Key::F3);
    assert_eq!(paddock(&harness).document().unwrap().workspace(), Workspace::Analysis);
    assert!(is_done(&harness));
    click(&mut harness, "Next");
    harness.get_by_label("The tour · 5 of 5");
    press(&mut harness, Modifiers::COMMAND, Key::E);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(is_done(&harness), "{:?}", paddock(&harness).errors());
    let written = std::fs::read(folder.path().join("picture.png")).unwrap();
    assert!(written.starts_with(b"\x89PNG"));
    click(&mut harness, "Finish");
    assert!(harness.query_by_label_contains("The tour ·").is_none());
    assert_eq!(paddock(&harness).documents().len(), 1, "the race stays open");
}

#[test]
fn steps_of_the_tour_can_be_skipped_gone_back_to_and_done_by_a_button() {
    let (_folder, mut harness) = window();
    harness.get_by_label_contains("Take the tour").click();
    harness.run_steps(8);
    click(&mut harness, "Skip");
    harness.get_by_label("The tour · 2 of 5");
    click(&mut harness, "Back");
    harness.get_by_label("The tour · 1 of 5");
    click(&mut harness, "Skip");
    click(&mut harness, "Skip");
    click(&mut harness, "Skip");
    // What the step is about is a button, too: the one on the card comes after those of the window.
    harness.get_all_by_label("Analysis").last().unwrap().click();
    harness.run_steps(4);
    assert_eq!(paddock(&harness).document().unwrap().workspace(), Workspace::Analysis);
}

#[test]
fn the_tour_waits_for_its_race() {
    let (_folder, mut harness) = window();
    harness.get_by_label_contains("Take the tour").click();
    harness.run_steps(8);
    // Elsewhere its steps are not counted.
    click(&mut harness, "Welcome");
    harness.get_by_label("This is not the tour's race.");
    click(&mut harness, "Show it");
    assert!(harness.query_by_label("This is not the tour's race.").is_none());
    // Closed, it is opened again, and only once.
    press(&mut harness, Modifiers::COMMAND, Key::W);
    assert!(paddock(&harness).documents().is_empty());
    click(&mut harness, "Show it");
    harness.run_steps(4);
    assert_eq!(paddock(&harness).documents().len(), 1);
    // Begun again, it goes through the race that is open.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(4);
    harness.event(egui::Event::Text("Take the tour".to_owned()));
    harness.run_steps(4);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    harness.get_by_label("The tour · 1 of 5");
    assert_eq!(paddock(&harness).documents().len(), 1);
}
