//! The rules of play: what a turn leads to, and why not (section 3.4 onwards).
//!
//! [`play`] and [`force`] are one and the same procedure with two judges: the strict one stops at the first rule
//! broken, the lenient one notes it and carries on, so that a log with a mistake can still be read to its end.

mod arrows;
mod attacks;
mod brake;
mod corners;
mod fault;
mod finish;
mod gears;
mod list;
mod movement;
mod order;
mod pit;
mod situation;

use super::{Action, Attack, AttackKind, AttackPlace, Move, Rotation, State, Track, Turn};
use crate::game::{Event, EventKind, Forced, IllegalTurn, Played};
use crate::geometry::{Direction, Point};

use brake::Verdict;
use corners::{Lap, Path};
use fault::{Fault, points};
use gears::Reference;
use movement::{Boosted, Destination, Laid};
use pit::Entry;
use situation::Situation;

pub(super) use corners::sector;
pub(super) use list::{count_places, legal_turns, places};

/// Decides what happens at a broken rule.
struct Judge {
    strict: bool,
    first: Option<IllegalTurn>,
}

impl Judge {
    /// A rule is broken.
    fn refuse(&mut self, illegal: IllegalTurn) -> Result<(), IllegalTurn> {
        if self.strict {
            return Err(illegal);
        }
        self.first.get_or_insert(illegal);
        Ok(())
    }

    /// What a check found: in the lenient case, `otherwise` stands in for a refused value.
    fn accept<T>(&mut self, checked: Result<T, IllegalTurn>, otherwise: impl FnOnce() -> T) -> Result<T, IllegalTurn> {
        match checked {
            Ok(value) => Ok(value),
            Err(illegal) => self.refuse(illegal).map(|()| otherwise()),
        }
    }
}

/// The state after a turn.
pub(super) fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    let mut judge = Judge { strict: true, first: None };
    carry_out(track, state, turn, &mut judge)
}

/// The state after a turn that may break rules.
pub(super) fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
    let mut judge = Judge { strict: false, first: None };
    match carry_out(track, state, turn, &mut judge) {
        Ok(played) => Forced { played, illegal: judge.first },
        // Some turns say nothing that could be shown, such as one of a car that is not in the race.
        Err(illegal) => Forced {
            played: Played { state: state.clone(), events: Vec::new() },
            illegal: Some(judge.first.unwrap_or(illegal)),
        },
    }
}

fn carry_out(track: &Track, state: &State, turn: &Turn, judge: &mut Judge) -> Result<Played<State>, IllegalTurn> {
    let mut state = state.clone();
    let index = whose_turn(&mut state, turn, judge)?;
    let mut events = Vec::new();
    match &turn.action {
        Action::Move(played) => moves(track, &mut state, index, played, judge, &mut events)?,
        Action::Stop { rotation, declare } => stops(track, &mut state, index, *rotation, *declare, judge, &mut events)?,
        Action::GiveWay { to } => {
            give_way(track, &mut state, index, *to, judge, &mut events)?;
            return Ok(Played { state, events });
        }
        Action::Withdraw => finish::withdraw(&mut state, index, judge, &mut events)?,
    }
    finish::end_turn(track, &mut state, index, &mut events);
    Ok(Played { state, events })
}

/// The index of the car that acts. Leniently, a car that acts out of turn takes the turn of the one that should.
fn whose_turn(state: &mut State, turn: &Turn, judge: &mut Judge) -> Result<usize, IllegalTurn> {
    let Some(due) = state.to_act() else {
        return Err(IllegalTurn::new("VR-WIN-04", "The race is over."));
    };
    let Some(index) = state.index_of(turn.car) else {
        return Err(IllegalTurn::new("VR-TURN-01", format!("There is no car {} in this race.", turn.car)));
    };
    if index != due {
        let message = format!("It is not car {}'s turn but car {}'s.", turn.car, state.cars[due].id);
        judge.refuse(IllegalTurn::new("VR-TURN-01", message))?;
        let (now, later) =
            (usize::from(state.played), state.order.iter().position(|other| usize::from(*other) == index));
        match later {
            Some(later) if later > now => state.order[now..=later].rotate_right(1),
            _ => {
                return Err(IllegalTurn::new("VR-TURN-01", format!("Car {} has already played this round.", turn.car)));
            }
        }
    }
    Ok(index)
}

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

fn moves(
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
    if finished && attack.is_some() && state.edition == super::Edition::Second {
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
fn rather(
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    played: &Move,
    no_place: Fault,
) -> Fault {
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

/// What the end of the move means for the pit stop.
fn pit_entry(
    track: &Track,
    situation: &Situation<'_>,
    vector: &Laid,
    boost: Option<&Boosted>,
    at: Point,
    heading: Direction,
) -> Option<Entry> {
    let end = boost.map_or(vector.last, |boost| boost.laid.last);
    pit::entry(track, situation.state, &situation.car, situation.gear, end, at, heading)
}

/// The pit stop: points, forced gear. Answers whether gear 2 is forced (VR-PIT-12).
fn enter_pit(
    track: &Track,
    state: &mut State,
    index: usize,
    entry: Option<Entry>,
    played: &Move,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<bool, IllegalTurn> {
    let id = state.cars[index].id;
    let taken = played.pit.unwrap_or_default();
    let offered = match entry {
        Some(Entry::Stop { points }) => points,
        Some(Entry::Overshoot) | None => 0,
    };
    let due = pit::points_due(state, &state.cars[index], offered);
    if played.pit.is_some() && due == 0 {
        let message = match entry {
            Some(Entry::Stop { .. }) => "The car holds all the points it can: it takes none.",
            Some(Entry::Overshoot) => "The car overshot the pit exit and takes no points.",
            None => "The car has not entered the pit lane: it takes no points.",
        };
        judge.refuse(IllegalTurn::new("VR-PIT-03", message))?;
    } else if due > 0 && !pit::supply_is_due(state, &state.cars[index], offered, taken) {
        let clause = if offered == 8 { "VR-PIT-03" } else { "VR-PIT-04" };
        judge.refuse(IllegalTurn::new(
            clause,
            format!(
                "This pit stop gives {} in all, no more than a car can hold; {} were taken.",
                points(offered, "tyre and nitro"),
                u32::from(taken.tyre) + u32::from(taken.nitro)
            ),
        ))?;
    }
    let car = &mut state.cars[index];
    if let Some(entry) = entry {
        let stop = match (entry, played.gear) {
            (Entry::Overshoot, _) => "overshoot",
            (_, 1 | 2) => "pit stop",
            _ => "splash and go",
        };
        events.push(Event { car: id, kind: EventKind::Pitted { stop } });
        car.tyre = car.tyre.saturating_add(taken.tyre);
        car.nitro = car.nitro.saturating_add(taken.nitro);
        for (resource, amount) in [("tyre", taken.tyre), ("nitro", taken.nitro)] {
            if amount > 0 {
                events.push(Event {
                    car: id,
                    kind: EventKind::Spent { resource, amount: -i32::from(amount), purpose: "pit stop" },
                });
            }
        }
        car.in_lane = true;
        return Ok(true);
    }
    if car.in_lane {
        let inside = pit::is_inside(track, car.position, car.heading);
        car.in_lane = inside;
        return Ok(inside);
    }
    Ok(false)
}

/// BOX-BOX (VR-PIT-13).
fn call_stop(
    track: &Track,
    state: &mut State,
    index: usize,
    played: &Move,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    if !played.box_box {
        return Ok(());
    }
    if !pit::may_call(track, state, &state.cars[index]) {
        judge.refuse(IllegalTurn::new("VR-PIT-13", "BOX-BOX is called before the pit entry, with all corners of the lap passed, on a lap that is open for a stop."))?;
    }
    state.cars[index].box_box = true;
    events.push(Event { car: state.cars[index].id, kind: EventKind::BoxBox });
    Ok(())
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

/// The declaration of the next gear (VR-TURN-03, VR-GEAR).
fn declare(
    state: &mut State,
    index: usize,
    reference: Reference,
    gear: Option<u8>,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let car = &mut state.cars[index];
    let Some(gear) = gear else {
        judge.refuse(IllegalTurn::new("VR-TURN-03", format!("Car {} must declare its next gear.", car.id)))?;
        car.gear = reference.forced.map_or(reference.gear, |(gear, _)| gear);
        return Ok(());
    };
    let price = judge.accept(gears::check(reference, gear, car.tyre, car.nitro), gears::Price::default)?;
    spend(events, car.id, "tyre", &mut car.tyre, price.tyre, "downshift");
    spend(events, car.id, "nitro", &mut car.nitro, price.nitro, "upshift");
    car.gear = gear.clamp(1, 5);
    Ok(())
}

/// Standing still (VR-PEN).
fn stops(
    track: &Track,
    state: &mut State,
    index: usize,
    rotation: Rotation,
    gear: Option<u8>,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    let before = state.clone();
    let situation = Situation::new(track, &before, index);
    let refused = match brake::verdict(&situation) {
        Verdict::Free => Some(IllegalTurn::new(
            "VR-PEN-04",
            format!("The car may not stand still: it has a legal move in gear {}.", situation.gear),
        )),
        Verdict::Brake(gears) => {
            let gear = gears.iter().max().copied().unwrap_or(1);
            Some(IllegalTurn::new(
                "VR-BRAKE-06",
                format!("The car must jam on its brakes: it has a legal move in gear {gear}."),
            ))
        }
        Verdict::Stop => None,
    };
    if let Some(illegal) = refused {
        judge.refuse(illegal)?;
    }
    let car = &mut state.cars[index];
    car.heading = car.heading.turned(rotation.eighths());
    events.push(Event { car: car.id, kind: EventKind::Stopped });
    let reference = Reference { gear: 1, braked: false, pushed: false, forced: Some((1, gears::Forced::Penalty)) };
    declare(state, index, reference, gear, judge, events)
}

/// Giving way (VR-YIELD).
fn give_way(
    track: &Track,
    state: &mut State,
    index: usize,
    to: crate::game::CarId,
    judge: &mut Judge,
    events: &mut Vec<Event>,
) -> Result<(), IllegalTurn> {
    judge.accept(brake::check_yield(track, state, index, to), || ())?;
    let now = usize::from(state.played);
    let later =
        state.order.iter().position(|other| state.cars[usize::from(*other)].id == to).filter(|later| *later > now);
    let Some(later) = later else {
        return Err(IllegalTurn::new(
            "VR-YIELD-01",
            format!("Car {to} does not play later in this round: there is nobody to give way to."),
        ));
    };
    let other = state.order[later];
    match state.edition {
        // Online, the two change places in the order itself; elsewhere the other one only plays first.
        super::Edition::Online => {
            state.order.swap(now, later);
            state.settled = state.order.clone();
        }
        super::Edition::Second => state.order[now..=later].rotate_right(1),
    }
    state.cars[index].yielded = true;
    state.let_past = Some((other, index as u8));
    events.push(Event { car: state.cars[index].id, kind: EventKind::GaveWay { to } });
    Ok(())
}

/// The event of a move along a path.
fn moved(path: &Path) -> EventKind {
    let points: Vec<[f64; 2]> = path.iter().map(|point| point.to_f64()).collect();
    let distance = points.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).sum();
    EventKind::Moved { distance, points }
}

/// Takes points from a car and says so; what is not there is not taken.
fn spend(
    events: &mut Vec<Event>,
    car: crate::game::CarId,
    resource: &'static str,
    stock: &mut u8,
    amount: u8,
    purpose: &'static str,
) {
    if amount > 0 {
        *stock = stock.saturating_sub(amount);
        events.push(Event { car, kind: EventKind::Spent { resource, amount: i32::from(amount), purpose } });
    }
}
