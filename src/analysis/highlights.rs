//! Sentences that sum up a race: which cars led in which rounds, which corners cost the most points, and which cars ran
//! out of points.

use std::collections::BTreeMap;

use super::digest::leader;
use super::{Axis, Digest, Quantity, Series};
use crate::game::words::many;
use crate::game::{Resource, Status};
use crate::replay::Race;

/// The largest number of periods that are listed one by one for a car. A period consists of consecutive rounds in which
/// the car led.
const MOST_RUNS: usize = 4;
/// The largest number of corners that are listed.
const MOST_CORNERS: usize = 3;

/// Returns the sentences about a race. Leaves out a sentence that makes no sense in the race's game.
///
/// ```
/// use paddock::analysis::{Digest, Series, highlights};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let all = highlights(race.as_ref(), &Series::of(race.as_ref()), &Digest::of(race.as_ref()));
/// assert!(all[0].starts_with("Leaders at the end of each round: "));
/// ```
#[must_use]
pub fn highlights(race: &dyn Race, series: &Series, digest: &Digest) -> Vec<String> {
    let all = [leaders(race, series), corners(race, digest), shortages(race, series), retirements(race, series)];
    all.into_iter().flatten().collect()
}

/// Returns a sentence that lists the leaders: each car that led at the end of a round, with the numbers of these
/// rounds. Rounds after the winner's finish do not count.
fn leaders(race: &dyn Race, series: &Series) -> Option<String> {
    let rounds = last_round(race, series);
    let mut runs: BTreeMap<usize, Vec<[usize; 2]>> = BTreeMap::new();
    let mut former = None;
    for round in 1..=rounds {
        let at = Axis::Rounds.position(series, round as f64)?;
        let ranked = |car: usize| series.at(car, Quantity::Rank, at as f64);
        let best = (0..series.cars()).filter_map(ranked).fold(f64::INFINITY, f64::min);
        let firsts: Vec<usize> = (0..series.cars()).filter(|car| ranked(*car) == Some(best)).collect();
        let Some(first) = leader(&firsts, former) else { continue };
        former = Some(first);
        let own = runs.entry(first).or_default();
        match own.last_mut().filter(|[_, to]| to + 1 == round) {
            Some([_, to]) => *to = round,
            None => own.push([round, round]),
        }
    }
    let words = |[from, to]: &[usize; 2]| if from == to { format!("{from}") } else { format!("{from} to {to}") };
    let mut cars: Vec<(usize, String)> = runs
        .iter()
        .filter_map(|(car, runs)| {
            let name = &race.entrants().get(*car)?.name;
            let first = runs.first()?[0];
            let all: Vec<String> = runs.iter().map(words).collect();
            let is_one = matches!(runs.as_slice(), [[from, to]] if from == to);
            let text = if is_one {
                format!("{name} in round {first}")
            } else if all.len() > MOST_RUNS {
                let count: usize = runs.iter().map(|[from, to]| to + 1 - from).sum();
                format!("{name} in {} from {first} to {}", many(count as u64, "round"), runs.last()?[1])
            } else {
                format!("{name} in rounds {}", all.join(", "))
            };
            Some((first, text))
        })
        .collect();
    cars.sort_by_key(|(first, _)| *first);
    let cars: Vec<String> = cars.into_iter().map(|(_, text)| text).collect();
    (!cars.is_empty()).then(|| format!("Leaders at the end of each round: {}.", cars.join("; ")))
}

/// The round in which the winner finished; the last round if nobody finished.
fn last_round(race: &dyn Race, series: &Series) -> usize {
    let last = Axis::Rounds.end(series) as usize;
    let has_winner = |at: usize| race.view(at).cars.iter().any(|car| car.rank == 1 && car.status == Status::Finished);
    let position = |round: &usize| Axis::Rounds.position(series, *round as f64);
    (1..=last).find(|round| position(round).is_some_and(has_winner)).unwrap_or(last)
}

/// A sentence that names the corners that cost the most points.
fn corners(race: &dyn Race, digest: &Digest) -> Option<String> {
    let mut points: BTreeMap<u32, u32> = BTreeMap::new();
    for passage in digest.cars.iter().flat_map(|car| &car.corners) {
        *points.entry(passage.corner).or_default() += passage.spent.iter().sum::<u32>();
    }
    let all: u32 = points.values().sum();
    let mut costs: Vec<(u32, u32)> = points.into_iter().filter(|(_, points)| *points > 0).collect();
    costs.sort_by_key(|(corner, points)| (std::cmp::Reverse(*points), *corner));
    let ((corner, most), rest) = costs.split_first()?;
    let spans = race.corner_spans();
    let named = |corner: &u32| match spans.iter().find(|span| span.number == *corner) {
        Some(span) if !span.name.is_empty() => format!("{corner} ({})", span.name),
        _ => corner.to_string(),
    };
    let rest: Vec<String> = rest
        .iter()
        .take(MOST_CORNERS - 1)
        .map(|(corner, points)| format!(", then corner {} with {points}", named(corner)))
        .collect();
    Some(format!(
        "Corner {} cost the most points ({most} of the {all} points spent on the way to corners){}.",
        named(corner),
        rest.concat()
    ))
}

/// A sentence that lists the cars that left the race before its end, each with the round in which it left.
fn retirements(race: &dyn Race, series: &Series) -> Option<String> {
    let mut cars: Vec<(usize, String)> = (0..series.cars())
        .filter_map(|car| {
            let at = series.left(car)?;
            let (name, round) = (&race.entrants().get(car)?.name, Axis::Rounds.x(series, at)?);
            Some((at, format!("{name} (round {round:.0})")))
        })
        .collect();
    cars.sort();
    let cars: Vec<String> = cars.into_iter().map(|(_, words)| words).collect();
    (!cars.is_empty()).then(|| format!("Left the race: {}.", cars.join(", ")))
}

/// For each resource, a sentence that lists the cars that ran out of its points and raced on. If no car ran out, the
/// sentences list the cars that had only one point left and raced on. A car that spends its last point in its last turn
/// does not count. Resources that recharge are left out.
fn shortages(race: &dyn Race, series: &Series) -> Option<String> {
    let resources = race.resources();
    let is_kept = |resource: &Resource| resource.max > 0 && !resource.recharges;
    let there: Vec<usize> = (0..resources.len()).filter(|index| is_kept(&resources[*index])).collect();
    if there.is_empty() {
        return None;
    }
    let mut last_turns = vec![0; series.cars()];
    for turn in 1..=race.len() {
        let car = race.step(turn).map(|step| step.car);
        if let Some(index) = race.entrants().iter().position(|entrant| Some(entrant.car) == car) {
            last_turns[index] = turn;
        }
    }
    // The first round in which a car came down to this number of points and then raced on.
    let round_with = |car: usize, index: usize, left: f64| {
        let values = series.values(car, Quantity::Resource(index));
        let drop = values.windows(2).find(|pair| pair[0][1] > left && pair[1][1] <= left)?;
        let races_on = last_turns.get(car).is_some_and(|last| *last as f64 > drop[1][0]);
        races_on.then(|| Axis::Rounds.x(series, drop[1][0] as usize)).flatten()
    };
    let list = |words: &str, left: f64| {
        there
            .iter()
            .filter_map(|index| {
                let cars: Vec<String> = (0..series.cars())
                    .filter_map(|car| Some((car, round_with(car, *index, left)?)))
                    .filter_map(|(car, round)| Some(format!("{} (round {round:.0})", race.entrants().get(car)?.name)))
                    .collect();
                (!cars.is_empty()).then(|| format!("{words} of {}: {}.", resources[*index].name, cars.join(", ")))
            })
            .collect::<Vec<String>>()
    };
    let (out, low) = (list("Ran out", 0.0), list("Came down to the last point", 1.0));
    Some(match out.is_empty() {
        false => out.join(" "),
        true => [vec!["No car ran out of points before its last turn.".to_owned()], low].concat().join(" "),
    })
}
