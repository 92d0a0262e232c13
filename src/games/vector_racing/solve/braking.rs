//! The search with crashes, for tracks with straight paths only. A crash acts as a brake, and the racer then loses
//! turns (ruling 32).
//!
//! The search goes turn by turn, like the search without crashes. A crash leads to a state at rest in a later turn,
//! after the lost turns. The racer may come to rest at the same grid point, with the same progress, after different
//! crashes. The search stores only the earliest of these arrivals, and later reconstructs the route from it.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::crashing::Crashes;
use super::frame::{Finishing, Frame, Page};
use super::layers::{Key, range};
use super::report::{CrashRoute, CrashSearch, Progress, Question, Stage};
use super::routes::fraction;
use super::straight::{Arrival, Braking, begin, expand, is_spent};
use crate::games::vector_racing::state::Terms;
use crate::games::vector_racing::track::Track;

/// Finds the fastest race that takes fewer turns than `limit`. Returns `None` if the search was stopped.
pub(super) fn search(
    track: &Track,
    terms: &Terms,
    question: &Question,
    limit: Option<u32>,
    progress: Progress<'_>,
) -> Option<CrashSearch> {
    let frame = Frame::new(track, terms, question);
    let crashes = Crashes::new(track, terms, question);
    match frame.pages().checked_mul(frame.page_size()) {
        Some(most) if most <= u32::MOST => run::<u32>(&frame, &crashes, question, limit, progress),
        _ => run::<u64>(&frame, &crashes, question, limit, progress),
    }
}

fn run<K: Key>(
    frame: &Frame<'_>,
    crashes: &Crashes<'_>,
    question: &Question,
    limit: Option<u32>,
    progress: Progress<'_>,
) -> Option<CrashSearch> {
    let mut pages: Vec<Page> = vec![None; usize::try_from(frame.pages()).ok()?];
    let mut rested = vec![u32::MAX; pages.len()];
    let mut due: BTreeMap<u32, Vec<Arrival>> = BTreeMap::new();
    let mut arrived: BTreeMap<(u32, u64), Arrival> = BTreeMap::new();
    let mut layers = vec![begin::<K>(frame, question, &mut pages)];
    let mut search = CrashSearch::default();
    loop {
        let turn = layers.len() as u32;
        search.at_least = Some(turn);
        (progress.report)(Stage::Crashes { turn, states: search.states });
        if progress.is_stopped() {
            return None;
        }
        if limit.is_some_and(|limit| turn >= limit) {
            search.complete = true;
            return Some(search);
        }
        let layer = layers.last().map_or(&[][..], Vec::as_slice);
        search.states += layer.len() as u64;
        if layer.is_empty() && due.is_empty() {
            (search.at_least, search.complete, search.exhausted) = (limit, true, true);
            return Some(search);
        }
        let page_bytes = frame.speeds.rows() * frame.speeds.words * size_of::<u64>();
        let bytes =
            pages.iter().filter(|page| page.is_some()).count() * page_bytes + search.states as usize * size_of::<K>();
        search.spent = is_spent(search.states, bytes as u64, question);
        if search.spent || (progress.conclude)() {
            return Some(search);
        }
        let braking = Braking { crashes, rested: &rested, layer: turn };
        let Some(found) = expand(frame, layer, &mut pages, Some(braking), progress) else {
            return (!progress.is_stopped()).then_some(search);
        };
        let finishing: Vec<Finishing> = found.iter().flat_map(|part| &part.finishing).copied().collect();
        if let Some(last) = finishing.iter().min_by_key(|finishing| (finishing.t, finishing.page, finishing.velocity)) {
            search.route = route_of(frame, &layers, &arrived, last);
            search.complete = true;
            return Some(search);
        }
        let mut next = Vec::with_capacity(found.iter().map(|part| part.keys.len()).sum());
        let mut arrivals = Vec::new();
        for part in found {
            next.extend(part.keys);
            arrivals.extend(part.arrivals);
        }
        arrivals.sort_unstable();
        for arrival in arrivals {
            let known = &mut rested[arrival.page as usize];
            if arrival.layer < *known {
                *known = arrival.layer;
                due.entry(arrival.layer).or_default().push(arrival);
            }
        }
        for arrival in due.remove(&turn).unwrap_or_default() {
            // Another route may have reached this progress and grid point at rest in the meantime.
            let page = &mut pages[arrival.page as usize];
            if !frame.is_marked(page, [0, 0]) {
                frame.mark(page, [0, 0]);
                next.push(K::new(frame.key(arrival.page, [0, 0], 0)));
                arrived.insert((turn, arrival.page), arrival);
            }
        }
        next.par_sort_unstable();
        layers.push(next);
    }
}

/// Reconstructs a race, from its finishing move back to the start.
fn route_of<K: Key>(
    frame: &Frame<'_>,
    layers: &[Vec<K>],
    arrived: &BTreeMap<(u32, u64), Arrival>,
    last: &Finishing,
) -> Option<CrashRoute> {
    let turns = layers.len() as u32;
    let place = |page: u64| frame.place(page).1;
    let end = [0, 1].map(|axis| place(last.page)[axis] + last.velocity[axis]);
    let mut route = CrashRoute {
        turns,
        fraction: fraction(last.t),
        moves: Vec::new(),
        line: vec![end],
        crashed_in: Vec::new(),
        at: Vec::new(),
    };
    let (mut layer, mut page, mut velocity) = (layers.len() - 1, last.page, last.velocity);
    loop {
        route.moves.push(velocity);
        route.at.push(layer as u32 + 1);
        route.line.push(place(page));
        if layer == 0 {
            break;
        }
        // Take any state from which the move is legal. The choice does not matter: the move is made in this turn from
        // each of them.
        let size = frame.page_size();
        let states = range(&layers[layer], page * size, (page + 1) * size);
        let key = states.iter().find(|key| {
            let (_, base, flags) = frame.state(key.number());
            frame.allows(base, flags, velocity)
        })?;
        let (_, base, _) = frame.state(key.number());
        let crash = arrived.get(&(layer as u32, page)).filter(|_| base == [0, 0]);
        (layer, page, velocity) = match crash {
            Some(arrival) => {
                route.crashed_in.push(arrival.made + 1);
                (arrival.made as usize, arrival.from, arrival.velocity)
            }
            None => (layer - 1, super::routes::origin(frame, page, base)?, base),
        };
    }
    route.moves.reverse();
    route.at.reverse();
    route.crashed_in.reverse();
    route.line.reverse();
    Some(route)
}
