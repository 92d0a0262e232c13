//! Searches for a lap of at most a given number of moves: visits every node (state of the car) from which the bound
//! still allows such a lap.

#[allow(clippy::disallowed_types, reason = "looked up by key millions of times and never iterated")]
use std::collections::HashMap;

use fnv::FnvBuildHasher;
use rayon::prelude::*;

use super::bound::Bound;
use super::lone::{Horizon, Lone, Node};

/// The number of nodes (states of the car) whose moves are computed together.
const BATCH: usize = 512;

/// The result of a search.
#[derive(Debug)]
pub enum Found {
    /// A lap was found. The list has the lap's nodes (states of the car), from the start.
    Lap(Vec<Node>),
    /// No lap exists within the given number of moves.
    None,
    /// The search was stopped or reached its limit.
    Stopped,
}

/// The nodes (states of the car) visited in one search. Nodes with the same key are linked with each other.
#[derive(Default)]
struct Met {
    nodes: Vec<Node>,
    /// For each node, the index of the last node added before it with the same key; `u32::MAX` if there is no such
    /// node.
    same: Vec<u32>,
    #[allow(clippy::disallowed_types, reason = "as above")]
    last: HashMap<u64, u32, FnvBuildHasher>,
}

impl Met {
    /// Adds a node and returns its index. Returns `None` and adds nothing if a known node with the same key was reached
    /// with at most the same number of moves and at most the same number of points.
    fn take(&mut self, node: Node) -> Option<u32> {
        let index = self.nodes.len() as u32;
        let last = self.last.entry(node.key()).or_insert(u32::MAX);
        let mut other = *last;
        while other != u32::MAX {
            let known = &self.nodes[other as usize];
            if known.moves <= node.moves && known.spent <= node.spent {
                return None;
            }
            other = self.same[other as usize];
        }
        self.same.push(*last);
        *last = index;
        self.nodes.push(node);
        Some(index)
    }

    fn way_to(&self, last: Node) -> Vec<Node> {
        let mut way = vec![last];
        let mut parent = last.parent;
        while let Some(node) = self.nodes.get(parent as usize) {
            way.push(*node);
            parent = node.parent;
        }
        way.reverse();
        way
    }
}

/// The limits of a search.
pub struct Limits<'a> {
    /// The largest number of nodes (states of the car) that the search may visit.
    pub nodes: usize,
    /// Returns true if the search must stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The result of a search, the number of nodes (states of the car) that it visited, and the furthest phase of the lap
/// among these nodes.
pub struct Outcome {
    /// The lap that was found; if none was found, whether no lap exists or the search ended early.
    pub found: Found,
    /// The number of nodes (states of the car) visited.
    pub nodes: usize,
    /// The furthest phase of the lap that any visited node reached.
    pub furthest: u8,
}

/// Searches for a lap of at most `moves` moves that begins with the node (state of the car) `root`. If a lap is found,
/// its list of nodes also begins with `root`.
pub fn lap_within(lone: &Lone<'_>, bound: &Bound, root: Node, moves: usize, limits: &Limits<'_>) -> Outcome {
    let mut met = Met::default();
    let mut open: Vec<Vec<u32>> = vec![Vec::new(); moves.max(usize::from(root.moves) + 1)];
    let depth = usize::from(root.moves);
    open[depth].extend(met.take(Node { parent: u32::MAX, ..root }));
    let mut furthest = root.phase;
    while let Some(depth) = open.iter().rposition(|nodes| !nodes.is_empty()) {
        let from = open[depth].len().saturating_sub(BATCH);
        let batch = open[depth].split_off(from);
        let Some(left) = moves.checked_sub(depth + 1) else { continue };
        let children: Vec<Vec<Node>> = batch
            .par_iter()
            .with_min_len(8)
            .map(|index| {
                let mut found = Vec::new();
                // The results of this batch may be incomplete. That does not matter, because the search ends here.
                if (limits.stop)() {
                    return found;
                }
                let horizon = Horizon { bound: Some(bound), left };
                lone.expand(&met.nodes[*index as usize], *index, horizon, &mut found);
                found
            })
            .collect();
        for child in children.into_iter().flatten() {
            furthest = furthest.max(child.phase);
            if usize::from(child.phase) == lone.course.done() {
                let found = Found::Lap(met.way_to(child));
                return Outcome { found, nodes: met.nodes.len(), furthest };
            }
            if left > 0
                && let Some(index) = met.take(child)
            {
                open[depth + 1].push(index);
            }
        }
        if met.nodes.len() > limits.nodes || (limits.stop)() {
            return Outcome { found: Found::Stopped, nodes: met.nodes.len(), furthest };
        }
    }
    Outcome { found: Found::None, nodes: met.nodes.len(), furthest }
}
