//! Opens files: reads them in the background, and prepares the races and circuits of the welcome page.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use super::{Done, Read};
use crate::app::Paddock;
use crate::app::board::look;
use crate::app::documents::autosave;
use crate::app::documents::files::{self, Loaded};
use crate::app::documents::import::{Import, Imported, Importer, Wanted};
use crate::app::shell::{tour, welcome};
use crate::app::shipped::{self, Summary};
use crate::app::tabs::Document;
use crate::games::vector_racing::VectorRacing;
use crate::import::Format;
use crate::render;
use crate::storage::{self, Claim, Claimed};

/// Makes the result of reading a document that does not belong to a file.
pub(super) fn read_without_file(loaded: Result<Loaded, String>, remarks: Vec<String>) -> Read {
    let (kept, claimed) = (autosave::Findings::default(), Claimed::Impossible);
    Read { path: None, loaded: loaded.map(|loaded| (None, loaded)), kept, journal: Ok(None), claimed, remarks }
}

/// Converts the result of an import. If the import needs another file, returns an error that says which file.
fn read_import(imported: Result<Import, String>) -> Result<Read, Wanted> {
    match imported {
        Ok(Import::Done(Imported { loaded, remarks })) => Ok(read_without_file(Ok(loaded), remarks)),
        Ok(Import::Needs(wanted)) => Err(wanted),
        Err(error) => Ok(read_without_file(Err(error), Vec::new())),
    }
}

impl Paddock {
    /// Asks the user for the second file of an import, and imports both files together.
    pub(super) fn open_with_second(&mut self, ctx: &Context, first: PathBuf, wanted: Wanted) {
        let (games, dialogs) = (self.games, Arc::clone(&self.dialogs));
        self.background.start(ctx, move || {
            let Some(second) = dialogs.second(wanted.title()) else { return Done::Nothing };
            let importer = Importer { games, others: &[], track: None, second: Some(&second) };
            let format = storage::read(&first).ok().and_then(|bytes| Format::of(&bytes));
            let gone =
                || format!("{} was removed or has changed. If the file still exists, open it again.", first.display());
            let imported = format.ok_or_else(gone).and_then(|format| importer.import(&first, format));
            match read_import(imported) {
                Ok(read) => Done::Opened(vec![read], Vec::new()),
                Err(wanted) => Done::Opened(Vec::new(), vec![(first, wanted)]),
            }
        });
    }

    /// Reads files in the background. Shows files that are already open, and imports files of other programs.
    pub(in crate::app) fn open_files(&mut self, ctx: &Context, paths: Vec<PathBuf>) {
        let mut missing = Vec::new();
        for path in paths {
            let path = std::path::absolute(&path).unwrap_or(path);
            let open = self.documents.iter().position(|document| document.path.as_ref() == Some(&path));
            match open {
                Some(index) => self.select(Some(index)),
                None => missing.push(path),
            }
        }
        let Some(first) = missing.first() else { return };
        self.status = format!("Opening {}…", first.display());
        let games = self.games;
        let track = self.document().and_then(Document::draft).and_then(|draft| draft.of::<VectorRacing>().cloned());
        self.background.start(ctx, move || {
            let importer = Importer { games, others: &missing, track: track.as_ref(), second: None };
            let mut needs = Vec::new();
            let format_of = |path: &PathBuf| storage::read(path).ok().and_then(|bytes| Format::of(&bytes));
            let read = missing.iter().filter_map(|path| {
                let loaded = files::load(games, path);
                if loaded.is_err()
                    && let Some(format) = format_of(path)
                {
                    // Table data are imported with their log.
                    let is_log = |other: &PathBuf| format_of(other) == Some(Format::OnlineLog);
                    if format == Format::OnlineTable && missing.iter().any(is_log) {
                        return None;
                    }
                    let read = read_import(importer.import(path, format));
                    return read.map_err(|wanted| needs.push((path.clone(), wanted))).ok();
                }
                let path = path.clone();
                let loaded = loaded.map(|(on_disk, loaded)| (Some(on_disk), loaded));
                let claimed = if loaded.is_ok() { Claim::take(&path) } else { Claimed::Impossible };
                // Autosaves of a document that another window has open belong to that window.
                let is_ours = !matches!(claimed, Claimed::Taken(_));
                let kept = match &loaded {
                    Ok((_, Loaded::Circuit(_))) if is_ours => autosave::find(games, &path),
                    _ => autosave::Findings::default(),
                };
                let journal = match &loaded {
                    Ok((_, Loaded::Race(race, _))) if is_ours => Self::journal_of(&path, race.as_ref()),
                    _ => Ok(None),
                };
                Some(Read { path: Some(path), loaded, kept, journal, claimed, remarks: Vec::new() })
            });
            let read = read.collect();
            Done::Opened(read, needs)
        });
    }

    /// Shows the shipped race for the guided tour, and opens it if necessary.
    pub(super) fn show_toured_race(&mut self, ctx: &Context) {
        let games = self.games;
        match self.documents.iter().position(|document| Some(document.mark()) == self.toured) {
            Some(index) => self.select(Some(index)),
            None => self.background.start(ctx, move || {
                let index = shipped::find(tour::RACE)
                    .ok_or_else(|| format!("no race with the name {} comes with the program", tour::RACE));
                Done::Toured(index.and_then(|index| files::load_shipped(games, index)))
            }),
        }
    }

    /// Reads a document's file again.
    pub(super) fn reload(&mut self, ctx: &Context, mark: u64) {
        let Some(document) = self.documents.iter().find(|document| document.mark() == mark) else { return };
        if let Some(path) = document.path.clone() {
            let games = self.games;
            self.background.start(ctx, move || Done::Reloaded(mark, files::load(games, &path)));
        }
    }

    /// Starts jobs for the missing pictures of the welcome page.
    pub(in crate::app) fn prepare_welcome(&mut self, ui: &egui::Ui) {
        let ctx = ui.ctx();
        if !self.welcome.is_ready() && !self.looked_at_shipped {
            self.looked_at_shipped = true;
            let games = self.games;
            let of = move |index| Summary::of(games, index);
            self.background.start(ctx, move || Done::Shipped((0..shipped::count()).map(of).collect()));
        }
        for welcome::Wanted { index, theme, scene } in self.welcome.wanted(look::theme(ui)) {
            let lost = Done::Picture(index, theme, Err(String::new()));
            self.background.start_or(ctx, lost, move || {
                let pixels = render::pixels(&scene, theme, welcome::PICTURE_PIXELS);
                // Convert the picture in this job, because converting dozens of pictures takes longer than a frame.
                let image = pixels.map(|(size, rgba)| egui::ColorImage::from_rgba_unmultiplied(size, &rgba));
                Done::Picture(index, theme, image.map_err(|error| error.to_string()))
            });
        }
    }
}
