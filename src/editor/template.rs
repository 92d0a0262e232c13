//! What a new circuit begins with.

use crate::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft};
use crate::geometry::{Direction, Point, Surd};

/// A plain oval on a table of 40 by 24 octagons: it can be raced as it is, and shows how the pieces go together.
#[must_use]
pub fn starter() -> Draft {
    let at = |x, y| Point::new(Surd::from_int(x), Surd::from_int(y));
    let corner =
        |(number, (x, y, facing))| CornerDraft { number, at: at(x, y), facing: Direction::new(facing), hand: None };
    Draft {
        name: "New circuit".to_owned(),
        description: String::new(),
        direction: Some(Hand::Clockwise),
        pitwall: Some(PitwallDraft { at: at(20, 6), direction: Direction::new(4) }),
        corners: (1..).zip([(8, 10, 5), (8, 16, 3), (32, 16, 1), (32, 10, 7)]).map(corner).collect(),
        ..Draft::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::games::vektorace::Vektorace;

    #[test]
    fn a_new_circuit_can_be_raced() {
        assert_eq!(Vektorace::validate(&starter()).1, []);
    }
}
