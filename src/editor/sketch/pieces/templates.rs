//! Templates of VektoRace.

use crate::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft};
use crate::geometry::{Direction, Point, Surd};

/// A template. All templates except the empty one can be raced without changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Template {
    /// An oval with four corners.
    #[default]
    Oval,
    /// A circuit in the shape of an M: one straight bends towards the middle of the table.
    M,
    /// A circuit with a chicane in one straight.
    Chicane,
    /// A circuit in the shape of a figure of eight.
    Crossing,
    /// An empty table.
    Empty,
}

/// A corner of a template. The values are: x and y in half octagons, the direction it faces (as a number), and whether
/// cars pass it against the direction of the race.
type Placed = (i64, i64, i64, bool);

impl Template {
    /// All templates, from simple to complex.
    pub const ALL: [Self; 5] = [Self::Oval, Self::M, Self::Chicane, Self::Crossing, Self::Empty];

    /// The template's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oval => "Oval",
            Self::M => "M",
            Self::Chicane => "Chicane",
            Self::Crossing => "Figure of eight",
            Self::Empty => "Empty table",
        }
    }

    /// A short description of the template.
    #[must_use]
    pub const fn line(self) -> &'static str {
        match self {
            Self::Oval => "Four corners, two straights: fast, and good to learn on.",
            Self::M => {
                "The far straight bends towards the middle. Two of the eight corners turn the other way: in a clockwise race, cars pass them counter-clockwise."
            }
            Self::Chicane => "The far straight has an S-bend.",
            Self::Crossing => "The circuit crosses itself in the middle: two corners to the left and two to the right.",
            Self::Empty => "An empty table of 40 by 24 octagons.",
        }
    }

    /// The circuit of the template.
    #[must_use]
    pub fn draft(self) -> Draft {
        match self {
            Self::Oval => circuit(
                self.name(),
                (80, 48),
                (40, 12),
                &[(16, 20, 5, false), (16, 32, 3, false), (64, 32, 1, false), (64, 20, 7, false)],
            ),
            Self::M => circuit(
                self.name(),
                (96, 60),
                (48, 12),
                &[
                    (18, 20, 5, false),
                    (18, 44, 3, false),
                    (30, 44, 1, false),
                    (44, 30, 5, true),
                    (52, 30, 7, true),
                    (66, 44, 3, false),
                    (78, 44, 1, false),
                    (78, 20, 7, false),
                ],
            ),
            Self::Chicane => circuit(
                self.name(),
                (96, 56),
                (50, 10),
                &[
                    (18, 18, 5, false),
                    (18, 42, 3, false),
                    (40, 40, 1, false),
                    (50, 32, 5, true),
                    (78, 28, 1, false),
                    (78, 18, 7, false),
                ],
            ),
            Self::Crossing => circuit(
                self.name(),
                (96, 56),
                (56, 10),
                &[(20, 39, 3, true), (20, 21, 5, true), (76, 37, 1, false), (76, 19, 7, false)],
            ),
            Self::Empty => Draft::default(),
        }
    }
}

/// Makes a circuit in which the race goes clockwise and starts on the lower straight. All lengths are in half
/// octagons.
fn circuit(name: &str, table: (i64, i64), wall: (i64, i64), corners: &[Placed]) -> Draft {
    let half = |number: i64| Surd::HALF * number;
    let at = |(x, y): (i64, i64)| Point::new(half(x), half(y));
    let corner = |(number, (x, y, facing, against)): (u32, &Placed)| CornerDraft {
        number,
        at: at((*x, *y)),
        facing: Direction::new(*facing),
        hand: against.then_some(Hand::CounterClockwise),
    };
    Draft {
        name: name.to_owned(),
        table: TableDraft { from: Point::ORIGIN, to: at(table) },
        direction: Some(Hand::Clockwise),
        pitwall: Some(PitwallDraft { at: at(wall), direction: Direction::new(4) }),
        corners: (1..).zip(corners).map(corner).collect(),
        ..Draft::default()
    }
}

/// Returns a plain oval on a table of 40 by 24 octagons.
#[must_use]
pub fn starter() -> Draft {
    Template::Oval.draft()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::prelude::*;
    use crate::games::vektorace::Vektorace;

    #[test]
    fn a_new_circuit_can_be_raced() {
        for template in Template::ALL.into_iter().filter(|template| *template != Template::Empty) {
            let (track, issues) = Vektorace::validate(&template.draft());
            assert!(track.is_some() && issues.is_empty(), "{template:?}: {issues:#?}");
        }
    }
}
