//! The figures and tables of a race for the Analysis workspace, computed in the background.

use std::sync::Arc;

use super::arrangement::TableKind;
use crate::analysis::{Digest, Series, Table, highlights, tables};
use crate::game::Score;
use crate::replay::Race;

/// The analysis of a race: its figures, points and tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The statistics of the race: results, laps, stints and so on.
    pub digest: Digest,
    /// Sentences about the leaders, the corners that cost most points, and the cars that ran out of points.
    pub highlights: Vec<String>,
    /// The points of teams and drivers; `None` if the game gives no points.
    pub score: Option<Score>,
    /// The tables, in the order of [`TableKind::ALL`].
    tables: Vec<Arc<Table>>,
}

impl Reading {
    /// Analyses a race.
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
                TableKind::CornerMeans => tables::corner_means(&digest).in_words(race.info().gear),
                TableKind::Incidents => tables::incidents(race),
                TableKind::Duels => tables::duels(race),
                TableKind::Spent => tables::spending(&digest),
                TableKind::Turns => tables::turns(race),
            })
            .map(Arc::new)
            .collect();
        let highlights = highlights(race, &Series::of(race), &digest);
        Self { digest, highlights, tables, score: race.score() }
    }

    /// The table of this kind.
    #[must_use]
    pub fn table(&self, kind: TableKind) -> Option<Arc<Table>> {
        let index = TableKind::ALL.iter().position(|known| *known == kind)?;
        self.tables.get(index).cloned()
    }
}
