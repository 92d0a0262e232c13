//! Inference: takes a turn of which only a part is known, and finds the complete turns that agree with that part
//! (section 5.2 of the rules ledger).

use super::legal::bare_turns;
use super::{complete, readings};
use crate::games::formula_d::state::State;
use crate::games::formula_d::track::Track;
use crate::games::formula_d::turn::{Chance, Turn};

/// Finds the turns of the car to act that agree with `known`, a turn of which only a part is known. In `known`, 0
/// spaces or 0 brakes mean that the number is unknown. If several turns lead to the same state, returns only the first
/// of them. Returns at most `limit` turns. If there is exactly one, the known part determines the turn. If there are
/// several, the known part is ambiguous. If `known` lacks a roll of the black die, a result that harms no car is
/// assumed.
#[must_use]
pub fn infer(track: &Track, state: &State, known: &Turn, limit: usize) -> Vec<Turn> {
    let fits = |turn: &Turn| {
        let is_same = |known: Option<Chance>, other: Option<Chance>| {
            known.is_none_or(|known| known == Chance::Unknown) || known == other
        };
        turn.car == known.car
            && turn.skip == known.skip
            && (known.gear.is_none() || known.gear == turn.gear)
            && is_same(known.die, turn.die)
            && (known.spaces == 0 || known.spaces == turn.spaces)
            && (known.brakes == 0 || known.brakes == turn.brakes)
            && (known.blocked.is_none() || known.blocked == turn.blocked)
            && (known.ends.is_empty() || known.ends.last() == turn.ends.last())
            && (known.slips.is_empty() || known.slips == turn.slips)
    };
    let mut found: Vec<(Turn, State)> = Vec::new();
    for turn in bare_turns(track, state).into_iter().filter(fits) {
        if found.len() >= limit {
            break;
        }
        let rolls = if known.rolls.is_empty() { turn.rolls.clone() } else { known.rolls.clone() };
        let whole = Turn { rolls, wear: known.wear, ..turn };
        let played = if whole.has_unknowns() {
            readings(track, state, &whole, 1).pop().map(|reading| reading.state)
        } else {
            complete(track, state, &whole, &mut |purpose| super::legal::harmless(purpose))
                .ok()
                .map(|(_, played)| played.state)
        };
        if let Some(after) = played
            && !found.iter().any(|(_, other)| *other == after)
        {
            found.push((whole, after));
        }
    }
    found.into_iter().map(|(turn, _)| turn).collect()
}
