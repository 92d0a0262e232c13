//! Mirrors, rotates and reverses a circuit or a part of it. All results are exact.

use super::numbering::in_order;
use super::{At, Axis, Motion, Piece, extent_of, limited, turning};
use crate::games::vektorace::{Draft, Hand, TableDraft};
use crate::geometry::{Direction, Point, Surd};

/// Whether a list of pieces stands for the whole circuit. This is true if the list is empty. It is also true if the
/// circuit has at least two pieces that cars can hit, and the list contains all of these.
pub(super) fn is_whole(draft: &Draft, pieces: &[Piece]) -> bool {
    pieces.is_empty() || Piece::solid(draft).all(|piece| pieces.contains(&piece)) && Piece::solid(draft).count() > 1
}

/// The mirror image of a direction.
const fn flipped(direction: Direction, axis: Axis) -> Direction {
    let number = direction.number() as i64;
    match axis {
        Axis::Horizontal => Direction::new(4 - number),
        Axis::Vertical => Direction::new(-number),
    }
}

/// Mirrors pieces about their common middle, or the whole circuit about the middle of the table.
///
/// Mirroring the whole circuit also reverses the direction of the race; mirroring only some pieces does not. In both
/// cases, cars pass a corner against the direction of the race exactly if they did so before.
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

/// Reverses the direction of the race. Also switches the side on which cars pass each corner.
fn flip_race(draft: &mut Draft) {
    draft.direction = draft.direction.map(Hand::flipped);
    for corner in &mut draft.corners {
        corner.hand = corner.hand.map(Hand::flipped);
    }
}

/// Rotates everything, including the table, by quarter turns; positive is counter-clockwise. The table's lower left
/// corner keeps its coordinates, and labels stay upright.
pub(super) fn rotate(draft: &mut Draft, quarters: i64) {
    let quarters = quarters.rem_euclid(4);
    let corner = draft.table.from;
    let size = draft.table.to - corner;
    // After the rotation about its lower left corner, the circuit lies beside the table. This offset moves it back.
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

/// Reduces degrees to the range from 0 to below 360.
fn within_a_turn(degrees: Surd) -> Surd {
    let (a, b) = degrees.units();
    if b == 0 { Surd::from_units(a.rem_euclid(Surd::from_int(360).units().0), 0) } else { degrees }
}

/// Reverses the race. Corners stay where they are and keep their facing, because cars still pass them on the same side.
/// The pitwall is rotated by half a turn, so that its track side stays where it was.
pub(super) fn reverse(draft: &mut Draft) {
    for (number, index) in (1..).zip(in_order(draft).into_iter().rev()) {
        draft.corners[index].number = number;
    }
    if let Some(wall) = &mut draft.pitwall {
        wall.direction = wall.direction.opposite();
    }
    flip_race(draft);
}
