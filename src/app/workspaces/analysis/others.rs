//! The other open races, for comparisons.

use std::sync::Arc;

use super::AnalysisDesk;
use crate::app::documents::figures::Figures;
use crate::replay::Race;

/// A race that is open in another tab.
#[derive(Clone)]
pub struct OtherRace {
    /// The tab's unique number.
    pub tab: u64,
    /// The version number of the race.
    pub state: u64,
    /// The race.
    pub race: Arc<dyn Race>,
    /// The values of the race that plots and tables show.
    pub figures: Arc<Figures>,
}

impl AnalysisDesk {
    /// Whether another race is on the same circuit as this race. The answer is cached for each tab.
    pub(super) fn is_comparable(&mut self, race: &dyn Race, other: &OtherRace) -> bool {
        *self.comparable.entry(other.tab).or_insert_with(|| race.draft() == other.race.draft())
    }
}
