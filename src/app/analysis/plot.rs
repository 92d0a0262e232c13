//! A plot of one quantity.

use egui::{Sense, Stroke, Ui, Vec2b};
use egui_plot::{
    AxisHints, GridInput, GridMark, Line, MarkerShape, Plot, PlotPoint, PlotPoints, PlotTransform, PlotUi, Points,
    Span, VLine,
};

use super::AnalysisDesk;
use crate::analysis::{Axis, Joining, PlotLine, Quantity, lap_place, turn_at};
use crate::app::commands::{CommandQueue, Request};
use crate::app::replay::{Desk, Shown, corners, disc, line_style, thinned, within, zoomed};
use crate::app::{look, painter};
use crate::render::chart::ticks;

/// Beyond this many points a line is without markers: they could not be told apart.
const DENSE: usize = 240;
/// The room for the figures beside a plot, the same for all, so that plots below each other agree, in points.
const FIGURES: f32 = 44.0;

/// What one plot is made of.
struct Drawn<'a> {
    quantity: Quantity,
    axis: Axis,
    lines: Vec<PlotLine<'a>>,
    window: [f64; 2],
    /// −1 where low values are better and stand on top.
    sign: f64,
    width: f32,
}

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    quantity: Quantity,
    queue: &mut CommandQueue,
) {
    let resources = shown.race.resources();
    if matches!(quantity, Quantity::Resource(index) if index >= resources.len()) {
        ui.weak("Cars have no such resource in this game.");
        return;
    }
    let series = &shown.figures.series;
    let axis = own.axis;
    let full = axis.range(series);
    let window = own.window(desk).unwrap_or(full);
    let sign = if quantity == Quantity::Rank { -1.0 } else { 1.0 };
    let [low, high] = quantity.extent(series, resources);
    let room = (high - low) * 0.08;
    let bounds = if sign < 0.0 { [-high - room, -low + room] } else { [low - room, high + room] };
    let width = ui.available_width();
    let drawn = Drawn { quantity, axis, lines: own.lines(shown, quantity), window, sign, width };
    let title = quantity.title(resources).into_owned();
    let answer = quiet(("analysis-plot", quantity), ui, move |value| {
        let value = value * sign;
        if value.fract().abs() < 1e-6 { format!("{value:.0}") } else { format!("{value:.1}") }
    })
    .show(ui, |plot| {
        plot.set_plot_bounds_x(window[0]..=window[1]);
        plot.set_plot_bounds_y(bounds[0]..=bounds[1]);
        ground(plot, shown, desk, axis);
        for line in &drawn.lines {
            if !desk.is_hidden(line.car) {
                car_line(plot, shown, desk, &drawn, line);
            }
        }
        cursor(plot, shown, desk, &drawn);
    });
    unit(ui, *answer.transform.frame(), quantity.unit(shown.race.unit()));
    let response = answer.response.accessible_name(format!("Plot of {title}"));
    let nearest = response.hover_pos().and_then(|place| nearest(desk, &drawn, &answer.transform, place));
    point_at(ui, shown, desk, &drawn, &response, &answer.transform, nearest, queue);
    let window = moved(ui, &response, &answer.transform, window, full[1]);
    if let Some(window) = window {
        own.set_window(desk, window);
    }
}

/// A plot that only shows: what pointer and wheel do is the panels' own. `figure` writes what stands beside it.
pub(super) fn quiet(
    id: impl std::hash::Hash + std::fmt::Debug,
    ui: &mut Ui,
    figure: impl Fn(f64) -> String + 'static,
) -> Plot<'static> {
    let visuals = ui.visuals();
    let grid = visuals.widgets.noninteractive.bg_stroke.color;
    let whole = |value: f64| if value.fract().abs() < 1e-6 { format!("{value:.0}") } else { String::new() };
    // Figures smaller than what people read, so that lines have the room.
    ui.style_mut().text_styles.insert(egui::TextStyle::Body, egui::FontId::proportional(look::SMALL - 1.0));
    let upright = AxisHints::new_y()
        .formatter(move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| figure(mark.value))
        .min_thickness(FIGURES)
        .label_spacing(8.0..=12.0);
    let across = AxisHints::new_x()
        .formatter(move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| whole(mark.value))
        .label_spacing(24.0..=40.0);
    // A figure for about every twenty points of height.
    let wanted = (ui.available_height() / 20.0).max(2.0) as usize;
    let even = move |grid: GridInput| {
        let values = ticks([grid.bounds.0, grid.bounds.1], wanted);
        let step_size = values.windows(2).next().map_or(1.0, |pair| pair[1] - pair[0]);
        values.into_iter().map(|value| GridMark { value, step_size }).collect()
    };
    Plot::new(id)
        .y_grid_spacer(even)
        .height(ui.available_height())
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![upright])
        .show_grid(Vec2b::new(false, true))
        .grid_spacing(12.0..=90.0)
        .grid_color(grid)
        .grid_fade(0.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .label_formatter(|_| None)
        .set_margin_fraction(egui::Vec2::ZERO)
        .auto_bounds(false)
}

/// The unit, in a corner of a plot.
fn unit(ui: &Ui, frame: egui::Rect, words: &str) {
    let at = frame.right_top() + egui::vec2(-6.0, 4.0);
    let font = egui::FontId::proportional(look::SMALL - 1.0);
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font, ui.visuals().weak_text_color());
    let rect = egui::Align2::RIGHT_TOP.anchor_size(at, galley.size());
    ui.painter().rect_filled(rect.expand(2.0), 2.0, ui.visuals().extreme_bg_color.gamma_multiply(0.8));
    ui.painter().galley(rect.min, galley, ui.visuals().weak_text_color());
}

/// What the wheel, a drag and a double click make of the part of the axis that is shown; nothing where there was none.
pub(super) fn moved(
    ui: &Ui,
    response: &egui::Response,
    transform: &PlotTransform,
    window: [f64; 2],
    end: f64,
) -> Option<Option<[f64; 2]>> {
    if response.double_clicked() {
        return Some(None);
    }
    if response.dragged() {
        let width = f64::from(transform.frame().width().max(1.0));
        let by = f64::from(response.drag_delta().x) / width * (window[1] - window[0]);
        return Some(within([window[0] - by, window[1] - by], end));
    }
    let place = response.hover_pos()?;
    let wheel = ui.input(|input| input.smooth_scroll_delta().y);
    let middle = transform.value_from_position(place).x;
    (wheel != 0.0).then(|| zoomed(window, middle, (f64::from(-wheel) / 240.0).exp(), end))
}

/// Bands behind the lines: every second lap over turns.
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

/// The stretches of an axis that are shaded: every second lap of the leader.
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

fn car_line(plot: &mut PlotUi<'_>, shown: Shown<'_>, desk: &Desk, drawn: &Drawn<'_>, line: &PlotLine<'_>) {
    // A column is two points wide.
    let columns = (drawn.width as usize / 2).max(1);
    let values = thinned(&line.points, drawn.window, columns);
    let is_dense = values.len() > DENSE;
    let points = match line.joining {
        Joining::Steps => corners(&values, line.end, (drawn.window[1] - drawn.window[0]) / columns as f64 / 2.0),
        Joining::Straight => values.clone(),
    };
    let to_points = |points: &[[f64; 2]]| {
        PlotPoints::Owned(points.iter().map(|[x, y]| PlotPoint::new(*x, *y * drawn.sign)).collect())
    };
    let is_hovered = desk.hovered.is_some_and(|car| shown.index_of(car) == Some(line.car));
    let color = painter::color(shown.theme.line_colour(line.car));
    plot.line(
        Line::new("", to_points(&points))
            .color(color)
            .width(if is_hovered { 3.0 } else { 1.5 })
            .style(line_style(line.car, is_dense))
            .allow_hover(false)
            .allow_band(false),
    );
    if line.joining == Joining::Straight && !is_dense {
        let shape = marker(line.car);
        plot.points(Points::new("", to_points(&values)).color(color).shape(shape).radius(2.5).allow_hover(false));
    }
}

/// The mark of a car.
pub(super) fn marker(car: usize) -> MarkerShape {
    let shapes: Vec<MarkerShape> = MarkerShape::all().collect();
    shapes.get(car % shapes.len().max(1)).copied().unwrap_or(MarkerShape::Circle)
}

/// Where the race is being looked at: a line, or along the lap a point for each car.
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
            let point = PlotPoints::Owned(vec![PlotPoint::new(*x, *y * drawn.sign)]);
            plot.points(Points::new("", point).color(color).shape(MarkerShape::Circle).radius(5.5).allow_hover(false));
        }
    }
}

/// The point of a line along the lap that is nearest to the pointer: the car, the lap, and where.
fn nearest(desk: &Desk, drawn: &Drawn<'_>, transform: &PlotTransform, place: egui::Pos2) -> Option<(usize, u32, f64)> {
    let visible = drawn.lines.iter().filter(|line| !desk.is_hidden(line.car));
    let points = visible.flat_map(|line| line.points.iter().map(move |point| (line, *point)));
    let distance = |[x, y]: [f64; 2]| transform.position_from_point(&PlotPoint::new(x, y * drawn.sign)).distance(place);
    let (line, [x, _]) = points.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)))?;
    Some((line.car, line.lap?, x))
}

/// What is under the pointer is told, and gone to by a click.
#[allow(clippy::too_many_arguments, reason = "what a pointer means depends on all of this")]
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
        response.clone().on_hover_ui_at_pointer(|ui| values(ui, shown, desk, drawn, turn));
    }
}

/// All cars' values at a position.
fn values(ui: &mut Ui, shown: Shown<'_>, desk: &Desk, drawn: &Drawn<'_>, turn: usize) {
    let series = &shown.figures.series;
    let title = drawn.quantity.title(shown.race.resources());
    let unit = drawn.quantity.unit(shown.race.unit());
    let round = drawn.axis.x(series, turn).filter(|_| drawn.axis == Axis::Rounds);
    let when = round.map_or_else(|| format!("after turn {turn}"), |round| format!("after round {round}"));
    ui.label(look::weak(format!("{title}, {unit}, {when}")));
    egui::Grid::new("analysis-values").num_columns(3).min_col_width(0.0).spacing([8.0, 2.0]).show(ui, |ui| {
        for (index, entrant) in shown.race.entrants().iter().enumerate().filter(|(index, _)| !desk.is_hidden(*index)) {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), Sense::hover());
            disc(ui.painter(), rect.center(), index, entrant.car);
            ui.label(&entrant.name);
            let is_out = series.end(index).is_some_and(|end| turn >= end);
            let value = series.at(index, drawn.quantity, turn as f64).filter(|_| !is_out);
            ui.label(value.map_or_else(|| "–".to_owned(), |value| words(drawn.quantity, value)));
            ui.end_row();
        }
    });
}

fn words(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::LapPart => format!("{:.0} %", value * 100.0),
        Quantity::Progress => format!("{value:.2}"),
        _ if quantity.is_measured() => format!("{value:.1}"),
        _ => format!("{value}"),
    }
}
