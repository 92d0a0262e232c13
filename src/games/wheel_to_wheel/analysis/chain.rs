//! Describes the race of a lone driver as a Markov chain: every state that the driver can reach by its policy, with the
//! chances of getting from one state to another. Chances are floating-point numbers; no rule uses them.

use std::collections::VecDeque;

use fnv::FnvHashMap;

use super::lone::{Key, key, state_of};
use super::policy::{Choice, Goal, Play};
use crate::games::wheel_to_wheel::dice::FACES;
use crate::games::wheel_to_wheel::rules;
use crate::games::wheel_to_wheel::state::State;
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::Turn;

/// The largest number of states in a chain.
pub const MAX_STATES: usize = 2_000_000;
/// After this number of states, the search checks again whether it must stop.
const LOOKED_AFTER: usize = 256;
/// The largest number of turns that a distribution covers.
pub const MOST_TURNS: usize = 5_000;
/// The computation of a distribution ends when the chance that the driver has not reached the goal yet is below this
/// number.
const ENOUGH: f64 = 1e-12;

/// States with a chance below this number are ignored. Without this limit, states whose chance was rounded to 0 would
/// be listed again and again.
const NOTHING: f64 = 1e-25;

/// The reason why the chain or the expected number of turns could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// The chain would have too many states.
    #[error("the search is too large: a driver alone can reach more than {MAX_STATES} states on this board")]
    TooLarge,
    /// The policy has no legal play in some state.
    #[error("the driver reaches a state in which no play is legal")]
    Stuck,
    /// The search was stopped.
    #[error("the search was stopped")]
    Stopped,
    /// The driver may need so many turns under the policy that the expected number of turns is unknown.
    #[error("the driver may need more than {MOST_TURNS} turns to the finish")]
    Endless,
    /// The search reached its limits before the value was known. The driver needs at least this number of turns on
    /// average.
    #[error("more than {0} turns on average; the exact number was not found within the limits of the search")]
    AtLeast(u32),
}

/// A possible result of a throw, as an edge of a Markov chain ([`Chain`]).
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub chance: f64,
    /// The index of the state that the throw leads to; `None` if the throw reaches the goal.
    pub to: Option<u32>,
    /// Whether the driver's move goes on after this throw, with an extra throw.
    pub extra: bool,
}

/// If the chance that the driver does not reach the goal is larger than this number, the mean number of turns counts as
/// unknown.
const TOO_MUCH: f64 = 1e-6;

/// A Markov chain: all states that a lone driver can reach by its policy.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The edges of the chain, sorted by the state in which they begin.
    edges: Vec<Edge>,
    /// The index in `edges` of each state's first edge, with one more entry at the end.
    begin: Vec<u32>,
}

impl Chain {
    /// Computes the Markov chain of a lone driver ([`lone`](crate::games::wheel_to_wheel::lone)) who drives by a policy
    /// from the state `start` to a goal.
    ///
    /// # Errors
    /// Returns an error if there are too many states, or the policy has no legal play.
    pub fn new(track: &Track, start: &State, policy: impl Play, goal: Goal) -> Result<Self, ChainError> {
        Self::watched(track, start, policy, goal, &|| false)
    }

    /// Computes the chain as [`Chain::new`] does. The computation calls `stop` regularly and ends when `stop` returns
    /// true.
    ///
    /// # Errors
    /// Returns the errors of [`Chain::new`], or an error if `stop` ended the computation.
    pub fn watched(
        track: &Track,
        start: &State,
        policy: impl Play,
        goal: Goal,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, ChainError> {
        let mut numbers: FnvHashMap<Key, u32> = FnvHashMap::default();
        let mut queue = VecDeque::new();
        let mut chain = Self { edges: Vec::new(), begin: Vec::new() };
        let first = key(start).ok_or(ChainError::Stuck)?;
        numbers.insert(first, 0);
        queue.push_back(first);
        while let Some(at) = queue.pop_front() {
            if chain.begin.len().is_multiple_of(LOOKED_AFTER) && stop() {
                return Err(ChainError::Stopped);
            }
            chain.begin.push(u32::try_from(chain.edges.len()).map_err(|_| ChainError::TooLarge)?);
            let state = state_of(start, at);
            for (chance, next) in steps(track, &state, &policy).ok_or(ChainError::Stuck)? {
                let reached = next.drivers.first().is_some_and(|driver| goal.is_reached(driver));
                let to = if reached {
                    None
                } else {
                    let key = key(&next).ok_or(ChainError::Stuck)?;
                    let count = numbers.len();
                    let number = *numbers.entry(key).or_insert_with(|| {
                        queue.push_back(key);
                        count as u32
                    });
                    if numbers.len() > MAX_STATES {
                        return Err(ChainError::TooLarge);
                    }
                    Some(number)
                };
                chain.edges.push(Edge { chance, to, extra: next.extra.is_some() });
            }
        }
        chain.begin.push(u32::try_from(chain.edges.len()).map_err(|_| ChainError::TooLarge)?);
        Ok(chain)
    }

    /// Makes a chain from its edges, which are listed state by state. The chain begins in the first state.
    pub(super) const fn of(edges: Vec<Edge>, begin: Vec<u32>) -> Self {
        Self { edges, begin }
    }

    /// The number of states in the chain.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.begin.len().saturating_sub(1)
    }

    fn edges_of(&self, state: usize) -> &[Edge] {
        let (from, to) = (self.begin[state] as usize, self.begin[state + 1] as usize);
        &self.edges[from..to]
    }

    /// Returns the distribution of the number of turns to the goal.
    #[must_use]
    pub fn distribution(&self) -> Distribution {
        let count = self.states();
        let mut now = vec![0.0_f64; count];
        let mut later = vec![0.0_f64; count];
        now[0] = 1.0;
        let mut chances = vec![0.0];
        let mut left = 1.0;
        let mut alive: Vec<u32> = vec![0];
        while left > ENOUGH && chances.len() <= MOST_TURNS {
            let mut done = 0.0;
            let mut next_alive: Vec<u32> = Vec::new();
            // Follows a move in waves: one wave for the first throw, and one for each extra throw.
            let mut wave = std::mem::take(&mut alive);
            let mut waves = 0;
            while !wave.is_empty() {
                let mut next_wave: Vec<u32> = Vec::new();
                for state in wave.drain(..) {
                    let mass = std::mem::take(&mut now[state as usize]);
                    if mass < NOTHING {
                        continue;
                    }
                    for edge in self.edges_of(state as usize) {
                        let part = mass * edge.chance;
                        match edge.to {
                            None => done += part,
                            Some(to) if edge.extra => {
                                if now[to as usize] == 0.0 {
                                    next_wave.push(to);
                                }
                                now[to as usize] += part;
                            }
                            Some(to) => {
                                if later[to as usize] == 0.0 {
                                    next_alive.push(to);
                                }
                                later[to as usize] += part;
                            }
                        }
                    }
                }
                wave = next_wave;
                waves += 1;
                // A move always ends, because each extra throw moves the car on, fills the battery or breaks the
                // engine. The limit is only a safeguard.
                if waves > MOST_TURNS {
                    break;
                }
            }
            std::mem::swap(&mut now, &mut later);
            alive = next_alive;
            chances.push(done);
            left -= done;
        }
        Distribution { chances, left: left.max(0.0) }
    }
}

/// Returns the possible next states after the policy's throw or discharge, each with its chance. Returns `None` if
/// the policy has no legal play.
fn steps(track: &Track, state: &State, policy: &impl Play) -> Option<Vec<(f64, State)>> {
    let car = state.car(0);
    match policy.choose(track, state)? {
        Choice::Battery => Some(vec![(1.0, rules::next(track, state, &Turn::discharge(car))?)]),
        Choice::Die(die) => {
            let odds = track.faces().odds(die).into_iter();
            let step = |(face, sides): (u8, u8)| {
                let throw = policy.answer(track, state, die, face)?;
                let next = rules::next(track, state, &Turn::throw(car, throw))?;
                Some((f64::from(sides) / FACES as f64, next))
            };
            odds.map(step).collect()
        }
    }
}

/// A probability distribution of the number of turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The chance of each number of turns, beginning with 0 turns.
    pub chances: Vec<f64>,
    /// The chance that the driver needs more turns than the list `chances` covers.
    pub left: f64,
}

impl Distribution {
    /// Returns the mean number of turns over the cases that the distribution covers. If the driver may never reach the
    /// goal, [`left`](Self::left) is large and the mean is too low.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.chances.iter().enumerate().map(|(turns, chance)| turns as f64 * chance).sum()
    }

    /// Whether the distribution covers practically all cases. Only then are its mean and variance right. Otherwise the
    /// chance that more than [`MOST_TURNS`] turns are needed is too large to ignore.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.left <= TOO_MUCH
    }

    /// Returns a lower bound of the expected number of turns. A race that is too long for the distribution counts as if
    /// it had one turn more than the distribution covers.
    #[must_use]
    pub fn at_least(&self) -> f64 {
        self.mean() + self.left * self.chances.len() as f64
    }

    /// Returns the variance of the number of turns.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.chances.iter().enumerate().map(|(turns, chance)| (turns as f64 - mean).powi(2) * chance).sum()
    }

    /// Returns the smallest number of turns within which the driver reaches the goal with at least this chance (0 to
    /// 1). If the distribution does not cover enough turns, returns one more than the largest number of turns it
    /// covers.
    #[must_use]
    pub fn quantile(&self, chance: f64) -> usize {
        let mut sum = 0.0;
        let enough = self.chances.iter().position(|part| {
            sum += part;
            sum >= chance
        });
        enough.unwrap_or(self.chances.len())
    }

    /// Returns two chances: that this driver reaches the goal before another driver, and that both reach it in the same
    /// turn. The other driver drives independently of this one.
    #[must_use]
    pub fn against(&self, other: &Self) -> (f64, f64) {
        let (mut ahead, mut level, mut gone) = (0.0, 0.0, 0.0);
        for (turns, chance) in self.chances.iter().enumerate() {
            let same = other.chances.get(turns).copied().unwrap_or(0.0);
            gone += same;
            ahead += chance * (1.0 - gone).max(0.0);
            level += chance * same;
        }
        (ahead, level)
    }
}
