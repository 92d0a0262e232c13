//! What every car had and did, turn by turn.

use super::gaps;
use crate::game::{CarId, EventKind, Status, TokenView};
use crate::replay::{Race, Step};

/// One car after one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// So many turns have been played.
    pub turn: usize,
    /// The round that turn belonged to, from 1.
    pub round: u32,
    /// The car.
    pub car: CarId,
    /// Whether the turn was its own.
    pub acted: bool,
    /// Its centre, in the game's unit.
    pub at: [f64; 2],
    /// Its direction, 0 to 7.
    pub dir: Option<u8>,
    /// The gear for its next move.
    pub gear: Option<u8>,
    /// The gear of its latest move; none on the grid.
    pub played: Option<u8>,
    /// How many of the lap's corners lie behind it.
    pub corners: u32,
    /// How far it moved in its latest turn, along its path, in the game's unit.
    pub speed: f64,
    /// How far it has moved since the start, along its paths, in the game's unit.
    pub driven: f64,
    /// Points of each resource.
    pub resources: Vec<u32>,
    /// How often it has counted the line.
    pub lap: u32,
    /// Progress since the start, in laps.
    pub progress: f64,
    /// Place in the race, from 1.
    pub rank: u32,
    /// Where it is along the lap line since the start, in the game's unit.
    pub distance: f64,
    /// How far it is behind the first car still racing, along the lap in the game's unit; once it is out of the race, what
    /// that was last.
    pub gap: f64,
    /// Whether it still races.
    pub status: Status,
    /// What it holds that works once.
    pub tokens: Vec<TokenView>,
}

/// The telemetry of a race: for each position from the grid on, a sample of each car in grid order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telemetry {
    cars: usize,
    samples: Vec<Sample>,
}

impl Telemetry {
    /// The telemetry of a whole race.
    #[must_use]
    pub fn of(race: &dyn Race) -> Self {
        let cars = race.entrants().len();
        let mut all: Vec<Sample> = Vec::with_capacity(cars * (race.len() + 1));
        let mut samples = Samples::of(race);
        while let Some(cars) = samples.next_position() {
            all.extend_from_slice(cars);
        }
        Self { cars, samples: all }
    }

    /// How many positions there are: one more than turns.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.samples.len().checked_div(self.cars).unwrap_or(0)
    }

    /// The cars at position `at`, in grid order; empty beyond the end.
    #[must_use]
    pub fn at(&self, at: usize) -> &[Sample] {
        self.samples.get(at * self.cars..(at + 1) * self.cars).unwrap_or(&[])
    }

    /// One car, by its place in grid order, from the grid to the end.
    pub fn car(&self, index: usize) -> impl Iterator<Item = &Sample> {
        self.samples.iter().skip(index).step_by(self.cars.max(1))
    }

    /// All samples, by turn and then by grid order.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}

/// The same, position by position: of a race however long, no more than one position is kept.
pub struct Samples<'a> {
    race: &'a dyn Race,
    /// The cars at the last position.
    cars: Vec<Sample>,
    next: usize,
    round: u32,
}

impl<'a> Samples<'a> {
    /// From the grid of a race on.
    #[must_use]
    pub const fn of(race: &'a dyn Race) -> Self {
        Self { race, cars: Vec::new(), next: 0, round: 1 }
    }

    /// The cars at the next position, in grid order; `None` after the last.
    pub fn next_position(&mut self) -> Option<&[Sample]> {
        let turn = self.next;
        if turn > self.race.len() {
            return None;
        }
        self.next += 1;
        let view = self.race.view(turn);
        let step = self.race.step(turn).filter(|_| turn > 0);
        let behind: Vec<Option<f64>> = view.cars.iter().map(|car| gaps(&view, car).map(|[first, _]| first)).collect();
        let round = std::mem::replace(&mut self.round, view.round);
        let before = std::mem::take(&mut self.cars);
        let mut before = before.iter();
        self.cars = view
            .cars
            .into_iter()
            .zip(behind)
            .map(|(car, behind)| {
                let before = before.next();
                let acted = step.is_some_and(|step| step.car == car.car);
                let (mut speed, mut driven) = before.map_or((0.0, 0.0), |before| (before.speed, before.driven));
                let mut played = before.and_then(|before| before.played);
                if let Some(step) = step.filter(|_| acted) {
                    played = played_in(step, car.car).or(played);
                    // From plain zero: the empty sum of floating point is minus zero.
                    speed = step.events.iter().filter_map(|event| moved(&event.kind)).fold(0.0, |sum, way| sum + way);
                    driven += speed;
                }
                Sample {
                    turn,
                    round,
                    car: car.car,
                    acted,
                    at: car.at,
                    dir: car.dir,
                    gear: car.gear,
                    played,
                    corners: car.corners,
                    speed,
                    driven,
                    resources: car.resources,
                    lap: car.lap,
                    progress: car.progress,
                    rank: car.rank,
                    distance: car.distance,
                    gap: behind.or_else(|| before.map(|before| before.gap)).unwrap_or(0.0),
                    status: car.status,
                    tokens: car.tokens,
                }
            })
            .collect();
        Some(&self.cars)
    }
}

/// The gear a car moved in; `None` where it did not move.
pub(super) fn played_in(step: &Step, car: CarId) -> Option<u8> {
    step.events.iter().filter(|event| event.car == car).find_map(|event| match event.kind {
        EventKind::Moved { gear, .. } => gear,
        _ => None,
    })
}

const fn moved(event: &EventKind) -> Option<f64> {
    match event {
        EventKind::Moved { distance, .. } => Some(*distance),
        _ => None,
    }
}
