//! What crashes lead to, by the rules' own placement, with what is known of a place kept.

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

/// The place of a crash: numerators and common denominator, and from which side it was come to, where that matters.
type Spot = ([i64; 3], [i32; 2]);
type Known = BTreeMap<Spot, Option<[i32; 2]>>;

/// Into how many parts what is known is divided, so that searches side by side do not wait for one another.
const PARTS: usize = 256;

/// What comes after a crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct After {
    pub at: [i32; 2],
    pub progress: i32,
    /// Whether the racer is back where its move began, on that side of the line.
    pub is_back: bool,
    /// Turns lost, beside the one of the crash.
    pub lost: u32,
    pub life: Life,
}

/// Crashes on a track.
pub(super) struct Crashes<'a> {
    pub track: &'a Track,
    terms: &'a Terms,
    home: Option<[i32; 2]>,
    has_free_walls: bool,
    known: Vec<Mutex<Known>>,
}

impl<'a> Crashes<'a> {
    pub fn new(track: &'a Track, terms: &'a Terms, question: &Question) -> Self {
        let home = question.home.or_else(|| question.seeds.first().map(|seed| seed.at));
        let has_free_walls = track.walls.list.iter().any(|wall| wall.is_free());
        let known = (0..PARTS).map(|_| Mutex::default()).collect();
        Self { track, terms, home, has_free_walls, known }
    }

    /// Where a racer goes on that crashed from there; `None` where it is out.
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
        let leg = self.track.leg(hit.origin, hit.velocity);
        let damage = damage_of(self.track, rules, life, &leg, hit.contact, hit.velocity);
        if damage.out {
            return None;
        }
        Some(After { at, progress, is_back, lost: damage.lost, life: damage.life })
    }

    /// Where a racer is placed; `None` where that is the place its move began at.
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

    /// All that a placement depends on, beside where the move began; `None` for places that are no fractions.
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
        // A free wall has two sides, and so has the line where the racer crashed on it.
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
