//! Finds the fastest tyre strategy on a board, and puts the result into words.

use crate::editor::sketch::Findings;
use crate::game::Progress;
use crate::game::scene::Scene;
use crate::games::wheel_to_wheel::analysis::{ChainError, Strategy, strategies};
use crate::games::wheel_to_wheel::{Setup, Track, lone};

pub(super) fn solve(
    track: &Track,
    report: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let mut findings = Findings { drawing: Scene::default(), ..Findings::default() };
    let Some(alone) = lone(track, &Setup::usual(track.draft()), 0) else {
        findings.headline = "No car can start on this board".to_owned();
        return Some(findings);
    };
    match strategies(track, &alone, Progress { report, stop }) {
        Ok(found) => {
            let mut plans = found.plans;
            findings.is_raceable = !plans.is_empty();
            plans.sort_by(|one, other| one.best.at_least.total_cmp(&other.best.at_least));
            findings.headline = match plans.first().map(|best| (best.plan.id(), best.best.exact(), best.best.at_least))
            {
                Some((plan, Some(turns), _)) => format!("{plan} is fastest: {turns:.1} turns on average"),
                Some((_, None, least)) => {
                    format!(
                        "At least {least:.1} turns on average. The search reached its limit before it found the exact number."
                    )
                }
                None => String::new(),
            };
            findings.notes = vec!["Each letter stands for the tyres of one lap: S is soft, H is hard.".to_owned()];
            findings.notes.extend(plans.iter().map(line));
            findings.notes.push(
                "These results are for a lone driver who always makes the best choice. Slipstream, red fields, flags and rain are left out, because they depend on other cars. Skill slots that the driver earns are left out, too."
                    .to_owned(),
            );
        }
        Err(ChainError::Stopped) => return None,
        Err(error) => findings.headline = format!("Not found: {error}"),
    }
    Some(findings)
}

fn line(strategy: &Strategy) -> String {
    let name = strategy.plan.id();
    let Some(turns) = strategy.best.exact() else {
        return format!("{name}: at least {:.2} turns", strategy.best.at_least);
    };
    if !strategy.chances.is_whole() {
        return format!("{name}: {turns:.2} turns");
    }
    let (low, high) = (strategy.chances.quantile(0.05), strategy.chances.quantile(0.95));
    format!("{name}: {turns:.2} turns; nine races in ten take {low} to {high}")
}
