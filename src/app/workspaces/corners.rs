//! Highlights the corner that the user points at, on a board or in a table. Boards outline the corner. Plots, lists,
//! tables and the timeline mark the turns in which cars passed it. Both race workspaces use this module.

use egui_plot::{MarkerShape, PlotUi, Points};

use super::desk::{Desk, Shown};
use super::stretches;
use crate::analysis::{Axis, PlotLine, lap_place};
use crate::app::board::painter;
use crate::game::scene::{Scene, Style, Tag};

/// The largest number of points that are marked on one line; further points get no mark.
const MOST_MARKS: usize = 400;

impl Desk {
    /// Whether, in this turn, a car passed the corner under the pointer.
    pub(in crate::app) fn passes_corner(&self, turn: usize) -> bool {
        self.corner.as_ref().is_some_and(|corner| corner.turns().binary_search(&turn).is_ok())
    }

    /// Whether this corner is under the pointer.
    pub(in crate::app) fn is_corner(&self, number: u32) -> bool {
        self.corner.as_ref().is_some_and(|corner| corner.number == number)
    }
}

/// The number of a corner, given its index in the circuit's list of corners; `None` if the circuit's corners have no
/// numbers.
pub(in crate::app) fn number_of(shown: Shown<'_>, index: usize) -> Option<u32> {
    shown.race.corner_spans().into_iter().find(|span| span.index == index).map(|span| span.number)
}

/// Outlines the corner under the pointer on a board, and draws the paths of the cars in the turns in which they passed
/// this corner.
pub(in crate::app) fn add_to(scene: &mut Scene, shown: Shown<'_>, picture: &Scene, desk: &Desk) {
    let Some(corner) = &desk.corner else { return };
    let turns = corner.turns();
    if let (Some(first), Some(last)) = (turns.first(), turns.last()) {
        let is_wanted = |_: usize, turn: usize| turns.binary_search(&turn).is_ok();
        let range = [first.saturating_sub(1), *last];
        scene.items.extend(stretches::paths(shown, desk, range, |car, _| Style::Path(car), is_wanted).items);
    }
    let is_body = |style: Style| matches!(style, Style::Corner | Style::SpaceCorner(_));
    let own = picture.items.iter().filter(|item| item.tag == Tag::Corner(corner.index()) && is_body(item.style));
    for item in own {
        scene.add(Style::Selection, item.shape.clone());
    }
}

/// Marks the points on a plot's lines at which cars passed the corner under the pointer. `sign` is −1 if the plot is
/// drawn upside down, otherwise 1.
pub(in crate::app) fn mark(
    plot: &mut PlotUi<'_>,
    shown: Shown<'_>,
    desk: &Desk,
    axis: Axis,
    lines: &[PlotLine<'_>],
    sign: f64,
) {
    let Some(corner) = &desk.corner else { return };
    let series = &shown.figures.series;
    for line in lines.iter().filter(|line| !desk.is_hidden(line.car)) {
        let own = series.own_turns(line.car);
        let passed = corner.turns().iter().copied().filter(|turn| own.binary_search(&(*turn as u32)).is_ok());
        let point = |turn: usize| {
            let x = match axis.x(series, turn) {
                Some(x) => x,
                None => {
                    let (lap, x) = lap_place(series, line.car, turn)?;
                    line.lap.is_none_or(|known| known == lap).then_some(x)?
                }
            };
            Some([x, line.value(x)? * sign])
        };
        let points: Vec<[f64; 2]> = passed.filter_map(point).take(MOST_MARKS).collect();
        let color = painter::color(shown.theme.line_colour(line.car));
        let points = Points::new("", points).color(color).shape(MarkerShape::Circle).radius(4.5);
        plot.points(points.allow_hover(false));
    }
}
