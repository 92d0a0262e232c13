//! What the window shows of a race beside the board, worked out when the race is opened and, after each edit, from where
//! it changed: a line for each turn, the series for the plots, and the positions one can jump to.

use crate::analysis::Series;
use crate::app::board::icons;
use crate::game::{CarId, CarView, EventKind, Sort, StateView};
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
    /// It ran into another car.
    Collision,
    /// A visit to the pit lane.
    Pit,
    /// It stood still, went off the board, or broke down: the game's penalties.
    Penalty,
    /// A flag was shown, or the weather changed.
    Flag,
    /// It missed its turn.
    MissedTurn,
    /// It braked in an emergency.
    Braking,
    /// It used a token, or took one; or something else helped it.
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
    pub const ALL: [Self; 15] = [
        Self::Illegal,
        Self::Finish,
        Self::Withdrawal,
        Self::Attack,
        Self::Collision,
        Self::Pit,
        Self::Penalty,
        Self::Flag,
        Self::MissedTurn,
        Self::Braking,
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
            Self::Collision => icons::TRAFFIC_CONE,
            Self::Pit => icons::WRENCH,
            Self::Penalty => icons::HAND_PALM,
            Self::MissedTurn => icons::PROHIBIT,
            Self::Braking => icons::ARROW_LINE_DOWN,
            Self::Power => icons::LIGHTNING,
            Self::Flag => icons::MEGAPHONE,
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
            Self::Collision => "collision",
            Self::Pit => "pit stop",
            Self::Penalty => "penalty",
            Self::MissedTurn => "missed turn",
            Self::Power => "token or power",
            Self::Flag => "flag or weather",
            Self::Braking => "emergency braking",
            Self::Lap => "lap",
            Self::BoxBox => "pit stop called",
            Self::GaveWay => "gave way",
            Self::Overtaking => "overtaking",
        }
    }

    const fn of(kind: &EventKind) -> Option<Self> {
        Some(match kind {
            EventKind::Moved { .. }
            | EventKind::Thrown { .. }
            | EventKind::Cornered(_)
            | EventKind::Spent { .. }
            | EventKind::CameBack
            | EventKind::Redeclared => return None,
            EventKind::Fell | EventKind::Stopped => Self::Penalty,
            EventKind::Collided { .. } => Self::Collision,
            EventKind::Incident { sort: Sort::Penalty, .. } => Self::Penalty,
            EventKind::Incident { sort: Sort::Flag, .. } => Self::Flag,
            EventKind::Incident { sort: Sort::Boost, .. } => Self::Power,
            EventKind::MissedTurn => Self::MissedTurn,
            EventKind::UsedPower { .. } | EventKind::TookPower { .. } => Self::Power,
            EventKind::Attacked { .. } => Self::Attack,
            EventKind::Braked { .. } => Self::Braking,
            EventKind::GaveWay { .. } => Self::GaveWay,
            EventKind::Pitted { .. } => Self::Pit,
            EventKind::BoxBox => Self::BoxBox,
            EventKind::Lap { .. } => Self::Lap,
            EventKind::Overtook { .. } => Self::Overtaking,
            EventKind::Finished { .. } => Self::Finish,
            EventKind::Withdrew | EventKind::Eliminated => Self::Withdrawal,
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

    /// The most telling.
    #[must_use]
    pub fn first(self) -> Option<Mark> {
        Mark::ALL.get(self.0.trailing_zeros() as usize).copied()
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

/// Everything worked out about a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// A line for each turn; turn 1 is at 0.
    pub turns: Vec<TurnFacts>,
    /// What plots show.
    pub series: Series,
    /// Positions after a turn in which something happened.
    pub events: Vec<u32>,
    /// Where each lap of the leader begins, from the first.
    pub laps: Vec<usize>,
    /// The turn that breaks a rule first.
    pub first_illegal: Option<usize>,
    /// How often the line had been counted at most, and from which position on.
    lead: Vec<(usize, u32)>,
}

impl Figures {
    /// Walks through the race once.
    #[must_use]
    pub fn of(race: &dyn Race) -> Self {
        let mut series = Series::begun(race);
        let grid = race.view(0);
        series.push(race, &grid);
        let mut figures = Self {
            turns: Vec::new(),
            series,
            events: Vec::new(),
            laps: vec![0],
            first_illegal: None,
            lead: vec![(0, lead_lap(&grid))],
        };
        figures.walk(race, grid);
        figures
    }

    /// Brings them up to date with a race whose positions up to `same` are as they were, by walking through the rest.
    pub fn renew(&mut self, race: &dyn Race, same: usize) {
        let same = same.min(self.turns.len()).min(race.len());
        self.turns.truncate(same);
        self.series.cut(race, same);
        self.events.truncate(self.events.partition_point(|turn| *turn as usize <= same));
        // What begins at the grid stays.
        self.laps.truncate(self.laps.partition_point(|start| *start <= same));
        self.lead.truncate(self.lead.partition_point(|(from, _)| *from <= same));
        self.first_illegal = self.first_illegal.filter(|turn| *turn <= same);
        self.walk(race, race.view(same));
    }

    /// Walks from the last turn there is to the end of the race.
    fn walk(&mut self, race: &dyn Race, mut before: StateView) {
        let cars: Vec<CarId> = race.entrants().iter().map(|entrant| entrant.car).collect();
        for turn in self.turns.len() + 1..=race.len() {
            let after = race.view(turn);
            let lead = lead_lap(&after);
            if self.lead.last().is_none_or(|(_, before)| lead > *before) {
                self.lead.push((turn, lead));
                // The grid lies before the line: its first crossing begins the first lap, its last ends the race.
                if lead > 1 && lead <= race.laps() {
                    self.laps.push(turn);
                }
            }
            self.push_turn(race, turn, &before, &cars);
            self.series.push(race, &after);
            before = after;
        }
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
                EventKind::Moved { distance, gear, .. } if event.car == step.car => {
                    facts.distance = Some(facts.distance.unwrap_or(0.0) + distance);
                    // What was declared before holds where a move says nothing: dice are thrown in the turn itself.
                    facts.gear = gear.or(facts.gear);
                }
                EventKind::Braked { to, .. } => facts.gear = Some(*to),
                _ => {}
            }
            if let Some(mark) = Mark::of(&event.kind) {
                facts.marks.add(mark);
            }
        }
        if step.fault().is_some() {
            facts.marks.add(Mark::Illegal);
            self.first_illegal.get_or_insert(turn);
        }
        if !facts.marks.is_empty() {
            self.events.push(turn as u32);
        }
        self.turns.push(facts);
    }

    /// The lap the leader is in at a position, from 1.
    #[must_use]
    pub fn lap_at(&self, position: usize) -> usize {
        self.laps.partition_point(|start| *start <= position).max(1)
    }
}

fn lead_lap(view: &StateView) -> u32 {
    view.cars.iter().map(CarView::opened).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_the_most_telling_first() {
        let mut marks = Marks::default();
        marks.add(Mark::Overtaking);
        marks.add(Mark::Attack);
        marks.add(Mark::Illegal);
        assert_eq!((marks.first(), Marks::default().first()), (Some(Mark::Illegal), None));
        assert!(Mark::ALL.into_iter().enumerate().all(|(place, mark)| mark as usize == place));
        assert_eq!(marks.iter().collect::<Vec<_>>(), [Mark::Illegal, Mark::Attack, Mark::Overtaking]);
    }
}
