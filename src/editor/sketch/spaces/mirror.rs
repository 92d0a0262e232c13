//! Swaps left and right after a Formula D circuit was mirrored.

use crate::games::formula_d::{Arrow, Draft, Side};

/// Swaps left and right: lanes, inside edges of corners, and arrows. Afterwards the spaces are placed again along the
/// mirrored line.
pub(super) fn sides(draft: &mut Draft) {
    for space in draft.spaces.iter_mut().filter(|space| space.lane > 0) {
        space.lane = (draft.lanes + 1).saturating_sub(space.lane).max(1);
        for arrow in &mut space.arrows {
            *arrow = match arrow {
                Arrow::Left => Arrow::Right,
                Arrow::Right => Arrow::Left,
                Arrow::Ahead => Arrow::Ahead,
            };
        }
    }
    for corner in &mut draft.corners {
        corner.inside = corner.inside.map(|side| match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        });
    }
}
