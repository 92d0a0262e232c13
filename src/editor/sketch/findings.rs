//! What is found out about a circuit: the fastest way over it.

use super::Sketch;
use crate::game::scene::Scene;

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolveStage {
    /// In words.
    pub words: String,
    /// From 0 to 1, as a guess, where there is one.
    pub share: Option<f32>,
}

impl From<String> for SolveStage {
    fn from(words: String) -> Self {
        Self { words, share: None }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The answer in a few words, such as "9 turns, and no race takes fewer".
    pub headline: String,
    /// The same for the status bar, where that is to say it in other words.
    pub status: String,
    /// What else there is to know, a sentence each.
    pub notes: Vec<String>,
    /// The way turn by turn, and what else was found.
    pub tables: Vec<Table>,
    /// The way drawn.
    pub drawing: Scene,
    /// The places in reach after one turn, after two, and so on; empty where that was not looked for.
    pub reach: Vec<Scene>,
}

/// Rows of something that was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it is about.
    pub title: &'static str,
    /// Whether it is folded away at first.
    pub is_folded: bool,
    /// The titles of the columns, and what each means; may be empty.
    pub columns: Vec<(String, &'static str)>,
    /// The column that is in the game's notation.
    pub notation: Option<usize>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a [`Table`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What stands in it.
    pub cells: Vec<String>,
    /// What there is to know about it; may be empty.
    pub help: String,
    /// The place on the board that it is about.
    pub at: Option<[f64; 2]>,
}

impl Table {
    /// A table with these columns.
    #[must_use]
    pub fn new(title: &'static str, columns: &[(&str, &'static str)], rows: impl IntoIterator<Item = Row>) -> Self {
        let columns = columns.iter().map(|(title, help)| ((*title).to_owned(), *help)).collect();
        Self { title, columns, rows: rows.into_iter().collect(), ..Self::default() }
    }

    /// A way, turn by turn: the move in the game's notation, and where it ends.
    #[must_use]
    pub fn of_turns(turns: impl IntoIterator<Item = (String, [f64; 2])>) -> Self {
        let row = |(number, (words, at)): (usize, (String, [f64; 2]))| {
            let [x, y] = at;
            Row { at: Some(at), ..Row::from(vec![number.to_string(), words, format!("{x}, {y}")]) }
        };
        let rows = (1..).zip(turns).map(row);
        Self { notation: Some(1), ..Self::new("Turn by turn", &[("Turn", ""), ("Move", ""), ("Ends at", "")], rows) }
    }
}

impl From<Vec<String>> for Row {
    fn from(cells: Vec<String>) -> Self {
        Self { cells, ..Self::default() }
    }
}

/// A search that can be run on another thread.
pub trait Solver: Send + Sync {
    /// Runs it. `tell` takes the progress, `stop` says whether to give up; `None` where it did.
    fn solve(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings>;
}

/// The search over a track of a game.
pub(super) struct TrackSolver<G: Sketch>(pub(super) G::Track, pub(super) G::Question);

impl<G: Sketch> Solver for TrackSolver<G> {
    fn solve(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        G::solve(&self.0, &self.1, report, stop)
    }
}

/// The search over a draft that nobody has checked yet.
pub(super) struct DraftSolver<G: Sketch>(pub(super) G::Draft, pub(super) G::Question);

impl<G: Sketch> Solver for DraftSolver<G> {
    fn solve(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        match G::validate(&self.0).0 {
            Some(track) => G::solve(&track, &self.1, report, stop),
            None => {
                Some(Findings { headline: "The circuit has errors: fix them first.".to_owned(), ..Findings::default() })
            }
        }
    }
}
