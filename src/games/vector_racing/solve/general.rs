//! The search that is used on tracks where paths bend or jump, and in races where racers must hit objects. It can
//! include crashes (`crashes`) or leave them out.

mod crashes;

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::checker::flags;
use super::report::{Progress, Question, Seed, Solution, Stage};
use super::routes::fraction;
use super::seen::Seen;
use super::straight::is_spent;
use crate::games::vector_racing::exact::{Time, Vector};
use crate::games::vector_racing::path::{self, Crash, End, Happening, Met, Witness};
use crate::games::vector_racing::placed::SPEED_CAP;
use crate::games::vector_racing::rules::legal_moves_of;
use crate::games::vector_racing::state::{Life, Tally, Terms};
use crate::games::vector_racing::track::Track;

pub(super) use crashes::with_crashes;

/// Counts a racer's hits along a path.
struct Counter<'a> {
    terms: &'a Terms,
    tally: Tally,
    /// The racer's hits so far, without the effect of finish-line crossings in this move. A crossing can complete a lap
    /// and restart the count.
    hits: Tally,
}

impl Witness for Counter<'_> {
    fn leg(&mut self, _: Time, _: Vector, _: Vector) {}

    fn happens(&mut self, _: Time, what: Happening) {
        match what {
            Happening::Met { bit, .. } => {
                self.tally.add(self.terms, bit);
                self.hits.add(self.terms, bit);
            }
            Happening::Crossed { progress, forward } => self.tally.cross(self.terms, progress, forward),
        }
    }

    fn has_enough(&mut self, progress: i32, also: &[Met]) -> bool {
        let mut tally = self.tally;
        also.iter().for_each(|met| tally.add(self.terms, met.bit));
        tally.has_enough(self.terms, progress)
    }
}

/// The outcome of a move, reduced to the facts that the search needs.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::vector_racing) enum Outcome {
    Crashes,
    Lands(Seed),
    Finishes(Time),
}

/// A search in progress, with all states numbered so far.
pub(super) struct Search<'a> {
    track: &'a Track,
    terms: &'a Terms,
    seen: Seen,
    /// The combinations of hits and life found so far. States refer to them by index, because only a few combinations
    /// occur.
    tallies: Vec<(Tally, Life)>,
    numbers: BTreeMap<(Tally, Life), u32>,
    capped: bool,
    /// The number of possible values of each part of a state. The parts are the point in the box around the track, the
    /// two components of the velocity, the progress, the flags, and the index in `tallies`.
    radix: [u64; 6],
}

impl<'a> Search<'a> {
    pub fn new(track: &'a Track, terms: &'a Terms) -> Self {
        let standing = track.standing(terms.rules.walls);
        let points = (standing.width() * standing.height()) as u64;
        let speeds = 2 * SPEED_CAP as u64 + 1;
        let laps = u64::try_from(terms.needed).unwrap_or(0) + 2;
        let rest = points.saturating_mul(speeds * speeds * 8).saturating_mul(laps).max(1);
        let radix = [points, speeds, speeds, laps, 8, (u64::MAX / rest).min(u64::from(u32::MAX))];
        let (seen, numbers) = (Seen::default(), BTreeMap::new());
        Self { track, terms, seen, tallies: Vec::new(), numbers, capped: false, radix }
    }

    /// Packs a state into a number. Returns `None` for a state that the search does not follow, because the racer is
    /// too fast or too far back.
    fn pack(&mut self, seed: &Seed) -> Option<u64> {
        self.pack_with(seed, &Life::Endless)
    }

    /// Packs a state and the life of the racer (the damage that it can still take) into a number.
    fn pack_with(&mut self, seed: &Seed, life: &Life) -> Option<u64> {
        if seed.base.iter().any(|part| part.abs() > SPEED_CAP) {
            self.capped = true;
            return None;
        }
        let key = (seed.tally, life.clone());
        let tally = match self.numbers.get(&key) {
            Some(number) => *number,
            None => {
                let Ok(next) = u32::try_from(self.tallies.len()) else {
                    self.capped = true;
                    return None;
                };
                self.tallies.push(key.clone());
                self.numbers.insert(key, next);
                next
            }
        };
        let standing = self.track.standing(self.terms.rules.walls);
        let flag = u64::from(seed.flags[0]) | u64::from(seed.flags[1]) << 1 | u64::from(seed.flags[2]) << 2;
        let parts = [
            standing.index(seed.at)? as u64,
            (seed.base[0] + SPEED_CAP) as u64,
            (seed.base[1] + SPEED_CAP) as u64,
            u64::try_from(seed.progress + 1).ok()?,
            flag,
            u64::from(tally),
        ];
        let mut number = 0u64;
        for (part, values) in parts.into_iter().zip(self.radix) {
            if part >= values {
                self.capped = true;
                return None;
            }
            number = number * values + part;
        }
        Some(number)
    }

    fn unpack(&self, number: u64) -> Seed {
        self.unpack_with(number).0
    }

    fn unpack_with(&self, number: u64) -> (Seed, &Life) {
        let mut rest = number;
        let mut parts = [0u64; 6];
        for (part, values) in parts.iter_mut().zip(self.radix).rev() {
            *part = rest % values;
            rest /= values;
        }
        let standing = self.track.standing(self.terms.rules.walls);
        let [place, x, y, progress, flag, tally] = parts;
        let width = standing.width();
        let (tally, life) = &self.tallies[tally as usize];
        let seed = Seed {
            at: standing.point(place as usize % width, place as usize / width),
            base: [x as i32 - SPEED_CAP, y as i32 - SPEED_CAP],
            progress: progress as i32 - 1,
            flags: [flag & 1 != 0, flag & 2 != 0, flag & 4 != 0],
            tally: *tally,
        };
        (seed, life)
    }

    pub fn moves(&self, seed: &Seed) -> Vec<[i32; 2]> {
        moves(self.terms, seed)
    }

    pub fn outcome(&self, seed: &Seed, velocity: [i32; 2]) -> Outcome {
        outcome(self.track, self.terms, seed, velocity)
    }

    fn evaluated(&self, seed: &Seed, velocity: [i32; 2]) -> (Outcome, Option<(Crash, i32, [Tally; 2])>) {
        evaluated(self.track, self.terms, seed, velocity)
    }
}

/// Returns a racer's legal moves.
pub(in crate::games::vector_racing) fn moves(terms: &Terms, seed: &Seed) -> Vec<[i32; 2]> {
    let [force, fast, slow] = seed.flags;
    legal_moves_of(terms.rules.slow_list, seed.base, force, fast, slow)
}

/// Returns the outcome of a racer's move.
pub(in crate::games::vector_racing) fn outcome(
    track: &Track,
    terms: &Terms,
    seed: &Seed,
    velocity: [i32; 2],
) -> Outcome {
    evaluated(track, terms, seed, velocity).0
}

/// Returns the outcome of a move. For a crash, also returns the crash, the racer's progress after it, and two tallies
/// of the racer's hits: the first applies if the line crossings before the crash count, the second if they do not.
fn evaluated(
    track: &Track,
    terms: &Terms,
    seed: &Seed,
    velocity: [i32; 2],
) -> (Outcome, Option<(Crash, i32, [Tally; 2])>) {
    let mut counter = Counter { terms, tally: seed.tally, hits: seed.tally };
    let walk = path::Terms::of(&terms.rules, terms.needed);
    let walked = path::walk(track, walk, seed.at, velocity, seed.progress, &mut counter);
    let outcome = match walked.end {
        End::Crashes(hit) => {
            return (Outcome::Crashes, Some((hit, walked.progress, [counter.tally, counter.hits])));
        }
        End::Finishes { t, .. } => Outcome::Finishes(t),
        End::Lands { at, base } => {
            let met = flags(track, walked.met);
            Outcome::Lands(Seed {
                at: at.map(|value| value as i32),
                base: base.map(|value| value as i32),
                progress: walked.progress,
                flags: [met & 1 != 0, met & 2 != 0, met & 4 != 0],
                tally: counter.tally,
            })
        }
    };
    (outcome, None)
}

/// Finds the fastest race without a crash. Returns `None` if the search was stopped.
pub(super) fn clean(track: &Track, terms: &Terms, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let mut search = Search::new(track, terms);
    let mut solution = Solution::empty();
    let mut ways: Vec<u128> = Vec::new();
    for seed in &question.seeds {
        if let Some(number) = search.pack(seed)
            && search.seen.insert(number).1
        {
            ways.push(1);
        }
    }
    // The states of a turn form a range of indices, because states are numbered in the order in which they are found.
    // These are the bounds of the ranges.
    let mut bounds = vec![0, search.seen.len()];
    'turns: loop {
        let turn = bounds.len() as u32 - 1;
        let (begin, end) = (bounds[bounds.len() - 2], bounds[bounds.len() - 1]);
        solution.layers.push((end - begin) as u64);
        solution.states = end as u64;
        solution.bytes = search.seen.bytes() as u64;
        (progress.report)(Stage::Turn { turn, states: solution.states });
        if progress.is_stopped() {
            return None;
        }
        if begin == end {
            solution.optimal = !search.capped;
            break;
        }
        // Once a speed has exceeded the cap, the search may miss a faster race, so the lower bound stays as it is.
        if !search.capped {
            solution.at_least = turn;
        }
        solution.spent = is_spent(solution.states, solution.bytes, question);
        if solution.spent || (progress.conclude)() {
            solution.optimal = false;
            break;
        }
        let mut next_ways: Vec<u128> = Vec::new();
        let mut finishes: Vec<(usize, [i32; 2], Time, u128)> = Vec::new();
        // The states of a turn are split into parts. The moves of a part are evaluated in parallel and stored in order.
        // Parts are small, so that the search stops soon after a request.
        const PART: usize = 1 << 13;
        for from in (begin..end).step_by(PART) {
            let indices: Vec<usize> = (from..end.min(from + PART)).collect();
            let checked: Vec<Vec<([i32; 2], Outcome)>> = indices
                .par_iter()
                .with_min_len(256)
                .map(|index| {
                    let seed = search.unpack(search.seen.get(*index));
                    search
                        .moves(&seed)
                        .into_iter()
                        .map(|velocity| (velocity, search.outcome(&seed, velocity)))
                        .collect()
                })
                .collect();
            for (index, outcomes) in indices.into_iter().zip(checked) {
                let own = ways[index - begin];
                for (velocity, outcome) in outcomes {
                    match outcome {
                        Outcome::Crashes => {}
                        Outcome::Finishes(t) => finishes.push((index, velocity, t, own)),
                        Outcome::Lands(seed) => {
                            let Some(number) = search.pack(&seed) else { continue };
                            let (found, is_new) = search.seen.insert(number);
                            if is_new {
                                next_ways.push(own);
                            } else if found >= end {
                                let ways = &mut next_ways[found - end];
                                *ways = ways.saturating_add(own);
                            }
                        }
                    }
                }
            }
            if progress.is_stopped() {
                return None;
            }
            if (progress.conclude)() {
                solution.optimal = false;
                break 'turns;
            }
        }
        if let Some(earliest) = finishes.iter().map(|(_, _, t, _)| *t).min() {
            // States that other moves reach in the finishing turn are not counted.
            solution.turns = Some(turn);
            solution.fraction = Some(fraction(earliest));
            solution.capped = search.capped;
            let all = |is_counted: &dyn Fn(Time) -> bool| {
                finishes
                    .iter()
                    .filter(|(_, _, t, _)| is_counted(*t))
                    .fold(0u128, |sum, (.., ways)| sum.saturating_add(*ways))
            };
            solution.routes = all(&|_| true);
            solution.fastest_routes = all(&|t| t == earliest);
            solution.bytes = search.seen.bytes() as u64;
            if question.routes {
                (progress.report)(Stage::Routes);
                let last = finishes.iter().find(|(_, _, t, _)| *t == earliest);
                if let Some((index, velocity, ..)) = last {
                    trace(&mut search, &bounds, *index, *velocity, &mut solution);
                }
            }
            // If a speed exceeded the cap, the search may have missed a faster race.
            solution.optimal = !search.capped;
            break;
        }
        ways = next_ways;
        bounds.push(search.seen.len());
    }
    solution.capped = search.capped;
    Some(solution)
}

/// Looks for any race without a crash, fast or slow, that finishes within the turn limit: a depth-first search over at
/// most `budget` states. Returns whether it found such a race. `false` does not prove that there is none.
pub(super) fn finds_any(track: &Track, terms: &Terms, question: &Question, budget: usize) -> bool {
    let mut search = Search::new(track, terms);
    let mut open: Vec<(Seed, u32)> = question.seeds.iter().map(|seed| (*seed, 1)).collect();
    while let Some((seed, turn)) = open.pop() {
        // A longer race is abandoned. A state reached too late stays marked as seen: this search finds some races only.
        if turn > terms.rules.turn_cap {
            continue;
        }
        let is_new = search.pack(&seed).is_some_and(|number| search.seen.insert(number).1);
        if !is_new {
            continue;
        }
        if search.seen.len() > budget {
            return false;
        }
        let mut landed = Vec::new();
        for velocity in search.moves(&seed) {
            match search.outcome(&seed, velocity) {
                Outcome::Finishes(_) => return true,
                Outcome::Lands(next) => landed.push(next),
                Outcome::Crashes => {}
            }
        }
        // The state that is farthest along comes last, so it is examined first. Among equals, the slowest comes first,
        // because it can still turn.
        landed.sort_by_key(|next| (next.progress, std::cmp::Reverse(next.base[0].abs() + next.base[1].abs())));
        open.extend(landed.into_iter().map(|next| (next, turn + 1)));
    }
    false
}

/// Follows the moves back from a state, one turn at a time. In each turn, picks the first state from which a move leads
/// to the state that was picked in the following turn.
fn trace(search: &mut Search<'_>, bounds: &[usize], last: usize, velocity: [i32; 2], solution: &mut Solution) {
    let from = search.unpack(search.seen.get(last));
    let mut line = vec![[from.at[0] + velocity[0], from.at[1] + velocity[1]], from.at];
    let mut moves = vec![velocity];
    let mut target = search.seen.get(last);
    for layer in (0..bounds.len() - 2).rev() {
        let found = (bounds[layer]..bounds[layer + 1]).find_map(|index| {
            let seed = search.unpack(search.seen.get(index));
            let velocity = search.moves(&seed).into_iter().find(|velocity| match search.outcome(&seed, *velocity) {
                Outcome::Lands(landed) => search.pack(&landed) == Some(target),
                _ => false,
            })?;
            Some((index, seed, velocity))
        });
        let Some((index, seed, velocity)) = found else { return };
        moves.push(velocity);
        line.push(seed.at);
        target = search.seen.get(index);
    }
    moves.reverse();
    line.reverse();
    (solution.moves, solution.line) = (moves, line);
}
