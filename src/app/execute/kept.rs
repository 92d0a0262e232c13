//! Autosaves changed documents, and checks whether other programs have changed the files of open documents.

use std::path::PathBuf;

use egui::Context;

use super::Done;
use crate::app::Paddock;
use crate::app::documents::aside;
use crate::app::documents::autosave::{self, Due};
use crate::app::documents::files::OnDisk;
use crate::app::documents::left_over::{self, LeftOver};
use crate::app::documents::unsaved::{self, Found, Kept, Unsaved};
use crate::app::shell::questions::Question;
use crate::app::tabs::{Content, Document};
use crate::game::words::many;

/// The time from one check of the open files to the next, in seconds.
const LOOK: f64 = 2.0;

/// Deletes the autosave of a circuit without a file.
pub(in crate::app) fn forget(kept: Option<Kept>) {
    if let Some(kept) = kept {
        kept.forget();
    }
}

impl Paddock {
    /// Autosaves changed circuits at intervals. The autosave of a circuit is beside its file, or in the data folder if
    /// it has no file.
    pub(in crate::app) fn keep_changes(&mut self, ctx: &Context) {
        let (now, every) = (ctx.input(|input| input.time), f64::from(self.settings.keep_changes_after));
        let mut waiting = false;
        for document in &mut self.documents {
            // Races have a journal and need no autosave.
            let Content::Circuit(tab) = &document.content else { continue };
            let due = document.autosave.due(now, every, tab.document().revision(), tab.is_dirty());
            waiting |= document.autosave.is_waiting();
            let Some(path) = document.path.clone() else {
                let text = matches!(due, Some(Due::Write)).then(|| tab.text());
                match (text, &mut self.unsaved) {
                    (Some(text), Some(unsaved)) => {
                        let place = document.unsaved.clone().map_or_else(|| unsaved.place(), Ok);
                        document.unsaved = place.clone().ok();
                        self.background.start(ctx, move || Done::Kept(place.and_then(|place| place.write(&text?))));
                    }
                    (None, _) if due.is_some() => forget(document.unsaved.take()),
                    _ => {}
                }
                continue;
            };
            match due {
                Some(Due::Write) => {
                    let text = tab.text();
                    // Choose the path only once. Older autosaves are not overwritten, because the user has not
                    // decided about them yet.
                    let place = match document.kept_at.first() {
                        Some(place) => Ok(place.clone()),
                        None => autosave::free_place(&path),
                    };
                    if let Ok(place) = &place
                        && document.kept_at.is_empty()
                    {
                        document.kept_at.push(place.clone());
                    }
                    let base = document.on_disk.as_ref().map(|on_disk| on_disk.journal);
                    self.background
                        .start(ctx, move || Done::Kept(text.and_then(|text| autosave::keep(&place?, base, &text))));
                }
                Some(Due::Remove) => {
                    let places = std::mem::take(&mut document.kept_at);
                    self.background.start(ctx, move || {
                        autosave::forget(&places);
                        Done::Nothing
                    });
                }
                None => {}
            }
        }
        if waiting {
            // Request a frame in time for the autosave. Otherwise the next frame might wait for an event.
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(every.clamp(0.1, 60.0)));
        }
    }

    /// Adds files with unsaved changes to a list in the data folder. After a crash, the welcome page offers the changes
    /// of the files in this list.
    pub(in crate::app) fn list_changed(&mut self, ctx: &Context) {
        let Some(unsaved) = &self.unsaved else { return };
        for document in self.documents.iter_mut().filter(|document| !document.is_listed && document.is_unsaved()) {
            let Some(path) = document.path.clone() else { continue };
            document.is_listed = true;
            let folder = unsaved.folder().to_owned();
            self.background.start_quietly(ctx, move || Done::Kept(left_over::add(&folder, &path)));
        }
    }

    /// Tells the user, on the welcome page and in the status bar, about files with unsaved changes. A closed window
    /// left these changes in an autosave or a journal beside the file.
    pub(super) fn found_left_over(&mut self, mut found: Vec<LeftOver>) {
        found.retain(|left| self.documents.iter().all(|document| document.path.as_ref() != Some(&left.file)));
        match &found[..] {
            [] => {}
            [left] => self.status = format!("{}. Open the file to recover the changes", left.sentence()),
            several => self.status = format!("{} files have unsaved changes: see the welcome page", several.len()),
        }
        self.left_over = found;
    }

    /// Rewrites journals that another program has deleted or replaced.
    fn restore_journals(&mut self) {
        let mut aside = Vec::new();
        for document in &mut self.documents {
            let Content::Race(tab) = &mut document.content else { continue };
            match tab.restore_journal() {
                Ok(true) => {
                    "A race's journal was deleted or replaced; it has been written again".clone_into(&mut self.status)
                }
                Ok(false) => {}
                Err(error) => self.messages.error(error),
            }
            aside.append(&mut tab.take_aside());
        }
        self.list_aside(aside);
    }

    /// Checks every two seconds whether another program has changed the file of an open circuit, or has deleted or
    /// replaced a journal.
    pub(in crate::app) fn look_at_files(&mut self, ctx: &Context) {
        let (now, focused) = ctx.input(|input| (input.time, input.focused));
        let keeps_journal =
            |document: &Document| matches!(&document.content, Content::Race(tab) if tab.keeps_journal());
        let keeps_journals = self.documents.iter().any(keeps_journal);
        let watched: Vec<(u64, OnDisk)> = self
            .documents
            .iter()
            .filter(|document| matches!(document.content, Content::Circuit(_)))
            .filter_map(|document| Some((document.mark(), document.on_disk.clone()?)))
            .collect();
        if !keeps_journals && (watched.is_empty() || !focused) {
            return;
        }
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(LOOK));
        // Do not check while a file is being saved, because saving changes it too.
        if now - self.looked_at_files < LOOK || self.background.is_busy() || !self.saving.is_empty() {
            return;
        }
        self.looked_at_files = now;
        self.restore_journals();
        if watched.is_empty() || !focused {
            return;
        }
        self.background.start_quietly(ctx, move || {
            let changed = watched.into_iter().filter_map(|(mark, on_disk)| Some((mark, on_disk.now()?)));
            Done::FoundChanged(changed.collect())
        });
    }

    /// Asks about each changed file, unless the same question is open already.
    pub(super) fn found_changed(&mut self, found: Vec<(u64, OnDisk)>) {
        for (mark, now) in found {
            let known = self.documents.iter().find(|document| document.mark() == mark);
            let known = known.and_then(|document| document.on_disk.as_ref());
            let is_news = known.is_some_and(|known| *known != now) && !self.saving.contains(&mark);
            let is_asked = self.asked_at_save.contains(&mark)
                || self.questions.iter().any(|question| matches!(question, Question::Changed(of, _) if *of == mark));
            if is_news && !is_asked {
                self.questions.push(Question::Changed(mark, now));
            }
        }
    }

    /// Deletes the autosaves and journals of all documents with unsaved changes. Call this after the user has chosen to
    /// discard these changes.
    pub(in crate::app) fn forget_kept(&mut self) {
        for document in self.documents.iter_mut().filter(|document| document.is_unsaved()) {
            if let Content::Race(tab) = &mut document.content {
                tab.forget_journal();
            }
            autosave::forget(&document.kept_at);
            forget(document.unsaved.clone());
        }
    }

    /// Sets the data folder for documents without a file. Offers the documents that closed windows left in this folder.
    pub fn keep_unsaved_in(&mut self, ctx: &Context, folder: PathBuf) {
        let unsaved = self.unsaved.insert(Unsaved::new(folder));
        let folder = unsaved.folder().to_owned();
        let races = folder.clone();
        let listed = folder.clone();
        let (changed, recent) = (folder.clone(), self.settings.recent.clone());
        let games = self.games;
        self.background.start_quietly(ctx, move || {
            let (found, aside) = left_over::find(games, &changed, &recent);
            Done::FoundLeftOver(found, aside)
        });
        self.background.start_quietly(ctx, move || Done::FoundAside(aside::list(&listed)));
        self.background.start_quietly(ctx, move || Done::FoundUnsaved(unsaved::find(games, &folder)));
        self.background.start_quietly(ctx, move || {
            let (found, aside) = unsaved::find_races(games, &races);
            Done::FoundRaces(found, aside)
        });
    }

    /// Opens circuits found in autosaves.
    pub(super) fn recover_unsaved(&mut self, found: Vec<Found>) {
        let count = found.len();
        for Found { path, recovered } in found {
            let kept = self.unsaved.as_mut().and_then(|unsaved| unsaved.place().ok());
            if let Some(kept) = &kept {
                kept.take_over(&path);
            }
            self.add(Document::recovered(self.games, &recovered.draft, kept));
        }
        let them = if count == 1 { "it" } else { "them" };
        self.status = format!("Recovered {}; save to keep {them}", many(count, "circuit"));
    }
}
