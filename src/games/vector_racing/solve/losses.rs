//! Finds the number of turns that each entry of a recorded race lost compared with the best move (rules ledger, section
//! 11: regret).

use serde::Serialize;

use super::report::{Progress, Question, Seed};
use super::way_from;
use crate::game::CarId;
use crate::games::vector_racing::options::{LARGEST_TURN_CAP, Rules};
use crate::games::vector_racing::rules;
use crate::games::vector_racing::state::{Racer, Standing, State};
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// The comparison of a recorded entry (one racer's turn) with the best move, and the number of turns that the entry
/// lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The entry's number in the record, from 1.
    pub entry: usize,
    /// The number of the turn to which the entry belongs, from 1.
    pub round: u32,
    /// The racer's number.
    pub car: CarId,
    /// The number of turns that the racer needs to finish from its state before this entry, turns lost in crashes
    /// included. `None` if the finish cannot be reached or the number is not proved.
    pub before: Option<u32>,
    /// The number of turns that the racer needs to finish from its state after this entry, turns lost in crashes
    /// included. `None` if the finish cannot be reached or the number is not proved.
    pub after: Option<u32>,
    /// The number of turns that the racer lost by this entry: 1 + `after` - `before`. It is 0 for a best move, and
    /// `None` if `before` or `after` is `None`.
    pub lost: Option<i64>,
    /// The best move; `None` if the racer made a best move or no best move is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<[i32; 2]>,
}

/// Compares each recorded entry (one racer's turn) of a race with the best move, and returns the number of turns that
/// each entry lost. `first` is the first state of the race. Turns that a racer misses after a crash count as lost by
/// the entry that crashed. The search ignores the turn limit of the race. Returns `None` if `progress` stopped the
/// search.
#[must_use]
pub fn losses(track: &Track, first: &State, turns: &[Turn], progress: Progress<'_>) -> Option<Vec<Loss>> {
    losses_reported(track, first, turns, Question::of(track).states, &|_| (), progress.stop)
}

/// Does the same as [`losses`], but each search stores at most `states` states, and `report` is called with the number
/// of each entry before it is examined. Returns `None` if `stop` returns true.
pub(in crate::games::vector_racing) fn losses_reported(
    track: &Track,
    first: &State,
    turns: &[Turn],
    states: u64,
    report: &dyn Fn(usize),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Loss>> {
    let progress = Progress { stop, ..Progress::SILENT };
    let question = Question {
        states,
        // A position is compared with the race from it to the finish, even if the race is abandoned before.
        rules: Rules { turn_cap: LARGEST_TURN_CAP, ..first.terms.rules.clone() },
        laps: first.terms.laps,
        with_crashes: true,
        ..Question::of(track)
    };
    // Returns the number of turns that a racer needs, and the first move of a fastest route.
    let needed = |index: usize, racer: &Racer| match racer.standing {
        Standing::Finished(_) => (Some(0), None),
        Standing::Out => (None, None),
        Standing::Racing => {
            let home = first.terms.starts.get(index).copied();
            let question = Question { home, life: Some(racer.life.clone()), ..question.clone() };
            let way = way_from(track, &question, Seed::racer(racer), progress);
            (way.map(|(turns, _)| turns + racer.lost), way.and_then(|(_, first)| first).filter(|_| racer.lost == 0))
        }
    };
    let mut state = first.clone();
    let mut left: Vec<_> = state.racers.iter().enumerate().map(|(index, racer)| needed(index, racer)).collect();
    let mut found = Vec::with_capacity(turns.len());
    for (entry, turn) in (1..).zip(turns) {
        report(entry);
        if (progress.stop)() {
            return None;
        }
        let round = state.turn;
        state = rules::force(track, &state, turn).played.state;
        let Some(index) = state.index_of(turn.car) else { continue };
        let (before, best) = left[index];
        left[index] = needed(index, &state.racers[index]);
        let after = left[index].0;
        let lost = before.zip(after).map(|(before, after)| 1 + i64::from(after) - i64::from(before));
        let better = best.filter(|_| lost != Some(0));
        found.push(Loss { entry, round, car: turn.car, before, after, lost, better });
    }
    Some(found)
}
