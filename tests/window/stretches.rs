//! Tests of the selected stretch: by drags over plots and the timeline, by keys, cleared by Esc.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Rect, pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::analysis::{Laps, Stretch, sums};

use crate::hands::{Window, click, opened, paddock, press, race_tab as tab};

/// A race of four cars and 213 turns, in the Analysis workspace.
fn window() -> Window {
    let file = crate::desk::shipped("replays/vektorace/widdershins-four-cars.json");
    let mut harness = opened(file, vec2(1600.0, 1000.0));
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness
}

fn drag(harness: &mut Window, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.run_steps(1);
    harness.drag_at(from);
    harness.run_steps(1);
    for part in [0.3, 0.7, 1.0] {
        harness.hover_at(from.lerp(to, part));
        harness.run_steps(1);
    }
    harness.drop_at(to);
    harness.run_steps(4);
}

/// A point of a plot, by its part of the width.
fn inside(rect: Rect, part: f32) -> Pos2 {
    pos2(rect.left() + rect.width() * part, rect.center().y)
}

fn turns(harness: &Window) -> [usize; 2] {
    match tab(harness).stretch() {
        Some(Stretch::Turns(turns)) => turns,
        other => panic!("{other:?}"),
    }
}

/// Whether a shape of this colour, at this opacity, is on screen.
fn tinted(harness: &Window) -> usize {
    let accent = paddock::app::board::painter::color(paddock::render::Theme::Dark.accent()).gamma_multiply(0.14);
    fn count(shape: &egui::Shape, wanted: egui::Color32) -> usize {
        match shape {
            egui::Shape::Rect(rect) => usize::from(rect.fill == wanted),
            egui::Shape::Path(path) => usize::from(path.fill == wanted),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, wanted)).sum(),
            _ => 0,
        }
    }
    harness.output().shapes.iter().map(|clipped| count(&clipped.shape, accent)).sum()
}

#[test]
fn a_drag_over_a_plot_selects_and_sums_up_and_esc_clears() {
    let mut harness = window();
    assert_eq!(tab(&harness).stretch(), None);
    let before = tab(&harness).playback().position();
    for (axis, parts) in [("Turn", [0.3, 0.6]), ("Round", [0.7, 0.4])] {
        harness.get_by_role_and_label(Role::Button, axis).click();
        harness.run_steps(4);
        let plot = harness.get_by_label("Plot of Gear").rect();
        drag(&mut harness, inside(plot, parts[0]), inside(plot, parts[1]));
        let [from, to] = turns(&harness);
        assert!(from < to && from > 40 && to < 170, "{axis}: {from} to {to}");
        assert_eq!(tab(&harness).playback().position(), before, "a drag goes nowhere");
        // The panel comes to the front, with the sums of these turns.
        harness.get_by_label(&format!("Turns {} to {to}", from + 1));
        harness.get_by_label("4 cars in the stretch");
        let figures = &tab(&harness).figures().series;
        let all = sums(tab(&harness).race(), figures, Stretch::Turns([from, to]));
        assert!(all.iter().all(|sum| sum.turns > 5 && sum.distance > 10.0));
        for sum in all {
            let distance = format!("{:.1}", sum.distance);
            assert!(harness.query_all_by_label(&distance).next().is_some(), "{axis}: {distance}");
        }
        assert!(tinted(&harness) >= 3, "plots show the stretch");
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert_eq!(tab(&harness).stretch(), None);
        assert_eq!(tinted(&harness), 0);
        harness.get_by_label_contains("Drag over a plot to see totals for a part of the race");
    }
}

#[test]
fn along_the_lap_a_part_of_each_lap_is_selected() {
    let mut harness = window();
    harness.get_all_by_label("Lap").next().unwrap().click();
    harness.run_steps(4);
    let plot = harness.get_by_label("Plot of Gear").rect();
    drag(&mut harness, inside(plot, 0.4), inside(plot, 0.6));
    let Some(Stretch::Lap { part: [from, to], laps: Laps::All }) = tab(&harness).stretch() else {
        panic!("{:?}", tab(&harness).stretch())
    };
    assert!((25.0..50.0).contains(&from) && (50.0..75.0).contains(&to), "{from} to {to}");
    harness.get_by_label(&format!("{from:.0} % to {to:.0} % of every lap"));
    harness.get_by_label("Sort cars in the stretch by Laps");
    // It stays selected where it is scattered: the timeline and the lists show its turns.
    harness.get_by_role_and_label(Role::Button, "Round").click();
    harness.run_steps(4);
    click(&mut harness, "Clear the stretch");
    assert_eq!(tab(&harness).stretch(), None);
}

#[test]
fn keys_select_a_stretch_in_both_workspaces() {
    let mut harness = window();
    for workspace in [Key::F3, Key::F2] {
        press(&mut harness, Modifiers::NONE, workspace);
        press(&mut harness, Modifiers::NONE, Key::Home);
        for _ in 0..5 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        press(&mut harness, Modifiers::NONE, Key::Comma);
        assert_eq!(turns(&harness), [5, 213], "{workspace:?}: to the end of the race");
        for _ in 0..4 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        press(&mut harness, Modifiers::NONE, Key::Period);
        assert_eq!(turns(&harness), [5, 9], "{workspace:?}");
        if workspace == Key::F2 {
            // The rows of the turns 6 to 9 are tinted, and so is a plot.
            assert!(tinted(&harness) >= 4, "{}", tinted(&harness));
        } else {
            harness.get_by_label("Turns 6 to 9");
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert_eq!(tab(&harness).stretch(), None, "{workspace:?}");
    }
}

#[test]
fn a_drag_in_the_replay_selects_on_plots_and_with_shift_on_the_timeline() {
    let mut harness = window();
    press(&mut harness, Modifiers::NONE, Key::F2);
    let plot = harness.get_by_label("Plot of Gear").rect();
    drag(&mut harness, inside(plot, 0.25), inside(plot, 0.5));
    let [from, to] = turns(&harness);
    assert!((40..70).contains(&from) && (95..120).contains(&to), "{from} to {to}");
    assert!(paddock(&harness).status().starts_with(&format!("Turns {} to {to}", from + 1)));
    let timeline = harness.get_by_role_and_label(Role::Slider, "Timeline").rect();
    let at = tab(&harness).playback().position();
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    harness.run_steps(1);
    drag(&mut harness, inside(timeline, 0.6), inside(timeline, 0.8));
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(2);
    let [from, to] = turns(&harness);
    assert!((110..140).contains(&from) && (155..185).contains(&to), "{from} to {to}");
    assert_eq!(tab(&harness).playback().position(), at, "the race stays where it is");
    // Without Shift a drag goes through the race, as before.
    drag(&mut harness, inside(timeline, 0.2), inside(timeline, 0.4));
    assert_ne!(tab(&harness).playback().position(), at);
    assert_eq!(turns(&harness), [from, to]);
}

#[test]
fn zooming_to_a_stretch_shows_it_alone() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::Button, "Turn").click();
    harness.run_steps(4);
    let plot = harness.get_by_label("Plot of Gear").rect();
    drag(&mut harness, inside(plot, 0.4), inside(plot, 0.6));
    let [from, to] = turns(&harness);
    click(&mut harness, "Zoom to the stretch");
    // The middle of the plot is now the middle of the stretch.
    let middle = harness.get_by_label("Plot of Gear").rect().center();
    harness.hover_at(middle);
    harness.run_steps(2);
    harness.drag_at(middle);
    harness.drop_at(middle);
    harness.run_steps(4);
    let at = tab(&harness).playback().position();
    assert!(at.abs_diff((from + to) / 2) <= 3, "{at} is not in the middle of {from} to {to}");
    assert_eq!(turns(&harness), [from, to], "a click keeps the stretch");
}
