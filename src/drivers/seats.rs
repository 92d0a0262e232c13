//! Asks the guests in a race for their decisions, rolls the dice, and plays the turns.
//!
//! A guest makes only the decisions that a computer driver makes; the program rolls the dice. So a guest is asked once
//! or twice in a turn. It makes a decision before the dice are rolled. After the roll, it chooses one of the turns that
//! the dice allow. If its answer is missing or not legal, the guest loses its turn, and a novice decides instead.

use std::sync::Arc;

use serde::Deserialize as _;
use serde_json::Value;

use super::cockpit::{Cockpit, Decision};
use super::driver::Driver;
use super::guest::{Opening, Question, Seat};
use super::plan::DrivePlan;
use crate::game::{CarId, Dice, Drive, Progress, Rated, View};

/// The guests (players from outside the program) that take part in a race.
pub(super) struct Seats<'a> {
    seats: Vec<(&'a str, Box<dyn Seat + 'a>)>,
}

impl<'a> Seats<'a> {
    /// Seats the guests (players from outside the program) of a plan in the race. `file` makes the text of the race's
    /// file; it is called only if the plan has guests.
    pub fn new(plan: &'a DrivePlan, at: usize, file: impl FnOnce() -> Arc<str>) -> Self {
        let mut file = Some(file);
        let mut text = None;
        let mut seats: Vec<(&str, Box<dyn Seat + 'a>)> = Vec::new();
        for driver in &plan.drivers {
            let Driver::Guest(guest) = driver else { continue };
            if seats.iter().any(|(name, _)| *name == guest.name()) {
                continue;
            }
            let file: &Arc<str> = text.get_or_insert_with(|| file.take().map_or_else(|| Arc::from(""), |file| file()));
            let opening = Opening { file: Arc::clone(file), at, seed: seed(plan) };
            seats.push((guest.name(), guest.sit(opening)));
        }
        Self { seats }
    }

    /// Decides the turn of the car to act and plays it. Returns the decision, and whether the driver is a guest (a
    /// player from outside the program) that lost its turn.
    pub fn decide<G: Drive + View>(
        &mut self,
        cockpit: Cockpit<'_, G>,
        state: &G::State,
        driver: &Driver,
        plan: &DrivePlan,
        dice: &mut Dice,
        progress: Progress<'_>,
    ) -> Option<(Decision<G>, bool)> {
        match driver {
            Driver::Level(level) => {
                cockpit.decide(state, *level, plan.effort, dice, progress).map(|decided| (decided, false))
            }
            Driver::Guest(guest) => {
                let seat = self.seats.iter_mut().find(|(name, _)| *name == guest.name());
                let seat = seat.and_then(|(_, seat)| seat.is_there().then_some(seat));
                let answered = seat.and_then(|seat| ask(cockpit, state, seat.as_mut(), dice, progress));
                answered.or_else(|| Some((cockpit.beginner(state, dice)?, true)))
            }
        }
    }

    /// Reports a played turn to every guest in the race.
    pub fn see<T: serde::Serialize>(&mut self, turn: &T) {
        if !self.seats.is_empty() {
            let turn = serde_json::to_value(turn).unwrap_or_default();
            self.seats.iter_mut().for_each(|(_, seat)| seat.see(&turn));
        }
    }
}

/// A seed for the guests (players from outside the program) of a race. It is small enough for a number in JSON.
fn seed(plan: &DrivePlan) -> u64 {
    plan.seed.wrapping_mul(1_000_003).wrapping_add(plan.stream) & ((1 << 53) - 1)
}

/// Asks a guest (a player from outside the program) for the turn of the car to act, and plays it. Returns the decision
/// that was played. The second value is true if the guest gave no valid decision after the roll, so that the program
/// decided instead. Returns `None` if the guest gave no valid decision before the roll.
fn ask<G: Drive + View>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    seat: &mut dyn Seat,
    dice: &mut Dice,
    progress: Progress<'_>,
) -> Option<(Decision<G>, bool)> {
    let (track, knowledge) = (cockpit.track, cockpit.knowledge);
    let car = G::clock(state).1?;
    let calls = G::calls(knowledge, track, state);
    let fields = |call: &G::Call| G::call_fields(state, call);
    if !G::ROLLS_DICE {
        let moves = calls.iter().map(|rated| fields(&rated.what));
        let answer = seat.choose(&Question { car, moves: by_text(moves), stop: progress.stop })?;
        let turn = G::Turn::deserialize(answer).ok();
        let decided = turn.and_then(|turn| G::carry_out(track, state, &turn, dice));
        if decided.is_none() {
            seat.refuse();
        }
        return decided.map(|decided| (decided, false));
    }
    let call = pick(seat, car, calls, fields, progress)?;
    let cast = G::cast(track, state, &call, dice);
    let uses = G::uses(knowledge, track, state, &cast);
    let fields = |turn: &G::Turn| serde_json::to_value(turn).unwrap_or_default();
    let (turn, is_lost) = match pick(seat, car, uses, fields, progress) {
        Some(turn) => (turn, false),
        None => {
            let thought = G::first_use(knowledge, track, state, &cast);
            let best = || G::uses(knowledge, track, state, &cast).into_iter().next().map(|rated| rated.what);
            (thought.or_else(best)?, true)
        }
    };
    Some((G::carry_out(track, state, &turn, dice)?, is_lost))
}

/// Asks a guest (a player from outside the program) to choose one of these decisions. If there is only one decision,
/// takes it without asking. Returns `None` if the guest gave no valid answer.
fn pick<T>(
    seat: &mut dyn Seat,
    car: CarId,
    mut rated: Vec<Rated<T>>,
    fields: impl Fn(&T) -> Value,
    progress: Progress<'_>,
) -> Option<T> {
    if rated.len() < 2 {
        return rated.pop().map(|rated| rated.what);
    }
    let known: Vec<Value> = rated.iter().map(|rated| fields(&rated.what)).collect();
    let answer = seat.choose(&Question { car, moves: by_text(known.iter().cloned()), stop: progress.stop })?;
    let found = known.iter().position(|known| *known == answer);
    match found.or_else(|| known.iter().position(|known| is_part(known, &answer))) {
        Some(index) => Some(rated.swap_remove(index).what),
        None => {
            seat.refuse();
            None
        }
    }
}

/// Sorts the moves by their texts, so that their order does not show how good they are.
fn by_text(moves: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut moves: Vec<(String, Value)> = moves.map(|known| (known.to_string(), known)).collect();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    moves.into_iter().map(|(_, known)| known).collect()
}

/// Whether the answer of a player has all fields of the move `known`. Before the dice are rolled, a player may answer
/// with a whole turn. The dice of that turn are ignored.
fn is_part(known: &Value, answer: &Value) -> bool {
    match (known, answer) {
        (Value::Object(known), Value::Object(answer)) => {
            known.iter().all(|(name, value)| answer.get(name) == Some(value))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_may_be_a_whole_turn() {
        let known = json!({"car": 1, "gear": 3});
        assert!(is_part(&known, &json!({"car": 1, "gear": 3, "die": 7})));
        assert!(!is_part(&known, &json!({"car": 1, "gear": 2})) && !is_part(&known, &json!({"car": 1})));
        assert!(!is_part(&known, &json!(3)));
    }

    #[test]
    fn moves_are_listed_by_their_texts() {
        let moves = [json!({"a": 2}), json!({"a": 1}), json!({"a": 3})];
        assert_eq!(by_text(moves.into_iter()), [json!({"a": 1}), json!({"a": 2}), json!({"a": 3})]);
    }
}
