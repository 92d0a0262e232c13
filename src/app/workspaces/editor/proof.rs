//! What is known about the circuit's laps, and what is being found out about them.

mod panel;

use std::sync::Arc;

use super::EditorTab;
use crate::app::jobs::search::{Search, Seek, UnderWay};
use crate::game::scene::Scene;
use crate::games::vektorace::solve::{self, Question, Solution, Stage, Watch};
use crate::games::vektorace::{Track, draw_lap, draw_reach};

pub(super) use panel::{show, tabs};

/// What is seen of a proof.
#[derive(Debug)]
pub struct Proof {
    /// What is asked next.
    pub(super) question: Question,
    /// The search under way.
    under_way: UnderWay<LapSearch>,
    /// What was found, and for which revision of the circuit.
    found: Option<(u64, Solution)>,
    /// Whether the quickest lap is drawn.
    pub(super) line: bool,
    /// Whether what is in reach is.
    pub(super) reach: bool,
    /// Of what is in reach, only what is in so many turns; all of it where none is named.
    pub(super) only: Option<u8>,
    /// The turn of the lap under the pointer in the list, from 0.
    pub(super) hovered: Option<usize>,
}

impl Default for Proof {
    fn default() -> Self {
        Self {
            question: Question::default(),
            under_way: UnderWay::default(),
            found: None,
            line: true,
            reach: false,
            only: None,
            hovered: None,
        }
    }
}

/// The search for the laps of a circuit.
#[derive(Debug)]
pub struct LapSearch {
    track: Track,
    question: Question,
    revision: u64,
}

impl Seek for LapSearch {
    type Stage = Stage;
    type Found = Solution;

    fn first(&self) -> Stage {
        Stage::Board
    }

    fn seek(&self, tell: &(dyn Fn(Stage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Solution> {
        solve::solve(&self.track, &self.question, Watch { tell, stop, ..Watch::NOBODY })
    }
}

impl Proof {
    /// Stops the search under way.
    pub(super) fn stop(&mut self) {
        self.under_way.stop();
    }

    /// Whether a search is under way.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.under_way.is_running()
    }

    /// What was found, where it is about the circuit as it is now.
    pub fn solution(&self, revision: u64) -> Option<&Solution> {
        self.found.as_ref().filter(|(of, _)| *of == revision).map(|(_, solution)| solution)
    }

    /// Draws what is to be seen of it.
    pub(super) fn draw(&self, revision: u64, scene: &mut Scene) {
        let Some(solution) = self.solution(revision) else { return };
        if let Some(reach) = solution.reach.as_ref().filter(|_| self.reach) {
            draw_reach(reach, self.only, scene);
        }
        if let Some(quickest) = solution.quickest.as_ref().filter(|_| self.line) {
            draw_lap(&quickest.lap, scene);
        }
    }
}

impl EditorTab {
    /// Begins to prove that the circuit can be raced; what is under way is stopped. `None` where the circuit has errors.
    pub fn prove(&mut self) -> Option<Arc<Search<LapSearch>>> {
        self.proof.stop();
        self.desk.lower = super::Lower::Proof;
        let track = self.document.track()?.clone();
        let what = LapSearch { track, question: self.proof.question, revision: self.document.revision() };
        Some(self.proof.under_way.begin(what))
    }

    /// Takes in what a search found.
    pub fn proved(&mut self, search: &Arc<Search<LapSearch>>, solution: Option<Solution>) {
        if !self.proof.under_way.ended(search) {
            return;
        }
        if let Some(solution) = solution {
            self.proof.only = None;
            self.proof.found = Some((search.what().revision, solution));
        }
    }

    /// Takes in what is known already about the circuit as it is.
    pub fn know(&mut self, solution: Solution) {
        self.proof.found = Some((self.document.revision(), solution));
        self.desk.lower = super::Lower::Proof;
    }

    /// The drawing that is laid over the circuit in pictures of it: what is seen of the proof.
    pub fn draw_proof(&self, scene: &mut Scene) {
        self.proof.draw(self.document.revision(), scene);
    }
}
