//! The tree of a race: its main line and its variations.
//!
//! A variation branches off from another line of play after some turns. Both lines share the states before the branch
//! point. On every line, positions are counted from the grid.

use std::fmt;
use std::sync::Arc;

use super::line::{Line, LineId, Link, Written};
use super::remarks::Remarks;
use super::shared::Shared;
use crate::game::Game;

pub use crate::limits::{MAX_DEPTH, MAX_VARIATIONS};

/// All lines of play of a race. A copy of the tree shares their states.
pub(super) struct Tree<G: Game> {
    /// All lines of play: the main line first, then the variations in the order of their creation.
    lines: Vec<Arc<Line<G>>>,
    next: u32,
}

impl<G: Game> Clone for Tree<G> {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone(), next: self.next }
    }
}

impl<G: Game> fmt::Debug for Tree<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.lines).finish()
    }
}

/// A change to a line of play. It keeps the first `from` turns, removes the next `removed` turns, and inserts the turns
/// in `inserted` in their place.
pub(super) struct Splice<G: Game> {
    pub from: usize,
    pub removed: usize,
    pub inserted: Vec<Written<G>>,
}

impl<G: Game> Tree<G> {
    /// Makes a tree whose main line has no turns.
    pub fn new() -> Self {
        let main = Line {
            id: LineId(0),
            parent: None,
            name: String::new(),
            links: Shared::default(),
            remarks: Remarks::default(),
        };
        Self { lines: vec![Arc::new(main)], next: 1 }
    }

    /// The main line.
    pub fn main(&self) -> &Line<G> {
        // The main line is never deleted, so it always exists.
        &self.lines[0]
    }

    /// The line of play with this id. `None` if there is no such line.
    pub fn line(&self, id: LineId) -> Option<&Line<G>> {
        self.lines.iter().find(|line| line.id == id).map(Arc::as_ref)
    }

    /// The line of play with this id, mutable. `None` if there is no such line.
    pub fn line_mut(&mut self, id: LineId) -> Option<&mut Line<G>> {
        self.lines.iter_mut().find(|line| line.id == id).map(Arc::make_mut)
    }

    /// All lines, the main line first.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &Line<G>> {
        self.lines.iter().map(Arc::as_ref)
    }

    /// The variations that branch off from this line, sorted by their branch points.
    pub fn children(&self, of: LineId) -> Vec<&Line<G>> {
        let mut children: Vec<_> =
            self.lines().filter(|line| line.parent.is_some_and(|(parent, _)| parent == of)).collect();
        children.sort_by_key(|line| (line.at(), line.id));
        children
    }

    /// The depth of a line: 0 for the main line, 1 for its variations, and so on.
    pub fn depth(&self, id: LineId) -> usize {
        std::iter::successors(Some(id), |id| Some(self.line(*id)?.parent?.0)).count().saturating_sub(1)
    }

    /// The line that owns the turn with this number. Turns before the branch point of a line belong to its parent or to
    /// another ancestor.
    pub fn owner(&self, mut id: LineId, turn: usize) -> LineId {
        while let Some((parent, at)) = self.line(id).and_then(|line| line.parent) {
            if turn > at {
                break;
            }
            id = parent;
        }
        id
    }

    /// The number of turns on all lines together. Shared turns are counted once.
    pub fn turns(&self) -> usize {
        self.lines().map(|line| line.links.len() - line.at().min(line.links.len())).sum()
    }

    /// The number of turns of this tree that are missing from `other`. `other` is a later version of the tree.
    pub fn turns_gone_in(&self, other: &Self) -> usize {
        // Lines nearly always keep their index, so the lines with equal indices are compared first.
        let pairs = self.lines.iter().zip(other.lines.iter().map(Some).chain(std::iter::repeat(None)));
        let gone = |(line, there): (&Arc<Line<G>>, Option<&Arc<Line<G>>>)| {
            if there.is_some_and(|there| Arc::ptr_eq(line, there)) {
                return 0;
            }
            let same = other.line(line.id).map_or(0, |there| line.links.same(&there.links));
            line.links.len().saturating_sub(same.max(line.at()))
        };
        pairs.map(gone).sum()
    }

    /// Returns the line that continues with this turn after the first `at` turns of line `id`. This is the line itself
    /// or a variation. `None` if no line continues with this turn.
    pub fn continuation(&self, id: LineId, at: usize, turn: &G::Turn) -> Option<LineId> {
        let goes_on = |line: &Line<G>| line.links.get(at).is_some_and(|link| link.turn == *turn);
        if self.line(id).is_some_and(goes_on) {
            return Some(id);
        }
        let owner = self.owner(id, at);
        let departs = |line: &&Line<G>| line.parent == Some((owner, at)) || line.id == owner;
        self.lines().filter(departs).find(|line| goes_on(line)).map(|line| line.id)
    }

    /// Begins a variation after `at` turns of a line. Returns the variation's id.
    pub fn add(&mut self, from: LineId, at: usize, name: String) -> LineId {
        let parent = self.owner(from, at);
        let id = LineId(self.next);
        self.next += 1;
        let links = self.line(parent).map(|line| line.links.head(at)).unwrap_or_default();
        let at = links.len();
        let line = Line { id, parent: Some((parent, at)), name, links, remarks: Remarks::default() };
        self.lines.push(Arc::new(line));
        id
    }

    /// Deletes a variation and the variations that begin in it. The main line cannot be deleted.
    pub fn delete(&mut self, id: LineId) {
        if self.main().id == id {
            return;
        }
        let mut gone = vec![id];
        let mut next = 0;
        while let Some(of) = gone.get(next).copied() {
            gone.extend(
                self.lines().filter(|line| line.parent.is_some_and(|(parent, _)| parent == of)).map(|line| line.id),
            );
            next += 1;
        }
        self.lines.retain(|line| !gone.contains(&line.id));
    }

    /// Swaps a variation with its parent, the line from which it branches off. The variation takes the parent's place
    /// in the tree, and the parent becomes a variation of it.
    pub fn promote(&mut self, id: LineId) {
        let Some((parent, at)) = self.line(id).and_then(|line| line.parent) else { return };
        let Some(former) = self.line(parent) else { return };
        let (above, remarks) = (former.parent, former.remarks.clone());
        if let Some(line) = self.line_mut(parent) {
            line.parent = Some((id, at));
            line.remarks = remarks.moved(|position| (position > at).then_some(position));
        }
        if let Some(line) = self.line_mut(id) {
            line.parent = above;
            line.remarks.add(remarks.moved(|position| (position <= at).then_some(position)));
        }
        // Lines that branched off up to this position now branch off from the promoted line.
        let moved: Vec<LineId> = self
            .lines()
            .filter(|line| line.id != id && line.parent.is_some_and(|(of, from)| of == parent && from <= at))
            .map(|line| line.id)
            .collect();
        for child in moved {
            if let Some(line) = self.line_mut(child) {
                line.parent = Some((id, line.at()));
            }
        }
        if above.is_none()
            && let Some(index) = self.lines.iter().position(|line| line.id == id)
        {
            self.lines.swap(0, index);
            let rest = &mut self.lines[1..];
            rest.sort_by_key(|line| line.id);
        }
    }

    /// Replaces a part of a line of play. Checks all later turns again, on this line and on the variations that branch
    /// off later. Deletes the remarks on removed turns.
    pub fn splice(&mut self, track: &G::Track, grid: &G::State, id: LineId, splice: Splice<G>) {
        let Splice { from, removed, inserted } = splice;
        let Some(line) = self.line_mut(id) else { return };
        let (removed, count) = (removed.min(line.links.len().saturating_sub(from)), inserted.len());
        let rest = line.links.split_off(from + removed);
        line.links.truncate(from);
        for written in inserted {
            line.push(track, grid, written);
        }
        line.replay(track, grid, &rest);
        let end = from + removed;
        let moved = |position: usize| match position {
            _ if position <= from => Some(position),
            _ if position > end => Some(position - removed + count),
            _ => Some(position).filter(|position| *position <= from + count),
        };
        if removed != count {
            line.remarks = line.remarks.moved(moved);
        }
        let departing: Vec<(LineId, usize)> =
            self.children(id).iter().map(|line| (line.id, line.at())).filter(|(_, at)| *at > from).collect();
        for (child, at) in departing {
            self.rebase(track, grid, child, moved(at).unwrap_or(from));
        }
        self.rehang();
    }

    /// Corrects the parents of variations after turns were removed from a line. Some variations must then branch off
    /// from a different line.
    fn rehang(&mut self) {
        let hung: Vec<(LineId, LineId, usize)> =
            self.lines().filter_map(|line| line.parent.map(|(parent, at)| (line.id, parent, at))).collect();
        for (id, parent, at) in hung {
            let owner = self.owner(parent, at);
            if owner != parent
                && let Some(line) = self.line_mut(id)
            {
                line.parent = Some((owner, at));
            }
        }
    }

    /// Attaches a variation to its parent again, after the parent's first `at` turns. This is needed if the parent's
    /// turns before the branch point have changed. Checks the variation's own turns again.
    fn rebase(&mut self, track: &G::Track, grid: &G::State, id: LineId, at: usize) {
        let Some((parent, before)) = self.line(id).and_then(|line| line.parent) else { return };
        let Some(stem) = self.line(parent).map(|line| line.links.head(at)) else { return };
        let at = stem.len();
        let Some(line) = self.line_mut(id) else { return };
        let own: Vec<Arc<Link<G>>> = line.links.split_off(before);
        line.links = stem;
        line.parent = Some((parent, at));
        line.replay(track, grid, &own);
        let moved = |position: usize| position - before + at;
        if at != before {
            line.remarks = line.remarks.moved(|position| (position > before).then(|| moved(position)));
        }
        let departing: Vec<(LineId, usize)> = self.children(id).iter().map(|line| (line.id, line.at())).collect();
        for (child, from) in departing {
            self.rebase(track, grid, child, moved(from));
        }
    }

    /// Keeps the first `at` turns of a line. Deletes its later turns, and the variations that branch off from them.
    pub fn cut(&mut self, id: LineId, at: usize) {
        let later: Vec<LineId> = self.children(id).iter().filter(|line| line.at() > at).map(|line| line.id).collect();
        for line in later {
            self.delete(line);
        }
        if let Some(line) = self.line_mut(id) {
            line.links.truncate(at);
            line.remarks = line.remarks.moved(|position| (position <= at).then_some(position));
        }
    }
}
