//! The pit lane of a bare graph.

use super::place::rounded;
use super::{Bare, BareKind};
use crate::game::Issue;
use crate::games::formula_d::draft::Draft;
use crate::games::formula_d::pit_lane::PitLane;

/// Adds the pit lane to a draft that has the track's spaces and edges.
pub(super) fn add(bare: &Bare, scale: f64, half: f64, draft: &mut Draft, notes: &mut Vec<Issue>) {
    let is_pit = |space: usize| bare.spaces[space].kind == BareKind::Pit;
    let entries: Vec<[usize; 2]> =
        bare.edges.iter().copied().filter(|[from, to]| !is_pit(*from) && is_pit(*to)).collect();
    let Some([_, first]) = entries.first().copied() else { return };
    let mut chain = vec![first];
    while let Some([_, next]) = bare.edges.iter().find(|[from, to]| Some(from) == chain.last() && is_pit(*to)) {
        if chain.contains(next) {
            break;
        }
        chain.push(*next);
    }
    let left = (0..bare.spaces.len()).filter(|space| is_pit(*space) && !chain.contains(space)).count();
    if left > 0 {
        notes.push(Issue::warning(
            "FD-VAL-24",
            format!("{left} spaces of the pit lane are not in single file: left out."),
        ));
    }
    let last = chain[chain.len() - 1];
    let id = |space: usize| bare.spaces[space].id.clone();
    let at = |space: usize| bare.spaces[space].at.map(|value| rounded(value * scale));
    let exits: Vec<usize> =
        bare.edges.iter().filter(|[from, to]| *from == last && !is_pit(*to)).map(|[_, to]| *to).collect();
    let lane = PitLane {
        entries: entries.iter().filter(|[_, to]| *to == first).map(|[from, _]| id(*from)).collect(),
        chain: chain.iter().map(|space| (id(*space), at(*space))).collect(),
        exits: exits.iter().map(|exit| id(*exit)).collect(),
        garages: (0..chain.len()).filter(|place| bare.spaces[chain[*place]].garage).collect(),
        half: half * 0.8,
    };
    let Some(joined) = lane.join(draft) else { return };
    let by_passes = exits.iter().any(|exit| !bare.spaces[*exit].finish);
    if by_passes && joined.to >= draft.lap {
        let line = joined.progress.iter().position(|progress| *progress >= draft.lap);
        let edge = match line {
            Some(0) => format!("{}>{}", id(entries[0][0]), id(first)),
            Some(place) => format!("{}>{}", id(chain[place - 1]), id(chain[place])),
            None => exits.iter().map(|exit| format!("{}>{}", id(last), id(*exit))).collect::<Vec<_>>().join(" and "),
        };
        let message = format!("The pit lane by-passes the spaces on the finish line: {edge} counts as crossing it.");
        notes.push(Issue::warning("FD-VAL-23", message).at(at(last)));
    }
}
