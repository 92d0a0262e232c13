//! Whether the chances that advice gives come true. Novices and club drivers begin a race, advice says in one position
//! how likely the car to act is to win, and experts drive on from there. Of all positions with about the same chance,
//! that share should be won.
//!
//! The Brier score is the mean square of the difference between the chance and the result (1 for a win, 0 otherwise);
//! lower is better. It is compared with that of a simple forecast: the share of wins of all cars in the same place.

use paddock::drivers::{DrivePlan, Effort, Finisher, Level, School};
use paddock::game::{CarId, Progress, Status};
use paddock::replay::{Opened, no_files};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::strength::{CIRCUITS, learned};
use super::table::{NOTHING, Table};

/// The number of positions of a circuit, each of another race: 1,000 of all four games.
const POSITIONS: usize = 250;
/// The number of ranges of chances.
const BINS: usize = 10;
const SEED: u64 = 77;

/// A position of a race: the chance that the car to act wins, and the car's place. `won` is 1 if the car won the race; if
/// cars shared the win, it is the car's part of it.
struct Forecast {
    chance: f64,
    place: usize,
    won: f64,
}

/// Prints the rows of every game, and of all games together.
pub fn rows(table: &Table) {
    let every = measured(table, "");
    bins(table, "All games", &every);
}

/// Prints the rows of one game, by the beginning of its name.
pub fn part(table: &Table, game: &str) {
    assert!(!measured(table, game).is_empty(), "there is no game {game}");
}

/// Prints the rows of the games whose names begin with `game`. Returns their forecasts.
fn measured(table: &Table, game: &str) -> Vec<Forecast> {
    let mut every = Vec::new();
    // VektoRace takes longest, so it is last: the rows of the other games stand if one does not wait for it.
    for (name, file, cars, laps) in CIRCUITS.into_iter().rev().filter(|(name, ..)| name.starts_with(game)) {
        let school = learned(file, cars, laps.map(|_| 1));
        let races = table.or(POSITIONS, 20) as u64;
        let all: Vec<Forecast> =
            (0..races).into_par_iter().filter_map(|number| forecast(school.as_ref(), number)).collect();
        scores(table, name, &all);
        bins(table, name, &all);
        every.extend(all);
    }
    every
}

/// Begins a race, and returns the forecast of one of its positions before the first car has finished. `None` if the car
/// to act has no decision there.
fn forecast(school: &dyn School, number: u64) -> Option<Forecast> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED + number);
    let levels = school.cars().into_iter().filter_map(|_| [Level::Novice, Level::Club].choose(&mut random).copied());
    let drivers = levels.map(Into::into).collect();
    let plan = DrivePlan { drivers, stream: number, ..DrivePlan::of(Level::Club, SEED) };
    let (text, _) = school.play(&plan, Progress::SILENT).expect("a race with an end");
    let Ok(Opened::Race(race)) = paddock::open(text.as_bytes(), &no_files) else { panic!("the race was not written") };
    let has_winner = |at: &usize| race.view(*at).cars.iter().any(|car| car.status == Status::Finished);
    let end = (0..race.len()).find(has_winner).unwrap_or(race.len());
    let at = random.random_range(0..end);
    let there = school.moved_to(race.as_ref(), at)?;
    let advised = there.advise(Effort::default(), SEED, Progress::SILENT, &|_| ());
    let car = advised.car?;
    let place = race.view(at).cars.iter().find(|other| other.car == car)?.rank as usize;
    let ended = there.race(&DrivePlan { stream: number, ..DrivePlan::of(Level::Expert, SEED) }, Progress::SILENT);
    let is_first = |car: &&Finisher| car.place == 1 && car.status == Status::Finished;
    let ended = ended.expect("a race with an end");
    let winners: Vec<CarId> = ended.cars.iter().filter(is_first).map(|car| car.car).collect();
    let won = if winners.contains(&car) { 1.0 / winners.len() as f64 } else { 0.0 };
    Some(Forecast { chance: advised.moves.first()?.win, place, won })
}

/// Prints the Brier scores of a circuit.
fn scores(table: &Table, name: &str, all: &[Forecast]) {
    assert!(!all.is_empty(), "{name}: no position was evaluated");
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
    table.row(&format!("{name}: Brier score"), &format!("{} positions", all.len()), &words, NOTHING);
}

/// Prints how often chances of about the same size came true, on one circuit or on all of them together.
fn bins(table: &Table, name: &str, all: &[Forecast]) {
    for bin in 0..BINS {
        let is_in = |forecast: &&Forecast| ((forecast.chance * BINS as f64) as usize).min(BINS - 1) == bin;
        let own: Vec<&Forecast> = all.iter().filter(is_in).collect();
        if own.is_empty() {
            continue;
        }
        let count = own.len() as f64;
        let mean = own.iter().map(|forecast| forecast.chance).sum::<f64>() / count;
        let share = own.iter().map(|forecast| forecast.won).sum::<f64>() / count;
        // The variance of the number of wins, if the chances are right.
        let variance: f64 = own.iter().map(|forecast| forecast.chance * (1.0 - forecast.chance)).sum();
        let error = variance.sqrt() / count;
        let off = (share - mean).abs() / error.max(1e-9);
        let words = format!("forecast {:.1} %, won {:.1} %, {off:.1} standard errors", 100.0 * mean, 100.0 * share);
        let what = format!("{name}: chances from {} to {} %", bin * 10, bin * 10 + 10);
        table.row(&what, &format!("{} positions", own.len()), &words, NOTHING);
    }
}
