//! The time to find all moves of a car, and the time to solve the decision process of a lone car. Each is
//! measured at several sizes, on a shipped circuit and, if present, on public ones from `../shared/data`.

use std::time::Instant;

use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::solve::{Progress, Question, Solution, simulate, solve};
use paddock::games::formula_d::{Additions, CarEntry, FormulaD, Searcher, Setup, SpaceIndex, Start, State, Track};
use paddock::import::gp_online;

use super::files::{draft, public};
use super::memory;
use super::table::{NOTHING, Table, Times};
use super::units::{bytes_each, count_of, rate, time};

/// The name of the shipped circuit to measure.
const SHIPPED: &str = "saltmarsh";

/// Prints the rows; each circuit is measured in its own process.
pub fn rows(table: &Table) {
    table.part("formula_d", SHIPPED);
    if public("formula_d/circuits").is_none() {
        return table.row("public circuits", "no ../shared/data/formula_d", NOTHING, NOTHING);
    }
    for name in table.or(["monza", "monaco", "spa"].as_slice(), ["monaco"].as_slice()) {
        table.part("formula_d", name);
    }
}

/// Prints the rows of a circuit.
pub fn part(table: &Table, name: &str) {
    let draft = if name == SHIPPED {
        draft::<FormulaD>(name)
    } else {
        let folder = public("formula_d/circuits").expect("it was there");
        let bytes = std::fs::read(folder.join(name).with_extension("dat")).unwrap();
        let times = Times::of(table.or(5, 2), || gp_online::circuit(name, &bytes).unwrap());
        let draft = gp_online::circuit(name, &bytes).unwrap().draft;
        let size = format!("{} spaces", count_of(draft.spaces.len()));
        table.row(&format!("{name}: imported"), &size, &time(times.median()), NOTHING);
        draft
    };
    let times = Times::of(table.or(5, 2), || FormulaD::validate(&draft).0.is_some());
    let size = format!("{} spaces", count_of(draft.spaces.len()));
    table.row(&format!("{name}: checked"), &size, &time(times.median()), NOTHING);
    let track = FormulaD::validate(&draft).0.unwrap();
    moves(table, name, &track);
    process(table, name, &track, "pool of 18", &Question::basic(&track, 1).unwrap());
    for laps in 1..=table.or(3, 2) {
        let question = Question::stock(&track, laps).unwrap();
        process(table, name, &track, "stock car", &question);
        if laps == 2 {
            process(table, name, &track, "stock car, no stops", &question.without_stops());
        }
    }
    let solution = solve(&track, &Question::stock(&track, 1).unwrap(), &Progress::SILENT).unwrap();
    races(table, name, &track, &solution);
}

/// A position of six cars: the first car at this space, the others around it.
fn position(track: &Track, at: SpaceIndex, seed: usize) -> State {
    let cars = (1..=6).map(|car| CarEntry::new(CarId(car), "")).collect();
    let mut state = FormulaD::start(track, &Setup { cars, ..Setup::default() }).unwrap();
    let rank = |space: SpaceIndex| (track.space(space).rank - track.space(at).rank).rem_euclid(track.lap());
    let near: Vec<SpaceIndex> = (0..track.len() as SpaceIndex)
        .filter(|space| *space != at && !track.space(*space).ground.is_pit() && (2..60).contains(&rank(*space)))
        .collect();
    for car in 0..6 {
        let space = if car == 0 { at } else { near[(seed * 7 + car * (near.len() / 6)) % near.len()] };
        let car = &mut state.cars[car];
        (car.at, car.start, car.gear, car.lap, car.stops) = (space, Start::Done, 6, 1, 3);
    }
    state
}

/// Calls `ask` for a car on every space. Returns the times, each the mean of ten runs, and the largest answer.
fn over_spaces(track: &Track, mut ask: impl FnMut(&State) -> usize) -> (Times, usize) {
    const TIMES: u32 = 10;
    let mut times = Times::default();
    let mut most = 0;
    for at in (0..track.len() as SpaceIndex).filter(|at| !track.space(*at).ground.is_pit()) {
        let state = position(track, at, usize::from(at));
        ask(&state);
        let began = Instant::now();
        for _ in 0..TIMES {
            most = most.max(ask(&state));
        }
        times.add(began.elapsed() / TIMES);
    }
    (times, most)
}

fn moves(table: &Table, name: &str, track: &Track) {
    let mut searcher = Searcher::default();
    for (gear, face) in [(4, 12), (5, 20), (6, 30)] {
        let (times, most) = over_spaces(track, |state| searcher.end_spaces(track, state, 0, u16::from(face), 3).1);
        assert!(most > usize::from(face), "the search was to go {face} spaces far");
        let what = format!("{name}: end spaces of a {face}");
        table.row(&what, &format!("at most {} states", count_of(most)), &times.in_words(), NOTHING);
        let (times, most) =
            over_spaces(track, |state| searcher.moves(track, state, 0, gear, face, Additions::default()).options.len());
        assert!(most > 1, "there was to be something to choose");
        let what = format!("{name}: all options of a {face}");
        table.row(&what, &format!("at most {most} options"), &times.in_words(), NOTHING);
    }
}

fn process(table: &Table, name: &str, track: &Track, word: &str, question: &Question) {
    let began = Instant::now();
    let solution = solve(track, question, &Progress::SILENT).unwrap();
    let took = began.elapsed().as_secs_f64();
    let value = solution.start_value(track, track.slots()[0]).unwrap_or(f64::NAN);
    assert!(value.is_finite() && value > 1.0, "{name}, {word}: {value} turns");
    let states = usize::try_from(solution.states).unwrap();
    let laps = if question.laps() == 1 { "1 lap".to_owned() } else { format!("{} laps", question.laps()) };
    table.row(
        &format!("{name}: {word}, {laps}"),
        &format!("{} states, {value:.3} turns", count_of(states)),
        &format!("{}, {}", time(took), rate(states, took, "states")),
        &bytes_each(solution.bytes as f64, states, "state"),
    );
}

/// Simulates races, by the rules, of a lone car that plays as well as possible.
fn races(table: &Table, name: &str, track: &Track, solution: &Solution) {
    let races = 1_000;
    let mut mean = f64::NAN;
    let times = Times::of(table.or(3, 1), || {
        mean = simulate(track, solution, track.slots()[0], false, races, 1, &Progress::SILENT).mean
    });
    assert!(mean.is_finite(), "{name}: every race was to end");
    table.row(
        &format!("{name}: races by the rules, 1 lap"),
        &format!("{} races, {mean:.2} turns", count_of(races as usize)),
        &format!("{}, {}", time(times.median()), rate(races as usize, times.median(), "races")),
        &memory::peak(),
    );
}
