//! Finds any race that finishes, for tracks on which the search for the fastest race reaches its limits. Follows only
//! the most promising states of each turn.

use std::collections::BTreeSet;

use super::general::{Outcome, Search};
use super::report::{CrashRoute, Progress, Question, Seed};
use super::routes::fraction;
use crate::games::vector_racing::exact::{Time, times};
use crate::games::vector_racing::options::WallRule;
use crate::games::vector_racing::state::Terms;
use crate::games::vector_racing::track::Track;

/// The largest number of racer states followed in each turn.
const WIDTH: usize = 2_000;
/// The search ends after this number of turns, even if it has not found a race.
const MOST_TURNS: u32 = 20_000;

/// A state of the racer, and the move that led to it. `from` is the index of the previous state in the list of the
/// previous turn's states.
struct Reached {
    seed: Seed,
    from: usize,
    velocity: [i32; 2],
}

/// Finds a race without a crash. It is usually not the fastest race. Returns `None` if the search was stopped, and
/// `Some(None)` if it found no race.
#[allow(clippy::option_option, reason = "stopped, or nothing found")]
pub(super) fn race(
    track: &Track,
    terms: &Terms,
    question: &Question,
    progress: Progress<'_>,
) -> Option<Option<CrashRoute>> {
    let search = Search::new(track, terms);
    let first = question.seeds.iter().map(|seed| Reached { seed: *seed, from: 0, velocity: [0, 0] }).collect();
    let mut layers: Vec<Vec<Reached>> = vec![first];
    let mut seen: BTreeSet<Seed> = question.seeds.iter().copied().collect();
    for turn in 1..=MOST_TURNS.min(terms.rules.turn_cap) {
        if (progress.stop)() {
            return None;
        }
        let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) else { return Some(None) };
        let mut next: Vec<(u64, Reached)> = Vec::new();
        let mut home: Option<(Time, usize, [i32; 2])> = None;
        for (from, reached) in layer.iter().enumerate() {
            for velocity in search.moves(&reached.seed) {
                match search.outcome(&reached.seed, velocity) {
                    Outcome::Finishes(t) if home.is_none_or(|(least, ..)| t < least) => {
                        home = Some((t, from, velocity))
                    }
                    Outcome::Lands(seed) if seed.progress >= -1 && seen.insert(seed) => {
                        next.push((promise(track, terms, &seed), Reached { seed, from, velocity }));
                    }
                    Outcome::Finishes(_) | Outcome::Lands(_) | Outcome::Crashes => {}
                }
            }
        }
        if let Some((t, from, velocity)) = home {
            return Some(Some(crash_route(&layers, turn, t, from, velocity)));
        }
        next.sort_by_key(|(promise, _)| *promise);
        next.truncate(WIDTH);
        layers.push(next.into_iter().map(|(_, reached)| reached).collect());
    }
    Some(None)
}

/// Rates a state; a lower value is better. The rating grows with the distance to the finish, measured from the point
/// where the racer would stop if it braked in every turn. The distance is a number of king steps (moves of a king in
/// chess).
fn promise(track: &Track, terms: &Terms, seed: &Seed) -> u64 {
    const FAR: u64 = 1 << 32;
    let way = seed.base.map(|part| part.signum() * (part.abs() * (part.abs() - 1) / 2));
    let rest = [0, 1].map(|axis| seed.at[axis] + way[axis]);
    let leg = track.leg(seed.at.map(i64::from), way.map(i64::from));
    let is_free = terms.rules.walls == WallRule::LandingOnly
        || way == [0, 0]
        || track.walls.first_contact(&leg, Time::START, Time::END).is_none();
    let left = track.steps_left(rest).filter(|_| is_free && track.standing(terms.rules.walls).has(rest));
    let lap = u64::from(track.draft().all_starts().filter_map(|at| track.steps_left(at)).max().unwrap_or(1).max(1));
    // If the racer crosses the finish line before it comes to rest, the steps left belong to the next lap.
    let crossed =
        track.line.and_then(|line| line.passed(&leg, Time::START, Time::END)).is_some_and(|passed| passed.forward);
    let laps = u64::try_from(terms.needed - seed.progress - i32::from(crossed)).unwrap_or(0);
    let here = track.steps_left(seed.at).map_or(FAR, u64::from);
    match left {
        Some(left) if laps > 0 => laps * lap * 2 + u64::from(left) * 2,
        Some(_) => 0,
        None => laps * lap * 2 + here * 2 + times(way.map(i64::from), 1).map(i64::unsigned_abs).iter().sum::<u64>() * 2,
    }
}

fn crash_route(layers: &[Vec<Reached>], turns: u32, t: Time, from: usize, velocity: [i32; 2]) -> CrashRoute {
    let (mut moves, mut line) = (vec![velocity], Vec::new());
    let mut place = from;
    for layer in layers.iter().rev() {
        let reached = &layer[place];
        if line.is_empty() {
            line.push([0, 1].map(|axis| reached.seed.at[axis] + velocity[axis]));
        }
        line.push(reached.seed.at);
        moves.push(reached.velocity);
        place = reached.from;
    }
    // No move leads to the first state.
    moves.pop();
    moves.reverse();
    line.reverse();
    CrashRoute { turns, fraction: fraction(t), moves, line, crashed_in: Vec::new(), at: (1..=turns).collect() }
}
