//! Simulates races of a lone car. The car makes the best choices of the solution, and every turn is checked by the
//! rules of the game. The results show whether the solver's model agrees with the game.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::super::dice;
use super::super::rules::{Additions, Move, Searcher, complete, lone_exits};
use super::super::state::{Phase, Standing, Start, State};
use super::super::track::{SpaceIndex, Track};
use super::super::turn::{Chance, Change, PitStop, Purpose, Turn};
use super::moves::{WAITS, place};
use super::policy::first_lap;
use super::{Lone, Progress, SoloMove, Solution};

/// A summary of simulated races: their number, the turns that they took, eliminations and pit stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    /// The number of simulated races.
    pub races: u32,
    /// The mean number of turns of a race. An elimination adds [`Question::out`](super::Question::out) turns.
    pub mean: f64,
    /// The standard deviation of the number of turns of a race.
    pub deviation: f64,
    /// The number of races that ended with an elimination.
    pub out: u32,
    /// The number of stops in the box, over all races.
    pub stops: u32,
}

impl Simulation {
    /// Returns the standard error of the mean, in turns, multiplied by `errors`. This is half the width of a confidence
    /// interval of the mean.
    #[must_use]
    pub fn interval(&self, errors: f64) -> f64 {
        errors * self.deviation / f64::from(self.races).sqrt()
    }
}

/// Drives races from a grid space. Rolls all dice, including those for danger rolls, but rolls the start die only if
/// `start_die` is set. The random numbers of each race follow from `seed` and the number of the race. `progress` may
/// stop the simulation before all races are driven.
#[must_use]
pub fn simulate(
    track: &Track,
    solution: &Solution,
    at: SpaceIndex,
    start_die: bool,
    races: u32,
    seed: u64,
    progress: &Progress<'_>,
) -> Simulation {
    /// `progress` is called each time this number of races has been driven.
    const TOGETHER: u32 = 256;
    let mut results: Vec<(f64, bool, u8)> = Vec::new();
    for first in (0..races).step_by(TOGETHER as usize) {
        if !(progress.report)(f64::from(first) / f64::from(races)) {
            break;
        }
        let some = (first..races.min(first.saturating_add(TOGETHER))).into_par_iter();
        results.par_extend(some.map_init(Searcher::default, |searcher, race| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(u64::from(race));
            one(track, solution, first_state(track, solution, at, start_die), searcher, &mut rng)
        }));
    }
    let races = results.len() as u32;
    let count = f64::from(races.max(1));
    let mean = results.iter().map(|(turns, ..)| turns).sum::<f64>() / count;
    let square = results.iter().map(|(turns, ..)| (turns - mean).powi(2)).sum::<f64>();
    Simulation {
        races,
        mean,
        deviation: (square / (count - 1.0).max(1.0)).sqrt(),
        out: results.iter().filter(|(_, out, _)| *out).count() as u32,
        stops: results.iter().map(|(.., stops)| u32::from(*stops)).sum(),
    }
}

/// Returns the state of the modelled race before its first turn.
fn first_state(track: &Track, solution: &Solution, at: SpaceIndex, start_die: bool) -> State {
    let mut state = solution.question.race.clone();
    let car = &mut state.cars[0];
    (car.at, car.last, car.lap, car.gear) = (at, at, first_lap(track, at), 0);
    car.start = if start_die { Start::Due } else { Start::Done };
    state
}

/// Drives one race. Returns the number of turns, whether the car was eliminated, and the number of pit stops. The
/// number of turns is NaN if the rules refuse a turn that the solution chose. The mean of all races is then NaN too, so
/// the fault becomes visible.
fn one(
    track: &Track,
    solution: &Solution,
    mut state: State,
    searcher: &mut Searcher,
    rng: &mut ChaCha8Rng,
) -> (f64, bool, u8) {
    const MOST_TURNS: u32 = 20_000;
    for turns in 0..MOST_TURNS {
        if state.phase == Phase::Over {
            let is_out = matches!(state.cars[0].standing, Standing::Out(_));
            let turns = f64::from(turns) + if is_out { solution.question.out } else { 0.0 };
            return (turns, is_out, state.cars[0].pit_stops);
        }
        let [start, pit] = [0, 1].map(|_| rng.random_range(1..=dice::BLACK));
        let Some(turn) = best_turn(track, solution, &state, (start, pit), searcher, rng) else { break };
        let mut black = |purpose: Purpose| match purpose {
            Purpose::Start => start,
            Purpose::Pit => pit,
            _ => rng.random_range(1..=dice::BLACK),
        };
        match complete(track, &state, &turn, &mut black) {
            Ok((_, played)) => state = played.state,
            Err(_) => break,
        }
    }
    (f64::NAN, false, 0)
}

/// Rolls the gear die and returns the best turn with this roll. `start` is the result of the start die, and `pit` is
/// the result of the black die for a pit stop.
fn best_turn(
    track: &Track,
    solution: &Solution,
    state: &State,
    (start, pit): (u8, u8),
    searcher: &mut Searcher,
    rng: &mut ChaCha8Rng,
) -> Option<Turn> {
    let car = &state.cars[0];
    let plain = Turn::of(car.car, state.round);
    let lone = Lone::of(track, state, 0)?;
    let is_due = car.start == Start::Due;
    if is_due && start == 1 {
        return Some(Turn { skip: true, ..plain });
    }
    if is_due && start == dice::BLACK {
        let best = solution.great_move(&lone)?;
        let options = searcher.moves(track, state, 0, 1, 4, Additions::default()).options;
        let option = options.iter().find(|option| best.is(option))?;
        return Some(option.turn(track, Turn { gear: Some(1), ..plain }));
    }
    let (gear, _) = solution.gear_values(&lone).first().copied()?;
    let faces = dice::faces(gear);
    let face = faces[rng.random_range(0..faces.len())];
    let turn = Turn { gear: Some(gear), die: Some(Chance::Known(face)), ..plain };
    let wanted = solution.move_values(&lone, gear, face);
    let moves = |searcher: &mut Searcher, soft: bool| {
        searcher.moves(track, state, 0, gear, face, Additions { soft, ..Additions::default() }).options
    };
    let Some(best) = wanted.first() else {
        // Every move eliminates the car, so the first move is as good as any other.
        return moves(searcher, false).first().map(|option| option.turn(track, turn));
    };
    let options = moves(searcher, best.soft);
    let option = options.iter().find(|option| best.is(option))?;
    let turn = option.turn(track, Turn { soft: best.soft, ..turn });
    if best.boxed { stop(track, solution, state, (turn, option, best), pit, searcher) } else { Some(turn) }
}

/// Completes a turn that ends in the box: adds the tyres to fit and, after a quick stop, the best move out of the
/// box.
fn stop(
    track: &Track,
    solution: &Solution,
    state: &State,
    (turn, option, best): (Turn, &Move, &SoloMove),
    roll: u8,
    searcher: &mut Searcher,
) -> Option<Turn> {
    let pit = PitStop { tyres: best.tyres, ..PitStop::default() };
    let turn = Turn { pit: Some(pit), ..turn };
    if roll > 10 {
        return Some(turn);
    }
    let number = u16::from(roll.div_ceil(2));
    let lone = Lone::of(track, state, 0)?;
    let (gear, face) = (turn.gear?, turn.face().and_then(Chance::known)?);
    let (exit, changes, _) = solution.best_exit(track, &lone, (gear, face), best, number, searcher)?;
    let offset = option.route.len() as u16;
    let mut turn = turn;
    turn.changes.extend(changes.iter().map(|change| Change { step: change.step + offset, ..*change }));
    turn.ends = track.name(exit).parse().ok().into_iter().collect();
    Some(turn)
}

impl Solution {
    /// Finds the best move out of the box after a quick stop. Returns the space where it ends, its lane changes, and
    /// the expected number of turns to the finish.
    fn best_exit(
        &self,
        track: &Track,
        lone: &Lone,
        (gear, face): (u8, u8),
        best: &SoloMove,
        number: u16,
        searcher: &mut Searcher,
    ) -> Option<(SpaceIndex, Vec<Change>, f64)> {
        let (arrived, point) = self.arrived(lone, (gear, face), best)?;
        let (way, worth) =
            self.exits(arrived, number, point).reduce(|best, way| if way.1 < best.1 { way } else { best })?;
        let mut race = self.question.race.clone();
        let pair = (self.question.pit_box(), WAITS);
        place(track, &mut race, pair, arrived.lap, self.modes[arrived.mode]);
        let exits = lone_exits(track, &race, number, searcher);
        let (end, changes, _) = exits.into_iter().find(|(end, ..)| *end == way.end)?;
        Some((end.to, changes, worth))
    }
}
