//! Turning a circuit, or a part of it, over and round. All of it is exact.

use super::numbering::in_order;
use super::{At, Axis, Motion, Piece, extent_of, limited, turning};
use crate::games::vektorace::{Draft, Hand, TableDraft};
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

/// Mirrors pieces about their middle, or the whole circuit about the table's.
///
/// Of the whole circuit the race goes the other way round afterwards, which is what a mirror shows. Of a part it goes
/// on as before: each corner is still passed with the race, or against it, as it was.
pub(super) fn mirror(draft: &mut Draft, pieces: &[Piece], axis: Axis) {
    let whole = is_whole(draft, pieces);
    let everything: Vec<Piece> = Piece::all(draft).collect();
    let pieces = if whole { &everything } else { pieces };
    let places: Vec<At> =
        pieces.iter().flat_map(|piece| piece.points(draft)).filter_map(|piece| piece.at(draft)).collect();
    let ends = if whole { Some([draft.table.from, draft.table.to]) } else { extent_of(&places) };
    let Some([low, high]) = ends else { return };
    let sum = low + high;
    let sum = if axis == Axis::Horizontal { sum.x } else { sum.y };
    turning::together(draft, pieces, Motion::Mirror(axis, sum));
    for piece in pieces {
        if let Some(direction) = piece.direction_mut(draft) {
            *direction = flipped(*direction, axis);
        }
    }
    if whole {
        flip_race(draft);
    }
}

/// The race goes the other way round, and each corner is passed the other way.
fn flip_race(draft: &mut Draft) {
    draft.direction = draft.direction.map(Hand::flipped);
    for corner in &mut draft.corners {
        corner.hand = corner.hand.map(Hand::flipped);
    }
}

/// Turns everything by quarters of a full turn, counter-clockwise where positive, with the table; its lower left corner
/// stays where it is. Writing stays upright.
pub(super) fn rotate(draft: &mut Draft, quarters: i64) {
    let quarters = quarters.rem_euclid(4);
    let corner = draft.table.from;
    let size = draft.table.to - corner;
    // Turned about the corner, the circuit lies beside the table: it is moved back onto it.
    let back = match quarters {
        0 => Point::ORIGIN,
        1 => Point::new(size.y, Surd::ZERO),
        2 => size,
        _ => Point::new(Surd::ZERO, size.x),
    };
    let motion = Motion::Turn(2 * quarters, corner);
    let pieces: Vec<Piece> = Piece::all(draft).collect();
    turning::together(draft, &pieces, motion);
    let places = pieces.iter().flat_map(|piece| piece.points(draft)).collect::<Vec<_>>();
    for piece in places {
        if let Some(at) = piece.at_mut(draft) {
            *at = limited(*at + back);
        }
    }
    if let Some(reference) = &mut draft.reference {
        reference.at = limited(motion.place(reference.at) + back);
        reference.rotation = within_a_turn(reference.rotation + Surd::from_int(90 * quarters));
    }
    let size = if quarters % 2 == 1 { Point::new(size.y, size.x) } else { size };
    draft.table = TableDraft { from: corner, to: limited(corner + size) };
}

/// Degrees from 0 up to 360.
fn within_a_turn(degrees: Surd) -> Surd {
    let (a, b) = degrees.units();
    if b == 0 { Surd::from_units(a.rem_euclid(Surd::from_int(360).units().0), 0) } else { degrees }
}

/// Races the circuit the other way: corners stay where they are and face where they did, since cars go round the same
/// side; the pitwall is turned about, which keeps its track side where it was.
pub(super) fn reverse(draft: &mut Draft) {
    for (number, index) in (1..).zip(in_order(draft).into_iter().rev()) {
        draft.corners[index].number = number;
    }
    if let Some(wall) = &mut draft.pitwall {
        wall.direction = wall.direction.opposite();
    }
    flip_race(draft);
}
