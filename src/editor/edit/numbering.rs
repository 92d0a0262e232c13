//! The order in which corners are passed.

use crate::editor::PieceChange;
use crate::games::vektorace::{CornerDraft, Draft};

/// Numbers beyond this are not counted on.
const HIGHEST_NUMBER: u32 = 1_000_000;

/// The number a new corner gets: the next, or where a file has absurd ones, what its place in the list says.
pub(super) fn next_number(draft: &Draft) -> u32 {
    let highest = draft.corners.iter().map(|corner| corner.number).max().unwrap_or(0);
    if highest < HIGHEST_NUMBER { highest + 1 } else { draft.corners.len() as u32 + 1 }
}

/// The corners' places in the list, in the order they are passed.
pub(super) fn in_order(draft: &Draft) -> Vec<usize> {
    let mut order: Vec<usize> = (0..draft.corners.len()).collect();
    order.sort_by_key(|index| draft.corners[*index].number);
    order
}

/// Numbers from 1, in the order given.
pub(super) fn numbered(draft: &Draft, order: &[usize]) -> Vec<PieceChange> {
    (1..)
        .zip(order)
        .filter_map(|(number, index)| {
            let corner = draft.corners.get(*index)?;
            (corner.number != number).then_some(PieceChange::Corner(*index, CornerDraft { number, ..*corner }))
        })
        .collect()
}

/// One corner with this number; the others make room and stay in their order.
pub(super) fn renumbered(draft: &Draft, corner: usize, number: u32) -> Vec<PieceChange> {
    if corner >= draft.corners.len() {
        return Vec::new();
    }
    let mut order = in_order(draft);
    order.retain(|index| *index != corner);
    let place = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1).min(order.len());
    order.insert(place, corner);
    numbered(draft, &order)
}

/// These corners first, in this order, then the others in theirs.
pub(super) fn ordered(draft: &Draft, first: &[usize]) -> Vec<PieceChange> {
    let mut order: Vec<usize> = Vec::with_capacity(draft.corners.len());
    for index in first.iter().copied().chain(in_order(draft)) {
        if index < draft.corners.len() && !order.contains(&index) {
            order.push(index);
        }
    }
    numbered(draft, &order)
}
