//! Everything the rules know between two turns.

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
    /// Dry, for good; also where the race has no weather.
    #[default]
    Good,
    /// Dry, changeable.
    Changeable,
    /// Rain, changeable.
    Showers,
    /// Rain, for good.
    Rainy,
}

impl Weather {
    /// Whether it rains.
    #[must_use]
    pub const fn is_rain(self) -> bool {
        matches!(self, Self::Showers | Self::Rainy)
    }

    /// Whether it may change.
    #[must_use]
    pub const fn may_change(self) -> bool {
        matches!(self, Self::Changeable | Self::Showers)
    }

    /// What it is called.
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

/// What a race agreed on about a car.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CarTerms {
    /// Its wear points at the start, the limits of every regain.
    pub wear: [u8; 6],
    /// Its driver's skill.
    pub skill: Option<Skill>,
    /// The space of its pit box; [`NOWHERE`] without one.
    pub pit_box: SpaceIndex,
    /// Its team: teams count from 0 in the order of the list, whatever their numbers.
    pub team: u8,
    /// Its tyres for the race.
    pub tyres: TyreSet,
}

/// What a race agreed on, the same for all its states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The options.
    pub rules: Rules,
    /// How many laps.
    pub laps: u32,
    /// The cars, in the order of the list.
    pub cars: Vec<CarTerms>,
    /// The weather of the race.
    pub race_weather: Weather,
}

impl Terms {
    /// Whether a car has this skill.
    #[must_use]
    pub fn has(&self, car: usize, skill: Skill) -> bool {
        self.cars.get(car).is_some_and(|terms| terms.skill == Some(skill))
    }

    /// The car with a skill.
    #[must_use]
    pub fn with(&self, skill: Skill) -> Option<usize> {
        self.cars.iter().position(|terms| terms.skill == Some(skill))
    }
}

/// How far a car's start is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// It has not rolled its start die.
    Due,
    /// It stalled: it starts in its next turn without another start die (FD-STA-02).
    Stalled,
    /// It has started.
    Done,
}

/// Whether a car races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It does.
    Racing,
    /// It has finished, in this place.
    Finished(u8),
    /// It is eliminated; the number counts cars that left the race from 1.
    Out(u8),
    /// Its player has retired; the number counts as for eliminated cars.
    Retired(u8),
}

impl Standing {
    /// Whether the car is out of the race: eliminated or retired.
    #[must_use]
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Out(_) | Self::Retired(_))
    }
}

/// What a car's qualifying lap came to (FD-QUA-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifying {
    /// Throws of the gear die.
    pub throws: u16,
    /// Overshoot spaces, times the tyres' factor.
    pub overshoot: u16,
    /// The stopwatch, in seconds.
    pub seconds: u32,
    /// Whether the lap failed (FD-QUA-04).
    pub failed: bool,
    /// Whether it is over.
    pub over: bool,
}

impl Qualifying {
    /// Throws, full minutes and overshoot spaces added up.
    #[must_use]
    pub fn score(&self) -> u32 {
        u32::from(self.throws) + self.seconds / 60 + u32::from(self.overshoot)
    }
}

/// A car between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a token of its own on the car's sheet")]
pub struct Car {
    /// Its number.
    pub car: CarId,
    /// The space it stands on; [`NOWHERE`] off the board.
    pub at: SpaceIndex,
    /// The space it stood on last, also when it has left the board.
    pub last: SpaceIndex,
    /// How often it has crossed the finish line.
    pub lap: u16,
    /// The gear engaged; 0 is none.
    pub gear: u8,
    /// Its wear points by zone; the pool of the basic game is the first.
    pub wear: [u8; 6],
    /// Stops made in the corner it stands in.
    pub stops: u8,
    /// How far its start is.
    pub start: Start,
    /// Whether it has spun and faces backwards.
    pub spun: bool,
    /// Its tyres.
    pub tyres: TyreSet,
    /// Whether they were fitted at a pit stop: such a set is never worn.
    pub fresh: bool,
    /// Pit stops made.
    pub pit_stops: u8,
    /// Whether it waits in its box for the next round.
    pub waits: bool,
    /// Whether it has been in its box on this visit to the pit lane.
    pub boxed: bool,
    /// Progress of the pit entry it used, while in the pits.
    pub pit_progress: i32,
    /// Repair points left; with teams the team's store counts.
    pub repairs: u8,
    /// Nitro was used in this lap.
    pub nitro_used: bool,
    /// The die was rolled again in this lap.
    pub ace_used: bool,
    /// Scrap was dropped in this lap.
    pub scrap_used: bool,
    /// The radio is gone.
    pub radio_gone: bool,
    /// Its qualifying lap.
    pub qualifying: Qualifying,
    /// Whether it races.
    pub standing: Standing,
}

impl Car {
    /// Whether it still races.
    #[must_use]
    pub const fn is_racing(&self) -> bool {
        matches!(self.standing, Standing::Racing)
    }

    /// Whether it stands on the board.
    #[must_use]
    pub const fn is_on_board(&self) -> bool {
        self.at != NOWHERE
    }

    /// Wear points of a zone.
    #[must_use]
    pub const fn points(&self, zone: Zone) -> u8 {
        self.wear[zone as usize]
    }
}

/// A contest of the police: who crossed the line in a lap, in order, with the speeds (FD-POL-02).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// The lap.
    pub lap: u16,
    /// Cars by place in the list, with their speeds, in the order of crossing.
    pub crossings: Vec<(u8, u16)>,
    /// Whether the reward was given.
    pub over: bool,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The qualifying lap of the car at this place of the list.
    Qualifying(u8),
    /// The race.
    Race,
    /// Nobody races any more.
    Over,
}

/// How many readings of unknown dice a race has taken so far. It is no part of what a state is: states that differ in
/// nothing else are the same.
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

/// A race between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What the race agreed on.
    pub terms: Arc<Terms>,
    /// What is going on.
    pub phase: Phase,
    /// The round being played, from 1; 0 in qualifying.
    pub round: u32,
    /// The order of the round, by places in the list, fixed at its start (FD-ORD-01).
    pub order: ArrayVec<u8, MAX_CARS>,
    /// Who has moved in this round, as bits by place in the list.
    pub done: u32,
    /// The cars, in the order of the list.
    pub cars: Vec<Car>,
    /// Spaces with damage markers.
    pub markers: SpaceSet,
    /// The weather.
    pub weather: Weather,
    /// The police's contests that are not over, or whose laps some have still to come to.
    pub police: Vec<Contest>,
    /// Repair points left of each team.
    pub team_repairs: Vec<u8>,
    /// How many cars have finished.
    pub finished: u8,
    /// How many are out, eliminated or retired.
    pub out: u8,
    /// What it took to read the turns with unknown dice.
    pub effort: Effort,
}

const _: () = assert!(MAX_CARS <= u32::BITS as usize);

impl State {
    /// The place in the list of the car with this number.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.cars.iter().position(|other| other.car == car)
    }

    /// Whose turn it is, by place in the list.
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

    /// The car on a space, by place in the list.
    #[must_use]
    pub fn on(&self, at: SpaceIndex) -> Option<usize> {
        self.cars.iter().position(|car| car.at == at && at != NOWHERE)
    }

    /// Whether a space is dangerous: marked, or in a road race printed red (FD-DZN-01).
    #[must_use]
    pub fn is_dangerous(&self, track: &Track, at: SpaceIndex) -> bool {
        self.markers.has(at) || (self.terms.rules.road && track.space(at).danger)
    }

    /// How far a car is, in half spaces from the finish line before lap 1 (FD-TRK-02).
    #[must_use]
    pub fn progress(&self, track: &Track, car: usize) -> i32 {
        let car = &self.cars[car];
        if car.at == NOWHERE {
            return 0;
        }
        i32::from(car.lap) * track.lap() + track.space(car.at).rank
    }

    /// Whether a set is worn in a lap (FD-TIR-02).
    #[must_use]
    pub fn is_worn(&self, car: &Car, lap: u16) -> bool {
        self.terms.rules.tyres && !car.fresh && lap >= 3 && self.phase == Phase::Race
    }

    /// What overshoot spaces are multiplied by in a lap (FD-TIR-03).
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

    /// How many spaces a move into a corner is longer for drift (FD-TIR-05).
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

    /// Whether a car may add the soft tyres' space (FD-TIR-04).
    #[must_use]
    pub fn has_soft_bonus(&self, car: &Car) -> bool {
        let switches = &self.terms.rules.switches;
        let late = switches.soft_bonus_one_lap && !car.fresh && car.lap >= 2;
        // A technical stop leaves no gear engaged, a slow tyre stop gear 4.
        let leaves_box = car.waits && !(switches.soft_bonus_after_stop && car.gear > 0);
        self.terms.rules.tyres && car.tyres == TyreSet::Soft && !self.weather.is_rain() && !leaves_box && !late
    }

    /// What the wear points of a zone may not exceed.
    #[must_use]
    pub fn limit(&self, car: usize, zone: Zone) -> u8 {
        self.terms.cars[car].wear[zone as usize]
    }
}
