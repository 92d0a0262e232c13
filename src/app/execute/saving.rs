//! Writing circuits to their files.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, ViewportCommand};

use super::{Done, kept};
use crate::app::Paddock;
use crate::app::autosave;
use crate::app::documents::{Content, Document};
use crate::app::files::{self, OnDisk, SaveKind};
use crate::storage;

/// How a document is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saving {
    /// To its own file, where it has one.
    Own,
    /// To its own file, although another program changed it.
    Anyway,
    /// To a file the user is asked for.
    As,
}

impl Paddock {
    /// Writes a document: to its file, or to one the user is asked for.
    pub(super) fn save(&mut self, ctx: &Context, index: usize, how: Saving) {
        let Some(document) = self.documents.get(index) else { return };
        let (mark, path, suggested) = (document.mark(), document.path.clone(), document.base_name());
        let text = match &document.content {
            Content::Circuit(tab) => tab.text(),
            // Elsewhere a race takes its circuit with it: the file that it names stays where it is.
            Content::Race(tab) => {
                tab.race().file_text(how == Saving::As || path.is_none()).map_err(|error| error.to_string())
            }
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => return self.not_saved(mark, Some(error)),
        };
        if self.saving.contains(&mark) {
            return;
        }
        let open = self.open_elsewhere(Some(mark));
        let known = document.on_disk.clone().filter(|_| how != Saving::Anyway);
        self.saving.push(mark);
        let dialogs = Arc::clone(&self.dialogs);
        self.background.start(ctx, move || {
            let chosen = match path {
                Some(path) if how != Saving::As => Ok(path),
                _ => match dialogs.save(SaveKind::Document, &suggested) {
                    Some(path) => files::destination(path, SaveKind::Document, &open),
                    None => return Done::NotSaved(mark, None),
                },
            };
            if let (Ok(path), Some(known)) = (&chosen, &known)
                && files::identity(path) == known.identity
                && known.was_changed()
            {
                return Done::ChangedOutside(mark);
            }
            let written = chosen.and_then(|path| match storage::write(&path, text.as_bytes()) {
                Ok(()) => Ok(path),
                Err(error) => Err(error.to_string()),
            });
            match written {
                Ok(path) => {
                    let on_disk = OnDisk::of(&path, text.as_bytes());
                    autosave::forget(&path);
                    Done::Saved(mark, path, text, on_disk)
                }
                Err(error) => Done::NotSaved(mark, Some(error)),
            }
        });
    }

    /// The files of the open documents, but for the one with this mark.
    pub(super) fn open_elsewhere(&self, but: Option<u64>) -> Vec<PathBuf> {
        let others = self.documents.iter().filter(|document| Some(document.mark()) != but);
        others.filter_map(|document| document.on_disk.as_ref()).map(|on_disk| on_disk.identity.clone()).collect()
    }

    /// Saves the next document with changes, one after the other because each may ask where to; quits after the last.
    pub(super) fn save_next_and_quit(&mut self, ctx: &Context) {
        match self.documents.iter().position(Document::is_unsaved) {
            Some(index) => self.save(ctx, index, Saving::Own),
            None => {
                self.quits_when_saved = false;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// What was not saved stays open, and so does the window.
    pub(super) fn not_saved(&mut self, mark: u64, error: Option<String>) {
        self.saving.retain(|other| *other != mark);
        self.closes_when_saved.retain(|other| *other != mark);
        self.quits_when_saved = false;
        if let Some(error) = error {
            self.status.clear();
            self.messages.error(error);
        }
    }

    pub(super) fn saved(&mut self, ctx: &Context, mark: u64, path: PathBuf, text: &str, on_disk: OnDisk) {
        self.saving.retain(|other| *other != mark);
        self.asked_at_save.retain(|other| *other != mark);
        let closes = self.closes_when_saved.contains(&mark);
        self.closes_when_saved.retain(|other| *other != mark);
        self.status = format!("Saved {}", path.display());
        self.settings.remember(&path);
        let found = self.documents.iter_mut().enumerate().find(|(_, document)| document.mark() == mark);
        if let Some((index, document)) = found {
            let is_elsewhere = document.path.as_ref() != Some(&path);
            match &mut document.content {
                Content::Circuit(tab) if tab.text().is_ok_and(|now| now == text) => {
                    tab.mark_saved();
                }
                Content::Circuit(_) => {}
                Content::Race(tab) => {
                    let now = [true, false].map(|whole| tab.race().file_text(whole));
                    if now.iter().any(|now| now.as_ref().is_ok_and(|now| now == text)) {
                        tab.mark_saved();
                    } else if let Err(error) = tab.begin_journal_anew() {
                        // Something was recorded while the file was written: the journal keeps it, with all the rest.
                        self.messages.error(error);
                    }
                    if is_elsewhere {
                        document.journal = None;
                    }
                }
            }
            if document.path.as_ref() != Some(&path)
                && let Content::Circuit(tab) = &mut document.content
            {
                // The picture is looked for beside the new file.
                tab.forget_picture();
            }
            if let Some(former) = document.path.replace(path.clone()).filter(|former| *former != path) {
                // The changes kept beside the former file are in the new one.
                self.background.start(ctx, move || {
                    autosave::forget(&former);
                    Done::Nothing
                });
            }
            document.on_disk = Some(on_disk);
            kept::forget(document.unsaved.take());
            if closes && !document.is_unsaved() {
                self.close_now(index);
            }
        }
        if self.quits_when_saved {
            self.save_next_and_quit(ctx);
        }
    }
}
