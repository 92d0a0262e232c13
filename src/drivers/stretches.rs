//! The statistics of the cars on each stretch of the lap.

use crate::game::{CarId, EventKind, Played, Sort, View};

/// The number of equal stretches into which the lap is divided if the circuit has no numbered corners.
const PARTS: u32 = 8;

/// A part of the lap, from one corner to the next. The stretch from the line to the first corner has the number 0.
/// A circuit without numbered corners is divided into eight equal stretches, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The number of the stretch. In a circuit with numbered corners, it is the number of the corner at which the
    /// stretch begins.
    pub number: u32,
    /// The start of the stretch, as a fraction of the lap from 0 to 1.
    pub from: f64,
    /// The end of the stretch, as a fraction of the lap from 0 to 1.
    pub to: f64,
}

/// The statistics of one car on one stretch, over all laps. A turn belongs to the stretch on which it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StretchUse {
    /// The number of the car's turns that ended on this stretch.
    pub turns: u32,
    /// The length of the car's path in the turns that ended on this stretch, in the game's unit.
    pub distance: f64,
    /// The sum of the gears of the car's moves on this stretch.
    gears: u32,
    /// The number of the car's moves on this stretch that have a gear.
    moves: u32,
    /// The number of points that the car spent (the total of all resources).
    pub spent: u32,
    /// The number of times that the car passed another car.
    pub passes: u32,
    /// The number of times that another car passed this car.
    pub passed: u32,
    /// The number of attacks that the car made.
    pub attacks: u32,
    /// The number of times that the car ran into another car.
    pub collisions: u32,
    /// The number of times that the car spun.
    pub spins: u32,
    /// The number of penalties of the car: for collisions, spins, crashes, falls off the board, and turns in which it
    /// had to stand still.
    pub penalties: u32,
    /// Whether the car left the race on this stretch.
    pub is_out: bool,
}

impl StretchUse {
    /// The mean gear of the car's moves on this stretch; `None` if the game has no gears, or the car made no move on
    /// it.
    #[must_use]
    pub fn gear(&self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.gears) / f64::from(self.moves))
    }
}

/// The statistics of all cars of a race on the stretches of the lap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stretches {
    /// The stretches, in driving order.
    pub lap: Vec<Stretch>,
    /// The statistics of each car (in grid order) on each stretch.
    pub cars: Vec<Vec<StretchUse>>,
    /// One entry for each turn: the place on the board where the turn ended, and the index of the stretch that contains
    /// this place.
    pub places: Vec<([f64; 2], usize)>,
    /// The index of the stretch on which the winner took the lead for the last time. Only the order at the ends of
    /// rounds is compared. `None` if the winner led from the start, or if cars share the first place.
    pub decided: Option<usize>,
}

impl Stretches {
    /// Divides the lap of a circuit into stretches. The statistics of all cars (`cars` is their number) begin at 0.
    pub(super) fn new<G: View>(track: &G::Track, cars: usize) -> Self {
        let mut starts: Vec<(u32, f64)> =
            G::corner_spans(track).iter().map(|corner| (corner.number, corner.from)).collect();
        starts.sort_by(|one, other| one.1.total_cmp(&other.1));
        if starts.is_empty() {
            starts = (0..PARTS).map(|part| (part + 1, f64::from(part) / f64::from(PARTS))).collect();
        } else {
            starts.insert(0, (0, 0.0));
        }
        let ends = starts.iter().skip(1).map(|(_, from)| *from).chain([1.0]);
        let lap: Vec<Stretch> =
            starts.iter().zip(ends).map(|(&(number, from), to)| Stretch { number, from, to }).collect();
        Self { cars: vec![vec![StretchUse::default(); lap.len()]; cars], lap, places: Vec::new(), decided: None }
    }

    /// Returns the index of the stretch at this progress (laps since the start). A car that has not crossed the line
    /// since the start is on the last stretch.
    pub(super) fn at(&self, progress: f64) -> usize {
        let part = progress.rem_euclid(1.0);
        self.lap.iter().rposition(|stretch| stretch.from <= part).unwrap_or(0)
    }

    fn of(&mut self, car: usize, place: usize) -> Option<&mut StretchUse> {
        self.cars.get_mut(car)?.get_mut(place)
    }

    /// Adds a pass that was found at the end of a round. The car with the index `car` passed the car with the index
    /// `other`. `progress` is the progress of `car` after the pass.
    pub(super) fn add_pass(&mut self, car: usize, other: usize, progress: f64) {
        let place = self.at(progress);
        if let Some(used) = self.of(car, place) {
            used.passes += 1;
        }
        if let Some(used) = self.of(other, place) {
            used.passed += 1;
        }
    }

    /// Adds an entry of the record to the statistics. `car` is the car with this entry, and whether a turn begins with
    /// it. `cars` has all cars in grid order.
    pub(super) fn add<G: View>(
        &mut self,
        track: &G::Track,
        cars: &[CarId],
        (car, begins): (CarId, bool),
        played: &Played<G::State>,
    ) {
        let view = G::view(track, &played.state);
        let Some(own) = cars.iter().position(|other| *other == car) else { return };
        let Some(now) = view.car(car) else { return };
        let place = self.at(now.progress);
        self.places.push((now.at, place));
        if let Some(used) = self.of(own, place) {
            used.turns += u32::from(begins);
        }
        for event in &played.events {
            let about = cars.iter().position(|other| *other == event.car).unwrap_or(own);
            if let EventKind::Overtook { other } = event.kind
                && let Some(other) = cars.iter().position(|known| *known == other)
                && let Some(used) = self.of(other, place)
            {
                used.passed += 1;
            }
            let Some(used) = self.of(about, place) else { continue };
            match &event.kind {
                EventKind::Moved { distance, gear, .. } => {
                    used.distance += distance;
                    used.gears += gear.map_or(0, u32::from);
                    used.moves += u32::from(gear.is_some());
                }
                EventKind::Overtook { .. } => used.passes += 1,
                EventKind::Attacked { .. } => used.attacks += 1,
                EventKind::Spent { amount, .. } => used.spent += u32::try_from(*amount).unwrap_or(0),
                EventKind::Collided { .. } => used.collisions += 1,
                EventKind::Incident { what: "spin", sort: Sort::Penalty, .. } => used.spins += 1,
                EventKind::Eliminated { .. } | EventKind::Withdrew => used.is_out = true,
                _ => {}
            }
            used.penalties += u32::from(event.kind.is_penalty());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_belong_to_the_stretch_that_begins_before_them() {
        let stretch = |number, from, to| Stretch { number, from, to };
        let lap = vec![stretch(0, 0.0, 0.25), stretch(1, 0.25, 0.5), stretch(2, 0.5, 1.0)];
        let stretches = Stretches { lap, ..Stretches::default() };
        let at = [-0.1, 0.0, 0.1, 0.25, 0.49, 0.5, 0.99, 1.0, 2.3].map(|progress| stretches.at(progress));
        assert_eq!(at, [2, 0, 0, 1, 1, 2, 2, 0, 1]);
    }

    #[test]
    fn the_mean_gear_needs_moves() {
        let used = StretchUse { gears: 7, moves: 2, ..StretchUse::default() };
        assert_eq!((used.gear(), StretchUse::default().gear()), (Some(3.5), None));
    }
}
