//! The time to prove the results of a circuit, with its growth from three to eight corners on a table of 33 × 18
//! octagons, and the peak memory.
//!
//! Each row is the median of a few random circuits from fixed seeds.

use std::time::{Duration, Instant};

use paddock::editor::random::raceable;
use paddock::game::prelude::*;
use paddock::games::vektorace::solve::{Extent, Progress, Question, solve};
use paddock::games::vektorace::{TableDraft, Vektorace};
use paddock::geometry::{Point, Surd};

use super::memory;
use super::table::{NOTHING, Table};
use super::units::{count_of, time};

const SEEDS: [u64; 3] = [11, 12, 13];

/// Prints the rows, one for each number of corners. Each is measured in its own process.
pub fn rows(table: &Table) {
    for corners in table.or([3, 4, 5, 6, 7, 8].as_slice(), [3, 5].as_slice()) {
        table.part("solve", &corners.to_string());
    }
}

/// Prints the row of circuits with this number of corners.
pub fn part(table: &Table, corners: &str) {
    let corners: usize = corners.parse().unwrap();
    let paper = TableDraft { from: Point::ORIGIN, to: Point::new(Surd::from_int(33), Surd::from_int(18)) };
    let seeds = &SEEDS[..table.or(SEEDS.len(), 1)];
    // For each circuit: the time for all results, the time for the lap alone, the turns, and the positions searched.
    let mut circuits: Vec<(Duration, Duration, usize, usize)> = Vec::new();
    for seed in seeds {
        let Some(Ok((draft, _))) = raceable(*seed, corners, paper, Progress::SILENT) else { continue };
        let track = Vektorace::validate(&draft).0.unwrap();
        let timed = |extent| {
            let began = Instant::now();
            let solution = solve(&track, &Question { extent, ..Question::default() }, Progress::SILENT).unwrap();
            (began.elapsed(), solution)
        };
        let (lap, _) = timed(Extent::Lap);
        let (all, solution) = timed(Extent::Everything);
        let fastest = solution.fastest.unwrap();
        circuits.push((all, lap, fastest.lap.turns.len(), fastest.states));
    }
    circuits.sort();
    let count = circuits.len();
    let what = match count {
        1 => format!("{corners} corners, a random circuit"),
        _ => format!("{corners} corners, {count} random circuits"),
    };
    let Some((all, lap, turns, states)) = circuits.get(count / 2) else {
        return table.row(&what, "no circuit found", NOTHING, NOTHING);
    };
    table.row(
        &what,
        &format!("{turns} turns, {} positions", count_of(*states)),
        &format!("the lap {}, everything {}", time(lap.as_secs_f64()), time(all.as_secs_f64())),
        &memory::peak(),
    );
}
