//! Turns that leave a car where it is: standing still, and giving way (VR-PEN, VR-YIELD).

use super::brake::{self, Verdict};
use super::declare;
use super::gears::{self, Reference};
use super::judge::Judge;
use super::situation::Situation;
use crate::game::{CarId, Event, EventKind, IllegalTurn};
use crate::games::vektorace::{Edition, Rotation, State, Track};

/// Standing still (VR-PEN).
pub fn stops(
    track: &Track,
    state: &mut State,
    index: usize,
    rotation: Rotation,
    gear: Option<u8>,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let before = state.clone();
    let situation = Situation::new(track, &before, index);
    let refused = match brake::verdict(&situation) {
        Verdict::Free => Some(IllegalTurn::new(
            "VR-PEN-04",
            format!("The car may not stand still: it has a legal move in gear {}.", situation.gear),
        )),
        Verdict::Brake(gears) => {
            let gear = gears.iter().max().copied().unwrap_or(1);
            Some(IllegalTurn::new(
                "VR-BRAKE-06",
                format!("The car must jam on its brakes: it has a legal move in gear {gear}."),
            ))
        }
        Verdict::Stop => None,
    };
    if let Some(illegal) = refused {
        judge.refuse(illegal)?;
    }
    let car = &mut state.cars[index];
    car.heading = car.heading.turned(rotation.eighths());
    events.push(Event { car: car.id, kind: EventKind::Stopped });
    let reference = Reference { gear: 1, braked: false, pushed: false, forced: Some((1, gears::Forced::Penalty)) };
    declare(state, index, reference, gear, judge, events)
}

/// Giving way (VR-YIELD).
pub fn give_way(
    track: &Track,
    state: &mut State,
    index: usize,
    to: CarId,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    judge.accept(brake::check_yield(track, state, index, to), || ())?;
    let now = usize::from(state.played);
    let later =
        state.order.iter().position(|other| state.cars[usize::from(*other)].id == to).filter(|later| *later > now);
    let Some(later) = later else {
        return Err(IllegalTurn::new(
            "VR-YIELD-01",
            format!("Car {to} does not play later in this round: there is nobody to give way to."),
        ));
    };
    let other = state.order[later];
    match state.edition {
        // Online, the two change places in the order itself; elsewhere the other one only plays first.
        Edition::Online => {
            state.order.swap(now, later);
            state.settled = state.order.clone();
        }
        Edition::Second => state.order[now..=later].rotate_right(1),
    }
    state.cars[index].yielded = true;
    state.let_past = Some((other, index as u8));
    events.push(Event { car: state.cars[index].id, kind: EventKind::GaveWay { to } });
    Ok(())
}
