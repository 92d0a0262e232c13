//! The range of values on the y axis of a plot.

use super::{Axis, PlotLine, Quantity, Series};
use crate::game::Resource;

impl Quantity {
    /// The lowest and highest value on the y axis in a plot of these lines over `axis`. For [`Quantity::Speed`] over
    /// rounds, the highest value may be larger than in a single turn, because in some games a car moves several times
    /// in a round.
    #[must_use]
    pub fn extent_over(self, axis: Axis, lines: &[PlotLine<'_>], series: &Series, resources: &[Resource]) -> [f64; 2] {
        let [low, high] = self.extent(series, resources);
        if self != Self::Speed || axis != Axis::Rounds {
            return [low, high];
        }
        let values = lines.iter().flat_map(|line| line.points.iter()).map(|[_, value]| *value);
        [low, values.fold(high, f64::max)]
    }

    /// The lowest and highest value on the y axis of the quantity's plot.
    #[must_use]
    pub fn extent(self, series: &Series, resources: &[Resource]) -> [f64; 2] {
        let [low, high] = series.range(self);
        match self {
            Self::Rank => [1.0, (series.cars() as f64).max(2.0)],
            Self::LapPart => [0.0, 1.0],
            Self::Progress => [low.min(0.0), high.max(1.0)],
            Self::Resource(index) => {
                let most = resources.get(index).map_or(1, |resource| resource.max);
                [0.0, high.max(f64::from(most)).max(1.0)]
            }
            Self::Luck => [low.floor().min(-1.0), high.ceil().max(1.0)],
            Self::Lost => [low.min(0.0), high.max(1.0)],
            Self::Own(_) if low == high => [low.min(0.0), high.max(1.0)],
            Self::Own(_) => [low.min(0.0), high.max(0.0)],
            Self::Gear => [0.0, high.max(1.0)],
            Self::Speed | Self::Gap | Self::GapAhead | Self::Driven => [low.min(0.0), high.ceil().max(1.0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Laps, lines};
    use crate::replay::{Opened, no_files};

    #[test]
    fn the_sums_of_rounds_are_within_the_plot() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/replays/wheel_to_wheel");
        let mut higher = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let Ok(Opened::Race(race)) = crate::open(&bytes, &no_files) else { continue };
            let (series, resources) = (Series::of(race.as_ref()), race.resources());
            let drawn = lines(&series, Quantity::Speed, Axis::Rounds, Laps::All);
            let [_, high] = Quantity::Speed.extent_over(Axis::Rounds, &drawn, &series, resources);
            let most = drawn.iter().flat_map(|line| line.points.iter()).fold(0.0, |most, point| point[1].max(most));
            assert!(most > 0.0 && most <= high, "{most} of {high}");
            higher += usize::from(high > Quantity::Speed.extent(&series, resources)[1]);
        }
        assert!(higher > 0, "no car moves several times in a round");
    }
}
