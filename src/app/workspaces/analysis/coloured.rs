//! Paths on the board, coloured by a value of each turn, with a legend.

use egui::{ComboBox, Ui, vec2};

use super::AnalysisDesk;
use crate::analysis::{PathValue, Quantity};
use crate::app::board::{look, painter};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::stretches;
use crate::game::scene::{Scene, Style};
use crate::game::words::fixed;
use crate::render::cividis;

/// The largest number of different values for which the legend shows separate swatches. If there are more values, the
/// legend shows a continuous scale.
const SWATCHES: usize = 12;

/// The cached range of the quantity that colours the paths: its lowest and its highest value in the whole race.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueRange {
    of: (u64, bool, PathValue),
    range: Option<[f64; 2]>,
}

impl AnalysisDesk {
    /// The value that colours the paths, with its lowest and highest value in the race. `None` if each path has the
    /// colour of its car, or if the race does not have the chosen value.
    pub(super) fn path_value(&mut self, shown: Shown<'_>) -> Option<(PathValue, [f64; 2])> {
        let value = self.path_value?;
        let series = &shown.figures.series;
        let of = (shown.state, shown.evaluation.is_some(), value);
        // One of the user's own quantities changes whenever its expression does.
        let is_own = matches!(value, PathValue::Of(Quantity::Own(_)));
        let known = self.path_range.filter(|known| known.of == of && !is_own);
        let found = known.unwrap_or_else(|| ValueRange { of, range: value.range(shown.race, series) });
        self.path_range = Some(found);
        found.range.map(|range| (value, range))
    }
}

/// Returns the place of a value on the colour scale: 0 for the value `low`, 255 for the value `high`.
fn part(value: f64, [low, high]: [f64; 2]) -> u8 {
    if high <= low { 128 } else { (255.0 * ((value - low) / (high - low)).clamp(0.0, 1.0)).round() as u8 }
}

/// Draws the list of values above the board, and the legend of the colours.
/// Returns whether the user has chosen a value.
pub(super) fn bar(ui: &mut Ui, shown: Shown<'_>, own: &mut AnalysisDesk) -> bool {
    let before = own.path_value;
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.add_space(6.0);
        ui.label(look::weak("Paths by"));
        let series = &shown.figures.series;
        let words = |value: Option<PathValue>| {
            value.map_or_else(|| "car".to_owned(), |value| value.title(shown.race, series).to_lowercase())
        };
        let combo = ComboBox::from_id_salt("path-value").width(116.0).height(420.0);
        let combo = combo.selected_text(words(own.path_value)).truncate();
        let response = look::show_list(ui, combo, |ui| {
            let all = PathValue::of_race(shown.race, series).into_iter().map(Some);
            for value in std::iter::once(None).chain(all) {
                if ui.selectable_label(own.path_value == value, words(value)).clicked() {
                    own.path_value = value;
                }
            }
        });
        let help = "Colours the paths of the cars by this value. Shows the paths in the selected stretch, or else in \
                    the range that the plots show. If a car is selected, only its paths are shown.";
        response.response.accessible_name("Value of paths").on_hover_text(help);
        match own.path_value(shown) {
            Some((value, range)) => legend(ui, value, range),
            None if own.path_value.is_some() => {
                ui.label(look::weak("no values in this race"));
            }
            None => {}
        }
    });
    ui.add_space(2.0);
    own.path_value.is_some() && own.path_value != before
}

/// Draws the legend of the path colours: a swatch for each value if the values are a few whole
/// numbers, otherwise a scale from the lowest to the highest value.
fn legend(ui: &mut Ui, value: PathValue, [low, high]: [f64; 2]) {
    ui.spacing_mut().item_spacing.x = 3.0;
    ui.add_space(6.0);
    let words = |number: f64| fixed(number, if value.is_counted() { 0 } else { 1 });
    let swatch = |ui: &mut Ui, parts: &[u8], width: f32| {
        let (rect, _) = ui.allocate_exact_size(vec2(width, 12.0), egui::Sense::hover());
        let step = rect.width() / parts.len() as f32;
        for (index, part) in parts.iter().enumerate() {
            let left = rect.left() + index as f32 * step;
            let cell = egui::Rect::from_min_size(egui::pos2(left, rect.top()), vec2(step + 0.5, rect.height()));
            ui.painter().rect_filled(cell.intersect(rect), 0.0, painter::color(cividis(*part)));
        }
        let line = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().rect_stroke(rect, 0.0, line, egui::StrokeKind::Inside);
    };
    let count = (high - low).round() as usize + 1;
    if value.is_counted() && count <= SWATCHES && ui.available_width() > 26.0 * count as f32 {
        for number in 0..count {
            let number = low + number as f64;
            swatch(ui, &[part(number, [low, high])], 12.0);
            ui.label(look::weak(words(number)));
        }
        return;
    }
    ui.label(look::weak(words(low)));
    let parts: Vec<u8> = (0..32).map(|step| (step * 255 / 31) as u8).collect();
    swatch(ui, &parts, (ui.available_width() - 44.0).clamp(30.0, 120.0));
    ui.label(look::weak(words(high)));
}

/// Draws the cars' paths in a range of turns, coloured by a value. `range` has the number of turns played at the
/// beginning and at the end of this range. Turns that `is_wanted` rejects are left out. If a car is selected, only its
/// paths are drawn.
pub(super) fn paths(
    shown: Shown<'_>,
    desk: &Desk,
    (value, extent): (PathValue, [f64; 2]),
    range: [usize; 2],
    is_wanted: impl Fn(usize, usize) -> bool,
) -> Scene {
    let series = &shown.figures.series;
    let chosen = shown.chosen.and_then(|car| shown.index_of(car));
    let of_turn = |car: usize, turn: usize| value.of_turn(shown.race, series, car, turn);
    let is_wanted = |car: usize, turn: usize| {
        chosen.is_none_or(|chosen| chosen == car) && is_wanted(car, turn) && of_turn(car, turn).is_some()
    };
    let mut scene = stretches::paths(shown, desk, range, |_, _| Style::GradedEdge, is_wanted);
    let style = |car: usize, turn: usize| Style::Graded(of_turn(car, turn).map_or(0, |value| part(value, extent)));
    let mut paths = stretches::paths(shown, desk, range, style, is_wanted);
    // High values are drawn over low ones.
    paths.items.sort_by_key(|item| match item.style {
        Style::Graded(part) => part,
        _ => 0,
    });
    scene.items.append(&mut paths.items);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spread_over_the_whole_scale() {
        assert_eq!([1.0, 2.0, 3.0].map(|value| part(value, [1.0, 3.0])), [0, 128, 255]);
        assert_eq!(part(7.0, [7.0, 7.0]), 128, "one value alone");
        assert_eq!([-5.0, 99.0].map(|value| part(value, [0.0, 9.0])), [0, 255]);
    }
}
