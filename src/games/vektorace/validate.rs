//! Checks a draft and converts it into a track. Reports all issues at once (ledger, section 3.2).

mod labels;

use super::limits::limits;
use super::lint;
use super::track::{Corner, CornerDraft, Draft, Hand, MAX_CORNERS, Pitwall, Track};
use crate::game::scene::Tag;
use crate::game::words::many;
use crate::game::{Issue, Remedy, has_errors};
use crate::geometry::{Octilinear, Point, Surd};

/// The allowed length of a table's side, in octagons (VR-TABLE-01).
const TABLE_SIDE: std::ops::RangeInclusive<i64> = 4..=400;

/// The table must lie within this distance of (0, 0), in octagons, so that products of coordinates stay exact.
const TABLE_REACH: i64 = 10_000;

/// Returns the track and all issues. The track is `None` if the draft has errors.
pub(super) fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
    let mut issues = Vec::new();
    let table = table(draft, &mut issues);
    let direction = draft.direction.unwrap_or_else(|| {
        issues.push(
            Issue::error("VR-SETUP-04", "The direction of the race is missing.")
                .fix("Choose clockwise or counter-clockwise.")
                .remedy(Remedy::SetDirection),
        );
        Hand::Clockwise
    });
    let pitwall = pitwall(draft, direction, table.as_ref(), &mut issues);
    let corners = corners(draft, direction, table.as_ref(), pitwall.as_ref(), &mut issues);
    let limits = limits(&draft.limits, table.as_ref(), &mut issues);
    labels::check(draft, &mut issues);
    if let Some(pitwall) = &pitwall {
        lint::check(draft, pitwall, &corners, table.as_ref(), &mut issues);
    }
    issues.sort_by_key(|issue| issue.severity);
    let track = match (table, pitwall) {
        (Some(table), Some(pitwall)) if !has_errors(&issues) => {
            let lap_line = lap_line(&pitwall, &corners);
            Some(Track { table, corners, limits, pitwall, direction, lap_line })
        }
        _ => None,
    };
    (track, issues)
}

fn table(draft: &Draft, issues: &mut Vec<Issue>) -> Option<Octilinear> {
    let (width, height) = (draft.table.to.x - draft.table.from.x, draft.table.to.y - draft.table.from.y);
    let fits = |side: Surd| side >= Surd::from_int(*TABLE_SIDE.start()) && side <= Surd::from_int(*TABLE_SIDE.end());
    if !fits(width) || !fits(height) {
        let message = format!(
            "The table is {:.2} × {:.2} octagons; each side must be {} to {}.",
            width.to_f64(),
            height.to_f64(),
            TABLE_SIDE.start(),
            TABLE_SIDE.end()
        );
        issues.push(Issue::error("VR-TABLE-01", message).fix("Set the table's width and height."));
        return None;
    }
    let far = |number: Surd| number.abs() > Surd::from_int(TABLE_REACH);
    if [draft.table.from.x, draft.table.from.y, draft.table.to.x, draft.table.to.y].into_iter().any(far) {
        let message = format!("The table lies more than {TABLE_REACH} octagons away from (0, 0).");
        issues.push(Issue::error("VR-TABLE-01", message).fix("Move the whole circuit towards (0, 0)."));
        return None;
    }
    Octilinear::around(&[
        draft.table.from,
        Point::new(draft.table.to.x, draft.table.from.y),
        draft.table.to,
        Point::new(draft.table.from.x, draft.table.to.y),
    ])
}

fn pitwall(draft: &Draft, direction: Hand, table: Option<&Octilinear>, issues: &mut Vec<Issue>) -> Option<Pitwall> {
    let Some(drawn) = draft.pitwall else {
        issues.push(
            Issue::error("VR-TRACK-06", "The circuit has no pitwall, so it has no start and finish line.")
                .fix("Place a pitwall on the straight before corner 1."),
        );
        return None;
    };
    let at = drawn.at.to_f64();
    let wall = Pitwall::new(drawn.at, drawn.direction, direction);
    if drawn.direction.is_diagonal() {
        issues.push(
            Issue::warning(
                "VR-TRACK-03",
                "The pitwall stands diagonally, so only the online edition allows races on this circuit.",
            )
            .at(at)
            .fix("Rotate the pitwall by 45°.")
            .remedy(Remedy::TurnSquare(Tag::Wall)),
        );
    }
    if let Some(table) = table
        && !wall.parts().iter().all(|part| table.encloses(part))
    {
        issues.push(
            Issue::error("VR-TRACK-02", "The pitwall is off the table.")
                .at(at)
                .fix("Move the pitwall onto the table.")
                .remedy(Remedy::MoveOntoTable(Tag::Wall)),
        );
    }
    Some(wall)
}

/// The largest number of corners whose overlaps are checked. The check compares every pair, so it is skipped if a
/// broken file has more corners.
const MOST_COMPARED: usize = 100;

fn corners(
    draft: &Draft,
    direction: Hand,
    table: Option<&Octilinear>,
    pitwall: Option<&Pitwall>,
    issues: &mut Vec<Issue>,
) -> Vec<Corner> {
    let order = draft.corner_order();
    let placed: Vec<CornerDraft> = order.iter().map(|index| draft.corners[*index]).collect();
    if placed.len() < 2 || placed.len() > MAX_CORNERS {
        let message = format!("The circuit has {}; it needs 2 to {MAX_CORNERS}.", many(placed.len(), "corner"));
        let fix = if placed.len() < 2 { "Place more corners." } else { "Delete some corners." };
        issues.push(Issue::error("VR-TRACK-01", message).fix(fix));
    }
    for (expected, corner) in (1..).zip(&placed) {
        if corner.number != expected {
            let message = if placed.iter().filter(|other| other.number == corner.number).count() > 1 {
                format!("There is more than one corner {}.", corner.number)
            } else {
                format!("Corner {expected} is missing.")
            };
            issues.push(
                Issue::error("VR-TRACK-01", message)
                    .at(corner.at.to_f64())
                    .fix("Number the corners 1, 2, 3, ... in the order they are passed.")
                    .remedy(Remedy::Renumber),
            );
            break;
        }
    }
    let corner = |(corner, drawn): (&CornerDraft, &usize)| {
        Corner::new(corner.at, corner.facing, corner.hand.unwrap_or(direction), *drawn)
    };
    let corners: Vec<Corner> = placed.iter().zip(&order).map(corner).collect();
    for (index, (corner, drawn)) in corners.iter().zip(&placed).enumerate() {
        let (number, at) = (drawn.number, drawn.at.to_f64());
        let tag = Tag::Corner(order[index]);
        if let Some(table) = table
            && !table.encloses(corner.shape())
        {
            issues.push(
                Issue::error("VR-TRACK-02", format!("Corner {number} is off the table."))
                    .at(at)
                    .fix("Move the corner onto the table.")
                    .remedy(Remedy::MoveOntoTable(tag)),
            );
        }
        if !corner.facing.is_diagonal() {
            let message = format!(
                "Corner {number} stands at 45° to the table's edges, so only the online edition allows races on this circuit."
            );
            let turned = Issue::warning("VR-TRACK-03", message).at(at).fix("Rotate the corner by 45°.");
            issues.push(turned.remedy(Remedy::TurnSquare(tag)));
        }
        let mut overlap = |what: String| {
            issues.push(
                Issue::error("VR-TRACK-02", format!("Corner {number} overlaps {what}."))
                    .at(at)
                    .fix("Move one of the two pieces.")
                    .remedy(Remedy::MoveApart(tag)),
            );
        };
        let others = if placed.len() > MOST_COMPARED { &[] } else { &corners[index + 1..] };
        for (other, other_drawn) in others.iter().zip(&placed[index + 1..]) {
            if corner.shape().overlaps(other.shape()) {
                overlap(format!("corner {}", other_drawn.number));
            }
        }
        if pitwall.is_some_and(|wall| wall.parts().iter().any(|part| part.overlaps(corner.shape()))) {
            overlap("the pitwall".to_owned());
        }
    }
    corners
}

/// Returns the points that the lap passes, each with its distance along the lap (ledger, section 4.4). The lap passes a
/// point of the finish line, then each corner's apex, then the first point again.
fn lap_line(pitwall: &Pitwall, corners: &[Corner]) -> Vec<([f64; 2], f64)> {
    let line = (pitwall.finish.origin + pitwall.track.normal.unit()).to_f64();
    let anchors = std::iter::once(line).chain(corners.iter().map(|corner| corner.apex().to_f64())).chain([line]);
    let mut along = 0.0;
    let mut last = line;
    anchors
        .map(|anchor| {
            along += (anchor[0] - last[0]).hypot(anchor[1] - last[1]);
            last = anchor;
            (anchor, along)
        })
        .collect()
}
