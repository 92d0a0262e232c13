//! Lists keep their own scroll position in each tab, and what does not fit can be scrolled or read.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::sync::Arc;

use egui::epaint::Shape;
use egui::{Color32, Event, Key, Modifiers, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;

use crate::desk::{Always, shipped};
use crate::hands::{CTRL, Window, opened, press, wheel};

const NONE: Modifiers = Modifiers::NONE;

/// A window with two shipped files in tabs; the first one is on screen.
fn window(files: [&str; 2], size: Vec2) -> Window {
    let files = files.map(shipped);
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = Arc::new(Always { file: files[0].clone(), picture: None });
            let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
            window.open(ui.ctx(), files.to_vec());
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(size).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(8);
    harness
}

fn each(shape: &Shape, clip: Rect, found: &mut impl FnMut(&Shape, Rect)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| each(shape, clip, found)),
        shape => found(shape, clip),
    }
}

fn shapes(harness: &Window, mut found: impl FnMut(&Shape, Rect)) {
    harness.output().shapes.iter().for_each(|clipped| each(&clipped.shape, clipped.clip_rect, &mut found));
}

/// The texts around a place: how high they are, and what they say.
fn around(harness: &Window, place: Pos2) -> Vec<(i32, String)> {
    let near = Rect::from_center_size(place, vec2(150.0, 90.0));
    let mut found = Vec::new();
    shapes(harness, |shape, clip| {
        if let Shape::Text(text) = shape {
            let rect = text.galley.rect.translate(text.pos.to_vec2()).intersect(clip);
            if rect.is_positive() && rect.intersects(near) {
                found.push((text.pos.y.round() as i32, text.galley.job.text.clone()));
            }
        }
    });
    found
}

/// Scrolls the list at this place in both tabs, by different distances, and switches back and forth.
fn keeps(harness: &mut Window, place: Pos2, what: &str) {
    let switch = |harness: &mut Window, key: Key| {
        press(harness, CTRL, key);
        harness.run_steps(8);
    };
    let mut seen = Vec::new();
    for (key, by) in [(Key::PageDown, 47.0), (Key::PageUp, 0.0)] {
        if by > 0.0 {
            for by in [47.0, 26.0] {
                let before = around(harness, place);
                assert!(!before.is_empty(), "{what}: nothing is there");
                wheel(harness, place, by);
                let now = around(harness, place);
                assert_ne!(now, before, "{what}: it does not scroll");
                seen.push(now);
                switch(harness, key);
            }
        }
    }
    // Both are scrolled now, and the first is on screen again: two tabs, two steps forward.
    for round in 0..2 {
        assert_eq!(around(harness, place), seen[0], "{what}: the first tab, round {round}");
        switch(harness, Key::PageDown);
        assert_eq!(around(harness, place), seen[1], "{what}: the second tab, round {round}");
        switch(harness, Key::PageDown);
    }
}

#[test]
fn lists_of_races_keep_their_own_scroll_position() {
    let races = ["replays/vektorace/widdershins-four-cars.json", "replays/formula_d/weavers-knot-changing-skies.json"];
    let mut harness = window(races, vec2(1000.0, 700.0));
    keeps(&mut harness, pos2(90.0, 400.0), "turns");
    harness.set_size(vec2(1000.0, 560.0));
    harness.run_steps(6);
    keeps(&mut harness, pos2(850.0, 350.0), "timing and card");
    harness.set_size(vec2(1000.0, 700.0));
    harness.run_steps(6);
    for _ in 0..2 {
        press(&mut harness, NONE, Key::F3);
        press(&mut harness, CTRL, Key::PageDown);
    }
    let panel = |harness: &Window, label: &str| {
        harness.query_all_by_label(label).map(|node| node.rect()).next().unwrap().left_bottom()
    };
    let summary = panel(&harness, "Summary") + vec2(80.0, 70.0);
    keeps(&mut harness, summary, "summary");
    let laps = panel(&harness, "Sort laps by Driver") + vec2(20.0, 40.0);
    keeps(&mut harness, laps, "laps");
}

#[test]
fn lists_of_circuits_keep_their_own_scroll_position() {
    let circuits = ["tracks/formula_d/gaslight-quarter.json", "tracks/vector_racing/curiosity-shop.json"];
    let mut harness = window(circuits, vec2(1000.0, 700.0));
    let shapes = harness.query_all_by_label("Shapes").map(|node| node.rect()).next().unwrap();
    keeps(&mut harness, shapes.left_bottom() + vec2(80.0, 80.0), "shapes");
    keeps(&mut harness, pos2(860.0, 300.0), "inspector");
}

/// A bar shows that a table is wider than its panel, while the pointer is elsewhere, and the last column can be reached.
#[test]
fn wide_tables_have_a_bar() {
    for (race, size) in [
        ("replays/formula_d/weavers-knot-changing-skies.json", vec2(1000.0, 700.0)),
        ("replays/vektorace/widdershins-four-cars.json", vec2(1366.0, 768.0)),
    ] {
        let mut harness = opened(shipped(race), size);
        press(&mut harness, NONE, Key::F3);
        harness.event(Event::PointerMoved(Pos2::ZERO));
        harness.run_steps(8);
        let first = harness.get_by_label("Sort laps by Car").rect();
        let columns = harness.query_all_by_label_contains("Sort laps by ");
        let last = columns.map(|node| node.rect().right()).fold(0.0, f32::max);
        assert!(last > size.x, "{race}: the table fits");
        let mut bars = Vec::new();
        shapes(&harness, |shape, clip| {
            if let Shape::Rect(bar) = shape {
                let is_bar =
                    bar.rect.height() < 9.0 && bar.rect.width() > 40.0 && bar.rect.top() > first.bottom() + 20.0;
                let is_below = bar.rect.left() >= first.left() - 40.0 && clip.intersects(bar.rect);
                if is_bar && is_below && bar.fill.a() > 60 && bar.fill != Color32::TRANSPARENT {
                    bars.push((bar.rect, bar.fill));
                }
            }
        });
        let is_above_time = |(bar, _): &&(Rect, Color32)| bar.bottom() < size.y - 60.0;
        assert!(bars.iter().any(|bar| is_above_time(&bar)), "{race}: no bar below {first:?}: {bars:?}");
    }
}

/// The car and its driver stay where they are while the other columns scroll sideways, and rows stay level.
#[test]
fn wide_tables_keep_the_driver_in_place() {
    let mut harness = opened(shipped("replays/formula_d/weavers-knot-changing-skies.json"), vec2(1000.0, 700.0));
    press(&mut harness, NONE, Key::F3);
    harness.run_steps(8);
    let header = |harness: &Window, title: &str| harness.get_by_label(&format!("Sort laps by {title}")).rect();
    let (driver, lap) = (header(&harness, "Driver"), header(&harness, "Lap"));
    let place = driver.left_bottom() + vec2(20.0, 40.0);
    let rows = |harness: &Window| {
        let mut found = Vec::new();
        shapes(harness, |shape, clip| {
            if let Shape::Text(text) = shape
                && (driver.left()..driver.right()).contains(&text.pos.x)
                && (driver.bottom()..600.0).contains(&text.pos.y)
                && clip.right() < lap.right()
            {
                found.push((text.pos.y.round() as i32, text.galley.job.text.clone()));
            }
        });
        found
    };
    let before = rows(&harness);
    assert!(before.len() > 1, "{before:?}");
    harness.hover_at(lap.left_bottom() + vec2(20.0, 40.0));
    harness.run_steps(2);
    harness.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(-150.0, 0.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: NONE,
    });
    harness.run_steps(20);
    assert_eq!(header(&harness, "Driver"), driver);
    assert!(header(&harness, "Lap").left() < lap.left() - 100.0, "{:?}", header(&harness, "Lap"));
    assert_eq!(rows(&harness), before);
    // The wheel moves all columns, also over the driver.
    let level = |harness: &Window| {
        let mut tops = std::collections::BTreeMap::<i32, usize>::new();
        shapes(harness, |shape, clip| {
            if let Shape::Text(text) = shape
                && text.pos.y > driver.bottom()
                && text.pos.y < 600.0
                && text.pos.x > driver.left()
                && clip.contains(text.pos)
            {
                *tops.entry(text.pos.y.round() as i32).or_default() += 1;
            }
        });
        tops
    };
    let top = level(&harness);
    wheel(&mut harness, place, 60.0);
    harness.run_steps(20);
    let moved = level(&harness);
    assert_ne!(rows(&harness), before, "the wheel over the driver scrolls");
    let alone = |tops: &std::collections::BTreeMap<i32, usize>| tops.values().filter(|count| **count < 2).count();
    assert!(alone(&top) <= 1 && alone(&moved) <= 1, "{top:?}\n{moved:?}");
}

#[test]
fn columns_that_say_nothing_are_left_out() {
    let mut harness = opened(shipped("replays/vector_racing/cellar-stairs-crashes.json"), vec2(1000.0, 700.0));
    press(&mut harness, NONE, Key::F3);
    harness.run_steps(8);
    harness.get_by_label("Sort laps by Driven");
    // No car of this game has pit stops.
    assert!(harness.query_by_label("Sort laps by Pit stop").is_none());
}

/// The list of shapes fills a tall window, and the buttons of the inspector are equal.
#[test]
fn panels_of_the_editor_use_their_height_and_buttons_are_equal() {
    for file in ["tracks/vektorace/kestrel-ring.json", "tracks/formula_d/gaslight-quarter.json"] {
        for size in [vec2(1000.0, 700.0), vec2(1920.0, 1200.0)] {
            let mut harness = opened(shipped(file), size);
            harness.run_steps(8);
            let last = harness.query_all_by_label_contains("No steps yet").map(|node| node.rect()).next().unwrap();
            assert!(last.top() > 0.6 * size.y, "{file} {size}: {last:?}");
            let names = ["Rotate circuit left", "Rotate circuit right", "Mirror left to right", "Mirror top to bottom"];
            let buttons = names.map(|name| harness.get_by_label(name).rect());
            assert!(buttons.iter().all(|rect| (rect.width() - buttons[0].width()).abs() < 0.5), "{size}: {buttons:?}");
            assert!((buttons[0].top() - buttons[1].top()).abs() < 0.5, "{size}: {buttons:?}");
        }
    }
}

/// Names in the list of shapes that are cut are whole in the hover text.
#[test]
fn names_of_shapes_are_whole_in_the_hover_text() {
    for file in ["tracks/formula_d/gaslight-quarter.json", "tracks/vektorace/kestrel-ring.json"] {
        let mut harness = opened(shipped(file), vec2(1000.0, 700.0));
        let rows: Vec<(String, Rect)> = harness
            .query_all_by_label_contains("Select ")
            .filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
            .filter(|(name, rect)| rect.left() < 160.0 && name != "Select tool" && rect.bottom() < 580.0)
            .collect();
        assert!(rows.len() > 3, "{rows:?}");
        for (label, rect) in rows {
            harness.hover_at(rect.center());
            harness.run_steps(8);
            let name = label.trim_start_matches("Select ");
            let mut is_whole = false;
            shapes(&harness, |shape, _| {
                if let Shape::Text(text) = shape {
                    let words = &text.galley.job.text;
                    is_whole |= words.starts_with(name) && words.contains("Click to select") && !text.galley.elided;
                }
            });
            assert!(is_whole, "{file}: {name}");
            harness.hover_at(pos2(500.0, 640.0));
            harness.run_steps(4);
        }
    }
}

/// The grid steps are in one row, the switches below them are whole, and every field stays within its panel, in every
/// width of the panels.
#[test]
fn panels_of_the_editor_hold_their_rows() {
    for file in [
        "tracks/vektorace/kestrel-ring.json",
        "tracks/formula_d/gaslight-quarter.json",
        "tracks/vector_racing/curiosity-shop.json",
        "tracks/wheel_to_wheel/lanternwood.json",
    ] {
        for size in [vec2(880.0, 620.0), vec2(1000.0, 700.0), vec2(1366.0, 768.0)] {
            let mut harness = opened(shipped(file), size);
            harness.run_steps(4);
            let is_step = |label: &str| {
                let step = label.strip_prefix("Grid ").unwrap_or_default();
                step == "off" || step.starts_with(|letter: char| letter.is_ascii_digit())
            };
            let named = harness.query_all_by_label_contains("Grid ");
            let named = named.filter(|node| node.accesskit_node().label().is_some_and(|label| is_step(&label)));
            let steps: Vec<Rect> = named.map(|node| node.rect()).collect();
            assert!(steps.len() > 3, "{file}: {steps:?}");
            let top = steps[0].center().y;
            assert!(steps.iter().all(|rect| (rect.center().y - top).abs() < 1.0), "{file} {size}: {steps:?}");
            // Scroll the inspector through all of its rows.
            for _ in 0..12 {
                let mut wide = Vec::new();
                shapes(&harness, |shape, clip| {
                    let rect = match shape {
                        Shape::Text(text) => text.galley.rect.translate(text.pos.to_vec2()),
                        Shape::Rect(rect) if rect.rect.height() < 40.0 && rect.rect.height() > 12.0 => rect.rect,
                        _ => return,
                    };
                    let is_in_panel = rect.left() > size.x * 0.74 && rect.top() > 60.0 && rect.top() < size.y - 40.0;
                    let is_seen = clip.intersects(rect) && clip.y_range().contains(rect.center().y);
                    if is_in_panel && is_seen && rect.right() > size.x - 8.0 {
                        wide.push((rect, format!("{shape:?}").chars().take(80).collect::<String>()));
                    }
                });
                assert!(wide.is_empty(), "{file} {size}: {wide:?}");
                wheel(&mut harness, pos2(size.x - 120.0, 260.0), 90.0);
            }
        }
    }
}

/// Short names are whole in the list of turns of a laptop's window, also beside two marks and the name of a die.
#[test]
fn short_names_are_whole_beside_marks() {
    for size in [vec2(1000.0, 700.0), vec2(1366.0, 768.0)] {
        let races =
            ["replays/wheel_to_wheel/lanternwood-twelve-cars.json", "replays/wheel_to_wheel/harbour-cup-1.json"];
        let harness = window(races, size);
        let mut whole = 0;
        shapes(&harness, |shape, _| {
            if let Shape::Text(text) = shape
                && ["Anouk", "Xenia", "Yuri", "Bram"].contains(&text.galley.job.text.as_str())
                && text.pos.x < 180.0
            {
                assert!(!text.galley.elided, "{} at {size}", text.galley.job.text);
                whole += 1;
            }
        });
        assert!(whole > 6, "{whole} at {size}");
    }
}
