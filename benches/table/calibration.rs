//! Whether the chances that advice gives come true. Experts drive races to their ends. In some positions of each race,
//! advice says how likely the car to act is to win. Of all positions with about the same chance, that share should be
//! won.
//!
//! The Brier score is the mean square of the difference between the chance and the result (1 for a win, 0 otherwise);
//! lower is better. It is compared with that of a simple forecast: the share of wins of all cars in the same place.

use paddock::drivers::{DrivePlan, Effort, Finisher, Level, School};
use paddock::game::{CarId, Progress, Status};
use paddock::replay::{Opened, Race, no_files};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::strength::{CIRCUITS, learned};
use super::table::{NOTHING, Table};

/// The number of positions of a circuit.
const POSITIONS: usize = 1_000;
/// The number of positions of each race. They are few, because the positions of a race have the same result.
const IN_A_RACE: usize = 5;
/// The number of ranges of chances.
const BINS: usize = 10;
const SEED: u64 = 77;

/// A position: the chance that the car to act wins, and the car's place. `won` is 1 if the car won the race; if cars
/// shared the win, it is the car's part of it.
struct Forecast {
    chance: f64,
    place: usize,
    won: f64,
}

/// Prints the rows of every game.
pub fn rows(table: &Table) {
    for (name, file, cars, laps) in CIRCUITS {
        let school = learned(file, cars, laps);
        let races = table.or(POSITIONS, 40) / IN_A_RACE;
        let all: Vec<Forecast> =
            (0..races as u64).into_par_iter().flat_map_iter(|race| forecasts(school.as_ref(), race)).collect();
        report(table, name, races, &all);
    }
}

/// Drives a race, and returns the forecasts of some of its positions.
fn forecasts(school: &dyn School, number: u64) -> Vec<Forecast> {
    let plan = DrivePlan { stream: number, ..DrivePlan::of(Level::Expert, SEED) };
    let (text, driven) = school.play(&plan, Progress::SILENT).expect("a race with an end");
    let Ok(Opened::Race(race)) = paddock::open(text.as_bytes(), &no_files) else { panic!("the race was not written") };
    let is_first = |car: &&Finisher| car.place == 1 && car.status == Status::Finished;
    let winners: Vec<CarId> = driven.cars.iter().filter(is_first).map(|car| car.car).collect();
    let mut random = ChaCha8Rng::seed_from_u64(SEED + number);
    let places: Vec<usize> = (0..IN_A_RACE).map(|_| random.random_range(0..race.len())).collect();
    places.into_iter().filter_map(|at| forecast(school, race.as_ref(), at, &winners)).collect()
}

/// Returns the forecast after `at` turns. `None` if the car to act has no decision there.
fn forecast(school: &dyn School, race: &dyn Race, at: usize, winners: &[CarId]) -> Option<Forecast> {
    let advised = school.moved_to(race, at)?.advise(Effort::default(), SEED, Progress::SILENT);
    let car = advised.car?;
    let view = race.view(at);
    let place = view.cars.iter().find(|other| other.car == car)?.rank as usize;
    let won = if winners.contains(&car) { 1.0 / winners.len() as f64 } else { 0.0 };
    Some(Forecast { chance: advised.moves.first()?.win, place, won })
}

fn report(table: &Table, name: &str, races: usize, all: &[Forecast]) {
    assert!(!all.is_empty(), "{name}: no position was judged");
    for bin in 0..BINS {
        let is_in = |forecast: &&Forecast| ((forecast.chance * BINS as f64) as usize).min(BINS - 1) == bin;
        let own: Vec<&Forecast> = all.iter().filter(is_in).collect();
        if own.is_empty() {
            continue;
        }
        let count = own.len() as f64;
        let mean = own.iter().map(|forecast| forecast.chance).sum::<f64>() / count;
        let share = own.iter().map(|forecast| forecast.won).sum::<f64>() / count;
        // The error that the forecasts would have if they were right.
        let error = (own.iter().map(|forecast| forecast.chance * (1.0 - forecast.chance)).sum::<f64>()).sqrt() / count;
        let off = (share - mean).abs() / error.max(1e-9);
        let words = format!("forecast {:.1} %, won {:.1} %, {off:.1} standard errors", 100.0 * mean, 100.0 * share);
        let what = format!("{name}: chances from {} to {} %", bin * 10, bin * 10 + 10);
        table.row(&what, &format!("{} positions", own.len()), &words, NOTHING);
    }
    let most = all.iter().map(|forecast| forecast.place).max().unwrap_or(0);
    let share = |place: usize| {
        let own = || all.iter().filter(|forecast| forecast.place == place);
        own().map(|forecast| forecast.won).sum::<f64>() / own().count().max(1) as f64
    };
    let shares: Vec<f64> = (0..=most).map(share).collect();
    let brier = |chance: &dyn Fn(&Forecast) -> f64| {
        all.iter().map(|forecast| (chance(forecast) - forecast.won).powi(2)).sum::<f64>() / all.len() as f64
    };
    let (advice, order) = (brier(&|forecast| forecast.chance), brier(&|forecast| shares[forecast.place]));
    let words = format!("advice {advice:.4}, by the order on the track {order:.4}");
    table.row(&format!("{name}: Brier score"), &format!("{} positions of {races} races", all.len()), &words, NOTHING);
}
