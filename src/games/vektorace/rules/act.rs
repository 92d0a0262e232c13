//! Carries out a move step by step: gear, vector, boost, place, attack, corners, pit stop, declaration (VR-TURN-02).

use super::arrows::arrow_cost;
use super::checker::Checker;
use super::corners::{self, Lap, Path};
use super::fault::Fault;
use super::gears::Price;
use super::laid::{Boosted, Laid};
use super::movement::Destination;
use super::situation::Situation;
use super::stop::{call_stop, enter_pit, pit_entry};
use super::{attacks, brake, declare, finish, pit, powers, spend};
use crate::game::{Event, EventKind, IllegalTurn};
use crate::games::vektorace::reference::{Forced, Reference};
use crate::games::vektorace::{
    Attack, AttackKind, AttackPlace, Car, Edition, FirstMove, Move, Power, Rotation, Side, State, Track,
};
use crate::geometry::{Direction, Point};

/// Checks the gear vector played: it must be the vector of the declared gear, or of a lower gear if the car jams on its
/// brakes (VR-MOVE-01, VR-BRAKE). Returns the situation in which the rest of the move is checked.
fn gear_played<'a>(
    track: &'a Track,
    state: &'a State,
    index: usize,
    played: &Move,
    checker: &mut Checker,
) -> Result<Situation<'a>, IllegalTurn> {
    let declared = Situation::new(track, state, index);
    let gear = declared.car.gear;
    if !(1..=5).contains(&played.gear) {
        return Err(IllegalTurn::new(
            "VR-MOVE-01",
            format!("There is no vector {}: vectors are numbered 1 to 5.", played.gear),
        ));
    }
    if !played.brake {
        if played.gear != gear {
            checker.refuse(IllegalTurn::new(
                "VR-MOVE-01",
                format!("The declared gear is {gear}, but vector {} was played.", played.gear),
            ))?;
        }
        return Ok(declared.in_gear(played.gear));
    }
    if played.gear >= gear {
        checker.refuse(IllegalTurn::new(
            "VR-BRAKE-03",
            format!("A car that brakes from gear {gear} must brake to a lower gear, not to {}.", played.gear),
        ))?;
        return Ok(declared.in_gear(played.gear));
    }
    checker.accept(brake::check(&declared, played.gear), || ())?;
    Ok(declared.braked_to(played.gear))
}

/// Carries out a move.
pub fn moves(
    track: &Track,
    state: &mut State,
    index: usize,
    played: &Move,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let mut powers = powers::begin(state, index, played, checker, events)?;
    let before = state.clone();
    let mut situation = gear_played(track, &before, index, played, checker)?.with_power(powers.of_move());
    situation.allowed = checker.allowed;
    let situation = situation;
    let car_before = situation.car;
    let explain = |fault: Fault| fault.explain(&situation);

    let (vector, boost) = lay(&situation, played, checker)?;
    let limit = Situation::spot_limit(&vector, boost.as_ref());
    let last = boost.map_or(vector.last, |boost| boost.laid.last);
    let spot = situation.check_spot(&vector, boost.as_ref(), played.place, limit).map_err(explain);
    let spot = checker.accept(spot, || situation.spot_at(last, played.place))?;
    let mut path = situation.path(&vector, boost.as_ref(), spot.at);
    let there = situation.check_arrow(&vector, boost.as_ref(), &spot, played.rotation);
    let there = there.map_err(|fault| fault.explain_on(&situation, &path));
    let there = checker.accept(there, || unchecked(&situation, &vector, boost.as_ref(), spot.at, played.rotation))?;

    // Pay the points that the move has cost so far (VR-MOVE-08, VR-BOOST-01).
    let braking = if played.brake { car_before.gear.saturating_sub(played.gear) } else { 0 };
    let boosting = if played.boost.is_some() { situation.boost_price() } else { 0 };
    let car = &mut state.cars[index];
    spend(events, car.id, "tyre", &mut car.tyre, braking, "braking");
    spend(events, car.id, "tyre", &mut car.tyre, there.cost, "move");
    spend(events, car.id, "nitro", &mut car.nitro, boosting, "boost");
    reveal(&car_before, events);
    powers.pay(Price { tyre: braking + there.cost, nitro: boosting });
    if played.brake {
        events.push(Event { car: car.id, kind: EventKind::Braked { from: car_before.gear, to: played.gear } });
    }

    // An attack moves the car once more, from the place where its own move leaves it (VR-ATT).
    let entry = pit_entry(&situation, &vector, boost.as_ref(), spot.at, there.heading);
    let mut at = pit::resting_place(&situation, entry, spot.at, there.heading);
    let nitro = car.nitro;
    let attack = match &played.attack {
        None => None,
        Some(attack) => {
            if attacks::is_home(&situation, &there.lap) {
                let message = "The car finishes with its move, before any attack, so it may not attack.";
                checker.refuse(IllegalTurn::new("VR-ATT-03", message))?;
            }
            let attacker = attacks::Attacker {
                at,
                heading: there.heading,
                gear: played.gear,
                boost: played.boost.unwrap_or(0),
                nitro,
                tyres_used: braking + there.cost > 0 || powers.has_used_tyre(),
                braked: played.brake,
            };
            let place = checker
                .accept(attacks::check(&situation, &attacker, *attack), || forced_place(&before, at, *attack))?;
            path.push(place);
            at = place;
            Some(*attack)
        }
    };
    let lap = lap_reached(&situation, &path, at, there.heading, &there, attack, checker)?;

    let car = &mut state.cars[index];
    car.position = at;
    car.heading = there.heading;
    car.crossings = lap.crossings;
    car.passed = lap.passed;
    car.sector = lap.sector;
    car.restart = false;
    events.push(Event { car: car.id, kind: moved(&path, played.gear) });
    if let Some(attack) = attack {
        strike(state, index, attack, checker, events)?;
        powers.pay(Price { tyre: 0, nitro: attacks::nitro_cost(attack.kind) });
    }
    let finished = lap.crossings > state.laps;
    let counted = lap.crossings > car_before.crossings;
    if counted {
        events.push(Event { car: car_before.id, kind: EventKind::Lap { lap: u32::from(lap.crossings) } });
        state.cars[index].box_box = false;
    }
    let in_pit = !finished && enter_pit(track, state, index, entry, played, checker, events)?;
    // The first crossing begins lap 1 and completes no lap. Each later crossing completes a lap, which swaps the token.
    powers.end_move(state, index, played, counted && lap.crossings >= 2 && !finished, checker, events)?;
    if finished {
        powers.finish(&mut state.cars[index], checker, events)?;
        return finish::finish(state, index, played, checker, events);
    }
    call_stop(track, state, index, played, checker, events)?;
    let reference = reference(state, &car_before, played, in_pit, powers.jumps());
    let price = declare(state, index, reference, played.declare, checker, events)?;
    powers.pay(price);
    powers.settle(&mut state.cars[index], checker, events)?;
    if !played.powers.is_empty() {
        // A used token cannot be taken back, so neither can the declaration in the same turn.
        state.declared = None;
    }
    Ok(())
}

/// Reports the nitro point of a car that was committed to a boost. The car paid when the commitment was revealed, before
/// the race's first turn (VR-FIRST-02).
pub fn reveal(car: &Car, events: &mut Vec<Event>) {
    if car.first_move == Some(FirstMove::Boost) {
        let kind = EventKind::Spent { resource: "nitro", amount: 1, purpose: "boost", incident: false };
        events.push(Event { car: car.id, kind });
    }
}

/// Returns the limits on the gear that the car may declare after this move (VR-GEAR-05 to 08, VR-PIT-12).
pub fn reference(state: &State, before: &Car, played: &Move, in_pit: bool, jump: bool) -> Reference {
    let first = state.edition == Edition::Formula8;
    Reference {
        gear: played.gear,
        // In the first edition a car that braked may shift up again.
        braked: played.brake && !first,
        pushed: before.marks.pushed,
        forced: (in_pit && !first).then_some((2, Forced::PitLane)),
        most: if in_pit && first { pit::LANE_GEAR } else { 5 },
        jump,
    }
}

/// Lays the gear vector and the boost on the board, and checks both.
fn lay(
    situation: &Situation<'_>,
    played: &Move,
    checker: &mut Checker,
) -> Result<(Laid, Option<Boosted>), IllegalTurn> {
    let explain = |fault: Fault| fault.explain(situation);
    let vector = checker
        .accept(situation.check_vector(played.vector).map_err(explain), || situation.vector_at(played.vector))?;
    if let Err(fault) = situation.check_layable(&vector) {
        checker.refuse(explain(rather(situation, &vector, None, played, fault)))?;
    }
    let boost = match played.boost {
        None => {
            checker.accept(situation.check_unboosted().map_err(explain), || ())?;
            None
        }
        Some(0) => {
            checker.accept(situation.check_wasted(&vector).map_err(explain), || ())?;
            None
        }
        Some(length) => {
            let checked = situation.check_boost(&vector, length).map_err(explain);
            let boosted = checker.accept(checked, || situation.boost_at(&vector, length.clamp(1, 5)))?;
            if let Err(fault) = situation.check_boost_room(&vector, &boosted) {
                checker.refuse(explain(rather(situation, &vector, Some(&boosted), played, fault)))?;
            }
            Some(boosted)
        }
    };
    Ok((vector, boost))
}

/// Returns the fault to report if the car has no free place at the end of the vector or boost. If the place that the
/// player chose also breaks another rule, for example because it costs too many tyre points, returns the fault of that
/// rule. Otherwise returns `no_place`.
fn rather(situation: &Situation<'_>, vector: &Laid, boost: Option<&Boosted>, played: &Move, no_place: Fault) -> Fault {
    let spot = situation.check_spot(vector, boost, played.place, Situation::spot_limit(vector, boost));
    let own = spot.and_then(|spot| situation.check_arrow(vector, boost, &spot, played.rotation));
    own.err().filter(|fault| !fault.is_about_room()).unwrap_or(no_place)
}

/// Returns the destination of a move that breaks a rule, or that the players allowed by a steward's call. The car goes
/// to its recorded place. It pays the tyre points for laying the vector and, without a boost, for its rotation at the
/// vector's end. If the move cuts a corner, that corner does not count as passed.
fn unchecked(
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    at: Point,
    rotation: Rotation,
) -> Destination {
    let car = &situation.car;
    let heading = car.heading.turned(rotation.eighths());
    let path = situation.path(vector, boost, at);
    let lap = if situation.is_online() {
        Lap { crossings: car.crossings, passed: car.passed, sector: car.sector }
    } else {
        corners::lap_forgiving(situation.track, situation.state, car, &path, at, car.heading, heading)
    };
    let arrow = match boost {
        None => arrow_cost(situation.gear, played_side(situation, vector, at), rotation).unwrap_or(0),
        Some(_) => 0,
    };
    Destination { at, heading, cost: vector.cost + arrow, lap }
}

/// Returns the side of the vector's last octagon on which the point `at` lies.
fn played_side(situation: &Situation<'_>, vector: &Laid, at: Point) -> Side {
    let is_there = |side: &Side| situation.spot_at(vector.last, *side).at == at;
    Side::ALL.into_iter().find(is_there).unwrap_or(Side::Front)
}

/// Returns the attacker's new point for an attack that breaks a rule: the recorded place, such as the place behind or
/// in front of the target. If the target does not exist, returns the attacker's own point.
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

/// Returns the car's progress in the lap after its move and, if there is one, its attack.
fn lap_reached(
    situation: &Situation<'_>,
    path: &Path,
    at: Point,
    heading: Direction,
    there: &Destination,
    attack: Option<Attack>,
    checker: &mut Checker,
) -> Result<Lap, IllegalTurn> {
    let (track, state, car) = (situation.track, situation.state, &situation.car);
    if situation.is_online() {
        // After an attack the sector is computed again with the car's new heading (ledger, section 4.5).
        let moved = if attack.is_some() { heading } else { car.heading };
        let lap = corners::lap_after(track, state, car, path, at, moved, heading);
        return Ok(lap.unwrap_or(there.lap));
    }
    if attack.is_none() && at == there.at {
        return Ok(there.lap);
    }
    let forgiven = || corners::lap_forgiving(track, state, car, path, at, car.heading, heading);
    let lap = corners::lap_after(track, state, car, path, at, car.heading, heading).or_else(|cut| {
        let fault = Fault::Cuts(cut.0);
        situation.refuse("VR-CUT-01", || fault.explain_on(situation, path)).map(|()| forgiven())
    });
    let square = lap.and_then(|lap| {
        situation.check_square(&lap, heading).map_err(|fault| fault.explain_on(situation, path)).map(|()| lap)
    });
    checker.accept(square, forgiven)
}

/// Applies an attack. The attacker pays the nitro points that the attack costs. If this kind of attack leaves a mark,
/// the target gets it, unless it uses a shield.
fn strike(
    state: &mut State,
    index: usize,
    attack: Attack,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let attacker = &mut state.cars[index];
    let id = attacker.id;
    spend(events, id, "nitro", &mut attacker.nitro, attacks::nitro_cost(attack.kind), "slingshot");
    let kind = match attacks::is_plain_slipstream(state.edition, attack.kind) {
        true => EventKind::Slipstreamed { other: attack.target },
        false => EventKind::Attacked { target: attack.target, attack: attack.kind.name() },
    };
    events.push(Event { car: id, kind });
    let Some(target) = state.cars.iter_mut().find(|car| car.id == attack.target) else { return Ok(()) };
    if attack.shield {
        let refused = if !attacks::leaves_mark(attack.kind) {
            Some(IllegalTurn::new(
                "VR-POW-09",
                format!(
                    "A shield does not help against a {}: this attack leaves no mark on the car.",
                    attack.kind.name()
                ),
            ))
        } else if target.power() != Some(Power::Shield) {
            Some(IllegalTurn::new("VR-POW-09", format!("Car {} has no shield that it can still use.", target.id)))
        } else {
            None
        };
        match refused {
            Some(illegal) => checker.refuse(illegal)?,
            None => {
                if let Some(token) = &mut target.token {
                    token.used = true;
                }
                events.push(Event { car: target.id, kind: EventKind::UsedPower { power: Power::Shield.name() } });
                return Ok(());
            }
        }
    }
    match (attack.kind, attack.place) {
        (AttackKind::Push, _) => target.marks.pushed = true,
        (AttackKind::Shunt | AttackKind::Ram, Some(AttackPlace::Left)) => target.marks.shunted_left = true,
        (AttackKind::Shunt | AttackKind::Ram, Some(AttackPlace::Right)) => target.marks.shunted_right = true,
        _ => {}
    }
    Ok(())
}

/// Creates the event that reports a move along a path.
fn moved(path: &Path, gear: u8) -> EventKind {
    let points: Vec<[f64; 2]> = path.iter().map(|point| point.to_f64()).collect();
    let distance = points.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).sum();
    EventKind::Moved { distance, points, gear: Some(gear) }
}
