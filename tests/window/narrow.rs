//! Tests of narrowings of a circuit of Formula D in the window: drawn, moved and changed with the pointer.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::editor::sketch::{Drawable, ShapeId, SketchDocument};
use paddock::games::formula_d::{Draft, FormulaD, Side};
use paddock::replay::Kind;

use crate::sketch::{Window, click, drag, move_to, press, titles, window_on};

fn oval(change: impl Fn(&mut Draft)) -> Window {
    let found = Kind::<FormulaD>::new().beginnings();
    let oval = found.iter().find(|beginning| beginning.name == "Oval").unwrap();
    let mut draft = oval.draft.of::<FormulaD>().unwrap().clone();
    change(&mut draft);
    window_on(Box::new(SketchDocument::<FormulaD>::new(draft, true)))
}

fn draft(harness: &Window) -> Draft {
    harness.state().tab.draft().of::<FormulaD>().unwrap().clone()
}

fn says(harness: &Window, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

fn place(draft: &Draft, id: &str) -> [f64; 2] {
    draft.spaces.iter().find(|space| space.id == id).unwrap().at
}

/// The spaces of a circuit that another does not have.
fn closed(before: &Draft, after: &Draft) -> Vec<String> {
    let is_gone = |id: &String| after.spaces.iter().all(|space| space.id != *id);
    before.spaces.iter().map(|space| space.id.to_string()).filter(is_gone).collect()
}

fn ends(harness: &Window) -> Vec<[f64; 2]> {
    harness.state().tab.document().shape(ShapeId { tool: "narrowing", index: 0 }).unwrap().points.clone()
}

#[test]
fn a_narrowing_is_drawn_along_a_lane_and_its_ends_are_dragged() {
    let mut harness = oval(|_| {});
    let before = draft(&harness);
    press(&mut harness, Key::O);
    drag(&mut harness, &[place(&before, "c50"), place(&before, "c56"), place(&before, "c62")]);
    let drawn = draft(&harness);
    let spaces = |from: u32, to: u32| (from..=to).map(|k| format!("c{k}")).collect::<Vec<_>>();
    assert_eq!(closed(&before, &drawn), spaces(50, 62));
    assert_eq!(titles(&harness).len(), 1, "{:?}", titles(&harness));
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    // Its ends are dragged on the board, as one step each.
    press(&mut harness, Key::Escape);
    let [begin, end] = ends(&harness)[..] else { panic!("two ends") };
    drag(&mut harness, &[end, place(&before, "c66"), place(&before, "c69")]);
    let longer = draft(&harness);
    let after = closed(&before, &longer);
    assert!(after.len() > 18 && after.starts_with(&spaces(50, 66)), "{after:?}");
    drag(&mut harness, &[begin, place(&before, "c53"), place(&before, "c56")]);
    let moved = draft(&harness);
    let shorter = closed(&before, &moved);
    assert!(shorter.len() + 4 < after.len() && shorter.last() == after.last(), "{shorter:?}");
    assert_eq!(titles(&harness).len(), 3, "{:?}", titles(&harness));
    // The inspector changes the side.
    assert!(says(&harness, "Open lanes"));
    harness.get_by_role_and_label(Role::ComboBox, "Closed side").click();
    harness.run();
    harness.get_by_label("left").click();
    harness.run();
    let left = draft(&harness);
    assert_eq!(left.narrows[0].side, Side::Left);
    assert!(closed(&before, &left).iter().all(|id| id.starts_with('a')), "{:?}", closed(&before, &left));
    press(&mut harness, Key::Delete);
    assert_eq!(draft(&harness), before);
    // Each step is undone by itself.
    for state in [left, moved, longer, drawn, before] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
        assert_eq!(draft(&harness), state);
    }
}

#[test]
fn the_pointer_shows_the_spaces_that_a_narrowing_closes() {
    let mut harness = oval(|_| {});
    let before = draft(&harness);
    press(&mut harness, Key::O);
    click(&mut harness, place(&before, "a50"));
    move_to(&mut harness, place(&before, "a54"));
    harness.run();
    let words = harness.state().tab.preview().map(|preview| preview.words.clone());
    assert_eq!(words.as_deref(), Some("leaves 2 lanes open, closes 5 spaces"));
    click(&mut harness, place(&before, "a54"));
    let after = draft(&harness);
    assert_eq!(closed(&before, &after), ["a50", "a51", "a52", "a53", "a54"]);
    assert_eq!(after.narrows[0].side, Side::Left);
}

#[test]
fn a_narrowing_that_cannot_be_is_reported_with_a_fix() {
    let mut harness = oval(|_| {});
    let before = draft(&harness);
    press(&mut harness, Key::O);
    drag(&mut harness, &[place(&before, "c50"), place(&before, "c62")]);
    let narrow = draft(&harness).narrows[0];
    // Two lanes are all that is left: the lanes of the circuit were reduced.
    let mut harness = oval(|draft| {
        draft.narrows = vec![paddock::games::formula_d::NarrowDraft { lanes: 3, ..narrow }];
    });
    assert!(says(&harness, "Narrowing 1 leaves 3 lanes open, but the circuit has only 3."));
    harness.get_by_label_contains("Leave 2 lanes open at narrowing 1").click();
    harness.run();
    assert!(closed(&before, &draft(&harness)).len() == 13 && harness.state().tab.document().issues().is_empty());
    // A narrowing that became too short.
    let mut harness = oval(|draft| {
        draft.narrows = vec![paddock::games::formula_d::NarrowDraft { to: narrow.from, ..narrow }];
    });
    assert!(says(&harness, "Narrowing 1 is shorter than 3 spaces"));
    harness.get_by_label_contains("Lengthen narrowing 1").click();
    harness.run();
    assert_eq!(closed(&before, &draft(&harness)), ["c50", "c51", "c52"]);
    // A second narrowing on the other side leaves one lane.
    let mut harness = oval(|draft| {
        draft.narrows = vec![narrow, paddock::games::formula_d::NarrowDraft { side: Side::Left, ..narrow }];
    });
    assert!(says(&harness, "Narrowing 2 closes no lane"));
    harness.get_by_label_contains("Delete narrowing 2").click();
    harness.run();
    assert_eq!(draft(&harness).narrows, [narrow]);
}

#[test]
fn a_lane_that_ends_with_a_corner_is_reported_and_the_narrowing_is_moved() {
    let mut harness = oval(|draft| {
        let four = Draft { lanes: 4, ..draft.clone() };
        *draft = paddock::games::formula_d::lay(&four, &draft.line);
    });
    let before = draft(&harness);
    // The only way out of the last space of the corner in the outer lane would lead into another lane.
    let id = before.corners[0].id.clone();
    let own = before
        .spaces
        .iter()
        .filter(|space| matches!(&space.kind, paddock::games::formula_d::SpaceKind::Corner(of) if *of == id));
    let last = own.map(|space| space.rank).max().unwrap();
    let lane = if last % 2 == 0 { 'a' } else { 'd' };
    press(&mut harness, Key::O);
    let ends = [last / 2 + 1, last / 2 + 9].map(|k| place(&before, &format!("{lane}{k}")));
    drag(&mut harness, &ends);
    assert!(says(&harness, "but not straight ahead in its lane"), "{:?}", harness.state().tab.document().issues());
    harness.get_by_label_contains("Move the beginning of narrowing 1").click();
    harness.run();
    let fixed = draft(&harness);
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    let gone = closed(&before, &fixed);
    assert!((8..=11).contains(&gone.len()), "{gone:?}");
}

#[test]
fn a_narrowing_across_the_grid_and_the_pit_lane_moves_the_grid() {
    let mut harness = oval(|_| {});
    let before = draft(&harness);
    let count = before.lap / 2;
    let pit = |draft: &Draft| {
        draft.edges.iter().filter(|edge| edge.from.starts_with('p') || edge.to.starts_with('p')).count()
    };
    press(&mut harness, Key::O);
    drag(&mut harness, &[place(&before, &format!("a{}", count - 18)), place(&before, &format!("a{}", count - 4))]);
    assert!(says(&harness, "Grid slot"));
    harness.get_by_label_contains("Put the grid behind the finish line").click();
    harness.run();
    let after = draft(&harness);
    assert_eq!((after.slots(), pit(&after)), (before.slots(), pit(&before)));
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    // The pit lane is on the left, and leaves the track from the first lane that is open there.
    let entry = after.edges.iter().find(|edge| edge.to == "p0").unwrap();
    assert!(entry.from.starts_with('b'), "{}", entry.from);
}

#[test]
fn a_circuit_with_two_lanes_cannot_be_narrowed() {
    let mut harness = oval(|draft| {
        let two = Draft { lanes: 2, ..draft.clone() };
        *draft = paddock::games::formula_d::lay(&two, &draft.line);
    });
    let before = draft(&harness);
    press(&mut harness, Key::O);
    drag(&mut harness, &[place(&before, "b50"), place(&before, "b60")]);
    assert!(harness.state().refused.as_deref().is_some_and(|why| why.starts_with("The circuit has only 2 lanes")));
    assert_eq!(draft(&harness), before);
}
