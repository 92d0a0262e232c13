//! The plots below the board: gear, distance per turn, and a resource. They have the same x axis as the timeline, and
//! mark the same turn as all other panels.

use egui::{Align2, Button, FontId, Stroke, Ui, Vec2, pos2, vec2};
use egui_plot::{PlotUi, Span, VLine};

use super::context;
use crate::analysis::{Axis, Laps, PlotLine, Quantity, lines};
use crate::app::board::{look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::{Desk, EDGE, GUTTER, Shown};
use crate::app::workspaces::plotting::{
    Canvas, car_chips, car_lines, moved, say_why_empty, spread, still, values, why_empty, within,
};
use crate::app::workspaces::{corners, stretches};

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    ui.add_space(2.0);
    legend(ui, shown, desk);
    if shown.race.is_empty() {
        ui.weak("No turns are recorded yet.");
        // Otherwise the panel would shrink to this text and stay small for other races.
        ui.take_available_space();
        return;
    }
    let resources = shown.race.resources();
    desk.resource = desk.resource.min(resources.len().saturating_sub(1));
    let mut quantities = vec![Quantity::Gear, Quantity::Speed, Quantity::Resource(desk.resource)];
    quantities.retain(|quantity| quantity.is_there(&shown.figures.series, resources));
    let height = ((ui.available_height() - 6.0) / quantities.len() as f32 - 4.0).max(20.0);
    for quantity in quantities {
        plot(ui, shown, desk, quantity, height, queue);
    }
    ui.take_available_space();
}

/// The usual width of a resource's button, in points.
const RESOURCE: f32 = 64.0;

/// Shows a chip (a small button) for each car, and the list from which the user chooses the resource to plot.
fn legend(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk) {
    ui.horizontal(|ui| {
        ui.add_space(GUTTER - 8.0);
        // The buttons of the resources need room, too.
        let resources = shown.race.resources().iter().filter(|resource| resource.max > 0).count();
        car_chips(ui, ui.available_width() - RESOURCE * resources as f32, shown, desk);
        ui.add_space(8.0);
        for (index, resource) in shown.race.resources().iter().enumerate().filter(|(_, resource)| resource.max > 0) {
            let button = Button::selectable(desk.resource == index, resource.name);
            if ui.add(button).on_hover_text(format!("Plots {}", resource.name)).clicked() {
                desk.resource = index;
            }
        }
    });
}

fn plot(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, quantity: Quantity, height: f32, queue: &mut CommandQueue) {
    let len = shown.playback.len() as f64;
    // The race may have become shorter, so keep the range within it.
    let window = desk.window.and_then(|window| within(window, len)).unwrap_or([0.0, len]);
    let [low, high] = quantity.extent(&shown.figures.series, shown.race.resources());
    let room = (high - low) * 0.12;
    let width = ui.available_width();
    let top = ui.cursor().min;
    let rect = egui::Rect::from_min_size(top, vec2(width, height));
    gutter(ui, shown, quantity, rect, [low, high], room);
    let inner =
        egui::Rect::from_min_max(pos2(rect.left() + GUTTER, rect.top()), pos2(rect.right() - EDGE, rect.bottom()));
    let builder = egui::UiBuilder::new().max_rect(inner);
    let all = lines(&shown.figures.series, quantity, Axis::Turns, Laps::All);
    let response = ui.scope_builder(builder, |ui| {
        still(("plot", quantity), ui)
            .width(inner.width())
            .height(height)
            .show_axes(false)
            .grid_spacing(18.0..=120.0)
            .show(ui, |plot| {
                plot.set_plot_bounds_x(window[0]..=window[1]);
                plot.set_plot_bounds_y(low - room..=high + room);
                draw(plot, shown, desk, (quantity, &all), window, inner.size());
            })
    });
    ui.advance_cursor_after_rect(rect);
    if let Some(words) = why_empty(desk, quantity, &all) {
        say_why_empty(ui, &response.inner.response, inner, words);
    }
    let (response, transform) = (response.inner.response, response.inner.transform);
    let response = response.accessible_name(format!("Plot of {}", quantity.title(shown.race)));
    let position = |place: egui::Pos2| {
        let x = transform.value_from_position(place).x;
        x.round().clamp(0.0, len) as usize
    };
    if let Some(place) = response.hover_pos() {
        let turn = position(place);
        desk.hovering_turn = Some(turn);
        if response.clicked() {
            queue.push(Request::GoTo(turn));
        }
    }
    stretches::drag(ui, shown, desk, &response, &transform, (Axis::Turns, Laps::All), queue);
    if let Some(window) = moved(ui, &response, &transform, window, len) {
        desk.window = window;
    }
    context::of_plot(&response, desk, queue);
    if let Some(turn) = desk.hovering_turn.filter(|_| response.hovered() && !response.dragged()) {
        response.on_hover_ui_at_pointer(|ui| {
            let lines = &all;
            let value =
                |car: usize| lines.iter().filter(|line| line.car == car).find_map(|line| line.value(turn as f64));
            let turns = desk.stretch.and_then(|stretch| stretch.on_axis(&shown.figures.series, Axis::Turns));
            let ends = turns.map(|turns| {
                move |car: usize| {
                    let line = lines.iter().filter(|line| line.car == car);
                    turns.map(|turn| line.clone().find_map(|line| line.value(turn)))
                }
            });
            let ends = ends.as_ref().map(|ends| ends as &dyn Fn(usize) -> [Option<f64>; 2]);
            values(ui, shown, desk, quantity, &format!("after turn {turn}"), &value, ends);
        });
    }
}

/// Shows the title and the unit of a plot to its left, and the values at the top and the bottom of its y axis.
fn gutter(ui: &Ui, shown: Shown<'_>, quantity: Quantity, rect: egui::Rect, [low, high]: [f64; 2], room: f64) {
    let visuals = ui.visuals();
    let painter = ui.painter();
    let small = FontId::proportional(look::SMALL);
    let left = rect.left() + 4.0;
    let title = quantity.title(shown.race);
    let name = FontId::new(look::SMALL, crate::app::board::fonts::semibold());
    painter.text(pos2(left, rect.center().y - 8.0), Align2::LEFT_CENTER, title, name, visuals.text_color());
    painter.text(
        pos2(left, rect.center().y + 7.0),
        Align2::LEFT_CENTER,
        quantity.unit(shown.race),
        FontId::proportional(look::SMALL - 1.0),
        visuals.weak_text_color(),
    );
    let span = (high - low) + room * 2.0;
    for value in [low, high] {
        let y = rect.bottom() - rect.height() * ((value - low + room) / span) as f32;
        let at = pos2(rect.left() + GUTTER - 6.0, y);
        let figure = quantity.in_unit(value);
        painter.text(at, Align2::RIGHT_CENTER, figure, small.clone(), visuals.weak_text_color());
    }
}

/// Draws the lines of all cars, with the laps and the marks behind and in front of them.
fn draw(
    plot: &mut PlotUi<'_>,
    shown: Shown<'_>,
    desk: &Desk,
    (quantity, lines): (Quantity, &[PlotLine<'_>]),
    window: [f64; 2],
    size: Vec2,
) {
    let [low, high] = quantity.extent(&shown.figures.series, shown.race.resources());
    let (room, [width, height]) = ((high - low) * 0.12, [size.x, size.y]);
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
    stretches::shade(plot, shown, desk, Axis::Turns);
    let cars = shown.race.entrants().len();
    let spread = spread(!quantity.is_measured(), cars, height, [low - room, high + room]);
    let is_filled = matches!(quantity, Quantity::Resource(_));
    let canvas = Canvas { window, sign: 1.0, width, is_dense: false, spread, is_filled, quantity };
    car_lines(plot, shown, desk, canvas, lines);
    stretches::mark(plot, shown, desk, Axis::Turns, lines, 1.0);
    corners::mark(plot, shown, desk, Axis::Turns, lines, 1.0);
    let accent = painter::color(shown.theme.accent());
    let position = shown.playback.position() as f64;
    plot.vline(VLine::new("", position).stroke(Stroke::new(1.5, accent)).allow_hover(false));
}
