//! A folder of 2,000 races: what `paddock analyze` and `paddock export` take with one thread and with two, and the most
//! memory they hold, which does not grow with the folder. `cargo bench --bench folder`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench tells its times, and has nobody to report to")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use paddock::replay::print;
use rayon::prelude::*;

mod drivers;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RACES: u64 = 2_000;
const FEW: u64 = 500;
const ROUNDS: usize = 5;
const TRACKS: [&str; 4] = ["kestrel-ring", "three-sisters", "nightjar-park", "copper-kettle"];
/// In a process of its own, whose children are only those it measures.
const WATCHED: &str = "PADDOCK_BENCH_WATCHED";

fn main() {
    if std::env::var_os(WATCHED).is_some() {
        return watch();
    }
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let [many, few] = ["many", "few"].map(|name| folder.path().join(name));
    std::fs::create_dir(&many).unwrap();
    std::fs::create_dir(&few).unwrap();
    let began = Instant::now();
    let turns: usize = (0..RACES)
        .into_par_iter()
        .map(|seed| {
            let track = TRACKS[seed as usize % TRACKS.len()];
            let race = drivers::Race { track, cars: 3 + (seed % 2) as u32, laps: 1, pace: 1.0, turns: 120, seed };
            let replay = race.drive();
            let text = print(&replay).unwrap();
            let name = format!("race-{seed:04}.json");
            std::fs::write(many.join(&name), &text).unwrap();
            if seed < FEW {
                std::fs::write(few.join(&name), &text).unwrap();
            }
            replay.turns.len()
        })
        .sum();
    println!("{RACES} races of {} turns driven in {:.1} s", turns / RACES as usize, began.elapsed().as_secs_f64());
    println!("medians of {ROUNDS}; goal: two threads at least 1.7 times as fast as one, memory as with {FEW} races");
    let table = folder.path().join("x.parquet");
    let table = table.to_str().unwrap();
    for (name, after) in [("analyze", [].as_slice()), ("export", &["-o", table])] {
        let call = |races: &Path| [&[name, races.to_str().unwrap()], after].concat().join("\n");
        // By turns, so that what else the machine does falls on both.
        let (mut times, mut loops) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut memory = [0; 2];
        for _ in 0..ROUNDS {
            for threads in [1, 2] {
                let (seconds, peak) = run(&call(&many), threads);
                times[threads - 1].push(seconds);
                loops[threads - 1].push(looped(threads));
                memory[threads - 1] = peak.max(memory[threads - 1]);
            }
        }
        let ([one, two], [alone, both]) = (times.map(median), loops.map(median));
        let (_, peak) = run(&call(&few), 2);
        println!(
            "{name}: 1 thread {one:.2} s ({:.0} races a second), 2 threads {two:.2} s ({:.0}), ratio {:.2} (of a loop that shares nothing, at the same time, {:.2}); peak {} MB and {} MB, with {FEW} races {peak} MB",
            RACES as f64 / one,
            RACES as f64 / two,
            one / two,
            alone / both,
            memory[0],
            memory[1]
        );
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The seconds that a loop takes, shared by so many threads: what the machine has to give just now.
fn looped(threads: usize) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let began = Instant::now();
    let sum: u64 = pool.install(|| {
        let steps = |from: u64| (0..2_000_000).fold(from, |x, _| std::hint::black_box(x ^ x << 13 ^ x >> 7));
        (0..128u32).into_par_iter().with_max_len(1).map(|from| steps(u64::from(from) + 1)).reduce(|| 0, |a, b| a ^ b)
    });
    std::hint::black_box(sum);
    began.elapsed().as_secs_f64()
}

/// The seconds a call takes, and the most memory it holds in MB.
fn run(call: &str, threads: usize) -> (f64, u64) {
    let mut watcher = Command::new(std::env::current_exe().unwrap());
    let answer = watcher.env(WATCHED, call).env("RAYON_NUM_THREADS", threads.to_string()).output().unwrap();
    let words = String::from_utf8(answer.stdout).unwrap();
    let mut numbers = words.split_whitespace();
    (numbers.next().unwrap().parse().unwrap(), numbers.next().unwrap().parse().unwrap())
}

fn watch() {
    let call = std::env::var(WATCHED).unwrap();
    let mut paddock = Command::new(env!("CARGO_BIN_EXE_paddock"));
    paddock.args(call.lines()).stdout(Stdio::null()).stderr(Stdio::null()).env_remove(WATCHED);
    let began = Instant::now();
    let status = paddock.status().unwrap();
    let took = began.elapsed().as_secs_f64();
    assert!(status.success(), "{call}: {status}");
    println!("{took} {}", peak());
}

/// The most memory a child of this process held, in MB.
fn peak() -> u64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        // Kilobytes on Linux.
        getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss() as u64 / 1_000)
    }
    #[cfg(not(unix))]
    0
}
