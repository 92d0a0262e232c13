//! Series: the values of each car over a race, for plots.
//! In this module, a position is a number of turns played in the race.
//!
//! A series grows turn by turn. After an edit of the race, only the values from the edited turn on are computed again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::gap::{Gap, gaps, is_home};
use super::steps::Steps;
use crate::game::{CarId, Evaluation, EventKind, StateView, Status};
use crate::replay::Race;

/// A quantity that can be plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Quantity {
    /// The gear declared for the next move.
    Gear,
    /// The distance that the car moved in one of its own turns, in the game's unit. A turn in which the car did not
    /// move has no value.
    Speed,
    /// The points of a resource that the car has left. The number is the resource's index in the race's list of
    /// resources.
    Resource(usize),
    /// The car's rank in the race, from 1.
    Rank,
    /// The gap to the leader along the lap, in the game's unit.
    /// Once the leader has finished, the gap to the finish line (see [`gaps`]).
    Gap,
    /// The gap to the car ranked ahead, in the game's unit; 0 for the leader.
    GapAhead,
    /// The length of the car's whole path since the start, in the game's unit.
    Driven,
    /// The number of laps the car has driven since the start, with fractions; negative on the grid.
    Progress,
    /// The part of the lap that the car has driven since it last crossed the line, from 0 to 1. It is 0 until the car
    /// first crosses the line.
    LapPart,
    /// The sum of the car's rolls so far, minus the sum of the means of these dice, in the game's unit. Empty in games
    /// without dice.
    Luck,
    /// The number of turns that the car's driver has lost so far, compared with the best play.
    /// Empty without an evaluation.
    Lost,
    /// The user's own quantity with this number. Its values are computed from an expression that the user writes.
    /// Without an expression, it has no values.
    Own(u8),
}

impl Quantity {
    const fn index(self) -> usize {
        match self {
            Self::Gear => 0,
            Self::Speed => 1,
            Self::Rank => 2,
            Self::Gap => 3,
            Self::GapAhead => 4,
            Self::Driven => 5,
            Self::Progress => 6,
            Self::LapPart => 7,
            Self::Luck => 8,
            Self::Lost => 9,
            Self::Resource(index) => Self::RESOURCES.saturating_add(index),
            // The user's own quantities are stored elsewhere, in `CarSeries::own`.
            Self::Own(_) => usize::MAX,
        }
    }

    /// The value of [`Quantity::index`] for the first resource. Each further resource has the next value.
    const RESOURCES: usize = 10;
}

/// The lap of a car as telemetry counts it: 0 on the way from the grid to the line, and at most `laps`, the number of laps
/// of the race. In some games, a finisher has begun a lap beyond the last one.
#[must_use]
pub fn last_lap(lap: u32, laps: u32) -> u32 {
    lap.min(laps.max(1))
}

/// The part of its current lap that a car has driven, from 0 to 1. `progress` and `lap` are the values of its view. The
/// part counts from the start of the lap that the car is in. So a car just before the line is at the end of its lap, not
/// at the start of the next one. On the way from the grid to the line (lap 0), the car has driven no part of a lap yet.
#[must_use]
pub fn lap_part(progress: f64, lap: u32, laps: u32) -> f64 {
    let lap = last_lap(lap, laps);
    if lap == 0 { 0.0 } else { (progress + 1.0 - f64::from(lap)).clamp(0.0, 1.0) }
}

/// Whether the quantity is a gap to another car. A car that has left the race has no gap.
pub(super) const fn is_gap(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Gap | Quantity::GapAhead)
}

/// Whether the line of the quantity may have gaps. For example, a car has no gear on the grid after qualifying. A gap
/// in the line is stored as a pair whose value is NaN.
pub(super) const fn is_interrupted(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Gear | Quantity::Own(_))
}

/// The series of every quantity for one car.
#[derive(Clone, Debug, PartialEq)]
struct CarSeries {
    car: CarId,
    /// The values of each quantity, stored at the index [`Quantity::index`].
    steps: Vec<Steps>,
    turns: Vec<u32>,
    /// For each entry of `turns`, the number of turns that the car has begun. Entries may share a turn, such as the
    /// extra throws of a driver (WW-DICE-03).
    counts: Vec<u32>,
    end: Option<usize>,
    /// The number of the turn in which the car left the race without finishing; `None` if it did not.
    left: Option<usize>,
    /// The values of the user's own quantities, by the number of the quantity.
    own: BTreeMap<u8, Steps>,
    /// The laps that the car has begun, as pairs.
    /// A pair has the number of turns played when the car first began the lap, and the lap's number.
    laps: Vec<(usize, u32)>,
}

impl CarSeries {
    fn change(&mut self, quantity: Quantity, position: usize, value: f64) {
        if let Some(steps) = self.steps.get_mut(quantity.index()) {
            steps.change(position, value);
        }
    }
}

/// The values of all cars over a race, for plots. For each car and quantity, there is a list of pairs: a position
/// (number of turns played) and the value from this position on. A pair is added when the value changes; for
/// [`Quantity::Speed`], after every move.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    cars: Vec<CarSeries>,
    positions: usize,
    rounds: Vec<u32>,
    /// The number of the round in progress after the last turn that was added.
    round: u32,
    /// The number of laps in the race.
    laps: u32,
    /// The number of turns played when the first car had finished the race; `None` if no car has finished yet.
    home: Option<usize>,
    /// The number of turns played before the race itself began: the turns of qualifying.
    start: usize,
    /// The expressions of the user's own quantities, by the number of the quantity.
    own: BTreeMap<u8, String>,
}

impl Series {
    /// Computes the series of a whole race.
    ///
    /// ```
    /// use paddock::analysis::{Quantity, Series};
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let series = Series::of(race.as_ref());
    /// assert_eq!(series.positions(), race.len() + 1);
    /// assert_eq!(series.at(0, Quantity::Driven, 0.0), Some(0.0));
    /// ```
    #[must_use]
    pub fn of(race: &dyn Race) -> Self {
        let mut series = Self::begun(race);
        series.renew(race, 0);
        series
    }

    /// Returns series without values. [`push`](Self::push) adds them.
    #[must_use]
    pub fn begun(race: &dyn Race) -> Self {
        let kinds = Quantity::RESOURCES + race.resources().len();
        let begun = |car| CarSeries {
            car,
            steps: vec![Steps::default(); kinds],
            turns: Vec::new(),
            counts: Vec::new(),
            end: None,
            left: None,
            own: BTreeMap::new(),
            laps: Vec::new(),
        };
        let cars = race.entrants().iter().map(|entrant| begun(entrant.car)).collect();
        Self {
            cars,
            positions: 0,
            rounds: Vec::new(),
            round: 0,
            laps: race.laps(),
            home: None,
            start: 0,
            own: BTreeMap::new(),
        }
    }

    /// Updates the values after a change of the race. The first `same` turns are unchanged, so their values are kept.
    /// The values of later turns are computed again.
    pub fn renew(&mut self, race: &dyn Race, same: usize) {
        self.cut(race, same);
        for position in self.positions..=race.len() {
            self.push(race, &race.view(position));
        }
    }

    /// Drops all values that belong to turns after turn number `same`.
    pub fn cut(&mut self, race: &dyn Race, same: usize) {
        self.drop_own();
        let Some(last) = self.positions.checked_sub(1) else { return };
        let same = same.min(last);
        self.positions = same + 1;
        self.start = self.start.min(same + 1);
        self.home = self.home.filter(|home| *home <= same);
        self.rounds.truncate(self.rounds.partition_point(|start| *start as usize <= same));
        self.round = race.view(same).round;
        for car in &mut self.cars {
            car.steps.iter_mut().for_each(|steps| steps.cut(same));
            car.turns.truncate(car.turns.partition_point(|turn| *turn as usize <= same));
            car.counts.truncate(car.turns.len());
            car.end = car.end.filter(|end| *end <= same);
            car.left = car.left.filter(|left| *left <= same);
            car.laps.truncate(car.laps.partition_point(|(at, _)| *at <= same));
        }
    }

    /// Adds the values of all cars after one more turn. `view` is the state after this turn.
    pub fn push(&mut self, race: &dyn Race, view: &StateView) {
        self.drop_own();
        let at = self.positions;
        self.positions += 1;
        if at == 0 || view.round != self.round {
            self.rounds.push(at as u32);
            self.round = view.round;
        }
        // The race begins with the turn after qualifying.
        let begins = at > 0 && self.start == at && !view.is_qualifying();
        if view.is_qualifying() {
            self.start = at + 1;
        }
        if self.home.is_none() && view.cars.iter().any(|car| is_home(car, self.laps)) {
            self.home = Some(at);
        }
        let step = race.step(at).filter(|_| at > 0);
        let gaps = gaps(view, self.laps);
        for series in &mut self.cars {
            let Some(car) = view.car(series.car) else { continue };
            let Some(driven) = series.steps.get(Quantity::Driven.index()).map(|steps| steps.last().unwrap_or(0.0))
            else {
                continue;
            };
            let mut moved = None;
            if let Some(step) = step.filter(|step| step.car == series.car) {
                if step.is_turn() {
                    series.turns.push(at as u32);
                    let before = series.counts.last().copied().unwrap_or(0);
                    series.counts.push(before + u32::from(step.begins_turn()));
                }
                let distances = step.events.iter().filter_map(|event| match event.kind {
                    EventKind::Moved { distance, .. } if event.car == step.car => Some(distance),
                    _ => None,
                });
                let luck = step.events.iter().filter_map(|event| match event.kind {
                    EventKind::Thrown { face, mean, .. } if event.car == step.car => Some(f64::from(face) - mean),
                    _ => None,
                });
                if let Some(luck) = luck.reduce(|sum, luck| sum + luck) {
                    let before = series.steps.get(Quantity::Luck.index()).and_then(Steps::last).unwrap_or(0.0);
                    series.change(Quantity::Luck, at, before + luck);
                }
                moved = distances.reduce(|sum, distance| sum + distance);
            }
            if let (Some(distance), Some(speed)) = (moved, series.steps.get_mut(Quantity::Speed.index())) {
                speed.push(at, distance);
            }
            series.change(Quantity::Driven, at, driven + moved.unwrap_or(0.0));
            if begins {
                series.change(Quantity::Driven, at, 0.0);
                if series.steps.get(Quantity::Luck.index()).and_then(Steps::last).is_some() {
                    series.change(Quantity::Luck, at, 0.0);
                }
            }
            if let Some(gear) = series.steps.get_mut(Quantity::Gear.index()) {
                gear.change_or_end(at, car.gear.map(f64::from));
            }
            for (index, points) in car.resources.iter().enumerate() {
                series.change(Quantity::Resource(index), at, f64::from(*points));
            }
            series.change(Quantity::Rank, at, f64::from(car.rank));
            series.change(Quantity::Progress, at, car.progress);
            series.change(Quantity::LapPart, at, lap_part(car.progress, car.lap, self.laps));
            if let Some((_, Gap { first, ahead })) = gaps.iter().find(|(known, _)| *known == series.car) {
                series.change(Quantity::Gap, at, *first);
                series.change(Quantity::GapAhead, at, *ahead);
            }
            if car.status != Status::Racing && series.end.is_none() {
                series.end = Some(at);
            }
            if car.status.is_out() && series.left.is_none() {
                series.left = Some(at);
            }
            // A lap counts once, even if the car begins it again after going back over the line. A qualifying lap is no
            // lap of the race, which begins with lap 1 for every car.
            let lap = if view.is_qualifying() { 0 } else { car.opened() };
            if series.laps.last().is_none_or(|(_, before)| *before < lap) {
                series.laps.push((at, lap));
            }
        }
    }

    /// Sets the expression of one of the user's own quantities, and its values for each car in grid order.
    pub(super) fn set_own(&mut self, number: u8, text: &str, values: Vec<Steps>) {
        self.own.insert(number, text.to_owned());
        for (car, steps) in self.cars.iter_mut().zip(values) {
            car.own.insert(number, steps);
        }
    }

    /// Drops all of the user's own quantities. Their expressions must be computed again after every change of the race.
    pub fn drop_own(&mut self) {
        if !std::mem::take(&mut self.own).is_empty() {
            self.cars.iter_mut().for_each(|car| car.own.clear());
        }
    }

    /// The expression of the user's own quantity with this number; `None` if there is no such quantity.
    #[must_use]
    pub fn own_text(&self, number: u8) -> Option<&str> {
        self.own.get(&number).map(String::as_str)
    }

    /// The numbers of the user's own quantities, with their expressions.
    pub fn own(&self) -> impl Iterator<Item = (u8, &str)> {
        self.own.iter().map(|(number, text)| (*number, text.as_str()))
    }

    /// Sets the values of [`Quantity::Lost`] from the evaluation of the race. Without an evaluation, drops them.
    pub fn set_lost(&mut self, evaluation: Option<&Evaluation>) {
        for car in &mut self.cars {
            let Some(steps) = car.steps.get_mut(Quantity::Lost.index()) else { continue };
            *steps = Steps::default();
            let verdicts = evaluation.into_iter().flat_map(|evaluation| evaluation.verdicts.iter().zip(1..));
            let mut sum = 0.0;
            for (verdict, turn) in verdicts {
                let own = verdict.as_ref().filter(|verdict| verdict.car == car.car);
                let Some(lost) = own.and_then(|verdict| verdict.lost) else { continue };
                if steps.last().is_none() {
                    steps.push(0, 0.0);
                }
                sum += lost;
                steps.change(turn, sum);
            }
        }
    }

    /// The number of positions in the record: one for the grid, and one after each recorded turn.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// The number of laps in the race.
    #[must_use]
    pub const fn laps(&self) -> u32 {
        self.laps
    }

    /// The number of the turn in which a car left the race without finishing; `None` if it did not. `car` is an index
    /// in the entry list.
    pub(super) fn left(&self, car: usize) -> Option<usize> {
        self.cars.get(car)?.left
    }

    /// The number of cars in the race.
    #[must_use]
    pub const fn cars(&self) -> usize {
        self.cars.len()
    }

    fn steps(&self, car: usize, quantity: Quantity) -> Option<&Steps> {
        if let Quantity::Own(number) = quantity {
            return self.cars.get(car)?.own.get(&number);
        }
        self.cars.get(car)?.steps.get(quantity.index())
    }

    /// The pairs (number of turns played, value) at every change of a car's value, in order; for [`Quantity::Speed`]
    /// at every move. Empty for an unknown car or resource.
    #[must_use]
    pub fn values(&self, car: usize, quantity: Quantity) -> &[[f64; 2]] {
        self.steps(car, quantity).map_or(&[], Steps::points)
    }

    /// A car's value after `position` turns of the race. For [`Quantity::Speed`], it is the distance of the car's
    /// latest move; `None` before its first move. For a gap, it is `None` once the car has left the race.
    #[must_use]
    pub fn at(&self, car: usize, quantity: Quantity, position: f64) -> Option<f64> {
        if is_gap(quantity) && self.cars.get(car)?.left.is_some_and(|left| left as f64 <= position) {
            return None;
        }
        self.steps(car, quantity)?.at(position)
    }

    /// Lists the entries of turns that a car itself played, in order. Each entry is given by its number in the race,
    /// where the turns of all cars are counted. A turn in which the car only gave way to another car is left out.
    #[must_use]
    pub fn own_turns(&self, car: usize) -> &[u32] {
        self.cars.get(car).map_or(&[], |series| &series.turns)
    }

    /// For each entry of [`own_turns`](Self::own_turns), the number of turns that the car has begun. In a game in which a
    /// turn may have several entries, such as the extra throws of a driver in Wheel to Wheel, these share a number.
    #[must_use]
    pub fn turn_counts(&self, car: usize) -> &[u32] {
        self.cars.get(car).map_or(&[], |series| &series.counts)
    }

    /// For each round, the number of turns played when it begins. The first entry is 0, for the grid.
    #[must_use]
    pub fn rounds(&self) -> &[u32] {
        &self.rounds
    }

    /// The last lap that a car has begun after `position` turns of the race;
    /// 0 before it first crosses the line. `None` for an unknown car.
    #[must_use]
    pub fn lap(&self, car: usize, position: usize) -> Option<u32> {
        let laps = &self.cars.get(car)?.laps;
        laps.get(laps.partition_point(|(at, _)| *at <= position).checked_sub(1)?).map(|(_, lap)| *lap)
    }

    /// The number of the turn in which a car finished or left the race. `None` if the car is still racing at the end of
    /// the record.
    #[must_use]
    pub fn end(&self, car: usize) -> Option<usize> {
        self.cars.get(car)?.end
    }

    /// The position (number of turns played) at which a car's line ends: after the turn in which the car finished or
    /// left the race. If a later turn still changed the value, the line ends after that later turn. For example, a
    /// place may be decided only at the end of the round. For a gap, the line ends one turn before the first car
    /// finishes the race or this car leaves it.
    pub(super) fn line_end(&self, car: usize, quantity: Quantity) -> usize {
        let last = self.positions.saturating_sub(1);
        let left = self.cars.get(car).and_then(|car| car.left);
        if let Some(end) = left.into_iter().chain(self.home).min().filter(|_| is_gap(quantity)) {
            return end.saturating_sub(1);
        }
        let changed = self.values(car, quantity).last().map_or(0, |[at, _]| *at as usize);
        self.end(car).map_or(last, |end| end.max(changed))
    }

    /// The number of turns played when the race began, after qualifying. It is 0 without qualifying, and while a race
    /// is still in qualifying.
    #[must_use]
    pub const fn start(&self) -> usize {
        if self.start < self.positions { self.start } else { 0 }
    }

    /// The lowest and highest value of a quantity over all cars; both are 0 if there are no values.
    #[must_use]
    pub fn range(&self, quantity: Quantity) -> [f64; 2] {
        let each = (0..self.cars()).filter_map(|car| self.steps(car, quantity)?.range());
        each.reduce(|[low, high], [lower, higher]| [low.min(lower), high.max(higher)])
            .filter(|range| range.iter().all(|end| end.is_finite()))
            .unwrap_or_default()
    }
}
