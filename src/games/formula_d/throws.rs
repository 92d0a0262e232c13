//! The dice that decide pieces of a turn.

use serde_json::{Value, json};

use super::dice;
use super::rules::{complete, harmless};
use super::state::State;
use super::track::Track;
use super::turn::{Purpose, Roll, Turn};
use crate::game::Throw;

/// The sides of the dice that decide fields: the start die whether the car stalls, then the gear die (FD-STA-01 to 04).
pub(super) fn sides(turn: &Turn, field: &str) -> Vec<Value> {
    let is_start = turn.rolls.iter().any(|roll| roll.purpose == Purpose::Start);
    let faces = dice::faces(turn.gear.unwrap_or(1));
    match field {
        "skip" if is_start => {
            (1..=dice::BLACK).map(|value| if value == 1 { json!(true) } else { Value::Null }).collect()
        }
        "die" if is_start => {
            // Of the nineteen results that do not stall, one is a great start; the others have the gear die thrown.
            let great = faces.iter().map(|_| Value::Null);
            let normal = (2..dice::BLACK).flat_map(|_| faces.iter().map(|face| json!(face)));
            great.chain(normal).collect()
        }
        "die" => faces.iter().map(|face| json!(face)).collect(),
        _ => Vec::new(),
    }
}

/// The rolls of a turn that no decision depends on; which those are depends on those before them.
fn is_free(roll: &Roll) -> bool {
    roll.purpose != Purpose::Start
}

/// The black dice of a turn, in order.
pub(super) fn throws(track: &Track, state: &State, turn: &Turn) -> Vec<Throw> {
    let Ok((whole, _)) = complete(track, state, turn, &mut |purpose| harmless(purpose)) else { return Vec::new() };
    let free = whole.rolls.iter().filter(|roll| is_free(roll));
    free.map(|roll| Throw {
        words: roll.purpose.words(),
        sides: dice::BLACK,
        face: roll.value.known().unwrap_or(harmless(roll.purpose)),
    })
    .collect()
}

/// The turn with these results of its black dice.
pub(super) fn with_throws(track: &Track, state: &State, turn: &Turn, faces: &[u8]) -> Option<Turn> {
    // What a die shows decides which others fall due: they are thrown one after the other.
    let mut shown = faces.iter();
    let bare = Turn { rolls: turn.rolls.iter().filter(|roll| !is_free(roll)).copied().collect(), ..turn.clone() };
    let mut black = |purpose: Purpose| shown.next().copied().unwrap_or(harmless(purpose));
    complete(track, state, &bare, &mut black).ok().map(|(whole, _)| whole)
}
