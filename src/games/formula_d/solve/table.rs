//! The values of all states, backwards from the finish.

use rayon::prelude::*;

use super::super::dice;
use super::super::rules::{LoneEnd, Move};
use super::super::track::{SpaceIndex, Track};
use super::moves::{Ends, LONGEST, pairs};
use super::{Lone, MOST_BYTES, Question, SolveError, Watch};

/// Expected turns, and the chance of going out on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    pub turns: f64,
    pub out: f64,
}

impl Worth {
    const NOTHING: Self = Self { turns: 0.0, out: 0.0 };

    fn add(&mut self, other: Self, share: f64) {
        self.turns += other.turns * share;
        self.out += other.out * share;
    }
}

/// Wear points that vary: tires or pool, brakes, gearbox, engine.
type Points = [u8; 4];

/// A choice of a move, with what it comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoloMove {
    /// Where it ends; after the last line the first space behind it.
    pub to: SpaceIndex,
    /// Spaces given up for brakes.
    pub brakes: u8,
    /// Overshoot spaces.
    pub penalty: u16,
    /// Expected turns from then on, this one not counted.
    pub turns: f64,
    /// The chance of going out from then on.
    pub out: f64,
}

impl SoloMove {
    /// Whether it is this option of the rules.
    #[must_use]
    pub fn is(&self, option: &Move) -> bool {
        option.end == self.to && option.brakes == self.brakes && option.overshoot == self.penalty
    }
}

/// A solved process.
pub struct Solution {
    pub(super) question: Question,
    pairs: Vec<(SpaceIndex, u8)>,
    first: Vec<u32>,
    /// Moves in laps that are not the last, and in the last.
    ends: [Ends; 2],
    most: Points,
    /// By lap, pair, wear points and gear.
    worth: Vec<Worth>,
    /// How many states were looked at.
    pub states: u64,
    /// How much memory the values take, in bytes.
    pub bytes: u64,
}

/// What skipping so many gears costs in the dimensions of [`Points`].
const fn skip_cost(skipped: u8) -> Points {
    [0, (skipped >= 2) as u8, (skipped >= 1) as u8, (skipped >= 3) as u8]
}

/// Solves a question.
///
/// # Errors
/// Where it would take too much memory, or was stopped.
pub fn solve(track: &Track, question: &Question, watch: &Watch<'_>) -> Result<Solution, SolveError> {
    let bytes = question.bytes(track);
    if bytes > MOST_BYTES {
        return Err(SolveError::TooLarge { bytes });
    }
    let (pairs, first) = pairs(track);
    let ends = [false, true].map(|is_last| Ends::new(track, &pairs, is_last));
    let most = question.most();
    let count = pairs.len() * (usize::from(question.laps) + 1) * question.combinations() as usize * 7;
    let mut solution = Solution {
        question: question.clone(),
        pairs,
        first,
        ends,
        most,
        worth: vec![Worth::NOTHING; count],
        states: 0,
        bytes: (count * size_of::<Worth>()) as u64,
    };
    // Spaces from the finish backwards; those of one rank know nothing of each other.
    let mut order: Vec<SpaceIndex> =
        (0..track.len() as SpaceIndex).filter(|at| !track.space(*at).ground.is_pit()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(track.space(*at).rank));
    let levels = solution.levels();
    let total = order.len() * (usize::from(question.laps) + 1);
    let mut done = 0;
    for lap in (0..=question.laps).rev() {
        for at in &order {
            done += 1;
            if done % 32 == 0 && !(watch.progress)(done as f64 / total as f64) {
                return Err(SolveError::Stopped);
            }
            // Before the first crossing cars stand behind the line.
            if lap == 0 && track.space(*at).rank * 2 <= track.lap() {
                continue;
            }
            solution.fill(*at, lap, &levels);
        }
    }
    Ok(solution)
}

impl Solution {
    /// Combinations of wear points by their sums: a move that stays on a space leads to a smaller sum.
    fn levels(&self) -> Vec<Vec<Points>> {
        let mut all: Vec<Points> = Vec::new();
        for tires in 0..=self.most[0] {
            for brakes in 0..=self.most[1] {
                for gearbox in 0..=self.most[2] {
                    for engine in 0..=self.most[3] {
                        all.push([tires, brakes, gearbox, engine]);
                    }
                }
            }
        }
        let sum = |points: &Points| points.iter().map(|value| u32::from(*value)).sum::<u32>();
        all.sort_by_key(sum);
        all.chunk_by(|one, other| sum(one) == sum(other)).map(<[Points]>::to_vec).collect()
    }

    fn index(&self, lap: u16, pair: usize, points: Points, gear: u8) -> usize {
        let mut index = usize::from(lap) * self.pairs.len() + pair;
        for (value, most) in points.iter().zip(self.most) {
            index = index * (usize::from(most) + 1) + usize::from(*value);
        }
        index * 7 + usize::from(gear)
    }

    fn pair(&self, at: SpaceIndex, made: u8) -> Option<usize> {
        let (from, to) = (*self.first.get(usize::from(at))?, *self.first.get(usize::from(at) + 1)?);
        let pair = from + u32::from(made);
        (pair < to).then_some(pair as usize)
    }

    /// All states of a space in a lap.
    fn fill(&mut self, at: SpaceIndex, lap: u16, levels: &[Vec<Points>]) {
        const WORTH_SPLITTING: usize = 16;
        let (from, to) = (self.first[usize::from(at)] as usize, self.first[usize::from(at) + 1] as usize);
        for level in levels {
            let tasks: Vec<(usize, Points)> =
                (from..to).flat_map(|pair| level.iter().map(move |points| (pair, *points))).collect();
            let look = |(pair, points): &(usize, Points)| self.values(lap, *pair, *points);
            let found: Vec<[Worth; 7]> = if tasks.len() >= WORTH_SPLITTING {
                tasks.par_iter().with_min_len(4).map(look).collect()
            } else {
                tasks.iter().map(look).collect()
            };
            for ((pair, points), values) in tasks.into_iter().zip(found) {
                let index = self.index(lap, pair, points, 0);
                self.worth[index..index + 7].copy_from_slice(&values);
                self.states += 7;
            }
        }
    }

    /// The values of a space with stops and wear points, by gear engaged.
    fn values(&self, lap: u16, pair: usize, points: Points) -> [Worth; 7] {
        let mut values = [Worth { turns: self.question.out, out: 1.0 }; 7];
        if self.is_out(points) {
            return values;
        }
        // What a gear is worth depends on the one before only by its cost.
        let mut known: [Option<Worth>; 7] = [None; 7];
        for gear in 0..=6u8 {
            let mut best: Option<Worth> = None;
            for (next, cost) in self.gears(gear, points) {
                let worth = if cost == points {
                    *known[usize::from(next)].get_or_insert_with(|| self.thrown(lap, pair, points, next))
                } else {
                    self.thrown(lap, pair, cost, next)
                };
                if best.is_none_or(|best| worth.turns < best.turns) {
                    best = Some(worth);
                }
            }
            if let Some(best) = best {
                values[usize::from(gear)] = Worth { turns: 1.0 + best.turns, out: best.out };
            }
        }
        values
    }

    /// Whether a car with these points is out: an empty pool, or an empty engine where it varies.
    fn is_out(&self, points: Points) -> bool {
        (self.question.pool && points[0] == 0) || (self.most[3] > 0 && points[3] == 0)
    }

    /// The gears that may be announced, with the wear points left after paying for them.
    fn gears(&self, gear: u8, points: Points) -> impl Iterator<Item = (u8, Points)> + '_ {
        let highest = (gear + 1).min(6);
        let lowest = if gear == 0 { 1 } else { gear.saturating_sub(4).max(1) };
        (lowest..=highest).filter_map(move |next| {
            let skipped = gear.saturating_sub(next).saturating_sub(1);
            if skipped == 0 {
                return Some((next, points));
            }
            if self.question.pool {
                let left = points[0].checked_sub(skipped).filter(|left| *left > 0)?;
                return Some((next, [left, 0, 0, 0]));
            }
            let mut left = points;
            for (value, cost) in left.iter_mut().zip(skip_cost(skipped)) {
                *value = value.checked_sub(cost)?;
            }
            // The last engine point ends the race: no gear is worth that.
            (!self.is_out(left)).then_some((next, left))
        })
    }

    /// What a gear is worth before its die.
    fn thrown(&self, lap: u16, pair: usize, points: Points, gear: u8) -> Worth {
        let sides = dice::faces(gear).len() as f64;
        let mut worth = Worth::NOTHING;
        for (face, count) in dice::weights(gear) {
            worth.add(self.best(lap, pair, points, gear, face), f64::from(count) / sides);
        }
        worth
    }

    /// What a face is worth with the best move.
    fn best(&self, lap: u16, pair: usize, points: Points, gear: u8, face: u8) -> Worth {
        let mut best = Worth { turns: self.question.out, out: 1.0 };
        self.each(lap, pair, points, gear, face, |_, worth, _| {
            if worth.turns < best.turns {
                best = worth;
            }
        });
        best
    }

    /// Every move for a face, with what it is worth and the spaces given up.
    fn each(
        &self,
        lap: u16,
        pair: usize,
        points: Points,
        gear: u8,
        face: u8,
        mut meet: impl FnMut(&LoneEnd, Worth, (u8, u16)),
    ) {
        let ends = &self.ends[usize::from(lap >= self.question.laps)];
        let brakes = if self.question.pool { points[0].saturating_sub(1) } else { points[1] };
        for given in 0..=brakes.min(face) {
            let spaces = u16::from(face - given);
            for (end, rest) in ends.of(pair, spaces.min(LONGEST)) {
                let mut left = points;
                left[usize::from(!self.question.pool)] -= given;
                let penalty = end.penalty + u16::from(end.rate) * rest;
                let worth = self.after(lap, &end, left, penalty, gear, face);
                meet(&end, worth, (given, penalty));
            }
        }
    }

    /// What the end of a move is worth: overshoot is paid, motors are rolled for.
    fn after(&self, lap: u16, end: &LoneEnd, mut points: Points, penalty: u16, gear: u8, face: u8) -> Worth {
        let gone = Worth { turns: self.question.out, out: 1.0 };
        let tires = u16::from(points[0]);
        let mut next = gear;
        if self.question.pool {
            if penalty >= tires {
                return gone;
            }
        } else if self.most[0] > 0 {
            if penalty > tires.max(1) {
                return gone;
            }
            if penalty > 0 && penalty >= tires {
                next = 0;
            }
        } else if penalty > 0 {
            // Tires that do not vary are not spent.
            return gone;
        }
        points[0] = tires.saturating_sub(penalty) as u8;
        if end.done {
            return Worth::NOTHING;
        }
        let Some(pair) = self.pair(end.to, end.made) else { return gone };
        let lap = lap + u16::from(end.crossed);
        let worth = |points: Points| {
            if self.is_out(points) { gone } else { self.worth[self.index(lap, pair, points, next)] }
        };
        let engine = if self.question.pool { 0 } else { 3 };
        let may_break = self.question.pool || self.most[3] > 0;
        if !may_break || !dice::strains(gear, face) {
            return worth(points);
        }
        let mut hit = points;
        hit[engine] = hit[engine].saturating_sub(1);
        let mut sum = Worth::NOTHING;
        sum.add(worth(points), 0.8);
        sum.add(worth(hit), 0.2);
        sum
    }

    /// The wear points of a state that vary.
    pub(super) fn points(&self, lone: &Lone) -> Points {
        let zones = [0, 1, 2, 4];
        let mut points = [0; 4];
        for (place, zone) in zones.into_iter().enumerate() {
            points[place] = lone.wear[zone].min(self.most[place]);
        }
        points
    }

    fn place(&self, lone: &Lone) -> Option<(u16, usize, Points)> {
        let pair = self.pair(lone.at, lone.made)?;
        (lone.lap <= self.question.laps).then(|| (lone.lap, pair, self.points(lone)))
    }

    /// The expected turns from a state to the finish; none for a state of another race.
    #[must_use]
    pub fn value(&self, lone: &Lone) -> Option<f64> {
        self.worth_of(lone).map(|worth| worth.turns)
    }

    /// The chance of going out from a state on.
    #[must_use]
    pub fn chance_of_going_out(&self, lone: &Lone) -> Option<f64> {
        self.worth_of(lone).map(|worth| worth.out)
    }

    fn worth_of(&self, lone: &Lone) -> Option<Worth> {
        let (lap, pair, points) = self.place(lone)?;
        self.worth.get(self.index(lap, pair, points, lone.gear.min(6))).copied()
    }

    /// The gears that may be announced with their expected turns, this one counted; the best first.
    #[must_use]
    pub fn gear_values(&self, lone: &Lone) -> Vec<(u8, f64)> {
        let Some((lap, pair, points)) = self.place(lone) else { return Vec::new() };
        let mut values: Vec<(u8, f64)> = self
            .gears(lone.gear.min(6), points)
            .map(|(gear, left)| (gear, 1.0 + self.thrown(lap, pair, left, gear).turns))
            .collect();
        values.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
        values
    }

    /// The moves for a gear and a face, the best first.
    #[must_use]
    pub fn move_values(&self, lone: &Lone, gear: u8, face: u8) -> Vec<SoloMove> {
        let Some((lap, pair, points)) = self.place(lone) else { return Vec::new() };
        let Some((_, left)) = self.gears(lone.gear.min(6), points).find(|(other, _)| *other == gear) else {
            return Vec::new();
        };
        self.moves_from(lap, pair, left, gear, face)
    }

    fn moves_from(&self, lap: u16, pair: usize, points: Points, gear: u8, face: u8) -> Vec<SoloMove> {
        let mut moves = Vec::new();
        self.each(lap, pair, points, gear, face, |end, worth, (brakes, penalty)| {
            moves.push(SoloMove { to: end.to, brakes, penalty, turns: worth.turns, out: worth.out });
        });
        moves.sort_by(|one, other| one.turns.total_cmp(&other.turns).then(one.to.cmp(&other.to)));
        moves
    }

    /// The expected turns of a race from a grid space, its start die included: stalls, normal and great starts.
    #[must_use]
    pub fn start_value(&self, track: &Track, at: SpaceIndex) -> Option<f64> {
        let lone = Lone { at, made: 0, gear: 0, lap: first_lap(track, at), wear: self.question.wear };
        let normal = self.value(&lone)?;
        Some(0.05 * (1.0 + normal) + 0.9 * normal + 0.05 * self.great_start(&lone)?)
    }

    /// The expected turns after a great start, this turn counted.
    pub(super) fn great_start(&self, lone: &Lone) -> Option<f64> {
        let (lap, pair, points) = self.place(lone)?;
        self.moves_from(lap, pair, points, 1, 4).first().map(|best| 1.0 + best.turns)
    }
}

/// The lap a race begins in on a grid space.
pub(super) fn first_lap(track: &Track, at: SpaceIndex) -> u16 {
    u16::from(track.space(at).rank * 2 <= track.lap())
}
