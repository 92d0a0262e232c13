//! Tracks of other authors with known optimal results (sets G, P and C of the ledger). The solver finds the same
//! results.
//!
//! Sets G and P are in `../shared/data/racetrack`; set C is written in this file.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::vector_racing::solve::{Progress, Question, Solution, solve};
use paddock::games::vector_racing::{Crossing, DiscDraft, Draft, Turn, VectorRacing, WallRule};
use paddock::import::racetrack;

/// The folder of the public tracks. Tests that need it are ignored where there is none.
fn data() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/racetrack");
    assert!(folder.is_dir(), "{} is missing", folder.display());
    folder
}

/// The maps of the benchmark: each begins with its number of turns and its size.
fn maps(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("m-ender_benchmark.txt")).unwrap();
    let is_heading = |line: &str| line.chars().all(|c| c.is_ascii_digit() || c == ' ') && !line.is_empty();
    let mut maps: Vec<String> = Vec::new();
    let mut was_heading = false;
    for line in text.lines() {
        if is_heading(line) && !was_heading {
            maps.push(String::new());
        }
        was_heading = is_heading(line);
        let map = maps.last_mut().unwrap();
        map.push_str(line);
        map.push('\n');
    }
    maps
}

fn clean(draft: &Draft) -> Solution {
    let track = valid(draft);
    let solution = solve(&track, &Question::of(&track), Progress::SILENT).unwrap();
    check_line(draft, &solution);
    solution
}

/// Checks that the line is legal and finishes in the number of turns of the solution.
fn check_line(draft: &Draft, solution: &Solution) {
    let Some(turns) = solution.turns else { return };
    let mut trial = Trial::new(draft);
    trial.state.racers[0].at = solution.line[0];
    assert_eq!(solution.moves.len(), turns as usize, "{}", draft.name);
    let (last, before) = solution.moves.split_last().unwrap();
    for (velocity, at) in before.iter().zip(&solution.line[1..]) {
        trial = trial.go(*velocity);
        assert_eq!(trial.racer().at, *at, "{}", draft.name);
    }
    let turn = Turn::go(trial.racer().car, *last);
    let played = VectorRacing::play(&trial.track, &trial.state, &turn).unwrap();
    let paddock::games::vector_racing::Standing::Finished(finish) = played.state.racers[0].standing else {
        panic!("{}", draft.name)
    };
    assert_eq!(Some(finish.t), solution.fraction, "{}", draft.name);
    assert!(solution.fastest_routes > 0 && solution.fastest_routes <= solution.routes);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the public tracks in ../shared/data, which is not there")]
fn set_g_equals_the_published_optima() {
    let folder = data();
    let maps = maps(&folder);
    assert_eq!(maps.len(), 24);
    let table = std::fs::read_to_string(folder.join("m-ender_optimal_bfs.tsv")).unwrap();
    for row in table.lines().skip(1) {
        let numbers: Vec<i64> = row.split('\t').map(|number| number.parse().unwrap()).collect();
        let [number, _, _, landing, may, no] = numbers[..] else { panic!("{row}") };
        for (rule, expected) in [(WallRule::LandingOnly, landing), (WallRule::MayTouch, may), (WallRule::NoTouch, no)] {
            let map = &maps[number as usize - 1];
            let draft = racetrack::ascii(map.as_bytes(), &format!("map {number}"), rule).unwrap();
            let begun = Instant::now();
            let turns = match VectorRacing::validate(&draft) {
                (Some(_), _) => clean(&draft).turns,
                (None, issues) => {
                    assert!(
                        issues.iter().all(|issue| ["RT-VAL-09", "RT-VAL-12"].contains(&issue.id)
                            || issue.severity == paddock::game::Severity::Warning),
                        "{issues:?}"
                    );
                    None
                }
            };
            println!("map {number} {}: {turns:?} in {:?}", rule.id(), begun.elapsed());
            assert_eq!(turns.map_or(-1, i64::from), expected, "map {number}, {}", rule.id());
        }
    }
}

/// Name, inside points, turns, fraction and states without touching; turns and fraction with it.
type Row = (&'static str, usize, u32, (i64, i64), u64, Option<(u32, (i64, i64))>);

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the public tracks in ../shared/data, which is not there")]
fn set_p_equals_the_ledger() {
    let folder = data();
    let table: [Row; 9] = [
        ("Indianapolis-75-40-6", 1518, 45, (1, 3), 73531, None),
        ("RandomZigZag-0", 570, 27, (4, 7), 17369, Some((26, (3, 7)))),
        ("RandomZigZag-2", 355, 18, (4, 5), 9085, Some((18, (3, 5)))),
        ("Staircase-0", 4256, 118, (3, 7), 208544, Some((116, (5, 7)))),
        ("Staircase-3", 7343, 182, (3, 10), 437498, Some((179, (1, 2)))),
        ("Staircase-10", 2303, 62, (2, 3), 101358, Some((57, (5, 6)))),
        ("dTrack", 409, 21, (1, 2), 10124, Some((18, (1, 7)))),
        ("mTrack", 630, 26, (4, 7), 20878, Some((23, (3, 7)))),
        ("oTrack", 468, 13, (3, 5), 13053, Some((13, (2, 5)))),
    ];
    for (name, points, turns, fraction, states, touching) in table {
        let bytes = std::fs::read(folder.join(format!("bekos_tracks/{name}.xml"))).unwrap();
        let mut draft = racetrack::xml(&bytes).unwrap();
        let begun = Instant::now();
        let track = valid(&draft);
        let solution = clean(&draft);
        println!(
            "{name}: {} points, {:?} ({:?}), {} states of {states}, {:?}",
            track.inside_count(),
            solution.turns,
            solution.fraction,
            solution.states,
            begun.elapsed()
        );
        assert_eq!(
            (track.inside_count(), solution.turns, solution.fraction),
            (points, Some(turns), Some(fraction)),
            "{name}"
        );
        if let Some((turns, fraction)) = touching {
            draft.rules.walls = WallRule::MayTouch;
            let solution = clean(&draft);
            assert_eq!((solution.turns, solution.fraction), (Some(turns), Some(fraction)), "{name}, may_touch");
        }
    }
}

/// The square with a round hole: 12 turns, 322 routes, and how many states are new in each turn.
#[test]
fn set_c_equals_the_riddle() {
    let mut draft = Draft {
        name: "Riddle".to_owned(),
        outer: rectangle([-7, 7], [-7, 7]),
        discs: vec![DiscDraft { at: spot("0,0"), radius_squared: number("9") }],
        finish: line("0,-3", "0,-7", Crossing::Right),
        start: Some([0, -5]),
        ..Draft::default()
    };
    draft.rules.walls = WallRule::MayTouch;
    let solution = clean(&draft);
    println!("{} states, {:?}", solution.states, solution.layers);
    assert_eq!((solution.turns, solution.fraction, solution.routes), (Some(12), Some((1, 1)), 322));
    assert_eq!(solution.layers[1..], [8, 56, 240, 590, 812, 944, 1002, 1220, 1192, 998, 1090]);
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
#[cfg(shared_data)]
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn the_search_with_crashes_is_exact_on_public_tracks() {
        let folder = data();
        let maps = maps(&folder);
        let bekos = |name: &str| {
            racetrack::xml(&std::fs::read(folder.join("bekos_tracks").join(name).with_extension("xml")).unwrap())
                .unwrap()
        };
        let mut drafts: Vec<Draft> = [24, 14, 12, 11]
            .map(|number| {
                racetrack::ascii(maps[number - 1].as_bytes(), &format!("map {number}"), WallRule::NoTouch).unwrap()
            })
            .to_vec();
        drafts.extend(["Indianapolis-75-40-6", "oTrack", "mTrack", "Staircase-10"].map(bekos));
        for draft in drafts {
            let track = valid(&draft);
            let question = Question { with_crashes: true, ..Question::of(&track) };
            let begun = Instant::now();
            let solution = solve(&track, &question, Progress::SILENT).unwrap();
            println!(
                "{}: {} ({:?} without a crash), {:?}",
                draft.name,
                solution.headline(),
                solution.turns,
                begun.elapsed()
            );
            assert!(solution.is_proved(), "{}: {}", draft.name, solution.headline());
        }
    }
}
