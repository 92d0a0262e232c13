//! Compares two cars: the number of turns that each needed for the same distance.

use super::{Quantity, Series};

/// A car's progress after each of its own turns, as pairs: laps since the start, number of own turns so far. Leaves out
/// turns that took the car no farther than it had been before.
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

/// The number of turns, with a fraction, that a car needed to come this far. `None` if the car never came this far.
fn needed(way: &[[f64; 2]], progress: f64) -> Option<f64> {
    let next = way.partition_point(|[at, _]| *at < progress);
    let [to, count] = *way.get(next)?;
    let Some([from, before]) = next.checked_sub(1).and_then(|index| way.get(index)).copied() else {
        return (to == progress).then_some(count);
    };
    Some(before + (count - before) * (progress - from) / (to - from))
}

/// The lead of car `first` over car `second`, as pairs: laps since the start, lead at that point. The lead says how
/// many more turns `second` needed to come this far; it is negative if `second` needed fewer. The pairs run from the
/// grid to the farthest point that both cars have reached.
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
    let ways = [way(series, first), way(series, second)];
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
}
