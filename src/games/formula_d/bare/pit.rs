//! The pit lane of a bare graph: its ranks, where it crosses the line, and a box beside each garage.

use super::place::{outline, rounded};
use super::{Bare, BareKind};
use crate::game::Issue;
use crate::games::formula_d::draft::{Draft, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind};

/// Adds the pit lane to a draft that has the track's spaces and edges. `index` says where a space of the graph is in it.
pub(super) fn add(bare: &Bare, scale: f64, half: f64, draft: &mut Draft, notes: &mut Vec<Issue>) {
    let is_pit = |space: usize| bare.spaces[space].kind == BareKind::Pit;
    let rank_of = |draft: &Draft, id: &str| draft.spaces.iter().find(|space| space.id == id).map(|space| space.rank);
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
    let exits: Vec<usize> =
        bare.edges.iter().filter(|[from, to]| *from == last && !is_pit(*to)).map(|[_, to]| *to).collect();
    let lap = draft.lap;
    let from = entries.iter().filter_map(|[from, _]| rank_of(draft, &id(*from))).max().unwrap_or(0);
    let to = exits.iter().filter_map(|exit| rank_of(draft, &id(*exit))).min().unwrap_or(0);
    let to = if to > from { to } else { to + lap };
    let steps = chain.len() as i32 + 1;
    // Spaces of the pit lane need ranks of their own between entry and exit, in half spaces of the track.
    let progress: Vec<i32> =
        (1..=chain.len() as i32).map(|step| from + ((to - from) * step / steps).max(step)).collect();
    let half_at = |space: usize| bare.spaces[space].at.map(|value| rounded(value * scale));
    for (place, space) in chain.iter().enumerate() {
        let behind = if place > 0 { chain[place - 1] } else { entries[0][0] };
        let ahead = chain.get(place + 1).or(exits.first()).copied().unwrap_or(*space);
        let (shape, angle) = outline(half_at(behind), half_at(*space), half_at(ahead), half * 0.8);
        draft.spaces.push(SpaceDraft {
            id: id(*space),
            kind: SpaceKind::Pit,
            rank: progress[place] % lap,
            at: half_at(*space),
            angle: rounded(angle),
            outline: shape,
            ..SpaceDraft::default()
        });
    }
    let crosses = |before: i32, after: i32| before < lap && after >= lap;
    let mut push = |from: String, to: String, kind: EdgeKind, finish: bool| {
        draft.edges.push(EdgeDraft { from, to, kind, finish, police: false });
    };
    for [from, to] in &entries {
        if *to == first {
            push(id(*from), id(*to), EdgeKind::PitIn, progress[0] >= lap);
        }
    }
    for (place, pair) in chain.windows(2).enumerate() {
        push(id(pair[0]), id(pair[1]), EdgeKind::Ahead, crosses(progress[place], progress[place + 1]));
    }
    let ends_before = to >= lap && progress[chain.len() - 1] < lap;
    for exit in &exits {
        push(id(last), id(*exit), EdgeKind::PitOut, ends_before);
    }
    let by_passes = exits.iter().any(|exit| !bare.spaces[*exit].finish);
    if by_passes && to >= lap {
        let line = (0..chain.len()).find(|place| progress[*place] >= lap);
        let edge = match line {
            Some(0) => format!("{}>{}", id(entries[0][0]), id(first)),
            Some(place) => format!("{}>{}", id(chain[place - 1]), id(chain[place])),
            None => exits.iter().map(|exit| format!("{}>{}", id(last), id(*exit))).collect::<Vec<_>>().join(" and "),
        };
        let message = format!("The pit lane by-passes the spaces on the finish line: {edge} counts as crossing it.");
        notes.push(Issue::warning("FD-VAL-23", message).at(half_at(last)));
    }
    let garages: Vec<usize> =
        (1..chain.len() - usize::from(chain.len() > 1)).filter(|place| bare.spaces[chain[*place]].garage).collect();
    for (number, place) in (1..).zip(garages) {
        let (before, after) = (chain[place - 1], chain[place + 1]);
        let [behind, at, ahead] = [before, chain[place], after].map(half_at);
        // Boxes lie on the side away from the track.
        let (shape, angle) = outline(behind, at, ahead, half * 0.8);
        let (sin, cos) = angle.to_radians().sin_cos();
        let near = |sign: f64| {
            let shifted = [at[0] - sin * half * 1.7 * sign, at[1] + cos * half * 1.7 * sign];
            let gap = |space: &SpaceDraft| (space.at[0] - shifted[0]).hypot(space.at[1] - shifted[1]);
            draft.spaces.iter().filter(|space| space.lane > 0).map(gap).fold(f64::MAX, f64::min)
        };
        let sign = if near(1.0) >= near(-1.0) { 1.0 } else { -1.0 };
        let shift = [-sin * half * 1.7 * sign, cos * half * 1.7 * sign];
        let moved = |point: [f64; 2]| [0, 1].map(|axis| rounded(point[axis] + shift[axis]));
        let name = format!("x{number}");
        draft.spaces.push(SpaceDraft {
            id: name.clone(),
            kind: SpaceKind::Box(number),
            rank: progress[place] % lap,
            at: moved(at),
            angle: rounded(angle),
            outline: shape.into_iter().map(moved).collect(),
            ..SpaceDraft::default()
        });
        let mut push = |from: String, to: String, kind: EdgeKind, finish: bool| {
            draft.edges.push(EdgeDraft { from, to, kind, finish, police: false });
        };
        push(id(before), name.clone(), EdgeKind::BoxIn, crosses(progress[place - 1], progress[place]));
        push(name, id(after), EdgeKind::BoxOut, crosses(progress[place], progress[place + 1]));
    }
}
