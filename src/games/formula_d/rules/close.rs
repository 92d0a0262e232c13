//! Ends a turn (step T8). Puts markers on the board, counts the stop in a corner, compares the recorded results with
//! the replay, and finds the next car to act.

use super::order::{is_ahead, order};
use super::playing::{Act, Step};
use crate::game::{CarId, EventKind};
use crate::games::formula_d::state::{Car, Phase, Standing, State};
use crate::games::formula_d::track::{NOWHERE, SpaceIndex, Track};
use crate::games::formula_d::turn::Wear;

impl Act<'_> {
    /// Ends the turn (step T8).
    pub(super) fn end(&mut self) -> Step {
        self.leftover_rolls()?;
        for index in std::mem::take(&mut self.harmed) {
            let at = if index == self.index { self.stands } else { self.state.cars[index].at };
            // A car that finishes stops nowhere (FD-WIN-04).
            let has_finished = matches!(self.state.cars[index].standing, Standing::Finished(_));
            if at != NOWHERE && !has_finished {
                self.marks.push(at);
            }
        }
        for at in std::mem::take(&mut self.marks) {
            self.state.markers.add(at);
        }
        let spun = self.car().spun;
        if let Some(walk) = self.walked {
            let made = if self.track.space(self.stands).ground.corner().is_none() || walk.has_overshot() {
                0
            } else if walk.is_in_start_corner() {
                self.car().stops.saturating_add(1).min(9)
            } else {
                1
            };
            self.car_mut().stops = made;
        }
        self.tell_corners();
        if spun && self.walked.is_some() {
            self.car_mut().gear = 0;
        }
        self.car_mut().last = self.out_at.unwrap_or(self.stands);
        if self.is_lenient() {
            self.take_as_typed();
        }
        let lap = self.car().lap;
        if lap > self.began_lap && lap >= 2 {
            let car = self.car_mut();
            (car.nitro_used, car.ace_used, car.scrap_used) = (false, false, false);
        }
        self.police_reward()?;
        self.check_values()?;
        self.overtaken();
        self.state.done |= 1 << self.index;
        next_round(self.track, &mut self.state);
        Ok(())
    }

    /// Compares the results that the turn records, such as its end space, with the results of the replay (FD-LOG-04).
    fn check_values(&mut self) -> Step {
        let turn = self.turn;
        let says = |what: &str, gives: &str| {
            format!("Turn {}.{}: the record says {what}, the replay gives {gives}.", turn.round, turn.car)
        };
        let mut ends: Vec<SpaceIndex> = std::mem::take(&mut self.ends);
        if ends.last() != Some(&self.stands) {
            ends.push(self.stands);
        }
        ends.dedup();
        // If the record has a single end space, the turn ended there. If it has several, each is the end of a move, and
        // the turn ended on the last one.
        for (place, recorded) in turn.ends.iter().enumerate() {
            let is_last = place + 1 == turn.ends.len();
            let gives = if is_last { ends.last() } else { ends.get(place) };
            let gives = gives.map_or("-", |at| self.track.name(*at));
            if recorded.as_str() != gives {
                self.broken("FD-LOG-04", says(&format!("={recorded}"), &format!("={gives}")))?;
            }
        }
        self.check_damage()
    }

    /// Compares the recorded elimination, spin and wear points with the results of the replay (FD-LOG-04).
    pub(super) fn check_damage(&mut self) -> Step {
        let turn = self.turn;
        let says = |what: &str, gives: &str| {
            format!("Turn {}.{}: the record says {what}, the replay gives {gives}.", turn.round, turn.car)
        };
        let is_out = matches!(self.car().standing, Standing::Out(_));
        if turn.out && !is_out {
            self.broken("FD-LOG-04", says("x", "a car that is still racing"))?;
        }
        if turn.spin && !self.car().spun {
            self.broken("FD-LOG-04", says("spin", "no spin"))?;
        }
        if let Some(wear) = turn.wear
            && wear.0 != self.car().wear
        {
            let gives = Wear(self.car().wear);
            self.broken("FD-LOG-04", says(&wear.to_string(), &gives.to_string()))?;
        }
        Ok(())
    }

    /// Reports the cars that the moving car has overtaken. These cars were ahead of it before the turn, and are behind
    /// it now.
    fn overtaken(&mut self) {
        if self.walked.is_none() || self.car().standing.is_out() {
            return;
        }
        // A car that is home is ahead of all that are still racing.
        let leads = |other: usize| !self.car().is_on_board() || is_ahead(self.track, &self.state, self.index, other);
        let passed: Vec<CarId> = (0..self.state.cars.len())
            .filter(|other| *other != self.index && self.state.cars[*other].is_racing())
            .filter(|other| !is_ahead(self.track, self.before, self.index, *other) && leads(*other))
            .map(|other| self.id(other))
            .collect();
        for other in passed {
            self.event(self.index, EventKind::Overtook { other });
        }
    }
}

/// Begins the next round if every racing car has moved. Ends the race if no car is racing any more (FD-ORD-01,
/// FD-WIN-03).
pub(super) fn next_round(track: &Track, state: &mut State) {
    if state.phase != Phase::Race || state.to_act().is_some() {
        return;
    }
    if !state.cars.iter().any(Car::is_racing) {
        state.phase = Phase::Over;
        return;
    }
    state.round += 1;
    state.done = 0;
    state.order = order(track, state).into_iter().collect();
}
