//! What the window shows of a race beside the board, worked out once when the race is opened: a line for each turn,
//! series for the plots, and the positions one can jump to.

use super::icons;
use super::playback::Stops;
use crate::game::{CarId, EventKind, Resource, StateView, Status};
use crate::replay::Race;

/// The kinds of mark a turn can carry on the timeline and in the list, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It breaks a rule.
    Illegal,
    /// The race ended for the car.
    Finish,
    /// The car left the race.
    Withdrawal,
    /// A car was attacked.
    Attack,
    /// A visit to the pit lane.
    Pit,
    /// It went off the board, or missed a turn for that.
    Fall,
    /// The car stood still, or braked in need.
    Stop,
    /// It used a token, or took one.
    Power,
    /// A lap was counted.
    Lap,
    /// A pit stop was called.
    BoxBox,
    /// The car let another one past.
    GaveWay,
    /// The car passed another one.
    Overtaking,
}

impl Mark {
    /// All of them, the most telling first.
    pub const ALL: [Self; 12] = [
        Self::Illegal,
        Self::Finish,
        Self::Withdrawal,
        Self::Attack,
        Self::Pit,
        Self::Fall,
        Self::Stop,
        Self::Power,
        Self::Lap,
        Self::BoxBox,
        Self::GaveWay,
        Self::Overtaking,
    ];

    /// Its icon.
    #[must_use]
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Illegal => icons::WARNING_CIRCLE,
            Self::Finish => icons::FLAG_CHECKERED,
            Self::Withdrawal => icons::SIGN_OUT,
            Self::Attack => icons::SWORD,
            Self::Pit => icons::WRENCH,
            Self::Fall => icons::ARROW_LINE_DOWN,
            Self::Stop => icons::HAND_PALM,
            Self::Power => icons::LIGHTNING,
            Self::Lap => icons::FLAG,
            Self::BoxBox => icons::MEGAPHONE,
            Self::GaveWay => icons::HANDSHAKE,
            Self::Overtaking => icons::ARROW_BEND_UP_RIGHT,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal turn",
            Self::Finish => "finish",
            Self::Withdrawal => "left the race",
            Self::Attack => "attack",
            Self::Pit => "pit stop",
            Self::Fall => "off the board",
            Self::Power => "token used or taken",
            Self::Stop => "stop or emergency braking",
            Self::Lap => "lap",
            Self::BoxBox => "pit stop called",
            Self::GaveWay => "gave way",
            Self::Overtaking => "overtaking",
        }
    }

    const fn of(kind: &EventKind) -> Option<Self> {
        Some(match kind {
            EventKind::Moved { .. } | EventKind::Spent { .. } | EventKind::CameBack | EventKind::Redeclared => {
                return None;
            }
            EventKind::Fell | EventKind::MissedTurn => Self::Fall,
            EventKind::UsedPower { .. } | EventKind::TookPower { .. } => Self::Power,
            EventKind::Attacked { .. } => Self::Attack,
            EventKind::Braked { .. } | EventKind::Stopped => Self::Stop,
            EventKind::GaveWay { .. } => Self::GaveWay,
            EventKind::Pitted { .. } => Self::Pit,
            EventKind::BoxBox => Self::BoxBox,
            EventKind::Lap { .. } => Self::Lap,
            EventKind::Overtook { .. } => Self::Overtaking,
            EventKind::Finished { .. } => Self::Finish,
            EventKind::Withdrew => Self::Withdrawal,
        })
    }
}

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u16);

impl Marks {
    const fn add(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u16;
    }

    /// Whether a mark is in it.
    #[must_use]
    pub const fn has(self, mark: Mark) -> bool {
        self.0 & (1 << mark as u16) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its marks, the most telling first.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.has(*mark))
    }
}

/// A turn in short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnFacts {
    /// The car, as its place in the entry list.
    pub car: usize,
    /// The gear it was played in.
    pub gear: Option<u8>,
    /// How far the car moved, in the game's unit.
    pub distance: Option<f64>,
    /// The round it was played in.
    pub round: u32,
    /// What happened.
    pub marks: Marks,
    /// It follows an illegal turn.
    pub unverified: bool,
}

/// A value that stays until it changes: (position, value) where it does, in order.
pub type Steps = Vec<[f64; 2]>;

/// The series of one car.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CarSeries {
    /// Its gear.
    pub gear: Steps,
    /// Each resource, in the order of the race's.
    pub resources: Vec<Steps>,
    /// (turn, distance) for each turn in which it moved.
    pub speed: Vec<[f64; 2]>,
    /// The position from which on it is out of the race, finished or withdrawn.
    pub end: Option<usize>,
}

/// Everything worked out about a race.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// A line for each turn; turn 1 is at 0.
    pub turns: Vec<TurnFacts>,
    /// The series of each car, in the order of the entry list.
    pub cars: Vec<CarSeries>,
    /// The positions one can jump to.
    pub stops: Stops,
    /// Where each lap of the leader begins, from the first.
    pub laps: Vec<usize>,
    /// The highest gear.
    pub top_gear: u8,
    /// The turn that breaks a rule first.
    pub first_illegal: Option<usize>,
    /// The longest move.
    pub longest: f64,
}

impl Figures {
    /// Walks through the race once.
    #[must_use]
    pub fn of(race: &dyn Race) -> Self {
        let cars: Vec<CarId> = race.entrants().iter().map(|entrant| entrant.car).collect();
        let series = CarSeries { resources: vec![Steps::new(); race.resources().len()], ..CarSeries::default() };
        let mut figures = Self { cars: vec![series; cars.len()], laps: vec![0], ..Self::default() };
        let mut before = race.view(0);
        figures.stops.rounds.push(0);
        figures.record(0, &before, &cars);
        let mut lead = lead_lap(&before);
        for turn in 1..=race.len() {
            let after = race.view(turn);
            if after.round != before.round {
                figures.stops.rounds.push(turn);
            }
            if lead_lap(&after) > lead {
                lead = lead_lap(&after);
                // The grid lies before the line: its first crossing begins the first lap, its last ends the race.
                if lead > 1 && lead <= race.laps() {
                    figures.laps.push(turn);
                }
            }
            figures.push_turn(race, turn, &before, &cars);
            figures.record(turn, &after, &cars);
            before = after;
        }
        figures
    }

    fn push_turn(&mut self, race: &dyn Race, turn: usize, before: &StateView, cars: &[CarId]) {
        let Some(step) = race.step(turn) else { return };
        let mut facts = TurnFacts {
            car: cars.iter().position(|car| *car == step.car).unwrap_or_default(),
            gear: before.car(step.car).and_then(|car| car.gear),
            distance: None,
            round: before.round,
            marks: Marks::default(),
            unverified: step.unverified,
        };
        for event in &step.events {
            match &event.kind {
                EventKind::Moved { distance, .. } if event.car == step.car => {
                    facts.distance = Some(facts.distance.unwrap_or(0.0) + distance);
                }
                EventKind::Braked { to, .. } => facts.gear = Some(*to),
                _ => {}
            }
            if let Some(mark) = Mark::of(&event.kind) {
                facts.marks.add(mark);
            }
        }
        // After the first illegal turn the position may never have arisen: what breaks there breaks because of it.
        if step.illegal.is_some() && !step.unverified {
            facts.marks.add(Mark::Illegal);
            self.first_illegal.get_or_insert(turn);
        }
        if !facts.marks.is_empty() {
            self.stops.events.push(turn);
        }
        self.top_gear = self.top_gear.max(facts.gear.unwrap_or(0));
        if let Some(distance) = facts.distance {
            self.longest = self.longest.max(distance);
            if let Some(series) = self.cars.get_mut(facts.car) {
                series.speed.push([turn as f64, distance]);
            }
        }
        self.turns.push(facts);
    }

    fn record(&mut self, position: usize, view: &StateView, cars: &[CarId]) {
        let at = position as f64;
        for (series, car) in self.cars.iter_mut().zip(cars) {
            let Some(car) = view.car(*car) else { continue };
            if series.end.is_none() && car.status != Status::Racing {
                series.end = Some(position);
            }
            if let Some(gear) = car.gear {
                change(&mut series.gear, at, f64::from(gear));
                self.top_gear = self.top_gear.max(gear);
            }
            for (steps, points) in series.resources.iter_mut().zip(&car.resources) {
                change(steps, at, f64::from(*points));
            }
        }
    }

    /// The most a car ever had of a resource, which may be less than it could: the axis of its plot.
    #[must_use]
    pub fn most(&self, resource: usize, declared: &Resource) -> u32 {
        let steps = self.cars.iter().filter_map(|car| car.resources.get(resource)).flatten();
        let most = steps.map(|[_, value]| *value).fold(0.0, f64::max);
        declared.max.max(most as u32)
    }

    /// The lap the leader is in at a position, from 1.
    #[must_use]
    pub fn lap_at(&self, position: usize) -> usize {
        self.laps.partition_point(|start| *start <= position).max(1)
    }
}

fn lead_lap(view: &StateView) -> u32 {
    view.cars.iter().map(|car| car.lap).max().unwrap_or(0)
}

fn change(steps: &mut Steps, at: f64, value: f64) {
    if steps.last().is_none_or(|[_, last]| *last != value) {
        steps.push([at, value]);
    }
}

/// The value of steps at a position; `None` before the first.
#[must_use]
pub fn value_at(steps: &[[f64; 2]], position: f64) -> Option<f64> {
    let index = steps.partition_point(|[at, _]| *at <= position).checked_sub(1)?;
    steps.get(index).map(|[_, value]| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_only_changes_and_answer_in_between() {
        let mut steps = Steps::new();
        for (at, value) in [(0.0, 1.0), (1.0, 1.0), (2.0, 3.0), (3.0, 3.0), (4.0, 2.0)] {
            change(&mut steps, at, value);
        }
        assert_eq!(steps, [[0.0, 1.0], [2.0, 3.0], [4.0, 2.0]]);
        assert_eq!(value_at(&steps, 3.9), Some(3.0));
        assert_eq!(value_at(&steps, 9.0), Some(2.0));
        assert_eq!(value_at(&steps[1..], 1.0), None);
    }

    #[test]
    fn marks_come_the_most_telling_first() {
        let mut marks = Marks::default();
        marks.add(Mark::Overtaking);
        marks.add(Mark::Attack);
        marks.add(Mark::Illegal);
        assert_eq!(marks.iter().collect::<Vec<_>>(), [Mark::Illegal, Mark::Attack, Mark::Overtaking]);
    }
}
