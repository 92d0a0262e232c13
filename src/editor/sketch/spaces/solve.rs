//! Computes the expected number of turns of a lone car, and puts the result into words.

use crate::editor::sketch::Findings;
use crate::game::words::many;
use crate::games::formula_d::Track;
use crate::games::formula_d::solve::{Progress, Question, SolveError, forecast, solve_best};

pub(super) fn solve(
    track: &Track,
    report: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let draft = track.draft();
    let laps = draft.laps.max(1);
    let mut findings = Findings::default();
    let question = match Question::stock(track, laps) {
        Ok(question) => question,
        Err(issues) => {
            findings.headline = issues.first().map_or_else(String::new, |issue| issue.message.clone());
            return Some(findings);
        }
    };
    let progress = |share: f64| {
        report(format!("{:.0} % of all states", share * 100.0));
        !stop()
    };
    let boxes: Vec<u32> = track.boxes().iter().map(|(number, _)| *number).collect();
    let best = match solve_best(track, &question, &boxes, true, &Progress { report: &progress, ..Progress::SILENT }) {
        Ok(Some(best)) if best.is_complete => best,
        Ok(Some(_)) => return None,
        Ok(None) => {
            findings.headline = "No car can start on this circuit".to_owned();
            return Some(findings);
        }
        Err(SolveError::Stopped { .. }) => return None,
        Err(error) => {
            findings.headline = format!("No result: {error}");
            return Some(findings);
        }
    };
    findings.is_raceable = true;
    let solution = &best.solution;
    let from = |slot: u32| {
        let space = draft.spaces.iter().find(|space| space.slot == Some(slot))?;
        solution.start_value(track, track.find(&space.id)?)
    };
    let stops = if best.pit_box.is_some() { "pit stops included" } else { "without pit stops" };
    findings.headline = format!("{:.1} turns on average for {} from pole, {stops}", best.turns, many(laps, "lap"));
    let last = draft.spaces.iter().filter_map(|space| space.slot).max();
    if let Some((slot, turns)) = last.and_then(|slot| Some((slot, from(slot)?))) {
        findings.notes.push(format!("From slot {slot}: {turns:.1} turns on average."));
    }
    if let Some(forecast) =
        forecast(track, solution, &solution.on_grid(track, question.grid()), true, &Progress::SILENT)
    {
        let [low, high] = [0.05, 0.95].map(|share| forecast.within(share));
        findings.notes.push(format!(
            "Nine races in ten take {low} to {high} turns. The car is eliminated in {:.2} % of the races.",
            forecast.out * 100.0
        ));
        if let Some(number) = best.pit_box {
            let (stops, gain) = (forecast.stops, best.without - best.turns);
            findings.notes.push(format!(
                "On average, the car stops {stops:.2} times per race in box {number}. This saves {gain:.2} turns."
            ));
        }
    }
    findings.notes.push(format!(
        "These numbers are for a car with the standard wear points and a driver who always makes the best choice. They were computed from {} states.",
        solution.states
    ));
    let left = question.left_out();
    if !left.is_empty() {
        findings.notes.push(format!("This result leaves out these rules: {}.", left.join("; ")));
    }
    Some(findings)
}
