//! The moves that a computer driver considers when it plans its own next turns: moves without attacks, pit stops and
//! Super Powers.

use super::super::gears;
use super::super::situation::Situation;
use super::moves::each_vector;
use crate::games::vektorace::{Car, Edition, State, Track};

/// Tries every plain move of a car (without an attack, pit stop or Super Power), with every declaration that may
/// follow. Calls `found` with the resulting car each time. The other cars stay where they are. If the car has no move
/// in its gear, tries its moves after braking. If the car has no move after braking either, does not call `found`.
pub fn ahead(track: &Track, state: &State, index: usize, car: &Car, mut found: impl FnMut(Car)) {
    let mut declared = Situation::new(track, state, index);
    declared.car = *car;
    declared.gear = car.gear;
    (declared.tyres, declared.side_tyres) = (car.tyre, car.tyre);
    if from(&declared, 0, &mut found) {
        return;
    }
    for gear in (1..car.gear).rev().filter(|gear| car.gear - gear <= car.tyre) {
        if from(&declared.braked_to(gear), car.gear - gear, &mut found) {
            return;
        }
    }
}

/// Tries every move in the situation's gear, with and without a boost, but without an attack, pit stop or Super Power.
/// Calls `found` with each resulting car. Returns whether there is such a move.
fn from(situation: &Situation<'_>, braking: u8, found: &mut impl FnMut(Car)) -> bool {
    let car = &situation.car;
    let laps = situation.state.laps;
    let is_lower_only = braking > 0 && situation.state.edition != Edition::Formula8;
    let mut is_found = false;
    each_vector(situation, |_, vector, boost| {
        let boosting = if boost.is_some() { situation.boost_price() } else { 0 };
        for (_, _, there) in situation.destinations(vector, boost) {
            let (Some(tyre), Some(nitro)) =
                (car.tyre.checked_sub(there.cost + braking), car.nitro.checked_sub(boosting))
            else {
                continue;
            };
            is_found = true;
            let mut after = Car {
                position: there.at,
                heading: there.heading,
                crossings: there.lap.crossings,
                passed: there.lap.passed,
                sector: there.lap.sector,
                first_move: None,
                restart: false,
                ..*car
            };
            if after.crossings > laps {
                (after.tyre, after.nitro) = (tyre, nitro);
                found(after);
                continue;
            }
            let highest = if is_lower_only { situation.gear } else { 5 };
            for gear in 1..=highest {
                let price = gears::price(situation.gear, gear);
                if let (Some(tyre), Some(nitro)) = (tyre.checked_sub(price.tyre), nitro.checked_sub(price.nitro)) {
                    found(Car { gear, tyre, nitro, ..after });
                }
            }
        }
    });
    is_found
}
