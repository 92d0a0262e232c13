//! Counts the fastest routes and finds one of them. Goes backwards through the turns of a search, from the finish.

use std::cmp::Ordering;

use super::checker::Outcome;
use super::frame::{Finishing, Frame};
use super::layers::{Key, range};
use super::report::Solution;
use crate::games::vector_racing::exact::Time;

/// The number of all routes to the finish, and the number of those that cross the line at the earliest time.
type Ways = [u128; 2];

/// Adds the number of fastest routes, and one of these routes, to a solution.
pub(super) fn tell<K: Key>(
    frame: &Frame<'_>,
    layers: &[Vec<K>],
    finishing: &[Finishing],
    counts: bool,
    solution: &mut Solution,
) {
    let Some(earliest) = finishing.iter().map(|finishing| finishing.t).min() else { return };
    solution.fraction = Some(fraction(earliest));
    if !counts {
        return;
    }
    // The states on a fastest route, for each turn from the last to the first. Each state has the number of routes that
    // lead from it to the finish.
    let mut useful: Vec<Vec<(K, Ways)>> = Vec::with_capacity(layers.len());
    for (index, layer) in layers.iter().enumerate().rev() {
        let mut found: Vec<(K, Ways)> = Vec::new();
        let mut add = |page: u64, velocity: [i32; 2], ways: Ways| {
            let size = frame.page_size();
            for key in range(layer, page * size, (page + 1) * size) {
                let (_, base, flags) = frame.state(key.number());
                if frame.allows(base, flags, velocity) {
                    found.push((*key, ways));
                }
            }
        };
        match useful.last() {
            None => {
                for finishing in finishing {
                    let is_earliest = finishing.t.cmp(&earliest) == Ordering::Equal;
                    add(finishing.page, finishing.velocity, [1, u128::from(is_earliest)]);
                }
            }
            Some(next) => {
                for (key, ways) in next {
                    let (page, velocity, _) = frame.state(key.number());
                    if let Some(origin) = origin(frame, page, velocity) {
                        add(origin, velocity, *ways);
                    }
                }
            }
        }
        debug_assert!(!found.is_empty(), "turn {index} has no state on a route");
        found.sort_unstable_by_key(|(key, _)| *key);
        found.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 = [0, 1].map(|which| earlier.1[which].saturating_add(later.1[which]));
            }
            is_same
        });
        useful.push(found);
    }
    useful.reverse();
    let Some(first) = useful.first() else { return };
    let sum = |which: usize| first.iter().fold(0u128, |sum, (_, ways)| sum.saturating_add(ways[which]));
    (solution.routes, solution.fastest_routes) = (sum(0), sum(1));
    follow(frame, &useful, finishing, earliest, solution);
}

/// Returns the page (progress and grid point) from which a move with this velocity lands on `page`. Returns `None` if
/// there is no such page.
pub(super) fn origin(frame: &Frame<'_>, page: u64, velocity: [i32; 2]) -> Option<u64> {
    let (progress, at) = frame.place(page);
    let from = [at[0] - velocity[0], at[1] - velocity[1]];
    // A move that does not finish changes the progress by the same amount, whatever the progress was before the move.
    (-1..=1).find_map(|change| {
        let origin = frame.page(progress - change, from)?;
        match frame.outcome(origin, velocity) {
            Outcome::Lands { progress, .. } if progress == change => Some(origin),
            _ => None,
        }
    })
}

/// Adds a fastest route to a solution. If several routes cross the finish line at the earliest time, compares them move
/// by move and prefers the smaller x, then the smaller y.
fn follow<K: Key>(
    frame: &Frame<'_>,
    useful: &[Vec<(K, Ways)>],
    finishing: &[Finishing],
    earliest: Time,
    solution: &mut Solution,
) {
    let is_good = |(_, ways): &&(K, Ways)| ways[1] > 0;
    let Some((first, _)) = useful.first().and_then(|layer| layer.iter().find(is_good)) else { return };
    let mut key = first.number();
    let (page, ..) = frame.state(key);
    solution.line.push(frame.place(page).1);
    for next in &useful[1..] {
        let (page, base, flags) = frame.state(key);
        let (progress, at) = frame.place(page);
        let found = frame.moves(base, flags).into_iter().find_map(|velocity| {
            if !frame.speeds.has(velocity) {
                return None;
            }
            let Outcome::Lands { progress: change, flags } = frame.outcome(page, velocity) else { return None };
            let to = frame.page(progress + change, [at[0] + velocity[0], at[1] + velocity[1]])?;
            let key = frame.key(to, velocity, flags);
            let index = next.binary_search_by(|(other, _)| other.number().cmp(&key)).ok()?;
            (next[index].1[1] > 0).then_some((velocity, key))
        });
        let Some((velocity, following)) = found else { return };
        solution.moves.push(velocity);
        solution.line.push([at[0] + velocity[0], at[1] + velocity[1]]);
        key = following;
    }
    let (page, base, flags) = frame.state(key);
    let last = frame.moves(base, flags).into_iter().find(|velocity| {
        finishing
            .iter()
            .any(|finishing| finishing.page == page && finishing.velocity == *velocity && finishing.t == earliest)
    });
    if let Some(velocity) = last {
        let at = frame.place(page).1;
        solution.moves.push(velocity);
        solution.line.push([at[0] + velocity[0], at[1] + velocity[1]]);
    }
}

/// Returns a time as numerator and denominator. This is always possible for a finish, because the times of line
/// crossings and samples are fractions.
pub(super) fn fraction(t: Time) -> (i64, i64) {
    t.as_ratio().unwrap_or((1, 1))
}
