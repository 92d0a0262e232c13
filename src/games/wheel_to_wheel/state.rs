//! Everything the rules know between two entries (ledger, section 1).

use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::dice::Die;
use super::options::Options;
use super::setup::{DRIVERS, MAX_TEAMS, Stage};
use super::skills::Skills;
use super::tyres::{Compound, Plan, Set, Used};
use crate::game::CarId;

/// The most drivers.
pub const MAX_DRIVERS: usize = MAX_TEAMS * DRIVERS;

/// Where a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// On a loop field.
    Loop(u16),
    /// On a field of the pit lane, from 1.
    Lane(u16),
    /// In the crash zone.
    CrashZone,
    /// Out of play: it has finished.
    Out,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loop(field) => write!(f, "{field}"),
            Self::Lane(field) => write!(f, "P{field}"),
            Self::CrashZone => f.write_str("CZ"),
            Self::Out => f.write_str("-"),
        }
    }
}

/// What a race agreed on about a team, the same for all its states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TeamTerms {
    /// Its place in the entry list, from 0, which its cars are numbered by.
    pub list_place: usize,
    /// Its colour.
    pub colour: String,
    /// The letters that stand for it in records.
    pub code: String,
    /// Its garage, a field of the pit lane.
    pub garage: u16,
    /// The plans of its drivers.
    pub plans: [Option<Plan>; DRIVERS],
}

/// What a race agreed on, the same for all its states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The options.
    pub options: Options,
    /// Where it stands in a championship.
    pub championship: Option<Stage>,
    /// Whether there is weather: a lone driver, whose every six would bring rain, is looked at without.
    pub weather: bool,
    /// The teams in seat order.
    pub teams: Vec<TeamTerms>,
}

/// A driver between two entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Driver {
    /// Where its token is.
    pub spot: Spot,
    /// The lap being driven, 1 to 3: the blue dial.
    pub lap: u8,
    /// Whether the next crossing of the line concludes that lap; otherwise it only begins it.
    pub lap_open: bool,
    /// The tyres on the car.
    pub set: Set,
    /// The compounds that laps are charged to.
    pub used: Used,
    /// The compounds of the laps concluded, lap by lap.
    pub driven: [Option<Compound>; 3],
    /// Whether this lap is charged already, to the set taken off in the garage.
    pub charged: bool,
    /// How often it stopped.
    pub stops: u8,
    /// What its battery holds, 0 to 6.
    pub battery: u8,
    /// Whether the battery became full in this turn.
    pub filled_now: bool,
    /// Failed tries to hit the garage.
    pub fails: u8,
    /// The round in which it last landed on a field of the loop; 0 for the grid.
    pub landed: u32,
    /// The die it threw last.
    pub die: Option<Die>,
    /// As which driver it finished, from 1; 0 while it races.
    pub finished: u8,
}

impl Driver {
    /// Whether it races.
    #[must_use]
    pub const fn is_racing(&self) -> bool {
        self.finished == 0 && !matches!(self.spot, Spot::Out)
    }

    /// Whether it has both compounds charged (WW-TYRE-04).
    #[must_use]
    pub const fn has_complied(&self) -> bool {
        self.used.missing_count() == 0
    }
}

/// A team between two entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Team {
    /// The slots it has taken.
    pub skills: Skills,
    /// Slots earned and not spent.
    pub free: u8,
    /// Whether it has thrown a six in this round.
    pub six: bool,
    /// Which of its drivers have moved in this turn.
    pub moved: [bool; DRIVERS],
}

/// Rain (WW-RAIN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rain {
    /// The round it started in.
    pub start: u32,
    /// The lap each driver has to conclude, by seat; 0 for those that had finished.
    pub laps: [u8; MAX_DRIVERS],
}

/// Whether a race goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It does.
    Racing,
    /// All drivers but one have finished.
    Over,
    /// The last round allowed is over.
    Abandoned,
}

/// A race between two entries. Teams stand in seat order, which is the grid order; driver 1 of the team in seat `s`, from
/// 0, is the driver `2 s`, driver 2 the one after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What the race agreed on.
    pub terms: Arc<Terms>,
    /// The round being played, from 1.
    pub round: u32,
    /// The seat of the team on turn, from 0.
    pub seat: u8,
    /// The driver that has to throw again, if one has.
    pub extra: Option<u8>,
    /// Sixes thrown in the present move.
    pub row: u8,
    /// The seat of the team that brought the yellow flag out.
    pub yellow: Option<u8>,
    /// Rain, if it rains.
    pub rain: Option<Rain>,
    /// The round in which rain ended last; 0 for never.
    pub rain_ended: u32,
    /// For how many laps slots have been awarded.
    pub awarded: u8,
    /// How many drivers have finished.
    pub finished: u8,
    /// Whether the race goes on.
    pub phase: Phase,
    /// The teams.
    pub teams: ArrayVec<Team, MAX_TEAMS>,
    /// The drivers.
    pub drivers: ArrayVec<Driver, MAX_DRIVERS>,
}

impl State {
    /// The driver with this number, by its place in [`drivers`](Self::drivers).
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        (0..self.drivers.len()).find(|index| self.car(*index) == car)
    }

    /// The number of a driver.
    #[must_use]
    pub fn car(&self, index: usize) -> CarId {
        let list_place = self.terms.teams.get(index / DRIVERS).map_or(0, |team| team.list_place);
        super::setup::car_of(list_place, index % DRIVERS)
    }

    /// What records call a driver: the letters of its team and 1 or 2.
    #[must_use]
    pub fn name(&self, index: usize) -> String {
        let code = self.terms.teams.get(index / DRIVERS).map_or("", |team| team.code.as_str());
        format!("{code}{}", index % DRIVERS + 1)
    }

    /// The garage of a driver's team.
    #[must_use]
    pub fn garage(&self, index: usize) -> u16 {
        self.terms.teams.get(index / DRIVERS).map_or(1, |team| team.garage)
    }

    /// The team of a driver.
    #[must_use]
    pub fn team_of(&self, index: usize) -> &Team {
        &self.teams[index / DRIVERS]
    }

    /// Whether a driver has still to move in this turn of its team.
    #[must_use]
    pub fn is_due(&self, index: usize) -> bool {
        let team = index / DRIVERS;
        self.phase == Phase::Racing
            && team == usize::from(self.seat)
            && self.drivers.get(index).is_some_and(Driver::is_racing)
            && self.teams.get(team).is_some_and(|team| !team.moved[index % DRIVERS])
    }

    /// The driver that has to throw again, or the first that has still to move.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        if self.phase != Phase::Racing {
            return None;
        }
        self.extra.map(usize::from).or_else(|| (0..self.drivers.len()).find(|index| self.is_due(*index)))
    }

    /// The drivers that may act: one where a throw is due again, the order is fixed or only one has not moved.
    pub fn may_act(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.to_act();
        let is_free = self.extra.is_none()
            && self.round > 1
            && self.terms.options.driver_order == super::options::DriverOrder::Free;
        (0..self.drivers.len()).filter(move |index| Some(*index) == first || (is_free && self.is_due(*index)))
    }

    /// Whether the drivers' next throw is an extra.
    #[must_use]
    pub fn is_extra(&self, index: usize) -> bool {
        self.extra.map(usize::from) == Some(index)
    }
}
