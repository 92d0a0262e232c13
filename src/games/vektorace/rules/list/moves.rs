//! Lists the legal moves, with everything that can follow them in the same turn.

use super::super::attacks::{self, Attacker};
use super::super::laid::{Boosted, Laid};
use super::super::movement::Destination;
use super::super::pit::{self, Entry};
use super::super::situation::Situation;
use super::super::{Lap, act, corners, pit_entry};
use super::super::{finish, gears};
use super::cost;
use crate::game::LegalTurn;
use crate::games::vektorace::{Action, Attack, Car, Edition, Move, Power, PowerUses, Side, State, Supply, Track, Turn};
use crate::geometry::{Direction, Point};

/// For every gear vector that may be laid, calls `found` once for the vector alone, and once for each boost that may
/// lie ahead of it.
pub fn each_vector(situation: &Situation<'_>, mut found: impl FnMut(Side, &Laid, Option<&Boosted>)) {
    for side in Side::ALL {
        let Ok(vector) = situation.check_vector(side) else { continue };
        if situation.check_layable(&vector).is_err() {
            continue;
        }
        found(side, &vector, None);
        for length in 1..=situation.longest_boost() {
            let Ok(boosted) = situation.check_boost(&vector, length) else { continue };
            found(side, &vector, Some(&boosted));
        }
    }
}

/// Counts the possible ends of a move of the car to act in its declared gear: combinations of vector, boost, car place
/// and rotation.
pub fn count_places(track: &Track, state: &State) -> usize {
    let Some(index) = state.to_act() else { return 0 };
    let situation = Situation::new(track, state, index);
    let mut count = 0;
    each_vector(&situation, |_, vector, boost| count += situation.destinations(vector, boost).count());
    count
}

/// Lists every legal move of the car in the situation's gear.
pub fn list_moves(situation: &Situation<'_>, brake: bool, turns: &mut Vec<LegalTurn<Turn>>) {
    let must_boost = situation.check_unboosted().is_err();
    each_vector(situation, |side, vector, boost| {
        if must_boost && boost.is_none() {
            return;
        }
        let wasted = boost.is_none() && situation.check_wasted(vector).is_ok();
        for (spot, rotation, there) in situation.destinations(vector, boost) {
            let plain = Move {
                brake,
                gear: situation.gear,
                vector: side,
                boost: boost.map(|boost| boost.length),
                place: spot.side,
                rotation,
                attack: None,
                pit: None,
                box_box: false,
                powers: PowerUses::NONE,
                exchange: None,
                declare: None,
            };
            let known = turns.len();
            complete(situation, vector, boost, &plain, &there, turns);
            if wasted {
                complete(situation, vector, None, &Move { boost: Some(0), ..plain }, &there, turns);
            }
            if boost.is_none() && !situation.is_offered_at_once(&spot) {
                turns[known..].iter_mut().for_each(|legal| legal.at_once = false);
            }
        }
    });
}

/// Completes a move in every possible way: with and without an attack, with each choice of points taken in the pit
/// lane, with and without a call of BOX-BOX, and with each declaration.
fn complete(
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    plain: &Move,
    there: &Destination,
    turns: &mut Vec<LegalTurn<Turn>>,
) {
    let car = &situation.car;
    let braking = if plain.brake { car.gear - plain.gear } else { 0 };
    let boosting = if plain.boost.is_some() { situation.boost_price() } else { 0 };
    let entry = pit_entry(situation, vector, boost, there.at, there.heading);
    let rest = pit::resting_place(situation, entry, there.at, there.heading);
    let attacker = Attacker {
        at: rest,
        heading: there.heading,
        gear: plain.gear,
        boost: plain.boost.unwrap_or(0),
        nitro: car.nitro.saturating_sub(boosting),
        tyres_used: braking + there.cost > 0,
        braked: plain.brake,
    };
    let mut follow = |attack: Option<(Attack, Point)>| {
        let at = attack.map_or(rest, |(_, place)| place);
        let Some(lap) = lap_with(situation, vector, boost, there, at, attack.is_some()) else { return };
        if situation.check_square(&lap, there.heading).is_err() {
            return;
        }
        let attacked = attack.map_or(0, |(attack, _)| attacks::nitro_cost(attack.kind));
        let spent = gears::Price { tyre: braking + there.cost, nitro: boosting + attacked };
        let after = After { at, lap, spent, entry, heading: there.heading };
        list_endings(situation, &Move { attack: attack.map(|(attack, _)| attack), ..*plain }, &after, turns);
    };
    follow(None);
    if attacks::is_home(situation, &there.lap) {
        return;
    }
    for attack in attacks::attacks(situation, &attacker) {
        follow(Some(attack));
    }
}

/// Returns the car's progress in the lap after a move that ends at `at`, including its attack, if any. Returns `None`
/// if the attack cuts a corner.
fn lap_with(
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    there: &Destination,
    at: Point,
    attacked: bool,
) -> Option<Lap> {
    let car = &situation.car;
    if !attacked && at == there.at && !situation.is_online() {
        return Some(there.lap);
    }
    let mut path = situation.path(vector, boost, there.at);
    if attacked {
        path.push(at);
    }
    let moved = if attacked && situation.is_online() { there.heading } else { car.heading };
    corners::lap_after(situation.track, situation.state, car, &path, at, moved, there.heading).ok()
}

/// The result of a move and its attack, before the car takes points or declares a gear.
struct After {
    at: Point,
    heading: Direction,
    lap: Lap,
    spent: gears::Price,
    entry: Option<Entry>,
}

fn list_endings(situation: &Situation<'_>, played: &Move, after: &After, turns: &mut Vec<LegalTurn<Turn>>) {
    let (track, state) = (situation.track, situation.state);
    let mut car = situation.car;
    car.position = after.at;
    car.heading = after.heading;
    car.crossings = after.lap.crossings;
    car.passed = after.lap.passed;
    car.sector = after.lap.sector;
    car.tyre = car.tyre.saturating_sub(after.spent.tyre);
    car.nitro = car.nitro.saturating_sub(after.spent.nitro);
    let push = |played: Move, spent: gears::Price, turns: &mut Vec<LegalTurn<Turn>>| {
        turns.push(LegalTurn {
            turn: Turn::new(car.id, Action::Move(played)),
            cost: cost(spent),
            at: after.at.to_f64(),
            dir: Some(after.heading.number()),
            at_once: true,
        });
    };
    if after.lap.crossings > state.laps {
        push(*played, after.spent, turns);
        for gear in (1..=5).filter(|gear| finish::is_void_declaration(state, played, *gear)) {
            push(Move { declare: Some(gear), ..*played }, after.spent, turns);
        }
        return;
    }
    let counted = after.lap.crossings > situation.car.crossings;
    if counted {
        car.box_box = false;
    }
    let exchanges = exchanges(state, &car, counted && after.lap.crossings >= 2);
    let offered: Vec<Option<Supply>>;
    let supplies = match after.entry {
        Some(Entry::Stop { points }) if pit::points_open(state, &car, points) > 0 => {
            offered = supplies(state, &car, points);
            offered.as_slice()
        }
        _ => &[None],
    };
    let in_pit = pit::is_in_lane_after(track, state, &car, after.entry);
    car.in_lane = in_pit;
    let reference = act::reference(state, &situation.car, played, in_pit, false);
    let calls = if pit::may_call(track, state, &car).is_ok() { &[false, true][..] } else { &[false] };
    for pit in supplies.iter().copied() {
        let taken = pit.unwrap_or_default();
        let (tyre, nitro) = (car.tyre.saturating_add(taken.tyre), car.nitro.saturating_add(taken.nitro));
        for box_box in calls.iter().copied() {
            for gear in 1..=5 {
                let Ok(price) = gears::check(reference, gear, tyre, nitro) else { continue };
                let spent =
                    gears::Price { tyre: after.spent.tyre + price.tyre, nitro: after.spent.nitro + price.nitro };
                let declared = Move { pit, box_box, declare: Some(gear), ..*played };
                if exchanges.is_empty() {
                    push(declared, spent, turns);
                }
                for power in &exchanges {
                    push(Move { exchange: Some(*power), ..declared }, spent, turns);
                }
            }
        }
    }
}

/// Lists the Super Powers that a car can take from the reserve when it completes a lap. It must take one of them in
/// exchange for its own (VR-POW-03). The list is empty if the car does not swap.
fn exchanges(state: &State, car: &Car, completes_lap: bool) -> Vec<Power> {
    if completes_lap && car.token.is_some() { state.reserve.iter().collect() } else { Vec::new() }
}

/// Lists every choice of points that the car can take at a pit stop. In the printed editions a stop without points can
/// be recorded in two ways: as 0 points, or without an entry for points. The list has both.
fn supplies(state: &State, car: &Car, points: u8) -> Vec<Option<Supply>> {
    let none = std::iter::once(None).filter(|_| state.edition != Edition::Online);
    let all = (0..=points).flat_map(|tyre| (0..=points - tyre).map(move |nitro| Supply { tyre, nitro }));
    let open = all.filter(|taken| pit::may_take(state, car, points, *taken));
    none.chain(open.map(Some)).collect()
}
