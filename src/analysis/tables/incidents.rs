//! Tables of incidents and duels.

use std::collections::BTreeMap;

use super::{capital, car_columns, car_values};
use crate::analysis::{Column, Kind, Row, Table, Value};
use crate::game::words::points;
use crate::game::{CarId, EventKind};
use crate::replay::Race;

/// The table of incidents, in order. It lists attacks, collisions, damage, overtakings, penalties, flags, weather,
/// brakings, pit stops, powers and illegal turns.
#[must_use]
pub fn incidents(race: &dyn Race) -> Table {
    let mut columns = vec![
        Column::new("turn", "Turn", Kind::Whole, "The number of the turn"),
        Column::new("round", "Round", Kind::Whole, "The round of the turn"),
    ];
    columns.extend(car_columns());
    columns.extend([
        Column::new("kind", "Event", Kind::Text, "The kind of event"),
        Column::new("detail", "Detail", Kind::Text, "Details, in the rulebook's words"),
        Column::new("other_car", "Other car", Kind::Whole, "The number of the other car in the incident"),
        Column::new("other", "Other driver", Kind::Text, "The driver of the other car in the incident"),
    ]);
    let mut rows: Vec<Row> = Vec::new();
    let mut round = 1;
    for turn in 1..=race.len() {
        let Some(step) = race.step(turn) else { continue };
        let mut add = |car: CarId, kind: &'static str, detail: String, other: Option<CarId>| {
            let mut row = vec![Value::whole(turn), Value::whole(round)];
            row.extend(car_values(car, name(race, car)));
            row.extend([
                Value::text(kind),
                Value::text(detail),
                Value::Whole(other.and_then(|other| i32::try_from(other.0).ok())),
                Value::text(other.map_or_else(String::new, |other| name(race, other).to_owned())),
            ]);
            rows.push(row);
        };
        if let Some(illegal) = step.fault() {
            add(step.car, "illegal turn", format!("{}: {}", illegal.clause, illegal.message), None);
        }
        for event in &step.events {
            let car = event.car;
            match &event.kind {
                EventKind::Slipstreamed { other } => add(car, "slipstream", String::new(), Some(*other)),
                EventKind::Attacked { target, attack } => add(car, "attack", capital(attack), Some(*target)),
                EventKind::Overtook { other } => add(car, "overtaking", String::new(), Some(*other)),
                EventKind::Collided { other, outcome } => add(car, "collision", capital(outcome), Some(*other)),
                EventKind::Incident { what, detail, .. } => add(car, what, capital(detail), None),
                EventKind::Stopped => add(car, "penalty", "stood still".to_owned(), None),
                EventKind::Fell => add(car, "penalty", "went off the board".to_owned(), None),
                EventKind::MissedTurn => add(car, "missed turn", String::new(), None),
                EventKind::Braked { from, to } => {
                    add(car, "emergency braking", format!("from gear {from} to {to}"), None)
                }
                EventKind::Pitted { stop } => add(car, "pit stop", capital(stop), None),
                EventKind::GaveWay { to } => add(car, "gave way", String::new(), Some(*to)),
                EventKind::UsedPower { power } => add(car, "power used", capital(power), None),
                EventKind::TookPower { power } => add(car, "power taken", capital(power), None),
                EventKind::Finished { rank } => add(car, "finish", format!("place {rank}"), None),
                EventKind::Classified { rank } => add(car, "on track at the end", format!("place {rank}"), None),
                EventKind::Withdrew => add(car, "left the race", String::new(), None),
                EventKind::Eliminated { cause } => add(car, "eliminated", capital(cause), None),
                EventKind::Spent { resource, amount, purpose, incident: true } => {
                    add(car, purpose, points(amount.unsigned_abs(), resource), None)
                }
                EventKind::Moved { .. }
                | EventKind::Thrown { .. }
                | EventKind::Cornered(_)
                | EventKind::Spent { .. }
                | EventKind::CameBack
                | EventKind::Redeclared
                | EventKind::BoxBox
                | EventKind::Lap { .. } => {}
            }
        }
        round = race.view(turn).round;
    }
    Table { name: "incidents".into(), columns, rows }
}

fn name(race: &dyn Race, car: CarId) -> &str {
    race.entrants().iter().find(|entrant| entrant.car == car).map_or("", |entrant| entrant.name.as_str())
}

/// The table of duels: one row for each pair of cars that attacked, hit or passed each other, seen from the first car.
#[must_use]
pub fn duels(race: &dyn Race) -> Table {
    let mut columns: Vec<Column> = car_columns().into();
    columns.extend([
        Column::new("other_car", "Against", Kind::Whole, "The other car's number"),
        Column::new("other", "Other driver", Kind::Text, "The other car's driver"),
        Column::new("attacks", "Attacks", Kind::Whole, "The number of attacks by this driver on the other driver"),
        Column::new("suffered", "Suffered", Kind::Whole, "The number of attacks by the other driver on this driver"),
        Column::new("passed", "Overtook", Kind::Whole, "The number of times this driver overtook the other driver"),
        Column::new(
            "was_passed",
            "Was overtaken",
            Kind::Whole,
            "The number of times the other driver overtook this driver",
        ),
    ]);
    let mut met: BTreeMap<(CarId, CarId), [u32; 6]> = BTreeMap::new();
    for event in (1..=race.len()).filter_map(|turn| race.step(turn)).flat_map(|step| &step.events) {
        let (other, which) = match event.kind {
            EventKind::Attacked { target, .. } => (target, 0),
            EventKind::Collided { other, .. } => (other, 4),
            EventKind::Overtook { other } => (other, 2),
            _ => continue,
        };
        met.entry((event.car, other)).or_default()[which] += 1;
        met.entry((other, event.car)).or_default()[which + 1] += 1;
    }
    // Most games have either attacks or collisions: leave out columns of zeros.
    let collide = met.values().any(|counts| counts[4..] != [0, 0]);
    if collide {
        columns.extend([
            Column::new(
                "collisions",
                "Collisions",
                Kind::Whole,
                "The number of times this driver hit the other driver",
            ),
            Column::new("was_hit", "Was hit", Kind::Whole, "The number of times the other driver hit this driver"),
        ]);
    }
    let shown = if collide { 6 } else { 4 };
    let rows = met.into_iter().map(|((car, other), counts)| {
        let mut row: Row = car_values(car, name(race, car)).into();
        row.extend(car_values(other, name(race, other)));
        row.extend(counts.into_iter().take(shown).map(Value::whole));
        row
    });
    let rows = rows.collect();
    Table { name: "duels".into(), columns, rows }
}
