//! The state of a race between two turns.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::options::{Rules, Skill, TyreSet, Zone};
use super::setup::MAX_CARS;
use super::spaces::SpaceSet;
use super::track::{NOWHERE, SpaceIndex, Track};
use crate::game::CarId;

/// The weather of a race (FD-WEA-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weather {
    /// It is dry, and the weather does not change. Races without weather always have this weather.
    #[default]
    Good,
    /// It is dry, but the weather may change during the race.
    Changeable,
    /// It rains, but the weather may change during the race.
    Showers,
    /// It rains, and the weather does not change.
    Rainy,
}

impl Weather {
    /// Whether it rains.
    #[must_use]
    pub const fn is_rain(self) -> bool {
        matches!(self, Self::Showers | Self::Rainy)
    }

    /// Whether the weather may change.
    #[must_use]
    pub const fn may_change(self) -> bool {
        matches!(self, Self::Changeable | Self::Showers)
    }

    /// The weather's name shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Changeable => "changeable",
            Self::Showers => "rain, changeable",
            Self::Rainy => "rainy",
        }
    }
}

/// The properties of a car that stay the same throughout a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CarTerms {
    /// The car's wear points at the start, by zone. During the race, a zone never has more points than this.
    pub wear: [u8; 6],
    /// The skill of the car's driver; `None` outside road races.
    pub skill: Option<Skill>,
    /// The space of the car's pit box; [`NOWHERE`] if it has no box.
    pub pit_box: SpaceIndex,
    /// The index of the car's team. Teams are indexed from 0 in the order of the entry list. The team numbers in the
    /// setup do not change this order.
    pub team: u8,
    /// The car's tyres at the start of the race.
    pub tyres: TyreSet,
}

/// The properties of a race that stay the same from its first state to its last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The rules of the race.
    pub rules: Rules,
    /// The number of laps of the race.
    pub laps: u32,
    /// For each car, in the order of the entry list: its properties that do not change during the race.
    pub cars: Vec<CarTerms>,
    /// The weather at the start of the race.
    pub race_weather: Weather,
}

impl Terms {
    /// Whether the driver of a car has this skill.
    #[must_use]
    pub fn has(&self, car: usize, skill: Skill) -> bool {
        self.cars.get(car).is_some_and(|terms| terms.skill == Some(skill))
    }

    /// Returns the index of the first car whose driver has this skill; `None` if no driver has it.
    #[must_use]
    pub fn with(&self, skill: Skill) -> Option<usize> {
        self.cars.iter().position(|terms| terms.skill == Some(skill))
    }
}

/// The stage of a car's start: the start die is not yet rolled, the car has stalled, or the car has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// The car has not rolled its start die.
    Due,
    /// The car stalled. It starts in its next turn without another start die (FD-STA-02).
    Stalled,
    /// The car has started.
    Done,
}

impl Start {
    /// Returns the stage of the start for a car on the grid: `Due`, or `Done` if the rules have no start die.
    pub(super) const fn of(rules: &Rules) -> Self {
        if rules.switches.start_die { Self::Due } else { Self::Done }
    }
}

/// The standing of a car: racing, finished or out of the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The car is racing.
    Racing,
    /// The car has finished. The number is its finishing place, from 1.
    Finished(u8),
    /// The car is eliminated. The number is 1 for the first car that was eliminated or retired, 2 for the second, and
    /// so on.
    Out(u8),
    /// The car's player has retired. The number is 1 for the first car that was eliminated or retired, 2 for the
    /// second, and so on.
    Retired(u8),
}

impl Standing {
    /// Whether the car is out of the race, because it was eliminated or its player retired.
    #[must_use]
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Out(_) | Self::Retired(_))
    }
}

/// The result of a car's qualifying lap (FD-QUA-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifying {
    /// The number of rolls of the gear die in the qualifying lap.
    pub throws: u16,
    /// The overshoot penalty in the qualifying lap: the number of overshoot spaces times the tyre factor.
    pub overshoot: u16,
    /// The lap time on the stopwatch, in seconds.
    pub seconds: u32,
    /// Whether the qualifying lap failed (FD-QUA-04).
    pub failed: bool,
    /// Whether the qualifying lap is over.
    pub over: bool,
}

impl Qualifying {
    /// Returns the qualifying score: the number of rolls, plus the full minutes of the lap time, plus the overshoot
    /// penalty. Lower is better.
    #[must_use]
    pub fn score(&self) -> u32 {
        u32::from(self.throws) + self.seconds / 60 + u32::from(self.overshoot)
    }
}

/// The state of a car between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a token of its own on the car's sheet")]
pub struct Car {
    /// The car's number.
    pub car: CarId,
    /// The space on which the car stands; [`NOWHERE`] if it is off the board.
    pub at: SpaceIndex,
    /// The space on which the car stands. After the car has left the board, the last space on which it stood.
    pub last: SpaceIndex,
    /// The number of times the car has crossed the finish line.
    pub lap: u16,
    /// The gear engaged; 0 if no gear is engaged.
    pub gear: u8,
    /// The car's wear points by zone. In the basic game the first zone is the whole pool.
    pub wear: [u8; 6],
    /// The number of stops made in the corner where the car stands.
    pub stops: u8,
    /// The stage of the car's start.
    pub start: Start,
    /// Whether the car has spun and faces backwards.
    pub spun: bool,
    /// The car's tyres.
    pub tyres: TyreSet,
    /// Whether the tyres were fitted at a pit stop. Tyres fitted at a stop never count as worn.
    pub fresh: bool,
    /// The number of pit stops that the car has made.
    pub pit_stops: u8,
    /// Whether the car stays in its box until its next turn, after a slow stop or a technical stop.
    pub waits: bool,
    /// Whether the car is in the pits and has already been in its box on this visit.
    pub boxed: bool,
    /// The progress (in half spaces) of the pit entry that the car used. The number has no meaning when the car is on
    /// the track.
    pub pit_progress: i32,
    /// The number of repair points that the car has left. It is not used in team races, because there the two cars
    /// share the repair points of their team.
    pub repairs: u8,
    /// Whether the car used nitro in this lap.
    pub nitro_used: bool,
    /// Whether the driver with the skill Ace At The Wheel rolled the gear die again in this lap.
    pub ace_used: bool,
    /// Whether the driver with the skill Pile of Scrap dropped a marker in this lap.
    pub scrap_used: bool,
    /// Whether the driver has already thrown the car's radio.
    pub radio_gone: bool,
    /// The car's qualifying lap.
    pub qualifying: Qualifying,
    /// The standing of the car: racing, finished or out of the race.
    pub standing: Standing,
}

impl Car {
    /// Whether the car is still racing.
    #[must_use]
    pub const fn is_racing(&self) -> bool {
        matches!(self.standing, Standing::Racing)
    }

    /// Whether the car stands on the board.
    #[must_use]
    pub const fn is_on_board(&self) -> bool {
        self.at != NOWHERE
    }

    /// Returns the car's wear points in a zone.
    #[must_use]
    pub const fn points(&self, zone: Zone) -> u8 {
        self.wear[zone as usize]
    }
}

/// The police contest of one lap: in each lap the police reward the car that crosses the police line fastest
/// (FD-POL-02).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The lap in which the cars take part in this contest. Each lap has its own contest.
    pub lap: u16,
    /// The crossings of the police line, in the order in which they happened. Each has the car's index in the entry
    /// list, and the car's speed.
    pub crossings: Vec<(u8, u16)>,
    /// The cars that crossed the police line before lap 1, on their way from the grid to the finish line. Bit `n` is
    /// set for the car with index `n` in the entry list. The speed of such a crossing counts in the contest of lap 1
    /// . But this contest ends only after these cars have crossed the police line a second time.
    pub early: u32,
    /// Whether the winner of the police contest has already received its wear points.
    pub over: bool,
}

/// Hashes a contest without early crossings as earlier versions did, so that the fingerprints of recorded races stay
/// the same.
impl std::hash::Hash for Contest {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let Self { lap, crossings, early, over } = self;
        (lap, crossings, over).hash(state);
        if *early != 0 {
            early.hash(state);
        }
    }
}

/// The latest lap whose police contest is over; 0 if no contest is over. The hash of a state does not include it, so
/// that races recorded by earlier versions keep their fingerprints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastContest(pub u16);

impl std::hash::Hash for LastContest {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// The phase of the game: qualifying, race, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The qualifying lap of the car with this index in the entry list.
    Qualifying(u8),
    /// The race is being driven.
    Race,
    /// The race is over.
    Over,
}

/// The work that unknown dice have caused in this race so far: the number of combinations of dice results that the
/// program has tried. Two states that differ only in this number count as equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort(pub u32);

impl PartialEq for Effort {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Effort {}

impl std::hash::Hash for Effort {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// The state of a race between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The properties of the race that are the same in every state, such as its rules.
    pub terms: Arc<Terms>,
    /// The phase of the game: qualifying, race, or the end.
    pub phase: Phase,
    /// The round being played, from 1; 0 in qualifying.
    pub round: u32,
    /// The order in which the cars act in this round, by index in the entry list. It does not change during the round
    /// (FD-ORD-01).
    pub order: ArrayVec<u8, MAX_CARS>,
    /// The cars that have moved in this round. Bit `n` is set if the car with index `n` in the entry list has moved.
    pub done: u32,
    /// The cars, in the order of the entry list.
    pub cars: Vec<Car>,
    /// The spaces with damage markers.
    pub markers: SpaceSet,
    /// The current weather.
    pub weather: Weather,
    /// The police contests that are still open, because a racing car has not yet crossed the police line in the
    /// contest's lap.
    pub police: Vec<Contest>,
    /// The latest lap whose police contest is over. Each lap has only one contest.
    pub police_over: LastContest,
    /// The repair points that each team has left.
    pub team_repairs: Vec<u8>,
    /// The number of cars that have finished.
    pub finished: u8,
    /// The number of cars that are out: eliminated or retired.
    pub out: u8,
    /// The work that unknown dice have caused in this race so far, as a number of tried combinations of dice results.
    pub effort: Effort,
}

const _: () = assert!(MAX_CARS <= u32::BITS as usize);

impl State {
    /// Returns the index in the entry list of the car with this number.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.cars.iter().position(|other| other.car == car)
    }

    /// Returns the car to act, by index in the entry list; `None` when the race is over.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        match self.phase {
            Phase::Qualifying(car) => Some(usize::from(car)),
            Phase::Race => self
                .order
                .iter()
                .map(|car| usize::from(*car))
                .find(|car| self.done >> car & 1 == 0 && self.cars.get(*car).is_some_and(Car::is_racing)),
            Phase::Over => None,
        }
    }

    /// Returns the car that stands on a space, by index in the entry list; `None` if no car stands there.
    #[must_use]
    pub fn on(&self, at: SpaceIndex) -> Option<usize> {
        self.cars.iter().position(|car| car.at == at && at != NOWHERE)
    }

    /// Whether a space is dangerous, so that cars entering it must roll. A space with a damage marker is dangerous. In
    /// a road race, a space printed red is dangerous too (FD-DZN-01).
    #[must_use]
    pub fn is_dangerous(&self, track: &Track, at: SpaceIndex) -> bool {
        self.markers.has(at) || (self.terms.rules.road && track.space(at).danger)
    }

    /// Returns a car's progress in half spaces: its laps times the lap's length, plus the rank of its space
    /// (FD-TRK-02).
    #[must_use]
    pub fn progress(&self, track: &Track, car: usize) -> i32 {
        let car = &self.cars[car];
        if car.at == NOWHERE {
            return 0;
        }
        i32::from(car.lap) * track.lap() + track.space(car.at).rank
    }

    /// Whether a car's tyres are worn in a lap (FD-TIR-02).
    #[must_use]
    pub fn is_worn(&self, car: &Car, lap: u16) -> bool {
        self.terms.rules.tyres && !car.fresh && lap >= 3 && self.phase == Phase::Race
    }

    /// Returns the factor of a car's tyres in a lap. The penalty for overshooting is the number of overshoot spaces
    /// times this factor (FD-TIR-03).
    #[must_use]
    pub fn factor(&self, car: &Car, lap: u16) -> u8 {
        if !self.terms.rules.tyres {
            return 1;
        }
        let (worn, rain) = (self.is_worn(car, lap), self.weather.is_rain());
        match (car.tyres, rain, worn) {
            (TyreSet::Hard, _, _) | (TyreSet::Rain, true, _) | (TyreSet::Soft, true, false) => 1,
            (TyreSet::Soft, false, false) => 1 + u8::from(self.terms.rules.switches.soft_dry_double),
            (TyreSet::Soft, _, true) | (TyreSet::Rain, false, true) => 3,
            (TyreSet::Rain, false, false) => 2,
        }
    }

    /// Returns the number of spaces that drift adds to a move into a corner (FD-TIR-05).
    #[must_use]
    pub fn drift(&self, index: usize) -> u8 {
        let (rules, car) = (&self.terms.rules, &self.cars[index]);
        if !self.weather.is_rain() || !(rules.tyres || rules.road) {
            return 0;
        }
        if self.terms.has(index, Skill::WeatherFrog) {
            return 1;
        }
        match car.tyres {
            TyreSet::Hard => 3,
            TyreSet::Rain => 1,
            TyreSet::Soft if self.is_worn(car, car.lap) && !rules.switches.worn_soft_drift => 0,
            TyreSet::Soft => 3,
        }
    }

    /// Whether a car may add the optional space of soft tyres (FD-TIR-04).
    #[must_use]
    pub fn has_soft_bonus(&self, car: &Car) -> bool {
        let switches = &self.terms.rules.switches;
        let late = switches.soft_bonus_one_lap && !car.fresh && car.lap >= 2;
        // A technical stop leaves no gear engaged; a slow tyre stop leaves gear 4.
        let leaves_box = car.waits && !(switches.soft_bonus_after_stop && car.gear > 0);
        self.terms.rules.tyres && car.tyres == TyreSet::Soft && !self.weather.is_rain() && !leaves_box && !late
    }

    /// Returns the largest number of wear points that a zone of a car may have: the number that it had at the start.
    #[must_use]
    pub fn limit(&self, car: usize, zone: Zone) -> u8 {
        self.terms.cars[car].wear[zone as usize]
    }
}
