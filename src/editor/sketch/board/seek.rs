//! Which tyre strategy is quickest on a board, in words.

use crate::editor::sketch::Findings;
use crate::game::Onlooker;
use crate::game::scene::Scene;
use crate::games::wheel_to_wheel::analysis::{ChainError, Distribution, Policy, what_if_watched};
use crate::games::wheel_to_wheel::{Plan, Track, lone, usual_setup};

pub(super) fn seek(
    track: &Track,
    tell: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let mut findings = Findings { drawing: Scene::default(), ..Findings::default() };
    let Some(alone) = lone(track, &usual_setup(track.draft()), 0) else {
        findings.headline = "Nobody can start on this board".to_owned();
        return Some(findings);
    };
    match what_if_watched(track, &alone, Policy::default(), Onlooker { tell, stop }) {
        Ok(mut plans) => {
            plans.sort_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()));
            if let Some((plan, turns)) = plans.first() {
                findings.headline = format!("{} is quickest: {:.1} turns on average", plan.id(), turns.mean());
            }
            findings.notes = plans.iter().map(|(plan, turns)| line(*plan, turns)).collect();
            findings.notes.push(
                "For a driver alone that throws the fastest die it may: slipstream, red fields, flags and rain depend on the others."
                    .to_owned(),
            );
        }
        Err(ChainError::Stopped) => return None,
        Err(error) => findings.headline = format!("It cannot be told: {error}"),
    }
    Some(findings)
}

fn line(plan: Plan, turns: &Distribution) -> String {
    let (low, high) = (turns.quantile(0.05), turns.quantile(0.95));
    format!("{}: {:.2} turns, nine times in ten {low} to {high}", plan.id(), turns.mean())
}
