//! Plots below the board: gear, distance a turn, and a resource, over the race. They share the x axis with the
//! timeline and the cursor with everything.

use egui::{Align2, Button, Color32, FontId, Sense, Stroke, Ui, Vec2b, pos2, vec2};
use egui_plot::{Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotPoints, PlotUi, Points, Span, VLine};

use super::thin::{corners, thinned};
use super::{Desk, EDGE, GUTTER, Shown, disc};
use crate::analysis::Quantity;
use crate::app::commands::{CommandQueue, Request};
use crate::app::{look, painter};

/// The fewest turns one may zoom in to.
const CLOSEST: f64 = 8.0;
/// Beyond this many points a line is solid and without markers: neither could be told apart.
const DENSE: usize = 240;

/// What a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Gear,
    Speed,
    Resource(usize),
}

impl Kind {
    fn title(self, shown: Shown<'_>) -> String {
        match self {
            Self::Gear => "Gear".to_owned(),
            Self::Speed => "Moved".to_owned(),
            Self::Resource(index) => shown.race.resources().get(index).map_or("", |resource| resource.name).to_owned(),
        }
    }

    fn unit(self, shown: Shown<'_>) -> String {
        match self {
            Self::Gear => "declared".to_owned(),
            Self::Speed => shown.race.unit().to_owned(),
            Self::Resource(_) => "points left".to_owned(),
        }
    }

    const fn quantity(self) -> Quantity {
        match self {
            Self::Gear => Quantity::Gear,
            Self::Speed => Quantity::Speed,
            Self::Resource(index) => Quantity::Resource(index),
        }
    }

    /// The lowest and highest value. A car may have more of a resource than is declared, and less is no reason to zoom in.
    fn range(self, shown: Shown<'_>) -> [f64; 2] {
        let [_, highest] = shown.figures.series.range(self.quantity());
        let top = match self {
            Self::Gear => highest,
            Self::Speed => highest.ceil(),
            Self::Resource(index) => {
                let declared = shown.race.resources().get(index).map_or(1, |resource| resource.max);
                highest.max(f64::from(declared))
            }
        };
        [0.0, top.max(1.0)]
    }

    /// What a car had at a position, in words.
    fn value(self, shown: Shown<'_>, car: usize, position: f64) -> String {
        let series = &shown.figures.series;
        if series.end(car).is_some_and(|end| position >= end as f64) {
            return "–".to_owned();
        }
        match (self, series.at(car, self.quantity(), position)) {
            (_, None) => "–".to_owned(),
            (Self::Speed, Some(value)) => format!("{value:.1}"),
            (_, Some(value)) => format!("{value}"),
        }
    }
}

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    ui.add_space(2.0);
    legend(ui, shown, desk);
    if shown.race.is_empty() {
        ui.weak("No turns are recorded yet.");
        return;
    }
    desk.resource = desk.resource.min(shown.race.resources().len().saturating_sub(1));
    let mut kinds = vec![Kind::Gear, Kind::Speed];
    if !shown.race.resources().is_empty() {
        kinds.push(Kind::Resource(desk.resource));
    }
    let height = ((ui.available_height() - 6.0) / kinds.len() as f32 - 4.0).max(20.0);
    for kind in kinds {
        plot(ui, shown, desk, kind, height, queue);
    }
    // A panel is only as high as what it holds.
    ui.take_available_space();
}

/// The cars, then which resource is plotted.
fn legend(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk) {
    ui.horizontal(|ui| {
        ui.add_space(GUTTER - 8.0);
        car_chips(ui, shown, desk);
        ui.add_space(8.0);
        for (index, resource) in shown.race.resources().iter().enumerate() {
            let button = Button::selectable(desk.resource == index, resource.name);
            if ui.add(button).on_hover_text(format!("Plots {}", resource.name)).clicked() {
                desk.resource = index;
            }
        }
    });
}

/// The cars; a click hides or shows one, a double click shows it alone.
pub(in crate::app) fn car_chips(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk) {
    for (index, entrant) in shown.race.entrants().iter().enumerate() {
        let Some(hidden) = desk.hidden.get(index).copied() else { continue };
        let galley = ui.painter().layout_no_wrap(
            entrant.name.clone(),
            FontId::proportional(look::SMALL),
            if hidden { ui.visuals().weak_text_color() } else { ui.visuals().text_color() },
        );
        let size = vec2(galley.size().x + 36.0, 22.0);
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
            let alone = desk.hidden.iter().enumerate().all(|(other, hidden)| (other != index) == *hidden);
            for (other, hidden) in desk.hidden.iter_mut().enumerate() {
                *hidden = other != index && !alone;
            }
        } else if response.clicked() {
            desk.hidden[index] = !hidden;
        }
        response.on_hover_text("Click hides or shows the car, double click shows it alone");
    }
}

/// How the line of a car is drawn: by its dashes it is told from others without colour. A line with many points is solid,
/// as dashes could not be told apart.
pub(in crate::app) const fn line_style(car: usize, is_dense: bool) -> LineStyle {
    match car % 4 {
        _ if is_dense => LineStyle::Solid,
        1 => LineStyle::Dashed { length: 9.0 },
        2 => LineStyle::Dotted { spacing: 5.0 },
        3 => LineStyle::Dashed { length: 4.0 },
        _ => LineStyle::Solid,
    }
}

fn plot(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, kind: Kind, height: f32, queue: &mut CommandQueue) {
    let len = shown.playback.len() as f64;
    let window = desk.window.unwrap_or([0.0, len]);
    let [low, high] = kind.range(shown);
    let room = (high - low) * 0.12;
    let width = ui.available_width();
    let top = ui.cursor().min;
    let rect = egui::Rect::from_min_size(top, vec2(width, height));
    gutter(ui, shown, kind, rect, [low, high], room);
    let inner =
        egui::Rect::from_min_max(pos2(rect.left() + GUTTER, rect.top()), pos2(rect.right() - EDGE, rect.bottom()));
    let grid = ui.visuals().widgets.noninteractive.bg_stroke.color;
    let builder = egui::UiBuilder::new().max_rect(inner);
    let response = ui.scope_builder(builder, |ui| {
        Plot::new(("plot", format!("{kind:?}")))
            .width(inner.width())
            .height(height)
            .show_axes(false)
            .show_grid(Vec2b::new(false, true))
            .grid_spacing(18.0..=120.0)
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
            .show(ui, |plot| {
                plot.set_plot_bounds_x(window[0]..=window[1]);
                plot.set_plot_bounds_y(low - room..=high + room);
                draw(plot, shown, desk, kind, window, inner.width());
            })
    });
    ui.advance_cursor_after_rect(rect);
    let (response, transform) = (response.inner.response, response.inner.transform);
    let response = response.accessible_name(format!("Plot of {}", kind.title(shown)));
    let position = |place: egui::Pos2| {
        let x = transform.value_from_position(place).x;
        x.round().clamp(0.0, len) as usize
    };
    if let Some(place) = response.hover_pos() {
        let turn = position(place);
        desk.hovering_turn = Some(turn);
        let wheel = ui.input(|input| input.smooth_scroll_delta().y);
        if wheel != 0.0 {
            let middle = transform.value_from_position(place).x;
            desk.window = zoomed(window, middle, (f64::from(-wheel) / 240.0).exp(), len);
        }
        if response.clicked() {
            queue.push(Request::GoTo(turn));
        }
        if response.double_clicked() {
            desk.window = None;
        }
    }
    if response.dragged() {
        let moved = f64::from(response.drag_delta().x) / f64::from(inner.width().max(1.0)) * (window[1] - window[0]);
        desk.window = within([window[0] - moved, window[1] - moved], len);
    }
    if let Some(turn) = desk.hovering_turn.filter(|_| response.hovered() && !response.dragged()) {
        response.on_hover_ui_at_pointer(|ui| values(ui, shown, desk, kind, turn));
    }
}

/// The window zoomed about a position; `None` where it shows everything.
pub(in crate::app) fn zoomed([from, to]: [f64; 2], middle: f64, factor: f64, len: f64) -> Option<[f64; 2]> {
    let factor = factor.clamp(CLOSEST / (to - from).max(CLOSEST), 1e6);
    within([middle - (middle - from) * factor, middle + (to - middle) * factor], len)
}

/// The window moved to lie within the race; `None` where it shows everything.
pub(in crate::app) fn within([from, to]: [f64; 2], len: f64) -> Option<[f64; 2]> {
    let width = to - from;
    if !(width > 0.0 && width < len) {
        return None;
    }
    let from = from.clamp(0.0, len - width);
    Some([from, from + width])
}

/// Title, unit, and the values at the top and bottom of the axis.
fn gutter(ui: &Ui, shown: Shown<'_>, kind: Kind, rect: egui::Rect, [low, high]: [f64; 2], room: f64) {
    let visuals = ui.visuals();
    let painter = ui.painter();
    let small = FontId::proportional(look::SMALL);
    let left = rect.left() + 4.0;
    let mut title = kind.title(shown);
    if let Some(first) = title.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let name = FontId::new(look::SMALL, crate::app::fonts::semibold());
    painter.text(pos2(left, rect.center().y - 8.0), Align2::LEFT_CENTER, title, name, visuals.text_color());
    painter.text(
        pos2(left, rect.center().y + 7.0),
        Align2::LEFT_CENTER,
        kind.unit(shown),
        FontId::proportional(look::SMALL - 1.0),
        visuals.weak_text_color(),
    );
    let span = (high - low) + room * 2.0;
    for value in [low, high] {
        let y = rect.bottom() - rect.height() * ((value - low + room) / span) as f32;
        let at = pos2(rect.left() + GUTTER - 6.0, y);
        painter.text(at, Align2::RIGHT_CENTER, value, small.clone(), visuals.weak_text_color());
    }
}

fn draw(plot: &mut PlotUi<'_>, shown: Shown<'_>, desk: &Desk, kind: Kind, window: [f64; 2], width: f32) {
    let len = shown.playback.len();
    let visuals = plot.ctx().global_style().visuals.clone();
    let band = visuals.faint_bg_color;
    let laps = &shown.figures.laps;
    for (lap, start) in laps.iter().enumerate().filter(|(lap, _)| lap % 2 == 1) {
        let end = laps.get(lap + 1).copied().unwrap_or(len);
        plot.span(Span::new("", *start as f64..=end as f64).fill(band).border_width(0.0));
    }
    let ground = visuals.weak_text_color().gamma_multiply(0.5);
    if let Some(turn) = desk.hovered_turn {
        plot.vline(VLine::new("", turn as f64).stroke(Stroke::new(1.0, ground)).allow_hover(false));
    }
    for index in 0..shown.figures.series.cars() {
        if desk.hidden.get(index).copied().unwrap_or(false) {
            continue;
        }
        let hovered = desk.hovered.is_some_and(|car| shown.index_of(car) == Some(index));
        car_line(plot, shown, kind, index, window, width, hovered);
    }
    let accent = painter::color(shown.theme.accent());
    let position = shown.playback.position() as f64;
    plot.vline(VLine::new("", position).stroke(Stroke::new(1.5, accent)).allow_hover(false));
}

#[allow(clippy::too_many_arguments, reason = "a line is all of this")]
fn car_line(
    plot: &mut PlotUi<'_>,
    shown: Shown<'_>,
    kind: Kind,
    index: usize,
    window: [f64; 2],
    width: f32,
    hovered: bool,
) {
    let series = &shown.figures.series;
    // A column is two points wide.
    let columns = (width as usize / 2).max(1);
    let values = thinned(series.values(index, kind.quantity()), window, columns);
    let dense = values.len() > DENSE;
    let end = series.end(index).unwrap_or(shown.playback.len()) as f64;
    let point = (window[1] - window[0]) / columns as f64 / 2.0;
    let points = if kind == Kind::Speed { values.clone() } else { corners(&values, end, point) };
    let color = painter::color(shown.theme.line_colour(index));
    let to_points =
        |points: &[[f64; 2]]| PlotPoints::Owned(points.iter().map(|[x, y]| PlotPoint::new(*x, *y)).collect());
    let thickness = if hovered { 3.0 } else { 1.5 };
    plot.line(
        Line::new("", to_points(&points))
            .color(color)
            .width(thickness)
            .style(line_style(index, dense))
            .allow_hover(false)
            .allow_band(false),
    );
    if kind == Kind::Speed && !dense {
        let shapes =
            [MarkerShape::Circle, MarkerShape::Square, MarkerShape::Diamond, MarkerShape::Up, MarkerShape::Down];
        let shape = shapes[index % shapes.len()];
        plot.points(Points::new("", to_points(&values)).color(color).shape(shape).radius(2.5).allow_hover(false));
    }
}

/// All cars' values at a position.
fn values(ui: &mut Ui, shown: Shown<'_>, desk: &Desk, kind: Kind, turn: usize) {
    ui.label(look::weak(format!("{} after turn {turn}", kind.title(shown))));
    egui::Grid::new("values").num_columns(3).min_col_width(0.0).spacing([8.0, 2.0]).show(ui, |ui| {
        for (index, entrant) in shown.race.entrants().iter().enumerate() {
            if desk.hidden.get(index).copied().unwrap_or(false) {
                continue;
            }
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), Sense::hover());
            disc(ui.painter(), rect.center(), index, entrant.car);
            ui.label(&entrant.name);
            ui.label(kind.value(shown, index, turn as f64));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

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
