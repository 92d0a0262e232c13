//! `paddock advise`: compares the decisions that the car to act can make.

use serde::Serialize;

use super::bounds::{self, Bounds};
use super::driving::{self, EffortOptions, Learned, RaceOptions};
use super::open;
use super::{Answer, Outcome, complain, say, say_json};
use crate::drivers::{Advised, Candidate, LossUnit};

/// The arguments of `advise`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    position: open::PositionArguments,
    /// The seed of the dice: the same seed gives the same advice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The total number of rollouts for all decisions together. A rollout is a trial: it continues the race for a few
    /// rounds after one decision
    #[arg(long, value_name = "R", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    rollouts: u32,
    /// Rate decisions by the average place, not by the chance to win
    #[arg(long)]
    for_place: bool,
    #[command(flatten)]
    bounds: Bounds,
}

#[derive(Serialize)]
struct Document<'a> {
    turn: usize,
    #[serde(flatten)]
    advised: &'a Advised,
    /// The reason why the work stopped early (time limit, memory limit or signal); `None` if the work is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    let open::PositionArguments { replay, at, json } = &arguments.position;
    let found = open::race(replay, *at)?;
    let open::Found::Race(_, at) = found else { return Ok(Outcome::Faulty) };
    let options = RaceOptions { seed: arguments.seed, laps: None, cars: None, fields: Vec::new() };
    let Learned::School(school) = driving::any(replay, Some(at), &options)? else { return Ok(Outcome::Faulty) };
    let effort = EffortOptions { rollouts: Some(arguments.rollouts), for_place: arguments.for_place }.effort();
    let advised = driving::watched(|progress| school.advise(effort, arguments.seed, progress, &|_| ()));
    let stopped = bounds::reached().map(bounds::Reached::id);
    bounds::answer();
    if *json {
        say_json(&Document { turn: at, advised: &advised, stopped })?;
    } else {
        print(at, &advised);
        if stopped.is_some() {
            complain(&format!("{}, so the advice comes from fewer rollouts and is less certain", bounds::why()));
        }
    }
    Ok(Outcome::Fine)
}

fn print(at: usize, advised: &Advised) {
    let Some(car) = advised.car else {
        say("The race is over, so no car has to act.");
        return;
    };
    let is_alone = advised.loss_in == LossUnit::Turns;
    let columns = if is_alone { "turns to the finish" } else { "chance to win, place, turns to the finish" };
    say(&format!("After turn {at}, car {car} can play ({columns}; ± is one standard error):"));
    let line = |candidate: &Candidate| {
        let Candidate { words, win, win_error, place, place_error, turns, turns_error, .. } = candidate;
        let chances = if !is_alone {
            format!("{:5.1} % ±{:.1}  {place:.2} ±{place_error:.2}  ", win * 100.0, win_error * 100.0)
        } else {
            String::new()
        };
        let lost = candidate.lost(advised.loss_in);
        let turns = turns.map_or_else(|| "   out".to_owned(), |turns| format!("{turns:6.2} ±{turns_error:.2}"));
        format!("  {chances}{turns}  loses {lost}  {words}")
    };
    advised.moves.iter().for_each(|candidate| say(&line(candidate)));
    if let Some(best) = advised.moves.first().filter(|best| !best.line.is_empty()) {
        say(&format!("After the first decision above, computer drivers would play: {}", best.line.join("; ")));
    }
    if !advised.uses.is_empty() {
        say("After the roll:");
        advised.uses.iter().for_each(|candidate| say(&line(candidate)));
    }
    if let Some(played) = &advised.played {
        say("Played:");
        say(&line(played));
    }
}
