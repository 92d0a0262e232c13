//! The order in which corners are passed.

use crate::games::vektorace::Draft;

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
fn number(draft: &mut Draft, order: &[usize]) {
    for (number, index) in (1..).zip(order) {
        if let Some(corner) = draft.corners.get_mut(*index) {
            corner.number = number;
        }
    }
}

/// Numbers from 1, in the present order.
pub(super) fn close_gaps(draft: &mut Draft) {
    let order = in_order(draft);
    number(draft, &order);
}

/// One corner with this number; the others make room and stay in their order.
pub(super) fn renumber(draft: &mut Draft, corner: usize, to: u32) {
    if corner >= draft.corners.len() {
        return;
    }
    let mut order = in_order(draft);
    order.retain(|index| *index != corner);
    let place = usize::try_from(to).unwrap_or(usize::MAX).saturating_sub(1).min(order.len());
    order.insert(place, corner);
    number(draft, &order);
}

/// These corners first, in this order, then the others in theirs.
pub(super) fn order(draft: &mut Draft, first: &[usize]) {
    let mut order: Vec<usize> = Vec::with_capacity(draft.corners.len());
    for index in first.iter().copied().chain(in_order(draft)) {
        if index < draft.corners.len() && !order.contains(&index) {
            order.push(index);
        }
    }
    number(draft, &order);
}
