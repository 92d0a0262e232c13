//! Random circuits of all games: the same seed gives the same circuit, and each can be raced.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::Games;
use paddock::editor::sketch::Sketch;
use paddock::game::Severity;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::wheel_to_wheel::WheelToWheel;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::desk::program;

/// Some of fifty random lines give a valid circuit without warnings, whatever the number of bends is.
fn most_are_valid<G: Sketch>() {
    let mut counts = Vec::new();
    for bends in G::BENDS.unwrap() {
        let mut random = ChaCha8Rng::seed_from_u64(bends as u64);
        let drafts = (0..50).map(|_| G::random(bends, &mut random).unwrap());
        let is_good = |draft: &G::Draft| {
            let (track, issues) = G::validate(draft);
            track.is_some() && issues.iter().all(|issue| issue.severity == Severity::Note)
        };
        let good = drafts.filter(is_good).count();
        counts.push(good);
    }
    assert!(counts.iter().all(|count| *count >= 3), "{}: {counts:?} of 50", G::INFO.id);
}

fn proved(id: &str) {
    let game = Games::all().find(id).unwrap();
    let (draft, findings) = game.random(5, 4, &|| false).unwrap();
    assert!(findings.is_raceable && draft.info().id == id);
    assert!(draft.issues().iter().all(|issue| issue.severity == Severity::Note), "{id}");
    assert!(game.random(5, 4, &|| true).is_none(), "stopped");
}

#[test]
fn random_lines_become_valid_circuits() {
    most_are_valid::<VectorRacing>();
    most_are_valid::<FormulaD>();
    most_are_valid::<WheelToWheel>();
}

#[test]
fn a_random_circuit_on_squared_paper_is_proved() {
    proved("vector_racing");
    let found = || Games::all().find("vector_racing").unwrap().random(7, 5, &|| false).unwrap().0;
    assert!(found() == found(), "the same seed gives the same circuit");
}

#[test]
fn the_dialog_offers_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = program(folder.path().join("circuit.json"));
    harness.key_press_modifiers(Modifiers::ALT, Key::N);
    harness.run_steps(40);
    assert!(harness.query_all_by_label("Table").next().is_some());
    harness.get_by_label("Game").click();
    harness.run_steps(40);
    for game in ["Formula D", "Wheel to Wheel"] {
        assert!(harness.query_all_by_label(game).next().is_some(), "{game}");
    }
    harness.get_all_by_label("Vector Racing").last().unwrap().click();
    harness.run_steps(40);
    assert!(harness.query_all_by_label("Table").next().is_none());
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    #[test]
    #[ignore = "slow"]
    fn random_circuits_of_formula_d_and_wheel_to_wheel_are_proved() {
        super::proved("formula_d");
        super::proved("wheel_to_wheel");
    }
}
