//! Computes the values (expected turns to the finish) of all states, backwards from the finish.

use rayon::prelude::*;

use super::super::dice;
use super::super::rules::{LoneEnd, lone_gears, lone_overshoot, motor_limit};
use super::super::track::{SpaceIndex, Track};
use super::modes::{Mode, checked, modes};

use super::moves::{ARRIVED, ARRIVED_STRAINED, Moves, Pair, Way, pairs, place};
use super::{Progress, Question, SolveError};

/// The number of gear states: no gear, and gears 1 to 6.
pub(super) const GEARS: usize = 7;

/// The wear points that matter to a lone car: tyres, brakes (or the pool), gearbox, engine.
pub(super) type Points = [u8; 4];

/// The place of a car that chooses a gear: on the track, in the pit lane or in its box. Each place has its own rules
/// for the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    /// The car is on the track.
    Track,
    /// The car is in the pit lane.
    Pits,
    /// The car is in its box, after a slow stop.
    Box,
}

/// A part of a state: the lap, and the indices of the mode (tyre set and weather) and of the pair (space and state
/// code). The gear and the wear points are not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub lap: u16,
    pub mode: usize,
    pub pair: usize,
}

/// The result of the solver: the value of every state in the model of a race.
pub struct Solution {
    pub(super) question: Question,
    pub(super) modes: Vec<Mode>,
    pub(super) pairs: Vec<Pair>,
    first: Vec<u32>,
    pub(super) moves: Moves,
    pub(super) most: Points,
    /// The values (expected turns to the finish) of all states. They are stored in the order of lap, mode (tyre set and
    /// weather), pair (space and state code), gear and wear points.
    pub(super) worth: Vec<f64>,
    /// For each [`Shift`], gear and combination of wear points: the gears that the car may announce. With each of them
    /// comes the index of the combination of wear points that is left after the car has paid for the gear, or `None` if
    /// the payment eliminates the car.
    gears: Vec<Vec<(u8, Option<usize>)>>,
    /// For each penalty and number of tyre points: the tyre points left after an overshoot, and whether the car spins;
    /// `None` if the overshoot eliminates the car. Each penalty has two rows, one for an overshoot of one space and one
    /// for an overshoot of several spaces.
    overshoot: Vec<Vec<Option<(u8, bool)>>>,
    /// For each mode (tyre set and weather), the modes that can follow after a weather check, each with its chance.
    checks: Vec<Vec<(usize, f64)>>,
    /// For each mode (tyre set and weather), the mode after a turn without a weather check: the same mode, with chance
    /// 1.
    stays: Vec<(usize, f64)>,
    /// For each mode (tyre set and weather), the chance that a motor roll damages the motor.
    motor: Vec<f64>,
    /// For each pair (space and state code), whether cars there are exempt from motor rolls.
    is_spared: Vec<bool>,
    /// For each pair (space and state code), whether it is on the track, in the pit lane or in the box. This decides
    /// which rules for choosing a gear apply.
    pub(super) from: Vec<Shift>,
    /// The number of states in the model.
    pub states: u64,
    /// The size of the model in memory, in bytes: its values and its moves.
    pub bytes: u64,
}

/// Solves the race of a lone car.
///
/// # Errors
/// Returns an error if the model needs too much memory or the solver is stopped.
pub fn solve(track: &Track, question: &Question, progress: &Progress<'_>) -> Result<Solution, SolveError> {
    solve_with(track, question, None, progress)
}

/// Solves the race of a lone car. `known` is the solution of the same race without pit stops, if there is one. No car
/// may stop in the last lap, so both races have the same values on the track in that lap. These values are copied.
pub(super) fn solve_with(
    track: &Track,
    question: &Question,
    known: Option<&Solution>,
    progress: &Progress<'_>,
) -> Result<Solution, SolveError> {
    let bytes = question.bytes(track);
    if bytes > progress.bytes {
        return Err(SolveError::TooLarge { bytes, most: progress.bytes });
    }
    if !(progress.report)(0.0) {
        return Err(SolveError::Stopped { at_least: 1.0 });
    }
    let Some(mut solution) = Solution::new(track, question, progress) else {
        return Err(SolveError::Stopped { at_least: 1.0 });
    };
    // The spaces are ordered backwards from the finish. Spaces with the same rank do not need each other's values.
    let mut order: Vec<SpaceIndex> = (0..track.len() as SpaceIndex)
        .filter(|at| solution.first[usize::from(*at)] < solution.first[usize::from(*at) + 1])
        .collect();
    order.sort_by_key(|at| (std::cmp::Reverse(track.space(*at).rank), *at));
    let own = question.pit_box();
    let laps = question.laps();
    let total = order.len() * (usize::from(laps) + 1);
    let mut done = 0;
    for lap in (0..=laps).rev() {
        for level in order.chunk_by(|one, other| track.space(*one).rank == track.space(*other).rank) {
            done += level.len();
            if !(progress.report)(done as f64 / total as f64) {
                return Err(SolveError::Stopped { at_least: solution.at_least(track, lap) });
            }
            let is_there = |at: SpaceIndex| {
                // Before they first cross the finish line, cars are in the second half of the lap.
                lap > 0 || (track.space(at).rank * 2 > track.lap() && !track.space(at).ground.is_pit())
            };
            let modes = solution.modes.len();
            let tasks: Vec<(SpaceIndex, usize)> = level
                .iter()
                .filter(|at| is_there(**at))
                .flat_map(|at| (0..modes).map(move |mode| (*at, mode)))
                .collect();
            let found: Vec<Vec<f64>> = tasks
                .par_iter()
                .map(|(at, mode)| {
                    let known = known.filter(|_| lap == laps && !track.space(*at).ground.is_pit());
                    let values = known.and_then(|known| known.values_like(&solution, *at, lap, *mode));
                    values.unwrap_or_else(|| solution.space(*at, lap, *mode))
                })
                .collect();
            for ((at, mode), values) in tasks.iter().zip(found) {
                let spot = Spot { lap, mode: *mode, pair: solution.first[usize::from(*at)] as usize };
                let index = solution.index(spot, 0, 0);
                solution.worth[index..index + values.len()].copy_from_slice(&values);
                solution.states += values.len() as u64;
            }
            if level.contains(&own) && is_there(own) {
                for mode in 0..modes {
                    solution.arrivals(lap, mode);
                }
            }
        }
    }
    Ok(solution)
}

impl Solution {
    /// Returns a lower bound for the expected number of turns of the whole race. The bound needs only the laps after
    /// `lap` to be solved. It uses two facts: a car that has just entered lap `lap + 1` has driven at least one turn,
    /// and it stands in the first half of that lap.
    fn at_least(&self, track: &Track, lap: u16) -> f64 {
        /// If a lap has at least this number of half spaces, no car can drive half a lap in one turn.
        const LONG: i32 = 200;
        let first = lap + 1;
        if first > self.question.laps() {
            return 1.0;
        }
        let is_near = |at: SpaceIndex| track.lap() < LONG || track.space(at).rank * 2 <= track.lap();
        let near = (0..self.pairs.len()).filter(|pair| is_near(self.pairs[*pair].0));
        let spots = near.flat_map(|pair| (0..self.modes.len()).map(move |mode| Spot { lap: first, mode, pair }));
        let least = spots.flat_map(|spot| {
            let index = self.index(spot, 0, 0);
            self.worth[index..index + GEARS * self.combinations()].iter().copied()
        });
        1.0 + least.reduce(f64::min).unwrap_or(0.0)
    }

    /// Returns the values that this solution has for a space, so that `other` can copy them. `other` is a solution of
    /// the same race with a different pit box. Returns `None` if this solution lacks the mode (tyre set and weather).
    fn values_like(&self, other: &Self, at: SpaceIndex, lap: u16, mode: usize) -> Option<Vec<f64>> {
        let mode = self.modes.iter().position(|known| *known == other.modes[mode])?;
        let pairs = self.pairs_of(at);
        let index = self.index(Spot { lap, mode, pair: pairs.start }, 0, 0);
        Some(self.worth[index..index + pairs.len() * GEARS * self.combinations()].to_vec())
    }

    /// Prepares the model: lists states, moves, gears and the effects of overshoots. The values are computed later.
    /// Returns `None` if `progress` stops the preparation.
    fn new(track: &Track, question: &Question, progress: &Progress<'_>) -> Option<Self> {
        let (pairs, first) = pairs(track, question);
        let modes = modes(track, question);
        let moves = Moves::new(track, question, &modes, (&pairs, &first), progress)?;
        let most = question.most();
        let own = question.pit_box();
        let count = question.states(track) as usize;
        let from = |pair: &Pair| match pair {
            (at, _) if *at == own => Shift::Box,
            (at, _) if track.space(*at).ground.is_pit() => Shift::Pits,
            _ => Shift::Track,
        };
        let from: Vec<Shift> = pairs.iter().map(from).collect();
        let exempt = question.race.terms.rules.switches.no_pit_motor_rolls;
        let checks = modes.iter().map(|mode| {
            let next = checked(track, &question.race, mode.weather).into_iter();
            let place = |weather| modes.iter().position(|other| *other == Mode { weather, ..*mode }).unwrap_or(0);
            next.map(|(weather, chance)| (place(weather), chance)).collect()
        });
        let motor = modes.iter().map(|mode| {
            let mut race = question.race.clone();
            race.weather = mode.weather;
            f64::from(motor_limit(&race, 0)) / f64::from(dice::BLACK)
        });
        let bytes = (count * size_of::<f64>()) as u64 + moves.bytes();
        let mut solution = Self {
            question: question.clone(),
            checks: checks.collect(),
            stays: (0..modes.len()).map(|mode| (mode, 1.0)).collect(),
            motor: motor.collect(),
            is_spared: from.iter().map(|from| exempt && *from != Shift::Track).collect(),
            modes,
            pairs,
            first,
            moves,
            most,
            worth: vec![0.0; count],
            gears: Vec::new(),
            overshoot: Vec::new(),
            from,
            states: 0,
            bytes,
        };
        solution.ask_gears(track);
        solution.ask_overshoot(track);
        Some(solution)
    }

    /// Computes, for every gear and every combination of wear points, which gears the rules let a car announce. Stores
    /// the result.
    fn ask_gears(&mut self, track: &Track) {
        let pits = (0..track.len() as SpaceIndex).find(|at| track.space(*at).ground.is_pit());
        let mut race = self.question.race.clone();
        let grid = (self.question.grid(), 0);
        let mode = self.modes[0];
        for from in [Shift::Track, Shift::Pits, Shift::Box] {
            let pair = if from == Shift::Track { grid } else { (pits.unwrap_or(grid.0), 1) };
            place(track, &mut race, pair, 1, mode);
            race.cars[0].waits = from == Shift::Box;
            for gear in 0..GEARS as u8 {
                for point in 0..self.combinations() {
                    race.cars[0].gear = gear;
                    race.cars[0].wear = self.wear(self.points_at(point));
                    let gears = lone_gears(track, &race);
                    let gears =
                        gears.iter().map(|(gear, wear)| (*gear, wear.map(|wear| self.point(self.points_of(&wear)))));
                    let gears = gears.collect();
                    self.gears.push(gears);
                }
            }
        }
    }

    /// Computes the effects of each possible overshoot with the rules of the race, and stores them.
    fn ask_overshoot(&mut self, track: &Track) {
        let mut race = self.question.race.clone();
        place(track, &mut race, (self.question.grid(), 0), 1, self.modes[0]);
        let most = if self.is_basic() { self.most[1] } else { self.most[0] };
        for penalty in 0..=u16::from(most) + 2 {
            for far in [false, true] {
                let by_tyres = (0..=most).map(|tyres| {
                    race.cars[0].wear[0] = tyres;
                    if penalty == 0 { Some((tyres, false)) } else { lone_overshoot(track, &race, penalty, far) }
                });
                let by_tyres = by_tyres.collect();
                self.overshoot.push(by_tyres);
            }
        }
    }

    /// Returns the tyre points after an overshoot, and whether the car spins; `None` if the car is out.
    fn overshot(&self, tyres: u8, end: &LoneEnd) -> Option<(u8, bool)> {
        let row = usize::from(end.penalty).min(self.overshoot.len() / 2 - 1) * 2 + usize::from(end.far);
        self.overshoot[row].get(usize::from(tyres)).copied().flatten()
    }

    pub(super) fn combinations(&self) -> usize {
        self.most.iter().map(|most| usize::from(*most) + 1).product()
    }

    /// Returns the number of combinations of gearbox and engine points.
    pub(super) fn inner(&self) -> usize {
        (usize::from(self.most[2]) + 1) * (usize::from(self.most[3]) + 1)
    }

    /// Returns the index of a combination of wear points. The combinations are sorted by brake points, then by tyre,
    /// gearbox and engine points.
    pub(super) fn point(&self, [tyres, brakes, gearbox, engine]: Points) -> usize {
        let row = usize::from(brakes) * (usize::from(self.most[0]) + 1) + usize::from(tyres);
        (row * (usize::from(self.most[2]) + 1) + usize::from(gearbox)) * (usize::from(self.most[3]) + 1)
            + usize::from(engine)
    }

    pub(super) fn points_at(&self, point: usize) -> Points {
        let split = |rest: usize, most: u8| (rest / (usize::from(most) + 1), (rest % (usize::from(most) + 1)) as u8);
        let (rest, engine) = split(point, self.most[3]);
        let (rest, gearbox) = split(rest, self.most[2]);
        let (brakes, tyres) = split(rest, self.most[0]);
        [tyres, brakes as u8, gearbox, engine]
    }

    /// Converts the wear points of the model's four zones to the wear points of all six zones of the car. Body and road
    /// handling are not in the model: they keep the points that they have at the start of the race.
    pub(super) fn wear(&self, [tyres, brakes, gearbox, engine]: Points) -> [u8; 6] {
        let wear = self.question.wear();
        if self.is_basic() {
            return [brakes, wear[1], wear[2], wear[3], wear[4], wear[5]];
        }
        [tyres, brakes, gearbox, wear[3], engine, wear[5]]
    }

    /// Converts the wear points of the car's six zones to the wear points of the model's four zones: tyres, brakes,
    /// gearbox and engine.
    pub(super) fn points_of(&self, wear: &[u8; 6]) -> Points {
        let mut points = if self.is_basic() { [0, wear[0], 0, 0] } else { [wear[0], wear[1], wear[2], wear[4]] };
        for (points, most) in points.iter_mut().zip(self.most) {
            *points = (*points).min(most);
        }
        points
    }

    pub(super) fn is_basic(&self) -> bool {
        self.question.race.terms.rules.is_basic()
    }

    /// Whether a car with these wear points is eliminated, because its pool or its engine has no points left.
    pub(super) fn is_out(&self, points: Points) -> bool {
        if self.is_basic() { points[1] == 0 } else { points[3] == 0 }
    }

    pub(super) fn index(&self, spot: Spot, gear: u8, point: usize) -> usize {
        let at = (usize::from(spot.lap) * self.modes.len() + spot.mode) * self.pairs.len() + spot.pair;
        (at * GEARS + usize::from(gear)) * self.combinations() + point
    }

    /// Returns the gears that the car may announce. Each comes with the index of the combination of wear points that is
    /// left after the car has paid for the gear, or with `None` if the payment eliminates the car.
    pub(super) fn gears_from(&self, from: Shift, gear: u8, point: usize) -> &[(u8, Option<usize>)] {
        &self.gears[(from as usize * GEARS + usize::from(gear)) * self.combinations() + point]
    }

    /// Returns the indices of all pairs (a space and a state code) whose space is `at`.
    pub(super) fn pairs_of(&self, at: SpaceIndex) -> std::ops::Range<usize> {
        self.first[usize::from(at)] as usize..self.first[usize::from(at) + 1] as usize
    }

    /// Returns the lengths that a move can have before drift and braking, in spaces. The length is the face, or one
    /// more if the car may use the optional space of soft tyres.
    pub(super) fn bases(&self, spot: Spot, face: u8) -> std::ops::RangeInclusive<u16> {
        let waits = self.from[spot.pair] == Shift::Box;
        let soft = self.moves.is_soft(spot.lap, spot.mode, waits);
        u16::from(face)..=u16::from(face) + u16::from(soft)
    }

    /// Returns the tyre and brake points after a move, and whether the car spins; `None` if the car is out or cannot
    /// pay.
    pub(super) fn paid(&self, way: &Way, tyres: u8, brakes: u8) -> Option<(u8, u8, bool)> {
        let end = &way.end;
        if self.is_basic() {
            // Everything is paid from the pool, and the pool must not become empty.
            let left = brakes.checked_sub(end.brakes).filter(|left| *left > 0)?;
            return self.overshot(left, end).map(|(left, spins)| (0, left, spins));
        }
        let brakes = brakes.checked_sub(end.brakes)?;
        let tyres = if end.boxed { self.most[0] } else { tyres.checked_sub(end.tyres)? };
        self.overshot(tyres, end).map(|(tyres, spins)| (tyres, brakes, spins))
    }

    /// Returns the modes (tyre set and weather) that can follow after a turn, each with its chance. `is_checked` says
    /// whether the turn has a weather check.
    pub(super) fn weathers(&self, mode: usize, is_checked: bool) -> &[(usize, f64)] {
        if is_checked { &self.checks[mode] } else { std::slice::from_ref(&self.stays[mode]) }
    }

    /// Returns the index of the pair with this space and this state code; `None` if there is no such pair.
    pub(super) fn pair(&self, at: SpaceIndex, within: u8) -> Option<usize> {
        let (from, to) = (*self.first.get(usize::from(at))?, *self.first.get(usize::from(at) + 1)?);
        let pair = from + u32::from(within);
        (pair < to).then_some(pair as usize)
    }

    /// Returns the chance that the car loses a point by motor damage in this move: 0 if the face does not strain the
    /// motor, or if the car makes no motor roll.
    pub(super) fn strain(&self, spot: Spot, way: &Way, gear: u8, face: u8) -> f64 {
        let spared = way.end.boxed || way.pair.is_some_and(|pair| self.is_spared[pair as usize]);
        if spared || way.end.done || !dice::strains(gear, face) { 0.0 } else { self.motor[spot.mode] }
    }

    /// Returns the modes (tyre set and weather) that can follow after a turn with this face of the gear die, each with
    /// its chance.
    pub(super) fn modes_after(&self, mode: usize, gear: u8, face: u8) -> &[(usize, f64)] {
        self.weathers(mode, dice::strains(gear, face))
    }

    /// Returns the pair (space and state code) to which a move leads, and the gear that is then engaged. Returns `None`
    /// if the car finishes the race.
    pub(super) fn target(&self, way: &Way, gear: u8, face: u8, spins: bool) -> Option<(usize, u8)> {
        let pair = way.pair? as usize;
        if way.end.boxed {
            let strained = dice::strains(gear, face) && self.checks.iter().any(|next| next.len() > 1);
            return Some((pair + usize::from(if strained { ARRIVED_STRAINED } else { ARRIVED }), 4));
        }
        Some((pair, if spins { 0 } else { gear }))
    }
}
