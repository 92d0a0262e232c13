//! Exports pictures, set-up sheets, plots and tables. Also starts the analysis of a race for the panels of the Analysis
//! workspace.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::analysis::Table;
use crate::app::Paddock;
use crate::app::documents::export::{Board, Filming, Order, Subject};
use crate::app::documents::files;
use crate::app::documents::files::SaveKind;
use crate::app::documents::print;
use crate::app::settings::export::FileType;
use crate::app::shell::export::PREVIEW_WIDTH;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::analysis::reading::Reading;
use crate::export::{self, TableFormat};
use crate::render::Theme;
use crate::render::chart::{self, Chart};
use crate::report;
use crate::storage;

/// The message to show if a circuit cannot be printed at its true size.
const NO_UNIT: &str = "To export at true size, first set the width of an octagon in millimetres: select nothing and use the panel on the right.";
/// The largest width of a picture in the clipboard, in pixels.
const LARGEST_COPY: u32 = 4_096;
/// The width and the height of exported plots, in pixels.
const PLOT: [u32; 2] = [1_600, 700];

/// A function that writes a file. If writing fails, it returns a sentence for the user.
type Write = Box<dyn FnOnce(&Path) -> Result<(), String> + Send>;

impl Paddock {
    /// Opens the export dialog for the document on screen.
    pub(super) fn open_export(&mut self) {
        let Some(document) = self.document() else { return };
        let board = match &document.content {
            Content::Race(tab) => Board::Race(tab.shared_race(), tab.playback().position()),
            Content::Circuit(tab) => Board::Circuit(tab.draft()),
        };
        let subject = Subject { board, scene: document.picture(), name: document.base_name() };
        self.export.open(subject, self.settings.export.clone());
    }

    /// Closes the export dialog. The user's choices stay in the settings. Returns whether the dialog was open.
    pub(super) fn close_export(&mut self) -> bool {
        self.export.close()
    }

    /// Shows the export dialog if it is open. Stores the user's choices in the settings.
    pub(in crate::app) fn show_export(&mut self, ctx: &Context) {
        self.export.ui(ctx, &mut self.queue);
        if let Some(choice) = self.export.choice().filter(|choice| **choice != self.settings.export) {
            self.settings.export = choice.clone();
        }
    }

    /// Asks for a file and exports a picture to it in the background.
    pub(super) fn export(&mut self, ctx: &Context, order: Order) {
        if !order.file().is_moving()
            && let Err(error) = order.turns()
        {
            self.messages.error(error);
            return;
        }
        let (kind, name) = (order.kind(), order.name());
        if let (FileType::Tiles | FileType::Pieces, Board::Circuit(draft)) = (order.file(), &order.subject.board)
            && draft.unit_mm().is_none()
        {
            self.messages.error(NO_UNIT);
            return;
        }
        if !order.file().is_moving() {
            let write = move |path: &Path| order.write(path, &Filming::default()).map(|_| ());
            return self.write_asked(ctx, kind, name, write);
        }
        if self.filming.is_some() {
            self.messages
                .error("A moving picture is already being written. Wait for it, or cancel it in the status bar.");
            return;
        }
        let filming = Arc::new(Filming::default());
        self.filming = Some(Arc::clone(&filming));
        let (dialogs, open) = (Arc::clone(&self.dialogs), self.open_elsewhere(None));
        self.background.start_or(ctx, Done::Filmed(None), move || {
            let Some(path) = dialogs.save(kind, &name) else { return Done::Filmed(None) };
            let written = match files::destination(path.clone(), kind, &open) {
                Ok(path) => order.write(&path, &filming).map(|remark| remark.map(|remark| (path, remark))),
                Err(error) => Err(error),
            };
            Done::Filmed(match written {
                Ok(None) => None,
                Ok(Some((path, remark))) => Some((path, Ok(remark))),
                Err(error) => Some((path, Err(error))),
            })
        });
    }

    /// Reports that a moving picture was written, or that writing it failed or was cancelled.
    pub(super) fn filmed(&mut self, answer: Option<(PathBuf, Result<String, String>)>) {
        self.filming = None;
        match answer {
            None => "The moving picture was cancelled; nothing was written".clone_into(&mut self.status),
            Some((_, Err(error))) => {
                self.status.clear();
                self.messages.error(error);
            }
            Some((path, Ok(remark))) => {
                self.pictures += 1;
                let changes = if remark.is_empty() { String::new() } else { format!(" (made smaller: {remark})") };
                self.status = format!("Wrote {}{changes}", path.display());
            }
        }
    }

    /// Draws a picture in the background and copies it to the clipboard.
    pub(super) fn copy_picture(&mut self, ctx: &Context, order: Order) {
        // A larger picture would fill the clipboard of some systems.
        let width = order.choice.pixels(false).min(LARGEST_COPY);
        self.background.start(ctx, move || Done::Copied(order.image(width)));
    }

    /// Draws the preview of the export dialog in the background.
    pub(super) fn preview_export(&mut self, ctx: &Context, order: Order) {
        let lost = Done::Previewed(None);
        self.background.start_quietly_or(ctx, lost, move || Done::Previewed(Some(order.image(PREVIEW_WIDTH))));
    }

    /// Exports a set-up sheet of the circuit on screen.
    pub(super) fn export_sheet(&mut self, ctx: &Context, kind: SaveKind) {
        let Some(document) = self.document() else { return };
        let (Some(draft), suggested) = (document.draft(), document.base_name()) else { return };
        if kind != SaveKind::Plan && draft.unit_mm().is_none() {
            self.messages.error(NO_UNIT);
            return;
        }
        let choice = self.settings.export.clone();
        self.write_asked(ctx, kind, suggested, move |path| files::write_sheet(path, kind, &draft, &choice));
    }

    /// Writes pages to a temporary file: the plan of the circuit on screen, or the analysis of the race on screen. Then
    /// opens the file in a program that can print it.
    pub(super) fn print(&mut self, ctx: &Context) {
        let Some(document) = self.document() else { return };
        let name = document.base_name();
        let dialogs = Arc::clone(&self.dialogs);
        let choice = self.settings.export.clone();
        let write: Write = match &document.content {
            Content::Circuit(tab) => {
                let draft = tab.draft();
                Box::new(move |path| files::write_sheet(path, SaveKind::Plan, &draft, &choice))
            }
            Content::Race(tab) => {
                let race = tab.shared_race();
                Box::new(move |path| {
                    let page = report::pdf(race.as_ref()).map_err(|error| error.to_string())?;
                    storage::write(path, &page.pdf).map_err(|error| error.to_string())
                })
            }
        };
        "Preparing the pages…".clone_into(&mut self.status);
        self.background.start_or(ctx, Done::Nothing, move || {
            let printed = print::place(&name, "pdf").and_then(|path| {
                write(&path)?;
                let is_shown = dialogs.view(&path);
                Ok((path, is_shown))
            });
            Done::Printed(printed)
        });
    }

    /// Reports the path of the pages that were written for printing, or the error.
    pub(super) fn printed(&mut self, answer: Result<(PathBuf, bool), String>) {
        self.status.clear();
        match answer {
            Ok((path, true)) => self.status = format!("Opened {} to print it", path.display()),
            Ok((path, false)) => self
                .messages
                .error(format!("No program could show the pages. Open and print this file: {}", path.display())),
            Err(error) => self.messages.error(error),
        }
    }

    /// Asks the user for a path, and writes a file to it in the background.
    pub(super) fn write_asked(
        &mut self,
        ctx: &Context,
        kind: SaveKind,
        suggested: String,
        write: impl FnOnce(&Path) -> Result<(), String> + Send + 'static,
    ) {
        let dialogs = Arc::clone(&self.dialogs);
        let open = self.open_elsewhere(None);
        self.background.start(ctx, move || {
            let Some(path) = dialogs.save(kind, &suggested) else { return Done::Nothing };
            match files::destination(path.clone(), kind, &open) {
                Ok(path) => {
                    let written = write(&path);
                    Done::Exported(path, written)
                }
                Err(error) => Done::Exported(path, Err(error)),
            }
        });
    }

    /// Exports a table.
    pub(super) fn export_table(&mut self, ctx: &Context, table: &Arc<Table>, format: TableFormat) {
        let Some(document) = self.document() else { return };
        let kind = match format {
            TableFormat::Csv => SaveKind::Csv,
            TableFormat::Parquet => SaveKind::Parquet,
        };
        let suggested = format!("{}-{}", document.base_name(), table.name);
        let table = Arc::clone(table);
        self.write_asked(ctx, kind, suggested, move |path| {
            let written = storage::write_with(path, |file| {
                export::write_table(&table, format, std::io::BufWriter::new(file)).map_err(std::io::Error::other)
            });
            written.map_err(|error| error.to_string())
        });
    }

    /// Exports a plot.
    pub(super) fn export_chart(&mut self, ctx: &Context, chart: Chart, kind: SaveKind) {
        let Some(document) = self.document() else { return };
        let suggested = format!("{}-{}", document.base_name(), chart.name);
        let theme = if ctx.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light };
        self.write_asked(ctx, kind, suggested, move |path| {
            let bytes = match kind {
                SaveKind::ChartSvg => chart::svg(&chart, theme, PLOT).map(String::into_bytes),
                _ => chart::png(&chart, theme, PLOT),
            };
            let bytes = bytes.map_err(|error| error.to_string())?;
            storage::write(path, &bytes).map_err(|error| error.to_string())
        });
    }

    /// Starts the analysis of the race on screen, if the Analysis workspace needs it.
    pub(in crate::app) fn read_race(&mut self, ctx: &Context) {
        let Some((mark, (state, race))) = self.document().and_then(|document| match &document.content {
            Content::Race(tab) => Some((document.mark(), tab.to_read()?)),
            Content::Circuit(_) => None,
        }) else {
            return;
        };
        // Analyse only one version at a time: while the user types a note, each key makes a new version.
        if self.being_read.is_some() || self.unreadable == Some((mark, state)) {
            return;
        }
        self.being_read = Some((mark, state));
        let lost = Done::RaceRead(mark, state, None);
        self.background
            .start_or(ctx, lost, move || Done::RaceRead(mark, state, Some(Arc::new(Reading::of(race.as_ref())))));
    }

    /// Receives the finished analysis of a race; `None` if the analysis panicked.
    pub(super) fn race_read(&mut self, mark: u64, state: u64, reading: Option<Arc<Reading>>) {
        self.being_read = None;
        let Some(reading) = reading else {
            // The analysis panicked. Do not start it again for this version, because it would panic again.
            self.unreadable = Some((mark, state));
            return;
        };
        let document = self.documents.iter_mut().find(|document| document.mark() == mark);
        if let Some(Document { content: Content::Race(tab), .. }) = document {
            tab.set_reading(state, reading);
        }
    }
}
