//! A move, step by step: the gear, the vector, the boost, the place, the attack, the corners, the pit, the declaration
//! (VR-TURN-02).

use super::corners::{self, Lap, Path};
use super::fault::Fault;
use super::gears::{self, Reference};
use super::judge::Judge;
use super::movement::{Boosted, Destination, Laid};
use super::situation::Situation;
use super::stop::{call_stop, enter_pit, pit_entry};
use super::{attacks, brake, declare, finish, pit, spend};
use crate::game::{Event, EventKind, IllegalTurn};
use crate::games::vektorace::{Attack, AttackKind, AttackPlace, Edition, Move, Rotation, State, Track};
use crate::geometry::{Direction, Point};

/// The gear actually played, judged against the one declared (VR-MOVE-01, VR-BRAKE).
fn gear_played<'a>(
    track: &'a Track,
    state: &'a State,
    index: usize,
    played: &Move,
    judge: &mut Judge,
) -> Result<Situation<'a>, IllegalTurn> {
    let declared = Situation::new(track, state, index);
    let gear = declared.car.gear;
    if !(1..=5).contains(&played.gear) {
        return Err(IllegalTurn::new("VR-MOVE-01", format!("There is no vector {}.", played.gear)));
    }
    if !played.brake {
        if played.gear != gear {
            judge.refuse(IllegalTurn::new(
                "VR-MOVE-01",
                format!("The declared gear is {gear}; vector {} was played.", played.gear),
            ))?;
        }
        return Ok(declared.in_gear(played.gear));
    }
    if played.gear >= gear {
        judge.refuse(IllegalTurn::new(
            "VR-BRAKE-03",
            format!("Braking leads to a gear below {gear}, not to {}.", played.gear),
        ))?;
        return Ok(declared.in_gear(played.gear));
    }
    judge.accept(brake::check(&declared, played.gear), || ())?;
    Ok(declared.braked_to(played.gear))
}

pub fn moves(
    track: &Track,
    state: &mut State,
    index: usize,
    played: &Move,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let before = state.clone();
    let situation = gear_played(track, &before, index, played, judge)?;
    let car_before = situation.car;
    let explain = |fault: Fault| fault.explain(&situation);

    let vector =
        judge.accept(situation.check_vector(played.vector).map_err(explain), || situation.vector_at(played.vector))?;
    if let Err(fault) = situation.check_layable(&vector) {
        judge.refuse(explain(rather(&situation, &vector, None, played, fault)))?;
    }
    let boost = match played.boost {
        None => None,
        Some(0) => {
            judge.accept(situation.check_wasted(&vector).map_err(explain), || ())?;
            None
        }
        Some(length) => {
            let checked = situation.check_boost(&vector, length).map_err(explain);
            let boosted = judge.accept(checked, || situation.boost_at(&vector, length.clamp(1, 5)))?;
            if let Err(fault) = situation.check_boost_room(&vector, &boosted) {
                judge.refuse(explain(rather(&situation, &vector, Some(&boosted), played, fault)))?;
            }
            Some(boosted)
        }
    };
    let limit = Situation::spot_limit(&vector, boost.as_ref());
    let last = boost.map_or(vector.last, |boost| boost.laid.last);
    let spot = situation.check_spot(&vector, boost.as_ref(), played.place, limit).map_err(explain);
    let spot = judge.accept(spot, || situation.spot_at(last, played.place))?;
    let there = situation.check_arrow(&vector, boost.as_ref(), &spot, played.rotation).map_err(explain);
    let there = judge.accept(there, || unchecked(&situation, &vector, spot.at, played.rotation))?;

    // Costs so far (VR-MOVE-08, VR-BOOST-01).
    let braking = if played.brake { car_before.gear.saturating_sub(played.gear) } else { 0 };
    let car = &mut state.cars[index];
    spend(events, car.id, "tyre", &mut car.tyre, braking, "braking");
    spend(events, car.id, "tyre", &mut car.tyre, there.cost, "move");
    if played.boost.is_some() {
        spend(events, car.id, "nitro", &mut car.nitro, 1, "boost");
    }
    if played.brake {
        events.push(Event { car: car.id, kind: EventKind::Braked { from: car_before.gear, to: played.gear } });
    }

    // The attack moves the car once more (VR-ATT).
    let mut path = situation.path(&vector, boost.as_ref(), spot.at);
    let entry = pit_entry(track, &situation, &vector, boost.as_ref(), spot.at, there.heading);
    let mut at = pit::resting_place(&situation, entry, spot.at, there.heading);
    let nitro = car.nitro;
    let attack = match &played.attack {
        None => None,
        Some(attack) => {
            let attacker = attacks::Attacker {
                at,
                heading: there.heading,
                gear: played.gear,
                boost: played.boost.unwrap_or(0),
                nitro,
                tyres_used: braking + there.cost > 0,
                braked: played.brake,
            };
            let place =
                judge.accept(attacks::check(&situation, &attacker, *attack), || forced_place(&before, at, *attack))?;
            path.push(place);
            at = place;
            Some(*attack)
        }
    };
    let lap = lap_reached(&situation, &path, at, there.heading, &there, attack, judge)?;

    let car = &mut state.cars[index];
    car.position = at;
    car.heading = there.heading;
    car.crossings = lap.crossings;
    car.passed = lap.passed;
    car.sector = lap.sector;
    events.push(Event { car: car.id, kind: moved(&path) });
    if let Some(attack) = attack {
        strike(state, index, attack, events);
    }
    let finished = lap.crossings > state.laps;
    if finished && attack.is_some() && state.edition == Edition::Second {
        judge
            .refuse(IllegalTurn::new("VR-ATT-03", "A car that crosses the line for the last time does not attack."))?;
    }
    if lap.crossings > car_before.crossings {
        events.push(Event { car: car_before.id, kind: EventKind::Lap { lap: u32::from(lap.crossings) } });
        state.cars[index].box_box = false;
    }
    let in_pit = !finished && enter_pit(track, state, index, entry, played, judge, events)?;
    if finished {
        return finish::finish(state, index, played, judge, events);
    }
    call_stop(track, state, index, played, judge, events)?;
    let forced = in_pit.then_some((2, gears::Forced::PitLane));
    let reference = Reference { gear: played.gear, braked: played.brake, pushed: car_before.marks.pushed, forced };
    declare(state, index, reference, played.declare, judge, events)
}

/// Where no place at all is free behind a piece, what keeps the car from the one it took, if that is more than room.
fn rather(situation: &Situation<'_>, vector: &Laid, boost: Option<&Boosted>, played: &Move, no_place: Fault) -> Fault {
    let spot = situation.check_spot(vector, boost, played.place, Situation::spot_limit(vector, boost));
    let own = spot.and_then(|spot| situation.check_arrow(vector, boost, &spot, played.rotation));
    own.err().filter(|fault| !fault.is_about_room()).unwrap_or(no_place)
}

/// Where a move leads that was refused: the same place, at what its arrow costs.
fn unchecked(situation: &Situation<'_>, vector: &Laid, at: Point, rotation: Rotation) -> Destination {
    let car = &situation.car;
    Destination {
        at,
        heading: car.heading.turned(rotation.eighths()),
        cost: vector.cost,
        lap: Lap { crossings: car.crossings, passed: car.passed, sector: car.sector },
    }
}

/// Where a refused attack leads: what the log says it was, measured from its target; the spot itself if there is none.
fn forced_place(state: &State, at: Point, attack: Attack) -> Point {
    let Some(target) = state.cars.iter().find(|car| car.id == attack.target) else { return at };
    let eighths = match (attack.kind, attack.place) {
        (AttackKind::Shunt | AttackKind::Ram, Some(AttackPlace::Left)) => 3,
        (AttackKind::Shunt | AttackKind::Ram, _) => -3,
        (AttackKind::Slipstream | AttackKind::Push, _) => 4,
        (_, Some(AttackPlace::FrontLeft | AttackPlace::SideLeft)) => 1,
        (_, Some(AttackPlace::FrontRight | AttackPlace::SideRight)) => -1,
        _ => 0,
    };
    target.position + target.heading.turned(eighths).unit()
}

/// Where the finished move is in the lap, its attack included.
fn lap_reached(
    situation: &Situation<'_>,
    path: &Path,
    at: Point,
    heading: Direction,
    there: &Destination,
    attack: Option<Attack>,
    judge: &mut Judge,
) -> Result<Lap, IllegalTurn> {
    let (track, state, car) = (situation.track, situation.state, &situation.car);
    if situation.is_online() {
        // After an attack the sector is taken anew with the heading the car has now (section 4.5).
        let moved = if attack.is_some() { heading } else { car.heading };
        let lap = corners::lap_after(track, state, car, path, at, moved, heading);
        return Ok(lap.unwrap_or(there.lap));
    }
    if attack.is_none() && at == there.at {
        return Ok(there.lap);
    }
    let lap = corners::lap_after(track, state, car, path, at, car.heading, heading)
        .map_err(|cut| Fault::Cuts(cut.0).explain(situation));
    judge.accept(lap, || there.lap)
}

/// What an attack does to its target and costs its attacker.
fn strike(state: &mut State, index: usize, attack: Attack, events: &mut Vec<Event>) {
    let attacker = &mut state.cars[index];
    let id = attacker.id;
    spend(events, id, "nitro", &mut attacker.nitro, attacks::nitro_cost(attack.kind), "slingshot");
    events.push(Event { car: id, kind: EventKind::Attacked { target: attack.target, attack: attack.kind.name() } });
    let Some(target) = state.cars.iter_mut().find(|car| car.id == attack.target) else { return };
    match (attack.kind, attack.place) {
        (AttackKind::Push, _) => target.marks.pushed = true,
        (AttackKind::Shunt | AttackKind::Ram, Some(AttackPlace::Left)) => target.marks.shunted_left = true,
        (AttackKind::Shunt | AttackKind::Ram, Some(AttackPlace::Right)) => target.marks.shunted_right = true,
        _ => {}
    }
}

/// The event of a move along a path.
fn moved(path: &Path) -> EventKind {
    let points: Vec<[f64; 2]> = path.iter().map(|point| point.to_f64()).collect();
    let distance = points.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).sum();
    EventKind::Moved { distance, points }
}
