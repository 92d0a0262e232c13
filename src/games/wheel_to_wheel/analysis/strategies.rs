//! Compares the tyre strategies of a board for a lone driver, under best play and under a fixed policy.

use rayon::prelude::*;

use super::best::{Best, Bounds};
use super::chain::{Chain, ChainError, Distribution};
use super::lone::bound;
use super::planned;
use super::policy::{Goal, Policy};
use crate::game::Progress;
use crate::games::wheel_to_wheel::state::State;
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::tyres::{Compound, Plan};

/// A tyre strategy with the expected number of turns to the finish.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The compounds of the three laps.
    pub plan: Plan,
    /// The expected number of turns to the finish under best play. The driver enters the pit lane only for the
    /// strategy's stops.
    pub best: Bounds,
    /// The distribution of the number of turns under best play.
    pub chances: Distribution,
    /// The distribution of the number of turns under the fixed policy: the driver always throws the fastest die, never
    /// charges, and makes no unnecessary stop.
    pub fixed: Distribution,
    /// The number of states in the search for best play.
    pub states: usize,
    /// The number of sweeps over all states in the search for best play.
    pub sweeps: usize,
}

/// The comparison of all strategies of a board.
#[derive(Clone, Debug)]
pub struct Strategies {
    /// The six strategies, in the rulebook's order.
    pub plans: Vec<Strategy>,
    /// The expected number of turns under best play if the driver chooses tyres freely at each stop. The first entry is
    /// for a start on hard tyres, the second for a start on soft tyres.
    pub free: [(Compound, Bounds); 2],
}

/// Compares, for a lone driver, the six strategies and best play without a strategy.
///
/// # Errors
/// Returns an error if there are too many states, if some state has no legal play, or if `progress` stops the search.
pub fn strategies(track: &Track, lone: &State, progress: Progress<'_>) -> Result<Strategies, ChainError> {
    (progress.report)("Searching for the best play of each of the six strategies".to_owned());
    let plans = Plan::ALL.into_par_iter().map(|plan| strategy(track, lone, plan, progress.stop));
    let plans = plans.collect::<Result<Vec<Strategy>, ChainError>>()?;
    (progress.report)("Searching for the best play without a fixed strategy".to_owned());
    let starts = [Plan::Hhs, Plan::Shh].map(|plan| planned(lone, plan, None));
    let best = Best::watched(track, &starts, progress.stop)?;
    let [hard, soft] = &starts;
    let of = |start| best.turns(start).ok_or(ChainError::Stuck);
    Ok(Strategies { plans, free: [(Compound::Hard, of(hard)?), (Compound::Soft, of(soft)?)] })
}

fn strategy(track: &Track, lone: &State, plan: Plan, stop: &(dyn Fn() -> bool + Sync)) -> Result<Strategy, ChainError> {
    let start = planned(lone, plan, None);
    let policy = Policy { plan: Some(plan), ..Policy::default() };
    let fixed = Chain::watched(track, &start, policy, Goal::Finish, stop)?.distribution();
    let start = bound(&start, plan);
    let best = Best::with_stops_due(track, &start, stop)?;
    let chances = best.chain(&start).ok_or(ChainError::Stuck)?.distribution();
    let turns = best.turns(&start).ok_or(ChainError::Stuck)?;
    Ok(Strategy { plan, best: turns, chances, fixed, states: best.states(), sweeps: best.sweeps() })
}
