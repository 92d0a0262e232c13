//! A circuit draft, as drawn or read from a file. It may contain errors (section 1.1 of the rules ledger).

mod anchors;
mod chart;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::game::words::many;
use crate::game::{Credits, Group, Reference};
use crate::limits::formula_d::{MAX_CHART, MAX_DRAWN_LANE, MAX_DRAWN_RANK, MAX_ENTRIES};
use crate::limits::{MAX_GROUPED, MAX_REMARK, MAX_TITLE};

pub use anchors::{Anchor, Anchors, MarkDraft, MarkKind, PitAnchor};
pub(super) use chart::last_result;
pub use chart::{ChartLine, Forecast, closed_chart, standard_chart};

pub use crate::limits::formula_d::{
    MAX_CORNERS, MAX_EDGES, MAX_LAPS, MAX_LINE, MAX_NAME, MAX_NARROWS, MAX_OUTLINE, MAX_RANK, MAX_SPACES,
};

/// The id of a space or a corner, such as "a12". Short ids need no extra memory, so circuits are fast to copy. This
/// matters because the circuit is copied at each step of a drag.
pub type Id = SmolStr;

/// Whether a field has its default value.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The kind of a space: straight, corner, pit lane or pit box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpaceKind {
    /// The space is part of a straight.
    #[default]
    Straight,
    /// The space is part of the corner with this id.
    Corner(Id),
    /// The space is part of the pit lane.
    Pit,
    /// The space is the pit box with this number, from 1.
    Box(u32),
}

/// An arrow drawn on a space. It shows the direction of an edge out of the space: straight on, or into a lane beside
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arrow {
    /// The arrow points straight on, to the next space in the lane.
    Ahead,
    /// The arrow points into the lane to the left.
    Left,
    /// The arrow points into the lane to the right.
    Right,
}

/// A space of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpaceDraft {
    /// The space's id: letters, digits, `_` and `-`.
    #[schemars(length(max = MAX_TITLE), extend("x-hidden" = true))]
    pub id: Id,
    /// The space's lane, 1 for the leftmost in driving direction; 0 in the pit lane.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "as the number of a lane", extend("x-hidden" = true, "x-most" = MAX_DRAWN_LANE))]
    pub lane: u8,
    /// The kind of space: straight, corner, pit lane or pit box.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-hidden" = true))]
    pub kind: SpaceKind,
    /// The space's rank: its distance along the lap, in half spaces (FD-TRK-02).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "half spaces from the finish line to a space", extend("x-hidden" = true, "x-most" = MAX_DRAWN_RANK))]
    pub rank: i32,
    /// The centre of the space: x to the right, y up. The unit is the length of one space.
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    pub at: [f64; 2],
    /// The driving direction on the space, in degrees counter-clockwise from +x.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-hidden" = true))]
    pub angle: f64,
    /// The points of the space's outline. If empty, a rectangle around the centre is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "points of a space's outline", length(max = MAX_OUTLINE), extend("x-hidden" = true))]
    pub outline: Vec<[f64; 2]>,
    /// The level of the space: 0 on the ground, 1 on a bridge, 2 on a bridge over that bridge, and so on.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Level")]
    pub level: u8,
    /// The number of the grid slot on the space, 1 for pole; missing if the space has no slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Grid slot", range(min = 1, max = 20))]
    pub slot: Option<u32>,
    /// Whether the space is in a noise area, where residents may attack a car that ends its move there (FD-NOI-01).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Noise area")]
    pub noise: bool,
    /// Whether the space is printed red. Red spaces are dangerous in road races (FD-DZN-01).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Dangerous")]
    pub danger: bool,
    /// Whether the space is an approach space: its arrows allow only some of the edges out of it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-hidden" = true))]
    pub approach: bool,
    /// The arrows drawn on the space; empty if none are drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "arrows on a space", length(max = MAX_ENTRIES), extend("x-hidden" = true))]
    pub arrows: Vec<Arrow>,
    /// Whether the space is the first space of a lane that begins here.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-hidden" = true))]
    pub lane_start: bool,
    /// Whether the space is the last space of a lane that ends here.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-hidden" = true))]
    pub lane_end: bool,
    /// Whether the space is blocked: its lane runs through it, but no car enters it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Blocked")]
    pub blocked: bool,
}

/// The kind of an edge, such as a step straight on, a lane change or a step into the pit lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// An edge to the next space in the same lane.
    #[default]
    Ahead,
    /// An edge to a space in the lane to the left.
    Left,
    /// An edge to a space in the lane to the right.
    Right,
    /// An edge from the track into the pit lane.
    PitIn,
    /// An edge from the pit lane onto the track.
    PitOut,
    /// An edge from the pit lane into a box.
    BoxIn,
    /// An edge from a box into the pit lane.
    BoxOut,
    /// An edge through the tunnel with this number, to a space in the same lane (FD-TRK-13).
    Portal(u32),
}

/// An edge: a step from one space to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeDraft {
    /// The space that the edge leads from.
    #[schemars(length(max = MAX_TITLE))]
    pub from: Id,
    /// The space that the edge leads to.
    #[schemars(length(max = MAX_TITLE))]
    pub to: Id,
    /// The kind of the edge, such as a lane change.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: EdgeKind,
    /// Whether the edge crosses the finish line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub finish: bool,
    /// Whether the edge crosses the police line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub police: bool,
}

/// The left or the right side of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The left side, seen in driving direction.
    Left,
    /// The right side, seen in driving direction.
    Right,
}

impl Side {
    /// Returns the opposite side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The letter of the side in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }
}

/// A corner of a circuit draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CornerDraft {
    /// The corner's id; the spaces of the corner refer to it.
    #[schemars(length(max = MAX_TITLE), extend("x-hidden" = true))]
    pub id: Id,
    /// The corner's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Name", length(max = MAX_TITLE))]
    pub name: String,
    /// The number of stops that the corner demands, 1 to 3.
    #[schemars(title = "Stops", range(min = 1, max = 3))]
    pub stops: u8,
    /// The side of the track on which the inside of the corner lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Inside", extend("x-none" = "not set"))]
    pub inside: Option<Side>,
    /// The number printed in the corner's green box: the number of spaces on the longest path through the corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Longest path", range(min = 1, max = 200))]
    pub longest: Option<u32>,
    /// The number printed in the corner's red box: the number of spaces on the shortest path through the corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Shortest path", range(min = 1, max = 200))]
    pub shortest: Option<u32>,
}

impl CornerDraft {
    /// Returns the lengths of the shortest and the longest path through the corner as text, such as `5–8 spaces`.
    pub fn lengths(&self) -> String {
        match (self.shortest, self.longest) {
            (Some(shortest), Some(longest)) if shortest != longest => format!("{shortest}\u{2013}{longest} spaces"),
            (Some(length), _) | (_, Some(length)) => many(length, "space"),
            _ => String::new(),
        }
    }

    /// Returns the demanded stops and the lengths as text, such as `2 stops, 5–8 spaces`.
    pub fn demand(&self) -> String {
        let (stops, lengths) = (many(self.stops, "stop"), self.lengths());
        if lengths.is_empty() { stops } else { format!("{stops}, {lengths}") }
    }
}

/// A narrowing: a stretch of the centre line on which the lanes of one side are closed. Closed lanes have no spaces
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NarrowDraft {
    /// The number of lanes that stay open in the narrowing, 2 or 3.
    #[schemars(title = "Open lanes", range(min = 2, max = 3))]
    pub lanes: u8,
    /// The side of the track on which lanes are closed.
    #[schemars(title = "Closed side")]
    pub side: Side,
    /// The place where the narrowing begins.
    #[schemars(extend("x-hidden" = true))]
    pub from: Anchor,
    /// The place where the narrowing ends.
    #[schemars(extend("x-hidden" = true))]
    pub to: Anchor,
}

const fn three() -> u8 {
    3
}

const fn two() -> u32 {
    2
}

/// The default number of pit boxes, 5: the usual grid has ten slots, and two cars share each box.
const fn five() -> u32 {
    5
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_five(value: &u32) -> bool {
    *value == 5
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_three(value: &u8) -> bool {
    *value == 3
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_two(value: &u32) -> bool {
    *value == 2
}

/// A circuit as drawn or read from a file. Lengths are in spaces: two spaces in a row are usually 1 apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The circuit's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Name", length(max = MAX_TITLE))]
    pub name: String,
    /// A description of the circuit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Description", length(max = MAX_REMARK), extend("x-lines" = 3))]
    pub description: String,
    /// The length of a space on the table, in millimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Length of a space", range(min = 1, max = 1000), extend("x-unit" = "mm", "x-empty" = "unknown"))]
    pub space_mm: Option<f64>,
    /// The number of lanes, 2 to 4.
    #[serde(default = "three", skip_serializing_if = "is_three")]
    #[schemars(title = "Lanes", range(min = 2, max = 4), extend("default" = 3))]
    pub lanes: u8,
    /// The length of a lap, in half spaces. The `rank` of a space is measured in half spaces too.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "half spaces in the lap", extend("x-hidden" = true, "x-most" = MAX_DRAWN_RANK))]
    pub lap: i32,
    /// The usual number of laps.
    #[serde(default = "two", skip_serializing_if = "is_two")]
    #[schemars(title = "Laps", range(min = 1, max = MAX_LAPS), extend("default" = 2))]
    pub laps: u32,
    /// The corners, in driving order from the finish line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_CORNERS), extend("x-hidden" = true))]
    pub corners: Vec<CornerDraft>,
    /// The weather chart; empty if the circuit has no chart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "lines of the weather chart", length(max = MAX_CHART), extend("x-heading" = "Weather chart", "x-folded" = true, "x-add" = "Add a weather line", "x-item" = "weather line"))]
    pub chart: Vec<ChartLine>,
    /// The spaces of the circuit.
    #[serde(default)]
    #[schemars(length(max = MAX_SPACES), extend("x-hidden" = true))]
    pub spaces: Vec<SpaceDraft>,
    /// The edges between the spaces.
    #[serde(default)]
    #[schemars(length(max = MAX_EDGES), extend("x-hidden" = true))]
    pub edges: Vec<EdgeDraft>,
    /// Pairs of spaces that lie in neighbouring lanes and touch along a side (FD-TRK-05).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_EDGES), extend("x-hidden" = true))]
    pub contacts: Vec<[Id; 2]>,
    /// Pairs of spaces in the same lane: the second space is directly in front of the first, although no edge joins
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_SPACES), extend("x-hidden" = true))]
    pub links: Vec<[Id; 2]>,
    /// Points of the closed centre line along which the spaces were laid out, in driving order; empty if the circuit
    /// has no centre line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "points of the centre line", length(max = MAX_LINE), extend("x-hidden" = true))]
    pub line: Vec<[f64; 2]>,
    /// The tunnels. Each number is the index of the point of [`line`](Self::line) where a tunnel begins. The tunnel
    /// ends at the next point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_LINE), extend("x-hidden" = true, "x-most" = MAX_LINE))]
    pub tunnels: Vec<usize>,
    /// The narrowings: stretches of the line on which only some of the lanes are open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_NARROWS), extend("x-hidden" = true))]
    pub narrows: Vec<NarrowDraft>,
    /// Points of the line along which the pit lane was laid out, from the place where the pit lane leaves the track to
    /// the place where it rejoins the track.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "points of the pit lane's line", length(max = MAX_LINE), extend("x-hidden" = true))]
    pub pit_line: Vec<[f64; 2]>,
    /// The number of pit boxes laid out beside the pit lane.
    #[serde(default = "five", skip_serializing_if = "is_five")]
    #[schemars(title = "Pit boxes", range(min = 0, max = 20), extend("default" = 5))]
    pub pit_boxes: u32,
    /// The places of the marks on the centre line, if the line was edited after the marks were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub anchors: Option<Box<Anchors>>,
    /// Who designed the circuit, and how others may use it.
    #[serde(default, skip_serializing_if = "Credits::is_empty")]
    #[schemars(extend("x-heading" = "Credits"))]
    pub credits: Credits,
    /// Groups of shapes that the editor selects and changes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_GROUPED), extend("x-hidden" = true))]
    pub groups: Vec<Group>,
    /// A picture to trace the circuit from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub reference: Option<Reference>,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            space_mm: None,
            lanes: 3,
            lap: 0,
            laps: 2,
            corners: Vec::new(),
            chart: Vec::new(),
            spaces: Vec::new(),
            edges: Vec::new(),
            contacts: Vec::new(),
            links: Vec::new(),
            line: Vec::new(),
            tunnels: Vec::new(),
            narrows: Vec::new(),
            pit_line: Vec::new(),
            pit_boxes: five(),
            anchors: None,
            credits: Credits::default(),
            groups: Vec::new(),
            reference: None,
        }
    }
}

impl SpaceDraft {
    /// Returns the outline to draw for the space. If the draft gives no outline, returns a rectangle around the centre
    /// of the space.
    #[must_use]
    pub fn shown(&self) -> Vec<[f64; 2]> {
        if self.outline.len() > 2 { self.outline.clone() } else { self.rectangle().to_vec() }
    }

    /// Returns the four corners of the outline that [`shown`](Self::shown) returns, in this order: rear right, front
    /// right, front left, rear left, as seen in driving direction. `None` if the outline does not have four corners.
    #[must_use]
    pub fn quad(&self) -> Option<[[f64; 2]; 4]> {
        if self.outline.len() > 2 { self.outline[..].try_into().ok() } else { Some(self.rectangle()) }
    }

    fn rectangle(&self) -> [[f64; 2]; 4] {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [[-0.48, -0.4], [0.48, -0.4], [0.48, 0.4], [-0.48, 0.4]]
            .map(|[x, y]| [self.at[0] + x * cos - y * sin, self.at[1] + x * sin + y * cos])
    }
}

impl Draft {
    /// Returns the number of grid slots on the circuit.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.spaces.iter().filter(|space| space.slot.is_some()).count()
    }
}
