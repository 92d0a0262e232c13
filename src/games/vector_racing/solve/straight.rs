//! The search for tracks with straight paths only.
//!
//! A page is a pair of progress and grid point. A move is identified by its velocity and by the page on which it
//! begins. Each page has one bit for each velocity: whether that move was already checked. Every move that lands leads
//! to a state, and different moves lead to different states. So the search finds each state once if it checks each move
//! once.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::checker::Outcome;
use super::crashing::Crashes;
use super::frame::{Finishing, Frame, Page};
use super::layers::Key;
use super::report::{Progress, Question, Solution, Stage};
use super::routes;
use super::speeds::Speeds;
use crate::games::vector_racing::state::{Life, Terms};
use crate::games::vector_racing::track::Track;

impl Frame<'_> {
    /// Returns the page (progress and grid point) and the turn in which the racer is at rest after a move that crashes.
    /// Returns `None` in two cases: the racer is out, or the search already knows that the racer can be at rest on that
    /// page in that turn or earlier.
    fn brakes(&self, braking: Braking<'_>, page: u64, velocity: [i32; 2]) -> Option<Arrival> {
        let (before, from) = self.place(page);
        let (hit, progress) = self.checker.crash(from, velocity, before)?;
        let after = braking.crashes.after(&hit, from, before, progress, &Life::Endless)?;
        let (to, layer) = (self.page(after.progress, after.at)?, braking.layer.saturating_add(after.lost));
        (layer < braking.rested[to as usize]).then_some(Arrival {
            page: to,
            layer,
            made: braking.layer - 1,
            from: page,
            velocity,
        })
    }
}

/// Finds the fastest race without a crash. Returns `None` if the search was stopped.
pub(super) fn clean(track: &Track, terms: &Terms, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let frame = Frame::new(track, terms, question);
    match frame.pages().checked_mul(frame.page_size()) {
        Some(most) if most <= u32::MOST => run::<u32>(&frame, question, progress),
        _ => run::<u64>(&frame, question, progress),
    }
}

fn run<K: Key>(frame: &Frame<'_>, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    let mut solution = Solution::empty();
    let mut pages: Vec<Page> = vec![None; usize::try_from(frame.pages()).ok()?];
    let page_bytes = frame.speeds.rows() * frame.speeds.words * size_of::<u64>();
    let first = begin::<K>(frame, question, &mut pages);
    let mut layers: Vec<Vec<K>> = vec![first];
    loop {
        let turn = layers.len() as u32;
        solution.layers = layers.iter().map(|layer| layer.len() as u64).collect();
        solution.states = solution.layers.iter().sum();
        (progress.report)(Stage::Turn { turn, states: solution.states });
        if progress.is_stopped() {
            return None;
        }
        let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) else { break };
        solution.spent = is_spent(solution.states, solution.bytes, question);
        if solution.spent || (progress.conclude)() {
            solution.optimal = false;
            break;
        }
        let Some(found) = expand(frame, layer, &mut pages, None, progress) else {
            if progress.is_stopped() {
                return None;
            }
            solution.optimal = false;
            break;
        };
        let kept: usize = layers.iter().map(|layer| layer.len() * size_of::<K>()).sum();
        let touched = pages.iter().filter(|page| page.is_some()).count() * page_bytes;
        let pending: usize = found.iter().map(|part| part.keys.len() * size_of::<K>()).sum();
        let bytes = kept + touched + pending + pages.len() * size_of::<Page>() + frame.points.len() * 8;
        solution.bytes = solution.bytes.max(bytes as u64);
        let finishing: Vec<Finishing> = found.iter().flat_map(|part| &part.finishing).copied().collect();
        if !finishing.is_empty() {
            solution.turns = Some(turn);
            // The bits are no longer needed, only the states of each turn.
            drop(pages);
            (progress.report)(Stage::Routes);
            routes::tell(frame, &layers, &finishing, question.routes, &mut solution);
            break;
        }
        let mut next = Vec::with_capacity(found.iter().map(|part| part.keys.len()).sum());
        for part in found {
            next.extend(part.keys);
        }
        next.par_sort_unstable();
        layers.push(next);
    }
    solution.at_least = solution.turns.unwrap_or(layers.len() as u32);
    Some(solution)
}

/// Whether a search must end because it stores more states than the question allows, or uses far more memory than the
/// allowed states should need.
pub(super) fn is_spent(states: u64, bytes: u64, question: &Question) -> bool {
    const SPARE: u64 = 1 << 28;
    states > question.states || bytes > question.states.saturating_mul(2 * super::BYTES_A_STATE).saturating_add(SPARE)
}

/// Returns the states in which the search for the answer to `question` begins. If the racer is at rest in such a state,
/// marks the move with velocity zero as checked in `pages`, because it leads to the same state.
pub(super) fn begin<K: Key>(frame: &Frame<'_>, question: &Question, pages: &mut [Page]) -> Vec<K> {
    // For a state at rest, mark the zero move of its page as checked, because it leads to this state again.
    for seed in question.seeds.iter().filter(|seed| seed.base == [0, 0]) {
        if let Some(page) = frame.page(seed.progress, seed.at) {
            frame.mark(&mut pages[page as usize], [0, 0]);
        }
    }
    let mut first: Vec<K> = question
        .seeds
        .iter()
        .filter_map(|seed| {
            let flags = u8::from(seed.flags[0]) | u8::from(seed.flags[1]) << 1 | u8::from(seed.flags[2]) << 2;
            Some(K::new(frame.key(frame.page(seed.progress, seed.at)?, seed.base, flags)))
        })
        .collect();
    first.sort_unstable();
    first.dedup();
    first
}

/// The data that a search needs to continue after crashes: the results of crashes, and for each page (combination of
/// progress and grid point) the earliest turn in which the racer can be at rest there.
#[derive(Clone, Copy)]
pub(super) struct Braking<'a> {
    pub crashes: &'a Crashes<'a>,
    pub rested: &'a [u32],
    /// The index of the layer reached by moves without a crash. A layer is the list of states reached in the same turn.
    pub layer: u32,
}

/// The consequence of a crash: the racer is at rest on a page (progress and grid point) in a later turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrival {
    pub page: u64,
    pub layer: u32,
    /// The index of the turn in which the crashing move was made.
    pub made: u32,
    /// The page (progress and grid point) on which the crashing move began; `velocity` is that move.
    pub from: u64,
    pub velocity: [i32; 2],
}

/// The result of checking the moves from one part of the states of a turn: the new states, the finishing moves and the
/// crashes. The parts are checked in parallel.
pub(super) struct Part<K> {
    pub keys: Vec<K>,
    pub finishing: Vec<Finishing>,
    pub arrivals: Vec<Arrival>,
}

/// Checks all moves from the states of one turn. Divides the states into parts that are checked in parallel, and
/// returns one [`Part`] for each of them: the new states, the finishing moves and the crashes. Returns `None` if the
/// search was stopped before the end. `pages` must not be used after a stop: it marks some moves as checked although
/// their results are lost.
pub(super) fn expand<K: Key>(
    frame: &Frame<'_>,
    layer: &[K],
    pages: &mut [Page],
    braking: Option<Braking<'_>>,
    progress: Progress<'_>,
) -> Option<Vec<Part<K>>> {
    const PART: usize = 2_048;
    let size = frame.page_size();
    let mut jobs = Vec::new();
    let (mut rest, mut begin) = (layer, 0u64);
    let mut left = pages;
    while !rest.is_empty() {
        // A part always ends at the end of a page.
        let mut end = PART.min(rest.len());
        let page = rest[end - 1].number() / size;
        end += rest[end..].partition_point(|key| key.number() / size == page);
        let (part, after) = rest.split_at(end);
        let first = part[0].number() / size;
        let (_, from_first) = left.split_at_mut((first - begin) as usize);
        let (own, behind) = from_first.split_at_mut((page - first + 1) as usize);
        jobs.push((part, first, own));
        (rest, left, begin) = (after, behind, page + 1);
    }
    let expanded = |(part, first, own)| (!progress.is_over()).then(|| expand_part(frame, part, first, own, braking));
    jobs.into_par_iter().map(expanded).collect()
}

fn expand_part<K: Key>(
    frame: &Frame<'_>,
    part: &[K],
    first: u64,
    pages: &mut [Page],
    braking: Option<Braking<'_>>,
) -> Part<K> {
    let Speeds { most, words } = frame.speeds;
    let rows = frame.speeds.rows();
    let size = frame.page_size();
    let standing = frame.checker.standing();
    let (mut keys, mut finishing) = (Vec::with_capacity(2 * part.len()), Vec::new());
    let mut arrivals: BTreeMap<u64, Arrival> = BTreeMap::new();
    let mut wanted = vec![0u64; rows * words];
    for group in part.chunk_by(|a, b| a.number() / size == b.number() / size) {
        let page = group[0].number() / size;
        let (mut low, mut high) = (rows, 0);
        let mut want = |velocity: [i32; 2]| {
            if frame.speeds.has(velocity) {
                let (row, bit) = ((velocity[1] + most[1]) as usize, (velocity[0] + most[0]) as usize);
                wanted[row * words + bit / 64] |= 1 << (bit % 64);
                (low, high) = (low.min(row), high.max(row));
            }
        };
        for key in group {
            let (_, base, flags) = frame.state(key.number());
            if flags == 0 {
                for y in base[1] - 1..=base[1] + 1 {
                    (base[0] - 1..=base[0] + 1).for_each(|x| want([x, y]));
                }
            } else {
                frame.moves(base, flags).into_iter().for_each(&mut want);
            }
        }
        let checked = pages[(page - first) as usize].get_or_insert_with(|| vec![0; rows * words].into_boxed_slice());
        let (progress, at) = frame.place(page);
        let (column, line) = standing.cell(at).unwrap_or_default();
        for row in low..=high.min(rows - 1) {
            let y = row as i32 - most[1];
            for word in 0..words {
                let place = row * words + word;
                let new = std::mem::take(&mut wanted[place]) & !checked[place];
                if new == 0 {
                    continue;
                }
                checked[place] |= new;
                let ends = standing
                    .extract(column as i64 + (word * 64) as i64 - i64::from(most[0]), line as i64 + i64::from(y));
                let mut bits = new;
                while bits != 0 {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    let velocity = [(word * 64) as i32 + bit as i32 - most[0], y];
                    let speed = frame.speeds.index(velocity);
                    match frame.checker.outcome(at, velocity, speed, progress, ends >> bit & 1 == 1) {
                        Outcome::Crashes => {
                            let arrival = braking.and_then(|braking| frame.brakes(braking, page, velocity));
                            if let Some(arrival) = arrival {
                                let least = arrivals.entry(arrival.page).or_insert(arrival);
                                *least = arrival.min(*least);
                            }
                        }
                        Outcome::Finishes(t) => finishing.push(Finishing { page, velocity, t }),
                        Outcome::Lands { progress: change, flags } => {
                            let to = [at[0] + velocity[0], at[1] + velocity[1]];
                            // A zero move leads to the same page at rest.
                            if let Some(page) = frame.page(progress + change, to) {
                                keys.push(K::new(frame.key(page, velocity, flags)));
                            }
                        }
                    }
                }
            }
        }
    }
    Part { keys, finishing, arrivals: arrivals.into_values().collect() }
}
