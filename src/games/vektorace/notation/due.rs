//! When points are taken (VR-RES-02): in the first edition once the grid is complete, in the second after the draw and
//! before any car is placed, online by each car right after its own placement.

use super::words::Piece;
use crate::game::{CarId, NotationError};
use crate::games::vektorace::Edition;

/// What has been said so far about places and points.
#[derive(Default)]
pub(super) struct Due {
    /// The cars in the order drawn, once it is.
    pub drawn: Vec<CarId>,
    /// Those that have a place of their own.
    placed: Vec<CarId>,
    /// Whether the first edition's grid has its side.
    sided: bool,
    /// Those that have taken their points.
    supplied: Vec<CarId>,
}

impl Due {
    /// Takes note that a car takes points. `word` begins the line.
    pub fn points(&mut self, edition: Edition, car: CarId, word: Piece<'_>) -> Result<(), NotationError> {
        if self.supplied.contains(&car) {
            return Err(NotationError::new(word.column, format!("car {car} has taken its points already")));
        }
        let early = match edition {
            Edition::Formula8 if self.placed.is_empty() || !self.sided => {
                Some("in the first edition they are taken once the grid is complete, after `grid`, `side` and `pole`")
            }
            Edition::Second if self.drawn.is_empty() => {
                Some("in the second edition they are taken after the draw, the line `grid`")
            }
            Edition::Online if !self.placed.contains(&car) => {
                Some("in the online edition a car takes them right after its own placement")
            }
            _ => None,
        };
        if let Some(when) = early {
            return Err(NotationError::new(word.column, format!("points are not due yet: {when} (VR-RES-02)")));
        }
        self.supplied.push(car);
        Ok(())
    }

    /// Takes note that a car is placed. `word` begins the line.
    pub fn place(&mut self, edition: Edition, car: CarId, word: Piece<'_>) -> Result<(), NotationError> {
        if self.placed.contains(&car) {
            return Err(NotationError::new(word.column, format!("car {car} has its place already")));
        }
        let unsupplied = |cars: &[CarId]| cars.iter().copied().find(|car| !self.supplied.contains(car));
        let waits = match edition {
            Edition::Formula8 => None,
            Edition::Second => unsupplied(&self.drawn).map(|other| {
                format!("in the second edition points are taken before cars are placed, and car {other} has none yet")
            }),
            Edition::Online => unsupplied(&self.placed).map(|other| {
                format!("in the online edition points are taken right after a car's own placement, and car {other} has none yet")
            }),
        };
        if let Some(why) = waits {
            return Err(NotationError::new(word.column, format!("car {car} is not placed yet: {why} (VR-RES-02)")));
        }
        self.placed.push(car);
        Ok(())
    }

    /// Takes note that the second car has chosen its side.
    pub const fn side(&mut self) {
        self.sided = true;
    }

    /// The first of these cars that has no points.
    pub fn without_points(&self, mut cars: impl Iterator<Item = CarId>) -> Option<CarId> {
        cars.find(|car| !self.supplied.contains(car))
    }
}
