//! Statistics for comparisons. Each race gives one value for each statistic. The cars give no values of their own,
//! because the cars in a race depend on each other. Races are independent of each other.

use super::entry::Entry;

/// A statistic of many races: the number of races in which its value is known, its mean, and the sum of the squared
/// deviations from the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sample {
    pub count: f64,
    pub mean: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let from = value - self.mean;
        self.mean += from / self.count;
        self.squares += from * (value - self.mean);
    }

    /// The square of the standard error of the mean; 0 for fewer than two races.
    pub fn error_square(&self) -> f64 {
        if self.count < 2.0 { 0.0 } else { self.squares.max(0.0) / (self.count - 1.0) / self.count }
    }
}

/// The names of the statistics: first the key in JSON, then the name in sentences.
pub(super) const NAMES: [(&str, &str); 7] = [
    ("pole", "Races won from pole, %"),
    ("grid", "Agreement of the result with the grid order, %"),
    ("passes", "Passes in a race"),
    ("turns", "Turns of the winner"),
    ("gap", "Rounds between the first and the second car at the finish"),
    ("out", "Cars that retire, %"),
    ("stops", "Pit stops of a car"),
];

/// The statistics of many races, in the order of [`NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures(pub [Sample; NAMES.len()]);

impl Figures {
    /// Computes the statistics of these races. Each race is given as the rows of its cars.
    pub fn of<'a, 'b: 'a>(races: impl Iterator<Item = &'a [&'b Entry]>) -> Self {
        let mut figures = Self::default();
        for race in races {
            for (sample, value) in figures.0.iter_mut().zip(values(race)) {
                value.into_iter().for_each(|value| sample.add(value));
            }
        }
        figures
    }

    /// The mean number of rounds between the first and the second car at the finish; `None` if no race had two
    /// finishers.
    pub fn gap(&self) -> Option<f64> {
        let gap = self.0[4];
        (gap.count > 0.0).then_some(gap.mean)
    }
}

/// The values of one race, in the order of [`NAMES`]. A value is `None` if it is unknown for this race.
fn values(race: &[&Entry]) -> [Option<f64>; NAMES.len()] {
    let cars = race.len().max(1) as f64;
    let winners: Vec<_> = race.iter().filter(|entry| entry.is_winner()).collect();
    let has_pole = winners.iter().any(|winner| winner.slot == 1);
    let pole = if has_pole { 100.0 / winners.len() as f64 } else { 0.0 };
    let mut gaps: Vec<u32> = race.iter().filter(|entry| entry.finished).filter_map(|entry| entry.gap).collect();
    gaps.sort_unstable();
    let share = |count: usize| 100.0 * count as f64 / cars;
    [
        (race.len() > 1).then_some(pole),
        kept(race),
        Some(race.iter().map(|entry| f64::from(entry.passes)).sum()),
        winners.first().map(|winner| f64::from(winner.turns)),
        gaps.get(1).map(|gap| f64::from(*gap)),
        Some(share(race.iter().filter(|entry| entry.is_out).count())),
        Some(race.iter().map(|entry| f64::from(entry.stops)).sum::<f64>() / cars),
    ]
}

/// Measures how similar the result is to the grid order, in percent (Kendall's tau). It is 100 if both orders are the
/// same, 0 if half of the pairs of cars kept their order, and -100 if the result is the grid order reversed. `None` for
/// a car alone.
fn kept(race: &[&Entry]) -> Option<f64> {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (index, one) in race.iter().enumerate() {
        for other in &race[index + 1..] {
            let order = i64::from(one.slot) - i64::from(other.slot);
            sum += (order * (i64::from(one.place) - i64::from(other.place))).signum() as f64;
            pairs += 1.0;
        }
    }
    (pairs > 0.0).then(|| 100.0 * sum / pairs)
}
