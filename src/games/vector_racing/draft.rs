//! A circuit as drawn or read: may be wrong.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::number::{Rational, Spot};
use super::objects::RegionKind;
use super::options::{Hits, Rules, is_default};
use crate::game::Reference;
use crate::game::form::{FormData, Hint, Size, excess};
use crate::limits::vector_racing::{MAX_DISCS, MAX_GRID_POINTS, MAX_ISLANDS, MAX_LAPS};
use crate::limits::{MAX_REMARK, MAX_TITLE};

pub use crate::limits::vector_racing::{MAX_OBJECTS, MAX_VERTICES, MAX_WALLS};

/// Whether the race goes round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The finish line is also the start line.
    #[default]
    Circuit,
    /// The start is elsewhere and the line is crossed once.
    Sprint,
}

/// Which way the finish line is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Crossing {
    /// To the right.
    #[serde(rename = "+x")]
    #[schemars(title = "to the right")]
    Right,
    /// To the left.
    #[serde(rename = "-x")]
    #[schemars(title = "to the left")]
    Left,
    /// Upwards.
    #[serde(rename = "+y")]
    #[schemars(title = "upwards")]
    Up,
    /// Downwards.
    #[serde(rename = "-y")]
    #[schemars(title = "downwards")]
    Down,
    /// Either way, at the first contact, and the line may lie askew: for tracks of other programs (sprints only).
    #[serde(rename = "any")]
    #[schemars(title = "either way")]
    Any,
}

impl Crossing {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Right, Self::Left, Self::Up, Self::Down, Self::Any];

    /// The name files use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Right => "+x",
            Self::Left => "-x",
            Self::Up => "+y",
            Self::Down => "-y",
            Self::Any => "any",
        }
    }

    /// The unit vector across the line; zero where it is crossed either way.
    #[must_use]
    pub const fn normal(self) -> [i64; 2] {
        match self {
            Self::Right => [1, 0],
            Self::Left => [-1, 0],
            Self::Up => [0, 1],
            Self::Down => [0, -1],
            Self::Any => [0, 0],
        }
    }
}

/// The finish line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishDraft {
    /// One end.
    #[schemars(title = "from")]
    pub from: Spot,
    /// The other.
    #[schemars(title = "to")]
    pub to: Spot,
    /// Which way the line is crossed. Either way is for sprints of other programs.
    #[schemars(title = "Crossed")]
    pub crossing: Crossing,
}

/// A wall that stands free on the track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WallDraft {
    /// One end.
    #[schemars(title = "from")]
    pub from: Spot,
    /// The other.
    #[schemars(title = "to")]
    pub to: Spot,
    /// Whether the first end point is not a part of the wall.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "First end open")]
    pub open_from: bool,
    /// Whether the second is not.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Second end open")]
    pub open_to: bool,
}

/// A filled circle that is a wall: for tracks of other programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscDraft {
    /// Its middle.
    pub at: Spot,
    /// The square of the radius: 2 for a radius of the root of 2.
    #[schemars(title = "Radius squared")]
    pub radius_squared: Rational,
}

/// A map of cells: for tracks of other programs (RT-WALL-04). The cell in column `c` of the row `r` from below stands
/// for the grid point `(c, r)`, counted from `from`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellsDraft {
    /// The grid point of the lower left cell.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: [i32; 2],
    /// From the top, all of one length: `#` wall, `.` free, `*` finish.
    #[schemars(title = "rows of cells", length(max = MAX_GRID_POINTS))]
    pub rows: Vec<String>,
}

/// An oil slick, a speed-up or a slow-down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegionDraft {
    /// Which.
    #[schemars(extend("x-hidden" = true))]
    pub kind: RegionKind,
    /// Its corners in order; a single one is a grid point.
    #[schemars(extend("x-hidden" = true))]
    pub outline: Vec<Spot>,
}

/// Two places that are connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarpDraft {
    /// The corners of the one, convex; a single one is a grid point.
    #[schemars(extend("x-hidden" = true))]
    pub outline: Vec<Spot>,
    /// From there to the other, in whole units.
    #[schemars(title = "Other end")]
    pub offset: [i32; 2],
}

/// A mirror on a grid line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflectorDraft {
    /// One end, a grid point.
    #[schemars(title = "from")]
    pub from: Spot,
    /// The other.
    #[schemars(title = "to")]
    pub to: Spot,
}

/// Which way a spinner turns, seen with y up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spin {
    /// Clockwise.
    #[schemars(title = "clockwise")]
    Cw,
    /// Counter-clockwise.
    #[schemars(title = "counter-clockwise")]
    Ccw,
}

/// A point that turns a racer's path by 90°.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpinnerDraft {
    /// Where.
    pub at: Spot,
    /// Which way.
    #[schemars(title = "Turns")]
    pub turn: Spin,
}

const fn one_lap() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_one(laps: &u32) -> bool {
    *laps == 1
}

/// The sheet of squared paper a circuit is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetDraft {
    /// The grid point at its lower left corner.
    pub from: [i32; 2],
    /// The one at its upper right corner.
    pub to: [i32; 2],
}

/// A circuit as drawn or read (ledger, section 1). Coordinates are grid units, x to the right, y up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Name", length(max = MAX_TITLE))]
    pub name: String,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Description", length(max = MAX_REMARK), extend("x-lines" = 3))]
    pub description: String,
    /// How long the side of a square is on paper; 5 mm on school paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "A square is", extend("minimum" = 1, "maximum" = 1000), extend("x-unit" = "mm"))]
    pub square_mm: Option<Rational>,
    /// The sheet it is drawn on; where there is none, the paper is as large as the drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub sheet: Option<SheetDraft>,
    /// A picture to be traced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub reference: Option<Reference>,
    /// A circuit is raced round and round; a sprint goes from the start to the finish.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Kind")]
    pub kind: Kind,
    /// How many laps, where a race does not say.
    #[serde(default = "one_lap", skip_serializing_if = "is_one")]
    #[schemars(title = "Laps", range(min = 1, max = MAX_LAPS), extend("default" = 1), extend("x-when" = json!([{"/kind": "circuit"}])))]
    pub laps: u32,
    /// The corners of the outer boundary, in order; empty where there is a map of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub outer: Vec<Spot>,
    /// The corners of each inner boundary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "inner boundaries", length(max = MAX_ISLANDS), extend("x-hidden" = true))]
    pub islands: Vec<Vec<Spot>>,
    /// Free walls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub walls: Vec<WallDraft>,
    /// Round walls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "round walls", length(max = MAX_DISCS), extend("x-hidden" = true))]
    pub discs: Vec<DiscDraft>,
    /// A map of cells in place of boundaries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub cells: Option<CellsDraft>,
    /// The finish line; none where cells are the finish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub finish: Option<FinishDraft>,
    /// Where all racers start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub start: Option<[i32; 2]>,
    /// Where else they may start, each as its player likes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_VERTICES), extend("x-hidden" = true))]
    pub starts: Vec<[i32; 2]>,
    /// Oil, speed-ups, slow-downs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub regions: Vec<RegionDraft>,
    /// Warps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub warps: Vec<WarpDraft>,
    /// Reflectors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub reflectors: Vec<ReflectorDraft>,
    /// Spinners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub spinners: Vec<SpinnerDraft>,
    /// The options it is raced with, where a race does not say.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-heading" = "Rules"))]
    pub rules: Rules,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            square_mm: None,
            sheet: None,
            reference: None,
            kind: Kind::default(),
            laps: 1,
            outer: Vec::new(),
            islands: Vec::new(),
            walls: Vec::new(),
            discs: Vec::new(),
            cells: None,
            finish: None,
            start: None,
            starts: Vec::new(),
            regions: Vec::new(),
            warps: Vec::new(),
            reflectors: Vec::new(),
            spinners: Vec::new(),
            rules: Rules::default(),
        }
    }
}

impl Draft {
    /// Every place a racer may start from: the start first, then the others.
    pub fn all_starts(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.start.into_iter().chain(self.starts.iter().copied().filter(|at| Some(*at) != self.start))
    }

    /// How many objects there are.
    #[must_use]
    pub const fn object_count(&self) -> usize {
        self.regions.len() + self.warps.len() + self.reflectors.len() + self.spinners.len()
    }
}

impl Draft {
    /// What there is too much of; some of it stands in several lists.
    pub(super) fn excess(&self) -> Vec<Size> {
        let vertices = self.outer.len() + self.islands.iter().map(Vec::len).sum::<usize>();
        let outlines = self.regions.iter().map(|region| &region.outline);
        let in_objects = outlines.chain(self.warps.iter().map(|warp| &warp.outline)).map(Vec::len).sum();
        // A sign is a byte, or more where it is none that a map has.
        let cells = self.cells.iter().flat_map(|map| &map.rows).map(String::len).sum();
        let sums = [
            Size::new("corners", vertices, MAX_VERTICES),
            Size::new("walls", self.walls.len() + self.discs.len(), MAX_WALLS),
            Size::new("objects", self.object_count(), MAX_OBJECTS),
            Size::new("corners of objects", in_objects, MAX_VERTICES),
            Size::new("cells", cells, usize::try_from(MAX_GRID_POINTS).unwrap_or(usize::MAX)),
        ];
        excess(self).into_iter().chain(sums.into_iter().filter(Size::is_too_large)).collect()
    }
}

impl FormData for Draft {
    type Of = ();

    fn hint(&self, _of: &(), path: &[&str]) -> Hint {
        match path {
            // Grid points, and as far from each other as a sheet is wide.
            ["start"] | ["starts", _] => Hint::range(-100_000..=100_000),
            ["warps", _, "offset"] => Hint::range(-1_000..=1_000),
            _ => Hint::default(),
        }
    }

    fn item(&self, _of: &(), _path: &[&str]) -> Value {
        json!(Hits::of(1))
    }
}
