//! Lists all legal turns of the drivers that may act.

use super::super::dice::Die;
use super::super::skills::{Icon, LAST_SLOT};
use super::super::state::State;
use super::super::track::Track;
use super::super::turn::{Branch, Throw, Turn, Use};
use super::super::tyres::Compound;
use super::{check, permit};
use crate::game::{Cost, LegalTurn};

/// Returns every legal use of this throw of a driver, in the order move, charge, hold, halt. Does not check whether
/// it is the driver's turn.
pub(in super::super) fn choices(track: &Track, state: &State, index: usize, die: Die, face: u8) -> Vec<Throw> {
    let mut found = Vec::new();
    if index >= state.drivers.len() {
        return found;
    }
    let mut consider = |throw: Throw| {
        // A driver may fit a fresh set even if it may keep the old one.
        let tyres = [None, Some(Compound::Hard), Some(Compound::Soft), Some(Compound::Wet)];
        for tyres in tyres {
            let throw = Throw { tyres, ..throw };
            match check::check_throw(track, state, index, &throw) {
                Ok(()) => found.push(throw),
                // Stops, because a choice of other tyres would not fix this fault.
                Err(fault) if tyres.is_none() && !fault.is_about_tyres() => break,
                Err(_) => {}
            }
        }
    };
    for what in [Use::Move, Use::Charge, Use::Hold, Use::Halt, Use::Failure] {
        let plain = Throw::new(die, face, what);
        if what != Use::Move {
            consider(plain);
            continue;
        }
        for branch in [None, Some(Branch::Track), Some(Branch::Pit)] {
            for through in [false, true] {
                consider(Throw { branch, through, ..plain });
            }
        }
    }
    found
}

/// Returns every legal turn of every driver that may act: first the turns that spend a skill slot, then the use of the
/// battery, then the throws of each die, from the slowest die to the fastest.
pub(in super::super) fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
    let mut turns = Vec::new();
    let may_act: Vec<usize> = state.may_act().collect();
    for index in may_act {
        let car = state.car(index);
        let team = state.team_of(index);
        let mut offer = |turn: Turn| turns.push(turn);
        if team.free > 0 && state.to_act() == Some(index) {
            for icon in Icon::ALL.into_iter().filter(|icon| team.skills.of(*icon) < LAST_SLOT) {
                offer(Turn::spend(car, icon, team.skills.of(icon) + 1));
            }
        }
        let discharge = Turn::discharge(car);
        if check::check(track, state, &discharge).is_ok() {
            offer(discharge);
        }
        let allowed = permit::allowed(track, state, index, state.is_extra(index));
        for die in allowed.list() {
            for (face, _) in track.faces.odds(die) {
                choices(track, state, index, die, face).into_iter().for_each(|throw| offer(Turn::throw(car, throw)));
            }
        }
    }
    turns
        .into_iter()
        .map(|turn| {
            let after = super::report(track, state, &turn).map(|report| report.after.spot);
            let at = after.map_or([0.0, 0.0], |spot| track.place_of(spot));
            let cost = match turn.action {
                super::super::turn::Action::Discharge => {
                    vec![Cost { resource: "battery", amount: u32::from(super::super::draft::BATTERY) }]
                }
                _ => Vec::new(),
            };
            LegalTurn { turn, cost: cost.into(), at, dir: None, at_once: true }
        })
        .collect()
}
