//! Makes the state of a lone driver, and the key that identifies such a state.
//!
//! The state has no other cars, no weather, no flags and no unspent skill slots. The round, the number of stops and the
//! compounds of past laps do not change what the rules allow, so states that differ only in these have the same key.

use std::sync::Arc;

use crate::games::wheel_to_wheel::options::{LARGEST_ROUND_CAP, Strategy};
use crate::games::wheel_to_wheel::setup::DRIVERS;
use crate::games::wheel_to_wheel::state::{Driver, Phase, Spot, State};
use crate::games::wheel_to_wheel::tyres::Plan;

/// Returns the state of one driver of a race, as if the driver were alone from now on.
#[must_use]
pub fn alone(state: &State, index: usize) -> State {
    let seat = index / DRIVERS;
    let mut terms = (*state.terms).clone();
    let mut team = terms.teams[seat].clone();
    team.plans = [team.plans[index % DRIVERS]; DRIVERS];
    (terms.weather, terms.championship, terms.options.round_cap) = (false, None, LARGEST_ROUND_CAP);
    terms.teams = vec![team];
    let is_extra = state.is_extra(index);
    let mut driver = state.drivers[index];
    driver.filled_now &= is_extra;
    let absent = Driver { spot: Spot::Out, ..driver };
    let mut held = state.teams[seat];
    (held.moved, held.six, held.free) = ([false; DRIVERS], false, 0);
    State {
        terms: Arc::new(terms),
        round: 1,
        seat: 0,
        extra: is_extra.then_some(0),
        row: if is_extra { state.row } else { 0 },
        yellow: None,
        rain: None,
        phase: Phase::Racing,
        teams: std::iter::once(held).collect(),
        drivers: [driver, absent].into_iter().collect(),
        ..state.clone()
    }
}

/// Returns the state of the same lone driver with this tyre plan, under options that make the plan binding.
#[must_use]
pub fn bound(lone: &State, plan: Plan) -> State {
    let mut state = lone.clone();
    let mut terms = (*state.terms).clone();
    terms.options.strategy = Strategy::Binding;
    terms.teams.iter_mut().for_each(|team| team.plans = [Some(plan); DRIVERS]);
    state.terms = Arc::new(terms);
    state
}

/// The key that identifies a lone driver's state: everything about the driver that the rules use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Key {
    pub(in super::super) driver: Driver,
    pub(in super::super) row: u8,
    /// Whether the driver must throw again in the same move.
    pub(in super::super) extra: bool,
}

/// Returns the key by which the values of the first driver's state are looked up; `None` for a state without drivers.
pub(in super::super) fn key(state: &State) -> Option<Key> {
    keyed(state, 0)
}

/// Returns the key by which the values of one driver's state are looked up, as if this driver drove alone from now on.
pub(in super::super) fn keyed(state: &State, index: usize) -> Option<Key> {
    let driver = *state.drivers.get(index)?;
    let skills = state.teams.get(index / DRIVERS).map(|team| team.skills);
    let extra = state.is_extra(index);
    // Failed tries matter only if the headset helps after some of them, and sixes in a row only if they can break the
    // engine.
    let helping = skills.and_then(|skills| skills.helping_try());
    let breaking = skills.and_then(|skills| skills.breaking_six());
    let fails = helping.map_or(0, |_| driver.fails);
    let row = if extra { breaking.map_or(0, |_| state.row) } else { 0 };
    let filled_now = driver.filled_now && extra;
    let driver = Driver { landed: 0, die: None, stops: 0, driven: [None; 3], fails, filled_now, ..driver };
    Some(Key { driver, row, extra })
}

/// Returns the state that has this key. Facts that are not part of the key are taken from `like`, a state of the same
/// driver.
pub(in super::super) fn state_of(like: &State, key: Key) -> State {
    let mut state = like.clone();
    state.drivers[0] = key.driver;
    state.row = key.row;
    state.extra = key.extra.then_some(0);
    state
}
