//! What is asked, and what is answered.

use serde::Serialize;

use crate::games::vector_racing::options::Rules;
use crate::games::vector_racing::state::{Racer, Tally};
use crate::games::vector_racing::track::Track;

/// Where a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// Whether it is also asked what a racer that crashes can do, which may brake it for less: only then the answer is about
    /// everything the rules allow.
    pub with_crashes: bool,
    /// Where a racer goes that crashes and has to go back to its start; the first of the seeds, where nobody says.
    pub home: Option<[i32; 2]>,
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
            home: None,
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
    /// Looking at all states that are reached in so many turns with crashes.
    Crashes {
        /// The turns.
        turn: u32,
        /// States kept so far.
        states: u64,
    },
    /// Looking for any race at all, where the best is out of reach.
    Any,
}

impl Stage {
    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Turn { turn, states } => format!("Turn {turn}: {states} states"),
            Self::Routes => "Counting the fastest routes".to_owned(),
            Self::Crashes { turn, states } => format!("With crashes, turn {turn}: {states} states"),
            Self::Any => "Looking for any race".to_owned(),
        }
    }
}

/// Reports progress, and ends the work early.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Takes what begins.
    pub report: &'a (dyn Fn(Stage) + Sync),
    /// Whether to stop: nobody waits for an answer any more.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether to come to an end: the answer is what is known by then. Once it says so, it says so for good.
    pub conclude: &'a (dyn Fn() -> bool + Sync),
    /// Whether the search without crashes has had its share and is to come to an end, if another one follows. Said for good,
    /// too.
    pub pass_on: &'a (dyn Fn() -> bool + Sync),
}

impl Progress<'_> {
    /// Reports to nobody and never ends early.
    pub const SILENT: Self = Self { report: &|_| (), stop: &|| false, conclude: &|| false, pass_on: &|| false };

    /// Whether the search is to end, one way or the other.
    pub(super) fn is_over(&self) -> bool {
        (self.conclude)() || (self.stop)()
    }

    /// Whether the search is to end without an answer.
    pub(super) fn is_stopped(&self) -> bool {
        !(self.conclude)() && (self.stop)()
    }
}

/// A race of one racer, from its start over the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// The turn in which each move is made, from 1: turns that are lost lie between.
    pub at: Vec<u32>,
}

/// What the search came to that looks at crashes, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrashSearch {
    /// The fastest race of fewer turns than the fastest without a crash, if there is one.
    pub route: Option<CrashRoute>,
    /// No race takes fewer turns, as far as was looked; none where no race finishes.
    pub at_least: Option<u32>,
    /// Whether everything was looked at.
    pub complete: bool,
    /// States kept.
    pub states: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The least number of turns without a crash; none where nothing reaches the finish.
    pub turns: Option<u32>,
    /// Whether that is proved of races without a crash: all states that take fewer turns were looked at, within the cap on
    /// speeds.
    pub optimal: bool,
    /// No race without a crash takes fewer turns.
    pub at_least: u32,
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
    /// The moves of a fastest route: of those that cross the line earliest, the first by x, then by y, move by move.
    pub moves: Vec<[i32; 2]>,
    /// Where the racer stands, from the start; the last move leads over the line, and its end is where it would land.
    pub line: Vec<[i32; 2]>,
    /// The fastest race with crashes, where it takes fewer turns.
    pub with_crashes: Option<CrashRoute>,
    /// What the search with crashes came to, where it was asked for.
    pub crashes: Option<CrashSearch>,
    /// Some race, where the search ran out of states before it came to one.
    pub some: Option<CrashRoute>,
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
            at_least: 0,
            with_crashes: None,
            crashes: None,
            some: None,
        }
    }

    /// The fastest race that was found, with crashes or without.
    #[must_use]
    pub fn best(&self) -> Option<CrashRoute> {
        self.with_crashes.clone().or_else(|| self.clean()).or_else(|| self.some.clone())
    }

    /// The fastest race without a crash.
    #[must_use]
    pub fn clean(&self) -> Option<CrashRoute> {
        let (turns, fraction) = (self.turns?, self.fraction.unwrap_or((1, 1)));
        let (moves, line) = (self.moves.clone(), self.line.clone());
        Some(CrashRoute { turns, fraction, moves, line, crashes: 0, at: (1..=turns).collect() })
    }

    /// No race takes fewer turns, crashes included; none where no race finishes, and 1 where that was not asked.
    #[must_use]
    pub fn bound(&self) -> Option<u32> {
        self.crashes.as_ref().map_or(Some(1), |search| search.at_least)
    }

    /// Whether the fastest race found is the fastest there is by the rules, crashes included.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.crashes.as_ref().is_some_and(|search| search.complete)
            && self.best().map(|best| best.turns) == self.bound()
    }

    /// Whether the search came to its end, so that nothing is left out that more states would show.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.crashes.as_ref().map_or(self.optimal, |search| search.complete)
    }

    /// The answer in a sentence without its full stop: what was found, and what was proved of it.
    #[must_use]
    pub fn headline(&self) -> String {
        let turns = |count: u32| if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") };
        let least = self.bound().filter(|least| *least > 1);
        match self.best() {
            Some(best) if self.is_proved() => {
                let how = match best.crashes {
                    0 => String::new(),
                    1 => " with one crash".to_owned(),
                    crashes => format!(" with {crashes} crashes"),
                };
                format!("{}{how}, and no race takes fewer", turns(best.turns))
            }
            Some(best) if self.crashes.is_none() && self.optimal && self.turns == Some(best.turns) => {
                format!("{}, and no race without a crash takes fewer", turns(best.turns))
            }
            Some(best) => match least {
                Some(least) => format!("at most {}, at least {least}", turns(best.turns)),
                None => format!("at most {}", turns(best.turns)),
            },
            None if self.crashes.as_ref().is_some_and(|search| search.complete) && self.bound().is_none() => {
                "no sequence of moves reaches the finish".to_owned()
            }
            None if self.crashes.is_none() && self.optimal => {
                "no sequence of moves reaches the finish without a crash".to_owned()
            }
            None => match least.map_or(self.at_least, |least| least) {
                0 | 1 => "no race was found in the states searched".to_owned(),
                least => format!("no race was found in the states searched; one takes at least {}", turns(least)),
            },
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
