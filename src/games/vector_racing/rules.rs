//! Plays the entries of a turn (rules ledger, sections 4 to 8).
//!
//! All racers move at the same time: every racer that is still racing has one entry per turn, in the order of the entry
//! list. Each entry is carried out immediately, not at the end of the turn, because racers never affect each other
//! (RT-TURN-02). So each entry has its own events and its own errors. Places, ties and the end of the race depend on
//! all racers, so they are decided with the last entry of the turn. A recorded race has no secret moves. Before the
//! moves of a turn are recorded, [`Round`] collects them secretly until every player has handed in a move (RT-TURN-01).

mod act;
mod crash;
mod damage;
mod moves;
mod order;
mod round;
mod ties;

use std::borrow::Cow;

use super::state::{Phase, State};
use super::track::Track;
use super::turn::{Action, Turn};
use crate::game::{Evidence, Forced, IllegalTurn, LegalTurn, Place, Played};

pub use act::{Accident, Incident, Report, Stretch};
pub(super) use act::{CRASH, OBJECT, report};
pub(super) use crash::place;
pub(super) use damage::{damage as damage_of, first_life, roots_left};
pub use moves::{legal_moves, legal_moves_of};
pub(super) use order::ranks;
pub use round::Round;

/// Plays the recorded turn of one racer; returns an error if the turn is illegal.
pub(super) fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    match check(track, state, turn) {
        None => Ok(act::act(track, state, turn)),
        Some(illegal) => Err(illegal),
    }
}

/// Plays the recorded turn of one racer, legal or not, and also returns the first rule that it breaks.
pub(super) fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
    Forced { illegal: check(track, state, turn), played: act::act(track, state, turn) }
}

/// Returns the first rule that a racer's turn breaks; `None` if the turn is legal.
fn check(track: &Track, state: &State, turn: &Turn) -> Option<IllegalTurn> {
    let name = format!("Racer {}", turn.car);
    let Some(index) = state.index_of(turn.car) else {
        return Some(IllegalTurn::new("RT-SET-02", format!("{name} is not in this race.")));
    };
    let racer = &state.racers[index];
    if state.phase != Phase::Racing {
        return Some(IllegalTurn::new("RT-TURN-04", "The race is over."));
    }
    if !racer.is_racing() {
        let how = if matches!(racer.standing, super::state::Standing::Out) { "out" } else { "finished" };
        return Some(IllegalTurn::new("RT-TURN-03", format!("{name} is {how} and has no move.")));
    }
    if state.to_act() != Some(index) {
        let waiting: Vec<String> = (0..state.racers.len())
            .filter(|other| state.is_due(*other) && (*other < index || state.done >> index & 1 == 1))
            .map(|other| format!("racer {}", state.racers[other].car))
            .collect();
        let has_moved =
            if state.done >> index & 1 == 1 { format!("{name} has already moved. ") } else { String::new() };
        let message = format!("{has_moved}Still waiting for {}.", waiting.join(", "));
        return Some(IllegalTurn::new("RT-TURN-01", message));
    }
    match (turn.action, racer.lost) {
        (Action::Lost, 0) => Some(IllegalTurn::new("RT-TURN-03", format!("{name} has no turn to miss: it must move."))),
        (Action::Lost, _) => None,
        (Action::Move(velocity), 0) => moves::refusal(&state.terms.rules, racer, velocity).map(|illegal| {
            let from = racer.at.map(f64::from);
            let to = [0, 1].map(|axis| f64::from(racer.at[axis]) + f64::from(velocity[axis]));
            illegal
                .with([Evidence::Line { from, to }, Evidence::Shape { outline: choice_outline(track, state, index) }])
        }),
        (Action::Move(_), lost) => {
            Some(IllegalTurn::new("RT-TURN-03", format!("{name} must miss this turn. Turns left to miss: {lost}.")))
        }
    }
}

/// Returns the outline of the area in which the racer's usual moves end. The board shows it when a move is refused.
fn choice_outline(_: &Track, state: &State, index: usize) -> Vec<[f64; 2]> {
    let racer = &state.racers[index];
    let middle = [0, 1].map(|axis| f64::from(racer.at[axis]) + f64::from(racer.base[axis]));
    let reach = if racer.force { 0.25 } else { 1.25 };
    [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]]
        .map(|[x, y]| [middle[0] + x, middle[1] + y])
        .to_vec()
}

/// Returns all legal turns of the racer to act.
fn turns(state: &State) -> Vec<Turn> {
    let Some(racer) = state.to_act().map(|index| &state.racers[index]) else { return Vec::new() };
    if racer.lost > 0 {
        return vec![Turn::lost(racer.car)];
    }
    legal_moves(&state.terms.rules, racer).into_iter().map(|velocity| Turn::go(racer.car, velocity)).collect()
}

/// Returns all legal turns of the racer to act, each with the point where it ends, sorted by the move (rules ledger,
/// section 11).
pub(super) fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
    turns(state)
        .into_iter()
        .map(|turn| {
            let end = report(track, state, &turn).map(|report| report.end);
            let at = end.unwrap_or_default().map(f64::from);
            LegalTurn { turn, cost: Cow::default(), at, dir: None, at_once: true }
        })
        .collect()
}

/// Returns the end points of all legal moves of the racer to act. There are usually nine; oil, speed-ups and slow-downs
/// change this number. Objects and walls on the path are ignored.
pub(super) fn places(track: &Track, state: &State) -> Vec<Place> {
    const HALF: f64 = 0.4;
    let Some(index) = state.to_act() else { return Vec::new() };
    let racer = &state.racers[index];
    turns(state)
        .into_iter()
        .map(|turn| {
            let velocity = match turn.action {
                Action::Move(velocity) => velocity,
                Action::Lost => [0, 0],
            };
            let at = [0, 1].map(|axis| f64::from(racer.at[axis]) + f64::from(velocity[axis]));
            let report = report(track, state, &turn);
            let words = report.as_ref().map_or_else(String::new, |report| report.words(state.terms.rules.y_axis));
            Place {
                at,
                dir: None,
                outline: [[-HALF, 0.0], [0.0, -HALF], [HALF, 0.0], [0.0, HALF]]
                    .map(|[x, y]| [at[0] + x, at[1] + y])
                    .to_vec(),
                words,
                cost: Vec::new(),
                costs: Vec::new(),
                crash: report.and_then(|report| report.crash_words()),
                illegal: None,
                ways: serde_json::to_value(turn).into_iter().collect(),
            }
        })
        .collect()
}
