//! Describes an entry of a race record in words, as in a commentary.

use super::WheelToWheel;
use super::setup::{DRIVERS, Setup};
use super::state::{Spot, State};
use super::turn::{Action, Branch, Throw, Turn, Use};
use crate::game::words::{many, ordinal};
use crate::game::{CarId, Commentary, Event, EventKind};

impl Commentary for WheelToWheel {
    fn words_for(field: &str, value: Option<&serde_json::Value>) -> Option<String> {
        use serde_json::Value;
        if let ("steps", Some(Value::Number(count))) = (field, value) {
            return count.as_u64().map(|count| many(count, "field"));
        }
        let words = match (field, value) {
            ("kind", None) => "action",
            ("kind", Some(Value::String(kind))) => match kind.as_str() {
                "throw" => "throw a die",
                "discharge" => "use the battery",
                "spend" => "spend a skill slot",
                _ => return None,
            },
            ("use", Some(Value::String(what))) => match what.as_str() {
                "charge" => "charge the battery",
                "hold" => "stay in the pit lane",
                "halt" => "stop on the pit entry field",
                "failure" => "engine failure",
                _ => return None,
            },
            ("steps", None) => "fields to move",
            ("steps", Some(Value::Null)) => "all fields",
            ("branch", None) => "route from the pit entry field",
            ("branch", Some(Value::String(branch))) if branch == "track" => "on the track",
            ("branch", Some(Value::String(branch))) if branch == "pit" => "into the pit lane",
            ("through", None) => "stop or drive through",
            ("through", Some(Value::Null | Value::Bool(false))) => "stop at the garage",
            ("through", Some(_)) => "drive through",
            ("tyres", None) => "fresh tyres",
            ("tyres", Some(Value::Null)) => "keep the tyres",
            ("icon", None) => "skill",
            _ => return None,
        };
        Some(words.to_owned())
    }

    fn describe(setup: &Setup, before: &State, turn: &Turn, after: &State, events: &[Event]) -> String {
        let name = |car: CarId| driver_name(setup, car);
        let Some(index) = before.index_of(turn.car) else { return format!("Car {} is not in this race.", turn.car) };
        let (was, now) = (before.drivers[index], after.drivers[index]);
        let own = || events.iter().filter(|event| event.car == turn.car).map(|event| &event.kind);
        let again = if before.is_extra(index) { "throws again: " } else { "throws " };
        let mut parts = Vec::new();
        match turn.action {
            Action::Pass => parts.push("does nothing".to_owned()),
            Action::Spend { icon, slot } => parts.push(format!("takes slot {slot} of {} for the team", icon.name())),
            Action::Discharge => parts.push("uses the battery and moves 6 fields".to_owned()),
            Action::Throw(throw) => {
                let thrown = format!("{again}{} {}", throw.die.name(), throw.face);
                let used = match throw.what {
                    Use::Move => match (throw.steps, throw.branch) {
                        (Some(steps), _) => format!("moves {steps}"),
                        (None, Some(Branch::Pit)) => "enters the pit lane".to_owned(),
                        (None, Some(Branch::Track)) => "stays on the track".to_owned(),
                        (None, None) => "moves".to_owned(),
                    },
                    Use::Charge => format!("charges the battery to {}", now.battery),
                    Use::Hold => "stays in the pit lane".to_owned(),
                    Use::Halt => "halts on the pit entry field".to_owned(),
                    Use::Failure => "breaks the engine".to_owned(),
                    Use::Discharge => "uses the battery instead of this throw".to_owned(),
                };
                parts.push(format!("{thrown} and {used}"));
            }
        }
        let collides = own().find_map(|kind| match kind {
            EventKind::Collided { other, .. } => Some(*other),
            _ => None,
        });
        if let Some(target) = collides {
            parts.push(format!("collides with {} and goes to the crash zone", name(target)));
        } else if now.spot != was.spot && now.is_racing() {
            parts.push(format!("stands on {}", place(now.spot)));
        }
        if own().any(|kind| *kind == EventKind::Pitted { stop: "automatic entry" }) {
            parts.push("is put into the garage by the headset".to_owned());
        }
        if now.stops > was.stops && now.set != was.set && turn.as_throw().is_some_and(|throw| throw.tyres.is_some()) {
            parts.push(format!("changes from {} to {} tyres", was.set.compound, now.set.compound));
        } else if now.stops > was.stops {
            parts.push("stops in the garage".to_owned());
        }
        if now.lap > was.lap {
            parts.push(format!("completes lap {}", was.lap));
        } else if now.lap_open && !was.lap_open && now.is_racing() && collides.is_none() {
            parts.push(format!("begins lap {}", now.lap));
        }
        if now.fails > was.fails {
            parts.push(format!("misses the garage for the {} time", ordinal(u32::from(now.fails))));
        }
        let mut sentence = format!("Round {}, {}: {}.", before.round, name(turn.car), parts.join("; "));
        for kind in own() {
            if let EventKind::Finished { rank } = kind {
                sentence.push_str(&format!(" {} finishes {}.", name(turn.car), ordinal(*rank)));
            }
        }
        if after.yellow.is_some() && before.yellow.is_none() {
            sentence.push_str(" The yellow flag is out.");
        }
        match (before.rain.is_some(), after.rain.is_some()) {
            (false, true) => sentence.push_str(" Rain begins."),
            (true, false) => sentence.push_str(" The rain is over."),
            _ => {}
        }
        let team = index / DRIVERS;
        let gained = after.teams[team].free.saturating_sub(before.teams[team].free);
        if gained > 0 {
            sentence.push_str(&format!(" The team earns {}.", many(gained, "slot")));
        }
        sentence
    }
}

/// Returns a driver's name. If the driver has no name, returns the team's name or colour, followed by 1 or 2.
pub(super) fn driver_name(setup: &Setup, car: CarId) -> String {
    let driver = (car.0 % 10).wrapping_sub(1) as usize;
    let Some(team) = (car.0 / 10).checked_sub(1).and_then(|place| setup.teams.get(place as usize)) else {
        return format!("car {car}");
    };
    match team.drivers.get(driver) {
        Some(entry) if !entry.name.is_empty() => entry.name.clone(),
        Some(_) if driver < DRIVERS => {
            let name = if team.name.is_empty() { &team.colour } else { &team.name };
            format!("{name} {}", driver + 1)
        }
        _ => format!("car {car}"),
    }
}

pub(super) fn place(spot: Spot) -> String {
    match spot {
        Spot::Loop(field) => format!("field {field}"),
        Spot::Lane(field) => format!("P{field} of the pit lane"),
        Spot::CrashZone => "the crash zone".to_owned(),
        Spot::Out => "the finish".to_owned(),
    }
}

/// Returns the use of a throw in words, such as "move 4 into the pit lane, fitting soft tyres".
pub(super) fn use_words(throw: &Throw) -> String {
    let mut words = match (throw.what, throw.branch) {
        (Use::Move, Some(Branch::Pit)) => format!("move {} into the pit lane", throw.distance()),
        (Use::Move, Some(Branch::Track)) => format!("move {} and stay on the track", throw.distance()),
        (Use::Move, None) => format!("move {}", throw.distance()),
        (Use::Charge, _) => format!("charge {}", throw.face),
        (Use::Hold, _) => "hold".to_owned(),
        (Use::Halt, _) => "halt on the pit entry field".to_owned(),
        (Use::Failure, _) => "go to the garage, because the engine fails".to_owned(),
        (Use::Discharge, _) => "use the battery".to_owned(),
    };
    if throw.through {
        words.push_str(", driving through");
    }
    if let Some(compound) = throw.tyres {
        words.push_str(&format!(", fitting {compound} tyres"));
    }
    words
}
