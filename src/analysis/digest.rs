//! Summarises a race in numbers: results, laps, incidents, and the points that the cars spent.

use std::collections::BTreeMap;

use serde::Serialize;

use super::car::{CarDigest, Spending};
use super::gap::{in_order, to_go};
use super::{LapRow, Sample, Telemetry, corners, decided, laps, stints};
use crate::game::{CarId, CarView, EventKind, StateView, Status};
use crate::replay::{Race, Step};

/// The summary of a race in numbers, with a short story in sentences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Digest {
    /// The id of the race's game.
    pub game: &'static str,
    /// The title of the race.
    pub title: String,
    /// The name of the race's circuit.
    pub track: String,
    /// The number of laps of the race.
    pub laps: u32,
    /// The number of turns recorded.
    pub turns: usize,
    /// The number of rounds that have begun.
    pub rounds: u32,
    /// Whether the race is over.
    pub over: bool,
    /// The number of illegal turns.
    pub illegal: u32,
    /// The number of changes of the lead.
    pub lead_changes: u32,
    /// Sentences about the moments that decided the race.
    pub story: Vec<String>,
    /// The cars, in the order of their final ranks.
    pub cars: Vec<CarDigest>,
}

impl Digest {
    /// Summarises a race in numbers.
    ///
    /// ```
    /// use paddock::analysis::Digest;
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let digest = Digest::of(race.as_ref());
    /// assert_eq!((digest.turns, digest.cars.len()), (55, 2));
    /// assert!(!digest.story.is_empty());
    /// ```
    #[must_use]
    pub fn of(race: &dyn Race) -> Self {
        Self::with(race, &Telemetry::of(race))
    }

    /// Summarises a race in numbers, using telemetry that is already computed.
    #[must_use]
    pub fn with(race: &dyn Race, telemetry: &Telemetry) -> Self {
        let mut cars: Vec<CarDigest> =
            (0..race.entrants().len()).filter_map(|index| car_digest(race, telemetry, index)).collect();
        add_events(race, telemetry, &mut cars);
        if cars.iter().all(|car| car.overtakings == 0) {
            add_passing(telemetry, &mut cars);
        }
        // Within a round, some cars have moved more often than others. So the lead changes only at the end of a round.
        let leaders_of_rounds = leaders(telemetry, true);
        let leaders = if race.info().simultaneous { leaders_of_rounds.clone() } else { leaders(telemetry, false) };
        let grid = telemetry.grid();
        for car in &mut cars {
            car.turns_led = leaders.iter().skip(grid + 1).filter(|leader| **leader == Some(car.car)).count() as u32;
        }
        let decisive = decisive(race, telemetry);
        let last = race.view(race.len());
        for (id, gap) in final_gaps(&last, &race.view(decisive), race.laps()) {
            if let Some(car) = cars.iter_mut().find(|car| car.car == id) {
                car.gap = Some(gap);
            }
        }
        let story = decided(race, telemetry, &cars, [&leaders, &leaders_of_rounds]);
        cars.sort_by_key(|car| car.rank);
        Self {
            game: race.info().id,
            title: race.title().to_owned(),
            track: race.track_name().to_owned(),
            laps: race.laps(),
            turns: race.len(),
            rounds: telemetry.at(telemetry.positions().saturating_sub(1)).first().map_or(0, |sample| sample.round),
            over: last.to_act.is_none(),
            illegal: cars.iter().map(|car| car.illegal).sum(),
            lead_changes: {
                let known: Vec<CarId> = leaders_of_rounds.iter().copied().flatten().collect();
                known.windows(2).filter(|pair| matches!(pair, [a, b] if a != b)).count() as u32
            },
            story,
            cars,
        }
    }
}

/// Returns the leader on the grid and after each turn, until the first car finishes. An entry is `None` if there is no
/// leader, as during qualifying. If several cars share first place, the previous leader stays leader if it is one of
/// them. A car that has left the race does not lead. With `by_round`, the leader changes only at the end of a round.
fn leaders(telemetry: &Telemetry, by_round: bool) -> Vec<Option<CarId>> {
    let round = |at: usize| telemetry.at(at).first().map(|sample| sample.round);
    let mut leaders: Vec<Option<CarId>> = Vec::new();
    for at in 0..telemetry.positions() {
        let cars = telemetry.at(at);
        if by_round && at > 0 && at + 1 < telemetry.positions() && round(at) == round(at + 1) {
            leaders.push(leaders.last().copied().flatten());
            continue;
        }
        let former = leaders.iter().rev().copied().flatten().next();
        if cars.iter().any(|sample| sample.turns_behind.is_some()) {
            // If several cars finish in one turn, the final order says which of them won.
            let end = telemetry.at(telemetry.positions() - 1).iter();
            let winners: Vec<CarId> = end.filter(|sample| sample.rank == 1).map(|sample| sample.car).collect();
            leaders.push(leader(&winners, former));
            break;
        }
        let racing = || cars.iter().filter(|sample| !sample.is_qualifying && !sample.status.is_out());
        let best = racing().map(|sample| sample.rank).min();
        let first = || racing().filter(|sample| Some(sample.rank) == best).map(|sample| sample.car);
        leaders.push(leader(&first().collect::<Vec<CarId>>(), former));
    }
    leaders
}

/// Returns the leader. `first` lists the cars in first place. A single car in first place is the leader. If several
/// cars share first place, the previous leader (`former`) stays leader if it is one of them; otherwise there is no
/// leader.
pub(super) fn leader<T: Copy + PartialEq>(first: &[T], former: Option<T>) -> Option<T> {
    if let [only] = first { Some(*only) } else { former.filter(|car| first.contains(car)) }
}

/// The number of turns played at the end of the round in which the first car finished. If no car has finished, the
/// number of all turns recorded. The final gaps are measured after this number of turns.
fn decisive(race: &dyn Race, telemetry: &Telemetry) -> usize {
    let won = |at: &usize| telemetry.at(*at).iter().any(|sample| sample.turns_behind.is_some());
    let round = |at: usize| telemetry.at(at).first().map(|sample| sample.round);
    let Some(home) = (0..telemetry.positions()).find(won) else { return race.len() };
    (home..telemetry.positions()).take_while(|at| round(*at) == round(home)).last().unwrap_or(home)
}

/// Returns each car's gap to the leader in the state `then`. If the leader has finished, gaps are measured to the
/// finish line instead. The list is sorted by rank in the state `last`, and gaps never decrease along the list. It does
/// not contain cars that have left the race.
fn final_gaps(last: &StateView, then: &StateView, laps: u32) -> Vec<(CarId, f64)> {
    let order: Vec<&CarView> =
        last.standings().into_iter().filter(|car| !car.status.is_out()).filter_map(|car| then.car(car.car)).collect();
    in_order(&order, |car| to_go(then, laps, car)).into_iter().map(|(car, gap)| (car, gap.first)).collect()
}

fn car_digest(race: &dyn Race, telemetry: &Telemetry, index: usize) -> Option<CarDigest> {
    let samples: Vec<&Sample> = telemetry.car(index).collect();
    let last = *samples.last()?;
    // The race begins after qualifying.
    let grid = telemetry.grid();
    let first = *samples.get(grid)?;
    let own: Vec<&Sample> = samples.iter().skip(grid + 1).filter(|sample| sample.acted).copied().collect();
    let turns = own.iter().filter(|sample| race.step(sample.turn).is_some_and(Step::begins_turn)).count();
    let has_moved = |sample: &&&Sample| {
        let mut events = race.step(sample.turn).into_iter().flat_map(|step| &step.events);
        events.any(|event| event.car == sample.car && matches!(event.kind, EventKind::Moved { .. }))
    };
    let moves: Vec<&&Sample> = own.iter().filter(has_moved).collect();
    let gears: u32 = moves.iter().filter_map(|sample| sample.played).map(u32::from).sum();
    let (qualifying, laps): (Vec<LapRow>, Vec<LapRow>) =
        laps(race, &samples).into_iter().partition(|lap| lap.is_qualifying);
    Some(CarDigest {
        car: first.car,
        name: race.entrants().get(index).map_or_else(String::new, |entrant| entrant.name.clone()),
        grid: grid_place(telemetry.at(grid), index),
        rank: last.rank,
        status: last.status,
        turns: turns as u32,
        distance: last.driven - first.driven,
        longest_move: own.iter().map(|sample| sample.speed).fold(0.0, f64::max),
        gear: (!moves.is_empty()).then(|| f64::from(gears) / moves.len() as f64),
        turns_led: 0,
        gap: None,
        turns_behind: last.turns_behind.filter(|_| last.status == Status::Finished),
        attacks: BTreeMap::new(),
        suffered: BTreeMap::new(),
        overtakings: 0,
        overtaken: 0,
        penalties: 0,
        brakings: 0,
        stops: 0,
        illegal: 0,
        spent: Vec::new(),
        dice: None,
        qualifying: qualifying.into_iter().next(),
        laps,
        stints: stints(race, &samples[grid..]),
        corners: corners(race, &samples[grid..]),
    })
}

/// The grid place, from 1, of the car with this index. Cars that are level on the grid are in the order of the entries.
fn grid_place(grid: &[Sample], index: usize) -> u32 {
    let order = |(index, sample): (usize, &Sample)| (sample.rank, index);
    let own = grid.get(index).map(|sample| order((index, sample)));
    1 + grid.iter().enumerate().filter(|other| Some(order(*other)) < own).count() as u32
}

/// Counts overtakings by comparing the order at the ends of rounds. Used for games whose cars move at the same time.
fn add_passing(telemetry: &Telemetry, cars: &mut [CarDigest]) {
    let round = |at: usize| telemetry.at(at).first().map(|sample| sample.round);
    let ends: Vec<usize> = (0..telemetry.positions()).filter(|at| round(*at) != round(at + 1)).collect();
    for pair in ends.windows(2) {
        let [from, to] = pair else { continue };
        let [before, now] = [from, to].map(|at| telemetry.at(*at));
        for (one, is) in before.iter().zip(now) {
            for (other, was_passed) in before.iter().zip(now) {
                let both_raced = one.status == Status::Racing && other.status == Status::Racing;
                let is_left = was_passed.status.is_out() || one.is_qualifying;
                if both_raced && !is_left && one.rank > other.rank && is.rank < was_passed.rank {
                    for car in cars.iter_mut() {
                        car.overtakings += u32::from(car.car == one.car);
                        car.overtaken += u32::from(car.car == other.car);
                    }
                }
            }
        }
    }
}

/// Counts the events of the race, such as attacks and overtakings, for each car.
fn add_events(race: &dyn Race, telemetry: &Telemetry, cars: &mut [CarDigest]) {
    let mut spent: BTreeMap<(CarId, &'static str, &'static str), u32> = BTreeMap::new();
    for turn in 1..=race.len() {
        let Some(step) = race.step(turn) else { continue };
        let mut count = |car: CarId, add: &mut dyn FnMut(&mut CarDigest)| {
            if let Some(car) = cars.iter_mut().find(|known| known.car == car) {
                add(car);
            }
        };
        if step.fault().is_some() {
            count(step.car, &mut |car| car.illegal += 1);
        }
        if telemetry.at(turn - 1).first().is_some_and(|sample| sample.is_qualifying) {
            continue;
        }
        for event in &step.events {
            if event.kind.is_penalty() {
                count(event.car, &mut |car| car.penalties += 1);
            }
            match event.kind {
                EventKind::Spent { resource, amount, purpose, .. } => {
                    if let Ok(amount) = u32::try_from(amount) {
                        *spent.entry((event.car, resource, purpose)).or_default() += amount;
                    }
                }
                EventKind::Attacked { target, attack } => {
                    count(event.car, &mut |car| *car.attacks.entry(attack.to_owned()).or_default() += 1);
                    count(target, &mut |car| *car.suffered.entry(attack.to_owned()).or_default() += 1);
                }
                EventKind::Overtook { other } => {
                    count(event.car, &mut |car| car.overtakings += 1);
                    count(other, &mut |car| car.overtaken += 1);
                }
                EventKind::Thrown { face, mean, variance } => count(event.car, &mut |car| {
                    car.dice.get_or_insert_default().add(face, mean, variance);
                }),
                EventKind::Braked { .. } => count(event.car, &mut |car| car.brakings += 1),
                EventKind::Pitted { .. } => count(event.car, &mut |car| car.stops += 1),
                _ => {}
            }
        }
    }
    for ((car, resource, purpose), amount) in spent {
        if let Some(car) = cars.iter_mut().find(|known| known.car == car) {
            car.spent.push(Spending { resource: resource.to_owned(), purpose: purpose.to_owned(), amount });
        }
    }
}
