//! How a recorded race compares with the quickest: what every entry lost, and the quickest line.

use super::options::Rules;
use super::scene::draw_route;
use super::solve::{self, Question, Seed, Stage, Watch};
use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::scene::Scene;
use crate::game::{Judgement, Onlooker, Verdict};

/// The most states that are kept for a search: about 200 MB.
const STATES: u64 = 25_000_000;

pub(super) fn judge(track: &Track, first: &State, turns: &[&Turn], onlooker: Onlooker<'_>) -> Option<Judgement> {
    let rules: &Rules = &first.terms.rules;
    let seeds = first.racers.iter().map(Seed::racer).collect();
    let question =
        Question { rules: rules.clone(), laps: first.terms.laps, states: STATES, seeds, with_crashes: true, ..Question::of(track) };
    let tell = |stage: Stage| (onlooker.tell)(stage.words());
    let best = solve::solve(track, &question, Watch { tell: &tell, stop: onlooker.stop })?;
    let mut drawing = Scene::default();
    draw_route(track, rules, first.terms.laps, &best, &mut drawing);
    let headline = best.headline();
    let mut verdicts = vec![None; turns.len()];
    let owned: Vec<Turn> = turns.iter().map(|turn| **turn).collect();
    let told = |entry: usize| (onlooker.tell)(format!("Entry {entry} of {}", turns.len()));
    for loss in solve::losses_told(track, first, &owned, STATES, &told, onlooker.stop)? {
        if let Some(verdict) = verdicts.get_mut(loss.entry - 1) {
            *verdict = Some(Verdict { lost: loss.lost.map(|lost| lost as f64), ..Verdict::of(loss.car) });
        }
    }
    Some(Judgement { headline, luck_unit: "turns", verdicts, advice: Vec::new(), drawing })
}
