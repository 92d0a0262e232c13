//! The view that shows the licences of the program, its fonts and the crates in it.

use egui::{Align2, Area, Frame, Order, ScrollArea, TextEdit, Ui, vec2};

use crate::app::board::{icons, look};
use crate::licenses::{Kind, Part, parts};

/// The width of the list of licences, in points.
const LIST: f32 = 264.0;
/// The largest width of the view, in points. Beside the list, there is space for a text that is 80 letters wide.
const WIDTH: f32 = 940.0;

/// The view that shows licences. It is closed, or it shows the licence of a selected part of the program.
#[derive(Debug, Default)]
pub struct Licenses {
    is_open: bool,
    sought: String,
    shown: usize,
}

impl Licenses {
    /// Opens or closes the view of licences.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.sought.clear();
        self.shown = 0;
    }

    /// Closes the view of licences. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    /// Shows the view of licences, if it is open.
    pub fn ui(&mut self, ctx: &egui::Context) {
        if !self.is_open {
            return;
        }
        look::dim(ctx);
        let room = ctx.content_rect().size();
        let size = vec2((room.x - 80.0).clamp(400.0, WIDTH), (room.y - 130.0).max(200.0));
        let area = Area::new(egui::Id::unique(look::LICENSES)).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
        area.order(Order::Foreground).show(ctx, |ui| {
            Frame::window(ui.style()).inner_margin(20).show(ui, |ui| {
                look::keep_bars_free(ui);
                ui.set_min_size(size);
                ui.set_max_size(size);
                ui.horizontal(|ui| {
                    ui.label(look::strong("Licences", look::HEADING));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let button = ui.button(icons::X).on_hover_text("Close (Esc)");
                        if button.accessible_name("Close the licences").clicked() {
                            self.is_open = false;
                        }
                    });
                });
                ui.add_space(8.0);
                ui.horizontal_top(|ui| {
                    let height = ui.available_height();
                    ui.allocate_ui_with_layout(vec2(LIST, height), egui::Layout::top_down(egui::Align::LEFT), |ui| {
                        self.list(ui);
                    });
                    ui.add_space(16.0);
                    ui.vertical(|ui| text(ui, &parts()[self.shown.min(parts().len() - 1)]));
                });
            });
        });
    }

    fn list(&mut self, ui: &mut Ui) {
        ui.set_width(LIST);
        let field = ui.add(TextEdit::singleline(&mut self.sought).hint_text("Find").desired_width(LIST - 8.0));
        field.accessible_name("Find a part");
        ui.add_space(4.0);
        let sought = self.sought.trim().to_lowercase();
        let found: Vec<(usize, &Part)> =
            parts().iter().enumerate().filter(|(_, part)| part.name.to_lowercase().contains(&sought)).collect();
        if found.is_empty() {
            ui.label(look::weak("No font, crate or other part of the program has this name."));
        }
        ScrollArea::vertical().id_salt("parts").auto_shrink([false, false]).show_rows(
            ui,
            look::ROW,
            found.len(),
            |ui, rows| {
                for (index, part) in &found[rows] {
                    let kind = if part.kind == Kind::Font { " (font)" } else { "" };
                    let row = ui.selectable_label(self.shown == *index, format!("{}{kind}", part.title()));
                    if row.on_hover_text(&part.license).clicked() {
                        self.shown = *index;
                    }
                }
            },
        );
    }
}

fn text(ui: &mut Ui, part: &Part) {
    ui.label(look::strong(part.title(), look::BODY));
    ui.label(look::weak(&part.license));
    if !part.source.is_empty() {
        ui.hyperlink(&part.source);
    }
    ui.add_space(8.0);
    // Each part has its own scroll position.
    let scroll = ScrollArea::vertical().id_salt(("text", &part.name, &part.version)).auto_shrink([false, false]);
    scroll.show(ui, |ui| ui.label(part.text()));
}
