//! The edits that can be undone and redone.

use super::line::LineId;
use super::tree::Tree;
use crate::game::Game;

/// The largest number of edits that can be undone.
const MAX_STEPS: usize = 200;
/// The largest number of old turns that are stored for undo. An edit early in a long race replaces all later turns, and
/// undo needs the replaced turns. The last edit can be undone even if it exceeds this number.
const MAX_KEPT: usize = 100_000;

/// A version of the race that undo or redo restores.
#[derive(Debug)]
pub(super) struct Was<G: Game> {
    pub tree: Tree<G>,
    pub title: String,
    pub shown: LineId,
    pub revision: u64,
    pub words: String,
    /// The position to show after the edit is undone, as a number of turns from the grid.
    pub back: usize,
    /// The position to show after the edit is redone, as a number of turns from the grid.
    pub forth: usize,
    /// The number of turns in `tree` that the edit removed or replaced.
    pub kept: usize,
}

/// The versions of the race for undo and redo. They share states with the race, so they need little memory.
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
    /// Stores the race as it was before an edit. Drops the oldest stored versions if there are too many.
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
