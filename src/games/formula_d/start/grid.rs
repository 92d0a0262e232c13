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
            rolled((0..setup.cars.len()).collect(), &rolls, 0, quick).unwrap_or_else(|[x, y]| {
                let (x, y) = (setup.cars[x].car, setup.cars[y].car);
                let message = format!("Cars {x} and {y} are tied: a re-roll is missing.");
                issues.push(
                    Issue::error("FD-SET-03", message)
                        .fix("Roll the black die again for both cars, and enter results from 1 to 20."),
                );
                Vec::new()
            })
        }
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
/// driver has the skill Quick Off The Mark, wins ties without a roll. If a roll is missing, returns the indices of two
/// tied cars as an error. At least one of them lacks a roll.
pub(in crate::games::formula_d) fn rolled(
    cars: Vec<usize>,
    rolls: &[&[u8]],
    depth: usize,
    quick: Option<usize>,
) -> Result<Vec<usize>, [usize; 2]> {
    let mut rest = cars;
    let mut order = Vec::with_capacity(rest.len());
    if let Some(place) = rest.iter().position(|car| Some(*car) == quick && depth > 0) {
        order.push(rest.remove(place));
    }
    if rest.len() < 2 && depth > 0 {
        order.extend(rest);
        return Ok(order);
    }
    let roll = |car: usize| rolls[car].get(depth).copied().filter(|roll| (1..=20).contains(roll));
    if let Some(missing) = rest.iter().copied().find(|car| roll(*car).is_none()) {
        let other = rest.iter().copied().find(|car| *car != missing).unwrap_or(missing);
        return Err([missing.min(other), missing.max(other)]);
    }
    rest.sort_by_key(|car| std::cmp::Reverse(roll(*car)));
    for group in rest.chunk_by(|one, other| roll(*one) == roll(*other)) {
        order.extend(rolled_on(group, rolls, depth, quick)?);
    }
    Ok(order)
}

fn rolled_on(group: &[usize], rolls: &[&[u8]], depth: usize, quick: Option<usize>) -> Result<Vec<usize>, [usize; 2]> {
    if group.len() == 1 { Ok(group.to_vec()) } else { rolled(group.to_vec(), rolls, depth + 1, quick) }
}
