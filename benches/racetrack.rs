//! The least number of turns on public maps: how long the proof takes, how fast states are found, what they take in memory,
//! and how both grow. Run with `cargo bench --bench racetrack`; names of maps as arguments pick some.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints what it measures and fails loudly")]

use std::path::Path;
use std::time::Instant;

use paddock::game::Game as _;
use paddock::games::vector_racing::solve::{Question, Watch, solve};
use paddock::games::vector_racing::{Crossing, Draft, FinishDraft, Kind, Rational, VectorRacing, WallRule};
use paddock::import::racetrack;

/// How often each is measured; the least counts.
const TIMES: usize = 3;

fn measure(name: &str, draft: &Draft) {
    let mut best: Option<(f64, f64)> = None;
    let mut shown = None;
    for _ in 0..TIMES {
        let begun = Instant::now();
        let (Some(track), _) = VectorRacing::validate(draft) else {
            println!("{name:<28} cannot be raced");
            return;
        };
        let validated = begun.elapsed().as_secs_f64();
        let question = Question::of(&track);
        let begun = Instant::now();
        let solution = solve(&track, &question, Watch::NOBODY).unwrap();
        let took = begun.elapsed().as_secs_f64();
        if best.is_none_or(|(_, least)| took < least) {
            best = Some((validated, took));
        }
        shown = Some(solution);
    }
    let (Some((validated, took)), Some(solution)) = (best, shown) else { return };
    let states = solution.states as f64;
    println!(
        "{name:<28} {:>4} turns {:>10} states {:>8.1} ms {:>7.2} M states/s {:>5.1} bytes a state; checked in {:>6.1} ms",
        solution.turns.map_or_else(|| "-".to_owned(), |turns| turns.to_string()),
        solution.states,
        took * 1e3,
        states / took / 1e6,
        solution.bytes as f64 / states,
        validated * 1e3,
    );
}

/// An open field: what there is to look at grows with its area and the speeds it allows.
fn field(width: i64, height: i64) -> Draft {
    let spot = |x: i64, y: i64| [Rational::int(x), Rational::int(y)];
    Draft {
        name: format!("field {width}x{height}"),
        kind: Kind::Sprint,
        outer: vec![spot(0, 0), spot(width, 0), spot(width, height), spot(0, height)],
        finish: Some(FinishDraft { from: spot(0, height - 1), to: spot(width, height - 1), crossing: Crossing::Up }),
        start: Some([i32::try_from(width / 2).unwrap(), 1]),
        ..Draft::default()
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("Growth, an open field:");
    for (width, height) in [(25, 100), (50, 100), (50, 200), (100, 200), (100, 400), (200, 400)] {
        let draft = field(width, height);
        if is_wanted(&draft.name) {
            measure(&draft.name, &draft);
        }
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [manifest.join("../shared/data/racetrack"), manifest.join("../../shared/data/racetrack")];
    let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else {
        println!("there is no ../shared/data/racetrack: public maps are left out");
        return;
    };
    println!("Public maps:");
    let text = std::fs::read_to_string(folder.join("m-ender_benchmark.txt")).unwrap();
    let is_heading = |line: &str| !line.is_empty() && line.chars().all(|c| c.is_ascii_digit() || c == ' ');
    let mut maps: Vec<Vec<&str>> = Vec::new();
    let mut was_heading = false;
    for line in text.lines() {
        if is_heading(line) && !was_heading {
            maps.push(Vec::new());
        }
        was_heading = is_heading(line);
        if !was_heading && let Some(map) = maps.last_mut() {
            map.push(line);
        }
    }
    for (number, map) in (1..).zip(&maps) {
        // The small ones take no time worth telling.
        if map.len() * map.first().map_or(0, |row| row.len()) < 2_000 {
            continue;
        }
        for rule in [WallRule::LandingOnly, WallRule::MayTouch, WallRule::NoTouch] {
            let name = format!("map {number} {}", rule.id());
            if is_wanted(&name) {
                measure(&name, &racetrack::ascii(map.join("\n").as_bytes(), &name, rule).unwrap());
            }
        }
    }
}
