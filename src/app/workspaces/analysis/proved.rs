//! The search that proves the fastest lap: it finds a lap and proves that no lap is faster. It runs in the background,
//! and the comparison panel shows the lap.

use std::fmt;
use std::sync::Arc;

use egui::Ui;

use super::AnalysisDesk;
use super::sides::Side;
use crate::app::board::look;
use crate::app::commands::{CommandQueue, Request};
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::game::{Progress, ProvedLap};
use crate::replay::Race;

/// The job that finds the fastest lap from the starting grid of a race, and proves that no lap is faster.
pub struct ProveJob(Arc<dyn Race>);

impl fmt::Debug for ProveJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProveJob").finish_non_exhaustive()
    }
}

impl Work for ProveJob {
    type Stage = String;
    type Found = Result<ProvedLap, String>;

    fn first(&self) -> String {
        "Searching for the fastest lap".to_owned()
    }

    fn work(&self, report: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Self::Found> {
        self.0.proved_lap(Progress { report, stop })
    }
}

/// The search that proves the fastest lap of a race, and its result. The result depends on the circuit and the grid,
/// not on the turns played.
#[derive(Debug, Default)]
pub(super) struct Proof {
    under_way: UnderWay<ProveJob>,
    found: Option<Result<ProvedLap, String>>,
    /// The side of the comparison (0 or 1) that will show the lap once it is found.
    side: usize,
}

impl Proof {
    /// The fastest lap, if the search has proved it; otherwise `None`.
    pub(super) fn lap(&self) -> Option<&ProvedLap> {
        self.found.as_ref()?.as_ref().ok()
    }

    /// The reason why the search could not prove the fastest lap; `None` if it proved the lap, or if no search has
    /// ended yet.
    pub(super) fn refusal(&self) -> Option<&str> {
        self.found.as_ref()?.as_ref().err().map(String::as_str)
    }
}

impl AnalysisDesk {
    /// Begins a search that proves the fastest lap, and stops a running one. When the lap is found, this side (0 or 1)
    /// of the comparison shows it.
    pub fn prove(&mut self, race: Arc<dyn Race>, side: usize) -> Arc<Search<ProveJob>> {
        self.proof.side = side;
        self.proof.under_way.begin(ProveJob(race))
    }

    /// Stops the search that proves the fastest lap.
    pub fn stop_proving(&mut self) {
        self.proof.under_way.stop();
    }

    /// Receives the result of the search, and puts the lap that was found into the comparison. `found` is `None` if the
    /// search was stopped.
    pub fn proved(&mut self, search: &Arc<Search<ProveJob>>, found: Option<Result<ProvedLap, String>>) {
        if !self.proof.under_way.ended(search) {
            return;
        }
        let Some(found) = found else { return };
        if found.is_ok()
            && let Some(mut pair) = self.pair
        {
            pair[self.proof.side.min(1)] = Side::PROVED;
            pair[1 - self.proof.side.min(1)].lap = None;
            self.pair = Some(pair);
        }
        self.proof.found = Some(found);
    }
}

/// Draws the progress of the search. After the search, draws the result in words, or the reason why no lap was proved.
pub(super) fn show(ui: &mut Ui, own: &AnalysisDesk, pair: [Side; 2], queue: &mut CommandQueue) {
    if let Some(stage) = own.proof.under_way.stage() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(look::weak(stage));
            let cancel = ui.button("Cancel").on_hover_text("Stops the search for the fastest lap");
            if cancel.accessible_name("Cancel the search for the fastest lap").clicked() {
                queue.push(Request::StopProving);
            }
        });
        return;
    }
    let words = match &own.proof.found {
        Some(Err(why)) => why,
        Some(Ok(proved)) if pair.iter().any(|side| side.is_proved()) => &proved.words,
        _ => return,
    };
    ui.add(egui::Label::new(look::weak(words.as_str())).wrap());
}
