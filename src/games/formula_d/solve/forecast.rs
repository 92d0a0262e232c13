//! Forecasts the race of a car that follows the best play: the chance of each number of turns, the chances of
//! elimination and of pit stops, and the average play in each corner.

use std::collections::BTreeMap;

use super::super::dice;
use super::super::track::{Ground, Track};
use super::moves::{ARRIVED_STRAINED, MOST_EXIT, WAITS};
use super::table::{Solution, Spot};
use super::{Lone, Progress};

/// The average play at one corner in one lap: turns, stops, gears and wear points lost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CornerUse {
    /// The mean number of turns per lap that the car begins in the corner or on the straight before it.
    pub turns: f64,
    /// The mean number of turns per lap that end in the corner, called stops.
    pub stops: f64,
    /// The mean number of turns per lap that end in the corner, for each gear. Entry 0 is for gear 1.
    pub gears: [f64; 6],
    /// The mean number of wear points lost per lap: tyres (or the pool), brakes, gearbox and engine. Only losses in
    /// turns that begin in the corner, or on the straight before it, are included.
    pub wear: [f64; 4],
}

/// The results that a lone car can expect if it plays as well as possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Entry `n` is the chance that the car finishes after `n` turns. Races that end with an elimination are not
    /// included.
    pub spread: Vec<f64>,
    /// The chance that the car is eliminated.
    pub out: f64,
    /// The expected number of turns in the races that the car finishes.
    pub turns: f64,
    /// The standard deviation of the number of turns in the races that the car finishes.
    pub deviation: f64,
    /// The expected number of stops in the pit box.
    pub stops: f64,
    /// For each corner, in driving order: the average turns, stops, gears and lost wear points in one lap.
    pub corners: Vec<CornerUse>,
    /// The number of states that the best play can reach.
    pub states: usize,
}

impl Forecast {
    /// Returns the smallest number of turns within which at least the fraction `share` (0 to 1) of all races ends. For
    /// example, if `share` is 0.9, nine of ten races take at most this number of turns. Races that end with an
    /// elimination are ignored.
    #[must_use]
    pub fn within(&self, share: f64) -> usize {
        let all: f64 = self.spread.iter().sum();
        let mut sum = 0.0;
        for (turns, chance) in self.spread.iter().enumerate() {
            sum += chance;
            if sum >= share * all {
                return turns;
            }
        }
        self.spread.len()
    }
}

/// For each number of turns, the chance that the car reaches a state after exactly that number. Entry `n` of `chances`
/// belongs to `first + n` turns.
#[derive(Clone, Debug, Default)]
struct Mass {
    first: usize,
    chances: Vec<f64>,
}

impl Mass {
    fn add(&mut self, other: &Self, share: f64, later: usize) {
        let first = other.first + later;
        if self.chances.is_empty() {
            self.first = first;
        }
        if first < self.first {
            let gap = self.first - first;
            self.chances.splice(0..0, std::iter::repeat_n(0.0, gap));
            self.first = first;
        }
        let end = first - self.first + other.chances.len();
        if self.chances.len() < end {
            self.chances.resize(end, 0.0);
        }
        for (place, chance) in other.chances.iter().enumerate() {
            self.chances[first - self.first + place] += share * chance;
        }
    }

    fn total(&self) -> f64 {
        self.chances.iter().sum()
    }
}

/// The sort key of a state: lap, rank (half spaces along the lap), the wear points already lost, then pair (space and
/// state code), mode (tyre set and weather), gear and combination of wear points. A turn always leads to a state with a
/// higher key.
type Key = (u16, i32, u32, usize, usize, u8, usize);

struct Walker<'a> {
    track: &'a Track,
    solution: &'a Solution,
    open: BTreeMap<Key, Mass>,
    home: Mass,
    out: f64,
    forecast: Forecast,
}

/// Follows the best play from a state to the end of the race, with all results that the dice can have. If `start_die`
/// is set, the car begins with its start die. Returns `None` if no lone car can be in that state, or if `progress`
/// stops the forecast.
#[must_use]
pub fn forecast(
    track: &Track,
    solution: &Solution,
    lone: &Lone,
    start_die: bool,
    progress: &Progress<'_>,
) -> Option<Forecast> {
    let (spot, point) = solution.spot(lone)?;
    let corners = vec![CornerUse::default(); track.corners().len()];
    let forecast = Forecast { corners, ..Forecast::default() };
    let mut walker = Walker { track, solution, open: BTreeMap::new(), home: Mass::default(), out: 0.0, forecast };
    let begin = Mass { first: 0, chances: vec![1.0] };
    if start_die {
        walker.reach(spot, point, lone.gear, &begin, 0.05, 1);
        walker.reach(spot, point, lone.gear, &begin, 0.9, 0);
        walker.drive(spot, point, (1, 4), &begin, 0.05, true);
        // A stall and a great start each take a turn without a gear die. Each has a chance of 0.05.
        walker.count(spot, 0.1);
    } else {
        walker.reach(spot, point, lone.gear, &begin, 1.0, 0);
    }
    while let Some((key, mass)) = walker.open.pop_first() {
        if walker.forecast.states.is_multiple_of(64) && !(progress.report)(1.0) {
            return None;
        }
        walker.turn(key, &mass);
    }
    let Walker { home, out, mut forecast, .. } = walker;
    forecast.out = out;
    forecast.spread = vec![0.0; home.first];
    forecast.spread.extend(home.chances);
    let sum = |power: i32| {
        forecast.spread.iter().enumerate().map(|(turns, chance)| (turns as f64).powi(power) * chance).sum::<f64>()
    };
    let all = sum(0).max(f64::MIN_POSITIVE);
    let (mean, square) = (sum(1) / all, sum(2) / all);
    forecast.turns = mean;
    forecast.deviation = (square - mean * mean).max(0.0).sqrt();
    let laps = f64::from(solution.question.laps());
    for corner in &mut forecast.corners {
        corner.turns /= laps;
        corner.stops /= laps;
        corner.gears.iter_mut().chain(&mut corner.wear).for_each(|part| *part /= laps);
    }
    Some(forecast)
}

impl Walker<'_> {
    fn reach(&mut self, spot: Spot, point: usize, gear: u8, mass: &Mass, share: f64, later: usize) {
        if share <= 0.0 {
            return;
        }
        let points = self.solution.points_at(point);
        if self.solution.is_out(points) {
            self.out += share * mass.total();
            return;
        }
        let left: u32 = points.iter().map(|points| u32::from(*points)).sum();
        let (at, _) = self.solution.pairs[spot.pair];
        let key = (spot.lap, self.track.space(at).rank, u32::MAX - left, spot.pair, spot.mode, gear, point);
        self.open.entry(key).or_default().add(mass, share, later);
    }

    /// Returns the index of the corner to which a turn is assigned: the corner in which the turn begins, or else the
    /// next corner ahead.
    fn corner(&self, spot: Spot) -> usize {
        usize::from(self.track.space(self.solution.pairs[spot.pair].0).ahead_corner)
    }

    fn turn(&mut self, (lap, _, _, pair, mode, gear, point): Key, mass: &Mass) {
        let spot = Spot { lap, mode, pair };
        self.forecast.states += 1;
        let solution = self.solution;
        let gears = solution.gears_from(solution.from[pair], gear, point).iter();
        let best = gears
            .filter_map(|(gear, left)| left.map(|left| (*gear, left, solution.gear_worth(spot, left, *gear))))
            .reduce(|best, gear| if gear.2 < best.2 { gear } else { best });
        let total = mass.total();
        let Some((next, left, _)) = best else {
            self.out += total;
            return;
        };
        self.spend(spot, point, left, total);
        let sides = dice::faces(next).len() as f64;
        for (face, count) in dice::weights(next) {
            self.drive(spot, left, (next, face), mass, f64::from(count) / sides, false);
        }
        self.count(spot, total);
    }

    /// Adds a number of turns to the count of the corner in which they begin. Turns that begin on a straight are added
    /// to the next corner ahead.
    fn count(&mut self, spot: Spot, turns: f64) {
        let corner = self.corner(spot);
        if let Some(corner) = self.forecast.corners.get_mut(corner) {
            corner.turns += turns;
        }
    }

    /// Adds the wear points lost in a turn, multiplied by the chance of the turn, to the losses of the corner to which
    /// the turn is assigned.
    fn spend(&mut self, spot: Spot, before: usize, after: usize, chance: f64) {
        let corner = self.corner(spot);
        let (before, after) = (self.solution.points_at(before), self.solution.points_at(after));
        let is_basic = self.solution.is_basic();
        if let Some(corner) = self.forecast.corners.get_mut(corner) {
            for (place, (before, after)) in before.into_iter().zip(after).enumerate() {
                // Points of the pool are counted at index 0.
                let place = if is_basic { 0 } else { place };
                corner.wear[place] += chance * f64::from(before.saturating_sub(after));
            }
        }
    }

    /// Follows the best move for a face of the gear die, and adds the states after it to the forecast.
    fn drive(&mut self, spot: Spot, point: usize, thrown: (u8, u8), mass: &Mass, share: f64, is_great: bool) {
        let solution = self.solution;
        let best = if is_great {
            let ways = solution.ways(spot, point, thrown).filter(|way| !way.1);
            ways.reduce(|best, way| if way.2 < best.2 { way } else { best })
        } else {
            solution.best_way(spot, point, thrown)
        };
        let total = mass.total() * share;
        let Some((way, ..)) = best.filter(|best| best.2 < solution.question.out) else {
            self.out += total;
            return;
        };
        let [tyres, brakes, gearbox, engine] = solution.points_at(point);
        let Some((left, paid, spins)) = solution.paid(way, tyres, brakes) else { return };
        let points = [left, paid, gearbox, engine];
        let after = solution.point(points);
        // The gain from new tyres in the box does not reduce the points lost.
        let lost = if way.end.boxed { solution.point([tyres, paid, gearbox, engine]) } else { after };
        self.spend(spot, point, lost, total);
        let Some((pair, gear)) = solution.target(way, thrown.0, thrown.1, spins) else {
            self.home.add(mass, share, 1);
            return;
        };
        if let Ground::Corner(corner) = self.track.space(way.end.to).ground
            && let Some(corner) = self.forecast.corners.get_mut(usize::from(corner))
        {
            corner.stops += total;
            corner.gears[usize::from(thrown.0) - 1] += total;
        }
        let lap = spot.lap + u16::from(way.end.crossed);
        if way.end.boxed {
            self.stop(Spot { lap, pair, ..spot }, after, mass, share);
            return;
        }
        let strain = solution.strain(spot, way, thrown.0, thrown.1);
        let hit = solution.point(solution.hit(points));
        for (mode, chance) in solution.modes_after(spot.mode, thrown.0, thrown.1) {
            let next = Spot { lap, mode: *mode, pair };
            self.reach(next, after, gear, mass, share * chance * (1.0 - strain), 1);
            if strain > 0.0 {
                self.spend(spot, after, hit, total * chance * strain);
                self.reach(next, hit, gear, mass, share * chance * strain, 1);
            }
        }
    }

    /// Follows the best play through a stop in the pit box.
    fn stop(&mut self, arrived: Spot, point: usize, mass: &Mass, share: f64) {
        let solution = self.solution;
        self.forecast.stops += mass.total() * share;
        let best = solution.stops(arrived, point).reduce(|best, stop| if stop.1 < best.1 { stop } else { best });
        let Some((mode, _)) = best else { return };
        let spot = Spot { mode, ..arrived };
        let strained = solution.pairs[arrived.pair].1 == ARRIVED_STRAINED;
        for number in 1..=MOST_EXIT {
            let best = solution.exits(spot, number, point).reduce(|best, way| if way.1 < best.1 { way } else { best });
            let [tyres, brakes, gearbox, engine] = solution.points_at(point);
            let paid = best.and_then(|(way, _)| Some((way, solution.paid(way, tyres, brakes)?)));
            let Some((way, (tyres, brakes, spins))) = paid else {
                self.out += 0.1 * share * mass.total();
                continue;
            };
            let Some(pair) = way.pair else {
                self.home.add(mass, 0.1 * share, 1);
                continue;
            };
            let after = solution.point([tyres, brakes, gearbox, engine]);
            for (mode, chance) in solution.weathers(mode, strained) {
                let lap = spot.lap + u16::from(way.end.crossed);
                let next = Spot { lap, mode: *mode, pair: pair as usize };
                self.reach(next, after, if spins { 0 } else { 4 }, mass, 0.1 * share * chance, 1);
            }
        }
        if let Some(pair) = solution.pair(solution.question.pit_box(), WAITS) {
            for (mode, chance) in solution.weathers(mode, strained) {
                self.reach(Spot { mode: *mode, pair, ..spot }, point, 4, mass, 0.5 * share * chance, 1);
            }
        }
    }
}
