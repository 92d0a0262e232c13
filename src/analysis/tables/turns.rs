//! The table of a race's turns.

use std::collections::BTreeMap;

use super::{car_columns, car_values, resource_values, resources};
use crate::analysis::{Column, Kind, Row, Table, Value, gaps};
use crate::game::words::capital;
use crate::game::{CarId, Event, EventKind};
use crate::replay::Race;

/// Makes the table of turns: one row for each turn of the line on screen (main line or variation), in order.
#[must_use]
pub fn turns(race: &dyn Race) -> Table {
    let unit = race.info().unit;
    let mut columns = vec![
        Column::new("turn", "Turn", Kind::Whole, "The number of the turn"),
        Column::new("round", "Round", Kind::Whole, "The round of the turn"),
    ];
    columns.extend(car_columns());
    columns.extend([
        Column::new("lap", "Lap", Kind::Whole, "The car's lap; the first lap begins on the grid"),
        Column::new("gear", "Gear", Kind::Whole, "The gear of the move"),
    ]);
    let has_velocity = race.view(0).cars.iter().any(|car| car.velocity.is_some());
    if has_velocity {
        columns.extend([
            Column::new(
                "right",
                "Right",
                Kind::Difference(0),
                format!("The velocity to the right, in {unit} per turn"),
            ),
            Column::new("up", "Up", Kind::Difference(0), format!("The velocity upwards, in {unit} per turn")),
        ]);
    }
    let has_dice = thrown_in(race);
    if has_dice {
        let luck = format!(
            "The sum of all numbers that this car has rolled so far in the race, minus the sum of the means of these dice, in {unit}"
        );
        columns.extend([
            Column::new("thrown", "Rolled", Kind::Whole, "The number rolled"),
            Column::new("mean", "Mean", Kind::Number(1), "The mean result of this die"),
            Column::new("luck", "Luck so far", Kind::Difference(1), luck),
        ]);
    }
    columns.extend([Column::new("moved", "Moved", Kind::Number(1), format!("The distance moved, in {unit}"))]);
    columns.extend(resources(race).map(|(_, resource)| {
        let (name, title) = (resource.name, capital(resource.name));
        Column::new(resource.key, title, Kind::Difference(0), format!("Points of {name} gained; negative if spent"))
    }));
    columns.extend(resources(race).map(|(_, resource)| {
        let (name, title) = (resource.name, capital(resource.name));
        Column::new(
            format!("{}_left", resource.key),
            format!("{title} left"),
            Kind::Whole,
            format!("Points of {name} left after the turn"),
        )
    }));
    columns.extend([
        if has_dice {
            Column::new("next", "Gear after", Kind::Whole, "The car's gear after the turn")
        } else {
            Column::new("next", "Next gear", Kind::Whole, "The gear for the car's next move")
        },
        Column::new("place", "Place", Kind::Whole, "The car's place after the turn"),
        Column::new("gained", "± places", Kind::Difference(0), "Places gained in the round; negative if lost"),
        Column::new(
            "gap",
            "Gap",
            Kind::Number(1),
            format!(
                "The distance to the leader along the lap, in {unit}; to the finish line if the leader has finished"
            ),
        ),
        Column::new("mark", "Mark", Kind::Text, "The mark given to the turn, such as ! or ??"),
        Column::new("notation", "Notation", Kind::Text, "The turn as one line of text"),
        Column::new("illegal", "Illegal", Kind::Text, "The rule that the turn breaks"),
        Column::new(
            "unverified",
            "Unverified",
            Kind::Flag,
            "Whether this turn could not be verified, because an earlier turn is illegal",
        ),
        Column::new("note", "Note", Kind::Text, "The note on the turn"),
    ]);
    let remarks = race.remarks();
    let ranks = Ranks::of(race);
    let mut luck: BTreeMap<CarId, f64> = BTreeMap::new();
    let mut before = race.view(0);
    let mut rows = Vec::with_capacity(race.len());
    for turn in 1..=race.len() {
        let after = race.view(turn);
        let Some((step, car)) = race.step(turn).and_then(|step| Some((step, after.car(step.car)?))) else {
            before = after;
            continue;
        };
        let own = || step.events.iter().filter(|event| event.car == step.car).map(|event| &event.kind);
        let moves = || {
            own().filter_map(|event| match event {
                EventKind::Moved { distance, gear, .. } => Some((*distance, *gear)),
                _ => None,
            })
        };
        let moved = moves().next().is_some().then(|| moves().map(|(distance, _)| distance).sum::<f64>());
        let gear = moves().find_map(|(_, gear)| gear);
        let name = race.entrants().iter().find(|entrant| entrant.car == step.car);
        // Compares the places at the ends of rounds, when the order is final.
        // After each single turn, the last car of a round would seem to pass all others.
        let [began, ended] = ranks.round(turn, step.car);
        let gained = began.zip(ended).map(|(began, ended)| f64::from(began) - f64::from(ended));
        let gaps = gaps(&after, race.laps());
        let gap = gaps.iter().find(|(known, _)| *known == step.car).map(|(_, gap)| gap.first);
        let mut row: Row = vec![Value::whole(turn), Value::whole(before.round)];
        row.extend(car_values(step.car, name.map_or("", |entrant| entrant.name.as_str())));
        row.extend([Value::whole(car.lap_of(race.laps())), Value::Whole(gear.map(i32::from))]);
        if has_velocity {
            let part = |axis: usize| Value::Whole(car.velocity.map(|velocity| velocity[axis]));
            row.extend([part(0), part(1)]);
        }
        if has_dice {
            let mut thrown = None;
            for event in own() {
                if let EventKind::Thrown { face, mean, .. } = event {
                    thrown = Some((*face, *mean));
                    *luck.entry(step.car).or_default() += f64::from(*face) - mean;
                }
            }
            row.push(Value::Whole(thrown.and_then(|(face, _)| i32::try_from(face).ok())));
            row.push(Value::Number(thrown.map(|(_, mean)| mean)));
            row.push(Value::Number(thrown.and(luck.get(&step.car).copied())));
        }
        row.push(Value::Number(moved));
        row.extend(resources(race).map(|(_, resource)| {
            let spent: i32 = own()
                .map(|event| match event {
                    EventKind::Spent { resource: known, amount, .. } if *known == resource.name => *amount,
                    _ => 0,
                })
                .sum();
            Value::Whole((spent != 0).then_some(-spent))
        }));
        row.extend(resource_values(race, &car.resources));
        row.extend([
            Value::Whole(car.gear.map(i32::from)),
            Value::whole(car.rank),
            Value::Number(gained.filter(|gained| *gained != 0.0)),
            Value::Number(gap),
            Value::text(remarks.marks.get(&turn).map_or("", |mark| mark.sign())),
            Value::text(race.notation(turn)),
            Value::text(step.fault().map_or("", |illegal| illegal.clause)),
            Value::Flag(step.unverified),
            Value::text(remarks.note(turn).unwrap_or_default()),
        ]);
        rows.push(row);
        if before.is_qualifying() && !after.is_qualifying() {
            // The race begins with the next turn.
            luck.clear();
        }
        before = after;
    }
    Table { name: "turns".into(), columns, rows }.without_idle_decimals().in_words(race.info().gear)
}

/// Whether dice decide how far cars move in this race.
fn thrown_in(race: &dyn Race) -> bool {
    let is_throw = |event: &Event| matches!(event.kind, EventKind::Thrown { .. });
    (1..=race.len()).filter_map(|turn| race.step(turn)).any(|step| step.events.iter().any(is_throw))
}

/// The ranks of the cars on the grid and at the end of each round.
struct Ranks {
    /// The number of turns played at the end of each round. The first entry is for the grid: 0, or the number of turns
    /// of qualifying.
    ends: Vec<usize>,
    /// For each number of turns in `ends`, the ranks of all cars after these turns.
    ranks: Vec<Vec<(CarId, u32)>>,
}

impl Ranks {
    fn of(race: &dyn Race) -> Self {
        let mut ranks = Self { ends: Vec::new(), ranks: Vec::new() };
        let mut round = None;
        for at in 0..=race.len() {
            let view = race.view(at);
            if view.is_qualifying() {
                continue;
            }
            if round.replace(view.round) != Some(view.round) || at == race.len() {
                ranks.ends.push(at);
                ranks.ranks.push(view.cars.iter().map(|car| (car.car, car.rank)).collect());
            }
        }
        ranks
    }

    /// A car's ranks at the beginning and at the end of the round that contains the turn with the number `turn`. There
    /// are none at the beginning of a turn of qualifying.
    fn round(&self, turn: usize, car: CarId) -> [Option<u32>; 2] {
        let end = self.ends.partition_point(|end| *end < turn);
        let rank = |index: Option<usize>| {
            let ranks = self.ranks.get(index?)?;
            ranks.iter().find(|(known, _)| *known == car).map(|(_, rank)| *rank)
        };
        [rank(end.checked_sub(1)), rank(Some(end))]
    }
}
