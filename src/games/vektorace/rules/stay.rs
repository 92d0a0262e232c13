//! Turns without a move: the car stands still, goes over the table's edge or gives way (VR-PEN, VR-EDGE, VR-YIELD).

use super::brake::{self, Verdict};
use super::checker::Checker;
use super::fault::Piece;
use super::situation::Situation;
use super::{declare, edge, evidence, pit};
use crate::game::{CarId, Event, EventKind, Evidence, IllegalTurn};
use crate::games::vektorace::reference::{Forced, Reference};
use crate::games::vektorace::{Edges, Edition, Fall, Rotation, Side, Start, State, Track};
use crate::geometry::Direction;

/// Carries out a turn in which the car stands still (VR-PEN). `other` is a different start of the turn, such as a
/// rotation, after which the car would have a legal move. If `other` is given, the car may not stand still.
pub fn stops(
    track: &Track,
    state: &mut State,
    index: usize,
    (rotation, gear): (Rotation, Option<u8>),
    other: Option<Start>,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let before = state.clone();
    let situation = Situation::new(track, &before, index);
    match brake::verdict(&situation) {
        Verdict::Stop | Verdict::Edge(_) if other.is_some() => checker.refuse(turned_has_a_move(other))?,
        Verdict::Stop => {}
        Verdict::Edge(_) => checker.refuse(
            IllegalTurn::new(
                "VR-EDGE-01",
                "The car may not stand still: its path straight ahead leads over the table's edge.",
            )
            .with(way_ahead(&situation)),
        )?,
        otherwise => checker.refuse(has_a_move(&situation, &otherwise, Idle::Stands))?,
    }
    if rotation != Rotation::Straight && situation.is_first() {
        checker.refuse(IllegalTurn::new(
            "VR-PEN-03",
            "The car may not rotate now: in the first edition it rotates at the start of the turn after its penalty.",
        ))?;
    }
    if rotation != Rotation::Straight && !pit::may_rotate(&situation) {
        checker.refuse(pit::no_rotation(track))?;
    }
    let car = &mut state.cars[index];
    car.heading = car.heading.turned(rotation.eighths());
    car.restart = true;
    events.push(Event { car: car.id, kind: EventKind::Stopped });
    declare(state, index, Reference::forced(1, Forced::Penalty), gear, checker, events).map(|_| ())
}

/// Returns a line that shows the car's path straight ahead, in the lowest gear that the car can pay for.
fn way_ahead(situation: &Situation<'_>) -> [Evidence; 1] {
    let car = &situation.car;
    let gear = car.gear.saturating_sub(car.tyre).max(1);
    [evidence::line(car.position, car.position + car.heading.unit() * i64::from(gear + 1))]
}

/// Returns the outline of the car at a point to which it can move, to show on the board.
fn open_place(situation: &Situation<'_>) -> Vec<Evidence> {
    let open = Side::ALL.into_iter().filter_map(|side| situation.check_vector(side).ok()).find_map(|vector| {
        situation.destinations(&vector, None).next().map(|(spot, ..)| situation.shapes(Piece::Car(spot.at)))
    });
    open.unwrap_or_default()
}

/// A turn in which a car does not move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Idle {
    /// The car stands still.
    Stands,
    /// The car goes over the table's edge.
    Falls,
}

/// Explains why a car may not stand still or fall from the table: it can still move, or it can brake.
fn has_a_move(situation: &Situation<'_>, verdict: &Verdict, idle: Idle) -> IllegalTurn {
    let (clause, not) = match idle {
        Idle::Stands => ("VR-PEN-04", "may not stand still"),
        Idle::Falls => ("VR-EDGE-01", "does not go over the table's edge"),
    };
    match verdict {
        Verdict::Brake(gears) => {
            let gear = gears.iter().max().copied().unwrap_or(1);
            IllegalTurn::new(
                "VR-BRAKE-06",
                format!("The car must jam on its brakes, because braking to gear {gear} gives it a legal move."),
            )
            .with(open_place(&situation.braked_to(gear)))
        }
        _ => IllegalTurn::new(clause, format!("The car {not}: it has a legal move in gear {}.", situation.gear))
            .with(open_place(situation)),
    }
}

/// Explains why a car may not stand still again: it would have a legal move if it rotated differently, or not at all,
/// at the start of its turn (VR-PEN-04).
fn turned_has_a_move(start: Option<Start>) -> IllegalTurn {
    let how = match start {
        Some(Start { placing: Some(placing), .. }) => format!("if it is put back facing {}", placing.heading.number()),
        Some(Start { rotation: Rotation::Left, .. }) => "if it rotates left".to_owned(),
        Some(Start { rotation: Rotation::Right, .. }) => "if it rotates right".to_owned(),
        _ => "if it does not rotate".to_owned(),
    };
    let message = format!(
        "The car may neither stand still nor go over the table's edge, because it has a legal move {how} at the start of its turn."
    );
    IllegalTurn::new("VR-PEN-04", message)
}

/// Carries out a turn in which the car goes over the table's edge (VR-EDGE-01 to 04). `other` is a different start of
/// the turn, such as a rotation, after which the car would have a legal move. If `other` is given, the car may not
/// leave the table.
pub fn falls(
    track: &Track,
    state: &mut State,
    index: usize,
    (heading, gear): (Option<Direction>, Option<u8>),
    other: Option<Start>,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let before = state.clone();
    let situation = Situation::new(track, &before, index);
    let verdict = brake::verdict(&situation);
    if matches!(verdict, Verdict::Stop | Verdict::Edge(_)) && other.is_some() {
        checker.refuse(turned_has_a_move(other))?;
    }
    let exit = match verdict {
        Verdict::Edge(exit) => Some(exit),
        Verdict::Stop => {
            checker.refuse(IllegalTurn::new(
                "VR-EDGE-01",
                "The car does not go over the table's edge: in the lowest gear it can pay for, its path straight ahead stays on the table. The car must stand still.",
            )
            .with(way_ahead(&situation)))?;
            edge::exit(&situation)
        }
        otherwise => {
            checker.refuse(has_a_move(&situation, &otherwise, Idle::Falls))?;
            edge::exit(&situation)
        }
    };
    let over = exit.iter().flat_map(|exit| &exit.edges).fold(Edges::default(), |edges, edge| edges.with(*edge));
    let (at, heading) = match (situation.is_first(), heading, exit) {
        (true, None, exit) => (exit.map_or(situation.car.position, |exit| exit.at), situation.car.heading),
        (true, Some(_), exit) => {
            let message = "Do not choose a heading yet: in the first edition the car leaves the table, and gets its heading when it comes back.";
            checker.refuse(IllegalTurn::new("VR-EDGE-03", message))?;
            (exit.map_or(situation.car.position, |exit| exit.at), situation.car.heading)
        }
        (false, None, _) => {
            let message = "The car's heading is missing. Choose one of the two headings parallel to the table's edge.";
            checker.refuse(IllegalTurn::new("VR-EDGE-02", message))?;
            (situation.car.position, situation.car.heading)
        }
        (false, Some(heading), Some(exit)) => {
            let place = checker.accept(edge::second_place(&situation, &exit, heading), || exit.at)?;
            (place, heading)
        }
        (false, Some(heading), None) => (situation.car.position, heading),
    };
    let car = &mut state.cars[index];
    (car.position, car.heading) = (at, heading);
    car.restart = true;
    car.in_lane = car.in_lane && pit::is_inside(track, at, heading);
    car.fallen = situation.is_first().then_some(Fall::Lost(over));
    events.push(Event { car: car.id, kind: EventKind::Fell });
    declare(state, index, Reference::forced(1, Forced::Penalty), gear, checker, events).map(|_| ())
}

/// Carries out a turn in which the car gives way (VR-YIELD).
pub fn give_way(
    track: &Track,
    state: &mut State,
    index: usize,
    to: CarId,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    checker.accept(brake::check_yield(track, state, index, to), || ())?;
    let now = usize::from(state.played);
    let later =
        state.order.iter().position(|other| state.cars[usize::from(*other)].id == to).filter(|later| *later > now);
    let Some(later) = later else {
        return Err(IllegalTurn::new(
            "VR-YIELD-01",
            format!("Car {to} does not play later in this round, so this car cannot give way to it."),
        ));
    };
    let other = state.order[later];
    match state.edition {
        // In the online edition the two cars swap places in the order. In the printed editions the other car plays
        // first, but `settled`, the order at the beginning of the round, stays.
        Edition::Online => {
            state.order.swap(now, later);
            state.settled = state.order.clone();
        }
        Edition::Formula8 | Edition::Second => state.order[now..=later].rotate_right(1),
    }
    state.cars[index].gave_way_to |= 1 << other;
    events.push(Event { car: state.cars[index].id, kind: EventKind::GaveWay { to } });
    Ok(())
}
