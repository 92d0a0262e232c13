//! Shapes that lie on a line and move with it.

use super::{Motion, ShapeId, Sketch};

/// Whether one of the moved lines carries this shape along.
pub(super) fn is_carried<G: Sketch>(draft: &G::Draft, shape: ShapeId, moved: &[ShapeId]) -> bool {
    let lines = G::rides_on(draft, shape.tool);
    moved.iter().any(|other| lines.contains(&other.tool))
}

/// Returns the shapes of the list that move on their own: those that no other shape of the list carries along.
pub(super) fn free<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Vec<ShapeId> {
    shapes.iter().copied().filter(|shape| !is_carried::<G>(draft, *shape, shapes)).collect()
}

/// Mirrors or rotates shapes together. A shape that another shape of the list carries along is moved only once.
pub(super) fn turn<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], motion: Motion) {
    let free = free::<G>(draft, shapes);
    G::turn_all(draft, &free, motion);
}
