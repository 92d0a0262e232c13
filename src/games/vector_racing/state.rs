//! The state of a race after one recorded entry (one racer's turn) and before the next.

use std::sync::Arc;

use super::options::{Hits, Per, Rules};
use super::setup::MAX_RACERS;
use crate::game::CarId;

/// The facts about a race that are the same in all its states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The options of the race.
    pub rules: Rules,
    /// The number of laps.
    pub laps: u32,
    /// The progress (number of line crossings) needed to finish.
    pub needed: i32,
    /// The start point of each racer.
    pub starts: Vec<[i32; 2]>,
    /// The objects whose hits count towards the required number of hits, as a bit mask.
    pub counted: u64,
}

impl Terms {
    /// Returns the hits that the options require; `None` if they require no hits.
    #[must_use]
    pub fn hits(&self) -> Option<&Hits> {
        self.rules.hits.as_ref().filter(|hits| hits.count > 0)
    }
}

/// The hits of a racer on objects that count (RT-HIT-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tally {
    /// The objects hit, as a bit mask, if each object counts only once; otherwise 0.
    pub set: u64,
    /// The number of hits so far, if an object counts every time it is hit; 0 if each object counts only once.
    pub times: u32,
    /// The number of laps completed with enough hits; 0 if hits are counted over the whole race.
    pub laps: u32,
}

impl Tally {
    /// Returns the number of hits.
    #[must_use]
    pub fn count(&self, hits: &Hits) -> u32 {
        if hits.distinct { self.set.count_ones() } else { self.times }
    }

    /// Adds a hit on the object that `bit` stands for, if the object counts.
    pub(super) fn add(&mut self, terms: &Terms, bit: u64) {
        let Some(hits) = terms.hits().filter(|_| terms.counted & bit != 0) else { return };
        if hits.distinct {
            self.set |= bit;
        } else {
            self.times = self.times.saturating_add(1).min(hits.count);
        }
    }

    /// Whether the racer has enough hits to finish when it crosses the line forwards (RT-HIT-02). `progress` is the
    /// racer's progress after the crossing.
    pub(super) fn has_enough(&self, terms: &Terms, progress: i32) -> bool {
        terms.hits().is_none_or(|hits| {
            let is_full = self.count(hits) >= hits.count;
            match hits.per {
                Per::Race => is_full,
                Per::Lap => self.laps + u32::from(is_full && progress >= 1) >= needed_laps(terms),
            }
        })
    }

    /// Records a crossing of the finish line. If hits are counted per lap and the racer has enough of them, the lap is
    /// completed and the count starts again, except after the last lap. With too few hits, the lap goes on.
    pub(super) fn cross(&mut self, terms: &Terms, progress: i32, forward: bool) {
        let Some(hits) = terms.hits().filter(|hits| hits.per == Per::Lap) else { return };
        if forward && progress >= 1 && self.count(hits) >= hits.count && self.laps < needed_laps(terms) {
            let laps = self.laps + 1;
            *self = if laps < needed_laps(terms) { Self { laps, ..Self::default() } } else { Self { laps, ..*self } };
        }
    }
}

fn needed_laps(terms: &Terms) -> u32 {
    u32::try_from(terms.needed).unwrap_or(0)
}

/// The life of a racer: the damage that it can still take before it is out (RT-DMG-02, RT-DMG-05).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Life {
    /// Damage costs no life.
    Endless,
    /// The racer has this number of life points left.
    Points(i64),
    /// The squared speeds of all crashes. The racer is out if the sum of their square roots reaches ten.
    Roots(Vec<i64>),
}

/// The finish of a racer, with everything that the tie-breaks need (rules ledger, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finish {
    /// The number of the turn in which the racer finished, from 1.
    pub turn: u32,
    /// The time within the move at which the racer finished, from 0 to 1: numerator and denominator.
    pub t: (i64, i64),
    /// The square of the speed before the finishing move.
    pub speed_before: i64,
    /// The square of the speed of the finishing move.
    pub speed: i64,
    /// The point where the finishing move began.
    pub from: [i32; 2],
    /// The racer's rank in the race, from 1; 0 until the turn is over.
    pub place: u32,
}

/// The status of a racer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The racer is still racing.
    Racing,
    /// The racer is out for good.
    Out,
    /// The racer has finished.
    Finished(Finish),
}

/// The state of a racer after one recorded entry (one racer's turn) and before the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Racer {
    /// The racer's number.
    pub car: CarId,
    /// The grid point where the racer is now.
    pub at: [i32; 2],
    /// The velocity from which the next turn starts.
    pub base: [i32; 2],
    /// The number of line crossings; a backward crossing counts -1.
    pub progress: i32,
    /// Whether the racer slides on oil: the next move must equal `base` (RT-OIL-01).
    pub force: bool,
    /// Whether the next move may speed up more than usual (RT-FAST-01).
    pub fast: bool,
    /// Whether the next move may slow down more than usual (RT-SLOW-01).
    pub slow: bool,
    /// The objects that the racer has hit so far.
    pub tally: Tally,
    /// The number of turns the racer still has to miss.
    pub lost: u32,
    /// The damage that the racer can still take before it is out.
    pub life: Life,
    /// Whether the racer is racing, out or finished.
    pub standing: Standing,
}

impl Racer {
    /// Whether the racer is still racing (also while it misses a turn).
    #[must_use]
    pub const fn is_racing(&self) -> bool {
        matches!(self.standing, Standing::Racing)
    }
}

/// The phase of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The race goes on.
    Racing,
    /// The race has ended: no racer is racing, or a racer has finished and the options end the race at the first
    /// finish.
    Over,
    /// The race was abandoned after the last turn that the options allow.
    Abandoned,
}

/// The state of a race after one recorded entry (one racer's turn) and before the next. Racers whose entry of this turn
/// is already recorded are at their new points on the board. Racers that finish are ranked when the turn is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The facts about the race that are the same in all its states.
    pub terms: Arc<Terms>,
    /// The number of the turn being played, from 1.
    pub turn: u32,
    /// A bit mask of the racers whose entry of this turn is already recorded. Each bit's number is the racer's index in
    /// `racers`.
    pub done: u16,
    /// Whether the race goes on or has ended.
    pub phase: Phase,
    /// The racers, in the order of the entry list; at most [`MAX_RACERS`].
    pub racers: Vec<Racer>,
}

const _: () = assert!(MAX_RACERS <= u16::BITS as usize);

impl State {
    /// Returns the index in `racers` of the racer with this number.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.racers.iter().position(|racer| racer.car == car)
    }

    /// Whether the racer with this index is still racing, and its action of the current turn is not recorded yet.
    #[must_use]
    pub fn is_due(&self, index: usize) -> bool {
        self.phase == Phase::Racing
            && self.done >> index & 1 == 0
            && self.racers.get(index).is_some_and(Racer::is_racing)
    }

    /// Returns the index in `racers` of the racer to act: the first one whose action of this turn is not recorded yet.
    /// Returns `None` if the race is over.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        (0..self.racers.len()).find(|index| self.is_due(*index))
    }
}
