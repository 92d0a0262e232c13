//! The panel that compares two cars. It plots the gap between them in turns, for each distance that both have driven
//! since the start.

use egui::{ComboBox, Stroke, Ui};
use egui_plot::{HLine, Line, MarkerShape, PlotPoint, PlotPoints, Points, VLine};

use super::AnalysisDesk;
use super::plot::quiet;
use crate::analysis::Quantity;
use crate::app::board::{icons, look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::{Desk, Shown, disc};
use crate::app::workspaces::plotting::thinned;

/// The two cars to compare: the chosen ones, or else the first two of the race. `None` if the race has fewer than two.
pub(super) fn pair(shown: Shown<'_>, own: &AnalysisDesk) -> Option<[usize; 2]> {
    let cars = shown.race.entrants().len();
    if let Some(pair) = own.pair.filter(|pair| pair.iter().all(|car| *car < cars)) {
        return Some(pair);
    }
    let last = shown.race.view(shown.race.len());
    let ranked = |rank: usize| last.standings().get(rank).and_then(|car| shown.index_of(car.car));
    Some([ranked(0)?, ranked(1)?])
}

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, own: &mut AnalysisDesk, desk: &mut Desk, queue: &mut CommandQueue) {
    let Some(pair) = pair(shown, own) else {
        ui.weak("A comparison needs two cars.");
        return;
    };
    let [first, second] = choose(ui, shown, own, pair);
    let line = own.difference(shown, [first, second]);
    if line.len() < 2 || first == second {
        ui.weak(if first == second { "Choose two different cars." } else { "One of the cars has not moved." });
        return;
    }
    let most = line.iter().map(|[_, turns]| turns.abs()).fold(0.5, f64::max) * 1.15;
    let (from, to) = (line.first().map_or(0.0, |[x, _]| *x), line.last().map_or(1.0, |[x, _]| *x));
    let visuals = ui.visuals().clone();
    let accent = painter::color(shown.theme.accent());
    let colour = |car: usize| painter::color(shown.theme.line_colour(car));
    let to_points = |points: Vec<[f64; 2]>| {
        PlotPoints::Owned(points.into_iter().map(|[x, y]| PlotPoint::new(x, y)).collect::<Vec<_>>())
    };
    let position = shown.playback.position();
    let drawn = thinned(&line, [from, to], (ui.available_width() as usize / 2).max(1));
    let answer = quiet("analysis-comparison", ui, false, |value| format!("{:.1}", value.abs())).show(ui, |plot| {
        plot.set_plot_bounds_x(from..=to.max(from + 1e-3));
        plot.set_plot_bounds_y(-most..=most);
        plot.hline(HLine::new("", 0.0).stroke(Stroke::new(1.0, visuals.weak_text_color())).allow_hover(false));
        // Above zero the first car is ahead and the line has its colour; below zero, the second car.
        for (car, side) in [(first, 1.0), (second, -1.0)] {
            for part in parts(&drawn, side) {
                let points = to_points(part);
                plot.line(Line::new("", points).color(colour(car)).width(2.0).allow_hover(false));
            }
        }
        // Mark both cars at the present turn.
        for car in [first, second] {
            let Some(at) = shown.figures.series.at(car, Quantity::Progress, position as f64) else { continue };
            let Some(turns) = value(&line, at) else { continue };
            plot.vline(VLine::new("", at).stroke(Stroke::new(1.0, accent.gamma_multiply(0.6))).allow_hover(false));
            let point = to_points(vec![[at, turns]]);
            plot.points(
                Points::new("", point).color(colour(car)).shape(MarkerShape::Circle).radius(5.0).allow_hover(false),
            );
        }
    });
    let response = answer.response.accessible_name("Plot of two cars");
    let Some(place) = response.hover_pos() else { return };
    let x = answer.transform.value_from_position(place).x;
    let turn = turn_near(shown, first, x);
    desk.hovering_turn = turn;
    if let Some(turn) = turn.filter(|_| response.clicked()) {
        queue.push(Request::GoTo(turn));
    }
    if let Some(turns) = value(&line, x) {
        let words = sentence(shown.name(first), shown.name(second), x, turns);
        response.on_hover_text_at_pointer(words);
    }
}

/// The gap in words: "After 1.25 laps Ada is 0.5 turns ahead of Bo".
fn sentence(first: &str, second: &str, laps: f64, turns: f64) -> String {
    let (ahead, behind) = if turns >= 0.0 { (first, second) } else { (second, first) };
    if turns.abs() < 0.05 {
        return format!("After {laps:.2} laps {first} and {second} are level");
    }
    format!("After {laps:.2} laps {ahead} is {:.1} turns ahead of {behind}", turns.abs())
}

/// Draws the lists from which the user chooses the two cars, and the description of the plot.
fn choose(ui: &mut Ui, shown: Shown<'_>, own: &mut AnalysisDesk, mut pair: [usize; 2]) -> [usize; 2] {
    ui.horizontal(|ui| {
        let before = pair;
        for (which, name) in ["First car", "Second car"].into_iter().enumerate() {
            if which == 1 {
                let swap = ui.button(icons::ARROWS_LEFT_RIGHT).on_hover_text("Swaps the two cars");
                if swap.accessible_name("Swap the two cars").clicked() {
                    pair.swap(0, 1);
                }
            }
            if let Some(entrant) = shown.race.entrants().get(pair[which]) {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
                disc(ui.painter(), rect.center(), pair[which], entrant.car);
            }
            let combo = ComboBox::from_id_salt(name).width(110.0).selected_text(shown.name(pair[which]));
            let response = combo.show_ui(ui, |ui| {
                for (index, entrant) in shown.race.entrants().iter().enumerate() {
                    if ui.selectable_label(pair[which] == index, &entrant.name).clicked() {
                        pair[which] = index;
                    }
                }
            });
            response.response.accessible_name(name);
        }
        ui.label(look::weak("turns ahead at the same point of the race, over laps since the start"));
        if pair != before {
            own.pair = Some(pair);
        }
    });
    pair
}

/// Splits a line where it crosses zero. Returns the parts above zero if `side` is positive, else those below. Each
/// part includes its zero crossings.
pub(super) fn parts(line: &[[f64; 2]], side: f64) -> Vec<Vec<[f64; 2]>> {
    let mut parts: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut part: Vec<[f64; 2]> = Vec::new();
    let mut before: Option<[f64; 2]> = None;
    for [x, y] in line.iter().copied() {
        if let Some([x0, y0]) = before
            && (y0 * side > 0.0) != (y * side > 0.0)
            && y != y0
        {
            let crossing = [x0 + (x - x0) * (-y0) / (y - y0), 0.0];
            part.push(crossing);
            if y * side <= 0.0 {
                parts.push(std::mem::take(&mut part));
            }
        }
        if y * side > 0.0 {
            part.push([x, y]);
        }
        before = Some([x, y]);
    }
    if part.len() > 1 {
        parts.push(part);
    }
    parts
}

/// The interpolated value of a line at `x`; `None` if `x` is beyond the line's ends.
fn value(line: &[[f64; 2]], x: f64) -> Option<f64> {
    let next = line.partition_point(|[at, _]| *at < x);
    let [to, after] = *line.get(next)?;
    let Some([from, before]) = next.checked_sub(1).and_then(|index| line.get(index)).copied() else {
        return (to == x).then_some(after);
    };
    Some(before + (after - before) * (x - from) / (to - from))
}

/// The turn after which the car was nearest to this number of laps since the start; `None` if there is no such turn.
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
    fn a_line_is_split_where_it_crosses_zero() {
        assert_eq!(parts(&LINE, 1.0), [vec![[0.0, 0.0], [1.0, 2.0], [2.0, 0.0]], vec![[4.5, 0.0], [5.0, 1.0]]]);
        assert_eq!(parts(&LINE, -1.0), [vec![[2.0, 0.0], [3.0, -2.0], [4.0, -1.0], [4.5, 0.0]]]);
        assert!(parts(&[[0.0, 0.0], [1.0, 0.0]], 1.0).is_empty());
    }

    #[test]
    fn values_are_interpolated_between_points() {
        assert_eq!(value(&LINE, 2.0), Some(0.0));
        assert_eq!(value(&LINE, 0.0), Some(0.0));
        assert_eq!([value(&LINE, -0.1), value(&LINE, 5.1)], [None, None]);
    }

    #[test]
    fn the_sentence_names_the_car_ahead_first() {
        assert_eq!(sentence("Ada", "Bo", 1.5, -0.52), "After 1.50 laps Bo is 0.5 turns ahead of Ada");
        assert_eq!(sentence("Ada", "Bo", 1.5, 0.01), "After 1.50 laps Ada and Bo are level");
    }
}
