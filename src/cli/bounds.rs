//! The limits of a command: time, memory, and Ctrl+C.
//!
//! A thread checks the clock, the memory and signals every few milliseconds.
//! Long work calls [`is_reached`] often, and stops with its best result so far when a limit is reached.
//! If a command does not stop in time, the thread deletes the temporary files, prints the reason and ends the process.
//! The exit code is 2, or the code for the signal.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, mpsc};
use std::time::{Duration, Instant};

use super::{Outcome, complain};
use crate::process::Memory;
use crate::{players, storage};

/// The time between two checks of the clock, the memory and the signals.
const PAUSE: Duration = Duration::from_millis(5);
/// The fractions of the time limit at which three kinds of work stop: the first of two searches, a search that is
/// followed by other work, and all other work.
const PASSED: [f64; 3] = [0.4, 0.8, 1.0];
/// The fractions of the memory limit at which work stops. The first three are for the kinds of work in [`PASSED`]. At
/// the last fraction, the whole process ends.
const FILLED: [f64; 4] = [0.35, 0.6, 0.9, 1.0];
/// The time that an interrupted command has to print its result.
const LAST_WORDS: Duration = Duration::from_millis(400);
/// The longest wait for the last message of a command to be printed. On a busy machine the printing thread may start
/// late, and the message is more important than a quick end.
const MESSAGE: Duration = Duration::from_secs(2);

/// The limits that the user sets for a command: time and memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Bounds {
    /// Stop after this time with the best result so far: 500ms, 90s, 5m, 1.5h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    max_time: Option<Duration>,
    /// Use at most this much memory, such as 800MB or 1.5GB [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_memory: Option<u64>,
}

/// The limit that was reached. An interrupt by a signal also counts as a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    Time,
    Memory,
    Interrupt,
}

impl Reached {
    /// The name of the limit in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Time => "max-time",
            Self::Memory => "max-memory",
            Self::Interrupt => "interrupt",
        }
    }

    /// Words that say which limit was reached, for use inside a message.
    pub fn words(self) -> String {
        match self {
            Self::Time => {
                let bound = Duration::from_millis(MOST_MILLISECONDS.load(Ordering::Relaxed));
                format!("the time was up (--max-time {} s)", bound.as_secs_f64())
            }
            Self::Memory => {
                let bound = MOST_BYTES.load(Ordering::Relaxed);
                format!("the memory was used up (--max-memory {} MB)", bound / 1_000_000)
            }
            Self::Interrupt => "the command was interrupted".to_owned(),
        }
    }

    fn of(ended: &AtomicU8) -> Option<Self> {
        let number = ended.load(Ordering::Relaxed);
        [Self::Time, Self::Memory, Self::Interrupt].into_iter().find(|reached| reached.number() == number)
    }

    const fn number(self) -> u8 {
        match self {
            Self::Time => 1,
            Self::Memory => 2,
            Self::Interrupt => 3,
        }
    }
}

static MOST_MILLISECONDS: AtomicU64 = AtomicU64::new(u64::MAX);
static MOST_BYTES: AtomicU64 = AtomicU64::new(u64::MAX);
/// Whether the running command stops by itself when a limit is reached or a signal is received. If it does not, a
/// signal ends the process at once.
static ASKS: AtomicBool = AtomicBool::new(false);
/// Whether the result is being printed. Once this is true, the time limit no longer applies.
static ANSWERS: AtomicBool = AtomicBool::new(false);
/// The limit that stopped each kind of work, as a number; 0 for work that was not stopped. The kinds of work are in the
/// order of [`PASSED`].
static ENDED: [AtomicU8; 3] = [const { AtomicU8::new(0) }; 3];
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// The number of the last signal received; 0 if there was no signal.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// Whether a second signal was received.
static INSISTS: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

impl Bounds {
    /// Applies these limits from now on.
    pub fn keep(self) {
        let half = || Memory::new().total().map(|bytes| bytes / 2);
        MOST_BYTES.store(self.max_memory.or_else(half).unwrap_or(u64::MAX), Ordering::Relaxed);
        let milliseconds = self.max_time.map_or(u64::MAX, |time| time.as_millis().try_into().unwrap_or(u64::MAX));
        MOST_MILLISECONDS.store(milliseconds, Ordering::Relaxed);
        ASKS.store(true, Ordering::Release);
    }
}

/// The most memory, in bytes, that a single task may use. It is less than the memory limit of the whole command
/// (`--max-memory`).
pub fn memory() -> u64 {
    (MOST_BYTES.load(Ordering::Relaxed) as f64 * FILLED[1]) as u64
}

/// Whether a limit of time or memory is reached, or a signal was received. The command then prints its result so far
/// and ends.
pub fn is_reached() -> bool {
    ENDED[2].load(Ordering::Relaxed) != 0
}

/// Whether a search must end now, to leave time and memory for the work that uses its result.
pub fn is_search_over() -> bool {
    ENDED[1].load(Ordering::Relaxed) != 0
}

/// Whether the first of two searches must end now, to leave time and memory for the second search.
pub fn is_first_search_over() -> bool {
    ENDED[0].load(Ordering::Relaxed) != 0
}

/// The limit that stopped all work of the command; `None` if no limit stopped it.
pub fn reached() -> Option<Reached> {
    Reached::of(&ENDED[2])
}

/// The limit that stopped a search or all work; `None` if no limit stopped any work.
/// Searches stop earlier than other work, so the command may still be working.
pub fn search_ended_by() -> Option<Reached> {
    ENDED.iter().rev().find_map(Reached::of)
}

/// The reason why a search or all work was stopped, for use inside a sentence; empty if nothing was stopped.
pub fn why() -> String {
    search_ended_by().map_or_else(String::new, Reached::words)
}

/// Marks the result as complete. From now on the time limit does not apply, because another program may read the output
/// slowly.
pub fn answer() {
    ANSWERS.store(true, Ordering::Relaxed);
}

/// Stops each kind of work that must stop at this fraction of a limit. `share` is the fraction of the limit that is
/// used so far. `shares` has the fraction at which each kind of work stops, in the order of [`PASSED`].
fn reach(bound: Reached, share: f64, shares: [f64; 3]) {
    for (ended, enough) in ENDED.iter().zip(shares) {
        if share >= enough {
            // Keep only the first limit that was reached.
            let _ = ended.compare_exchange(0, bound.number(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// Starts the thread that checks signals, clock and memory.
pub fn watch() {
    LazyLock::force(&BEGAN);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // If a signal cannot be registered, it ends the process at once, as usual.
        // A second signal always ends it at once.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&INSISTS));
        let number = usize::try_from(signal).unwrap_or_default();
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(&SIGNAL), number);
    }
    let looks = std::thread::Builder::new().name("bounds".to_owned()).spawn(look);
    // If the thread cannot be started, a signal must end the process at once.
    if looks.is_err() {
        INSISTS.store(true, Ordering::Relaxed);
    }
}

/// Ends the process with the signal that it received. Does nothing if it received no signal.
pub fn pass_signal_on() {
    let signal = SIGNAL.load(Ordering::Relaxed);
    if signal != 0 {
        // This point is reached only if the signal cannot be raised.
        let _ = signal_hook::low_level::emulate_default_handler(i32::try_from(signal).unwrap_or_default());
    }
}

fn look() {
    let mut memory: Option<Memory> = None;
    let mut signalled: Option<Instant> = None;
    loop {
        std::thread::sleep(PAUSE);
        let asks = ASKS.load(Ordering::Acquire);
        if SIGNAL.load(Ordering::Relaxed) != 0 {
            reach(Reached::Interrupt, 1.0, [1.0; 3]);
            INSISTS.store(true, Ordering::Relaxed);
            let since = *signalled.get_or_insert_with(Instant::now);
            if !asks || since.elapsed() > LAST_WORDS {
                end(Reached::Interrupt);
            }
        }
        if !asks {
            continue;
        }
        let bound = MOST_MILLISECONDS.load(Ordering::Relaxed);
        if bound != u64::MAX && !ANSWERS.load(Ordering::Relaxed) {
            let (took, bound) = (BEGAN.elapsed().as_secs_f64(), bound as f64 / 1e3);
            reach(Reached::Time, took / bound, PASSED);
            if took >= bound * 1.05 + 0.05 {
                end(Reached::Time);
            }
        }
        let bound = MOST_BYTES.load(Ordering::Relaxed);
        if bound != u64::MAX
            && let Some(held) = memory.get_or_insert_with(Memory::new).held()
        {
            let share = held as f64 / bound as f64;
            let [first, search, work, end_of_call] = FILLED;
            reach(Reached::Memory, share, [first, search, work]);
            if share >= end_of_call {
                end(Reached::Memory);
            }
        }
    }
}

/// Deletes half-written files, ends the programs that drive as players, and ends the process.
fn end(reached: Reached) -> ! {
    storage::discard_temporaries();
    players::end_all();
    // Print in a separate thread, because printing blocks if nobody reads standard error, and the process must end.
    let (say, said) = mpsc::channel();
    std::thread::spawn(move || {
        complain(&reached.words());
        let _ = say.send(());
    });
    let _ = said.recv_timeout(MESSAGE);
    if reached == Reached::Interrupt {
        pass_signal_on();
    }
    std::process::exit(i32::from(Outcome::Failed.code()))
}

/// Reads a number with a unit; `None` if the text is not valid. `units` has the factor of each unit.
/// A number without a unit is in the first unit.
fn measured(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let digits = text.find(|sign: char| !(sign.is_ascii_digit() || sign == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().ok()?;
    let unit = unit.trim();
    let (_, worth) = units.iter().find(|(name, _)| unit.is_empty() || name.eq_ignore_ascii_case(unit))?;
    Some(number * worth).filter(|value| value.is_finite() && *value > 0.0)
}

/// Reads a length of time.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = measured(text, &[("s", 1.0), ("ms", 1e-3), ("m", 60.0), ("min", 60.0), ("h", 3_600.0)]);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| time.as_millis() > 0).ok_or_else(|| "write a number with ms, s, m or h, such as 90s".to_owned())
}

/// Reads a size with its unit, in bytes; `None` if the text is not valid.
fn bytes(text: &str) -> Option<u64> {
    const SIZES: [(&str, f64); 9] = [
        ("B", 1.0),
        ("kB", 1e3),
        ("KiB", 1024.0),
        ("MB", 1e6),
        ("MiB", 1_048_576.0),
        ("GB", 1e9),
        ("GiB", 1_073_741_824.0),
        ("M", 1e6),
        ("G", 1e9),
    ];
    // A number without a unit would mean bytes. Nobody intends that, so it is an error.
    let has_unit = text.trim().ends_with(|sign: char| sign.is_alphabetic());
    measured(text, &SIZES).filter(|_| has_unit).map(|bytes| bytes as u64)
}

/// Parses a file size such as `5MB`. Returns the size in bytes.
pub fn file_size(text: &str) -> Result<u64, String> {
    bytes(text).filter(|bytes| *bytes > 0).ok_or_else(|| "write a number with kB or MB, such as 5MB".to_owned())
}

fn size(text: &str) -> Result<u64, String> {
    match bytes(text) {
        Some(0..LEAST_MEMORY) => {
            Err(format!("too little memory; the limit must be at least {} MB", LEAST_MEMORY / 1_000_000))
        }
        Some(bytes) => Ok(bytes),
        None => Err("write a number with MB or GB, such as 1.5GB".to_owned()),
    }
}

/// The smallest memory limit that the option accepts, in bytes. A command with one small document uses less memory.
const LEAST_MEMORY: u64 = 50_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_numbers_with_units() {
        let times = ["5s", "5", "250ms", "1.5m", "2h", " 3 s ", "0.5S"].map(|text| time(text).expect(text).as_millis());
        assert_eq!(times, [5_000, 5_000, 250, 90_000, 7_200_000, 3_000, 500]);
        let sizes = ["800MB", "1.5GB", "2GiB", "64 MiB", "100m"].map(|text| size(text).expect(text));
        assert_eq!(sizes, [800_000_000, 1_500_000_000, 2 << 30, 64 << 20, 100_000_000]);
        for wrong in ["", "s", "-5s", "5x", "0", "0s", "1e400s", "nan", "inf s", "0.0001ms", "1..5s"] {
            assert!(time(wrong).is_err(), "{wrong:?}");
        }
        for wrong in ["", "MB", "-1GB", "1000000000", "1TBs", "0MB", "40MB", "1.5", "1 5GB"] {
            assert!(size(wrong).is_err(), "{wrong:?}");
        }
    }
}
