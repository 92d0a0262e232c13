//! The page on which the user measures the screen with a bank card. Without this measurement, the command "Actual size"
//! is not exact.

use egui::{Context, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::app::board::look;
use crate::app::settings::Settings;

/// The width and the height of a bank card, in millimetres.
const CARD: [f32; 2] = [85.6, 53.98];
/// The smallest and the largest width that the user can set for the drawn bank card, in points.
const WIDTHS: std::ops::RangeInclusive<f32> = 120.0..=720.0;
/// The size of the area in which the bank card is drawn, in points.
const AREA: egui::Vec2 = vec2(744.0, 300.0);

/// The page that measures the screen. While it is open, it shows a drawing of a bank card, and the user sets its width.
#[derive(Debug, Default)]
pub struct ScreenSize {
    /// The width of the drawn bank card, in points. `None` while the page that measures the screen is closed.
    width: Option<f32>,
}

impl ScreenSize {
    /// Opens the page that measures the screen. It starts with the size stored in `settings`.
    pub fn open(&mut self, ctx: &Context, settings: &Settings) {
        let width = settings.points_per_mm(ctx.pixels_per_point()) * CARD[0];
        self.width = Some(width.clamp(*WIDTHS.start(), *WIDTHS.end()));
    }

    /// Closes the page that measures the screen. Returns whether it was open.
    pub const fn close(&mut self) -> bool {
        self.width.take().is_some()
    }

    /// Shows the page that measures the screen, if it is open. Stores the size in the settings when the user confirms
    /// it.
    pub fn ui(&mut self, ctx: &Context, settings: &mut Settings) {
        let Some(mut width) = self.width else { return };
        let (mut is_done, mut is_open) = (false, true);
        let answer = look::modal(ctx, "screen-size").show(ctx, |ui| {
            ui.set_width(AREA.x);
            ui.label(look::strong("Size of the screen", look::HEADING));
            ui.add_space(8.0);
            ui.label("Hold a bank card against the screen. Drag the right edge of the drawn card until it is as wide as the real card.");
            ui.add_space(8.0);
            card(ui, &mut width);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let slider = egui::Slider::new(&mut width, WIDTHS).show_value(false).step_by(0.5);
                ui.spacing_mut().slider_width = AREA.x - 220.0;
                ui.add(slider).on_hover_text("Arrow keys change the width a little").labelled_by(ui.label("Width").id);
                is_done = ui.button("Use this size").clicked();
                if ui.button("Cancel").clicked() {
                    is_open = false;
                }
            });
        });
        if is_done {
            settings.set_screen(width / CARD[0], ctx.pixels_per_point());
        }
        let closes = is_done || !is_open || answer.backdrop_response.clicked();
        self.width = (!closes).then_some(width);
    }
}

/// Draws a bank card for comparison with a real one. The user drags the right edge of the drawing until both cards have
/// the same width.
fn card(ui: &mut Ui, width: &mut f32) {
    let (area, response) = ui.allocate_exact_size(AREA, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Card"));
    let at = |x: f32, y: f32| -> Pos2 { pos2(area.left() + x, area.top() + y) };
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
        *width = (pointer.x - area.left() - 8.0).clamp(*WIDTHS.start(), *WIDTHS.end());
    }
    if response.hovered() {
        ui.set_cursor_icon(egui::CursorIcon::ResizeHorizontal);
    }
    let height = (*width * CARD[1] / CARD[0]).min(AREA.y - 16.0);
    let rect = Rect::from_min_max(at(8.0, 8.0), at(8.0 + *width, 8.0 + height));
    let visuals = ui.visuals();
    let line = Stroke::new(1.5, visuals.hyperlink_color);
    ui.painter().rect(rect, 10.0, visuals.faint_bg_color, Stroke::new(1.0, visuals.text_color()), StrokeKind::Inside);
    ui.painter().vline(rect.right(), area.y_range(), line);
    ui.painter().vline(rect.left(), area.y_range(), line);
}
