//! VektoRace for computer drivers. Turns are rated by tables of the turns that a lone car still needs
//! (`solve::Tables`).

use fnv::FnvHashSet;
use serde_json::Value;

use super::solve::Tables;
use super::state::{Car, Standing, State};
use super::track::Track;
use super::turn::{Action, Turn};
use super::{Vektorace, rules};
use crate::game::{CarId, Dice, Drive, Progress, Rated};

/// The turns that count for leaving the race.
const OUT: f64 = 500.0;

/// How far a driver plans its own turns.
#[derive(Clone, Copy)]
struct Plan {
    /// The number of its best turns that it plans on from.
    turns: usize,
    /// The number of further moves that it plans.
    moves: usize,
    /// The number of positions that it keeps at each step.
    beam: usize,
}

/// The plan of a driver that decides at once.
const SHORT: Plan = Plan { turns: 6, moves: 1, beam: 6 };
/// The plan of a driver that takes its time.
const LONG: Plan = Plan { turns: 32, moves: 8, beam: 160 };

/// The turns by which a plan may be worse that is followed for a car that stands nearly alike.
const ALIKE: f64 = 0.2;
/// The turns by which a plan that was not followed to its end may be worse than it looks.
const DROPPED: f64 = 0.5;
/// A turn that leaves a car without a move in its next one costs this many turns more than the tables say.
const STUCK: f64 = 3.0;

/// What drivers know: how many turns a lone car needs from every state.
pub struct Knowledge {
    tables: Tables,
}

impl Knowledge {
    /// Rates the turns of the car to act: all by the tables, and the best by the moves that can follow them. The tables
    /// are optimistic, because they cut the board into squares; moves are exact.
    fn rate(&self, track: &Track, state: &State, plan: Plan) -> Vec<Rated<Turn>> {
        let Some(index) = state.to_act() else { return Vec::new() };
        let rate = |(turn, after): (Turn, State)| (1.0 + self.turns(track, &after, index), turn, after);
        let mut rated: Vec<(f64, Turn, State)> = played(track, state).into_iter().map(rate).collect();
        rated.sort_by(|one, other| one.0.total_cmp(&other.0));
        // Of turns with the same result for the car, such as attacks, only the first is planned on from.
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
        for (root, value) in roots.iter().zip(planned) {
            let car = rated[*root].2.cars[index];
            let value = value.unwrap_or_else(|| worst.max(rated[*root].0) + STUCK);
            for (turns, _, after) in &mut rated {
                if after.cars[index] == car {
                    *turns = value;
                }
            }
        }
        // Turns that were not planned on from are no better than the worst that was.
        let mut rated: Vec<Rated<Turn>> = rated.into_iter().map(|(turns, turn, _)| Rated::new(turn, turns)).collect();
        Rated::sort(&mut rated);
        rated
    }

    /// Plans some moves on from the states after these turns, by a beam search over all of them. Returns for each the
    /// turns that its best plan needs in all; `None` if the car has no move.
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
            // Of cars that stand nearly alike, only the one with the best prospects is followed.
            let mut seen = FnvHashSet::default();
            next.retain(|(value, number, car)| {
                let is_new = seen.insert(square(car));
                if !is_new {
                    keep(*number, value + ALIKE);
                }
                is_new
            });
            // What the beam drops is known no better than by the tables, which are optimistic. What has no moves on
            // counts for nothing.
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
                // A restart costs a turn in first gear; a car off the table waits for one.
                let fallen = f64::from(u8::from(car.fallen.is_some()));
                self.tables.turns(track, state, car) + fallen
            }
        }
    }
}

/// What decides how a lone car goes on, roughly: its square of half an octagon, heading, gear and progress.
fn square(car: &Car) -> ([i32; 2], u8, u8, u8, u8) {
    let at = car.position.to_f64().map(|part| (part * 2.0).floor() as i32);
    (at, car.heading.number(), car.gear, car.crossings, car.passed)
}

/// Whether a driver thinks of a turn at all. Nobody leaves the race or gives way without need, and a declaration is
/// not taken back, because nothing has been learned since.
const fn is_thought_of(turn: &Turn) -> bool {
    !matches!(turn.action, Action::Withdraw | Action::Redeclare { .. } | Action::GiveWay { .. })
}

/// The legal turns that a driver thinks of, each with the state after it. If there are none, all legal turns.
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
    const SPREAD: f64 = 0.3;

    fn learn(track: &Track, first: &State, progress: Progress<'_>) -> Option<Knowledge> {
        (progress.report)("Learning the circuit".to_owned());
        Tables::new(track, first, progress.stop).map(|tables| Knowledge { tables })
    }

    fn clock(state: &State) -> (u32, Option<CarId>) {
        (state.round, state.to_act().map(|index| state.cars[index].id))
    }

    fn needs(knowledge: &Knowledge, track: &Track, state: &State, car: CarId) -> f64 {
        state.index_of(car).map_or(0.0, |index| knowledge.turns(track, state, index))
    }

    fn calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Turn>> {
        knowledge.rate(track, state, SHORT)
    }

    fn precise_calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Turn>> {
        knowledge.rate(track, state, LONG)
    }

    fn cast(_: &Track, _: &State, call: &Turn, _: &mut Dice) -> Turn {
        *call
    }

    fn uses(_: &Knowledge, _: &Track, _: &State, cast: &Turn) -> Vec<Rated<Turn>> {
        vec![Rated::new(*cast, 0.0)]
    }

    /// A beginner knows the way, but drives it carefully: in third gear at most, attacking nobody, and without spending
    /// points while any other turn is left.
    fn first_thought(knowledge: &Knowledge, track: &Track, state: &State, _: &mut Dice) -> Option<Turn> {
        let index = state.to_act()?;
        let had = state.cars[index].tyre + state.cars[index].nitro;
        let rate = |(turn, after): (Turn, State)| {
            let car = after.cars[index];
            let attacks = matches!(turn.action, Action::Move(played) if played.attack.is_some());
            let spent = f64::from(had.saturating_sub(car.tyre + car.nitro));
            let fast = f64::from(car.gear.saturating_sub(3));
            // Where points are no help, only the way and the gear count.
            let poor =
                State { cars: after.cars.iter().map(|car| Car { tyre: 0, nitro: 0, ..*car }).collect(), ..after };
            (knowledge.turns(track, &poor, index) + 4.0 * spent + 6.0 * fast + f64::from(u8::from(attacks)), turn)
        };
        let mut rated: Vec<(f64, Turn)> = played(track, state).into_iter().map(rate).collect();
        rated.sort_by(|one, other| one.0.total_cmp(&other.0));
        // It looks whether it can go on from there.
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
