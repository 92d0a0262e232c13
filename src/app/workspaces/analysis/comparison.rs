//! The panel that compares two sides: two cars, two laps, or cars of two races on the same circuit. It plots the gap
//! between the sides: the number of turns by which one side is ahead. The x axis is the distance driven since the
//! start, or the position along the lap.

use egui::{Stroke, Ui};
use egui_plot::{HLine, Line, MarkerShape, PlotPoint, PlotPoints, Points, VLine};

use super::AnalysisDesk;
use super::others::OtherRace;
use super::plot::{FIGURES, X_FIGURES, quiet};
use super::proved;
use super::sides::{Side, choose, colour, name, pair};
use crate::analysis::{Quantity, by_corner, by_corner_of_race, lap_place, parts_of_side};
use crate::app::board::{look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::plotting::thinned;

/// The height of the strip, at each end of the y axis, with the words that say which side is ahead, in points.
const AHEAD: f32 = 22.0;
/// The smallest height of the plot, in points. If the panel has less height, it scrolls.
const LEAST_HEIGHT: f32 = 104.0;
/// The smallest height of the plot, in points, if the list of corners is visible below it. If the panel has less
/// height, the plot fills it, and the user must scroll down to the list.
const WITH_CORNERS: f32 = 180.0;

/// Shows the comparison panel. The panel scrolls if it is too low for the plot.
pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    others: &[OtherRace],
    queue: &mut CommandQueue,
) {
    let bottom = ui.max_rect().bottom();
    let area = egui::ScrollArea::vertical().id_salt(("two-cars", shown.tab)).auto_shrink([false, false]);
    area.show_viewport(ui, |ui, seen| {
        // The bottom of the panel in the coordinates of the content, which may be scrolled.
        let bottom = bottom + seen.top();
        contents(ui, shown, (own, others), desk, bottom, queue);
    });
}

/// Shows the two cars, the plot and the corners. `bottom` is the y coordinate of the panel's lower edge. The contents
/// reach down to this edge, or further if the panel is too low for them.
fn contents(
    ui: &mut Ui,
    shown: Shown<'_>,
    (own, others): (&mut AnalysisDesk, &[OtherRace]),
    desk: &mut Desk,
    bottom: f32,
    queue: &mut CommandQueue,
) {
    let Some(pair) = pair(shown, own, others) else {
        ui.weak("This race has only one car. A comparison needs two cars.");
        return;
    };
    let sides = choose(ui, shown, own, others, pair, queue);
    proved::show(ui, own, sides, queue);
    let [first, second] = sides;
    let line = own.difference(shown, others, sides);
    if line.len() < 2 || first == second {
        ui.weak(match first == second {
            true => "Both sides are the same. Choose two different cars or laps.",
            false => "One car has no turns to compare yet.",
        });
        return;
    }
    let names = sides.map(|side| name(shown, others, side));
    let is_lap = first.lap.is_some();
    let (from, to) = (line.first().map_or(0.0, |[x, _]| *x), line.last().map_or(1.0, |[x, _]| *x));
    let visuals = ui.visuals().clone();
    let accent = painter::color(shown.theme.accent());
    let colours = [colour(shown, sides, 0), colour(shown, sides, 1)];
    // The x axis of a lap is in percent.
    let scale = if is_lap { 100.0 } else { 1.0 };
    let to_points = |points: Vec<[f64; 2]>| {
        PlotPoints::Owned(points.into_iter().map(|[x, y]| PlotPoint::new(x * scale, y)).collect::<Vec<_>>())
    };
    let position = shown.playback.position();
    let drawn = thinned(&line, [from, to], (ui.available_width() as usize / 2).max(1));
    // The room is a whole number of points, so that rounding never leaves a bar for scrolling.
    let room = (bottom - ui.cursor().top()).floor();
    // The height of the list is known from the last frame.
    let id = ui.scope_id().with("corners");
    let list: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(look::ROW);
    let height = if room - list >= WITH_CORNERS { room - list } else { room.max(LEAST_HEIGHT) };
    // The words “… ahead” at both ends of the y axis have a strip each, which the line does not enter.
    let half = f64::from((height - X_FIGURES) / 2.0).max(f64::from(AHEAD) * 1.5);
    let most = line.iter().map(|[_, turns]| turns.abs()).fold(0.5, f64::max) * half / (half - f64::from(AHEAD));
    let answer = quiet("analysis-comparison", ui, (height, 0.0), false, |value| format!("{:.1}", value.abs())).show(
        ui,
        |plot| {
            plot.set_plot_bounds_x(from * scale..=to.max(from + 1e-3) * scale);
            plot.set_plot_bounds_y(-most..=most);
            plot.hline(HLine::new("", 0.0).stroke(Stroke::new(1.0, visuals.weak_text_color())).allow_hover(false));
            // Above zero the first drive is ahead and the line has its colour; below zero, the second one.
            for (color, side) in colours.into_iter().zip([1.0, -1.0]) {
                for part in parts_of_side(&drawn, side) {
                    let points = to_points(part);
                    plot.line(Line::new("", points).color(color).width(2.0).allow_hover(false));
                }
            }
            // Mark both drives at the current turn.
            for (side, color) in sides.into_iter().zip(colours) {
                let Some(at) = place_of(shown, side, position) else { continue };
                let Some(turns) = value(&line, at) else { continue };
                plot.vline(
                    VLine::new("", at * scale).stroke(Stroke::new(1.0, accent.gamma_multiply(0.6))).allow_hover(false),
                );
                let point = to_points(vec![[at, turns]]);
                plot.points(
                    Points::new("", point).color(color).shape(MarkerShape::Circle).radius(5.0).allow_hover(false),
                );
            }
        },
    );
    let response = answer.response.accessible_name("Plot of two cars");
    let bottom = ui.min_rect().bottom();
    name_axes(ui, (*answer.transform.frame(), bottom), [if is_lap { "lap, %" } else { "laps" }, "turns ahead"]);
    sides_of_axis(ui, *answer.transform.frame(), [0, 1].map(|which| (names[which].as_str(), colours[which])));
    let top = ui.cursor().top();
    corners(ui, shown, &line, sides);
    ui.data_mut(|data| data.insert_temp(id, (ui.cursor().top() - top).ceil()));
    let Some(place) = response.hover_pos() else { return };
    let x = answer.transform.value_from_position(place).x / scale;
    let here = sides.into_iter().find(|side| side.race.is_none());
    let turn = here.and_then(|side| turn_near(shown, side.car, side.lap.map_or(x, |lap| f64::from(lap) - 1.0 + x)));
    desk.hovering_turn = turn;
    if let Some(turn) = turn.filter(|_| response.clicked()) {
        queue.push(Request::GoTo(turn));
    }
    if let Some(turns) = value(&line, x) {
        let at = if is_lap { format!("At {:.0} % of the lap", x * 100.0) } else { format!("After {x:.2} laps") };
        response.on_hover_text_at_pointer(sentence(&names[0], &names[1], &at, turns));
    }
}

/// Writes the names of the axes: the name of the x axis before its numbers, and the name of the y axis from bottom to top
/// beside its numbers. `bottom` is the lower edge of the numbers of the x axis.
fn name_axes(ui: &Ui, (frame, bottom): (egui::Rect, f32), [across, upright]: [&str; 2]) {
    let (font, ink) = (egui::FontId::proportional(look::SMALL - 1.0), ui.visuals().weak_text_color());
    let label = |place: egui::Rect, words: &str| {
        let label = ui.interact(place, ui.scope_id().with(("axis", words)), egui::Sense::hover());
        label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
    };
    let galley = ui.painter().layout_no_wrap(across.to_owned(), font.clone(), ink);
    // In the corner below the numbers of the y axis, as in the other plots, and not below the edge of the panel.
    let corner = egui::pos2(frame.left() - 8.0, f32::midpoint(frame.bottom(), bottom));
    let place = egui::Align2::RIGHT_CENTER.anchor_size(corner, galley.size());
    ui.painter().galley(place.min, galley, ink);
    label(place, across);
    let galley = ui.painter().layout_no_wrap(upright.to_owned(), font, ink);
    let size = egui::vec2(galley.size().y, galley.size().x);
    let middle = frame.left_center() - egui::vec2(FIGURES - 0.5 * size.x, 0.0);
    let place = egui::Rect::from_center_size(middle, size);
    let turned =
        egui::epaint::TextShape::new(place.left_bottom(), galley, ink).with_angle(-std::f32::consts::FRAC_PI_2);
    ui.painter().add(turned);
    label(place, upright);
}

/// Writes "NAME ahead" at each end of the y axis. NAME is the car or lap that is ahead when the plotted line is near
/// this end. A short line beside the words has the colour of this car or lap.
fn sides_of_axis(ui: &Ui, frame: egui::Rect, sides: [(&str, egui::Color32); 2]) {
    let frame = frame.shrink(3.0);
    let painter = ui.painter_at(frame);
    for ((name, colour), end) in sides.into_iter().zip([egui::Align::Min, egui::Align::Max]) {
        let words = format!("{name} ahead");
        let (font, ink) = (egui::FontId::proportional(look::SMALL), ui.visuals().text_color());
        let galley = look::elided(&painter, &words, font, ink, frame.width() - 20.0);
        let size = galley.size() + egui::vec2(20.0, 0.0);
        let place = egui::Align2([egui::Align::Min, end]).align_size_within_rect(size, frame);
        painter.rect_filled(place.expand(1.0), 2.0, ui.visuals().panel_fill.gamma_multiply(0.8));
        let line = place.left() + 2.0..=place.left() + 14.0;
        painter.hline(line, place.center().y, Stroke::new(2.0, colour));
        painter.galley(place.min + egui::vec2(20.0, 0.0), galley, ink);
        let label = ui.interact(place, ui.scope_id().with(("ahead", name)), egui::Sense::hover());
        label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    }
}

/// The x coordinate of the mark that shows, on the plot, how far a side of the comparison has come after `position`
/// turns of the race on screen. `None` if this side is a car of another race, or if the car is not in the compared lap
/// at that time.
fn place_of(shown: Shown<'_>, side: Side, position: usize) -> Option<f64> {
    let series = &shown.figures.series;
    side.race.is_none().then_some(())?;
    let Some(lap) = side.lap else { return series.at(side.car, Quantity::Progress, position as f64) };
    lap_place(series, side.car, position).filter(|(known, _)| *known == lap).map(|(_, x)| x / 100.0)
}

/// Lists the corners, each with the number of turns that one side gained on the other there.
fn corners(ui: &mut Ui, shown: Shown<'_>, line: &[[f64; 2]], sides: [Side; 2]) {
    let spans = shown.race.corner_spans();
    let middles: Vec<(u32, f64)> = spans.iter().map(|span| (span.number, (span.from + span.to) / 2.0)).collect();
    let is_lap = sides[0].lap.is_some();
    let won = if is_lap { by_corner(line, &middles) } else { by_corner_of_race(line, &middles) };
    if won.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(look::weak("turns won at"));
        for (number, turns) in won {
            let side = usize::from(turns < 0.0);
            let words = egui::RichText::new(format!("C{number} {:.1}", turns.abs())).size(look::SMALL);
            let words = if turns.abs() < 0.05 { words.weak() } else { words.color(colour(shown, sides, side)) };
            ui.label(words);
        }
    });
}

/// The gap in words, such as "After 1.25 laps Ada is 0.5 turns ahead of Bo". `at` is the beginning of the sentence,
/// here "After 1.25 laps".
fn sentence(first: &str, second: &str, at: &str, turns: f64) -> String {
    let (ahead, behind) = if turns >= 0.0 { (first, second) } else { (second, first) };
    if turns.abs() < 0.05 {
        return format!("{at} {first} and {second} are level");
    }
    format!("{at} {ahead} is {:.1} turns ahead of {behind}", turns.abs())
}

/// The value of a line at `x`, interpolated between its points; `None` if `x` is outside the line.
fn value(line: &[[f64; 2]], x: f64) -> Option<f64> {
    let next = line.partition_point(|[at, _]| *at < x);
    let [to, after] = *line.get(next)?;
    let Some([from, before]) = next.checked_sub(1).and_then(|index| line.get(index)).copied() else {
        return (to == x).then_some(after);
    };
    Some(before + (after - before) * (x - from) / (to - from))
}

/// Finds the turn of a car that ends nearest to a distance of `laps` laps from the start; `None` if the car has no
/// turns.
fn turn_near(shown: Shown<'_>, car: usize, laps: f64) -> Option<usize> {
    let series = &shown.figures.series;
    let away = |turn: &u32| {
        let at = series.at(car, Quantity::Progress, f64::from(*turn)).unwrap_or(f64::MAX);
        (at - laps).abs()
    };
    // A car may move back, but only a little: the nearest turn is close to the first one that reached this point.
    let own = series.own_turns(car);
    let reached = own.partition_point(|turn| {
        series.at(car, Quantity::Progress, f64::from(*turn)).is_some_and(|progress| progress < laps)
    });
    let near = own.get(reached.saturating_sub(8)..(reached + 8).min(own.len()))?;
    near.iter().min_by(|a, b| away(a).total_cmp(&away(b))).map(|turn| *turn as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: [[f64; 2]; 5] = [[0.0, 0.0], [1.0, 2.0], [3.0, -2.0], [4.0, -1.0], [5.0, 1.0]];

    #[test]
    fn values_are_interpolated_between_points() {
        assert_eq!(value(&LINE, 2.0), Some(0.0));
        assert_eq!(value(&LINE, 0.0), Some(0.0));
        assert_eq!([value(&LINE, -0.1), value(&LINE, 5.1)], [None, None]);
    }

    #[test]
    fn the_sentence_names_the_car_ahead_first() {
        assert_eq!(sentence("Ada", "Bo", "After 1.50 laps", -0.52), "After 1.50 laps Bo is 0.5 turns ahead of Ada");
        assert_eq!(sentence("Ada", "Bo", "After 1.50 laps", 0.01), "After 1.50 laps Ada and Bo are level");
    }
}
