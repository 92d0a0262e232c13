//! Advice: the decisions that the car to act can make, each with its chance to win, expected place and expected turns.

use rand::SeedableRng as _;
use serde::Serialize;
use serde_json::Value;

use super::cockpit::Cockpit;
use super::level::{Aim, Effort};
use super::rollout::{Begin, Called, Tally, Trial, Used};
use crate::game::{CarId, Dice, Drive, Notation, Progress, Rated, Status, View};

/// The largest number of decisions that are listed.
const LISTED: usize = 12;
/// The largest number of turns in [`Candidate::line`], the turns that follow a decision.
const LINE: usize = 8;
/// Every decision gets this number of rollouts before any gets more.
const TOGETHER: u32 = 32;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the results of all rollouts (trial continuations of the race).
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// The unit of [`Candidate::loss`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LossUnit {
    /// The chance to win, from 0 to 1.
    #[default]
    Chance,
    /// Places, if the driver aims for the best place.
    Places,
    /// Turns, if all other cars are out of the race.
    Turns,
}

/// A decision that the car to act can make, with its expected results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The fields that this decision sets in the turn, written as in race files. A decision before a roll sets only
    /// some of the turn's fields.
    pub turn: Value,
    /// A text that describes the decision: words for players, or the notation of a whole turn.
    pub words: String,
    /// The chance to win, from 0 to 1.
    pub win: f64,
    /// The standard error of `win`.
    pub win_error: f64,
    /// The expected place, from 1.
    pub place: f64,
    /// The standard error of `place`.
    pub place_error: f64,
    /// The expected number of turns to the finish, including this turn, if the car stays in the race. `None` if it
    /// leaves the race in all rollouts.
    pub turns: Option<f64>,
    /// The standard error of `turns`.
    pub turns_error: f64,
    /// The amount by which this decision is worse than the best one, in the unit [`Advised::loss_in`]; 0 for the best
    /// one. A lone car that leaves the race counts as if it needed a very large number of turns.
    pub loss: f64,
    /// The number of rollouts (trial continuations of the race) after this decision.
    pub rollouts: u32,
    /// The turns that computer drivers would play after this decision, in the notation of the game. The drivers play as
    /// in a rollout, but without random errors. Empty in games with dice, and until all decisions are compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

impl Candidate {
    /// The [`loss`](Self::loss) in words, such as `3.5 %`. `unit` is [`Advised::loss_in`].
    #[must_use]
    pub fn lost(&self, unit: LossUnit) -> String {
        match (unit, self.turns) {
            (LossUnit::Chance, _) => format!("{:.1} %", self.loss * 100.0),
            (LossUnit::Places, _) => format!("{:.2} places", self.loss),
            (LossUnit::Turns, Some(_)) => format!("{:.2} turns", self.loss),
            // The car leaves the race.
            (LossUnit::Turns, None) => "the race".to_owned(),
        }
    }

    /// Whether a whole turn, in the form used in files, contains this decision.
    #[must_use]
    pub fn is_part_of(&self, turn: &Value) -> bool {
        contains(turn, &self.turn)
    }
}

/// The advice for a position of a race.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Advised {
    /// The car to act; `None` if the race is over.
    pub car: Option<CarId>,
    /// The unit of every [`Candidate::loss`].
    pub loss_in: LossUnit,
    /// The turn that was played in this position; `None` if no turn was played. Its `loss` is the sum of the losses of
    /// its decisions.
    pub played: Option<Candidate>,
    /// The decisions that the car to act can make, the best first. In games with dice, these are only the decisions
    /// before the roll.
    pub moves: Vec<Candidate>,
    /// The decisions that were possible after the dice of the played turn were rolled, the best first. Empty if the
    /// turn has no roll.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Candidate>,
}

/// Whether a whole turn contains the fields of a decision.
fn contains(turn: &Value, decided: &Value) -> bool {
    match (turn, decided) {
        (Value::Object(turn), Value::Object(decided)) => {
            decided.iter().all(|(name, value)| turn.get(name).is_some_and(|own| own == value))
        }
        (turn, decided) => turn == decided,
    }
}

/// A decision, with the results of its rollouts so far.
struct Tried<'a, G: Drive> {
    turn: Value,
    words: String,
    begin: Box<dyn Begin<G> + 'a>,
    tally: Tally,
    line: Vec<String>,
}

/// Returns the number of cars that are not out of the race.
fn not_out<G: Drive + View>(cockpit: Cockpit<'_, G>, state: &G::State) -> usize {
    G::view(cockpit.track, state).cars.iter().filter(|car| !car.status.is_out()).count()
}

/// Returns the unit of losses. `cars` is the number of cars that are not out of the race.
const fn loss_unit(cars: usize, aim: Aim) -> LossUnit {
    match aim {
        _ if cars < 2 => LossUnit::Turns,
        Aim::Win => LossUnit::Chance,
        Aim::Place => LossUnit::Places,
    }
}

/// Compares decisions by rollouts (trial continuations of the race). Every decision gets a few rollouts. The decisions
/// with the better results get more rollouts. Calls `seen` with the comparison so far.
fn compare<G: Drive + View + Notation>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    mut tried: Vec<Tried<'_, G>>,
    (effort, seed): (Effort, u64),
    progress: Progress<'_>,
    seen: &dyn Fn(Vec<Candidate>),
) -> Vec<Candidate> {
    let Some(car) = G::clock(state).1 else { return Vec::new() };
    let cars = not_out(cockpit, state);
    let is_won = G::view(cockpit.track, state).cars.iter().any(|car| car.status == Status::Finished);
    let even = (G::CARS_MEET && !is_won).then(|| 1.0 / cars.max(1) as f64);
    let trial = Trial { cockpit, state, car, seed, stop: progress.stop };
    let mut from: u32 = 0;
    let mut width = tried.len();
    let stages = (usize::BITS - width.max(1).leading_zeros()).max(1);
    while width > 0 && !(progress.stop)() {
        let each = (effort.rollouts.unwrap_or(G::ROLLOUTS) / stages / width as u32).max(4);
        (progress.report)(format!("Comparing decisions: {width} of {} left", tried.len()));
        let end = from.saturating_add(each);
        // All decisions get the same rollouts, a few at a time, so that they can be compared whenever the work is stopped.
        for first in (from..end).step_by(TOGETHER as usize) {
            let numbers = first..first.saturating_add(TOGETHER).min(end);
            tried.iter_mut().take(width).for_each(|tried| {
                trial.add(tried.begin.as_ref(), numbers.clone(), &mut tried.tally);
            });
            seen(candidates(&tried, effort.aim, (cars, even)));
            if (progress.stop)() {
                break;
            }
        }
        from = end;
        tried.sort_by(|one, other| {
            let worth = |tally: &Tally| if tally.count() == 0 { f64::MIN } else { tally.worth(effort.aim, cars) };
            worth(&other.tally).total_cmp(&worth(&one.tally))
        });
        width /= 2;
    }
    if !G::ROLLS_DICE && !(progress.stop)() {
        tried.iter_mut().for_each(|tried| tried.line = line(cockpit, state, tried.begin.as_ref()));
    }
    candidates(&tried, effort.aim, (cars, even))
}

/// Plays the turns that follow a decision, as in a rollout but without random errors. Returns these turns in the
/// notation of the game.
fn line<G: Drive + View + Notation>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    decision: &(dyn Begin<G> + '_),
) -> Vec<String> {
    // There are no dice to throw, and no driver misjudges a decision.
    let mut dice = Dice::seed_from_u64(0);
    let mut now = decision.begin(cockpit, state, &mut dice);
    let mut turns = Vec::new();
    while let Some((turn, played)) = now.as_ref().filter(|_| turns.len() < LINE).and_then(|state| {
        G::clock(state).1?;
        cockpit.play_on(state, 0.0, &mut dice)
    }) {
        turns.push(G::notation(&turn));
        now = Some(played.state);
    }
    turns
}

/// Returns the decisions that were tried in rollouts (trial continuations of the race), the best first. `cars` is the
/// number of cars that are not out of the race. For `even` see [`Tally::win`].
fn candidates<G: Drive>(tried: &[Tried<'_, G>], aim: Aim, (cars, even): (usize, Option<f64>)) -> Vec<Candidate> {
    let unit = loss_unit(cars, aim);
    // Each candidate has the number of turns by which candidates are compared, in which a car that is out counts.
    let mut listed: Vec<(Candidate, f64)> = tried
        .iter()
        .filter(|tried| tried.tally.count() > 0)
        .map(|Tried { turn, words, line, tally, .. }| {
            let ((win, win_error), (place, place_error)) = (tally.win(even), tally.place());
            let turns = tally.turns();
            let candidate = Candidate {
                turn: turn.clone(),
                words: words.clone(),
                win,
                win_error,
                place,
                place_error,
                // The rollouts do not count the turn of the decision.
                turns: turns.map(|(turns, _)| turns + 1.0),
                turns_error: turns.map_or(0.0, |(_, error)| error),
                loss: 0.0,
                rollouts: tally.count() as u32,
                line: line.clone(),
            };
            (candidate, tally.turns_with_out())
        })
        .collect();
    let key = |(candidate, turns): &(Candidate, f64)| match unit {
        LossUnit::Turns => -turns,
        LossUnit::Chance => candidate.win,
        LossUnit::Places => -candidate.place,
    };
    listed.sort_by(|one, other| key(other).total_cmp(&key(one)).then(one.1.total_cmp(&other.1)));
    let best = listed.first().map_or(0.0, key);
    let losses: Vec<f64> = listed.iter().map(|known| best - key(known)).collect();
    listed.into_iter().zip(losses).map(|((candidate, _), loss)| Candidate { loss, ..candidate }).collect()
}

/// Returns the decisions to list: those with the best ratings, and always the decision that was played.
fn listed<T>(rated: Vec<Rated<T>>, is_played: impl Fn(&T) -> bool) -> Vec<T> {
    let mut rest = rated.into_iter().map(|rated| rated.what);
    let mut listed: Vec<T> = rest.by_ref().take(LISTED).collect();
    if !listed.iter().any(&is_played) {
        listed.extend(rest.find(is_played));
    }
    listed
}

/// Compares the decisions of the car to act in a position. `played` is the turn that was played in this position. Calls
/// `seen` with the advice so far after each stage of the work.
pub(super) fn advise<G: Drive + View + Notation>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    played: Option<&G::Turn>,
    (effort, seed): (Effort, u64),
    progress: Progress<'_>,
    seen: &dyn Fn(&Advised),
) -> Advised {
    let (track, knowledge) = (cockpit.track, cockpit.knowledge);
    let car = G::clock(state).1;
    let loss_in = loss_unit(not_out(cockpit, state), effort.aim);
    let as_json = |turn: &G::Turn| serde_json::to_value(turn).unwrap_or_default();
    let whole = played.map(as_json);
    let is_whole = |decided: &Value| whole.as_ref().is_some_and(|whole| contains(whole, decided));
    let tried = |turn: Value, words: String, begin: Box<dyn Begin<G>>| Tried {
        turn,
        words,
        begin,
        tally: Tally::default(),
        line: Vec::new(),
    };
    let turn_words = played.map_or_else(String::new, G::notation);
    let gathered = |moves: Vec<Candidate>, uses: Vec<Candidate>| {
        // The expected results of the played turn are those of the decision after the roll or, without a roll, of the
        // decision before it. Its loss is the sum of both losses.
        let call = moves.iter().find(|candidate| is_whole(&candidate.turn));
        let used = uses.iter().find(|candidate| is_whole(&candidate.turn));
        let played = used.or(call).zip(whole.clone()).map(|(known, whole)| Candidate {
            turn: whole,
            words: turn_words.clone(),
            loss: known.loss + if used.is_some() { call.map_or(0.0, |call| call.loss) } else { 0.0 },
            ..known.clone()
        });
        Advised { car, loss_in, played, moves, uses }
    };
    let calls = listed(G::precise_calls(knowledge, track, state), |call| is_whole(&G::call_fields(state, call)));
    let words = |call: &G::Call, fields: &Value| {
        let whole = || serde_json::from_value(fields.clone()).map_or_else(|_| String::new(), |turn| G::notation(&turn));
        G::call_words(call).unwrap_or_else(whole)
    };
    let calls = calls.into_iter().map(|call| {
        let fields = G::call_fields(state, &call);
        let words = words(&call, &fields);
        tried(fields, words, Box::new(Called(call)))
    });
    let so_far = |moves: Vec<Candidate>| seen(&gathered(moves, Vec::new()));
    let moves = compare(cockpit, state, calls.collect(), (effort, seed), progress, &so_far);
    let cast = played.and_then(|turn| G::cast_of(track, state, turn));
    let uses = cast.map_or_else(Vec::new, |cast| {
        let turns = listed(G::uses(knowledge, track, state, &cast), |turn| is_whole(&as_json(turn)));
        let turns = turns.into_iter().map(|turn| tried(as_json(&turn), G::notation(&turn), Box::new(Used(turn))));
        let so_far = |uses: Vec<Candidate>| seen(&gathered(moves.clone(), uses));
        compare(cockpit, state, turns.collect(), (effort, seed.wrapping_add(1)), progress, &so_far)
    });
    gathered(moves, uses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_written_in_their_unit() {
        let candidate = |turns: Option<f64>| Candidate {
            turn: Value::Null,
            words: String::new(),
            win: 0.5,
            win_error: 0.0,
            place: 1.5,
            place_error: 0.0,
            turns,
            turns_error: 0.0,
            loss: 0.25,
            rollouts: 4,
            line: Vec::new(),
        };
        let lost = |unit| candidate(Some(9.0)).lost(unit);
        assert_eq!(
            [LossUnit::Chance, LossUnit::Places, LossUnit::Turns].map(lost),
            ["25.0 %", "0.25 places", "0.25 turns"]
        );
        assert_eq!(candidate(None).lost(LossUnit::Turns), "the race");
        assert_eq!(loss_unit(1, Aim::Win), LossUnit::Turns);
        assert_eq!([Aim::Win, Aim::Place].map(|aim| loss_unit(2, aim)), [LossUnit::Chance, LossUnit::Places]);
    }
}
