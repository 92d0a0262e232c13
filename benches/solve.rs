//! How long it takes to prove what a circuit allows, with its growth over three to eight corners on a table of 33 × 18
//! octagons, and the most memory the process has held so far.
//!
//! Each row is the median of a few circuits drawn by chance from fixed seeds. `cargo bench --bench solve`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints, and has nobody to report to")]

use std::time::{Duration, Instant};

use paddock::editor::random::raceable;
use paddock::game::Game as _;
use paddock::games::vektorace::solve::{Extent, Question, Watch, solve};
use paddock::games::vektorace::{TableDraft, Vektorace};
use paddock::geometry::{Point, Surd};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SEEDS: [u64; 5] = [11, 12, 13, 14, 15];

fn main() {
    let table = TableDraft { from: Point::ORIGIN, to: Point::new(Surd::from_int(33), Surd::from_int(18)) };
    println!("table 33 x 18 octagons, {} threads; medians of {} circuits", rayon::current_num_threads(), SEEDS.len());
    println!("corners  turns  positions  the lap   everything  growth  peak memory");
    let mut before: Option<Duration> = None;
    for corners in 3..=8 {
        let mut rows = Vec::new();
        for seed in SEEDS {
            let Some(Ok((draft, _))) = raceable(seed, corners, table, Watch::NOBODY) else { continue };
            let track = Vektorace::validate(&draft).0.unwrap();
            let timed = |extent| {
                let start = Instant::now();
                let solution = solve(&track, &Question { extent, ..Question::default() }, Watch::NOBODY).unwrap();
                (start.elapsed(), solution)
            };
            let (lap, _) = timed(Extent::Lap);
            let (all, solution) = timed(Extent::Everything);
            let quickest = solution.quickest.unwrap();
            rows.push((all, lap, quickest.lap.turns.len(), quickest.states));
        }
        rows.sort();
        let Some((all, lap, turns, states)) = rows.get(rows.len() / 2) else {
            println!("{corners:>7}  none drawn");
            continue;
        };
        let growth = before.map_or(1.0, |before| all.as_secs_f64() / before.as_secs_f64());
        before = Some(*all);
        let worst = rows.last().map_or(0.0, |row| row.0.as_secs_f64());
        println!(
            "{corners:>7}  {turns:>5}  {states:>9}  {:>6.2} s  {:>8.2} s  {growth:>5.2}x  {:>7} MB   (slowest {worst:.2} s)",
            lap.as_secs_f64(),
            all.as_secs_f64(),
            peak() / 1_000_000
        );
    }
}

/// The most memory this process has held, in bytes.
fn peak() -> u64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        // Kilobytes on Linux.
        getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss() as u64 * 1_000)
    }
    #[cfg(not(unix))]
    0
}
