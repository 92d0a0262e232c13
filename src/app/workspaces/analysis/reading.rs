//! What is worked out about a race for the Analysis workspace, away from the window's thread.

use std::sync::Arc;

use super::arrangement::TableKind;
use crate::analysis::{Digest, Table, tables};
use crate::game::Score;
use crate::replay::Race;

/// A race, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// In figures.
    pub digest: Digest,
    /// In points; none where the game gives none.
    pub score: Option<Score>,
    /// In tables, in the order of [`TableKind::ALL`].
    tables: Vec<Arc<Table>>,
}

impl Reading {
    /// Reads a race.
    #[must_use]
    pub fn of(race: &dyn Race) -> Self {
        let digest = Digest::of(race);
        let tables = TableKind::ALL
            .into_iter()
            .map(|kind| match kind {
                TableKind::Results => tables::results(race, &digest),
                TableKind::Laps => tables::laps(race, &digest),
                TableKind::Stints => tables::stints(race, &digest),
                TableKind::Corners => tables::corners(race, &digest),
                TableKind::CornerMeans => tables::corner_means(&digest),
                TableKind::Incidents => tables::incidents(race),
                TableKind::Duels => tables::duels(race),
                TableKind::Spent => tables::spending(&digest),
                TableKind::Turns => tables::turns(race),
            })
            .map(Arc::new)
            .collect();
        Self { digest, tables, score: race.score() }
    }

    /// A table of it.
    #[must_use]
    pub fn table(&self, kind: TableKind) -> Option<Arc<Table>> {
        let index = TableKind::ALL.iter().position(|known| *known == kind)?;
        self.tables.get(index).cloned()
    }
}
