//! The board among the panels: the position of the cursor, the paths of the part of the race that plots are zoomed to, and
//! the cars as they were at the turn under the pointer.

use egui::Ui;

use crate::app::board::BoardView;
use crate::app::replay::{Desk, Shown, overlay};
use crate::game::EventKind;
use crate::game::scene::{Item, Scene, Shape, Style};

/// The most paths that are drawn: more could not be told apart.
const MOST: usize = 600;

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    desk: &mut Desk,
    board: &mut BoardView,
    picture: &Scene,
    ghost: &[Item],
) {
    let output = board.show(ui, picture, shown.theme);
    if let Some(window) = desk.window {
        output.overlay(&paths(shown, desk, window));
    }
    let _ = overlay::show(ui, shown, &output, ghost, &[], None, desk);
}

/// What the cars drove in a part of the race.
fn paths(shown: Shown<'_>, desk: &Desk, [from, to]: [f64; 2]) -> Scene {
    let mut scene = Scene::default();
    let (first, last) = (from.ceil().max(0.0) as usize + 1, to.floor().max(0.0) as usize);
    for turn in (first..=last).rev().take(MOST) {
        let Some(step) = shown.race.step(turn) else { continue };
        let Some(index) = shown.index_of(step.car).filter(|index| !desk.is_hidden(*index)) else { continue };
        for event in &step.events {
            if let EventKind::Moved { points, .. } = &event.kind {
                scene.add(Style::OldPath(index, 1), Shape::Polyline(points.clone()));
            }
        }
    }
    scene
}
