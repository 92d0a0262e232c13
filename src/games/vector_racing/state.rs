//! Everything the rules know between two entries.

use std::sync::Arc;

use super::options::{Hits, Per, Rules};
use super::setup::MAX_RACERS;
use crate::game::CarId;

/// What a race agreed on, the same for all its states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The options.
    pub rules: Rules,
    /// How many laps.
    pub laps: u32,
    /// The progress that finishes.
    pub needed: i32,
    /// Where each racer starts.
    pub starts: Vec<[i32; 2]>,
    /// The objects that count as hits, as bits.
    pub counted: u64,
}

impl Terms {
    /// What must be hit, if anything.
    #[must_use]
    pub fn hits(&self) -> Option<&Hits> {
        self.rules.hits.as_ref().filter(|hits| hits.count > 0)
    }
}

/// What a racer has hit (RT-HIT-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tally {
    /// The objects that count once, as bits.
    pub set: u64,
    /// The hits, where objects count every time.
    pub times: u32,
    /// The laps completed with enough hits, where they are counted by laps.
    pub laps: u32,
}

impl Tally {
    /// How many hits there are.
    #[must_use]
    pub fn count(&self, hits: &Hits) -> u32 {
        if hits.distinct { self.set.count_ones() } else { self.times }
    }

    /// One more hit.
    pub(super) fn add(&mut self, terms: &Terms, bit: u64) {
        let Some(hits) = terms.hits().filter(|_| terms.counted & bit != 0) else { return };
        if hits.distinct {
            self.set |= bit;
        } else {
            self.times = self.times.saturating_add(1).min(hits.count);
        }
    }

    /// Whether a forward crossing that leaves this progress finishes as far as hits go (RT-HIT-02).
    pub(super) fn has_enough(&self, terms: &Terms, progress: i32) -> bool {
        terms.hits().is_none_or(|hits| {
            let is_full = self.count(hits) >= hits.count;
            match hits.per {
                Per::Race => is_full,
                Per::Lap => self.laps + u32::from(is_full && progress >= 1) >= needed_laps(terms),
            }
        })
    }

    /// A crossing that does not finish: where hits are counted by laps, a lap with enough of them is put down and the next
    /// begins without any; one with too few goes on.
    pub(super) fn cross(&mut self, terms: &Terms, progress: i32, forward: bool) {
        let Some(hits) = terms.hits().filter(|hits| hits.per == Per::Lap) else { return };
        if forward && progress >= 1 && self.count(hits) >= hits.count && self.laps < needed_laps(terms) {
            *self = Self { laps: self.laps + 1, ..Self::default() };
        }
    }
}

fn needed_laps(terms: &Terms) -> u32 {
    u32::try_from(terms.needed).unwrap_or(0)
}

/// What is left of a racer (RT-DMG-02, RT-DMG-05).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Life {
    /// Damage costs no life.
    Endless,
    /// Points left.
    Points(i64),
    /// The squares of the speeds of all crashes: their roots are what ten points have to bear.
    Roots(Vec<i64>),
}

/// How a racer crossed the line for the last time (section 8, ties).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finish {
    /// In which turn.
    pub turn: u32,
    /// When in its move, as a fraction.
    pub t: (i64, i64),
    /// The square of the speed before.
    pub speed_before: i64,
    /// The square of the speed of the move.
    pub speed: i64,
    /// Where the move began.
    pub from: [i32; 2],
    /// Its place; 0 until the turn is over.
    pub place: u32,
}

/// Whether a racer races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It does.
    Racing,
    /// It is out for good.
    Out,
    /// It has finished.
    Finished(Finish),
}

/// A racer between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Racer {
    /// Its number.
    pub car: CarId,
    /// Where it stands.
    pub at: [i32; 2],
    /// The velocity its next turn starts from.
    pub base: [i32; 2],
    /// How often it has crossed the line, against the race counted back.
    pub progress: i32,
    /// Whether it slides on oil (RT-OIL-01).
    pub force: bool,
    /// Whether it may speed up more (RT-FAST-01).
    pub fast: bool,
    /// Whether it may slow down more (RT-SLOW-01).
    pub slow: bool,
    /// What it has hit.
    pub tally: Tally,
    /// Turns it still misses.
    pub lost: u32,
    /// What is left of it.
    pub life: Life,
    /// Whether it races.
    pub standing: Standing,
}

impl Racer {
    /// Whether it hands something in.
    #[must_use]
    pub const fn is_racing(&self) -> bool {
        matches!(self.standing, Standing::Racing)
    }
}

/// Whether a race goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It does.
    Racing,
    /// Nobody races any more, or nobody has to.
    Over,
    /// The last turn allowed is over.
    Abandoned,
}

/// A race between two entries. Within a turn the racers that have handed in already stand where their moves led them;
/// places are given when the turn is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What the race agreed on.
    pub terms: Arc<Terms>,
    /// The turn being played, from 1.
    pub turn: u32,
    /// Who has handed in this turn, as bits by place in the list.
    pub done: u16,
    /// Whether the race goes on.
    pub phase: Phase,
    /// The racers, in the order of the list; at most [`MAX_RACERS`].
    pub racers: Vec<Racer>,
}

const _: () = assert!(MAX_RACERS <= u16::BITS as usize);

impl State {
    /// The place in the list of the racer with this number.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.racers.iter().position(|racer| racer.car == car)
    }

    /// Whether a racer has still to hand in this turn.
    #[must_use]
    pub fn is_due(&self, index: usize) -> bool {
        self.phase == Phase::Racing
            && self.done >> index & 1 == 0
            && self.racers.get(index).is_some_and(Racer::is_racing)
    }

    /// Whose entry comes next, by place in the list.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        (0..self.racers.len()).find(|index| self.is_due(*index))
    }
}
