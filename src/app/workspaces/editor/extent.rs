//! The place, the size and the angle of the selection as numbers.

use egui::{Key, TextEdit, Ui};

use super::{Asked, Desk};
use crate::app::board::look;
use crate::editor::sketch::{AnySketch, At, Measure, SketchEdit, computed};
use crate::geometry::Surd;

/// The width of a label and of a field, in points.
const WIDTHS: [f32; 2] = [62.0, 60.0];

/// Draws a field for each measure of the selection. Draws nothing if the selection cannot be moved freely.
pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk) {
    let Some(extent) = document.extent() else {
        desk.measure = None;
        return;
    };
    ui.add_space(8.0);
    ui.label(look::strong("Place and size", look::BODY));
    egui::Grid::new("extent").num_columns(4).spacing([4.0, 4.0]).show(ui, |ui| {
        for row in Measure::ALL.chunks(2) {
            for measure in row {
                field(ui, document, desk, *measure, extent);
            }
            ui.end_row();
        }
    });
}

fn field(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, measure: Measure, extent: [At; 2]) {
    let now = measure.of(extent);
    let shown = now.as_decimal().map_or_else(|| format!("{:.4}", now.to_f64()), |_| now.to_string());
    let typed = desk.measure.as_ref().filter(|(of, _)| *of == measure).map(|(_, text)| text.clone());
    let is_resting = typed.is_none();
    let mut text = typed.unwrap_or_else(|| shown.clone());
    let label = ui.add_sized([WIDTHS[0], 24.0], egui::Label::new(look::weak(measure.label())).truncate());
    let number = meant(&text);
    let mut edit = TextEdit::singleline(&mut text).id_salt(("extent", measure.label())).desired_width(WIDTHS[1]);
    edit = edit.align(egui::Align2::RIGHT_CENTER);
    if number.is_none() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let unit = if measure == Measure::Angle { "degrees" } else { document.manner().unit };
    let name = format!("{} of the selection", measure.label());
    let hint = format!("{name}, in {unit}. Sums such as 13*2 are computed.");
    let response = ui.add(edit).on_hover_text(hint);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &name));
    let _ = label;
    if response.has_focus() {
        desk.is_filling = true;
        if is_resting && !response.changed() {
            now.to_string().clone_into(&mut text);
        }
        desk.complaint =
            meant(&text).is_none().then(|| format!("\"{}\" is not a number. Enter one such as 13.5.", text.trim()));
        desk.measure = Some((measure, text));
    } else if response.lost_focus() {
        desk.measure = None;
        desk.complaint = None;
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        if let Some(value) = meant(&text).filter(|value| !is_given_up && *value != now) {
            let parts = document.selection().items().to_vec();
            desk.asked.push(Asked::Edit(SketchEdit::Reshape(parts, measure, value)));
        }
    }
}

/// The number that a text means: an exact number, or the result of a sum.
fn meant(text: &str) -> Option<Surd> {
    text.trim().parse().ok().or_else(|| computed(text)?.parse().ok())
}
