//! The board panel: the cars at the present turn, ghosts of the cars at the turn under the pointer, and the cars'
//! paths in the range that the plots are zoomed to.

use egui::Ui;

use super::AnalysisDesk;
use crate::analysis::{Axis, lap_place};
use crate::app::board::view::BoardView;
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::replay::overlay;
use crate::game::EventKind;
use crate::game::scene::{Item, Scene, Shape, Style};

/// The largest number of paths drawn; more would be unreadable.
const MOST: usize = 600;
/// The largest number of turns before the present turn that are searched for paths. The same number is searched after
/// the present turn.
const LOOKED_AT: usize = 3_000;

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &AnalysisDesk,
    desk: &mut Desk,
    board: &mut BoardView,
    (picture, ghost): (&Scene, &[Item]),
) {
    let output = board.show(ui, picture, shown.theme);
    if let Some(window) = own.window(shown, desk) {
        output.overlay(&paths(shown, own.axis, desk, window));
    }
    overlay::show(ui, shown, &output, (picture, ghost), overlay::Offer::default(), desk);
}

/// The cars' paths in the range of the axis that the plots show. On the axis of laps, that range of each lap is drawn.
fn paths(shown: Shown<'_>, axis: Axis, desk: &Desk, [from, to]: [f64; 2]) -> Scene {
    let mut scene = Scene::default();
    let series = &shown.figures.series;
    let [first, last] = match axis {
        Axis::Lap => [1, shown.race.len()],
        _ => {
            // The first and the last turn that end in the visible range.
            let at = |x: f64| axis.position(series, x).unwrap_or(0);
            [if axis == Axis::Rounds { at(from.ceil() - 1.0) + 1 } else { at(from.ceil()) }, at(to.floor())]
        }
    };
    let is_within = |car: usize, turn: usize| {
        axis != Axis::Lap || lap_place(series, car, turn).is_some_and(|(_, x)| (from..=to).contains(&x))
    };
    let mut count = 0;
    // Start at the present turn and go backwards, then forwards, because the paths near the present turn matter most.
    let now = shown.playback.position().clamp(first.saturating_sub(1), last);
    for turn in (first.max(1)..=now).rev().take(LOOKED_AT).chain((now + 1..=last).take(LOOKED_AT)) {
        let Some(step) = shown.race.step(turn) else { continue };
        let index = shown.index_of(step.car).filter(|index| !desk.is_hidden(*index) && is_within(*index, turn));
        let Some(index) = index else { continue };
        for event in &step.events {
            if let EventKind::Moved { points, .. } = &event.kind {
                scene.add(Style::OldPath(index, 1), Shape::Polyline(points.clone()));
                count += 1;
            }
        }
        if count >= MOST {
            break;
        }
    }
    scene
}
