//! What can be undone and done again.

use super::line::LineId;
use super::tree::Tree;
use crate::game::Game;

/// The most edits that can be undone.
const MAX_STEPS: usize = 200;
/// The most turns that are kept for them alone: an edit early in a long race has all turns after it judged anew. The last
/// edit can be undone in any case.
const MAX_KEPT: usize = 100_000;

/// What a race was before an edit, or after one that was undone.
#[derive(Debug)]
pub(super) struct Was<G: Game> {
    pub tree: Tree<G>,
    pub title: String,
    pub shown: LineId,
    pub revision: u64,
    pub words: String,
    /// The positions to look at once the edit is undone, and once it is done again.
    pub back: usize,
    pub forth: usize,
    /// How many of its turns are no more in the race that came of it.
    pub kept: usize,
}

/// What can be undone and done again. States are shared with the race, so that a step costs little.
#[derive(Debug)]
pub(super) struct Edits<G: Game> {
    pub done: Vec<Was<G>>,
    pub undone: Vec<Was<G>>,
    pub revision: u64,
    pub next: u64,
}

impl<G: Game> Default for Edits<G> {
    fn default() -> Self {
        Self { done: Vec::new(), undone: Vec::new(), revision: 0, next: 1 }
    }
}

impl<G: Game> Clone for Edits<G> {
    fn clone(&self) -> Self {
        let copy = |steps: &[Was<G>]| {
            let copied = steps.iter().map(|was| Was {
                tree: was.tree.clone(),
                title: was.title.clone(),
                words: was.words.clone(),
                ..*was
            });
            copied.collect()
        };
        Self { done: copy(&self.done), undone: copy(&self.undone), ..*self }
    }
}

impl<G: Game> Edits<G> {
    /// Keeps what a race was before an edit, and no more of what it was before others than there is room for.
    pub fn keep(&mut self, was: Was<G>) {
        self.done.push(was);
        let mut kept = 0;
        let fits = |was: &&Was<G>| {
            kept += was.kept;
            kept <= MAX_KEPT
        };
        let room = self.done.iter().rev().take(MAX_STEPS).take_while(fits).count().max(1);
        self.done.drain(..self.done.len() - room);
    }
}
