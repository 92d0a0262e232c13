//! The panel with the plot of one quantity.

use egui::{Stroke, Ui};
use egui_plot::{
    AxisHints, GridInput, GridMark, MarkerShape, Plot, PlotPoint, PlotPoints, PlotTransform, PlotUi, Points, Span,
    Text, VLine,
};

use super::AnalysisDesk;
use crate::analysis::{Axis, PlotLine, Quantity, lap_place, moved_in, turn_at};
use crate::app::board::{look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::{Desk, Shown, disc};
use crate::app::workspaces::plotting::{Canvas, car_lines, moved, say_why_empty, spread, still, values, why_empty};
use crate::app::workspaces::{corners, stretches};
use crate::game::CornerSpan;
use crate::game::words::{fixed, many};
use crate::render::chart::ticks;

/// A plot along the lap has a mark at every point if its lines have at most this number of points in total.
const MARKED: usize = 1_500;
/// The width of the axis labels beside a plot, in points. It is the same for all plots, so that their x axes are
/// aligned.
pub(super) const FIGURES: f32 = 44.0;

/// The data that one plot is drawn from: its quantity, its axis and its lines.
struct Drawn<'a> {
    quantity: Quantity,
    axis: Axis,
    /// The lines of all cars. The values shown beside the pointer are read from these lines.
    all: Vec<PlotLine<'a>>,
    /// The lines to draw: the lines of all cars or, if each car has a separate row, only the lines of the car in this
    /// row.
    lines: Vec<PlotLine<'a>>,
    canvas: Canvas,
}

/// The row of one car in a plot that has a row for each car.
#[derive(Clone, Copy)]
struct Lane {
    car: usize,
    /// Whether the row is the lowest row, which has the numbers of the x axis below it.
    is_last: bool,
}

/// The smallest height of a car's row, in points.
const LANE: f32 = 18.0;
/// The smallest distance, in points, between the middle of a label of the y axis and the upper or lower end of a car's
/// row. It keeps labels of neighbouring rows apart.
const LABEL_EDGE: f32 = 7.0;
/// The distance of a corner's number from its line, in points.
const BESIDE: f64 = 3.0;
/// The height of the strip with the numbers of the corners, in points.
const NUMBERS: f32 = 14.0;
/// The height of the numbers of the x axis, in points.
pub(super) const X_FIGURES: f32 = 20.0;

/// Shows the plot: all cars over each other, or each in a separate row. Returns the egui responses of the plots, one
/// for each row; empty if the quantity does not exist in this game.
pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    quantity: Quantity,
    queue: &mut CommandQueue,
) -> Vec<egui::Response> {
    if !own.rows {
        return one(ui, shown, own, desk, (quantity, None), queue).into_iter().collect();
    }
    if let Some(words) = why_empty(desk, quantity, &own.lines(shown, quantity)) {
        ui.weak(words);
        return Vec::new();
    }
    let cars: Vec<usize> = (0..shown.race.entrants().len()).filter(|car| !desk.is_hidden(*car)).collect();
    let room = ui.available_height() - X_FIGURES;
    let most = ((room / LANE) as usize).max(1);
    let left_out = cars.len().saturating_sub(most);
    let room = if left_out > 0 { room - look::ROW } else { room };
    let drawn = cars.len().min(if left_out > 0 { ((room / LANE) as usize).max(1) } else { most });
    let (width, height) = (ui.available_width(), room / drawn.max(1) as f32);
    let mut responses = Vec::new();
    ui.spacing_mut().item_spacing.y = 0.0;
    for (index, car) in cars.iter().copied().take(drawn).enumerate() {
        let is_last = index + 1 == drawn;
        let size = egui::vec2(width, if is_last { height + X_FIGURES } else { height });
        let lane = Some(Lane { car, is_last });
        let row = ui.allocate_ui(size, |ui| one(ui, shown, own, desk, (quantity, lane), queue));
        responses.extend(row.inner);
    }
    let left_out = cars.len() - drawn.min(cars.len());
    if left_out > 0 {
        let words = format!("Not shown: {}. Enlarge the panel, or hide other cars.", many(left_out, "car"));
        ui.add(egui::Label::new(look::weak(words)).truncate());
    }
    responses
}

/// The smallest distance, in points, between the frame of a plot and its lowest or highest value.
const HEAD_ROOM: f64 = 5.0;

/// Draws one plot: of all cars if `lane` is `None`, otherwise of the car that has this row.
fn one(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    (quantity, lane): (Quantity, Option<Lane>),
    queue: &mut CommandQueue,
) -> Option<egui::Response> {
    let resources = shown.race.resources();
    if matches!(quantity, Quantity::Resource(index) if index >= resources.len()) {
        ui.weak("Cars do not have this resource in this game. Close the panel.");
        return None;
    }
    let series = &shown.figures.series;
    let axis = own.axis;
    let full = axis.range(series);
    let window = own.window(shown, desk).unwrap_or(full);
    // Rank 1 is on top.
    let sign = if quantity == Quantity::Rank { -1.0 } else { 1.0 };
    let all = own.lines(shown, quantity);
    let [low, high] = quantity.extent_over(axis, &all, series, resources);
    // No line may lie on the frame, even if it is moved apart from others.
    let least = (high - low) * HEAD_ROOM / f64::from(ui.available_height().max(1.0));
    let room = ((high - low) * 0.08).max(if quantity.is_measured() { least } else { least.max(0.5) });
    // The numbers of corners have a strip above the lines.
    let spans = if axis == Axis::Lap { shown.race.corner_spans() } else { Vec::new() };
    let below = f64::from((ui.available_height() - X_FIGURES - NUMBERS).max(NUMBERS));
    let strip = (high - low + 2.0 * room) * f64::from(NUMBERS) / below;
    let top = if spans.is_empty() { room } else { room + strip };
    let bounds = if sign < 0.0 { [-high - room, -low + top] } else { [low - room, high + top] };
    let is_drawn = |line: &&PlotLine<'_>| lane.is_none_or(|lane| lane.car == line.car);
    // The points are borrowed, so the copies are cheap.
    let lines: Vec<PlotLine<'_>> = all.iter().filter(is_drawn).cloned().collect();
    let visible = lines.iter().filter(|line| !desk.is_hidden(line.car));
    let is_dense = axis == Axis::Lap && visible.map(|line| line.points.len()).sum::<usize>() > MARKED;
    let cars = shown.race.entrants().len();
    // The x axis with its numbers is below the lines.
    let height = ui.available_height() - X_FIGURES;
    let spread = if lane.is_some() { 0.0 } else { spread(!quantity.is_measured(), cars, height, bounds) };
    let is_filled = matches!(quantity, Quantity::Resource(_)) && axis != Axis::Lap;
    let canvas = Canvas { window, sign, width: ui.available_width(), is_dense, spread, is_filled, quantity };
    let drawn = Drawn { quantity, axis, all, lines, canvas };
    let title = quantity.title_in(shown.race, series).into_owned();
    let is_counted = matches!(quantity, Quantity::Rank | Quantity::Gear);
    let has_figures = lane.is_none_or(|lane| lane.is_last);
    let height = ui.available_height();
    // The labels of a row keep away from the rows above and below it.
    let edge = lane.map_or(0.0, |_| LABEL_EDGE / (height - if has_figures { X_FIGURES } else { 0.0 }).max(1.0));
    let plot = quiet(
        ("analysis-plot", quantity, lane.map(|lane| lane.car)),
        ui,
        (height, edge),
        !quantity.is_measured(),
        move |value| {
            let value = value * sign;
            if is_counted && !(low..=high).contains(&value) {
                // There is no place 0, and no die below the slowest one.
                return String::new();
            }
            let value = quantity.in_unit(value);
            fixed(value, if value.fract().abs() < 1e-6 { 0 } else { 1 })
        },
    );
    let answer = plot.show_axes([has_figures, true]).show(ui, |plot| {
        plot.set_plot_bounds_x(window[0]..=window[1]);
        plot.set_plot_bounds_y(bounds[0]..=bounds[1]);
        ground(plot, shown, desk, axis);
        mark_corners(plot, &spans, desk);
        stretches::shade(plot, shown, desk, axis);
        car_lines(plot, shown, desk, drawn.canvas, &drawn.lines);
        stretches::mark(plot, shown, desk, axis, &drawn.lines, sign);
        corners::mark(plot, shown, desk, axis, &drawn.lines, sign);
        cursor(plot, shown, desk, &drawn);
    });
    let frame = *answer.transform.frame();
    if let Some(words) = why_empty(desk, quantity, &drawn.all) {
        say_why_empty(ui, &answer.response, frame, words);
    }
    if has_figures {
        // In the corner below the labels of the y axis, where there are no numbers.
        let place = frame.left_bottom() + egui::vec2(-8.0, 0.5 * X_FIGURES);
        let font = egui::FontId::proportional(look::SMALL - 1.0);
        let words = if axis == Axis::Lap { "lap, %" } else { axis.label() };
        ui.painter().text(place, egui::Align2::RIGHT_CENTER, words, font, ui.visuals().weak_text_color());
    }
    let name = match lane {
        None => format!("Plot of {title}"),
        Some(Lane { car, .. }) => {
            let number = shown.race.entrants().get(car).map(|entrant| entrant.car);
            if let Some(number) = number {
                // Beside the labels of the y axis, where it covers no line.
                disc(ui.painter(), frame.left_center() - egui::vec2(FIGURES - 9.0, 0.0), car, number);
            }
            format!("Plot of {title}, {}", shown.name(car))
        }
    };
    let response = answer.response.accessible_name(name);
    let nearest = response.hover_pos().and_then(|place| nearest(desk, &drawn, &answer.transform, place));
    point_at(ui, shown, desk, &drawn, &response, &answer.transform, nearest, queue);
    let laps = own.laps;
    let has_brushed = stretches::drag(ui, shown, desk, &response, &answer.transform, (axis, laps), queue);
    own.shows_stretch |= has_brushed;
    let end = axis.end(series);
    if let Some(window) = moved(ui, &response, &answer.transform, window, end) {
        // Without a range, plots begin after qualifying. Zooming out shows qualifying too.
        let is_reset = response.double_clicked();
        let whole = Some([0.0, end]).filter(|_| full[0] > 0.0 && !is_reset);
        own.set_window(desk, window.or(whole));
    }
    Some(response)
}

/// Makes a plot that ignores the pointer and the mouse wheel, because its panel handles them. `height` is in
/// points. `edge` is the part of the y axis, at each of its ends, that has no labels. `figure` formats the labels of the
/// y axis. If `is_whole` is true, only whole numbers have labels.
pub(super) fn quiet(
    id: impl std::hash::Hash + std::fmt::Debug,
    ui: &mut Ui,
    (height, edge): (f32, f32),
    is_whole: bool,
    figure: impl Fn(f64) -> String + 'static,
) -> Plot<'static> {
    let whole = |value: f64| if value.fract().abs() < 1e-6 { fixed(value, 0) } else { String::new() };
    // Smaller text for axis labels, to leave more space for the lines.
    ui.style_mut().text_styles.insert(egui::TextStyle::Body, egui::FontId::proportional(look::SMALL - 1.0));
    let upright = AxisHints::new_y()
        .formatter(move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| figure(mark.value))
        .min_thickness(FIGURES)
        .label_spacing(8.0..=12.0);
    let across = AxisHints::new_x()
        .formatter(move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| whole(mark.value))
        .label_spacing(24.0..=40.0);
    let even = move |grid: GridInput| {
        let values = labelled([grid.bounds.0, grid.bounds.1], height, edge, is_whole);
        // A label is hidden if its step is short. A single label has all the room of the axis.
        let whole = grid.bounds.1 - grid.bounds.0;
        let step_size = values.windows(2).next().map_or(whole, |pair| pair[1] - pair[0]);
        values.into_iter().map(|value| GridMark { value, step_size }).collect()
    };
    still(id, ui)
        .y_grid_spacer(even)
        .height(height)
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![upright])
        .grid_spacing(12.0..=90.0)
}

/// The values of the y axis that have labels: one for about every 20 points of height, but none in the part `edge` at
/// each end of the axis.
fn labelled([from, to]: [f64; 2], height: f32, edge: f32, is_whole: bool) -> Vec<f64> {
    if edge <= 0.0 {
        return ticks([from, to], (height / 20.0).max(2.0) as usize, is_whole);
    }
    let room = (to - from) * f64::from(edge.min(0.5));
    let inner = [from + room, to - room];
    let wanted = (height * (1.0 - 2.0 * edge) / 20.0).max(1.0) as usize;
    // In a low row, the inner part may lie between two round values. Then finer steps are tried.
    let mut tries = (wanted..wanted + 4).map(|wanted| ticks(inner, wanted, is_whole));
    let mut values = tries.find(|values| !values.is_empty()).unwrap_or_default();
    // Two labels fit only if their lines do not overlap.
    let apart = f64::from(2.0 * LABEL_EDGE / height.max(1.0)) * (to - from);
    if values.windows(2).any(|pair| pair[1] - pair[0] < apart) {
        values = vec![values[values.len() / 2]];
    }
    values
}

/// Draws the background of a plot: shades every second lap, and draws a line at the turn under the pointer.
fn ground(plot: &mut PlotUi<'_>, shown: Shown<'_>, desk: &Desk, axis: Axis) {
    let visuals = plot.ctx().global_style().visuals.clone();
    for [from, to] in bands(shown, axis) {
        plot.span(Span::new("", from..=to).fill(visuals.faint_bg_color).border_width(0.0));
    }
    let faint = visuals.weak_text_color().gamma_multiply(0.5);
    if let Some(x) = desk.hovered_turn.and_then(|turn| axis.x(&shown.figures.series, turn)) {
        plot.vline(VLine::new("", x).stroke(Stroke::new(1.0, faint)).allow_hover(false));
    }
}

/// Marks the corners along the lap, each with its number: draws a band over the corner, or a line if the corner is a
/// single point.
fn mark_corners(plot: &mut PlotUi<'_>, corners: &[CornerSpan], desk: &Desk) {
    let visuals = plot.ctx().global_style().visuals.clone();
    let (line, text) = (visuals.weak_text_color().gamma_multiply(0.4), visuals.weak_text_color());
    let bounds = plot.plot_bounds();
    for CornerSpan { number, from, to, .. } in corners {
        let (number, from, to) = (*number, *from, *to);
        let is_lit = desk.is_corner(number);
        let (line, text) =
            if is_lit { (visuals.strong_text_color(), visuals.strong_text_color()) } else { (line, text) };
        if to > from {
            let fill = if is_lit { visuals.widgets.hovered.bg_fill } else { visuals.faint_bg_color };
            plot.span(Span::new("", from * 100.0..=to * 100.0).fill(fill).border_width(0.0));
        } else {
            plot.vline(VLine::new("", from * 100.0).stroke(Stroke::new(1.0, line)).allow_hover(false));
        }
        // The number is in the middle of the band, or to the right of the line.
        let (aside, anchor) =
            if to > from { (0.0, egui::Align2::CENTER_TOP) } else { (BESIDE, egui::Align2::LEFT_TOP) };
        let x = 50.0 * (from + to) + aside / plot.transform().dpos_dvalue_x().max(1e-9);
        let at = PlotPoint::new(x, bounds.max()[1]);
        let words = egui::RichText::new(format!("C{number}")).color(text).size(look::SMALL - 1.0);
        plot.text(Text::new("", at, words).anchor(anchor).allow_hover(false));
    }
}

/// The ranges of the axis to shade: every second lap of the leader.
pub(super) fn bands(shown: Shown<'_>, axis: Axis) -> Vec<[f64; 2]> {
    let laps = &shown.figures.laps;
    let end = shown.playback.len();
    let band = |(lap, start): (usize, &usize)| {
        let to = laps.get(lap + 1).copied().unwrap_or(end);
        let x = |position| axis.x(&shown.figures.series, position);
        (lap % 2 == 1).then_some(())?;
        Some([x(*start)?, x(to)?])
    };
    laps.iter().enumerate().filter_map(band).collect()
}

/// Draws a line at the current turn. In a plot along the lap, draws a dot for each car instead, at the point of the lap
/// where the car is.
fn cursor(plot: &mut PlotUi<'_>, shown: Shown<'_>, desk: &Desk, drawn: &Drawn<'_>) {
    let (series, position) = (&shown.figures.series, shown.playback.position());
    let accent = painter::color(shown.theme.accent());
    if let Some(x) = drawn.axis.x(series, position) {
        plot.vline(VLine::new("", x).stroke(Stroke::new(1.5, accent)).allow_hover(false));
        return;
    }
    for car in (0..series.cars()).filter(|car| !desk.is_hidden(*car)) {
        let Some((lap, x)) = lap_place(series, car, position) else { continue };
        let line = drawn.lines.iter().find(|line| line.car == car && line.lap == Some(lap));
        let point = line.and_then(|line| line.points.iter().rev().find(|[at, _]| *at <= x + 1e-9));
        if let Some([x, y]) = point {
            let color = painter::color(shown.theme.line_colour(car));
            let point = PlotPoints::Owned(vec![PlotPoint::new(*x, *y * drawn.canvas.sign)]);
            plot.points(Points::new("", point).color(color).shape(MarkerShape::Circle).radius(5.5).allow_hover(false));
        }
    }
}

/// Finds the point nearest to the pointer in a plot along the lap, on the lines of all visible cars. Returns the car,
/// the lap and the x value of the point. `None` on other axes.
fn nearest(desk: &Desk, drawn: &Drawn<'_>, transform: &PlotTransform, place: egui::Pos2) -> Option<(usize, u32, f64)> {
    let under = (drawn.axis == Axis::Lap).then(|| transform.value_from_position(place).x)?;
    let mut best: Option<(f32, (usize, u32, f64))> = None;
    for line in drawn.lines.iter().filter(|line| !desk.is_hidden(line.car)) {
        let Some(lap) = line.lap else { continue };
        let mut look_at = |[x, y]: &[f64; 2]| {
            let at = transform.position_from_point(&PlotPoint::new(*x, *y * drawn.canvas.sign));
            let distance = at.distance(place);
            if distance.is_finite() && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, (line.car, lap, *x)));
            }
            // Points further along the line are further away.
            best.is_some_and(|(least, _)| (at.x - place.x).abs() > least)
        };
        let (before, after) = line.points.split_at(line.points.partition_point(|[x, _]| *x < under));
        after.iter().any(&mut look_at);
        before.iter().rev().any(look_at);
    }
    best.map(|(_, found)| found)
}

/// Shows the values at the turn under the pointer. A click goes to that turn.
#[allow(clippy::too_many_arguments, reason = "the pointer's action depends on all of these")]
fn point_at(
    ui: &Ui,
    shown: Shown<'_>,
    desk: &mut Desk,
    drawn: &Drawn<'_>,
    response: &egui::Response,
    transform: &PlotTransform,
    nearest: Option<(usize, u32, f64)>,
    queue: &mut CommandQueue,
) {
    let Some(place) = response.hover_pos().filter(|_| ui.is_enabled()) else { return };
    let series = &shown.figures.series;
    let turn = match (drawn.axis, nearest) {
        (Axis::Lap, Some((car, lap, x))) => {
            desk.hovering = shown.race.entrants().get(car).map(|entrant| entrant.car);
            turn_at(series, car, lap, x)
        }
        (axis, _) => axis.position(series, transform.value_from_position(place).x),
    };
    let Some(turn) = turn else { return };
    desk.hovering_turn = Some(turn);
    if response.clicked() {
        queue.push(Request::GoTo(turn));
    }
    if !response.dragged() {
        let round = drawn.axis.x(series, turn).filter(|_| drawn.axis == Axis::Rounds);
        let when = round.map_or_else(|| format!("after turn {turn}"), |round| format!("after round {round}"));
        let value = |car: usize| value_at(shown, drawn, car, turn);
        let ends = desk.stretch.and_then(|stretch| stretch.on_axis(series, drawn.axis));
        let ends = ends.filter(|_| drawn.axis != Axis::Lap).map(|ends| {
            move |car: usize| {
                let line = drawn.all.iter().filter(|line| line.car == car);
                ends.map(|x| line.clone().find_map(|line| line.value(x)))
            }
        });
        let ends = ends.as_ref().map(|ends| ends as &dyn Fn(usize) -> [Option<f64>; 2]);
        response.clone().on_hover_ui_at_pointer(|ui| values(ui, shown, desk, drawn.quantity, &when, &value, ends));
    }
}

/// The value of a car after a turn, read from the car's line. `None` if the car is out of the race. In a plot of speed,
/// also `None` if the car did not move in that turn.
fn value_at(shown: Shown<'_>, drawn: &Drawn<'_>, car: usize, turn: usize) -> Option<f64> {
    let series = &shown.figures.series;
    match drawn.axis.x(series, turn) {
        Some(x) => drawn.all.iter().filter(|line| line.car == car).find_map(|line| line.value(x)),
        None if drawn.quantity == Quantity::Speed => moved_in(series, car, turn as f64),
        None => series.at(car, drawn.quantity, turn as f64),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use egui::{Rect, pos2};
    use egui_plot::PlotBounds;

    use super::*;
    use crate::analysis::Joining;

    /// Makes twelve laps of points with irregular values, sorted by x. Some values are missing.
    fn laps() -> Vec<PlotLine<'static>> {
        let number = |lap: u32, point: u32| lap.wrapping_mul(40_503).wrapping_add(point).wrapping_mul(2_654_435_761);
        let line = |lap: u32| {
            let mut points: Vec<[f64; 2]> = (0..40)
                .map(|point| {
                    let value = if point % 13 == 5 { f64::NAN } else { f64::from(number(lap, point) >> 25) };
                    [f64::from(number(point, lap) % 10_000) / 100.0, value]
                })
                .collect();
            points.sort_by(|[a, _], [b, _]| a.total_cmp(b));
            let points = Cow::Owned(points);
            PlotLine { car: lap as usize % 3, lap: Some(lap), points, joining: Joining::Straight, end: 100.0 }
        };
        (1..=12).map(line).collect()
    }

    fn drawn(axis: Axis) -> Drawn<'static> {
        let quantity = Quantity::Speed;
        let window = [0.0, 100.0];
        let canvas =
            Canvas { window, sign: 1.0, width: 600.0, is_dense: false, spread: 0.0, quantity, is_filled: false };
        Drawn { quantity, axis, all: laps(), lines: laps(), canvas }
    }

    #[test]
    fn the_nearest_point_along_the_lap_is_the_nearest_of_all_points() {
        let drawn = drawn(Axis::Lap);
        let desk = Desk { hidden: vec![false, true, false], ..Desk::default() };
        let frame = Rect::from_min_max(pos2(20.0, 10.0), pos2(620.0, 210.0));
        let transform = PlotTransform::new(frame, PlotBounds::from_min_max([0.0, 0.0], [100.0, 128.0]), [false; 2]);
        let at = |[x, y]: [f64; 2]| transform.position_from_point(&PlotPoint::new(x, y));
        for (x, y) in (0..=60).flat_map(|x| (0..=20).map(move |y| (x, y))) {
            let place = pos2(20.0 + 10.0 * x as f32, 10.0 + 10.0 * y as f32);
            let (car, lap, x) = nearest(&desk, &drawn, &transform, place).expect("a point is near");
            assert_ne!(car, 1, "the car is hidden");
            let found = drawn.lines.iter().find(|line| line.lap == Some(lap)).expect("the lap is drawn");
            let same = found.points.iter().filter(|point| point[0].to_bits() == x.to_bits() && point[1].is_finite());
            let distance = same.map(|point| at(*point).distance(place)).fold(f32::MAX, f32::min);
            let seen = drawn.lines.iter().filter(|line| line.car != 1).flat_map(|line| line.points.iter());
            let least = seen.filter(|point| point[1].is_finite()).map(|point| at(*point).distance(place));
            let least = least.fold(f32::MAX, f32::min);
            assert!(distance <= least, "{place:?}: {distance}, not {least}");
        }
    }

    #[test]
    fn labels_of_neighbouring_rows_never_overlap() {
        for (bounds, is_whole) in [([-8.0, 108.0], false), ([0.5, 6.5], true), ([-13.0, -0.2], true)] {
            let mut labels = 0;
            for height in [18.0_f32, 24.0, 40.0, 80.0, 200.0] {
                let values = labelled(bounds, height, LABEL_EDGE / height, is_whole);
                let place = |value: &f64| (value - bounds[0]) / (bounds[1] - bounds[0]) * f64::from(height);
                let places: Vec<f64> = values.iter().map(place).collect();
                let least = f64::from(LABEL_EDGE) - 1e-3;
                let is_inside = |place: &f64| (least..=f64::from(height) - least).contains(place);
                assert!(places.iter().all(is_inside), "{height}: {places:?}");
                assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 12.0), "{height}: {places:?}");
                labels += usize::from(!places.is_empty());
            }
            assert!(labels >= 4, "{bounds:?}: {labels}");
        }
    }

    #[test]
    fn no_point_is_looked_for_on_other_axes() {
        let frame = Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 200.0));
        let transform = PlotTransform::new(frame, PlotBounds::from_min_max([0.0, 0.0], [100.0, 128.0]), [false; 2]);
        for (axis, is_found) in [(Axis::Lap, true), (Axis::Turns, false), (Axis::Rounds, false)] {
            let found = nearest(&Desk::default(), &drawn(axis), &transform, pos2(300.0, 100.0));
            assert_eq!(found.is_some(), is_found, "{axis:?}");
        }
    }
}
