//! Exports pictures, set-up sheets, plots and tables. Starts the analysis of a race for the panels that show it.

use std::path::Path;
use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::analysis::Table;
use crate::app::Paddock;
use crate::app::documents::files;
use crate::app::documents::files::SaveKind;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::analysis::reading::Reading;
use crate::export::{self, TableFormat};
use crate::render::Theme;
use crate::render::chart::{self, Chart};
use crate::storage;

/// The size of exported plots, in pixels.
const PLOT: [u32; 2] = [1_600, 700];

impl Paddock {
    /// Exports the board as a picture.
    pub(super) fn export(&mut self, ctx: &Context, kind: SaveKind) {
        let Some(document) = self.document() else { return };
        let (scene, suggested) = (document.picture(), document.file_name());
        // Pictures are for rulebooks and forums, whatever the colours of the window.
        self.write_asked(ctx, kind, suggested, move |path| {
            files::write_picture(path, kind, &scene.cropped(), Theme::Light)
        });
    }

    /// Exports a set-up sheet of the circuit on screen.
    pub(super) fn export_sheet(&mut self, ctx: &Context, kind: SaveKind) {
        let Some(document) = self.document() else { return };
        let (Some(draft), suggested) = (document.draft(), document.file_name()) else { return };
        if kind == SaveKind::Tiles && draft.layout().unit_mm.is_none() {
            self.messages.error(
                "To export at true size, first set the width of an octagon in millimetres: select nothing and use the panel on the right.",
            );
            return;
        }
        self.write_asked(ctx, kind, suggested, move |path| files::write_sheet(path, kind, &draft));
    }

    /// Asks for a file and writes to it in the background.
    fn write_asked(
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
        // Only one at a time: while the user types notes, every key makes a new state.
        if self.being_read.is_some() || self.unreadable == Some((mark, state)) {
            return;
        }
        self.being_read = Some((mark, state));
        let lost = Done::RaceRead(mark, state, None);
        self.background
            .start_or(ctx, lost, move || Done::RaceRead(mark, state, Some(Arc::new(Reading::of(race.as_ref())))));
    }

    /// Takes the analysis of a race.
    pub(super) fn race_read(&mut self, mark: u64, state: u64, reading: Option<Arc<Reading>>) {
        self.being_read = None;
        let Some(reading) = reading else {
            // The analysis panicked, and would panic again.
            self.unreadable = Some((mark, state));
            return;
        };
        let document = self.documents.iter_mut().find(|document| document.mark() == mark);
        if let Some(Document { content: Content::Race(tab), .. }) = document {
            tab.set_reading(state, reading);
        }
    }
}
