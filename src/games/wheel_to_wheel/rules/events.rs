//! Reports a recorded entry as events. Uses the events that all games share where possible. For everything else, uses
//! incidents that are described in the words of the rules ledger.

use super::super::dice::LARGEST_FACE;
use super::super::draft::BATTERY;
use super::super::order;
use super::super::state::{Driver, State};
use super::super::track::Track;
use super::super::turn::{Action, Use};
use super::act::{Landing, Report};
use crate::game::{CarId, Event, EventKind, Sort};

/// Returns the events that an entry of the race record caused, such as a throw or a discharge.
pub(super) fn events(track: &Track, before: &State, after: &State, report: &Report) -> Vec<Event> {
    let mut kinds = Vec::new();
    match report.turn.action {
        Action::Spend { icon, slot } => kinds.push(EventKind::UsedPower { power: icon.slot_name(slot) }),
        Action::Pass => kinds.push(EventKind::MissedTurn),
        Action::Discharge => {
            moved(track, report, Some(0), &mut kinds);
            let detail = if report.extra { "moves six fields, then throws again" } else { "moves six fields" };
            kinds.push(incident("battery", detail, Sort::Boost));
            kinds.push(spent("battery", i32::from(BATTERY), "discharge"));
        }
        Action::Throw(throw) => {
            let gear = Some(throw.die.gear());
            match throw.what {
                Use::Charge => {
                    kinds.push(EventKind::Moved { distance: 0.0, points: Vec::new(), gear });
                    let amount = i32::from(report.after.battery) - i32::from(report.before.battery);
                    kinds.push(spent("battery", -amount, "charge"));
                }
                _ => moved(track, report, gear, &mut kinds),
            }
            let (mean, variance) = (track.faces().mean(throw.die), track.faces().variance(throw.die));
            kinds.push(EventKind::Thrown { face: u32::from(throw.face), mean, variance });
        }
    }
    // Every lap is charged to the set that the car has before a change of tyres (WW-TYRE-02).
    let charged = |driver: &Driver| driver.driven.iter().flatten().count();
    let laps = charged(&report.after).saturating_sub(charged(&report.before));
    let had = i32::from(report.before.set.left());
    let left = had - had.min(laps as i32);
    if left < had {
        kinds.push(spent("tyre", had - left, "lap"));
    }
    let gained = i32::from(report.after.set.left()) - left;
    if report.tyres.is_some() && gained != 0 {
        kinds.push(spent("tyre", -gained, "tyre change"));
    }
    for lap in &report.concluded {
        kinds.push(EventKind::Lap { lap: u32::from(*lap) + 1 });
    }
    match report.landing {
        Landing::Collision(other) => {
            kinds.push(EventKind::Collided { other: before.car(other), outcome: "to the crash zone" });
        }
        Landing::Garage if report.failure => {
            kinds.push(incident("engine failure", "to the garage", Sort::Penalty));
            if report.after.stops > report.before.stops {
                kinds.push(EventKind::Pitted { stop: "engine failure" });
            }
        }
        Landing::Garage if report.helped => kinds.push(EventKind::Pitted { stop: "automatic entry" }),
        Landing::Garage => kinds.push(EventKind::Pitted { stop: "pit stop" }),
        Landing::None => {}
    }
    if report.turn.as_throw().is_some_and(|throw| throw.face == LARGEST_FACE) && !report.failure {
        let detail = if report.extra { "throws again" } else { "no further throw" };
        kinds.push(incident("magic six", detail, Sort::Boost));
    }
    for (is_so, what, detail) in [
        (report.yellow, "yellow flag", "until the end of the round"),
        (report.rain_start, "rain", "begins"),
        (report.rain_end, "rain", "is over"),
    ] {
        if is_so {
            kinds.push(incident(what, detail, Sort::Flag));
        }
    }
    let own = before.car(report.index);
    kinds.extend(overtaken(track, before, after, report.index).map(|other| EventKind::Overtook { other }));
    let mut events: Vec<Event> = kinds.into_iter().map(|kind| Event { car: own, kind }).collect();
    if let Some(place) = report.finish {
        events.push(Event { car: own, kind: EventKind::Finished { rank: u32::from(place) } });
    }
    events
}

const fn incident(what: &'static str, detail: &'static str, sort: Sort) -> EventKind {
    EventKind::Incident { what, detail, sort }
}

const fn spent(resource: &'static str, amount: i32, purpose: &'static str) -> EventKind {
    EventKind::Spent { resource, amount, purpose, incident: false }
}

/// Adds the event of the move with its route. A token that stays on its field, or is only put on another field, has no
/// route.
fn moved(track: &Track, report: &Report, gear: Option<u8>, kinds: &mut Vec<EventKind>) {
    let mut points = vec![track.place_of(report.before.spot)];
    let last = report.spots.iter().filter(|spot| !matches!(spot, super::super::state::Spot::Out));
    points.extend(last.map(|spot| track.place_of(*spot)));
    if report.spots.is_empty() {
        points.clear();
    }
    kinds.push(EventKind::Moved { distance: report.spots.len() as f64, points, gear });
}

/// Returns the cars that the driver has overtaken.
fn overtaken<'a>(
    track: &Track,
    before: &'a State,
    after: &State,
    index: usize,
) -> impl Iterator<Item = CarId> + use<'a> {
    let (was, is) = (order::ranks(track, before), order::ranks(track, after));
    let passed: Vec<usize> =
        (0..before.drivers.len()).filter(|other| was[*other] < was[index] && is[*other] > is[index]).collect();
    passed.into_iter().map(|other| before.car(other))
}
