//! Plays a turn (rules ledger, section 4).

mod act;
mod advance;
mod check;
mod drive;
mod events;
mod explain;
mod fault;
mod fit;
mod list;
mod permit;
mod places;

use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::{Forced, IllegalTurn, Played};

pub use act::{Landing, Report};
pub(super) use list::{choices, legal_turns};
pub use permit::{Allowed, BlueOnly, Why, allowed, blue_only, forced, slipstream};
pub(super) use places::places;

/// Returns the state after a turn, or an error with the rule that the turn breaks.
pub(super) fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    match check::check(track, state, turn) {
        Ok(()) => Ok(carry_out(track, state, turn)),
        Err(fault) => Err(fault.explain(track, state, turn)),
    }
}

/// Plays a turn even if it is illegal. Returns the state after the turn and, for an illegal turn, the rule that it
/// breaks.
pub(super) fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
    let illegal = check::check(track, state, turn).err().map(|fault| fault.explain(track, state, turn));
    Forced { illegal, played: carry_out(track, state, turn) }
}

/// Returns the number that the rules ledger gives to the error message for this turn, such as `E13`. `None` for a legal
/// turn, and for an error without a numbered message.
pub(super) fn code(track: &Track, state: &State, turn: &Turn) -> Option<&'static str> {
    check::check(track, state, turn).err().and_then(fault::Fault::code)
}

/// Returns a report of an entry of the race record (such as a throw), whether the entry is legal or not. The report
/// contains the route, the effects, the allowed dice, and the reason for a forced stop. Returns `None` if the car is
/// not in the race.
pub(super) fn report(track: &Track, state: &State, turn: &Turn) -> Option<Report> {
    act::act(track, state, turn).map(|done| done.report)
}

/// Returns the state after a turn, without its events, for code that plays many races; `None` if the turn is illegal.
pub(super) fn next(track: &Track, state: &State, turn: &Turn) -> Option<State> {
    check::check(track, state, turn).ok()?;
    next_of_legal(track, state, turn)
}

/// Returns the next state after a turn that is known to be legal; `None` if the car is not in the race.
pub(super) fn next_of_legal(track: &Track, state: &State, turn: &Turn) -> Option<State> {
    act::act(track, state, turn).map(|done| done.state)
}

fn carry_out(track: &Track, state: &State, turn: &Turn) -> Played<State> {
    match act::act(track, state, turn) {
        Some(act::Done { state: next, report }) => {
            let events = events::events(track, state, &next, &report);
            Played { state: next, events }
        }
        None => Played { state: state.clone(), events: Vec::new() },
    }
}
