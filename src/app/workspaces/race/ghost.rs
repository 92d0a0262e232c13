//! The car that the user selects, and its ghost: a pale car that drives another lap beside it, turn by turn.

use super::RaceTab;
use crate::analysis::{ghost, into_lap, tables};
use crate::app::commands::Ghost;
use crate::app::workspaces::replay::ghosts;
use crate::game::CarId;
use crate::game::scene::Item;

/// The cached drawing of the ghost, with the position that it shows.
pub(super) struct Drawn {
    /// The ghost's car, and the number of turns played. The ghost is drawn where this car stood after this number of
    /// turns. `None` if there is no ghost to draw.
    of: Option<(CarId, usize)>,
    pub(super) items: Vec<Item>,
}

impl RaceTab {
    /// The selected car, or else the car that played last.
    #[must_use]
    pub fn focus(&self) -> Option<CarId> {
        let last = self.race.step(self.playback.position().max(1)).map(|step| step.car);
        self.desk.focus.or(last)
    }

    /// Selects a car; `None` for no car.
    pub fn set_focus(&mut self, car: Option<CarId>) {
        self.desk.focus = car;
    }

    /// Selects the next car of the entry list; after the last car, selects no car. Returns a message for the status
    /// bar.
    pub fn choose_next_car(&mut self) -> String {
        let entrants = self.race.entrants();
        let now = self.desk.focus.and_then(|car| entrants.iter().position(|entrant| entrant.car == car));
        let next = entrants.get(now.map_or(0, |now| now + 1));
        let words = next.map_or_else(|| "No car selected".to_owned(), |entrant| format!("Selected {}", entrant.name));
        self.desk.focus = next.map(|entrant| entrant.car);
        words
    }

    /// The lap that the ghost beside the selected car shows; `None` for no ghost.
    #[must_use]
    pub const fn ghost(&self) -> Option<Ghost> {
        self.ghost
    }

    /// Sets the lap that the ghost shows; `None` removes the ghost.
    pub fn set_ghost(&mut self, ghost: Option<Ghost>) {
        // Without a selected car, the ghost would jump from car to car.
        if ghost.is_some() && self.desk.focus.is_none() {
            self.desk.focus = self.focus();
        }
        self.ghost = ghost;
        self.ghost_items = None;
    }

    /// Finds the ghost's place while the race is shown after `position` turns. Returns the ghost's car and a number of
    /// turns played. The ghost stands where this car stood after that number of turns. `None` if there is no ghost, or
    /// if the ghost has finished its lap.
    #[must_use]
    pub fn ghost_at(&self, position: usize) -> Option<(CarId, usize)> {
        let which = self.ghost?;
        let series = &self.figures.series;
        let index = |car: CarId| self.race.entrants().iter().position(|entrant| entrant.car == car);
        let (lap, turns) = into_lap(series, index(self.focus()?)?, position)?;
        // A car drives no lap before it first crosses the line, and none after it has finished.
        if !matches!(which, Ghost::Car(_)) && !(1..=self.race.laps()).contains(&lap) {
            return None;
        }
        let (car, lap) = match which {
            Ghost::Car(car) => (car, lap),
            Ghost::Lap(car, lap) => (car, lap),
            Ghost::Fastest => {
                let (car, lap) = tables::fastest_lap(&self.analysis.reading()?.digest)?;
                (car, lap.lap)
            }
        };
        Some((car, ghost(series, index(car)?, lap, turns)?))
    }

    /// Updates the drawing of the ghost to the point of the race after `position` turns.
    pub(super) fn refresh_ghost(&mut self, position: usize) {
        let at = self.ghost_at(position);
        if self.ghost_items.as_ref().is_none_or(|drawn| drawn.of != at) {
            let items = at.map(|(car, at)| ghosts::of(self.race.as_ref(), at, Some(car))).unwrap_or_default();
            self.ghost_items = Some(Drawn { of: at, items });
        }
    }
}
