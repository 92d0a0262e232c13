//! Carries out requests about championships, strategy forecasts, and the search that proves the fastest lap.

use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::analysis::ScoredRace;
use crate::app::Paddock;
use crate::app::jobs::search::Search;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::Workspace;
use crate::app::workspaces::analysis::arrangement::{Entry, Pane};
use crate::app::workspaces::analysis::{ForecastJob, ProveJob};
use crate::game::{Forecast, ProvedLap};

impl Paddock {
    /// Adds up the points of the open races, if a panel that shows the championship is on screen.
    pub(in crate::app) fn gather_scores(&mut self) {
        let panels = [Pane::Championship(Entry::Teams), Pane::Championship(Entry::Drivers)];
        let is_read = self.document().is_some_and(|document| document.workspace() == Workspace::Analysis);
        if !is_read || !panels.iter().any(|pane| self.arrangement.shows(*pane)) {
            return;
        }
        let scores: Vec<ScoredRace> = self
            .documents
            .iter_mut()
            .filter_map(|document| match &mut document.content {
                Content::Race(tab) => tab.scored().cloned(),
                Content::Circuit(_) => None,
            })
            .collect();
        if let Some(Content::Race(tab)) = self.content_mut() {
            tab.set_scores(&scores);
        }
    }

    /// Shows the championship of the race on screen.
    pub(super) fn show_championship(&mut self) {
        if let Some(Content::Race(tab)) = self.content_mut() {
            tab.run(crate::app::commands::Command::ShowAnalysis);
        }
        // Show the teams first, so that their tab is the first one, and again last, so that it is in front.
        for entry in [Entry::Teams, Entry::Drivers, Entry::Teams] {
            self.arrangement.show(Pane::Championship(entry), None);
        }
    }

    /// Starts a strategy forecast for a car of the race on screen.
    pub(super) fn forecast(&mut self, ctx: &Context) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Race(tab) = &mut document.content else { return };
        let Some(forecasting) = tab.forecast() else { return };
        self.arrangement.show(Pane::Forecast, None);
        self.search(ctx, forecasting, move |forecasting, found| Done::ForecastDone(mark, forecasting, found));
    }

    /// Receives the result of a forecast.
    pub(super) fn forecast_done(
        &mut self,
        mark: u64,
        forecasting: &Arc<Search<ForecastJob>>,
        forecast: Option<Forecast>,
    ) {
        let words = forecast.as_ref().map_or_else(|| "Forecast stopped".to_owned(), |found| found.headline.clone());
        let document = self.documents.iter_mut().find(|document| document.mark() == mark);
        if let Some(Document { content: Content::Race(tab), .. }) = document {
            tab.forecast_done(forecasting, forecast);
            self.tell_finding(mark, words);
        }
    }

    /// Starts the search that proves the fastest lap from the grid of the race on screen. The comparison then shows
    /// this lap on the side `side` (0 or 1).
    pub(super) fn prove_lap(&mut self, ctx: &Context, side: usize) {
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Race(tab) = &mut document.content else { return };
        let search = tab.prove(side);
        self.search(ctx, search, move |search, found| Done::Proved(mark, search, found));
    }

    /// Stops the search that proves the fastest lap.
    pub(super) fn stop_proving(&mut self) {
        if let Some(Content::Race(tab)) = self.content_mut() {
            tab.stop_proving();
        }
    }

    /// Receives the result of the search that proves the fastest lap.
    pub(super) fn lap_proved(
        &mut self,
        mark: u64,
        search: &Arc<Search<ProveJob>>,
        found: Option<Result<ProvedLap, String>>,
    ) {
        let words = match &found {
            None => "Search stopped".to_owned(),
            Some(Ok(proved)) => proved.words.clone(),
            Some(Err(why)) => why.clone(),
        };
        let document = self.documents.iter_mut().find(|document| document.mark() == mark);
        if let Some(Document { content: Content::Race(tab), .. }) = document {
            tab.proved(search, found);
            self.tell_finding(mark, words);
        }
    }
}
