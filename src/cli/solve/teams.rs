//! The tyre strategies of a board, compared for a driver alone.

use serde::Serialize;

use super::super::{Answer, Failure, Outcome, say, say_json};
use super::{Arguments, valid};
use crate::game::Game as _;
use crate::games::wheel_to_wheel::analysis::{Policy, what_if};
use crate::games::wheel_to_wheel::{Draft, WheelToWheel, lone, usual_setup};

#[derive(Debug, Serialize)]
struct Strategy {
    plan: &'static str,
    /// Expected turns to the finish.
    turns: f64,
    deviation: f64,
    /// The least number of turns that is enough in one race of twenty, and in nineteen.
    within: [usize; 2],
}

#[derive(Debug, Serialize)]
struct Document {
    game: &'static str,
    /// The expected turns of the quickest strategy, for a driver alone.
    turns: f64,
    optimal: bool,
    strategies: Vec<Strategy>,
}

/// The call about a board of Wheel to Wheel.
pub fn run(arguments: &Arguments, draft: &Draft) -> Answer {
    let Some(track) = valid::<WheelToWheel>(&arguments.track, draft) else { return Ok(Outcome::Faulty) };
    let failed = |why: String| Failure::new(format!("{}: {why}", arguments.track.display()));
    let alone =
        lone(&track, &usual_setup(draft), 0).ok_or_else(|| failed("nobody can start on this board".to_owned()))?;
    let mut plans = what_if(&track, &alone, Policy::default()).map_err(|error| failed(error.to_string()))?;
    plans.sort_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()));
    let strategies: Vec<Strategy> = plans
        .iter()
        .map(|(plan, turns)| Strategy {
            plan: plan.id(),
            turns: turns.mean(),
            deviation: turns.variance().sqrt(),
            within: [turns.quantile(0.05), turns.quantile(0.95)],
        })
        .collect();
    if arguments.json {
        let turns = strategies.first().map_or(0.0, |best| best.turns);
        say_json(&Document { game: WheelToWheel::ID, turns, optimal: true, strategies })?;
        return Ok(Outcome::Fine);
    }
    say("Turns of a driver alone, by tyre strategy (exact over all throws; the fastest die that is allowed):");
    for Strategy { plan, turns, deviation, within: [low, high] } in strategies {
        say(&format!("  {plan}  {turns:6.2} on average, ± {deviation:.2}; nine times in ten {low} to {high}"));
    }
    Ok(Outcome::Fine)
}
