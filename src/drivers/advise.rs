//! Advice: the decisions that the car to act can make, each with its chance to win, expected place and expected turns.

use serde::Serialize;
use serde_json::Value;

use super::cockpit::Cockpit;
use super::expert::{Begin, Called, Tally, Trial, Used};
use super::level::{Aim, Effort};
use crate::game::{CarId, Drive, Notation, Progress, Rated, View};

/// The largest number of decisions that are listed.
const LISTED: usize = 12;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the results of all rollouts.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// A decision that the car to act can make, with its expected results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The fields of the turn that this decision sets, written as in race files. A decision before a roll sets only a
    /// part of the turn.
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
    /// The expected number of turns to the finish, including this turn.
    pub turns: f64,
    /// The standard error of `turns`.
    pub turns_error: f64,
    /// The amount by which this decision is worse than the best one; 0 for the best one. It is measured in the chance
    /// to win, in places if the driver aims for the best place, and in turns if the car is alone.
    pub loss: f64,
    /// The number of rollouts of this decision: the race was continued this number of times after it.
    pub rollouts: u32,
}

impl Candidate {
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
}

/// Compares decisions by rollouts (trial continuations of the race). Every decision gets a few rollouts. The decisions
/// with the better results get more rollouts.
fn compare<G: Drive + View>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    mut tried: Vec<Tried<'_, G>>,
    effort: Effort,
    seed: u64,
    progress: Progress<'_>,
) -> Vec<Candidate> {
    let Some(car) = G::clock(state).1 else { return Vec::new() };
    let view = G::view(cockpit.track, state);
    let cars = view.cars.iter().filter(|car| !car.status.is_out()).count();
    let trial = Trial { cockpit, state, car, seed, stop: progress.stop };
    let mut from = 0;
    let mut width = tried.len();
    let stages = (usize::BITS - width.max(1).leading_zeros()).max(1);
    while width > 0 && !(progress.stop)() {
        let each = (effort.rollouts.unwrap_or(G::ROLLOUTS) / stages / width as u32).max(4);
        (progress.report)(format!("Comparing decisions: {width} of {} left", tried.len()));
        for tried in tried.iter_mut().take(width) {
            trial.add(tried.begin.as_ref(), from..from + each, &mut tried.tally);
        }
        from += each;
        tried.sort_by(|one, other| {
            let worth = |tally: &Tally| if tally.count == 0 { f64::MIN } else { tally.worth(effort.aim, cars) };
            worth(&other.tally).total_cmp(&worth(&one.tally))
        });
        width /= 2;
    }
    tried.retain(|tried| tried.tally.count > 0);
    let is_alone = cars < 2;
    let mut listed: Vec<Candidate> = tried
        .into_iter()
        .map(|Tried { turn, words, tally, .. }| {
            let ([win, place, turns], [win_error, place_error, turns_error]) =
                (tally.means(), tally.errors().unwrap_or_default());
            // The rollouts count only the turns after this one.
            let turns = turns + 1.0;
            Candidate {
                turn,
                words,
                win,
                win_error,
                place,
                place_error,
                turns,
                turns_error,
                loss: 0.0,
                rollouts: tally.count,
            }
        })
        .collect();
    let key = |candidate: &Candidate| match (is_alone, effort.aim) {
        (true, _) => -candidate.turns,
        (false, Aim::Win) => candidate.win,
        (false, Aim::Place) => -candidate.place,
    };
    listed.sort_by(|one, other| key(other).total_cmp(&key(one)).then(one.turns.total_cmp(&other.turns)));
    let best = listed.first().map_or(0.0, key);
    for candidate in &mut listed {
        candidate.loss = best - key(candidate);
    }
    listed
}

/// Returns the decisions to list: the best ones of a rated list, and the played decision even if it is not one of the
/// best.
fn listed<T>(rated: Vec<Rated<T>>, is_played: impl Fn(&T) -> bool) -> Vec<T> {
    let mut rest = rated.into_iter().map(|rated| rated.what);
    let mut listed: Vec<T> = rest.by_ref().take(LISTED).collect();
    if !listed.iter().any(&is_played) {
        listed.extend(rest.find(is_played));
    }
    listed
}

/// Compares the decisions of the car to act in a position. `played` is the turn that was played there.
pub(super) fn advise<G: Drive + View + Notation>(
    cockpit: Cockpit<'_, G>,
    state: &G::State,
    played: Option<&G::Turn>,
    effort: Effort,
    seed: u64,
    progress: Progress<'_>,
) -> Advised {
    let (track, knowledge) = (cockpit.track, cockpit.knowledge);
    let car = G::clock(state).1;
    let as_json = |turn: &G::Turn| serde_json::to_value(turn).unwrap_or_default();
    let whole = played.map(as_json);
    let is_whole = |decided: &Value| whole.as_ref().is_some_and(|whole| contains(whole, decided));
    let calls = listed(G::precise_calls(knowledge, track, state), |call| is_whole(&G::call_fields(state, call)));
    let words = |call: &G::Call, fields: &Value| {
        let whole = || serde_json::from_value(fields.clone()).map_or_else(|_| String::new(), |turn| G::notation(&turn));
        G::call_words(call).unwrap_or_else(whole)
    };
    let with_fields = calls.into_iter().map(|call| (G::call_fields(state, &call), call));
    let tried = with_fields.map(|(turn, call)| Tried {
        words: words(&call, &turn),
        turn,
        begin: Box::new(Called(call)) as Box<dyn Begin<G>>,
        tally: Tally::default(),
    });
    let moves = compare(cockpit, state, tried.collect(), effort, seed, progress);
    let cast = played.and_then(|turn| G::cast_of(track, state, turn));
    let uses = cast.map_or_else(Vec::new, |cast| {
        let turns = listed(G::uses(knowledge, track, state, &cast), |turn| is_whole(&as_json(turn)));
        let tried = turns.into_iter().map(|turn| Tried {
            words: G::notation(&turn),
            turn: as_json(&turn),
            begin: Box::new(Used(turn)) as Box<dyn Begin<G>>,
            tally: Tally::default(),
        });
        compare(cockpit, state, tried.collect(), effort, seed.wrapping_add(1), progress)
    });
    // The expected results of the played turn are those of the decision after the roll or, without a roll, of the
    // decision before it. Its loss is the sum of both losses.
    let call = moves.iter().find(|candidate| is_whole(&candidate.turn));
    let used = uses.iter().find(|candidate| is_whole(&candidate.turn));
    let turn_words = played.map_or_else(String::new, G::notation);
    let played = used.or(call).zip(whole.clone()).map(|(known, whole)| Candidate {
        turn: whole,
        words: turn_words,
        loss: known.loss + if used.is_some() { call.map_or(0.0, |call| call.loss) } else { 0.0 },
        ..known.clone()
    });
    Advised { car, played, moves, uses }
}
