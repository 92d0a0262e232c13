//! Draws the fastest route found by the solver.

use crate::game::CarId;
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::options::Rules;
use crate::games::vector_racing::rules::{force, report};
use crate::games::vector_racing::setup::{RacerEntry, Setup};
use crate::games::vector_racing::solve::Solution;
use crate::games::vector_racing::start;
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// Draws the moves of the fastest race found, with a disc at the start of each move. The lines go through warps and
/// bend at reflectors.
pub fn draw_route(track: &Track, rules: &Rules, laps: u32, solution: &Solution, scene: &mut Scene) {
    let Some(route) = solution.best() else { return };
    let Some(from) = route.line.first().copied() else { return };
    let racer = RacerEntry { start: Some(from), ..RacerEntry::new(CarId(1), String::new()) };
    let setup = Setup { laps, rules: Some(rules.clone()), racers: vec![racer] };
    // The exact path is known only if a race can start at this point. If it cannot, straight lines are drawn from point
    // to point.
    let mut state = start::start(track, &setup).ok();
    for (velocity, ends) in route.moves.iter().zip(route.line.windows(2)) {
        while let Some(repairing) = state.as_ref().filter(|state| state.racers[0].lost > 0) {
            state = Some(force(track, repairing, &Turn::lost(CarId(1))).played.state);
        }
        let turn = Turn::go(CarId(1), *velocity);
        let driven = state.as_ref().and_then(|state| report(track, state, &turn)).map(|report| report.points());
        for line in driven.unwrap_or_else(|| vec![ends.iter().map(|at| at.map(f64::from)).collect()]) {
            scene.add(Style::RacingLine, Shape::Polyline(line));
        }
        state = state.map(|state| force(track, &state, &turn).played.state);
    }
    // The last move ends at the line, so there is no disc at its landing point.
    for at in route.line.iter().take(route.moves.len()) {
        scene.add(Style::RacingPlace, Shape::Circle { center: at.map(f64::from), radius: 0.22 });
    }
}
