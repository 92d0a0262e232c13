//! The seats of a race: who drives each car. Persons enter their turns themselves; computer drivers and player programs
//! move without being asked.

use super::RaceTab;
use crate::app::settings::Seats;
use crate::app::settings::players::DrivenBy;
use crate::app::workspaces::replay::pending::Purpose;
use crate::drivers::Level;
use crate::game::CarId;
use crate::replay::RaceEdit;

/// The computer drivers and player programs that drive cars of a race, and the state of their automatic moves.
#[derive(Default)]
pub(super) struct Drove {
    pub(super) seats: Seats,
    /// Whether the drivers wait until the user lets them continue. They start to wait when the user takes back a turn,
    /// or when a driver fails to move.
    pub(super) waits: bool,
    /// The version number of the race at the last check, and the time in seconds at which the race got this version. A
    /// driver moves only after a pause that begins at this time.
    since: Option<(u64, f64)>,
}

impl RaceTab {
    /// The cars that computer drivers and player programs drive.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.drove.seats
    }

    /// Sets the cars that computer drivers and player programs drive. Cars that are not in the race are ignored.
    pub fn set_seats(&mut self, mut seats: Seats) {
        seats.retain(|car, _| self.race.entrants().iter().any(|entrant| entrant.car == *car));
        self.drove.seats = seats;
    }

    /// Sets who drives a car: a computer driver, a player (another program), or a person if `by` is `None`.
    pub fn seat(&mut self, car: CarId, by: Option<DrivenBy>) {
        match by {
            Some(by) => self.drove.seats.insert(car, by),
            None => self.drove.seats.remove(&car),
        };
        self.drove.waits = false;
    }

    /// Whether drivers wait until the user lets them continue.
    #[must_use]
    pub const fn drivers_wait(&self) -> bool {
        self.drove.waits
    }

    /// If `waits` is true, makes the drivers wait and stops drivers that are thinking. Otherwise lets the drivers
    /// continue.
    pub fn let_drivers_wait(&mut self, waits: bool) {
        self.drove.waits = waits;
        if waits {
            self.stop_drivers();
        }
    }

    /// The driver of each car, in grid order. A car that a person drives is listed with a driver of the default level.
    /// This driver plays only if the person asks it to.
    pub(super) fn drivers(&self) -> Vec<DrivenBy> {
        let by = |car| self.drove.seats.get(&car).cloned().unwrap_or_else(|| DrivenBy::Level(Level::default()));
        self.race.entrants().iter().map(|entrant| by(entrant.car)).collect()
    }

    /// Returns the time in seconds until the driver of the car to act moves by itself; `None` if no driver will move.
    /// `now` is the current time in seconds. A driver moves only after the last turn of the line (main line or
    /// variation) on screen, and only if no person drives the car. No driver moves during playback, while a turn is
    /// edited, while moves are secret, or while drivers think or wait.
    pub fn driver_moves_in(&mut self, now: f64) -> Option<f64> {
        let at = self.playback.position();
        let is_free = self.playback.at_last()
            && !self.playback.is_playing()
            && !self.drove.waits
            && self.replay.pending.purpose == Purpose::Play
            && !self.keeps_secrets()
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
        // Before a driver moves, the last turn stays on screen as long as during playback.
        let since = match self.drove.since {
            Some((state, since)) if state == self.state => since,
            _ => now,
        };
        self.drove.since = Some((self.state, since));
        Some((since + 1.0 / self.playback.speed() - now).max(0.0))
    }

    /// The edit that takes back the last turn; `None` if there is no turn. If computer drivers or player programs drive
    /// some of the cars, the edit takes back the last turn of a person and all turns after it. It takes back only the
    /// last turn if no person has played.
    pub(super) fn take_back(&self) -> Option<RaceEdit> {
        let last = self.race.len().checked_sub(1)?;
        let is_of_person =
            |at: &usize| self.race.step(at + 1).is_some_and(|step| !self.drove.seats.contains_key(&step.car));
        let at = if self.drove.seats.is_empty() { None } else { (0..=last).rev().find(is_of_person) };
        Some(RaceEdit::Cut { line: self.race.shown_line(), at: at.unwrap_or(last) })
    }

    /// Reacts to an edit of the race. After a turn was taken back, drivers wait. After a turn was played, they
    /// continue.
    pub(super) const fn note_for_drivers(&mut self, edit: &RaceEdit) {
        match edit {
            RaceEdit::Undo | RaceEdit::Cut { .. } => self.drove.waits = true,
            RaceEdit::Play { .. } => self.drove.waits = false,
            _ => {}
        }
    }
}
