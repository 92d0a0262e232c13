//! The state of a race after one recorded entry and before the next: everything that the rules need (rules ledger,
//! section 1).

use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::dice::Die;
use super::options::Options;
use super::setup::{DRIVERS, MAX_TEAMS, Stage};
use super::skills::Skills;
use super::tyres::{Compound, Plan, Set, Used};
use crate::game::CarId;

/// The largest number of drivers in a race.
pub const MAX_DRIVERS: usize = MAX_TEAMS * DRIVERS;

/// The location of a token: on a field, in the crash zone or out of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The token is on this loop field.
    Loop(u16),
    /// The token is on this field of the pit lane, from 1.
    Lane(u16),
    /// The token is in the crash zone.
    CrashZone,
    /// The token is out of play: the driver has finished.
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

/// The facts about a team that are the same in all states of a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TeamTerms {
    /// The team's index in the entry list, from 0. The index determines the numbers of the team's cars.
    pub list_place: usize,
    /// The team's colour.
    pub colour: String,
    /// The team's two letters in notation.
    pub code: String,
    /// The field of the pit lane that is the team's garage.
    pub garage: u16,
    /// The tyre plans of the team's drivers; `None` for a driver without a plan.
    pub plans: [Option<Plan>; DRIVERS],
}

/// The values that stay the same during a race, such as its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The options of the race.
    pub options: Options,
    /// The position of the race in a championship; `None` for a single race.
    pub championship: Option<Stage>,
    /// Whether the race has weather. A race of a lone driver has none, because with a single team, every six would
    /// start rain.
    pub weather: bool,
    /// The facts about each team that never change in a race, in the turn order.
    pub teams: Vec<TeamTerms>,
}

/// The state of a driver after one recorded entry and before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Driver {
    /// The location of the driver's token.
    pub spot: Spot,
    /// The lap that the driver is driving, 1 to 3 (shown on the blue dial).
    pub lap: u8,
    /// Whether the driver's next crossing of the line completes its current lap. If false, that crossing only begins
    /// the lap.
    pub lap_open: bool,
    /// The set of tyres on the car.
    pub set: Set,
    /// The compounds on which the driver has driven at least one lap that counts.
    pub used: Used,
    /// The compounds on which the completed laps were driven, lap by lap; `None` for laps not completed.
    pub driven: [Option<Compound>; 3],
    /// Whether the current lap was already counted as driven on the set of tyres that the driver took off in its
    /// garage.
    pub charged: bool,
    /// The number of stops that the driver has made.
    pub stops: u8,
    /// The level of the driver's battery, 0 to 6.
    pub battery: u8,
    /// Whether the battery became full in this turn.
    pub filled_now: bool,
    /// The number of the driver's failed tries to hit the garage.
    pub fails: u8,
    /// The round in which the driver last ended a move on a field of the loop; 0 if it still stands on the grid.
    pub landed: u32,
    /// The die of the driver's last throw; `None` before its first throw.
    pub die: Option<Die>,
    /// The driver's finishing place, from 1; 0 while the driver still races.
    pub finished: u8,
}

impl Driver {
    /// Whether the driver is still racing.
    #[must_use]
    pub const fn is_racing(&self) -> bool {
        self.finished == 0 && !matches!(self.spot, Spot::Out)
    }

    /// Whether the driver has driven laps on both compounds, hard and soft (WW-TYRE-04).
    #[must_use]
    pub const fn has_complied(&self) -> bool {
        self.used.missing_count() == 0
    }
}

/// The state of a team after one recorded entry and before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Team {
    /// The skill slots that the team has spent.
    pub skills: Skills,
    /// The number of skill slots that the team has earned and not spent.
    pub free: u8,
    /// Whether the team has thrown a six in this round.
    pub six: bool,
    /// For each of the team's drivers, whether it has moved in this turn.
    pub moved: [bool; DRIVERS],
}

/// The rain that falls now (WW-RAIN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rain {
    /// The round in which the rain started.
    pub start: u32,
    /// The lap that each driver has to complete before the rain ends, by driver index; 0 for drivers that had finished
    /// when the rain started.
    pub laps: [u8; MAX_DRIVERS],
}

/// The phase of a race: running, over or abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The race is running.
    Racing,
    /// All drivers but one have finished.
    Over,
    /// The race is abandoned: its last allowed round is over.
    Abandoned,
}

/// The state of a race after one recorded entry and before the next. Teams are in seat order, which is the grid order.
/// Driver 1 of the team in seat `s`, from 0, has the index `2 s`. Driver 2 has the next index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The values that stay the same during the race.
    pub terms: Arc<Terms>,
    /// The current round, from 1.
    pub round: u32,
    /// The index in `teams` of the team whose turn it is (its seat), from 0.
    pub seat: u8,
    /// The index of the driver that has an extra throw now; `None` if no driver has one.
    pub extra: Option<u8>,
    /// The number of sixes thrown in a row in the current move.
    pub row: u8,
    /// The index in `teams` of the team that brought the yellow flag out; `None` if the flag is not out.
    pub yellow: Option<u8>,
    /// The rain that falls now; `None` if it does not rain.
    pub rain: Option<Rain>,
    /// The round in which rain last ended; 0 if it never did.
    pub rain_ended: u32,
    /// The number of laps for which skill slots have been awarded.
    pub awarded: u8,
    /// The number of drivers that have finished.
    pub finished: u8,
    /// The phase of the race: running, over or abandoned.
    pub phase: Phase,
    /// The states of the teams, in the turn order.
    pub teams: ArrayVec<Team, MAX_TEAMS>,
    /// The states of the drivers, in the order of `teams`: each team's driver 1, then its driver 2.
    pub drivers: ArrayVec<Driver, MAX_DRIVERS>,
}

impl State {
    /// Returns the index in [`drivers`](Self::drivers) of the driver with this number.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        (0..self.drivers.len()).find(|index| self.car(*index) == car)
    }

    /// Returns the car number of a driver.
    #[must_use]
    pub fn car(&self, index: usize) -> CarId {
        let list_place = self.terms.teams.get(index / DRIVERS).map_or(0, |team| team.list_place);
        super::setup::car_of(list_place, index % DRIVERS)
    }

    /// Returns the name of a driver in notation: the letters of its team and 1 or 2.
    #[must_use]
    pub fn name(&self, index: usize) -> String {
        let code = self.terms.teams.get(index / DRIVERS).map_or("", |team| team.code.as_str());
        format!("{code}{}", index % DRIVERS + 1)
    }

    /// Returns the garage of a driver's team, as a field of the pit lane.
    #[must_use]
    pub fn garage(&self, index: usize) -> u16 {
        self.terms.teams.get(index / DRIVERS).map_or(1, |team| team.garage)
    }

    /// Returns the state of a driver's team.
    #[must_use]
    pub fn team_of(&self, index: usize) -> &Team {
        &self.teams[index / DRIVERS]
    }

    /// Whether a driver still has to move in the current turn of its team.
    #[must_use]
    pub fn is_due(&self, index: usize) -> bool {
        let team = index / DRIVERS;
        self.phase == Phase::Racing
            && team == usize::from(self.seat)
            && self.drivers.get(index).is_some_and(Driver::is_racing)
            && self.teams.get(team).is_some_and(|team| !team.moved[index % DRIVERS])
    }

    /// Returns the index of the driver to act: the driver that must throw again, or the first driver that still has to
    /// move. `None` if no driver has to act.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        if self.phase != Phase::Racing {
            return None;
        }
        self.extra.map(usize::from).or_else(|| (0..self.drivers.len()).find(|index| self.is_due(*index)))
    }

    /// Returns the drivers that may act, usually both drivers of the team whose turn it is. Only one of them may act if
    /// the other has already moved, if a driver must throw again, in round 1, or if the options fix the order of the
    /// drivers.
    pub fn may_act(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.to_act();
        let is_free = self.extra.is_none()
            && self.round > 1
            && self.terms.options.driver_order == super::options::DriverOrder::Free;
        (0..self.drivers.len()).filter(move |index| Some(*index) == first || (is_free && self.is_due(*index)))
    }

    /// Whether the driver's next throw is an extra throw.
    #[must_use]
    pub fn is_extra(&self, index: usize) -> bool {
        self.extra.map(usize::from) == Some(index)
    }
}
