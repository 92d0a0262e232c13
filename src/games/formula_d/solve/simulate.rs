//! Races of a lone car driven by the solution, played by the rules: the proof that the process is the game.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::super::dice;
use super::super::options::Preset;
use super::super::rules::{Additions, Searcher, complete};
use super::super::state::{Phase, Standing, State};
use super::super::track::{SpaceIndex, Track};
use super::super::turn::{Chance, Purpose, Turn};
use super::moves::lone_race;
use super::table::first_lap;
use super::{Lone, Solution};

/// What simulated races came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    /// How many races.
    pub races: u32,
    /// The mean of their turns; a car that went out counts as in the question.
    pub mean: f64,
    /// The standard deviation of one race.
    pub deviation: f64,
    /// How many ended with the car out.
    pub out: u32,
}

impl Simulation {
    /// Half the width of the interval that holds the true mean with this many standard errors.
    #[must_use]
    pub fn interval(&self, errors: f64) -> f64 {
        errors * self.deviation / f64::from(self.races).sqrt()
    }
}

/// Races from a grid space without start die, each with a seed of its own that follows from `seed`.
#[must_use]
pub fn simulate(track: &Track, solution: &Solution, at: SpaceIndex, races: u32, seed: u64) -> Simulation {
    let results: Vec<(f64, bool)> = (0..races)
        .into_par_iter()
        .map_init(Searcher::default, |searcher, race| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(u64::from(race));
            one(track, solution, at, searcher, &mut rng)
        })
        .collect();
    let count = f64::from(races.max(1));
    let mean = results.iter().map(|(turns, _)| turns).sum::<f64>() / count;
    let square = results.iter().map(|(turns, _)| (turns - mean).powi(2)).sum::<f64>();
    Simulation {
        races,
        mean,
        deviation: (square / (count - 1.0).max(1.0)).sqrt(),
        out: results.iter().filter(|(_, out)| *out).count() as u32,
    }
}

/// The race the process describes: one car, no pit stop.
pub(super) fn first_state(track: &Track, solution: &Solution, at: SpaceIndex) -> State {
    let mut state = lone_race(solution.question.laps, solution.question.wear);
    let car = &mut state.cars[0];
    (car.at, car.last, car.lap, car.gear) = (at, at, first_lap(track, at), 0);
    if solution.question.pool {
        std::sync::Arc::make_mut(&mut state.terms).rules.preset = Preset::Basic;
    }
    state
}

fn one(
    track: &Track,
    solution: &Solution,
    at: SpaceIndex,
    searcher: &mut Searcher,
    rng: &mut ChaCha8Rng,
) -> (f64, bool) {
    const MOST_TURNS: u32 = 20_000;
    let mut state = first_state(track, solution, at);
    let breaks = solution.question.pool || solution.question.most()[3] > 0;
    for turns in 0..MOST_TURNS {
        if state.phase == Phase::Over {
            let is_out = matches!(state.cars[0].standing, Standing::Out(_));
            return (f64::from(turns) + if is_out { solution.question.out } else { 0.0 }, is_out);
        }
        let Some(lone) = Lone::of(track, &state, 0) else { break };
        let Some((gear, _)) = solution.gear_values(&lone).first().copied() else { break };
        let faces = dice::faces(gear);
        let face = faces[rng.random_range(0..faces.len())];
        let turn =
            Turn { gear: Some(gear), die: Some(Chance::Known(face)), ..Turn::of(state.cars[0].car, state.round) };
        let wanted = solution.move_values(&lone, gear, face);
        let options = searcher.moves(track, &state, 0, gear, face, Additions::default()).options;
        // Among the best moves of the process one that the rules list; where all is lost, any.
        let best = wanted.iter().find_map(|wanted| options.iter().find(|option| wanted.is(option)));
        let Some(option) = best.or(options.first()) else { break };
        let turn = option.turn(track, turn);
        let mut black = |purpose: Purpose| match purpose {
            Purpose::Motor if breaks => rng.random_range(1..=dice::BLACK),
            _ => dice::BLACK,
        };
        match complete(track, &state, &turn, &mut black) {
            Ok((_, played)) => state = played.state,
            Err(_) => break,
        }
    }
    (f64::NAN, false)
}
