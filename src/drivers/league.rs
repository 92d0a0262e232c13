//! Leagues: compares drivers by letting them race each other, and says how certain the comparison is.

use serde::Serialize;

use super::driver::Driver;
use super::race::DrivenRace;
use crate::game::Status;

/// A race of a league: its circuit, the number of the race, and the two drivers that race each other.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueRace {
    /// The index of the circuit.
    pub circuit: usize,
    /// The number of the race, counted from 0 for each circuit and each pair of drivers.
    pub number: u64,
    /// The two drivers that race each other.
    pub pair: (Driver, Driver),
}

impl LeagueRace {
    /// Returns the drivers in grid order, for this number of cars. Each driver has half of the cars.
    /// Races 0 and 1 have the same dice, but the two drivers exchange their grid places. The same is true of races 2
    /// and 3, and so on.
    #[must_use]
    pub fn grid(&self, cars: usize) -> Vec<Driver> {
        let (a, b) = &self.pair;
        let (one, other) = if self.number.is_multiple_of(2) { (a, b) } else { (b, a) };
        // The grids ABAB and ABBA alternate, so each driver starts from each place equally often.
        let is_mirrored = self.number / 2 % 2 == 1;
        (0..cars)
            .map(|slot| {
                let is_first = if is_mirrored { slot % 4 == 0 || slot % 4 == 3 } else { slot % 2 == 0 };
                if is_first { one.clone() } else { other.clone() }
            })
            .collect()
    }

    /// The number that selects the race's dice. Races 0 and 1 have the same dice, races 2 and 3 have the same dice, and
    /// so on.
    #[must_use]
    pub const fn stream(&self) -> u64 {
        self.number / 2
    }

    /// The score of the first driver. The best cars of the two drivers are compared: the score is 1 if the first
    /// driver's car finished ahead, 0 if it finished behind, and one half if no car finished.
    #[must_use]
    pub fn score(&self, race: &DrivenRace) -> f64 {
        let best = |driver: &Driver| {
            let own = race.cars.iter().filter(|car| car.driver == *driver && car.status == Status::Finished);
            own.map(|car| car.place).min().unwrap_or(u32::MAX)
        };
        let (one, other) = (best(&self.pair.0), best(&self.pair.1));
        match one.cmp(&other) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
}

/// The result of the races between two drivers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The first driver of the pair.
    pub a: Driver,
    /// The second driver of the pair.
    pub b: Driver,
    /// The number of races that the pair drove.
    pub races: u32,
    /// The number of races in which the first driver's best car was ahead.
    pub wins_a: u32,
    /// The number of races in which the second driver's best car was ahead.
    pub wins_b: u32,
    /// The first driver's lead in Elo points; negative if it is the worse driver.
    pub elo: f64,
    /// The standard error of `elo`.
    pub elo_error: f64,
}

/// The difference between two drivers in Elo points, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The difference between the two drivers, in Elo points.
    pub elo: f64,
    /// The standard error of `elo`, the difference between the two drivers.
    pub error: f64,
}

impl Rating {
    /// Computes the rating from a score of `won` in `races` races.
    /// Adds half a win and half a loss, because otherwise a driver that won every race would have no finite rating.
    #[must_use]
    pub fn of(won: f64, races: u32) -> Self {
        let count = f64::from(races) + 1.0;
        let share = (won + 0.5) / count;
        let elo = 400.0 * (share / (1.0 - share)).log10();
        let slope = 400.0 / std::f64::consts::LN_10 / (share * (1.0 - share));
        Self { elo, error: slope * (share * (1.0 - share) / count).sqrt() }
    }
}

/// The results of a league.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct League {
    /// The results of all pairs of drivers.
    pub pairs: Vec<Pair>,
}

impl League {
    /// Adds up the results of races.
    #[must_use]
    pub fn of(pairs: &[(Driver, Driver)], results: &[(LeagueRace, DrivenRace)]) -> Self {
        let pair = |(a, b): &(Driver, Driver)| {
            let scores = results
                .iter()
                .filter(|(race, _)| (&race.pair.0, &race.pair.1) == (a, b))
                .map(|(race, driven)| race.score(driven));
            let scores: Vec<f64> = scores.collect();
            let count = |wanted: f64| scores.iter().filter(|score| (**score - wanted).abs() < 0.1).count() as u32;
            let rating = Rating::of(scores.iter().sum(), scores.len() as u32);
            Pair {
                a: a.clone(),
                b: b.clone(),
                races: scores.len() as u32,
                wins_a: count(1.0),
                wins_b: count(0.0),
                elo: rating.elo,
                elo_error: rating.error,
            }
        };
        Self { pairs: pairs.iter().map(pair).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::*;

    #[test]
    fn each_driver_starts_from_each_place_equally_often() {
        for cars in [2, 4, 6] {
            let mut starts = vec![0; cars];
            for number in 0..4 {
                let race = LeagueRace { circuit: 0, number, pair: (Level::Club.into(), Level::Novice.into()) };
                let grid = race.grid(cars);
                assert_eq!(grid.iter().filter(|driver| driver.name() == "club").count() * 2, cars);
                for (slot, driver) in grid.iter().enumerate() {
                    starts[slot] += u32::from(driver.name() == "club");
                }
            }
            assert!(starts.iter().all(|count| *count == 2), "{cars} cars: {starts:?}");
        }
    }

    #[test]
    fn a_rating_of_equals_is_zero_and_more_races_make_it_surer() {
        let even = Rating::of(50.0, 100);
        assert!(even.elo.abs() < 1e-9);
        assert!(Rating::of(500.0, 1_000).error < even.error);
        // Three wins in four are 190.8 points.
        assert!((Rating::of(7_500.0, 10_000).elo - 190.8).abs() < 0.5);
        assert!(Rating::of(10.0, 10).elo.is_finite());
    }
}
