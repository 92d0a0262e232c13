//! The race to be solved: one car, before its first turn.

use std::sync::Arc;

use super::super::options::{Preset, Rules, TyreSet};
use super::super::setup::{CarEntry, Setup};
use super::super::spaces::SpaceSet;
use super::super::start::start;
use super::super::state::{Phase, State, Weather};
use super::super::track::{NOWHERE, SpaceIndex, Track};
use crate::game::{CarId, Issue};

/// The problem for the solver: a race of a lone car.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The state of the race before its first turn, with one car.
    pub(super) race: State,
    /// The sets of tyres that the car may begin with.
    pub(super) sets: Vec<TyreSet>,
    /// Whether the weather of the model stays the same although it may change in the real race.
    is_steady: bool,
    /// The number of turns that an elimination costs. The result of a race that ends with an elimination is this number
    /// plus the turns already driven.
    pub out: f64,
}

impl Question {
    /// Creates the solver's problem for a setup with one car.
    ///
    /// # Errors
    /// Returns the errors of the setup: the number of laps, wear points or options that the rules refuse.
    pub fn new(track: &Track, setup: &Setup) -> Result<Self, Vec<Issue>> {
        let setup = Setup { rules: Rules { qualifying: false, ..setup.rules.clone() }, ..setup.clone() };
        Ok(Self::of(track, &start(track, &setup)?))
    }

    /// Creates the solver's problem for the race of a stock car (standard wear points) from pole over this number of
    /// laps, with pit stops.
    ///
    /// # Errors
    /// Returns an error if the number of laps is outside the limits.
    pub fn stock(track: &Track, laps: u32) -> Result<Self, Vec<Issue>> {
        Self::new(track, &Setup { laps, cars: vec![CarEntry::new(CarId(1), "")], ..Setup::default() })
    }

    /// Creates the solver's problem for a race of the basic game from pole over this number of laps.
    ///
    /// # Errors
    /// Returns an error if the number of laps is outside the limits.
    pub fn basic(track: &Track, laps: u32) -> Result<Self, Vec<Issue>> {
        let rules = Rules { preset: Preset::Basic, ..Rules::default() };
        Self::new(track, &Setup { laps, rules, cars: vec![CarEntry::new(CarId(1), "")], ..Setup::default() })
    }

    /// Creates the solver's problem for a lone car under the rules of a race with several cars. The lone car stands for
    /// all cars of that race. In each zone it has as many wear points as the car that has the most points in this zone.
    /// It may begin with any set of tyres that one of the cars has. Its pit box is the box of the first car.
    #[must_use]
    pub fn of(track: &Track, first: &State) -> Self {
        let mut race = first.clone();
        let mut sets: Vec<TyreSet> = first.terms.cars.iter().map(|car| car.tyres).collect();
        sets.sort_unstable();
        sets.dedup();
        let wear = [0, 1, 2, 3, 4, 5].map(|zone| first.terms.cars.iter().map(|car| car.wear[zone]).max().unwrap_or(0));
        race.cars.truncate(1);
        let terms = Arc::make_mut(&mut race.terms);
        terms.cars.truncate(1);
        terms.cars[0].wear = wear;
        // Skills and driver cards are not part of the model.
        terms.cars[0].skill = None;
        let car = &mut race.cars[0];
        (car.wear, car.tyres) = (wear, race.terms.cars[0].tyres);
        if matches!(race.phase, Phase::Qualifying(_)) {
            // After qualifying the race begins on the grid.
            car.at = track.slots().first().copied().unwrap_or(car.at);
            race.weather = race.terms.race_weather;
        }
        (race.phase, race.round, race.done) = (Phase::Race, 1, 0);
        race.order = std::iter::once(0).collect();
        race.markers = SpaceSet::default();
        race.team_repairs = Vec::new();
        let out = first_gear(track, race.terms.laps);
        Self { race, sets, is_steady: false, out }
    }

    /// Returns the same race without pit stops: the car may not enter the pit lane.
    #[must_use]
    pub fn without_stops(&self) -> Self {
        let mut question = self.clone();
        Arc::make_mut(&mut question.race.terms).cars[0].pit_box = NOWHERE;
        question
    }

    /// Returns a copy of this race in which the car has the pit box `number`. If there is no box with this number, the
    /// pit lane is closed in the copy.
    #[must_use]
    pub fn in_box(&self, track: &Track, number: u32) -> Self {
        let mut question = self.clone();
        let found = track.boxes().iter().find(|(other, _)| *other == number);
        Arc::make_mut(&mut question.race.terms).cars[0].pit_box = found.map_or(NOWHERE, |(_, at)| *at);
        question
    }

    /// Returns a copy of this race in weather that does not change: it stays dry or wet, as it is at the start.
    #[must_use]
    pub fn in_steady_weather(&self) -> Self {
        let mut question = self.clone();
        let weather = &mut question.race.weather;
        question.is_steady = weather.may_change();
        *weather = if weather.is_rain() { Weather::Rainy } else { Weather::Good };
        question
    }

    /// Whether the car may stop in a pit box.
    #[must_use]
    pub fn has_stops(&self) -> bool {
        let (terms, rules) = (&self.race.terms, &self.race.terms.rules);
        terms.cars[0].pit_box != NOWHERE && !rules.is_basic() && !rules.road && terms.laps > 1
    }

    /// Whether the race uses the rules of the basic game.
    #[must_use]
    pub fn is_basic(&self) -> bool {
        self.race.terms.rules.is_basic()
    }

    /// The weather at the start of the race.
    #[must_use]
    pub const fn weather(&self) -> Weather {
        self.race.weather
    }

    /// The car's tyres at the start of the race.
    #[must_use]
    pub fn tyres(&self) -> TyreSet {
        self.race.cars[0].tyres
    }

    /// Whether the rules let players choose tyres.
    #[must_use]
    pub fn has_tyres(&self) -> bool {
        self.race.terms.rules.tyres
    }

    /// The number of laps of the race.
    #[must_use]
    pub fn laps(&self) -> u16 {
        self.race.terms.laps.min(u32::from(u16::MAX)) as u16
    }

    /// The car's wear points at the start, one number for each zone. In the basic game, the first number is the car's
    /// single pool of wear points.
    #[must_use]
    pub fn wear(&self) -> [u8; 6] {
        self.race.terms.cars[0].wear
    }

    /// The grid space on which the car starts.
    #[must_use]
    pub fn grid(&self) -> SpaceIndex {
        self.race.cars[0].at
    }

    /// The space of the car's box; [`NOWHERE`] if the pit lane is closed.
    pub(super) fn pit_box(&self) -> SpaceIndex {
        if self.has_stops() { self.race.terms.cars[0].pit_box } else { NOWHERE }
    }

    /// Returns a list of phrases. Each names a rule that the model leaves out although it could change the result. The
    /// list is empty if there are no such rules.
    #[must_use]
    pub fn left_out(&self) -> Vec<&'static str> {
        let rules = &self.race.terms.rules;
        let mut left = Vec::new();
        let mut say = |holds: bool, words| {
            if holds {
                left.push(words);
            }
        };
        say(
            !rules.is_basic() && self.laps() > 1,
            "danger rolls on the car's own damage markers (they can only make the race longer)",
        );
        say(rules.pit_options && self.has_stops(), "technical stops and repairs");
        say(rules.teams && !rules.pit_options && self.has_stops(), "repairs with the team's repair points");
        say(self.is_steady, "changes of the weather");
        say(rules.road, "nitro, skills and road markings");
        say(rules.road && self.laps() > 1, "the new tyres and repairs of the checkpoint");
        left
    }

    /// Returns the largest possible number of wear points in each of the solver's four zones: tyres, brakes (or the
    /// common pool of the basic game), gearbox and engine.
    pub(super) fn most(&self) -> [u8; 4] {
        let wear = self.wear();
        if self.race.terms.rules.is_basic() { [0, wear[0], 0, 0] } else { [wear[0], wear[1], wear[2], wear[4]] }
    }

    /// Returns the number of combinations of wear points that the solver distinguishes.
    pub(super) fn combinations(&self) -> u64 {
        self.most().iter().map(|most| u64::from(*most) + 1).product()
    }
}

/// Returns the expected number of turns of a whole race in first gear, but at least 200. A lone car that drives well to
/// the finish needs fewer turns.
fn first_gear(track: &Track, laps: u32) -> f64 {
    let lap = f64::from(track.lap()) / 2.0;
    let turns = (f64::from(laps) + 1.0) * lap / super::super::dice::mean(1);
    turns.ceil().max(200.0)
}
