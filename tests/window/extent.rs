//! Tests of the place, size and angle of the selection as numbers.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::editor::place_at;
use paddock::editor::sketch::{Drawable, Part, ShapeId, Sketch, SketchDocument, Steps as _};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::{Rational, VectorRacing};
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Kind;

use crate::sketch::{Window, press, titles, window_on};

/// The first template of a game with these parts selected.
fn window<G: Sketch>(parts: &[Part]) -> Window {
    let template = Kind::<G>::new().beginnings()[0].draft.of::<G>().unwrap().clone();
    let mut document = SketchDocument::<G>::new(template, true);
    document.selection_mut().set(parts.iter().copied());
    let mut window = window_on(Box::new(document));
    window.run();
    window
}

const fn whole(tool: &'static str, index: usize) -> Part {
    ShapeId { tool, index }.whole()
}

fn draft<G: Sketch>(window: &Window) -> G::Draft {
    window.state().tab.draft().of::<G>().unwrap().clone()
}

fn enter(window: &mut Window, field: &str, text: &str) {
    // The list of points has the same fields below.
    window.get_all_by_label(field).find(|node| node.accesskit_node().role() == Role::TextInput).unwrap().focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
    press(window, Key::Enter);
}

fn bounds(points: &[[f64; 2]]) -> [f64; 4] {
    let of = |axis: usize, pick: fn(f64, f64) -> f64| points.iter().map(|at| at[axis]).reduce(pick).unwrap();
    [of(0, f64::min), of(1, f64::min), of(0, f64::max), of(1, f64::max)]
}

#[test]
fn an_island_is_moved_scaled_and_rotated_by_numbers() {
    let mut window = window::<VectorRacing>(&[whole("boundary", 1)]);
    let island = |window: &Window| -> Vec<[f64; 2]> {
        draft::<VectorRacing>(window).islands[0].iter().map(|spot| spot.map(Rational::to_f64)).collect()
    };
    assert_eq!(bounds(&island(&window)), [12.0, 11.0, 42.0, 26.0]);
    enter(&mut window, "x of the selection", "10+1,5");
    enter(&mut window, "y of the selection", "12");
    assert_eq!(bounds(&island(&window)), [11.5, 12.0, 41.5, 27.0]);
    enter(&mut window, "Width of the selection", "15*2-10");
    enter(&mut window, "Height of the selection", "10");
    assert_eq!(bounds(&island(&window)), [11.5, 12.0, 31.5, 22.0]);
    enter(&mut window, "Angle of the selection", "90");
    let [left, low, right, high] = bounds(&island(&window));
    assert_eq!((right - left, high - low), (10.0, 20.0));
    let island_word = "island 1";
    let expected = ["Move", "Move", "Scale", "Scale", "Rotate"].map(|verb| format!("{verb} {island_word}"));
    assert_eq!(titles(&window), expected);
    // A wrong number says so and changes nothing.
    let before = draft::<VectorRacing>(&window);
    window.get_by_label("Width of the selection").focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(egui::Event::Text("wide".to_owned()));
    window.run();
    assert!(window.query_by_label_contains("\"wide\" is not a number").is_some());
    press(&mut window, Key::Enter);
    enter(&mut window, "Height of the selection", "-3");
    assert_eq!(draft::<VectorRacing>(&window), before);
    assert!(window.state().refused.as_deref().is_some_and(|why| why.contains("above 0")));
}

#[test]
fn lines_and_their_points_have_numbers_in_all_games() {
    let mut window = window::<FormulaD>(&[whole("centre-line", 0)]);
    let before = bounds(&draft::<FormulaD>(&window).line);
    enter(&mut window, "Width of the selection", "70");
    let after = bounds(&draft::<FormulaD>(&window).line);
    assert_eq!((after[0], after[2] - after[0], after[3]), (before[0], 70.0, before[3]));
    assert!(window.state().tab.document().is_sound(), "{:?}", window.state().tab.document().issues());
    assert_eq!(titles(&window).len(), 1, "the spaces are laid out in one step");

    let mut window = self::window::<WheelToWheel>(&[ShapeId { tool: "loop", index: 0 }.point(2)]);
    enter(&mut window, "x", "12.5");
    enter(&mut window, "y", "1/4");
    assert_eq!(draft::<WheelToWheel>(&window).line[2], [12.5, 0.25]);
    assert_eq!(titles(&window), ["Move a corner of the loop"; 2]);
}

#[test]
fn pieces_are_spread_but_keep_their_size() {
    let mut window = window::<Vektorace>(&[whole("corner", 0), whole("corner", 1), whole("corner", 2)]);
    let at = |window: &Window| draft::<Vektorace>(window).corners[..3].iter().map(|c| c.at).collect::<Vec<_>>();
    assert_eq!(at(&window), [place_at(8.0, 10.0), place_at(8.0, 16.0), place_at(32.0, 16.0)]);
    enter(&mut window, "Width of the selection", "20");
    let spread = at(&window);
    assert_eq!(spread[0].x, spread[1].x);
    let document = window.state().tab.document();
    let [low, high] = document.extent().unwrap();
    assert!(((high - low).to_f64()[0] - 20.0).abs() < 1e-3, "{:?}", (high - low).to_f64());
    enter(&mut window, "Angle of the selection", "30");
    assert!(window.state().refused.as_deref().is_some_and(|why| why.contains("steps of 45")));
    enter(&mut window, "Angle of the selection", "180");
    assert_ne!(at(&window), spread);
}

/// Numbers at rest are rounded, but only a number that was typed is applied: also by a click on a field that comes first.
#[test]
fn leaving_a_field_applies_what_was_typed_and_nothing_else() {
    let corners = [whole("corner", 0), whole("corner", 1), whole("corner", 2)];
    let mut window = window::<Vektorace>(&corners);
    let before = draft::<Vektorace>(&window);
    let field = |window: &Window, name: &str| {
        let mut found = window.get_all_by_label(name).filter(|node| node.accesskit_node().role() == Role::TextInput);
        found.next().unwrap().click();
    };
    for name in ["Width of the selection", "x of the selection", "Height of the selection", "y of the selection"] {
        field(&window, name);
        window.run();
    }
    assert_eq!((titles(&window), draft::<Vektorace>(&window)), (Vec::new(), before), "nothing was typed");
    field(&window, "Width of the selection");
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(egui::Event::Text("30".to_owned()));
    window.run();
    field(&window, "x of the selection");
    window.run();
    assert_eq!(titles(&window).len(), 1, "the typed width was applied: {:?}", titles(&window));
}
