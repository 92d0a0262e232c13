//! Whether the chances that advice gives come true. Experts drive races to their ends. In some positions of each race,
//! advice says how likely the car to act is to win. Of all positions with about the same chance, that share should be
//! won.
//!
//! The Brier score is the mean square of the difference between the chance and the result (1 for a win, 0 otherwise);
//! lower is better. It is compared with that of a simple forecast: the share of wins of all cars in the same place.
//!
//! Positions of one race have the same winner, so standard errors are computed from the sums of whole races.

use std::collections::BTreeMap;

use paddock::drivers::{DrivePlan, Effort, Finisher, Level, School};
use paddock::game::{CarId, Progress, Status};
use paddock::replay::{Opened, Race, no_files};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::strength::{CIRCUITS, learned};
use super::table::{NOTHING, Table};

/// The number of positions of a circuit: 1,000 of all four games.
const POSITIONS: usize = 250;
/// The number of positions of each race. They are few, because the positions of a race have the same result.
const IN_A_RACE: usize = 5;
/// The number of ranges of chances.
const BINS: usize = 10;
const SEED: u64 = 77;

/// A position of a race: the chance that the car to act wins, and the car's place. `won` is 1 if the car won the race; if
/// cars shared the win, it is the car's part of it.
struct Forecast {
    /// The circuit's number and the race's.
    race: (usize, u64),
    chance: f64,
    place: usize,
    won: f64,
}

/// Prints the rows of every game.
pub fn rows(table: &Table) {
    let mut every = Vec::new();
    for (circuit, (name, file, cars, laps)) in CIRCUITS.into_iter().enumerate() {
        let school = learned(file, cars, laps);
        let races = (table.or(POSITIONS, 40) / IN_A_RACE) as u64;
        let all: Vec<Forecast> =
            (0..races).into_par_iter().flat_map_iter(|number| forecasts(school.as_ref(), (circuit, number))).collect();
        scores(table, name, &all);
        every.extend(all);
    }
    bins(table, &every);
}

/// Drives a race, and returns the forecasts of some of its positions.
fn forecasts(school: &dyn School, race: (usize, u64)) -> Vec<Forecast> {
    let number = race.1;
    let plan = DrivePlan { stream: number, ..DrivePlan::of(Level::Expert, SEED) };
    let (text, driven) = school.play(&plan, Progress::SILENT).expect("a race with an end");
    let Ok(Opened::Race(opened)) = paddock::open(text.as_bytes(), &no_files) else {
        panic!("the race was not written")
    };
    let is_first = |car: &&Finisher| car.place == 1 && car.status == Status::Finished;
    let winners: Vec<CarId> = driven.cars.iter().filter(is_first).map(|car| car.car).collect();
    let mut random = ChaCha8Rng::seed_from_u64(SEED + number);
    let places: Vec<usize> = (0..IN_A_RACE).map(|_| random.random_range(0..opened.len())).collect();
    let found = places.into_iter().filter_map(|at| forecast(school, opened.as_ref(), at, &winners));
    found.map(|forecast| Forecast { race, ..forecast }).collect()
}

/// Returns the forecast after `at` turns. `None` if the car to act has no decision there.
fn forecast(school: &dyn School, race: &dyn Race, at: usize, winners: &[CarId]) -> Option<Forecast> {
    let advised = school.moved_to(race, at)?.advise(Effort::default(), SEED, Progress::SILENT);
    let car = advised.car?;
    let view = race.view(at);
    let place = view.cars.iter().find(|other| other.car == car)?.rank as usize;
    let won = if winners.contains(&car) { 1.0 / winners.len() as f64 } else { 0.0 };
    Some(Forecast { race: (0, 0), chance: advised.moves.first()?.win, place, won })
}

/// Prints the Brier scores of a circuit.
fn scores(table: &Table, name: &str, all: &[Forecast]) {
    assert!(!all.is_empty(), "{name}: no position was judged");
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
    let size = format!("{} positions of {} races", all.len(), sums(all.iter()).len());
    table.row(&format!("{name}: Brier score"), &size, &words, NOTHING);
}

/// Prints how often chances of about the same size came true, on all circuits together.
fn bins(table: &Table, all: &[Forecast]) {
    for bin in 0..BINS {
        let is_in = |forecast: &&Forecast| ((forecast.chance * BINS as f64) as usize).min(BINS - 1) == bin;
        let own: Vec<&Forecast> = all.iter().filter(is_in).collect();
        if own.is_empty() {
            continue;
        }
        let count = own.len() as f64;
        let mean = own.iter().map(|forecast| forecast.chance).sum::<f64>() / count;
        let share = own.iter().map(|forecast| forecast.won).sum::<f64>() / count;
        let races = sums(own.iter().copied());
        let error = races.values().map(|sum| sum.powi(2)).sum::<f64>().sqrt() / count;
        let off = (share - mean).abs() / error.max(1e-9);
        let words = format!("forecast {:.1} %, won {:.1} %, {off:.1} standard errors", 100.0 * mean, 100.0 * share);
        let what = format!("Chances from {} to {} %", bin * 10, bin * 10 + 10);
        table.row(&what, &format!("{} positions of {} races", own.len(), races.len()), &words, NOTHING);
    }
}

/// Returns the sum of the errors of each race's forecasts.
fn sums<'a>(all: impl Iterator<Item = &'a Forecast>) -> BTreeMap<(usize, u64), f64> {
    let mut sums = BTreeMap::new();
    all.for_each(|forecast| *sums.entry(forecast.race).or_default() += forecast.won - forecast.chance);
    sums
}
