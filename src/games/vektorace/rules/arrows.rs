//! The arrows that are printed on the vectors, and their costs (ledger, section 2).

use crate::games::vektorace::{Marks, Rotation, Side};

/// Returns the cost of laying the gear vector at this side of the car, in tyre points. Returns `None` if the vector
/// cannot be laid there (ledger, section 2.1).
pub const fn placement_cost(gear: u8, side: Side) -> Option<u8> {
    match (side.is_aside(), gear) {
        (false, _) => Some(0),
        (true, 1) => None,
        (true, _) => Some(1),
    }
}

/// Returns the cost of an arrow at the end of the gear vector, in tyre points. The arrow lets the car be placed at this
/// side of the vector's end with this rotation. Returns `None` if the vector does not have this arrow (ledger, section
/// 2.2).
pub const fn arrow_cost(gear: u8, side: Side, rotation: Rotation) -> Option<u8> {
    match (side, rotation) {
        (Side::Front, _) => Some(0),
        (Side::FrontLeft, Rotation::Right) | (Side::FrontRight, Rotation::Left) => Some(1),
        (Side::FrontLeft | Side::FrontRight, _) => Some(0),
        (Side::SideLeft, Rotation::Right) | (Side::SideRight, Rotation::Left) => None,
        (Side::SideLeft | Side::SideRight, _) => {
            if gear == 1 {
                None
            } else {
                Some(1)
            }
        }
    }
}

/// Whether the boost vector of this length has an arrow that lets the car be placed at this side with this rotation.
/// The arrows of boost vectors cost nothing (ledger, section 2.3).
pub const fn boost_has_arrow(boost: u8, side: Side, rotation: Rotation) -> bool {
    match (side, boost) {
        (Side::Front, 1..=3) => true,
        (Side::Front, 4 | 5) => matches!(rotation, Rotation::Straight),
        (Side::FrontLeft, 1) => !matches!(rotation, Rotation::Right),
        (Side::FrontRight, 1) => !matches!(rotation, Rotation::Left),
        (Side::FrontLeft | Side::FrontRight, 2) => matches!(rotation, Rotation::Straight),
        _ => false,
    }
}

/// Whether a shunt (an attack by another car) forbids placing the vector or the car on this side (ledger, section 2.4).
pub const fn is_denied(marks: Marks, side: Side) -> bool {
    match side {
        Side::SideLeft | Side::FrontLeft => marks.shunted_left,
        Side::FrontRight | Side::SideRight => marks.shunted_right,
        Side::Front => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(arrows: impl Fn(Side, Rotation) -> bool) -> usize {
        Side::ALL.iter().flat_map(|side| Rotation::ALL.map(|rotation| arrows(*side, rotation))).filter(|x| *x).count()
    }

    #[test]
    fn vr_move_07_the_vectors_have_the_printed_number_of_arrows() {
        assert_eq!(count(|side, rotation| arrow_cost(1, side, rotation) == Some(0)), 7);
        assert_eq!(count(|side, rotation| arrow_cost(1, side, rotation) == Some(1)), 2);
        for gear in 2..=5 {
            assert_eq!(count(|side, rotation| arrow_cost(gear, side, rotation) == Some(0)), 7);
            assert_eq!(count(|side, rotation| arrow_cost(gear, side, rotation) == Some(1)), 6);
        }
        for (boost, arrows) in [(1, 7), (2, 5), (3, 3), (4, 1), (5, 1)] {
            assert_eq!(count(|side, rotation| boost_has_arrow(boost, side, rotation)), arrows, "boost {boost}");
        }
    }

    #[test]
    fn vr_shunt_03_a_car_shunted_from_both_sides_has_only_the_front() {
        let marks = Marks { shunted_left: true, shunted_right: true, pushed: false };
        assert!(Side::ALL.into_iter().all(|side| is_denied(marks, side) == (side != Side::Front)));
    }
}
