//! Evaluates rolls: the turns that a car still needs on average, and the value of each roll. Computer drivers use the
//! same numbers.

use paddock::editor::sketch::Findings;
use paddock::game::scene::{Scene, Shape, Style};
use paddock::game::{
    CarId, Dice, Drive, Evaluate, Evaluation, EventKind, Played, Progress, Rated, Rules as _, Verdict,
};
use rand::RngExt as _;
use serde_json::{Value, json};

use super::board::{FEWEST_SIDES, SPACES, START, Track, outline};
use super::rules::{Hundred, State, Turn, space_of, way};

/// The most passes over all spaces of the board. One pass is not enough, because slides lead back to earlier spaces.
const PASSES: usize = 20_000;
/// The computation ends when no value grows by more than this in a pass.
const CLOSE: f64 = 1e-9;

/// Returns, for each number of spaces past the start, the turns that a car still needs on average. `None` if the
/// computation was stopped, or needs too many passes.
fn turns_left(track: &Track, spaces: u32, sides: u32, stop: &(dyn Fn() -> bool + Sync)) -> Option<Vec<f64>> {
    let mut left = vec![0.0; spaces as usize + 2];
    for _ in (0..PASSES).take_while(|_| !stop()) {
        let mut most = 0.0_f64;
        for from in (0..=spaces).rev() {
            let after = (1..=sides).map(|die| turns_after(track, spaces, &left, way(track, spaces, from, die)[2]));
            let mean = 1.0 + after.sum::<f64>() / f64::from(sides);
            most = most.max(mean - left[from as usize]);
            left[from as usize] = mean;
        }
        if most < CLOSE {
            return Some(left);
        }
    }
    None
}

/// Returns the turns that a car needs on average after a move, including a turn missed on a stop.
fn turns_after(track: &Track, spaces: u32, left: &[f64], end: u32) -> f64 {
    left[end as usize] + f64::from(u8::from(track.stops.contains(&space_of(end, spaces))))
}

impl Evaluate for Hundred {
    fn evaluate(track: &Track, first: &State, turns: &[&Turn], progress: Progress<'_>) -> Option<Evaluation> {
        let left = turns_left(track, first.spaces, first.sides, progress.stop)?;
        let (mut state, mut verdicts) = (first.clone(), Vec::with_capacity(turns.len()));
        for turn in turns {
            let Played { state: next, events } = Self::force(track, &state, turn).played;
            let thrown = events.iter().find_map(|event| match event.kind {
                EventKind::Thrown { face, mean, variance } => Some((f64::from(face) - mean, variance)),
                _ => None,
            });
            verdicts.push(thrown.zip(state.index_of(turn.car)).map(|((luck, variance), index)| {
                let [from, to] = [&state, &next].map(|state| state.cars[index].total);
                let worth = left[from as usize] - 1.0 - turns_after(track, first.spaces, &left, to);
                Verdict { luck: Some(luck), variance, worth: Some(worth), ..Verdict::of(turn.car) }
            }));
            state = next;
        }
        let headline = format!("{:.1} turns to the finish on average", left[START as usize]);
        Some(Evaluation { headline, luck_unit: "spaces", verdicts, ..Evaluation::default() })
    }
}

/// A driver has nothing to decide: it rolls.
impl Drive for Hundred {
    type Knowledge = Vec<f64>;
    type Call = ();
    type Cast = u8;

    fn learn(track: &Track, first: &State, progress: Progress<'_>) -> Option<Vec<f64>> {
        turns_left(track, first.spaces, first.sides, progress.stop)
    }

    fn clock(state: &State) -> (u32, Option<CarId>) {
        (state.round(), state.to_act.map(|index| state.cars[index].id))
    }

    fn spread(_: &Vec<f64>, _: &Track, _: &State) -> f64 {
        0.5
    }

    fn needs(left: &Vec<f64>, _: &Track, state: &State, car: CarId) -> f64 {
        state.index_of(car).and_then(|index| left.get(state.cars[index].total as usize)).copied().unwrap_or(0.0)
    }

    fn calls(left: &Vec<f64>, track: &Track, state: &State) -> Vec<Rated<()>> {
        let car = state.to_act.map(|index| state.cars[index].id);
        car.map(|car| Rated::new((), Self::needs(left, track, state, car))).into_iter().collect()
    }

    fn cast(_: &Track, state: &State, (): &(), dice: &mut Dice) -> u8 {
        dice.random_range(1..=state.sides) as u8
    }

    fn uses(_: &Vec<f64>, _: &Track, state: &State, die: &u8) -> Vec<Rated<Turn>> {
        let turn = |index: usize| Rated::new(Turn { car: state.cars[index].id, die: Some(*die) }, 0.0);
        state.to_act.map(turn).into_iter().collect()
    }

    fn call_words((): &()) -> Option<String> {
        Some("roll".to_owned())
    }

    fn call_fields(state: &State, (): &()) -> Value {
        json!({"car": state.to_act.map(|index| state.cars[index].id)})
    }
}

/// Finds the expected turns of a lap with the smallest die, and shows the turns left on each space.
pub fn findings(track: &Track, stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
    let Some(left) = turns_left(track, SPACES, FEWEST_SIDES, stop) else {
        let headline = "Not found: almost every car slides back".to_owned();
        return (!stop()).then(|| Findings { is_raceable: true, headline, ..Findings::default() });
    };
    let most = left.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut drawing = Scene::default();
    for space in (1..=SPACES).filter(|space| track.ends[*space as usize] == *space) {
        let share = (left[space as usize] / most * 255.0) as u8;
        drawing.add(Style::Reach(share), Shape::Polygon(outline(space)));
    }
    let headline = format!("{:.1} turns a lap on average", left[START as usize]);
    let note = "With a die of six sides. Colours show how many turns a car on each space still needs.".to_owned();
    Some(Findings { headline, notes: vec![note], drawing, ..Findings::default() })
}
