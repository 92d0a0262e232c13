//! Describes an entry (one racer's turn) in a sentence for the commentary. The sentence contains only recorded facts.

use super::VectorRacing;
use super::notation::{coordinates, letters};
use super::options::{Hits, Per};
use super::rules::{CRASH, OBJECT};
use super::setup::Setup;
use super::state::{Racer, Standing, State};
use super::turn::{Action, Turn};
use crate::game::words::{many, ordinal};
use crate::game::{CarId, Commentary, Event, EventKind};

/// Returns the reason why a racer does not finish after its last lap: it has too few hits (message N01).
fn missing(hits: &Hits, was: &Racer, now: &Racer, laps: i32) -> String {
    let (made, needed) = (now.tally.count(hits), hits.count);
    let which = if hits.per == Per::Lap { " in this lap" } else { "" };
    if now.tally.laps > was.tally.laps {
        format!("has completed {} of {laps} laps with the required hits", now.tally.laps)
    } else if made < needed {
        format!("has {made} of {needed} required hits{which}")
    } else {
        "makes the last required hit only after the line".to_owned()
    }
}

impl Commentary for VectorRacing {
    fn words_for(field: &str, value: Option<&serde_json::Value>) -> Option<String> {
        match (field, value) {
            ("move", None) => Some("move".to_owned()),
            ("move", Some(value)) => {
                let velocity: [i32; 2] = serde_json::from_value(value.clone()).ok()?;
                Some(letters(velocity))
            }
            ("lost", None) => Some("turn".to_owned()),
            ("lost", Some(serde_json::Value::Bool(true))) => Some("miss the turn".to_owned()),
            ("lost", Some(_)) => Some("move".to_owned()),
            _ => None,
        }
    }

    fn describe(setup: &Setup, before: &State, turn: &Turn, after: &State, events: &[Event]) -> String {
        let name = |car: CarId| {
            let entry = setup.racers.iter().find(|entry| entry.car == car);
            entry
                .map(|entry| entry.name.clone())
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| format!("racer {car}"))
        };
        let racer = |state: &State| state.index_of(turn.car).map(|index| state.racers[index].clone());
        let (was, now) = (racer(before), racer(after));
        let coordinates = |at: [i32; 2]| coordinates(after.terms.rules.y_axis.shown(at));
        let mut parts = Vec::new();
        match turn.action {
            Action::Lost => parts.push("misses the turn".to_owned()),
            Action::Move([0, 0]) => parts.push("stands still".to_owned()),
            Action::Move(velocity) => parts.push(format!("moves {} {}", letters(velocity), coordinates(velocity))),
        }
        let own = || events.iter().filter(|event| event.car == turn.car);
        let met: Vec<&str> = own()
            .filter_map(|event| match &event.kind {
                EventKind::Incident { what: OBJECT, detail, .. } => Some(*detail),
                _ => None,
            })
            .collect();
        if !met.is_empty() {
            parts.push(format!("meets {}", met.join(", ")));
        }
        let has_crashed = own().any(|event| matches!(event.kind, EventKind::Incident { what: CRASH, .. }));
        if let (Some(was), Some(now)) = (&was, &now) {
            if now.progress > was.progress {
                let finishes = matches!(now.standing, Standing::Finished(_));
                parts.push(if finishes { "crosses the line and finishes" } else { "crosses the line" }.to_owned());
                if let Some(hits) = after.terms.hits().filter(|_| !finishes && now.progress >= after.terms.needed) {
                    parts.push(format!("{}: the race goes on", missing(hits, was, now, after.terms.needed)));
                }
            } else if now.progress < was.progress && !has_crashed {
                parts.push("crosses the line backwards".to_owned());
            }
            if has_crashed {
                parts.push(format!("crashes and is placed on {}", coordinates(now.at)));
            } else if now.at != was.at {
                parts.push(format!("stands on {}", coordinates(now.at)));
            }
            if has_crashed && now.lost > 0 {
                parts.push(format!("loses {}", many(now.lost, "turn")));
            }
            if now.force {
                parts.push(format!("slides: the next move is {}", letters(now.base)));
            }
            if matches!(now.standing, Standing::Out) && !matches!(was.standing, Standing::Out) {
                parts.push("is out of the race".to_owned());
            }
        }
        let mut sentence = format!("Round {}, {}: {}.", before.turn, name(turn.car), parts.join("; "));
        let places: Vec<(CarId, u32)> = events
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Finished { rank } => Some((event.car, rank)),
                _ => None,
            })
            .collect();
        for (car, rank) in &places {
            let is_shared = places.iter().filter(|(_, other)| other == rank).count() > 1;
            let shared = if is_shared { ", shared" } else { "" };
            sentence.push_str(&format!(" {} finishes {}{shared}.", name(*car), ordinal(*rank)));
        }
        sentence
    }
}
