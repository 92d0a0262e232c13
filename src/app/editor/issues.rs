//! The list of what is wrong or odd about the circuit.

use egui::{Label, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo};

use super::{Action, Desk};
use crate::app::{icons, painter};
use crate::editor::{Document, Edit};
use crate::game::Severity;
use crate::render::Theme;

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk, theme: Theme) {
    let (errors, warnings) = document.issue_counts();
    // The panel keeps its height, however long the list is.
    ui.take_available_space();
    ui.add_space(4.0);
    ui.label(RichText::new(counted(errors, warnings)).weak());
    if document.issues().is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(icons::CHECK_CIRCLE);
            ui.label("Nothing to mend: the pieces lie as every edition wants them.");
        });
        return;
    }
    let mends = mends(document, desk);
    ScrollArea::vertical().id_salt("issues").auto_shrink(false).show(ui, |ui| {
        for (index, issue) in document.issues().iter().enumerate() {
            let (icon, colour) = match issue.severity {
                Severity::Error => (icons::WARNING_CIRCLE, theme.error()),
                Severity::Warning => (icons::WARNING, theme.warning()),
            };
            let inner = ui.horizontal_top(|ui| {
                ui.label(RichText::new(icon).color(painter::color(colour)));
                ui.vertical(|ui| {
                    ui.add(Label::new(issue.message.as_str()).wrap());
                    if let Some(mend) = &issue.mend {
                        ui.add(Label::new(RichText::new(mend.as_str()).weak()).wrap());
                    }
                });
            });
            let sense = if issue.at.is_some() { Sense::click() } else { Sense::hover() };
            let response = ui.interact(inner.response.rect, ui.scope_id().with(("issue", index)), sense);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Issue: {}", issue.message)));
            if response.hovered() && issue.at.is_some() {
                desk.hovered_issue = Some(index);
            }
            if let Some(at) = issue.at {
                let hint = format!("{}: click to see where", issue.id);
                if response.on_hover_text(hint).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                    desk.push(Action::Center(at));
                }
            } else {
                response.on_hover_text(issue.id);
            }
            if let Some(edit) = mends.get(index).cloned().flatten() {
                let title = edit.title(document.draft());
                let button = ui.horizontal(|ui| {
                    // Under the words, not under their icon.
                    ui.add_space(22.0);
                    ui.button(format!("{}  {title}", icons::WRENCH))
                });
                let button = button.inner;
                button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Mend: {title}")));
                if button.on_hover_text("Mends this by itself; it is one step that can be taken back").clicked() {
                    desk.push(Action::Edit(edit));
                }
            }
            ui.add_space(8.0);
        }
    });
    desk.mends = Some((document.revision(), mends));
}

/// What mends each issue; worked out once for each revision, because some of it is tried out.
fn mends(document: &Document, desk: &mut Desk) -> Vec<Option<Edit>> {
    match desk.mends.take() {
        Some((revision, mends)) if revision == document.revision() => mends,
        _ => (0..document.issues().len()).map(|index| document.mend(index)).collect(),
    }
}

/// "2 errors, 1 warning".
fn counted(errors: usize, warnings: usize) -> String {
    let words = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    match (errors, warnings) {
        (0, 0) => "none".to_owned(),
        (0, warnings) => words(warnings, "warning"),
        (errors, 0) => words(errors, "error"),
        (errors, warnings) => format!("{}, {}", words(errors, "error"), words(warnings, "warning")),
    }
}
