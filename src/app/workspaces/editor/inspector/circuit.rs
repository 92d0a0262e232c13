//! The circuit as a whole: name, table, direction.

use egui::{RichText, Ui};

use super::piece::sense;
use crate::app::commands::buttons::buttons;
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::editor::fields::Field;
use crate::app::workspaces::editor::palette::heading;
use crate::app::workspaces::editor::{Action, Desk, fields};
use crate::editor::{Edit, Piece, place_at};
use crate::games::vektorace::{Draft, Hand, ReferenceDraft, TableDraft};
use crate::geometry::{Point, Surd};

pub(super) fn show(ui: &mut Ui, draft: &Draft, desk: &mut Desk, queue: &mut CommandQueue) {
    heading(ui, "Circuit");
    ui.add_space(4.0);
    let label = ui.label("Name");
    if let Some(name) = fields::text(ui, &mut desk.typing, Field::Name, &label, &draft.name, 1).changed {
        desk.push(Action::Typed(Field::Name, Edit::Name(name)));
    }
    ui.add_space(4.0);
    let label = ui.label("Description");
    let text = fields::text(ui, &mut desk.typing, Field::Description, &label, &draft.description, 3);
    if let Some(text) = text.changed {
        desk.push(Action::Typed(Field::Description, Edit::Description(text)));
    }
    ui.add_space(8.0);
    table(ui, draft, desk);
    ui.add_space(8.0);
    ui.label("The race goes");
    for hand in [Hand::Clockwise, Hand::CounterClockwise] {
        if ui.radio(draft.direction == Some(hand), sense(hand)).clicked() && draft.direction != Some(hand) {
            desk.push(Action::Edit(Edit::Direction(Some(hand))));
        }
    }
    ui.add_space(8.0);
    let commands = [
        Command::Mirror,
        Command::MirrorUpright,
        Command::RotateLeft,
        Command::RotateRight,
        Command::Reverse,
        Command::Renumber,
    ];
    buttons(ui, &commands, queue);
    ui.add_space(8.0);
    picture(ui, draft, desk, queue);
}

/// The picture under the board.
fn picture(ui: &mut Ui, draft: &Draft, desk: &mut Desk, queue: &mut CommandQueue) {
    let Some(reference) = &draft.reference else {
        buttons(ui, &[Command::AddPicture], queue);
        return;
    };
    ui.label("Picture under the board");
    ui.add(egui::Label::new(RichText::new(reference.file.as_str()).weak()).truncate()).on_hover_text(&reference.file);
    if let Some(why) = &desk.picture_complaint {
        ui.add(egui::Label::new(RichText::new(why.as_str()).color(ui.visuals().error_fg_color)).wrap());
    }
    ui.horizontal(|ui| {
        let label = ui.label("Strength");
        let mut opacity = reference.opacity;
        let slider = ui.add(egui::Slider::new(&mut opacity, 0..=100).suffix(" %")).labelled_by(label.id);
        desk.sliding |= slider.dragged() || slider.has_focus();
        if slider.changed() {
            let changed = ReferenceDraft { opacity, ..reference.clone() };
            desk.push(Action::Typed(Field::Opacity, Edit::Reference(Some(changed))));
        }
    });
    super::place(ui, Piece::Reference, reference.at, desk);
    ui.horizontal(|ui| {
        let label = ui.label("Turned by");
        if let Some(rotation) = fields::number(ui, &mut desk.typing, Field::Rotation, &label, reference.rotation) {
            let changed = ReferenceDraft { rotation, ..reference.clone() };
            desk.push(Action::Typed(Field::Rotation, Edit::Reference(Some(changed))));
        }
        ui.label("degrees");
    });
    ui.add_space(4.0);
    let commands = [Command::ToolPicture, Command::ToolMeasure, Command::AddPicture, Command::RemovePicture];
    buttons(ui, &commands, queue);
}

/// The table's size in octagons, and where it is known how large one is, in centimetres.
fn table(ui: &mut Ui, draft: &Draft, desk: &mut Desk) {
    ui.label("Table");
    let table = draft.table;
    let size = table.to - table.from;
    let wide = |width: Surd| TableDraft { to: Point::new(table.from.x + width, table.to.y), ..table };
    let high = |height: Surd| TableDraft { to: Point::new(table.to.x, table.from.y + height), ..table };
    ui.horizontal(|ui| {
        let label = ui.label("width");
        if let Some(width) = fields::number(ui, &mut desk.typing, Field::Width, &label, size.x) {
            desk.push(Action::Typed(Field::Width, Edit::Table(wide(width))));
        }
        let label = ui.label("height");
        if let Some(height) = fields::number(ui, &mut desk.typing, Field::Height, &label, size.y) {
            desk.push(Action::Typed(Field::Height, Edit::Table(high(height))));
        }
    });
    ui.label(RichText::new("in octagons: the base of a car is one").weak());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = ui.label("An octagon is");
        let value = draft.octagon_mm;
        if let Some(entered) = fields::optional(ui, &mut desk.typing, Field::OctagonMm, &label, value) {
            desk.push(Action::Typed(Field::OctagonMm, Edit::OctagonMm(entered)));
        }
        ui.label("mm wide").on_hover_text(
            "Measure the base of a car across its flats. With it the table and the pointer are told in centimetres, too.",
        );
    });
    let Some(octagon) = draft.octagon_mm.filter(|size| size.is_positive()) else { return };
    let centimetres = octagon.to_f64() / 10.0;
    ui.horizontal(|ui| {
        let label = ui.label("width");
        let shown = rounded(size.x.to_f64() * centimetres);
        if let Some(entered) = fields::number(ui, &mut desk.typing, Field::WidthCm, &label, shown) {
            let width = place_at(entered.to_f64() / centimetres, 0.0).x;
            desk.push(Action::Typed(Field::WidthCm, Edit::Table(wide(width))));
        }
        let label = ui.label("height");
        let shown = rounded(size.y.to_f64() * centimetres);
        if let Some(entered) = fields::number(ui, &mut desk.typing, Field::HeightCm, &label, shown) {
            let height = place_at(entered.to_f64() / centimetres, 0.0).x;
            desk.push(Action::Typed(Field::HeightCm, Edit::Table(high(height))));
        }
    });
    ui.label(RichText::new("in centimetres, to the millimetre").weak());
}

/// To the millimetre.
fn rounded(centimetres: f64) -> Surd {
    place_at((centimetres * 10.0).round() / 10.0, 0.0).x
}
