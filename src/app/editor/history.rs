//! The list of what was done: a click goes there.

use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::palette::heading;
use super::{Action, Desk};
use crate::app::commands::{Command, CommandQueue};
use crate::app::icons;
use crate::editor::Document;

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk, queue: &mut CommandQueue) {
    let history = document.history();
    ui.horizontal(|ui| {
        heading(ui, "History");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (command, icon, title) in [
                (Command::Redo, icons::ARROW_U_UP_RIGHT, history.redo_title()),
                (Command::Undo, icons::ARROW_U_UP_LEFT, history.undo_title()),
            ] {
                let spec = command.spec();
                let response = ui.add_enabled(title.is_some(), Button::new(icon).min_size(egui::vec2(28.0, 24.0)));
                response.widget_info(|| WidgetInfo::labeled(Role::Button, title.is_some(), spec.title));
                let hint = format!("{}: {} ({})", spec.title, title.unwrap_or_default().to_lowercase(), spec.keys());
                if response.on_hover_text(hint).on_disabled_hover_text(spec.tooltip()).clicked() {
                    queue.push(command);
                }
            }
        });
    });
    if history.steps().is_empty() {
        ui.label(RichText::new("Nothing done yet.").weak());
        return;
    }
    let beginning = match history.forgotten() {
        0 => "As opened".to_owned(),
        count => format!("Before that: {count} steps forgotten"),
    };
    let rows = history.steps().len() + 1;
    // Only the rows in view are laid out: the list may be thousands of steps long.
    let scroll = ScrollArea::vertical().id_salt("history").auto_shrink(false).stick_to_bottom(true);
    scroll.show_rows(ui, 24.0, rows, |ui, shown| {
        for position in shown {
            let step = position.checked_sub(1).and_then(|index| history.steps().get(index));
            let title = step.map_or(beginning.as_str(), |step| step.title());
            let text = RichText::new(title);
            let text = if position > history.position() { text.weak() } else { text };
            let button = Button::selectable(position == history.position(), text)
                .truncate()
                .min_size(egui::vec2(ui.available_width(), 24.0));
            if ui.add(button).clicked() {
                desk.push(Action::GoTo(position));
            }
        }
    });
}
