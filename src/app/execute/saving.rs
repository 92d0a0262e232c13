//! Saves documents to their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, ViewportCommand};

use super::{Done, kept};
use crate::app::Paddock;
use crate::app::board::pixels;
use crate::app::documents::autosave::{self, Autosave};
use crate::app::documents::files::SaveKind;
use crate::app::documents::files::{self, OnDisk};
use crate::app::tabs::{Content, Document};
use crate::storage::{self, Claim, Claimed};

/// The file to which a document is saved, and the warnings that are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saving {
    /// Saves to the document's own file. If the document has none, asks the user for a file.
    Own,
    /// Saves to the document's own file, even if another program changed the file.
    Anyway,
    /// Saves to the document's own file, even if the file is write-protected.
    Protected,
    /// Always asks the user for a file, and saves to that file.
    As,
}

impl Paddock {
    /// Saves a document to its file. Asks for a file if the document has none, or if `how` is `Saving::As`.
    pub(super) fn save(&mut self, ctx: &Context, index: usize, how: Saving) {
        let Some(document) = self.documents.get(index) else { return };
        let (mark, path, suggested) = (document.mark(), document.path.clone(), document.base_name());
        let is_claimed = document.claim.is_some();
        let text = match &document.content {
            Content::Circuit(tab) => tab.text(),
            // A race that is saved elsewhere includes its circuit, because the circuit file that it names is not
            // there.
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
        // If the circuit is saved to another folder, copy its reference picture to that folder too.
        let beside = document.path.clone().or_else(|| document.copied_from.clone());
        let picture = match &document.content {
            Content::Circuit(tab) => tab.document().reference().map(|reference| reference.file).zip(beside),
            Content::Race(_) => None,
        };
        let open = self.open_elsewhere(Some(mark));
        let own = document.on_disk.clone();
        let anyway = matches!(how, Saving::Anyway | Saving::Protected);
        self.saving.push(mark);
        let dialogs = Arc::clone(&self.dialogs);
        self.background.start_or(ctx, Done::NotSaved(mark, None), move || {
            let chosen = match path {
                Some(path) if how != Saving::As => Ok(path),
                _ => match dialogs.save(SaveKind::Document, &suggested) {
                    Some(path) => files::destination(path, SaveKind::Document, &open),
                    None => return Done::NotSaved(mark, None),
                },
            };
            if let (Ok(path), Some(own)) = (&chosen, &own)
                && !anyway
                && storage::identity(path) == own.identity
                && own.was_changed()
            {
                return Done::ChangedOutside(mark);
            }
            if let (Ok(path), true) = (&chosen, matches!(how, Saving::Own | Saving::Anyway))
                && storage::is_protected(path)
            {
                return Done::WriteProtected(mark, path.clone());
            }
            let is_own = |path: &Path| own.as_ref().is_some_and(|own| storage::identity(path) == own.identity);
            let written = chosen.and_then(|path| {
                let claim = if is_claimed && is_own(&path) { None } else { Some(Claim::take(&path)) };
                let claim = match claim {
                    Some(Claimed::Taken(who)) if !is_own(&path) => {
                        return Err(format!(
                            "{}: {who} of Paddock has this file open; nothing was written. Choose another name, or close \
                             the file in that window first.",
                            path.display()
                        ));
                    }
                    Some(Claimed::Mine(claim)) => Some(claim),
                    _ => None,
                };
                if let Some((name, from)) = &picture {
                    pixels::take_along(from, &path, name)?;
                }
                let write = if how == Saving::Protected { storage::overwrite } else { storage::write };
                write(&path, text.as_bytes()).map_err(|error| error.to_string())?;
                Ok((path, claim))
            });
            match written {
                Ok((path, claim)) => {
                    let on_disk = OnDisk::of(&path, text.as_bytes());
                    Done::Saved(mark, path, text, on_disk, claim)
                }
                Err(error) => Done::NotSaved(mark, Some(error)),
            }
        });
    }

    /// The paths of the files of all open documents, except the document with this id.
    pub(super) fn open_elsewhere(&self, but: Option<u64>) -> Vec<PathBuf> {
        let others = self.documents.iter().filter(|document| Some(document.mark()) != but);
        others.filter_map(|document| document.on_disk.as_ref()).map(|on_disk| on_disk.identity.clone()).collect()
    }

    /// Saves the first document with unsaved changes. If there is none, closes the window. Saves only one document at a
    /// time, because saving may ask the user for a file.
    pub(super) fn save_next_and_quit(&mut self, ctx: &Context) {
        match self.documents.iter().position(Document::is_unsaved) {
            Some(index) => self.save(ctx, index, Saving::Own),
            None => {
                self.quits_when_saved = false;
                // The question before has named the secret moves that are dropped.
                self.may_quit = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Handles a save that failed or was cancelled. Keeps the document and the window open, and shows the error.
    pub(super) fn not_saved(&mut self, mark: u64, error: Option<String>) {
        self.saving.retain(|other| *other != mark);
        self.closes_when_saved.retain(|other| *other != mark);
        self.quits_when_saved = false;
        if let Some(error) = error {
            self.status.clear();
            self.messages.error(error);
        }
    }

    pub(super) fn saved(
        &mut self,
        ctx: &Context,
        mark: u64,
        path: PathBuf,
        text: &str,
        on_disk: OnDisk,
        claim: Option<Claim>,
    ) {
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
                    tab.document_mut().mark_saved();
                }
                Content::Circuit(_) => {}
                Content::Race(tab) => {
                    let now = [true, false].map(|whole| tab.race().file_text(whole));
                    if now.iter().any(|now| now.as_ref().is_ok_and(|now| now == text)) {
                        tab.mark_saved();
                    } else if let Err(error) = tab.restart_journal() {
                        // A turn was recorded while the file was being written, so the race is still unsaved and its
                        // journal starts again.
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
                // Read the reference picture again, now from the folder of the new file.
                tab.forget_picture();
            }
            if document.on_disk.as_ref().is_none_or(|former| former.identity != on_disk.identity) {
                document.claim = None;
            }
            if claim.is_some() {
                document.claim = claim;
            }
            // The saved file includes the changes of the former autosaves. Changes made meanwhile are autosaved
            // again.
            let places = std::mem::take(&mut document.kept_at);
            document.autosave = Autosave::default();
            self.background.start(ctx, move || {
                autosave::forget(&places);
                Done::Nothing
            });
            document.path = Some(path);
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
