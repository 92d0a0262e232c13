//! The numbers of corners. They give the order in which cars pass the corners.

use crate::games::vektorace::Draft;

/// The limit for the numbers of new corners. If the highest number of a circuit has reached this limit, the number of a
/// new corner is its index in the list plus one.
const HIGHEST_NUMBER: u32 = 1_000_000;

/// Returns the number for a new corner: the highest number plus one. If the highest number has reached the limit,
/// returns the index of the new corner in the list plus one.
pub(super) fn next_number(draft: &Draft) -> u32 {
    let highest = draft.corners.iter().map(|corner| corner.number).max().unwrap_or(0);
    if highest < HIGHEST_NUMBER { highest + 1 } else { draft.corners.len() as u32 + 1 }
}

/// The indices of the corners, in the order in which cars pass them.
pub(super) fn in_order(draft: &Draft) -> Vec<usize> {
    let mut order: Vec<usize> = (0..draft.corners.len()).collect();
    order.sort_by_key(|index| draft.corners[*index].number);
    order
}

/// Numbers the corners from 1. `order` has the indices of the corners in their new order.
fn number(draft: &mut Draft, order: &[usize]) {
    for (number, index) in (1..).zip(order) {
        if let Some(corner) = draft.corners.get_mut(*index) {
            corner.number = number;
        }
    }
}

/// Numbers the corners from 1 without gaps, in their current order.
pub(super) fn close_gaps(draft: &mut Draft) {
    let order = in_order(draft);
    number(draft, &order);
}

/// Gives a corner the number `to`, or the highest number if `to` is larger. The other corners keep their order. All
/// corners are then numbered from 1 without gaps.
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

/// Gives these corners the numbers from 1, in this order. The other corners get the numbers after them, in their
/// current order.
pub(super) fn order(draft: &mut Draft, first: &[usize]) {
    let mut order: Vec<usize> = Vec::with_capacity(draft.corners.len());
    for index in first.iter().copied().chain(in_order(draft)) {
        if index < draft.corners.len() && !order.contains(&index) {
            order.push(index);
        }
    }
    number(draft, &order);
}
