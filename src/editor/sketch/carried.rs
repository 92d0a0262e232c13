//! Shapes that lie on a line and move with it.

use super::{Motion, ShapeId, Sketch};

/// Whether this shape lies on a line that is one of the `moved` shapes. Such a shape moves along with the line.
pub(super) fn is_carried<G: Sketch>(draft: &G::Draft, shape: ShapeId, moved: &[ShapeId]) -> bool {
    let lines = G::rides_on(draft, shape.tool);
    moved.iter().any(|other| lines.contains(&other.tool))
}

/// Returns the given shapes, but leaves out every shape that lies on a line which is also given. Such a shape needs no
/// move of its own, because it moves along with the line.
pub(super) fn free<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Vec<ShapeId> {
    shapes.iter().copied().filter(|shape| !is_carried::<G>(draft, *shape, shapes)).collect()
}

/// Mirrors or rotates shapes together. A shape that lies on a line which is also one of `shapes` moves along with this
/// line, and is not moved a second time.
pub(super) fn turn<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], motion: Motion) {
    let free = free::<G>(draft, shapes);
    G::turn_all(draft, &free, motion);
}
