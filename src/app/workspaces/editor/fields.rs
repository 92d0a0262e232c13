//! Fields of the inspector: exact numbers, lines of text, and the compass.

use egui::{Key, Response, Role, Sense, Stroke, TextEdit, Ui, WidgetInfo, pos2, vec2};

use crate::editor::Piece;
use crate::geometry::{Direction, Surd};

/// A field, and what it belongs to: what was typed for one piece must not end up with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    X(Piece),
    Y(Piece),
    Width,
    Height,
    WidthCm,
    HeightCm,
    OctagonMm,
    LabelText(usize),
    LabelSize(usize),
    Rotation,
    Opacity,
    Name,
    Description,
}

impl Field {
    /// The piece whose place it holds, and whether it is its x.
    pub(super) const fn piece(self) -> Option<(Piece, bool)> {
        match self {
            Self::X(piece) => Some((piece, true)),
            Self::Y(piece) => Some((piece, false)),
            _ => None,
        }
    }
}

/// What is being typed.
#[derive(Debug)]
pub(super) struct Typing {
    pub(super) field: Field,
    pub(super) text: String,
    /// Whether the field was drawn in this frame.
    pub(super) shown: bool,
}

/// One step of the arrow keys in a number field: a tenth.
const STEP: Surd = Surd::from_units(2_000, 0);

/// A field for an exact number. Answers the number when one was entered: with Enter, the arrow keys, or by leaving.
pub(super) fn number(
    ui: &mut Ui,
    typing: &mut Option<Typing>,
    field: Field,
    label: &Response,
    value: Surd,
) -> Option<Surd> {
    let mine = typing.as_ref().filter(|typing| typing.field == field);
    let resting = mine.is_none();
    let mut text = mine.map_or_else(|| short(value), |typing| typing.text.clone());
    let wrong = mine.is_some() && text.parse::<Surd>().is_err();
    let mut edit = TextEdit::singleline(&mut text).desired_width(72.0).align(egui::Align2::RIGHT_CENTER);
    if wrong {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let mut response = ui.add(edit).labelled_by(label.id);
    if value.as_decimal().is_none() {
        response = response.on_hover_text(format!("exactly {value}, where r is the root of 2"));
    }
    // Where it begins to be edited, and only there, the field shows the exact form: what is left untouched stays exact.
    if resting && !response.changed() {
        text = value.to_string();
    }
    let entered = text.parse::<Surd>();
    if response.has_focus() {
        let step = ui.input_mut(|input| {
            let up = input.consume_key(egui::Modifiers::NONE, Key::ArrowUp);
            let down = input.consume_key(egui::Modifiers::NONE, Key::ArrowDown);
            i64::from(up) - i64::from(down)
        });
        let next = entered.as_ref().ok().filter(|_| step != 0).map(|number| *number + STEP * step);
        let text = next.map_or(text, |number| number.to_string());
        *typing = Some(Typing { field, text, shown: true });
        return next;
    }
    if response.lost_focus() {
        *typing = None;
        let given_up = ui.input(|input| input.key_pressed(Key::Escape));
        return entered.ok().filter(|number| !given_up && *number != value);
    }
    None
}

/// A number as a field at rest shows it: a decimal, rounded to four places where only the root of 2 is exact.
fn short(value: Surd) -> String {
    if value.as_decimal().is_some() { value.to_string() } else { format!("{:.4}", value.to_f64()) }
}

/// What is wrong with the number that is being typed, if anything.
pub(super) fn complaint(typing: Option<&Typing>) -> Option<String> {
    let is_text = |field| matches!(field, Field::Name | Field::Description | Field::LabelText(_));
    let typing = typing.filter(|typing| !is_text(typing.field))?;
    if typing.field == Field::OctagonMm && typing.text.trim().is_empty() {
        return None;
    }
    typing.text.parse::<Surd>().err().map(|error| error.to_string())
}

/// The same for a number that may be left out: an empty field is none.
pub(super) fn optional(
    ui: &mut Ui,
    typing: &mut Option<Typing>,
    field: Field,
    label: &Response,
    value: Option<Surd>,
) -> Option<Option<Surd>> {
    let mine = typing.as_ref().filter(|typing| typing.field == field);
    let mut text = mine.map_or_else(|| value.map(short).unwrap_or_default(), |typing| typing.text.clone());
    let read = |text: &str| if text.trim().is_empty() { Ok(None) } else { text.parse::<Surd>().map(Some) };
    let mut edit = TextEdit::singleline(&mut text).desired_width(56.0).align(egui::Align2::RIGHT_CENTER).hint_text("?");
    if mine.is_some_and(|typing| read(&typing.text).is_err()) {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let response = ui.add(edit).labelled_by(label.id);
    let entered = read(&text);
    if response.has_focus() {
        *typing = Some(Typing { field, text, shown: true });
    } else if response.lost_focus() {
        *typing = None;
        let given_up = ui.input(|input| input.key_pressed(Key::Escape));
        return entered.ok().filter(|entered| !given_up && *entered != value);
    }
    None
}

/// What happened to a field of text.
pub(super) struct Written {
    /// What it has become, with every letter.
    pub(super) changed: Option<String>,
    id: egui::Id,
    length: usize,
}

impl Written {
    /// Puts the cursor into the field, with all of its text selected, so that typing replaces it.
    pub(super) fn focus_all(&self, ui: &Ui) {
        use egui::text::{CCursor, CCursorRange};
        let mut state = egui::text_edit::TextEditState::load(ui.ctx(), self.id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(self.length))));
        state.store(ui.ctx(), self.id);
        ui.memory_mut(|memory| memory.request_focus(self.id));
    }
}

/// A line, or some lines, of text.
pub(super) fn text(
    ui: &mut Ui,
    typing: &mut Option<Typing>,
    field: Field,
    label: &Response,
    value: &str,
    rows: usize,
) -> Written {
    let mut text = value.to_owned();
    let edit =
        if rows > 1 { TextEdit::multiline(&mut text).desired_rows(rows) } else { TextEdit::singleline(&mut text) };
    let response = ui.add(edit.desired_width(f32::INFINITY)).labelled_by(label.id);
    if response.has_focus() {
        match typing {
            Some(typing) if typing.field == field => typing.shown = true,
            _ => *typing = Some(Typing { field, text: String::new(), shown: true }),
        }
    }
    let (id, length) = (response.id, text.chars().count());
    Written { changed: response.changed().then_some(text), id, length }
}

/// The words for a direction.
pub(super) const fn words(direction: Direction) -> &'static str {
    match direction.number() {
        0 => "right",
        1 => "up and right",
        2 => "up",
        3 => "up and left",
        4 => "left",
        5 => "down and left",
        6 => "down",
        _ => "down and right",
    }
}

/// Eight arrows around a picture of the piece. Answers the direction that was chosen. `square` are the directions in
/// which the piece can be raced in every edition; the others are drawn fainter.
pub(super) fn compass(
    ui: &mut Ui,
    name: &str,
    now: Direction,
    square: fn(Direction) -> bool,
    outline: &[[f64; 2]],
) -> Option<Direction> {
    const CELL: f32 = 32.0;
    let (rect, _) = ui.allocate_exact_size(vec2(3.0, 3.0) * CELL, Sense::hover());
    let mut chosen = None;
    for direction in Direction::ALL {
        let (right, up) = direction.signs();
        let middle = rect.center() + vec2(right as f32, -(up as f32)) * CELL;
        let cell = egui::Rect::from_center_size(middle, vec2(CELL, CELL) - vec2(4.0, 4.0));
        let id = ui.scope_id().with(("compass", name, direction.number()));
        let response = ui.interact(cell, id, Sense::click());
        let selected = direction == now;
        let title = format!("{name} {}", words(direction));
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, &title));
        let visuals = ui.style().interact_selectable(&response, selected);
        let fill =
            if selected || response.hovered() || response.has_focus() { visuals.bg_fill } else { visuals.weak_bg_fill };
        ui.painter().rect(cell, 4.0, fill, visuals.bg_stroke, egui::StrokeKind::Inside);
        let ink = if selected || square(direction) {
            visuals.fg_stroke.color
        } else {
            visuals.fg_stroke.color.gamma_multiply(0.45)
        };
        let way = vec2(right as f32, -(up as f32)).normalized();
        ui.painter().arrow(middle - way * 8.0, way * 16.0, Stroke::new(1.5, ink));
        let hint = if square(direction) { title } else { format!("{title}: only the online edition races here") };
        if response.on_hover_text(hint).clicked() {
            chosen = Some(direction);
        }
    }
    let reach = outline.iter().flatten().fold(0.1_f64, |most, value| most.max(value.abs()));
    let scale = f64::from(CELL) * 0.36 / reach;
    let points = outline
        .iter()
        .map(|[x, y]| pos2(rect.center().x + (x * scale) as f32, rect.center().y - (y * scale) as f32))
        .collect();
    let visuals = ui.visuals().widgets.noninteractive;
    ui.painter().add(egui::Shape::convex_polygon(
        points,
        visuals.fg_stroke.color.gamma_multiply(0.25),
        visuals.fg_stroke,
    ));
    chosen.filter(|direction| *direction != now)
}
