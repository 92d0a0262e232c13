//! Searches for the fastest race on squared paper, and puts the result into words.

use crate::editor::sketch::{Findings, Table};
use crate::game::scene::Scene;
use crate::game::words::many;
use crate::games::vector_racing::notation::letters;
use crate::games::vector_racing::solve::{self, Progress, Question, Solution, Stage};
use crate::games::vector_racing::{Track, draw_route};

/// The largest number of states that are stored. They take about 200 MB.
const STATES: u64 = 25_000_000;

pub(super) fn solve(
    track: &Track,
    report: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let question = Question { states: STATES, with_crashes: true, ..Question::of(track) };
    let report = |stage: Stage| report(stage.words());
    let solution = solve::solve(track, &question, Progress { report: &report, stop, ..Progress::SILENT })?;
    let mut drawing = Scene::default();
    draw_route(track, &question.rules, question.laps, &solution, &mut drawing);
    let route = solution.best().unwrap_or_default();
    let ends = route.line.iter().skip(1).map(|at| at.map(f64::from));
    let turns = route.moves.iter().copied().map(letters).zip(ends);
    let headline = solution.headline();
    let mut letters = headline.chars();
    let headline = letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    let help = "The squares that the car moves: R right, L left, U up, D down, such as 4R2D";
    let tables = vec![Table::of_turns(help, turns)];
    let is_raceable = solution.turns.is_some();
    Some(Findings { is_raceable, headline, notes: notes(&solution), tables, drawing, ..Findings::default() })
}

fn notes(solution: &Solution) -> Vec<String> {
    let mut notes = Vec::new();
    if !solution.is_proved() && solution.is_spent() {
        notes.push(
            "The search reached its limit of states. To raise the limit, use `paddock solve --states`.".to_owned(),
        );
    }
    if let Some(turns) = solution.turns {
        let count = |count: u128| match count {
            u128::MAX => "more than 10^38".to_owned(),
            count => count.to_string(),
        };
        let clean = many(turns, "turn");
        if solution.with_crashes.is_some() {
            notes.push(format!("Without a crash, the race takes {clean}."));
        }
        let (above, below) = solution.fraction.unwrap_or((1, 1));
        let moment = if above == below {
            "at the end of the last move".to_owned()
        } else {
            format!("after {above}/{below} of the last move")
        };
        let routes = if solution.routes == 1 {
            "One route takes".to_owned()
        } else {
            format!("{} routes take", count(solution.routes))
        };
        notes.push(format!(
            "{routes} {clean} without a crash. Routes that cross the line earliest: {} ({moment}).",
            count(solution.fastest_routes)
        ));
    }
    let states = solution.states + solution.crashes.as_ref().map_or(0, |search| search.states);
    notes.push(format!("{states} states were searched."));
    if solution.is_capped() {
        notes.push(format!("Speeds above {} were not searched.", solve::SPEED_CAP));
    }
    notes
}
