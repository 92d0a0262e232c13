//! The computer drivers of Wheel to Wheel. They rate decisions by the best play of a lone driver (`analysis::Best`).

use std::sync::{Arc, Mutex, PoisonError};

use fnv::FnvHashMap;
use rand::RngExt as _;
use serde_json::{Value, json};

use super::WheelToWheel;
use super::analysis::{Best, Choice, Key, Play as _, Policy, Traffic, alone, keyed};
use super::dice::{Die, FACES};
use super::evaluate::{Kind, kind};
use super::rules::{self, allowed, choices};
use super::setup::DRIVERS;
use super::skills::Icon;
use super::state::{Driver, Spot, State};
use super::track::Track;
use super::turn::{Action, Throw, Turn};
use super::tyres::Set;
use crate::game::{CarId, Dice, Drive, Progress, Rated, View as _};

/// The number of fields that a driver is assumed to move in a turn, if its best play is unknown.
const FIELDS_A_TURN: f64 = 5.5;

/// The decision of a driver before its throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The team spends a skill slot.
    Spend(Icon, u8),
    /// The driver discharges its battery instead of throwing.
    Discharge,
    /// The driver throws this die.
    Throw(Die),
}

/// The result of a decision: a turn without a throw, or the die and the face that were thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// The decision needs no throw, so the whole turn is known.
    Decided(Turn),
    /// The driver threw this die, and it shows this face.
    Thrown(Die, u8),
}

/// The knowledge that all computer drivers of a race share: the best play of a lone driver. The search for it runs once
/// for each garage and each set of skills that occurs in the race.
pub struct Knowledge {
    first: State,
    traffic: Traffic,
    /// The best play of each [`Kind`] of driver that was searched so far; `None` if the search had too many states.
    known: Mutex<FnvHashMap<Kind, Option<Arc<Best>>>>,
}

impl Knowledge {
    /// Returns the best play of a driver with its current skills; `None` if the search has too many states. The result
    /// depends only on the first state of the race and on these skills, not on the order in which races are driven.
    fn best(&self, track: &Track, state: &State, index: usize) -> Option<Arc<Best>> {
        let kind = kind(state, index);
        if let Some(best) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&kind) {
            return best.clone();
        }
        let team = index / DRIVERS;
        let starts: Vec<State> = (team * DRIVERS..(team + 1) * DRIVERS)
            .map(|driver| {
                let mut lone = alone(&self.first, driver);
                if let (Some(own), Some(now)) = (lone.teams.first_mut(), state.teams.get(team)) {
                    own.skills = now.skills;
                }
                lone
            })
            .collect();
        let best = Best::among(track, &starts, self.traffic).ok().map(Arc::new);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(kind, best.clone());
        best
    }

    /// Returns the expected turns that a driver needs from a state of the race.
    fn turns(&self, track: &Track, state: &State, index: usize) -> f64 {
        let driver = &state.drivers[index];
        if !driver.is_racing() {
            return 0.0;
        }
        let table = self.best(track, state, index);
        let found = table.as_deref().and_then(|best| {
            let key = keyed(state, index)?;
            let value = |key: Key| best.turns_of(key).map(|bounds| bounds.at_least);
            // A lone driver never fits wet tyres, so the table has no such state. Wet tyres count as hard ones.
            let dry = Set { compound: driver.set.compound.counts_as(), ..driver.set };
            value(key).or_else(|| value(Key { driver: Driver { set: dry, ..key.driver }, ..key }))
        });
        found.unwrap_or_else(|| {
            let view = WheelToWheel::view(track, state);
            let laps = f64::from(super::draft::LAPS);
            let left = view.cars.get(index).map_or(laps, |car| laps - car.progress);
            left.max(0.0) * f64::from(track.loop_len()) / FIELDS_A_TURN
        })
    }

    /// Returns the expected turns from the state `next` to the finish. Adds 1 for the turn that led to `next`, unless
    /// the driver must throw again in that turn.
    fn after(&self, track: &Track, next: &State, index: usize) -> f64 {
        let driver = &next.drivers[index];
        if driver.finished > 0 {
            return 1.0;
        }
        if matches!(driver.spot, Spot::Out) {
            return super::options::LARGEST_ROUND_CAP.into();
        }
        // An extra throw belongs to the current turn.
        let present = f64::from(u8::from(!next.is_extra(index)));
        present + self.turns(track, next, index)
    }

    fn uses(&self, track: &Track, state: &State, index: usize, die: Die, face: u8) -> Vec<Rated<Turn>> {
        let car = state.car(index);
        let turn = |throw: Throw| {
            let turn = Turn::throw(car, throw);
            let next = rules::next_of_legal(track, state, &turn)?;
            Some(Rated::new(turn, self.after(track, &next, index)))
        };
        let mut rated: Vec<Rated<Turn>> =
            choices(track, state, index, die, face).into_iter().filter_map(turn).collect();
        Rated::sort(&mut rated);
        rated
    }
}

/// Returns the skill slots that the driver's team may spend now.
fn slots(track: &Track, state: &State, index: usize) -> Vec<(Icon, u8)> {
    let team = state.team_of(index);
    if team.free == 0 {
        return Vec::new();
    }
    let slots = Icon::ALL.into_iter().map(|icon| (icon, team.skills.of(icon) + 1));
    slots
        .filter(|(icon, slot)| rules::next(track, state, &Turn::spend(state.car(index), *icon, *slot)).is_some())
        .collect()
}

impl Drive for WheelToWheel {
    type Knowledge = Knowledge;
    type Call = Call;
    type Cast = Cast;

    const ROUNDS_AHEAD: u32 = 4;

    fn learn(track: &Track, first: &State, _: Progress<'_>) -> Option<Knowledge> {
        Some(Knowledge { first: first.clone(), traffic: Traffic::measured(track, first), known: Mutex::default() })
    }

    fn clock(state: &State) -> (u32, Option<CarId>) {
        (state.round, state.to_act().map(|index| state.car(index)))
    }

    fn spread(_: &Knowledge, _: &Track, _: &State) -> f64 {
        0.55
    }

    fn needs(knowledge: &Knowledge, track: &Track, state: &State, car: CarId) -> f64 {
        state.index_of(car).map_or(0.0, |index| knowledge.turns(track, state, index))
    }

    fn calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Call>> {
        let Some(index) = state.to_act() else { return Vec::new() };
        let slots = slots(track, state, index);
        if !slots.is_empty() {
            let spend = |(icon, slot)| {
                let turn = Turn::spend(state.car(index), icon, slot);
                let next = rules::next(track, state, &turn)?;
                Some(Rated::new(Call::Spend(icon, slot), knowledge.turns(track, &next, index)))
            };
            let mut rated: Vec<Rated<Call>> = slots.into_iter().filter_map(spend).collect();
            Rated::sort(&mut rated);
            return rated;
        }
        let mut rated = Vec::new();
        for die in allowed(track, state, index, state.is_extra(index)).list() {
            let mut turns = 0.0;
            for (face, sides) in track.faces().odds(die) {
                let best = knowledge.uses(track, state, index, die, face).first().map_or(f64::MAX, |best| best.turns);
                turns += f64::from(sides) / FACES as f64 * best;
            }
            rated.push(Rated::new(Call::Throw(die), turns));
        }
        let discharge = Turn::discharge(state.car(index));
        if let Some(next) = rules::next(track, state, &discharge) {
            rated.push(Rated::new(Call::Discharge, knowledge.after(track, &next, index)));
        }
        Rated::sort(&mut rated);
        rated
    }

    fn cast(track: &Track, state: &State, call: &Call, dice: &mut Dice) -> Cast {
        let car = state.to_act().map_or(CarId(0), |index| state.car(index));
        match *call {
            Call::Spend(icon, slot) => Cast::Decided(Turn::spend(car, icon, slot)),
            Call::Discharge => Cast::Decided(Turn::discharge(car)),
            Call::Throw(die) => Cast::Thrown(die, track.faces().of(die)[dice.random_range(0..FACES)]),
        }
    }

    fn uses(knowledge: &Knowledge, track: &Track, state: &State, cast: &Cast) -> Vec<Rated<Turn>> {
        match (*cast, state.to_act()) {
            (Cast::Decided(turn), _) => vec![Rated::new(turn, 0.0)],
            (Cast::Thrown(die, face), Some(index)) => knowledge.uses(track, state, index, die, face),
            (Cast::Thrown(..), None) => Vec::new(),
        }
    }

    /// Decides as a beginner: spends a skill slot if the team has one to spend, otherwise uses the battery if it is
    /// full, and otherwise throws the fastest die.
    fn first_thought(_: &Knowledge, track: &Track, state: &State, _: &mut Dice) -> Option<Call> {
        let index = state.to_act()?;
        if let Some((icon, slot)) = slots(track, state, index).first() {
            return Some(Call::Spend(*icon, *slot));
        }
        Some(match Policy::default().choose(track, state)? {
            Choice::Battery => Call::Discharge,
            Choice::Die(die) => Call::Throw(die),
        })
    }

    /// Uses a throw as a beginner: moves if the rules allow it, and stops only if it must.
    fn first_use(_: &Knowledge, track: &Track, state: &State, cast: &Cast) -> Option<Turn> {
        match *cast {
            Cast::Decided(turn) => Some(turn),
            Cast::Thrown(die, face) => {
                let car = state.car(state.to_act()?);
                Policy::default().answer(track, state, die, face).map(|throw| Turn::throw(car, throw))
            }
        }
    }

    fn call_fields(state: &State, call: &Call) -> Value {
        let car = state.to_act().map(|index| state.car(index));
        match call {
            Call::Spend(icon, slot) => json!({"car": car, "kind": "spend", "icon": icon, "slot": slot}),
            Call::Discharge => json!({"car": car, "kind": "discharge"}),
            Call::Throw(die) => json!({"car": car, "kind": "throw", "die": die}),
        }
    }

    fn call_words(call: &Call) -> Option<String> {
        Some(match call {
            Call::Spend(icon, slot) => format!("{} {slot}", icon.name()),
            Call::Discharge => "battery".to_owned(),
            Call::Throw(die) => format!("{} die", die.name()),
        })
    }

    fn cast_of(_: &Track, _: &State, turn: &Turn) -> Option<Cast> {
        match turn.action {
            Action::Throw(throw) => Some(Cast::Thrown(throw.die, throw.face)),
            _ => None,
        }
    }
}
