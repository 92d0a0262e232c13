//! What is asked, and what is answered.

use serde::Serialize;

use crate::games::vector_racing::options::Rules;
use crate::games::vector_racing::state::{Racer, Tally};
use crate::games::vector_racing::track::Track;

/// Where a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The grid point.
    pub at: [i32; 2],
    /// The base velocity.
    pub base: [i32; 2],
    /// The progress.
    pub progress: i32,
    /// Oil, speed-up and slow-down met by the last move.
    pub flags: [bool; 3],
    /// What was hit.
    pub tally: Tally,
}

impl Seed {
    /// At rest on a start.
    #[must_use]
    pub fn start(track: &Track, at: [i32; 2]) -> Self {
        Self { at, base: [0, 0], progress: track.first_progress(at), flags: [false; 3], tally: Tally::default() }
    }

    /// Where a racer of a race is.
    #[must_use]
    pub const fn racer(racer: &Racer) -> Self {
        let flags = [racer.force, racer.fast, racer.slow];
        Self { at: racer.at, base: racer.base, progress: racer.progress, flags, tally: racer.tally }
    }
}

/// What is to be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// By which options.
    pub rules: Rules,
    /// How many laps, on a circuit.
    pub laps: u32,
    /// From where: any of these.
    pub seeds: Vec<Seed>,
    /// The most states to keep.
    pub states: u64,
    /// Whether routes are counted and one of them is told.
    pub routes: bool,
    /// Whether it is also asked what a racer that crashes on purpose can do: a search that takes many times as long.
    pub with_crashes: bool,
}

impl Question {
    /// From any of the track's starts, by its own options and laps, with up to 200 million states.
    #[must_use]
    pub fn of(track: &Track) -> Self {
        Self {
            rules: track.rules().clone(),
            laps: track.draft().laps,
            seeds: track.draft().all_starts().map(|at| Seed::start(track, at)).collect(),
            states: 200_000_000,
            routes: true,
            with_crashes: false,
        }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Looking at all states that are reached in so many turns.
    Turn {
        /// The turns.
        turn: u32,
        /// States kept so far.
        states: u64,
    },
    /// Counting routes.
    Routes,
    /// Looking for what crashes gain.
    Crashes,
}

impl Stage {
    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Turn { turn, states } => format!("Turn {turn}: {states} states"),
            Self::Routes => "Counting the quickest routes".to_owned(),
            Self::Crashes => "Looking for what crashes gain".to_owned(),
        }
    }
}

/// Who looks on: is told how far the work has come, and may stop it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Is told what begins.
    pub tell: &'a (dyn Fn(Stage) + Sync),
    /// Whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Watch<'_> {
    /// Nobody.
    pub const NOBODY: Self = Self { tell: &|_| (), stop: &|| false };
}

/// A race with crashes in it that takes fewest turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrashRoute {
    /// Turns, those that are lost included.
    pub turns: u32,
    /// When in its last move the line is crossed, at the earliest, as a fraction.
    pub fraction: (i64, i64),
    /// The moves, in order; lost turns have none.
    pub moves: Vec<[i32; 2]>,
    /// Where the racer stands after each move, from the start; what a crash leads to is where it is put.
    pub line: Vec<[i32; 2]>,
    /// How many of the moves crash.
    pub crashes: u32,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The least number of turns without a crash; none where nothing reaches the finish.
    pub turns: Option<u32>,
    /// Whether that is proved: all states that take fewer turns were looked at, within the cap on speeds.
    pub optimal: bool,
    /// When in the last move the line is crossed, at the earliest, as a fraction.
    pub fraction: Option<(i64, i64)>,
    /// How many lists of moves finish in so many turns; `u128::MAX` stands for that many or more.
    pub routes: u128,
    /// How many of them cross the line at the earliest.
    pub fastest_routes: u128,
    /// States kept, the start included; finishing moves are none.
    pub states: u64,
    /// New states of each turn, the start first.
    pub layers: Vec<u64>,
    /// Bytes kept for states at the most.
    pub bytes: u64,
    /// Whether a speed was met that the search does not follow.
    pub capped: bool,
    /// The moves of a quickest route: of those that cross the line earliest, the first by x, then by y, move by move.
    pub moves: Vec<[i32; 2]>,
    /// Where the racer stands, from the start; the last move leads over the line, and its end is where it would land.
    pub line: Vec<[i32; 2]>,
    /// The quickest race with crashes, where it takes fewer turns or crosses the line earlier.
    pub with_crashes: Option<CrashRoute>,
}

impl Solution {
    /// Nothing found yet.
    pub(super) const fn empty() -> Self {
        Self {
            turns: None,
            optimal: true,
            fraction: None,
            routes: 0,
            fastest_routes: 0,
            states: 0,
            layers: Vec::new(),
            bytes: 0,
            capped: false,
            moves: Vec::new(),
            line: Vec::new(),
            with_crashes: None,
        }
    }
}

/// How much a proof takes at the most (RT-VAL-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// States there are: points, velocities, progress and what the last move may have met.
    pub states: u64,
    /// Bytes that are kept for them.
    pub bytes: u64,
    /// Seconds, at the pace of one core.
    pub seconds: u64,
}

impl Estimate {
    /// In a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { states, bytes, seconds } = self;
        format!("A proof looks at no more than {states} states, in {} MB and about {seconds} s.", bytes / 1_000_000 + 1)
    }
}
