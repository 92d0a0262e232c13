//! Forms: rows of fields, for the inspector of circuits and the dialog of a new race.

use std::collections::BTreeMap;

use egui::{Button, ComboBox, DragValue, Label, Response, RichText, Sense, TextEdit, Ui, Vec2, vec2};

use crate::app::board::{icons, look, painter};
use crate::game::form::{Entry, Field, Value};
use crate::game::words::capital;

/// The height of a row, in points.
const ROW: f32 = 24.0;
/// The width of a label before a field, in points.
const LABEL: f32 = 112.0;
/// The width of a number field, in points.
const NUMBER: f32 = 64.0;
/// The width of a number field at the beginning of a list item, and of the label before this field, in points.
const ITEM_NUMBER: f32 = 36.0;
/// The width of a button in a row, with the gap before it, in points.
const PRESS: f32 = 40.0;
/// The width of a text field in a row, in points.
const TEXT: f32 = 120.0;
/// The width of a text field in a row that has several text fields, in points.
const SHORT_TEXT: f32 = 84.0;
/// The smallest distance, in points, between a drop-down list and the right edge of the visible part of its panel.
const MARGIN: f32 = 8.0;
/// The smallest width of a form, in points, at which it has two labelled numbers in a row.
const PAIR: f32 = 300.0;
/// The smallest width of a form, in points, at which its label column is wide.
const WIDE: f32 = 400.0;
/// The width of the label column in a form that is at least [`WIDE`], in points.
const WIDE_LABEL: f32 = 176.0;

/// The space that a number with its unit needs beside its label, in points.
const NUMBER_AND_UNIT: f32 = 104.0;
/// Two widths of a drop-down list, in points: the usual width, and the smallest width to which a long label may reduce
/// it.
const LIST: [f32; 2] = [176.0, 152.0];
/// The margins of a text field at both sides, in points.
const AROUND_TEXT: f32 = 4.0;
/// The width of a drop-down list without its text, in points.
const AROUND_LIST: f32 = 40.0;

/// The widths of the columns of a form, in points. All rows with a single field use these widths, so that the fields
/// are aligned.
#[derive(Clone, Copy)]
struct Columns {
    label: f32,
    list: f32,
}

impl Columns {
    /// Measures the fields of a form. Leaves out rows of several fields, because these rows have a different layout.
    fn of(ui: &Ui, fields: &[Field]) -> Self {
        let space = visible_width(ui);
        // A dialog has more space than a panel beside the board.
        let least = if space > WIDE { WIDE_LABEL } else { LABEL };
        let is_lone = |place: &usize| !fields[*place].beside && fields.get(place + 1).is_none_or(|next| !next.beside);
        let (mut label, mut list, mut has_lists) = (least, LIST[0], false);
        for field in (0..fields.len()).filter(is_lone).map(|place| &fields[place]) {
            match &field.value {
                Value::Choice(names, _) => {
                    (label, has_lists) = (label.max(measured(ui, &capital(&field.label))), true);
                    list = list.max(width_of_list(ui, names));
                }
                Value::Number(..) | Value::Count(..) => label = label.max(measured(ui, &capital(&field.label))),
                Value::Text(..) | Value::Flag(_) | Value::Press(_) => {}
            }
        }
        let label = label.min(space - if has_lists { LIST[1] } else { NUMBER_AND_UNIT }).max(least);
        Self { label, list: list.min(space - label - ui.spacing().item_spacing.x).clamp(64.0, 1.5 * LIST[0]) }
    }
}

/// The width of a text, in points.
fn measured(ui: &Ui, text: &str) -> f32 {
    let font = egui::TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER).size().x.ceil() + 1.0
}

/// The width of a drop-down list that shows each of its entries whole, in points.
fn width_of_list(ui: &Ui, names: &[String]) -> f32 {
    names.iter().map(|name| measured(ui, name)).fold(0.0, f32::max) + AROUND_LIST
}

/// The width up to the right edge of the visible part of the panel, in points. The form itself can be wider than the
/// panel, because a row above may be too wide.
fn visible_width(ui: &Ui) -> f32 {
    ui.available_width().min(ui.clip_rect().right() - ui.cursor().left() - MARGIN)
}

/// The state of a form between frames.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// The texts that the user is typing, by the key of the field. Contains the field that has the focus, and the field
    /// that has just lost it.
    typing: BTreeMap<String, Typing>,
    /// The entries that were refused, by the key of the field.
    refused: BTreeMap<String, Refused>,
}

/// A text that the user is typing.
#[derive(Clone, Debug, Default)]
struct Typing {
    text: String,
    /// The field's value in the last frame.
    value: String,
    /// Whether the user has typed since the value changed. Then its next change is what the user typed. Any other
    /// change, such as an undo, replaces the text.
    is_ahead: bool,
}

/// An entry that was refused. It stays in its field, with the error below, until the user corrects it.
#[derive(Clone, Debug)]
struct Refused {
    /// The user's text, if the field is a text or number field.
    text: Option<String>,
    /// The error in the entry.
    why: String,
    /// The value of the field when the entry was refused. `None` before the next frame. If the field gets another value,
    /// for example by an undo, the refused entry is dropped.
    value: Option<Value>,
}

/// A field that the user filled in, with the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// The field's id.
    pub id: String,
    /// The user's entry.
    pub entry: Entry,
    /// The title of this edit in the editing history.
    pub words: String,
}

/// The user's input in a form in this frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The fields filled in during this frame.
    pub filled: Vec<Filled>,
    /// Whether the user is typing or dragging in a field. All edits until the user stops are one step of the editing
    /// history.
    pub is_busy: bool,
}

/// The place of a field in its row.
#[derive(Clone, Copy)]
struct Layout {
    /// Whether the field is the first in its row.
    leads: bool,
    /// Whether the field is alone in its row.
    is_lone: bool,
    /// Whether the row is an item of a list.
    is_list: bool,
    /// The width of a text field, in points.
    width: f32,
    /// The width of the buttons at the end of the row, in points.
    room: f32,
}

impl Form {
    /// Notes whether an entry was accepted. A refused entry stays in its field, with the reason below.
    pub fn answered(&mut self, of: &str, filled: &Filled, refusal: Option<String>) {
        let key = format!("{of}/{}", filled.id);
        match refusal {
            Some(why) => {
                let text = if let Entry::Text(text) = &filled.entry { Some(text.clone()) } else { None };
                self.refused.insert(key, Refused { text, why, value: None });
            }
            None => {
                self.refused.remove(&key);
            }
        }
    }

    /// Whether an entry that is still in its field was refused.
    #[must_use]
    pub fn has_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// Drops refused entries of fields that are gone or have another value since. `fields` lists all fields of the form,
    /// which [`show`](Self::show) may show in several parts.
    pub fn forget(&mut self, of: &str, fields: &[Field]) {
        let begin = format!("{of}/");
        self.refused.retain(|key, refused| {
            let Some(id) = key.strip_prefix(&begin) else { return true };
            let Some(field) = fields.iter().find(|field| field.id == id) else { return false };
            *refused.value.get_or_insert_with(|| field.value.clone()) == field.value
        });
    }

    /// The text in a field: the text that the user is typing, or a refused text, or the field's value.
    fn shown_text(&self, key: &str, value: &str) -> String {
        let refused = || self.refused.get(key).and_then(|refused| refused.text.as_ref());
        self.typing.get(key).map(|typing| &typing.text).or_else(refused).map_or(value, String::as_str).to_owned()
    }

    /// Shows why the entry of a field was refused. While the user is typing in the field, nothing is shown.
    fn refusal(&self, ui: &mut Ui, of: &str, field: &Field) {
        let key = format!("{of}/{}", field.id);
        if let Some(refused) = self.refused.get(&key).filter(|_| !self.typing.contains_key(&key)) {
            let words = look::prose(ui, &refused.why, look::BODY, ui.visuals().error_fg_color);
            ui.add(Label::new(words).wrap());
            ui.add_space(4.0);
        }
    }

    /// Shows the fields of a form. `of` is the id of the form. Forms with different ids keep separate state.
    pub fn show(&mut self, ui: &mut Ui, of: &str, fields: &[Field]) -> Answer {
        let mut answer = Answer::default();
        let columns = Columns::of(ui, fields);
        let mut rest = fields;
        while let Some(first) = rest.first() {
            let beside = rest[1..].iter().take_while(|field| field.beside).count();
            // A narrow panel has no room for two numbers with their labels side by side.
            let is_number = |field: &Field| matches!(field.value, Value::Number(..) | Value::Count(..));
            let is_pair = beside == 1 && rest[..2].iter().all(is_number);
            let beside = if is_pair && rest[1].label.len() > 2 && ui.available_width() < PAIR { 0 } else { beside };
            let (row, after) = rest.split_at(beside + 1);
            if let Some(heading) = &first.heading {
                ui.add_space(8.0);
                ui.label(look::strong(heading, look::BODY));
                ui.add_space(2.0);
            }
            if let Value::Text(..) = first.value
                && beside == 0
            {
                self.text(ui, of, first, &mut answer);
            } else {
                let is_tight = beside > 1 && matches!(first.value, Value::Number(..));
                let fields = |ui: &mut Ui| {
                    if is_tight {
                        ui.spacing_mut().item_spacing.x = 4.0;
                    }
                    if let Some(car) = first.car {
                        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
                        ui.painter().circle_filled(rect.center(), 8.0, painter::color(crate::render::car_colour(car)));
                    }
                    let texts = row.iter().filter(|field| matches!(field.value, Value::Text(..))).count();
                    let width = if texts > 1 { SHORT_TEXT } else { TEXT };
                    let presses = row.iter().filter(|field| matches!(field.value, Value::Press(_))).count();
                    let room = presses as f32 * PRESS;
                    for (place, field) in row.iter().enumerate() {
                        let layout =
                            Layout { leads: place == 0, is_lone: beside == 0, is_list: beside > 1, width, room };
                        self.field(ui, of, field, columns, layout, &mut answer);
                    }
                };
                // Fields that do not fit wrap to the next line.
                ui.horizontal_wrapped(fields);
            }
            for field in row {
                self.refusal(ui, of, field);
            }
            rest = after;
        }
        answer
    }

    /// Shows a text field below its label, in full width.
    fn text(&mut self, ui: &mut Ui, of: &str, field: &Field, answer: &mut Answer) {
        let Value::Text(value, rows) = &field.value else { return };
        let label = ui.label(&field.label);
        let label = if field.help.is_empty() { label } else { label.on_hover_text(&field.help) };
        let key = format!("{of}/{}", field.id);
        let mut text = self.followed_text(&key, value);
        let edit = if *rows > 1 {
            TextEdit::multiline(&mut text).desired_rows(*rows)
        } else if is_long_list(value) {
            TextEdit::multiline(&mut text).desired_rows(1).return_key(None)
        } else {
            TextEdit::singleline(&mut text)
        };
        let edit = edit.id_salt((of, &field.id)).desired_width(f32::INFINITY).hint_text(field.empty.as_str());
        let response = ui.add(edit).labelled_by(label.id);
        let response = if field.about.is_empty() { response } else { response.accessible_name(field.spoken()) };
        let response = if field.help.is_empty() { response } else { response.on_hover_text(&field.help) };
        answer.is_busy |= response.has_focus();
        if response.changed() {
            answer.filled.push(filled(field, Entry::Text(text.clone())));
        }
        self.keep(&response, key, text, value);
        ui.add_space(4.0);
    }

    fn field(
        &mut self,
        ui: &mut Ui,
        of: &str,
        field: &Field,
        columns: Columns,
        Layout { leads, is_lone, is_list, width, room }: Layout,
        answer: &mut Answer,
    ) {
        // A list that is too wide for its column is below its label.
        let is_below =
            is_lone && matches!(&field.value, Value::Choice(names, _) if width_of_list(ui, names) > columns.list);
        let speaks_for_itself = matches!(field.value, Value::Flag(_) | Value::Press(_));
        if is_below {
            ui.label(capital(&field.label)).on_hover_text(&field.help);
            ui.end_row();
        } else if !speaks_for_itself {
            let width = if is_lone {
                columns.label
            } else if columns.label < WIDE_LABEL {
                LABEL
            } else {
                WIDE_LABEL
            };
            before(ui, field, leads.then_some(width), is_list);
        }
        let (response, entry) = match &field.value {
            Value::Text(value, _) => {
                let key = format!("{of}/{}", field.id);
                let mut text = self.followed_text(&key, value);
                let edit = TextEdit::singleline(&mut text).id_salt((of, &field.id)).desired_width(width);
                let edit = edit.hint_text(field.empty.as_str());
                let response = ui.add(edit);
                let entry = response.changed().then(|| Entry::Text(text.clone()));
                self.keep(&response, key, text, value);
                (response, entry)
            }
            Value::Number(value, unit) => {
                let width = if leads && is_list { ITEM_NUMBER } else { NUMBER };
                // An empty field may show a word instead of a number.
                let width = if value.is_empty() { width.max(measured(ui, &field.empty) + AROUND_TEXT) } else { width };
                let (response, entry) = self.number(ui, of, field, value, width);
                if !unit.is_empty() {
                    ui.label(look::weak(unit));
                }
                (response, entry)
            }
            Value::Count(value, range) => {
                let mut count = *value;
                let response = ui.add(DragValue::new(&mut count).range(range.clone()).clamp_existing_to_range(false));
                answer.is_busy |= response.dragged();
                let entry = (count != *value && response.changed()).then_some(Entry::Count(count));
                (response, entry)
            }
            Value::Choice(names, chosen) => {
                let mut now = *chosen;
                let shown = names.get(now).map_or("", String::as_str);
                let width = match (is_lone, leads) {
                    (true, _) if is_below => visible_width(ui),
                    (true, _) => columns.list,
                    (false, true) => {
                        let visible = ui.clip_rect().right() - ui.next_widget_position().x - MARGIN;
                        (ui.available_width().min(visible) - room).clamp(64.0, LIST[0])
                    }
                    (false, false) => 72.0,
                };
                let combo = ComboBox::from_id_salt((of, &field.id)).width(width).selected_text(shown).truncate();
                let response = look::show_list(ui, combo, |ui| {
                    for (index, name) in names.iter().enumerate() {
                        ui.selectable_value(&mut now, index, name);
                    }
                });
                (response.response, (now != *chosen).then_some(Entry::Choice(now)))
            }
            Value::Flag(flag) => {
                let mut on = *flag;
                let response = look::checkbox(ui, &mut on, &field.label);
                let entry = response.changed().then_some(Entry::Flag(on));
                (response, entry)
            }
            Value::Press(enabled) => {
                let label = match field.id.split_once('#') {
                    Some((_, "up")) => icons::CARET_UP,
                    Some((_, "down")) => icons::CARET_DOWN,
                    Some((_, "remove")) => icons::X,
                    _ => &field.label,
                };
                let response = ui.add_enabled(*enabled, Button::new(label).min_size(vec2(0.0, ROW)));
                let entry = response.clicked().then_some(Entry::Press);
                (response, entry)
            }
        };
        answer.is_busy |= response.has_focus() && !matches!(field.value, Value::Press(_) | Value::Flag(_));
        let response = response.accessible_name(field.spoken());
        if !field.help.is_empty() {
            response.on_hover_text(&field.help).on_disabled_hover_text(&field.help);
        }
        if let Some(entry) = entry {
            answer.filled.push(filled(field, entry));
        }
    }

    /// The text in a field that fills in its value with every letter. If the value changed without the user, for example
    /// by an undo, the text is the new value.
    fn followed_text(&mut self, key: &str, value: &str) -> String {
        if let Some(typing) = self.typing.get_mut(key)
            && typing.value != value
        {
            value.clone_into(&mut typing.value);
            if !std::mem::take(&mut typing.is_ahead) {
                value.clone_into(&mut typing.text);
            }
        }
        self.shown_text(key, value)
    }

    /// Stores the text of a field exactly as typed, even if it is invalid. When the field loses the focus, the text is
    /// dropped. `value` is the value of the field.
    fn keep(&mut self, response: &Response, key: String, text: String, value: &str) {
        if response.has_focus() {
            let typing = self.typing.entry(key).or_default();
            value.clone_into(&mut typing.value);
            typing.is_ahead |= response.changed();
            typing.text = text;
        } else {
            self.typing.remove(&key);
        }
    }

    /// Shows a number field. The number is entered with Enter or by leaving the field; Escape cancels.
    fn number(&mut self, ui: &mut Ui, of: &str, field: &Field, value: &str, width: f32) -> (Response, Option<Entry>) {
        let key = format!("{of}/{}", field.id);
        let mut text = self.shown_text(&key, value);
        // Smaller words for an empty field, which then is as wide as they are.
        let font = egui::FontId::proportional(look::SMALL);
        let words = ui.painter().layout_no_wrap(field.empty.clone(), font, egui::Color32::PLACEHOLDER).size().x;
        let width = if words > 0.0 && words < TEXT { width.max(words + 2.0 * MARGIN + 2.0) } else { width };
        let empty = RichText::new(field.empty.as_str()).size(look::SMALL);
        let edit = TextEdit::singleline(&mut text).id_salt(&key).desired_width(width).hint_text(empty);
        let response = ui.add(edit.align(egui::Align2::RIGHT_CENTER));
        if response.has_focus() {
            self.keep(&response, key, text, value);
            return (response, None);
        }
        if response.lost_focus() {
            self.typing.remove(&key);
            let given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if given_up || text.trim() == value {
                self.refused.remove(&key);
            }
            let entry = (!given_up && text.trim() != value).then(|| Entry::Text(text.trim().to_owned()));
            return (response, entry);
        }
        (response, None)
    }
}

/// Whether a text is a list of numbers that is too long for one row of a narrow panel.
fn is_long_list(text: &str) -> bool {
    text.len() > 24 && text.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, ' ' | ',' | '-'))
}

/// Shows the label before a field. `column` is the width of the label column if the field is the first in its row,
/// otherwise `None`. The label of the first field fills this width, unless the row is an item of a list.
fn before(ui: &mut Ui, field: &Field, column: Option<f32>, is_list: bool) {
    let leads = column.is_some();
    if let Some(width) = column.filter(|_| !is_list) {
        ui.allocate_ui_with_layout(vec2(width, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(width);
            ui.set_max_width(width);
            let label = ui.add(Label::new(capital(&field.label)).wrap());
            if !field.help.is_empty() {
                label.on_hover_text(&field.help);
            }
        });
    } else if leads && matches!(field.value, Value::Number(..)) {
        // The numbers of a list's items stand in a column.
        ui.allocate_ui_with_layout(vec2(ITEM_NUMBER, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(ITEM_NUMBER);
            ui.label(look::weak(&field.label));
        });
    } else if !field.label.is_empty() {
        ui.label(look::weak(&field.label));
    }
}

fn filled(field: &Field, entry: Entry) -> Filled {
    let words = match entry {
        Entry::Press => field.label.clone(),
        _ => format!("Set {}", field.spoken().to_lowercase()),
    };
    Filled { id: field.id.clone(), entry, words }
}
