//! The rules of play: this module carries out turns and explains why a turn is illegal (ledger, section 3.4 onwards).
//!
//! [`play`] and [`force`] run the same code with two kinds of checker. The strict checker stops at the first broken
//! rule. The lenient checker records that rule and continues. So a log with a mistake can still be read to its end.

mod act;
pub(super) mod arrows;
mod attacks;
mod begin;
mod brake;
mod checker;
mod corners;
mod edge;
mod evidence;
mod explain;
mod fault;
mod finish;
pub(super) mod gears;
pub(super) mod laid;
mod list;
mod measure;
pub(super) mod movement;
mod order;
mod pit;
mod powers;
pub(super) mod situation;
mod stay;
mod stop;

use super::{Action, Car, Declared, Fall, Reference, Start, State, Track, Turn};
use crate::game::{CarId, Event, EventKind, Forced, IllegalTurn, Played};
use crate::geometry::{Direction, Point};
use checker::Checker;
use corners::Lap;
use gears::Price;
use stop::pit_entry;

pub(super) use begin::begun;
pub(super) use corners::sector;
pub(super) use list::{ahead, count_places, legal_turns, places};
pub use measure::{Measuring, measure};

/// Returns the number of points that the car gets for a move into the pit lane. Returns 0 if the car overshoots the
/// exit, and `None` if the move does not enter the lane.
pub(super) fn pit_points(
    situation: &situation::Situation<'_>,
    vector: &laid::Laid,
    boost: Option<&laid::Boosted>,
    at: Point,
    heading: Direction,
) -> Option<u8> {
    Some(match pit_entry(situation, vector, boost, at, heading)? {
        pit::Entry::Stop { points } => points,
        pit::Entry::Overshoot => 0,
    })
}

/// Plays a turn. Returns the state after it, or the rule that the turn breaks.
pub(super) fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    carry_out(track, state, turn, &mut Checker::new(true)).or_else(|illegal| {
        let late = turn.swaps_points().then(|| swap_late(track, state, turn)).flatten();
        late.ok_or(illegal)
    })
}

/// Plays a turn in which the car swaps points as late as possible (VR-POW-12). Returns `None` if the turn is illegal
/// then too.
fn swap_late(track: &Track, state: &State, turn: &Turn) -> Option<Played<State>> {
    carry_out(track, state, turn, &mut Checker { swaps_late: true, ..Checker::new(true) }).ok()
}

/// Plays a turn that may break rules. Returns the state after it and the first rule that the turn breaks.
pub(super) fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
    let mut checker = Checker::new(false);
    if turn.swaps_points()
        && let Ok(played) = play(track, state, turn)
    {
        return Forced { played, illegal: None };
    }
    match carry_out(track, state, turn, &mut checker) {
        Ok(played) => Forced { played, illegal: checker.first },
        // Some turns cannot be carried out at all, such as a turn of a car that is not in the race.
        Err(illegal) => Forced {
            played: Played { state: state.clone(), events: Vec::new() },
            illegal: Some(checker.first.unwrap_or(illegal)),
        },
    }
}

fn carry_out(track: &Track, state: &State, turn: &Turn, checker: &mut Checker) -> Result<Played<State>, IllegalTurn> {
    let mut state = state.clone();
    let mut events = Vec::new();
    if let Action::Redeclare { declare } = turn.action {
        redeclare(&mut state, turn, declare, checker, &mut events)?;
        return Ok(Played { state, events });
    }
    let index = whose_turn(&mut state, turn, checker)?;
    state.declared = None;
    if let Some(call) = turn.steward {
        begin::steward(&state, turn, call, checker)?;
    }
    let stands = matches!(turn.action, Action::Stop { .. } | Action::Edge { .. });
    let other = if stands { begin::start_with_a_move(track, &state, index) } else { None };
    begin::begin(track, &mut state, index, turn, checker, &mut events)?;
    if !matches!(turn.action, Action::Move(_) | Action::GiveWay { .. }) {
        act::reveal(&state.cars[index], &mut events);
    }
    match &turn.action {
        Action::Move(played) => act::moves(track, &mut state, index, played, checker, &mut events)?,
        Action::Stop { rotation, declare } => {
            stay::stops(track, &mut state, index, (*rotation, *declare), other, checker, &mut events)?
        }
        Action::Edge { heading, declare } => {
            stay::falls(track, &mut state, index, (*heading, *declare), other, checker, &mut events)?
        }
        Action::Lost => {
            let over = match state.cars[index].fallen {
                Some(Fall::Lost(over) | Fall::Back(over)) => over,
                None => Default::default(),
            };
            state.cars[index].fallen = Some(Fall::Back(over));
            events.push(Event { car: turn.car, kind: EventKind::MissedTurn });
        }
        Action::GiveWay { to } => {
            stay::give_way(track, &mut state, index, *to, checker, &mut events)?;
            if turn.next_order.is_some() {
                checker.refuse(IllegalTurn::new(
                    "VR-ORDER-01",
                    "A turn in which a car gives way does not end the round. Leave \"next_order\" out.",
                ))?;
            }
            return Ok(Played { state, events });
        }
        Action::Withdraw => finish::withdraw(&mut state, index, checker, &mut events)?,
        Action::Abandon => finish::leave(&mut state, index, &mut events),
        // `redeclare` has already carried this turn out, because it is not a turn of the car to act.
        Action::Redeclare { .. } => {}
    }
    finish::end_turn(track, &mut state, index, turn.next_order, checker, &mut events)?;
    Ok(Played { state, events })
}

/// Returns the index of the car that plays this turn. A lenient checker accepts a car that acts out of turn: it moves
/// the car to the front of the cars that have not played yet.
fn whose_turn(state: &mut State, turn: &Turn, checker: &mut Checker) -> Result<usize, IllegalTurn> {
    let Some(due) = state.to_act() else {
        return Err(IllegalTurn::new("VR-WIN-04", "The race is over."));
    };
    let Some(index) = state.index_of(turn.car) else {
        return Err(IllegalTurn::new("VR-TURN-01", format!("There is no car {} in this race.", turn.car)));
    };
    if index != due {
        let message = format!("It is not car {}'s turn but car {}'s.", turn.car, state.cars[due].id);
        checker.refuse(IllegalTurn::new("VR-TURN-01", message))?;
        let (now, later) =
            (usize::from(state.played), state.order.iter().position(|other| usize::from(*other) == index));
        match later {
            Some(later) if later > now => state.order[now..=later].rotate_right(1),
            _ => {
                return Err(IllegalTurn::new("VR-TURN-01", format!("Car {} has already played this round.", turn.car)));
            }
        }
    }
    Ok(index)
}

/// Declares the next gear (VR-TURN-03, VR-GEAR). Returns the points that the declaration cost.
fn declare(
    state: &mut State,
    index: usize,
    reference: Reference,
    gear: Option<u8>,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<Price, IllegalTurn> {
    let car = &mut state.cars[index];
    let Some(gear) = gear else {
        checker.refuse(IllegalTurn::new("VR-TURN-03", format!("Car {} must declare its next gear.", car.id)))?;
        car.gear = reference.forced.map_or(reference.gear, |(gear, _)| gear);
        return Ok(Price::default());
    };
    if state.terms.take_back {
        state.declared = Some(Declared { car: index as u8, reference, tyre: car.tyre, nitro: car.nitro });
    }
    let price = price_of(reference, gear, car, checker)?;
    pay_for_shift(car, gear, price, events);
    Ok(price)
}

/// Returns the points that the car has to pay for declaring this gear.
fn price_of(reference: Reference, gear: u8, car: &Car, checker: &mut Checker) -> Result<Price, IllegalTurn> {
    let price = gears::check(reference, gear, car.tyre, car.nitro);
    checker.accept(price.map_err(|fault| fault.explain(reference, gear, car.tyre, car.nitro)), Price::default)
}

fn pay_for_shift(car: &mut Car, gear: u8, price: Price, events: &mut Vec<Event>) {
    spend(events, car.id, "tyre", &mut car.tyre, price.tyre, "downshift");
    spend(events, car.id, "nitro", &mut car.nitro, price.nitro, "upshift");
    car.gear = gear.clamp(1, 5);
}

/// Replaces a car's declaration by another one, before the next car acts. This is an optional rule, which the players
/// must have agreed to use (VR-TURN-03).
fn redeclare(
    state: &mut State,
    turn: &Turn,
    gear: u8,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if state.to_act().is_none() {
        return Err(IllegalTurn::new("VR-WIN-04", "The race is over."));
    }
    let binding = |message: String| IllegalTurn::new("VR-TURN-03", message);
    if !state.terms.take_back {
        checker.refuse(binding("A declaration may not be taken back in this race: that option is off.".to_owned()))?;
    }
    let last = state.declared.filter(|last| state.cars[usize::from(last.car)].id == turn.car);
    let Some(last) = last else {
        return Err(binding(format!("Car {} has no declaration that can still be taken back.", turn.car)));
    };
    if turn.start != Start::default() || turn.steward.is_some() || turn.next_order.is_some() {
        checker.refuse(binding(
            "This turn takes a declaration back, so it may contain nothing else. Enter only the new gear.".to_owned(),
        ))?;
    }
    let car = &mut state.cars[usize::from(last.car)];
    if car.gear == gear {
        checker.refuse(binding(format!("The car has already declared gear {gear}. Choose another gear.")))?;
    }
    for (resource, stock, was) in [("tyre", &mut car.tyre, last.tyre), ("nitro", &mut car.nitro, last.nitro)] {
        let back = i32::from(was) - i32::from(*stock);
        *stock = was;
        if back != 0 {
            let kind = EventKind::Spent { resource, amount: -back, purpose: "declaration taken back", incident: false };
            events.push(Event { car: turn.car, kind });
        }
    }
    events.push(Event { car: turn.car, kind: EventKind::Redeclared });
    let price = price_of(last.reference, gear, car, checker)?;
    pay_for_shift(car, gear, price, events);
    Ok(())
}

/// Deducts `amount` points from the car's `stock`, which does not fall below 0, and reports the loss as an event.
fn spend(
    events: &mut Vec<Event>,
    car: CarId,
    resource: &'static str,
    stock: &mut u8,
    amount: u8,
    purpose: &'static str,
) {
    if amount > 0 {
        *stock = stock.saturating_sub(amount);
        events.push(Event {
            car,
            kind: EventKind::Spent { resource, amount: i32::from(amount), purpose, incident: false },
        });
    }
}
