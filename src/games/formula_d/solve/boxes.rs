//! Finds the best pit box for a race, and whether a race with pit stops takes fewer turns than a race without.

use super::super::track::Track;
use super::table::{Solution, solve, solve_with};
use super::{Progress, Question, SolveError};

/// The best solution of a race, over all pit boxes that were tried.
pub struct Best {
    /// The solution of the race with the box `pit_box`, or of the race without pit stops if `pit_box` is `None`.
    pub solution: Solution,
    /// The number of the best pit box; `None` if `solution` is the race without pit stops.
    pub pit_box: Option<u32>,
    /// The expected number of turns of the race that `solution` solves.
    pub turns: f64,
    /// The expected number of turns of the race without pit stops.
    pub without: f64,
    /// The pit boxes that were tried. Each has the expected number of turns of a race in which the car uses this box.
    pub boxes: Vec<(u32, f64)>,
    /// Whether all boxes were tried. False if the solver was stopped early. Even then, the race without pit stops was
    /// solved.
    pub is_complete: bool,
}

/// Solves a race once without pit stops, and once with each pit box in `boxes`. Returns the solution with the fewest
/// expected turns. If two solutions are equally good, returns the one that was solved first. All races begin on the
/// same grid space, and the car rolls its start die if `start_die` is set. Returns `None` if no car can start.
///
/// # Errors
/// Returns an error if the model needs too much memory, or if the solver is stopped before it has an answer.
pub fn solve_best(
    track: &Track,
    question: &Question,
    boxes: &[u32],
    start_die: bool,
    progress: &Progress<'_>,
) -> Result<Option<Best>, SolveError> {
    let boxes: &[u32] = if question.has_stops() { boxes } else { &[] };
    let at = question.grid();
    let turns = |solution: &Solution| {
        if start_die { solution.start_value(track, at) } else { solution.value(&solution.on_grid(track, at)) }
    };
    let parts = boxes.len() as f64 + 1.0;
    let part = |number: usize, share: f64| (progress.report)((number as f64 + share) / parts);
    let plain = solve(track, &question.without_stops(), &Progress { report: &|share| part(0, share), ..*progress });
    let plain = plain.map_err(|error| match error {
        // Races with stops can take fewer turns, so the bound for races without stops is not valid for them.
        SolveError::Stopped { .. } if !boxes.is_empty() => SolveError::Stopped { at_least: 1.0 },
        error => error,
    })?;
    let Some(without) = turns(&plain) else { return Ok(None) };
    let mut best: Option<(u32, f64, Solution)> = None;
    let mut tried = Vec::with_capacity(boxes.len());
    let mut is_complete = true;
    for (place, number) in (1..).zip(boxes) {
        let question = question.in_box(track, *number);
        let progress = Progress { report: &|share| part(place, share), ..*progress };
        let solution = match solve_with(track, &question, Some(&plain), &progress) {
            Err(SolveError::Stopped { .. }) => {
                is_complete = false;
                break;
            }
            solution => solution?,
        };
        let Some(turns) = turns(&solution) else { continue };
        tried.push((*number, turns));
        if best.as_ref().is_none_or(|best| turns < best.1) {
            best = Some((*number, turns, solution));
        }
    }
    Ok(Some(match best {
        Some((number, turns, solution)) if turns <= without || is_complete => {
            Best { solution, pit_box: Some(number), turns, without, boxes: tried, is_complete }
        }
        _ => Best { solution: plain, pit_box: None, turns: without, without, boxes: tried, is_complete },
    }))
}
