//! Receives the results of background jobs.

use egui::Context;

use super::{Done, Read};
use crate::app::Paddock;
use crate::app::shell::questions::Question;
use crate::app::tabs::{Content, Document};
use crate::storage::{self, Claimed};

impl Paddock {
    /// Receives the results of the background jobs that have ended, and acts on them.
    pub(in crate::app) fn collect(&mut self, ctx: &Context) {
        let finished = self.background.finished();
        if self.background.take_failures() > 0 {
            self.messages.error(
                "A background task failed, because of a bug in Paddock. Your documents are not affected. Save them, and \
                 report what you did last.",
            );
        }
        for done in finished {
            match done {
                Done::Nothing => {}
                Done::Chosen(paths) => self.open_files(ctx, paths),
                Done::Opened(read, needs) => {
                    self.opened(read);
                    self.questions.extend(needs.into_iter().map(|(path, wanted)| Question::Second(path, wanted)));
                }
                Done::Toured(Err(error)) => self.messages.error(error),
                Done::Toured(Ok(loaded)) => {
                    let document = Document::new(self.games, None, loaded);
                    self.toured = Some(document.mark());
                    self.add(document);
                }
                Done::ChangedOutside(mark) => {
                    self.not_saved(mark, None);
                    self.status = "Not saved: another program changed the file".to_owned();
                    self.changed_outside = Some(mark);
                    // Remove an earlier question about the same file, because the question asked when saving replaces
                    // it.
                    self.questions.retain(|question| !matches!(question, Question::Changed(of, _) if *of == mark));
                    self.asked_at_save.push(mark);
                }
                Done::WriteProtected(mark, path) => {
                    self.not_saved(mark, None);
                    self.status = "Not saved: the file is write-protected".to_owned();
                    self.questions.push(Question::Protected(mark, path));
                }
                Done::Reloaded(_, Err(error)) => self.messages.error(error),
                Done::Reloaded(mark, Ok((on_disk, loaded))) => {
                    self.asked_at_save.retain(|other| *other != mark);
                    if let Some(document) = self.documents.iter_mut().find(|document| document.mark() == mark) {
                        document.reload(self.games, loaded, on_disk);
                        self.status = format!("Reloaded {}", document.title());
                    }
                }
                Done::NotSaved(mark, error) => self.not_saved(mark, error),
                Done::Exported(_, Err(error)) => {
                    self.status.clear();
                    self.messages.error(error);
                }
                Done::Exported(path, Ok(())) => {
                    self.pictures += 1;
                    self.status = format!("Wrote {}", path.display());
                }
                Done::Printed(answer) => self.printed(answer),
                Done::Filmed(answer) => self.filmed(answer),
                Done::Previewed(image) => self.export.previewed(ctx, image),
                Done::Copied(Err(error)) => self.messages.error(error),
                Done::Copied(Ok(image)) => {
                    ctx.copy_image(image);
                    "Picture copied".clone_into(&mut self.status);
                }
                Done::Saved(mark, path, text, on_disk, claim) => self.saved(ctx, mark, path, &text, on_disk, claim),
                Done::Kept(Ok(())) => {}
                Done::Kept(Err(error)) => self.messages.error(error),
                Done::Restored(restored) => self.restored(restored),
                Done::FoundAside(found) => self.aside = found,
                Done::FoundLeftOver(found, aside) => {
                    self.list_aside(aside);
                    self.found_left_over(found);
                }
                Done::FoundTemplates(found) => self.templates.set_own(found),
                Done::TemplateSaved(Ok(path)) => self.status = format!("Saved as a template: {}", path.display()),
                Done::TemplateSaved(Err(error)) => self.messages.error(error),
                Done::LayoutRead(path, layout) => self.layout_read(&path, layout),
                Done::FoundCrash(path, text) => self.questions.push(Question::Crash(path, text)),
                Done::FoundRaces(found, aside) => {
                    self.list_aside(aside);
                    self.found_races(found);
                }
                Done::FoundUnsaved(found) if found.is_empty() => {}
                Done::FoundUnsaved(found) => self.questions.push(Question::Unsaved(found)),
                Done::FoundChanged(found) => self.found_changed(found),
                Done::Traced(_, Err(error)) => self.messages.error(error),
                Done::Traced(mark, Ok((name, pixels))) => {
                    if let Some(tab) = self.circuit_with(mark) {
                        tab.put_picture(name.clone(), pixels.original.map(f64::from));
                        tab.wanted_picture();
                        tab.set_picture(ctx, name, Ok(pixels));
                    }
                }
                Done::PictureRead(mark, name, read) => {
                    if let Err(error) = &read {
                        self.messages.error(error.clone());
                    }
                    if let Some(tab) = self.circuit_with(mark) {
                        tab.set_picture(ctx, name, read);
                    }
                }
                Done::Checked(mark, checked) => {
                    if let Some(tab) = self.circuit_with(mark) {
                        match checked {
                            Some(checked) => tab.take_checked(checked, ctx.input(|input| input.time)),
                            None => tab.give_up_check(),
                        }
                    }
                }
                Done::Evaluated(mark, job, answer) => {
                    if let Some(tab) = self.circuit_with(mark) {
                        tab.evaluated(&job, answer);
                    }
                }
                Done::Found(mark, search, findings) => self.found(mark, &search, findings),
                Done::Compared(mark, comparison, evaluation) => self.compared(mark, &comparison, evaluation),
                Done::Proved(mark, search, found) => self.lap_proved(mark, &search, found),
                Done::ForecastDone(mark, forecasting, forecast) => self.forecast_done(mark, &forecasting, forecast),
                Done::TriedPlayer(index, result) => self.players.tried(index, result),
                Done::Driven(mark, work, answer) => self.driven(mark, &work, answer),
                Done::Planned(number, plan) => self.new_race.planned(number, plan),
                Done::CircuitChosen(Ok(draft)) => self.new_race.offer(draft),
                Done::CircuitChosen(Err(error)) => self.messages.error(error),
                Done::RaceRead(mark, state, reading) => self.race_read(mark, state, reading),
                Done::Drawn(search, found) => self.drawn(&search, found),
                Done::Shipped(summaries) => self.welcome.set(summaries),
                Done::Picture(index, theme, image) => self.welcome.picture(ctx, index, theme, image),
            }
        }
    }

    /// Opens the documents that were read, and shows the first one.
    fn opened(&mut self, read: Vec<Read>) {
        self.status.clear();
        let mut first = None;
        for Read { path, loaded, kept, journal, claimed, remarks } in read {
            self.list_aside(kept.aside);
            let (on_disk, loaded) = match loaded {
                Ok(loaded) => loaded,
                Err(error) => {
                    self.messages.error(error);
                    continue;
                }
            };
            // The same file may have been requested twice, or under two names.
            let open = on_disk.as_ref().and_then(|on_disk| {
                let same = |document: &Document| {
                    // An open copy of the file counts as the same document until it is saved under its own name.
                    let copied = document.copied_from.as_deref().filter(|_| document.path.is_none());
                    document.on_disk.as_ref().is_some_and(|other| other.identity == on_disk.identity)
                        || copied.is_some_and(|copied| storage::identity(copied) == on_disk.identity)
                };
                self.documents.iter().position(same)
            });
            if !remarks.is_empty() {
                self.messages.note(remarks.join("\n"));
            }
            let index = open.unwrap_or_else(|| {
                if let Some(path) = &path {
                    self.settings.remember(path);
                    // From now on, the document itself asks about its unsaved changes.
                    self.left_over.retain(|left| storage::identity(&left.file) != storage::identity(path));
                }
                let mut document = Document::new(self.games, path, loaded);
                document.on_disk = on_disk;
                match claimed {
                    Claimed::Mine(claim) => document.claim = Some(claim),
                    Claimed::Taken(who) => {
                        self.messages.error(format!(
                            "{} is open in {who} of Paddock. This is a copy: save it under another name to keep your changes.",
                            document.title()
                        ));
                        document = document.into_copy();
                    }
                    Claimed::Impossible => {}
                }
                let mark = document.mark();
                for recovered in kept.recovered {
                    if matches!(document.content, Content::Circuit(_)) {
                        self.questions.push(Question::Recover(mark, Box::new(recovered)));
                    }
                }
                self.add(document);
                self.look_for_journal(mark, journal);
                self.documents.len() - 1
            });
            first.get_or_insert((index, open.is_none()));
        }
        if let Some((index, is_new)) = first
            && let Some(document) = self.documents.get(index)
        {
            let what = if is_new { "Opened" } else { "Already open:" };
            self.status = format!("{what} {}", document.title());
            if let Content::Race(tab) = &document.content
                && let Some((turn, illegal)) = tab.first_illegal()
            {
                self.status.push_str(&format!(". Turn {turn} is illegal: {}", illegal.message));
            }
            self.select(Some(index));
        }
    }
}
