//! Analysis before and after a race: odds of the dice, tyre strategies of a lone driver, and luck.
//!
//! A lone driver has no slipstream, red fields, yellow flag or rain, because these depend on other drivers. The driver
//! makes the best play ([`Best`]) or follows a fixed [`Policy`]. The distribution of its number of turns is computed
//! exactly, from a Markov chain of all states it can reach, or estimated from races simulated with a seed. Every method
//! uses the rules that check recorded races.

mod best;
mod chain;
mod decision;
mod lone;
mod luck;
mod odds;
mod policy;
mod strategies;
mod trials;

pub use best::{Best, Bounds, Traffic};
pub use chain::{Chain, ChainError, Distribution, MAX_STATES, MOST_TURNS};
pub(super) use decision::reached;
pub use decision::{Decision, Weighed, decision, weighed};
pub(super) use lone::{Key, keyed};
pub use lone::{alone, bound};
pub use luck::{Luck, luck};
pub use odds::{
    chance_of_failure, chance_of_rain, collision_risk, expected_steps, expected_steps_after_battery, qualifying_sums,
    throws_to_fill, throws_to_garage, throws_to_travel,
};
pub use policy::{Choice, Goal, Play, Policy, Speed};
pub use strategies::{Strategies, Strategy, strategies};
pub use trials::{Sample, ends, sample};

use super::skills::Skills;
use super::state::State;
use super::track::Track;
use super::tyres::{Compound, Plan, Set};
use crate::game::Progress;

/// Returns the distribution of the number of turns to the finish for each of the six strategies, for a lone driver that
/// starts from grid slot 1.
///
/// # Errors
/// Returns an error if the board has too many states.
pub fn what_if(track: &Track, lone: &State, policy: Policy) -> Result<Vec<(Plan, Distribution)>, ChainError> {
    what_if_watched(track, lone, policy, Progress::SILENT)
}

/// Returns the same distributions as [`what_if`], one for each strategy, and reports progress while it computes them.
///
/// # Errors
/// Returns an error if the board has too many states, or if `progress` stops the computation.
pub fn what_if_watched(
    track: &Track,
    lone: &State,
    policy: Policy,
    progress: Progress<'_>,
) -> Result<Vec<(Plan, Distribution)>, ChainError> {
    let of = |plan: Plan| {
        if (progress.stop)() {
            return Err(ChainError::Stopped);
        }
        (progress.report)(format!("Searching {}", plan.id()));
        let start = planned(lone, plan, None);
        let policy = Policy { plan: Some(plan), ..policy };
        let chain = Chain::watched(track, &start, policy, Goal::Finish, progress.stop)?;
        Ok((plan, chain.distribution()))
    };
    Plan::ALL.into_iter().map(of).collect()
}

/// Estimates the distributions that [`what_if`] computes, from `races` simulated races for each strategy. The same seed
/// gives the same races.
#[must_use]
pub fn what_if_sampled(track: &Track, lone: &State, policy: Policy, races: u32, seed: u64) -> Vec<(Plan, Sample)> {
    let of = |(number, plan): (u64, Plan)| {
        let start = planned(lone, plan, None);
        let policy = Policy { plan: Some(plan), ..policy };
        (plan, sample(track, &start, policy, Goal::Finish, races, seed.wrapping_add(number)))
    };
    (0..).zip(Plan::ALL).map(of).collect()
}

/// Returns the state of a lone driver that starts on the tyres that a plan has for lap 1. If `skills` is given, the
/// driver's team has these skills.
#[must_use]
pub fn planned(lone: &State, plan: Plan, skills: Option<Skills>) -> State {
    let mut state = lone.clone();
    let first = plan.compound(1).unwrap_or(Compound::Hard);
    if let Some(driver) = state.drivers.first_mut() {
        driver.set = Set::new(first);
    }
    if let (Some(skills), Some(team)) = (skills, state.teams.first_mut()) {
        team.skills = skills;
    }
    state
}
