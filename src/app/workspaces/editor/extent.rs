//! Number fields for the position, the size and the angle of the selection.

use egui::{Key, TextEdit, Ui};

use super::{Asked, Desk};
use crate::app::board::look;
use crate::editor::sketch::{AnySketch, At, Measure, SketchEdit, computed};
use crate::game::words::short;
use crate::geometry::Surd;

/// The width of a label, in points.
const LABEL: f32 = 42.0;
/// The distance between columns, in points.
const GAP: f32 = 4.0;

/// Draws a field for each measure of the selection. Draws nothing if the selection cannot be moved freely.
pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk) {
    let Some(extent) = document.extent() else {
        desk.measure = None;
        return;
    };
    // Copy the typed text before any field is drawn. A click on an earlier field replaces the text before the field
    // that the user leaves is drawn.
    let typed = desk.measure.clone();
    ui.add_space(8.0);
    ui.label(look::strong("Place and size", look::BODY));
    let width = ((ui.available_width() - 3.0 * GAP) / 2.0 - LABEL - 2.0).clamp(40.0, 72.0);
    egui::Grid::new("extent").num_columns(4).spacing([GAP, 4.0]).show(ui, |ui| {
        for row in Measure::ALL.chunks(2) {
            for measure in row {
                let typed = typed.as_ref().filter(|(of, _)| of == measure).map(|(_, text)| text.clone());
                field(ui, document, desk, (*measure, typed, width), extent);
            }
            ui.end_row();
        }
    });
}

fn field(
    ui: &mut Ui,
    document: &dyn AnySketch,
    desk: &mut Desk,
    (measure, typed, width): (Measure, Option<String>, f32),
    extent: [At; 2],
) {
    let now = measure.of(extent);
    // A field without the focus shows at most two decimals; with the focus, it shows the exact number.
    let shown = short(now.to_f64(), 2);
    let is_resting = typed.is_none();
    let mut text = typed.unwrap_or(shown);
    ui.add_sized([LABEL, 24.0], egui::Label::new(look::weak(measure.label())).truncate());
    let number = meant(&text);
    let mut edit = TextEdit::singleline(&mut text).id_salt(("extent", measure.label())).desired_width(width);
    edit = edit.align(egui::Align2::RIGHT_CENTER).margin(egui::Margin::symmetric(3, 2));
    if number.is_none() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let unit = if measure == Measure::Angle { "degrees" } else { document.manner().unit };
    let name = if measure == Measure::Angle { "Angle" } else { measure.label() };
    let name = format!("{name} of the selection");
    let hint = format!("{name}, in {unit}. You can enter a calculation such as 13*2.");
    // Set the width here, because the grid's column would make the field narrower.
    let response = ui.add_sized([width, 24.0], edit).on_hover_text(hint);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &name));
    if response.has_focus() {
        desk.is_filling = true;
        if is_resting && !response.changed() {
            now.to_string().clone_into(&mut text);
        }
        desk.complaint =
            meant(&text).is_none().then(|| format!("\"{}\" is not a number. Enter one such as 13.5.", text.trim()));
        desk.measure = Some((measure, text));
    } else if response.lost_focus() && !is_resting {
        if desk.measure.as_ref().is_some_and(|(of, _)| *of == measure) {
            (desk.measure, desk.complaint) = (None, None);
        }
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        if let Some(value) = meant(&text).filter(|value| !is_given_up && *value != now) {
            let parts = document.selection().items().to_vec();
            desk.asked.push(Asked::Edit(SketchEdit::Reshape(parts, measure, value)));
        }
    }
}

/// Reads a typed text as a number. The text may be a number or a calculation such as `13*2`. `None` if it is neither.
fn meant(text: &str) -> Option<Surd> {
    text.trim().parse().ok().or_else(|| computed(text)?.parse().ok())
}
