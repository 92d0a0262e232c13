//! The board panel. It shows the cars at the current turn, and ghosts of the cars at the turn under the pointer. It
//! also draws the cars' paths in the selected stretch. If no stretch is selected, it draws the paths in the visible
//! range of the plots. The paths can be coloured by a value.

use egui::Ui;

use super::{AnalysisDesk, coloured};
use crate::analysis::{Axis, PathValue, Stretch, lap_place};
use crate::app::board::view::BoardView;
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::replay::overlay;
use crate::app::workspaces::stretches;
use crate::game::scene::{Item, Scene, Style};

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    board: &mut BoardView,
    (picture, ghost): (&Scene, &[Item]),
) {
    if coloured::bar(ui, shown, own) {
        // The whole circuit shows where values are high.
        board.fit();
    }
    let output = board.show(ui, picture, shown.theme);
    let window = own.window(shown, desk);
    let driven = match own.path_value(shown) {
        Some(value) => Some(coloured_paths(shown, own.axis, desk, window, value)),
        None => stretches::driven(shown, desk).or_else(|| Some(paths(shown, own.axis, desk, window?))),
    };
    if let Some(driven) = driven {
        output.overlay(&driven);
    }
    overlay::show(ui, shown, &output, (picture, ghost), overlay::Offer::default(), desk);
}

/// Draws the cars' paths in the selected stretch, coloured by a value. If no stretch is selected, draws the paths in
/// the visible range of the plots. If the plots are not zoomed either, draws the paths of the whole race.
fn coloured_paths(
    shown: Shown<'_>,
    axis: Axis,
    desk: &Desk,
    window: Option<[f64; 2]>,
    value: (PathValue, [f64; 2]),
) -> Scene {
    let series = &shown.figures.series;
    let whole = [0, shown.race.len()];
    match (desk.stretch, window) {
        (Some(stretch), _) => {
            let range = match stretch {
                Stretch::Turns(turns) => turns,
                Stretch::Lap { .. } => whole,
            };
            coloured::paths(shown, desk, value, range, |car, turn| stretch.includes(series, car, turn))
        }
        (None, Some(window)) => {
            let is_within = |car: usize, turn: usize| is_within(shown, axis, window, car, turn);
            coloured::paths(shown, desk, value, turns(shown, axis, window), is_within)
        }
        (None, None) => coloured::paths(shown, desk, value, whole, |_, _| true),
    }
}

/// Draws the cars' paths in the visible range of the plots. If the plots run along the lap, this range is a part of the
/// lap, and the paths in this part are drawn for every lap.
fn paths(shown: Shown<'_>, axis: Axis, desk: &Desk, window: [f64; 2]) -> Scene {
    let is_within = |car: usize, turn: usize| is_within(shown, axis, window, car, turn);
    stretches::paths(shown, desk, turns(shown, axis, window), |car, _| Style::OldPath(car, 1), is_within)
}

/// Returns a range of turns that contains all turns in the visible range of the plots. The result has the number of
/// turns played at the beginning and at the end of this range.
fn turns(shown: Shown<'_>, axis: Axis, [from, to]: [f64; 2]) -> [usize; 2] {
    if axis == Axis::Lap {
        return [0, shown.race.len()];
    }
    // The first and the last turn that end in the visible range.
    let at = |x: f64| axis.position(&shown.figures.series, x).unwrap_or(0);
    let first = if axis == Axis::Rounds { at(from.ceil() - 1.0) + 1 } else { at(from.ceil()) };
    [first.saturating_sub(1), at(to.floor())]
}

/// If the plots run along the lap, returns whether a car's turn ends within their visible range. Returns true for all
/// other axes.
fn is_within(shown: Shown<'_>, axis: Axis, [from, to]: [f64; 2], car: usize, turn: usize) -> bool {
    let place = || lap_place(&shown.figures.series, car, turn);
    axis != Axis::Lap || place().is_some_and(|(_, x)| (from..=to).contains(&x))
}
