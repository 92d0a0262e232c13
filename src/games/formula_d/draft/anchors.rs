//! Anchors: the places of marks on the centre line of a circuit that is being edited.
//!
//! Spaces are placed along the centre line, and marks (corners, slots, arrows ...) lie on spaces. When the line is
//! edited, each mark keeps its place between the same two control points. If an edit hides a mark, its anchor stays in
//! the draft, so that the opposite edit shows the mark again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arrow, CornerDraft, MAX_CORNERS, MAX_EDGES, MAX_LINE};
use crate::limits::MAX_TITLE;
use crate::limits::formula_d::MAX_ENTRIES;

/// A place on the centre line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The index of the control point before the place.
    pub point: usize,
    /// The part of the way to the next control point, along the line, from 0 to 1.
    pub part: f64,
}

/// A kind of mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The corner with this id.
    Corner(#[schemars(length(max = MAX_TITLE))] String),
    /// A noise area.
    Noise,
    /// A bridge.
    Bridge,
    /// Spaces with these arrows.
    Arrows(#[schemars(length(max = MAX_ENTRIES))] Vec<Arrow>),
    /// A dangerous space.
    Danger,
    /// A blocked space.
    Blocked,
    /// The grid slot with this number.
    Slot(u32),
    /// The police line.
    Police,
}

/// A mark on one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkDraft {
    /// Its lane, 1 the leftmost in driving direction.
    pub lane: u8,
    /// The kind of mark.
    pub kind: MarkKind,
    /// The place where it begins.
    pub from: Anchor,
    /// The place where it ends. A mark that ends where it begins covers the whole lane, or is a single space.
    pub to: Anchor,
}

/// A control point of the pit lane's line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PitAnchor {
    /// The nearest place on the centre line.
    pub at: Anchor,
    /// The distance from that place, in spaces: in driving direction, and to the left.
    pub aside: [f64; 2],
}

/// The anchors of a circuit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    /// Control points of the centre line that keep their distance from the space before them: `part` is that
    /// distance, in spaces.
    #[schemars(length(max = MAX_LINE))]
    pub fixed: Vec<Anchor>,
    /// The number of lanes whose marks are known.
    pub lanes: u8,
    /// The marks.
    #[schemars(length(max = MAX_EDGES))]
    pub marks: Vec<MarkDraft>,
    /// The corners that have no spaces at present.
    #[schemars(length(max = MAX_CORNERS))]
    pub corners: Vec<CornerDraft>,
    /// The control points of the pit lane's line.
    #[schemars(length(max = MAX_LINE))]
    pub pit: Vec<PitAnchor>,
}
