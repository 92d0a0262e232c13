//! The two forms of a circuit: the [`Draft`], which may have errors, and the checked [`Track`], which the rules use.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::coordinates;
use super::labels::MAX_LABELS;
use super::labels::{LabelDraft, ReferenceDraft};
use super::limits::MAX_LIMITS;
use super::limits::{Limit, LimitDraft};
use super::pieces::{PIT_LINE_OFFSET, pieces};
use crate::game::{Credits, Group};
use crate::geometry::{Direction, HalfPlane, Octilinear, Point, Surd};
use crate::limits::vektorace::MAX_DRAWN_CORNERS;
use crate::limits::{MAX_GROUPED, MAX_REMARK, MAX_TITLE};

/// The largest number of corners on a circuit (VR-TRACK-01).
pub const MAX_CORNERS: usize = 8;

/// A direction of travel round a corner or the circuit, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// Clockwise: the cars turn right.
    #[schemars(title = "clockwise")]
    Clockwise,
    /// Counter-clockwise: the cars turn left.
    #[schemars(title = "counter-clockwise")]
    CounterClockwise,
}

impl Hand {
    /// Returns +1 for counter-clockwise and -1 for clockwise. The ledger calls this number η (section 4.1).
    #[inline]
    #[must_use]
    pub const fn eta(self) -> i64 {
        match self {
            Self::Clockwise => -1,
            Self::CounterClockwise => 1,
        }
    }

    /// Returns the opposite direction of travel.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Clockwise => Self::CounterClockwise,
            Self::CounterClockwise => Self::Clockwise,
        }
    }
}

/// Reads and writes a [`Direction`] as its number, 0 to 7.
pub(super) mod direction {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    use crate::geometry::Direction;

    pub fn serialize<S: Serializer>(direction: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(direction.number())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        let number = u64::deserialize(deserializer)?;
        if number < 8 {
            Ok(Direction::new(number as i64))
        } else {
            Err(D::Error::custom(format_args!("{number} is not a direction: use 0 (+x) to 7, counter-clockwise")))
        }
    }

    pub fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer", "minimum": 0, "maximum": 7})
    }
}

/// The table: a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableDraft {
    /// The table's lower left corner.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub from: Point,
    /// The table's upper right corner.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub to: Point,
}

impl Default for TableDraft {
    fn default() -> Self {
        Self { from: Point::ORIGIN, to: Point::new(Surd::from_int(40), Surd::from_int(24)) }
    }
}

/// A corner piece of a draft, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CornerDraft {
    /// The corner's number: corners are passed in this order, and corner 1 is the first after the finish line.
    #[schemars(extend("x-hidden" = true))]
    pub number: u32,
    /// The centre of the corner piece.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub at: Point,
    /// The direction, 0 to 7, that the middle curb faces.
    #[serde(with = "direction")]
    #[schemars(schema_with = "direction::schema")]
    #[schemars(extend("x-hidden" = true))]
    pub facing: Direction,
    /// The direction in which cars go round this corner, if it differs from the direction of the race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub hand: Option<Hand>,
}

/// The pitwall of a draft, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PitwallDraft {
    /// The pitwall's centre.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub at: Point,
    /// The direction, 0 to 7, in which cars drive along the pitwall.
    #[serde(with = "direction")]
    #[schemars(schema_with = "direction::schema")]
    #[schemars(extend("x-hidden" = true))]
    pub direction: Direction,
}

/// A circuit as drawn or read from a file. It may have errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The circuit's name.
    #[serde(default)]
    #[schemars(title = "Name", length(max = MAX_TITLE))]
    pub name: String,
    /// A short description of the circuit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Description", length(max = MAX_REMARK), extend("x-lines" = 3))]
    pub description: String,
    /// The table's rectangle.
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    pub table: TableDraft,
    /// The width of an octagon on the real table, in millimetres: the distance between two opposite sides of a car's
    /// base. If set, the size of the table and the pointer position are also shown in centimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "An octagon is", extend("x-unit" = "mm wide", "x-empty" = "unknown"))]
    pub octagon_mm: Option<Surd>,
    /// The direction of the race (VR-SETUP-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Direction", extend("x-none" = "not set"))]
    pub direction: Option<Hand>,
    /// The circuit's pitwall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub pitwall: Option<PitwallDraft>,
    /// The circuit's corners.
    #[serde(default)]
    #[schemars(length(max = MAX_DRAWN_CORNERS), extend("x-hidden" = true))]
    pub corners: Vec<CornerDraft>,
    /// Track limits. They apply if the players agreed on that option.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "track limits", length(max = MAX_LIMITS), extend("x-hidden" = true))]
    pub limits: Vec<LimitDraft>,
    /// Labels: text on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_LABELS), extend("x-hidden" = true))]
    pub labels: Vec<LabelDraft>,
    /// Who designed the circuit, and how others may use it.
    #[serde(default, skip_serializing_if = "Credits::is_empty")]
    #[schemars(extend("x-heading" = "Credits"))]
    pub credits: Credits,
    /// Groups of shapes that the editor selects and changes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_GROUPED), extend("x-hidden" = true))]
    pub groups: Vec<Group>,
    /// A picture shown under the board, for tracing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub reference: Option<ReferenceDraft>,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            table: TableDraft::default(),
            octagon_mm: None,
            direction: Some(Hand::Clockwise),
            pitwall: None,
            corners: Vec::new(),
            limits: Vec::new(),
            labels: Vec::new(),
            credits: Credits::default(),
            groups: Vec::new(),
            reference: None,
        }
    }
}

impl Draft {
    /// Returns the indices of the corners in `corners`, in the order in which cars pass them.
    pub(super) fn corner_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.corners.len()).collect();
        order.sort_by_key(|index| self.corners[*index].number);
        order
    }
}

/// The zones around the pitwall in which a point can be (ledger, section 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// The zone on the track side of the pitwall, between the entry line and the finish line.
    Grid,
    /// The zone on the track side of the pitwall, past the finish line.
    Start,
    /// The zone on the track side of the pitwall, before the entry line.
    Finish,
    /// The zone on the pit side of the pitwall, before the entry line.
    Entrance,
    /// The pit lane.
    Box,
    /// The zone on the pit side of the pitwall, past the exit line.
    Exit,
}

/// The pitwall of a valid track.
#[derive(Clone, Copy, Debug)]
pub struct Pitwall {
    /// The pitwall's centre.
    pub at: Point,
    /// The direction in which cars drive along the pitwall.
    pub direction: Direction,
    /// The half-plane on the track side of the wall's axis.
    pub track: HalfPlane,
    /// The half-plane past the pit entry line.
    pub entry: HalfPlane,
    /// The half-plane past the finish line. The finish line is also the pit exit line.
    pub finish: HalfPlane,
    parts: [Octilinear; 3],
    lane: Octilinear,
}

/// The width of the pit lane for the checks of the rules, in octagons. It is larger than any table, so the pit lane
/// reaches to the table's edge.
const LANE_DEPTH: i64 = 1_000;

impl Pitwall {
    pub(super) fn new(at: Point, direction: Direction, race: Hand) -> Self {
        // The result is always a whole number of units. With the lengths of the ledger's section 1.2, both 3/4 and
        // 3√2/8 can be divided by √2.
        let reach = direction.times(PIT_LINE_OFFSET).unwrap_or(Point::ORIGIN);
        let aside = direction.turned(2 * race.eta());
        let away = aside.opposite().unit() * LANE_DEPTH;
        let corners = [at - reach, at + reach, at - reach + away, at + reach + away];
        let parts = pieces().pitwall(direction).map(|part| part.moved(at));
        Self {
            lane: Octilinear::around(&corners).unwrap_or(parts[0]),
            at,
            direction,
            track: HalfPlane::new(at, aside),
            entry: HalfPlane::new(at - reach, direction),
            finish: HalfPlane::new(at + reach, direction),
            parts,
        }
    }

    /// Returns the pit lane: the strip on the pit side between the entry line and the exit line.
    #[inline]
    #[must_use]
    pub const fn lane(&self) -> &Octilinear {
        &self.lane
    }

    /// Returns the pitwall's convex parts.
    #[inline]
    #[must_use]
    pub const fn parts(&self) -> &[Octilinear; 3] {
        &self.parts
    }

    /// Returns the zone of a point. A point exactly on the finish line is not yet past it, a point exactly on the entry
    /// line is past it, and a point on the wall's axis is on the pit side (ledger, section 1.3).
    #[must_use]
    pub fn zone(&self, point: Point) -> Zone {
        let before_entry = self.entry.depth(point).is_negative();
        let past_finish = self.finish.is_past(point);
        match (self.track.is_past(point), before_entry, past_finish) {
            (true, false, false) => Zone::Grid,
            (true, _, true) => Zone::Start,
            (true, true, false) => Zone::Finish,
            (false, true, _) => Zone::Entrance,
            (false, false, false) => Zone::Box,
            (false, false, true) => Zone::Exit,
        }
    }
}

/// A corner of a valid track.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// The centre of the corner piece.
    pub at: Point,
    /// The direction that the middle curb faces.
    pub facing: Direction,
    /// The direction in which cars go round the corner.
    pub hand: Hand,
    /// The corner's index in the draft's list.
    pub drawn: usize,
    shape: Octilinear,
}

impl Corner {
    pub(super) fn new(at: Point, facing: Direction, hand: Hand, drawn: usize) -> Self {
        Self { at, facing, hand, drawn, shape: pieces().corner(facing).moved(at) }
    }

    /// Returns the corner's outline.
    #[inline]
    #[must_use]
    pub const fn shape(&self) -> &Octilinear {
        &self.shape
    }

    /// Whether `point` is after the corner: past the corner's line (σ > 0 in the ledger, section 4.1).
    #[inline]
    #[must_use]
    pub fn is_after(&self, point: Point) -> bool {
        self.side(point).is_positive()
    }

    /// Returns the distance of `point` past the corner's line (σ in the ledger, section 4.1). The distance is negative
    /// if the point is before the line. If it is measured along a diagonal, it is multiplied by √2, as in
    /// [`Point::along`].
    #[inline]
    #[must_use]
    pub fn side(&self, point: Point) -> Surd {
        (point - self.at).along(self.facing.turned(2 * self.hand.eta()))
    }

    /// Returns the sector around the corner, 0 to 7, in which `point` lies (ledger, section 4.5). Sector 0 begins at
    /// the inside ray (from the corner's centre into the bend), and the numbers rise in the direction in which cars go
    /// round the corner. Each sector includes the ray at its end but not the ray at its beginning. The inside ray is
    /// the exception: it belongs to sector 0, which begins there.
    #[must_use]
    pub fn sector(&self, point: Point) -> u8 {
        let way = point - self.at;
        let inside = self.facing.opposite();
        // Coordinates along the inside ray and along the ray of direction 2, both in the same scale.
        let (x, y) = (way.along(inside), way.along(inside.turned(2 * self.hand.eta())));
        match y.sign() {
            Ordering::Greater if !(y - x).is_positive() => 0,
            Ordering::Greater if !x.is_negative() => 1,
            Ordering::Greater if !(x + y).is_negative() => 2,
            Ordering::Greater => 3,
            Ordering::Equal => 3 * u8::from(x.is_negative()),
            Ordering::Less if !(x - y).is_positive() => 4,
            Ordering::Less if !x.is_positive() => 5,
            Ordering::Less if !(x + y).is_positive() => 6,
            Ordering::Less => 7,
        }
    }

    /// Returns the corner's apex: the point one octagon from its centre, in the direction of the middle curb. A tight
    /// racing line passes there (ledger, section 4.4).
    #[must_use]
    pub fn apex(&self) -> Point {
        self.at + self.facing.unit()
    }
}

/// A circuit without errors, as the rules use it.
#[derive(Clone, Debug)]
pub struct Track {
    pub(super) table: Octilinear,
    pub(super) corners: Vec<Corner>,
    pub(super) limits: Vec<Limit>,
    pub(super) pitwall: Pitwall,
    pub(super) direction: Hand,
    /// The points that the lap passes (ledger, section 4.4), each with its distance along the lap in octagons. The last
    /// point is the finish line again; its distance is the length of the lap.
    pub(super) lap_line: Vec<([f64; 2], f64)>,
}

impl Track {
    /// Returns the corners, in the order they are passed.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Returns the track limits drawn on the circuit.
    #[must_use]
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// Returns the pitwall.
    #[must_use]
    pub const fn pitwall(&self) -> &Pitwall {
        &self.pitwall
    }

    /// Returns the table.
    #[must_use]
    pub const fn table(&self) -> &Octilinear {
        &self.table
    }

    /// Returns the direction of the race.
    #[must_use]
    pub const fn direction(&self) -> Hand {
        self.direction
    }

    /// Returns the length of a lap in octagons, along straight lines from the finish line past each corner's apex and
    /// back.
    #[must_use]
    pub fn lap_length(&self) -> f64 {
        self.lap_line.last().map_or(0.0, |(_, along)| *along)
    }

    /// Returns the distance that a car at `point` has covered since it last crossed the finish line, in octagons along
    /// the lap (ledger, section 4.4). `passed` is the number of corners it has passed since then.
    #[must_use]
    pub fn along_lap(&self, passed: usize, point: [f64; 2]) -> f64 {
        let Some(pair) = self.lap_line.get(passed..passed + 2) else { return self.lap_length() };
        let [(from, start), (to, end)] = pair else { return 0.0 };
        let way = [to[0] - from[0], to[1] - from[1]];
        let square = way[0] * way[0] + way[1] * way[1];
        let t = ((point[0] - from[0]) * way[0] + (point[1] - from[1]) * way[1]) / square.max(f64::MIN_POSITIVE);
        start + (end - start) * t.clamp(0.0, 1.0)
    }
}
