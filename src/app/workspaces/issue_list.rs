//! The list of a circuit's issues.

use egui::{Label, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo};

use crate::app::board::{icons, look, painter};
use crate::game::words::many;
use crate::game::{self, Issue, Severity};
use crate::render::Theme;

/// The user's actions in the list of issues in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    /// The index of the issue under the pointer, if the issue has a point on the board; otherwise `None`.
    pub hovered: Option<usize>,
    /// The point that the board should be centred on, because the user clicked an issue.
    pub center: Option<[f64; 2]>,
    /// The index of the issue that the user wants to fix, after a click on its fix.
    pub fix: Option<usize>,
    /// Whether the user requested the fixes of all issues.
    pub fix_all: bool,
}

/// Shows the list of a circuit's issues. `fixes` has the title of each issue's suggested fix. `fine` is the text to
/// show if there are no issues.
pub fn show(ui: &mut Ui, issues: &[Issue], fixes: &[Option<String>], fine: &str, theme: Theme) -> Asked {
    let mut asked = Asked::default();
    let counts = game::counted(issues);
    // The height of the panel does not depend on the length of the list.
    ui.take_available_space();
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(counted(counts)).weak());
        let count = fixes.iter().flatten().count();
        if count > 1 {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let hint = "Applies the suggested fixes one after another, as one step that you can undo";
                asked.fix_all = ui.button(format!("{}  Fix all", icons::WRENCH)).on_hover_text(hint).clicked();
            });
        }
    });
    if counts[..2] == [0, 0] {
        ui.horizontal_wrapped(|ui| {
            ui.label(icons::CHECK_CIRCLE);
            ui.label(fine);
        });
        if issues.is_empty() {
            return asked;
        }
        ui.add_space(8.0);
    }
    ScrollArea::vertical().id_salt("issues").auto_shrink(false).show(ui, |ui| {
        for (index, issue) in issues.iter().enumerate() {
            let (icon, colour) = match issue.severity {
                Severity::Error => (icons::WARNING_CIRCLE, theme.error()),
                Severity::Warning => (icons::WARNING, theme.warning()),
                Severity::Note => (icons::INFO, theme.accent()),
            };
            let inner = ui.horizontal_top(|ui| {
                ui.label(RichText::new(icon).color(painter::color(colour)));
                ui.vertical(|ui| {
                    let (ink, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
                    ui.add(Label::new(look::prose(ui, &issue.message, look::BODY, ink)).wrap());
                    if let Some(fix) = &issue.fix {
                        ui.add(Label::new(look::prose(ui, fix, look::BODY, weak)).wrap());
                    }
                });
            });
            let sense = if issue.at.is_some() { Sense::click() } else { Sense::hover() };
            let response = ui.interact(inner.response.rect, ui.scope_id().with(("issue", index)), sense);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Issue: {}", issue.message)));
            if response.hovered() && issue.at.is_some() {
                asked.hovered = Some(index);
            }
            if let Some(at) = issue.at {
                let hint = format!("{}: click to show it on the board", issue.id);
                if response.on_hover_text(hint).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                    asked.center = Some(at);
                }
            } else {
                response.on_hover_text(issue.id);
            }
            if let Some(title) = fixes.get(index).and_then(Option::as_ref) {
                let button = ui.horizontal(|ui| {
                    // Indent the button, so that it is below the text and not below the icon.
                    ui.add_space(22.0);
                    ui.add(egui::Button::new(format!("{}  {title}", icons::WRENCH)).wrap())
                });
                let button = button.inner;
                button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Fix: {title}")));
                if button.on_hover_text("Applies this fix as one step, which you can undo").clicked() {
                    asked.fix = Some(index);
                }
            }
            ui.add_space(8.0);
        }
    });
    asked
}

/// The number of errors, warnings and notes in words, such as "2 errors, 1 warning".
fn counted(counts: [usize; 3]) -> String {
    let words = |(severity, count): (Severity, usize)| (count > 0).then(|| many(count, severity.word()));
    let parts: Vec<String> = Severity::ALL.into_iter().zip(counts).filter_map(words).collect();
    if parts.is_empty() { "No issues".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn issues_are_counted_by_severity() {
        let said = [[0, 0, 0], [2, 1, 0], [0, 0, 1]].map(counted);
        assert_eq!(said, ["No issues", "2 errors, 1 warning", "1 note"]);
    }
}
