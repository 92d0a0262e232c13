//! Compares a recorded race with the fastest possible race. Finds the fastest race, and the number of turns that each
//! entry (one racer's turn) lost.

use super::VectorRacing;
use super::notation::letters;
use super::options::Rules;
use super::scene::draw_route;
use super::solve::{self, Loss, Question, Seed, Stage};
use super::state::State;
use super::track::Track;
use super::turn::{Action, Turn};
use crate::game::scene::Scene;
use crate::game::words::many;
use crate::game::{Advice, Choice, Evaluate, Evaluation, Progress, ProvedLap, Rules as _, Verdict, View as _};

/// The largest number of race states that a search keeps in memory. They take about 200 MB.
const STATES: u64 = 25_000_000;

impl Evaluate for VectorRacing {
    fn evaluate(track: &Track, first: &State, turns: &[&Turn], progress: Progress<'_>) -> Option<Evaluation> {
        let rules: &Rules = &first.terms.rules;
        let seeds = first.racers.iter().map(Seed::racer).collect();
        let question = Question {
            rules: rules.clone(),
            laps: first.terms.laps,
            states: STATES,
            seeds,
            with_crashes: true,
            ..Question::of(track)
        };
        let report = |stage: Stage| (progress.report)(stage.words());
        let best = solve::solve(
            track,
            &question,
            solve::Progress { report: &report, stop: progress.stop, ..solve::Progress::SILENT },
        )?;
        let mut drawing = Scene::default();
        draw_route(track, rules, first.terms.laps, &best, &mut drawing);
        let headline = best.headline();
        let mut verdicts = vec![None; turns.len()];
        let owned: Vec<Turn> = turns.iter().map(|turn| **turn).collect();
        let report_entry = |entry: usize| (progress.report)(format!("Entry {entry} of {}", turns.len()));
        let mut advice: Vec<Option<Advice>> = vec![None; turns.len() + 1];
        for loss in solve::losses_reported(track, first, &owned, STATES, &report_entry, progress.stop)? {
            let Some(turn) = owned.get(loss.entry - 1) else { continue };
            if let Some(verdict) = verdicts.get_mut(loss.entry - 1) {
                *verdict = Some(Verdict { lost: loss.lost.map(|lost| lost as f64), ..Verdict::of(loss.car) });
            }
            advice[loss.entry - 1] = advised(&loss, turn);
        }
        Some(Evaluation { headline, luck_unit: "turns", verdicts, advice, drawing })
    }

    fn can_prove_lap(_: &State) -> Result<(), String> {
        Ok(())
    }

    fn proved_lap(track: &Track, first: &State, progress: Progress<'_>) -> Option<Result<ProvedLap, String>> {
        let question = Question {
            rules: first.terms.rules.clone(),
            laps: first.terms.laps,
            states: STATES,
            seeds: first.racers.iter().map(Seed::racer).collect(),
            with_crashes: false,
            ..Question::of(track)
        };
        let report = |stage: Stage| (progress.report)(stage.words());
        let progress = solve::Progress { report: &report, stop: progress.stop, ..solve::Progress::SILENT };
        let best = solve::solve(track, &question, progress)?;
        if best.optimal && best.turns.is_none() {
            return Some(Err(format!("The fastest race cannot be proved: {}.", best.headline())));
        }
        let (true, Some(turns)) = (best.optimal, best.turns) else {
            return Some(Err("The search reached its limits before it could prove the fastest race.".to_owned()));
        };
        let Some(way) = driven_alone(track, first, &best) else {
            return Some(Err("The fastest race that the solver found breaks a rule.".to_owned()));
        };
        let words =
            format!("Proved: without a crash, no race from this start takes fewer than {}.", many(turns, "turn"));
        Some(Ok(ProvedLap::new(words, way)))
    }
}

/// Drives the race that the solver found, with one racer alone. Returns a list with one pair for the start and one pair
/// after each move: the laps driven so far, and the number of turns so far. Returns `None` if a move is illegal.
fn driven_alone(track: &Track, first: &State, best: &solve::Solution) -> Option<Vec<[f64; 2]>> {
    let start = best.line.first()?;
    let racer = first.racers.iter().find(|racer| racer.at == *start)?.clone();
    let car = racer.car;
    let mut state = State { racers: vec![racer], done: 0, ..first.clone() };
    let progress = |state: &State| VectorRacing::view(track, state).car(car).map(|car| car.progress);
    let mut way = vec![[progress(&state)?, 0.0]];
    for (count, velocity) in (1u32..).zip(&best.moves) {
        state = VectorRacing::play(track, &state, &Turn::go(car, *velocity)).ok()?.state;
        way.push([progress(&state)?, f64::from(count)]);
    }
    Some(way)
}

/// Returns the best move and the recorded move, each with the number of turns to the finish, this turn included.
fn advised(loss: &Loss, turn: &Turn) -> Option<Advice> {
    let Action::Move(done) = turn.action else { return None };
    let choice = |velocity: [i32; 2], turns: u32, taken: bool| Choice {
        words: letters(velocity),
        turns: f64::from(turns),
        taken,
        outcomes: Vec::new(),
    };
    let better = loss.better.zip(loss.before).map(|(velocity, turns)| choice(velocity, turns, false));
    let choices: Vec<Choice> =
        better.into_iter().chain(loss.after.map(|after| choice(done, after + 1, true))).collect();
    (!choices.is_empty()).then(|| Advice {
        car: loss.car,
        choices,
        thrown: String::new(),
        uses: Vec::new(),
        drawing: Scene::default(),
    })
}
