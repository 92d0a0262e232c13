//! The question before a document or the window closes, if something would be lost.

use egui::{Context, ScrollArea, Ui, ViewportCommand};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, Request};
use crate::app::{Document, Paddock};

/// The document or the window to close after the user has answered the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Closing {
    /// Close the document with this index.
    Document(usize),
    /// Close the whole window, with all documents.
    Window,
}

impl Paddock {
    /// If the user closes the window and something would be lost, keeps the window open and asks.
    pub(in crate::app) fn guard_closing(&mut self, ctx: &Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if asked && !self.may_quit && self.documents.iter().any(Document::loses_by_closing) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.closing = Some(Closing::Window);
        }
    }

    /// Asks what to do with unsaved changes, and with secret moves of a round that is not complete.
    pub(in crate::app) fn ask_before_closing(&mut self, ctx: &Context) {
        let Some(closing) = self.closing else { return };
        let closed = match closing {
            Closing::Document(index) => self.documents.get(index..=index),
            Closing::Window => Some(self.documents.as_slice()),
        }
        .unwrap_or_default();
        let named = |document: &Document| format!("{}, {}", document.title(), document.kind());
        let unsaved: Vec<String> = closed.iter().filter(|document| document.is_unsaved()).map(named).collect();
        let secrets = closed.iter().filter(|document| document.has_secrets()).map(named).collect::<Vec<_>>();
        let mut answered = unsaved.is_empty() && secrets.is_empty();
        let answer = look::modal(ctx, "closing").show(ctx, |ui| {
            ui.set_width(400.0);
            let heading = if unsaved.is_empty() { "Secret moves" } else { "Unsaved changes" };
            ui.label(look::strong(heading, look::HEADING));
            list(ui, "unsaved", "These changes are not saved and would be lost:", &unsaved);
            let words = "The secret moves that players have handed in for this round are in no file, so that nobody can \
                         read them. Closing drops them; the players choose again:";
            list(ui, "secrets", words, &secrets);
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                if !unsaved.is_empty() && ui.button(format!("{} Save", icons::FLOPPY_DISK)).clicked() {
                    answered = true;
                    self.queue.push(match closing {
                        Closing::Document(index) => Request::SaveAndClose(index),
                        Closing::Window => Request::SaveAllAndQuit,
                    });
                }
                let words = if unsaved.is_empty() { "Drop the moves" } else { "Discard changes" };
                if ui.add(look::danger(ui, format!("{} {words}", icons::TRASH))).clicked() {
                    answered = true;
                    match closing {
                        Closing::Document(index) => self.queue.push(Request::CloseUnsaved(index)),
                        Closing::Window => {
                            self.may_quit = true;
                            self.forget_kept();
                            self.queue.push(Command::Quit);
                        }
                    }
                }
                if ui.button("Keep open").clicked() {
                    answered = true;
                }
            });
        });
        if answered || answer.backdrop_response.clicked() {
            self.closing = None;
        }
    }
}

/// Lists documents below a sentence; nothing if there are none.
fn list(ui: &mut Ui, id: &str, sentence: &str, names: &[String]) {
    if names.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(sentence);
    ui.add_space(4.0);
    ScrollArea::vertical().id_salt(id).max_height(160.0).show(ui, |ui| {
        for name in names {
            ui.label(format!("•  {name}"));
        }
    });
}
