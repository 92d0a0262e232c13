//! The damage of a crash (RT-DMG).

use num_bigint::BigUint;

use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, dot, minus};
use crate::games::vector_racing::options::{CrashRule, DamageRule, Measure, Rules};
use crate::games::vector_racing::path::Crash;
use crate::games::vector_racing::state::Life;
use crate::games::vector_racing::track::Track;

/// The life points of a racer at the start.
const LIFE: i64 = 10;

/// The effect of a crash on a racer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::games::vector_racing) struct Damage {
    /// The damage as a whole number; `None` if it is a square root or damage has no effect.
    pub points: Option<i64>,
    /// The square of the damage, if damage costs life points and equals the racer's speed (a square root); otherwise
    /// `None`.
    pub square: Option<i64>,
    /// The number of turns that the racer now has to miss.
    pub lost: u32,
    /// The life that the racer has left.
    pub life: Life,
    /// Whether the racer is out of the race.
    pub out: bool,
}

/// Returns the effect of a crash on a racer with this life.
pub(in crate::games::vector_racing) fn damage(track: &Track, rules: &Rules, life: &Life, hit: &Crash) -> Damage {
    let velocity = hit.velocity;
    let square = dot(velocity, velocity);
    let measured = || match rules.measure {
        Measure::Sum => velocity[0].abs() + velocity[1].abs(),
        Measure::Speed => least_root(i128::from(square), 1),
        Measure::Perpendicular => {
            let (origin, velocity_there) = hit.contact_leg();
            perpendicular(track, &track.leg(origin, velocity_there), hit.contact, velocity)
        }
    };
    let repairs = u32::from(rules.crash == CrashRule::Repair);
    match rules.damage {
        DamageRule::None => Damage { points: None, square: None, lost: repairs, life: life.clone(), out: false },
        DamageRule::Turns => {
            let points = measured();
            let lost = u32::try_from(points).unwrap_or(u32::MAX).saturating_add(repairs);
            Damage { points: Some(points), square: None, lost, life: life.clone(), out: false }
        }
        DamageRule::Life => {
            let (left, points, root) = match (life, rules.measure) {
                (Life::Roots(list), _) => {
                    let mut list = list.clone();
                    list.push(square);
                    list.sort_unstable();
                    (Life::Roots(list), None, Some(square))
                }
                (Life::Points(left), _) => {
                    let points = measured();
                    (Life::Points(left - points), Some(points), None)
                }
                (Life::Endless, _) => (Life::Endless, None, None),
            };
            let out = match &left {
                Life::Endless => false,
                Life::Points(left) => *left <= 0,
                Life::Roots(list) => root_sum_reaches(list, LIFE),
            };
            Damage { points, square: root, lost: if out { 0 } else { repairs }, life: left, out }
        }
    }
}

/// Returns the life with which a racer begins.
pub(in crate::games::vector_racing) fn first_life(rules: &Rules) -> Life {
    match (rules.damage, rules.measure) {
        (DamageRule::Life, Measure::Speed) => Life::Roots(Vec::new()),
        (DamageRule::Life, _) => Life::Points(LIFE),
        (DamageRule::None | DamageRule::Turns, _) => Life::Endless,
    }
}

/// Returns the least whole number whose square is at least `above / below`.
pub(super) fn least_root(above: i128, below: i128) -> i64 {
    if above <= 0 {
        return 0;
    }
    // n² >= above / below holds if and only if n² >= the quotient rounded up.
    let quotient = above / below + i128::from(above % below != 0);
    let root = quotient.isqrt();
    i64::try_from(root + i128::from(root * root != quotient)).unwrap_or(i64::MAX)
}

/// Returns the part of the velocity that is perpendicular to the wall, rounded up. If the racer hits several walls,
/// returns the largest such part (RT-DMG-06).
fn perpendicular(track: &Track, leg: &Leg, contact: Time, velocity: Vector) -> i64 {
    let (walls, discs) = track.walls.touched(leg, contact);
    let into_wall = walls.iter().map(|wall| {
        let edge = minus(wall.b, wall.a);
        let aside = i128::from(cross(velocity, edge));
        least_root(aside * aside, i128::from(dot(edge, edge)))
    });
    let scale = i128::from(track.scale);
    let into_disc = discs.iter().map(|disc| {
        let (above, below) = disc.inward_square(leg);
        least_root(above, below * scale * scale)
    });
    into_wall.chain(into_disc).max().unwrap_or(0)
}

/// Whether the sum of the square roots of these numbers is at least `limit`, computed exactly with integers
/// (RT-DMG-05).
pub(in crate::games::vector_racing) fn root_sum_reaches(squares: &[i64], limit: i64) -> bool {
    let root = |square: i64| {
        let root = square.max(0).isqrt();
        (root * root == square).then_some(root)
    };
    if let Some(sum) = squares.iter().map(|square| root(*square)).sum::<Option<i64>>() {
        return sum >= limit;
    }
    // The sum is irrational, so at some precision it differs from `limit`.
    for fineness in (8u32..).step_by(8) {
        let (low, high) = scaled_sum(squares, fineness);
        let limit = BigUint::from(limit.max(0) as u64) << fineness;
        if low >= limit {
            return true;
        }
        if high < limit {
            return false;
        }
    }
    false
}

/// Returns a lower and an upper bound of the sum of the square roots of these numbers. Both bounds are multiplied by
/// 2^`fineness`.
fn scaled_sum(squares: &[i64], fineness: u32) -> (BigUint, BigUint) {
    let low: BigUint =
        squares.iter().map(|square| (BigUint::from((*square).max(0) as u64) << (2 * fineness)).sqrt()).sum();
    let high = &low + squares.len();
    (low, high)
}

/// Returns the number of life points that a racer has left after its crashes, rounded up, for display. `squares`
/// contains the squared speed of each crash. Each crash costs as many life points as its speed.
pub(in crate::games::vector_racing) fn roots_left(squares: &[i64]) -> i64 {
    let (low, _) = scaled_sum(squares, 32);
    let spent = u64::try_from(low >> 32u32).map_or(LIFE, |spent| spent as i64);
    (LIFE - spent).max(0)
}
