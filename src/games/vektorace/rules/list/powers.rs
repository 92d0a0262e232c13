//! Lists moves that use a Super Power (ledger, section 3.17).

use std::collections::BTreeSet;

use super::super::brake::{Verdict, verdict};
use super::super::powers::situated;
use super::super::situation::Situation;
use super::{list_moves, outcome};
use crate::game::LegalTurn;
use crate::games::vektorace::{Action, Move, PowerUse, PowerUses, State, Track, Turn};

/// Lists the moves that use a Super Power. Each candidate is checked by playing it, because there are only a few
/// candidates.
pub fn list(track: &Track, state: &State, index: usize, turns: &mut Vec<LegalTurn<Turn>>) {
    let car = &state.cars[index];
    if car.restart {
        return;
    }
    let mut candidates: Vec<Move> = Vec::new();
    // List moves that use the token the car already holds.
    for used in PowerUse::ALL.into_iter().filter(|used| car.power() == Some(used.power())) {
        let powers = PowerUses::new(&[used]).unwrap_or_default();
        let Some(begun) = situated(state, index, used) else { continue };
        let situation = Situation::new(track, &begun, index).with_power(Some(used));
        let mut found = Vec::new();
        match verdict(&situation) {
            Verdict::Brake(gears) => {
                for gear in gears {
                    list_moves(&situation.braked_to(gear), true, &mut found);
                }
            }
            _ => list_moves(&situation, false, &mut found),
        }
        candidates.extend(moves_of(&found).map(|played| Move { powers, ..played }));
        // The car may also pay with the point first and swap later.
        if used.swaps_points() {
            candidates.extend(moves_of(turns).map(|played| Move { powers, ..played }));
        }
    }
    // List moves that use a token taken at the end of a lap, alone or together with the old token.
    let laps: Vec<Move> = moves_of(turns).chain(candidates.iter().copied()).filter(|m| m.exchange.is_some()).collect();
    for played in laps {
        for used in PowerUse::ALL.into_iter().filter(|used| Some(used.power()) == played.exchange) {
            let both: Vec<PowerUse> = played.powers.iter().chain([used]).collect();
            candidates.extend(PowerUses::new(&both).map(|powers| Move { powers, ..played }));
        }
    }
    let mut seen: BTreeSet<Move> = BTreeSet::new();
    for played in candidates {
        let declared = (1..=5).map(|gear| Move { declare: played.declare.map(|_| gear), ..played });
        for played in declared {
            if !seen.insert(played) {
                continue;
            }
            let turn = Turn::new(car.id, Action::Move(played));
            if let Ok(next) = crate::games::vektorace::rules::play(track, state, &turn) {
                turns.push(outcome(state, turn, &next.state));
            }
        }
    }
}

fn moves_of(turns: &[LegalTurn<Turn>]) -> impl Iterator<Item = Move> + '_ {
    turns.iter().filter_map(|legal| match legal.turn.action {
        Action::Move(played) => Some(played),
        _ => None,
    })
}
