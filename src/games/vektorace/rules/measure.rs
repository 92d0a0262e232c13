//! Measuring before the declaration (VR-TURN-04, VR-POW-10).

use super::list::places_from;
use crate::game::{IllegalTurn, Place};
use crate::games::vektorace::{Action, Move, PowerUse, State, Track, Turn};

/// When somebody asks where a gear would lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measuring {
    /// While the game is played: nobody measures before declaring.
    Live,
    /// Afterwards, reading the race: everything may be asked.
    Afterwards,
}

/// Where the car could be put at its next turn, with the table as it is after `turn`, if it declared `gear`.
///
/// # Errors
/// The clause that forbids asking while the game is played, except to a player who uses the tape measure in this very
/// turn; or that refuses the turn itself.
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
            "Nobody measures before declaring: where a gear leads is not shown while the game is played.",
        ));
    }
    if !(1..=5).contains(&gear) {
        return Err(IllegalTurn::new("VR-GEAR-01", format!("There is no gear {gear}: gears run from 1 to 5.")));
    }
    let mut next = match turn.action {
        // The declaration is what is being asked about, so any that is legal will do.
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
