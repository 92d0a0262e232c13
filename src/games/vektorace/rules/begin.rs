//! The start of a turn (VR-EDGE-03, VR-PEN-03, VR-MISC-02): a car misses its turn, comes back on the table or rotates
//! after a penalty, and the players decide doubtful cases.

use super::checker::Checker;
use super::situation::Situation;
use super::{edge, pit};
use crate::game::{CarId, Event, EventKind, IllegalTurn};
use crate::games::vektorace::{
    Action, Edition, Fall, Move, Placing, Rotation, Start, State, Steward, TableEdge, Track, Turn,
};
use crate::geometry::Direction;

/// Carries out the start of a turn: puts a fallen car back on the table, or rotates a car that restarts.
pub fn begin(
    track: &Track,
    state: &mut State,
    index: usize,
    turn: &Turn,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let car = &state.cars[index];
    let leaves = matches!(turn.action, Action::Withdraw | Action::Abandon);
    match car.fallen {
        Some(Fall::Lost(_)) if turn.action != Action::Lost && !leaves => checker.refuse(IllegalTurn::new(
            "VR-EDGE-03",
            format!("Car {} fell from the table and misses this turn.", car.id),
        ))?,
        Some(Fall::Back(_)) if turn.start.placing.is_none() && turn.action != Action::Lost && !leaves => checker
            .refuse(IllegalTurn::new(
                "VR-EDGE-03",
                format!("Car {} fell from the table. Put it back on the table before it moves.", car.id),
            ))?,
        Some(Fall::Back(_)) if turn.action == Action::Lost && can_come_back(track, state, index) => {
            checker.refuse(IllegalTurn::new(
                "VR-EDGE-03",
                format!("Car {} has already missed a turn. It must come back on the table now.", car.id),
            ))?
        }
        None if turn.action == Action::Lost => checker.refuse(IllegalTurn::new(
            "VR-EDGE-03",
            format!("Car {} did not fall from the table, so it does not miss its turn.", car.id),
        ))?,
        _ => {}
    }
    if leaves && turn.start != Start::default() {
        let message =
            "The car leaves the race in this turn and can do nothing else in it. Remove its rotation or its new place.";
        checker.refuse(IllegalTurn::new("VR-QUIT-01", message))?;
        return Ok(());
    }
    if let Some(placing) = turn.start.placing {
        come_back(track, state, index, placing, checker)?;
        events.push(Event { car: turn.car, kind: EventKind::CameBack });
    } else if turn.action != Action::Lost && !leaves {
        // In a log that breaks the rules, the car may act without being put back. Count it as being on the table.
        state.cars[index].fallen = None;
    }
    let rotation = turn.start.rotation;
    if rotation != Rotation::Straight {
        if !restarts(state, index) || turn.start.placing.is_some() {
            checker.refuse(IllegalTurn::new(
                "VR-PEN-03",
                "The car may not rotate before it moves: that is allowed only in the first edition, after a penalty.",
            ))?;
        } else if !pit::may_rotate(&Situation::new(track, state, index)) {
            checker.refuse(pit::no_rotation(track))?;
        }
        let car = &mut state.cars[index];
        car.heading = car.heading.turned(rotation.eighths());
    }
    Ok(())
}

/// Returns the state of the race after the car with this index has carried out `start`, the start of its turn. Returns
/// `None` if the start is illegal.
pub fn begun(track: &Track, state: &State, index: usize, start: Start) -> Option<State> {
    let mut begun = state.clone();
    let mut checker = Checker::new(true);
    let probe = Turn { start, ..Turn::new(state.cars[index].id, Action::Redeclare { declare: 0 }) };
    begin(track, &mut begun, index, &probe, &mut checker, &mut Vec::new()).ok().map(|()| begun)
}

/// Whether the car restarts after a penalty of the first edition, so that it may rotate on the spot before its move.
fn restarts(state: &State, index: usize) -> bool {
    let car = &state.cars[index];
    state.edition == Edition::Formula8 && car.restart && car.fallen.is_none()
}

/// Whether the player chooses how the car starts its turn: rotated after a penalty, or put back on the table in any
/// direction.
fn chooses_start(state: &State, index: usize) -> bool {
    restarts(state, index) || matches!(state.cars[index].fallen, Some(Fall::Back(_)))
}

/// Returns a start of the turn, such as a rotation, that gives the car a legal move. Returns `None` if no start gives
/// it one, or if the player cannot choose the start. If such a start exists, the car may neither stand still nor go
/// over the table's edge (VR-PEN-04, VR-EDGE-01).
pub fn start_with_a_move(track: &Track, state: &State, index: usize) -> Option<Start> {
    let starts = if chooses_start(state, index) { starts(track, state, index) } else { Vec::new() };
    starts.into_iter().find(|start| {
        let begun = begun(track, state, index, *start);
        begun.is_some_and(|begun| Situation::new(track, &begun, index).has_move())
    })
}

fn come_back(
    track: &Track,
    state: &mut State,
    index: usize,
    placing: Placing,
    checker: &mut Checker,
) -> Result<(), IllegalTurn> {
    if !matches!(state.cars[index].fallen, Some(Fall::Back(_))) {
        let message = "The car may not come back now: only a car that fell from the table comes back, after it has missed a turn.";
        checker.refuse(IllegalTurn::new("VR-EDGE-03", message))?;
        return Ok(());
    }
    let before = state.clone();
    let situation = Situation::new(track, &before, index);
    let place = edge::place_back(&situation, placing.heading, placing.edge);
    let at = checker.accept(place, || situation.car.position)?;
    let car = &mut state.cars[index];
    (car.position, car.heading, car.fallen) = (at, placing.heading, None);
    Ok(())
}

/// Whether a car that fell from the table has a free place along the edge to come back to.
fn can_come_back(track: &Track, state: &State, index: usize) -> bool {
    placings(track, state, index).next().is_some()
}

fn placings<'a>(track: &'a Track, state: &'a State, index: usize) -> impl Iterator<Item = Placing> + 'a {
    let situation = Situation::new(track, state, index);
    let edges: Vec<TableEdge> = edge::fell_over(&situation.car).collect();
    let named = std::iter::once(None).chain(edges.into_iter().map(Some));
    let all: Vec<Placing> = Direction::ALL
        .into_iter()
        .flat_map(|heading| named.clone().map(move |edge| Placing { heading, edge }))
        .filter(|placing| edge::place_back(&situation, placing.heading, placing.edge).is_ok())
        .collect();
    all.into_iter()
}

/// Lists every way in which the car can start its turn: as it stands, rotated after a penalty, or put back on the
/// table. The list is empty if the car misses its turn. It is used to list the legal turns.
pub fn starts(track: &Track, state: &State, index: usize) -> Vec<Start> {
    match state.cars[index].fallen {
        Some(Fall::Lost(_)) => Vec::new(),
        Some(Fall::Back(_)) => {
            placings(track, state, index).map(|placing| Start { placing: Some(placing), ..Start::default() }).collect()
        }
        None if restarts(state, index) && pit::may_rotate(&Situation::new(track, state, index)) => {
            Rotation::ALL.map(|rotation| Start { rotation, placing: None }).into()
        }
        None => vec![Start::default()],
    }
}

/// Checks that the right player made a steward's call (VR-MISC-02): the player of the last car or, if the case concerns
/// the last car, the player of the leading car. If the call allows a clause to be broken, breaking that clause is no
/// longer an error.
pub fn steward(state: &State, turn: &Turn, call: Steward, checker: &mut Checker) -> Result<(), IllegalTurn> {
    if state.edition == Edition::Online {
        return checker.refuse(IllegalTurn::new(
            "VR-MISC-02",
            "In the online edition the program decides doubtful cases, not a player. Remove the steward's call.",
        ));
    }
    let places = state.places();
    let racing = || places.iter().map(|place| &state.cars[usize::from(*place)]).filter(|car| car.is_racing());
    let target = match turn.action {
        Action::Move(Move { attack: Some(attack), .. }) => Some(attack.target),
        Action::GiveWay { to } => Some(to),
        _ => None,
    };
    let is_involved = |car: CarId| car == turn.car || target == Some(car);
    let (first, last) = (racing().next(), racing().next_back());
    let due = match (first, last) {
        (_, Some(last)) if !is_involved(last.id) => last.id,
        (Some(first), _) => first.id,
        _ => return Ok(()),
    };
    if call.by != due {
        return checker.refuse(IllegalTurn::new(
            "VR-MISC-02",
            format!(
                "The player of car {} may not make this steward's call. Only the player of car {due} may make it.",
                call.by
            ),
        ));
    }
    if call.allow {
        checker.allowed = Some(call.clause);
    }
    Ok(())
}
