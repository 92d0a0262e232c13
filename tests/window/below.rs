//! Tests of selecting shapes that lie below others, in every game.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::{Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use paddock::Games;
use paddock::editor::sketch::{AnySketch, Shape, ShapeId};

use crate::sketch::{Window, click, move_to, screen, window_on};

/// The reach of the pointer, in the game's unit. It is about that of the window.
const REACH: f64 = 0.7;

/// A point of the board with several shapes, and these shapes, the uppermost first.
fn crowded(document: &dyn AnySketch) -> Option<([f64; 2], Vec<ShapeId>)> {
    let under = |at: [f64; 2]| {
        let mut under: Vec<ShapeId> = document.stack(at, REACH, &|_| true).iter().map(|part| part.shape).collect();
        under.dedup();
        under
    };
    let middles = document.shapes().iter().flat_map(Shape::middles).map(|(_, middle)| middle);
    let points = document.shapes().iter().flat_map(Shape::spots);
    let places = middles.chain(points).map(|at| (at, under(at)));
    places.filter(|(_, under)| under.len() > 1).min_by_key(|(_, under)| under.len())
}

fn click_below(harness: &mut Window, at: [f64; 2]) {
    move_to(harness, at);
    let pos = screen(harness, at);
    harness.event(egui::Event::ModifiersChanged(Modifiers::ALT));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::ALT);
        harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        harness.run();
    }
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    // Two clicks at one place are not to be a double click.
    for _ in 0..40 {
        harness.step();
    }
}

fn selected(harness: &Window) -> Vec<ShapeId> {
    harness.state().tab.document().selection().items().iter().map(|part| part.shape).collect()
}

#[test]
fn alt_and_clicks_go_through_the_shapes_under_the_pointer() {
    let (mut tried, games) = (Vec::new(), Games::all());
    for game in games.iter() {
        let documents = game.beginnings().into_iter().map(|beginning| games.document(&beginning.draft, true));
        let Some((document, at)) = documents
            .filter_map(|document| Some((crowded(&*document)?.0, document)))
            .map(|(at, document)| (document, at))
            .next()
        else {
            continue;
        };
        let mut harness = window_on(document);
        click(&mut harness, at);
        let mut seen = selected(&harness);
        assert_eq!(seen.len(), 1, "{}", game.info().name);
        let hint = harness.query_by_label_contains("Alt+click on the board selects").is_some();
        assert!(hint, "{}", game.info().name);
        for _ in 0..40 {
            click_below(&mut harness, at);
            let [now] = selected(&harness)[..] else { panic!("one shape is selected") };
            if now == seen[0] {
                break;
            }
            assert!(!seen.contains(&now), "{}: {now:?} in {seen:?}", game.info().name);
            seen.push(now);
        }
        assert!(seen.len() > 1 && seen.len() < 40, "{}: {seen:?}", game.info().name);
        tried.push(game.info().name);
    }
    assert!(tried.len() > 1, "{tried:?}");
}

#[test]
fn the_centre_line_under_spaces_is_selected_on_the_board() {
    let games = Games::all();
    let game = games.iter().find(|game| game.info().name == "Formula D").unwrap();
    let oval = game.beginnings().into_iter().find(|beginning| beginning.name == "Oval").unwrap();
    let document = games.document(&oval.draft, true);
    let shapes = document.shapes();
    let line = shapes.iter().find(|shape| shape.id.tool == "centre-line").unwrap();
    // A point of the line in the middle of a space.
    let covered = |at: &[f64; 2]| {
        let under = document.stack(*at, REACH, &|_| true);
        under.len() == 2 && under[0].shape.tool == "space" && under[1].shape == line.id
    };
    let ends: Vec<[[f64; 2]; 2]> = line.line().windows(2).map(|ends| [ends[0], ends[1]]).collect();
    let along =
        |part: f64| move |[from, to]: &[[f64; 2]; 2]| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
    let mut places = [0.5, 0.3, 0.7, 0.1, 0.9].into_iter().flat_map(|part| ends.iter().map(along(part)));
    let (at, line) = (places.find(covered).unwrap(), line.id);
    let mut harness = window_on(document);
    click(&mut harness, at);
    assert_eq!(selected(&harness)[0].tool, "space");
    click_below(&mut harness, at);
    assert_eq!(selected(&harness), [line]);
    click_below(&mut harness, at);
    assert_eq!(selected(&harness)[0].tool, "space");
    // The context menu lists the line, too.
    let pos = screen(&harness, at);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        harness.run();
    }
    harness.get_by_label_contains("Select another shape").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Centre line").click();
    harness.run();
    assert_eq!(selected(&harness), [line]);
}
