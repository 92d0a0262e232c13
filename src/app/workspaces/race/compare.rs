//! Compares a race with best play, on a separate thread.

use std::sync::Arc;

use super::RaceTab;
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::game::{Evaluation, Progress};
use crate::replay::Race;

/// The job that compares a race with best play.
pub struct CompareJob {
    race: Arc<dyn Race>,
    /// The version number of the race that is compared with best play.
    state: u64,
}

impl Work for CompareJob {
    type Stage = String;
    type Found = Evaluation;

    fn first(&self) -> String {
        "Starting the comparison".to_owned()
    }

    fn work(&self, report: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Evaluation> {
        self.race.evaluate(Progress { report, stop })
    }
}

/// The comparison of a tab's race with best play.
#[derive(Default)]
pub(super) struct Comparison {
    under_way: UnderWay<CompareJob>,
    /// The latest result: the version number of the race that was compared with best play, and its evaluation. `None`
    /// before the first comparison.
    found: Option<(u64, Arc<Evaluation>)>,
    /// Whether the board shows the best route.
    pub(super) line: bool,
}

impl Comparison {
    /// The evaluation of this version of the race; `None` if there is none.
    pub(super) fn found(&self, state: u64) -> Option<&Arc<Evaluation>> {
        self.found.as_ref().filter(|(of, _)| *of == state).map(|(_, evaluation)| evaluation)
    }

    /// The stage of the running comparison; `None` if no comparison is running.
    pub(super) fn stage(&self) -> Option<String> {
        self.under_way.stage()
    }
}

impl RaceTab {
    /// Begins the comparison with best play, and stops a running one. Returns `None` if races of this game cannot be
    /// compared.
    pub fn compare(&mut self) -> Option<Arc<Search<CompareJob>>> {
        self.comparison.under_way.stop();
        self.race.info().compared_with?;
        let what = CompareJob { race: Arc::clone(&self.race), state: self.state };
        Some(self.comparison.under_way.begin(what))
    }

    /// Stops the running comparison.
    pub(super) fn stop_comparing(&mut self) {
        self.comparison.under_way.stop();
    }

    /// Receives the result of a comparison with best play. The evaluation is `None` if the comparison was stopped.
    pub fn compared(&mut self, comparison: &Arc<Search<CompareJob>>, evaluation: Option<Evaluation>) {
        if !self.comparison.under_way.ended(comparison) {
            return;
        }
        if let Some(evaluation) = evaluation {
            if comparison.what().state == self.state {
                Arc::make_mut(&mut self.figures).series.set_lost(Some(&evaluation));
                self.analysis.forget_lines();
            }
            self.comparison.found = Some((comparison.what().state, Arc::new(evaluation)));
            self.comparison.line = true;
        }
    }

    /// The result of comparing the line on screen (main line or variation) with best play; `None` if it was not
    /// compared.
    #[must_use]
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.comparison.found(self.state).map(Arc::as_ref)
    }
}
