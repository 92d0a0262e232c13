//! Measurements before the declaration of a gear (VR-TURN-04, VR-POW-10).

use super::list::places_from;
use crate::game::{IllegalTurn, Place};
use crate::games::vektorace::{Action, Move, PowerUse, State, Track, Turn};

/// The time at which a player measures how far a gear reaches: during the race or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measuring {
    /// During the race, a player measures how far a gear reaches before declaring it. The rules allow this only with
    /// the Super Power tape measure.
    Live,
    /// After the race, a player measures how far a gear reaches, for analysis. This is always allowed.
    Afterwards,
}

/// Returns the points on the board that the car could reach in its next turn if it declared `gear`. Assumes that all
/// pieces stay where they are at the end of `turn`.
///
/// # Errors
/// During the race, returns the clause that forbids measuring, unless the turn uses the Super Power tape measure. Also
/// returns an error if the turn is illegal or the gear does not exist.
pub fn measure(
    track: &Track,
    state: &State,
    turn: &Turn,
    gear: u8,
    when: Measuring,
) -> Result<Vec<Place>, IllegalTurn> {
    let has_tape = matches!(turn.action, Action::Move(Move { powers, .. }) if powers.iter().any(|used| used == PowerUse::TapeMeasure));
    if when == Measuring::Live && !has_tape {
        return Err(IllegalTurn::new(
            "VR-TURN-04",
            "Measuring before declaring is not allowed. The places that a gear can reach are shown after the race.",
        ));
    }
    if !(1..=5).contains(&gear) {
        return Err(IllegalTurn::new("VR-GEAR-01", format!("There is no gear {gear}: gears run from 1 to 5.")));
    }
    let mut next = match turn.action {
        // The result depends only on `gear`, not on the gear that the turn declares. So any legal declaration may
        // complete the turn.
        Action::Move(played) if played.declare.is_none() => {
            let with = |gear| Turn { action: Action::Move(Move { declare: Some(gear), ..played }), ..*turn };
            let first = (1..=5).find_map(|gear| super::play(track, state, &with(gear)).ok());
            first.map_or_else(|| super::play(track, state, turn), Ok)?
        }
        _ => super::play(track, state, turn)?,
    }
    .state;
    let Some(index) = next.index_of(turn.car) else { return Ok(Vec::new()) };
    if !next.cars[index].is_on_table() {
        return Ok(Vec::new());
    }
    next.cars[index].gear = gear;
    let mut places = Vec::new();
    places_from(track, &next, index, &mut places);
    Ok(places)
}
