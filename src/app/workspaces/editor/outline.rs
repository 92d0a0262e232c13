//! The corners of the selected shape as text: one corner on each line, to type, copy and paste.

use egui::{Key, Label, Modifiers, ScrollArea, TextEdit, Ui};

use super::{Asked, Desk};
use crate::app::board::look;
use crate::editor::sketch::{AnySketch, Shape, ShapeId, SketchEdit, read_corners};
use crate::game::words::short;

/// The corners of a shape while the user edits them as text.
#[derive(Debug)]
pub(super) struct Outline {
    shape: ShapeId,
    text: String,
    /// The revision of the circuit from which the corners were last read, and these corners as text.
    now: (u64, String),
    /// The error in the text; `None` if the text has no error.
    wrong: Option<String>,
}

impl Outline {
    fn new(shape: &Shape, revision: u64) -> Self {
        let text = text(shape);
        Self { shape: shape.id, text: text.clone(), now: (revision, text), wrong: None }
    }

    /// Updates the text of the corners after a change of the circuit, such as an undone step. If the user has edited
    /// the text, it stays as it is.
    fn follow(&mut self, shape: &Shape, revision: u64) {
        if self.now.0 != revision {
            let is_edited = self.text != self.now.1;
            self.now = (revision, text(shape));
            if !is_edited {
                self.text.clone_from(&self.now.1);
            }
        }
    }

    /// The edit that moves the corners to the points in the text. A corner whose line of text has not changed keeps
    /// its exact position. `None` if the text is wrong, or nothing has changed.
    fn edit(&self) -> Option<SketchEdit> {
        let (old, new) = (lines(&self.now.1), lines(&self.text));
        let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let ends = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
        let corners = read_corners(&self.text).ok()?;
        let corners = corners.get(same..corners.len().saturating_sub(ends))?.to_vec();
        let gone = old.len() - same - ends;
        (gone > 0 || !corners.is_empty()).then_some(SketchEdit::Corners(self.shape, (same, gone), corners))
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// The corners of a shape, one on each line.
fn text(shape: &Shape) -> String {
    let corners = shape.points.iter().take(shape.corners);
    corners.map(|[x, y]| format!("{}, {}\n", short(*x, 4), short(*y, 4))).collect()
}

/// Whether the corners of this shape are being edited as text.
pub(super) fn is_open(desk: &Desk, shape: ShapeId) -> bool {
    desk.outline.as_ref().is_some_and(|outline| outline.shape == shape)
}

/// Draws the button that shows the corners as text.
pub(super) fn button(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, shape: &Shape) {
    let help = "Shows the corners as text, one on each line, to type, copy or paste them.";
    // As wide as the other buttons below the list.
    let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    if ui.add_sized([width, 28.0], egui::Button::new("Edit as text")).on_hover_text(help).clicked() {
        desk.outline = Some(Outline::new(shape, document.revision()));
    }
}

/// Draws the field in which the user edits the corners as text.
pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, shape: &Shape) {
    let Some(outline) = &mut desk.outline else { return };
    outline.follow(shape, document.revision());
    let words = "One corner on each line: x, y. Each number may be a calculation such as 13*2.";
    let label = ui.add(Label::new(look::weak(words)).wrap());
    let area = ScrollArea::vertical().id_salt(("outline", desk.tab)).max_height(180.0).auto_shrink([false, true]);
    let response = area.show(ui, |ui| {
        let edit = TextEdit::multiline(&mut outline.text).id_salt("outline-text").desired_rows(6);
        ui.add(edit.desired_width(f32::INFINITY)).labelled_by(label.id)
    });
    let response = response.inner;
    if response.changed() {
        outline.wrong = read_corners(&outline.text).err().map(String::from);
    }
    if response.has_focus() {
        desk.is_filling = true;
    }
    if let Some(wrong) = &outline.wrong {
        ui.add(look::error(ui, wrong));
    }
    let edit = outline.edit();
    let is_entered = response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let (mut applies, mut closes) = (is_entered, false);
    ui.horizontal(|ui| {
        applies |= ui.add_enabled(edit.is_some(), egui::Button::new("Apply")).on_hover_text("Ctrl+Enter").clicked();
        closes = ui.button("Close").clicked();
    });
    if let Some(edit) = edit.filter(|_| applies) {
        match document.try_edit(&edit) {
            Ok(()) => {
                desk.asked.push(Asked::Edit(edit));
                closes = true;
            }
            Err(why) => outline.wrong = Some(why.into()),
        }
    }
    if closes {
        desk.outline = None;
    }
}
