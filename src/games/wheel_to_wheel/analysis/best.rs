//! Finds the best play of a lone driver by value iteration: which die to throw, when to charge, discharge and stop, and
//! which tyres to fit (rules ledger, section 7).
//!
//! The search visits every state that the driver can reach by legal play, and lists the driver's options in that state.
//! It uses the rules that check recorded races. The values are computed in sweeps over all states. They start at zero
//! and only grow, so they are lower bounds at any time. Upper bounds follow from the change that one more sweep would
//! make (see [`Best::turns`]). Values are floating-point numbers; no rule uses them.

mod play;
mod sweep;
mod traffic;

use fnv::FnvHashMap;

pub use traffic::Traffic;
use traffic::{Variant, crashed};

use super::chain::{Chain, ChainError, Edge, MAX_STATES};
use super::lone::{Key, key, state_of};
use crate::games::wheel_to_wheel::dice::{Die, FACES};
use crate::games::wheel_to_wheel::draft::{BATTERY, LAPS};
use crate::games::wheel_to_wheel::rules::{self, allowed, choices};
use crate::games::wheel_to_wheel::state::{Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Branch, Throw, Turn};

/// A search stores at most this number of ways to use a throw, counted over all states.
const MAX_USES: usize = 60_000_000;
/// A search makes at most this number of evaluations in all its sweeps, which takes about ten seconds. One evaluation
/// rates one way to use a throw.
const MOST_WORK: usize = 3_000_000_000;
/// The lower and the upper bound of a value count as equal if they differ by no more than this fraction of the value.
const CLOSE: f64 = 1e-9;
/// After this number of states, the search checks again whether it must stop.
const LOOKED_AFTER: usize = 256;
/// The entry in `uses` that stands for the finish, in place of the index of a state.
const HOME: u32 = u32::MAX;
/// The bit in an entry of `uses` that marks a move to a red field, where another car may stand.
const RISKY: u32 = 1 << 30;

/// Bounds of the expected number of turns to the finish under best play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower bound of the expected number of turns.
    pub at_least: f64,
    /// The upper bound of the expected number of turns; `None` if the search ended before it was known.
    pub at_most: Option<f64>,
}

impl Bounds {
    /// Returns the expected number of turns if both bounds agree to a billionth; otherwise `None`.
    #[must_use]
    pub fn exact(self) -> Option<f64> {
        self.at_most.filter(|most| most - self.at_least <= CLOSE * most.max(1.0)).map(|_| self.at_least)
    }
}

/// A face that the driver can throw, for one state and one choice of die.
#[derive(Clone, Copy, Debug)]
struct Face {
    /// The number of the die's six sides that show this face.
    sides: u8,
    /// The index in `Best::uses` at which the ways to use this face begin.
    uses: u32,
}

/// The best play of a lone driver: every state that the driver can reach, with the options there and the expected turns
/// to the finish.
#[derive(Clone, Debug)]
pub struct Best {
    numbers: FnvHashMap<Key, u32>,
    extra: Vec<bool>,
    /// The index in `options` of each state's first option, with one more entry at the end.
    begin: Vec<u32>,
    /// For each option, the index in `faces` of its first face. An option is a die to throw, or the battery, which
    /// counts as an option with one face.
    options: Vec<u32>,
    faces: Vec<Face>,
    /// For each option, the conditions under which the driver has it, one bit for each ([`Variant::conditions`]). The
    /// list is empty if the search leaves out traffic.
    conditions: Vec<u8>,
    /// For each way to use a throw, the index of the state that it leads to, or `HOME` for the finish.
    uses: Vec<u32>,
    /// For each state on a red field of the loop, the index of the state after a collision; `HOME` for every other
    /// state. The list is empty if the search leaves out traffic.
    crashes: Vec<u32>,
    /// For each state, a lower bound of the expected turns to the finish, including the current turn.
    values: Vec<f64>,
    /// The fraction by which every lower bound in `values` must be raised to become an upper bound; `None` if the upper
    /// bounds are unknown.
    slack: Option<f64>,
    sweeps: usize,
    /// Whether this search lets the driver enter the pit lane only when the driver must stop.
    due_only: bool,
    /// The traffic of the race; `None` if the search leaves out traffic.
    traffic: Option<Traffic>,
}

/// The settings of a search: the largest number of sweeps (updates of the values of all states), whether the driver
/// enters the pit lane only if it must stop, and the traffic (how often other cars affect the driver).
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    /// The largest number of sweeps over the states; `None` if the number of sweeps is not limited.
    sweeps: Option<usize>,
    due_only: bool,
    traffic: Option<Traffic>,
}

impl Best {
    /// Finds the best play of one lone driver ([`alone`](super::alone), [`bound`](super::bound)) from these states.
    /// The states may differ only in the driver and its current move.
    ///
    /// # Errors
    /// Returns an error if there are too many states, or some state has no legal play.
    pub fn new(track: &Track, starts: &[State]) -> Result<Self, ChainError> {
        Self::watched(track, starts, &|| false)
    }

    /// Finds the best play as [`Best::new`] does. The search calls `stop` regularly and ends when `stop` returns true.
    ///
    /// # Errors
    /// Returns the errors of [`Best::new`], or an error if `stop` stopped the search.
    pub fn watched(track: &Track, starts: &[State], stop: &dyn Fn() -> bool) -> Result<Self, ChainError> {
        let keys = starts.iter().map(|start| key(start).ok_or(ChainError::Stuck)).collect::<Result<Vec<Key>, _>>()?;
        let like = starts.first().ok_or(ChainError::Stuck)?;
        Self::from_keys(track, like, &keys, Extent::default(), stop)
    }

    /// Finds the best play of a lone driver that enters the pit lane only if it must stop, for example because of a
    /// binding plan ([`bound`](super::bound)). In the other searches the driver may drive through the lane at any time,
    /// which helps if the lane is the shorter route.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Best::watched`].
    pub fn with_stops_due(track: &Track, start: &State, stop: &dyn Fn() -> bool) -> Result<Self, ChainError> {
        let extent = Extent { due_only: true, ..Extent::default() };
        Self::from_keys(track, start, &[key(start).ok_or(ChainError::Stuck)?], extent, stop)
    }

    /// Searches for the best play as [`Best::new`] does, with at most this number of sweeps over the states. After a
    /// few sweeps only lower bounds are known.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Best::new`].
    pub fn sweeping(track: &Track, start: &State, sweeps: usize) -> Result<Self, ChainError> {
        let extent = Extent { sweeps: Some(sweeps), ..Extent::default() };
        Self::from_keys(track, start, &[key(start).ok_or(ChainError::Stuck)?], extent, &|| false)
    }

    /// Finds the best play of a driver that meets other cars. `traffic` says how often the other cars hold the driver
    /// up or help it. The values are close to the exact ones, but they are not bounds: the search ends when a sweep
    /// changes them by less than a millionth of a turn.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Best::new`].
    pub fn among(track: &Track, starts: &[State], traffic: Traffic) -> Result<Self, ChainError> {
        let keys = starts.iter().map(|start| key(start).ok_or(ChainError::Stuck)).collect::<Result<Vec<Key>, _>>()?;
        let like = starts.first().ok_or(ChainError::Stuck)?;
        Self::from_keys(track, like, &keys, Extent { traffic: Some(traffic), ..Extent::default() }, &|| false)
    }

    /// Finds the best play as [`Best::watched`] does, from states that are given by their keys. Facts that are not part
    /// of a key are taken from the state `like`.
    pub(in super::super) fn of_keys(
        track: &Track,
        like: &State,
        keys: &[Key],
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, ChainError> {
        Self::from_keys(track, like, keys, Extent::default(), stop)
    }

    fn from_keys(
        track: &Track,
        like: &State,
        keys: &[Key],
        extent: Extent,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, ChainError> {
        let mut best = Self {
            numbers: FnvHashMap::default(),
            extra: Vec::new(),
            begin: Vec::new(),
            options: Vec::new(),
            faces: Vec::new(),
            conditions: Vec::new(),
            uses: Vec::new(),
            crashes: Vec::new(),
            values: Vec::new(),
            slack: None,
            sweeps: 0,
            due_only: extent.due_only,
            traffic: extent.traffic,
        };
        let mut queue: Vec<Key> = Vec::new();
        for key in keys {
            best.number(*key, &mut queue);
        }
        let mut next = 0;
        while let Some(at) = queue.get(next).copied() {
            if next.is_multiple_of(LOOKED_AFTER) && stop() {
                return Err(ChainError::Stopped);
            }
            next += 1;
            best.expand(track, &state_of(like, at), &mut queue)?;
            if queue.len() > MAX_STATES || best.uses.len() > MAX_USES {
                return Err(ChainError::TooLarge);
            }
        }
        best.close();
        let most = extent.sweeps.unwrap_or_else(|| MOST_WORK / best.uses.len().max(1));
        let mut order: Vec<u32> = (0..queue.len() as u32).collect();
        order.sort_by_cached_key(|state| left(track, &queue[*state as usize]));
        best.iterate(&order, most, stop)?;
        Ok(best)
    }

    fn number(&mut self, key: Key, queue: &mut Vec<Key>) -> u32 {
        let count = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert_with(|| {
            queue.push(key);
            count
        })
    }

    /// Adds a state's options to the lists of this search. If an option leads to a new state, adds that state to the
    /// queue.
    fn expand(&mut self, track: &Track, state: &State, queue: &mut Vec<Key>) -> Result<(), ChainError> {
        self.begin.push(self.options.len() as u32);
        self.extra.push(state.is_extra(0));
        if self.traffic.is_some() {
            for variant in Variant::of(track, state) {
                self.offer(track, &variant.state, &variant.dice, variant.battery, queue);
                self.conditions.resize(self.options.len(), variant.conditions);
            }
        } else {
            let dice = allowed(track, state, 0, state.is_extra(0)).list();
            self.offer(track, state, &dice, true, queue);
        }
        let is_stuck = self.begin.last().is_some_and(|begin| *begin as usize == self.options.len());
        if is_stuck { Err(ChainError::Stuck) } else { Ok(()) }
    }

    /// Adds the options that the driver has in a state: to throw each of these dice and, if `battery` is set and the
    /// rules allow it, to discharge the battery.
    fn offer(&mut self, track: &Track, state: &State, dice: &[Die], battery: bool, queue: &mut Vec<Key>) {
        let car = state.car(0);
        let mut reach = |best: &mut Self, turn: &Turn| -> Option<u32> {
            let next = rules::next(track, state, turn)?;
            let is_home = next.drivers.first().is_some_and(|driver| driver.finished > 0);
            if is_home {
                return Some(HOME);
            }
            let to = best.number(key(&next)?, queue);
            let crash = best.traffic.and_then(|_| crashed(track, state, turn, &next)).and_then(|crash| key(&crash));
            let Some(crash) = crash else { return Some(to) };
            let crash = best.number(crash, queue);
            if best.crashes.len() <= to as usize {
                best.crashes.resize(to as usize + 1, HOME);
            }
            best.crashes[to as usize] = crash;
            Some(to | RISKY)
        };
        for die in dice.iter().copied() {
            let faces = self.faces.len();
            let uses = self.uses.len();
            let mut is_usable = true;
            for (face, sides) in track.faces().odds(die) {
                let first = self.uses.len();
                self.faces.push(Face { sides, uses: first as u32 });
                for throw in self.open(track, state, die, face) {
                    if let Some(to) = reach(self, &Turn::throw(car, throw))
                        && !self.uses[first..].contains(&to)
                    {
                        self.uses.push(to);
                    }
                }
                is_usable &= self.uses.len() > first;
            }
            if is_usable {
                self.options.push(faces as u32);
            } else {
                self.faces.truncate(faces);
                self.uses.truncate(uses);
            }
        }
        if battery && let Some(to) = reach(self, &Turn::discharge(car)) {
            self.options.push(self.faces.len() as u32);
            self.faces.push(Face { sides: FACES as u8, uses: self.uses.len() as u32 });
            self.uses.push(to);
        }
    }

    /// Completes the lists after all states have been found. Adds a last entry, which marks the end, to `begin`,
    /// `options` and `faces`, and sets the values of all states to 0.
    fn close(&mut self) {
        self.begin.push(self.options.len() as u32);
        self.options.push(self.faces.len() as u32);
        self.faces.push(Face { sides: 0, uses: self.uses.len() as u32 });
        self.values = vec![0.0; self.extra.len()];
    }

    /// Returns the ways to use a throw in which this die shows this face. Leaves out ways that the rules forbid or that
    /// this search does not consider.
    fn open(&self, track: &Track, state: &State, die: Die, face: u8) -> Vec<Throw> {
        let mut uses = choices(track, state, 0, die, face);
        if self.due_only && rules::forced(track, state, 0).is_none() {
            uses.retain(|throw| throw.branch != Some(Branch::Pit));
        }
        uses
    }

    fn options_of(&self, state: usize) -> std::ops::Range<usize> {
        self.begin[state] as usize..self.begin[state + 1] as usize
    }

    fn faces_of(&self, option: usize) -> &[Face] {
        // The slice has one more face than the option. This last entry shows where the uses of the option's last face
        // end.
        &self.faces[self.options[option] as usize..=self.options[option + 1] as usize]
    }

    /// The number of states found.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.extra.len()
    }

    /// The number of sweeps made over all states.
    #[must_use]
    pub const fn sweeps(&self) -> usize {
        self.sweeps
    }

    /// Returns the expected turns to the finish under best play, including the current turn; `None` for a state that
    /// cannot be reached from the starting states.
    #[must_use]
    pub fn turns(&self, state: &State) -> Option<Bounds> {
        self.turns_of(key(state)?)
    }

    /// Returns the expected turns to the finish for the state with this key, as [`turns`](Self::turns) does for a
    /// state.
    pub(in super::super) fn turns_of(&self, key: Key) -> Option<Bounds> {
        let at_least = *self.values.get(*self.numbers.get(&key)? as usize)?;
        Some(Bounds { at_least, at_most: self.slack.map(|slack| at_least * (1.0 + slack)) })
    }

    /// Returns the best play from a state as a Markov chain, for the distribution of turns; `None` for an unknown
    /// state.
    #[must_use]
    pub fn chain(&self, start: &State) -> Option<Chain> {
        let first = *self.numbers.get(&key(start)?)?;
        let mut numbers: FnvHashMap<u32, u32> = FnvHashMap::default();
        let mut queue = vec![first];
        numbers.insert(first, 0);
        let (mut edges, mut begin) = (Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(state) = queue.get(next).copied() {
            next += 1;
            begin.push(edges.len() as u32);
            let option = self.best_option(state as usize)?;
            for pair in self.faces_of(option).windows(2) {
                let [face, end] = pair else { continue };
                let uses = &self.uses[face.uses as usize..end.uses as usize];
                // Among throws of equal value, a throw that leads back to its own state comes last.
                let worth = |to: &u32| (self.worth(*to), *to == state);
                let best = uses.iter().min_by(|one, other| {
                    let ((one, back), (other, returns)) = (worth(one), worth(other));
                    one.total_cmp(&other).then(back.cmp(&returns))
                })?;
                let to = (*best != HOME).then(|| {
                    let count = numbers.len() as u32;
                    *numbers.entry(*best).or_insert_with(|| {
                        queue.push(*best);
                        count
                    })
                });
                let extra = *best != HOME && self.extra[*best as usize];
                edges.push(Edge { chance: f64::from(face.sides) / FACES as f64, to, extra });
            }
        }
        begin.push(edges.len() as u32);
        Some(Chain::of(edges, begin))
    }
}

/// Returns the key by which a sweep sorts the states: the driver's remaining distance, then the number of points
/// missing from a full battery. Every throw leads to a state with a smaller key, unless it sets the driver back (a
/// broken engine, a crash, a halt).
fn left(track: &Track, key: &Key) -> (u32, u8) {
    let driver = key.driver;
    let entry = u32::from(track.pit_entry);
    // The distance from the pit entry to the finish line, on the longer of the two routes.
    let home = (u32::from(track.loop_len) - entry).max(u32::from(track.lane_line) + 1);
    let on_loop = |field: u32| match entry.checked_sub(field) {
        Some(steps) => steps + home,
        None => u32::from(track.loop_len) - field,
    };
    let in_lane = |field: u16| match track.lane_line.checked_sub(field) {
        Some(steps) if steps > 0 => u32::from(steps),
        _ => on_loop(track.pit_exit.into()) + u32::from(track.lane_len - field) + 1,
    };
    let steps = match driver.spot {
        Spot::Loop(field) => on_loop(field.into()),
        Spot::Lane(field) => in_lane(field),
        Spot::CrashZone => in_lane(track.crash_next) + 1,
        Spot::Out => 0,
    };
    let lap = 2 * u32::from(LAPS.saturating_sub(driver.lap)) + u32::from(!driver.lap_open);
    (lap * 4 * u32::from(track.loop_len + track.lane_len) + steps, BATTERY.saturating_sub(driver.battery))
}
