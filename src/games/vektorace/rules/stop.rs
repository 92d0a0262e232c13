//! The parts of a turn that concern a pit stop: the car enters the lane, takes points, gets a forced gear, or calls
//! BOX-BOX (ledger, section 3.15).

use super::checker::Checker;
use super::laid::{Boosted, Laid};
use super::pit::{self, Entry};
use super::situation::Situation;
use crate::game::words::points;
use crate::game::{Event, EventKind, IllegalTurn};
use crate::games::vektorace::{Edition, Move, State, Track};
use crate::geometry::{Direction, Point};

/// Returns the result of a move into the pit lane; `None` if the move does not enter it.
pub fn pit_entry(
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    at: Point,
    heading: Direction,
) -> Option<Entry> {
    let end = boost.map_or(vector.last, |boost| boost.laid.last);
    pit::entry(situation, end, &situation.path(vector, boost, at), heading)
}

/// Carries out a car's stop in the pit lane: checks the points that the car takes, and adds them. Returns whether the
/// car is in the lane; if it is, its next gear is limited (VR-PIT-12).
pub fn enter_pit(
    track: &Track,
    state: &mut State,
    index: usize,
    entry: Option<Entry>,
    played: &Move,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<bool, IllegalTurn> {
    let id = state.cars[index].id;
    let taken = played.pit.unwrap_or_default();
    let offered = match entry {
        Some(Entry::Stop { points }) => points,
        Some(Entry::Overshoot) | None => 0,
    };
    let sum = u32::from(taken.tyre) + u32::from(taken.nitro);
    let open = pit::points_open(state, &state.cars[index], offered);
    let refusal = if open == 0 && played.pit.is_some() {
        let (clause, message) = match entry {
            Some(Entry::Stop { .. }) => {
                ("VR-PIT-05", "The car already has all the points it can hold, so it may not take points.")
            }
            Some(_) if state.edition == Edition::Online => {
                ("VR-PIT-07", "The car overshot the pit exit, so it may not take points.")
            }
            Some(_) => ("VR-PIT-06", "The car overshot the pit exit, so it may not take points."),
            None => ("VR-PIT-03", "The car has not entered the pit lane, so it may not take points."),
        };
        Some(IllegalTurn::new(clause, message))
    } else if sum > u32::from(offered) || (state.edition == Edition::Online && sum < u32::from(offered)) {
        let clause = if offered == 8 { "VR-PIT-03" } else { "VR-PIT-04" };
        let most = if state.edition == Edition::Online { "exactly" } else { "at most" };
        Some(IllegalTurn::new(
            clause,
            format!("This pit stop gives {most} {}, but {sum} were taken.", points(offered, "tyre and nitro")),
        ))
    } else if sum > 0 && !pit::may_take(state, &state.cars[index], offered, taken) {
        let message = "The car would leave the pit with more than 8 tyre points or more than 8 nitro points.";
        Some(IllegalTurn::new("VR-PIT-05", message))
    } else {
        None
    };
    if let Some(illegal) = refusal {
        checker.refuse(illegal)?;
    }
    let car = &mut state.cars[index];
    if let Some(entry) = entry {
        let stop = match (entry, played.gear) {
            (Entry::Overshoot, _) => "overshoot",
            (_, 1 | 2) => "pit stop",
            _ => "splash and go",
        };
        events.push(Event { car: id, kind: EventKind::Pitted { stop } });
        car.tyre = car.tyre.saturating_add(taken.tyre);
        car.nitro = car.nitro.saturating_add(taken.nitro);
        for (resource, amount) in [("tyre", taken.tyre), ("nitro", taken.nitro)] {
            if amount > 0 {
                events.push(Event {
                    car: id,
                    kind: EventKind::Spent {
                        resource,
                        amount: -i32::from(amount),
                        purpose: "pit stop",
                        incident: false,
                    },
                });
            }
        }
    }
    let inside = pit::is_in_lane_after(track, state, &state.cars[index], entry);
    state.cars[index].in_lane = inside;
    Ok(inside)
}

/// Carries out a BOX-BOX call, which announces a pit stop (VR-PIT-13).
pub fn call_stop(
    track: &Track,
    state: &mut State,
    index: usize,
    played: &Move,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if !played.box_box {
        return Ok(());
    }
    if let Err(why) = pit::may_call(track, state, &state.cars[index]) {
        checker.refuse(IllegalTurn::new("VR-PIT-13", why.sentence()))?;
    }
    state.cars[index].box_box = true;
    events.push(Event { car: state.cars[index].id, kind: EventKind::BoxBox });
    Ok(())
}
