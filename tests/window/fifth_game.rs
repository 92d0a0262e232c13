//! Tests a game of another crate (`examples/fifth_game`) in the window: it is drawn, saved, raced, recorded, replayed
//! and analysed.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::Games;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;
use paddock::app::workspaces::Workspace;
use paddock::editor::sketch::SketchDocument;

use crate::desk::Always;
use crate::fifth_program::board::{Draft, Link, place};
use crate::fifth_program::rules::Hundred;
use crate::hands::{CTRL, Window, click, paddock, press, race_tab as tab};
use crate::sketch;

fn games() -> Games {
    static GAMES: LazyLock<Games> = LazyLock::new(|| Games::all().with::<Hundred>());
    *GAMES
}

/// The window with five games and these files open. Dialogs for files answer `file`.
fn window(file: &Path, open: Vec<PathBuf>) -> Window {
    let dialogs = Arc::new(Always { file: file.to_owned(), picture: None });
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let made = Paddock::new(ui.ctx(), Settings::default(), dialogs.clone(), Background::inline());
            let mut made = made.with_games(games());
            made.open(ui.ctx(), open.clone());
            made
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(vec2(1440.0, 900.0)).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(8);
    harness
}

fn says(harness: &Window, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

/// Chooses the game's tab in a dialog.
fn choose_hundred(harness: &mut Window) {
    let tab = harness.query_all_by_label("Hundred").last().unwrap();
    tab.click();
    harness.run_steps(4);
}

/// Answers the questions of a turn with the option of this key.
fn roll(harness: &mut Window, key: Key) {
    press(harness, Modifiers::NONE, key);
    if harness.query_by_label("Record turn").is_some() {
        press(harness, Modifiers::NONE, Key::Enter);
    }
}

#[test]
fn a_board_is_made_from_a_template_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.json");
    let mut harness = window(&file, Vec::new());
    press(&mut harness, CTRL, Key::N);
    choose_hundred(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    click(&mut harness, "Create");
    let draft = |harness: &Window| match &paddock(harness).document().unwrap().content {
        Content::Circuit(tab) => tab.draft().of::<Hundred>().unwrap().clone(),
        Content::Race(_) => panic!("a race"),
    };
    let made = draft(&harness);
    assert_eq!((made.name.as_str(), made.links.len()), ("Long Haul", 4));
    press(&mut harness, CTRL, Key::S);
    assert!(!paddock(&harness).document().unwrap().is_unsaved(), "{:?}", paddock(&harness).errors());
    drop(harness);
    let harness = window(&file, vec![file.clone()]);
    assert_eq!(draft(&harness), made);
    assert!(says(&harness, "Long Haul"));
}

#[test]
fn shortcuts_and_stops_are_drawn_with_tools_and_faults_fixed() {
    let mut harness = sketch::window_on(Box::new(SketchDocument::<Hundred>::new(Draft::default(), true)));
    let draft = |harness: &sketch::Window| harness.state().tab.draft().of::<Hundred>().unwrap().clone();
    sketch::press(&mut harness, Key::B);
    for space in [12, 30] {
        sketch::click(&mut harness, place(space));
    }
    assert_eq!(draft(&harness).links, [Link { from: 12, to: 30 }]);
    sketch::press(&mut harness, Key::N);
    for space in [12, 45] {
        sketch::click(&mut harness, place(space));
    }
    assert_eq!(draft(&harness).stops, [12, 45]);
    // A stop where a shortcut begins is reported with its fix.
    assert!(harness.query_all_by_label_contains("The stop on 12").next().is_some());
    harness.get_all_by_label_contains("Delete the stop on 12").last().unwrap().click();
    harness.run_steps(4);
    assert_eq!(draft(&harness).stops, [45]);
    // Both ends of a shortcut can be dragged.
    sketch::press(&mut harness, Key::V);
    sketch::click(&mut harness, place(12));
    sketch::drag(&mut harness, &[place(30), place(31), place(52)]);
    assert_eq!(draft(&harness).links, [Link { from: 12, to: 52 }]);
    for steps in [2, 1] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
        assert_eq!(draft(&harness).links, [Link { from: 12, to: 30 }]);
        assert_eq!(draft(&harness).stops.len(), 3 - steps, "the drag, then the fix");
    }
}

#[test]
fn a_race_is_recorded_saved_replayed_and_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.json");
    let mut harness = window(&file, Vec::new());
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    choose_hundred(&mut harness);
    click(&mut harness, "Add a car");
    click(&mut harness, "Start race");
    assert_eq!(tab(&harness).race().info().id, "hundred");
    assert_eq!(tab(&harness).race().entrants().len(), 3);
    for (turn, key) in [Key::Num4, Key::Num2, Key::Num6, Key::Num1, Key::Num5].into_iter().enumerate() {
        roll(&mut harness, key);
        assert_eq!(tab(&harness).race().len(), turn + 1, "{}", paddock(&harness).status());
    }
    // On Mill Road a shortcut leads from space 4 to 23.
    let progress = |harness: &Window, at: usize| tab(harness).race().view(at).cars[0].distance;
    assert!((progress(&harness, 1) - 22.0).abs() < 1e-9, "{}", progress(&harness, 1));
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(tab(&harness).race().len(), 4);
    press(&mut harness, CTRL, Key::Y);
    press(&mut harness, CTRL, Key::S);
    assert!(!paddock(&harness).document().unwrap().is_unsaved(), "{:?}", paddock(&harness).errors());
    drop(harness);

    let mut harness = window(&file, vec![file.clone()]);
    assert_eq!(tab(&harness).race().len(), 5);
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_eq!(tab(&harness).playback().position(), 0);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(tab(&harness).playback().position(), 1);
    assert!(says(&harness, "shortcut"));
    press(&mut harness, Modifiers::NONE, Key::F3);
    assert_eq!(tab(&harness).workspace(), Workspace::Analysis);
    harness.run_steps(8);
    let reading = tab(&harness).analysis().reading().unwrap();
    assert_eq!(reading.digest.cars.len(), 3);
    assert!(says(&harness, "Player 1"));
}
