//! Ghosts. A ghost is a pale car that repeats an earlier lap beside the selected car. After each turn, it stands where
//! its car stood after the same number of turns in that earlier lap. In this module, a position is a number of turns
//! played in the race.

use std::ops::Range;

use super::Series;

/// Lists the turns that a car itself played in a lap, in order. Each turn is given by its number in the race, where the
/// turns of all cars are counted. Lap 0 is the stretch from the grid to the line.
pub(super) fn turns_in(series: &Series, car: usize, lap: u32) -> &[u32] {
    series.own_turns(car).get(entries_in(series, car, lap)).unwrap_or_default()
}

/// The indices of a lap's entries in the lists of a car's own turns.
fn entries_in(series: &Series, car: usize, lap: u32) -> Range<usize> {
    // A car begins each lap only once, so the turns of a lap are next to each other in the list.
    let own = series.own_turns(car);
    let lap_of = |turn: &u32| series.lap(car, *turn as usize).unwrap_or(0);
    let first = own.partition_point(|turn| lap_of(turn) < lap);
    let len = own.get(first..).map_or(0, |rest| rest.partition_point(|turn| lap_of(turn) == lap));
    first..first + len
}

/// For each entry of a lap, the number of turns that the car has begun in the lap. A turn that began before the line counts.
fn counts_in(series: &Series, car: usize, lap: u32) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
    let counts = series.turn_counts(car).get(entries_in(series, car, lap)).unwrap_or_default();
    let before = counts.first().map_or(0, |first| first.saturating_sub(1));
    counts.iter().map(move |count| (count - before) as usize)
}

/// Returns two numbers for a car after `position` turns of the race: the lap that it is in, and the number of its own
/// turns that it has played in this lap. `None` for an unknown car.
#[must_use]
pub fn into_lap(series: &Series, car: usize, position: usize) -> Option<(u32, usize)> {
    let lap = series.lap(car, position)?;
    let entries = turns_in(series, car, lap).partition_point(|turn| *turn as usize <= position);
    Some((lap, counts_in(series, car, lap).take(entries).next_back().unwrap_or(0)))
}

/// Returns the position (number of turns played in the race) at which a car has completed its first `turns` turns of a
/// lap. If `turns` is 0, returns 0 (the grid) for lap 0, and `None` for every other lap. Also returns `None` if the car
/// played fewer than `turns` turns in the lap.
#[must_use]
pub fn ghost(series: &Series, car: usize, lap: u32, turns: usize) -> Option<usize> {
    match turns.checked_sub(1) {
        None => (lap == 0).then_some(0),
        Some(_) => {
            let entry = counts_in(series, car, lap).rposition(|count| count == turns)?;
            turns_in(series, car, lap).get(entry).map(|turn| *turn as usize)
        }
    }
}
