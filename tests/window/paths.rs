//! Tests of the board in the Analysis workspace: paths coloured by a value, and the corner under the pointer.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::collections::BTreeSet;

use egui::{Color32, Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::analysis::{Digest, PathValue, Quantity};
use paddock::app::board::painter;
use paddock::game::scene::{Style, Tag};
use paddock::render::Theme;

use crate::hands::{Window, click, click_button, opened, press, race_tab as tab};

const FORMULA_D: &str = "replays/formula_d/saltmarsh-six-cars.json";
const VEKTORACE: &str = "replays/vektorace/widdershins-four-cars.json";

fn window(race: &str) -> Window {
    let mut harness = opened(crate::desk::shipped(race), vec2(1600.0, 1000.0));
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness
}

/// The number of shapes on screen with a fill or a line that `is_wanted` accepts.
fn count(harness: &Window, is_wanted: &dyn Fn(Color32) -> bool) -> usize {
    fn of(shape: &egui::Shape, is_wanted: &dyn Fn(Color32) -> bool) -> usize {
        let is_line = |stroke: &egui::epaint::PathStroke| match &stroke.color {
            egui::epaint::ColorMode::Solid(color) => is_wanted(*color),
            egui::epaint::ColorMode::UV(_) => false,
        };
        match shape {
            egui::Shape::Rect(rect) => usize::from(is_wanted(rect.fill)),
            egui::Shape::Path(path) => usize::from(is_wanted(path.fill) || is_line(&path.stroke)),
            egui::Shape::LineSegment { stroke, .. } => usize::from(is_wanted(stroke.color)),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| of(shape, is_wanted)).sum(),
            _ => 0,
        }
    }
    harness.output().shapes.iter().map(|clipped| of(&clipped.shape, is_wanted)).sum()
}

/// The edges of coloured paths on screen.
fn edges(harness: &Window) -> usize {
    let edge = painter::color(Theme::Dark.paint(Style::GradedEdge).line.unwrap().colour);
    count(harness, &|color| color == edge)
}

#[test]
fn paths_are_coloured_by_any_value_with_a_legend() {
    for (race, words, value) in [
        (FORMULA_D, "gear", PathValue::Of(Quantity::Gear)),
        (FORMULA_D, "points spent", PathValue::Spent),
        (VEKTORACE, "points spent", PathValue::Spent),
        ("replays/vector_racing/two-ponds-photo-finish.json", "moved", PathValue::Of(Quantity::Speed)),
        ("replays/wheel_to_wheel/lanternwood-cloudburst.json", "gap to the leader", PathValue::Of(Quantity::Gap)),
    ] {
        let mut harness = window(race);
        assert_eq!(edges(&harness), 0, "{race}");
        for _ in 0..2 {
            click(&mut harness, "Value of paths");
            click_button(&mut harness, words);
            harness.run_steps(4);
            assert!(edges(&harness) > 20, "{race}: {}", edges(&harness));
            // The lowest and the highest value are in the legend, and the colour of the highest is on the board.
            let [_, high] = value.range(tab(&harness).race(), &tab(&harness).figures().series).unwrap();
            let words = if value.is_counted() { format!("{high:.0}") } else { format!("{high:.1}") };
            assert!(harness.query_all_by_label(&words).count() > 0, "{race}: no {words} in the legend");
            let brightest = painter::color(Theme::Dark.paint(Style::Graded(255)).line.unwrap().colour);
            assert!(count(&harness, &|color| color == brightest) > 0, "{race}");
            click(&mut harness, "Value of paths");
            click_button(&mut harness, "car");
            assert_eq!(edges(&harness), 0, "{race}");
        }
    }
}

/// A point of the board in each corner, with the corner's number.
fn corners(harness: &Window) -> Vec<(u32, Pos2)> {
    let race = tab(harness).race();
    let scene = race.track_scene(&[]);
    let spans = race.corner_spans();
    assert!(spans.len() > 2, "{spans:?}");
    let place = |index: usize| {
        let is_body = |style| matches!(style, Style::Corner | Style::SpaceCorner(_));
        let item = scene.items.iter().find(|item| item.tag == Tag::Corner(index) && is_body(item.style)).unwrap();
        tab(harness).board().screen_from_world(item.shape.middle().unwrap())
    };
    spans.iter().map(|span| (span.number, place(span.index))).collect()
}

#[test]
fn the_corner_under_the_pointer_lights_up_all_its_passages() {
    let accent = painter::color(Theme::Dark.accent()).gamma_multiply(0.3);
    for race in [FORMULA_D, VEKTORACE, "replays/formula_d/weavers-knot-changing-skies.json"] {
        let mut harness = window(race);
        press(&mut harness, Modifiers::NONE, Key::F);
        let digest = Digest::of(tab(&harness).race());
        let passed = |number: u32| {
            let all = digest.cars.iter().flat_map(|car| &car.corners);
            all.filter(|passage| passage.corner == number).map(|passage| passage.turn).collect::<BTreeSet<usize>>()
        };
        for (number, place) in corners(&harness) {
            harness.hover_at(place);
            harness.run_steps(6);
            let (lit, turns) = tab(&harness).corner_under_pointer().unwrap();
            assert_eq!(lit, number, "{race}");
            assert!(!turns.is_empty(), "{race}: corner {number}");
            assert_eq!(turns.iter().copied().collect::<BTreeSet<usize>>(), passed(number), "{race}: corner {number}");
        }
        // Rows of the corner are tinted in tables, and its turns in the list of the Replay workspace.
        click_button(&mut harness, "Corner by corner");
        let (_, place) = corners(&harness)[0];
        harness.hover_at(place);
        harness.run_steps(6);
        assert!(count(&harness, &|color| color == accent) > 3, "{race}");
        harness.hover_at(Pos2::ZERO);
        harness.run_steps(4);
        assert_eq!(tab(&harness).corner_under_pointer(), None);
        assert_eq!(count(&harness, &|color| color == accent), 0, "{race}");
        press(&mut harness, Modifiers::NONE, Key::F2);
        press(&mut harness, Modifiers::NONE, Key::F);
        // A card may cover a corner of this board.
        let mut seen = 0;
        for (number, place) in corners(&harness) {
            harness.hover_at(place);
            harness.run_steps(6);
            seen += usize::from(tab(&harness).corner_under_pointer().is_some_and(|(lit, _)| lit == number));
        }
        assert!(seen >= 2, "{race}: {seen}");
    }
}
