//! Corner by corner: how each car went through each, every lap.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Sample;
use super::telemetry::played_in;
use crate::game::{CarId, Cornering, EventKind};
use crate::replay::{Race, Step};

/// A car goes past a corner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CornerPassage {
    /// The car.
    pub car: CarId,
    /// The lap, from 1.
    pub lap: u32,
    /// The corner, from 1.
    pub corner: u32,
    /// The turn of the race that passed it.
    pub turn: usize,
    /// The gear of the car's move before that one; none where it made none in this race.
    pub entry: Option<u8>,
    /// The lowest gear of that move, of the one that passed, and of the next.
    pub minimum: Option<u8>,
    /// The gear of the car's next move; none where there is none.
    pub exit: Option<u8>,
    /// Turns of the car's own since it passed the corner before, or the line.
    pub turns: u32,
    /// Points of each resource spent in them, in the order of the race's resources.
    pub spent: Vec<u32>,
    /// How it was driven, where corners demand stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_corner: Option<StopCorner>,
}

/// A corner that demands stops, as a car went through it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StopCorner {
    /// The space it came in on; none where it was inside when the record began.
    pub space: Option<String>,
    /// Turns from the one that came in to the one that left, both counted.
    pub turns: u32,
    /// Stops it made.
    pub stops: u32,
    /// Stops the corner demands.
    pub required: u32,
    /// Spaces of the corner it drove over.
    pub spaces: u32,
    /// Spaces of the shortest way through.
    pub shortest: u32,
    /// Spaces it went too far, short of a stop.
    pub overshoot: u32,
}

impl StopCorner {
    /// Takes in what a turn did there.
    fn add(&mut self, turn: &Cornering) {
        if turn.entered.is_some() {
            *self = Self { space: turn.entered.clone(), ..Self::default() };
        }
        self.turns += 1;
        self.spaces += turn.spaces;
        self.overshoot += turn.overshoot;
        (self.stops, self.required, self.shortest) = (turn.stops, turn.required, turn.shortest);
    }
}

/// Every passage of a car, in order.
#[must_use]
pub fn corners(race: &dyn Race, car: &[&Sample]) -> Vec<CornerPassage> {
    let mut passages = Vec::new();
    let acted: Vec<(&Sample, &Sample)> = car
        .windows(2)
        .filter_map(|pair| match pair {
            [before, now] if now.acted => Some((*before, *now)),
            _ => None,
        })
        .collect();
    // Standing still, giving way and the like are no moves: the gears are those of the moves around.
    let gears: Vec<Option<u8>> = acted.iter().map(|(_, now)| gear_of(race, now)).collect();
    let last = |last: &mut Option<u8>, gear: &Option<u8>| Some(std::mem::replace(last, gear.or(*last)));
    let entries: Vec<Option<u8>> = gears.iter().scan(None, last).collect();
    let mut exits: Vec<Option<u8>> = gears.iter().rev().scan(None, last).collect();
    exits.reverse();
    // How many corners the circuit has: as many as a car on the grid has behind it.
    let highest = car.iter().map(|sample| sample.corners).max().unwrap_or(0);
    let kinds = race.resources().len();
    let (mut turns, mut spent) = (0u32, vec![0u32; kinds]);
    let mut driven: BTreeMap<u32, StopCorner> = BTreeMap::new();
    for (index, (before, now)) in acted.iter().enumerate() {
        turns += u32::from(race.step(now.turn).is_some_and(Step::begins_turn));
        for event in race.step(now.turn).into_iter().flat_map(|step| &step.events).filter(|event| event.car == now.car)
        {
            if let EventKind::Cornered(cornering) = &event.kind {
                driven.entry(cornering.corner).or_default().add(cornering);
            }
            if let EventKind::Spent { resource, amount, .. } = event.kind
                && let Ok(amount) = u32::try_from(amount)
                && let Some(place) = race.resources().iter().position(|known| known.name == resource)
            {
                spent[place] += amount;
            }
        }
        // Before the line is crossed all corners count as passed; a lap that begins has none of its own.
        let new_lap = now.lap > before.lap;
        let (from, to) = match (before.lap, new_lap) {
            (0, false) => continue,
            (0, true) => (0, now.corners),
            (_, false) => (before.corners, now.corners),
            (_, true) => (before.corners, u32::MAX),
        };
        let (entry, exit) = (entries[index], exits[index]);
        let minimum = [entry, gears[index], exit].into_iter().flatten().min();
        let lap = if new_lap { before.lap } else { now.lap };
        let mut pass = |lap: u32, corner: u32, turns: u32, spent: Vec<u32>| {
            let car = now.car;
            let stop_corner = driven.remove(&corner);
            let turn = now.turn;
            passages.push(CornerPassage { car, lap, corner, turn, entry, minimum, exit, turns, spent, stop_corner });
        };
        // A move may pass several: its turn and its points go to the first.
        let mut first = true;
        let mut each = |lap: u32, corner: u32| {
            let (turns, spent) = if first { (turns, spent.clone()) } else { (0, vec![0; kinds]) };
            first = false;
            pass(lap, corner, turns, spent);
        };
        if to == u32::MAX {
            // How many corners there are is known where the car last was: none are left out at the line.
            (before.corners..highest).for_each(|corner| each(lap, corner + 1));
            (0..now.corners).for_each(|corner| each(now.lap, corner + 1));
        } else {
            (from..to).for_each(|corner| each(lap, corner + 1));
        }
        if to > from || new_lap {
            (turns, spent) = (0, vec![0; kinds]);
        }
    }
    passages
}

/// The gear of the move a car made in a turn; `None` where it made none.
fn gear_of(race: &dyn Race, sample: &Sample) -> Option<u8> {
    played_in(race.step(sample.turn)?, sample.car)
}
