//! Evaluates each turn of a recorded race by the expected number of turns to the finish, as if the car were alone on
//! the circuit. This is a heuristic (section 7.2 of the rules ledger), because an exact model with other cars is not
//! feasible. The other cars are used for one purpose only: to find which moves were legal in the turn.

mod advice;

use super::FormulaD;
use super::rules;
use super::setup::Setup;
use super::solve::{self, Question, Solution, SolveError, TurnLoss, solve, turn_loss};
use super::state::{Phase, Start, State};
use super::track::Track;
use super::turn::Turn;
use crate::game::scene::Scene;
use crate::game::{Evaluate, Evaluation, Progress, Score, Verdict};

/// The most memory that the model of a lone car's race may take, in bytes. If the race with changing weather needs more
/// memory, the model assumes that the weather stays the same.
const MOST_BYTES: u64 = 1 << 30;

/// The unit in which the luck of the gear dice is shown.
const LUCK_UNIT: &str = "spaces";

impl Evaluate for FormulaD {
    fn evaluate(track: &Track, first: &State, turns: &[&Turn], progress: Progress<'_>) -> Option<Evaluation> {
        let question = question(track, first);
        let report = |share: f64| {
            (progress.report)(format!("Solving the race of a lone car: {:.0} %", share * 100.0));
            !(progress.stop)()
        };
        report(0.0);
        let solution = match solve(track, &question, &solve::Progress { report: &report, ..solve::Progress::SILENT }) {
            Ok(solution) => solution,
            Err(SolveError::Stopped { .. }) => return None,
            Err(error) => {
                let verdicts = vec![None; turns.len()];
                let headline = error.to_string();
                return Some(Evaluation { headline, luck_unit: LUCK_UNIT, verdicts, ..Evaluation::default() });
            }
        };
        let mut state = first.clone();
        let mut verdicts = Vec::with_capacity(turns.len());
        let mut advice = Vec::with_capacity(turns.len() + 1);
        // Filled at the start of the race, after qualifying.
        let mut expected: Vec<Option<f64>> = Vec::new();
        let mut grid = Some(first.clone()).filter(|state| state.phase == Phase::Race);
        for (number, turn) in (1..).zip(turns) {
            if (progress.stop)() {
                return None;
            }
            (progress.report)(format!("Turn {number} of {}", turns.len()));
            let next = rules::force(track, &state, turn).played.state;
            if expected.is_empty() && state.phase == Phase::Race {
                grid.get_or_insert_with(|| state.clone());
                expected = (0..state.cars.len()).map(|index| solution.expected(track, &state, index)).collect();
            }
            verdicts.push(verdict(track, &solution, &state, turn, &next, &mut expected));
            advice.push(advice::of(track, &solution, &state, Some(turn)));
            state = next;
        }
        if state.phase == Phase::Race {
            grid.get_or_insert_with(|| state.clone());
        }
        advice.push(advice::of(track, &solution, &state, None));
        Some(Evaluation {
            headline: headline(track, &solution, grid.as_ref()),
            luck_unit: LUCK_UNIT,
            verdicts,
            advice,
            drawing: Scene::default(),
        })
    }

    fn score(track: &Track, setup: &Setup, state: &State) -> Option<Score> {
        super::score::score(track, setup, state)
    }
}

/// Returns the headline of the evaluation: the expected number of turns of a lone car, and the rules that the model
/// leaves out. The lone car starts on the grid space of the car that moves first. `grid` is the state in which the race
/// begins; `None` while the cars qualify.
fn headline(track: &Track, solution: &Solution, grid: Option<&State>) -> String {
    let front = grid.and_then(|grid| grid.cars.get(grid.to_act()?));
    let start = front.and_then(|car| solution.start_value(track, car.at));
    let question = solution.question();
    let stops = if question.has_stops() { ", pit stops included" } else { "" };
    let left = question.left_out();
    let left = if left.is_empty() { String::new() } else { format!("; the model leaves out: {}", left.join(", ")) };
    start.map_or_else(
        || "The expected number of turns of a lone car from pole is unknown".to_owned(),
        |turns| format!("A lone car that starts from pole needs {turns:.1} turns on average{stops}{left}"),
    )
}

/// Returns the problem for the solver: the race of a lone car under the rules of this race. If a model with changing
/// weather needs too much memory, the weather of the model does not change.
fn question(track: &Track, first: &State) -> Question {
    let question = Question::of(track, first);
    if question.bytes(track) <= MOST_BYTES { question } else { question.in_steady_weather() }
}

/// Evaluates a turn. `expected` has, for each car, the expected number of turns to the finish after the car's previous
/// turn; `None` if unknown. The turns of other cars can change this number: their motors can damage the car
/// (FD-MOT-03), and the weather can change. These changes count as luck in the car's next turn.
fn verdict(
    track: &Track,
    solution: &Solution,
    before: &State,
    turn: &Turn,
    after: &State,
    expected: &mut [Option<f64>],
) -> Option<Verdict> {
    let index = before.index_of(turn.car)?;
    if before.phase != Phase::Race {
        return None;
    }
    let loss = turn_loss(track, solution, before, turn, after);
    let former = std::mem::replace(expected.get_mut(index)?, loss.map(|loss| loss.after));
    let TurnLoss { gear, route, luck, black, face, variance, before: now, .. } = loss?;
    let between_turns = former.map_or(0.0, |former| former - now);
    // An elimination ends the car's race, so its cost cannot be given as a number of turns lost.
    let is_out = after.cars[index].standing.is_out();
    // A turn that ends with the start die does not contain a decision of the player.
    let is_decided = before.cars[index].start != Start::Due || turn.gear.is_some();
    Some(Verdict {
        lost: (is_decided && !is_out).then_some(gear + route),
        shares: (is_decided && !is_out).then_some([gear, route]),
        luck: face,
        variance,
        worth: face.map(|_| luck),
        chance: (!is_out).then_some(black + between_turns),
        ..Verdict::of(turn.car)
    })
}
