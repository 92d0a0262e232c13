//! Compares the tyre strategies on a board of Wheel to Wheel for a lone driver.
//! The driver follows the best play, or a fixed policy.

use indicatif::ProgressBar;
use serde::Serialize;

use super::super::{Answer, Failure, Outcome, bounds, say, say_json};
use super::{Arguments, BoundOnly, unfinished, valid};
use crate::game::Progress;
use crate::game::prelude::*;
use crate::games::wheel_to_wheel::analysis::{self, Bounds, ChainError, Distribution, MOST_TURNS, strategies};
use crate::games::wheel_to_wheel::{Draft, Setup, WheelToWheel, lone};

const OPTIMISED: &str = "die, charging, discharging and stops, for the fewest turns on average over all rolls; \
     with a strategy, the driver makes only the planned stops";
const LEFT_OUT: [&str; 4] =
    ["other cars (slipstream, red fields)", "flags", "rain", "skill slots earned on the way (WW-SKILL-03)"];

#[derive(Debug, Serialize)]
struct Strategy {
    plan: &'static str,
    /// Expected turns to the finish under best play; null if only bounds are known.
    turns: Option<f64>,
    /// The lower bound of the expected turns. The upper bound is the field `at_most`, which is null if no upper bound
    /// was found.
    at_least: f64,
    at_most: Option<f64>,
    /// The standard deviation of the number of turns. Null if too many races take more than [`MOST_TURNS`] turns.
    deviation: Option<f64>,
    /// The 5 % and 95 % quantiles of the number of turns. Null if the 95 % quantile is larger than [`MOST_TURNS`].
    within: Option<[usize; 2]>,
    /// The result of the fixed policy: always the fastest die, never charging.
    fixed: Fixed,
}

#[derive(Debug, Serialize)]
struct Fixed {
    /// The expected number of turns if the driver follows the fixed policy. Null if too many races take more than
    /// [`MOST_TURNS`] turns.
    turns: Option<f64>,
    at_least: f64,
    deviation: Option<f64>,
    within: Option<[usize; 2]>,
}

#[derive(Debug, Serialize)]
struct Free {
    /// The driver's tyres at the start.
    tyre: &'static str,
    turns: Option<f64>,
    at_least: f64,
    at_most: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Document {
    game: &'static str,
    /// The expected number of turns of a lone driver who plays best and follows no fixed tyre strategy; null if only
    /// bounds are known.
    turns: Option<f64>,
    at_least: f64,
    /// Whether `turns` is proved to be the fewest turns under all rules. Always false, because the model leaves out
    /// skill slots, which a lone driver can earn.
    optimal: bool,
    optimised: &'static str,
    left_out: [&'static str; 4],
    /// The results if the driver plays best and may choose any tyres at each stop.
    /// There is one entry for each kind of tyres at the start, the better entry first.
    free: Vec<Free>,
    /// The results if the driver plays best with the tyres of one strategy. There is one entry for each strategy, the
    /// best first.
    strategies: Vec<Strategy>,
}

/// Runs `solve` for a Wheel to Wheel board.
pub fn run(arguments: &Arguments, draft: &Draft) -> Answer {
    let Some(track) = valid::<WheelToWheel>(&arguments.track, draft) else { return Ok(Outcome::Faulty) };
    let failed = |why: String| Failure::new(format!("{}: {why}", arguments.track.display()));
    let alone =
        lone(&track, &Setup::usual(draft), 0).ok_or_else(|| failed("no car can start on this board".to_owned()))?;
    let bar = ProgressBar::new_spinner();
    let report = |stage: String| bar.set_message(stage);
    let found = strategies(&track, &alone, Progress { report: &report, stop: &bounds::is_reached });
    bar.finish_and_clear();
    bounds::answer();
    if matches!(found, Err(ChainError::Stopped)) {
        // The lower bound is one turn, because every race takes at least one.
        if arguments.json {
            say_json(&BoundOnly::new(WheelToWheel::INFO.id, 1.0))?;
        }
        return Err(unfinished(&arguments.track, "complete answer", 1.0));
    }
    let document = document(found.map_err(|error| failed(error.to_string()))?);
    if arguments.json {
        say_json(&document)?;
    } else {
        print(&document);
    }
    Ok(Outcome::Fine)
}

fn document(found: analysis::Strategies) -> Document {
    let mut plans = found.plans;
    plans.sort_by(|one, other| one.best.at_least.total_cmp(&other.best.at_least));
    let strategies = plans.iter().map(|strategy| {
        let Bounds { at_least, at_most } = strategy.best;
        let chances = &strategy.chances;
        Strategy {
            plan: strategy.plan.id(),
            turns: strategy.best.exact(),
            at_least,
            at_most,
            deviation: deviation(chances),
            within: within(chances),
            fixed: Fixed {
                turns: strategy.fixed.is_whole().then(|| strategy.fixed.mean()),
                at_least: strategy.fixed.at_least(),
                deviation: deviation(&strategy.fixed),
                within: within(&strategy.fixed),
            },
        }
    });
    let mut free = found.free;
    free.sort_by(|(_, one), (_, other)| one.at_least.total_cmp(&other.at_least));
    let [(_, best), (_, other)] = free;
    // These starting tyres are proved best only if the other tyres cannot take fewer turns.
    let turns = best.exact().filter(|turns| *turns <= other.at_least);
    let of = |(tyre, bounds): (crate::games::wheel_to_wheel::Compound, Bounds)| Free {
        tyre: tyre.name(),
        turns: bounds.exact(),
        at_least: bounds.at_least,
        at_most: bounds.at_most,
    };
    Document {
        game: WheelToWheel::INFO.id,
        turns,
        at_least: best.at_least,
        optimal: false,
        optimised: OPTIMISED,
        left_out: LEFT_OUT,
        free: free.map(of).into(),
        strategies: strategies.collect(),
    }
}

fn deviation(chances: &Distribution) -> Option<f64> {
    chances.is_whole().then(|| chances.variance().sqrt())
}

fn within(chances: &Distribution) -> Option<[usize; 2]> {
    Some([chances.quantile(0.05), chances.quantile(0.95)]).filter(|[_, high]| *high < chances.chances.len())
}

fn print(document: &Document) {
    say(
        "Turns of a lone driver for each tyre strategy with best play (in brackets: always the fastest die, never charging):",
    );
    for strategy in &document.strategies {
        let Strategy { plan, turns, at_least, at_most, .. } = strategy;
        let best = spread(*turns, *at_least, *at_most, strategy.deviation, strategy.within);
        let Fixed { turns, at_least, .. } = &strategy.fixed;
        let fixed = match turns {
            Some(turns) => format!("{turns:.2}"),
            None => format!("more than {at_least:.0}, since only {MOST_TURNS} turns were computed"),
        };
        say(&format!("  {plan}  {best} ({fixed})"));
    }
    let free: Vec<String> = document
        .free
        .iter()
        .map(|free| {
            let turns = spread(free.turns, free.at_least, free.at_most, None, None);
            format!("{} from {}", turns.trim_start(), free.tyre)
        })
        .collect();
    say(&format!("With a free choice of tyres at each stop: {}.", free.join(", ")));
    say(&format!("Optimised: {}.", document.optimised));
    say(&format!("Left out: {}.", document.left_out.join(", ")));
}

/// Writes the expected turns and their spread in words, or the known bounds.
fn spread(
    turns: Option<f64>,
    at_least: f64,
    at_most: Option<f64>,
    deviation: Option<f64>,
    within: Option<[usize; 2]>,
) -> String {
    let mut words = match (turns, at_most) {
        (Some(turns), _) => format!("{turns:6.2} on average"),
        (None, Some(most)) => format!("at least {at_least:.2}, at most {most:.2} on average"),
        (None, None) => format!("at least {at_least:.2} on average (the search reached its limit)"),
    };
    if let Some(deviation) = deviation {
        words.push_str(&format!(", ± {deviation:.2}"));
    }
    if let Some([low, high]) = within {
        words.push_str(&format!("; nine races in ten take {low} to {high}"));
    }
    words
}
