//! How long it takes to find all moves of a car, and how long the decision process of a lone car; how both grow. Run with
//! `cargo bench --bench formula_d`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints what it measures and fails loudly")]

use std::path::Path;
use std::time::Instant;

use paddock::game::{CarId, Game as _};
use paddock::games::formula_d::solve::{Question, Watch, solve};
use paddock::games::formula_d::{Additions, CarEntry, FormulaD, Searcher, Setup, SpaceIndex, Start, State, Track};
use paddock::import::gp_online;

/// A race of six cars: the first somewhere, the others around it.
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

/// The median time of a question over all spaces, in microseconds, and the longest.
fn over_spaces(track: &Track, mut ask: impl FnMut(&State) -> usize) -> (f64, f64, usize) {
    let mut times = Vec::new();
    let mut most = 0;
    for at in (0..track.len() as SpaceIndex).filter(|at| !track.space(*at).ground.is_pit()) {
        let state = position(track, at, usize::from(at));
        ask(&state);
        let begun = Instant::now();
        for _ in 0..10 {
            most = most.max(ask(&state));
        }
        times.push(begun.elapsed().as_secs_f64() * 1e5);
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() - 1], most)
}

fn moves(name: &str, track: &Track) {
    let mut searcher = Searcher::default();
    for (gear, face) in [(4, 12), (5, 20), (6, 30)] {
        let (median, longest, most) =
            over_spaces(track, |state| searcher.end_spaces(track, state, 0, u16::from(face), 3).1);
        println!(
            "{name:<12} all end spaces of a {face:>2}: {median:>7.1} us median, {longest:>7.1} us longest, {most} states"
        );
        let (median, longest, most) =
            over_spaces(track, |state| searcher.moves(track, state, 0, gear, face, Additions::default()).options.len());
        println!(
            "{name:<12} all options of a {face:>2}:    {median:>7.1} us median, {longest:>7.1} us longest, {most} options"
        );
    }
}

fn process(name: &str, track: &Track, word: &str, question: &Question) {
    let begun = Instant::now();
    let solution = solve(track, question, &Watch::NOBODY).unwrap();
    let took = begun.elapsed().as_secs_f64();
    let value = solution.start_value(track, track.slots()[0]).unwrap_or(f64::NAN);
    println!(
        "{name:<12} {word:<24} {:>2} laps {:>10} states {:>8.2} s {:>8.2} M states/s {:>8.1} MB of values, {value:.3} turns",
        question.laps,
        solution.states,
        took,
        solution.states as f64 / took / 1e6,
        solution.bytes as f64 / 1e6,
    );
}

fn main() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [manifest.join("../shared/data/formula_d"), manifest.join("../../shared/data/formula_d")];
    let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else {
        println!("there is no ../shared/data/formula_d: nothing to measure");
        return;
    };
    for name in ["monza", "monaco", "spa"] {
        let bytes = std::fs::read(folder.join(format!("circuits/{name}.dat"))).unwrap();
        let begun = Instant::now();
        let furnished = gp_online::circuit(name, &bytes).unwrap();
        let imported = begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        let track = FormulaD::validate(&furnished.draft).0.unwrap();
        println!("{name}: imported in {imported:.1} ms, checked in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
        moves(name, &track);
        for laps in [1, 2, 3] {
            process(name, &track, "tires", &Question::tires(laps));
        }
        process(name, &track, "pool of 18", &Question::basic(1));
        process(name, &track, "all zones", &Question::all(1));
        if name == "monaco" {
            process(name, &track, "all zones", &Question::all(2));
        }
    }
}
