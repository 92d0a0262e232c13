//! The figures of a race that the window shows beside the board: facts about each turn, series of values for the plots,
//! and the turns that the user can jump to. All figures are computed when the race is opened. After an edit, only the
//! figures of the edited turn and of all later turns are computed again.

use crate::analysis::Series;
use crate::app::board::icons;
use crate::game::{CarId, CarView, Event, EventKind, Sort, StateView};
use crate::replay::Race;

/// The marks that the timeline and the list of turns show for the events of a turn. The most important mark is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The turn is illegal.
    Illegal,
    /// The car finished.
    Finish,
    /// The car left the race.
    Withdrawal,
    /// A car was attacked.
    Attack,
    /// The car hit another car.
    Collision,
    /// The car was in the pit lane.
    Pit,
    /// The car stood still, left the board or broke down.
    Penalty,
    /// A car was damaged, or overshot a corner.
    Damage,
    /// A flag was shown, or the weather changed.
    Flag,
    /// The car missed its turn.
    MissedTurn,
    /// The car braked in an emergency.
    Braking,
    /// The car used or acquired a power, or got help, for example a boost.
    Power,
    /// A lap was counted for the car.
    Lap,
    /// The car's player announced a pit stop.
    BoxBox,
    /// The car let another car pass.
    GaveWay,
    /// The car passed another car.
    Overtaking,
    /// The turn ended the round, and in the order of the next round another car is ahead of a car that it was behind.
    NewOrder,
}

impl Mark {
    /// All marks, the most important first.
    pub const ALL: [Self; 17] = [
        Self::Illegal,
        Self::Finish,
        Self::Withdrawal,
        Self::Attack,
        Self::Collision,
        Self::Pit,
        Self::Penalty,
        Self::Damage,
        Self::Flag,
        Self::MissedTurn,
        Self::Braking,
        Self::Power,
        Self::Lap,
        Self::BoxBox,
        Self::GaveWay,
        Self::Overtaking,
        Self::NewOrder,
    ];

    /// The icon of the mark.
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
            Self::Damage => icons::FIRE,
            Self::MissedTurn => icons::PROHIBIT,
            Self::Braking => icons::ARROW_LINE_DOWN,
            Self::Power => icons::LIGHTNING,
            Self::Flag => icons::MEGAPHONE,
            Self::Lap => icons::FLAG,
            Self::BoxBox => icons::MEGAPHONE,
            Self::GaveWay => icons::HANDSHAKE,
            Self::Overtaking => icons::ARROW_BEND_UP_RIGHT,
            Self::NewOrder => icons::LIST_NUMBERS,
        }
    }

    /// The name of the mark.
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
            Self::Damage => "damage or overshoot",
            Self::MissedTurn => "missed turn",
            Self::Power => "token or power",
            Self::Flag => "flag or weather",
            Self::Braking => "emergency braking",
            Self::Lap => "lap",
            Self::BoxBox => "pit stop called",
            Self::GaveWay => "gave way",
            Self::Overtaking => "overtaking",
            Self::NewOrder => "new order after the round",
        }
    }

    /// The mark of an event in a turn of `acting`.
    fn of(event: &Event, acting: CarId) -> Option<Self> {
        Some(match &event.kind {
            EventKind::Moved { .. }
            | EventKind::Thrown { .. }
            | EventKind::Cornered(_)
            | EventKind::Spent { incident: false, .. }
            | EventKind::CameBack
            | EventKind::Slipstreamed { .. }
            | EventKind::Redeclared => return None,
            EventKind::Spent { incident: true, .. } => Self::Damage,
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
            EventKind::Overtook { .. } if event.car != acting => Self::NewOrder,
            EventKind::Overtook { .. } => Self::Overtaking,
            EventKind::Finished { .. } | EventKind::Classified { .. } => Self::Finish,
            EventKind::Withdrew | EventKind::Eliminated { .. } => Self::Withdrawal,
        })
    }
}

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u32);

impl Marks {
    const fn add(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u16;
    }

    /// Whether the set has a mark for events of this kind: cars overtake each other also where a round ends.
    #[must_use]
    pub const fn is_of(self, mark: Mark) -> bool {
        self.has(mark) || (matches!(mark, Mark::Overtaking) && self.has(Mark::NewOrder))
    }

    /// Whether the set has a mark.
    #[must_use]
    pub const fn has(self, mark: Mark) -> bool {
        self.0 & (1 << mark as u16) != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The most important mark; `None` if the set is empty.
    #[must_use]
    pub fn first(self) -> Option<Mark> {
        Mark::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// The marks, the most important first.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.has(*mark))
    }
}

/// The facts about a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnFacts {
    /// The car's index in the entry list.
    pub car: usize,
    /// The gear in which the car moved; `None` if the game has no gears or the turn has no gear.
    pub gear: Option<u8>,
    /// The distance that the car moved, in the game's unit; `None` if it did not move.
    pub distance: Option<f64>,
    /// The number of the round in which the turn was played.
    pub round: u32,
    /// The marks of the events in the turn, such as an attack or a pit stop.
    pub marks: Marks,
    /// Whether the turn could not be checked properly. This is so for every turn after an illegal turn that was
    /// recorded without a reason, because the race is then in an impossible state.
    pub unverified: bool,
}

/// The facts and series of a race that the window shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The facts about each turn; turn 1 has index 0.
    pub turns: Vec<TurnFacts>,
    /// The values that the plots show, as series.
    pub series: Series,
    /// The numbers of the turns that have a [`Mark`], in ascending order.
    pub events: Vec<u32>,
    /// For each lap of the leader, the number of turns played when the lap begins.
    pub laps: Vec<usize>,
    /// The number of the first illegal turn; `None` if all turns are legal.
    pub first_illegal: Option<usize>,
    /// The crossings of the start line by the leader: one entry for the grid, and one for each crossing. An entry
    /// contains the number of turns played, and the number of crossings so far.
    lead: Vec<(usize, u32)>,
}

impl Figures {
    /// Computes the facts and series of a race.
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

    /// Computes the facts and the series again after an edit that left the first `same` turns unchanged.
    pub fn renew(&mut self, race: &dyn Race, same: usize) {
        let same = same.min(self.turns.len()).min(race.len());
        self.turns.truncate(same);
        self.series.cut(race, same);
        self.events.truncate(self.events.partition_point(|turn| *turn as usize <= same));
        // The first lap begins at turn 0, at the grid, so this never removes it.
        self.laps.truncate(self.laps.partition_point(|start| *start <= same));
        self.lead.truncate(self.lead.partition_point(|(from, _)| *from <= same));
        self.first_illegal = self.first_illegal.filter(|turn| *turn <= same);
        self.walk(race, race.view(same));
    }

    /// Computes the facts and the series of all turns that have none yet, up to the end of the race. `before` is the
    /// state before these turns.
    fn walk(&mut self, race: &dyn Race, mut before: StateView) {
        let cars: Vec<CarId> = race.entrants().iter().map(|entrant| entrant.car).collect();
        for turn in self.turns.len() + 1..=race.len() {
            let after = race.view(turn);
            let lead = lead_lap(&after);
            if self.lead.last().is_none_or(|(_, before)| lead > *before) {
                self.lead.push((turn, lead));
                // The grid is before the line: the first crossing begins lap 1, and the last one ends the race.
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
                    // A move without a gear of its own keeps the gear declared before. In games with dice, the turn
                    // itself decides the gear.
                    facts.gear = gear.or(facts.gear);
                }
                EventKind::Braked { to, .. } => facts.gear = Some(*to),
                _ => {}
            }
            if let Some(mark) = Mark::of(event, step.car) {
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

    /// The leader's lap, from 1, after `position` turns.
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
