//! A race compared with the best play: the losses of each car, the effect of luck, and the costliest turns.

use std::path::Path;

use indicatif::ProgressBar;
use serde::Serialize;

use super::super::points::Points;
use super::super::{Failure, bounds, say};
use crate::analysis::Digest;
use crate::game::words::signed;
use crate::game::{Account, CarId, Choice, Evaluation, Progress, Verdict};
use crate::replay::Race;

/// At most this many turns are listed, the costliest first.
const MOST_TURNS: usize = 10;

/// The JSON document: the digest of the race, and its comparison with the best play.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    #[serde(flatten)]
    digest: &'a Digest,
    /// The points of the race, if its game gives any.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    compared: Compared<'a>,
}

#[derive(Debug, Serialize)]
struct Compared<'a> {
    headline: &'a str,
    /// A sentence about the play that the race is compared with, and about the rules that the comparison leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "judged_by")]
    compared_with: Option<&'static str>,
    /// The unit of the field `luck`.
    luck_unit: &'static str,
    cars: Vec<CarDocument>,
    turns: Vec<TurnDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct CarDocument {
    car: CarId,
    #[serde(flatten)]
    account: Account,
}

#[derive(Debug, Serialize)]
struct TurnDocument<'a> {
    turn: usize,
    #[serde(flatten)]
    verdict: &'a Verdict,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    choices: &'a [Choice],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    uses: &'a [Choice],
}

impl<'a> Document<'a> {
    /// Makes the JSON document of a race.
    pub fn of(race: &dyn Race, digest: &'a Digest, evaluation: &'a Evaluation) -> Self {
        let cars = race.entrants().iter().map(|entrant| entrant.car);
        let turn = |turn: usize| {
            let advice = evaluation.advice(turn - 1);
            Some(TurnDocument {
                turn,
                verdict: evaluation.verdict(turn)?,
                choices: advice.map_or(&[], |advice| &advice.choices),
                uses: advice.map_or(&[], |advice| &advice.uses),
            })
        };
        let compared = Compared {
            headline: &evaluation.headline,
            compared_with: race.info().compared_with,
            luck_unit: evaluation.luck_unit,
            cars: cars.map(|car| CarDocument { car, account: evaluation.account(car, race.len()) }).collect(),
            turns: (1..=race.len()).filter_map(turn).collect(),
        };
        Self { digest, points: race.score().map(Points::of), compared }
    }
}

/// Compares a race with the best play. Returns `None` if a limit (time, memory or a signal) was reached before the end.
/// Shows the progress if standard error is a terminal.
pub fn evaluate(path: &Path, race: &dyn Race) -> Result<Option<Evaluation>, Failure> {
    let failed = |why: &str| Failure::new(format!("{}: {why}", path.display()));
    if race.info().compared_with.is_none() {
        return Err(failed("races of this game cannot be compared with the best play"));
    }
    let bar = ProgressBar::new_spinner();
    let evaluation = race.evaluate(Progress { report: &|stage| bar.set_message(stage), stop: &bounds::is_reached });
    bar.finish_and_clear();
    Ok(evaluation)
}

/// Prints a race's comparison with the best play, as text.
pub fn print(race: &dyn Race, evaluation: &Evaluation) {
    say("");
    say(&format!("compared: {}", evaluation.headline));
    if let Some(compared_with) = race.info().compared_with {
        say(compared_with);
    }
    let name = |car: CarId| {
        race.entrants().iter().find(|entrant| entrant.car == car).map_or("", |entrant| entrant.name.as_str())
    };
    for entrant in race.entrants() {
        let account = evaluation.account(entrant.car, race.len());
        if !account.is_empty() {
            say(&format!("  {:<16}  {}", entrant.name, account_in_words(&account, evaluation.luck_unit)));
        }
    }
    let mut lost: Vec<(usize, &Verdict)> = (1..=race.len())
        .filter_map(|turn| evaluation.verdict(turn).map(|verdict| (turn, verdict)))
        .filter(|(_, verdict)| verdict.lost.is_some_and(|lost| lost > 0.05))
        .collect();
    lost.sort_by(|(_, one), (_, other)| other.lost.unwrap_or(0.0).total_cmp(&one.lost.unwrap_or(0.0)));
    if !lost.is_empty() {
        say("the costliest turns:");
    }
    for (turn, verdict) in lost.into_iter().take(MOST_TURNS) {
        let advice = evaluation.advice(turn - 1);
        let best = |choices: &[Choice]| choices.first().filter(|best| !best.taken).map(|best| best.words.clone());
        let better = advice.into_iter().flat_map(|advice| [best(&advice.choices), best(&advice.uses)]).flatten();
        let better: Vec<String> = better.collect();
        let better = if better.is_empty() {
            String::new()
        } else {
            format!("; better: {}", better.join(", then after the roll "))
        };
        let lost = verdict.lost.unwrap_or(0.0);
        say(&format!("  turn {turn}, {}: {lost:.2} turns, {}{better}", name(verdict.car), race.notation(turn)));
    }
}

/// Describes a car's losses and luck in words.
/// For example: "lost 1.4 turns (0.9 before the dice, 0.5 after them); dice +3.0 spaces, worth −0.2 turns".
fn account_in_words(account: &Account, unit: &str) -> String {
    let mut parts = Vec::new();
    if let Some(lost) = account.lost {
        let shares = account.shares.map_or_else(String::new, |[before, after]| {
            format!(" ({before:.1} before the dice, {after:.1} after them)")
        });
        parts.push(format!("lost {lost:.1} turns{shares}"));
    }
    if let Some(luck) = account.luck {
        let rare = account.deviations.map_or_else(String::new, |z| format!(" ({} deviations)", signed(z, 1)));
        let worth = account.worth.map_or_else(String::new, |worth| format!(", worth {} turns", signed(worth, 1)));
        parts.push(format!("dice {} {unit}{rare}{worth}", signed(luck, 1)));
    }
    if let Some(chance) = account.chance {
        parts.push(format!("all other luck (other dice and other cars) {} turns", signed(chance, 1)));
    }
    parts.join("; ")
}
