//! The table: its columns and rows, the number of runs, and the processes that measure one part each.

use std::process::Command;
use std::time::{Duration, Instant};

use super::units::time;

/// The option for fewer runs and smaller sizes.
pub const QUICK: &str = "--quick";
/// The option that is followed by a subject and one of its parts, and prints only that part's rows.
pub const PART: &str = "--part";
/// The text of a cell if its column does not apply, or the system reports nothing.
pub const NOTHING: &str = "-";

/// The widths of the columns, in characters. The output is a table in Markdown, so that it can be pasted into a
/// document.
const WIDTHS: [usize; 4] = [50, 34, 40, 16];

/// Prints the table and decides how much to measure.
pub struct Table {
    /// Whether few runs and small sizes are enough.
    pub is_quick: bool,
}

impl Table {
    /// Prints the build and the header.
    pub fn head(&self) {
        let build = if cfg!(debug_assertions) { "a build for tests, not for measuring" } else { "release build" };
        let runs = if self.is_quick { "; few runs, small sizes" } else { "" };
        println!("Paddock {}, {build}, {} threads{runs}.", env!("CARGO_PKG_VERSION"), rayon::current_num_threads());
        println!();
        line(["what", "size", "time (median), or rate", "memory"]);
        println!("|{}|", WIDTHS.map(|width| "-".repeat(width + 2)).join("|"));
    }

    /// Prints the heading of a group of rows.
    pub fn group(&self, title: &str) {
        line([&format!("**{title}**"), "", "", ""]);
    }

    /// Prints a row: the task, its size, the time or rate, and the memory.
    pub fn row(&self, what: &str, size: &str, time: &str, memory: &str) {
        line([what, size, time, memory]);
    }

    /// Returns `full`, or `quick` if `--quick` was given.
    pub const fn or<T: Copy>(&self, full: T, quick: T) -> T {
        if self.is_quick { quick } else { full }
    }

    /// Prints the rows of a part, measured in its own process.
    ///
    /// # Panics
    /// If that process fails; it has printed the reason.
    pub fn part(&self, subject: &str, part: &str) {
        let status = self.process(subject, part).status().expect("a process of its own");
        assert!(status.success(), "{subject} {part}: {status}");
    }

    /// Makes the command that starts the process for a part.
    pub fn process(&self, subject: &str, part: &str) -> Command {
        let mut process = Command::new(std::env::current_exe().expect("the bench has a file"));
        process.args([PART, subject, part]);
        if self.is_quick {
            process.arg(QUICK);
        }
        process
    }
}

/// Stands in for the `part` function of subjects that need no separate process.
pub fn no_part(_: &Table, part: &str) {
    unreachable!("there is no part {part}")
}

fn line(cells: [&str; 4]) {
    let [what, size, time, memory] = cells;
    let [a, b, c, d] = WIDTHS;
    println!("| {what:<a$} | {size:<b$} | {time:<c$} | {memory:<d$} |");
}

/// The times of several runs of the same work.
#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Measures this number of runs, after one uncounted run that fills caches and tables.
    pub fn of<T>(runs: usize, mut work: impl FnMut() -> T) -> Self {
        std::hint::black_box(work());
        let mut times = Self::default();
        for _ in 0..runs {
            std::hint::black_box(times.time(&mut work));
        }
        times
    }

    /// Does some work and records its time.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let made = work();
        self.add(began.elapsed());
        made
    }

    /// Adds a time.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The time, in seconds, that this percentage of runs did not exceed.
    pub fn within(&self, percent: usize) -> f64 {
        let mut times = self.0.clone();
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        times.get((times.len() * percent / 100).min(last)).map_or(0.0, Duration::as_secs_f64)
    }

    /// The median, in seconds.
    pub fn median(&self) -> f64 {
        self.within(50)
    }

    /// The median and the slowest, such as `0.21 ms, slowest 0.35 ms`.
    pub fn in_words(&self) -> String {
        format!("{}, slowest {}", time(self.median()), time(self.within(100)))
    }
}

/// The median of several values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
