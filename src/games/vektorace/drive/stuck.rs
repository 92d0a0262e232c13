//! Rates the turns of a car that would have no legal move even if it were alone on the track. Such a car takes a
//! penalty in each turn and may rotate on the spot (VR-LEGAL-04, VR-PEN-03). This goes on until it has a legal move.

use std::collections::VecDeque;

use fnv::FnvHashSet;

use super::{Knowledge, OUT, played};
use crate::game::Rated;
use crate::games::vektorace::rules;
use crate::games::vektorace::state::{Car, Standing, State};
use crate::games::vektorace::track::Track;
use crate::games::vektorace::turn::{Action, Turn};

/// The search tries at most this number of situations of a stuck car. Few are possible: they differ only in the car's
/// heading (one of eight), its gear, and the marks that attacks left on it.
const MOST: usize = 64;

impl Knowledge {
    /// Rates the turns of a car that can only stand still, even if all other cars are removed. Returns `None` if the
    /// car can move, or if only other cars block it. If the car can never move again, rates only the turn in which it
    /// concedes; returns `None` if it may not concede.
    pub(super) fn stuck(
        &self,
        track: &Track,
        state: &State,
        index: usize,
        turns: &[(Turn, State)],
    ) -> Option<Vec<Rated<Turn>>> {
        if turns.is_empty() || !turns.iter().all(|(turn, _)| stands(turn)) || moves(track, &alone(state, index)) {
            return None;
        }
        let rate = |(turn, after): &(Turn, State)| Some(Rated::new(*turn, 1.0 + self.rest(track, after, index)?));
        let mut rated: Vec<Rated<Turn>> = turns.iter().filter_map(rate).collect();
        Rated::sort(&mut rated);
        if rated.is_empty() {
            let listed = rules::legal_turns(track, state).into_iter().map(|legal| legal.turn);
            let retires = |turn: &Turn| matches!(turn.action, Action::Withdraw);
            rated.extend(listed.filter(retires).map(|turn| Rated::new(turn, OUT)));
        }
        Some(rated).filter(|rated| !rated.is_empty())
    }

    /// Returns the number of turns to the finish for a car that is alone on the track and has no legal move. Counts the
    /// turns in which the car only rotates on the spot. Returns `None` if no rotation gives the car a legal move. If
    /// the car can get into more than [`MOST`] situations by rotating, returns the best number found so far, or `OUT`
    /// (a very large number) if none was found.
    pub(super) fn rest(&self, track: &Track, state: &State, index: usize) -> Option<f64> {
        let mut seen: FnvHashSet<Car> = FnvHashSet::default();
        let mut due = VecDeque::from([(0.0, alone(state, index))]);
        let mut best: Option<f64> = None;
        while let Some((turns, state)) = due.pop_front() {
            if !seen.insert(state.cars[index]) {
                continue;
            }
            if seen.len() > MOST {
                return best.or(Some(OUT));
            }
            let next = played(track, &state);
            if next.iter().any(|(turn, _)| !stands(turn) && super::is_thought_of(turn)) {
                let all = turns + self.turns(track, &state, index);
                best = Some(best.map_or(all, |best| best.min(all)));
            } else {
                let rotated = next.into_iter().filter(|(turn, _)| stands(turn));
                due.extend(rotated.map(|(_, after)| (turns + 1.0, alone(&after, index))));
            }
        }
        best
    }
}

/// Returns the state in which all other cars have left the race, and this car is to act.
pub(super) fn alone(state: &State, index: usize) -> State {
    let mut lone = state.clone();
    for (other, car) in lone.cars.iter_mut().enumerate() {
        if other != index {
            car.standing = Standing::Withdrawn(1);
        }
    }
    lone.order = std::iter::once(index as u8).collect();
    (lone.settled, lone.played, lone.declared) = (lone.order.clone(), 0, None);
    lone
}

/// Whether the car to act can do more than stand still or leave the race.
pub(super) fn moves(track: &Track, state: &State) -> bool {
    let listed = rules::legal_turns(track, state);
    listed.iter().any(|legal| !stands(&legal.turn) && super::is_thought_of(&legal.turn))
}

const fn stands(turn: &Turn) -> bool {
    matches!(turn.action, Action::Stop { .. })
}
