//! The panel with the totals of each car over the selected stretch: a range of turns, or a part of the lap.

use std::sync::Arc;

use egui::Ui;

use super::AnalysisDesk;
use crate::analysis::{Stretch, Table, tables};
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::stretches;

/// While the user drags to select a stretch, the totals are updated in every frame if the race has at most this number
/// of turns. In longer races, they are updated after the drag.
const SUMMED_AT_ONCE: usize = 10_000;

/// The cached table with each car's totals over the selected stretch.
#[derive(Debug)]
pub(super) struct StretchTable {
    /// The version number of the race, and the stretch, for which the table was computed.
    of: (u64, Stretch),
    /// A version number that is different for each table.
    number: u64,
    table: Arc<Table>,
}

impl AnalysisDesk {
    /// The table of the selected stretch, with its version number; `None` if no stretch is selected.
    pub(super) fn stretch_table(&mut self, shown: Shown<'_>, desk: &Desk) -> Option<(u64, Arc<Table>)> {
        let of = (shown.state, desk.stretch?);
        // In a long race the sums wait for the end of the drag.
        let waits = desk.brush.is_some() && shown.race.len() > SUMMED_AT_ONCE;
        let known = self.stretch.as_ref().filter(|known| known.of == of || (waits && known.of.0 == of.0));
        if known.is_none() && waits {
            return None;
        }
        if known.is_none() {
            let number = self.stretch.as_ref().map_or(1, |known| known.number + 1);
            let table = Arc::new(tables::stretch(shown.race, &shown.figures.series, of.1));
            self.stretch = Some(StretchTable { of, number, table });
        }
        self.stretch.as_ref().map(|known| (known.number, Arc::clone(&known.table)))
    }

    /// Brings the panel with the totals over the stretch to the front in the next frame.
    pub fn show_stretch(&mut self) {
        self.shows_stretch = true;
    }
}

/// Draws the line above the table: the stretch in words, and buttons. If no stretch is selected, says how to select
/// one.
pub(super) fn heading(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    queue: &mut CommandQueue,
) {
    let Some(stretch) = desk.stretch else {
        ui.add_space(8.0);
        let (from, to) = (Command::StretchFrom.spec().keys(), Command::StretchTo.spec().keys());
        ui.weak(format!(
            "Drag over a plot to see totals for a part of the race, or press “{from}” where this part \
             starts and “{to}” where it ends."
        ));
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(look::strong(stretches::words(stretch), look::BODY));
        let on_axis = stretch.on_axis(&shown.figures.series, own.axis);
        let zoom = ui.add_enabled(on_axis.is_some(), egui::Button::new("Zoom to it"));
        let zoom = zoom
            .on_hover_text("Shows only the selected stretch in the plots. Double-click a plot to show the whole race");
        if zoom.accessible_name("Zoom to the stretch").clicked() {
            own.set_window(desk, on_axis);
        }
        let spec = Command::ClearStretch.spec();
        let clear = ui.button(format!("{} Clear", icons::X)).on_hover_text(spec.tooltip());
        if clear.accessible_name(spec.title).clicked() {
            queue.push(Command::ClearStretch);
        }
        let is_lap = matches!(stretch, Stretch::Lap { .. });
        let what =
            if is_lap { "totals for the turns that end in this part of the lap" } else { "totals for these turns" };
        ui.label(look::weak(what));
    });
}
