//! Lists the fields that the driver to act may reach, each with the throws that lead there.

use super::super::dice::Die;
use super::super::state::{Spot, State};
use super::super::track::Track;
use super::super::turn::{Action, Turn, Use};
use crate::game::{Cost, Place};

/// A field that the driver may reach, with the throws found so far that lead there.
struct Goal {
    spot: Spot,
    turns: Vec<Turn>,
    cost: Vec<Cost>,
}

/// Returns the fields on which a move of the driver that acts next can end. A move with a collision ends on the red
/// field of the collision.
pub(in super::super) fn places(track: &Track, state: &State) -> Vec<Place> {
    let Some(car) = state.to_act().map(|index| state.car(index)) else { return Vec::new() };
    let mut goals: Vec<Goal> = Vec::new();
    for legal in super::legal_turns(track, state).into_iter().filter(|legal| legal.turn.car == car) {
        let Some(report) = super::report(track, state, &legal.turn) else { continue };
        let spot = match report.spots.last() {
            Some(spot) => *spot,
            None if report.before.spot != report.after.spot => report.after.spot,
            None => continue,
        };
        match goals.iter_mut().find(|goal| goal.spot == spot) {
            Some(goal) => {
                goal.turns.push(legal.turn);
                if legal.cost.is_empty() {
                    goal.cost.clear();
                }
            }
            None => goals.push(Goal { spot, turns: vec![legal.turn], cost: legal.cost.into_owned() }),
        }
    }
    let place = |Goal { spot, turns, cost }: Goal| Place {
        at: track.place_of(spot),
        dir: None,
        outline: track.course.outline(spot),
        words: words(spot, &turns),
        cost,
        costs: Vec::new(),
        crash: None,
        illegal: None,
        ways: turns.iter().filter_map(|turn| serde_json::to_value(turn).ok()).collect(),
    };
    goals.into_iter().map(place).collect()
}

/// Returns the different throws that lead to a field, in words.
fn words(spot: Spot, turns: &[Turn]) -> String {
    let mut said: Vec<String> = Vec::new();
    for turn in turns {
        let words = match turn.action {
            Action::Throw(throw) if throw.what == Use::Failure => "engine failure".to_owned(),
            Action::Throw(throw) => format!("{} {}", Die::name(throw.die), throw.face),
            Action::Discharge => "battery".to_owned(),
            Action::Spend { .. } | Action::Pass => continue,
        };
        if !said.contains(&words) {
            said.push(words);
        }
    }
    format!("to {spot}: {}", said.join(" or "))
}
