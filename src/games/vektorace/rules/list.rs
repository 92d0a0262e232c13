//! Lists everything that the car to act may do. The list uses the same checks as a played turn.

mod ahead;
mod moves;
mod places;
mod powers;

use std::borrow::Cow;

use super::begin::{self, begun};
use super::brake::{Verdict, check_yield, verdict};
use super::edge::Exit;
use super::gears;
use super::situation::Situation;
use super::{edge, finish, pit};
use crate::game::{Cost, LegalTurn};
use crate::games::vektorace::{Action, Move, Rotation, Start, State, Supply, Track, Turn};
use crate::geometry::Direction;

pub use ahead::ahead;
pub use moves::count_places;
use moves::list_moves;
pub use places::{places, places_from};

/// A number of turns that is enough in most positions, so that the list seldom has to grow.
const USUAL: usize = 128;

/// Lists every legal turn. Every listed turn can be played. No other turn is legal, with two exceptions: a steward's
/// call may allow a turn, and a player may quit the game in any turn.
pub fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let mut turns = Vec::with_capacity(USUAL);
    list_redeclarations(track, state, &mut turns);
    let starts = begin::starts(track, state, index);
    for start in &starts {
        let known = turns.len();
        if *start == Start::default() {
            list_from(track, state, index, &mut turns);
        } else if let Some(begun) = begun(track, state, index, *start) {
            list_from(track, &begun, index, &mut turns);
        }
        turns[known..].iter_mut().for_each(|legal| legal.turn.start = *start);
    }
    // If the car has a legal move after any of these starts, it may neither stand still nor go over the table's edge
    // (VR-PEN-04, VR-EDGE-01).
    if starts.len() > 1 && turns.iter().any(|legal| matches!(legal.turn.action, Action::Move(_))) {
        turns.retain(|legal| !matches!(legal.turn.action, Action::Stop { .. } | Action::Edge { .. }));
    }
    let situation = Situation::new(track, state, index);
    if starts.is_empty() {
        turns.push(standing(&situation, Action::Lost));
    }
    if finish::may_withdraw(state, index) {
        turns.push(standing(&situation, Action::Withdraw));
    }
    turns
}

/// Lists the declarations that may replace the last declaration. Lists nothing if that declaration may not be taken
/// back.
fn list_redeclarations(track: &Track, state: &State, turns: &mut Vec<LegalTurn<Turn>>) {
    let Some(last) = state.declared else { return };
    let car = &state.cars[usize::from(last.car)];
    for declare in 1..=5 {
        let turn = Turn::new(car.id, Action::Redeclare { declare });
        if let Ok(played) = super::play(track, state, &turn) {
            turns.push(outcome(state, turn, &played.state));
        }
    }
}

/// Creates the list entry of a legal turn: the turn, the car's point on the board after it, and the points that it
/// costs.
fn outcome(before: &State, turn: Turn, after: &State) -> LegalTurn<Turn> {
    let car = |state: &State| state.index_of(turn.car).map(|index| state.cars[index]);
    let taken = match turn.action {
        Action::Move(Move { pit: Some(supply), .. }) => supply,
        _ => Supply::default(),
    };
    let spent = match (car(before), car(after)) {
        (Some(was), Some(is)) => gears::Price {
            tyre: (was.tyre + taken.tyre).saturating_sub(is.tyre),
            nitro: (was.nitro + taken.nitro).saturating_sub(is.nitro),
        },
        _ => gears::Price::default(),
    };
    let is = car(after);
    LegalTurn {
        turn,
        cost: cost(spent),
        at: is.map_or([0.0, 0.0], |car| car.position.to_f64()),
        dir: is.map(|car| car.heading.number()),
        at_once: true,
    }
}

/// Lists every legal turn of a car. Call this after the start of the turn (such as a rotation on the spot) was carried
/// out.
fn list_from(track: &Track, state: &State, index: usize, turns: &mut Vec<LegalTurn<Turn>>) {
    let declared = Situation::new(track, state, index).listing();
    match verdict(&declared) {
        Verdict::Free => list_moves(&declared, false, turns),
        otherwise => {
            list_yields(track, state, index, turns);
            match otherwise {
                Verdict::Brake(gears) => {
                    for gear in gears {
                        list_moves(&declared.braked_to(gear), true, turns);
                    }
                }
                Verdict::Edge(exit) => list_falls(&declared, &exit, turns),
                _ if declared.is_first() || !pit::may_rotate(&declared) => {
                    turns.push(stop(&declared, Rotation::Straight))
                }
                _ => turns.extend(Rotation::ALL.map(|rotation| stop(&declared, rotation))),
            }
        }
    }
    if state.terms.powers {
        powers::list(track, state, index, turns);
    }
}

/// Lists every turn in which the car goes over the table's edge.
fn list_falls(declared: &Situation<'_>, exit: &Exit, turns: &mut Vec<LegalTurn<Turn>>) {
    if declared.is_first() {
        let fall = standing(declared, Action::Edge { heading: None, declare: Some(1) });
        turns.push(LegalTurn { at: exit.at.to_f64(), ..fall });
        return;
    }
    for heading in Direction::ALL {
        if let Ok(at) = edge::second_place(declared, exit, heading) {
            let fall = standing(declared, Action::Edge { heading: Some(heading), declare: Some(1) });
            turns.push(LegalTurn { at: at.to_f64(), dir: Some(heading.number()), ..fall });
        }
    }
}

/// Creates the list entry of a turn in which the car stays where it is and pays nothing.
fn standing(situation: &Situation<'_>, action: Action) -> LegalTurn<Turn> {
    let car = &situation.car;
    LegalTurn {
        turn: Turn::new(car.id, action),
        cost: Cow::default(),
        at: car.position.to_f64(),
        dir: Some(car.heading.number()),
        at_once: true,
    }
}

fn stop(situation: &Situation<'_>, rotation: Rotation) -> LegalTurn<Turn> {
    let dir = situation.car.heading.turned(rotation.eighths()).number();
    LegalTurn { dir: Some(dir), ..standing(situation, Action::Stop { rotation, declare: Some(1) }) }
}

fn list_yields(track: &Track, state: &State, index: usize, turns: &mut Vec<LegalTurn<Turn>>) {
    let declared = Situation::new(track, state, index);
    for other in state.order.iter().skip(usize::from(state.played) + 1) {
        let to = state.cars[usize::from(*other)].id;
        if check_yield(track, state, index, to).is_ok() {
            turns.push(standing(&declared, Action::GiveWay { to }));
        }
    }
}

/// The tables of costs have fewer points than this of each resource. Turns with more are possible, but rare.
const COSTS: usize = 20;

const fn tyre(amount: usize) -> Cost {
    Cost { resource: "tyre", amount: amount as u32 }
}

const fn nitro(amount: usize) -> Cost {
    Cost { resource: "nitro", amount: amount as u32 }
}

/// The costs of turns, by tyre and nitro points. Thousands of turns are listed, and no list of theirs is allocated.
static TYRE_AND_NITRO: [[[Cost; 2]; COSTS]; COSTS] = {
    let mut table = [const { [const { [tyre(0), nitro(0)] }; COSTS] }; COSTS];
    let mut index = 0;
    while index < COSTS * COSTS {
        let (tyres, nitros) = (index / COSTS, index % COSTS);
        table[tyres][nitros] = [tyre(tyres), nitro(nitros)];
        index += 1;
    }
    table
};

fn cost(spent: gears::Price) -> Cow<'static, [Cost]> {
    let (tyres, nitros) = (usize::from(spent.tyre), usize::from(spent.nitro));
    let Some(both) = TYRE_AND_NITRO.get(tyres).and_then(|row| row.get(nitros)) else {
        return [tyre(tyres), nitro(nitros)].into_iter().filter(|cost| cost.amount > 0).collect();
    };
    Cow::Borrowed(&both[usize::from(tyres == 0)..1 + usize::from(nitros > 0)])
}
