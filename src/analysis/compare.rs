//! Compares two cars by the number of turns that each of them needed for the same distance.

use super::{Quantity, Series};

/// Returns a car's progress after each of its own turns. Each pair has the laps driven since the start and the number
/// of turns that the car has played. Leaves out turns that brought the car no farther than an earlier turn.
fn way(series: &Series, car: usize) -> Vec<[f64; 2]> {
    let mut way: Vec<[f64; 2]> = Vec::new();
    // The turns of qualifying do not count.
    let start = series.start();
    let grid = series.at(car, Quantity::Progress, start as f64).map(|progress| [progress, 0.0]);
    let qualifying = series.own_turns(car).partition_point(|turn| *turn as usize <= start);
    let counts = series.turn_counts(car);
    let before = qualifying.checked_sub(1).and_then(|last| counts.get(last)).copied().unwrap_or(0);
    let own = counts.iter().zip(series.own_turns(car)).skip(qualifying).filter_map(|(count, turn)| {
        let progress = series.at(car, Quantity::Progress, f64::from(*turn))?;
        Some([progress, f64::from(count - before)])
    });
    for [progress, count] in grid.into_iter().chain(own) {
        match way.last_mut() {
            Some([before, _]) if progress <= *before => {}
            // The entries of a turn, such as the extra throws of a driver, count once.
            Some([before, known]) if count == *known => *before = progress,
            _ => way.push([progress, count]),
        }
    }
    way
}

/// The number of turns that a car needed to get `progress` laps from the start. A turn that goes beyond `progress`
/// counts only in part. `None` if the car never got so far.
fn needed(way: &[[f64; 2]], progress: f64) -> Option<f64> {
    let next = way.partition_point(|[at, _]| *at < progress);
    let [to, count] = *way.get(next)?;
    let Some([from, before]) = next.checked_sub(1).and_then(|index| way.get(index)).copied() else {
        return (to == progress).then_some(count);
    };
    Some(before + (count - before) * (progress - from) / (to - from))
}

/// The lead of car `first` over car `second`, at each distance driven. Each pair has the distance, in laps since the
/// start, and the lead at this distance, in turns. The lead is the number of turns that `second` needed for this
/// distance, minus the number that `first` needed. The pairs run from the grid to the farthest point that both cars
/// have reached.
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
    /// The series of the race: the values of all its cars over the whole race.
    pub series: &'a Series,
    /// The car's index in grid order.
    pub car: usize,
    /// The number of the lap, from 1; `None` for the whole race.
    pub lap: Option<u32>,
}

impl Drive<'_> {
    /// Returns the car's progress after each of its own turns. Each pair has the laps driven and the number of turns
    /// that the car has played. Both are counted from the start of the race, or from the finish line if the drive is a
    /// single lap. A turn that crosses the finish line belongs to two laps: the part before the line counts for the lap
    /// that ends, the rest for the lap that begins.
    #[must_use]
    pub fn way(&self) -> Vec<[f64; 2]> {
        let whole = way(self.series, self.car);
        let Some(lap) = self.lap else { return whole };
        lap_of_way(&whole, lap)
    }

    /// The number of turns that the car needed for the lap, with a fraction. `None` if the drive is a whole race, or if
    /// the car did not finish the lap.
    #[must_use]
    pub fn turns(&self) -> Option<f64> {
        self.lap?;
        let way = self.way();
        way.last().filter(|[at, _]| *at == 1.0).map(|[_, count]| *count)
    }
}

/// The lead of the first drive over the second, in turns, as in [`difference`]. The drives may be two laps of one car,
/// or cars of two races on the same circuit. If the drives are laps, distances are counted from the finish line.
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
    lead(&first.way(), &second.way())
}

/// Cuts one lap out of a drive. Each pair of `whole` has the laps driven since the start and the number of turns played
/// so far. The result has such pairs for the lap alone, with both numbers counted from the finish line at the start of
/// the lap. The result is empty if the drive did not reach the lap.
#[must_use]
pub fn lap_of_way(whole: &[[f64; 2]], lap: u32) -> Vec<[f64; 2]> {
    let [from, to] = [f64::from(lap) - 1.0, f64::from(lap)];
    let Some(before) = needed(whole, from) else { return Vec::new() };
    let inside = whole.iter().filter(|[at, _]| (from..to).contains(at) && *at > from);
    let mut way = vec![[0.0, 0.0]];
    way.extend(inside.map(|[at, count]| [at - from, count - before]));
    way.extend(needed(whole, to).map(|count| [1.0, count - before]));
    way
}

/// Returns the lead of the first drive over the second, in turns, as [`difference`] does. A drive is a list of pairs;
/// each pair has the laps driven since the start and the number of turns played so far.
#[must_use]
pub fn lead(first: &[[f64; 2]], second: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let ways = [first, second];
    let [Some(from), Some(to)] = [
        ways.iter().filter_map(|way| way.first().map(|[at, _]| *at)).reduce(f64::max),
        ways.iter().filter_map(|way| way.last().map(|[at, _]| *at)).reduce(f64::min),
    ] else {
        return Vec::new();
    };
    // The slope of the difference can change only at the end of a turn of either car.
    let mut bends: Vec<f64> = ways.into_iter().flatten().map(|[at, _]| *at).collect();
    bends.extend([from, to]);
    bends.retain(|at| (from..=to).contains(at));
    bends.sort_by(f64::total_cmp);
    bends.dedup();
    let [mine, theirs] = ways;
    bends.into_iter().filter_map(|at| Some([at, needed(theirs, at)? - needed(mine, at)?])).collect()
}

/// Returns the number of turns that the first of two drives gained near each corner. Each pair has the corner's number
/// and the number of turns gained, which is negative if turns were lost. A point of the lap belongs to the corner whose
/// middle is nearest along the lap. `points` is the lead of the first drive along one lap, as [`lead`] returns it.
/// `corners` has the number of each corner and the position of its middle on the lap, from 0 to 1, in driving order.
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

/// Returns the number of turns that the first of two drives gained at each corner, summed over all laps; see
/// [`by_corner`]. `points` is the lead of the first drive during the whole race, as [`lead`] returns it. The stretch
/// from the grid to the finish line is left out.
#[must_use]
pub fn by_corner_of_race(points: &[[f64; 2]], corners: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let mut sums: Vec<(u32, f64)> = corners.iter().map(|(number, _)| (*number, 0.0)).collect();
    let laps = points.last().map_or(0.0, |[last, _]| last.ceil().max(0.0)) as u32;
    for lap in 0..laps {
        let from = f64::from(lap);
        let shifted: Vec<[f64; 2]> = points.iter().map(|[at, turns]| [at - from, *turns]).collect();
        for ((_, sum), (_, won)) in sums.iter_mut().zip(by_corner(&shifted, corners)) {
            *sum += won;
        }
    }
    sums
}

/// Splits a line where its value crosses zero. Returns the pieces above zero if `side` is positive, otherwise the
/// pieces below zero. Each piece includes the points at which it meets zero.
#[must_use]
pub fn parts_of_side(line: &[[f64; 2]], side: f64) -> Vec<Vec<[f64; 2]>> {
    let mut parts: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut part: Vec<[f64; 2]> = Vec::new();
    let mut before: Option<[f64; 2]> = None;
    for [x, y] in line.iter().copied() {
        if let Some([x0, y0]) = before
            && (y0 * side > 0.0) != (y * side > 0.0)
            && y != y0
        {
            let crossing = [x0 + (x - x0) * (-y0) / (y - y0), 0.0];
            part.push(crossing);
            if y * side <= 0.0 {
                parts.push(std::mem::take(&mut part));
            }
        }
        if y * side > 0.0 {
            part.push([x, y]);
        }
        before = Some([x, y]);
    }
    if part.len() > 1 {
        parts.push(part);
    }
    parts
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
        // Over a race, each lap adds to its corners.
        let race = [[-0.2, 0.5], [0.0, 0.5], [1.0, 1.5], [1.5, 1.5], [1.8, 2.0]];
        let won = by_corner_of_race(&race, &[(1, 0.2), (2, 0.7)]);
        assert!((won.iter().map(|(_, turns)| turns).sum::<f64>() - 1.5).abs() < 1e-9, "{won:?}");
        assert!(by_corner(&[], &[(1, 0.5)]).is_empty() && by_corner(&points, &[]).is_empty());
    }

    #[test]
    fn a_line_is_split_where_it_crosses_zero() {
        let line = [[0.0, 0.0], [1.0, 2.0], [3.0, -2.0], [4.0, -1.0], [5.0, 1.0]];
        assert_eq!(parts_of_side(&line, 1.0), [vec![[0.0, 0.0], [1.0, 2.0], [2.0, 0.0]], vec![[4.5, 0.0], [5.0, 1.0]]]);
        assert_eq!(parts_of_side(&line, -1.0), [vec![[2.0, 0.0], [3.0, -2.0], [4.0, -1.0], [4.5, 0.0]]]);
        assert!(parts_of_side(&[[0.0, 0.0], [1.0, 0.0]], 1.0).is_empty());
    }
}
