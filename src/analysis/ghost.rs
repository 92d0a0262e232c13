//! Ghosts: the position of a car in an earlier lap, after as many turns as the selected car has had in its present
//! lap.

use super::Series;

/// The positions after each of a car's own turns in a lap. Lap 0 is the way from the grid to the line.
pub(super) fn turns_in(series: &Series, car: usize, lap: u32) -> &[u32] {
    // A lap is begun only once, so its turns are contiguous.
    let own = series.own_turns(car);
    let lap_of = |turn: &u32| series.lap(car, *turn as usize).unwrap_or(0);
    let first = own.partition_point(|turn| lap_of(turn) < lap);
    let len = own.get(first..).map_or(0, |rest| rest.partition_point(|turn| lap_of(turn) == lap));
    own.get(first..first + len).unwrap_or_default()
}

/// The lap that a car is in at a position, and the number of its own turns in that lap so far.
#[must_use]
pub fn into_lap(series: &Series, car: usize, position: usize) -> Option<(u32, usize)> {
    let lap = series.lap(car, position)?;
    Some((lap, turns_in(series, car, lap).partition_point(|turn| *turn as usize <= position)))
}

/// The position after a car's first `turns` turns in a lap; the grid for 0 turns in lap 0. `None` if there is no such
/// position.
#[must_use]
pub fn ghost(series: &Series, car: usize, lap: u32, turns: usize) -> Option<usize> {
    match turns.checked_sub(1) {
        None => (lap == 0).then_some(0),
        Some(index) => turns_in(series, car, lap).get(index).map(|turn| *turn as usize),
    }
}
