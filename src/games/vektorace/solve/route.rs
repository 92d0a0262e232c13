//! Finds the fastest way to the finish for a lone car in its last lap. Computer drivers use this search.

use super::line;
use super::lone::{self, CAR, Lone, Node};
use super::search::{Found, Limits, lap_within};
use super::tables::{POINTS, Tables};
use crate::games::vektorace::rules;
use crate::games::vektorace::{Car, Edition, Standing, State, Terms, Track, Turn};

/// The largest number of nodes (states of the car) that a search may visit.
const NODES: usize = 60_000;
/// The largest number of extra moves that the search tries, beyond the fewest moves that the tables allow for this car.
const BEYOND: usize = 6;

/// The turns from a position to the finish, each with the state of the car before the turn. The states are those of a
/// race of one lap in which the car is alone ([`alone`]).
pub type Route = Vec<(Car, Turn)>;

/// Returns the car as it would be in a race of one lap in which it is alone. `None` if it is not in its last lap, or if
/// the search does not support its situation.
pub fn alone(state: &State, index: usize) -> Option<Car> {
    let car = *state.cars.get(index)?;
    let is_last = car.crossings >= state.laps || (state.laps == 1 && car.crossings == 0);
    let is_usual = car.fallen.is_none() && !car.in_lane && !car.restart && !car.box_box;
    // The tables are made for the usual terms of a printed edition, without Super Powers, and for at most this number
    // of points.
    let usual = Terms { track_limits: state.terms.track_limits, ..Terms::of(state.edition) };
    let is_covered = state.edition != Edition::Online && state.terms == usual && car.tyre + car.nitro <= POINTS;
    let is_supported = is_covered && car.is_racing() && is_last && is_usual;
    is_supported.then_some(Car { id: CAR, crossings: car.crossings.min(1), gave_way_to: 0, ..car })
}

/// Searches for the fastest way to the finish for a lone car, as [`alone`] returns it. All turns of the way found are
/// legal. No legal way takes fewer turns, unless the car stands still, falls from the table or uses the pit lane.
/// Braking is tried in the first turn only, because in later turns it is never better than declaring the lower gear one
/// turn earlier. Returns `None` if no way was found within the limits, or if the car has too few tyre or too few nitro
/// points for the way that was found.
pub fn route(tables: &Tables, track: &Track, state: &State, car: Car) -> Option<Route> {
    let mut start = lone::state(track, state.edition, state.terms, car.position, car.gear, car.first_move);
    start.cars[0] = car;
    let points = car.tyre + car.nitro;
    let lone = Lone::new(track, &tables.board, &tables.course, &tables.templates, start, points);
    let phase = lone::phase_of(track, car.crossings, car.passed);
    let root = Node { phase: phase as u8, ..lone.first() };
    let at = car.position.to_f64();
    let least = tables.bound.moves_declared(phase, car.heading, car.gear, at, points)?;
    let mut left = NODES;
    for moves in least..=least + BEYOND {
        let outcome = lap_within(&lone, &tables.bound, root, moves, &Limits { nodes: left, stop: &|| false });
        match outcome.found {
            Found::Lap(nodes) => return played(&lone, &line::turns(&lone, &nodes)),
            Found::Stopped => return None,
            Found::None => left = left.saturating_sub(outcome.nodes),
        }
    }
    None
}

/// Plays the turns by the rules. Returns each turn with the state of the car before it. Returns `None` if the rules
/// refuse a turn, or if the car does not finish.
fn played(lone: &Lone<'_>, turns: &[Turn]) -> Option<Route> {
    let mut state = lone.state.clone();
    let mut route = Vec::with_capacity(turns.len());
    for turn in turns {
        route.push((state.cars[0], *turn));
        state = rules::play(lone.track, &state, turn).ok()?.state;
    }
    matches!(state.cars[0].standing, Standing::Finished(_)).then_some(route)
}
