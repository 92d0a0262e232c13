//! Groups of shapes in the window: made, selected, dragged, copied, deleted and dissolved, in every game.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use paddock::editor::place_at;
use paddock::editor::sketch::{Part, ShapeId, Sketch, SketchDocument, SketchEdit, to_world};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;

use crate::sketch::{Window, click, drag, titles, window_on};

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

fn selected(window: &Window) -> Vec<Part> {
    let mut parts = window.state().tab.document().selection().items().to_vec();
    parts.sort_unstable();
    parts
}

fn places<G: Sketch>(window: &Window, shapes: [ShapeId; 2]) -> [[f64; 2]; 2] {
    let document = window.state().tab.document();
    let document = document.of::<G>().unwrap();
    shapes.map(|shape| to_world(G::place(document.draft(), shape.point(0)).unwrap()))
}

/// Groups two shapes with the keys, then moves them by dragging one of them.
fn moved_together<G: Sketch>(draft: G::Draft, shapes: [ShapeId; 2], from: [f64; 2], to: [f64; 2], empty: [f64; 2]) {
    let mut window = window_on(Box::new(SketchDocument::<G>::new(draft, true)));
    window.state_mut().tab.document_mut().selection_mut().set(shapes.map(ShapeId::whole));
    window.run();
    press(&mut window, Modifiers::COMMAND, Key::G);
    assert!(titles(&window).last().unwrap().starts_with("Group 2"), "{:?}", titles(&window));
    click(&mut window, empty);
    assert_eq!(selected(&window), []);
    click(&mut window, from);
    let mut both = shapes.map(ShapeId::whole);
    both.sort_unstable();
    assert_eq!(selected(&window), both);
    click(&mut window, empty);
    let before = places::<G>(&window, shapes);
    drag(&mut window, &[from, to]);
    let after = places::<G>(&window, shapes);
    let way = |index: usize| [0, 1].map(|axis| ((after[index][axis] - before[index][axis]) * 100.0).round());
    assert!(way(0) != [0.0; 2] && way(0) == way(1), "{before:?} {after:?}");
    let steps = titles(&window).len();
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(places::<G>(&window, shapes), before, "one step of {steps}");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert!(titles(&window).last().unwrap().starts_with("Ungroup"), "{:?}", titles(&window));
    click(&mut window, empty);
    click(&mut window, from);
    assert_eq!(selected(&window).len(), 1, "alone again");
}

fn put<G: Sketch>(mut draft: G::Draft, tool: &'static str, points: &[[f64; 2]]) -> G::Draft {
    let points: Vec<_> = points.iter().map(|[x, y]| place_at(*x, *y)).collect();
    G::put(&mut draft, tool, &points).unwrap();
    draft
}

#[test]
fn grouped_pieces_move_together() {
    let corner = |index| ShapeId { tool: "corner", index };
    let draft = crate::desk::starter();
    moved_together::<Vektorace>(draft, [corner(0), corner(1)], [8.0, 10.0], [9.5, 9.0], [13.0, 12.0]);
}

#[test]
fn grouped_shapes_of_freehand_games_move_together() {
    let wall = |index| ShapeId { tool: "wall", index };
    let ring = [[0.0, 0.0], [30.0, 0.0], [30.0, 20.0], [0.0, 20.0]];
    let draft = put::<VectorRacing>(Default::default(), "boundary", &ring);
    let draft = put::<VectorRacing>(draft, "wall", &[[5.0, 5.0], [9.0, 5.0]]);
    let draft = put::<VectorRacing>(draft, "wall", &[[5.0, 8.0], [9.0, 8.0]]);
    moved_together::<VectorRacing>(draft, [wall(0), wall(1)], [7.0, 5.0], [10.0, 7.0], [20.0, 15.0]);

    let line = |tool| ShapeId { tool, index: 0 };
    let draft = put::<WheelToWheel>(Default::default(), "loop", &ring);
    let draft = put::<WheelToWheel>(draft, "lane", &[[5.0, 5.0], [12.0, 6.0], [20.0, 5.0]]);
    moved_together::<WheelToWheel>(draft, [line("loop"), line("lane")], [0.0, 10.0], [2.0, 9.0], [15.0, 15.0]);

    let draft = put::<FormulaD>(Default::default(), "centre-line", &ring);
    let draft = put::<FormulaD>(draft, "lane", &[[5.0, 5.0], [12.0, 6.0], [20.0, 5.0]]);
    moved_together::<FormulaD>(draft, [line("centre-line"), line("lane")], [0.0, 10.5], [2.0, 9.0], [15.0, 11.0]);
}

#[test]
fn grouped_shapes_are_copied_and_deleted_together() {
    let draft = put::<VectorRacing>(Default::default(), "wall", &[[5.0, 5.0], [9.0, 5.0]]);
    let draft = put::<VectorRacing>(draft, "wall", &[[5.0, 8.0], [9.0, 8.0]]);
    let mut document = SketchDocument::<VectorRacing>::new(draft, true);
    let walls = [0, 1].map(|index| ShapeId { tool: "wall", index });
    paddock::editor::sketch::Steps::apply(&mut document, &SketchEdit::Group(walls.to_vec())).unwrap();
    let mut window = window_on(Box::new(document));
    let walls = |window: &Window| window.state().tab.draft().of::<VectorRacing>().unwrap().walls.len();
    click(&mut window, [7.0, 5.0]);
    press(&mut window, Modifiers::NONE, Key::D);
    assert_eq!((walls(&window), selected(&window).len()), (4, 2), "the copies are selected");
    click(&mut window, [20.0, 15.0]);
    click(&mut window, [8.0, 4.0]);
    assert_eq!(selected(&window).len(), 2, "the copies are a group");
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(walls(&window), 2);
    click(&mut window, [7.0, 8.0]);
    assert_eq!(selected(&window).len(), 2, "the first group is still one");
}
