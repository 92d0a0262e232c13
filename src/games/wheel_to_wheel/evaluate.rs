//! Evaluates the throws of a recorded race. The choice of die and the use of each throw are compared with the best play
//! of a lone driver. The faces thrown are compared with the averages of the dice.

mod advice;

use super::WheelToWheel;
use super::championship;
use crate::game::words::{many, signed};
use crate::game::{CarId, Evaluate, Evaluation, Forecast, Progress, Score, Verdict};
use fnv::{FnvHashMap, FnvHashSet};
use rayon::prelude::*;

use super::analysis::{Best, ChainError, Key, alone, decision, luck, reached};
use super::options::Strategy;
use super::rules;
use super::setup::{DRIVERS, Setup};
use super::state::State;
use super::track::Track;
use super::turn::{Action, Turn};
use super::tyres::Plan;
use crate::game::scene::Scene;

/// The values on which a driver's best play depends: the garage, the number of sixes in a row that breaks the engine,
/// the number of failed tries to hit the garage after which the headset skill helps, and a binding tyre plan.
pub(super) type Kind = (u16, Option<u8>, Option<u8>, Option<Plan>);

/// The states whose expected turns to the finish must be computed, for all drivers of one [`Kind`].
struct Needed {
    like: State,
    keys: Vec<Key>,
    known: FnvHashSet<Key>,
}

/// The best play of all drivers of a race, by [`Kind`].
pub(super) type Values = FnvHashMap<Kind, Result<Best, ChainError>>;

impl Evaluate for WheelToWheel {
    fn evaluate(track: &Track, first: &State, turns: &[&Turn], progress: Progress<'_>) -> Option<Evaluation> {
        let mut states = vec![first.clone()];
        for turn in turns {
            let next = states.last().map(|state| rules::force(track, state, turn).played.state);
            states.extend(next);
        }
        let values = values(track, &states, turns, progress)?;
        let mut verdicts = Vec::with_capacity(turns.len());
        let mut advice = Vec::with_capacity(states.len());
        let (mut lost_in_all, mut unknown) = (0.0, 0);
        for (at, state) in states.iter().enumerate() {
            if (progress.stop)() {
                return None;
            }
            let turn = turns.get(at).copied();
            let index = acting(state, turn);
            let best = index.and_then(|index| values.get(&kind(state, index))).and_then(|best| best.as_ref().ok());
            advice.push(index.zip(best).and_then(|(index, best)| advice::of(track, state, index, turn, best)));
            let Some(turn) = turn else { continue };
            let faces = turn.as_throw().map(|throw| f64::from(throw.face) - track.faces().mean(throw.die));
            let weighed = best.and_then(|best| decision(track, state, turn, best));
            let lost = weighed.as_ref().and_then(super::analysis::Decision::lost);
            lost_in_all += lost.unwrap_or(0.0);
            let is_decided = matches!(turn.action, Action::Throw(_) | Action::Discharge);
            unknown += u32::from(is_decided && index.is_some() && best.is_none());
            let shares = weighed.as_ref().and_then(|weighed| Some([weighed.lost_before()?, weighed.lost_after()?]));
            let worth = weighed.as_ref().and_then(super::analysis::Decision::luck);
            let variance = turn.as_throw().map_or(0.0, |throw| track.faces().variance(throw.die));
            let verdict = Verdict { lost, shares, luck: faces, variance, worth, ..Verdict::of(turn.car) };
            verdicts.push((lost.is_some() || faces.is_some()).then_some(verdict));
        }
        let owned: Vec<Turn> = turns.iter().map(|turn| **turn).collect();
        let luckiest = luck(track, first, &owned).into_iter().max_by(|a, b| a.score.total_cmp(&b.score));
        let lucky = luckiest.map_or_else(String::new, |luck| {
            format!(
                "; car {} had the most luck with the dice ({} fields compared with the average)",
                luck.car,
                signed(luck.score, 1)
            )
        });
        let why = values.values().find_map(|best| best.as_ref().err());
        let left_out = why
            .filter(|_| unknown > 0)
            .map_or_else(String::new, |why| format!("; not compared: {} ({why})", many(unknown, "entry")));
        let headline = format!("{lost_in_all:.1} turns lost by all drivers together{left_out}{lucky}");
        Some(Evaluation { headline, luck_unit: "fields", verdicts, advice, drawing: Scene::default() })
    }

    fn score(track: &Track, setup: &Setup, state: &State) -> Option<Score> {
        Some(championship::score(&championship::Race { track, setup, end: state }))
    }

    fn next_setup(track: &Track, setup: &Setup, end: &State) -> Option<Setup> {
        championship::next_setup(&championship::Race { track, setup, end })
    }

    fn forecast(track: &Track, state: &State, car: CarId, progress: Progress<'_>) -> Option<Forecast> {
        super::forecast::forecast(track, state, car, progress)
    }
}

/// Returns the index of the driver that plays the recorded `turn`; `None` if this driver may not act. If `turn` is
/// `None`, returns the driver that acts next.
fn acting(state: &State, turn: Option<&Turn>) -> Option<usize> {
    let of =
        turn.and_then(|turn| state.index_of(turn.car)).filter(|index| state.may_act().any(|other| other == *index));
    of.or_else(|| state.to_act().filter(|_| turn.is_none()))
}

pub(super) fn kind(state: &State, index: usize) -> Kind {
    let skills = state.team_of(index).skills;
    let is_bound = state.terms.options.strategy == Strategy::Binding;
    let plan = state.terms.teams.get(index / DRIVERS).and_then(|team| team.plans[index % DRIVERS]);
    (state.garage(index), skills.breaking_six(), skills.helping_try(), plan.filter(|_| is_bound))
}

/// Finds the best play of every driver, for all states to which the drivers' options in this race lead. Returns `None`
/// if the search was stopped.
fn values(track: &Track, states: &[State], turns: &[&Turn], progress: Progress<'_>) -> Option<Values> {
    let mut needed: FnvHashMap<Kind, Needed> = FnvHashMap::default();
    for (at, state) in states.iter().enumerate() {
        let Some(index) = acting(state, turns.get(at).copied()) else { continue };
        let needed = needed.entry(kind(state, index)).or_insert_with(|| Needed {
            like: alone(state, index),
            keys: Vec::new(),
            known: FnvHashSet::default(),
        });
        for key in reached(track, state, index) {
            if needed.known.insert(key) {
                needed.keys.push(key);
            }
        }
    }
    // Searches in a fixed order, so that the results do not depend on the number of threads.
    let mut needed: Vec<(Kind, Needed)> = needed.into_iter().filter(|(_, needed)| !needed.keys.is_empty()).collect();
    needed.sort_by_key(|(kind, _)| *kind);
    (progress.report)("Searching for the best play of a single driver without opponents".to_owned());
    let solve =
        |(kind, needed): (Kind, Needed)| (kind, Best::of_keys(track, &needed.like, &needed.keys, progress.stop));
    let found: Vec<(Kind, Result<Best, ChainError>)> = needed.into_par_iter().map(solve).collect();
    let is_stopped = found.iter().any(|(_, best)| matches!(best, Err(ChainError::Stopped)));
    (!is_stopped).then(|| found.into_iter().collect())
}
