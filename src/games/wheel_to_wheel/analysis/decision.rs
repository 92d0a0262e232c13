//! What a decision was worth: what a driver did with a throw against what it could have done, in expected turns to the finish.
//!
//! The others are frozen for the one throw, with what they may do to it (red fields, rain); from then on the driver is looked
//! at alone.

use std::sync::Arc;

use super::chain::{Chain, ChainError, TOO_MUCH};
use super::policy::{Goal, Policy};
use crate::games::wheel_to_wheel::options::LARGEST_ROUND_CAP;
use crate::games::wheel_to_wheel::rules::{self, choices};
use crate::games::wheel_to_wheel::setup::DRIVERS;
use crate::games::wheel_to_wheel::state::{Driver, Phase, Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::Turn;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The expected turns after what was done.
    pub made: f64,
    /// Those after what would have been best.
    pub best: f64,
    /// That.
    pub best_turn: Turn,
}

impl Decision {
    /// The expected turns that were given away.
    #[must_use]
    pub fn lost(&self) -> f64 {
        (self.made - self.best).max(0.0)
    }
}

/// What a legal throw's use was worth in a race; none for a discharge, for a slot that is spent and for a turn that is not
/// legal.
///
/// # Errors
/// Where the board is too large, or the policy has nothing to do, or no end.
pub fn decision(track: &Track, state: &State, turn: &Turn, policy: Policy) -> Result<Option<Decision>, ChainError> {
    let (Some(index), Some(throw)) = (state.index_of(turn.car), turn.as_throw()) else { return Ok(None) };
    let Some(made) = turns_after(track, state, index, turn, policy)? else { return Ok(None) };
    let mut decision = Decision { made, best: made, best_turn: *turn };
    for other in choices(track, state, index, throw.die, throw.face) {
        let other = Turn::throw(turn.car, other);
        if let Some(turns) = turns_after(track, state, index, &other, policy)?.filter(|turns| *turns < decision.best) {
            (decision.best, decision.best_turn) = (turns, other);
        }
    }
    Ok(Some(decision))
}

/// The expected turns of a driver after a turn, the present one counted; none where the turn is not legal.
fn turns_after(
    track: &Track,
    state: &State,
    index: usize,
    turn: &Turn,
    policy: Policy,
) -> Result<Option<f64>, ChainError> {
    let Some(next) = rules::next(track, state, turn) else { return Ok(None) };
    if next.drivers[index].finished > 0 {
        return Ok(Some(1.0));
    }
    // An extra belongs to the present turn.
    let present = f64::from(u8::from(!next.is_extra(index)));
    let chain = Chain::new(track, &alone(&next, index), policy, Goal::Finish)?;
    let turns = chain.distribution();
    if turns.left > TOO_MUCH { Err(ChainError::Endless) } else { Ok(Some(present + turns.mean())) }
}

/// A driver of a race as if it were alone from now on.
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
