//! Track limits: areas drawn on the circuit. There are two kinds: areas that no piece may enter, and areas that no
//! piece may leave. Track limits apply only if the players agreed on that option (VR-TABLE-01, VR-ON-04).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::coordinates::Coordinates;
use crate::game::scene::Tag;
use crate::game::{Issue, Remedy};
use crate::geometry::{Octilinear, Point, Polygon};

pub use crate::limits::vektorace::{MAX_LIMIT_CORNERS, MAX_LIMITS};

/// The side of a limit's outline on which the pieces must stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// Outside: no piece may overlap the area. An island is such a limit.
    #[default]
    #[schemars(title = "stay outside an island")]
    Out,
    /// Inside: every piece must lie wholly in the area. The outer edge of the track is such a limit.
    #[schemars(title = "stay inside an outer edge")]
    In,
}

/// A track limit of a draft, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitDraft {
    /// Whether pieces must stay outside or inside the outline. Applies only if the players agreed on track limits.
    #[serde(default)]
    #[schemars(title = "Pieces")]
    pub keep: Keep,
    /// The corner points of the limit's outline, in order; the last is joined to the first.
    #[serde(with = "outline")]
    #[schemars(schema_with = "outline::schema")]
    #[schemars(title = "corner points of a track limit", length(max = MAX_LIMIT_CORNERS), extend("x-hidden" = true))]
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

/// A track limit of a valid track.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Whether pieces must stay outside or inside the outline.
    pub keep: Keep,
    /// The limit's outline.
    pub polygon: Polygon,
}

impl Limit {
    /// Whether a piece breaks this limit.
    #[must_use]
    pub fn is_broken_by(&self, shape: &Octilinear) -> bool {
        match self.keep {
            Keep::Out => self.polygon.overlaps(shape),
            Keep::In => !self.polygon.encloses(shape),
        }
    }
}

/// Checks the track limits of a draft and returns the valid ones.
pub(super) fn limits(drafts: &[LimitDraft], table: Option<&Octilinear>, issues: &mut Vec<Issue>) -> Vec<Limit> {
    if drafts.len() > MAX_LIMITS {
        let message = format!("The circuit has {} track limits; at most {MAX_LIMITS} are possible.", drafts.len());
        issues.push(Issue::error("VR-TRACK-LIMIT", message).fix("Delete some of the track limits."));
        return Vec::new();
    }
    let mut limits = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        match outline_of(draft) {
            Ok(polygon) => {
                if let Some(table) = table
                    && Octilinear::around(&draft.outline).is_some_and(|around| !around.overlaps(table))
                {
                    let message = format!("Track limit {} is off the table and has no effect.", index + 1);
                    issues.push(
                        Issue::warning("VR-TRACK-LIMIT", message)
                            .at(polygon.corners().first().map_or([0.0; 2], |point| point.to_f64()))
                            .fix("Move the track limit onto the table, or delete it.")
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

/// Checks the outline of a track limit, and returns it as a polygon. If the outline is not valid, returns an error
/// message, the point of the board where the error is shown, and a suggested fix.
fn outline_of(draft: &LimitDraft) -> Result<Polygon, (String, Option<Point>, &'static str)> {
    let outline = &draft.outline;
    let at = outline.first().copied();
    if !(3..=MAX_LIMIT_CORNERS).contains(&outline.len()) {
        let fix = if outline.len() < 3 {
            "Draw the track limit again, or delete it."
        } else {
            "Delete some of the corner points."
        };
        let count = outline.len();
        return Err((format!("has {count} corner points; it needs 3 to {MAX_LIMIT_CORNERS}"), at, fix));
    }
    if let Some((place, other)) = Polygon::tangle(outline) {
        let what = match other.abs_diff(place) {
            0 => "has the same corner point twice in a row",
            apart if apart == 1 || apart == outline.len() - 1 => "folds back on itself",
            _ => "crosses or touches itself",
        };
        return Err((
            what.to_owned(),
            outline.get(other).copied(),
            "Move the corner points apart, or draw the track limit again.",
        ));
    }
    Polygon::new(outline).ok_or_else(|| ("has an invalid outline".to_owned(), at, "Draw the track limit again."))
}
