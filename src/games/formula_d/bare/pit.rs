//! Finds the pit lane of a bare graph, which is a circuit without lanes, and adds it to the draft.

use super::{Bare, BareKind};
use crate::game::Issue;
use crate::game::words::many;
use crate::games::formula_d::draft::Draft;
use crate::games::formula_d::outline::rounded;
use crate::games::formula_d::pit_lane::PitLane;

/// Returns the spaces of the longest path through the pit lane. The path begins at a space that can be entered from the
/// track, and ends at a space that leads back to the track.
fn chain(bare: &Bare) -> Vec<usize> {
    let count = bare.spaces.len();
    let is_pit = |space: usize| bare.spaces[space].kind == BareKind::Pit;
    let pits: Vec<usize> = (0..count).filter(|space| is_pit(*space)).collect();
    let begins = |space: usize| bare.edges.iter().any(|[from, to]| *to == space && !is_pit(*from));
    let ends = |space: usize| bare.edges.iter().any(|[from, to]| *from == space && !is_pit(*to));
    let inner: Vec<[usize; 2]> =
        bare.edges.iter().copied().filter(|edge| edge.iter().all(|end| is_pit(*end))).collect();
    // The number of spaces on the longest path to each space. Steps that close a loop are skipped, because the path
    // would grow forever.
    let mut length: Vec<Option<usize>> =
        (0..count).map(|space| (is_pit(space) && begins(space)).then_some(1)).collect();
    let mut before: Vec<Option<usize>> = vec![None; count];
    let leads_back = |before: &[Option<usize>], mut space: usize, to: usize| {
        for _ in 0..pits.len() {
            if space == to {
                return true;
            }
            let Some(behind) = before[space] else { return false };
            space = behind;
        }
        true
    };
    for _ in 0..pits.len().min(400) {
        let mut is_changed = false;
        for [from, to] in &inner {
            let Some(longer) = length[*from].map(|length| length + 1) else { continue };
            if length[*to].is_none_or(|length| length < longer) && !leads_back(&before, *from, *to) {
                (length[*to], before[*to], is_changed) = (Some(longer), Some(*from), true);
            }
        }
        if !is_changed {
            break;
        }
    }
    let end = pits.iter().copied().filter(|space| ends(*space)).rev().max_by_key(|space| length[*space]);
    let Some(mut space) = end.filter(|space| length[*space].is_some()) else { return Vec::new() };
    let mut chain = vec![space];
    while let Some(behind) = before[space].filter(|_| chain.len() <= pits.len()) {
        chain.push(behind);
        space = behind;
    }
    chain.reverse();
    chain
}

/// Adds the pit lane to a draft that already has the track's spaces and edges.
pub(super) fn add(bare: &Bare, scale: f64, half: f64, draft: &mut Draft, notes: &mut Vec<Issue>) {
    let is_pit = |space: usize| bare.spaces[space].kind == BareKind::Pit;
    let count = (0..bare.spaces.len()).filter(|space| is_pit(*space)).count();
    let chain = chain(bare);
    let id = |space: usize| bare.spaces[space].id.clone();
    let at = |space: usize| bare.spaces[space].at.map(|value| rounded(value * scale));
    if count > chain.len() {
        let message = if chain.is_empty() {
            format!(
                "The {count} spaces of the pit lane were left out, because they do not join the track at both ends."
            )
        } else {
            format!(
                "Left out {} of the pit lane, because a pit lane must be a single row of spaces.",
                many(count - chain.len(), "space")
            )
        };
        notes.push(Issue::warning("FD-VAL-24", message));
    }
    let (Some(first), Some(last)) = (chain.first().copied(), chain.last().copied()) else { return };
    let is_open = |space: usize| !is_pit(space) && bare.spaces[space].kind != BareKind::Blocked;
    let entries: Vec<usize> =
        bare.edges.iter().filter(|[from, to]| *to == first && is_open(*from)).map(|[from, _]| *from).collect();
    let mut exits: Vec<usize> =
        bare.edges.iter().filter(|[from, to]| *from == last && is_open(*to)).map(|[_, to]| *to).collect();
    for [from, to] in &bare.edges {
        let joins = is_pit(*from) != is_pit(*to);
        let is_known = (*to == first && is_open(*from)) || (*from == last && is_open(*to));
        let is_side = is_pit(*from)
            && is_pit(*to)
            && chain.contains(from)
            && chain.contains(to)
            && !chain.windows(2).any(|pair| pair == [*from, *to]);
        if (joins && !is_known) || is_side {
            let message =
                format!("Edge {}>{} was left out: it is not part of the single-file pit lane.", id(*from), id(*to));
            notes.push(Issue::warning("FD-VAL-24", message).at(at(*from)));
        }
    }
    // The notation has only left and right for the exits, so the pit lane can have at most two.
    for exit in exits.split_off(exits.len().min(2)) {
        let message = format!("Edge {}>{} was left out: the pit lane can have only two exits.", id(last), id(exit));
        notes.push(Issue::warning("FD-VAL-06", message).at(at(last)));
    }
    let mut garages: Vec<usize> = (0..chain.len()).filter(|place| bare.spaces[chain[*place]].garage).collect();
    if garages.is_empty() && chain.len() > 2 {
        garages = (1..chain.len() - 1).take(10).collect();
        let message = format!(
            "No space of the pit lane is marked as a garage, so a pit box was added beside {} of its spaces.",
            garages.len()
        );
        notes.push(Issue::warning("FD-VAL-24", message).at(at(first)));
    }
    for end in garages.iter().filter(|place| **place == 0 || **place + 1 == chain.len()) {
        let message = format!("The garage {} lies at an end of the pit lane, so it has no box.", id(chain[*end]));
        notes.push(Issue::warning("FD-VAL-24", message).at(at(chain[*end])));
    }
    let lane = PitLane {
        entries: entries.iter().map(|entry| id(*entry)).collect(),
        chain: chain.iter().map(|space| (id(*space), at(*space))).collect(),
        exits: exits.iter().map(|exit| id(*exit)).collect(),
        garages,
        half: half * 0.8,
    };
    let Some(joined) = lane.join(draft) else { return };
    let by_passes = exits.iter().any(|exit| !bare.spaces[*exit].finish);
    if by_passes && joined.to >= draft.lap {
        let line = joined.progress.iter().position(|progress| *progress >= draft.lap);
        let edge = match line {
            Some(0) => format!("{}>{}", id(entries[0]), id(first)),
            Some(place) => format!("{}>{}", id(chain[place - 1]), id(chain[place])),
            None => exits.iter().map(|exit| format!("{}>{}", id(last), id(*exit))).collect::<Vec<_>>().join(" and "),
        };
        let message = format!(
            "The pit lane leads past the spaces on the finish line, so edge {edge} counts as crossing the line."
        );
        notes.push(Issue::warning("FD-VAL-23", message).at(at(last)));
    }
}
