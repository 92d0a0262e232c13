//! Explores a track by king steps (moves of a king in chess), to check whether a route of such steps leads to the
//! finish (RT-VAL-09 to 11).

use std::collections::VecDeque;

use crate::game::Issue;
use crate::games::vector_racing::grid::Points;
use crate::games::vector_racing::king::{STEPS, Step};
use crate::games::vector_racing::options::WallRule;
use crate::games::vector_racing::path::{self, End, Nobody, Terms, Walked};
use crate::games::vector_racing::track::Track;

/// Warns if no route of king steps leads from the start to the finish, although racers can reach the finish
/// (RT-VAL-10).
pub(super) fn without_steps(track: &Track, start: [i32; 2], issues: &mut Vec<Issue>) {
    // King steps do not begin on walls. A start on a wall that may be touched leads to the points beside the wall.
    let Some(first) = (if track.is_inside(start) { Some(vec![start]) } else { beside_wall(track, start) }) else {
        return;
    };
    if first.iter().any(|at| track.king_inside(*at).is_some()) {
        return;
    }
    let axis = track.rules().y_axis;
    let all = reached(track, &first);
    if all.iter().any(|at| track.king_inside(*at).is_some()) {
        let place = axis.named(start);
        let message = format!("From the start {place}, every route of single steps first crosses the line backwards.");
        issues.push(
            Issue::warning("RT-VAL-10", message)
                .at(start.map(f64::from))
                .fix("Move the start to the other side of the finish line."),
        );
        return;
    }
    let near = all.into_iter().min_by_key(|at| distance_to_known(track, *at)).unwrap_or(start);
    let place = axis.named(near);
    // Walls that may be jumped and warps separate parts of a track, too.
    let is_corridor = track.rules().walls != WallRule::LandingOnly && track.objects.warps.is_empty();
    let (message, fix) = if is_corridor {
        (
            format!("Near {place} the track has no grid point to step on."),
            "Make the corridor wider, so that it has grid points.",
        )
    } else {
        (
            format!("Near {place} no single step leads on to the finish: racers need a longer move or a warp."),
            "Open a passage that has grid points.",
        )
    };
    issues.push(Issue::warning("RT-VAL-10", message).at(near.map(f64::from)).fix(fix));
}

/// Follows king steps from a start point that lies on a wall. A route may lead along walls and ends at the first point
/// that is not on a wall. Returns these end points. Returns `None` if a step crosses the finish line forwards.
fn beside_wall(track: &Track, start: [i32; 2]) -> Option<Vec<[i32; 2]>> {
    let mut seen = Points::empty(track.inside.from(), track.inside.width(), track.inside.height());
    let mut queue = VecDeque::from([start]);
    let mut beside = Vec::new();
    while let Some(at) = queue.pop_front() {
        for step in STEPS {
            let walked = walk(track, at, step);
            if matches!(walked.end, End::Finishes { .. }) || walked.progress > track.first_progress(at) {
                return None;
            }
            let End::Lands { at: to, .. } = walked.end else { continue };
            let to = to.map(|value| value as i32);
            if track.is_inside(to) {
                beside.push(to);
            } else if !seen.has(to) {
                seen.set(to, true);
                queue.push_back(to);
            }
        }
    }
    Some(beside)
}

/// Follows the move with this velocity from a grid point. Returns the end of the move and the regions that it meets.
pub(super) fn walk(track: &Track, at: [i32; 2], velocity: [i32; 2]) -> Walked {
    let rules = track.rules();
    let terms = Terms::of(rules, track.needed(track.draft.laps));
    path::walk(track, terms, at, velocity, track.first_progress(at), &mut Nobody)
}

/// Whether a racer that takes single steps straight to the finish, and stops where it must turn sharply, arrives within
/// `cap` turns. If this racer does not, another racer may still arrive within `cap` turns.
pub(super) fn walks_within(track: &Track, start: [i32; 2], cap: u32) -> bool {
    let (mut at, mut base) = (start, [0, 0]);
    for _ in 0..cap {
        let Some(left) = track.king_inside(at) else { return false };
        // A racer on a finish cell has arrived.
        if left == 0 {
            return true;
        }
        let leads_on = |step: &[i32; 2]| match track.king_step(at, *step) {
            Step::Finishes => true,
            Step::Clear => track.king_inside([at[0] + step[0], at[1] + step[1]]).is_some_and(|next| next < left),
            Step::Back | Step::Blocked => false,
        };
        let is_legal = |step: &[i32; 2]| (0..2).all(|axis| (step[axis] - base[axis]).abs() <= 1);
        // The same step again leaves the most moves open.
        let step = std::iter::once(base)
            .chain(STEPS)
            .filter(|step| *step != [0, 0])
            .find(|step| is_legal(step) && leads_on(step));
        base = step.unwrap_or([0, 0]);
        if base != [0, 0] && track.king_step(at, base) == Step::Finishes {
            return true;
        }
        at = [at[0] + base[0], at[1] + base[1]];
    }
    track.king_inside(at) == Some(0)
}

/// Returns the grid points that can be reached from `starts` by steps to neighbouring grid points. The steps may cross
/// the finish line.
pub(super) fn reached(track: &Track, starts: &[[i32; 2]]) -> Vec<[i32; 2]> {
    let mut seen = Points::empty(track.inside.from(), track.inside.width(), track.inside.height());
    let mut queue = VecDeque::from(starts.to_vec());
    starts.iter().for_each(|at| seen.set(*at, true));
    let mut all = Vec::new();
    while let Some(at) = queue.pop_front() {
        all.push(at);
        for step in STEPS {
            let to = [at[0] + step[0], at[1] + step[1]];
            if track.inside.has(to) && !seen.has(to) && track.king_step(at, step) != Step::Blocked {
                seen.set(to, true);
                queue.push_back(to);
            }
        }
    }
    all
}

/// Returns the squared distance from a point to the nearest grid point from which the finish can be reached. Returns
/// `i64::MAX` if there is no such point within 12 squares.
fn distance_to_known(track: &Track, at: [i32; 2]) -> i64 {
    const REACH: i32 = 12;
    let around = (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| [x, y]));
    around
        .filter(|[x, y]| track.king_inside([at[0] + x, at[1] + y]).is_some())
        .map(|[x, y]| i64::from(x * x + y * y))
        .min()
        .unwrap_or(i64::MAX)
}
