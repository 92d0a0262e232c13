//! The selected stretch of the race. The user selects it by dragging over a plot. It is shown in plots, on boards and
//! in lists, and all panels of both race workspaces share it.

use egui::{PointerButton, Response, Stroke, Ui};
use egui_plot::{PlotTransform, PlotUi, Points, Span, VLine};

use super::desk::{Desk, Shown};
use crate::analysis::{Axis, Laps, PlotLine, Stretch};
use crate::app::board::painter;
use crate::app::commands::{CommandQueue, Request};
use crate::game::EventKind;
use crate::game::scene::{Scene, Shape, Style};

/// The largest number of paths that are drawn. A board with more paths would be unreadable.
const MOST_PATHS: usize = 300;
/// Paths are drawn for at most this number of turns before the current turn, and for at most this number after it.
const MOST_TURNS: usize = 3_000;
/// The largest number of points that are marked on one line; further points get no mark.
const MOST_MARKS: usize = 400;

/// Whether this drag over a plot moves the plot's visible range. This is so for a drag with the middle button or with
/// Shift. All other drags select a stretch.
pub(in crate::app) fn pans(ui: &Ui, response: &Response) -> bool {
    response.dragged_by(PointerButton::Middle)
        || response.dragged_by(PointerButton::Primary) && ui.input(|input| input.modifiers.shift)
}

/// Selects a stretch when the user drags over a plot. Returns true in the frame in which the drag ends with a selected
/// stretch.
pub(in crate::app) fn drag(
    ui: &Ui,
    shown: Shown<'_>,
    desk: &mut Desk,
    response: &Response,
    transform: &PlotTransform,
    (axis, laps): (Axis, Laps),
    queue: &mut CommandQueue,
) -> bool {
    if response.drag_started_by(PointerButton::Primary) && !pans(ui, response) {
        let start = ui.input(|input| input.pointer.press_origin());
        desk.brush = start.map(|start| (response.id, transform.value_from_position(start).x));
    }
    let Some((_, start)) = desk.brush.filter(|(plot, _)| *plot == response.id) else { return false };
    if let Some(place) = response.interact_pointer_pos() {
        let end = transform.value_from_position(place).x;
        desk.stretch = Stretch::between(&shown.figures.series, axis, laps, [start, end]);
    }
    if !response.dragged_by(PointerButton::Primary) {
        desk.brush = None;
        if let Some(stretch) = desk.stretch {
            queue.push(Request::Tell(format!("{}; Esc clears the selection", words(stretch))));
            return true;
        }
    }
    false
}

/// A stretch in words, such as "Turns 5 to 9".
pub(in crate::app) fn words(stretch: Stretch) -> String {
    match stretch {
        Stretch::Turns([from, to]) if from + 1 == to => format!("Turn {to}"),
        Stretch::Turns([from, to]) => format!("Turns {} to {to}", from + 1),
        Stretch::Lap { part: [from, to], laps } => {
            let of = match laps {
                Laps::All => "every lap".to_owned(),
                Laps::One(lap) => format!("lap {lap}"),
            };
            format!("{from:.0} % to {to:.0} % of {of}")
        }
    }
}

/// Shades the stretch in a plot, with a line at both ends. Draw it before the lines of the cars.
pub(in crate::app) fn shade(plot: &mut PlotUi<'_>, shown: Shown<'_>, desk: &Desk, axis: Axis) {
    let ends = desk.stretch.and_then(|stretch| stretch.on_axis(&shown.figures.series, axis));
    let Some([from, to]) = ends else { return };
    let accent = painter::color(shown.theme.accent());
    plot.span(Span::new("", from..=to).fill(accent.gamma_multiply(0.14)).border_width(0.0));
    for end in [from, to] {
        plot.vline(VLine::new("", end).stroke(Stroke::new(1.0, accent.gamma_multiply(0.7))).allow_hover(false));
    }
}

/// Marks the points of the selected stretch on the lines of a plot, if the stretch is not one interval of the x axis.
/// This is so for a part of the lap on an axis of turns or rounds, and for a range of turns on an axis along the lap.
/// Otherwise draws nothing, because [`shade`] shows the stretch. `sign` is −1 if the plot is drawn upside down,
/// otherwise 1.
pub(in crate::app) fn mark(
    plot: &mut PlotUi<'_>,
    shown: Shown<'_>,
    desk: &Desk,
    axis: Axis,
    lines: &[PlotLine<'_>],
    sign: f64,
) {
    let series = &shown.figures.series;
    let Some(stretch) = desk.stretch.filter(|stretch| stretch.on_axis(series, axis).is_none()) else { return };
    for line in lines.iter().filter(|line| !desk.is_hidden(line.car)) {
        let marked = stretch.marked(series, axis, line, MOST_MARKS);
        let points: Vec<[f64; 2]> = marked.into_iter().map(|[x, value]| [x, value * sign]).collect();
        let color = painter::color(shown.theme.line_colour(line.car));
        plot.points(Points::new("", points).color(color).radius(4.0).allow_hover(false));
    }
}

/// Draws the cars' paths in a range of turns. `from` and `to` are the numbers of turns played at its beginning and at
/// its end. Draws a path only if `is_wanted` accepts the car's index and the turn's number. `style` returns the style
/// of each path.
pub(in crate::app) fn paths(
    shown: Shown<'_>,
    desk: &Desk,
    [from, to]: [usize; 2],
    style: impl Fn(usize, usize) -> Style,
    is_wanted: impl Fn(usize, usize) -> bool,
) -> Scene {
    let mut scene = Scene::default();
    let mut count = 0;
    // Start at the current turn and go backwards, then forwards, because the paths near the current turn matter most.
    let now = shown.playback.position().clamp(from.min(to), to);
    for turn in (from + 1..=now).rev().take(MOST_TURNS).chain((now + 1..=to).take(MOST_TURNS)) {
        let Some(step) = shown.race.step(turn) else { continue };
        let index = shown.index_of(step.car).filter(|index| !desk.is_hidden(*index) && is_wanted(*index, turn));
        let Some(index) = index else { continue };
        for event in &step.events {
            if let EventKind::Moved { points, .. } = &event.kind {
                scene.add(style(index, turn), Shape::Polyline(points.clone()));
                count += 1;
            }
        }
        if count >= MOST_PATHS {
            break;
        }
    }
    scene
}

/// The paths that the cars drove in the selected stretch; `None` if no stretch is selected.
pub(in crate::app) fn driven(shown: Shown<'_>, desk: &Desk) -> Option<Scene> {
    let stretch = desk.stretch?;
    let range = match stretch {
        Stretch::Turns(turns) => turns,
        Stretch::Lap { .. } => [0, shown.race.len()],
    };
    let series = &shown.figures.series;
    Some(paths(shown, desk, range, |car, _| Style::Path(car), |car, turn| stretch.includes(series, car, turn)))
}
