//! The expert driver: continues the race with all cars after each of its best decisions, and chooses the decision with
//! the best results.
//!
//! The race is continued ("rolled out") with the same random numbers after each decision, so that luck does not decide
//! between the decisions. The decision that the drivers' knowledge (precomputed tables) rates best stays in the
//! comparison until its end. All other decisions are its challengers. All decisions get a few rollouts; then the better
//! half of the challengers gets more, and so on (after sequential halving; Karnin, Koren, Somekh 2013). The comparison
//! ends when the rollouts are used up, or when the difference is clear. A challenger is chosen only if it is better by
//! more than the standard error. A rollout ends after a few rounds ([`Drive::ROUNDS_AHEAD`]). Its result is computed
//! from the number of turns that each car still needs at the end of the rollout ([`forecast`](super::forecast)).

use rand::RngExt as _;

use super::cockpit::{Cockpit, Decision};
use super::level::Effort;
use super::rollout::{Begin, Called, Tally, Trial, Used};
use crate::game::{Dice, Drive, Progress, Rated, Status, View};

/// A decision is not tried if the drivers' knowledge rates it this many turns worse than the best decision.
const HOPELESS: f64 = 2.5;
/// The penalty for a decision that the drivers' knowledge rates worse than the best decision. For each turn of
/// difference, the chance to win is reduced by this number. Without this penalty, the choice would be too uncertain,
/// because there are only a few rollouts.
const PRIOR: f64 = 0.05;
/// The rollouts are spread over at least this number of stages.
const STAGES: u32 = 3;
/// The largest number of rollouts of each decision in the first stage. With fewer rollouts than this, no difference
/// counts as clear.
const FIRST: u32 = 24;
/// A difference between two decisions is clear if it is this many times as large as its standard error.
const CLEAR: f64 = 2.0;

/// A decision to try, with the rating that the drivers' knowledge gives it, in turns.
struct Choice<'a, G> {
    turns: f64,
    begin: Box<dyn Begin<G> + 'a>,
}

/// Chooses between decisions by rollouts. Returns the index of the best decision. If `progress` stops the work, returns
/// the best decision so far.
fn choose<G: Drive + View>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    decisions: &[Choice<'_, G>],
    effort: Effort,
    seed: u64,
    progress: Progress<'_>,
) -> usize {
    let (Some(car), true) = (G::clock(state).1, decisions.len() > 1) else { return 0 };
    let view = G::view(cockpit.track, state);
    if !G::CARS_MEET || view.cars.iter().filter(|car| car.status == Status::Racing).count() < 2 {
        // If no other car can be in the way, the ratings are better than rollouts by club drivers.
        return 0;
    }
    let cars = view.cars.len();
    let trial = Trial { cockpit, state, car, seed, stop: progress.stop };
    let budget = effort.rollouts.unwrap_or(G::ROLLOUTS);
    // How far a decision is ahead of the one with the best rating, and the standard error of that.
    let lead = |tally: &Tally, index: usize, base: &Tally| {
        let (mean, error) = tally.lead(base, effort.aim, cars)?;
        Some((mean - PRIOR * (decisions[index].turns - decisions[0].turns), error))
    };
    let mut base = Tally::default();
    let mut challengers: Vec<(usize, Tally)> = (1..decisions.len()).map(|index| (index, Tally::default())).collect();
    let (mut done, mut played) = (0, 0);
    let mut each = (budget / STAGES / decisions.len() as u32).clamp(2, FIRST);
    loop {
        let tried = challengers.len() as u32 + 1;
        each = each.min((budget.saturating_sub(played)) / tried).max(u32::from(done == 0));
        if each == 0 || (progress.stop)() {
            break;
        }
        let numbers = done..done + each;
        trial.add(decisions[0].begin.as_ref(), numbers.clone(), &mut base);
        for (index, tally) in &mut challengers {
            trial.add(decisions[*index].begin.as_ref(), numbers.clone(), tally);
        }
        (done, played) = (done + each, played + each * tried);
        let worth = |(index, tally): &(usize, Tally)| lead(tally, *index, &base).map_or(f64::MIN, |(mean, _)| mean);
        challengers.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        challengers.truncate(challengers.len().div_ceil(2));
        if done >= FIRST {
            let is_open = |(index, tally): &(usize, Tally)| {
                lead(tally, *index, &base).is_some_and(|(mean, error)| mean > -CLEAR * error)
            };
            challengers.retain(is_open);
        }
        let is_clear = |(index, tally): &(usize, Tally)| {
            lead(tally, *index, &base).is_some_and(|(mean, error)| mean > CLEAR * error)
        };
        if challengers.is_empty() || challengers.len() == 1 && done >= FIRST && challengers.iter().all(is_clear) {
            break;
        }
        each = done;
    }
    // Rollouts are few, and the best of many noisy numbers looks better than it is. So another decision is chosen only
    // if its lead over the decision with the best rating is larger than chance explains.
    let ahead = |(index, tally): &(usize, Tally)| {
        let (mean, error) = lead(tally, *index, &base)?;
        (mean > error).then_some((*index, mean))
    };
    let best = challengers.iter().filter_map(ahead).max_by(|one, other| one.1.total_cmp(&other.1));
    best.map_or(0, |(index, _)| index)
}

/// Returns the decisions worth trying, at most `most`. Leaves out decisions that the drivers' knowledge rates far worse
/// than the best decision.
pub(super) fn worth_trying<T>(rated: Vec<Rated<T>>, most: usize) -> Vec<Rated<T>> {
    let Some(best) = rated.first().map(|rated| rated.turns) else { return rated };
    rated.into_iter().filter(|rated| rated.turns <= best + HOPELESS).take(most.max(1)).collect()
}

/// Chooses the best of these calls (decisions before the dice are rolled).
pub(super) fn best_call<G: Drive + View>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    calls: Vec<Rated<G::Call>>,
    effort: Effort,
    seed: u64,
    progress: Progress<'_>,
) -> Option<G::Call> {
    let mut calls = worth_trying(calls, effort.candidates);
    let tried: Vec<Choice<'_, G>> =
        calls.iter().map(|rated| Choice { turns: rated.turns, begin: Box::new(Called(rated.what.clone())) }).collect();
    let best = choose(cockpit, state, &tried, effort, seed, progress);
    (best < calls.len()).then(|| calls.swap_remove(best).what)
}

/// Chooses the best of these turns, which all use the same roll.
pub(super) fn best_use<G: Drive + View>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    uses: Vec<Rated<G::Turn>>,
    effort: Effort,
    seed: u64,
    progress: Progress<'_>,
) -> Option<G::Turn> {
    let mut uses = worth_trying(uses, effort.candidates);
    let tried: Vec<Choice<'_, G>> =
        uses.iter().map(|rated| Choice { turns: rated.turns, begin: Box::new(Used(rated.what.clone())) }).collect();
    let best = choose(cockpit, state, &tried, effort, seed.wrapping_add(1), progress);
    (best < uses.len()).then(|| uses.swap_remove(best).what)
}

/// Decides a turn in two steps: makes the decisions before the dice are rolled, and then chooses how to use the roll.
pub(super) fn decide<G: Drive + View>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    effort: Effort,
    dice: &mut Dice,
    progress: Progress<'_>,
) -> Option<Decision<G>> {
    let (track, knowledge) = (cockpit.track, cockpit.knowledge);
    let seed: u64 = dice.random();
    let calls = G::precise_calls(knowledge, track, state);
    let call = best_call(cockpit, state, calls, effort, seed, progress)?;
    let cast = G::cast(track, state, &call, dice);
    let uses = G::uses(knowledge, track, state, &cast);
    let turn = best_use(cockpit, state, uses, effort, seed, progress)?;
    G::carry_out(track, state, &turn, dice)
}
