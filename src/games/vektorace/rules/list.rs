//! Everything the car to act may do, listed with the very checks that judge a turn.

use super::attacks::{self, Attacker};
use super::brake::{Verdict, check_yield, verdict};
use super::fault::Fault;
use super::gears::{self, Reference};
use super::movement::{Boosted, Destination, Laid, Spot};
use super::pit::{self, Entry};
use super::situation::Situation;
use super::{Lap, corners, finish, pit_entry};
use crate::game::{Cost, LegalTurn, Place};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Action, Attack, Edition, Move, Rotation, Side, State, Supply, Track, Turn};
use crate::geometry::Point;

/// Every turn that may be played; each plays, and nothing else does.
pub fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let declared = Situation::new(track, state, index);
    let mut turns = Vec::new();
    match verdict(&declared) {
        Verdict::Free => list_moves(&declared, false, &mut turns),
        otherwise => {
            list_yields(track, state, index, &mut turns);
            if let Verdict::Brake(gears) = otherwise {
                for gear in gears {
                    list_moves(&declared.braked_to(gear), true, &mut turns);
                }
            } else {
                turns.extend(Rotation::ALL.map(|rotation| stop(&declared, rotation)));
            }
        }
    }
    if finish::may_withdraw(state, index) {
        turns.push(standing(&declared, Action::Withdraw));
    }
    turns
}

/// A turn that leaves the car where it is.
fn standing(situation: &Situation<'_>, action: Action) -> LegalTurn<Turn> {
    let car = &situation.car;
    LegalTurn {
        turn: Turn { car: car.id, action },
        cost: Vec::new(),
        at: car.position.to_f64(),
        dir: Some(car.heading.number()),
        at_once: true,
    }
}

fn stop(situation: &Situation<'_>, rotation: Rotation) -> LegalTurn<Turn> {
    let dir = situation.car.heading.turned(rotation.eighths()).number();
    LegalTurn { dir: Some(dir), ..standing(situation, Action::Stop { rotation, declare: Some(1) }) }
}

fn list_yields(track: &Track, state: &State, index: usize, turns: &mut Vec<LegalTurn<Turn>>) {
    let declared = Situation::new(track, state, index);
    for other in state.order.iter().skip(usize::from(state.played) + 1) {
        let to = state.cars[usize::from(*other)].id;
        if check_yield(track, state, index, to).is_ok() {
            turns.push(standing(&declared, Action::GiveWay { to }));
        }
    }
}

/// Calls back with every vector that may be laid and every boost ahead of it, beginning with none.
fn each_vector(situation: &Situation<'_>, mut found: impl FnMut(Side, &Laid, Option<&Boosted>)) {
    for side in Side::ALL {
        let Ok(vector) = situation.check_vector(side) else { continue };
        if situation.check_layable(&vector).is_err() {
            continue;
        }
        found(side, &vector, None);
        for length in 1..situation.gear {
            let Ok(boosted) = situation.check_boost(&vector, length) else { continue };
            found(side, &vector, Some(&boosted));
        }
    }
}

/// How many places (vector, boost, car and turn) are open to the car to act, without listing what follows from them.
pub fn count_places(track: &Track, state: &State) -> usize {
    let Some(index) = state.to_act() else { return 0 };
    let situation = Situation::new(track, state, index);
    let mut count = 0;
    each_vector(&situation, |_, vector, boost| count += situation.destinations(vector, boost).count());
    count
}

fn list_moves(situation: &Situation<'_>, brake: bool, turns: &mut Vec<LegalTurn<Turn>>) {
    each_vector(situation, |side, vector, boost| {
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

/// Everything that can follow a move: no attack or one, points taken, BOX-BOX or not, each declaration.
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
    let boosting = u8::from(plain.boost.is_some());
    let entry = pit_entry(situation.track, situation, vector, boost, there.at, there.heading);
    let rest = pit::resting_place(situation, entry, there.at, there.heading);
    let attacker = Attacker {
        at: rest,
        heading: there.heading,
        gear: plain.gear,
        boost: plain.boost.unwrap_or(0),
        nitro: car.nitro - boosting,
        tyres_used: braking + there.cost > 0,
        braked: plain.brake,
    };
    let mut follow = |attack: Option<(Attack, Point)>| {
        let at = attack.map_or(rest, |(_, place)| place);
        let Some(lap) = lap_with(situation, vector, boost, there, at, attack.is_some()) else { return };
        let attacked = attack.map_or(0, |(attack, _)| attacks::nitro_cost(attack.kind));
        let spent = gears::Price { tyre: braking + there.cost, nitro: boosting + attacked };
        let after = After { at, lap, spent, entry, heading: there.heading };
        list_endings(situation, &Move { attack: attack.map(|(attack, _)| attack), ..*plain }, &after, turns);
    };
    follow(None);
    for attack in attacks::attacks(situation, &attacker) {
        follow(Some(attack));
    }
}

/// Where a move that rests `at`, with its attack, is in the lap; `None` where the attack cuts a corner.
fn lap_with(
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    there: &Destination,
    at: Point,
    attacked: bool,
) -> Option<Lap> {
    let car = &situation.car;
    let mut path = situation.path(vector, boost, there.at);
    if attacked {
        path.push(at);
    }
    let moved = if attacked && situation.is_online() { there.heading } else { car.heading };
    corners::lap_after(situation.track, situation.state, car, &path, at, moved, there.heading).ok()
}

/// Where a move has led before its last choices.
struct After {
    at: Point,
    heading: crate::geometry::Direction,
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
    car.tyre = car.tyre.saturating_sub(after.spent.tyre);
    car.nitro = car.nitro.saturating_sub(after.spent.nitro);
    let push = |played: Move, spent: gears::Price, turns: &mut Vec<LegalTurn<Turn>>| {
        turns.push(LegalTurn {
            turn: Turn { car: car.id, action: Action::Move(played) },
            cost: cost(spent),
            at: after.at.to_f64(),
            dir: Some(after.heading.number()),
            at_once: true,
        });
    };
    if after.lap.crossings > state.laps {
        if played.attack.is_none() || state.edition == Edition::Online {
            push(*played, after.spent, turns);
        }
        return;
    }
    if after.lap.crossings > situation.car.crossings {
        car.box_box = false;
    }
    let supplies: Vec<Option<Supply>> = match after.entry {
        Some(Entry::Stop { points }) if pit::points_due(state, &car, points) > 0 => {
            supplies(state, &car, points).map(Some).collect()
        }
        _ => vec![None],
    };
    let inside = after.entry.is_some() || (car.in_lane && pit::is_inside(track, after.at, after.heading));
    car.in_lane = inside;
    let forced = inside.then_some((2, gears::Forced::PitLane));
    let reference = Reference { gear: played.gear, braked: played.brake, pushed: situation.car.marks.pushed, forced };
    for pit in supplies {
        let taken = pit.unwrap_or_default();
        let (tyre, nitro) = (car.tyre.saturating_add(taken.tyre), car.nitro.saturating_add(taken.nitro));
        for box_box in [false, true] {
            if box_box && !pit::may_call(track, state, &car) {
                continue;
            }
            for gear in 1..=5 {
                let Ok(price) = gears::check(reference, gear, tyre, nitro) else { continue };
                let spent =
                    gears::Price { tyre: after.spent.tyre + price.tyre, nitro: after.spent.nitro + price.nitro };
                push(Move { pit, box_box, declare: Some(gear), ..*played }, spent, turns);
            }
        }
    }
}

/// Every way to take the points of a pit stop.
fn supplies(state: &State, car: &super::super::Car, points: u8) -> impl Iterator<Item = Supply> {
    let all = (0..=points).flat_map(move |tyre| (0..=points - tyre).map(move |nitro| Supply { tyre, nitro }));
    let (state, car) = (state.clone(), *car);
    all.filter(move |taken| pit::supply_is_due(&state, &car, points, *taken))
}

fn cost(spent: gears::Price) -> Vec<Cost> {
    [("tyre", spent.tyre), ("nitro", spent.nitro)]
        .into_iter()
        .filter(|(_, amount)| *amount > 0)
        .map(|(resource, amount)| Cost { resource, amount: u32::from(amount) })
        .collect()
}

/// The places on the board that the car to act can think of: in its gear, or the gears it may brake to.
pub fn places(track: &Track, state: &State) -> Vec<Place> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let declared = Situation::new(track, state, index);
    let mut places = Vec::new();
    match verdict(&declared) {
        Verdict::Brake(gears) => {
            for gear in gears {
                let reduced = declared.braked_to(gear);
                legal_places(&reduced, declared.car.gear - gear, &mut places);
            }
        }
        _ => legal_places(&declared, 0, &mut places),
    }
    refused_places(&declared, &mut places);
    places
}

fn legal_places(situation: &Situation<'_>, braking: u8, places: &mut Vec<Place>) {
    each_vector(situation, |side, vector, boost| {
        for (spot, rotation, there) in situation.destinations(vector, boost) {
            let spent = gears::Price { tyre: there.cost + braking, nitro: u8::from(boost.is_some()) };
            add_place(situation, side, boost.map(|boost| boost.length), &spot, rotation, Ok(spent), places);
        }
    });
}

/// Unboosted places that a rule keeps the car from, each with the rule.
fn refused_places(situation: &Situation<'_>, places: &mut Vec<Place>) {
    for side in Side::ALL {
        let vector = situation.check_vector(side).and_then(|laid| situation.check_layable(&laid).map(|()| laid));
        let laid = vector.unwrap_or_else(|_| situation.vector_at(side));
        if vector == Err(Fault::NoPlacement) {
            continue;
        }
        for place in Side::ALL {
            let checked = vector.and_then(|laid| {
                situation.check_spot(&laid, None, place, Situation::spot_limit(&laid, None)).map(|_| ())
            });
            let spot = situation.spot_at(laid.last, place);
            for rotation in Rotation::ALL {
                let refused = checked.and_then(|()| situation.check_arrow(&laid, None, &spot, rotation).map(|_| ()));
                if let Err(fault) = refused
                    && !matches!(fault, Fault::NoArrow(..))
                {
                    add_place(situation, side, None, &spot, rotation, Err(fault), places);
                }
            }
        }
    }
}

/// Adds a place, or keeps the one that is there already if it is as good.
fn add_place(
    situation: &Situation<'_>,
    vector: Side,
    boost: Option<u8>,
    spot: &Spot,
    rotation: Rotation,
    outcome: Result<gears::Price, Fault>,
    places: &mut Vec<Place>,
) {
    let at = spot.at.to_f64();
    let dir = Some(situation.car.heading.turned(rotation.eighths()).number());
    let cost = outcome.map(cost).unwrap_or_default();
    let total = |cost: &[Cost]| cost.iter().map(|cost| cost.amount).sum::<u32>();
    let known = places.iter_mut().find(|place| place.dir == dir && place.at == at);
    if let Some(known) = &known {
        let better = outcome.is_ok() && (known.illegal.is_some() || total(&cost) < total(&known.cost));
        if !better {
            return;
        }
    }
    let boosted = boost.map_or_else(String::new, |boost| format!(", boost {boost}"));
    let turn = match rotation {
        Rotation::Left => "turned left",
        Rotation::Straight => "straight",
        Rotation::Right => "turned right",
    };
    let place = Place {
        at,
        dir,
        outline: pieces().car().moved(spot.at).corners().into_iter().map(Point::to_f64).collect(),
        words: format!("gear {}: vector {vector}{boosted}, car {}, {turn}", situation.gear, spot.side),
        cost,
        illegal: outcome.err().map(|fault| fault.explain(situation)),
    };
    match known {
        Some(known) => *known = place,
        None => places.push(place),
    }
}
