//! Number fields of the inspector. They show errors while the user types, and the arrow keys change the number by a
//! step. A typed number is applied even if its field disappears because the selection changed.

use egui::{Key, Modifiers, TextEdit, Ui};

use super::{Asked, Desk};
use crate::app::board::look;
use crate::app::workspaces::form::Filled;
use crate::editor::sketch::{AnySketch, Part, computed};
use crate::game::form::{Entry, Field, Value};
use crate::game::words::fixed;
use crate::geometry::Surd;

/// The width of the label before a field, in points. The first value is for a narrow panel, the second for a wide one.
const LABELS: [f32; 2] = [56.0, 112.0];
/// The width of a field with its margins, in points. The first value is for a narrow panel, the second for a wide one.
const FIELDS: [f32; 2] = [36.0, 64.0];

/// The state shared by all number fields: the number that is being typed, if any.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    typing: Option<Typing>,
}

#[derive(Debug)]
struct Typing {
    of: Option<Part>,
    field: String,
    text: String,
    /// Whether the field was drawn in this frame.
    is_shown: bool,
}

/// Whether a row has only number fields.
pub(super) fn are_numbers(row: &[Field]) -> bool {
    row.iter().all(|field| matches!(field.value, Value::Number(..)))
}

/// Draws a row of number fields. The first label fills the label column unless it is a single letter.
pub(super) fn row(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, of: Option<Part>, row: &[Field]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let [label_width, field_width] = widths(ui, row);
        for (place, field) in row.iter().enumerate() {
            let Value::Number(value, unit) = &field.value else { continue };
            let label = if place == 0 && field.label.len() > 1 {
                let size = egui::vec2(label_width, 24.0);
                let left = egui::Layout::left_to_right(egui::Align::Center);
                let column = ui.allocate_ui_with_layout(size, left, |ui| {
                    ui.set_min_width(label_width);
                    ui.set_max_width(label_width);
                    ui.add(egui::Label::new(&field.label).wrap())
                });
                column.inner
            } else {
                ui.label(look::weak(&field.label))
            };
            if let Some(text) = number(ui, document, desk, (of, &label, field_width), field, value) {
                desk.asked.push(Asked::Fill(of, filled(field, text)));
            }
            if !unit.is_empty() {
                ui.label(look::weak(unit));
            }
        }
    });
}

/// The widths of the label column and of each field in a row, so that the row fits into the panel.
fn widths(ui: &Ui, row: &[Field]) -> [f32; 2] {
    let measured = |text: &str| {
        let font = egui::TextStyle::Body.resolve(ui.style());
        ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER).size().x
    };
    let gap = ui.spacing().item_spacing.x;
    let (mut fixed, mut columns) = (0.0, 0);
    // The word in an empty field, such as "unknown", is never cut.
    let margins = 2.0 * ui.spacing().button_padding.x;
    let word = row.iter().map(|field| measured(&field.empty).ceil() + margins + 2.0).fold(0.0, f32::max);
    let [least, most] = FIELDS.map(|width| width.max(word));
    for (place, field) in row.iter().enumerate() {
        let Value::Number(_, unit) = &field.value else { continue };
        columns = if place == 0 && field.label.len() > 1 { 1 } else { columns };
        let label = if place == 0 && field.label.len() > 1 { 0.0 } else { measured(&field.label) };
        fixed += label + gap + gap;
        fixed += if unit.is_empty() { 0.0 } else { measured(unit) + gap };
    }
    let (count, columns) = (row.len().max(1) as f32, columns as f32);
    let space = ui.available_width() - fixed;
    let label = (space - most * count).clamp(LABELS[0], LABELS[1]);
    let field = ((space - label * columns) / count).clamp(least, most);
    [label, field]
}

/// Draws a field. Returns its text when the user enters it: with Enter, with an arrow key, or by leaving the field.
fn number(
    ui: &mut Ui,
    document: &dyn AnySketch,
    desk: &mut Desk,
    (of, label, width): (Option<Part>, &egui::Response, f32),
    field: &Field,
    value: &str,
) -> Option<String> {
    let typing = &mut desk.numbers.typing;
    let is_mine = |typing: &&Typing| typing.of == of && typing.field == field.id;
    let mine = typing.as_ref().filter(is_mine);
    let is_resting = mine.is_none();
    let mut text = mine.map_or_else(|| short(value), |typing| typing.text.clone());
    let meant = |text: &str| meant(document, of, &field.id, text);
    let try_text = |text: &str| document.try_enter(of, &field.id, &Entry::Text(meant(text)));
    let wrong = if is_resting { None } else { try_text(&text).err().map(String::from) };
    let mut edit = TextEdit::singleline(&mut text).id_salt((format!("{of:?}"), &field.id)).desired_width(width);
    edit = edit.align(egui::Align2::RIGHT_CENTER).hint_text(field.empty.as_str());
    if wrong.is_some() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let response = ui.add(edit);
    let spoken = field.spoken();
    let response =
        if spoken == field.label { response.labelled_by(label.id) } else { response.accessible_name(spoken) };
    let response = if short(value) == value { response } else { response.on_hover_text(format!("exactly {value}")) };
    let response = if field.help.is_empty() { response } else { response.on_hover_text(&field.help) };
    // As soon as the field gets focus it shows the exact number, so that an unchanged number stays exact.
    if is_resting && !response.changed() {
        value.clone_into(&mut text);
    }
    if response.has_focus() {
        desk.is_filling = true;
        let step = ui.input_mut(|input| {
            let up = input.consume_key(Modifiers::NONE, Key::ArrowUp);
            let down = input.consume_key(Modifiers::NONE, Key::ArrowDown);
            i64::from(up) - i64::from(down)
        });
        let number = text.parse::<Surd>().ok().filter(|_| step != 0);
        let next = number.map(|number| (number + document.manner().field_step() * step).to_string());
        let text = next.clone().unwrap_or(text);
        // Update the error message for the current text.
        desk.complaint = if text.trim() == value { None } else { try_text(&text).err().map(String::from) };
        *typing = Some(Typing { of, field: field.id.clone(), text, is_shown: true });
        return next;
    }
    if response.lost_focus() {
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        *typing = None;
        if is_given_up {
            desk.complaint = None;
        }
        return (!is_given_up && text.trim() != value).then(|| meant(&text));
    }
    None
}

/// Returns the value to enter for a typed text: the text itself if the field accepts it, otherwise the result of the
/// calculation in the text, such as `13*2`.
fn meant(document: &dyn AnySketch, of: Option<Part>, field: &str, text: &str) -> String {
    let text = text.trim();
    let is_fine = |text: &str| document.try_enter(of, field, &Entry::Text(text.to_owned())).is_ok();
    if is_fine(text) {
        return text.to_owned();
    }
    computed(text).filter(|result| is_fine(result)).unwrap_or_else(|| text.to_owned())
}

/// The text of a number field without focus. A number that contains √2 is rounded to three decimals, so that it fits
/// into the field.
fn short(value: &str) -> String {
    match value.parse::<Surd>() {
        Ok(number) if number.as_decimal().is_none() => fixed(number.to_f64(), 3),
        _ => value.to_owned(),
    }
}

fn filled(field: &Field, text: String) -> Filled {
    Filled { id: field.id.clone(), entry: Entry::Text(text), words: format!("Set {}", field.spoken().to_lowercase()) }
}

/// Applies the number that the user was typing when its field disappeared, for example because another shape was
/// selected.
pub(super) fn finish(document: &dyn AnySketch, desk: &mut Desk) {
    let Some(typing) = &mut desk.numbers.typing else { return };
    if std::mem::take(&mut typing.is_shown) {
        return;
    }
    let Some(Typing { of, field, text, .. }) = desk.numbers.typing.take() else { return };
    let entry = Entry::Text(meant(document, of, &field, &text));
    if document.try_enter(of, &field, &entry).is_ok() {
        let words = format!("Set {field}");
        desk.asked.push(Asked::Fill(of, Filled { id: field, entry, words }));
    }
    desk.complaint = None;
}
