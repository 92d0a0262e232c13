//! Describes a turn in a sentence, as a commentator would.

use super::Vektorace;
use super::turn::{Action, AttackKind, AttackPlace, Move, Rotation, Turn};
use super::{Edition, Setup, State};
use crate::game::{CarId, Commentary, Event, EventKind, words};
use crate::geometry::Direction;

impl Commentary for Vektorace {
    fn words_for(field: &str, value: Option<&serde_json::Value>) -> Option<String> {
        use serde_json::Value;
        if let ("start_heading", Some(Value::Number(number))) = (field, value) {
            return number.as_i64().map(|number| super::layout::words(Direction::new(number)).to_owned());
        }
        if let ("pit", Some(Value::Object(points))) = (field, value) {
            let of = |name: &str| points.get(name).and_then(Value::as_u64).and_then(|count| u32::try_from(count).ok());
            let parts = ["tyre", "nitro"].map(|name| words::points(of(name).unwrap_or(0), name));
            return Some(parts.join(", "));
        }
        let words = match (field, value) {
            ("kind", None) => "action",
            ("kind", Some(Value::String(kind))) => match kind.as_str() {
                "brake" => "jam on the brakes",
                "stop" => "stand still",
                "edge" => "go over the edge of the table",
                "lost" => "miss the turn",
                "give_way" => "let another car play first",
                "redeclare" => "take the declaration back",
                "withdraw" => "leave the race",
                "abandon" => "leave the race because the player has left",
                _ => return None,
            },
            ("start_rotation", None) => "rotation before the move",
            ("start_rotation" | "rotation", Some(Value::Null)) => "straight",
            ("start_heading", None) => "direction on the table",
            ("start_edge", None) => "edge of the table",
            ("vector", None) => "gear vector at",
            ("boost", None) => "boost",
            ("boost", Some(Value::Null)) => "no boost",
            // The nitro point is paid before the boost is tried (VR-BOOST-06).
            ("boost", Some(length)) if *length == 0 => "a boost that does not fit",
            ("place", None) => "car at",
            ("rotation", None) => "car rotates",
            ("attack", Some(Value::Null)) => "no attack",
            ("pit", None) => "points from the pit stop",
            ("pit", Some(Value::Null)) => "no points",
            ("box_box", None) => "BOX-BOX call",
            ("box_box", Some(Value::Null | Value::Bool(false))) => "no call",
            ("box_box", Some(_)) => "BOX-BOX",
            ("powers", None) => "Super Powers",
            ("powers", Some(Value::Null)) => "no Super Power",
            ("exchange", None) => "Super Power from the reserve",
            ("exchange", Some(Value::Null)) => "keep your own Super Power",
            ("to", None) => "car to play first",
            ("declare", None) => "next gear",
            _ => return None,
        };
        Some(words.to_owned())
    }

    fn describe(setup: &Setup, before: &State, turn: &Turn, after: &State, events: &[Event]) -> String {
        let name = |car: CarId| {
            let entry = setup.cars.iter().find(|entry| entry.car == car);
            entry
                .map(|entry| entry.name.clone())
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| format!("car {car}"))
        };
        let mut parts = vec![match &turn.action {
            Action::Move(played) => movement(before, turn.car, played),
            Action::Stop { rotation, .. } => {
                let turned = match rotation {
                    Rotation::Left => ", and rotates left on the spot",
                    Rotation::Straight => "",
                    Rotation::Right => ", and rotates right on the spot",
                };
                format!("has no legal move and stands still{turned}")
            }
            Action::Edge { .. } if before.edition == Edition::Formula8 => {
                "goes over the edge and leaves the table".to_owned()
            }
            Action::Edge { .. } => "goes over the edge and is put back parallel to it".to_owned(),
            Action::Lost => "is off the table and misses this turn".to_owned(),
            Action::GiveWay { to } => format!("gives way to {}", name(*to)),
            Action::Redeclare { .. } => "takes its declaration back".to_owned(),
            Action::Withdraw => "leaves the race".to_owned(),
            Action::Abandon => "leaves the race: its player has left the table".to_owned(),
        }];
        if let Some(begin) = begin(turn) {
            parts.insert(0, begin.to_owned());
        }
        parts.extend(
            events.iter().filter(|event| is_reported(event, turn)).filter_map(|event| happening(event, turn, &name)),
        );
        if let (Action::Move(_), Some(car)) = (&turn.action, after.cars.iter().find(|car| car.id == turn.car)) {
            let spent =
                events.iter().any(|event| event.car == turn.car && matches!(event.kind, EventKind::Spent { .. }));
            if spent {
                parts.push(format!("{} tyre and {} nitro points left", car.tyre, car.nitro));
            }
        }
        if let Some(gear) = turn.declared() {
            parts.push(format!("declares {}", ordinal(gear)));
        }
        if let Some(call) = turn.steward {
            let verdict = if call.allow { "allows the turn" } else { "does not allow the turn" };
            parts.push(format!("{} decides on {} and {verdict}", name(call.by), call.clause));
        }
        format!("Round {}, {}: {}.", before.round, name(turn.car), parts.join("; "))
    }
}

/// Describes the part of the turn before the move.
const fn begin(turn: &Turn) -> Option<&'static str> {
    match (turn.start.placing, turn.start.rotation) {
        (Some(_), _) => Some("is put back on the table"),
        (None, Rotation::Left) => Some("rotates left on the spot"),
        (None, Rotation::Right) => Some("rotates right on the spot"),
        (None, Rotation::Straight) => None,
    }
}

fn movement(before: &State, car: CarId, played: &Move) -> String {
    let gear = ordinal(played.gear);
    let declared = before.cars.iter().find(|other| other.id == car).map_or(played.gear, |car| car.gear);
    let mut words = if played.brake {
        format!("jams on the brakes from {} to {gear} gear", ordinal(declared))
    } else {
        format!("{gear} gear")
    };
    words.push_str(&format!(", vector to the {}", played.vector));
    match played.boost {
        None => {}
        Some(0) => words.push_str(", a boost that does not fit"),
        Some(boost) => words.push_str(&format!(", boost {boost}")),
    }
    words.push_str(&format!(", car to the {}", played.place));
    words.push_str(match played.rotation {
        Rotation::Left => ", rotating left",
        Rotation::Straight => ", straight on",
        Rotation::Right => ", rotating right",
    });
    words
}

/// Whether the sentence about a turn mentions this event. It mentions all events of the car that plays the turn. Of the
/// events of other cars, it mentions only the use of a shield against an attack.
fn is_reported(event: &Event, turn: &Turn) -> bool {
    event.car == turn.car || matches!(event.kind, EventKind::UsedPower { .. })
}

fn happening(event: &Event, turn: &Turn, name: &dyn Fn(CarId) -> String) -> Option<String> {
    Some(match &event.kind {
        EventKind::Slipstreamed { other } => format!("takes the slipstream of {}", name(*other)),
        EventKind::Attacked { target, .. } => {
            let Action::Move(Move { attack: Some(attack), .. }) = &turn.action else { return None };
            let target = name(*target);
            let side = match attack.place {
                Some(AttackPlace::Left) => " from the left",
                Some(AttackPlace::Right) => " from the right",
                Some(AttackPlace::Front) => ", to the front",
                Some(AttackPlace::FrontLeft) => ", to the front-left",
                Some(AttackPlace::FrontRight) => ", to the front-right",
                Some(AttackPlace::SideLeft) => ", to the left of the car ahead",
                Some(AttackPlace::SideRight) => ", to the right of the car ahead",
                None => "",
            };
            match attack.kind {
                AttackKind::Slipstream => format!("takes the slipstream of {target}"),
                AttackKind::Push => format!("pushes {target}"),
                AttackKind::Slingshot => format!("slingshots past {target}{side}"),
                AttackKind::BoostOvertaking => format!("overtakes {target} on the boost{side}"),
                AttackKind::Shunt => format!("shunts {target}{side}"),
                AttackKind::Ram => format!("rams {target}{side}"),
            }
        }
        EventKind::Pitted { stop: "overshoot" } => "overshoots the pit lane".to_owned(),
        EventKind::Pitted { stop } => {
            let Action::Move(Move { pit, .. }) = &turn.action else { return None };
            let taken = pit.unwrap_or_default();
            format!("{stop}: takes {} tyre and {} nitro points", taken.tyre, taken.nitro)
        }
        EventKind::UsedPower { power } if event.car == turn.car => format!("uses the {power}"),
        EventKind::UsedPower { power } => format!("{} uses the {power}", name(event.car)),
        EventKind::TookPower { power } => format!("takes the {power} from the reserve"),
        EventKind::BoxBox => "calls BOX-BOX".to_owned(),
        EventKind::Lap { lap: 1 } => "crosses the line and begins lap 1".to_owned(),
        EventKind::Lap { lap } => format!("completes lap {}", lap - 1),
        EventKind::Overtook { other } => format!("is now ahead of {}", name(*other)),
        EventKind::Finished { rank: 1 } => "finishes 1st and wins".to_owned(),
        EventKind::Finished { rank } => format!("finishes {}", words::ordinal(*rank)),
        EventKind::Classified { rank } => {
            format!("{} is {} without crossing the line", name(event.car), words::ordinal(*rank))
        }
        EventKind::Incident { what, detail, .. } => format!("{what}: {detail}"),
        EventKind::Moved { .. }
        | EventKind::Thrown { .. }
        | EventKind::Cornered(_)
        | EventKind::Spent { .. }
        | EventKind::Braked { .. }
        | EventKind::Stopped
        | EventKind::Fell
        | EventKind::MissedTurn
        | EventKind::CameBack
        | EventKind::Redeclared
        | EventKind::GaveWay { .. }
        | EventKind::Collided { .. }
        | EventKind::Withdrew
        | EventKind::Eliminated { .. } => return None,
    })
}

fn ordinal(gear: u8) -> &'static str {
    match gear {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        _ => "no",
    }
}
