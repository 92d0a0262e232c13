//! What is drawn on the board and is no piece of the game: track limits and labels.

use egui::{Label, RichText, ScrollArea, Ui};

use super::place;
use crate::app::commands::buttons::buttons;
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::editor::fields::Field;
use crate::app::workspaces::editor::palette::heading;
use crate::app::workspaces::editor::{Action, Desk, fields};
use crate::editor::{Edit, Piece};
use crate::games::vektorace::{Draft, Keep, LabelDraft};
use crate::geometry::Point;

/// A track limit, and the point of it that is selected, if one is.
pub(super) fn limit(
    ui: &mut Ui,
    draft: &Draft,
    index: usize,
    corner: Option<usize>,
    desk: &mut Desk,
    queue: &mut CommandQueue,
) {
    let Some(limit) = draft.limits.get(index) else { return };
    heading(ui, &format!("Track limit {}", index + 1));
    ui.add_space(4.0);
    for (keep, title) in
        [(Keep::Out, "Pieces keep out of it: an island"), (Keep::In, "Pieces keep in it: an outer edge")]
    {
        if ui.radio(limit.keep == keep, title).clicked() && limit.keep != keep {
            desk.push(Action::Edit(Edit::Keep(index, keep)));
        }
    }
    ui.add(Label::new(RichText::new("It binds where the table has agreed on track limits.").weak()).wrap());
    ui.add_space(8.0);
    ui.label("Points");
    ScrollArea::vertical().id_salt("points").max_height(220.0).auto_shrink([false, true]).show(ui, |ui| {
        for (number, at) in limit.outline.iter().enumerate() {
            let point = Piece::LimitCorner(index, number);
            ui.horizontal(|ui| {
                let selected = corner == Some(number);
                let button = egui::Button::selectable(selected, format!("{}", number + 1));
                let response = ui.add(button.min_size(egui::vec2(28.0, 24.0)));
                let name = format!("Select point {}", number + 1);
                response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &name));
                if response.on_hover_text(name.as_str()).clicked() {
                    desk.push(Action::Select(vec![point]));
                }
                let label = ui.label("x");
                if let Some(x) = fields::number(ui, &mut desk.typing, Field::X(point), &label, at.x) {
                    desk.push(Action::Typed(Field::X(point), Edit::Move(vec![(point, Point::new(x, at.y))])));
                }
                let label = ui.label("y");
                if let Some(y) = fields::number(ui, &mut desk.typing, Field::Y(point), &label, at.y) {
                    desk.push(Action::Typed(Field::Y(point), Edit::Move(vec![(point, Point::new(at.x, y))])));
                }
            });
        }
    });
    ui.add_space(8.0);
    let commands: &[Command] = if corner.is_some() {
        &[Command::AddPoint, Command::Delete]
    } else {
        &[Command::AddPoint, Command::TurnLeft, Command::Duplicate, Command::Delete]
    };
    buttons(ui, commands, queue);
    ui.add_space(4.0);
    let hint = "Drag a square to move a point, a disc between two to add one.";
    ui.add(Label::new(RichText::new(hint).weak()).wrap());
}

/// A label.
pub(super) fn label(ui: &mut Ui, draft: &Draft, index: usize, desk: &mut Desk, queue: &mut CommandQueue) {
    let Some(label) = draft.labels.get(index) else { return };
    heading(ui, "Label");
    ui.add_space(4.0);
    let caption = ui.label("Text");
    let field = Field::LabelText(index);
    let response = fields::text(ui, &mut desk.typing, field, &caption, &label.text, 1);
    if std::mem::take(&mut desk.written) {
        response.focus_all(ui);
    }
    if let Some(text) = response.changed {
        desk.push(Action::Typed(field, Edit::Label(index, LabelDraft { text, ..label.clone() })));
    }
    ui.add_space(8.0);
    place(ui, Piece::Label(index), label.at, desk);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let caption = ui.label("Size");
        let field = Field::LabelSize(index);
        if let Some(size) = fields::number(ui, &mut desk.typing, field, &caption, label.size) {
            desk.push(Action::Typed(field, Edit::Label(index, LabelDraft { size, ..label.clone() })));
        }
        ui.label(RichText::new("octagons, of a capital letter").weak());
    });
    ui.add_space(8.0);
    buttons(ui, &[Command::Duplicate, Command::Delete], queue);
}
