//! The end of a turn, of a round, and of the race (sections 3.11 and 3.16).

use super::judge::Judge;
use super::order::next_order;
use crate::game::{Event, EventKind, IllegalTurn};
use crate::games::vektorace::{Edition, Marks, Move, Standing, State, Track};

/// A car has crossed the line for the last time (VR-WIN-01, VR-WIN-03).
pub fn finish(
    state: &mut State,
    index: usize,
    played: &Move,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if played.declare.is_some() {
        judge.refuse(IllegalTurn::new("VR-WIN-03", "A car that has finished declares no gear."))?;
    }
    if played.box_box {
        judge.refuse(IllegalTurn::new("VR-PIT-13", "A car that has finished calls no pit stop."))?;
    }
    if played.pit.is_some() {
        judge.refuse(IllegalTurn::new("VR-PIT-03", "A car that has finished takes no points."))?;
    }
    let rank = state.finished() + 1;
    state.cars[index].standing = Standing::Finished(rank);
    events.push(Event { car: state.cars[index].id, kind: EventKind::Finished { rank: u32::from(rank) } });
    Ok(())
}

/// A car leaves the race (VR-QUIT-01 and 02).
pub fn withdraw(
    state: &mut State,
    index: usize,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if !may_withdraw(state, index) {
        judge.refuse(IllegalTurn::new(
            "VR-QUIT-02",
            "Only the last car in order may concede, and only when it is far behind.",
        ))?;
    }
    leave(state, index, events);
    Ok(())
}

/// A car whose player has left is taken out (VR-QUIT-03).
pub fn leave(state: &mut State, index: usize, events: &mut Vec<Event>) {
    let before = state.cars.iter().filter(|car| matches!(car.standing, Standing::Withdrawn(_))).count();
    state.cars[index].standing = Standing::Withdrawn(before as u8 + 1);
    events.push(Event { car: state.cars[index].id, kind: EventKind::Withdrew });
}

/// Whether the car may leave the race now: at any time of its own in the printed editions.
pub fn may_withdraw(state: &State, index: usize) -> bool {
    state.edition != Edition::Online || is_far_behind(state, index)
}

/// Last in order, and either more than one corner or at least four sectors behind the car ahead (VR-QUIT-02).
fn is_far_behind(state: &State, index: usize) -> bool {
    let Some([ahead, last]) = state.order.last_chunk::<2>() else { return false };
    if usize::from(*last) != index {
        return false;
    }
    let (ahead, own) = (&state.cars[usize::from(*ahead)], &state.cars[index]);
    let lapped = own.crossings < ahead.crossings;
    let number = |passed: u8| i32::from(passed) + 1;
    let corners = number(ahead.passed) - if lapped { 0 } else { number(own.passed) };
    corners > 1 || (!lapped && corners == 0 && ahead.sector >= own.sector + 4)
}

/// Clears what weighed on the car, hands over to the next, and begins a new round when all have played
/// (VR-TURN-02, VR-ORDER-01, VR-WIN-04).
pub fn end_turn(track: &Track, state: &mut State, index: usize, events: &mut Vec<Event>) {
    let car = &mut state.cars[index];
    car.marks = Marks::default();
    car.first_move = None;
    if !car.is_racing() {
        car.box_box = false;
        car.in_lane = false;
        car.fallen = None;
        let gone = index as u8;
        state.order.retain(|other| *other != gone);
        state.settled.retain(|other| *other != gone);
        let mut racing = state.cars.iter().enumerate().filter(|(_, car)| car.is_racing());
        // With one car left the race is over, and that car takes the last place (VR-WIN-04).
        if let (Some((last, _)), None) = (racing.next(), racing.next()) {
            let rank = state.finished() + 1;
            let car = &mut state.cars[last];
            car.standing = Standing::Finished(rank);
            state.order.clear();
            state.settled.clear();
            events.push(Event { car: car.id, kind: EventKind::Finished { rank: u32::from(rank) } });
        }
    } else {
        state.played += 1;
    }
    if usize::from(state.played) < state.order.len() || state.order.is_empty() {
        return;
    }
    let order = next_order(track, state);
    for (place, index) in order.iter().enumerate() {
        let was = state.settled.iter().position(|other| other == index).unwrap_or(place);
        for other in &order[place + 1..] {
            if state.settled.iter().position(|old| old == other).is_some_and(|before| before < was) {
                let (car, other) = (state.cars[usize::from(*index)].id, state.cars[usize::from(*other)].id);
                events.push(Event { car, kind: EventKind::Overtook { other } });
            }
        }
    }
    state.settled = order.clone();
    state.order = order;
    state.played = 0;
    state.round += 1;
    for car in &mut state.cars {
        car.gave_way_to = 0;
    }
}
