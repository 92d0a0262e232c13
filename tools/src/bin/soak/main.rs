//! Simulates an hour of using the window in minutes: `cargo run --release -p paddock-tools --bin soak [ACTIONS]
//! [SEED]`, 100,000 actions by default.
//!
//! Ends with exit code 1 at the first panic in the window or in a background job, at the first contradiction between
//! board, panels, notation and file, if a frame takes more than 50 ms of the window's own time, or if the memory held
//! while no document is open grows beyond its bound.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints its findings, and nothing else")]

mod user;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use user::{Frame, User};

/// The window's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The longest frame allowed.
const FRAME: Duration = Duration::from_millis(50);
/// The allowed growth, in MB, of the memory held while no document is open: from the first tenth of the run to the
/// last.
const GROWTH: u64 = 96;

static PANICKED: AtomicBool = AtomicBool::new(false);

/// The process's resident memory, in MB; 0 if the system does not report it.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).map_or(0, |pages| pages * 4 / 1_024)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn main() -> ExitCode {
    paddock::process::use_small_pages();
    paddock::process::leave_a_core_to_the_window();
    let number = |index| std::env::args().nth(index).and_then(|text| text.parse::<u64>().ok());
    let (actions, seed) = (number(1).unwrap_or(100_000), number(2).unwrap_or(1));
    let Ok(folder) = tempfile::tempdir() else {
        eprintln!("there is no folder for temporary files");
        return ExitCode::from(2);
    };
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        PANICKED.store(true, Ordering::SeqCst);
    }));
    let began = Instant::now();
    let mut user = User::new(seed, folder.path());
    let (mut all, mut at_rest, mut peak): (Vec<Frame>, Vec<u64>, u64) = (Vec::new(), Vec::new(), 0);
    // The frame that took longest by the clock, and the actions before it. The time includes other programs, the disk
    // and searches.
    let mut waited = (Duration::ZERO, String::new());
    let mut long = 0;
    println!("{actions} actions, seed {seed}");
    println!(
        "{:>9} {:>10} {:>12} {:>12} {:>12} {:>10}",
        "actions", "frames", "median ms", "99.9 % ms", "longest ms", "at rest MB"
    );
    for action in 1..=actions {
        // The hook reports a panic in the window's own thread; the actions before it are reported here.
        let acted = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| user.act()));
        if acted.is_err() || PANICKED.load(Ordering::SeqCst) {
            eprintln!("a panic at action {action} of seed {seed}; before it:");
            user.last().for_each(|what| eprintln!("  {what}"));
            return ExitCode::FAILURE;
        }
        let found = user.contradictions();
        if !found.is_empty() {
            eprintln!("a contradiction at action {action} of seed {seed}: {found:?}; before it:");
            user.last().for_each(|what| eprintln!("  {what}"));
            return ExitCode::FAILURE;
        }
        let frames = user.take_frames();
        if let Some(longest) = frames.iter().map(|frame| frame.work).max().filter(|longest| *longest > FRAME) {
            long += 1;
            let shown = user.window().document().map(|document| document.title()).unwrap_or_default();
            eprintln!(
                "action {action}: a frame of {:.1} ms, \"{shown}\" shown; last: {:?}",
                ms(longest),
                user.last().last()
            );
        }
        if let Some(clock) = frames.iter().map(|frame| frame.clock).max().filter(|clock| *clock > waited.0) {
            waited = (clock, user.last().last().unwrap_or_default().to_owned());
        }
        all.extend(frames);
        peak = peak.max(if action % 100 == 0 { resident() } else { 0 });
        if action % actions.div_ceil(10) == 0 || action == actions {
            user.close_all();
            user.rest(40);
            let frames = std::mem::take(&mut all);
            at_rest.push(resident());
            tell(action, frames, resident(), &waited);
            waited = (Duration::ZERO, String::new());
        }
    }
    let growth = at_rest.last().unwrap_or(&0).saturating_sub(*at_rest.first().unwrap_or(&0));
    println!(
        "{:.0} s; {long} frames above {} ms; at most {peak} MB, {growth} MB more at rest than after the first tenth (bound {GROWTH})",
        began.elapsed().as_secs_f64(),
        FRAME.as_millis(),
    );
    if long > 0 || growth > GROWTH { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn tell(action: u64, mut frames: Vec<Frame>, resident: u64, waited: &(Duration, String)) {
    frames.sort_unstable_by_key(|frame| frame.work);
    let at = |part: f64| {
        let index = (frames.len().saturating_sub(1) as f64 * part) as usize;
        frames.get(index).map(|frame| ms(frame.work)).unwrap_or_default()
    };
    println!(
        "{action:>9} {:>10} {:>12.2} {:>12.2} {:>12.1} {resident:>10}   (by the clock {:.0}: {})",
        frames.len(),
        at(0.5),
        at(0.999),
        at(1.0),
        ms(waited.0),
        waited.1,
    );
}
