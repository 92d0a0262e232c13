//! Evaluates the turns of a recorded race: finds how many turns the car lost by decisions, and how many it gained by
//! luck (section 7.2 of the rules ledger).

use super::super::dice;
use super::super::state::{Car, Phase, Standing, Start, State};
use super::super::track::{SpaceIndex, Track};
use super::super::turn::{Chance, Purpose, Turn};
use super::{Lone, SoloMove, Solution};
use crate::game::IllegalTurn;
use crate::games::formula_d::rules;

/// The evaluation of one turn. It ignores all other cars.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnLoss {
    /// The expected number of turns to the finish before this turn.
    pub before: f64,
    /// The expected number of turns to the finish after this turn; [`Question::out`](super::Question::out) if the car
    /// was eliminated.
    pub after: f64,
    /// The turns lost by the choice of gear, never negative.
    pub gear: f64,
    /// The turns lost by the choice of move, never negative.
    pub route: f64,
    /// The turns gained because the face of the gear die was better than average; negative if it was worse.
    pub luck: f64,
    /// The turns gained by rolls of the black die, including the start roll; negative if turns were lost. If other cars
    /// are on the track, this number also includes turns gained by slipstreams, and turns lost because the car was
    /// blocked.
    pub black: f64,
    /// The face of the gear die minus the mean of this die; `None` if no die was rolled or its face is unknown.
    pub face: Option<f64>,
    /// The variance of the gear die; 0 if `face` is `None`.
    pub variance: f64,
}

/// The evaluation of a lone car's race.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoloEvaluation {
    /// The evaluated turns of the race.
    pub turns: Vec<TurnLoss>,
    /// The expected number of turns to the finish at the start of the race.
    pub start: f64,
    /// The expected number of turns to the finish after the last evaluated turn; 0 if the car finished.
    pub rest: f64,
    /// The luck with the gear dice: the sum of the differences between faces and means, divided by the standard
    /// deviation of this sum.
    pub face_luck: f64,
}

impl SoloEvaluation {
    /// Returns `start`, plus all turns lost, minus all turns gained by luck, minus `rest`. The result should equal the
    /// number of evaluated turns.
    #[must_use]
    pub fn accounted(&self) -> f64 {
        let sum = |part: &dyn Fn(&TurnLoss) -> f64| self.turns.iter().map(part).sum::<f64>();
        self.start - self.rest + sum(&|turn| turn.gear + turn.route) - sum(&|turn| turn.luck + turn.black)
    }
}

/// Evaluates the turns of a race with one car. If the model does not contain the state before or after a turn, stops
/// before that turn.
///
/// # Errors
/// Returns an error if a turn breaks a rule.
pub fn evaluate(
    track: &Track,
    solution: &Solution,
    first: &State,
    turns: &[Turn],
) -> Result<SoloEvaluation, IllegalTurn> {
    let mut found = SoloEvaluation::default();
    let mut state = first.clone();
    found.start = solution.expected(track, &state, 0).unwrap_or(f64::NAN);
    found.rest = found.start;
    for turn in turns {
        if state.phase == Phase::Over {
            break;
        }
        let played = rules::play(track, &state, turn)?;
        let Some(loss) = turn_loss(track, solution, &state, turn, &played.state) else { break };
        found.rest = loss.after;
        found.turns.push(loss);
        state = played.state;
    }
    let variance: f64 = found.turns.iter().map(|turn| turn.variance).sum();
    let faces: f64 = found.turns.iter().filter_map(|turn| turn.face).sum();
    found.face_luck = if variance > 0.0 { faces / variance.sqrt() } else { 0.0 };
    Ok(found)
}

/// Evaluates a turn of a car as if the car were alone on the circuit. Returns `None` if the model lacks the state
/// before or after the turn. The fields of the result satisfy this equation: after = before - 1 + gear + route - luck -
/// black.
#[must_use]
pub fn turn_loss(track: &Track, solution: &Solution, state: &State, turn: &Turn, played: &State) -> Option<TurnLoss> {
    let index = state.index_of(turn.car)?;
    let car = &state.cars[index];
    let lone = Lone::of(track, state, index)?;
    let before = solution.expected(track, state, index)?;
    let after = solution.expected(track, played, index)?;
    let mut loss = TurnLoss { before, after, ..TurnLoss::default() };
    let is_due = car.start == Start::Due;
    let start = turn.rolls.iter().find(|roll| roll.purpose == Purpose::Start).and_then(|roll| roll.value.known());
    match (is_due, start) {
        (true, Some(1)) => {
            loss.black = before - (1.0 + after);
            return Some(loss);
        }
        (true, Some(20)) => {
            let best = solution.great_start(&lone).unwrap_or(before);
            loss.black = before - best;
            loss.split_use(best, 1.0 + after);
            return Some(loss);
        }
        _ => {}
    }
    // If the car rolled its start die in this turn, the roll of that die is evaluated first.
    let begun = if is_due { solution.value(&lone).unwrap_or(before) } else { before };
    loss.black = before - begun;
    let gear = turn.gear.unwrap_or(0);
    let values = solution.gear_values(&lone);
    let chosen = values.iter().find(|(other, _)| *other == gear).map_or(begun, |(_, value)| *value);
    loss.gear = chosen - begun;
    let Some(Chance::Known(face)) = turn.face() else {
        loss.black += chosen - (1.0 + after);
        return Some(loss);
    };
    let options = solution.move_values(&lone, gear, face);
    let lost = 1.0 + solution.question.out;
    let best = options.first().map_or(lost, |best| 1.0 + best.turns.min(solution.question.out));
    loss.luck = chosen - best;
    loss.face = Some(f64::from(face) - dice::mean(gear));
    loss.variance = dice::variance(gear);
    let name = turn.ends.last().and_then(|name| track.find(name.as_str()));
    let to = name.unwrap_or(played.cars[index].last);
    // If other cars block the best move, the player loses nothing by making another move.
    let open = match state.cars.len() {
        1 => best,
        _ => best_open(track, state, index, (gear, face), &options).unwrap_or(best),
    };
    loss.black += best - open;
    let has_stopped = played.cars[index].pit_stops > car.pit_stops;
    let is_taken = |option: &&SoloMove| {
        option.soft == turn.soft
            && if has_stopped { option.boxed } else { !option.boxed && option.to == to && option.brakes == turn.brakes }
    };
    let taken = options.iter().filter(is_taken).min_by(|one, other| one.turns.total_cmp(&other.turns));
    if let Some(into) = taken.filter(|_| has_stopped) {
        loss.stop(solution, &lone, (gear, face), into, turn, to, &played.cars[index], open, 1.0 + after);
        return Some(loss);
    }
    match taken.map(|option| 1.0 + option.turns) {
        Some(taken) => {
            loss.route = (taken - open).max(0.0);
            loss.black += open + loss.route - (1.0 + after);
        }
        None if state.cars.len() == 1 => {
            // If the model does not contain a lone car's move, the move eliminates the car.
            loss.route = lost - best;
            loss.black += lost - (1.0 + after);
        }
        // The model does not contain the move: other cars made it longer, or stopped the car.
        None => loss.split_use(open, 1.0 + after),
    }
    Some(loss)
}

/// Finds the best move that the other cars do not block. Returns the expected number of turns to the finish with this
/// move, the current turn included.
fn best_open(track: &Track, state: &State, index: usize, (gear, face): (u8, u8), options: &[SoloMove]) -> Option<f64> {
    let mut searcher = rules::Searcher::default();
    let mut open = |soft: bool| {
        let additions = rules::Additions { soft, ..rules::Additions::default() };
        searcher.moves(track, state, index, gear, face, additions).options
    };
    let open = [open(false), open(true)];
    let is_open = |option: &&SoloMove| open[usize::from(option.soft)].iter().any(|known| option.is(known));
    options.iter().find(is_open).map(|option| 1.0 + option.turns)
}

impl TurnLoss {
    /// Evaluates a stop in the pit box. Turns lost by the choice of tyres or by the move out of the box count as the
    /// player's decision. Turns gained or lost by the black die count as luck.
    #[allow(clippy::too_many_arguments, reason = "a stop has a move before it and one after it")]
    fn stop(
        &mut self,
        solution: &Solution,
        lone: &Lone,
        thrown: (u8, u8),
        into: &SoloMove,
        turn: &Turn,
        to: SpaceIndex,
        car: &Car,
        open: f64,
        reached: f64,
    ) {
        let mut lost = 1.0 + into.turns - open;
        let fitted = SoloMove { tyres: into.tyres.map(|_| car.tyres), ..*into };
        if let (Some((best, point)), Some((taken, _))) =
            (solution.arrived(lone, thrown, into), solution.arrived(lone, thrown, &fitted))
        {
            let worth = |spot| solution.stop_worth(spot, point);
            lost += worth(taken) - worth(best);
            let roll = turn.rolls.iter().find(|roll| roll.purpose == Purpose::Pit).and_then(|roll| roll.value.known());
            if let Some(value @ 1..=10) = roll {
                let number = u16::from(value.div_ceil(2));
                let way = solution.exits(taken, number, point).filter(|(way, _)| way.end.to == to);
                let driven = way.map(|(_, worth)| worth).reduce(f64::min);
                lost += driven.map_or(0.0, |driven| driven - solution.quick(taken, number, point));
            }
        }
        self.route = lost.max(0.0);
        self.black += open + self.route - reached;
    }

    /// Evaluates a move that the model does not contain. `reached` is the expected number of turns to the finish with
    /// this move, and `best` is the expected number with the best open move of the model. If the move is worse, the
    /// difference counts as the player's decision. If the move is better, the difference counts as luck.
    fn split_use(&mut self, best: f64, reached: f64) {
        self.route = (reached - best).max(0.0);
        self.black += (best - reached).max(0.0);
    }
}

impl Solution {
    /// Returns the expected number of turns that a car in a race needs to the finish, as if it were alone on the track.
    /// Returns `None` in qualifying, and for states that the model does not contain.
    #[must_use]
    pub fn expected(&self, track: &Track, state: &State, index: usize) -> Option<f64> {
        let car = state.cars.get(index)?;
        match car.standing {
            Standing::Finished(_) => Some(0.0),
            Standing::Out(_) | Standing::Retired(_) => Some(self.question.out),
            Standing::Racing if matches!(state.phase, Phase::Qualifying(_)) => None,
            Standing::Racing => {
                let lone = Lone::of(track, state, index)?;
                if car.start == Start::Due { self.due_value(&lone) } else { self.value(&lone) }
            }
        }
    }
}
