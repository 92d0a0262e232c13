//! Computer drivers for VektoRace. A driver rates each possible turn by the number of turns that the car needs to
//! finish, counting this turn. The number is an estimate for a car that is alone on the track; it comes from the tables
//! in `solve::Tables`.

mod stuck;

use std::sync::{Mutex, PoisonError};

use fnv::{FnvHashMap, FnvHashSet};
use serde_json::Value;

use super::solve::{self, Tables};
use super::state::{Car, Standing, State};
use super::track::Track;
use super::turn::{Action, Turn};
use super::{Vektorace, rules};
use crate::game::{CarId, Dice, Drive, Progress, Rated};

/// A car that has left the race is rated as if it still needed this number of turns to finish.
const OUT: f64 = 500.0;

/// The limits of a driver's search: the number of turns examined, the number of moves that the driver looks ahead, and
/// the number of positions stored after each move.
#[derive(Clone, Copy)]
struct Plan {
    /// The number of turns that the search examines. They are the turns that `solve::Tables` rates best.
    turns: usize,
    /// The number of moves that the search looks ahead after each turn that it examines.
    moves: usize,
    /// The number of positions that the search stores after each move. It stores the best ones and drops the others.
    beam: usize,
}

/// The search limits of a driver that decides quickly.
const SHORT: Plan = Plan { turns: 6, moves: 1, beam: 6 };
/// The search limits of a driver that takes more time to decide.
const LONG: Plan = Plan { turns: 32, moves: 8, beam: 160 };

/// A penalty, in turns, for the worse of two positions that are nearly the same. The search continues only from the
/// better position. It adds this penalty to the estimate of the worse one.
const ALIKE: f64 = 0.2;
/// A penalty, in turns, that is added to the estimate of a position that the search drops. After each move the search
/// drops the worst positions. Their estimates may be too optimistic, because the search examines no further moves from
/// them.
const DROPPED: f64 = 0.5;
/// If the car has no legal move after a turn, the search adds at least this number of turns to the turn's rating.
const STUCK: f64 = 3.0;

/// Data about a circuit for computer drivers: for every state of a car, the number of turns that the car needs to
/// finish if it is alone.
pub struct Knowledge {
    tables: Tables,
    /// The fastest ways to the finish found so far. For each state of a car that was searched, the entry has the number
    /// of turns and the first turn; `None` if the search found no way.
    routes: Mutex<FnvHashMap<Car, Option<(usize, Turn)>>>,
}

impl Knowledge {
    /// Searches for the fastest way to the finish. The car must be in its last lap, with no other car still racing.
    /// Returns the number of turns and the first turn; `None` if no way was found.
    fn route(&self, track: &Track, state: &State, index: usize) -> Option<(usize, Turn)> {
        let car = solve::alone(state, index)?;
        let known = self.routes.lock().unwrap_or_else(PoisonError::into_inner).get(&car).copied();
        let found = known.unwrap_or_else(|| {
            let route = solve::route(&self.tables, track, state, car);
            let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(route) = route else {
                routes.insert(car, None);
                return None;
            };
            // The rest of a fastest way is a fastest way, too.
            let count = route.len();
            routes.extend(route.iter().enumerate().map(|(done, (car, turn))| (*car, Some((count - done, *turn)))));
            route.first().map(|(_, turn)| (count, *turn))
        });
        found.map(|(turns, turn)| (turns, Turn::new(state.cars[index].id, turn.action)))
    }

    /// Uses the tables to rate every possible turn of the car to act. Then searches the moves that can follow the best
    /// of these turns, and rates the best turns again. The search is needed because the tables are too optimistic: they
    /// do not use the car's exact point, only the square of the board that contains it.
    fn rate(&self, track: &Track, state: &State, plan: Plan) -> Vec<Rated<Turn>> {
        let Some(index) = state.to_act() else { return Vec::new() };
        let turns = played(track, state);
        if let Some(rated) = self.stuck(track, state, index, &turns) {
            return rated;
        }
        let rate = |(turn, after): (Turn, State)| (1.0 + self.turns(track, &after, index), turn, after);
        let mut rated: Vec<(f64, Turn, State)> = turns.into_iter().map(rate).collect();
        rated.sort_by(|one, other| one.0.total_cmp(&other.0));
        // Several turns may have the same result for the car, such as two attacks that lead to the same place. The
        // search continues only from the first of these turns.
        let mut roots: Vec<usize> = Vec::new();
        for (number, (_, _, after)) in rated.iter().enumerate() {
            let is_new = |other: &usize| rated[*other].2.cars[index] != after.cars[index];
            if after.cars[index].is_racing() && roots.iter().all(is_new) {
                roots.push(number);
            }
            if roots.len() == plan.turns {
                break;
            }
        }
        let planned = self.plan(track, &rated, &roots, index, plan.moves, plan.beam);
        let worst = planned.iter().flatten().copied().fold(0.0, f64::max);
        // Turns that were not searched are no better than those that were: the tables rate them too low. A car that
        // finishes or retires needs no search.
        let searched: Vec<Car> = roots.iter().map(|root| rated[*root].2.cars[index]).collect();
        for (turns, _, after) in &mut rated {
            let car = after.cars[index];
            if car.is_racing() && !searched.contains(&car) {
                *turns = turns.max(worst);
            }
        }
        for (root, value) in roots.iter().zip(planned) {
            let car = rated[*root].2.cars[index];
            let value = value.unwrap_or_else(|| {
                let after = &rated[*root].2;
                let stuck = worst.max(rated[*root].0) + STUCK;
                match self.rest(track, after, index) {
                    Some(turns) => stuck.max(1.0 + turns),
                    None => OUT,
                }
            });
            for (turns, _, after) in &mut rated {
                if after.cars[index] == car {
                    *turns = value;
                }
            }
        }
        let mut rated: Vec<Rated<Turn>> = rated.into_iter().map(|(turns, turn, _)| Rated::new(turn, turns)).collect();
        Rated::sort(&mut rated);
        rated
    }

    /// Searches the next moves of the car after each of the turns in `roots`. One beam search handles all these turns
    /// together. For each turn in `roots`, estimates how many turns the car needs to finish if it then plays its best
    /// moves; the turn itself is counted. The value is `None` if the car has no move after the turn.
    fn plan(
        &self,
        track: &Track,
        rated: &[(f64, Turn, State)],
        roots: &[usize],
        index: usize,
        moves: usize,
        beam: usize,
    ) -> Vec<Option<f64>> {
        let mut best: Vec<Option<f64>> = vec![None; roots.len()];
        let mut keep = |number: usize, value: f64| {
            best[number] = Some(best[number].map_or(value, |known: f64| known.min(value)));
        };
        let mut front: Vec<(usize, Car)> =
            roots.iter().enumerate().map(|(number, root)| (number, rated[*root].2.cars[index])).collect();
        for depth in 1..=moves {
            let mut next: Vec<(f64, usize, Car)> = Vec::new();
            for (number, car) in &front {
                let state = &rated[roots[*number]].2;
                rules::ahead(track, state, index, car, |car| {
                    let so_far = 1.0 + depth as f64;
                    if car.crossings > state.laps {
                        keep(*number, so_far);
                    } else {
                        next.push((so_far + self.tables.turns(track, state, &car), *number, car));
                    }
                });
            }
            next.sort_by(|one, other| one.0.total_cmp(&other.0));
            // If several positions are nearly the same, the search continues only from the position with the best
            // estimate.
            let mut seen = FnvHashSet::default();
            next.retain(|(value, number, car)| {
                let is_new = seen.insert(square(car));
                if !is_new {
                    keep(*number, value + ALIKE);
                }
                is_new
            });
            // For a position that the beam drops, only the optimistic estimate of the tables is known. A position
            // without further moves adds no estimate.
            let dropped = next.iter().skip(if depth == moves { 0 } else { beam });
            let doubt = if depth == moves { 0.0 } else { DROPPED };
            dropped.for_each(|(value, number, _)| keep(*number, value + doubt));
            next.truncate(beam);
            front = next.into_iter().map(|(_, number, car)| (number, car)).collect();
        }
        best
    }

    fn turns(&self, track: &Track, state: &State, index: usize) -> f64 {
        let Some(car) = state.cars.get(index) else { return 0.0 };
        match car.standing {
            Standing::Finished(_) => 0.0,
            Standing::Withdrawn(_) => OUT,
            Standing::Racing => {
                // A car that fell from the table needs one more turn than the tables say, because it has to be put back
                // first.
                let fallen = f64::from(u8::from(car.fallen.is_some()));
                self.tables.turns(track, state, car) + fallen
            }
        }
    }
}

/// Returns a rough key of a car's position: the square of the board where it stands (half an octagon wide), its heading
/// and gear, and the laps and corners that it has passed. The search treats two positions with the same key as nearly
/// the same.
fn square(car: &Car) -> ([i32; 2], u8, u8, u8, u8) {
    let at = car.position.to_f64().map(|part| (part * 2.0).floor() as i32);
    (at, car.heading.number(), car.gear, car.crossings, car.passed)
}

/// Whether a driver considers this turn. Drivers never choose to leave the race or to give way if they have another
/// turn. They also never take back a declaration (the choice of the next gear), because nothing has changed since they
/// made it.
const fn is_thought_of(turn: &Turn) -> bool {
    !matches!(turn.action, Action::Withdraw | Action::Redeclare { .. } | Action::GiveWay { .. })
}

/// Returns the legal turns that a driver considers, each with the state after it. If there are none, returns all legal
/// turns instead.
fn played(track: &Track, state: &State) -> Vec<(Turn, State)> {
    let listed = rules::legal_turns(track, state);
    let is_plain = listed.iter().any(|legal| is_thought_of(&legal.turn));
    listed
        .into_iter()
        .filter(|legal| !is_plain || is_thought_of(&legal.turn))
        .filter_map(|legal| Some((legal.turn, rules::play(track, state, &legal.turn).ok()?.state)))
        .collect()
}

impl Drive for Vektorace {
    type Knowledge = Knowledge;
    type Call = Turn;
    type Cast = Turn;

    const ROUNDS_AHEAD: u32 = 2;
    const ROLLS_DICE: bool = false;
    const ROLLOUTS: u32 = 48;

    fn learn(track: &Track, first: &State, progress: Progress<'_>) -> Option<Knowledge> {
        (progress.report)("Learning the circuit".to_owned());
        Tables::new(track, first, progress.stop).map(|tables| Knowledge { tables, routes: Mutex::default() })
    }

    fn clock(state: &State) -> (u32, Option<CarId>) {
        (state.round, state.to_act().map(|index| state.cars[index].id))
    }

    fn spread(_: &Knowledge, _: &Track, _: &State) -> f64 {
        0.3
    }

    fn needs(knowledge: &Knowledge, track: &Track, state: &State, car: CarId) -> f64 {
        state.index_of(car).map_or(0.0, |index| knowledge.turns(track, state, index))
    }

    fn calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Turn>> {
        knowledge.rate(track, state, SHORT)
    }

    fn precise_calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Turn>> {
        let is_alone = state.cars.iter().filter(|car| car.is_racing()).count() == 1;
        let alone = state.to_act().filter(|_| is_alone);
        let Some((turns, fastest)) = alone.and_then(|index| knowledge.route(track, state, index)) else {
            return knowledge.rate(track, state, LONG);
        };
        let mut rated = knowledge.rate(track, state, SHORT);
        // The search found no faster way, so no other turn may get a better rating.
        for call in &mut rated {
            call.turns = call.turns.max(turns as f64 + 0.5);
        }
        rated.retain(|call| call.what != fastest);
        rated.insert(0, Rated::new(fastest, turns as f64));
        rated
    }

    fn cast(_: &Track, _: &State, call: &Turn, _: &mut Dice) -> Turn {
        *call
    }

    fn uses(_: &Knowledge, _: &Track, _: &State, cast: &Turn) -> Vec<Rated<Turn>> {
        vec![Rated::new(*cast, 0.0)]
    }

    /// Returns the turn of a beginner. A beginner knows the best route but drives carefully. It avoids attacks, gears
    /// above third, and turns that cost points. It chooses such a turn only if all other turns are much worse.
    fn first_thought(knowledge: &Knowledge, track: &Track, state: &State, _: &mut Dice) -> Option<Turn> {
        let index = state.to_act()?;
        let turns = played(track, state);
        if let Some(rated) = knowledge.stuck(track, state, index, &turns) {
            return rated.into_iter().next().map(|rated| rated.what);
        }
        let had = state.cars[index].tyre + state.cars[index].nitro;
        let rate = |(turn, after): (Turn, State)| {
            let car = after.cars[index];
            let attacks = matches!(turn.action, Action::Move(played) if played.attack.is_some());
            let spent = f64::from(had.saturating_sub(car.tyre + car.nitro));
            let fast = f64::from(car.gear.saturating_sub(3));
            // Rate the state as if no car had points, so that only the route and the gear count.
            let poor =
                State { cars: after.cars.iter().map(|car| Car { tyre: 0, nitro: 0, ..*car }).collect(), ..after };
            (knowledge.turns(track, &poor, index) + 4.0 * spent + 6.0 * fast + f64::from(u8::from(attacks)), turn)
        };
        let mut rated: Vec<(f64, Turn)> = turns.into_iter().map(rate).collect();
        rated.sort_by(|one, other| one.0.total_cmp(&other.0));
        // A beginner checks that it still has a move after the turn.
        let goes_on = |turn: &Turn| {
            let after = rules::play(track, state, turn).ok().map(|played| played.state);
            after.is_some_and(|after| {
                let mut is_found = !after.cars[index].is_racing();
                rules::ahead(track, &after, index, &after.cars[index], |_| is_found = true);
                is_found
            })
        };
        let first = rated.first().map(|(_, turn)| *turn);
        rated.into_iter().map(|(_, turn)| turn).find(goes_on).or(first)
    }

    fn call_fields(_: &State, call: &Turn) -> Value {
        serde_json::to_value(call).unwrap_or_default()
    }
}
