//! Decides the grid order: which car starts on which slot (FD-SET-03, FD-SET-04, FD-SKL-06).

use super::super::options::Skill;
use super::super::setup::{Grid, Setup};
use super::super::track::Track;
use crate::game::Issue;

/// Returns a list with one entry for each grid slot: the index of the car that starts there. If the slot is empty, the
/// entry is an index that no car has.
pub(super) fn order(track: &Track, setup: &Setup, issues: &mut Vec<Issue>) -> Vec<usize> {
    match setup.grid {
        Grid::Typed => typed(track, setup, issues),
        Grid::Rolled => {
            let rolls: Vec<&[u8]> = setup.cars.iter().map(|entry| entry.rolls.as_slice()).collect();
            let quick = setup.cars.iter().position(|entry| entry.skill == Some(Skill::QuickOffTheMark));
            rolled((0..setup.cars.len()).collect(), &rolls, 0, quick).unwrap_or_else(|fault| {
                issues.push(fault.issue(setup));
                Vec::new()
            })
        }
    }
}

/// A reason why the rolls do not decide the grid.
enum Fault {
    /// The car has not rolled.
    Missing(usize),
    /// The car has a result that the die does not have.
    NoFace(usize, u8),
    /// Two cars are tied, and at least one of them has no further roll.
    Tied([usize; 2]),
}

impl Fault {
    fn issue(self, setup: &Setup) -> Issue {
        let car = |index: usize| setup.cars[index].car;
        let (message, fix) = match self {
            Self::Missing(index) => (
                format!("Car {} has not rolled for its grid slot.", car(index)),
                "Enter its roll of the black die, from 1 to 20.",
            ),
            Self::NoFace(index, face) => (
                format!("Car {} rolled {face}, which is not on the black die.", car(index)),
                "Enter results from 1 to 20.",
            ),
            Self::Tied([x, y]) => (
                format!("Cars {} and {} are tied: a re-roll is missing.", car(x), car(y)),
                "Roll the black die again for both cars, and enter results from 1 to 20.",
            ),
        };
        Issue::error("FD-SET-03", message).fix(fix)
    }
}

fn typed(track: &Track, setup: &Setup, issues: &mut Vec<Issue>) -> Vec<usize> {
    let slots = track.slots().len();
    let mut order = vec![usize::MAX; slots];
    for (index, entry) in setup.cars.iter().enumerate() {
        let slot = entry.slot.map_or(index + 1, |slot| slot as usize);
        match slot.checked_sub(1).and_then(|place| order.get_mut(place)) {
            Some(place) if *place == usize::MAX => *place = index,
            Some(_) => issues.push(Issue::error("FD-SET-04", format!("Grid slot {slot} is given to two cars."))),
            None => issues
                .push(Issue::error("FD-SET-04", format!("There is no grid slot {slot}: the last slot is {slots}."))),
        }
    }
    order
}

/// Sorts cars by their rolls, the highest roll first. Tied cars are sorted by their next rolls. The car `quick`, whose
/// driver has the skill Quick Off The Mark, wins ties without a roll. A car alone needs no roll. Rolls of cars that are
/// not tied have no effect.
fn rolled(cars: Vec<usize>, rolls: &[&[u8]], depth: usize, quick: Option<usize>) -> Result<Vec<usize>, Fault> {
    let mut rest = cars;
    let mut order = Vec::with_capacity(rest.len());
    if let Some(place) = rest.iter().position(|car| Some(*car) == quick && depth > 0) {
        order.push(rest.remove(place));
    }
    if rest.len() < 2 {
        order.extend(rest);
        return Ok(order);
    }
    for car in &rest {
        match rolls[*car].get(depth) {
            Some(1..=20) => {}
            Some(face) => return Err(Fault::NoFace(*car, *face)),
            None if depth == 0 => return Err(Fault::Missing(*car)),
            None => {
                let other = rest.iter().copied().find(|other| other != car).unwrap_or(*car);
                return Err(Fault::Tied([*car.min(&other), *car.max(&other)]));
            }
        }
    }
    rest.sort_by_key(|car| std::cmp::Reverse(rolls[*car][depth]));
    for group in rest.chunk_by(|one, other| rolls[*one][depth] == rolls[*other][depth]) {
        match group {
            [car] => order.push(*car),
            group => order.extend(rolled(group.to_vec(), rolls, depth + 1, quick)?),
        }
    }
    Ok(order)
}
