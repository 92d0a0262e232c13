//! Tests of the panel that compares two drives: laps, and races of two tabs.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;

use crate::hands::{Window, click, click_button, paddock, press};

/// A window with these shipped races in tabs; the first one is on screen, in the Analysis workspace.
fn window(races: &[&str]) -> Window {
    let files: Vec<PathBuf> = races.iter().map(|race| crate::desk::shipped(race)).collect();
    let dialogs = Arc::new(crate::desk::Always { file: files[0].clone(), picture: None });
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs.clone(), Background::inline());
            window.open(ui.ctx(), files.clone());
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(8);
    press(&mut harness, Modifiers::NONE, Key::F3);
    click_button(&mut harness, "Two cars");
    harness
}

fn chosen(harness: &Window, list: &str) -> String {
    harness.get_by_label(list).accesskit_node().value().unwrap()
}

/// Chooses an entry of a drop-down list: the one with this number among those with the same words.
fn choose(harness: &mut Window, list: &str, entry: &str, number: usize) {
    click(harness, list);
    let role = egui::accesskit::Role::Button;
    let count = harness.query_all_by_role_and_label(role, entry).count();
    assert!(count > number, "{entry}: {count}");
    harness.query_all_by_role_and_label(role, entry).nth(number).unwrap().click();
    harness.run_steps(4);
}

/// The sentence at the middle of the plot.
fn hint(harness: &mut Window) -> String {
    let plot = harness.get_by_label("Plot of two cars").rect();
    harness.hover_at(plot.center());
    harness.run_steps(12);
    let found = harness.query_all_by_label_contains(" ahead of ").chain(harness.query_all_by_label_contains(" level"));
    let words: Vec<String> =
        found.filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value())).collect();
    harness.hover_at(egui::Pos2::ZERO);
    harness.run_steps(4);
    let is_hint = |words: &String| words.starts_with("After ") || words.starts_with("At ");
    words.into_iter().find(is_hint).unwrap_or_default()
}

#[test]
fn two_laps_are_compared_along_the_lap_and_by_corner() {
    let mut harness = window(&["replays/vektorace/widdershins-four-cars.json"]);
    assert!(hint(&mut harness).starts_with("After "));
    choose(&mut harness, "Lap of the first car", "lap 1", 0);
    assert_eq!(chosen(&harness, "Lap of the second car"), "lap 1", "a lap is compared with a lap");
    assert!(hint(&mut harness).starts_with("At "));
    harness.get_by_label("turns won at");
    assert!(harness.query_all_by_label_contains("C1 ").next().is_some());
    choose(&mut harness, "Lap of the second car", "lap 2", 0);
    let words = hint(&mut harness);
    assert!(words.contains("lap 1") && words.contains("lap 2"), "{words}");
    choose(&mut harness, "Lap of the first car", "race", 0);
    assert_eq!(chosen(&harness, "Lap of the second car"), "race");
    assert!(hint(&mut harness).starts_with("After "));
}

#[test]
fn races_of_two_tabs_are_compared_on_the_same_circuit_only() {
    let races = [
        "replays/vektorace/copper-kettle-six-cars.json",
        "replays/vektorace/widdershins-four-cars.json",
        "replays/vektorace/copper-kettle-first-edition.json",
    ];
    let mut harness = window(&races);
    let document = |harness: &Window| paddock(harness).document().unwrap().base_name();
    assert!(document(&harness).starts_with("copper-kettle-six-cars"), "{}", document(&harness));
    // A race on another circuit is listed with the reason why it cannot be chosen.
    click(&mut harness, "Second car");
    harness.get_by_label_contains("on another circuit: ");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let race = crate::hands::race_tab(&harness).race();
    let first = race.entrants()[0].name.clone();
    let title = {
        let bytes = std::fs::read(crate::desk::shipped(races[2])).unwrap();
        let path = crate::desk::shipped(races[2]);
        match paddock::open(&bytes, &paddock::storage::files_beside(&path)).unwrap() {
            paddock::replay::Opened::Race(race) => (race.title().to_owned(), race.entrants()[0].name.clone()),
            paddock::replay::Opened::Track(_) => panic!("not a race"),
        }
    };
    let number = usize::from(title.1 == first);
    for _ in 0..2 {
        choose(&mut harness, "Second car", &title.1, number);
        let second = chosen(&harness, "Second car");
        assert_eq!(second, format!("{} ({})", title.1, title.0));
        let words = hint(&mut harness);
        assert!(words.contains(&title.0), "{words}");
        click(&mut harness, "Swap the two cars");
        assert_eq!(chosen(&harness, "First car"), second);
        click(&mut harness, "Swap the two cars");
        choose(&mut harness, "Lap of the second car", "lap 1", 0);
        assert!(hint(&mut harness).starts_with("At "));
        choose(&mut harness, "Lap of the second car", "race", 0);
    }
}

#[test]
fn a_car_is_compared_with_the_proved_fastest_race() {
    let mut harness = window(&["replays/vector_racing/two-ponds-photo-finish.json"]);
    let entry = "Fastest lap, proved";
    choose(&mut harness, "Second car", entry, 0);
    harness.run_steps(6);
    for _ in 0..2 {
        assert_eq!(chosen(&harness, "Second car"), "the fastest lap, proved");
        // In the panel and in the status bar, which keeps it.
        let proved = "Proved: without a crash, no race from this start takes fewer than ";
        let count = harness.query_all_by_label_contains(proved).count();
        assert!(count >= 1);
        assert!(hint(&mut harness).contains("the fastest lap, proved"));
        // Back to a car, and again to the lap, which is known now.
        let name = crate::hands::race_tab(&harness).race().entrants()[1].name.clone();
        choose(&mut harness, "Second car", &name, 0);
        assert_eq!(harness.query_all_by_label_contains(proved).count(), count - 1);
        choose(&mut harness, "Second car", entry, 0);
    }
    // Where no solver proves a lap, none is offered, and the tooltip says why.
    let mut dice = window(&["replays/formula_d/saltmarsh-six-cars.json"]);
    click(&mut dice, "Second car");
    let offered = dice.get_by_role_and_label(egui::accesskit::Role::Button, entry);
    assert!(offered.accesskit_node().is_disabled());
    let at = offered.rect().center();
    dice.hover_at(at);
    dice.run_steps(12);
    assert!(dice.query_all_by_label_contains("Paddock cannot prove the fastest lap in Formula D.").count() > 0);
}

/// In every window the plot is high enough to be read, in the layout of duels too, and says at both ends of its axis who
/// is ahead there.
#[test]
fn the_plot_is_readable_in_small_windows_and_names_the_car_ahead() {
    let races =
        ["replays/vektorace/kestrel-ring-three-laps.json", "replays/formula_d/weavers-knot-changing-skies.json"];
    for (race, size) in races.into_iter().flat_map(|race| SIZES.map(|size| (race, size))) {
        let mut harness = window(&[race]);
        harness.set_size(size);
        harness.run_steps(6);
        assert!(hint(&mut harness).starts_with("After "), "{race} {size}: the middle of the plot is out of view");
        click(&mut harness, "Layouts");
        click_button(&mut harness, "Duel");
        for lap in ["race", "lap 1", "race"] {
            choose(&mut harness, "Lap of the first car", lap, 0);
            let plot = harness.get_by_label("Plot of two cars").rect();
            assert!(plot.height() >= 120.0, "{race} {size} {lap}: {plot:?}");
            let suffix = if lap == "race" { String::new() } else { format!(", {lap}") };
            let ends = ["First car", "Second car"].map(|list| {
                let words = format!("{}{suffix} ahead", chosen(&harness, list));
                harness.query_by_label(&words).unwrap_or_else(|| panic!("{race} {size}: no {words}")).rect()
            });
            assert!(plot.contains_rect(ends[0]) && plot.contains_rect(ends[1]), "{plot:?} {ends:?}");
            assert!(ends[0].bottom() < ends[1].top(), "the first car is ahead above the second: {ends:?}");
            // Both axes have names.
            let across = if lap == "race" { "laps" } else { "lap, %" };
            for axis in ["turns ahead", across] {
                assert!(plot.expand(48.0).contains_rect(harness.get_by_label(axis).rect()), "{race} {size}: {axis}");
            }
        }
        click(&mut harness, "Swap the two cars");
        let first = format!("{} ahead", chosen(&harness, "First car"));
        assert!(
            harness.get_by_label(&first).rect().center().y < harness.get_by_label("Plot of two cars").rect().center().y
        );
    }
}

const SIZES: [egui::Vec2; 3] = [vec2(1000.0, 700.0), vec2(1366.0, 768.0), vec2(2560.0, 1440.0)];
