//! A car's laps and stints.

use serde::Serialize;

use super::Sample;
use crate::game::EventKind;
use crate::replay::{Race, Step};

/// A lap of a car: from one crossing of the line to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LapRow {
    /// Its number, from 1; 0 is the way from the grid to the line.
    pub lap: u32,
    /// The turn of the race in which it began: the one that crossed the line, 0 for the grid.
    pub from: usize,
    /// The turn in which it ended.
    pub to: usize,
    /// Turns of the car's own in it.
    pub turns: u32,
    /// How far the car moved, in the game's unit.
    pub distance: f64,
    /// The mean gear of its moves; none where it made none.
    pub gear: Option<f64>,
    /// Points of each resource spent, in the order of the race's resources; what was gained is not taken off.
    pub spent: Vec<u32>,
    /// Whether the car was in the pit lane.
    pub pit: bool,
    /// Whether the line ended it; otherwise the race did, or the record.
    pub complete: bool,
}

/// What a car does between two pit stops.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stint {
    /// The turn of the race in which it began: that of the stop, 0 for the grid.
    pub from: usize,
    /// The turn in which it ended.
    pub to: usize,
    /// Turns of the car's own in it.
    pub turns: u32,
    /// How far the car moved, in the game's unit.
    pub distance: f64,
    /// Points of each resource at its beginning.
    pub began_with: Vec<u32>,
    /// And at its end, before what the next stop gives.
    pub ended_with: Vec<u32>,
}

/// A car's laps.
#[must_use]
pub fn laps(race: &dyn Race, car: &[&Sample]) -> Vec<LapRow> {
    let mut laps = Vec::new();
    let Some(first) = car.first() else { return laps };
    let empty = |lap: u32, from: usize| LapRow {
        lap,
        from,
        to: from,
        turns: 0,
        distance: 0.0,
        gear: None,
        spent: vec![0; first.resources.len()],
        pit: false,
        complete: false,
    };
    let mut row = empty(0, 0);
    let (mut gears, mut moves) = (0u32, 0u32);
    for pair in car.windows(2) {
        let [before, now] = pair else { continue };
        if !now.acted {
            continue;
        }
        row.to = now.turn;
        row.turns += u32::from(race.step(now.turn).is_some_and(Step::is_turn));
        row.distance += now.driven - before.driven;
        for event in race.step(now.turn).into_iter().flat_map(|step| &step.events).filter(|event| event.car == now.car)
        {
            match event.kind {
                EventKind::Spent { resource, amount, .. } => {
                    let place = race.resources().iter().position(|known| known.name == resource);
                    if let (Some(spent), Ok(amount)) =
                        (place.and_then(|place| row.spent.get_mut(place)), u32::try_from(amount))
                    {
                        *spent += amount;
                    }
                }
                EventKind::Moved { .. } => {
                    gears += u32::from(now.played.unwrap_or(0));
                    moves += 1;
                }
                EventKind::Pitted { .. } => row.pit = true,
                _ => {}
            }
        }
        if now.lap > before.lap {
            row.gear = mean(gears, moves);
            row.complete = true;
            laps.push(std::mem::replace(&mut row, empty(now.lap, now.turn)));
            (gears, moves) = (0, 0);
        }
    }
    if row.turns > 0 {
        row.gear = mean(gears, moves);
        laps.push(row);
    }
    laps
}

fn mean(sum: u32, count: u32) -> Option<f64> {
    (count > 0).then(|| f64::from(sum) / f64::from(count))
}

/// A car's stints: one more than its pit stops.
#[must_use]
pub fn stints(race: &dyn Race, car: &[&Sample]) -> Vec<Stint> {
    let mut stints = Vec::new();
    let Some(first) = car.first() else { return stints };
    let begin = |from: usize, resources: &[u32]| Stint {
        from,
        to: from,
        turns: 0,
        distance: 0.0,
        began_with: resources.to_vec(),
        ended_with: resources.to_vec(),
    };
    let mut stint = begin(0, &first.resources);
    for pair in car.windows(2) {
        let [before, now] = pair else { continue };
        if !now.acted {
            continue;
        }
        stint.to = now.turn;
        stint.turns += u32::from(race.step(now.turn).is_some_and(Step::is_turn));
        stint.distance += now.driven - before.driven;
        let events = race.step(now.turn).map_or(&[][..], |step| &step.events);
        let own = || events.iter().filter(|event| event.car == now.car);
        let stops = own().any(|event| matches!(event.kind, EventKind::Pitted { .. }));
        // What the stop gave is the next stint's.
        stint.ended_with = now.resources.clone();
        for event in own().filter(|_| stops) {
            if let EventKind::Spent { resource, amount, .. } = event.kind
                && amount < 0
                && let Some(place) = race.resources().iter().position(|known| known.name == resource)
                && let Some(left) = stint.ended_with.get_mut(place)
            {
                *left = left.saturating_sub(amount.unsigned_abs());
            }
        }
        if stops {
            stints.push(std::mem::replace(&mut stint, begin(now.turn, &now.resources)));
        }
    }
    stints.push(stint);
    stints
}
