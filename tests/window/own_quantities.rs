//! Tests of own quantities: expressions that the user writes above a plot.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::analysis::{Axis, Laps, Quantity, lines};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;

use crate::hands::{Window, click, click_button, paddock, press, race_tab as tab};

fn window(settings: Settings) -> Window {
    let file: PathBuf = crate::desk::shipped("replays/vektorace/widdershins-four-cars.json");
    let dialogs = Arc::new(crate::desk::Always { file: file.clone(), picture: None });
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let mut window = Paddock::new(ui.ctx(), settings.clone(), dialogs.clone(), Background::inline());
            window.open(ui.ctx(), vec![file.clone()]);
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness
}

/// Types into the field that has the focus.
fn typed(harness: &mut Window, text: &str) {
    for letter in text.chars() {
        harness.event(egui::Event::Text(letter.to_string()));
    }
    harness.run_steps(4);
}

fn add(harness: &mut Window, text: &str) {
    click(harness, "Add panel");
    click_button(harness, "Own quantity…");
    typed(harness, text);
}

fn own(harness: &Window, number: u8) -> Option<String> {
    tab(harness).figures().series.own_text(number).map(ToOwned::to_owned)
}

#[test]
fn an_expression_is_plotted_as_it_is_typed_kept_and_closed() {
    let mut harness = window(Settings::default());
    add(&mut harness, "speed /");
    // As long as it is incomplete, the panel says so.
    harness.get_by_label_contains("a value or an operator is missing");
    assert_eq!(own(&harness, 0), None);
    typed(&mut harness, " gear");
    assert_eq!(own(&harness, 0).as_deref(), Some("speed / gear"));
    harness.get_by_label("Plot of speed / gear");
    harness.get_by_label("Menu of speed / gear");
    let series = &tab(&harness).figures().series;
    for axis in Axis::ALL {
        let points: usize = lines(series, Quantity::Own(0), axis, Laps::All).iter().map(|line| line.points.len()).sum();
        assert!(points > 40, "{axis:?}: {points}");
    }
    // The value in the plot is that of the columns.
    let view = tab(&harness).race().view(60);
    for (index, entrant) in tab(&harness).race().entrants().iter().enumerate() {
        let gear = f64::from(view.car(entrant.car).unwrap().gear.unwrap());
        let speed = series.at(index, Quantity::Speed, 60.0).unwrap();
        assert_eq!(series.at(index, Quantity::Own(0), 60.0), Some(speed / gear), "{}", entrant.name);
    }
    add(&mut harness, "tyre[car] - tyre[leader]");
    assert_eq!(own(&harness, 1).as_deref(), Some("tyre[car] - tyre[leader]"));
    // The next run has both.
    let kept = paddock(&harness).settings_to_keep();
    let mut next = window(kept);
    next.get_by_label("Plot of tyre[car] - tyre[leader]");
    assert_eq!(own(&next, 0).as_deref(), Some("speed / gear"));
    // A closed panel takes its expression along.
    click(&mut next, "Menu of tyre[car] - tyre[leader]");
    click(&mut next, "Close panel");
    assert_eq!((own(&next, 0).is_some(), own(&next, 1)), (true, None));
    let again = window(paddock(&next).settings_to_keep());
    assert_eq!((own(&again, 0).is_some(), own(&again, 1)), (true, None));
}

#[test]
fn an_empty_plot_says_why() {
    let mut harness = window(Settings::default());
    let (nowhere, hidden) = ("The expression has no value in any turn.", "All cars are hidden.");
    let says = |harness: &Window, words: &str| harness.query_all_by_label_contains(words).count();
    add(&mut harness, "1 / 0");
    assert_eq!((says(&harness, nowhere), says(&harness, hidden)), (1, 0));
    press(&mut harness, crate::hands::CTRL, Key::A);
    typed(&mut harness, "1 / gear");
    assert_eq!((says(&harness, nowhere), says(&harness, hidden)), (0, 0));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let names: Vec<String> = tab(&harness).race().entrants().iter().map(|entrant| entrant.name.clone()).collect();
    let plots = harness.query_all_by_label_contains("Plot of ").count();
    assert!(plots > 1);
    for (place, name) in names.iter().enumerate() {
        assert_eq!(says(&harness, hidden), 0, "{place} cars are hidden");
        click(&mut harness, &format!("Plot {name}"));
    }
    assert_eq!(says(&harness, hidden), plots);
    // In Replay, and with a row for each car, too.
    click(&mut harness, "Cars in rows");
    assert_eq!(says(&harness, hidden), plots);
    press(&mut harness, Modifiers::NONE, Key::F2);
    assert_eq!(says(&harness, hidden), harness.query_all_by_label_contains("Plot of ").count());
}

#[test]
fn wrong_expressions_say_what_there_is() {
    let mut harness = window(Settings::default());
    add(&mut harness, "");
    harness.get_by_label_contains("type an expression, such as speed / gear");
    for (text, words) in [
        ("colour", "unknown name \"colour\"; this race has gear, speed, tyre, nitro"),
        ("tyre[9]", "unknown car \"9\" in brackets; use car, leader, ahead, behind or one of these numbers: 1 (Rosa)"),
        ("sin(gear)", "unknown function \"sin\""),
        ("(gear", "a bracket has no partner"),
        ("gear gear", "a value or an operator is missing"),
        ("gear $ 2", "'$' has no meaning here"),
        ("min()", "wrong number of values"),
        ("(gear > 2) + 1", "is not a number: write if"),
    ] {
        press(&mut harness, crate::hands::CTRL, Key::A);
        typed(&mut harness, text);
        let found = harness.query_all_by_label_contains(words).count();
        assert_eq!(found, 1, "{text}: {words}");
        assert_eq!(own(&harness, 0), None, "{text}");
    }
    press(&mut harness, crate::hands::CTRL, Key::A);
    typed(&mut harness, "if(gear > 2, gear, -gear)");
    assert!(own(&harness, 0).is_some());
}

#[test]
fn an_own_quantity_follows_the_race() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.json");
    let shipped = window(Settings::default());
    std::fs::write(&file, tab(&shipped).race().file_text(true).unwrap()).unwrap();
    let mut harness = crate::hands::opened(file, vec2(1600.0, 1000.0));
    press(&mut harness, Modifiers::NONE, Key::F3);
    add(&mut harness, "turn");
    let last = |harness: &Window| tab(harness).figures().series.values(0, Quantity::Own(0)).last().map(|[x, _]| *x);
    assert_eq!(last(&harness), Some(213.0));
    // Editing keys belong to the field until it is left.
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::F2);
    press(&mut harness, crate::hands::CTRL, Key::Backspace);
    press(&mut harness, Modifiers::NONE, Key::F3);
    assert_eq!(tab(&harness).race().len(), 212);
    assert_eq!(last(&harness), Some(212.0));
    assert_eq!(tab(&harness).contradictions(), Vec::<String>::new());
}
