//! The solver: finds the least number of turns from the start to the finish, and proves that no race takes fewer.
//!
//! A state consists of a grid point, the base velocity, the progress and the regions met by the previous move. The
//! search goes turn by turn: all states of one turn are searched before those of the next. So the first turn in which a
//! move finishes is the least number of turns. The search of that whole turn also gives the number of routes and the
//! earliest time at which the last move can cross the line.
//!
//! This *clean* search leaves out crashes. A second search (`braking` or `general`) includes them, because a crash acts
//! as a brake, and a race with a crash may be the fastest (ruling 32). Only both searches together prove the fastest
//! race. If one of them reaches its limit of states, the answer is a race that need not be the fastest (`any`), and a
//! lower bound for the number of turns.
//!
//! If all paths on a track are straight (`straight`), each state is identified by the move that led to it: the move's
//! starting point and its velocity. The search stores one number for each state, and one bit for each move: whether the
//! move was already checked. The bits are sorted by starting point, so a racer's nine usual moves are three runs of
//! three bits. If paths bend or jump, or the options require hits (`general`), states are numbered in the order in
//! which they are found.

mod any;
mod braking;
mod checker;
mod crashing;
mod frame;
mod general;
mod layers;
mod losses;
mod report;
mod routes;
mod seen;
mod spans;
mod speeds;
mod straight;

use super::options::Rules;
use super::state::Terms;
use super::track::Track;
use super::validate::Reached;

pub use super::placed::SPEED_CAP;
pub(super) use general::{Outcome, moves, outcome};
pub(super) use losses::losses_reported;
pub use losses::{Loss, losses};
pub use report::{CrashRoute, CrashSearch, Estimate, Progress, Question, Seed, Solution, Stage};

/// Returns the terms of a race of one racer with these options: the facts that stay the same during the race.
fn terms(track: &Track, rules: &Rules, laps: u32) -> Terms {
    let counted = track.objects.counted(rules).unwrap_or(0);
    let starts = track.draft().all_starts().collect();
    Terms { rules: rules.clone(), laps, needed: track.needed(laps), starts, counted }
}

/// Searches at most `budget` states to find out whether a racer can finish under the track's own options.
pub(super) fn reaches(track: &Track, budget: usize) -> Reached {
    let question = Question { states: budget as u64, ..Question::of(track) };
    let terms = terms(track, &question.rules, question.laps);
    // Any race will do. Where the fastest one is searched slowly, a slow one is found sooner.
    if is_general(track, &terms) && general::finds_any(track, &terms, &question, budget / 10) {
        return Reached::Yes;
    }
    // A race is abandoned after its last turn (RT-TURN-04).
    let cap = question.rules.turn_cap;
    match search(track, &question, Progress::SILENT) {
        Some(solution) if solution.turns.is_some_and(|turns| turns <= cap) => Reached::Yes,
        Some(solution) if solution.optimal && solution.turns.is_none() => Reached::No,
        Some(solution) if solution.at_least > cap => Reached::Late,
        Some(solution) => Reached::NotProven(usize::try_from(solution.states).unwrap_or(usize::MAX)),
        None => Reached::NotProven(0),
    }
}

/// Answers a question about the fastest race. Returns `None` if `progress` stopped the search. If `progress` ended the
/// search early, the answer contains the result found so far, and [`Solution::is_complete`] is false.
#[must_use]
pub fn solve(track: &Track, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let mut solution = fastest(track, question, progress)?;
    let ran_out = solution.turns.is_none() && !solution.optimal;
    if question.routes && ran_out && solution.with_crashes.is_none() {
        (progress.report)(Stage::Any);
        let terms = terms(track, &question.rules, question.laps);
        // This search begins only after the request to conclude, so it ignores that request.
        solution.some = match any::race(track, &terms, question, progress) {
            None if (progress.conclude)() => None,
            found => found?,
        };
    }
    Some(solution)
}

/// Answers a question about the fastest race, like [`solve`], but does not look for another race if the search reaches
/// its limit of states.
fn fastest(track: &Track, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let share = || (progress.conclude)() || (progress.pass_on)();
    let first = if question.with_crashes { Progress { conclude: &share, ..progress } } else { progress };
    let mut solution = search(track, question, first)?;
    let cap = question.rules.turn_cap;
    if solution.turns.is_some_and(|turns| turns > cap) {
        solution.remove_late(cap);
    }
    if question.with_crashes {
        let limit = solution.turns.unwrap_or(cap.saturating_add(1));
        let mut crashes = crashing(track, question, limit, progress)?;
        if solution.turns.is_none() && crashes.route.is_none() && crashes.at_least == Some(limit) {
            crashes.at_least = None;
            solution.late = (!crashes.exhausted).then_some(cap);
        } else {
            solution.late = None;
        }
        solution.with_crashes = crashes.route.clone();
        solution.crashes = Some(crashes);
    }
    Some(solution)
}

/// Finds the fastest race of fewer than `limit` turns, crashes included.
fn crashing(track: &Track, question: &Question, limit: u32, progress: Progress<'_>) -> Option<CrashSearch> {
    let mut homes: Vec<[i32; 2]> = question.seeds.iter().map(|seed| seed.at).collect();
    homes.sort_unstable();
    homes.dedup();
    if question.rules.crash != super::options::CrashRule::BackToStart || question.home.is_some() || homes.len() < 2 {
        return crashing_from(track, question, limit, progress);
    }
    // Racers that began at different starts go back to different points after a crash (RT-CRASH-07). So a state does
    // not say where the next crash leads, and each start needs a search of its own.
    let mut found: Option<CrashSearch> = None;
    for home in homes {
        let seeds = question.seeds.iter().filter(|seed| seed.at == home).copied().collect();
        let question = Question { seeds, home: Some(home), ..question.clone() };
        // A race of as many turns may cross the line earlier.
        let best = found.as_ref().and_then(|found| found.route.as_ref()).map(|route| route.turns.saturating_add(1));
        let limit = best.map_or(limit, |best| best.min(limit));
        let search = crashing_from(track, &question, limit, progress)?;
        found = Some(match found {
            Some(others) => others.joined(search),
            None => search,
        });
    }
    found
}

/// Finds the fastest race of fewer than `limit` turns, crashes included. If the options send crashed racers back to the
/// start, all of them go back to the same start.
fn crashing_from(track: &Track, question: &Question, limit: u32, progress: Progress<'_>) -> Option<CrashSearch> {
    let limit = Some(limit);
    let terms = terms(track, &question.rules, question.laps);
    let counts_life = question.rules.damage == super::options::DamageRule::Life;
    if track.objects.bend_paths() || terms.hits().is_some() || counts_life {
        general::with_crashes(track, &terms, question, limit, progress)
    } else {
        braking::search(track, &terms, question, limit, progress)
    }
}

/// Whether the search must follow every move in detail, because objects bend paths or hits are required.
fn is_general(track: &Track, terms: &Terms) -> bool {
    track.objects.bend_paths() || terms.hits().is_some()
}

/// Finds the fastest race without a crash, however many turns it takes. Returns `None` if `progress` stopped the
/// search.
pub(super) fn search(track: &Track, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let terms = terms(track, &question.rules, question.laps);
    if is_general(track, &terms) {
        general::clean(track, &terms, question, progress)
    } else {
        straight::clean(track, &terms, question, progress)
    }
}

/// Returns the least number of turns to the finish from a state in the middle of a race, without crashes. Used to
/// analyse a recorded race turn by turn. Returns `None` if the search was stopped, or if it found no route to the
/// finish within the question's limit.
#[must_use]
pub fn turns_from(track: &Track, question: &Question, seed: Seed, progress: Progress<'_>) -> Option<u32> {
    let question = Question { seeds: vec![seed], with_crashes: false, routes: false, ..question.clone() };
    search(track, &question, progress).and_then(|solution| solution.turns)
}

/// Returns the fastest route from a state in the middle of a race: its number of turns and its first move. Includes
/// crashes if the question asks for them.
fn way_from(track: &Track, question: &Question, seed: Seed, progress: Progress<'_>) -> Option<(u32, Option<[i32; 2]>)> {
    let question = Question { seeds: vec![seed], routes: true, ..question.clone() };
    let solution = fastest(track, &question, progress)?;
    let is_sure = solution.is_proved() || (!question.with_crashes && solution.optimal);
    solution.best().filter(|_| is_sure).map(|best| (best.turns, best.moves.first().copied()))
}

/// The approximate number of states found per second on tracks where all paths are straight.
const STATES_A_SECOND: u64 = 4_000_000;
/// The approximate number of bytes that one state takes in memory.
const BYTES_A_STATE: u64 = 8;

/// Returns upper limits for the states, memory and time that proving a track's fastest race takes (RT-VAL-21).
#[must_use]
pub fn estimate(track: &Track) -> Estimate {
    let question = Question::of(track);
    let standing = track.standing(question.rules.walls);
    let speeds = speeds::Speeds::new(
        standing,
        &question.seeds,
        track.objects.regions.iter().any(|region| region.kind == super::objects::RegionKind::Fast),
    );
    let levels = u64::try_from(track.needed(question.laps) + 1).unwrap_or(1);
    let flags = if track.objects.regions.is_empty() { 1 } else { 5 };
    let speeds = if track.objects.bend_paths() { (2 * SPEED_CAP as u64 + 1).pow(2) } else { speeds.count() as u64 };
    let states = (standing.count() as u64).saturating_mul(speeds).saturating_mul(levels).saturating_mul(flags);
    Estimate { states, bytes: states.saturating_mul(BYTES_A_STATE), seconds: states / STATES_A_SECOND }
}
