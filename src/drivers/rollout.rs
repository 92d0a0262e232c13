//! Rollouts: trial continuations of the race after a decision.
//!
//! Rollouts of different decisions can be compared one by one, because rollouts with the same number have the same
//! luck: in each round, each car gets the same random numbers, whatever the other cars have done. So most of the luck
//! cancels out in the difference between two decisions ("common random numbers"), and far fewer rollouts are needed to
//! find the better decision.

use rand::SeedableRng as _;
use rayon::prelude::*;

use super::cockpit::Cockpit;
use super::forecast::Forecast;
use super::level::Aim;
use crate::game::{CarId, Dice, Drive, View};

/// The largest error, in turns, with which drivers in a rollout rate a decision. This error makes rollouts differ even
/// without dice.
const ROLLOUT_ERROR: f64 = 0.2;
/// The increase of the chance to win that counts as much as reaching the finish one turn earlier. This weight matters
/// most if two decisions have the same chance to win, or if the car is alone.
const TURN: f64 = 0.01;
/// The largest number of turns that are played in one rollout.
const MOST: usize = 400;

/// The forecasts for one car at the ends of all rollouts of one decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The number and the result of each rollout, sorted by number. Rollouts that were stopped early are left out.
    seen: Vec<(u32, Ended)>,
}

/// The forecast for a car at the end of a rollout.
#[derive(Clone, Copy, Debug)]
struct Ended {
    /// The chance to win, from 0 to 1.
    win: f64,
    place: f64,
    /// The turns from the end of the rollout to the finish. A large number for a car that is out, as in
    /// [`Forecast::turns`].
    left: f64,
    /// The turns that the car played in the rollout, without that of the decision.
    played: u32,
    is_out: bool,
}

impl Ended {
    /// The turns to the finish, without that of the decision.
    fn turns(&self) -> f64 {
        f64::from(self.played) + self.left
    }
}

/// Returns a number that says how well a result serves the driver's aim. A higher number is better. `cars` is the
/// number of cars.
fn worth(Ended { win, place, left, is_out, .. }: Ended, aim: Aim, cars: usize) -> f64 {
    // Among several cars, the last place and no chance to win say enough about a car that is out. The large number of
    // turns that it then needs would weigh more than any chance to win. A lone car always wins and has the first place,
    // so only the turns tell these results apart.
    let turns = if is_out && cars > 1 { 0.0 } else { left };
    let by_place = -place / cars.max(1) as f64;
    match aim {
        Aim::Win => win + 0.1 * by_place - TURN * turns,
        Aim::Place => by_place + 0.1 * win - TURN * turns,
    }
}

/// Returns the mean of some numbers and its standard error; `None` for fewer than two numbers.
fn mean_and_error(numbers: &[f64]) -> Option<(f64, f64)> {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (numbers.len() > 1).then(|| (mean, (variance / count).sqrt()))
}

impl Tally {
    /// The number of rollouts of the decision.
    pub const fn count(&self) -> usize {
        self.seen.len()
    }

    /// The mean of a value over all results that have it, with its standard error (0 for a single result). `None` if no
    /// result has the value.
    fn mean(&self, number: impl Fn(&Ended) -> Option<f64>) -> Option<(f64, f64)> {
        let numbers: Vec<f64> = self.seen.iter().filter_map(|(_, ended)| number(ended)).collect();
        mean_and_error(&numbers).or_else(|| numbers.first().map(|only| (*only, 0.0)))
    }

    /// The chance to win, and its standard error.
    ///
    /// A few rollouts may all be won, but that makes nothing certain: in other rollouts, cars may collide or block each
    /// other. So one more result counts, the chance `even` that each car would have if all were equal. `even` is `None`
    /// if nothing in a rollout is left to luck or to the other cars, or if a car has won already. Where the decision
    /// itself ends the car's race, its result is certain.
    pub fn win(&self, even: Option<f64>) -> (f64, f64) {
        let is_decided = self.seen.iter().all(|(_, ended)| ended.played == 0 && (ended.left <= 0.0 || ended.is_out));
        let more = even.filter(|_| !is_decided && !self.seen.is_empty());
        let numbers: Vec<f64> = self.seen.iter().map(|(_, ended)| ended.win).chain(more).collect();
        mean_and_error(&numbers).or_else(|| numbers.first().map(|only| (*only, 0.0))).unwrap_or_default()
    }

    /// The expected place, and its standard error.
    pub fn place(&self) -> (f64, f64) {
        self.mean(|ended| Some(ended.place)).unwrap_or_default()
    }

    /// The expected number of turns to the finish, and its standard error, in the rollouts in which the car is not out.
    /// `None` if it is out in all of them.
    pub fn turns(&self) -> Option<(f64, f64)> {
        self.mean(|ended| Some(ended.turns()).filter(|_| !ended.is_out))
    }

    /// The mean number of turns to the finish. A car that is out counts as if it needed a very large number of turns.
    pub fn turns_with_out(&self) -> f64 {
        self.mean(|ended| Some(ended.turns())).unwrap_or_default().0
    }

    /// Returns a number that says how well the decision serves the driver's aim. A higher number is better.
    pub fn worth(&self, aim: Aim, cars: usize) -> f64 {
        self.mean(|ended| Some(worth(*ended, aim, cars))).unwrap_or_default().0
    }

    /// Compares this decision with another one, each time in the two rollouts with the same number. Returns the mean
    /// difference and its standard error. The difference is above 0 if this decision serves the driver's aim better.
    /// Returns `None` if the two decisions have fewer than two rollout numbers in common.
    pub fn lead(&self, other: &Self, aim: Aim, cars: usize) -> Option<(f64, f64)> {
        let of_other = |number: &u32| {
            let found = other.seen.binary_search_by_key(number, |(number, _)| *number).ok()?;
            other.seen.get(found).map(|(_, result)| worth(*result, aim, cars))
        };
        let pairs = self.seen.iter().filter_map(|(number, own)| Some(worth(*own, aim, cars) - of_other(number)?));
        mean_and_error(&pairs.collect::<Vec<f64>>())
    }
}

/// The luck of one rollout: the random numbers of each car in each round.
struct Luck {
    dice: Dice,
    number: u32,
    /// For each car: the last round in which it decided, and how often it has decided in that round.
    decided: Vec<(CarId, u32, u8)>,
}

impl Luck {
    fn new(seed: u64, number: u32) -> Self {
        Self { dice: Dice::seed_from_u64(seed), number, decided: Vec::new() }
    }

    /// The dice for the next decision of a car. They depend only on the seed, the number of the rollout, the car, the
    /// round, and the number of decisions that the car has made in this round.
    fn of(&mut self, car: CarId, round: u32) -> &mut Dice {
        let known = self.decided.iter().position(|(other, ..)| *other == car);
        let at = known.unwrap_or_else(|| {
            self.decided.push((car, round, 0));
            self.decided.len() - 1
        });
        let mut count = 0;
        if let Some((_, last, decided)) = self.decided.get_mut(at) {
            *decided = if *last == round { decided.wrapping_add(1) } else { 1 };
            (*last, count) = (round, *decided);
        }
        // A generator has 2^64 streams of random numbers. The parts of this number do not overlap in any real race.
        let stream = u64::from(self.number) << 36 ^ u64::from(car.0) << 20 ^ u64::from(round) << 8 ^ u64::from(count);
        self.dice.set_stream(stream);
        self.dice.set_word_pos(0);
        &mut self.dice
    }
}

/// A decision that can be the first one of a rollout (a trial continuation of the race).
pub(super) trait Begin<G: Drive>: Sync {
    /// Plays the decision in a state of the race, and returns the state after it. Returns `None` if the decision cannot
    /// be played.
    fn begin(&self, cockpit: Cockpit<'_, G>, state: &G::State, dice: &mut Dice) -> Option<G::State>;
}

/// A call (a decision before the dice are rolled). Its dice are rolled again in each rollout.
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

/// Continues the race for a few rounds after one decision. Returns the result for the car that made the decision. The
/// dice depend only on the seed and on `number`, the number of the rollout.
fn roll_out<G: Drive + View>(trial: &Trial<'_, G>, decision: &dyn Begin<G>, number: u32) -> Option<Ended> {
    let Trial { cockpit, state, car, seed, stop } = *trial;
    let mut luck = Luck::new(seed, number);
    let (round, _) = G::clock(state);
    let mut now = decision.begin(cockpit, state, luck.of(car, round))?;
    let (mut played, mut last) = (0, round);
    for _ in 0..MOST {
        let (at, to_act) = G::clock(&now);
        // Rounds are played to their end, because then every car has made the same number of turns.
        let Some(acting) = to_act.filter(|_| at <= round + G::ROUNDS_AHEAD) else { break };
        if stop() {
            // A rollout that was stopped early cannot be compared with the others.
            return None;
        }
        let Some((_, decided)) = cockpit.play_on(&now, ROLLOUT_ERROR, luck.of(acting, at)) else { break };
        if acting == car && at > last {
            (played, last) = (played + 1, at);
        }
        now = decided.state;
    }
    let forecast = cockpit.forecast(&now).into_iter().find(|forecast| forecast.car == car)?;
    let Forecast { win, place, turns, is_out, .. } = forecast;
    Some(Ended { win, place, left: turns, played, is_out })
}

impl<G: Drive + View> Trial<'_, G> {
    /// Plays the rollouts that have these numbers, and adds their results to `tally`. Each rollout begins with the same
    /// decision; its number determines its luck. The numbers must be larger than those of earlier rollouts in `tally`.
    pub fn add(&self, decision: &dyn Begin<G>, numbers: std::ops::Range<u32>, tally: &mut Tally) {
        let one = |number| {
            let ended = if (self.stop)() { None } else { roll_out(self, decision, number) }?;
            Some((number, ended))
        };
        let seen: Vec<Option<(u32, Ended)>> = numbers.into_par_iter().map(one).collect();
        tally.seen.extend(seen.into_iter().flatten());
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that fails panics")]

    use rand::RngExt as _;

    use super::*;

    fn tally(wins: &[f64]) -> Tally {
        let ended = |win: f64| Ended { win, place: 1.0, left: 3.0, played: 2, is_out: false };
        Tally { seen: wins.iter().zip(0..).map(|(win, number)| (number, ended(*win))).collect() }
    }

    #[test]
    fn decisions_are_compared_rollout_by_rollout() {
        let wins = [0.1, 0.9, 0.4, 0.7];
        let (one, other) = (tally(&wins.map(|win| win + 0.05)), tally(&wins));
        let (mean, error) = one.lead(&other, Aim::Win, 2).unwrap();
        assert!((mean - 0.05).abs() < 1e-12 && error < 1e-12, "{mean} {error}");
        let (chance, alone) = one.win(None);
        assert!(alone > 0.1, "each of them is uncertain: {alone}");
        // One even result more moves the chance a little towards it.
        let (more, _) = one.win(Some(0.5));
        assert!((more - (4.0 * chance + 0.5) / 5.0).abs() < 1e-12);
        assert!(tally(&[1.0; 9]).win(Some(0.25)).0 < 0.95, "nine won rollouts make nothing certain");
        assert_eq!(one.turns().unwrap().0, 5.0, "turns in the rollout count");
        // Only rollouts that both decisions have had are compared.
        let fewer = Tally { seen: other.seen[2..].to_vec() };
        let (mean, _) = one.lead(&fewer, Aim::Win, 2).unwrap();
        assert!((mean - 0.05).abs() < 1e-12);
        assert_eq!(one.lead(&tally(&wins[..1]), Aim::Win, 2), None, "one pair has no standard error");
    }

    #[test]
    fn the_luck_of_a_car_does_not_depend_on_other_cars() {
        let [one, other] = [CarId(1), CarId(2)];
        let throw = |luck: &mut Luck, car, round| luck.of(car, round).random::<u64>();
        let mut first = Luck::new(5, 7);
        let thrown = [throw(&mut first, one, 1), throw(&mut first, other, 1), throw(&mut first, one, 2)];
        let mut second = Luck::new(5, 7);
        for _ in 0..3 {
            // The other car throws more often in this rollout.
            throw(&mut second, other, 1);
        }
        assert_eq!([throw(&mut second, one, 1), throw(&mut second, one, 2)], [thrown[0], thrown[2]]);
        // A second throw in the same round, another round, another car and another rollout have other luck.
        let again = throw(&mut second, one, 2);
        let elsewhere = throw(&mut Luck::new(5, 8), one, 1);
        let mut all = vec![thrown[0], thrown[1], thrown[2], again, elsewhere];
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 5);
    }
}
