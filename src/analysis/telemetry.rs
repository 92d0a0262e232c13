//! What every car had and did, turn by turn.

use super::gap::{QUALIFYING, gaps, is_home};
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
    /// The lap it is in: how often it has counted the line, forward less backward.
    pub lap: u32,
    /// The lap that its crossings have opened, see [`CarView::opened`](crate::game::CarView::opened).
    pub opened: u32,
    /// Whether grid places are being driven for.
    pub is_qualifying: bool,
    /// Progress since the start, in laps.
    pub progress: f64,
    /// Place in the race, from 1.
    pub rank: u32,
    /// Where it is along the lap line since the start, in the game's unit.
    pub distance: f64,
    /// Its gap, see [`gaps`]; none for a car that has left the race.
    pub gap: Option<f64>,
    /// Once the winner is home: how many rounds later the car came home, or how many have been begun since where it still
    /// races.
    pub turns_behind: Option<u32>,
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
    /// The round in which the first car came home.
    won: Option<u32>,
}

impl<'a> Samples<'a> {
    /// From the grid of a race on.
    #[must_use]
    pub const fn of(race: &'a dyn Race) -> Self {
        Self { race, cars: Vec::new(), next: 0, round: 1, won: None }
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
        let laps = self.race.laps();
        let gaps = gaps(&view, laps);
        let is_qualifying = view.phase == QUALIFYING;
        let round = std::mem::replace(&mut self.round, view.round);
        let before = std::mem::take(&mut self.cars);
        if self.won.is_none() && view.cars.iter().any(|car| is_home(car, laps)) {
            self.won = Some(round);
        }
        let won = self.won;
        let mut before = before.iter();
        self.cars = view
            .cars
            .into_iter()
            .map(|car| {
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
                let turns_behind = match (won, car.status) {
                    (None, _) | (_, Status::Withdrawn | Status::Eliminated) => None,
                    // Who was home before came home then.
                    (Some(_), Status::Finished) if before.is_some_and(|before| before.status == Status::Finished) => {
                        before.and_then(|before| before.turns_behind)
                    }
                    (Some(_), Status::Finished) if !is_home(&car, laps) => None,
                    (Some(won), _) => Some(round - won),
                };
                Sample {
                    opened: car.opened(),
                    is_qualifying,
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
                    gap: gaps.iter().find(|(known, _)| *known == car.car).map(|(_, gap)| gap.first),
                    turns_behind,
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
