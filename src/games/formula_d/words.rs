//! Describes a turn in a sentence or two.

use super::FormulaD;
use super::dice;
use super::setup::{CarEntry, Setup};
use super::state::{Standing, State};
use super::turn::{Chance, Change, Purpose, Roll, StopKind, Turn, Way};
use crate::game::words::{many, ordinal};
use crate::game::{CarId, Commentary, Event, EventKind};

impl Commentary for FormulaD {
    fn words_for(field: &str, value: Option<&serde_json::Value>) -> Option<String> {
        use serde_json::Value;
        if let ("spaces" | "brakes", Some(Value::Number(count))) = (field, value) {
            return count.as_u64().and_then(|count| u32::try_from(count).ok()).map(spaces);
        }
        if let (Some(Value::Array(list)), true) = (value, ["changes", "rolls"].contains(&field)) {
            let part = |part: &Value| {
                let text = part.as_str()?;
                if field == "rolls" { roll(text) } else { change(text) }
            };
            let parts = list.iter().map(part).collect::<Option<Vec<String>>>()?;
            let none = if field == "rolls" { "no roll" } else { "straight on" };
            return Some(if parts.is_empty() { none.to_owned() } else { parts.join(", ") });
        }
        let words = match (field, value) {
            ("skip", None) => "start die",
            ("skip", Some(Value::Bool(true))) => "a poor start (1)",
            ("skip", Some(_)) => "no poor start (2 to 20)",
            ("die", None) => "gear die",
            ("die", Some(Value::Null)) => "no gear die: the start die shows 20, a great start",
            ("spaces", None) => "spaces to drive",
            ("spaces", Some(Value::Null)) => "0 spaces",
            ("brakes", Some(Value::Null)) => "0 spaces",
            ("changes", None) => "lane changes",
            ("changes", Some(Value::Null)) => "straight on",
            ("rolls", None) => "black die",
            ("rolls", Some(Value::Null)) => "no roll",
            ("brakes", None) => "spaces to brake",
            ("slips", None) => "slipstreams",
            ("soft", None) => "the extra space of soft tyres",
            ("soft", Some(Value::Null | Value::Bool(false))) => "not used",
            ("soft", Some(_)) => "used",
            ("ends", None) => "end space",
            _ => return None,
        };
        Some(words.to_owned())
    }

    fn describe(setup: &Setup, before: &State, turn: &Turn, after: &State, events: &[Event]) -> String {
        let who = name(setup, turn.car);
        if turn.retires {
            return format!("{who} retires.");
        }
        if turn.skip {
            return format!("{who} stalls at the start.");
        }
        let was = before.index_of(turn.car).map(|index| before.cars[index].gear).unwrap_or(0);
        let gear = turn.gear.unwrap_or(1);
        let shift = match gear.cmp(&was) {
            std::cmp::Ordering::Greater if was > 0 => format!("{who} shifts up to gear {gear}"),
            std::cmp::Ordering::Less => format!("{who} drops to gear {gear}"),
            _ => format!("{who} is in gear {gear}"),
        };
        let face = match turn.face() {
            Some(Chance::Known(face)) => format!(", rolls {face}"),
            Some(Chance::Unknown) => ", rolls".to_owned(),
            None => String::new(),
        };
        let driven = match turn.spaces {
            0 => " and stays where it is".to_owned(),
            count => format!(" and drives {}", spaces(u32::from(count))),
        };
        let to = match turn.ends.last() {
            Some(end) if turn.spaces > 0 => format!(" to {end}"),
            Some(end) => format!(", on {end}"),
            None => String::new(),
        };
        let mut text = format!("{shift}{face}{driven}{to}.");
        let mut say = |sentence: String| {
            text.push(' ');
            text.push_str(&sentence);
        };
        if turn.nitro.is_some() {
            say("Nitro!".to_owned());
        }
        if turn.brakes > 0 {
            say(format!("The car brakes for {}.", spaces(u32::from(turn.brakes))));
        }
        if let Some(rest) = turn.blocked {
            say(format!("The car is blocked and cannot drive the last {} of its move.", spaces(u32::from(rest))));
        }
        if !turn.slips.is_empty() {
            say(format!("The car slipstreams{}.", if turn.slips.len() > 1 { " several times" } else { "" }));
        }
        if let Some(stop) = &turn.pit {
            let what = if stop.kind == StopKind::Technical { "A technical stop" } else { "A tyre stop" };
            say(format!("{what}{}.", stop.tyres.map_or_else(String::new, |set| format!(", {} tyres", set.name()))));
        }
        for event in events {
            let other = name(setup, event.car);
            match &event.kind {
                EventKind::Spent { resource, amount, purpose, .. } if *amount > 0 => {
                    say(format!("{other}: {resource} -{amount} ({purpose})."));
                }
                EventKind::Spent { resource, amount, purpose, .. } => {
                    say(format!("{other}: {resource} +{} ({purpose}).", -amount));
                }
                EventKind::Incident { what: "spin", .. } => say(format!("{other} spins.")),
                EventKind::Eliminated { cause } => say(format!("{other} is eliminated ({cause}).")),
                EventKind::Finished { rank } => say(format!("{other} finishes {}.", ordinal(*rank))),
                EventKind::Attacked { target, attack } => {
                    say(format!("{} is the target of a {attack}.", name(setup, *target)))
                }
                _ => {}
            }
        }
        if before.weather != after.weather {
            say(format!("The weather is {} now.", after.weather.name()));
        }
        let is_over = after.cars.iter().all(|car| car.standing != Standing::Racing);
        if is_over {
            say("The race is over.".to_owned());
        }
        text
    }
}

/// Returns the name of a car for sentences: the name of its driver. If the driver has no name, returns the car's
/// number.
pub(super) fn name_of(entry: &CarEntry) -> String {
    match entry.name.as_str() {
        "" => format!("Car {}", entry.car),
        name => name.to_owned(),
    }
}

fn name(setup: &Setup, car: CarId) -> String {
    setup.cars.iter().find(|entry| entry.car == car).map_or_else(|| format!("Car {car}"), name_of)
}

/// Returns a lane change in words, such as "left on step 2"; `None` if the text is not a lane change.
fn change(text: &str) -> Option<String> {
    let change: Change = text.parse().ok()?;
    let way = match change.way {
        Way::Left => "left",
        Way::Right => "right",
        Way::Pit => "into the pit lane",
    };
    Some(format!("{way} on step {}", change.step))
}

/// Returns a roll of the black die in words, such as "engine: 12"; `None` if the text is not a roll.
fn roll(text: &str) -> Option<String> {
    let roll: Roll = text.parse().ok()?;
    if (roll.purpose, roll.value) == (Purpose::Start, Chance::Unknown) {
        return Some(format!("{}: 2 to {}", roll.purpose.words(), dice::GREAT_START - 1));
    }
    Some(format!("{}: {}", roll.purpose.words(), roll.value))
}

pub(super) fn spaces(count: u32) -> String {
    many(count, "space")
}
