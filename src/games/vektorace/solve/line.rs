//! Converts the lap that a search found into turns, and plays these turns by the rules.

use super::lone::{CAR, Lone, Node};
use super::report::{Lap, LapTurn};
use crate::game::Notation as _;
use crate::games::vektorace::rules::{self, gears};
use crate::games::vektorace::state::State;
use crate::games::vektorace::view::distance;
use crate::games::vektorace::{Action, Car, FirstMove, Move, PowerUses, Standing, Turn, Vektorace};

/// Returns the lap that a search found from a grid place; `None` if the rules refuse one of its turns.
pub fn lap(lone: &Lone<'_>, nodes: &[Node], place: u8) -> Option<Lap> {
    let turns = turns(lone, nodes);
    let spent = nodes
        .windows(2)
        .filter_map(|pair| costs(lone, pair.first()?, pair.last()?))
        .fold((0, 0), |sum, cost| (sum.0 + cost.0, sum.1 + cost.1));
    let mut state = lone.state.clone();
    let prepaid = u8::from(state.cars[0].first_move == Some(FirstMove::Boost));
    // The car gets exactly the points it needs. The remaining points may be of either kind.
    (state.cars[0].tyre, state.cars[0].nitro) = (spent.0, spent.1 - prepaid);
    let gear = state.cars[0].gear;
    let length = lone.track.lap_length().max(f64::MIN_POSITIVE);
    let progress = |state: &State| distance(lone.track, state.edition, &state.cars[0]) / length;
    let from = progress(&state);
    let mut lap_turns = Vec::new();
    for (turn, pair) in turns.iter().zip(nodes.windows(2)) {
        let [before, after] = pair else { return None };
        let car = state.cars[0];
        state = rules::play(lone.track, &state, turn).ok()?.state;
        let (tyre, nitro) = costs(lone, before, after)?;
        lap_turns.push(LapTurn {
            turn: *turn,
            notation: Vektorace::notation(turn),
            gear: after.gear,
            tyre,
            nitro,
            path: path(lone, before, after),
            heading: after.heading.number(),
            corners: corners(&car, &state.cars[0], lone.track.corners().len() as u8),
            crosses: state.cars[0].crossings > car.crossings,
            progress: progress(&state),
        });
    }
    let finished = matches!(state.cars[0].standing, Standing::Finished(_));
    finished.then_some(Lap { place, gear, tyre: spent.0, nitro: spent.1, turns: lap_turns, from })
}

/// Returns the numbers of the corners that a car passes in one turn. `before` and `after` are the car before and after
/// the turn, and `count` is the number of corners of the circuit. Corners passed after the end of the lap do not count.
fn corners(before: &Car, after: &Car, count: u8) -> Vec<u8> {
    match (before.crossings, after.crossings) {
        (was, is) if was == is => (before.passed + 1..=after.passed).collect(),
        (0, _) => (1..=after.passed).collect(),
        _ => (before.passed + 1..=count).collect(),
    }
}

/// Returns the tyre and nitro points that the move from one node to the next costs; `None` if the move is not in the
/// templates, the list of all moves that the printed arrows allow.
fn costs(lone: &Lone<'_>, before: &Node, after: &Node) -> Option<(u8, u8)> {
    let step = after.step;
    let laying = lone.templates.of(before.heading, step.gear).get(usize::from(step.laying))?;
    let ending = laying.endings.get(usize::from(step.ending))?;
    let price = if before.moves == 0 { gears::Price::default() } else { gears::price(before.gear, step.declared) };
    Some((price.tyre + (step.declared - step.gear) + ending.tyre, price.nitro + ending.nitro))
}

/// Returns the turns of a lap: one for each move from a node (a state of the car) to the next node.
pub fn turns(lone: &Lone<'_>, nodes: &[Node]) -> Vec<Turn> {
    let moves = nodes.windows(2).enumerate().filter_map(|(index, pair)| {
        let [before, after] = pair else { return None };
        let step = after.step;
        let laying = lone.templates.of(before.heading, step.gear).get(usize::from(step.laying))?;
        let ending = laying.endings.get(usize::from(step.ending))?;
        let played = Move {
            brake: step.gear < step.declared,
            gear: step.gear,
            vector: laying.side,
            boost: (laying.boost > 0).then_some(laying.boost),
            place: ending.side,
            rotation: ending.rotation,
            attack: None,
            pit: None,
            box_box: false,
            powers: PowerUses::NONE,
            exchange: None,
            declare: nodes.get(index + 2).map(|next| next.step.declared),
        };
        Some(Turn::new(CAR, Action::Move(played)))
    });
    moves.collect()
}

fn path(lone: &Lone<'_>, before: &Node, after: &Node) -> Vec<[f64; 2]> {
    let Some(laying) = lone.templates.of(before.heading, after.step.gear).get(usize::from(after.step.laying)) else {
        return Vec::new();
    };
    let from = before.at;
    [from, from.plus(laying.first), from.plus(laying.last), after.at].map(|steps| lone.place(steps)).to_vec()
}
