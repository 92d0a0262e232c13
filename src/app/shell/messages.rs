//! Messages: errors and notes that stay until the user dismisses them. They can be copied.

use egui::{Align2, Area, Frame, Order, RichText, vec2};

use crate::app::board::{icons, look};
use crate::game::words;

/// The largest number of messages shown at once.
const SHOWN: usize = 4;

/// The messages on screen, the newest last.
#[derive(Debug, Default)]
pub struct Messages {
    texts: Vec<String>,
    /// The texts of the messages that are not errors.
    notes: Vec<String>,
}

impl Messages {
    /// Adds an error. If the same message is shown already, it becomes the newest.
    pub fn error(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.texts.retain(|other| *other != text);
        self.texts.push(text);
    }

    /// Adds a message that is not an error.
    pub fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.notes.retain(|other| *other != text);
        self.notes.push(text.clone());
        self.error(text);
    }

    /// All messages, the newest last.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.texts
    }

    /// Dismisses the newest message. Returns whether there was a message.
    pub fn dismiss(&mut self) -> bool {
        self.texts.pop().is_some()
    }

    /// Shows the messages in the lower right corner, over everything else.
    pub fn ui(&mut self, ctx: &egui::Context, bottom: f32) {
        if self.texts.is_empty() {
            return;
        }
        let mut dismissed = None;
        let mut all_gone = false;
        Area::new(egui::Id::unique("messages"))
            .anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -bottom - 16.0))
            .order(Order::Foreground)
            .show(ctx, |ui| {
                ui.set_max_width(440.0);
                let first = self.texts.len().saturating_sub(SHOWN);
                if self.texts.len() > 1 {
                    all_gone = above(ui, first);
                }
                for (index, text) in self.texts.iter().enumerate().skip(first) {
                    if message(ui, text, !self.notes.contains(text)) {
                        dismissed = Some(index);
                    }
                }
            });
        if let Some(index) = dismissed {
            self.texts.remove(index);
        }
        if all_gone {
            self.texts.clear();
            self.notes.clear();
        }
    }
}

/// Draws the row above several messages. `hidden` is the number of earlier messages, for which there is no room. Returns
/// whether to dismiss all messages.
fn above(ui: &mut egui::Ui, hidden: usize) -> bool {
    let mut gone = false;
    Frame::popup(ui.style()).inner_margin(vec2(12.0, 6.0)).show(ui, |ui| {
        ui.set_width(416.0);
        ui.horizontal(|ui| {
            gone = ui.button(format!("{} Dismiss all", icons::X)).on_hover_text("Removes all messages").clicked();
            if hidden > 0 {
                ui.label(look::weak(words::many(hidden as u64, "earlier message")));
            }
        });
    });
    gone
}

/// Draws a message. Returns whether to dismiss it.
fn message(ui: &mut egui::Ui, text: &str, is_error: bool) -> bool {
    let visuals = ui.visuals();
    let (icon, error) =
        if is_error { (icons::WARNING_CIRCLE, visuals.error_fg_color) } else { (icons::INFO, visuals.hyperlink_color) };
    let mut gone = false;
    Frame::popup(ui.style()).inner_margin(12).stroke(egui::Stroke::new(1.0, error)).show(ui, |ui| {
        ui.set_width(416.0);
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(icon).size(look::HEADING).color(error));
            ui.vertical(|ui| {
                let words = look::prose(ui, text, look::BODY, ui.visuals().text_color());
                ui.add(egui::Label::new(words).wrap().selectable(true));
                ui.horizontal(|ui| {
                    if ui.button(format!("{} Copy", icons::COPY)).on_hover_text("Copies the message").clicked() {
                        ui.copy_text(text.to_owned());
                    }
                    gone =
                        ui.button(format!("{} Dismiss", icons::X)).on_hover_text("Removes the message (Esc)").clicked();
                });
            });
        });
    });
    gone
}
