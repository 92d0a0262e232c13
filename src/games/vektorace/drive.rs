//! VektoRace for computer drivers. Turns are rated by tables of the turns that a lone car still needs
//! (`solve::Tables`).

use serde_json::Value;

use super::solve::Tables;
use super::state::{Standing, State};
use super::track::Track;
use super::turn::{Action, Turn};
use super::{Vektorace, rules};
use crate::game::{CarId, Dice, Drive, Driven, Progress, Rated};

/// The turns that count for leaving the race.
const OUT: f64 = 500.0;

/// What drivers know: how many turns a lone car needs from every state.
pub struct Knowledge {
    tables: Tables,
}

impl Knowledge {
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
        let Some(index) = state.to_act() else { return Vec::new() };
        let rate = |(turn, after): (Turn, State)| Rated::new(turn, 1.0 + knowledge.turns(track, &after, index));
        let mut rated: Vec<Rated<Turn>> = played(track, state).into_iter().map(rate).collect();
        Rated::sort(&mut rated);
        rated
    }

    fn cast(_: &Track, _: &State, call: &Turn, _: &mut Dice) -> Turn {
        *call
    }

    fn uses(_: &Knowledge, _: &Track, _: &State, cast: &Turn) -> Vec<Rated<Turn>> {
        vec![Rated::new(*cast, 0.0)]
    }

    fn carry_out(track: &Track, state: &State, turn: &Turn, _: &mut Dice) -> Option<Driven<Self>> {
        Some((*turn, rules::play(track, state, turn).ok()?))
    }

    /// A beginner makes the move that leads furthest along the way, and declares third gear, or second if the next
    /// corner is near. It does not spend its last three points, and attacks nobody.
    fn first_thought(_: &Knowledge, track: &Track, state: &State, _: &mut Dice) -> Option<Turn> {
        let index = state.to_act()?;
        let rate = |(turn, after): (Turn, State)| {
            let car = after.cars[index];
            if !car.is_racing() {
                return (if matches!(car.standing, Standing::Finished(_)) { -OUT } else { OUT }, turn);
            }
            let corners = track.corners().len();
            let phase = if car.crossings == 0 { 0 } else { usize::from(car.passed) + 1 };
            let way = super::solve::way_left(track, &car, phase, corners);
            let near = track.corners().get(phase.saturating_sub(1) % corners.max(1)).map_or(9.0, |corner| {
                let (apex, at) = (corner.apex().to_f64(), car.position.to_f64());
                (apex[0] - at[0]).hypot(apex[1] - at[1])
            });
            let wanted = if near < 4.0 { 2 } else { 3 };
            let attacks = matches!(turn.action, Action::Move(played) if played.attack.is_some());
            let spent = f64::from(3_u8.saturating_sub(car.tyre + car.nitro));
            let lap = f64::from(state.laps.saturating_sub(car.crossings)) * 1_000.0;
            let gear = f64::from(car.gear.abs_diff(wanted));
            let stays = if matches!(turn.action, Action::Move(_)) { 0.0 } else { 20.0 };
            (lap + way + 2.0 * gear + 4.0 * spent + if attacks { 3.0 } else { 0.0 } + stays, turn)
        };
        let rated = played(track, state).into_iter().map(rate);
        rated.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, turn)| turn)
    }

    fn first_use(_: &Knowledge, _: &Track, _: &State, cast: &Turn, _: &mut Dice) -> Option<Turn> {
        Some(*cast)
    }

    fn call_fields(_: &State, call: &Turn) -> Value {
        serde_json::to_value(call).unwrap_or_default()
    }
}
