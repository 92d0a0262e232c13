//! Findings: the result of a search on a circuit, such as its fastest lap.

use super::Sketch;
use crate::game::scene::Scene;

/// The current stage of a search for the fastest lap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolveStage {
    /// The description of the current stage of the search, as the user reads it.
    pub words: String,
    /// The estimated fraction of the work that is done, from 0 to 1; `None` if it cannot be estimated.
    pub share: Option<f32>,
}

impl From<String> for SolveStage {
    fn from(words: String) -> Self {
        Self { words, share: None }
    }
}

/// The result of a search, as texts, tables and drawings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Whether the search found a way to finish a race on this circuit.
    pub is_raceable: bool,
    /// The result in a few words, such as "9 turns, and no race takes fewer".
    pub headline: String,
    /// The text that the status bar shows for the result. It may differ from the headline.
    pub status: String,
    /// Notes on the result, one sentence each.
    pub notes: Vec<String>,
    /// Tables, such as the lap turn by turn.
    pub tables: Vec<Table>,
    /// The drawing of the lap that was found.
    pub drawing: Scene,
    /// Drawings of the positions that cars can reach after one turn, after two turns, and so on. Empty if the user did
    /// not ask for these drawings.
    pub reach: Vec<Scene>,
}

/// A table of the search result, such as the lap turn by turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The table's title.
    pub title: &'static str,
    /// Whether the table is collapsed when first shown.
    pub is_folded: bool,
    /// The title and the help text of each column. Empty if the table has no heading.
    pub columns: Vec<(String, &'static str)>,
    /// The index of the column that shows moves in the notation of the game; `None` if there is no such column.
    pub notation: Option<usize>,
    /// The table's rows.
    pub rows: Vec<Row>,
}

/// A row of a [`Table`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The row's cells.
    pub cells: Vec<String>,
    /// The row's help text; may be empty.
    pub help: String,
    /// The point on the board that the row describes; `None` if there is no such point.
    pub at: Option<[f64; 2]>,
}

impl Table {
    /// Makes a table with these columns and rows.
    #[must_use]
    pub fn new(title: &'static str, columns: &[(&str, &'static str)], rows: impl IntoIterator<Item = Row>) -> Self {
        let columns = columns.iter().map(|(title, help)| ((*title).to_owned(), *help)).collect();
        Self { title, columns, rows: rows.into_iter().collect(), ..Self::default() }
    }
}

impl From<Vec<String>> for Row {
    fn from(cells: Vec<String>) -> Self {
        Self { cells, ..Self::default() }
    }
}

/// A search that can run on another thread.
pub trait Solver: Send + Sync {
    /// Runs the search. `report` receives the progress; `stop` says whether to stop. Returns `None` if the search was
    /// stopped.
    fn solve(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings>;
}

/// A solver for a track without errors. It holds the track and the options of the search.
pub(super) struct TrackSolver<G: Sketch>(pub(super) G::Track, pub(super) G::Question);

impl<G: Sketch> Solver for TrackSolver<G> {
    fn solve(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        G::solve(&self.0, &self.1, report, stop)
    }
}

/// A solver for a draft that has not been checked yet. It checks the draft first, and searches only if there are no
/// errors.
pub(super) struct DraftSolver<G: Sketch>(pub(super) G::Draft, pub(super) G::Question);

impl<G: Sketch> Solver for DraftSolver<G> {
    fn solve(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        match G::validate(&self.0).0 {
            Some(track) => G::solve(&track, &self.1, report, stop),
            None => {
                Some(Findings { headline: "The circuit has errors. Fix them first.".to_owned(), ..Findings::default() })
            }
        }
    }
}
