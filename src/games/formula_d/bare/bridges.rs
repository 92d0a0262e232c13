//! Bridges. If two parts of a circuit cross and lie far apart along the lap, the later part becomes a bridge over the
//! earlier one. A pit lane passes below the track. There is one exception: where the entry or exit of the pit lane has
//! to cross a lane of the track, the pit lane becomes the bridge.

use super::Issue;
use crate::games::formula_d::draft::Id;
use crate::games::formula_d::draft::{Draft, EdgeKind};
use crate::games::formula_d::validate::{Clashes, clashes};

/// Two edges or spaces belong to the same part of the track if they are at most this number of half spaces apart along
/// the lap. Where two different parts cross, one of them becomes a bridge.
const NEAR: i32 = 10;
/// The highest level of a bridge. It is also the largest number of bridges on top of each other.
const MOST_LEVELS: u8 = 5;

/// The largest number of pairs of crossing edges, and of pairs of overlapping spaces, that one pass handles. Only very
/// faulty graphs have more pairs. They cannot become circuits, so handling all their pairs would only waste time.
const MOST_CLASHES: usize = 2_000;

/// Finds places where the circuit crosses itself, and raises one of the two parts to a higher bridge level. Removes
/// lane changes that cross a neighbouring edge.
pub(super) fn add(draft: &mut Draft, notes: &mut Vec<Issue>) {
    let mut gone: Vec<[Id; 2]> = Vec::new();
    for _ in 0..2 * MOST_LEVELS {
        let Clashes { mut edges, mut outlines } = clashes(draft);
        edges.truncate(MOST_CLASHES);
        outlines.retain(|[one, other]| apart(draft, *one, *other) > NEAR);
        outlines.truncate(MOST_CLASHES);
        let mut is_settled = true;
        for pair in &edges {
            is_settled &= !settle(draft, *pair, &mut gone);
        }
        for pair in &outlines {
            is_settled &= !widen(draft, *pair);
        }
        draft.edges.retain(|edge| !gone.iter().any(|[from, to]| edge.from == *from && edge.to == *to));
        if is_settled {
            break;
        }
    }
    for [from, to] in gone {
        let message = format!("Edge {from}>{to} was left out: it crosses another edge.");
        notes.push(Issue::warning("FD-VAL-27", message));
    }
    report(draft, notes);
}

/// Returns the distance between two spaces along the lap, in half spaces.
fn apart(draft: &Draft, one: usize, other: usize) -> i32 {
    let lap = draft.lap.max(1);
    let rise = (draft.spaces[other].rank - draft.spaces[one].rank).rem_euclid(lap);
    rise.min(lap - rise)
}

fn is_track(draft: &Draft, space: usize) -> bool {
    draft.spaces[space].lane > 0
}

/// Removes a crossing of two edges: raises one of the edges onto a bridge, or deletes one of them. Each edge is given
/// as a pair of spaces. Returns whether anything changed.
fn settle(draft: &mut Draft, [one, other]: [[usize; 2]; 2], gone: &mut Vec<[Id; 2]>) -> bool {
    let on_track = |edge: [usize; 2]| edge.iter().filter(|end| is_track(draft, **end)).count();
    match (on_track(one), on_track(other)) {
        (2, 2) if apart(draft, one[0], other[0]) > NEAR => {
            let is_later = draft.spaces[other[0]].rank > draft.spaces[one[0]].rank;
            let (low, high) = if is_later { (one, other) } else { (other, one) };
            lift(draft, high, level_of(draft, low) + 1)
        }
        (2, 0) => lift(draft, one, level_of(draft, other) + 1),
        (0, 2) => lift(draft, other, level_of(draft, one) + 1),
        // One edge joins track and pit lane. It is removed if another edge joins them at the same end of the pit lane.
        // Otherwise it becomes a bridge.
        (2, 1) => junction(draft, other, one, gone),
        (1, 2) => junction(draft, one, other, gone),
        _ => [one, other].into_iter().any(|edge| leave_out(draft, edge, gone)),
    }
}

fn level_of(draft: &Draft, edge: [usize; 2]) -> u8 {
    edge.iter().map(|end| draft.spaces[*end].level).max().unwrap_or(0)
}

/// Raises a stretch of the track, in all lanes, to this bridge level. The stretch begins half a space before an edge,
/// and ends half a space after it. Returns whether any level changed.
fn lift(draft: &mut Draft, [from, to]: [usize; 2], level: u8) -> bool {
    if level > MOST_LEVELS {
        return false;
    }
    let lap = draft.lap.max(1);
    let first = draft.spaces[from].rank - 1;
    let length = (draft.spaces[to].rank + 1 - first).rem_euclid(lap);
    let mut is_changed = false;
    for space in draft.spaces.iter_mut().filter(|space| space.lane > 0 && space.level < level) {
        if (space.rank - first).rem_euclid(lap) <= length {
            (space.level, is_changed) = (level, true);
        }
    }
    is_changed
}

/// Removes a crossing of two edges. `crossed` is an edge of the track. `edge` joins the track and the pit lane. Deletes
/// `edge`, or raises the pit lane onto a bridge. Returns whether anything changed.
fn junction(draft: &mut Draft, edge: [usize; 2], crossed: [usize; 2], gone: &mut Vec<[Id; 2]>) -> bool {
    let id = |draft: &Draft, space: usize| draft.spaces[space].id.clone();
    let (from, to) = (id(draft, edge[0]), id(draft, edge[1]));
    let is_gone = |edge: &[&str; 2], gone: &[[Id; 2]]| gone.iter().any(|[from, to]| edge == &[from, to]);
    let into_pits = is_track(draft, edge[0]);
    let has_other = draft.edges.iter().any(|other| {
        let (own, shared) = if into_pits { (&other.from, other.to == to) } else { (&other.to, other.from == from) };
        let is_other = if into_pits { *own != from } else { *own != to };
        let kind = if into_pits { EdgeKind::PitIn } else { EdgeKind::PitOut };
        shared && is_other && other.kind == kind && !is_gone(&[&other.from, &other.to], gone)
    });
    if has_other {
        gone.push([from, to]);
        return true;
    }
    let level = level_of(draft, crossed) + 1;
    let pit = if into_pits { edge[1] } else { edge[0] };
    let is_lower = draft.spaces[pit].level < level && level <= MOST_LEVELS;
    if is_lower {
        draft.spaces[pit].level = level;
    }
    is_lower
}

/// Removes a lane change that is not needed: another edge leads out of its first space, and another edge leads into its
/// second space. Returns whether the lane change was removed.
fn leave_out(draft: &Draft, [from, to]: [usize; 2], gone: &mut Vec<[Id; 2]>) -> bool {
    let (from, to) = (&draft.spaces[from].id, &draft.spaces[to].id);
    let left = |edge: &&crate::games::formula_d::draft::EdgeDraft| {
        !gone.iter().any(|[from, to]| edge.from == *from && edge.to == *to)
    };
    let is_change = |kind: EdgeKind| matches!(kind, EdgeKind::Left | EdgeKind::Right);
    let is_own = |edge: &&crate::games::formula_d::draft::EdgeDraft| edge.from == *from && edge.to == *to;
    let may_go = draft.edges.iter().filter(left).any(|edge| is_own(&edge) && is_change(edge.kind))
        && draft.edges.iter().filter(left).any(|edge| edge.from == *from && edge.to != *to)
        && draft.edges.iter().filter(left).any(|edge| edge.to == *to && edge.from != *from);
    if may_go {
        gone.push([from.clone(), to.clone()]);
    }
    may_go
}

/// Lengthens a bridge if two spaces of the track overlap beside it: the later of these spaces then lies on the bridge.
/// `one` and `other` are the two spaces. Returns whether any level changed.
fn widen(draft: &mut Draft, [one, other]: [usize; 2]) -> bool {
    if !is_track(draft, one) || !is_track(draft, other) {
        return false;
    }
    let high = if draft.spaces[one].rank > draft.spaces[other].rank { one } else { other };
    let level = draft.spaces[one].level.max(draft.spaces[other].level) + 1;
    let near = |space: usize| draft.spaces[space].level == level && apart(draft, space, high) <= NEAR;
    let has_bridge = (0..draft.spaces.len()).any(|space| is_track(draft, space) && near(space));
    has_bridge && lift(draft, [high, high], level)
}

/// Reports the spaces that lie on bridges.
fn report(draft: &Draft, notes: &mut Vec<Issue>) {
    let mut raised: Vec<usize> =
        (0..draft.spaces.len()).filter(|space| is_track(draft, *space) && draft.spaces[*space].level > 0).collect();
    raised.sort_by_key(|space| draft.spaces[*space].rank);
    // A bridge may span the finish line, so the list is rotated to start after a gap between bridges.
    let is_one = |one: &usize, other: &usize| apart(draft, *one, *other) <= NEAR;
    let gap = (1..raised.len()).find(|place| !is_one(&raised[place - 1], &raised[*place]));
    if let (Some(gap), [first, .., last]) = (gap, raised.as_slice())
        && is_one(last, first)
    {
        raised.rotate_left(gap);
    }
    for bridge in raised.chunk_by(is_one) {
        let (first, last) = (&draft.spaces[bridge[0]], &draft.spaces[bridge[bridge.len() - 1]]);
        let message =
            format!("The circuit crosses itself: the part from {} to {} lies on a bridge.", first.id, last.id);
        notes.push(Issue::warning("FD-VAL-27", message).at(first.at));
    }
    for space in draft.spaces.iter().filter(|space| space.lane == 0 && space.level > 0) {
        let message =
            format!("The pit lane crosses a lane of the track at {}. There the pit lane lies on a bridge.", space.id);
        notes.push(Issue::warning("FD-VAL-27", message).at(space.at));
    }
}
