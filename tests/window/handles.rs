//! Handles beside shapes on squared paper: dragged with the pointer, each drag one step.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::editor::sketch::{Drawable as _, SketchDocument};
use paddock::games::vector_racing::{Crossing, Draft, Rational, RegionDraft, RegionKind, VectorRacing};
use paddock::replay::Kind;

use crate::sketch::{Window, click, drag, move_to, titles, window_on};

fn oval() -> Draft {
    let corners = [[20, 28], [24, 28], [24, 30], [20, 30]];
    let outline = corners.iter().map(|corner| corner.map(Rational::int)).collect();
    let mut draft = Kind::<VectorRacing>::new().beginnings()[0].draft.of::<VectorRacing>().unwrap().clone();
    draft.regions.push(RegionDraft { kind: RegionKind::Oil, outline });
    draft
}

fn draft(window: &Window) -> Draft {
    window.state().tab.draft().of::<VectorRacing>().unwrap().clone()
}

#[test]
fn the_finish_line_is_reversed_and_an_oil_slick_resized() {
    let mut window = window_on(Box::new(SketchDocument::<VectorRacing>::new(oval(), true)));
    assert_eq!(draft(&window).finish.unwrap().crossing, Crossing::Right);
    // The handle of a shape that is not selected is not there.
    click(&mut window, [28.5, 7.0]);
    assert!(window.state().tab.document().selection().is_empty());
    click(&mut window, [27.0, 4.6]);
    assert!(window.query_all_by_label_contains("to reverse the race").next().is_some());
    drag(&mut window, &[[28.5, 7.0], [24.0, 7.5]]);
    assert_eq!(draft(&window).finish.unwrap().crossing, Crossing::Left);
    click(&mut window, [20.0, 29.5]);
    // A click on the handle selects its shape, not a point of it.
    click(&mut window, [25.0, 31.0]);
    assert!(window.query_by_label("Oil slick 1").is_some());
    move_to(&mut window, [25.0, 31.0]);
    drag(&mut window, &[[25.0, 31.0], [27.2, 32.1]]);
    let [x, y] = draft(&window).regions[0].outline[2].map(Rational::to_f64);
    assert_eq!([x, y], [26.0, 31.0]);
    assert_eq!(titles(&window), ["Reverse the finish line", "Resize oil slick 1"]);
    for _ in 0..2 {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run();
    }
    assert_eq!(draft(&window), oval());
}
