//! Random circuits of all games: the same seed gives the same circuit, and each can be raced.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::Games;
use paddock::app::board::fonts;
use paddock::app::commands::CommandQueue;
use paddock::app::workspaces::chance::Chance;
use paddock::editor::random::Wish;
use paddock::editor::sketch::Sketch;
use paddock::game::Severity;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::wheel_to_wheel::WheelToWheel;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::desk::program;

/// Some of a few random lines give a valid circuit without warnings, whatever the number of bends is.
fn most_are_valid<G: Sketch>(lines: usize) {
    let mut counts = Vec::new();
    for bends in G::BENDS.unwrap() {
        let mut random = ChaCha8Rng::seed_from_u64(bends as u64);
        let drafts = (0..lines).map(|_| G::random(bends, &mut random).unwrap());
        let is_good = |draft: &G::Draft| {
            let (track, issues) = G::validate(draft);
            track.is_some() && issues.iter().all(|issue| issue.severity == Severity::Note)
        };
        let good = drafts.filter(is_good).count();
        counts.push(good);
    }
    assert!(counts.iter().all(|count| *count >= 3), "{}: {counts:?} of {lines}", G::INFO.id);
}

fn proved(id: &str) {
    let game = Games::all().find(id).unwrap();
    let (draft, findings) = game.random(5, 4, &|_| {}, &|| false).unwrap();
    assert!(findings.is_raceable && draft.info().id == id);
    assert!(draft.issues().iter().all(|issue| issue.severity == Severity::Note), "{id}");
    assert!(game.random(5, 4, &|_| {}, &|| true).is_none(), "stopped");
}

#[test]
fn random_lines_become_valid_circuits() {
    most_are_valid::<VectorRacing>(20);
    most_are_valid::<FormulaD>(50);
    most_are_valid::<WheelToWheel>(25);
}

#[test]
fn a_random_circuit_on_squared_paper_is_proved() {
    proved("vector_racing");
    let found = || Games::all().find("vector_racing").unwrap().random(7, 5, &|_| {}, &|| false).unwrap().0;
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

#[test]
fn the_search_shows_its_progress_and_can_be_cancelled() {
    let wish = Wish { game: "vector_racing", seed: 7, corners: 5, ..Wish::default() };
    let mut chance = Chance::default();
    chance.open(Games::all(), Some(wish.game), None);
    let search = chance.begin(Games::all(), wish);
    let show = |ui: &mut egui::Ui, chance: &mut Chance| {
        chance.ui(ui.ctx(), Games::all(), &mut CommandQueue::default());
    };
    let mut harness = Harness::builder().with_context_setup(fonts::install).build_ui_state(show, chance);
    harness.run();
    assert!(harness.query_by_label("Drawing circuits").is_some());
    assert!(harness.query_by_label_contains("Create").is_none());
    harness.get_by_label("Cancel").click();
    harness.run();
    assert!(search.run(&|| ()).is_none(), "cancelled");
    assert!(harness.state_mut().take(&search, None).is_none());
    assert!(harness.state().is_open() && harness.query_by_label_contains("Create").is_some());
    // The dialog stays open and says why there is no circuit. The values are still there.
    let search = harness.state_mut().begin(Games::all(), Wish { corners: 2, ..wish });
    let found = search.run(&|| ());
    assert!(harness.state_mut().take(&search, found).is_none());
    harness.run();
    assert!(harness.query_by_label_contains("No circuit found. Use another seed").is_some());
    // The last stage names the circuit that is being proved.
    let search = harness.state_mut().begin(Games::all(), wish);
    let stages = std::sync::atomic::AtomicUsize::new(0);
    let found = search.run(&|| {
        stages.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    harness.run();
    assert!(stages.into_inner() > 1 && harness.query_by_label_contains("Circuit ").is_some());
    let (draft, findings) = harness.state_mut().take(&search, found).unwrap();
    assert!(draft.info().id == wish.game && findings.is_raceable && !harness.state().is_open());
    // Escape, which closes the dialog, stops the search, too.
    harness.state_mut().open(Games::all(), None, None);
    let search = harness.state_mut().begin(Games::all(), wish);
    assert!(harness.state_mut().close() && search.run(&|| ()).is_none());
}

#[test]
fn only_numbers_of_bends_that_work_are_offered() {
    for game in Games::all().iter().filter(|game| game.info().id != "vektorace") {
        let bends = game.bends().unwrap();
        assert!(bends.contains(&5), "the default");
        for wrong in [bends.start() - 1, bends.end() + 1] {
            let tried = std::sync::atomic::AtomicBool::new(false);
            let report = |_| tried.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(game.random(1, wrong, &report, &|| false).is_none(), "{}: {wrong}", game.info().id);
            assert!(!tried.into_inner(), "nobody waits for two hundred circuits");
        }
    }
    assert_eq!(
        Games::all().find("formula_d").unwrap().bends(),
        Some(4..=8),
        "3 or 10 bends are too sharp for three lanes"
    );
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
