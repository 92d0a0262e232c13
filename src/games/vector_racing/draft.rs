//! A circuit as drawn in the editor or read from a file. It is not validated yet, so it may have errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::number::{Rational, Spot};
use super::objects::RegionKind;
use super::options::{Hits, Rules, is_default};
use crate::game::form::{FormData, Hint, Size, excess};
use crate::game::{Credits, Group, Reference};
use crate::limits::vector_racing::{MAX_DISCS, MAX_GRID_POINTS, MAX_ISLANDS, MAX_LAPS};
use crate::limits::{MAX_GROUPED, MAX_REMARK, MAX_TITLE};

pub use crate::limits::vector_racing::{MAX_OBJECTS, MAX_VERTICES, MAX_WALLS};

/// The kind of track: a circuit or a sprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The track is a closed loop, driven in laps. The finish line is also the start line.
    #[default]
    Circuit,
    /// The track leads from a start to a separate finish line, which is crossed once.
    Sprint,
}

/// The direction in which the finish line is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Crossing {
    /// Racers cross the line from left to right.
    #[serde(rename = "+x")]
    #[schemars(title = "to the right")]
    Right,
    /// Racers cross the line from right to left.
    #[serde(rename = "-x")]
    #[schemars(title = "to the left")]
    Left,
    /// Racers cross the line upwards.
    #[serde(rename = "+y")]
    #[schemars(title = "upwards")]
    Up,
    /// Racers cross the line downwards.
    #[serde(rename = "-y")]
    #[schemars(title = "downwards")]
    Down,
    /// Racers may cross the line in either direction. The first contact with the line finishes the race. The line may
    /// be slanted. This value is for sprints imported from other programs.
    #[serde(rename = "any")]
    #[schemars(title = "either way")]
    Any,
}

impl Crossing {
    /// All directions.
    pub const ALL: [Self; 5] = [Self::Right, Self::Left, Self::Up, Self::Down, Self::Any];

    /// Returns the name used in files.
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

    /// Returns the unit vector in the crossing direction; zero if racers may cross the line in either direction.
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
    /// The line's first end.
    #[schemars(title = "from")]
    pub from: Spot,
    /// The line's second end.
    #[schemars(title = "to")]
    pub to: Spot,
    /// The direction in which racers must cross the line. "Either way" is for sprints imported from other programs.
    #[schemars(title = "Crossed")]
    pub crossing: Crossing,
}

/// A straight wall inside the track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WallDraft {
    /// The wall's first end.
    #[schemars(title = "from")]
    pub from: Spot,
    /// The wall's second end.
    #[schemars(title = "to")]
    pub to: Spot,
    /// Whether the wall's first end is open. If it is, the end point does not belong to the wall.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "First end open")]
    pub open_from: bool,
    /// Whether the wall's second end is open. If it is, the end point does not belong to the wall.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Second end open")]
    pub open_to: bool,
}

/// A filled circle that is a wall, for tracks imported from other programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscDraft {
    /// The circle's centre.
    pub at: Spot,
    /// The square of the circle's radius: 9 for a radius of 3, 2 for a radius of √2.
    #[schemars(title = "Radius squared")]
    pub radius_squared: Rational,
}

/// A map of cells, for tracks imported from other programs (RT-WALL-04). The cell in column `c` and row `r` stands for
/// the grid point `from + (c, r)`. Columns are counted from the left and rows from the bottom, both from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellsDraft {
    /// The grid point of the lower left cell.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: [i32; 2],
    /// The rows of the map, from top to bottom, all of the same length. Each character is a cell: `#` is wall, `.` is
    /// free, `*` is finish.
    #[schemars(title = "rows of cells", length(max = MAX_GRID_POINTS))]
    pub rows: Vec<String>,
}

/// An oil slick, a speed-up or a slow-down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegionDraft {
    /// The kind of region.
    #[schemars(extend("x-hidden" = true))]
    pub kind: RegionKind,
    /// The region's corners, in order. A region with a single corner is one grid point.
    #[schemars(extend("x-hidden" = true))]
    pub outline: Vec<Spot>,
}

/// A two-way connection between two points or two areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarpDraft {
    /// The corners of the warp's first area, which must be convex. An area with a single corner is one grid point.
    #[schemars(extend("x-hidden" = true))]
    pub outline: Vec<Spot>,
    /// The offset from the warp's first area to its second, in whole squares.
    #[schemars(title = "Other end")]
    pub offset: [i32; 2],
}

/// A mirror on a grid line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflectorDraft {
    /// The mirror's first end, a grid point.
    #[schemars(title = "from")]
    pub from: Spot,
    /// The mirror's second end, a grid point.
    #[schemars(title = "to")]
    pub to: Spot,
}

/// The direction in which a spinner turns a path by 90°, seen with y upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spin {
    /// The path turns clockwise.
    #[schemars(title = "clockwise")]
    Cw,
    /// The path turns counter-clockwise.
    #[schemars(title = "counter-clockwise")]
    Ccw,
}

/// A grid point that turns a racer's path by 90°.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpinnerDraft {
    /// The spinner's grid point.
    pub at: Spot,
    /// The direction in which the spinner turns the path.
    #[schemars(title = "Turns")]
    pub turn: Spin,
}

const fn one_lap() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(laps: &u32) -> bool {
    *laps == 1
}

/// The sheet of squared paper for a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetDraft {
    /// The grid point at the sheet's lower left corner.
    pub from: [i32; 2],
    /// The grid point at the sheet's upper right corner.
    pub to: [i32; 2],
}

/// A circuit as drawn in the editor or read from a file (rules ledger, section 1). Coordinates are in squares, x to the
/// right, y up.
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
    /// The side of a square on paper, in millimetres: 5 on school paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Square side", extend("minimum" = 1, "maximum" = 1000), extend("x-unit" = "mm", "x-empty" = "unknown"))]
    pub square_mm: Option<Rational>,
    /// The sheet of paper. If absent, the paper is as large as the drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub sheet: Option<SheetDraft>,
    /// Who designed the circuit, and how others may use it.
    #[serde(default, skip_serializing_if = "Credits::is_empty")]
    #[schemars(extend("x-heading" = "Credits"))]
    pub credits: Credits,
    /// Groups of shapes that the editor selects and changes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_GROUPED), extend("x-hidden" = true))]
    pub groups: Vec<Group>,
    /// A background picture for tracing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub reference: Option<Reference>,
    /// Whether the track is a circuit or a sprint. A circuit is raced in laps; a sprint goes from the start to the
    /// finish once.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Kind")]
    pub kind: Kind,
    /// The number of laps, unless a race sets its own.
    #[serde(default = "one_lap", skip_serializing_if = "is_one")]
    #[schemars(title = "Laps", range(min = 1, max = MAX_LAPS), extend("default" = 1), extend("x-when" = json!([{"/kind": "circuit"}])))]
    pub laps: u32,
    /// The corners of the outer boundary, in order; empty if the circuit is a map of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub outer: Vec<Spot>,
    /// The corners of each inner boundary, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "inner boundaries", length(max = MAX_ISLANDS), extend("x-hidden" = true))]
    pub islands: Vec<Vec<Spot>>,
    /// Straight walls inside the track.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub walls: Vec<WallDraft>,
    /// Round walls, each a filled circle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "round walls", length(max = MAX_DISCS), extend("x-hidden" = true))]
    pub discs: Vec<DiscDraft>,
    /// A map of cells, which replaces boundaries and walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub cells: Option<CellsDraft>,
    /// The finish line; absent if cells of the map are the finish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub finish: Option<FinishDraft>,
    /// The grid point from which all racers start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub start: Option<[i32; 2]>,
    /// Other grid points that a player may choose to start from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_VERTICES), extend("x-hidden" = true))]
    pub starts: Vec<[i32; 2]>,
    /// Oil slicks, speed-ups and slow-downs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub regions: Vec<RegionDraft>,
    /// Warps: two-way connections between two points or two areas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub warps: Vec<WarpDraft>,
    /// Reflectors: mirrors on grid lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub reflectors: Vec<ReflectorDraft>,
    /// Spinners: grid points that turn a racer's path by 90°.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-hidden" = true))]
    pub spinners: Vec<SpinnerDraft>,
    /// The rules for this circuit, unless a race sets its own.
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
            credits: Credits::default(),
            groups: Vec::new(),
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
    /// The number of laps of a race on this circuit for which this number is set. A sprint always has one.
    #[must_use]
    pub const fn laps_of(&self, laps: u32) -> u32 {
        match self.kind {
            Kind::Circuit => laps,
            Kind::Sprint => 1,
        }
    }

    /// Iterates over all points from which a racer can start: `start` first, then the other `starts`.
    pub fn all_starts(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.start.into_iter().chain(self.starts.iter().copied().filter(|at| Some(*at) != self.start))
    }

    /// Returns the total number of regions, warps, reflectors and spinners.
    #[must_use]
    pub const fn object_count(&self) -> usize {
        self.regions.len() + self.warps.len() + self.reflectors.len() + self.spinners.len()
    }
}

impl Draft {
    /// Returns the sizes that exceed their limits, such as the number of corners. Some sizes are sums over several
    /// lists.
    pub(super) fn excess(&self) -> Vec<Size> {
        let vertices = self.outer.len() + self.islands.iter().map(Vec::len).sum::<usize>();
        let outlines = self.regions.iter().map(|region| &region.outline);
        let in_objects = outlines.chain(self.warps.iter().map(|warp| &warp.outline)).map(Vec::len).sum();
        // The size is counted in bytes. Every valid character is one byte; an invalid character may be more.
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
            // Start points have the same limits as all coordinates; warp offsets are limited to the size of a sheet.
            ["start"] | ["starts", _] => Hint::range(-100_000..=100_000),
            ["warps", _, "offset"] => Hint::range(-1_000..=1_000),
            _ => Hint::default(),
        }
    }

    fn item(&self, _of: &(), _path: &[&str]) -> Value {
        json!(Hits::of(1))
    }
}
