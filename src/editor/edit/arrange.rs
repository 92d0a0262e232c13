//! Putting pieces elsewhere: moving, aligning, distributing.

use std::collections::BTreeMap;

use super::{Alignment, Axis};
use crate::editor::{Piece, PieceChange, limited, place_at};
use crate::games::vektorace::{CornerDraft, Draft, LabelDraft, LimitDraft, PitwallDraft, ReferenceDraft};
use crate::geometry::{Direction, Point, Surd};

/// Pieces at other places. A track limit moves as a whole; its corners move alone, where it does not.
pub(super) fn moved(draft: &Draft, places: &[(Piece, Point)]) -> Vec<PieceChange> {
    let mut outlines: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for (piece, at) in places {
        if let (Piece::Limit(index), Some(from)) = (*piece, piece.at(draft))
            && let Some(limit) = draft.limits.get(index)
        {
            let by = limited(*at) - from;
            outlines.insert(index, limit.outline.iter().map(|point| limited(*point + by)).collect());
        }
    }
    for (piece, at) in places {
        if let Piece::LimitCorner(index, corner) = *piece
            && !places.iter().any(|(other, _)| *other == Piece::Limit(index))
            && let Some(limit) = draft.limits.get(index)
            && corner < limit.outline.len()
        {
            outlines.entry(index).or_insert_with(|| limit.outline.clone())[corner] = limited(*at);
        }
    }
    let solid = places.iter().filter_map(|(piece, at)| put(draft, *piece, limited(*at), |direction| direction));
    let limits = outlines.into_iter().map(|(index, outline)| {
        let keep = draft.limits[index].keep;
        PieceChange::Limit(index, LimitDraft { keep, outline })
    });
    solid.chain(limits).collect()
}

/// A piece at another place, turned. Track limits are none of its business.
pub(super) fn put(
    draft: &Draft,
    piece: Piece,
    at: Point,
    turn: impl Fn(Direction) -> Direction,
) -> Option<PieceChange> {
    Some(match piece {
        Piece::Pitwall => {
            let wall = draft.pitwall?;
            PieceChange::Pitwall(Some(PitwallDraft { at, direction: turn(wall.direction) }))
        }
        Piece::Corner(index) => {
            let corner = *draft.corners.get(index)?;
            PieceChange::Corner(index, CornerDraft { at, facing: turn(corner.facing), ..corner })
        }
        Piece::Label(index) => {
            let label = draft.labels.get(index)?.clone();
            PieceChange::Label(index, LabelDraft { at, ..label })
        }
        Piece::Reference => {
            let reference = draft.reference.clone()?;
            PieceChange::Reference(Some(ReferenceDraft { at, ..reference }))
        }
        Piece::Limit(_) | Piece::LimitCorner(..) => return None,
    })
}

/// Pieces whose edges, or middles, lie on one line: that of the outermost piece, or of the middle of all.
pub(super) fn aligned(draft: &Draft, pieces: &[Piece], alignment: Alignment) -> Vec<(Piece, Point)> {
    let extents: Vec<(Piece, Point, (Point, Point))> =
        pieces.iter().filter_map(|piece| Some((*piece, piece.at(draft)?, piece.extent(draft)?))).collect();
    let horizontal = alignment.axis() == Axis::Horizontal;
    let part = |point: Point| if horizontal { point.x } else { point.y };
    let Some(low) = extents.iter().map(|(.., (low, _))| part(*low)).min() else { return Vec::new() };
    let Some(high) = extents.iter().map(|(.., (_, high))| part(*high)).max() else { return Vec::new() };
    let way = |(from, to): (Point, Point)| match alignment {
        Alignment::Left | Alignment::Bottom => low - part(from),
        Alignment::Right | Alignment::Top => high - part(to),
        Alignment::Center | Alignment::Middle => halved(low + high - part(from) - part(to)),
    };
    let shifted =
        |at: Point, by: Surd| if horizontal { Point::new(at.x + by, at.y) } else { Point::new(at.x, at.y + by) };
    extents.into_iter().map(|(piece, at, extent)| (piece, shifted(at, way(extent)))).collect()
}

/// Half of a number, or the nearest a file can hold.
fn halved(number: Surd) -> Surd {
    number.half().unwrap_or_else(|| place_at(number.to_f64() / 2.0, 0.0).x)
}

/// Pieces with their reference points the same way apart, between the outermost two, which stay.
pub(super) fn distributed(draft: &Draft, pieces: &[Piece], axis: Axis) -> Vec<(Piece, Point)> {
    let horizontal = axis == Axis::Horizontal;
    let part = |point: Point| if horizontal { point.x } else { point.y };
    let mut places: Vec<(Piece, Point)> = pieces.iter().filter_map(|piece| Some((*piece, piece.at(draft)?))).collect();
    // A stable sort: pieces at one place stay in the order they were selected.
    places.sort_by_key(|(_, at)| part(*at));
    let (Some(first), Some(last)) = (places.first().map(|(_, at)| part(*at)), places.last().map(|(_, at)| part(*at)))
    else {
        return Vec::new();
    };
    let gaps = places.len() as i64 - 1;
    if gaps < 2 {
        return Vec::new();
    }
    let whole = last - first;
    for (number, (_, at)) in (0i64..).zip(&mut places) {
        let (a, b) = (whole * number).units();
        let place = if number == gaps {
            last
        } else if a % gaps == 0 && b % gaps == 0 {
            first + Surd::from_units(a / gaps, b / gaps)
        } else {
            // No exact share: the nearest place a file can hold.
            place_at(first.to_f64() + whole.to_f64() * number as f64 / gaps as f64, 0.0).x
        };
        *at = if horizontal { Point::new(place, at.y) } else { Point::new(at.x, place) };
    }
    places
}
