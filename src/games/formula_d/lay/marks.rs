//! Marks corners on the spaces of a circuit.

use super::arrows::{CornerArrows, corner_arrows, open_ways, set_corner_arrows};
use super::{corner_paths, measure_laid};
use crate::games::formula_d::draft::{CornerDraft, Draft, Side, SpaceKind};
use smol_str::format_smolstr;

/// Turns the spaces of all lanes from rank `from` to rank `to` (half spaces along the lap) into a corner. `corner` is
/// the index of a corner to move; `None` makes a new corner. If `from` is higher than `to`, the corner spans the finish
/// line. If a corner is moved, spaces that are no longer part of it become straight, and the corner keeps its arrow
/// pattern. A new corner gets the arrows of the usual racing line. Other corners that lose all their spaces are
/// deleted. Returns the new index of the corner: it can differ from `corner`, because corners are kept in driving
/// order.
pub fn mark_corner(draft: &mut Draft, corner: Option<usize>, from: i32, to: i32) -> usize {
    let arrows = corner.map_or(Some(CornerArrows::RacingLine), |index| corner_arrows(draft, index));
    let id = corner.and_then(|index| draft.corners.get(index)).map(|corner| corner.id.clone()).unwrap_or_else(|| {
        let free = |number: &usize| draft.corners.iter().all(|corner| corner.id != format!("K{number}"));
        let id = format_smolstr!("K{}", (1..).find(free).unwrap_or(1));
        draft.corners.push(CornerDraft {
            id: id.clone(),
            stops: 1,
            inside: Some(Side::Left),
            ..CornerDraft::default()
        });
        id
    });
    let mut left = Vec::new();
    for (index, space) in draft.spaces.iter_mut().enumerate().filter(|(_, space)| space.lane > 0) {
        let within =
            if from <= to { (from..=to).contains(&space.rank) } else { space.rank >= from || space.rank <= to };
        if within {
            space.kind = SpaceKind::Corner(id.clone());
        } else if space.kind == SpaceKind::Corner(id.clone()) {
            space.kind = SpaceKind::Straight;
            left.push(index);
        }
    }
    left.into_iter().for_each(|space| open_ways(draft, space));
    let first = |corner: &CornerDraft| {
        let own = draft.spaces.iter().filter(|space| space.kind == SpaceKind::Corner(corner.id.clone()));
        own.map(|space| space.rank).min()
    };
    let mut ordered: Vec<(Option<i32>, CornerDraft)> =
        draft.corners.iter().map(|corner| (first(corner), corner.clone())).collect();
    // Deletes corners whose last space now belongs to another corner.
    ordered.retain(|(rank, _)| rank.is_some());
    ordered.sort_by_key(|(rank, _)| *rank);
    draft.corners = ordered.into_iter().map(|(_, corner)| corner).collect();
    let index = draft.corners.iter().position(|corner| corner.id == id).unwrap_or(0);
    if let Some(arrows) = arrows {
        set_corner_arrows(draft, index, arrows);
    }
    measure_laid(draft);
    index
}

/// Deletes the corner with this index. Its spaces become straight. Directions that its arrows had forbidden are
/// allowed again.
pub fn unmark_corner(draft: &mut Draft, corner: usize) {
    if corner >= draft.corners.len() {
        return;
    }
    let kind = SpaceKind::Corner(draft.corners.remove(corner).id);
    let own: Vec<usize> = (0..draft.spaces.len()).filter(|space| draft.spaces[*space].kind == kind).collect();
    for space in own {
        draft.spaces[space].kind = SpaceKind::Straight;
        open_ways(draft, space);
    }
}

/// Returns the length, in spaces, above which a corner with this number of stops is too long. The length is measured on
/// the corner's longest path (FD-VAL-19).
const fn most(stops: u8) -> u32 {
    if stops < 3 { 18 } else { 23 }
}

/// Fixes a corner that is too long for its number of stops. If the corner has two stops, and its length is usual for
/// three, it gets a third stop. Otherwise the corner is shortened.
pub(super) fn suit(draft: &mut Draft, corner: usize) {
    let Some(marked) = draft.corners.get_mut(corner) else { return };
    let longest = marked.longest.unwrap_or(0);
    if marked.stops == 2 && longest > most(2) && longest <= most(3) {
        marked.stops = 3;
    }
    if longest > most(marked.stops) {
        shorten_corner(draft, corner);
    }
}

/// Shortens a corner until its length is usual for its number of stops. Removes the same length from both ends.
pub fn shorten_corner(draft: &mut Draft, corner: usize) {
    let Some(marked) = draft.corners.get(corner).cloned() else { return };
    let id = SpaceKind::Corner(marked.id.clone());
    let ranks = || draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank);
    let (Some(mut from), Some(mut to)) = (ranks().min(), ranks().max()) else { return };
    // A corner across the finish line has spaces at both ends of the lap.
    if i64::from(to) - i64::from(from) > i64::from(draft.lap / 2) {
        return;
    }
    let is_long = |draft: &Draft| {
        let lengths = corner_paths(draft).get(corner).copied().unwrap_or_default();
        lengths[0] > most(marked.stops)
    };
    while is_long(draft) && from + 6 < to {
        (from, to) = (from + 1, to - 1);
        mark_corner(draft, Some(corner), from, to);
    }
}
