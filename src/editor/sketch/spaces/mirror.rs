//! Swaps left and right when a Formula D circuit is mirrored.

use crate::games::formula_d::{Arrow, Draft, Side};

/// Swaps left and right in lanes, insides of corners and arrows. The spaces are laid out again afterwards along the
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
