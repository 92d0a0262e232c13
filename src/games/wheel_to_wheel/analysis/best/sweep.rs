//! Computes the values of all states (expected turns to the finish) in sweeps: each sweep updates every value once.
//! Also computes upper bounds of the values.

use super::traffic::{CLEAR, SLIPSTREAM, SLOW};
use super::{Best, HOME, RISKY};
use crate::games::wheel_to_wheel::analysis::chain::ChainError;
use crate::games::wheel_to_wheel::dice::FACES;

/// When a sweep changes every value by less than this number of turns, the sweeps end and the upper bounds are
/// computed.
const SMALL: f64 = 1e-11;
/// The same limit for a driver in traffic. It is larger than [`SMALL`], because the values of such a driver are only
/// estimates.
const NEAR: f64 = 1e-6;

impl Best {
    /// Returns the expected turns to the finish, including the current turn, if a throw leads to the state `to`. Adds 1
    /// for the current turn, unless the driver must throw again in this turn.
    pub(super) fn worth(&self, to: u32) -> f64 {
        match to {
            HOME => 1.0,
            to if to & RISKY != 0 => {
                let to = to & !RISKY;
                let risk = self.traffic.unwrap_or_default().collision;
                (1.0 - risk) * self.worth(to) + risk * self.worth(self.crashes[to as usize])
            }
            to if self.extra[to as usize] => self.values[to as usize],
            to => 1.0 + self.values[to as usize],
        }
    }

    /// Returns the expected turns to the finish if the driver chooses this option, computed from the current values of
    /// the states.
    fn option_worth(&self, state: usize, option: usize) -> f64 {
        // Within a move, a throw may lead back to its own state without a turn passing (a six that halts on the pit
        // entry field). The driver then throws again, until the die shows another face. If a die has no other face, its
        // throws lead nowhere.
        let (mut sum, mut instead, mut back) = (0.0, 0.0, 0.0);
        for pair in self.faces_of(option).windows(2) {
            let [face, end] = pair else { continue };
            let share = f64::from(face.sides) / FACES as f64;
            let mut least = f64::INFINITY;
            let mut returns = false;
            for to in &self.uses[face.uses as usize..end.uses as usize] {
                if *to as usize == state && self.extra[state] {
                    returns = true;
                } else {
                    least = least.min(self.worth(*to));
                }
            }
            if returns {
                back += share;
                instead += share * least;
            } else {
                sum += share * least;
            }
        }
        if back == 0.0 {
            sum
        } else if back < 1.0 {
            (sum / (1.0 - back)).min(sum + instead)
        } else {
            instead
        }
    }

    fn state_worth(&self, state: usize) -> f64 {
        let options = self.options_of(state);
        let Some(traffic) = self.traffic else {
            return options.map(|option| self.option_worth(state, option)).fold(f64::INFINITY, f64::min);
        };
        let mut least = [f64::INFINITY; 3];
        for option in options {
            let worth = self.option_worth(state, option);
            for (condition, least) in [CLEAR, SLIPSTREAM, SLOW].into_iter().zip(&mut least) {
                if self.conditions[option] & condition != 0 {
                    *least = least.min(worth);
                }
            }
        }
        traffic.mean(least)
    }

    /// Returns the best option of a state; among equal options, the first.
    pub(super) fn best_option(&self, state: usize) -> Option<usize> {
        let worth = self.options_of(state).map(|option| (option, self.option_worth(state, option)));
        worth.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(option, _)| option)
    }

    /// Updates the values of all states in sweeps. Each sweep goes backwards from the finish, so that it updates a
    /// state after the states that follow it in the race. Only throws that set the driver back lead to states that are
    /// updated later.
    pub(super) fn iterate(&mut self, order: &[u32], most: usize, stop: &dyn Fn() -> bool) -> Result<(), ChainError> {
        while self.sweeps < most {
            if stop() {
                return Err(ChainError::Stopped);
            }
            self.sweeps += 1;
            let mut change = 0.0_f64;
            for state in order {
                let at = *state as usize;
                let worth = self.state_worth(at);
                change = change.max(worth - self.values[at]);
                self.values[at] = worth.max(self.values[at]);
            }
            if change < if self.traffic.is_some() { NEAR } else { SMALL } {
                // Among others, values are estimates, so no bounds are given.
                self.slack = if self.traffic.is_none() { self.slack_of(order) } else { None };
                break;
            }
        }
        Ok(())
    }

    /// Returns the fraction by which the values must be raised to become upper bounds. If one more sweep adds at most
    /// `e` to any value, this fraction is e / (1 - e). A further sweep would not increase the raised values, so they
    /// are at least as large as the true values.
    fn slack_of(&mut self, order: &[u32]) -> Option<f64> {
        // Updates the states that have an extra throw first. One pass is enough: within a move, no throw leads back to
        // another state of the move.
        for state in order.iter().map(|state| *state as usize).filter(|state| self.extra[*state]).collect::<Vec<_>>() {
            self.values[state] = self.state_worth(state);
        }
        let turns = (0..self.values.len()).filter(|state| !self.extra[*state]);
        let most = turns.map(|state| self.state_worth(state) - self.values[state]).fold(0.0, f64::max);
        (most < 0.5).then(|| most / (1.0 - most))
    }
}
