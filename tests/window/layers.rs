//! Tests of layers: shapes that are hidden or locked together.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::editor::place_at;
use paddock::editor::sketch::{AnySketch as _, Drawable, Sketch, SketchDocument, Steps as _};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::{LabelDraft, Vektorace};
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Kind;

use crate::desk::shipped;
use crate::hands::opened;
use crate::sketch::{Window, click, press, titles, window_on};

fn template<G: Sketch>() -> G::Draft {
    Kind::<G>::new().beginnings()[0].draft.of::<G>().unwrap().clone()
}

/// A window with a labelled oval and the list of layers open.
fn labelled() -> Window {
    let mut draft = template::<Vektorace>();
    draft.labels.push(LabelDraft::new(place_at(20.0, 18.0), "Hill"));
    let mut window = window_on(Box::new(SketchDocument::<Vektorace>::new(draft, true)));
    window.get_by_label("Layers").click();
    window.run();
    window
}

fn toggle(window: &mut Window, name: &str) {
    window.get_by_label(name).click();
    window.run();
}

fn selected(window: &Window) -> Vec<&'static str> {
    window.state().tab.document().selection().items().iter().map(|part| part.shape.tool).collect()
}

#[test]
fn locked_shapes_cannot_be_selected_or_deleted() {
    let mut window = labelled();
    click(&mut window, [8.0, 10.0]);
    assert_eq!(selected(&window), ["corner"]);
    toggle(&mut window, "Lock Pieces");
    assert!(selected(&window).is_empty(), "what is locked is deselected");
    click(&mut window, [8.0, 10.0]);
    assert!(selected(&window).is_empty());
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run();
    assert_eq!(selected(&window), ["label"]);
    window.get_by_label("Select Corner 2").click();
    window.run();
    assert!(window.state().refused.as_deref().is_some_and(|why| why.contains("locked")));
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    press(&mut window, Key::Delete);
    let draft = window.state().tab.draft().of::<Vektorace>().unwrap().clone();
    assert_eq!((draft.corners.len(), draft.labels.len()), (4, 0));
    toggle(&mut window, "Lock Pieces");
    click(&mut window, [8.0, 10.0]);
    assert_eq!(selected(&window), ["corner"]);
}

#[test]
fn hidden_shapes_are_not_drawn_and_stay_in_the_circuit() {
    let mut window = labelled();
    let before = window.state().tab.draft().of::<Vektorace>().unwrap().clone();
    toggle(&mut window, "Show Labels");
    click(&mut window, [20.0, 18.0]);
    assert!(selected(&window).is_empty());
    assert_eq!(*window.state().tab.draft().of::<Vektorace>().unwrap(), before);
    assert!(titles(&window).is_empty() && !window.state().tab.is_dirty(), "layers are no edits");
    toggle(&mut window, "Show Labels");
    click(&mut window, [20.0, 18.0]);
    assert_eq!(selected(&window), ["label"]);
}

/// Hides each layer of a game that can be hidden.
fn each_layer_can_be_hidden<G: Sketch>(draft: G::Draft) {
    let document = SketchDocument::<G>::new(draft, true);
    let whole = document.scene();
    assert_eq!(document.scene_without(&[]), whole);
    let mut used = 0;
    for layer in G::MANNER.layers.iter().filter(|layer| layer.can_hide) {
        if document.shapes().iter().any(|shape| layer.has(shape)) {
            used += 1;
            assert_ne!(document.scene_without(&[*layer]), whole, "{}: {}", G::INFO.name, layer.title);
        }
    }
    assert!(used > 0, "{}", G::INFO.name);
    // Every tool's shapes belong to a layer.
    for tool in document.shapes().iter().map(|shape| shape.id.tool) {
        assert!(G::MANNER.layers.iter().any(|layer| layer.tools.contains(&tool)), "{}: {tool}", G::INFO.name);
    }
}

#[test]
fn layers_of_all_games_can_be_hidden() {
    each_layer_can_be_hidden::<Vektorace>(template::<Vektorace>());
    each_layer_can_be_hidden::<VectorRacing>(template::<VectorRacing>());
    each_layer_can_be_hidden::<FormulaD>(template::<FormulaD>());
    each_layer_can_be_hidden::<WheelToWheel>(template::<WheelToWheel>());
}

/// In a low window, the open list of layers leaves room for some shapes and for the history.
#[test]
fn open_layers_leave_the_history_in_view() {
    let circuits = [
        "vektorace/copper-kettle",
        "vector_racing/curiosity-shop",
        "formula_d/saltmarsh",
        "wheel_to_wheel/lanternwood",
    ];
    for (circuit, size) in
        circuits.into_iter().flat_map(|name| [[1000.0, 700.0], [1366.0, 768.0]].map(|size| (name, size)))
    {
        let mut harness = opened(shipped(&format!("tracks/{circuit}.json")), size.into());
        let board = harness.get_by_role_and_label(Role::Canvas, "Board").rect();
        for _ in 0..3 {
            harness.get_by_label("Layers").click();
            harness.run_steps(30);
            let row = harness.get_by_label("No steps yet.").rect();
            assert!(row.bottom() <= board.bottom() + 0.5, "{circuit} {size:?}: {row:?}, {board:?}");
        }
        assert!(harness.query_all_by_label_contains("Lock ").next().is_some(), "{circuit}: the list is open");
    }
}
