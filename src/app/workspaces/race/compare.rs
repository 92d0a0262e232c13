//! A race compared with the best that could have been done, on a thread of its own.

use std::sync::Arc;

use super::RaceTab;
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::game::{Evaluation, Progress};
use crate::replay::Race;

/// The comparison of a race.
pub struct CompareJob {
    race: Arc<dyn Race>,
    /// The state of the race it is about.
    state: u64,
}

impl Work for CompareJob {
    type Stage = String;
    type Found = Evaluation;

    fn first(&self) -> String {
        "Beginning".to_owned()
    }

    fn work(&self, report: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Evaluation> {
        self.race.evaluate(Progress { report, stop })
    }
}

/// What a tab knows of it.
#[derive(Default)]
pub(super) struct Comparison {
    under_way: UnderWay<CompareJob>,
    /// What was found, and about which state of the race.
    found: Option<(u64, Arc<Evaluation>)>,
    /// Whether the best way is drawn.
    pub(super) line: bool,
}

impl Comparison {
    /// What was found about this state of the race.
    pub(super) fn found(&self, state: u64) -> Option<&Arc<Evaluation>> {
        self.found.as_ref().filter(|(of, _)| *of == state).map(|(_, evaluation)| evaluation)
    }

    /// What is being done, if anything is.
    pub(super) fn stage(&self) -> Option<String> {
        self.under_way.stage()
    }
}

impl RaceTab {
    /// Begins to compare the race; what is under way is stopped. `None` where races of its game are not compared.
    pub fn compare(&mut self) -> Option<Arc<Search<CompareJob>>> {
        self.comparison.under_way.stop();
        self.race.info().compared_with?;
        let what = CompareJob { race: Arc::clone(&self.race), state: self.state };
        Some(self.comparison.under_way.begin(what))
    }

    /// Gives up the comparison that is under way.
    pub(super) fn stop_comparing(&mut self) {
        self.comparison.under_way.stop();
    }

    /// Takes in what came of a comparison.
    pub fn compared(&mut self, comparison: &Arc<Search<CompareJob>>, evaluation: Option<Evaluation>) {
        if !self.comparison.under_way.ended(comparison) {
            return;
        }
        if let Some(evaluation) = evaluation {
            self.comparison.found = Some((comparison.what().state, Arc::new(evaluation)));
            self.comparison.line = true;
        }
    }

    /// What was found out about the race as it is shown.
    #[must_use]
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.comparison.found(self.state).map(Arc::as_ref)
    }
}
