//! Limits drawn on the circuit: areas that every piece keeps out of, or stays in, where the table has agreed that
//! they bind (VR-TABLE-01, VR-ON-04).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::track::Coordinates;
use crate::game::Issue;
use crate::geometry::{Octilinear, Point, Polygon};

/// The most limits a circuit has.
pub const MAX_LIMITS: usize = 32;
/// The most corners a limit has.
pub const MAX_LIMIT_CORNERS: usize = 100;

/// On which side of its line a limit has the track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// No piece may lie in it: an island.
    #[default]
    Out,
    /// Every piece must lie wholly in it: an outer edge.
    In,
}

/// A limit as drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitDraft {
    /// Whether pieces keep out of it or in it.
    #[serde(default)]
    pub keep: Keep,
    /// Its corners in order, the last joined to the first.
    #[serde(with = "outline")]
    #[schemars(schema_with = "outline::schema")]
    pub outline: Vec<Point>,
}

/// Reads and writes a list of points as `[[x, y], ...]`.
mod outline {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Coordinates, Point};

    pub fn serialize<S: Serializer>(points: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
        points.iter().map(|point| Coordinates(*point)).collect::<Vec<_>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Point>, D::Error> {
        let points: Vec<Coordinates> = Vec::deserialize(deserializer)?;
        Ok(points.into_iter().map(|point| point.0).collect())
    }

    pub fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<Vec<Coordinates>>()
    }
}

/// A limit of a valid track.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Whether pieces keep out of it or in it.
    pub keep: Keep,
    /// Its outline.
    pub polygon: Polygon,
}

impl Limit {
    /// Whether a piece breaks it.
    #[must_use]
    pub fn is_broken_by(&self, shape: &Octilinear) -> bool {
        match self.keep {
            Keep::Out => self.polygon.overlaps(shape),
            Keep::In => !self.polygon.encloses(shape),
        }
    }
}

/// The limits of a draft, and what is wrong with them.
pub(super) fn limits(drafts: &[LimitDraft], issues: &mut Vec<Issue>) -> Vec<Limit> {
    if drafts.len() > MAX_LIMITS {
        let message = format!("The circuit has {} track limits; at most {MAX_LIMITS} are possible.", drafts.len());
        issues.push(Issue::error("VR-TRACK-LIMIT", message).mend("Take some of them away."));
        return Vec::new();
    }
    let mut limits = Vec::new();
    for (number, draft) in (1..).zip(drafts) {
        let at = draft.outline.first().map_or([0.0, 0.0], |point| point.to_f64());
        let polygon = if draft.outline.len() > MAX_LIMIT_CORNERS { None } else { Polygon::new(&draft.outline) };
        match polygon {
            Some(polygon) => limits.push(Limit { keep: draft.keep, polygon }),
            None => issues.push(
                Issue::error(
                    "VR-TRACK-LIMIT",
                    format!("Track limit {number} is no simple outline of 3 to {MAX_LIMIT_CORNERS} corners: its edges cross, touch or fold back."),
                )
                .at(at)
                .mend("Move its corners apart, or draw it anew."),
            ),
        }
    }
    limits
}
