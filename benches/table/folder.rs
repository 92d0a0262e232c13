//! A folder of 2,000 races: the time of `paddock analyze` and `paddock export` with one thread and with two, and their
//! peak memory, which does not grow with the folder. The goal: two threads are 1.7 times as fast as one.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use paddock::replay::print;
use rayon::prelude::*;

use super::drivers;
use super::table::{NOTHING, Table, median};
use super::units::{bytes, count_of, rate, time};

const TRACKS: [&str; 4] = ["kestrel-ring", "three-sisters", "nightjar-park", "copper-kettle"];

/// Prints the rows of the folder of races.
pub fn rows(table: &Table) {
    let (races, few, rounds) = table.or((2_000, 500, 5), (400, 100, 1));
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let [many, fewer] = ["many", "few"].map(|name| folder.path().join(name));
    std::fs::create_dir(&many).unwrap();
    std::fs::create_dir(&fewer).unwrap();
    let began = Instant::now();
    let turns: usize = (0..races)
        .into_par_iter()
        .map(|seed| {
            let track = TRACKS[seed % TRACKS.len()];
            let cars = 3 + (seed % 2) as u32;
            let race = drivers::Race { track, cars, laps: 1, pace: 1.0, turns: 120, seed: seed as u64 };
            let replay = race.drive();
            let text = print(&replay).unwrap();
            let name = format!("race-{seed:04}.json");
            std::fs::write(many.join(&name), &text).unwrap();
            if seed < few {
                std::fs::write(fewer.join(&name), &text).unwrap();
            }
            replay.turns.len()
        })
        .sum();
    let took = began.elapsed().as_secs_f64();
    let size = format!("{} races of {} turns", count_of(races), turns / races);
    table.row("made: driven and written, all threads", &size, &rate(races, took, "races"), NOTHING);
    let out = folder.path().join("x.parquet");
    let out = out.to_str().unwrap();
    for (name, after) in [("analyze", [].as_slice()), ("export", &["-o", out])] {
        let call = |races: &Path| [&[name, races.to_str().unwrap()], after].concat().join("\n");
        // Runs with one thread and with two take turns, so that other load on the machine affects both.
        let (mut times, mut loops) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut most = [0.0_f64; 2];
        for _ in 0..rounds {
            for threads in [1, 2] {
                let (seconds, peak) = run(table, &call(&many), threads);
                times[threads - 1].push(seconds);
                loops[threads - 1].push(looped(threads));
                most[threads - 1] = peak.max(most[threads - 1]);
            }
        }
        let ([one, two], [alone, both]) = (times.map(median), loops.map(median));
        let text = |took: f64, count: usize| format!("{}, {}", time(took), rate(count, took, "races"));
        table.row(&format!("{name}, 1 thread"), &size, &text(one, races), &memory(most[0]));
        table.row(&format!("{name}, 2 threads"), &size, &text(two, races), &memory(most[1]));
        let ratio = format!("{:.2} times as fast; a bare loop {:.2}", one / two, alone / both);
        table.row(&format!("{name}, gain of the second thread"), &size, &ratio, NOTHING);
        let (took, peak) = run(table, &call(&fewer), 2);
        let size = format!("{} races", count_of(few));
        table.row(&format!("{name}, 2 threads, fewer races"), &size, &text(took, few), &memory(peak));
    }
}

fn memory(most: f64) -> String {
    if most > 0.0 { format!("{} at most", bytes(most)) } else { NOTHING.to_owned() }
}

/// The seconds that a loop without shared data takes on this number of threads. They show the speed-up that the
/// machine allows at the moment.
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

/// The seconds that a call takes, and its peak memory in bytes (0 if the system does not report it).
fn run(table: &Table, call: &str, threads: usize) -> (f64, f64) {
    let answer = table.process("folder", call).env("RAYON_NUM_THREADS", threads.to_string()).output().unwrap();
    let words = String::from_utf8(answer.stdout).unwrap();
    assert!(answer.status.success(), "{call}: {}", String::from_utf8_lossy(&answer.stderr));
    let mut numbers = words.split_whitespace().map(|number| number.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Runs the program as the only child of a separate process, and prints the seconds and bytes.
pub fn part(_: &Table, call: &str) {
    let mut paddock = Command::new(env!("CARGO_BIN_EXE_paddock"));
    paddock.args(call.lines()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    let status = paddock.status().unwrap();
    let took = began.elapsed().as_secs_f64();
    assert!(status.success(), "{call}: {status}");
    println!("{took} {}", peak());
}

/// The peak memory of a child of this process, in bytes.
fn peak() -> f64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        // In kibibytes on Linux.
        getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| usage.max_rss() as f64 * 1_024.0)
    }
    #[cfg(not(unix))]
    0.0
}
