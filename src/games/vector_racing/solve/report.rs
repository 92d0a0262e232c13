//! The questions to the solver, its progress reports and its answers.

use serde::{Serialize, Serializer};

use crate::game::words::many;
use crate::games::vector_racing::exact::Time;
use crate::games::vector_racing::options::Rules;
use crate::games::vector_racing::state::{Life, Racer, Tally};
use crate::games::vector_racing::track::Track;

/// The state of a racer from which a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed {
    /// The racer's grid point.
    pub at: [i32; 2],
    /// The base velocity: the velocity from which the next move starts.
    pub base: [i32; 2],
    /// The racer's progress: its number of line crossings.
    pub progress: i32,
    /// Three flags: whether the previous move met oil, whether it met a speed-up, and whether it met a slow-down.
    pub flags: [bool; 3],
    /// The objects that the racer has hit so far.
    pub tally: Tally,
}

impl Seed {
    /// Creates the state of a racer at rest on a start point.
    #[must_use]
    pub fn start(track: &Track, at: [i32; 2]) -> Self {
        Self { at, base: [0, 0], progress: track.first_progress(at), flags: [false; 3], tally: Tally::default() }
    }

    /// Creates the state of a racer in a race.
    #[must_use]
    pub const fn racer(racer: &Racer) -> Self {
        let flags = [racer.force, racer.fast, racer.slow];
        Self { at: racer.at, base: racer.base, progress: racer.progress, flags, tally: racer.tally }
    }
}

/// A question to the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The options of the race.
    pub rules: Rules,
    /// The number of laps on a circuit.
    pub laps: u32,
    /// The states from which the race can begin. The solver chooses the best of them.
    pub seeds: Vec<Seed>,
    /// The largest number of states that a search may store.
    pub states: u64,
    /// Whether to count the fastest routes and return one of them.
    pub routes: bool,
    /// Whether to search races with crashes, too. A crash may save turns, because it stops the racer at once. So a
    /// search without crashes may miss the fastest race.
    pub with_crashes: bool,
    /// The start point to which a racer goes back after a crash, under the option that sends crashed racers back to the
    /// start. If `None`, a racer goes back to the point of the seed from which its race began.
    pub home: Option<[i32; 2]>,
    /// The life (the damage that a racer can still take) with which the race begins. If `None`, the racer has its full
    /// life. The search without crashes does not need it.
    pub life: Option<Life>,
}

impl Question {
    /// Creates the usual question for a track: the race may begin at any of its starts, with the options and the number
    /// of laps of the track. The search stores at most 200 million states.
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
            life: None,
        }
    }
}

/// The stage that the solver's work has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The solver searches all states of a turn.
    Turn {
        /// The number of the turn, from 1.
        turn: u32,
        /// The number of states stored so far.
        states: u64,
    },
    /// The solver counts the fastest routes.
    Routes,
    /// The solver searches all states of a turn, crashes included.
    Crashes {
        /// The number of the turn, from 1.
        turn: u32,
        /// The number of states stored so far.
        states: u64,
    },
    /// The solver searches for any race that reaches the finish, because the search for the fastest race ended without
    /// a result.
    Any,
}

impl Stage {
    /// Returns the stage in words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Turn { turn, states } => format!("Searching turn {turn}: {states} positions"),
            Self::Routes => "Counting the fastest routes".to_owned(),
            Self::Crashes { turn, states } => {
                format!("With crashes: turn {turn}, {states} positions")
            }
            Self::Any => "Searching for any race that reaches the finish".to_owned(),
        }
    }
}

/// Reports progress and can end the work early.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// A function that is called with each stage of the work as the stage begins.
    pub report: &'a (dyn Fn(Stage) + Sync),
    /// Returns true if the work must stop without an answer.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Returns true if the work must end early and return the result found so far. Once this function has returned
    /// true, it must always return true.
    pub conclude: &'a (dyn Fn() -> bool + Sync),
    /// Returns true if the search without crashes must end early, so that the search with crashes can begin. Ignored if
    /// no search with crashes follows. Once this function has returned true, it must always return true.
    pub pass_on: &'a (dyn Fn() -> bool + Sync),
}

impl Progress<'_> {
    /// Progress that reports nothing and never ends the work early.
    pub const SILENT: Self = Self { report: &|_| (), stop: &|| false, conclude: &|| false, pass_on: &|| false };

    /// Whether the search must end now, with or without an answer.
    pub(super) fn is_over(&self) -> bool {
        (self.conclude)() || (self.stop)()
    }

    /// Whether the search must end without an answer.
    pub(super) fn is_stopped(&self) -> bool {
        !(self.conclude)() && (self.stop)()
    }
}

/// A race of one racer from its start to the finish.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CrashRoute {
    /// The number of turns of the race, lost turns included.
    pub turns: u32,
    /// The time within the last move at which the racer finishes, from 0 to 1: numerator and denominator.
    pub fraction: (i64, i64),
    /// The moves of the race, in order. Lost turns are left out, because they have no move.
    pub moves: Vec<[i32; 2]>,
    /// The racer's point on the board at the start and after each move. After a crash, it is the point where the
    /// racer is placed.
    pub line: Vec<[i32; 2]>,
    /// The numbers of the turns whose moves end in a crash, in order. Documents have only how many there are.
    #[serde(rename = "crashes", serialize_with = "count")]
    pub crashed_in: Vec<u32>,
    /// The number of the turn in which each move is made, from 1. The numbers of lost turns are missing, because a lost
    /// turn has no move.
    pub at: Vec<u32>,
}

impl CrashRoute {
    /// The number of moves that end in a crash.
    #[must_use]
    pub fn crashes(&self) -> usize {
        self.crashed_in.len()
    }
}

#[allow(clippy::ptr_arg, reason = "serde passes the field")]
fn count<S: Serializer>(turns: &Vec<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    turns.len().serialize(serializer)
}

/// The result of the search with crashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrashSearch {
    /// The fastest race with crashes, if it takes fewer turns than the fastest race without a crash; otherwise
    /// `None`.
    pub route: Option<CrashRoute>,
    /// A lower bound for the number of turns: no race takes fewer. `None` if no race finishes.
    pub at_least: Option<u32>,
    /// Whether the search with crashes is complete. If so, a higher limit of states would not change its result.
    pub complete: bool,
    /// Whether the search ended because no states were left. If so, and if it found no route, no race ever finishes.
    /// `false` if it ended at the turn limit, or at the number of turns of a known race.
    pub exhausted: bool,
    /// The number of states stored in the search with crashes.
    pub states: u64,
    /// Whether the search ended because it reached its limit of states.
    pub spent: bool,
    /// Whether the search found moves faster than its speed limit. It does not follow such moves.
    pub capped: bool,
}

impl CrashSearch {
    /// Joins the results of two searches for races that begin at different starts.
    pub(super) fn joined(self, other: Self) -> Self {
        let order = |route: &CrashRoute| (route.turns, Time::ratio(route.fraction.0, route.fraction.1));
        let at_least = match (self.at_least, other.at_least) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (None, least) if self.complete => least,
            (least, None) if other.complete => least,
            _ => None,
        };
        Self {
            route: self.route.into_iter().chain(other.route).min_by_key(order),
            at_least,
            complete: self.complete && other.complete,
            exhausted: self.exhausted && other.exhausted,
            states: self.states + other.states,
            spent: self.spent || other.spent,
            capped: self.capped || other.capped,
        }
    }
}

/// The answer of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The least number of turns without a crash; `None` if the finish was not reached.
    pub turns: Option<u32>,
    /// Whether `turns` is proved for races without a crash. This needs two things: the search covered all states of
    /// fewer turns, and no speed exceeded the speed limit of the search.
    pub optimal: bool,
    /// A lower bound for the number of turns: no race without a crash takes fewer.
    pub at_least: u32,
    /// The earliest time within the last move at which a route finishes, from 0 to 1: numerator and denominator. `None`
    /// if the finish was not reached.
    pub fraction: Option<(i64, i64)>,
    /// The number of routes (lists of moves) that finish in `turns` turns; `u128::MAX` means that number or more.
    pub routes: u128,
    /// The number of routes that finish in `turns` turns and cross the line at the earliest time.
    pub fastest_routes: u128,
    /// The number of states stored. It includes the start states, but not the states after finishing moves.
    pub states: u64,
    /// The number of new states found in each turn, beginning with the start.
    pub layers: Vec<u64>,
    /// The largest number of bytes used for states during the search.
    pub bytes: u64,
    /// Whether the search for a race without a crash ended because it reached its limit of states.
    pub spent: bool,
    /// Whether the search for a race without a crash found moves faster than its speed limit. It does not follow such
    /// moves.
    pub capped: bool,
    /// The moves of a fastest route. If several routes cross the line at the earliest time, it is the first of them
    /// when sorted by x, then by y, move by move.
    pub moves: Vec<[i32; 2]>,
    /// The racer's points on the board: its start, then the point after each move. The last point is the one where the
    /// finishing move would end if it did not stop at the finish.
    pub line: Vec<[i32; 2]>,
    /// The fastest race with crashes, if it takes fewer turns than the fastest race without a crash; otherwise
    /// `None`.
    pub with_crashes: Option<CrashRoute>,
    /// The result of the search with crashes; `None` if the question did not ask for it.
    pub crashes: Option<CrashSearch>,
    /// The race's turn limit, if no race finishes within this limit although a longer race may finish. Otherwise
    /// `None`.
    pub late: Option<u32>,
    /// A race that reaches the finish but may not be the fastest. Present only if the search reached its limit of
    /// states before it found the fastest race.
    pub some: Option<CrashRoute>,
}

impl Solution {
    /// Creates an answer without any result.
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
            spent: false,
            capped: false,
            moves: Vec::new(),
            line: Vec::new(),
            at_least: 0,
            with_crashes: None,
            crashes: None,
            late: None,
            some: None,
        }
    }

    /// Removes the race without a crash, because it takes more turns than the turn limit `cap`. Such a race is
    /// abandoned before its finish (RT-TURN-04).
    pub(super) fn remove_late(&mut self, cap: u32) {
        let Self { optimal, states, bytes, spent, capped, at_least, .. } = *self;
        let layers = std::mem::take(&mut self.layers);
        *self = Self { optimal, states, bytes, spent, capped, at_least, layers, late: Some(cap), ..Self::empty() };
    }

    /// Returns the fastest race found, with or without crashes; `None` if no race was found.
    #[must_use]
    pub fn best(&self) -> Option<CrashRoute> {
        self.with_crashes.clone().or_else(|| self.clean()).or_else(|| self.some.clone())
    }

    /// Returns the fastest race without a crash; `None` if none was found.
    #[must_use]
    pub fn clean(&self) -> Option<CrashRoute> {
        let (turns, fraction) = (self.turns?, self.fraction.unwrap_or((1, 1)));
        let (moves, line) = (self.moves.clone(), self.line.clone());
        Some(CrashRoute { turns, fraction, moves, line, crashed_in: Vec::new(), at: (1..=turns).collect() })
    }

    /// Returns a lower bound for the number of turns: no race takes fewer, even with crashes. `None` if no race
    /// finishes; 1 if the question did not include crashes.
    #[must_use]
    pub fn bound(&self) -> Option<u32> {
        self.crashes.as_ref().map_or(Some(1), |search| search.at_least)
    }

    /// Whether it is proved that no race takes fewer turns than the race found, even with crashes.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.crashes.as_ref().is_some_and(|search| search.complete)
            && self.best().map(|best| best.turns) == self.bound()
    }

    /// Whether one of the searches reached its limit of states.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent || self.crashes.as_ref().is_some_and(|search| search.spent)
    }

    /// Whether one of the searches found moves faster than its speed limit ([`SPEED_CAP`](super::SPEED_CAP)).
    #[must_use]
    pub fn is_capped(&self) -> bool {
        self.capped || self.crashes.as_ref().is_some_and(|search| search.capped)
    }

    /// Whether the search is complete. If so, a higher limit of states would not change the answer.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.crashes.as_ref().map_or(self.optimal, |search| search.complete)
    }

    /// Returns the turn limit in words, for the end of a sentence that says that no race finishes. Empty if the turn
    /// limit is not the reason.
    fn limit(&self) -> String {
        self.late.map_or_else(String::new, |cap| format!(" within the turn limit ({})", many(cap, "turn")))
    }

    /// Returns the answer in a few words: the race found, and the proof that no race takes fewer turns, if there is
    /// one.
    #[must_use]
    pub fn headline(&self) -> String {
        let turns = |count: u32| many(count, "turn");
        let least = self.bound().filter(|least| *least > 1);
        match self.best() {
            Some(best) if self.is_proved() => {
                let how = match best.crashes() {
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
                format!("no sequence of moves reaches the finish{}", self.limit())
            }
            None if self.crashes.is_none() && self.optimal => {
                format!("no sequence of moves reaches the finish without a crash{}", self.limit())
            }
            None => match least.map_or(self.at_least, |least| least) {
                0 | 1 => "no race was found before the search ended".to_owned(),
                least => {
                    format!("no race was found before the search ended; any race takes at least {}", turns(least))
                }
            },
        }
    }
}

/// An upper limit for the cost of proving the fastest race (RT-VAL-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The number of states: points × velocities × progress × regions met by the previous move.
    pub states: u64,
    /// The memory in which the states are stored, in bytes.
    pub bytes: u64,
    /// The time that a proof takes on one core, in seconds.
    pub seconds: u64,
}

impl Estimate {
    /// Returns the estimate as a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { states, bytes, seconds } = self;
        format!(
            "A proof of the fastest race needs at most {states} states, {} MB and about {seconds} s.",
            bytes / 1_000_000 + 1
        )
    }
}
