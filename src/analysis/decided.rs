//! Where a race was decided, in sentences.

use super::digest::leader;
use super::{CarDigest, Telemetry};
use crate::game::{CarId, EventKind, Sort, Status};
use crate::replay::Race;

/// Over how many rounds a swing between two cars is measured.
const SWING: u32 = 3;

/// The sentences; none for a race in which nothing was played.
#[must_use]
pub fn decided(race: &dyn Race, telemetry: &Telemetry, cars: &[CarDigest]) -> Vec<String> {
    let mut story = Vec::new();
    let last = telemetry.at(telemetry.positions().saturating_sub(1));
    let ranked = |rank: u32| last.iter().find(|sample| sample.rank == rank);
    let (Some(first), Some(second)) = (ranked(1), ranked(2)) else { return story };
    if race.is_empty() {
        return story;
    }
    let name = |car: CarId| cars.iter().find(|known| known.car == car).map_or("?", |known| known.name.as_str());
    let (winner, runner_up) = (name(first.car), name(second.car));
    // Those who are out of the race stand where it ended for them: a gap would mean nothing.
    story.push(match (first.status, second.status) {
        (Status::Finished, Status::Finished) => format!("{winner} won, {runner_up} came second."),
        (Status::Finished, _) => format!("{winner} won."),
        (Status::Racing, Status::Racing) => {
            format!("{winner} leads, {:.1} {} ahead of {runner_up}.", second.gap, race.unit())
        }
        _ => format!("{winner} leads."),
    });
    story.extend(lead(race, telemetry, first.car, &name));
    story.extend(swing(race, telemetry, first.car, second.car, &name));
    story.extend(costs(race, cars, first.car, second.car));
    story
}

/// When the winner took the lead for good.
fn lead<'a>(race: &dyn Race, telemetry: &Telemetry, winner: CarId, name: &dyn Fn(CarId) -> &'a str) -> Option<String> {
    let behind = (0..telemetry.positions()).rev().find(|at| leader(telemetry.at(*at)) != Some(winner));
    let Some(behind) = behind else { return Some(format!("{} led from the grid to the end.", name(winner))) };
    let turn = behind + 1;
    let former = leader(telemetry.at(behind)).map(name)?;
    let own = telemetry.at(turn).iter().find(|sample| sample.car == winner)?;
    let round = telemetry.at(turn).first().map_or(0, |sample| sample.round);
    let why = what_happened(race, behind, turn, winner, name);
    let lap =
        if own.lap == 0 { "before the first lap".to_owned() } else { format!("lap {}", own.lap.min(race.laps())) };
    Some(format!(
        "The lead changed for good in round {round} ({lap}, turn {turn}), from {former} to {}{why}.",
        name(winner)
    ))
}

/// The stretch over which the winner gained most on the second.
fn swing<'a>(
    race: &dyn Race,
    telemetry: &Telemetry,
    winner: CarId,
    second: CarId,
    name: &dyn Fn(CarId) -> &'a str,
) -> Option<String> {
    // At the ends of rounds, when both have moved as often.
    let mut ends: Vec<(u32, usize, f64)> = Vec::new();
    for at in 0..telemetry.positions() {
        let samples = telemetry.at(at);
        let of = |car: CarId| samples.iter().find(|sample| sample.car == car);
        let (Some(one), Some(other)) = (of(winner), of(second)) else { continue };
        if one.status != Status::Racing || other.status != Status::Racing {
            break;
        }
        let ahead = one.distance - other.distance;
        match ends.last_mut() {
            Some(end) if end.0 == one.round => *end = (one.round, at, ahead),
            _ => ends.push((one.round, at, ahead)),
        }
    }
    let best = ends
        .iter()
        .enumerate()
        .flat_map(|(index, from)| {
            // Rounds come in order: of a long race only the next few are looked at.
            let near = ends.iter().skip(index + 1).take_while(|to| to.0 <= from.0 + SWING);
            near.map(move |to| (from, to))
        })
        .max_by(|a, b| (a.1.2 - a.0.2).total_cmp(&(b.1.2 - b.0.2)))?;
    let (from, to) = best;
    let gained = to.2 - from.2;
    if gained < 1.0 {
        return None;
    }
    let why = what_happened(race, from.1, to.1, winner, name);
    Some(format!(
        "{} gained most on {} between rounds {} and {}: {gained:.1} {}{why}.",
        name(winner),
        name(second),
        from.0,
        to.0,
        race.unit()
    ))
}

/// What went wrong for others, or what the car did, between two positions: "; Bruno stood still (turn 12)".
fn what_happened<'a>(
    race: &dyn Race,
    from: usize,
    to: usize,
    winner: CarId,
    name: &dyn Fn(CarId) -> &'a str,
) -> String {
    let mut told = Vec::new();
    for turn in from + 1..=to {
        for event in race.step(turn).into_iter().flat_map(|step| &step.events) {
            let who = name(event.car);
            told.extend(match &event.kind {
                EventKind::Stopped => Some(format!("{who} stood still in turn {turn}")),
                EventKind::Collided { other, .. } => Some(format!("{who} ran into {} in turn {turn}", name(*other))),
                EventKind::Incident { what, sort: Sort::Penalty, .. } => Some(format!("{who}: {what} in turn {turn}")),
                EventKind::Fell => Some(format!("{who} went off the board in turn {turn}")),
                EventKind::Braked { from, to } => Some(format!("{who} braked from gear {from} to {to} in turn {turn}")),
                EventKind::Pitted { .. } => Some(format!("{who} was in the pit lane in turn {turn}")),
                EventKind::Attacked { target, attack } if event.car == winner || *target == winner => {
                    Some(format!("{who} made a {attack} on {} in turn {turn}", name(*target)))
                }
                _ => None,
            });
        }
    }
    told.truncate(3);
    if told.is_empty() { String::new() } else { format!("; {}", told.join(", ")) }
}

/// How the two compare in turns and points.
fn costs(race: &dyn Race, cars: &[CarDigest], winner: CarId, second: CarId) -> Option<String> {
    let of = |car: CarId| cars.iter().find(|known| known.car == car);
    let (one, other) = (of(winner)?, of(second)?);
    let spent = |car: &CarDigest| car.spent.iter().map(|spending| spending.amount).sum::<u32>();
    let word = race.gear_words().word;
    let gear = |car: &CarDigest| car.gear.map_or_else(String::new, |gear| format!(", mean {word} {gear:.1}"));
    let line = |car: &CarDigest| format!("{} {} turns, {} points{}", car.name, car.turns, spent(car), gear(car));
    Some(format!("What it took: {}; {}.", line(one), line(other)))
}
