//! Plays a turn (sections 3, 5 and 6 of the rules ledger).
//!
//! `act` plays the events of a turn in their order. The modules `begin`, `gears`, `route`, `block`, `slip`, `pit`,
//! `road`, `rolls`, `qualify` and `close` carry out one kind of event each. `typed` accepts the recorded result of an
//! illegal turn. `walk` has the rules for every step of a move, `search` finds all moves, `list` lists them with their
//! costs, `legal` makes turns from the moves, and `unknown` tries the values that a `?` can stand for.

mod act;
mod begin;
mod block;
mod close;
mod cornering;
mod gears;
mod infer;
mod legal;
mod list;
mod lone;
mod order;
mod pit;
mod playing;
mod qualify;
mod reasons;
mod road;
mod rolls;
mod route;
mod search;
mod slip;
mod typed;
mod unknown;
mod walk;

use super::state::{Effort, Phase, Standing, State};
use super::track::Track;
use super::turn::{Purpose, Turn};
use crate::game::{Forced, IllegalTurn, Played};
use playing::Act;

pub use infer::infer;
pub(super) use legal::{harmless, legal_turns, places};
pub use list::{Additions, Move, Moves, Searcher, gears, moves};
pub(super) use lone::{LoneEnd, lone_ends, lone_exits, lone_gears, lone_overshoot};
pub use order::order;
pub(super) use order::{places_and_points, ranks, team_points};
pub(super) use qualify::line_up;
pub use reasons::Unreachable;
pub(super) use rolls::motor_limit;
pub use unknown::{Reading, readings};

/// Plays a turn of Formula D, or returns the rule that it breaks.
pub(super) fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    play_with_effort(track, state, turn).0
}

/// Plays a turn. Also returns the race's new effort: the number of combinations of unknown dice that were tried so far.
fn play_with_effort(track: &Track, state: &State, turn: &Turn) -> (Result<Played<State>, IllegalTurn>, Effort) {
    if turn.has_unknowns() {
        return unknown::play(track, state, turn);
    }
    (play_known(track, state, turn), state.effort)
}

/// Plays a turn whose dice are all known.
fn play_known(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    play_counting(track, state, turn).0
}

/// Plays a turn. Also returns the number of black rolls (rolls of the black die) that were used. If the turn is
/// illegal, this can be fewer than the turn has, because the check stops at the first broken rule and does not read
/// later rolls.
fn play_counting(track: &Track, state: &State, turn: &Turn) -> (Result<Played<State>, IllegalTurn>, usize) {
    if let Some(illegal) = who(state, turn) {
        return (Err(illegal), 0);
    }
    let Some(index) = state.index_of(turn.car) else { return (Err(unknown_car(turn)), 0) };
    let mut act = Act::new(track, state, turn, index, true);
    let played = match state.phase {
        Phase::Qualifying(_) => act.qualify(),
        Phase::Race | Phase::Over => act.race(),
    };
    let looked = act.next_roll;
    (played.map(|()| Played { state: act.state, events: act.events }).map_err(|illegal| *illegal), looked)
}

/// Adds the rolls of the black die that a turn needs but does not have yet, then plays the turn. `black` gives the
/// result of each added roll. A missing stopwatch time is set to 0 seconds. Returns the completed turn, and the state
/// and events after it.
///
/// # Errors
/// Returns the first rule that the turn breaks.
pub fn complete(
    track: &Track,
    state: &State,
    turn: &Turn,
    black: &mut dyn FnMut(Purpose) -> u8,
) -> Result<(Turn, Played<State>), IllegalTurn> {
    if let Some(illegal) = who(state, turn) {
        return Err(illegal);
    }
    let Some(index) = state.index_of(turn.car) else { return Err(unknown_car(turn)) };
    let mut act = Act::new(track, state, turn, index, true);
    act.filler = Some(black);
    let played = match state.phase {
        Phase::Qualifying(_) => act.qualify(),
        Phase::Race | Phase::Over => act.race(),
    };
    played.map_err(|illegal| *illegal)?;
    let seconds = turn.seconds.or(act.filled_seconds);
    let whole = Turn { rolls: std::mem::take(&mut act.filled), seconds, ..turn.clone() };
    Ok((whole, Played { state: act.state, events: act.events }))
}

/// Plays a turn that may be illegal. After an illegal turn, the car stands on the recorded end space and has the
/// recorded wear points (FD-LOG-06).
pub(super) fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
    let (played, effort) = play_with_effort(track, state, turn);
    let illegal = match played {
        Ok(played) => return Forced { played, illegal: None },
        Err(illegal) => illegal,
    };
    let nothing = |illegal| {
        let state = State { effort, ..state.clone() };
        Forced { played: Played { state, events: Vec::new() }, illegal: Some(illegal) }
    };
    let Some(index) = state.index_of(turn.car) else { return nothing(illegal) };
    let is_theirs = match state.phase {
        Phase::Qualifying(car) => usize::from(car) == index,
        Phase::Race => true,
        Phase::Over => false,
    };
    if !turn.is_bounded() || !is_theirs || !state.cars[index].is_racing() || !state.cars[index].is_on_board() {
        return nothing(illegal);
    }
    let mut act = Act::new(track, state, turn, index, false);
    let _ = match state.phase {
        Phase::Qualifying(_) => act.qualify(),
        Phase::Race | Phase::Over => act.race(),
    };
    let (mut after, events) = (act.state, act.events);
    after.effort = effort;
    Forced { played: Played { state: after, events }, illegal: Some(illegal) }
}

fn unknown_car(turn: &Turn) -> IllegalTurn {
    IllegalTurn::new("FD-SET-01", format!("Car {} is not in this race.", turn.car))
}

/// Checks that the car of this recorded turn is the car that must act now (FD-ORD-01, FD-ORD-05, FD-WIN-03, FD-WIN-04,
/// FD-ELI-01).
fn who(state: &State, turn: &Turn) -> Option<IllegalTurn> {
    let Some(index) = state.index_of(turn.car) else { return Some(unknown_car(turn)) };
    let (car, round) = (turn.car, state.round);
    let name = format!("{}.{car}", turn.round);
    if !turn.is_bounded() {
        return Some(IllegalTurn::new(
            "FD-LOG-01",
            format!("Turn {name} cannot be replayed: it has too many entries, or a number that is too large."),
        ));
    }
    if state.phase == Phase::Over {
        return Some(IllegalTurn::new("FD-WIN-03", "The race is over. Delete this turn."));
    }
    match state.cars[index].standing {
        Standing::Finished(_) => {
            return Some(IllegalTurn::new("FD-WIN-04", format!("Car {car} has finished. Delete this turn.")));
        }
        Standing::Out(_) => {
            return Some(IllegalTurn::new("FD-ELI-01", format!("Car {car} is out of the race. Delete this turn.")));
        }
        Standing::Retired(_) => {
            return Some(IllegalTurn::new("FD-ELI-02", format!("Car {car} has retired. Delete this turn.")));
        }
        Standing::Racing => {}
    }
    let has_moved = state.phase == Phase::Race && state.done >> index & 1 == 1;
    if let Some(to_act) = state.to_act().filter(|_| has_moved && turn.round > round) {
        let message =
            format!("Round {round} goes on: it is the turn of car {}, not of car {car}.", state.cars[to_act].car);
        return Some(IllegalTurn::new("FD-ORD-01", message));
    }
    if has_moved || (turn.round < round && turn.round > 0 && turn.round + 1 == round && state.done == 0) {
        let message = format!("Car {car} has already moved in round {}.", turn.round);
        return Some(IllegalTurn::new("FD-ORD-05", message));
    }
    let to_act = state.to_act()?;
    if to_act != index {
        let message = format!("It is the turn of car {}, not of car {car}.", state.cars[to_act].car);
        return Some(IllegalTurn::new("FD-ORD-01", message));
    }
    if turn.round != round {
        let message = format!("Turn {name}: the record says round {}, the replay gives {round}.", turn.round);
        return Some(IllegalTurn::new("FD-LOG-04", message));
    }
    None
}
