//! The search that includes crashes: states with the racer's life, in the order of the turns in which they are reached.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Outcome, Search};
use crate::games::vector_racing::exact::Time;
use crate::games::vector_racing::rules::first_life;
use crate::games::vector_racing::solve::crashing::Crashes;
use crate::games::vector_racing::solve::report::{CrashRoute, CrashSearch, Progress, Question, Seed, Stage};
use crate::games::vector_racing::solve::routes::fraction;
use crate::games::vector_racing::solve::straight::is_spent;
use crate::games::vector_racing::state::{Life, Terms};
use crate::games::vector_racing::track::Track;

/// Finds the fastest race that takes fewer turns than `limit`, crashes included. Returns `None` if the search was
/// stopped. After a crash, the racer misses the turns that the options demand. Then the race continues from the point
/// where the racer is placed.
pub(in crate::games::vector_racing::solve) fn with_crashes(
    track: &Track,
    terms: &Terms,
    question: &Question,
    limit: Option<u32>,
    progress: Progress<'_>,
) -> Option<CrashSearch> {
    let mut search = Search::new(track, terms);
    let crashes = Crashes::new(track, terms, question);
    let mut reached: Vec<Reached> = Vec::new();
    let mut due: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut found = CrashSearch::default();
    let mut lives = Lives::default();
    let life = question.life.clone().unwrap_or_else(|| first_life(&terms.rules));
    for seed in &question.seeds {
        if let Some(number) = search.pack_with(seed, &life) {
            let (index, is_new) = search.seen.insert(number);
            if is_new {
                reached.push(Reached { from: index, velocity: [0, 0], turn: 0, crashed: false });
                due.entry(0).or_default().push(index);
            }
        }
    }
    while let Some((turn, indices)) = due.pop_first() {
        (found.states, found.capped) = (search.seen.len() as u64, search.capped);
        (progress.report)(Stage::Crashes { turn: turn + 1, states: found.states });
        if progress.is_stopped() {
            return None;
        }
        if !search.capped {
            found.at_least = Some(limit.map_or(turn + 1, |limit| limit.min(turn + 1)));
        }
        if limit.is_some_and(|limit| turn + 1 >= limit) {
            found.complete = !search.capped;
            return Some(found);
        }
        let bytes = search.seen.bytes() + reached.len() * size_of::<Reached>();
        found.spent = is_spent(found.states, bytes as u64, question);
        if found.spent || (progress.conclude)() {
            return Some(found);
        }
        let mut best: Option<(Time, usize, [i32; 2])> = None;
        for part in indices.chunks(PART) {
            let checked: Vec<Vec<Step>> = part
                .par_iter()
                .with_min_len(64)
                .map(|index| {
                    if reached[*index].turn != turn {
                        return Vec::new();
                    }
                    let (seed, life) = search.unpack_with(search.seen.get(*index));
                    search.steps(&crashes, &seed, life)
                })
                .collect();
            for (index, steps) in part.iter().zip(checked) {
                for step in steps {
                    let (next, life, lost, crashed) = match step.to {
                        To::Line(t) => {
                            if best.is_none_or(|(least, ..)| t < least) {
                                best = Some((t, *index, step.velocity));
                            }
                            continue;
                        }
                        To::State { seed, life, lost, crashed } => (seed, life, lost, crashed),
                    };
                    let turn = turn.saturating_add(1).saturating_add(lost);
                    if life != Life::Endless && !lives.accepts(next, turn, &life) {
                        continue;
                    }
                    let Some(number) = search.pack_with(&next, &life) else { continue };
                    let (place, is_new) = search.seen.insert(number);
                    let arrives = Reached { from: *index, velocity: step.velocity, turn, crashed };
                    if is_new {
                        reached.push(arrives);
                    } else if reached[place].turn > turn {
                        reached[place] = arrives;
                    } else {
                        continue;
                    }
                    due.entry(turn).or_default().push(place);
                }
            }
            if progress.is_over() {
                return (!progress.is_stopped()).then_some(found);
            }
        }
        if let Some((t, index, velocity)) = best {
            found.states = search.seen.len() as u64;
            found.route = Some(crash_route(&search, &reached, turn + 1, t, index, velocity));
            (found.complete, found.capped) = (!search.capped, search.capped);
            return Some(found);
        }
    }
    // All states were searched, and no route finishes in fewer turns.
    if !search.capped {
        (found.at_least, found.complete, found.exhausted) = (limit, true, true);
    }
    (found.states, found.capped) = (search.seen.len() as u64, search.capped);
    Some(found)
}

/// For each state, the turns in which the search reached it, each with the racer's life at that time. A later arrival
/// is useful only if the racer then has more life.
#[derive(Default)]
struct Lives {
    known: BTreeMap<Seed, Vec<(u32, Life)>>,
}

impl Lives {
    /// Adds an arrival at a state and returns true. If the search already reached this state in the same turn or
    /// earlier, with at least as much life, adds nothing and returns false.
    fn accepts(&mut self, seed: Seed, turn: u32, life: &Life) -> bool {
        let known = self.known.entry(seed).or_default();
        let is_worse = |(before, other): &(u32, Life)| *before <= turn && has_as_much(other, life);
        if known.iter().any(is_worse) {
            return false;
        }
        known.retain(|(later, other)| *later < turn || !has_as_much(life, other));
        known.push((turn, life.clone()));
        true
    }
}

/// Whether the first life (the damage that a racer can still take) is at least as large as the second. For
/// [`Life::Roots`] this compares two rounded sums of square roots. If they are too close to compare, returns false, so
/// that the search follows both states.
fn has_as_much(one: &Life, other: &Life) -> bool {
    let spent = |squares: &[i64]| squares.iter().map(|square| (*square as f64).sqrt()).sum::<f64>();
    match (one, other) {
        (Life::Endless, _) => true,
        (Life::Points(left), Life::Points(others)) => left >= others,
        (Life::Roots(squares), Life::Roots(others)) => squares == others || spent(squares) < spent(others) - 1e-6,
        _ => false,
    }
}

/// The step that reached a state: the previous state, the move from it, the number of turns, and whether the move
/// crashed.
#[derive(Clone, Copy)]
struct Reached {
    from: usize,
    velocity: [i32; 2],
    turn: u32,
    crashed: bool,
}

/// The number of states in a batch. The states of a batch are evaluated in parallel.
const PART: usize = 1 << 12;

/// A move and its result.
struct Step {
    velocity: [i32; 2],
    to: To,
}

enum To {
    Line(Time),
    State { seed: Seed, life: Life, lost: u32, crashed: bool },
}

impl Search<'_> {
    /// Returns all legal moves with their results, crashes included.
    fn steps(&self, crashes: &Crashes<'_>, seed: &Seed, life: &Life) -> Vec<Step> {
        let mut steps = Vec::new();
        for velocity in self.moves(seed) {
            let to = match self.evaluated(seed, velocity) {
                (Outcome::Finishes(t), _) => To::Line(t),
                (Outcome::Lands(seed), _) => To::State { seed, life: life.clone(), lost: 0, crashed: false },
                (Outcome::Crashes, Some((hit, progress, [tally, hits]))) => {
                    let Some(after) = crashes.after(&hit, seed.at, seed.progress, progress, life) else { continue };
                    // If the racer goes back to the start of its move, no crossing counts.
                    let tally = if after.is_back { hits } else { tally };
                    let (at, progress) = (after.at, after.progress);
                    let seed = Seed { at, base: [0, 0], progress, flags: [false; 3], tally };
                    To::State { seed, life: after.life, lost: after.lost, crashed: true }
                }
                (Outcome::Crashes, None) => continue,
            };
            steps.push(Step { velocity, to });
        }
        steps
    }
}

/// Reconstructs a race, from its finishing move back to the start.
fn crash_route(
    search: &Search<'_>,
    reached: &[Reached],
    turns: u32,
    t: Time,
    index: usize,
    velocity: [i32; 2],
) -> CrashRoute {
    let place = |index: usize| search.unpack(search.seen.get(index)).at;
    let end = place(index);
    let mut route = CrashRoute {
        turns,
        fraction: fraction(t),
        moves: vec![velocity],
        line: vec![[end[0] + velocity[0], end[1] + velocity[1]], end],
        crashed_in: Vec::new(),
        at: vec![turns],
    };
    let mut at = index;
    while reached[at].turn > 0 {
        let Reached { from, velocity, crashed, .. } = reached[at];
        route.moves.push(velocity);
        at = from;
        route.at.push(reached[at].turn + 1);
        if crashed {
            route.crashed_in.push(reached[at].turn + 1);
        }
        route.line.push(place(at));
    }
    route.moves.reverse();
    route.at.reverse();
    route.crashed_in.reverse();
    route.line.reverse();
    route
}
