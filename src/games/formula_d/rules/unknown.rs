//! Plays turns with unknown dice: tries every value that a `?` can stand for. A turn in which every `?` is replaced by
//! a value is called a reading. Of readings that lead to the same state, only one is kept (FD-LOG-03).

use super::{play_counting, who};
use crate::game::{IllegalTurn, Played};
use crate::games::formula_d::dice;
use crate::games::formula_d::state::{Effort, State};
use crate::games::formula_d::track::Track;
use crate::games::formula_d::turn::{Chance, Purpose, Turn};
use crate::limits::formula_d::{MAX_READINGS, MAX_READINGS_OF_RACE};

/// The largest number of [`Reading`]s (turns with all dice filled in) that are kept for one turn. Each of them leads to
/// a different state of the race.
const MOST_DISTINCT: usize = 500;

/// A reading: a turn whose unknown dice are filled in with possible values.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The turn with all dice known.
    pub turn: Turn,
    /// The state after the turn.
    pub state: State,
}

/// Returns the results to try for a roll of the black die: at least one result for each effect that the roll can have,
/// whatever the options of the race.
fn candidates(track: &Track, purpose: Purpose) -> Vec<u8> {
    match purpose {
        Purpose::Start => vec![1, 2, 20],
        Purpose::Danger => vec![2, 4, 5, 6],
        Purpose::Mover(_) | Purpose::Other(_) => vec![1, 2, 4, 5],
        Purpose::Motor | Purpose::MotorOf(_) => vec![2, 3, 4, 5],
        Purpose::Pit => vec![2, 4, 6, 8, 10, 11],
        Purpose::Noise => vec![1, 16, 19, 20],
        Purpose::Radio(_) => vec![1, 5, 8, 11, 14, 18],
        Purpose::Weather => weather(track),
        Purpose::Grid => (1..=20).collect(),
    }
}

/// Returns results of the black die: for each kind of weather in the weather chart, the lowest result that gives this
/// weather.
fn weather(track: &Track) -> Vec<u8> {
    let Some(chart) = track.chart() else { return vec![1] };
    (1..=20u8)
        .filter(|result| {
            let place = usize::from(*result) - 1;
            !chart[..place].contains(&chart[place])
        })
        .collect()
}

/// Returns the readings of a turn, always in the same order. Each reading is the turn with values for its unknown dice.
/// There is one reading for each state that the turn can lead to. The list is empty if no value makes the turn legal.
/// Stops after `limit` tries or 500 different readings, and returns the readings found so far.
#[must_use]
pub fn readings(track: &Track, state: &State, turn: &Turn, limit: usize) -> Vec<Reading> {
    let mut found: Vec<Reading> = Vec::new();
    let mut first = None;
    visit(
        track,
        state,
        turn,
        limit,
        &mut |turn, played| {
            if !found.iter().any(|reading| reading.state == played.state) {
                found.push(Reading { turn: turn.clone(), state: played.state });
            }
            found.len() < limit.min(MOST_DISTINCT)
        },
        &mut first,
    );
    found
}

/// The unknown die that most recently got a value from the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    /// The gear die or its second roll. Also stands for the beginning of the search, when no die has a value.
    Gear,
    /// The roll of the black die with this index.
    Roll(usize),
    /// The second weather roll of a driver with the skill Weather Frog.
    Frog,
}

/// Tries every combination of values for the unknown dice of a turn, setting one die after the other. If a combination
/// is refused before it uses a roll of the black die, all other values of that roll give the same result, so they are
/// skipped. Returns the number of combinations played.
fn visit(
    track: &Track,
    state: &State,
    turn: &Turn,
    limit: usize,
    meet: &mut dyn FnMut(&Turn, Played<State>) -> bool,
    first: &mut Option<IllegalTurn>,
) -> usize {
    if let Some(illegal) = who(state, turn) {
        // No value of a die can change whose turn it is.
        first.get_or_insert(illegal);
        return 1;
    }
    let faces = |gear: u8| -> Vec<u8> { dice::weights(gear).map(|(face, _)| face).collect() };
    let mut open = vec![(Settled::Gear, turn.clone())];
    let mut tried = 0;
    while let Some((_, turn)) = open.pop() {
        if tried >= limit {
            break;
        }
        let settled = |value: u8, settle: &dyn Fn(&mut Turn, Chance)| {
            let mut turn = turn.clone();
            settle(&mut turn, Chance::Known(value));
            turn
        };
        let gear = turn.gear.unwrap_or(0);
        let next: Option<(Settled, Vec<Turn>)> = if turn.die == Some(Chance::Unknown) {
            // If there is a second roll, the face of the first makes no difference.
            let faces = if turn.ace.is_some() { faces(gear).into_iter().take(1).collect() } else { faces(gear) };
            let next = faces.into_iter().map(|face| settled(face, &|turn, value| turn.die = Some(value)));
            Some((Settled::Gear, next.collect()))
        } else if turn.ace == Some(Chance::Unknown) {
            let next = faces(gear).into_iter().map(|face| settled(face, &|turn, value| turn.ace = Some(value)));
            Some((Settled::Gear, next.collect()))
        } else if let Some(place) = turn.rolls.iter().position(|roll| roll.value == Chance::Unknown) {
            let values = candidates(track, turn.rolls[place].purpose);
            let next = values.into_iter().map(|value| settled(value, &|turn, value| turn.rolls[place].value = value));
            Some((Settled::Roll(place), next.collect()))
        } else if turn.frog == Some(Chance::Unknown) {
            let values = weather(track);
            let next = values.into_iter().map(|value| settled(value, &|turn, value| turn.frog = Some(value)));
            Some((Settled::Frog, next.collect()))
        } else {
            None
        };
        match next {
            Some((settled, next)) => open.extend(next.into_iter().rev().map(|turn| (settled, turn))),
            None => {
                tried += 1;
                let (played, looked) = play_counting(track, state, &turn);
                open.retain(|(settled, _)| !matches!(settled, Settled::Roll(place) if *place >= looked));
                match played {
                    Ok(played) => {
                        if !meet(&turn, played) {
                            break;
                        }
                    }
                    Err(illegal) => {
                        first.get_or_insert(illegal);
                    }
                }
            }
        }
    }
    tried
}

/// Plays a turn with unknown dice. Returns an error if different legal values of these dice lead to different states.
/// Also returns the race's new effort: the number of combinations that were tried so far.
pub(super) fn play(track: &Track, state: &State, turn: &Turn) -> (Result<Played<State>, IllegalTurn>, Effort) {
    let left = MAX_READINGS_OF_RACE.saturating_sub(state.effort.0 as usize);
    if left == 0 {
        let message = format!(
            "Turn {}.{} has unknown dice and cannot be resolved: the unknown dice of earlier turns allow too many possible races. \
             Fill in the dice of those turns that you know.",
            turn.round, turn.car
        );
        return (Err(IllegalTurn::new("FD-LOG-03", message)), state.effort);
    }
    let mut first = None;
    let mut found: Vec<Played<State>> = Vec::new();
    let tried = visit(
        track,
        state,
        turn,
        MAX_READINGS.min(left),
        &mut |_, played| {
            if !found.iter().any(|other| other.state == played.state) {
                found.push(played);
            }
            found.len() < MOST_DISTINCT
        },
        &mut first,
    );
    let effort = Effort(state.effort.0.saturating_add(u32::try_from(tried).unwrap_or(u32::MAX)));
    let played = match found.len() {
        0 => Err(first.unwrap_or_else(|| {
            IllegalTurn::new(
                "FD-LOG-03",
                format!("Turn {}.{} has unknown dice, but none of their values makes it legal.", turn.round, turn.car),
            )
        })),
        1 => {
            let mut played = found.swap_remove(0);
            played.state.effort = effort;
            Ok(played)
        }
        count => {
            let message = format!(
                "Turn {}.{} is ambiguous: its unknown dice allow {count} different results. Fill in the dice.",
                turn.round, turn.car
            );
            Err(IllegalTurn::new("FD-LOG-03", message))
        }
    };
    (played, effort)
}
