//! Removes the spaces that are on no complete lap. Keeps a blocked space if a lane runs through it.

use super::{Bare, BareKind};
use crate::game::Issue;

/// Returns the spaces that can be reached along `edges` from the spaces in `from`. Enters only spaces for which
/// `may_enter` returns true.
fn reach(edges: &[Vec<usize>], from: &[usize], may_enter: &dyn Fn(usize) -> bool) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut open: Vec<usize> = from.to_vec();
    from.iter().for_each(|space| seen[*space] = true);
    while let Some(space) = open.pop() {
        for next in &edges[space] {
            if may_enter(*next) && !std::mem::replace(&mut seen[*next], true) {
                open.push(*next);
            }
        }
    }
    seen
}

/// Returns the graph without the spaces that are on no lap. Adds a note for each space left out.
pub(super) fn pruned(bare: &Bare, notes: &mut Vec<Issue>) -> Bare {
    let count = bare.spaces.len();
    let (mut out, mut into) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for [from, to] in bare.edges.iter().filter(|[from, to]| from != to) {
        out[*from].push(*to);
        into[*to].push(*from);
    }
    let is_open = |space: usize| bare.spaces[space].kind != BareKind::Blocked;
    // Finds the largest part that includes the finish line and in which every space leads to every other space.
    let mut lap: Vec<bool> = Vec::new();
    let mut most = 0;
    let mut is_tried = vec![false; count];
    for start in (0..count).filter(|space| bare.spaces[*space].finish && is_open(*space)) {
        if std::mem::replace(&mut is_tried[start], true) {
            continue;
        }
        let there = reach(&out, &[start], &is_open);
        let back = reach(&into, &[start], &is_open);
        let both: Vec<bool> = there.iter().zip(&back).map(|(there, back)| *there && *back).collect();
        for (tried, holds) in is_tried.iter_mut().zip(&both) {
            *tried |= *holds;
        }
        let size = both.iter().filter(|holds| **holds).count();
        if size > most {
            (most, lap) = (size, both);
        }
    }
    if most < 2 {
        // There is no lap. Validation reports why.
        return bare.clone();
    }
    let track: Vec<usize> =
        (0..count).filter(|space| lap[*space] && bare.spaces[*space].kind != BareKind::Pit).collect();
    let there = reach(&out, &track, &|space| !is_open(space));
    let back = reach(&into, &track, &|space| !is_open(space));
    let is_kept = |space: usize| if is_open(space) { lap[space] } else { there[space] && back[space] };
    let mut place = vec![usize::MAX; count];
    let mut kept =
        Bare { name: bare.name.clone(), chart: bare.chart.clone(), notes: bare.notes.clone(), ..Bare::default() };
    for (space, drawn) in bare.spaces.iter().enumerate() {
        if is_kept(space) {
            place[space] = kept.spaces.len();
            kept.spaces.push(drawn.clone());
            continue;
        }
        let why = match drawn.kind {
            BareKind::Blocked => "it is blocked, and no lane runs through it",
            _ => "no complete lap passes through it",
        };
        notes.push(Issue::warning("FD-VAL-11", format!("Space {} was left out: {why}.", drawn.id)));
    }
    for [from, to] in &bare.edges {
        if from == to {
            let id = &bare.spaces[*from].id;
            notes.push(Issue::warning(
                "FD-VAL-07",
                format!("Edge {id}>{id} was left out: it leads back to its own space."),
            ));
        } else if place[*from] != usize::MAX && place[*to] != usize::MAX {
            kept.edges.push([place[*from], place[*to]]);
        }
    }
    kept
}
