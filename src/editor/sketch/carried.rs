//! Shapes that lie on a line and move with it.

use super::{Motion, ShapeId, Sketch};

/// Whether this shape lies on a line, and this line is one of the `moved` shapes. The shape then moves with the line.
pub(super) fn is_carried<G: Sketch>(draft: &G::Draft, shape: ShapeId, moved: &[ShapeId]) -> bool {
    let lines = G::rides_on(draft, shape.tool);
    moved.iter().any(|other| lines.contains(&other.tool))
}

/// Returns the listed shapes. If a line is in the list, the shapes on this line are left out, because they move with
/// the line.
pub(super) fn free<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Vec<ShapeId> {
    shapes.iter().copied().filter(|shape| !is_carried::<G>(draft, *shape, shapes)).collect()
}

/// Mirrors or rotates shapes together. If a line is one of `shapes`, the shapes on this line move with it and are not
/// moved a second time.
pub(super) fn turn<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], motion: Motion) {
    let free = free::<G>(draft, shapes);
    G::turn_all(draft, &free, motion);
}
