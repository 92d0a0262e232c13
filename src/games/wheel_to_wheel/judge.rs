//! What the throws of a recorded race were worth: their use against the best for a driver alone, and their faces against
//! what the dice show on average.

use super::analysis::{Policy, decision, luck};
use super::rules;
use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::scene::Scene;
use crate::game::{Judgement, Onlooker, Verdict};

pub(super) fn judge(track: &Track, first: &State, turns: &[&Turn], onlooker: Onlooker<'_>) -> Option<Judgement> {
    let mut state = first.clone();
    let mut verdicts = Vec::with_capacity(turns.len());
    let mut lost_in_all = 0.0;
    for (number, turn) in (1..).zip(turns) {
        if (onlooker.stop)() {
            return None;
        }
        (onlooker.tell)(format!("Entry {number} of {}", turns.len()));
        let faces = turn.as_throw().map(|throw| f64::from(throw.face) - track.faces().mean(throw.die));
        // Where a board is too large for it, or nothing leads on, only luck is told.
        let lost = decision(track, &state, turn, Policy::default()).ok().flatten().map(|decision| decision.lost());
        lost_in_all += lost.unwrap_or(0.0);
        let variance = turn.as_throw().map_or(0.0, |throw| track.faces().variance(throw.die));
        let verdict = Verdict { lost, luck: faces, variance, ..Verdict::of(turn.car) };
        verdicts.push((lost.is_some() || faces.is_some()).then_some(verdict));
        state = rules::force(track, &state, turn).played.state;
    }
    let owned: Vec<Turn> = turns.iter().map(|turn| **turn).collect();
    let best = luck(track, first, &owned).into_iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let lucky = best
        .map_or_else(String::new, |luck| format!("; {} had the best of the dice, {:+.1} fields", luck.car, luck.score));
    let headline = format!("{lost_in_all:.1} turns given away by all{lucky}");
    Some(Judgement { headline, luck_unit: "fields", verdicts, advice: Vec::new(), drawing: Scene::default() })
}
