//! A route over the paper: the quickest one, as the solver tells it.

use crate::game::CarId;
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::options::Rules;
use crate::games::vector_racing::rules::{force, report};
use crate::games::vector_racing::setup::{RacerEntry, Setup};
use crate::games::vector_racing::solve::Solution;
use crate::games::vector_racing::start;
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// Draws the moves of a solution as they are driven, through warps and off reflectors, and a disc where each begins.
pub fn draw_route(track: &Track, rules: &Rules, laps: u32, solution: &Solution, scene: &mut Scene) {
    let Some(from) = solution.line.first().copied() else { return };
    let racer = RacerEntry { start: Some(from), ..RacerEntry::new(CarId(1), String::new()) };
    let setup = Setup { laps, rules: Some(rules.clone()), racers: vec![racer] };
    // A solution comes from a start of this track; any other is drawn from place to place.
    let mut state = start::start(track, &setup).ok();
    for (velocity, ends) in solution.moves.iter().zip(solution.line.windows(2)) {
        let turn = Turn::go(CarId(1), *velocity);
        let driven = state.as_ref().and_then(|state| report(track, state, &turn)).map(|report| report.points());
        for line in driven.unwrap_or_else(|| vec![ends.iter().map(|at| at.map(f64::from)).collect()]) {
            scene.add(Style::RacingLine, Shape::Polyline(line));
        }
        state = state.map(|state| force(track, &state, &turn).played.state);
    }
    // The last move ends at the line; where it would have landed nobody stands.
    for at in solution.line.iter().take(solution.moves.len()) {
        scene.add(Style::RacingPlace, Shape::Circle { center: at.map(f64::from), radius: 0.22 });
    }
}
