//! Draws the grid that points snap to.

use egui::Stroke;

use super::EditorTab;
use crate::app::board::painter;
use crate::app::board::view::BoardOutput;

/// The smallest distance between two drawn lines of the grid, in points. If the lines would be closer, only every
/// second, fifth or tenth line (and so on) is drawn.
const LEAST: f64 = 9.0;

impl EditorTab {
    /// Draws the lines of the grid, unless the grid is off or too fine to be useful.
    pub(super) fn draw_grid(&self, out: &BoardOutput) {
        let grid = self.desk.snap.grid;
        if grid.is_off() {
            return;
        }
        let factors = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
        let Some(step) = factors.iter().map(|by| by * grid.length()).find(|step| step * out.view.scale >= LEAST) else {
            return;
        };
        let rect = out.response.rect;
        let [low, high] =
            [out.view.world_from_screen(rect.left_bottom()), out.view.world_from_screen(rect.right_top())];
        let ink = painter::color(out.theme.ink());
        let stroke = |number: f64| {
            let is_strong = (number / 10.0).fract().abs() < 1e-9;
            Stroke::new(1.0, ink.gamma_multiply(if is_strong { 0.16 } else { 0.07 }))
        };
        let numbers = |axis: usize| {
            let (first, last) = ((low[axis] / step).ceil() as i64, (high[axis] / step).floor() as i64);
            first..=last
        };
        for number in numbers(0) {
            let x = out.view.screen_from_world([number as f64 * step, 0.0]).x;
            out.painter.vline(x.round(), rect.y_range(), stroke(number as f64));
        }
        for number in numbers(1) {
            let y = out.view.screen_from_world([0.0, number as f64 * step]).y;
            out.painter.hline(rect.x_range(), y.round(), stroke(number as f64));
        }
    }
}
