//! The end of a turn, of a round, and of the race (ledger, sections 3.11 and 3.16).

use arrayvec::ArrayVec;

use super::checker::Checker;
use super::order::{may_be_decided_by_log, next_order};
use crate::game::{Event, EventKind, IllegalTurn, ORDER_FROM_LOG, Sort};
use crate::games::vektorace::{Edition, LoggedOrder, MAX_CARS, Marks, Move, Standing, State, Track};

/// Records that a car has crossed the finish line for the last time (VR-WIN-01, VR-WIN-03).
pub fn finish(
    state: &mut State,
    index: usize,
    played: &Move,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if played.declare.is_some_and(|gear| !is_void_declaration(state, played, gear)) {
        checker.refuse(IllegalTurn::new(
            "VR-WIN-03",
            "The car has finished with this move, so it declares no gear. Leave the gear out.",
        ))?;
    }
    if played.box_box {
        checker.refuse(IllegalTurn::new(
            "VR-PIT-13",
            "The car has finished with this move, so it may not call BOX-BOX.",
        ))?;
    }
    if played.pit.is_some() {
        checker.refuse(IllegalTurn::new(
            "VR-PIT-03",
            "The car has finished with this move, so it may not take points in the pit.",
        ))?;
    }
    let rank = state.finished() + 1;
    state.cars[index].standing = Standing::Finished(rank);
    events.push(Event { car: state.cars[index].id, kind: EventKind::Finished { rank: u32::from(rank) } });
    Ok(())
}

/// Whether the rules ignore a gear that the car declares in the turn in which it finishes. If they do not, the
/// declaration is an error. The printed editions ignore it if the car attacks in that turn, because the player cannot
/// always know beforehand that the attack carries the car over the finish line.
pub fn is_void_declaration(state: &State, played: &Move, gear: u8) -> bool {
    state.edition.is_printed() && played.attack.is_some() && (1..=5).contains(&gear)
}

/// Removes a car from the race when its player concedes (VR-QUIT-01 and 02).
pub fn withdraw(
    state: &mut State,
    index: usize,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if !may_withdraw(state, index) {
        checker.refuse(IllegalTurn::new(
            "VR-QUIT-02",
            "The car may not concede: only the last car in order may concede, and only if it is far behind.",
        ))?;
    }
    leave(state, index, events);
    Ok(())
}

/// Removes a car from the race, because its player concedes or has left (VR-QUIT-03).
pub fn leave(state: &mut State, index: usize, events: &mut Vec<Event>) {
    let before = state.cars.iter().filter(|car| matches!(car.standing, Standing::Withdrawn(_))).count();
    state.cars[index].standing = Standing::Withdrawn(before as u8 + 1);
    events.push(Event { car: state.cars[index].id, kind: EventKind::Withdrew });
}

/// Whether the car may concede now. In the printed editions it may do so in each of its turns. In the online
/// edition it must be last and far behind.
pub fn may_withdraw(state: &State, index: usize) -> bool {
    state.edition != Edition::Online || is_far_behind(state, index)
}

/// Whether the car is last in order and far behind the car ahead of it: more than one corner, or at least four sectors
/// around the same corner (VR-QUIT-02).
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

/// Ends a turn (VR-TURN-02, VR-ORDER-01, VR-WIN-04). Clears the car's marks and gives the turn to the next car. When
/// all cars have played, begins a new round. If the log of an imported game gives the order of the new round, `logged`
/// is that order.
pub fn end_turn(
    track: &Track,
    state: &mut State,
    index: usize,
    logged: Option<LoggedOrder>,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
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
        // When only one car is left, the race is over. That car is ranked after the cars that finished (VR-WIN-04).
        if let (Some((last, _)), None) = (racing.next(), racing.next()) {
            let rank = state.finished() + 1;
            let car = &mut state.cars[last];
            car.standing = Standing::Finished(rank);
            state.order.clear();
            state.settled.clear();
            events.push(Event { car: car.id, kind: EventKind::Classified { rank: u32::from(rank) } });
        }
    } else {
        state.played += 1;
    }
    if usize::from(state.played) < state.order.len() || state.order.is_empty() {
        return match logged {
            Some(_) => checker.refuse(IllegalTurn::new(
                "VR-ORDER-01",
                "This turn does not end the round, so it cannot set the order of the next round. Leave \"next_order\" out.",
            )),
            None => Ok(()),
        };
    }
    let mut order = next_order(track, state);
    if let Some(logged) = logged {
        match decided_by_log(state, logged) {
            Ok(decided) => {
                order = decided;
                let (what, detail) = (ORDER_FROM_LOG, "the front lines of cars are exactly level");
                let kind = EventKind::Incident { what, detail, sort: Sort::Flag };
                events.push(Event { car: state.cars[index].id, kind });
            }
            Err(illegal) => checker.refuse(illegal)?,
        }
    }
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
    Ok(())
}

/// Checks the order that a log gives for the next round, and returns it. The log may decide only between cars that are
/// exactly level.
fn decided_by_log(state: &State, logged: LoggedOrder) -> Result<ArrayVec<u8, MAX_CARS>, IllegalTurn> {
    let refuse = |message: &str| Err(IllegalTurn::new("VR-ORDER-06", message));
    if state.edition != Edition::Online {
        return refuse("Only the log of an online game can decide the order. Leave \"next_order\" out.");
    }
    let indices = logged.cars().iter().map(|car| state.index_of(*car).map(|index| index as u8));
    let Some(order) = indices.collect::<Option<ArrayVec<u8, MAX_CARS>>>() else {
        return refuse("The log's order names a car that is not in this race.");
    };
    if !may_be_decided_by_log(state, &order) {
        return refuse(
            "The log's order of the next round breaks the rules: only cars that are exactly level may change places.",
        );
    }
    Ok(order)
}
