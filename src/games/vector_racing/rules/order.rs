//! Ends a turn: ranks the racers that finished and decides whether the race goes on (RT-FIN-07, RT-FIN-08,
//! RT-TURN-04).

use std::cmp::Ordering;

use super::ties;
use crate::games::vector_racing::state::{Finish, Phase, Racer, Standing, State};
use crate::games::vector_racing::track::Track;

/// Completes a turn. Ranks the racers that finished in this turn, and decides whether the race goes on. Returns the
/// indices of the racers that finished in this turn.
pub(super) fn settle(track: &Track, state: &mut State) -> Vec<usize> {
    let finished: Vec<usize> = (0..state.racers.len())
        .filter(|index| finish(&state.racers[*index]).is_some_and(|finish| finish.place == 0))
        .collect();
    let home = state.racers.iter().filter(|racer| finish(racer).is_some_and(|finish| finish.place > 0)).count() as u32;
    let terms = state.terms.clone();
    let places: Vec<u32> = finished
        .iter()
        .map(|index| {
            let ahead = finished.iter().filter(|other| {
                let (Some(a), Some(b)) = (finish(&state.racers[**other]), finish(&state.racers[*index])) else {
                    return false;
                };
                ties::compare(track, &terms.rules.ties, a, b) == Ordering::Less
            });
            home + 1 + ahead.count() as u32
        })
        .collect();
    for (index, place) in finished.iter().zip(places) {
        if let Standing::Finished(finish) = &mut state.racers[*index].standing {
            finish.place = place;
        }
    }
    let is_over = !state.racers.iter().any(Racer::is_racing) || (!terms.rules.play_on && !finished.is_empty());
    state.phase = if is_over {
        Phase::Over
    } else if state.turn >= terms.rules.turn_cap {
        Phase::Abandoned
    } else {
        Phase::Racing
    };
    if state.phase == Phase::Racing {
        state.turn += 1;
        state.done = 0;
    }
    finished
}

const fn finish(racer: &Racer) -> Option<&Finish> {
    match &racer.standing {
        Standing::Finished(finish) => Some(finish),
        Standing::Racing | Standing::Out => None,
    }
}

/// Returns the rank of every racer in the race, from 1, in the order of the entry list. Racers that finished in an
/// earlier turn come first. Racers that finished in the turn now being played have no place yet, so they share the next
/// rank. The other racers follow by progress, then by king distance. Racers that are out come last while the race goes
/// on; when it is over, they are placed among those that did not finish
/// (RT-FIN-08). Equal racers share a rank.
pub(in crate::games::vector_racing) fn ranks(track: &Track, state: &State) -> Vec<u32> {
    let key = |racer: &Racer| match finish(racer) {
        Some(finish) if finish.place > 0 => (0, finish.place, 0, 0),
        Some(_) => (1, 0, 0, 0),
        None => {
            let class = if racer.is_racing() || state.phase != Phase::Racing { 2 } else { 3 };
            (class, 0, -i64::from(racer.progress), track.steps_left(racer.at).map_or(i64::MAX, i64::from))
        }
    };
    let keys: Vec<_> = state.racers.iter().map(key).collect();
    keys.iter().map(|own| 1 + keys.iter().filter(|other| *other < own).count() as u32).collect()
}
