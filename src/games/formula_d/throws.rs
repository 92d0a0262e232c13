//! Lets other modules roll the dice of a turn. Lists the results that each die can have, lists the rolls of the black
//! die that the turn needs, and puts new results into the turn.

use serde_json::{Value, json};

use super::dice;
use super::rules::{complete, harmless};
use super::state::State;
use super::track::Track;
use super::turn::{Purpose, Roll, Turn};
use crate::game::Throw;

/// Returns the values that a field of the turn can get from a die: one value for each side of the die. The list is
/// empty if no die decides the field. The start die decides the field `skip` (stall or no stall), and the gear die
/// decides the field `die` (FD-STA-01 to 04).
pub(super) fn sides(turn: &Turn, field: &str) -> Vec<Value> {
    let is_start = turn.rolls.iter().any(|roll| roll.purpose == Purpose::Start);
    let faces = dice::faces(turn.gear.unwrap_or(1));
    match field {
        "skip" if is_start => {
            (1..=dice::BLACK).map(|value| if value == 1 { json!(true) } else { Value::Null }).collect()
        }
        "die" if is_start => {
            // Of the 19 results that do not stall, one is a great start; after the other 18 the gear die is rolled.
            let great = faces.iter().map(|_| Value::Null);
            let normal = (2..dice::BLACK).flat_map(|_| faces.iter().map(|face| json!(face)));
            great.chain(normal).collect()
        }
        "die" => faces.iter().map(|face| json!(face)).collect(),
        _ => Vec::new(),
    }
}

/// Whether the result of a roll can be replaced while the player's decisions stay the same. This is true for every roll
/// except the start die.
fn is_free(roll: &Roll) -> bool {
    roll.purpose != Purpose::Start
}

/// Returns the rolls of the black die that a turn needs, in order. The roll of the start die is not included.
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

/// Returns the turn with these results for its rolls of the black die. If there are more results than rolls, ignores
/// the surplus results.
pub(super) fn with_throws(track: &Track, state: &State, turn: &Turn, faces: &[u8]) -> Option<Turn> {
    let bare = Turn { rolls: turn.rolls.iter().filter(|roll| !is_free(roll)).copied().collect(), ..turn.clone() };
    let roll = |bare: &Turn| {
        // The rolls are made one after the other, because the result of a roll may decide which rolls follow.
        let mut shown = faces.iter();
        let mut black = |purpose: Purpose| shown.next().copied().unwrap_or(harmless(purpose));
        complete(track, state, bare, &mut black).ok().map(|(whole, _)| whole)
    };
    // The recorded end spaces fit only the recorded results of the dice. With other results the car may end elsewhere:
    // after a quick stop the car leaves its box at once (FD-PIT-05), after a slow one it stays (FD-PIT-06).
    roll(&bare).or_else(|| roll(&Turn { ends: Vec::new(), ..bare.clone() }))
}
