//! What the turns of a recorded race were worth, by the expected turns of a car that is alone (ledger, section 7.2): with
//! other cars around an exact process is out of reach, and this is the heuristic the ledger names.

use super::options::Zone;
use super::rules;
use super::solve::{Lone, Question, Solution, SolveError, Watch, solve};
use super::state::{Phase, Standing, Start, State};
use super::track::Track;
use super::turn::{Chance, Turn};
use crate::game::scene::Scene;
use crate::game::{Judgement, Onlooker, Verdict};

/// The most memory for the process behind it, in bytes; beyond it fewer zones vary.
const MOST_BYTES: u64 = 1 << 30;

pub(super) fn judge(track: &Track, first: &State, turns: &[&Turn], onlooker: Onlooker<'_>) -> Option<Judgement> {
    (onlooker.tell)("Solving the race of a lone car".to_owned());
    let question = question(track, first);
    let watch = Watch { progress: &|_| !(onlooker.stop)() };
    let solution = match solve(track, &question, &watch) {
        Ok(solution) => solution,
        Err(SolveError::Stopped) => return None,
        Err(error) => {
            let verdicts = vec![None; turns.len()];
            return Some(Judgement {
                headline: error.to_string(),
                luck_unit: "turns",
                verdicts,
                drawing: Scene::default(),
            });
        }
    };
    let mut state = first.clone();
    let mut verdicts = Vec::with_capacity(turns.len());
    for turn in turns {
        if (onlooker.stop)() {
            return None;
        }
        let next = rules::force(track, &state, turn).played.state;
        verdicts.push(verdict(track, &solution, &state, turn, &next));
        state = next;
    }
    let start = first.cars.first().and_then(|car| solution.start_value(track, car.at));
    let headline = start.map_or_else(
        || "The turns of a lone car cannot be told here".to_owned(),
        |turns| format!("{turns:.1} turns expected of a lone car"),
    );
    Some(Judgement { headline, luck_unit: "turns", verdicts, drawing: Scene::default() })
}

/// What is asked: with the most wear points that any car begins with.
fn question(track: &Track, first: &State) -> Question {
    let laps = u16::try_from(first.terms.laps).unwrap_or(u16::MAX);
    if first.terms.rules.is_basic() {
        return Question::basic(laps);
    }
    let wear = [0, 1, 2, 3, 4, 5].map(|zone| first.cars.iter().map(|car| car.wear[zone]).max().unwrap_or(0));
    let all = Question { wear, ..Question::all(laps) };
    if all.bytes(track) <= MOST_BYTES { all } else { Question { zones: vec![Zone::Tires], ..all } }
}

fn verdict(track: &Track, solution: &Solution, before: &State, turn: &Turn, after: &State) -> Option<Verdict> {
    let index = before.cars.iter().position(|car| car.car == turn.car)?;
    if before.phase == Phase::Over || before.cars[index].start == Start::Due {
        // What the start die does is nobody's decision.
        return None;
    }
    let lone = Lone::of(track, before, index)?;
    let (gear, Some(Chance::Known(face))) = (turn.gear?, turn.face()) else { return None };
    let gears = solution.gear_values(&lone);
    let chosen = gears.iter().find(|(known, _)| *known == gear).map(|(_, value)| *value)?;
    let best_gear = gears.first().map(|(_, value)| *value)?;
    let best_move = 1.0 + solution.move_values(&lone, gear, face).first()?.turns;
    let left = match after.cars[index].standing {
        Standing::Finished(_) => 0.0,
        Standing::Out(_) => return Some(Verdict { car: turn.car, lost: None, luck: Some(chosen - best_move) }),
        Standing::Racing => solution.value(&Lone::of(track, after, index)?)?,
    };
    let lost = (chosen - best_gear).max(0.0) + (1.0 + left - best_move).max(0.0);
    Some(Verdict { car: turn.car, lost: Some(lost), luck: Some(chosen - best_move) })
}
