//! Templates of every move that the printed arrows allow, as sums of unit steps. They do not consider the obstacles on
//! the board, so the pieces of a template need not fit on the board.

use super::lattice::Steps;
use crate::games::vektorace::rules::arrows::{arrow_cost, boost_has_arrow, placement_cost};
use crate::games::vektorace::{Rotation, Side};
use crate::geometry::Direction;

/// A way to lay the pieces of a move: a gear vector at one side of the car, with or without a boost ahead of it. All
/// endings that can follow are listed in `endings`.
#[derive(Clone, Debug)]
pub struct Laying {
    /// The car's heading.
    pub heading: Direction,
    /// The gear, which is the length of the vector.
    pub gear: u8,
    /// The side of the car at which the gear vector lies.
    pub side: Side,
    /// The boost's length; 0 if there is no boost.
    pub boost: u8,
    /// The offset from the car to the vector's first octagon.
    pub first: Steps,
    /// The offset from the car to the vector's last octagon.
    pub vector_end: Steps,
    /// The offset from the car to the last octagon laid: the boost's last octagon, or the vector's if there is no
    /// boost.
    pub last: Steps,
    /// The possible ends of the move: each place for the car with each rotation.
    pub endings: Vec<Ending>,
}

/// The end of a move: the side of the last octagon at which the car is placed, the car's rotation, and the points
/// spent.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The car is placed at this side of the last octagon.
    pub side: Side,
    /// The car's rotation at the end of the move.
    pub rotation: Rotation,
    /// The tyre points paid for the vector's placement and for the arrow.
    pub tyre: u8,
    /// The nitro points that the boost costs.
    pub nitro: u8,
    /// The offset from the car's old place to its new one.
    pub way: Steps,
    /// The car's heading after the move.
    pub heading: Direction,
}

impl Ending {
    /// Returns the tyre and nitro points that the ending costs, together.
    #[inline]
    pub const fn points(&self) -> u8 {
        self.tyre + self.nitro
    }
}

/// All ways to lay the pieces of a move, grouped by heading and gear.
#[derive(Debug)]
pub struct Templates {
    by_heading_and_gear: Vec<Vec<Laying>>,
}

impl Templates {
    /// Creates the templates of all moves, with or without swerves (vectors laid at the car's left or right side). The
    /// first edition has no swerves.
    pub fn new(swerves: bool) -> Self {
        let by_heading_and_gear =
            Direction::ALL.into_iter().flat_map(|heading| (1..=5).map(move |gear| layings(heading, gear, swerves)));
        Self { by_heading_and_gear: by_heading_and_gear.collect() }
    }

    /// Returns the ways to lay the pieces for a car with this heading, in this gear.
    #[inline]
    pub fn of(&self, heading: Direction, gear: u8) -> &[Laying] {
        &self.by_heading_and_gear[heading.index() * 5 + usize::from(gear - 1)]
    }
}

fn layings(heading: Direction, gear: u8, swerves: bool) -> Vec<Laying> {
    let mut layings = Vec::new();
    for side in Side::ALL {
        let Some(placing) = placement_cost(gear, side) else { continue };
        if side.is_aside() && !swerves {
            continue;
        }
        let first = Steps::unit(heading.turned(side.eighths()));
        let ahead = Steps::unit(heading);
        let vector_end = first.plus(ahead.times(i16::from(gear) - 1));
        for boost in 0..gear {
            let last = vector_end.plus(ahead.times(i16::from(boost)));
            let laying = Laying {
                heading,
                gear,
                side,
                boost,
                first,
                vector_end,
                last,
                endings: endings(heading, gear, boost, placing, last),
            };
            layings.push(laying);
        }
    }
    layings
}

fn endings(heading: Direction, gear: u8, boost: u8, placing: u8, last: Steps) -> Vec<Ending> {
    let mut endings = Vec::new();
    for side in Side::ALL {
        for rotation in Rotation::ALL {
            let arrow = if boost == 0 {
                arrow_cost(gear, side, rotation)
            } else {
                boost_has_arrow(boost, side, rotation).then_some(0)
            };
            let Some(arrow) = arrow else { continue };
            endings.push(Ending {
                side,
                rotation,
                tyre: placing + arrow,
                nitro: u8::from(boost > 0),
                way: last.plus(Steps::unit(heading.turned(side.eighths()))),
                heading: heading.turned(rotation.eighths()),
            });
        }
    }
    endings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_moves_matches_the_number_of_arrows() {
        let templates = Templates::new(true);
        let count =
            |gear| -> usize { templates.of(Direction::new(3), gear).iter().map(|laying| laying.endings.len()).sum() };
        // Ledger, sections 2.1 to 2.3: three sides and nine arrows in first gear; in higher gears five sides, 13 arrows
        // and the arrows of each boost.
        assert_eq!([1, 2, 3, 4, 5].map(count), [3 * 9, 5 * (13 + 7), 5 * (13 + 12), 5 * (13 + 15), 5 * (13 + 16)]);
        let plain = Templates::new(false);
        assert!(plain.of(Direction::new(0), 4).iter().all(|laying| !laying.side.is_aside()));
    }

    #[test]
    fn a_straight_move_in_fifth_gear_leads_six_octagons_ahead() {
        let templates = Templates::new(true);
        let laying =
            templates.of(Direction::new(0), 5).iter().find(|laying| laying.side == Side::Front && laying.boost == 0);
        let ending = laying.unwrap().endings.iter().find(|ending| ending.side == Side::Front).unwrap();
        assert_eq!(ending.way.parts, [6, 0, 0, 0]);
        assert_eq!(ending.points(), 0);
    }
}
