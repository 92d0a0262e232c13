//! Races driven by computer drivers.

use std::sync::Arc;

use super::cockpit::Cockpit;
use super::driver::Driver;
use super::plan::DrivePlan;
use super::seats::Seats;
use super::stretches::Stretches;
use crate::game::{CarId, CarView, Drive, EventKind, Played, Progress, StateView, Status, View, is_turn};

/// The largest number of turns of a driven race. A race that is not over after this number of turns counts as endless.
pub const MOST_TURNS: usize = 20_000;

/// The reason why a race was not driven to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriveError {
    /// The race cannot begin: the circuit or the setup has errors.
    #[error("{0}")]
    NoStart(String),
    /// The work was stopped before the end of the race.
    #[error("stopped before the end of the race")]
    Stopped,
    /// No legal turn was found for a car.
    #[error("no legal turn was found for car {car} in round {round}")]
    Stuck {
        /// The car for which no legal turn was found.
        car: CarId,
        /// The round in which no legal turn was found.
        round: u32,
    },
    /// The race goes on for more than [`MOST_TURNS`] turns.
    #[error("the race was not over after {MOST_TURNS} turns")]
    TooLong,
}

/// The statistics of one car in a driven race.
#[derive(Clone, Debug, PartialEq)]
pub struct Finisher {
    /// The number of the car.
    pub car: CarId,
    /// The driver of the car.
    pub driver: Driver,
    /// The car's place on the grid, from 1.
    pub slot: u32,
    /// The car's place in the result, from 1.
    pub place: u32,
    /// Whether the car finished or left the race.
    pub status: Status,
    /// The number of turns that the car made.
    pub turns: u32,
    /// The number of turns that the car's driver lost because the driver gave no legal answer. A novice played these
    /// turns instead.
    pub lost: u32,
    /// The number of laps that the car completed.
    pub laps: u32,
    /// The number of times that the car passed another car.
    pub passes: u32,
    /// The number of times that another car passed this car.
    pub passed: u32,
    /// The number of attacks that the car made.
    pub attacks: u32,
    /// The number of penalties of the car: for collisions, spins, falls off the board, and turns in which it had to
    /// stand still.
    pub penalties: u32,
    /// The number of stops in the pits.
    pub stops: u32,
    /// The number of points that the car spent (the total of all resources).
    pub spent: u32,
    /// The number of rounds that ended with this car in the lead.
    pub led: u32,
    /// The number of rounds by which the car finished after the winner; `None` if it did not finish.
    pub gap: Option<u32>,
}

/// A race that was driven to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenRace {
    /// The statistics of each car, in grid order.
    pub cars: Vec<Finisher>,
    /// The number of turns driven.
    pub turns: usize,
    /// The number of rounds of the race.
    pub rounds: u32,
    /// The statistics of the cars for each stretch of the lap; `None` if the plan does not ask for them.
    pub stretches: Option<Stretches>,
}

impl DrivenRace {
    /// The winner; `None` if no car finished.
    #[must_use]
    pub fn winner(&self) -> Option<&Finisher> {
        self.cars.iter().find(|car| car.place == 1 && car.status == Status::Finished)
    }
}

/// The statistics of a race, collected while it is driven.
struct Log {
    cars: Vec<Finisher>,
    /// The round in which each car finished.
    finished: Vec<Option<u32>>,
    /// The car and the round of the last entry that is not extra. A further entry of this car in this round continues
    /// its turn.
    former: Option<(CarId, u32)>,
}

impl Log {
    fn new(cars: &[CarId], plan: &DrivePlan) -> Self {
        let of = |(slot, car): (usize, &CarId)| Finisher {
            car: *car,
            driver: plan.driver(slot),
            slot: slot as u32 + 1,
            place: 0,
            status: Status::Racing,
            turns: 0,
            lost: 0,
            laps: 0,
            passes: 0,
            passed: 0,
            attacks: 0,
            penalties: 0,
            stops: 0,
            spent: 0,
            led: 0,
            gap: None,
        };
        Self { cars: cars.iter().enumerate().map(of).collect(), finished: vec![None; cars.len()], former: None }
    }

    /// Notes the grid place of each car. `grid` is the state in which the cars stand on the grid.
    fn line_up(&mut self, grid: &StateView) {
        for (place, car) in (1..).zip(grid.standings()) {
            if let Some(own) = self.slot(car.car) {
                self.cars[own].slot = place;
            }
        }
    }

    fn slot(&self, car: CarId) -> Option<usize> {
        self.cars.iter().position(|other| other.car == car)
    }

    /// Compares the states at the ends of two successive rounds, `before` and `now`. If the lead changed, records the
    /// stretch on which it changed. In games whose turns do not report passes, also counts the passes.
    fn see<G: Drive>(&mut self, before: &StateView, now: &StateView, mut stretches: Option<&mut Stretches>) {
        if let (Some(former), Some(first), Some(stretches)) = (leader(before), leader(now), stretches.as_deref_mut())
            && former.car != first.car
        {
            // A car that has finished has its place by its last turn: it took the lead on the last stretch.
            let progress = if first.status == Status::Finished { -f64::EPSILON } else { first.progress };
            stretches.decided = Some(stretches.at(progress));
        }
        if G::CARS_MEET {
            return;
        }
        let both: Vec<_> = before.cars.iter().filter_map(|car| Some((car, now.car(car.car)?))).collect();
        for (was, is) in both.iter().filter(|(was, _)| was.status == Status::Racing) {
            let passed = both.iter().filter(|(other, after)| other.rank < was.rank && after.rank > is.rank);
            for (other, _) in passed.filter(|(other, _)| other.status == Status::Racing) {
                let (Some(own), Some(other)) = (self.slot(was.car), self.slot(other.car)) else { continue };
                self.cars[own].passes += 1;
                self.cars[other].passed += 1;
                if let Some(stretches) = stretches.as_deref_mut() {
                    stretches.add_pass(own, other, is.progress);
                }
            }
        }
    }

    /// Adds an entry of the record. Returns whether a turn of its car begins with it.
    fn add<G: Drive>(&mut self, round: u32, turn: &G::Turn, played: &Played<G::State>) -> bool {
        let car = G::car_of(turn);
        let Some(own) = self.slot(car) else { return false };
        let begins = !G::is_extra(turn)
            && self.former.replace((car, round)) != Some((car, round))
            && is_turn(car, &played.events);
        self.cars[own].turns += u32::from(begins);
        for event in &played.events {
            let about = self.slot(event.car).unwrap_or(own);
            match &event.kind {
                EventKind::Overtook { other } => {
                    self.cars[about].passes += 1;
                    if let Some(other) = self.slot(*other) {
                        self.cars[other].passed += 1;
                    }
                }
                EventKind::Attacked { .. } => self.cars[about].attacks += 1,
                EventKind::Pitted { .. } => self.cars[about].stops += 1,
                EventKind::Spent { amount, .. } => self.cars[about].spent += u32::try_from(*amount).unwrap_or(0),
                EventKind::Finished { .. } => self.finished[about] = Some(round),
                kind if kind.is_penalty() => self.cars[about].penalties += 1,
                _ => {}
            }
        }
        begins
    }
}

/// The car in the lead.
fn leader(view: &StateView) -> Option<&CarView> {
    view.cars.iter().find(|car| car.rank == 1)
}

/// The position of a race from which the drivers continue the race.
pub(super) struct Position<'a, G: Drive> {
    /// The circuit, and the drivers' knowledge of it.
    pub cockpit: Cockpit<'a, G>,
    /// The state of the race in this position.
    pub state: G::State,
    /// The number of turns played before this position.
    pub at: usize,
    /// The cars, in grid order.
    pub cars: &'a [CarId],
    /// Makes the text of the race's file, which guests (players from outside the program) receive.
    pub file: &'a (dyn Fn() -> Arc<str> + 'a),
}

/// Drives a race to its end. `each` is called with every turn and its result. Returns the statistics of the race; the
/// cars are in the order of `cars`, which is the grid order.
///
/// # Errors
/// Returns an error if the race was not driven to its end (see [`DriveError`]).
pub(super) fn drive<G: Drive + View>(
    position: Position<'_, G>,
    plan: &DrivePlan,
    progress: Progress<'_>,
    mut each: impl FnMut(&G::Turn, &Played<G::State>),
) -> Result<DrivenRace, DriveError> {
    let Position { cockpit, mut state, at, cars, file } = position;
    let mut seats = Seats::new(plan, at, file);
    let mut dice = plan.dice();
    let mut log = Log::new(cars, plan);
    let mut stretches = plan.logs_stretches.then(|| Stretches::new::<G>(cockpit.track, cars.len()));
    let mut turns = 0;
    let mut shown = 0;
    let mut last = G::view(cockpit.track, &state);
    // Qualifying is not part of the race.
    let mut is_qualifying = last.is_qualifying();
    if at == 0 && !is_qualifying {
        log.line_up(&last);
    }
    loop {
        let (round, to_act) = G::clock(&state);
        let Some(car) = to_act else { break };
        if (progress.stop)() {
            return Err(DriveError::Stopped);
        }
        if turns == MOST_TURNS {
            return Err(DriveError::TooLong);
        }
        if round > shown {
            shown = round;
            (progress.report)(format!("Round {round}"));
        }
        let slot = log.slot(car);
        let driver = slot.map_or_else(Driver::default, |slot| plan.driver(slot));
        let decided = seats.decide(cockpit, &state, &driver, plan, &mut dice, progress);
        let ((turn, played), is_lost) = decided.ok_or(DriveError::Stuck { car, round })?;
        turns += 1;
        if !is_qualifying {
            let begins = log.add::<G>(round, &turn, &played);
            if let Some(stretches) = &mut stretches {
                stretches.add::<G>(cockpit.track, cars, (car, begins), &played);
            }
        }
        if let Some(slot) = slot {
            log.cars[slot].lost += u32::from(is_lost);
        }
        seats.see(&turn);
        each(&turn, &played);
        state = played.state;
        if is_qualifying {
            last = G::view(cockpit.track, &state);
            is_qualifying = last.is_qualifying();
            if !is_qualifying {
                log.line_up(&last);
            }
        } else if G::clock(&state).0 > round {
            let view = G::view(cockpit.track, &state);
            // As in `analyze`, nobody leads after the round in which the first car finished.
            if last.cars.iter().all(|car| car.status != Status::Finished)
                && let Some(leader) = leader(&view)
                && let Some(slot) = log.slot(leader.car)
            {
                log.cars[slot].led += 1;
            }
            log.see::<G>(&last, &view, stretches.as_mut());
            last = view;
        }
    }
    let view = G::view(cockpit.track, &state);
    log.see::<G>(&last, &view, stretches.as_mut());
    if let Some(stretches) = stretches.as_mut().filter(|_| view.cars.iter().filter(|car| car.rank == 1).count() > 1) {
        stretches.decided = None;
    }
    let first = log.finished.iter().flatten().min().copied();
    for (own, finished) in log.cars.iter_mut().zip(&log.finished) {
        let Some(car) = view.car(own.car) else { continue };
        (own.place, own.status, own.laps) = (car.rank, car.status, car.laps_done);
        own.gap = finished.zip(first).map(|(own, first)| own - first);
    }
    Ok(DrivenRace { cars: log.cars, turns, rounds: view.round, stretches })
}

/// Decides up to `most` turns, one after the other, beginning in this position.
///
/// # Errors
/// Returns an error if the work was stopped, or no legal turn was found.
pub(super) fn turns<G: Drive + View>(
    position: Position<'_, G>,
    plan: &DrivePlan,
    most: usize,
    progress: Progress<'_>,
) -> Result<Vec<G::Turn>, DriveError> {
    let Position { cockpit, mut state, at, cars, file } = position;
    let mut seats = Seats::new(plan, at, file);
    let mut dice = plan.dice();
    let mut turns = Vec::new();
    while let (round, Some(car)) = G::clock(&state)
        && turns.len() < most.min(MOST_TURNS)
    {
        if (progress.stop)() {
            return Err(DriveError::Stopped);
        }
        (progress.report)(format!("Round {round}"));
        let slot = cars.iter().position(|other| *other == car);
        let driver = slot.map_or_else(Driver::default, |slot| plan.driver(slot));
        let decided = seats.decide(cockpit, &state, &driver, plan, &mut dice, progress);
        let ((turn, played), _) = decided.ok_or(DriveError::Stuck { car, round })?;
        seats.see(&turn);
        turns.push(turn);
        state = played.state;
    }
    Ok(turns)
}
