//! Finds the state of a racer after a crash. The racer is placed by the rules themselves, and the results are cached.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::report::Question;
use crate::games::vector_racing::exact::{Time, cross, minus};
use crate::games::vector_racing::number::gcd;
use crate::games::vector_racing::options::{CrashRule, DamageRule};
use crate::games::vector_racing::path::{Crash, Rest};
use crate::games::vector_racing::rules::{damage_of, place};
use crate::games::vector_racing::state::{Life, Terms};
use crate::games::vector_racing::track::Track;

/// The cache key of a crash. It contains the crash point, as two numerators and a common denominator. It also contains
/// the direction of the move, if the direction makes a difference.
type Spot = ([i64; 3], [i32; 2]);
type Known = BTreeMap<Spot, Option<[i32; 2]>>;

/// The number of parts of the cache. Each part has a lock of its own, so that parallel searches rarely wait for each
/// other.
const PARTS: usize = 256;

/// The state of a racer after a crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct After {
    pub at: [i32; 2],
    pub progress: i32,
    /// Whether the racer goes back to the point where its move began, with the progress that it had there.
    pub is_back: bool,
    /// The number of turns lost, besides the turn of the crash.
    pub lost: u32,
    pub life: Life,
}

/// Finds the states of racers after crashes on a track, and caches them.
pub(super) struct Crashes<'a> {
    pub track: &'a Track,
    terms: &'a Terms,
    home: Option<[i32; 2]>,
    has_free_walls: bool,
    known: Vec<Mutex<Known>>,
}

impl<'a> Crashes<'a> {
    pub fn new(track: &'a Track, terms: &'a Terms, question: &Question) -> Self {
        // If the seeds differ in their starts, the caller searches them one after the other.
        let home = question.home.or_else(|| question.seeds.first().map(|seed| seed.at));
        let has_free_walls = track.walls.list.iter().any(|wall| wall.is_free());
        let known = (0..PARTS).map(|_| Mutex::default()).collect();
        Self { track, terms, home, has_free_walls, known }
    }

    /// Returns the state of a racer after a crash; `None` if the racer is out. The crashing move began at the point
    /// `from`. `before` is the racer's progress before the move, and `progress` is its progress after the move.
    pub fn after(&self, hit: &Crash, from: [i32; 2], before: i32, progress: i32, life: &Life) -> Option<After> {
        let rules = &self.terms.rules;
        let found = match rules.crash {
            CrashRule::BackToStart => None,
            CrashRule::Repair | CrashRule::StopAtWall => self.placed(&hit.rest, from),
        };
        let (at, progress) = match (rules.crash, found) {
            (CrashRule::BackToStart, _) => {
                let home = self.home.unwrap_or(from);
                (home, self.track.first_progress(home))
            }
            (_, Some(at)) => (at, progress),
            (_, None) => (from, before),
        };
        let is_back = found.is_none() && rules.crash != CrashRule::BackToStart;
        if rules.damage == DamageRule::None {
            let lost = u32::from(rules.crash == CrashRule::Repair);
            return Some(After { at, progress, is_back, lost, life: life.clone() });
        }
        let damage = damage_of(self.track, rules, life, hit);
        if damage.out {
            return None;
        }
        Some(After { at, progress, is_back, lost: damage.lost, life: damage.life })
    }

    /// Returns the point where a racer is placed; `None` if it goes back to the start of its move.
    fn placed(&self, rest: &Rest, from: [i32; 2]) -> Option<[i32; 2]> {
        let look = || {
            let placement = place(self.track, rest, from);
            placement.bound.map(|_| placement.at)
        };
        let Some(spot) = self.spot(rest) else { return look() };
        let mixed = (spot.0[0].wrapping_mul(31) ^ spot.0[1].wrapping_mul(17) ^ spot.0[2]).unsigned_abs();
        let part = &self.known[mixed as usize % PARTS];
        let is_known = part.lock().ok().and_then(|known| known.get(&spot).copied());
        is_known.unwrap_or_else(|| {
            let found = look();
            if let Ok(mut known) = part.lock() {
                known.insert(spot, found);
            }
            found
        })
    }

    /// Returns the cache key of a crash: the crash point and the direction, because they decide where the racer is
    /// placed. The start of the move is not part of the key. Returns `None` if the coordinates of the crash point
    /// cannot be written as fractions of 64-bit numbers.
    fn spot(&self, rest: &Rest) -> Option<Spot> {
        let Time::Ratio(above, below) = rest.t else { return None };
        let leg = self.track.leg(rest.origin, rest.velocity);
        let value = |axis: usize| {
            i64::try_from(
                i128::from(leg.origin[axis]) * i128::from(below) + i128::from(leg.velocity[axis]) * i128::from(above),
            )
            .ok()
        };
        let (x, y) = (value(0)?, value(1)?);
        let divisor = gcd(gcd(x, y), below).max(1);
        let at = [x / divisor, y / divisor, below / divisor];
        // The direction of arrival matters at a free wall, which has two sides. It also matters if the racer crashed on
        // the finish line.
        let way = if self.has_free_walls {
            let divisor = gcd(rest.velocity[0], rest.velocity[1]).max(1);
            let moved = i64::from(rest.moved);
            rest.velocity.map(|part| (part / divisor * 2 + moved) as i32)
        } else if let Some(line) = self.track.line {
            let edge = minus(line.to, line.from);
            let side = cross(edge, rest.velocity).signum() as i32;
            [if rest.moved { side } else { 2 }, 0]
        } else {
            [0, 0]
        };
        Some((at, way))
    }
}
