//! Anchors: the places of marks on the centre line of a circuit that is being edited.
//!
//! Spaces are placed along the centre line, and marks (corners, slots, arrows ...) lie on spaces. When the line is
//! edited, each mark keeps its place between the same two control points. An edit can leave a mark without spaces, for
//! example if a lane is removed. The anchor of such a mark stays in the draft, so the mark comes back if the user makes
//! the opposite edit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arrow, CornerDraft, Id, MAX_CORNERS, MAX_EDGES, MAX_LINE};
use crate::limits::MAX_TITLE;
use crate::limits::formula_d::MAX_ENTRIES;

/// A place on the centre line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The index of the control point before this place on the centre line.
    pub point: usize,
    /// The position on the line between the control point `point` (0) and the next control point (1).
    pub part: f64,
}

/// A kind of mark on the track, such as a corner, a grid slot or arrows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The corner with this id.
    Corner(#[schemars(length(max = MAX_TITLE))] Id),
    /// A noise area, where residents may attack a car that ends its move there.
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

/// A mark on one lane: a corner, a grid slot, arrows or another feature of its spaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkDraft {
    /// The lane of the mark; 1 is the leftmost lane in driving direction.
    pub lane: u8,
    /// The kind of mark.
    pub kind: MarkKind,
    /// The place where the mark begins.
    pub from: Anchor,
    /// The place where the mark ends. If it is equal to `from`, a mark for an area covers the whole lane, and any other
    /// mark lies on a single space.
    pub to: Anchor,
}

/// A control point of the pit lane's line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PitAnchor {
    /// The place on the centre line that is nearest to the control point.
    pub at: Anchor,
    /// The distances of the control point from the place `at`, in spaces: forward in driving direction, then to the
    /// left.
    pub aside: [f64; 2],
}

/// The anchors of a circuit: the places of its marks on the centre line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    /// Control points of the centre line that keep their distance from the space before them. The `part` of each entry
    /// is this distance, in spaces.
    #[schemars(length(max = MAX_LINE))]
    pub fixed: Vec<Anchor>,
    /// The number of lanes, from the left, whose marks are listed in `marks`.
    pub lanes: u8,
    /// The marks of all lanes.
    #[schemars(length(max = MAX_EDGES))]
    pub marks: Vec<MarkDraft>,
    /// The corners that currently have no spaces.
    #[schemars(length(max = MAX_CORNERS))]
    pub corners: Vec<CornerDraft>,
    /// The control points of the pit lane's line.
    #[schemars(length(max = MAX_LINE))]
    pub pit: Vec<PitAnchor>,
}
