//! Sentences about the moments that decided a race.

use super::{CarDigest, Telemetry};
use crate::game::words::{all_of, capital, length, many};
use crate::game::{CarId, EventKind, Sort, Status};
use crate::replay::Race;

/// [`swing`] reports at most this number of consecutive rounds.
const SWING: u32 = 3;

/// Returns sentences about the moments that decided the race; an empty list for a race without turns. `leaders` has
/// two lists of leaders, on the grid and after each turn, up to the turn in which the race was won. In the second list,
/// the leader changes only at the end of a round.
#[must_use]
pub fn decided(
    race: &dyn Race,
    telemetry: &Telemetry,
    cars: &[CarDigest],
    leaders: [&[Option<CarId>]; 2],
) -> Vec<String> {
    let mut story = Vec::new();
    let last = telemetry.at(telemetry.positions().saturating_sub(1));
    if race.is_empty() || last.iter().any(|sample| sample.is_qualifying) {
        return story;
    }
    let mut order: Vec<&CarDigest> = cars.iter().collect();
    order.sort_by_key(|car| car.rank);
    let [first, second, ..] = order.as_slice() else { return story };
    let name = |car: CarId| cars.iter().find(|known| known.car == car).map_or("?", |known| known.name.as_str());
    if let Some(round) = undecided(race, telemetry) {
        // Another car can still win in this round.
        story.push(format!("{} has crossed the line, but round {round} is not over.", name(first.car)));
        return story;
    }
    let level: Vec<&str> = order.iter().filter(|car| car.rank == first.rank).map(|car| car.name.as_str()).collect();
    story.push(match level.as_slice() {
        [_, _, ..] if first.status == Status::Finished => format!("{} share the win.", all_of(&level)),
        [_, _, ..] if first.status == Status::Racing => format!("{} are level.", all_of(&level)),
        _ => verdict(race, first, second),
    });
    let end = race.view(race.len());
    if first.status == Status::Racing && end.phase == "abandoned" {
        story.insert(0, format!("The race was abandoned at the turn limit, after round {}.", end.round));
        return story;
    }
    // Two cars that share first place have not won. A car that left the race has not won either.
    if first.rank < second.rank && !first.status.is_out() {
        story.extend(lead(race, telemetry, leaders, first.car, &name));
        story.extend(swing(race, telemetry, first.car, second.car, &name));
        story.extend(costs(race, first, second));
    }
    story
}

/// Returns the round in which the first car finished, if the cars move at the same time and the record ends before all
/// of them have moved in this round.
fn undecided(race: &dyn Race, telemetry: &Telemetry) -> Option<u32> {
    let end = race.view(race.len());
    let has_finished = |at: &usize| telemetry.at(*at).iter().any(|sample| sample.status == Status::Finished);
    let won = (1..telemetry.positions()).find(has_finished)?;
    let is_open = race.info().simultaneous && end.to_act.is_some() && race.view(won - 1).round == end.round;
    is_open.then_some(end.round)
}

/// Returns a sentence that says who won, and by how much.
fn verdict(race: &dyn Race, first: &CarDigest, second: &CarDigest) -> String {
    let (winner, runner_up) = (&first.name, &second.name);
    // A car that has left the race has no meaningful gap.
    match (first.status, second.status) {
        (Status::Finished, Status::Finished) => match second.turns_behind {
            Some(0) => format!("{winner} won, {runner_up} came second in the same round."),
            Some(rounds) => format!("{winner} won, {runner_up} came second, {} later.", many(rounds, "round")),
            None => format!("{winner} won, {runner_up} came second without crossing the line."),
        },
        (Status::Finished, _) => format!("{winner} won."),
        (Status::Racing, Status::Racing) => {
            format!("{winner} leads, {} ahead of {runner_up}.", length(second.gap.unwrap_or(0.0), race.info().unit))
        }
        (Status::Racing, _) => format!("{winner} is the only car still in the race."),
        (Status::Withdrawn | Status::Eliminated, _) => "Every car has left the race.".to_owned(),
    }
}

/// Returns a sentence about the round in which the winner took the lead for good, and the turn of this round. If the
/// winner led all the time, the sentence says so. `by_turn` and `leaders` are the two lists of [`decided`].
fn lead<'a>(
    race: &dyn Race,
    telemetry: &Telemetry,
    [by_turn, leaders]: [&[Option<CarId>]; 2],
    winner: CarId,
    name: &dyn Fn(CarId) -> &'a str,
) -> Option<String> {
    // While two cars share first place, there is no leader.
    let former = leaders.iter().flatten().rev().find(|car| **car != winner);
    let (Some(former), Some(behind)) = (former, leaders.iter().rposition(|car| car.is_some_and(|car| car != winner)))
    else {
        let end = if telemetry.at(leaders.len().saturating_sub(1)).iter().any(|sample| sample.turns_behind.is_some()) {
            "finish"
        } else {
            "end"
        };
        let first = leaders.iter().position(|leader| *leader == Some(winner))?;
        let round = telemetry.at(first).first()?.round;
        let from = if first == 0 { "the grid".to_owned() } else { format!("round {round}") };
        if first == 0 && by_turn.iter().flatten().any(|car| *car != winner) {
            return Some(format!("{} led at the end of every round.", name(winner)));
        }
        let before = if first == 0 || round <= 1 { "" } else { " Before that, no car led alone." };
        return Some(format!("{} led from {from} to the {end}.{before}", name(winner)));
    };
    let end = (behind + 1..leaders.len()).find(|at| leaders.get(*at).copied().flatten() == Some(winner))?;
    let round_of = |at: usize| telemetry.at(at).first().map(|sample| sample.round);
    let leads = |at: usize| by_turn.get(at).copied().flatten() == Some(winner);
    let mut of_round = (1..=end).rev().take_while(|at| round_of(*at) == round_of(end));
    let turn = of_round.find(|at| leads(*at) && !leads(at - 1)).unwrap_or(end);
    let own = telemetry.at(turn).iter().find(|sample| sample.car == winner)?;
    let round = telemetry.at(turn).first().map_or(0, |sample| sample.round);
    let why = reasons(race, [turn - 1, turn], winner, *former, name);
    let lap = own.opened.clamp(1, race.laps().max(1));
    Some(format!(
        "The lead changed for good in round {round} (lap {lap}, turn {turn}), from {} to {}.{why}",
        name(*former),
        name(winner)
    ))
}

/// Returns a sentence that names the rounds in which the winner gained most on the second car.
fn swing<'a>(
    race: &dyn Race,
    telemetry: &Telemetry,
    winner: CarId,
    second: CarId,
    name: &dyn Fn(CarId) -> &'a str,
) -> Option<String> {
    // Compares the cars at the ends of rounds, when both have moved equally often.
    let mut ends: Vec<(u32, usize, f64)> = Vec::new();
    for at in 0..telemetry.positions() {
        let samples = telemetry.at(at);
        let of = |car: CarId| samples.iter().find(|sample| sample.car == car);
        let (Some(one), Some(other)) = (of(winner), of(second)) else { continue };
        if one.is_qualifying {
            continue;
        }
        if one.status != Status::Racing || other.status != Status::Racing {
            break;
        }
        let ahead = one.distance - other.distance;
        match ends.last_mut() {
            Some(end) if end.0 == one.round => *end = (one.round, at, ahead),
            _ => ends.push((one.round, at, ahead)),
        }
    }
    // In an unfinished round, one of the two cars may have moved more often.
    let is_whole = |end: usize| {
        end + 1 >= telemetry.positions() || {
            let round = |at: usize| telemetry.at(at).first().map(|sample| sample.round);
            round(end) != round(end + 1)
        }
    };
    if ends.last().is_some_and(|(_, at, _)| !is_whole(*at)) {
        ends.pop();
    }
    let best = ends
        .iter()
        .enumerate()
        .flat_map(|(index, from)| {
            // Rounds are in order, so only the next few need checking.
            let near = ends.iter().skip(index + 1).take_while(|to| to.0 <= from.0 + SWING);
            near.map(move |to| (from, to))
        })
        .max_by(|a, b| (a.1.2 - a.0.2).total_cmp(&(b.1.2 - b.0.2)))?;
    let (from, to) = best;
    let gained = to.2 - from.2;
    if gained < 1.0 {
        return None;
    }
    let why = reasons(race, [from.1, to.1], winner, second, name);
    // The rounds played between the two ends.
    let rounds = match (from.0 + 1, to.0) {
        (first, last) if first == last => format!("in round {last}"),
        (first, last) => format!("in rounds {first} to {last}"),
    };
    Some(format!(
        "{} gained most on {} {rounds}: {}.{why}",
        name(winner),
        name(second),
        length(gained, race.info().unit)
    ))
}

/// Returns a sentence with the reasons why the winner gained on another car during a part of the race, such as " Bruno
/// stood still in turn 12." Reasons are mishaps of the other car, and attacks that the winner made on it. Empty without
/// a reason.
fn reasons<'a>(
    race: &dyn Race,
    [from, to]: [usize; 2],
    winner: CarId,
    other: CarId,
    name: &dyn Fn(CarId) -> &'a str,
) -> String {
    let mut sentences = Vec::new();
    let who = name(other);
    for turn in from + 1..=to {
        for event in race.step(turn).into_iter().flat_map(|step| &step.events) {
            if event.car == winner {
                if let EventKind::Attacked { target, attack } = event.kind
                    && target == other
                {
                    sentences.push(format!("{} made a {attack} on {who} in turn {turn}", name(winner)));
                }
                continue;
            }
            if event.car != other {
                continue;
            }
            sentences.extend(match &event.kind {
                EventKind::Stopped => Some(format!("{who} stood still in turn {turn}")),
                // The other car of a collision is named only if it is the winner.
                EventKind::Collided { other, .. } if *other == winner => {
                    Some(format!("{who} ran into {} in turn {turn}", name(winner)))
                }
                EventKind::Collided { .. } => Some(format!("{who} had a collision in turn {turn}")),
                EventKind::Incident { what, sort: Sort::Penalty, .. } => {
                    Some(format!("{who} had a penalty ({what}) in turn {turn}"))
                }
                EventKind::Fell => Some(format!("{who} went off the board in turn {turn}")),
                EventKind::MissedTurn => Some(format!("{who} missed turn {turn}")),
                EventKind::Withdrew => Some(format!("{who} left the race in turn {turn}")),
                EventKind::Eliminated { cause } => Some(format!("{who} was eliminated in turn {turn} ({cause})")),
                EventKind::Braked { from, to } => Some(format!("{who} braked from gear {from} to {to} in turn {turn}")),
                EventKind::Pitted { .. } => Some(format!("{who} was in the pit lane in turn {turn}")),
                _ => None,
            });
        }
    }
    sentences.truncate(3);
    if sentences.is_empty() { String::new() } else { format!(" {}.", sentences.join(", ")) }
}

/// Returns a sentence that compares two cars: the number of turns that they needed, the points spent and the mean gear.
fn costs(race: &dyn Race, one: &CarDigest, other: &CarDigest) -> Option<String> {
    let spent = |car: &CarDigest| car.spent.iter().map(|spending| spending.amount).sum::<u32>();
    let word = race.info().gear.word;
    let gear = |car: &CarDigest| car.gear.map_or_else(String::new, |gear| format!(", {word} {gear:.1} on average"));
    let legend = race.info().gear.legend().map_or_else(String::new, |legend| format!(" {}.", capital(&legend)));
    // Games without resources have no points to compare.
    let has_points = race.resources().iter().any(|resource| resource.max > 0);
    let points =
        |car: &CarDigest| if has_points { format!(", {} spent", many(spent(car), "point")) } else { String::new() };
    let line = |car: &CarDigest| format!("{} took {}{}{}", car.name, many(car.turns, "turn"), points(car), gear(car));
    Some(format!("In total, {}; {}.{legend}", line(one), line(other)))
}
