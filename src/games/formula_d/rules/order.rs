//! The order of play in a round, and the cars' positions in the race (FD-ORD, FD-WIN-03).

use std::cmp::Ordering;

use crate::games::formula_d::draft::Side;
use crate::games::formula_d::options::Skill;
use crate::games::formula_d::state::{Car, Standing, State};
use crate::games::formula_d::track::Track;

/// Returns the progress by which the order of play ranks a car. Usually this is the progress of its space. If the
/// switch `pit_cars_last` is on, a car in the pits has the progress of the pit entry that it used (FD-ORD-06).
fn counted(track: &Track, state: &State, car: usize) -> i32 {
    let stands = &state.cars[car];
    if state.terms.rules.switches.pit_cars_last && stands.is_on_board() && track.space(stands.at).ground.is_pit() {
        stands.pit_progress
    } else {
        state.progress(track, car)
    }
}

/// Returns the order of play for a round that begins now (FD-ORD): the racing cars, by index in the entry list.
#[must_use]
pub fn order(track: &Track, state: &State) -> Vec<u8> {
    let mut cars: Vec<usize> = (0..state.cars.len()).filter(|car| state.cars[*car].is_racing()).collect();
    cars.sort_by_key(|car| std::cmp::Reverse(counted(track, state, *car)));
    // Cars with the same progress are level. If the switch `half_space_is_ahead` is off, cars within half a space of
    // the first of them are level too.
    let reach = i32::from(!state.terms.rules.switches.half_space_is_ahead);
    let mut order = Vec::with_capacity(cars.len());
    let mut from = 0;
    while from < cars.len() {
        let first = counted(track, state, cars[from]);
        let to = cars[from..].iter().position(|car| counted(track, state, *car) < first - reach);
        let to = to.map_or(cars.len(), |count| from + count);
        let group = &mut cars[from..to];
        group.sort_by(|one, other| level(track, state, *one, *other));
        order.extend(group.iter().map(|car| *car as u8));
        from = to;
    }
    order
}

/// Whether a car is ahead of another one: farther along the race, or first of two level cars (FD-ORD-02, FD-ORD-03).
pub(super) fn is_ahead(track: &Track, state: &State, one: usize, other: usize) -> bool {
    let reach = i32::from(!state.terms.rules.switches.half_space_is_ahead);
    match counted(track, state, one) - counted(track, state, other) {
        difference if difference.abs() > reach => difference > 0,
        _ => level(track, state, one, other).is_lt(),
    }
}

/// Decides which of two level cars acts first (FD-ORD-02, FD-ORD-03, FD-ORD-06, FD-SKL-06). That car sorts before the
/// other.
fn level(track: &Track, state: &State, one: usize, other: usize) -> Ordering {
    let is_quick = |car: usize| state.terms.has(car, Skill::QuickOffTheMark);
    let in_pits = |car: &Car| car.is_on_board() && track.space(car.at).ground.is_pit();
    let (first, second) = (&state.cars[one], &state.cars[other]);
    is_quick(other)
        .cmp(&is_quick(one))
        .then_with(|| {
            if state.terms.rules.switches.pit_cars_last {
                // A car on the track comes before a car in the pits. Cars in the pits are compared by their true
                // positions.
                in_pits(first).cmp(&in_pits(second)).then_with(|| {
                    let (one, other) = (state.progress(track, one), state.progress(track, other));
                    if in_pits(first) && in_pits(second) { other.cmp(&one) } else { Ordering::Equal }
                })
            } else {
                Ordering::Equal
            }
        })
        .then_with(|| second.gear.cmp(&first.gear))
        .then_with(|| inside(track, first, second))
        .then_with(|| one.cmp(&other))
}

/// Decides which of two level cars is nearer to the inside of a corner (FD-TRK-08). That car sorts before the other.
/// The corner is the one that the cars are in, or else the next corner ahead.
fn inside(track: &Track, one: &Car, other: &Car) -> Ordering {
    if !one.is_on_board() || !other.is_on_board() {
        return Ordering::Equal;
    }
    let (first, second) = (track.space(one.at), track.space(other.at));
    // If one of the cars is in a corner, that corner is the reference. Otherwise it is the next corner ahead.
    let current = [first, second].into_iter().filter_map(|space| space.ground.corner()).min();
    let reference = current.unwrap_or(first.ahead_corner.min(second.ahead_corner));
    match track.corners().get(usize::from(reference)).map(|corner| corner.inside) {
        Some(Side::Left) => first.lane.cmp(&second.lane),
        Some(Side::Right) => second.lane.cmp(&first.lane),
        None => Ordering::Equal,
    }
}

/// Returns each car's rank in the race, from 1. Finished cars come first, in finishing order. Racing cars follow in
/// order of play. Cars that are out come last. Of these, the car that left the race latest is ranked highest.
pub(in crate::games::formula_d) fn ranks(track: &Track, state: &State) -> Vec<u32> {
    let mut ranks = vec![0; state.cars.len()];
    let racing = order(track, state);
    for (index, car) in state.cars.iter().enumerate() {
        ranks[index] = match car.standing {
            Standing::Finished(place) => u32::from(place),
            Standing::Racing => {
                let place = racing.iter().position(|other| usize::from(*other) == index).unwrap_or(0);
                u32::from(state.finished) + place as u32 + 1
            }
            Standing::Out(number) | Standing::Retired(number) => {
                u32::from(state.finished) + racing.len() as u32 + 1 + u32::from(state.out.saturating_sub(number))
            }
        };
    }
    ranks
}

/// The points that a car scores for its team: entry 0 for the first place, entry 1 for the second, and so on
/// (FD-TEA-03).
const POINTS: [u32; 8] = [10, 8, 6, 5, 4, 3, 2, 1];

/// Returns the place of each car and its points for its team, in grid order (FD-TEA-03).
pub(in crate::games::formula_d) fn places_and_points(track: &Track, state: &State) -> Vec<(u32, u32)> {
    let points = |place: u32| POINTS.get(place as usize - 1).copied().unwrap_or(0);
    let cars = ranks(track, state).into_iter().zip(&state.cars);
    cars.map(|(place, car)| (place, if car.standing.is_out() { 0 } else { points(place) })).collect()
}

/// Returns each team with its points, the winner first. If two teams have equal points, the team with the best-placed
/// car comes first (FD-TEA-03).
pub(in crate::games::formula_d) fn team_points(track: &Track, state: &State) -> Vec<(u8, u32)> {
    if !state.terms.rules.teams {
        return Vec::new();
    }
    let mut teams: Vec<(u8, u32, u32)> = Vec::new();
    for (terms, (place, points)) in state.terms.cars.iter().zip(places_and_points(track, state)) {
        match teams.iter_mut().find(|(team, _, _)| *team == terms.team) {
            Some((_, sum, best)) => (*sum, *best) = (*sum + points, place.min(*best)),
            None => teams.push((terms.team, points, place)),
        }
    }
    teams.sort_by_key(|(_, points, best)| (std::cmp::Reverse(*points), *best));
    teams.into_iter().map(|(team, points, _)| (team, points)).collect()
}
