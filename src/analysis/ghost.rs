//! Ghosts: where a car stood in its lap after as many turns as the car one looks at.

use super::Series;

/// The turns of its own that a car ended in a lap, as positions. Lap 0 is the way from the grid to the line.
pub(super) fn turns_in(series: &Series, car: usize, lap: u32) -> &[u32] {
    // A lap that is opened has been begun for good: the turns of one lie beside each other.
    let own = series.own_turns(car);
    let lap_of = |turn: &u32| series.lap(car, *turn as usize).unwrap_or(0);
    let first = own.partition_point(|turn| lap_of(turn) < lap);
    let len = own.get(first..).map_or(0, |rest| rest.partition_point(|turn| lap_of(turn) == lap));
    own.get(first..first + len).unwrap_or_default()
}

/// The lap a car is in at a position, and how many turns of its own it has ended in it.
#[must_use]
pub fn into_lap(series: &Series, car: usize, position: usize) -> Option<(u32, usize)> {
    let lap = series.lap(car, position)?;
    Some((lap, turns_in(series, car, lap).partition_point(|turn| *turn as usize <= position)))
}

/// The position at which a car had ended so many turns in a lap; the grid for none in lap 0. `None` where it never had.
#[must_use]
pub fn ghost(series: &Series, car: usize, lap: u32, turns: usize) -> Option<usize> {
    match turns.checked_sub(1) {
        None => (lap == 0).then_some(0),
        Some(index) => turns_in(series, car, lap).get(index).map(|turn| *turn as usize),
    }
}
