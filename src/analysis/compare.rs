//! Compares two cars: the number of turns that each needed for the same distance.

use super::{Quantity, Series};

/// A car's progress after each of its own turns, as pairs: laps since the start, number of own turns so far.
/// Leaves out turns in which the car did not get farther than before.
fn way(series: &Series, car: usize) -> Vec<[f64; 2]> {
    let mut way: Vec<[f64; 2]> = Vec::new();
    let grid = series.at(car, Quantity::Progress, 0.0).map(|progress| [progress, 0.0]);
    let own = (1u32..).zip(series.own_turns(car)).filter_map(|(count, turn)| {
        let progress = series.at(car, Quantity::Progress, f64::from(*turn))?;
        Some([progress, f64::from(count)])
    });
    for [progress, count] in grid.into_iter().chain(own) {
        if way.last().is_none_or(|[before, _]| progress > *before) {
            way.push([progress, count]);
        }
    }
    way
}

/// The number of turns, with a fraction, that a car needed to reach this progress (laps since the start).
/// `None` if the car never got there.
fn needed(way: &[[f64; 2]], progress: f64) -> Option<f64> {
    let next = way.partition_point(|[at, _]| *at < progress);
    let [to, count] = *way.get(next)?;
    let Some([from, before]) = next.checked_sub(1).and_then(|index| way.get(index)).copied() else {
        return (to == progress).then_some(count);
    };
    Some(before + (count - before) * (progress - from) / (to - from))
}

/// The lead of car `first` over car `second`, as pairs: laps since the start, lead at that point.
/// The lead is the number of turns that `second` needed to get there, minus the number that `first` needed.
/// The pairs run from the grid to the farthest point that both cars have reached.
///
/// ```
/// use paddock::analysis::{Series, difference};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let series = Series::of(race.as_ref());
/// let points = difference(&series, 0, 1);
/// assert!(points.windows(2).all(|pair| pair[0][0] <= pair[1][0]), "sorted by distance");
/// ```
#[must_use]
pub fn difference(series: &Series, first: usize, second: usize) -> Vec<[f64; 2]> {
    let drive = |car| Drive { series, car, lap: None };
    difference_of(drive(first), drive(second))
}

/// A car's whole race, or one of its laps.
#[derive(Clone, Copy, Debug)]
pub struct Drive<'a> {
    /// The series of the race.
    pub series: &'a Series,
    /// The car's index in grid order.
    pub car: usize,
    /// The number of the lap, from 1; `None` for the whole race.
    pub lap: Option<u32>,
}

impl Drive<'_> {
    /// The progress after each turn, as pairs: laps and own turns since the start of the race or of the lap.
    /// A lap begins and ends on the line, so a turn that crosses the line counts in part.
    fn way(&self) -> Vec<[f64; 2]> {
        let whole = way(self.series, self.car);
        let Some(lap) = self.lap else { return whole };
        let [from, to] = [f64::from(lap) - 1.0, f64::from(lap)];
        let Some(before) = needed(&whole, from) else { return Vec::new() };
        let inside = whole.iter().filter(|[at, _]| (from..to).contains(at) && *at > from);
        let mut way = vec![[0.0, 0.0]];
        way.extend(inside.map(|[at, count]| [at - from, count - before]));
        way.extend(needed(&whole, to).map(|count| [1.0, count - before]));
        way
    }

    /// The number of own turns in the lap, with a fraction.
    /// `None` if the drive is a whole race, or if the car did not finish the lap.
    #[must_use]
    pub fn turns(&self) -> Option<f64> {
        self.lap?;
        let way = self.way();
        way.last().filter(|[at, _]| *at == 1.0).map(|[_, count]| *count)
    }
}

/// The lead of one drive over another, as in [`difference`].
/// The drives may be two laps of one car, or cars of two races on the same circuit.
/// For laps, the first number of each pair is the distance from the line, in laps.
///
/// ```
/// use paddock::analysis::{Drive, Series, difference_of};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let series = Series::of(race.as_ref());
/// let lap = |lap| Drive { series: &series, car: 0, lap: Some(lap) };
/// let points = difference_of(lap(1), lap(2));
/// assert_eq!(points.first(), Some(&[0.0, 0.0]), "both laps begin on the line");
/// ```
#[must_use]
pub fn difference_of(first: Drive<'_>, second: Drive<'_>) -> Vec<[f64; 2]> {
    let ways = [first.way(), second.way()];
    let [Some(from), Some(to)] = [
        ways.iter().filter_map(|way| way.first().map(|[at, _]| *at)).reduce(f64::max),
        ways.iter().filter_map(|way| way.last().map(|[at, _]| *at)).reduce(f64::min),
    ] else {
        return Vec::new();
    };
    // The slope of the difference can change only at the end of a turn of either car.
    let mut bends: Vec<f64> = ways.iter().flatten().map(|[at, _]| *at).collect();
    bends.extend([from, to]);
    bends.retain(|at| (from..=to).contains(at));
    bends.sort_by(f64::total_cmp);
    bends.dedup();
    let [mine, theirs] = &ways;
    bends.into_iter().filter_map(|at| Some([at, needed(theirs, at)? - needed(mine, at)?])).collect()
}

/// Returns the number of turns that the first of two drives won near each corner.
/// Each pair has the number of the corner and the turns won; they are negative if turns were lost.
/// A point of the lap belongs to the corner whose middle is nearest along the lap.
/// `points` is the difference along one lap.
/// `corners` has the number of each corner and its middle, from 0 to 1, in order along the lap.
#[must_use]
pub fn by_corner(points: &[[f64; 2]], corners: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let (Some([first, _]), Some([last, _])) = (points.first(), points.last()) else { return Vec::new() };
    let value = |at: f64| needed(points, at.clamp(*first, *last)).unwrap_or(0.0);
    let middle = |one: f64, other: f64| (one + other) / 2.0;
    corners
        .iter()
        .enumerate()
        .map(|(index, (number, at))| {
            let before = index.checked_sub(1).and_then(|index| corners.get(index));
            let from = before.map_or(0.0, |(_, before)| middle(*before, *at));
            let to = corners.get(index + 1).map_or(1.0, |(_, next)| middle(*at, *next));
            (*number, value(to) - value(from))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_shared_out_within_a_move() {
        let way = [[-0.5, 0.0], [0.5, 1.0], [2.5, 2.0]];
        assert_eq!(needed(&way, -0.5), Some(0.0));
        assert_eq!(needed(&way, 0.0), Some(0.5));
        assert_eq!(needed(&way, 1.5), Some(1.5));
        assert_eq!(needed(&way, 2.5), Some(2.0));
        assert_eq!(needed(&way, 2.6), None);
        assert_eq!(needed(&way, -0.6), None);
        assert_eq!(needed(&[], 0.0), None);
    }

    #[test]
    fn what_is_won_by_corner_adds_up_to_the_whole_lap() {
        let points = [[0.0, 0.0], [0.3, 1.0], [0.8, -0.5], [1.0, 0.25]];
        let won = by_corner(&points, &[(1, 0.2), (2, 0.4), (3, 0.9)]);
        assert_eq!(won.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2, 3]);
        assert!((won[0].1 - 1.0).abs() < 1e-9, "up to the middle between corners 1 and 2");
        assert!((won.iter().map(|(_, turns)| turns).sum::<f64>() - 0.25).abs() < 1e-9);
        assert!(by_corner(&[], &[(1, 0.5)]).is_empty() && by_corner(&points, &[]).is_empty());
    }
}
