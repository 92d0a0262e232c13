//! The expert driver: continues the race with all cars after each of its best decisions, and chooses the decision with
//! the best results.
//!
//! The race is continued ("rolled out") with the same random numbers after each decision, so that luck does not decide
//! between the decisions. All decisions get a few rollouts; then the better half gets more, and so on, until two are
//! left (after sequential halving; Karnin, Koren, Somekh 2013). One of the two is always the decision that the drivers'
//! knowledge (precomputed tables) rates best. The other decision is chosen only if it is better by more than the
//! standard error. A rollout ends after a few rounds ([`Drive::ROUNDS_AHEAD`]). Its result is the number of turns that
//! each car then needs ([`outlook`](super::outlook)).

use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;

use super::cockpit::{Cockpit, Decision};
use super::level::{Aim, Effort};
use super::outlook::Outlook;
use crate::game::{CarId, Dice, Drive, Progress, Rated, Status, View};

/// A decision is not tried if the drivers' knowledge rates it this many turns worse than the best decision.
const HOPELESS: f64 = 2.5;
/// The largest error, in turns, with which drivers in a rollout rate a decision. This error makes rollouts differ even
/// without dice.
const ROLLOUT_ERROR: f64 = 0.2;
/// The increase of the chance to win that counts as much as reaching the finish one turn earlier. This weight matters
/// most if two decisions have the same chance to win, or if the car is alone.
const TURN: f64 = 0.01;
/// The penalty for a decision that the drivers' knowledge rates worse than the best decision: its chance to win is
/// reduced by this number for each turn of difference. Rollouts are few, so this rating counts too.
const PRIOR: f64 = 0.05;
/// The largest number of turns that are played in one rollout.
const MOST: usize = 400;

/// The results of all rollouts of one decision, added up. They are the results of the car that makes the decision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// The number of rollouts (trial continuations of the race) of the decision.
    pub count: u32,
    /// Three sums over all rollouts: of the chance to win, of the place, and of the number of turns to the finish.
    pub sums: [f64; 3],
    /// The sums over all rollouts of three squares: of the chance to win, the place, and the number of turns to the
    /// finish.
    pub squares: [f64; 3],
}

impl Tally {
    fn add(&mut self, seen: Outlook) {
        self.count += 1;
        for (index, value) in [seen.win, seen.place, seen.turns].into_iter().enumerate() {
            self.sums[index] += value;
            self.squares[index] += value * value;
        }
    }

    /// Three means over all rollouts: of the chance to win, of the place, and of the number of turns to the finish.
    pub fn means(&self) -> [f64; 3] {
        self.sums.map(|sum| sum / f64::from(self.count.max(1)))
    }

    /// The standard errors of the three [`means`](Self::means); `None` with fewer than two rollouts.
    pub fn errors(&self) -> Option<[f64; 3]> {
        let count = f64::from(self.count);
        let of = |index: usize| {
            let mean = self.sums[index] / count;
            ((self.squares[index] / count - mean * mean).max(0.0) / (count - 1.0)).sqrt()
        };
        (self.count > 1).then(|| [of(0), of(1), of(2)])
    }

    /// The standard error of the number that the driver most wants to improve: its chance to win, or its place divided
    /// by the number of cars.
    fn error(&self, aim: Aim, [win, place, _]: [f64; 3], cars: usize) -> f64 {
        match aim {
            Aim::Win => win,
            Aim::Place => place / cars.max(1) as f64,
        }
    }

    /// Returns a number that says how well the decision serves the driver's aim. A higher number is better.
    pub fn worth(&self, aim: Aim, cars: usize) -> f64 {
        let [win, place, turns] = self.means();
        let by_place = -place / cars.max(1) as f64;
        match aim {
            Aim::Win => win + 0.1 * by_place - TURN * turns,
            Aim::Place => by_place + 0.1 * win - TURN * turns,
        }
    }
}

/// A decision that can be the first one of a rollout (a trial continuation of the race).
pub(super) trait Begin<G: Drive>: Sync {
    /// Plays the decision in a state of the race, and returns the state after it. Returns `None` if the decision cannot
    /// be played.
    fn begin(&self, cockpit: Cockpit<'_, G>, state: &G::State, dice: &mut Dice) -> Option<G::State>;
}

/// A call (a decision before the dice). Its dice are rolled again in each rollout.
pub(super) struct Called<C>(pub C);
/// A turn whose dice are already rolled.
pub(super) struct Used<T>(pub T);

impl<G: Drive + View> Begin<G> for Called<G::Call> {
    fn begin(&self, cockpit: Cockpit<'_, G>, state: &G::State, dice: &mut Dice) -> Option<G::State> {
        cockpit.follow(state, &self.0, 0.0, dice).map(|(_, played)| played.state)
    }
}

impl<G: Drive + View> Begin<G> for Used<G::Turn> {
    fn begin(&self, cockpit: Cockpit<'_, G>, state: &G::State, dice: &mut Dice) -> Option<G::State> {
        G::carry_out(cockpit.track, state, &self.0, dice).map(|(_, played)| played.state)
    }
}

/// The position in which decisions are tried.
pub(super) struct Trial<'a, G: Drive> {
    /// The circuit, and the drivers' knowledge of it.
    pub cockpit: Cockpit<'a, G>,
    /// The state of the race in this position.
    pub state: &'a G::State,
    /// The car to act.
    pub car: CarId,
    /// The seed of the dice.
    pub seed: u64,
    /// Returns whether the work must stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Plays the race on for a few rounds after one decision. Returns the forecast for the car that made the decision.
/// The dice depend only on the seed and on `number`, the number of the rollout.
fn roll_out<G: Drive + View>(trial: &Trial<'_, G>, decision: &dyn Begin<G>, number: u32) -> Option<Outlook> {
    let Trial { cockpit, state, car, seed, stop } = *trial;
    let mut dice = Dice::seed_from_u64(seed);
    dice.set_stream(u64::from(number));
    let (round, _) = G::clock(state);
    let mut now = decision.begin(cockpit, state, &mut dice)?;
    for _ in 0..MOST {
        let (at, to_act) = G::clock(&now);
        // Rounds are played to their end, because then every car has made the same number of turns.
        if to_act.is_none() || at > round + G::ROUNDS_AHEAD {
            break;
        }
        if stop() {
            // A rollout that was stopped early cannot be compared with the others.
            return None;
        }
        let Some((_, played)) = cockpit.play_on(&now, ROLLOUT_ERROR, &mut dice) else { break };
        now = played.state;
    }
    cockpit.outlook(&now).into_iter().find(|outlook| outlook.car == car)
}

impl<G: Drive + View> Trial<'_, G> {
    /// Plays the rollouts that have these numbers, and adds their results to `tally`. Each rollout begins with the same
    /// decision; its number determines its dice.
    pub fn add(&self, decision: &dyn Begin<G>, numbers: std::ops::Range<u32>, tally: &mut Tally) {
        let one = |number| if (self.stop)() { None } else { roll_out(self, decision, number) };
        let seen: Vec<Option<Outlook>> = numbers.into_par_iter().map(one).collect();
        seen.into_iter().flatten().for_each(|outlook| tally.add(outlook));
    }
}

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
    let best = decisions.first().map_or(0.0, |decision| decision.turns);
    let mut left: Vec<(usize, Tally)> = (0..decisions.len()).map(|index| (index, Tally::default())).collect();
    let stages = usize::BITS - (left.len() - 1).leading_zeros();
    let trial = Trial { cockpit, state, car, seed, stop: progress.stop };
    let mut done = 0;
    let worth = |(index, tally): &(usize, Tally)| {
        let prior = PRIOR * (decisions[*index].turns - best);
        if tally.count == 0 { f64::MIN } else { tally.worth(effort.aim, cars) - prior }
    };
    while left.len() > 1 && !(progress.stop)() {
        let each = (effort.rollouts.unwrap_or(G::ROLLOUTS) / stages / left.len() as u32).max(1);
        for (index, tally) in &mut left {
            trial.add(decisions[*index].begin.as_ref(), done..done + each, tally);
        }
        done += each;
        if left.len() == 2 {
            break;
        }
        left.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        let kept = left.len().div_ceil(2).max(2);
        // The decision that the drivers' knowledge rates best is kept to the end, for comparison.
        if let Some(place) = left.iter().position(|(index, _)| *index == 0).filter(|place| *place >= kept) {
            left.swap(kept - 1, place);
        }
        left.truncate(kept);
    }
    // Rollouts are few, and the best of many noisy numbers looks better than it is. So another decision is chosen only
    // if its lead over the decision with the best rating is larger than chance explains.
    let base = left.iter().find(|(index, _)| *index == 0);
    let challenger =
        left.iter().filter(|(index, _)| *index != 0).max_by(|one, other| worth(one).total_cmp(&worth(other)));
    match (base, challenger) {
        (Some(base), Some(challenger)) => {
            let error = |(_, tally): &(usize, Tally)| {
                tally.errors().map_or(f64::MAX, |errors| tally.error(effort.aim, errors, cars))
            };
            let doubt = error(base).hypot(error(challenger));
            if base.1.count == 0 || worth(challenger) - worth(base) > doubt { challenger.0 } else { 0 }
        }
        _ => 0,
    }
}

/// Returns the decisions worth trying, at most `most`. Leaves out decisions that the drivers' knowledge rates far worse
/// than the best decision.
pub(super) fn worth_trying<T>(rated: Vec<Rated<T>>, most: usize) -> Vec<Rated<T>> {
    let Some(best) = rated.first().map(|rated| rated.turns) else { return rated };
    rated.into_iter().filter(|rated| rated.turns <= best + HOPELESS).take(most.max(1)).collect()
}

/// Chooses the best of these calls (decisions before the dice).
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

/// Decides a turn: first everything that must be decided before the dice, and then, after the roll, how to use the
/// results.
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
