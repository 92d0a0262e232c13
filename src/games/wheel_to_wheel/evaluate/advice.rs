//! Advice for the driver to act: the expected turns of each die, of the battery, and of each use of the throw.

use super::super::analysis::{Best, Choice as Chosen, Decision, decision, weighed};
use super::super::rules;
use super::super::state::State;
use super::super::track::Track;
use super::super::turn::{Action, Throw, Turn};
use super::super::words::use_words;
use crate::game::scene::{Scene, Shape, Style};
use crate::game::{Advice, Choice};

/// The advice lists the best uses of a throw, at most this number. It also lists the recorded use if that is not among
/// them.
const MOST_USES: usize = 6;
/// Two expected numbers of turns count as equal if they differ by less than this number.
const SAME: f64 = 1e-9;

/// Returns advice on the choices that a driver has before the recorded entry `turn`. If the entry is a throw, the
/// advice also covers the use of that throw.
pub(super) fn of(track: &Track, state: &State, index: usize, turn: Option<&Turn>, best: &Best) -> Option<Advice> {
    let turn = turn.filter(|turn| matches!(turn.action, Action::Throw(_) | Action::Discharge));
    let found = match turn {
        Some(turn) => decision(track, state, turn, best)?,
        None => weighed(track, state, index, best)?,
    };
    let throw = turn.and_then(Turn::as_throw);
    let mut advice = Advice {
        car: state.car(index),
        choices: choices(&found, turn),
        thrown: throw.map_or_else(String::new, |throw| format!("{} {} thrown", throw.die.name(), throw.face)),
        uses: uses(&found, throw),
        drawing: Scene::default(),
    };
    let shown = found.uses.first().map(|(throw, _)| Turn::throw(advice.car, *throw));
    if let Some(report) = shown.and_then(|shown| rules::report(track, state, &shown)) {
        let points: Vec<[f64; 2]> =
            std::iter::once(&report.before.spot).chain(&report.spots).map(|spot| track.place_of(*spot)).collect();
        if let Some(last) = points.last().copied().filter(|_| points.len() > 1) {
            advice.drawing.add(Style::RacingPlace, Shape::Circle { center: last, radius: 0.22 });
            advice.drawing.add(Style::RacingLine, Shape::Polyline(points));
        }
    }
    Some(advice)
}

fn choices(found: &Decision, turn: Option<&Turn>) -> Vec<Choice> {
    let taken = |choice: Chosen| match (choice, turn.map(|turn| turn.action)) {
        (Chosen::Battery, Some(Action::Discharge)) => true,
        (Chosen::Die(die), Some(Action::Throw(throw))) => throw.die == die,
        _ => false,
    };
    let choice = |weighed: &super::super::analysis::Weighed| Choice {
        words: weighed.choice.words(),
        turns: weighed.turns,
        taken: taken(weighed.choice),
        outcomes: weighed.uses.iter().map(|(throw, chance)| (use_words(throw), *chance)).collect(),
    };
    ordered(found.choices.iter().map(choice).collect())
}

fn uses(found: &Decision, thrown: Option<&Throw>) -> Vec<Choice> {
    let of = |(throw, turns): &(Throw, f64)| Choice {
        words: use_words(throw),
        turns: *turns,
        taken: thrown == Some(throw),
        outcomes: Vec::new(),
    };
    let all = ordered(found.uses.iter().map(of).collect());
    all.into_iter()
        .enumerate()
        .filter(|(place, choice)| *place < MOST_USES || choice.taken)
        .map(|(_, choice)| choice)
        .collect()
}

/// Puts the recorded choice first if it is as good as the best choice.
fn ordered(mut choices: Vec<Choice>) -> Vec<Choice> {
    let best = choices.first().map_or(0.0, |choice| choice.turns);
    choices.sort_by_key(|choice| (choice.turns > best + SAME, choice.turns <= best + SAME && !choice.taken));
    choices
}
