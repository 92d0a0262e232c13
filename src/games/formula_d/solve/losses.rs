//! What luck and decisions did to a recorded race, in turns (ledger, section 7.2).

use super::super::dice;
use super::super::state::{Phase, Standing, Start, State};
use super::super::track::Track;
use super::super::turn::{Chance, Purpose, Turn};
use super::{Lone, Solution};
use crate::game::IllegalTurn;
use crate::games::formula_d::rules;

/// A turn of a lone car, judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnLoss {
    /// Expected turns still needed before it.
    pub before: f64,
    /// Turns lost by the gear, never negative.
    pub gear: f64,
    /// Turns lost by the move, never negative.
    pub route: f64,
    /// Turns won by the face.
    pub luck: f64,
    /// Turns won by black rolls, the start die's among them.
    pub black: f64,
    /// The face less the mean of its die.
    pub face: f64,
}

/// A race of a lone car, judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// Its turns.
    pub turns: Vec<TurnLoss>,
    /// Expected turns at its beginning.
    pub start: f64,
    /// Expected turns at its end: 0 where it finished.
    pub rest: f64,
    /// The faces' luck, standardised by the summed variances of their dice.
    pub face_luck: f64,
}

impl Judged {
    /// The turns the race took by the identity: start and losses, less luck and what is left.
    #[must_use]
    pub fn accounted(&self) -> f64 {
        let sum = |part: &dyn Fn(&TurnLoss) -> f64| self.turns.iter().map(part).sum::<f64>();
        self.start - self.rest + sum(&|turn| turn.gear + turn.route) - sum(&|turn| turn.luck + turn.black)
    }
}

/// Judges turns of a race with one car, as far as they play and the process knows their states.
///
/// # Errors
/// Where a turn breaks a rule.
pub fn judge(track: &Track, solution: &Solution, first: &State, turns: &[Turn]) -> Result<Judged, IllegalTurn> {
    let mut judged = Judged::default();
    let mut state = first.clone();
    let (mut deviation, mut variance) = (0.0, 0.0);
    judged.start = expected(track, solution, &state);
    judged.rest = judged.start;
    for turn in turns {
        if state.phase == Phase::Over {
            break;
        }
        let played = rules::play(track, &state, turn)?;
        let Some(lone) = Lone::of(track, &state, 0) else { break };
        let before = expected(track, solution, &state);
        let after = expected(track, solution, &played.state);
        let mut loss = TurnLoss { before, ..TurnLoss::default() };
        let is_due = state.cars[0].start == Start::Due;
        let start = turn.rolls.iter().find(|roll| roll.purpose == Purpose::Start).and_then(|roll| roll.value.known());
        match (is_due, start) {
            (true, Some(1)) => loss.black = before - (1.0 + after),
            (true, Some(20)) => {
                let best = solution.great_start(&lone).unwrap_or(before);
                loss.black = before - best;
                loss.route = 1.0 + after - best;
            }
            _ => {
                // The start die first, where there was one.
                let begun = if is_due { solution.value(&lone).unwrap_or(before) } else { before };
                loss.black = before - begun;
                let gear = turn.gear.unwrap_or(0);
                let values = solution.gear_values(&lone);
                let chosen = values.iter().find(|(other, _)| *other == gear).map_or(begun, |(_, value)| *value);
                loss.gear = chosen - begun;
                if let Some(Chance::Known(face)) = turn.face() {
                    let options = solution.move_values(&lone, gear, face);
                    let lost = 1.0 + solution.question.out;
                    let best = options.first().map_or(lost, |best| 1.0 + best.turns.min(solution.question.out));
                    loss.luck = chosen - best;
                    loss.face = f64::from(face) - dice::mean(gear);
                    deviation += loss.face;
                    variance += dice::variance(gear);
                    let name = turn.ends.last().and_then(|name| track.find(name.as_str()));
                    let to = name.unwrap_or(played.state.cars[0].last);
                    let taken = options
                        .iter()
                        .filter(|option| option.to == to && option.brakes == turn.brakes)
                        .map(|option| 1.0 + option.turns)
                        .reduce(f64::min);
                    let taken = taken.unwrap_or(lost);
                    loss.route = taken - best;
                    loss.black += taken - (1.0 + after);
                } else {
                    loss.black += chosen - (1.0 + after);
                }
            }
        }
        judged.turns.push(loss);
        judged.rest = after;
        state = played.state;
    }
    judged.face_luck = if variance > 0.0 { deviation / variance.sqrt() } else { 0.0 };
    Ok(judged)
}

/// Expected turns of a race in this state.
fn expected(track: &Track, solution: &Solution, state: &State) -> f64 {
    match state.cars.first().map(|car| (car.standing, car.start)) {
        Some((Standing::Finished(_), _)) => 0.0,
        Some((Standing::Out(_), _)) => solution.question.out,
        Some((Standing::Racing, start)) => {
            let Some(lone) = Lone::of(track, state, 0) else { return f64::NAN };
            let value = if start == Start::Due { solution.start_value(track, lone.at) } else { solution.value(&lone) };
            value.unwrap_or(f64::NAN)
        }
        None => f64::NAN,
    }
}
