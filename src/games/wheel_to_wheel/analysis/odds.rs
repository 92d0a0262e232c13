//! Computes the odds of the dice, such as the chance of rain (rules ledger, section 7).

use std::collections::BTreeMap;

use crate::games::wheel_to_wheel::dice::{Die, FACES, Faces, LARGEST_FACE};
use crate::games::wheel_to_wheel::draft::BATTERY;
use crate::games::wheel_to_wheel::rules::{self, Landing};
use crate::games::wheel_to_wheel::skills::Skills;
use crate::games::wheel_to_wheel::state::State;
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Branch, Throw, Turn, Use};

/// Returns the faces of a die with their chances.
fn chances(faces: &Faces, die: Die) -> impl Iterator<Item = (u8, f64)> {
    faces.odds(die).into_iter().map(|(face, sides)| (face, f64::from(sides) / FACES as f64))
}

fn chance_of_six(faces: &Faces, die: Die) -> f64 {
    chances(faces, die).find(|(face, _)| *face == LARGEST_FACE).map_or(0.0, |(_, chance)| chance)
}

/// Returns the chance of each sum that a team can throw in qualifying (WW-QUAL-01).
#[must_use]
pub fn qualifying_sums(faces: &Faces) -> BTreeMap<u8, f64> {
    let mut sums = BTreeMap::new();
    for (blue, a) in chances(faces, Die::Blue) {
        for (green, b) in chances(faces, Die::Green) {
            for (red, c) in chances(faces, Die::Red) {
                *sums.entry(blue + green + red).or_insert(0.0) += a * b * c;
            }
        }
    }
    sums
}

/// Returns the expected number of fields of a move. The driver uses the die `first` for its first throw and the die
/// `extra` for all extra throws, and always moves the full score. A six that breaks the engine counts as 0 fields.
#[must_use]
pub fn expected_steps(faces: &Faces, first: Die, extra: Die, skills: Skills) -> f64 {
    steps_from(faces, first, extra, skills, 0)
}

/// Returns the expected number of fields of a move that begins with the battery and uses one die for all extra throws.
#[must_use]
pub fn expected_steps_after_battery(faces: &Faces, extra: Die, skills: Skills) -> f64 {
    f64::from(BATTERY) + steps_from(faces, extra, extra, skills, 0)
}

fn steps_from(faces: &Faces, die: Die, extra: Die, skills: Skills, row: u8) -> f64 {
    let six = chance_of_six(faces, die);
    let Some(breaking) = skills.breaking_six() else {
        // Each extra throw adds the mean score, and the chance of one more throw.
        let next_six = chance_of_six(faces, extra);
        let worth = if next_six < 1.0 { faces.mean(extra) / (1.0 - next_six) } else { f64::INFINITY };
        return faces.mean(die) + if six > 0.0 { six * worth } else { 0.0 };
    };
    let plain = faces.mean(die) - six * f64::from(LARGEST_FACE);
    if row + 1 >= breaking {
        return plain;
    }
    plain + six * (f64::from(LARGEST_FACE) + steps_from(faces, extra, extra, skills, row + 1))
}

/// Returns the chance that a move with this die breaks the engine.
#[must_use]
pub fn chance_of_failure(faces: &Faces, die: Die, skills: Skills) -> f64 {
    skills.breaking_six().map_or(0.0, |sixes| chance_of_six(faces, die).powi(i32::from(sixes)))
}

/// Returns the expected number of throws until a battery at this level is full; `None` if it cannot be filled. The
/// driver charges every score that still fits into the battery. At each level, the driver throws the die of `dice` that
/// fills the battery soonest on average.
#[must_use]
pub fn throws_to_fill(faces: &Faces, dice: &[Die], battery: u8) -> Option<f64> {
    let full = usize::from(BATTERY);
    let mut left = vec![None; full + 1];
    left[full] = Some(0.0);
    for level in (usize::from(battery.min(BATTERY))..full).rev() {
        let with = |die: Die| {
            let fitting = chances(faces, die).filter(|(face, _)| level + usize::from(*face) <= full);
            let (mut chance, mut after) = (0.0, 0.0);
            for (face, part) in fitting {
                chance += part;
                after += part * left[level + usize::from(face)]?;
            }
            (chance > 0.0).then(|| (1.0 + after) / chance)
        };
        left[level] = dice.iter().filter_map(|die| with(*die)).reduce(f64::min);
    }
    left[usize::from(battery.min(BATTERY))]
}

/// Returns the expected number of throws of the blue die until a token reaches its garage, which is `steps` fields
/// ahead. A score that is too low moves the token; a score that is too high leaves it on its field. Returns `None` if
/// no throws can end in the garage.
#[must_use]
pub fn throws_to_garage(faces: &Faces, steps: u8, skills: Skills) -> Option<f64> {
    let last = skills.helping_try();
    let tries = usize::from(last.unwrap_or(1));
    // The list is indexed by the steps to the garage and the number of failed tries. If the headset never helps, the
    // number of failed tries does not matter.
    let mut throws = vec![vec![None; tries]; usize::from(steps) + 1];
    throws[0] = vec![Some(0.0); tries];
    for at in 1..=usize::from(steps) {
        let could = u8::try_from(at).is_ok_and(|at| faces.shows(Die::Blue, at));
        for fails in (0..tries).rev() {
            let counts = could && last.is_some();
            let next = fails + usize::from(counts);
            let (mut stays, mut after) = (0.0, Some(0.0));
            for (face, part) in chances(faces, Die::Blue) {
                let face = usize::from(face);
                let then = if face == at || (counts && next >= tries) {
                    Some(0.0)
                } else if face < at {
                    throws[at - face][next]
                } else if counts {
                    throws[at][next]
                } else {
                    stays += part;
                    Some(0.0)
                };
                after = after.zip(then).map(|(sum, then): (f64, f64)| sum + part * then);
            }
            throws[at][fails] = after.filter(|_| stays < 1.0).map(|after| (1.0 + after) / (1.0 - stays));
        }
    }
    throws.last().and_then(|row| row.first().copied().flatten())
}

/// Returns the chance of rain in one round. `teams` teams race, and all their drivers throw this die first.
#[must_use]
pub fn chance_of_rain(faces: &Faces, die: Die, teams: u32) -> f64 {
    let none = (1.0 - chance_of_six(faces, die)).powi(2);
    (1.0 - none).powi(i32::try_from(teams).unwrap_or(i32::MAX))
}

/// Returns the expected number of throws of a die to move this number of fields.
#[must_use]
pub fn throws_to_travel(faces: &Faces, die: Die, fields: u32) -> f64 {
    let mut throws = vec![0.0; fields as usize + 1];
    for left in 1..throws.len() {
        let after = chances(faces, die).map(|(face, part)| part * throws[left.saturating_sub(usize::from(face))]);
        throws[left] = 1.0 + after.sum::<f64>();
    }
    throws.last().copied().unwrap_or(0.0)
}

/// Returns the chance of a collision if the driver throws this die and moves the car, without turning into the pit
/// lane. A throw that charges the battery never ends in a collision.
#[must_use]
pub fn collision_risk(track: &Track, state: &State, index: usize, die: Die) -> f64 {
    if index >= state.drivers.len() {
        return 0.0;
    }
    let car = state.car(index);
    let collides = |face: u8, branch: Option<Branch>| {
        let throw = Throw { branch, ..Throw::new(die, face, Use::Move) };
        let turn = Turn::throw(car, throw);
        let is_legal = rules::code(track, state, &turn).is_none();
        is_legal
            && rules::report(track, state, &turn).is_some_and(|report| matches!(report.landing, Landing::Collision(_)))
    };
    let faces = chances(track.faces(), die);
    faces.filter(|(face, _)| [None, Some(Branch::Track)].iter().any(|way| collides(*face, *way))).map(|(_, p)| p).sum()
}
