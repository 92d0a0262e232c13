//! Draws the lines of plots, and lets the user zoom and move plots with the wheel and by dragging. Both the Replay and
//! the Analysis workspace use it.

mod curve;
mod thin;

use egui::{Color32, FontId, Sense, Stroke, Ui, Vec2b, pos2, vec2};
use egui_plot::{Line, MarkerShape, Plot, PlotPoint, PlotPoints, PlotTransform, PlotUi, Points};

use self::curve::{Curve, Curves};
pub(in crate::app) use self::thin::thinned;
use self::thin::{ToThin, kept};
use crate::analysis::{Joining, PlotLine, Quantity};
use crate::app::board::{look, painter};
use crate::app::workspaces::desk::{Desk, Shown, disc};
use crate::app::workspaces::stretches;
use crate::game::Entrant;
use crate::game::words::{fixed, short, with_sign};
use crate::render::chart::{apart, pattern};
use crate::render::colour_round;

/// The smallest visible range of an axis, as a number of turns.
const CLOSEST: f64 = 8.0;
/// A car's line has a mark at each visible point if the car has at most this number of visible points.
const DENSE: usize = 240;

/// The properties of a plot that are needed to draw its lines, such as the visible range, the direction and the size.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Canvas {
    /// The visible range of the x axis.
    pub(in crate::app) window: [f64; 2],
    /// The factor by which values are multiplied to draw them: −1 if low values are at the top of the plot, else 1.
    pub(in crate::app) sign: f64,
    /// The width of the plot, in points.
    pub(in crate::app) width: f32,
    /// Whether the lines have too many points in total to draw a mark for each point.
    pub(in crate::app) is_dense: bool,
    /// The distance, in units of the y axis, by which the lines of two cars are moved apart, so that lines with equal
    /// values do not hide each other (see [`spread`]).
    pub(in crate::app) spread: f64,
    /// The quantity that the plot shows.
    pub(in crate::app) quantity: Quantity,
    /// Whether to fill the area below the line of the highlighted car, or of the only car. It is true only in plots of
    /// resources, such as the tyre points that a car has left.
    pub(in crate::app) is_filled: bool,
}

/// Returns the distance, in units of the y axis, by which neighbouring lines are moved apart (see [`apart`]). Returns 0
/// if `is_counted` is false: measured values are rarely equal, so their lines need no distance. `height` is the height
/// of the plot between the values `low` and `high`, in points.
pub(in crate::app) fn spread(is_counted: bool, cars: usize, height: f32, [low, high]: [f64; 2]) -> f64 {
    let unit = f64::from(height) / (high - low).abs().max(1e-9);
    if !is_counted || cars < 2 || !unit.is_finite() || unit <= 0.0 {
        return 0.0;
    }
    apart(cars) / unit
}

/// A plot that ignores the pointer and the wheel, because its panel handles them.
pub(in crate::app) fn still(id: impl std::hash::Hash + std::fmt::Debug, ui: &Ui) -> Plot<'static> {
    Plot::new(id)
        .show_grid(Vec2b::new(false, true))
        .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
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

/// Draws the lines of the cars, except those that the user has hidden. The car under the pointer, or else the
/// selected car, is drawn in front of the others, whose lines are faint.
pub(in crate::app) fn car_lines(
    plot: &mut PlotUi<'_>,
    shown: Shown<'_>,
    desk: &Desk,
    canvas: Canvas,
    lines: &[PlotLine<'_>],
) {
    let front = desk.hovered.or(shown.chosen).and_then(|car| shown.index_of(car)).filter(|car| !desk.is_hidden(*car));
    // A line may be cut into parts, so the points of all lines of a car count together.
    let [from, to] = canvas.window;
    let visible = |car: usize| {
        let own = lines.iter().filter(|line| line.car == car);
        own.map(|line| line.points.partition_point(|[x, _]| *x <= to) - line.points.partition_point(|[x, _]| *x < from))
            .sum::<usize>()
    };
    let dense: Vec<bool> = (0..shown.race.entrants().len()).map(|car| visible(car) > DENSE).collect();
    // In the row of one car, the area never hides another line.
    let is_alone = lines.iter().all(|line| line.car == lines[0].car || desk.is_hidden(line.car));
    for is_front in [false, true] {
        let lines = lines.iter();
        let canvas = Canvas { is_filled: canvas.is_filled && (is_front || is_alone), ..canvas };
        let emphasis = match front {
            None => Emphasis::Equal,
            Some(_) if is_front => Emphasis::Front,
            Some(_) => Emphasis::Receding,
        };
        let canvas_of = |line: &PlotLine<'_>| {
            let is_dense = canvas.is_dense || dense.get(line.car).is_some_and(|is_dense| *is_dense);
            Canvas { is_dense, ..canvas }
        };
        let lines = lines.filter(|line| !desk.is_hidden(line.car) && (front == Some(line.car)) == is_front);
        let (curves, marks): (Vec<Curve>, Vec<Option<Points<'_>>>) =
            lines.map(|line| car_line(plot, shown, canvas_of(line), line, emphasis)).unzip();
        if !curves.is_empty() {
            plot.add(Curves::new(plot.response().id, usize::from(is_front), curves));
        }
        marks.into_iter().flatten().for_each(|marks| plot.points(marks));
    }
}

/// The emphasis of a line in a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Emphasis {
    /// No line is highlighted: all lines look alike.
    Equal,
    /// The line is wide, because it is the line of the highlighted car.
    Front,
    /// The line is faint, because the line of another car is highlighted.
    Receding,
}

/// Draws the line of a car, or of one of its laps, and the area below it if that area is to be filled. Returns the
/// line, and the marks of its points.
fn car_line(
    plot: &mut PlotUi<'_>,
    shown: Shown<'_>,
    canvas: Canvas,
    line: &PlotLine<'_>,
    emphasis: Emphasis,
) -> (Curve, Option<Points<'static>>) {
    let Canvas { window, sign, width, is_dense, spread, is_filled, quantity } = canvas;
    // Reduce the line to one column for every three points of width.
    let columns = (width as usize / 3).max(1);
    let text = match quantity {
        Quantity::Own(number) => shown.figures.series.own_text(number).unwrap_or_default(),
        Quantity::Lost if shown.evaluation.is_some() => "compared",
        _ => "",
    };
    let thin = kept(plot.ctx(), ToThin { of: (quantity, shown.state, text), line, window, columns });
    let offset = spread * ((shown.race.entrants().len() as f64 - 1.0) / 2.0 - line.car as f64);
    let to_points = |points: &[[f64; 2]]| -> Vec<PlotPoint> {
        points.iter().map(|[x, y]| PlotPoint::new(*x, *y * sign + offset)).collect()
    };
    let color = painter::color(shown.theme.line_colour(line.car));
    let (color, width) = match emphasis {
        Emphasis::Equal => (color, 1.5),
        Emphasis::Front => (color, 3.0),
        Emphasis::Receding => (color.gamma_multiply(0.4), 1.5),
    };
    if is_filled && emphasis != Emphasis::Receding {
        let area = Line::new("", PlotPoints::Owned(to_points(&thin.joined))).color(color).width(0.0);
        plot.line(area.fill(0.0).fill_alpha(0.18).allow_hover(false).allow_band(false));
    }
    let dashes = dashes(line.car).filter(|_| !thin.is_band);
    let stroke = Stroke::new(width, color);
    let curve = Curve { points: to_points(&thin.joined), stroke, dashes, is_band: thin.is_band };
    let marks = (line.joining == Joining::Straight && !is_dense).then(|| {
        let values = PlotPoints::Owned(to_points(&thin.values));
        Points::new("", values).color(color).shape(marker(line.car)).radius(2.5).allow_hover(false)
    });
    (curve, marks)
}

/// The dashes and gaps of a car's line, in points, if another car has the same colour; `None` for a solid line.
pub(in crate::app) const fn dashes(car: usize) -> Option<[f32; 2]> {
    if colour_round(car) > 0 { Some([7.0, 4.0]) } else { None }
}

/// The mark for points of a car, the same as in exported plots.
const fn marker(car: usize) -> MarkerShape {
    match pattern(car) {
        0 => MarkerShape::Circle,
        1 => MarkerShape::Square,
        2 => MarkerShape::Diamond,
        _ => MarkerShape::Up,
    }
}

/// Shows a chip (a small button) for each car. A click hides or shows the car. A double click shows only that car. If
/// the names do not fit into `room` points, the chips show only the cars' numbers.
pub(in crate::app) fn car_chips(ui: &mut Ui, room: f32, shown: Shown<'_>, desk: &mut Desk) {
    let font = FontId::proportional(look::SMALL);
    let with_names = |entrant: &Entrant| {
        let name = ui.painter().layout_no_wrap(entrant.name.clone(), font.clone(), Color32::WHITE);
        name.size().x + 36.0 + ui.spacing().item_spacing.x
    };
    let has_names = shown.race.entrants().iter().map(with_names).sum::<f32>() <= room;
    for (index, entrant) in shown.race.entrants().iter().enumerate() {
        let Some(hidden) = desk.hidden.get(index).copied() else { continue };
        let galley = ui.painter().layout_no_wrap(
            if has_names { entrant.name.clone() } else { String::new() },
            font.clone(),
            if hidden { ui.visuals().weak_text_color() } else { ui.visuals().text_color() },
        );
        let size = vec2(if has_names { galley.size().x + 36.0 } else { 26.0 }, 22.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = &entrant.name;
        response
            .widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, !hidden, format!("Plot {name}")));
        if response.hovered() || desk.hovered == Some(entrant.car) {
            ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.bg_fill);
        }
        let faded = ui.painter().clone();
        let mut faded = faded.with_clip_rect(rect);
        faded.set_opacity(if hidden { 0.35 } else { 1.0 });
        disc(&faded, pos2(rect.left() + 13.0, rect.center().y), index, entrant.car);
        faded.galley(pos2(rect.left() + 28.0, rect.center().y - galley.size().y / 2.0), galley, Color32::WHITE);
        if response.hovered() {
            desk.hovering = Some(entrant.car);
        }
        if response.double_clicked() {
            // The first click of the double click has already hidden or shown this car.
            let alone = desk.hidden.iter().all(|hidden| *hidden);
            for (other, hidden) in desk.hidden.iter_mut().enumerate() {
                *hidden = other != index && !alone;
            }
        } else if response.clicked() {
            desk.hidden[index] = !hidden;
        }
        let dashed = if dashes(index).is_some() { " Its line is dashed." } else { "" };
        let help = format!("{name}.{dashed} Click to hide or show the car, double-click to show it alone");
        response.on_hover_text(help);
    }
}

/// The turn that the menu of a plot acts on. It is the turn that was under the pointer when the menu was opened.
pub(in crate::app) fn turn_of_menu(plot: &egui::Response, desk: &Desk) -> Option<usize> {
    let key = plot.id.with("turn");
    if plot.secondary_clicked() {
        plot.ctx.data_mut(|data| data.insert_temp(key, desk.hovering_turn));
    }
    plot.ctx.data(|data| data.get_temp::<Option<usize>>(key)).flatten()
}

/// Returns the new visible range after the user has zoomed or moved the plot. The wheel zooms. A drag with Shift or the
/// middle button moves the range. A double click shows the whole race, and returns `Some(None)`. Returns `None` if the
/// user neither zoomed nor moved the plot.
pub(in crate::app) fn moved(
    ui: &Ui,
    response: &egui::Response,
    transform: &PlotTransform,
    window: [f64; 2],
    end: f64,
) -> Option<Option<[f64; 2]>> {
    if response.double_clicked() {
        return Some(None);
    }
    if stretches::pans(ui, response) {
        let width = f64::from(transform.frame().width().max(1.0));
        let by = f64::from(response.drag_delta().x) / width * (window[1] - window[0]);
        return Some(within([window[0] - by, window[1] - by], end));
    }
    let place = response.hover_pos()?;
    let wheel = ui.input(|input| input.smooth_scroll_delta().y);
    let middle = transform.value_from_position(place).x;
    (wheel != 0.0).then(|| zoomed(window, middle, (f64::from(-wheel) / 240.0).exp(), end))
}

/// Zooms a visible range of turns by `factor`, and keeps the turn `middle` at the same point of the screen. Returns
/// `None` if the new range covers the whole race.
pub(in crate::app) fn zoomed([from, to]: [f64; 2], middle: f64, factor: f64, len: f64) -> Option<[f64; 2]> {
    let factor = factor.clamp(CLOSEST / (to - from).max(CLOSEST), 1e6);
    within([middle - (middle - from) * factor, middle + (to - middle) * factor], len)
}

/// Moves a range of turns so that it lies within the race. Returns `None` if the result covers the whole race.
pub(in crate::app) fn within([from, to]: [f64; 2], len: f64) -> Option<[f64; 2]> {
    let width = to - from;
    if !(width > 0.0 && width < len) {
        return None;
    }
    let from = from.clamp(0.0, len - width);
    Some([from, from + width])
}

/// Lists the values of a quantity, one for each car. `value` returns a car's value at the pointer, and `when` describes
/// that point of the race, such as "after turn 12". If a stretch is selected, `ends` returns a car's values at its
/// start and at its end. The list then also shows these two values and their difference.
pub(in crate::app) fn values(
    ui: &mut Ui,
    shown: Shown<'_>,
    desk: &Desk,
    quantity: Quantity,
    when: &str,
    value: &dyn Fn(usize) -> Option<f64>,
    ends: Option<&dyn Fn(usize) -> [Option<f64>; 2]>,
) {
    let (title, unit) = (quantity.title_in(shown.race, &shown.figures.series), quantity.unit(shown.race));
    ui.label(look::weak(format!("{title}, {unit}, {when}")));
    if let Some(note) = quantity.note() {
        ui.label(look::weak(note));
    }
    egui::Grid::new("plot-values").min_col_width(0.0).spacing([8.0, 2.0]).show(ui, |ui| {
        if ends.is_some() {
            for heading in ["", "", "here", "start", "end", "change"] {
                ui.label(look::weak(heading));
            }
            ui.end_row();
        }
        for (index, entrant) in shown.race.entrants().iter().enumerate().filter(|(index, _)| !desk.is_hidden(*index)) {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), Sense::hover());
            disc(ui.painter(), rect.center(), index, entrant.car);
            ui.label(&entrant.name);
            let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| words(quantity, value));
            ui.label(shown(value(index)));
            if let Some(ends) = ends {
                let [from, to] = ends(index);
                ui.label(shown(from));
                ui.label(shown(to));
                let change = from.zip(to).map(|(from, to)| to - from);
                ui.label(change.map_or_else(|| "–".to_owned(), |change| with_sign(&words(quantity, change))));
            }
            ui.end_row();
        }
    });
}

/// The reason why a plot of these lines is empty; `None` if it shows a value.
pub(in crate::app) fn why_empty(desk: &Desk, quantity: Quantity, lines: &[PlotLine<'_>]) -> Option<&'static str> {
    let mut visible = lines.iter().filter(|line| !desk.is_hidden(line.car)).peekable();
    if visible.peek().is_none() && !lines.is_empty() {
        return Some("All cars are hidden. Click a car in the row of cars to show it.");
    }
    let has_value = visible.flat_map(|line| line.points.iter()).any(|point| point.iter().all(|part| part.is_finite()));
    (!has_value).then_some(match quantity {
        Quantity::Own(_) => "The expression has no value in any turn. Check that it does not divide by 0.",
        _ => "There are no values to plot yet.",
    })
}

/// Writes the reason for an empty plot (`words`) into the middle of the plot.
pub(in crate::app) fn say_why_empty(ui: &Ui, plot: &egui::Response, frame: egui::Rect, words: &str) {
    let (font, ink) = (FontId::proportional(look::SMALL), ui.visuals().weak_text_color());
    let painter = ui.painter_at(frame);
    let galley = look::elided(&painter, words, font, ink, frame.width() - 8.0);
    painter.galley(frame.center() - galley.size() / 2.0, galley, ink);
    let label = ui.interact(frame, plot.id.with("empty"), Sense::empty());
    label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
}

fn words(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::LapPart => format!("{} %", fixed(quantity.in_unit(value), 0)),
        Quantity::Progress | Quantity::Own(_) => fixed(value, 2),
        _ if quantity.is_measured() => short(value, 1),
        _ => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_counted_values_are_moved_by_at_most_two_points() {
        let of = |cars, height, high| spread(true, cars, height, [0.0, high]);
        for (cars, height, high) in [(2, 60.0, 5.0), (6, 90.0, 8.0), (12, 200.0, 6.0)] {
            let most = of(cars, height, high) * (cars - 1) as f64 / 2.0 * f64::from(height) / high;
            assert!((0.7..2.01).contains(&most), "a line of {cars} cars is moved by {most} points");
        }
        assert_eq!([spread(false, 4, 100.0, [0.0, 5.0]), of(1, 100.0, 5.0), of(4, 0.0, 5.0)], [0.0; 3]);
    }

    #[test]
    fn of_two_cars_with_the_same_colour_one_has_a_dashed_line_and_other_marks() {
        for car in 0..8 {
            assert_eq!(crate::render::car_colour(car), crate::render::car_colour(car + 8));
            assert_ne!(dashes(car), dashes(car + 8));
            assert_ne!(marker(car), marker(car + 8));
        }
    }

    #[test]
    fn the_window_stays_within_the_race() {
        assert_eq!(zoomed([0.0, 100.0], 50.0, 0.5, 100.0), Some([25.0, 75.0]));
        assert_eq!(zoomed([25.0, 75.0], 50.0, 10.0, 100.0), None, "all of it");
        assert_eq!(within([-10.0, 30.0], 100.0), Some([0.0, 40.0]));
        assert_eq!(within([90.0, 130.0], 100.0), Some([60.0, 100.0]));
        assert_eq!(zoomed([0.0, 5.0], 2.0, 0.1, 5.0), None, "a short race is not zoomed");
        let close = zoomed([0.0, 100.0], 50.0, 1e-9, 100.0).map(|[from, to]| to - from);
        assert!(close.is_some_and(|width| (width - CLOSEST).abs() < 1e-9));
    }
}
