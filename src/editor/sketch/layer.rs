//! Layers: kinds of shapes that are shown, hidden and locked together.

use std::borrow::Cow;

use super::{Shape, ShapeId, Sketch};

/// A layer of a circuit: shapes that the user can show, hide and lock together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    /// The layer's title, such as "Corners".
    pub title: &'static str,
    /// The ids of the tools whose shapes belong to the layer.
    pub tools: &'static [&'static str],
    /// Whether the layer can be hidden. The layer of the track itself cannot be hidden, because all other shapes lie on
    /// the track.
    pub can_hide: bool,
}

impl Layer {
    /// Makes a layer that can be hidden.
    #[must_use]
    pub const fn new(title: &'static str, tools: &'static [&'static str]) -> Self {
        Self { title, tools, can_hide: true }
    }

    /// Makes a layer that can be locked but not hidden.
    #[must_use]
    pub const fn fixed(title: &'static str, tools: &'static [&'static str]) -> Self {
        Self { can_hide: false, ..Self::new(title, tools) }
    }

    /// Whether a shape belongs to the layer.
    #[must_use]
    pub fn has(&self, shape: &Shape) -> bool {
        self.tools.contains(&shape.id.tool)
    }
}

/// Returns a copy of the draft without the shapes of these layers.
pub(super) fn without<'a, G: Sketch>(draft: &'a G::Draft, shapes: &[Shape], hidden: &[Layer]) -> Cow<'a, G::Draft> {
    if hidden.is_empty() {
        return Cow::Borrowed(draft);
    }
    let mut next = draft.clone();
    let mut gone: Vec<ShapeId> =
        shapes.iter().filter(|shape| hidden.iter().any(|layer| layer.has(shape))).map(|shape| shape.id).collect();
    // Removes the last shape of each kind first. So the indices of the shapes before it stay the same.
    gone.sort_by(|a, b| b.cmp(a));
    gone.into_iter().for_each(|shape| G::remove(&mut next, shape));
    Cow::Owned(next)
}
