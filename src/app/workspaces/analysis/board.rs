//! The board panel: the cars at the current turn, ghosts of the cars at the turn under the pointer, and the cars'
//! paths in the selected stretch, or else in the range that the plots are zoomed to.

use egui::Ui;

use super::AnalysisDesk;
use crate::analysis::{Axis, lap_place};
use crate::app::board::view::BoardView;
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::replay::overlay;
use crate::app::workspaces::stretches;
use crate::game::scene::{Item, Scene, Style};

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &AnalysisDesk,
    desk: &mut Desk,
    board: &mut BoardView,
    (picture, ghost): (&Scene, &[Item]),
) {
    let output = board.show(ui, picture, shown.theme);
    let window = own.window(shown, desk);
    let driven = stretches::driven(shown, desk).or_else(|| Some(paths(shown, own.axis, desk, window?)));
    if let Some(driven) = driven {
        output.overlay(&driven);
    }
    overlay::show(ui, shown, &output, (picture, ghost), overlay::Offer::default(), desk);
}

/// The cars' paths in the range of the axis that the plots show. On the axis of laps, the same range of every lap is
/// drawn.
fn paths(shown: Shown<'_>, axis: Axis, desk: &Desk, [from, to]: [f64; 2]) -> Scene {
    let series = &shown.figures.series;
    let range = match axis {
        Axis::Lap => [0, shown.race.len()],
        _ => {
            // The first and the last turn that end in the visible range.
            let at = |x: f64| axis.position(series, x).unwrap_or(0);
            let first = if axis == Axis::Rounds { at(from.ceil() - 1.0) + 1 } else { at(from.ceil()) };
            [first.saturating_sub(1), at(to.floor())]
        }
    };
    let is_within = |car: usize, turn: usize| {
        axis != Axis::Lap || lap_place(series, car, turn).is_some_and(|(_, x)| (from..=to).contains(&x))
    };
    stretches::paths(shown, desk, range, |car| Style::OldPath(car, 1), is_within)
}
