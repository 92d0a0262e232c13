//! The quickest race on squared paper, in words.

use crate::editor::sketch::Findings;
use crate::game::scene::Scene;
use crate::games::vector_racing::notation::letters;
use crate::games::vector_racing::solve::{self, Question, Solution, Stage, Watch};
use crate::games::vector_racing::{Track, draw_route};

/// The most states that are kept for it: about 200 MB.
const STATES: u64 = 25_000_000;

pub(super) fn seek(
    track: &Track,
    tell: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let question = Question { states: STATES, ..Question::of(track) };
    let tell = |stage: Stage| tell(stage.words());
    let solution = solve::solve(track, &question, Watch { tell: &tell, stop })?;
    let mut drawing = Scene::default();
    draw_route(track, &question.rules, question.laps, &solution, &mut drawing);
    let ends = solution.line.iter().skip(1).map(|at| at.map(f64::from));
    let turns = solution.moves.iter().copied().map(letters).zip(ends).collect();
    Some(Findings { headline: headline(&solution), notes: notes(&solution), turns, drawing })
}

fn headline(solution: &Solution) -> String {
    match (solution.turns, solution.optimal) {
        (Some(1), _) => "One turn".to_owned(),
        (Some(turns), true) => format!("{turns} turns, and no race takes fewer"),
        (Some(turns), false) => format!("{turns} turns, as far as was looked"),
        (None, true) => "No sequence of moves reaches the finish".to_owned(),
        (None, false) => "No way to the finish was found".to_owned(),
    }
}

fn notes(solution: &Solution) -> Vec<String> {
    let mut notes = Vec::new();
    if solution.turns.is_some() {
        let count = |count: u128| match count {
            u128::MAX => "more than 10^38".to_owned(),
            count => count.to_string(),
        };
        let (above, below) = solution.fraction.unwrap_or((1, 1));
        let moment = if above == below {
            "with the end of the last move".to_owned()
        } else {
            format!("{above}/{below} into the last move")
        };
        let routes = if solution.routes == 1 {
            "One route takes".to_owned()
        } else {
            format!("{} routes take", count(solution.routes))
        };
        notes.push(format!(
            "{routes} so few turns; {} cross the line earliest, {moment}.",
            count(solution.fastest_routes)
        ));
    }
    notes.push(format!("{} states were looked at.", solution.states));
    if solution.capped {
        notes.push("Speeds beyond 64 were not followed.".to_owned());
    }
    notes
}
