//! Turning a circuit, or a part of it, over and round. All of it is exact.

use super::Axis;
use super::arrange::put;
use super::numbering::in_order;
use crate::editor::pieces::extent_of;
use crate::editor::{Piece, PieceChange, limited};
use crate::games::vektorace::{
    CornerDraft, Draft, Hand, LabelDraft, LimitDraft, PitwallDraft, ReferenceDraft, TableDraft,
};
use crate::geometry::{Direction, Point, Surd};

/// Whether the pieces are the whole circuit: none at all, or everything cars run into.
pub(super) fn is_whole(draft: &Draft, pieces: &[Piece]) -> bool {
    pieces.is_empty() || Piece::solid(draft).all(|piece| pieces.contains(&piece)) && Piece::solid(draft).count() > 1
}

/// What mirrors do to a direction.
const fn flipped(direction: Direction, axis: Axis) -> Direction {
    let number = direction.number() as i64;
    match axis {
        Axis::Horizontal => Direction::new(4 - number),
        Axis::Vertical => Direction::new(-number),
    }
}

/// A mirrored place; `sum` is twice where the mirror stands.
fn mirrored_place(at: Point, sum: Surd, axis: Axis) -> Point {
    limited(match axis {
        Axis::Horizontal => Point::new(sum - at.x, at.y),
        Axis::Vertical => Point::new(at.x, sum - at.y),
    })
}

/// Pieces mirrored about their middle, or the whole circuit about the table's.
///
/// Of the whole circuit the race goes the other way round afterwards, which is what a mirror shows. Of a part it goes
/// on as before: each corner is still passed with the race, or against it, as it was.
pub(super) fn mirrored(draft: &Draft, pieces: &[Piece], axis: Axis) -> Vec<PieceChange> {
    let whole = is_whole(draft, pieces);
    let part = |point: Point| if axis == Axis::Horizontal { point.x } else { point.y };
    let everything: Vec<Piece> = Piece::all(draft).collect();
    let (pieces, sum) = if whole {
        (everything.as_slice(), part(draft.table.from) + part(draft.table.to))
    } else {
        let points: Vec<Point> = pieces
            .iter()
            .flat_map(|piece| match piece {
                Piece::Limit(index) => draft.limits.get(*index).map(|limit| limit.outline.clone()).unwrap_or_default(),
                _ => piece.at(draft).into_iter().collect(),
            })
            .collect();
        let Some((low, high)) = extent_of(&points) else { return Vec::new() };
        (pieces, part(low) + part(high))
    };
    let mut changes: Vec<PieceChange> = pieces
        .iter()
        .filter_map(|piece| match *piece {
            Piece::Limit(index) => {
                let limit = draft.limits.get(index)?;
                let outline = limit.outline.iter().map(|point| mirrored_place(*point, sum, axis)).collect();
                Some(PieceChange::Limit(index, LimitDraft { keep: limit.keep, outline }))
            }
            Piece::Corner(index) => {
                let corner = *draft.corners.get(index)?;
                let hand = if whole { corner.hand.map(Hand::flipped) } else { corner.hand };
                let (at, facing) = (mirrored_place(corner.at, sum, axis), flipped(corner.facing, axis));
                Some(PieceChange::Corner(index, CornerDraft { at, facing, hand, ..corner }))
            }
            _ => put(draft, *piece, mirrored_place(piece.at(draft)?, sum, axis), |d| flipped(d, axis)),
        })
        .collect();
    if whole {
        changes.push(PieceChange::Direction(draft.direction.map(Hand::flipped)));
    }
    changes
}

/// Everything turned by quarters of a full turn, counter-clockwise where positive, with the table; its lower left
/// corner stays where it is.
pub(super) fn rotated(draft: &Draft, quarters: i64) -> Vec<PieceChange> {
    let quarters = quarters.rem_euclid(4);
    let corner = draft.table.from;
    let size = draft.table.to - corner;
    let turn = |at: Point| {
        let way = at - corner;
        limited(
            corner
                + match quarters {
                    0 => way,
                    1 => Point::new(size.y - way.y, way.x),
                    2 => Point::new(size.x - way.x, size.y - way.y),
                    _ => Point::new(way.y, size.x - way.x),
                },
        )
    };
    let size = if quarters % 2 == 1 { Point::new(size.y, size.x) } else { size };
    let table = TableDraft { from: corner, to: limited(corner + size) };
    let solid = Piece::solid(draft)
        .filter_map(|piece| put(draft, piece, turn(piece.at(draft)?), |direction| direction.turned(2 * quarters)));
    let limits = draft.limits.iter().enumerate().map(|(index, limit)| {
        let outline = limit.outline.iter().map(|point| turn(*point)).collect();
        PieceChange::Limit(index, LimitDraft { keep: limit.keep, outline })
    });
    // Writing stays upright.
    let labels = draft
        .labels
        .iter()
        .enumerate()
        .map(|(index, label)| PieceChange::Label(index, LabelDraft { at: turn(label.at), ..label.clone() }));
    let reference = draft.reference.as_ref().map(|reference| {
        let rotation = within_a_turn(reference.rotation + Surd::from_int(90 * quarters));
        PieceChange::Reference(Some(ReferenceDraft { at: turn(reference.at), rotation, ..reference.clone() }))
    });
    std::iter::once(PieceChange::Table(table)).chain(solid).chain(limits).chain(labels).chain(reference).collect()
}

/// Degrees from 0 up to 360.
pub(super) fn within_a_turn(degrees: Surd) -> Surd {
    let (a, b) = degrees.units();
    if b == 0 { Surd::from_units(a.rem_euclid(Surd::from_int(360).units().0), 0) } else { degrees }
}

/// The circuit raced the other way: corners stay where they are and face where they did, since cars go round the same
/// side; the pitwall is turned about, which keeps its track side where it was.
pub(super) fn reversed(draft: &Draft) -> Vec<PieceChange> {
    let order = in_order(draft);
    let corners = (1..).zip(order.iter().rev()).filter_map(|(number, index)| {
        let corner = draft.corners.get(*index)?;
        Some(PieceChange::Corner(*index, CornerDraft { number, hand: corner.hand.map(Hand::flipped), ..*corner }))
    });
    let wall = draft
        .pitwall
        .map(|wall| PieceChange::Pitwall(Some(PitwallDraft { direction: wall.direction.opposite(), ..wall })));
    corners.chain(wall).chain([PieceChange::Direction(draft.direction.map(Hand::flipped))]).collect()
}
