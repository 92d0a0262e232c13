//! Putting things onto the table and taking them off.

use super::numbering::{in_order, next_number, numbered};
use crate::editor::{Clip, Piece, PieceChange, limited};
use crate::games::vektorace::{CornerDraft, Draft, LabelDraft, LimitDraft};
use crate::geometry::Point;

/// The fewest corners a track limit has.
const LEAST_OUTLINE: usize = 3;

/// Pieces taken off the table; the numbers of the other corners close up. A track limit that is left with less than
/// three corners goes as a whole.
pub(super) fn deleted(draft: &Draft, pieces: &[Piece]) -> Vec<PieceChange> {
    let places = |place: fn(Piece) -> Option<usize>, count: usize| -> Vec<usize> {
        let mut places: Vec<usize> =
            pieces.iter().filter_map(|piece| place(*piece)).filter(|index| *index < count).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let corners =
        places(|piece| if let Piece::Corner(index) = piece { Some(index) } else { None }, draft.corners.len());
    let labels = places(|piece| if let Piece::Label(index) = piece { Some(index) } else { None }, draft.labels.len());
    let mut limits =
        places(|piece| if let Piece::Limit(index) = piece { Some(index) } else { None }, draft.limits.len());
    let mut changes = Vec::new();
    if pieces.contains(&Piece::Pitwall) {
        changes.push(PieceChange::Pitwall(None));
    }
    if pieces.contains(&Piece::Reference) {
        changes.push(PieceChange::Reference(None));
    }
    let whole = limits.clone();
    for (index, limit) in draft.limits.iter().enumerate().filter(|(index, _)| !whole.contains(index)) {
        let kept = |place: usize| !pieces.contains(&Piece::LimitCorner(index, place));
        let outline: Vec<Point> =
            limit.outline.iter().enumerate().filter(|(place, _)| kept(*place)).map(|(_, point)| *point).collect();
        if outline.len() == limit.outline.len() {
            continue;
        }
        if outline.len() < LEAST_OUTLINE {
            limits.push(index);
        } else {
            changes.push(PieceChange::Limit(index, LimitDraft { keep: limit.keep, outline }));
        }
    }
    limits.sort_unstable();
    // From the end, so that the places of those still to go stay as they are.
    changes.extend(limits.iter().rev().map(|index| PieceChange::RemoveLimit(*index)));
    changes.extend(labels.iter().rev().map(|index| PieceChange::RemoveLabel(*index)));
    changes.extend(corners.iter().rev().map(|index| PieceChange::Remove(*index)));
    if !corners.is_empty() {
        let kept = draft.corners.iter().enumerate().filter(|(index, _)| !corners.contains(index));
        let rest = Draft { corners: kept.map(|(_, corner)| *corner).collect(), ..Draft::default() };
        changes.extend(numbered(&rest, &in_order(&rest)));
    }
    changes
}

/// Copies of pieces beside them; corners get the next numbers. There is only one pitwall.
pub(super) fn duplicated(draft: &Draft, pieces: &[Piece], by: Point) -> Vec<PieceChange> {
    let copied: Vec<Piece> = pieces.iter().copied().filter(|piece| *piece != Piece::Pitwall).collect();
    added(draft, &Clip::of(draft, &copied), by)
}

/// What was copied, put beside what is there. The pitwall comes along only where there is none.
pub(super) fn added(draft: &Draft, clip: &Clip, by: Point) -> Vec<PieceChange> {
    let corners = (next_number(draft)..).zip(&clip.corners).enumerate().map(|(count, (number, corner))| {
        PieceChange::Insert(draft.corners.len() + count, CornerDraft { number, at: limited(corner.at + by), ..*corner })
    });
    let limits = clip.limits.iter().enumerate().map(|(count, limit)| {
        let outline = limit.outline.iter().map(|point| limited(*point + by)).collect();
        PieceChange::InsertLimit(draft.limits.len() + count, LimitDraft { keep: limit.keep, outline })
    });
    let labels = clip.labels.iter().enumerate().map(|(count, label)| {
        let label = LabelDraft { at: limited(label.at + by), ..label.clone() };
        PieceChange::InsertLabel(draft.labels.len() + count, label)
    });
    let wall = clip.pitwall.filter(|_| draft.pitwall.is_none());
    let wall = wall.map(|wall| {
        PieceChange::Pitwall(Some(crate::games::vektorace::PitwallDraft { at: limited(wall.at + by), ..wall }))
    });
    wall.into_iter().chain(corners).chain(limits).chain(labels).collect()
}

/// Another circuit in the place of this one.
pub(super) fn replaced(draft: &Draft, other: &Draft) -> Vec<PieceChange> {
    let mut changes = vec![
        PieceChange::Name(other.name.clone()),
        PieceChange::Description(other.description.clone()),
        PieceChange::Table(other.table),
        PieceChange::OctagonMm(other.octagon_mm),
        PieceChange::Direction(other.direction),
        PieceChange::Pitwall(other.pitwall),
        PieceChange::Reference(other.reference.clone()),
    ];
    // A list that is the same is left alone, so that nothing is selected that did not change.
    if draft.corners != other.corners {
        changes.extend((0..draft.corners.len()).rev().map(PieceChange::Remove));
        changes.extend(other.corners.iter().enumerate().map(|(index, corner)| PieceChange::Insert(index, *corner)));
    }
    if draft.limits != other.limits {
        changes.extend((0..draft.limits.len()).rev().map(PieceChange::RemoveLimit));
        let drawn = other.limits.iter().cloned().enumerate();
        changes.extend(drawn.map(|(index, limit)| PieceChange::InsertLimit(index, limit)));
    }
    if draft.labels != other.labels {
        changes.extend((0..draft.labels.len()).rev().map(PieceChange::RemoveLabel));
        let written = other.labels.iter().cloned().enumerate();
        changes.extend(written.map(|(index, label)| PieceChange::InsertLabel(index, label)));
    }
    changes
}

/// A track limit with one more corner, before the one that has this place.
pub(super) fn with_corner(draft: &Draft, limit: usize, place: usize, at: Point) -> Vec<PieceChange> {
    let Some(before) = draft.limits.get(limit) else { return Vec::new() };
    let mut outline = before.outline.clone();
    outline.insert(place.min(outline.len()), limited(at));
    vec![PieceChange::Limit(limit, LimitDraft { keep: before.keep, outline })]
}
