//! Simulates races of a lone driver. A seed determines all throws of the dice.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use super::policy::{Choice, Goal, Play};
use crate::games::wheel_to_wheel::rules;
use crate::games::wheel_to_wheel::state::{Phase, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::Turn;

/// Half the width of the 99 % confidence interval of a mean, in standard errors. The value is right for a large number
/// of samples.
const NINETY_NINE: f64 = 2.575_829_303_548_901;

/// The results of simulated races: how many races took each number of turns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// For each number of turns, beginning with 0, the number of races that took this many turns.
    pub counts: Vec<u32>,
    /// The number of races that ended before the driver reached the goal of the simulation.
    pub unfinished: u32,
}

impl Sample {
    /// Returns the number of races in which the driver reached the goal of the simulation.
    #[must_use]
    pub fn races(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the mean number of turns of the races that reached the goal.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().enumerate().map(|(turns, count)| turns as f64 * f64::from(*count)).sum();
        sum / f64::from(self.races().max(1))
    }

    /// Returns the estimated variance of a race's number of turns.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let off = |(turns, count): (usize, &u32)| (turns as f64 - mean).powi(2) * f64::from(*count);
        self.counts.iter().enumerate().map(off).sum::<f64>() / f64::from(self.races().saturating_sub(1).max(1))
    }

    /// Returns half the width of the 99 % confidence interval of the mean.
    #[must_use]
    pub fn half_interval(&self) -> f64 {
        NINETY_NINE * (self.variance() / f64::from(self.races().max(1))).sqrt()
    }
}

/// Simulates races of a lone driver from a state to a goal. The same seed gives the same races on every machine.
#[must_use]
pub fn sample(track: &Track, start: &State, policy: impl Play, goal: Goal, races: u32, seed: u64) -> Sample {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Sample::default();
    for _ in 0..races {
        match race(track, start, &policy, goal, &mut rng) {
            Some((turns, _)) => {
                if found.counts.len() <= turns {
                    found.counts.resize(turns + 1, 0);
                }
                found.counts[turns] += 1;
            }
            None => found.unfinished += 1,
        }
    }
    found
}

/// Returns the turn that the policy chooses for the driver to act: a random throw of a die and a way to use it, or a
/// discharge of the battery. Returns `None` if there is no legal play.
pub(super) fn thrown(track: &Track, state: &State, policy: &impl Play, rng: &mut ChaCha8Rng) -> Option<Turn> {
    let car = state.car(state.to_act()?);
    Some(match policy.choose(track, state)? {
        Choice::Battery => Turn::discharge(car),
        Choice::Die(die) => {
            let face = *track.faces().of(die).choose(rng)?;
            Turn::throw(car, policy.answer(track, state, die, face)?)
        }
    })
}

/// Returns the number of turns of one race, and its last state; `None` if the race does not reach the goal.
fn race(track: &Track, start: &State, policy: &impl Play, goal: Goal, rng: &mut ChaCha8Rng) -> Option<(usize, State)> {
    let mut state = start.clone();
    let mut turns = 0;
    while state.phase == Phase::Racing {
        state = rules::next(track, &state, &thrown(track, &state, policy, rng)?)?;
        let reached = state.drivers.first().is_some_and(|driver| goal.is_reached(driver));
        // Counts a turn when a move has ended or has reached the goal.
        if state.extra.is_none() || reached {
            turns += 1;
        }
        if reached {
            return Some((turns, state));
        }
    }
    None
}

/// Simulates races to the finish like [`sample`], and returns the last state of each race.
#[must_use]
pub fn ends(track: &Track, start: &State, policy: impl Play, races: u32, seed: u64) -> Vec<State> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..races).filter_map(|_| race(track, start, &policy, Goal::Finish, &mut rng)).map(|(_, end)| end).collect()
}
