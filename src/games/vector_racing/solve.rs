//! The least number of turns from the start to the finish, with proof.
//!
//! A state is a grid point, the base velocity, the progress and what the last move has met. The search goes by turns: every
//! state that can be reached in so many turns is looked at before any that takes more, so that the first turn with a finish
//! is the least, and the whole of that turn tells how many routes there are and how early in the last move the line can be
//! crossed. Crashes are left out of this *clean* search; a second one (`braking`, or `general`) looks at everything the rules
//! allow, for a crash is a brake and may win (ruling 32). Only both together are an answer. Where either runs out of states,
//! what is known is said: a race that was found (`any`), and how many turns there are at least.
//!
//! On tracks where paths stay straight (`straight`) a state is known by the move that led to it: its origin and its
//! velocity. States are kept as bits by origin, so that the nine moves from a point are three runs of three bits, a move is
//! judged once however many racers could make it, and what is kept is a bit for each move and one number for each state.
//! Where paths bend or jump, or hits count (`general`), states are numbered in the order in which they are found.

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
pub(super) use losses::losses_reported;
pub use losses::{Loss, losses};
pub use report::{CrashRoute, CrashSearch, Estimate, Progress, Question, Seed, Solution, Stage};

/// What a race by these options agrees on, as far as one racer alone goes.
fn terms(track: &Track, rules: &Rules, laps: u32) -> Terms {
    let counted = track.objects.counted(rules).unwrap_or(0);
    let starts = track.draft().all_starts().collect();
    Terms { rules: rules.clone(), laps, needed: track.needed(laps), starts, counted }
}

/// Whether any racer can finish by the track's own options, looking at no more than so many states.
pub(super) fn reaches(track: &Track, budget: usize) -> Reached {
    let question = Question { states: budget as u64, ..Question::of(track) };
    match search(track, &question, Progress::SILENT) {
        Some(solution) if solution.turns.is_some() => Reached::Yes,
        Some(solution) if solution.optimal => Reached::No,
        Some(solution) => Reached::NotProven(usize::try_from(solution.states).unwrap_or(usize::MAX)),
        None => Reached::NotProven(0),
    }
}

/// The answer to a question; `None` where `progress` stopped it. Where it was to come to an end, what is known by then: then
/// [`Solution::is_complete`] is false.
#[must_use]
pub fn solve(track: &Track, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let share = || (progress.conclude)() || (progress.pass_on)();
    let first = if question.with_crashes { Progress { conclude: &share, ..progress } } else { progress };
    let mut solution = search(track, question, first)?;
    if question.with_crashes {
        // What takes more turns than a race may is no race.
        let cap = question.rules.turn_cap.saturating_add(1);
        let found = solution.turns.map_or(cap, |turns| turns.min(cap));
        let mut crashes = crashing(track, question, Some(found), progress)?;
        if crashes.at_least == Some(cap) && solution.turns.is_none_or(|turns| turns > cap) {
            crashes.at_least = None;
        }
        solution.with_crashes = crashes.route.clone();
        solution.crashes = Some(crashes);
    }
    let ran_out = solution.turns.is_none() && !solution.optimal;
    if question.routes && ran_out && solution.with_crashes.is_none() {
        (progress.report)(Stage::Any);
        let terms = terms(track, &question.rules, question.laps);
        // The work on it may go on when the search is to come to an end: it begins only then.
        solution.some = match any::race(track, &terms, question, progress) {
            None if (progress.conclude)() => None,
            found => found?,
        };
    }
    Some(solution)
}

/// The fastest race of fewer turns than so many, crashes included.
fn crashing(track: &Track, question: &Question, limit: Option<u32>, progress: Progress<'_>) -> Option<CrashSearch> {
    let terms = terms(track, &question.rules, question.laps);
    let counts_life = question.rules.damage == super::options::DamageRule::Life;
    if track.objects.bend_paths() || terms.hits().is_some() || counts_life {
        general::with_crashes(track, &terms, question, limit, progress)
    } else {
        braking::search(track, &terms, question, limit, progress)
    }
}

fn search(track: &Track, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let terms = terms(track, &question.rules, question.laps);
    if track.objects.bend_paths() || terms.hits().is_some() {
        general::clean(track, &terms, question, progress)
    } else {
        straight::clean(track, &terms, question, progress)
    }
}

/// The least number of turns from a state in the middle of a race, without crashes: what the analysis of a recorded race
/// compares turn by turn. `None` where it was stopped, where nothing reaches the finish, or within the question's limit
/// nothing does.
#[must_use]
pub fn turns_from(track: &Track, question: &Question, seed: Seed, progress: Progress<'_>) -> Option<u32> {
    let question = Question { seeds: vec![seed], with_crashes: false, routes: false, ..question.clone() };
    search(track, &question, progress).and_then(|solution| solution.turns)
}

/// The fastest way on from a state in the middle of a race, crashes included where the question asks for them: its turns and
/// its first move.
fn way_from(track: &Track, question: &Question, seed: Seed, progress: Progress<'_>) -> Option<(u32, Option<[i32; 2]>)> {
    let question = Question { seeds: vec![seed], routes: true, ..question.clone() };
    let mut solution = solve(track, &question, progress)?;
    // What was found because nothing better could be is no measure.
    solution.some = None;
    let is_sure = solution.is_proved() || (!question.with_crashes && solution.optimal);
    solution.best().filter(|_| is_sure).map(|best| (best.turns, best.moves.first().copied()))
}

/// States found in a second, roughly, where paths are straight.
const STATES_A_SECOND: u64 = 4_000_000;
/// Bytes kept for a state, roughly.
const BYTES_A_STATE: u64 = 8;

/// How much the proof of a track takes at the most (RT-VAL-21).
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
