//! What is known about the circuit's laps, and what is being found out about them.

mod panel;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::EditorTab;
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
    running: Option<Arc<Search>>,
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
            running: None,
            found: None,
            line: true,
            reach: false,
            only: None,
            hovered: None,
        }
    }
}

/// A search that runs on a thread of its own.
#[derive(Debug)]
pub struct Search {
    track: Track,
    question: Question,
    revision: u64,
    stage: Mutex<Stage>,
    /// How many stages began: what a frame looks at to know that something changed.
    steps: AtomicUsize,
    stopped: AtomicBool,
}

impl Search {
    /// Runs it; `told` is called when it has come further. `None` where it was stopped.
    pub fn run(&self, told: &(dyn Fn() + Sync)) -> Option<Solution> {
        let tell = |stage: Stage| {
            *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
            self.steps.fetch_add(1, Ordering::Relaxed);
            told();
        };
        let stop = || self.stopped.load(Ordering::Relaxed);
        solve::solve(&self.track, &self.question, Watch { tell: &tell, stop: &stop })
    }

    fn stage(&self) -> Stage {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Proof {
    /// A circuit that is closed needs no proof.
    fn drop(&mut self) {
        self.stop();
    }
}

impl Proof {
    /// Stops the search under way.
    pub(super) fn stop(&mut self) {
        if let Some(search) = self.running.take() {
            search.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a search is under way.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
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
    pub fn prove(&mut self) -> Option<Arc<Search>> {
        self.proof.stop();
        self.desk.lower = super::Lower::Proof;
        let track = self.document.track()?.clone();
        let search = Arc::new(Search {
            track,
            question: self.proof.question,
            revision: self.document.revision(),
            stage: Mutex::new(Stage::Board),
            steps: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        });
        self.proof.running = Some(Arc::clone(&search));
        Some(search)
    }

    /// Takes in what a search found.
    pub fn proved(&mut self, search: &Arc<Search>, solution: Option<Solution>) {
        if !self.proof.running.as_ref().is_some_and(|running| Arc::ptr_eq(running, search)) {
            // It was stopped, or another one was begun.
            return;
        }
        self.proof.running = None;
        if let Some(solution) = solution {
            self.proof.only = None;
            self.proof.found = Some((search.revision, solution));
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
