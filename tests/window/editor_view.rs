//! The view of the editor's board moves only when the user moves it, and a drag keeps what it shows.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers, PointerButton, Pos2};
use paddock::editor::sketch::Drawable;
use paddock::game::AnyDraft;
use paddock::game::scene::{Item, Style};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Kind;

use crate::sketch::{Window, press, window_on};

/// A window with the first template of each game.
fn windows() -> Vec<Window> {
    let games: [Box<dyn Drawable>; 4] = [
        Box::new(Kind::<Vektorace>::new()),
        Box::new(Kind::<VectorRacing>::new()),
        Box::new(Kind::<FormulaD>::new()),
        Box::new(Kind::<WheelToWheel>::new()),
    ];
    let open = |game: Box<dyn Drawable>| window_on(game.document(&game.beginnings()[0].draft, true).unwrap());
    games.into_iter().map(open).collect()
}

/// The scale of the view and the place of the origin.
fn view(harness: &Window) -> (f64, Pos2) {
    let board = harness.state().tab.board();
    (board.scale(), board.screen_from_world([0.0, 0.0]))
}

fn draft(harness: &Window) -> AnyDraft {
    harness.state().tab.draft()
}

/// The number of signs on the board.
fn signs(harness: &Window) -> usize {
    let is_sign = |item: &&Item| matches!(item.style, Style::Sign | Style::SignText | Style::Count);
    harness.state().tab.drawing().unwrap().items.iter().filter(is_sign).count()
}

fn move_to(harness: &mut Window, place: Pos2) {
    harness.event(egui::Event::PointerMoved(place));
    harness.run();
}

fn button(harness: &mut Window, pos: Pos2, pressed: bool) {
    harness.event(egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
    harness.run();
}

/// Drags the leftmost point of the first shape with a point, or the first piece. Returns the shape's title.
fn drag_out(harness: &mut Window) -> AnyDraft {
    let document = harness.state_mut().tab.document_mut();
    let shape = document.shapes().iter().find(|shape| !shape.points.is_empty()).unwrap().clone();
    let point = (0..shape.points.len()).min_by(|a, b| shape.points[*a][0].total_cmp(&shape.points[*b][0])).unwrap();
    let part = if shape.has_handles() { shape.id.point(point) } else { shape.id.whole() };
    document.selection_mut().set([part]);
    harness.run();
    let from = harness.state().tab.board().screen_from_world(shape.points[point]);
    let before = (view(harness), draft(harness));
    move_to(harness, from);
    button(harness, from, true);
    let mut held = draft(harness);
    let named = signs(harness);
    assert!(named > 0, "a circuit has signs");
    for step in 1..=6 {
        move_to(harness, from + egui::vec2(-9.0, 5.0) * step as f32);
        assert_eq!(signs(harness), named, "no sign vanishes while dragging {}", shape.name);
        assert_eq!(view(harness), before.0, "while dragging {}", shape.name);
        held = draft(harness);
    }
    assert_ne!(held, before.1, "{} moved", shape.name);
    button(harness, from + egui::vec2(-54.0, 30.0), false);
    let (shown, whole) = (harness.state().tab.drawing(), harness.state().tab.document().scene());
    assert_eq!(shown, Some(&whole.without(&[Style::Ruler])), "after the drag signs are where they belong");
    held
}

#[test]
fn a_drag_keeps_what_it_shows_and_the_view_stays() {
    for mut harness in windows() {
        let before = view(&harness);
        let held = drag_out(&mut harness);
        assert_eq!(draft(&harness), held, "the last frame of the drag and the circuit after it");
        for _ in 0..3 {
            harness.run();
            assert_eq!(view(&harness), before, "after the drag");
        }
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
        assert_eq!(view(&harness), before, "after undo");
        harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        harness.run();
        assert_eq!(view(&harness), before, "after redo");
        // F shows all of the circuit.
        press(&mut harness, Key::F);
        harness.run();
        assert!(!harness.state().tab.board().is_cut());
    }
}

/// All texts in the order in which the window paints them.
fn painted(harness: &Window) -> Vec<String> {
    fn collect(shape: &egui::Shape, found: &mut Vec<String>) {
        match shape {
            egui::Shape::Text(text) => found.push(text.galley.text().to_owned()),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut found));
    found
}

#[test]
fn signs_lie_on_the_lines_of_zones() {
    let harness = windows().remove(0);
    assert!(harness.state().tab.shows_zones());
    let painted = painted(&harness);
    let last = |words: &str| painted.iter().rposition(|text| text == words).unwrap_or_else(|| panic!("no {words}"));
    for sign in ["START / FINISH", "PIT LANE"] {
        assert!(last(sign) > last("start area"), "{sign}: {painted:?}");
    }
}
