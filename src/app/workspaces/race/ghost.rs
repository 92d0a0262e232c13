//! The car one looks at, and what drives beside it.

use super::RaceTab;
use crate::analysis::{ghost, into_lap, tables};
use crate::app::commands::Ghost;
use crate::app::workspaces::replay::ghosts;
use crate::game::CarId;
use crate::game::scene::Item;

/// What is drawn of a ghost.
pub(super) struct Drawn {
    /// The car and the position it is shown at; `None` where it is nowhere.
    of: Option<(CarId, usize)>,
    pub(super) items: Vec<Item>,
}

impl RaceTab {
    /// The car one looks at: the one that was chosen, or the one that played last.
    #[must_use]
    pub fn focus(&self) -> Option<CarId> {
        let last = self.race.step(self.playback.position().max(1)).map(|step| step.car);
        self.desk.focus.or(last)
    }

    /// Chooses the car one looks at; none leaves that to the race.
    pub fn set_focus(&mut self, car: Option<CarId>) {
        self.desk.focus = car;
    }

    /// Chooses the next car of the entry list; after the last, none. Answers what there is to tell.
    pub fn choose_next_car(&mut self) -> String {
        let entrants = self.race.entrants();
        let now = self.desk.focus.and_then(|car| entrants.iter().position(|entrant| entrant.car == car));
        let next = entrants.get(now.map_or(0, |now| now + 1));
        let words =
            next.map_or_else(|| "No car is chosen".to_owned(), |entrant| format!("Looking at {}", entrant.name));
        self.desk.focus = next.map(|entrant| entrant.car);
        words
    }

    /// What drives beside the car one looks at.
    #[must_use]
    pub const fn ghost(&self) -> Option<Ghost> {
        self.ghost
    }

    /// Has something drive beside it, or nothing.
    pub fn set_ghost(&mut self, ghost: Option<Ghost>) {
        // Beside whichever car moves next, it would jump.
        if ghost.is_some() && self.desk.focus.is_none() {
            self.desk.focus = self.focus();
        }
        self.ghost = ghost;
        self.ghost_items = None;
    }

    /// The car and position of the ghost at a position of the race; `None` where there is none, or it has ended its lap.
    #[must_use]
    pub fn ghost_at(&self, position: usize) -> Option<(CarId, usize)> {
        let which = self.ghost?;
        let series = &self.figures.series;
        let index = |car: CarId| self.race.entrants().iter().position(|entrant| entrant.car == car);
        let (lap, turns) = into_lap(series, index(self.focus()?)?, position)?;
        // On the way to the line, and once the race is over for it, the car drives no lap to compare with.
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

    /// Brings the ghost that is drawn up to date.
    pub(super) fn refresh_ghost(&mut self, position: usize) {
        let at = self.ghost_at(position);
        if self.ghost_items.as_ref().is_none_or(|drawn| drawn.of != at) {
            let items = at.map(|(car, at)| ghosts::of(self.race.as_ref(), at, Some(car))).unwrap_or_default();
            self.ghost_items = Some(Drawn { of: at, items });
        }
    }
}
