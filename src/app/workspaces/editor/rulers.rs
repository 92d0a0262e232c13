//! The rulers along the upper and the left edge of the board. They stay where they are when the board is moved.

use egui::{Align2, FontId, Rect, Stroke, Ui, pos2, vec2};

use crate::app::board::look;
use crate::app::board::view::BoardOutput;

/// The width of the left ruler and the height of the upper one, in points.
pub(super) const THICK: egui::Vec2 = vec2(30.0, 18.0);
/// The smallest distance between two numbers on a ruler, in points.
const APART: f64 = 44.0;
/// The lengths of a ruler's tick marks, in points: of a mark without a number, then of a mark with a number.
const MARKS: [f32; 2] = [4.0, 8.0];

/// The part of the board that the rulers do not cover.
pub(super) fn inside(out: &BoardOutput) -> Rect {
    let whole = out.response.rect;
    Rect::from_min_max(whole.min + THICK, whole.max)
}

/// Draws both rulers over the edges of the board, and marks the pointer's position on each.
pub(super) fn show(ui: &Ui, out: &BoardOutput) {
    let visuals = ui.visuals();
    let painter = &out.painter;
    let whole = out.response.rect;
    let board = inside(out);
    let top = Rect::from_min_max(pos2(board.left(), whole.top()), board.right_top());
    let left = Rect::from_min_max(pos2(whole.left(), board.top()), board.left_bottom());
    painter.rect_filled(Rect::from_min_max(whole.min, board.right_top()), 0.0, visuals.panel_fill);
    painter.rect_filled(Rect::from_min_max(whole.min, board.left_bottom()), 0.0, visuals.panel_fill);
    let line = Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color);
    painter.line_segment([top.left_bottom(), top.right_bottom()], line);
    painter.line_segment([left.right_top(), left.right_bottom()], line);
    let (step, parts) = step(out.view.scale);
    let (low, high) = (out.view.world_from_screen(board.left_bottom()), out.view.world_from_screen(board.right_top()));
    let ink = Stroke::new(1.0, visuals.weak_text_color());
    let font = FontId::proportional(look::SMALL - 3.0);
    for axis in 0..2 {
        let small = step / f64::from(parts);
        let [first, last] = [(low[axis] / small).ceil(), (high[axis] / small).floor()];
        // A view that shows nothing has no marks.
        if !(first.is_finite() && last.is_finite()) || last - first > 2_000.0 {
            continue;
        }
        for index in first as i64..=last as i64 {
            let value = index as f64 * small;
            let has_number = index.rem_euclid(i64::from(parts)) == 0;
            let mut at = [low[0], low[1]];
            at[axis] = value;
            let place = out.view.screen_from_world(at);
            let length = MARKS[usize::from(has_number)];
            let (ends, text, anchor) = if axis == 0 {
                let edge = pos2(place.x, top.bottom());
                ([edge, edge - vec2(0.0, length)], pos2(place.x + 3.0, top.top() + 1.0), Align2::LEFT_TOP)
            } else {
                let edge = pos2(left.right(), place.y);
                ([edge, edge - vec2(length, 0.0)], pos2(left.right() - MARKS[1] - 1.0, place.y), Align2::RIGHT_CENTER)
            };
            painter.line_segment(ends, ink);
            if has_number {
                // Remove the rounding errors of adding tenths.
                let value = (value * 1e4).round() / 1e4;
                painter.text(text, anchor, value, font.clone(), visuals.text_color());
            }
        }
    }
    if let Some(pointer) = out.pointer {
        let place = out.view.screen_from_world(pointer);
        let accent = Stroke::new(1.5, visuals.hyperlink_color);
        painter.line_segment([pos2(place.x, top.top()), pos2(place.x, top.bottom())], accent);
        painter.line_segment([pos2(left.left(), place.y), pos2(left.right(), place.y)], accent);
    }
}

/// Returns two values: the distance between two numbers on the ruler, in units of the board, and the number of parts
/// into which marks divide this distance. `scale` is the length of a unit, in points.
fn step(scale: f64) -> (f64, i32) {
    let least = APART / scale.clamp(1e-6, 1e6);
    let power = 10_f64.powf(least.log10().floor());
    let fits = |(part, _): &(f64, i32)| part * power >= least * 0.999;
    let (part, parts) = [(1.0, 5), (2.0, 4), (5.0, 5)].into_iter().find(fits).unwrap_or((10.0, 5));
    (part * power, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_never_crowded() {
        for tenth in 1..2_000 {
            let scale = f64::from(tenth) / 10.0;
            let (step, parts) = step(scale);
            assert!(step * scale >= APART * 0.99 && step * scale <= APART * 2.6, "{scale}: {step}");
            let digit = step / 10_f64.powf(step.log10().floor());
            assert!([1.0, 2.0, 5.0, 10.0].iter().any(|known| (digit - known).abs() < 1e-9), "{step}");
            assert!(parts == 4 || parts == 5);
        }
    }
}
