//! How a recorded race compares with the quickest, entry by entry (ledger, section 11: regret).

use serde::Serialize;

use super::report::{Question, Seed, Watch};
use super::turns_from;
use crate::game::CarId;
use crate::games::vector_racing::rules;
use crate::games::vector_racing::state::{Racer, Standing, State};
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// What an entry loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The entry, from 1.
    pub entry: usize,
    /// The turn it belongs to, from 1.
    pub round: u32,
    /// Who.
    pub car: CarId,
    /// Turns still needed before it, without crashing; none where nothing reaches the finish.
    pub before: Option<u32>,
    /// And after it.
    pub after: Option<u32>,
    /// 1 + after - before: 0 for a move that loses nothing.
    pub lost: Option<i64>,
}

/// What each entry of a race loses, from its first state on; `None` where it was stopped. Lost turns are put down to the
/// crash that causes them.
#[must_use]
pub fn losses(track: &Track, first: &State, turns: &[Turn], watch: Watch<'_>) -> Option<Vec<Loss>> {
    losses_told(track, first, turns, Question::of(track).states, &|_| (), watch.stop)
}

/// The same, keeping no more than so many states for each search; `told` hears which entry comes next.
pub(in crate::games::vector_racing) fn losses_told(
    track: &Track,
    first: &State,
    turns: &[Turn],
    states: u64,
    told: &dyn Fn(usize),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Loss>> {
    let watch = Watch { tell: &|_| (), stop };
    let question = Question {
        states,
        rules: first.terms.rules.clone(),
        laps: first.terms.laps,
        with_crashes: false,
        routes: false,
        ..Question::of(track)
    };
    let needed = |racer: &Racer| match racer.standing {
        Standing::Finished(_) => Some(0),
        Standing::Out => None,
        Standing::Racing => turns_from(track, &question, Seed::racer(racer), watch).map(|turns| turns + racer.lost),
    };
    let mut state = first.clone();
    let mut left: Vec<Option<u32>> = state.racers.iter().map(needed).collect();
    let mut found = Vec::with_capacity(turns.len());
    for (entry, turn) in (1..).zip(turns) {
        told(entry);
        if (watch.stop)() {
            return None;
        }
        let round = state.turn;
        state = rules::force(track, &state, turn).played.state;
        let Some(index) = state.index_of(turn.car) else { continue };
        let before = left[index];
        let after = needed(&state.racers[index]);
        left[index] = after;
        let lost = before.zip(after).map(|(before, after)| 1 + i64::from(after) - i64::from(before));
        found.push(Loss { entry, round, car: turn.car, before, after, lost });
    }
    Some(found)
}
