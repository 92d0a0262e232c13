//! The right panel's upper part: what is selected, or the circuit as a whole.

use egui::{Label, RichText, Ui};

use super::{Action, Desk};
use crate::app::board::{icons, look};
use crate::app::commands::buttons::{buttons, icons_row};
use crate::app::commands::{Command, CommandQueue};
use crate::editor::sketch::{AnySketch, Part};
use crate::game::words::capital;

pub(super) fn show(
    ui: &mut Ui,
    document: &dyn AnySketch,
    desk: &mut Desk,
    complaint: Option<&str>,
    queue: &mut CommandQueue,
) {
    ui.add_space(4.0);
    egui::ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        let selected = document.selection().items();
        let of = match selected {
            [] => None,
            [part] => Some(*part),
            several => return many(ui, several.len(), queue),
        };
        heading(ui, document, of);
        let fields = document.fields(of);
        let key = of.map_or_else(|| "circuit".to_owned(), |part| format!("{part:?}"));
        let answer = desk.form.show(ui, &key, &fields);
        desk.actions.extend(answer.filled.into_iter().map(|filled| Action::Fill(of, filled)));
        desk.filling = answer.is_busy;
        ui.add_space(8.0);
        if of.is_some() {
            buttons(ui, &[Command::TurnLeft, Command::TurnRight, Command::Mirror, Command::MirrorUpright], queue);
            buttons(ui, &[Command::Duplicate, Command::Delete], queue);
            return;
        }
        buttons(ui, &[Command::RotateLeft, Command::RotateRight, Command::Mirror, Command::MirrorUpright], queue);
        ui.add_space(8.0);
        match document.reference() {
            None => buttons(ui, &[Command::AddPicture], queue),
            Some(reference) => {
                ui.label("Picture under the board");
                ui.add(Label::new(RichText::new(&reference.file).weak()).truncate()).on_hover_text(&reference.file);
                if let Some(why) = complaint {
                    ui.add(Label::new(RichText::new(why).color(ui.visuals().error_fg_color)).wrap());
                }
                let commands =
                    [Command::ToolPicture, Command::ToolMeasure, Command::AddPicture, Command::RemovePicture];
                buttons(ui, &commands, queue);
            }
        }
        ui.add_space(8.0);
    });
}

fn heading(ui: &mut Ui, document: &dyn AnySketch, of: Option<Part>) {
    let Some(part) = of else {
        ui.label(look::strong("Circuit", look::BODY));
        ui.add_space(4.0);
        return;
    };
    let shape = document.shape(part.shape);
    let name = shape.map_or_else(String::new, |shape| capital(shape.name.trim_start_matches("the ")));
    let title = match part.point {
        Some(point) => format!("{name}, corner {}", point + 1),
        None => name,
    };
    ui.label(look::strong(title, look::BODY));
    if let Some(note) = shape.map(|shape| shape.note.as_str()).filter(|note| !note.is_empty()) {
        ui.label(look::weak(note));
    }
    ui.add_space(4.0);
    if part.point.is_none() && shape.is_some_and(|shape| shape.form.has_corners() && shape.corners > 1) {
        let words = "Drag a corner to move it, the middle of an edge to add one; Delete takes a selected corner away.";
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
    }
}

/// Several shapes at once.
fn many(ui: &mut Ui, count: usize, queue: &mut CommandQueue) {
    ui.label(look::strong(format!("{count} shapes"), look::BODY));
    ui.add_space(4.0);
    ui.add(Label::new("Drag one to move them all. R turns them as a whole, by a quarter.").wrap());
    ui.add_space(8.0);
    buttons(ui, &[Command::TurnLeft, Command::TurnRight, Command::Mirror, Command::MirrorUpright], queue);
    ui.add_space(8.0);
    ui.label("Align");
    icons_row(
        ui,
        &[
            (Command::AlignLeft, icons::ALIGN_LEFT),
            (Command::AlignCenter, icons::ALIGN_CENTER_HORIZONTAL),
            (Command::AlignRight, icons::ALIGN_RIGHT),
            (Command::AlignTop, icons::ALIGN_TOP),
            (Command::AlignMiddle, icons::ALIGN_CENTER_VERTICAL),
            (Command::AlignBottom, icons::ALIGN_BOTTOM),
        ],
        true,
        queue,
    );
    ui.label("Distribute");
    let across = [(Command::DistributeAcross, icons::COLUMNS), (Command::DistributeUp, icons::ROWS)];
    icons_row(ui, &across, count > 2, queue);
    ui.add_space(8.0);
    buttons(ui, &[Command::Duplicate, Command::Delete], queue);
}
