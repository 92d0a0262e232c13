//! Forecasts for the cars in a position: each car's chance to win, its expected place, and the turns it still needs.

use crate::game::{CarId, Drive, Status, View};

/// The forecast for a car in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The number of the car.
    pub car: CarId,
    /// The chance that the car wins, from 0 to 1. Of a win that cars share, each has an equal part.
    pub win: f64,
    /// The place in which the car is expected to finish, from 1.
    pub place: f64,
    /// The number of turns that the car still needs: zero for a car that has finished, and a large number for a car
    /// that is out (see [`Drive::needs`]).
    pub turns: f64,
    /// Whether the car has left the race without finishing.
    pub is_out: bool,
}

/// Returns the forecasts for all cars, in grid order.
///
/// The number of turns that a car still needs is uncertain. The standard deviation is the same for all cars: it is
/// proportional to the square root of the fewest turns that any car still needs ([`Drive::spread`]). The chance that a
/// car finishes ahead of another follows from the difference between their numbers of turns.
pub(super) fn forecast<G: Drive + View>(knowledge: &G::Knowledge, track: &G::Track, state: &G::State) -> Vec<Forecast> {
    let view = G::view(track, state);
    let turns: Vec<f64> = view.cars.iter().map(|car| G::needs(knowledge, track, state, car.car)).collect();
    let racing: Vec<usize> = (0..turns.len()).filter(|car| view.cars[*car].status == Status::Racing).collect();
    let has_winner = view.cars.iter().any(|car| car.status == Status::Finished);
    let winners = view.cars.iter().filter(|car| car.status == Status::Finished && car.rank == 1).count().max(1);
    let finished = view.cars.iter().filter(|car| car.status == Status::Finished).count() as f64;
    let least = racing.iter().map(|car| turns[*car]).fold(f64::MAX, f64::min);
    let deviation = G::spread(knowledge, track, state) * least.clamp(0.25, 1_000.0).sqrt();
    // The difference of two such numbers has a standard deviation that is larger by the root of two.
    // A logistic curve with this scale is close to a normal distribution with that deviation.
    let scale = (deviation * std::f64::consts::SQRT_2 * 0.551).max(1e-6);
    let ahead = |one: f64, other: f64| 1.0 / (1.0 + ((one - other) / scale).clamp(-60.0, 60.0).exp());
    let weight = |car: usize| (-(turns[car] - least) / (scale * 1.2)).exp();
    let weights: f64 = racing.iter().map(|car| weight(*car)).sum();
    (0..turns.len())
        .map(|car| {
            let about = &view.cars[car];
            let (win, place) = match about.status {
                Status::Racing => {
                    let others = racing.iter().filter(|other| **other != car);
                    let before: f64 = others.map(|other| ahead(turns[*other], turns[car])).sum();
                    let win = if has_winner || weights <= 0.0 { 0.0 } else { weight(car) / weights };
                    (win, 1.0 + finished + before)
                }
                Status::Finished => {
                    let win = if about.rank == 1 { 1.0 / winners as f64 } else { 0.0 };
                    (win, f64::from(about.rank))
                }
                Status::Withdrawn | Status::Eliminated => (0.0, f64::from(about.rank)),
            };
            Forecast {
                car: about.car,
                win,
                place,
                turns: if about.status == Status::Finished { 0.0 } else { turns[car] },
                is_out: about.status.is_out(),
            }
        })
        .collect()
}
