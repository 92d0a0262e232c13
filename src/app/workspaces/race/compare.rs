//! A race compared with the best that could have been done, on a thread of its own.

use std::sync::Arc;

use super::RaceTab;
use crate::app::jobs::search::{Search, Seek, UnderWay};
use crate::game::{Judgement, Onlooker};
use crate::replay::Race;

/// The comparison of a race.
pub struct Comparison {
    race: Arc<dyn Race>,
    /// The state of the race it is about.
    state: u64,
}

impl Seek for Comparison {
    type Stage = String;
    type Found = Judgement;

    fn first(&self) -> String {
        "Beginning".to_owned()
    }

    fn seek(&self, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Judgement> {
        self.race.judge(Onlooker { tell, stop })
    }
}

/// What a tab knows of it.
#[derive(Default)]
pub(super) struct Judging {
    under_way: UnderWay<Comparison>,
    /// What was found, and about which state of the race.
    found: Option<(u64, Arc<Judgement>)>,
    /// Whether the best way is drawn.
    pub(super) line: bool,
}

impl Judging {
    /// What was found about this state of the race.
    pub(super) fn found(&self, state: u64) -> Option<&Arc<Judgement>> {
        self.found.as_ref().filter(|(of, _)| *of == state).map(|(_, judgement)| judgement)
    }

    /// What is being done, if anything is.
    pub(super) fn stage(&self) -> Option<String> {
        self.under_way.stage()
    }
}

impl RaceTab {
    /// Begins to compare the race; what is under way is stopped. `None` where races of its game are not compared.
    pub fn compare(&mut self) -> Option<Arc<Search<Comparison>>> {
        self.judging.under_way.stop();
        self.race.info().judged_by?;
        let what = Comparison { race: Arc::clone(&self.race), state: self.state };
        Some(self.judging.under_way.begin(what))
    }

    /// Gives up the comparison that is under way.
    pub(super) fn stop_comparing(&mut self) {
        self.judging.under_way.stop();
    }

    /// Takes in what came of a comparison.
    pub fn compared(&mut self, comparison: &Arc<Search<Comparison>>, judgement: Option<Judgement>) {
        if !self.judging.under_way.ended(comparison) {
            return;
        }
        if let Some(judgement) = judgement {
            self.judging.found = Some((comparison.what().state, Arc::new(judgement)));
            self.judging.line = true;
        }
    }

    /// What was found out about the race as it is shown.
    #[must_use]
    pub fn judgement(&self) -> Option<&Judgement> {
        self.judging.found(self.state).map(Arc::as_ref)
    }
}
