//! The search where paths bend or jump, where hits count, and where racers may crash.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::judge::flags;
use super::report::{CrashRoute, Question, Seed, Solution, Stage, Watch};
use super::routes::fraction;
use super::seen::Seen;
use super::speeds::SPEED_CAP;
use crate::game::CarId;
use crate::games::vector_racing::exact::{Time, Vector};
use crate::games::vector_racing::path::{self, End, Happening, Witness};
use crate::games::vector_racing::rules::{legal_moves_of, report};
use crate::games::vector_racing::state::{Life, Phase, Racer, Standing, State, Tally, Terms};
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// After how many states of a race with crashes it is looked whether the search is to stop.
const LOOKED_AFTER: usize = 1 << 10;

/// A racer's tally on the way.
struct Counter<'a> {
    terms: &'a Terms,
    tally: Tally,
}

impl Witness for Counter<'_> {
    fn leg(&mut self, _: Time, _: Vector, _: Vector) {}

    fn happens(&mut self, _: Time, what: Happening) {
        match what {
            Happening::Met { bit, .. } => self.tally.add(self.terms, bit),
            Happening::Crossed { progress, forward } => self.tally.cross(self.terms, progress, forward),
        }
    }

    fn has_enough(&mut self, progress: i32) -> bool {
        self.tally.has_enough(self.terms, progress)
    }
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    Crashes,
    Lands(Seed),
    Finishes(Time),
}

/// A search in progress.
struct Search<'a> {
    track: &'a Track,
    terms: &'a Terms,
    seen: Seen,
    /// Tallies by number: few of those that could be are.
    tallies: Vec<Tally>,
    numbers: BTreeMap<(u64, u32, u32), u16>,
    capped: bool,
}

/// Bits of a state's parts: the point within the box, both components, the progress, flags, the tally.
const PARTS: [u32; 6] = [22, 8, 8, 11, 3, 12];

impl<'a> Search<'a> {
    fn new(track: &'a Track, terms: &'a Terms) -> Self {
        Self { track, terms, seen: Seen::default(), tallies: Vec::new(), numbers: BTreeMap::new(), capped: false }
    }

    /// A state as a number; `None` for one that is not followed: too fast, too far back.
    fn pack(&mut self, seed: &Seed) -> Option<u64> {
        if seed.base.iter().any(|part| part.abs() > SPEED_CAP) {
            self.capped = true;
            return None;
        }
        let Tally { set, times, laps } = seed.tally;
        let next = self.numbers.len() as u16;
        let tally = *self.numbers.entry((set, times, laps)).or_insert(next);
        if tally == next && usize::from(next) == self.tallies.len() {
            self.tallies.push(seed.tally);
        }
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
        let mut number = 0;
        for (part, bits) in parts.into_iter().zip(PARTS) {
            if part >> bits != 0 {
                self.capped = true;
                return None;
            }
            number = number << bits | part;
        }
        Some(number)
    }

    fn unpack(&self, number: u64) -> Seed {
        let mut rest = number;
        let mut parts = [0u64; 6];
        for (part, bits) in parts.iter_mut().zip(PARTS).rev() {
            *part = rest & ((1 << bits) - 1);
            rest >>= bits;
        }
        let standing = self.track.standing(self.terms.rules.walls);
        let [place, x, y, progress, flag, tally] = parts;
        let width = standing.width();
        Seed {
            at: standing.point(place as usize % width, place as usize / width),
            base: [x as i32 - SPEED_CAP, y as i32 - SPEED_CAP],
            progress: progress as i32 - 1,
            flags: [flag & 1 != 0, flag & 2 != 0, flag & 4 != 0],
            tally: self.tallies[tally as usize],
        }
    }

    fn moves(&self, seed: &Seed) -> Vec<[i32; 2]> {
        let [force, fast, slow] = seed.flags;
        legal_moves_of(self.terms.rules.slow_list, seed.base, force, fast, slow)
    }

    fn outcome(&self, seed: &Seed, velocity: [i32; 2]) -> Outcome {
        let rules = &self.terms.rules;
        let terms = path::Terms { walls: rules.walls, finish: rules.finish, needed: self.terms.needed };
        let mut counter = Counter { terms: self.terms, tally: seed.tally };
        let walked = path::walk(self.track, terms, seed.at, velocity, seed.progress, &mut counter);
        match walked.end {
            End::Crashes { .. } => Outcome::Crashes,
            End::Finishes { t, .. } => Outcome::Finishes(t),
            End::Lands { at, base } => {
                let met = flags(self.track, walked.met);
                Outcome::Lands(Seed {
                    at: at.map(|value| value as i32),
                    base: base.map(|value| value as i32),
                    progress: walked.progress,
                    flags: [met & 1 != 0, met & 2 != 0, met & 4 != 0],
                    tally: counter.tally,
                })
            }
        }
    }
}

/// The clean search; `None` where it was stopped.
pub(super) fn clean(track: &Track, terms: &Terms, question: &Question, watch: Watch<'_>) -> Option<Solution> {
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
    // The layers as ranges of indices: states are numbered as they are found.
    let mut bounds = vec![0, search.seen.len()];
    loop {
        let turn = bounds.len() as u32 - 1;
        let (begin, end) = (bounds[bounds.len() - 2], bounds[bounds.len() - 1]);
        solution.layers.push((end - begin) as u64);
        solution.states = end as u64;
        solution.bytes = search.seen.bytes() as u64;
        (watch.tell)(Stage::Turn { turn, states: solution.states });
        if (watch.stop)() {
            return None;
        }
        if begin == end {
            solution.optimal = !search.capped;
            break;
        }
        if solution.states > question.states {
            solution.optimal = false;
            break;
        }
        let mut next_ways: Vec<u128> = Vec::new();
        let mut finishes: Vec<(usize, [i32; 2], Time, u128)> = Vec::new();
        // Parts are judged side by side and put down one after another, in order. None takes longer than one waits who
        // has stopped the search.
        const PART: usize = 1 << 13;
        for from in (begin..end).step_by(PART) {
            let indices: Vec<usize> = (from..end.min(from + PART)).collect();
            let judged: Vec<Vec<([i32; 2], Outcome)>> = indices
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
            for (index, outcomes) in indices.into_iter().zip(judged) {
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
            if (watch.stop)() {
                return None;
            }
        }
        if let Some(earliest) = finishes.iter().map(|(_, _, t, _)| *t).min() {
            // States found in the turn that finishes are no part of the proof.
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
                (watch.tell)(Stage::Routes);
                let last = finishes.iter().find(|(_, _, t, _)| *t == earliest);
                if let Some((index, velocity, ..)) = last {
                    trace(&mut search, &bounds, *index, *velocity, &mut solution);
                }
            }
            // A speed beyond the cap might have been quicker only if it was met before the last turn; it is said.
            solution.optimal = !search.capped;
            break;
        }
        ways = next_ways;
        bounds.push(search.seen.len());
    }
    solution.capped = search.capped;
    Some(solution)
}

/// The moves that lead to a state, layer by layer from behind: the first state of the layer before with a move to it.
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

/// The quickest race with crashes, where it is quicker than the clean one; the outer `None` where it was stopped. A crash
/// costs its turn and the turns lost, and goes on from where the racer is put.
#[allow(clippy::option_option, reason = "stopped, or nothing found")]
pub(super) fn with_crashes(
    track: &Track,
    terms: &Terms,
    question: &Question,
    clean: Option<u32>,
    watch: Watch<'_>,
) -> Option<Option<CrashRoute>> {
    /// How a state was reached: from which, by which move, and after how many turns.
    #[derive(Clone, Copy)]
    struct Reached {
        from: usize,
        velocity: [i32; 2],
        turn: u32,
        crashed: bool,
    }
    let mut search = Search::new(track, terms);
    let mut reached: Vec<Reached> = Vec::new();
    let mut due: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for seed in &question.seeds {
        if let Some(number) = search.pack(seed) {
            let (index, is_new) = search.seen.insert(number);
            if is_new {
                reached.push(Reached { from: index, velocity: [0, 0], turn: 0, crashed: false });
                due.entry(0).or_default().push(index);
            }
        }
    }
    let mut crash = Crashes::new(track, terms);
    let mut looked = 0_usize;
    while let Some((turn, indices)) = due.pop_first() {
        if (watch.stop)() {
            return None;
        }
        let is_late = clean.is_some_and(|clean| turn >= clean);
        if is_late || search.seen.len() as u64 > question.states.min(2_000_000) {
            return Some(None);
        }
        let mut best: Option<(Time, usize, [i32; 2])> = None;
        for index in indices {
            if reached[index].turn != turn {
                continue;
            }
            looked += 1;
            if looked.is_multiple_of(LOOKED_AFTER) && (watch.stop)() {
                return None;
            }
            let seed = search.unpack(search.seen.get(index));
            for velocity in search.moves(&seed) {
                let (next, cost, crashed) = match search.outcome(&seed, velocity) {
                    Outcome::Finishes(t) => {
                        if best.is_none_or(|(least, ..)| t < least) {
                            best = Some((t, index, velocity));
                        }
                        continue;
                    }
                    Outcome::Lands(next) => (next, 1, false),
                    Outcome::Crashes => {
                        let Some((next, lost)) = crash.after(&seed, velocity) else { continue };
                        (next, lost.saturating_add(1), true)
                    }
                };
                let Some(number) = search.pack(&next) else { continue };
                let (found, is_new) = search.seen.insert(number);
                let arrives = Reached { from: index, velocity, turn: turn.saturating_add(cost), crashed };
                if is_new {
                    reached.push(arrives);
                } else if reached[found].turn > arrives.turn {
                    reached[found] = arrives;
                } else {
                    continue;
                }
                due.entry(arrives.turn).or_default().push(found);
            }
        }
        if let Some((t, index, velocity)) = best {
            let turns = turn + 1;
            let mut moves = vec![velocity];
            let end = search.unpack(search.seen.get(index)).at;
            let mut line = vec![[end[0] + velocity[0], end[1] + velocity[1]], end];
            let (mut at, mut crashes) = (index, 0);
            while reached[at].turn > 0 {
                moves.push(reached[at].velocity);
                crashes += u32::from(reached[at].crashed);
                at = reached[at].from;
                line.push(search.unpack(search.seen.get(at)).at);
            }
            moves.reverse();
            line.reverse();
            let is_quicker = crashes > 0 && clean.is_none_or(|clean| turns < clean);
            return Some(is_quicker.then(|| CrashRoute { turns, fraction: fraction(t), moves, line, crashes }));
        }
    }
    Some(None)
}

/// What crashes lead to, by the rules themselves.
struct Crashes<'a> {
    track: &'a Track,
    state: State,
}

impl<'a> Crashes<'a> {
    fn new(track: &'a Track, terms: &Terms) -> Self {
        let racer = Racer {
            car: CarId(1),
            at: [0, 0],
            base: [0, 0],
            progress: 0,
            force: false,
            fast: false,
            slow: false,
            tally: Tally::default(),
            lost: 0,
            life: Life::Endless,
            standing: Standing::Racing,
        };
        let terms = std::sync::Arc::new(terms.clone());
        Self { track, state: State { terms, turn: 1, done: 0, phase: Phase::Racing, racers: vec![racer] } }
    }

    /// Where a racer goes on after a crash, and the turns it loses; `None` where it is out.
    fn after(&mut self, seed: &Seed, velocity: [i32; 2]) -> Option<(Seed, u32)> {
        let racer = &mut self.state.racers[0];
        (racer.at, racer.base, racer.progress, racer.tally) = (seed.at, seed.base, seed.progress, seed.tally);
        let report = report(self.track, &self.state, &Turn::go(CarId(1), velocity))?;
        let after = &report.after;
        (after.standing == Standing::Racing).then(|| (Seed::racer(after), after.lost))
    }
}
