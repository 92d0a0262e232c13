//! The fewest turns on a circuit of Vector Racing, and the losses of a recorded race.

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::super::bounds;
use super::super::open::{self, Found};
use super::super::{Answer, Failure, Outcome, complain, say, say_json};
use super::{Arguments, USUAL_STATES, valid};
use crate::game::CarId;
use crate::game::prelude::*;
use crate::game::scene::Scene;
use crate::game::words::many;
use crate::games::vector_racing::notation::letters;
use crate::games::vector_racing::solve::{self, CrashRoute, Loss, Progress, Question, Solution, Stage};
use crate::games::vector_racing::{Axis, Draft, Setup, Track, Turn, VectorRacing, draw_route};

#[derive(Debug, Serialize)]
struct Document {
    game: &'static str,
    /// The number of turns of the fastest race found, including races with crashes if they were searched.
    turns: Option<u32>,
    /// Whether `turns` is proved: no race takes fewer turns, with crashes or without.
    optimal: bool,
    /// The proved lower bound of the number of turns; `None` if it is proved that no race can finish.
    at_least: Option<u32>,
    /// The reason why the search stopped early (time limit, memory limit or signal); `None` if the search is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    /// The number of crashes in the fastest race.
    crashes: Option<usize>,
    /// The number of different routes without a crash that need the fewest turns. It is written as text if it is too
    /// large for a JSON number.
    routes: serde_json::Value,
    /// Of the routes counted in `routes`, the number of those that cross the line earliest in their last move.
    fastest_routes: serde_json::Value,
    states: u64,
    /// The point at which the last move crosses the line, as a fraction of the move: numerator, denominator.
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<(i64, i64)>,
    line: Vec<[i32; 2]>,
    moves: Vec<String>,
    /// For each move, the number of the turn in which it is made. Lost turns are left out, because no move is made in
    /// them.
    at: Vec<u32>,
    /// For each turn, the number of states that the search reached for the first time in this turn. Only races without
    /// a crash are counted.
    layers: Vec<u64>,
    bytes: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    capped: bool,
    /// The results for races without a crash.
    clean: Clean,
    #[serde(skip_serializing_if = "Option::is_none")]
    with_crashes: Option<CrashRoute>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare: Option<Vec<Loss>>,
}

/// The results for races without a crash.
#[derive(Debug, Serialize)]
struct Clean {
    turns: Option<u32>,
    /// Whether `turns` is proved: no race without a crash takes fewer turns.
    optimal: bool,
    at_least: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<(i64, i64)>,
    line: Vec<[i32; 2]>,
    moves: Vec<String>,
}

/// Writes a count in JSON.
fn number(count: u128) -> serde_json::Value {
    match u64::try_from(count) {
        Ok(count) => count.into(),
        Err(_) if count == u128::MAX => "more than 10^38".into(),
        Err(_) => count.to_string().into(),
    }
}

/// Runs `solve` for a Vector Racing circuit.
pub fn run(arguments: &Arguments, draft: &Draft) -> Answer {
    let Some(track) = valid::<VectorRacing>(&arguments.track, draft) else { return Ok(Outcome::Faulty) };
    let states = u64::from(arguments.states.unwrap_or(USUAL_STATES)) * 1_000_000;
    let mut question = Question { states, with_crashes: !arguments.clean, ..Question::of(&track) };
    question.laps = arguments.laps.unwrap_or(question.laps);
    let solution = watched(&track, &question)?;
    let compare = match &arguments.compare {
        None => None,
        Some(path) => compared(path, &track)?,
    };
    let is_cut_short = arguments.compare.is_some() && compare.is_none();
    bounds::answer();
    if arguments.json {
        say_json(&document(&solution, compare))?;
    } else {
        print(&solution, track.rules().y_axis, compare.as_deref());
    }
    if solution.best().is_none() {
        let states = solution.states + solution.crashes.as_ref().map_or(0, |search| search.states);
        let spent = spent(&solution);
        complain(&format!("{}: {}{spent} ({states} states)", arguments.track.display(), solution.headline()));
        return Ok(if bounds::is_search_over() { Outcome::Failed } else { Outcome::Faulty });
    }
    if is_cut_short {
        return Err(Failure::new(format!("{} before the comparison with the best play was finished", bounds::why())));
    }
    Ok(Outcome::Fine)
}

/// Solves the circuit and shows the progress in one line of text.
fn watched(track: &Track, question: &Question) -> Result<Solution, Failure> {
    // The line is hidden automatically if standard error is not a terminal.
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed}") {
        bar.set_style(style);
    }
    let report = |stage: Stage| {
        bar.set_message(stage.words());
        bar.tick();
    };
    let progress = Progress {
        report: &report,
        stop: &bounds::is_reached,
        conclude: &bounds::is_search_over,
        pass_on: &bounds::is_first_search_over,
    };
    let solution = solve::solve(track, question, progress);
    bar.finish_and_clear();
    solution.ok_or_else(|| Failure::new("the search was stopped"))
}

/// The loss in each turn of a recorded race. Returns `None` if a limit (time, memory or a signal) was reached first.
fn compared(path: &Path, track: &Track) -> Result<Option<Vec<Loss>>, Failure> {
    let failed = |message: String| Failure::new(format!("{}: {message}", path.display()));
    let Found::Race(race, at) = open::race(path, None)? else {
        return Err(failed("the race has errors; fix them before you compare it".to_owned()));
    };
    if race.info().id != VectorRacing::INFO.id {
        return Err(failed("this is a race of another game; name a race of Vector Racing".to_owned()));
    }
    let text = race.file_text(true).map_err(|error| failed(error.to_string()))?;
    let file: serde_json::Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let setup: Setup = serde_json::from_value(file["setup"].clone()).map_err(|error| failed(error.to_string()))?;
    let turns: Vec<Turn> = (1..=at)
        .map(|turn| {
            let turn = race.turn_json(turn).map_err(|error| failed(error.to_string()))?;
            serde_json::from_value(turn).map_err(|error| failed(error.to_string()))
        })
        .collect::<Result<_, _>>()?;
    let state = VectorRacing::start(track, &setup)
        .map_err(|issues| failed(issues.first().map_or_else(String::new, |issue| issue.message.clone())))?;
    let progress = Progress { stop: &bounds::is_reached, ..Progress::SILENT };
    Ok(solve::losses(track, &state, &turns, progress))
}

/// The reasons why the search is incomplete, for the end of a sentence; empty if it is complete.
fn spent(solution: &Solution) -> String {
    if solution.is_complete() {
        return String::new();
    }
    let capped = format!("speeds above {} were not searched", solve::SPEED_CAP);
    let reasons = [
        bounds::search_ended_by().map(|reached| reached.words().to_string()),
        solution.is_spent().then(|| "the search reached its limit of states (raise --states)".to_owned()),
        solution.is_capped().then_some(capped),
    ];
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", and ")) }
}

fn document(solution: &Solution, compare: Option<Vec<Loss>>) -> Document {
    let best = solution.best();
    let in_letters = |moves: &[[i32; 2]]| moves.iter().copied().map(letters).collect::<Vec<_>>();
    let route = best.clone().unwrap_or_default();
    Document {
        game: VectorRacing::INFO.id,
        turns: best.as_ref().map(|best| best.turns),
        optimal: solution.is_proved() && best.is_some(),
        at_least: solution.bound(),
        stopped: super::stopped().filter(|_| !solution.is_complete()),
        crashes: best.as_ref().map(CrashRoute::crashes),
        routes: number(solution.routes),
        fastest_routes: number(solution.fastest_routes),
        states: solution.states + solution.crashes.as_ref().map_or(0, |search| search.states),
        fraction: best.as_ref().map(|best| best.fraction),
        moves: in_letters(&route.moves),
        line: route.line,
        at: route.at,
        layers: solution.layers.clone(),
        bytes: solution.bytes,
        capped: solution.is_capped(),
        clean: Clean {
            turns: solution.turns,
            optimal: solution.optimal && solution.turns.is_some(),
            at_least: solution.at_least,
            fraction: solution.fraction,
            line: solution.line.clone(),
            moves: in_letters(&solution.moves),
        },
        with_crashes: solution.with_crashes.clone(),
        compare,
    }
}

fn print(solution: &Solution, y_axis: Axis, compare: Option<&[Loss]>) {
    let Some(best) = solution.best() else { return };
    let (above, below) = best.fraction;
    say(&format!("The fastest race takes {}{}.", solution.headline(), spent(solution)));
    say(&match (above, below) {
        (all, parts) if all == parts => "The line is reached at the end of the last move.".to_owned(),
        _ => format!("The line is crossed after {above}/{below} of the last move."),
    });
    let text = |count: u128| match number(count) {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    if let Some(turns) = solution.turns {
        if solution.crashes.is_some() {
            let turns = many(turns, "turn");
            say(&if solution.optimal {
                format!("Without a crash, the fastest race takes {turns}, and no race without a crash takes fewer.")
            } else {
                format!("Without a crash, the fastest race that was found takes {turns}.")
            });
        }
        let [routes, fastest] = [solution.routes, solution.fastest_routes].map(text);
        say(&format!("Routes with this number of turns: {routes}. Routes that cross the line earliest: {fastest}."));
    }
    let states = solution.states + solution.crashes.as_ref().map_or(0, |search| search.states);
    say(&format!("{states} states were searched."));
    for ((turn, velocity), at) in best.at.iter().zip(&best.moves).zip(best.line.iter().skip(1)) {
        let [x, y] = y_axis.shown(*at);
        say(&format!("  {turn:>4}  {:<10} ({x}, {y})", letters(*velocity)));
    }
    let Some(losses) = compare else { return };
    say("Turns lost in the recorded race, compared with the best play:");
    let mut sums: std::collections::BTreeMap<CarId, i64> = std::collections::BTreeMap::new();
    for loss in losses.iter().filter(|loss| loss.lost != Some(0)) {
        let lost = loss.lost.map_or_else(|| "unknown".to_owned(), |lost| format!("{lost}"));
        let better = loss.better.map_or_else(String::new, |velocity| format!("; better: {}", letters(velocity)));
        say(&format!("  turn {:>4}, racer {:>3}: {lost}{better}", loss.round, loss.car));
    }
    for loss in losses {
        *sums.entry(loss.car).or_default() += loss.lost.unwrap_or(0);
    }
    for (car, sum) in sums {
        say(&format!("Racer {car} lost {} in all.", many(sum, "turn")));
    }
}

/// Adds the fastest route to a circuit's drawing.
pub fn draw(draft: &Draft, file: &Path, scene: &mut Scene) -> Answer {
    let Some(track) = valid::<VectorRacing>(file, draft) else { return Ok(Outcome::Faulty) };
    let solution = watched(&track, &Question { with_crashes: true, ..Question::of(&track) })?;
    if solution.best().is_none() && bounds::is_search_over() {
        return Err(super::unfinished(file, "race", 1.0));
    }
    if solution.best().is_none() {
        complain(&format!("{}: {}", file.display(), solution.headline()));
        return Ok(Outcome::Faulty);
    }
    draw_route(&track, track.rules(), track.draft().laps, &solution, scene);
    Ok(Outcome::Fine)
}
