//! Lists the corners that each car passed, with the gears, turns and points of each passage.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Sample;
use super::telemetry::played_in;
use crate::game::{CarId, Cornering, EventKind};
use crate::replay::{Race, Step};

/// The facts about one passage of a car through a corner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CornerPassage {
    /// The car that passed the corner.
    pub car: CarId,
    /// The number of the lap in which the car passed the corner, from 1.
    pub lap: u32,
    /// The corner's number, from 1.
    pub corner: u32,
    /// The turn in which the car passed the corner, by its number in the race.
    pub turn: usize,
    /// The gear of the car's move before the move that passed the corner; `None` if the car had not moved before.
    pub entry: Option<u8>,
    /// The lowest gear of three moves: the move that passed the corner, and the moves just before and after it. `None`
    /// if none of these gears is known.
    pub minimum: Option<u8>,
    /// The gear of the car's move after the move that passed the corner; `None` if there is no such move.
    pub exit: Option<u8>,
    /// The number of turns that the car needed to get to this corner from the previous one, or from the finish line if
    /// the line lies between the two corners.
    pub turns: u32,
    /// The points that the car spent since it passed the previous corner or the finish line, whichever was later. There
    /// is one number for each resource, in the order of the race's resources.
    pub spent: Vec<u32>,
    /// The stops that the car made in the corner; `None` in games whose corners require no stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_corner: Option<StopCorner>,
}

/// The facts about one passage of a car through a corner that requires stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StopCorner {
    /// The name of the space on which the car entered the corner. `None` if the car was already in the corner when the
    /// record began.
    pub space: Option<String>,
    /// The number of turns from the turn that entered the corner to the turn that left it, both included.
    pub turns: u32,
    /// The number of stops that the car made in the corner.
    pub stops: u32,
    /// The number of stops that the corner requires.
    pub required: u32,
    /// The number of the corner's spaces that the car drove over.
    pub spaces: u32,
    /// The number of spaces on the shortest path through the corner.
    pub shortest: u32,
    /// The number of spaces that the car moved beyond the corner although required stops were missing; 0 if it made all
    /// required stops.
    pub overshoot: u32,
    /// The gear of the move that entered the corner; `None` if the car was already in the corner when the record began.
    #[serde(skip)]
    entry: Option<u8>,
    /// The lowest gear of the moves in the corner.
    #[serde(skip)]
    lowest: Option<u8>,
}

impl StopCorner {
    /// Adds one turn in the corner to the totals of the passage. A turn that enters the corner begins a new passage.
    /// `gear` is the gear of the move.
    fn add(&mut self, turn: &Cornering, gear: Option<u8>) {
        if turn.entered.is_some() {
            *self = Self { space: turn.entered.clone(), entry: gear, ..Self::default() };
        }
        self.lowest = [self.lowest, gear].into_iter().flatten().min();
        self.turns += 1;
        self.spaces += turn.spaces;
        self.overshoot += turn.overshoot;
        (self.stops, self.required, self.shortest) = (turn.stops, turn.required, turn.shortest);
    }
}

/// Lists all passages of corners by one car, in order.
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
    // Turns in which the car stood still or gave way are not moves.
    // They are skipped when looking for the move before or after.
    let gears: Vec<Option<u8>> = acted.iter().map(|(_, now)| gear_of(race, now)).collect();
    let last = |last: &mut Option<u8>, gear: &Option<u8>| Some(std::mem::replace(last, gear.or(*last)));
    let entries: Vec<Option<u8>> = gears.iter().scan(None, last).collect();
    let mut exits: Vec<Option<u8>> = gears.iter().rev().scan(None, last).collect();
    exits.reverse();
    // The number of corners of the circuit: a car on the grid counts as having passed all of them.
    let highest = car.iter().map(|sample| sample.corners).max().unwrap_or(0);
    let kinds = race.resources().len();
    let (mut turns, mut spent) = (0u32, vec![0u32; kinds]);
    let mut driven: BTreeMap<u32, StopCorner> = BTreeMap::new();
    for (index, (before, now)) in acted.iter().enumerate() {
        turns += u32::from(race.step(now.turn).is_some_and(Step::begins_turn));
        for event in race.step(now.turn).into_iter().flat_map(|step| &step.events).filter(|event| event.car == now.car)
        {
            if let EventKind::Cornered(cornering) = &event.kind {
                driven.entry(cornering.corner).or_default().add(cornering, gears[index]);
            }
            if let EventKind::Spent { resource, amount, .. } = event.kind
                && let Ok(amount) = u32::try_from(amount)
                && let Some(place) = race.resources().iter().position(|known| known.name == resource)
            {
                spent[place] += amount;
            }
        }
        // Before the car first crosses the line, all corners count as passed.
        // At the start of a lap, no corner counts as passed.
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
            // A car may drive several moves in a corner that requires stops. It enters with the first of them.
            let entry = stop_corner.as_ref().map_or(entry, |stop| stop.entry);
            let lowest = stop_corner.as_ref().and_then(|stop| stop.lowest);
            let minimum = [entry, minimum, lowest].into_iter().flatten().min();
            let turn = now.turn;
            passages.push(CornerPassage { car, lap, corner, turn, entry, minimum, exit, turns, spent, stop_corner });
        };
        // A move may pass several corners: then its turn and points count for the first of them.
        let mut first = true;
        let mut each = |lap: u32, corner: u32| {
            let (turns, spent) = if first { (turns, spent.clone()) } else { (0, vec![0; kinds]) };
            first = false;
            pass(lap, corner, turns, spent);
        };
        if to == u32::MAX {
            // If a move crosses the line, the corners before the line count for the lap that ends.
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

/// The gear in which a car moved in a turn; `None` if it did not move.
fn gear_of(race: &dyn Race, sample: &Sample) -> Option<u8> {
    played_in(race.step(sample.turn)?, sample.car)
}
