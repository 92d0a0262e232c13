//! Limits drawn on the circuit: areas that every piece keeps out of, or stays in, where the table has agreed that
//! they bind (VR-TABLE-01, VR-ON-04).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::coordinates::Coordinates;
use crate::game::scene::Tag;
use crate::game::{Issue, Remedy};
use crate::geometry::{Octilinear, Point, Polygon};

pub use crate::limits::vektorace::{MAX_LIMIT_CORNERS, MAX_LIMITS};

/// On which side of its line a limit has the track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// No piece may lie in it: an island.
    #[default]
    #[schemars(title = "keep out: an island")]
    Out,
    /// Every piece must lie wholly in it: an outer edge.
    #[schemars(title = "keep in: an outer edge")]
    In,
}

/// A limit as drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitDraft {
    /// Whether pieces keep out of it or in it; it binds where the table has agreed on track limits.
    #[serde(default)]
    #[schemars(title = "Pieces")]
    pub keep: Keep,
    /// Its corners in order, the last joined to the first.
    #[serde(with = "outline")]
    #[schemars(schema_with = "outline::schema")]
    #[schemars(title = "corners of a track limit", length(max = MAX_LIMIT_CORNERS), extend("x-hidden" = true))]
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
pub(super) fn limits(drafts: &[LimitDraft], table: Option<&Octilinear>, issues: &mut Vec<Issue>) -> Vec<Limit> {
    if drafts.len() > MAX_LIMITS {
        let message = format!("The circuit has {} track limits; at most {MAX_LIMITS} are possible.", drafts.len());
        issues.push(Issue::error("VR-TRACK-LIMIT", message).fix("Take some of them away."));
        return Vec::new();
    }
    let mut limits = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        match outline_of(draft) {
            Ok(polygon) => {
                if let Some(table) = table
                    && Octilinear::around(&draft.outline).is_some_and(|around| !around.overlaps(table))
                {
                    let message = format!("Track limit {} lies off the table, where it means nothing.", index + 1);
                    issues.push(
                        Issue::warning("VR-TRACK-LIMIT", message)
                            .at(polygon.corners().first().map_or([0.0; 2], |point| point.to_f64()))
                            .fix("Move it onto the table, or take it away.")
                            .remedy(Remedy::MoveOntoTable(Tag::Limit(index))),
                    );
                }
                limits.push(Limit { keep: draft.keep, polygon });
            }
            Err((what, at, fix)) => {
                let issue = Issue::error("VR-TRACK-LIMIT", format!("Track limit {} {what}.", index + 1)).fix(fix);
                let issue = if let Some(at) = at { issue.at(at.to_f64()) } else { issue };
                issues.push(issue.remedy(Remedy::TidyLimit(Tag::Limit(index))));
            }
        }
    }
    limits
}

/// A limit's outline; else what is wrong with it, where, and what fixes it.
fn outline_of(draft: &LimitDraft) -> Result<Polygon, (String, Option<Point>, &'static str)> {
    let outline = &draft.outline;
    let at = outline.first().copied();
    if !(3..=MAX_LIMIT_CORNERS).contains(&outline.len()) {
        let fix = if outline.len() < 3 { "Draw it anew, or take it away." } else { "Take some of them away." };
        let count = outline.len();
        return Err((format!("has {count} corners; it needs 3 to {MAX_LIMIT_CORNERS}"), at, fix));
    }
    if let Some((place, other)) = Polygon::tangle(outline) {
        let what = match other.abs_diff(place) {
            0 => "has the same corner twice in a row",
            apart if apart == 1 || apart == outline.len() - 1 => "folds back on itself",
            _ => "crosses or touches itself",
        };
        return Err((what.to_owned(), outline.get(other).copied(), "Move its corners apart, or draw it anew."));
    }
    Polygon::new(outline).ok_or_else(|| ("is no simple outline".to_owned(), at, "Draw it anew."))
}
