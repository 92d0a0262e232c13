//! Searches all moves of a car in layers: layer `j` has all partial moves of `j` spaces (FD-GEN-02). Of partial moves
//! that lead to the same state, the search keeps only the best one: the move with the fewest danger rolls, then with
//! the fewest lane changes, then the move farthest to the left.

use super::walk::{Course, Walk};
use crate::games::formula_d::track::Edge;

/// A partial move (the first steps of a possible move) found by the search.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The state of the car at the end of the partial move.
    pub walk: Walk,
    /// The index of the partial move that this one extends by one space.
    pub parent: u32,
    /// The last edge of the partial move, as an index in the list of edges out of the last space of `parent`.
    pub edge: u8,
    /// The number of danger rolls on the route.
    pub dangers: u8,
    /// The number of lane changes on the route of the partial move.
    changes: u8,
    /// The sum of the lane numbers of the route. A lower sum means a route farther left.
    lanes: u16,
    /// The index of another partial move of the same length that ends on the same space. These links form a list.
    twin: u32,
}

const NONE: u32 = u32::MAX;

/// The partial moves of a search, grouped in layers by their number of spaces.
#[derive(Debug, Default)]
pub struct Layers {
    /// All partial moves, layer by layer.
    pub nodes: Vec<Node>,
    /// For each number of spaces, the index in `nodes` of the first partial move of that length. The last entry is the
    /// number of all partial moves.
    first: Vec<u32>,
    /// For each space: the most recently found partial move that ends there, given by its index and its length. The
    /// field `twin` of this partial move leads to the previous one of the same length. An entry is out of date if its
    /// length is not the length of the moves that the search is adding now.
    heads: Vec<(u32, u32)>,
}

impl Layers {
    /// Searches all moves of up to `longest` spaces. Moves longer than the course's `base` are searched only if the car
    /// drifts. Reuses the memory of the previous search.
    pub fn search(&mut self, course: &Course<'_>, longest: u16) {
        self.nodes.clear();
        self.first.clear();
        self.heads.clear();
        self.heads.resize(course.track.len(), (NONE, 0));
        let first = Node { walk: course.first(), parent: NONE, edge: 0, dangers: 0, changes: 0, lanes: 0, twin: NONE };
        self.nodes.push(first);
        self.first.extend([0, 1]);
        for step in 1..=longest {
            let (from, to) = (self.first[usize::from(step) - 1], self.first[usize::from(step)]);
            for parent in from..to {
                let node = self.nodes[parent as usize];
                let is_over = node.walk.is_done() || node.walk.is_boxed();
                if is_over || (step > course.base && !node.walk.drifts()) {
                    continue;
                }
                for (place, edge) in course.track.edges(node.walk.at).iter().copied().enumerate() {
                    if course.refuses(&node.walk, edge).is_none() && course.refuses_run(&node.walk, edge).is_none() {
                        self.add(course, &node, parent, place as u8, edge, step);
                    }
                }
            }
            if self.nodes.len() as u32 == to {
                break;
            }
            self.first.push(self.nodes.len() as u32);
        }
    }

    fn add(&mut self, course: &Course<'_>, from: &Node, parent: u32, place: u8, edge: Edge, step: u16) {
        let walk = course.enter(&from.walk, edge, step, false);
        let dangers = from.dangers + u8::from(course.state.is_dangerous(course.track, edge.to));
        let changes = from.changes + u8::from(edge.side().is_some());
        let lanes = from.lanes + u16::from(course.track.space(edge.to).lane);
        let head = &mut self.heads[usize::from(edge.to)];
        if head.1 != u32::from(step) {
            *head = (NONE, u32::from(step));
        }
        let mut twin = head.0;
        while twin != NONE {
            let other = &mut self.nodes[twin as usize];
            if other.walk == walk {
                if (dangers, changes, lanes) < (other.dangers, other.changes, other.lanes) {
                    *other = Node { walk, parent, edge: place, dangers, changes, lanes, twin: other.twin };
                }
                return;
            }
            twin = other.twin;
        }
        let node = Node { walk, parent, edge: place, dangers, changes, lanes, twin: head.0 };
        head.0 = self.nodes.len() as u32;
        self.nodes.push(node);
    }

    /// Returns the length of the longest move found, in spaces.
    pub fn depth(&self) -> u16 {
        self.first.len() as u16 - 2
    }

    /// Returns the partial moves of this number of spaces, as a range of indices.
    pub fn layer(&self, steps: u16) -> std::ops::Range<u32> {
        let at = usize::from(steps);
        match (self.first.get(at), self.first.get(at + 1)) {
            (Some(from), Some(to)) => *from..*to,
            _ => 0..0,
        }
    }

    /// Returns the edges of a partial move, in order.
    pub fn route(&self, course: &Course<'_>, node: u32) -> Vec<Edge> {
        let mut edges = Vec::new();
        let mut node = &self.nodes[node as usize];
        while node.parent != NONE {
            let parent = &self.nodes[node.parent as usize];
            edges.push(course.track.edges(parent.walk.at)[usize::from(node.edge)]);
            node = parent;
        }
        edges.reverse();
        edges
    }

    /// Returns the number of partial moves searched.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A possible end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The index in [`Layers::nodes`] of the partial move with this end.
    pub node: u32,
    /// The number of spaces that the move enters.
    pub steps: u16,
    /// The number of spaces given up by braking.
    pub brakes: u16,
    /// The number of spaces that the car could not drive because it is blocked; `None` if it is not blocked.
    pub blocked: Option<u16>,
    /// The overshoot penalty of the whole move: the number of overshoot spaces times the factor of the tyres.
    pub penalty: u16,
}

/// Finds the ends of all moves of `base` spaces. The car may give up at most `brakes` of these spaces by braking. If no
/// move without braking is possible, the car is blocked, and the spaces where it can stop are added (FD-GEN-03,
/// FD-GEN-04). `layers` must already contain all moves up to the greatest possible length. For a car that drifts, the
/// layers must have been searched with the same `base`.
pub fn ends(course: &Course<'_>, layers: &Layers, base: u16, brakes: u16, found: &mut Vec<End>) {
    found.clear();
    let mut is_full = false;
    let limit = base + u16::from(course.drift);
    let deepest = layers.depth().min(limit);
    for steps in 0..=deepest {
        for place in layers.layer(steps) {
            let walk = &layers.nodes[place as usize].walk;
            let required = course.required(walk, base);
            let end = |brakes: u16, penalty: u16| End { node: place, steps, brakes, blocked: None, penalty };
            if required + 1 < steps || (steps > base && !walk.drifts()) {
                continue;
            }
            if walk.is_done() {
                let rest = required.saturating_sub(steps);
                let most = if walk.rate == 0 { 0 } else { rest.min(brakes) };
                for given in 0..=most {
                    found.push(end(given, walk.penalty + u16::from(walk.rate) * (rest - given)));
                }
                is_full = true;
                continue;
            }
            let is_stuck = course.is_stuck(walk);
            if walk.is_boxed() || (is_stuck && steps <= required) {
                found.push(end(0, walk.penalty));
                // A stop behind another car in the pit lane is no move of the full length. It is free, but a car that
                // has no other is blocked on the track (FD-BLK-01, FD-PIT-07).
                is_full |= !is_stuck;
                continue;
            }
            if steps > required {
                continue;
            }
            let mut given = required - steps;
            if given > 0 && course.looks_away(walk) {
                given -= 1;
            }
            let has_brakes =
                !course.track.space(walk.at).ground.is_pit() || !course.state.terms.rules.switches.no_costs_in_pits;
            if given == 0 || (given <= brakes && has_brakes) {
                is_full |= given == 0;
                found.push(end(given, walk.penalty));
            }
        }
    }
    if is_full {
        return;
    }
    for place in layers.layer(deepest) {
        let walk = &layers.nodes[place as usize].walk;
        if course.is_stuck(walk) {
            continue;
        }
        let rest = course.required(walk, base).saturating_sub(deepest);
        found.push(End { node: place, steps: deepest, brakes: 0, blocked: Some(rest), penalty: walk.penalty });
    }
}
