//! Telemetry: the state of every car after every turn.

use super::gap::{gaps, is_home};
use crate::game::{CarId, Event, EventKind, Status, TokenView};
use crate::replay::{Race, Step};

/// The state of one car after one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of turns played in the race so far.
    pub turn: usize,
    /// The round that the turn belonged to, from 1.
    pub round: u32,
    /// The number of the car.
    pub car: CarId,
    /// Whether this car is the car that made the turn.
    pub acted: bool,
    /// The centre of the car on the board, in the game's unit.
    pub at: [f64; 2],
    /// The direction that the car faces, 0 to 7; `None` if the game has no directions.
    pub dir: Option<u8>,
    /// The gear for the car's next move; `None` if the car has not declared a gear.
    pub gear: Option<u8>,
    /// The gear of the car's latest move; `None` on the grid.
    pub played: Option<u8>,
    /// The number of corners the car has passed in this lap.
    pub corners: u32,
    /// The length of the car's path in its latest turn, in the game's unit.
    pub speed: f64,
    /// The length of the car's whole path since the start, in the game's unit. It begins again after qualifying.
    pub driven: f64,
    /// The points that the car has left of each resource.
    pub resources: Vec<u32>,
    /// The lap the car is in: its forward crossings of the line minus its backward crossings.
    pub lap: u32,
    /// The number of the latest lap that the car has begun: see [`CarView::opened`](crate::game::CarView::opened).
    pub opened: u32,
    /// Whether the turn belonged to qualifying.
    pub is_qualifying: bool,
    /// The car's progress since the start, in laps.
    pub progress: f64,
    /// The car's rank in the race, from 1.
    pub rank: u32,
    /// The distance that the car has driven along the lap line since the start, in the game's unit.
    pub distance: f64,
    /// The car's gap to the leader, in the game's unit (see [`gaps`]); `None` for a car that has left the race.
    pub gap: Option<f64>,
    /// The car's gap to the car ranked ahead, in the game's unit; `None` for a car that has left the race.
    pub gap_ahead: Option<f64>,
    /// The car's luck with the dice that decide distances, in the game's unit. It is the sum of the results of these
    /// dice so far, minus the sum of their means. `None` before the first such roll, and in games without such dice.
    pub luck: Option<f64>,
    /// The number of rounds from the winner's finish to this car's finish, or until now if it is still racing. `None`
    /// before the winner has finished.
    pub turns_behind: Option<u32>,
    /// Whether the car is racing, has finished or is out.
    pub status: Status,
    /// The tokens that the car holds.
    pub tokens: Vec<TokenView>,
}

impl Sample {
    /// The length of the car's path in this turn, in the game's unit; 0 if another car acted.
    pub(super) fn moved(&self) -> f64 {
        if self.acted { self.speed } else { 0.0 }
    }
}

/// The telemetry of a race. Each car has one sample on the grid, and one after each turn of the race. Samples of the
/// same turn are in grid order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telemetry {
    cars: usize,
    samples: Vec<Sample>,
}

impl Telemetry {
    /// Computes the telemetry of a whole race.
    ///
    /// ```
    /// use paddock::analysis::Telemetry;
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let telemetry = Telemetry::of(race.as_ref());
    /// assert_eq!(telemetry.positions(), race.len() + 1);
    /// assert_eq!(telemetry.at(0).len(), 2, "two cars on the grid");
    /// ```
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

    /// The number of positions that have samples: the grid, and the position after each turn.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.samples.len().checked_div(self.cars).unwrap_or(0)
    }

    /// The samples of all cars after `at` turns, in grid order; empty beyond the end of the race.
    #[must_use]
    pub fn at(&self, at: usize) -> &[Sample] {
        self.samples.get(at * self.cars..(at + 1) * self.cars).unwrap_or(&[])
    }

    /// The position in which the cars stand on the grid: 0, or the number of turns of qualifying. While the cars still
    /// qualify, the last position.
    #[must_use]
    pub fn grid(&self) -> usize {
        let has_qualified = |at: &usize| self.at(*at).first().is_some_and(|sample| !sample.is_qualifying);
        (0..self.positions()).find(has_qualified).unwrap_or(self.positions().saturating_sub(1))
    }

    /// The samples of one car, from the grid to the end of the race. `index` is the car's index in grid order.
    pub fn car(&self, index: usize) -> impl Iterator<Item = &Sample> {
        self.samples.iter().skip(index).step_by(self.cars.max(1))
    }

    /// All samples, sorted by turn, then in grid order.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}

/// Computes telemetry turn by turn. Stores only one sample for each car, so a longer race needs no more memory.
pub struct Samples<'a> {
    race: &'a dyn Race,
    /// The samples of all cars after the turn that was computed last.
    cars: Vec<Sample>,
    next: usize,
    round: u32,
    /// The round in which the first car finished; `None` if no car has finished.
    won: Option<u32>,
}

impl<'a> Samples<'a> {
    /// Prepares the telemetry of a race. The first position that is computed will be the grid.
    #[must_use]
    pub const fn of(race: &'a dyn Race) -> Self {
        Self { race, cars: Vec::new(), next: 0, round: 1, won: None }
    }

    /// Returns the samples of the next position, in grid order. The first position is the grid; the others are the
    /// positions after each turn. Returns `None` after the last turn.
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
        let is_qualifying = view.is_qualifying();
        let round = std::mem::replace(&mut self.round, view.round);
        let before = std::mem::take(&mut self.cars);
        if self.won.is_none() && view.cars.iter().any(|car| is_home(car, laps)) {
            self.won = Some(round);
        }
        let won = self.won;
        // The race begins with the turn after qualifying.
        let begins = !is_qualifying && before.first().is_some_and(|sample| sample.is_qualifying);
        let mut before = before.iter();
        self.cars = view
            .cars
            .into_iter()
            .map(|car| {
                let before = before.next();
                let acted = step.is_some_and(|step| step.car == car.car);
                let (mut speed, mut driven) = before.map_or((0.0, 0.0), |before| (before.speed, before.driven));
                let mut played = before.and_then(|before| before.played);
                let gap = gaps.iter().find(|(known, _)| *known == car.car).map(|(_, gap)| gap);
                let mut luck = before.and_then(|before| before.luck);
                if let Some(step) = step.filter(|_| acted) {
                    let rolled = step.events.iter().filter(|event| event.car == car.car).filter_map(rolled);
                    luck = rolled.fold(luck, |sum, luck| Some(sum.unwrap_or(0.0) + luck));
                    played = played_in(step, car.car).or(played);
                    // Starts from 0.0 because the sum of an empty list of floats is -0.0.
                    speed = step.events.iter().filter_map(|event| moved(&event.kind)).fold(0.0, |sum, way| sum + way);
                    driven += speed;
                }
                if begins {
                    (driven, luck) = (0.0, luck.map(|_| 0.0));
                }
                let turns_behind = match (won, car.status) {
                    (None, _) | (_, Status::Withdrawn | Status::Eliminated) => None,
                    // A car that had already finished keeps its number of rounds behind the winner.
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
                    gap: gap.map(|gap| gap.first),
                    gap_ahead: gap.map(|gap| gap.ahead),
                    luck,
                    turns_behind,
                    status: car.status,
                    tokens: car.tokens,
                }
            })
            .collect();
        Some(&self.cars)
    }
}

/// Returns the result of a die that decides a distance, minus the mean of that die. Returns `None` for any other event.
fn rolled(event: &Event) -> Option<f64> {
    match event.kind {
        EventKind::Thrown { face, mean, .. } => Some(f64::from(face) - mean),
        _ => None,
    }
}

/// The gear in which a car moved in a turn; `None` if it did not move.
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
