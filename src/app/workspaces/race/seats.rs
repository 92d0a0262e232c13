//! The seats of a race: which cars are driven by persons, and which by computer drivers that move by themselves.

use super::RaceTab;
use crate::app::settings::Seats;
use crate::app::workspaces::replay::pending::Purpose;
use crate::drivers::Level;
use crate::game::CarId;
use crate::replay::RaceEdit;

/// The seats of a tab, and what its drivers wait for.
#[derive(Default)]
pub(super) struct Drove {
    pub(super) seats: Seats,
    /// Whether the drivers wait until the user lets them go on. They wait after a turn was taken back, and if a driver
    /// could not move.
    pub(super) waits: bool,
    /// The version number of the race when it was last checked, and the time from which on it had that number, in
    /// seconds.
    since: Option<(u64, f64)>,
}

impl RaceTab {
    /// The cars driven by computer drivers.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.drove.seats
    }

    /// Sets the cars driven by computer drivers. Cars that are not in the race are ignored.
    pub fn set_seats(&mut self, mut seats: Seats) {
        seats.retain(|car, _| self.race.entrants().iter().any(|entrant| entrant.car == *car));
        self.drove.seats = seats;
    }

    /// Puts a driver into a car, or a person if `level` is `None`.
    pub fn seat(&mut self, car: CarId, level: Option<Level>) {
        match level {
            Some(level) => self.drove.seats.insert(car, level),
            None => self.drove.seats.remove(&car),
        };
        self.drove.waits = false;
    }

    /// Whether drivers wait until the user lets them go on.
    #[must_use]
    pub const fn drivers_wait(&self) -> bool {
        self.drove.waits
    }

    /// Makes drivers wait, also those that are thinking, or lets them go on.
    pub fn let_drivers_wait(&mut self, waits: bool) {
        self.drove.waits = waits;
        if waits {
            self.stop_drivers();
        }
    }

    /// The levels of the drivers of all cars, in grid order. A car of a person has the usual level, because a driver
    /// plays for it only on request.
    pub(super) fn levels(&self) -> Vec<Level> {
        let level = |car| self.drove.seats.get(&car).copied().unwrap_or_default();
        self.race.entrants().iter().map(|entrant| level(entrant.car)).collect()
    }

    /// The time until the driver of the car to act moves, in seconds. `now` is the present time in seconds. `None` if
    /// no driver is to move by itself: not at the end of the line on screen, while a turn is edited, while moves are
    /// secret, while drivers think or wait, and for the car of a person.
    pub fn driver_moves_in(&mut self, now: f64) -> Option<f64> {
        let at = self.playback.position();
        let is_free = self.playback.at_last()
            && !self.playback.is_playing()
            && !self.drove.waits
            && self.replay.pending.purpose == Purpose::Play
            && !(self.secret && self.race.info().simultaneous)
            && self.drivers.stage().is_none();
        if self.drove.seats.is_empty() || !is_free {
            return None;
        }
        let acts = match self.view.as_ref().filter(|(of, _)| *of == at) {
            Some((_, view)) => view.to_act,
            None => self.race.view(at).to_act,
        };
        if !self.drove.seats.contains_key(&acts?) {
            return None;
        }
        // People see each turn for as long as it is on screen during playback.
        let since = match self.drove.since {
            Some((state, since)) if state == self.state => since,
            _ => now,
        };
        self.drove.since = Some((self.state, since));
        Some((since + 1.0 / self.playback.speed() - now).max(0.0))
    }

    /// The edit that takes back the last turn. If drivers drive some of the cars, it takes back all turns from the last
    /// one of a person on. `None` if there is no turn.
    pub(super) fn take_back(&self) -> Option<RaceEdit> {
        let last = self.race.len().checked_sub(1)?;
        let is_of_person =
            |at: &usize| self.race.step(at + 1).is_some_and(|step| !self.drove.seats.contains_key(&step.car));
        let at = if self.drove.seats.is_empty() { None } else { (0..=last).rev().find(is_of_person) };
        Some(RaceEdit::Cut { line: self.race.shown_line(), at: at.unwrap_or(last) })
    }

    /// Notes an edit of the race: after a turn was taken back, drivers wait. After a turn was played, they go on.
    pub(super) const fn note_for_drivers(&mut self, edit: &RaceEdit) {
        match edit {
            RaceEdit::Undo | RaceEdit::Cut { .. } => self.drove.waits = true,
            RaceEdit::Play { .. } => self.drove.waits = false,
            _ => {}
        }
    }
}
