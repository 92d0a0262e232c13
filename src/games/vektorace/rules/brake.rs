//! Cars without a legal move in their declared gear: they give way, jam on the brakes or stand still (ledger, sections
//! 3.9 and 3.10).

use arrayvec::ArrayVec;

use super::edge::{self, Exit};
use super::situation::Situation;
use crate::game::words::points;
use crate::game::{CarId, Evidence, IllegalTurn};
use crate::games::vektorace::{Edition, Side, State, Track};
use crate::geometry::Direction;

/// The options of a car at the start of its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The car has a legal move in the declared gear and must make one.
    Free,
    /// The car must jam on its brakes and play one of these gears.
    Brake(ArrayVec<u8, 4>),
    /// The car goes over the table's edge at this point.
    Edge(Exit),
    /// The car can only stand still.
    Stop,
}

/// Returns the options of a car in its declared gear (VR-BRAKE-01 to 03, 06; VR-PEN-01).
pub fn verdict(declared: &Situation<'_>) -> Verdict {
    if declared.has_move() { Verdict::Free } else { without_move(declared) }
}

/// Returns the options of a car that has no legal move in its declared gear.
fn without_move(declared: &Situation<'_>) -> Verdict {
    let mut gears = ArrayVec::new();
    for gear in (1..declared.car.gear).rev() {
        let cost = declared.car.gear - gear;
        let affordable = cost <= declared.car.tyre;
        if !declared.is_online() {
            if affordable && declared.braked_to(gear).has_move() {
                gears.push(gear);
            }
            continue;
        }
        // The online edition tries the gears downwards. The first gear with a move decides, even if the car cannot pay
        // for braking to it.
        if declared.braking_online(gear).has_move() {
            if affordable && declared.braked_to(gear).has_move() {
                gears.push(gear);
            }
            break;
        }
    }
    if !gears.is_empty() {
        return Verdict::Brake(gears);
    }
    edge::exit(declared).filter(|exit| may_fall(declared, exit)).map_or(Verdict::Stop, Verdict::Edge)
}

/// Whether the car can go over the table's edge. In the first edition this is always possible. In the second edition
/// the car needs a free place along the edge.
fn may_fall(declared: &Situation<'_>, exit: &Exit) -> bool {
    declared.state.edition == Edition::Formula8
        || Direction::ALL.into_iter().any(|heading| edge::second_place(declared, exit, heading).is_ok())
}

/// Checks that a car may jam on its brakes down to `gear`.
///
/// # Errors
/// Returns the clause that forbids braking to that gear.
pub fn check(declared: &Situation<'_>, gear: u8) -> Result<(), IllegalTurn> {
    match verdict(declared) {
        Verdict::Free => Err(IllegalTurn::new(
            "VR-BRAKE-01",
            format!("The car may not jam on its brakes: it has a legal move in gear {}.", declared.car.gear),
        )),
        Verdict::Brake(gears) if gears.contains(&gear) => Ok(()),
        verdict => Err(useless(declared, gear, &verdict)),
    }
}

/// Explains why the car may not brake to this gear, and lists the gears to which it may brake.
fn useless(declared: &Situation<'_>, gear: u8, verdict: &Verdict) -> IllegalTurn {
    let instead = match verdict {
        Verdict::Brake(gears) => {
            let gears: Vec<String> = gears.iter().map(ToString::to_string).collect();
            format!("Brake to gear {} instead.", gears.join(" or "))
        }
        Verdict::Edge(_) => "No lower gear has a legal move, so the car goes over the table's edge.".to_owned(),
        _ => "The car cannot pay for any lower gear that has a legal move, so it stands still.".to_owned(),
    };
    let cost = declared.car.gear.saturating_sub(gear);
    if cost > declared.car.tyre {
        let due = points(cost, "tyre");
        let message = format!("Braking to gear {gear} costs {due}; the car has {}. {instead}", declared.car.tyre);
        return IllegalTurn::new("VR-BRAKE-02", message).with([Evidence::Cost {
            resource: "tyre",
            due: u32::from(cost),
            available: u32::from(declared.car.tyre),
        }]);
    }
    let message = if declared.is_online() && declared.braked_to(gear).has_move() {
        format!(
            "In the online edition a car must brake to the highest gear with a legal move, and gear {gear} is not that gear. {instead}"
        )
    } else {
        format!("In gear {gear} the car has no legal move either. {instead}")
    };
    IllegalTurn::new("VR-BRAKE-03", message)
}

/// Checks that a car may give way to car `to` (VR-YIELD-01, 04, 05).
///
/// # Errors
/// Returns the clause that forbids giving way.
pub fn check_yield(track: &Track, state: &State, index: usize, to: CarId) -> Result<(), IllegalTurn> {
    let declared = Situation::new(track, state, index);
    let later = state.order.iter().skip(usize::from(state.played) + 1);
    let mut later = later.map(|other| &state.cars[usize::from(*other)]);
    let nobody = |why: String| Err(IllegalTurn::new("VR-YIELD-01", why));
    if declared.is_first() {
        return nobody("In the first edition a car cannot give way.".to_owned());
    }
    // In the online edition these rules do not apply. In recorded games, cars give way back and forth until one of them
    // stands still.
    if !declared.is_online()
        && let Some(other) = state.index_of(to)
    {
        if state.cars[other].gave_way_to & (1 << index) != 0 {
            return Err(IllegalTurn::new(
                "VR-YIELD-04",
                format!("Car {to} gave way to this car, so this car cannot give way to it."),
            ));
        }
        if declared.car.gave_way_to & (1 << other) != 0 {
            return Err(IllegalTurn::new(
                "VR-YIELD-04",
                format!("The car has already given way to car {to} this round."),
            ));
        }
    }
    let blocker =
        if declared.is_online() { later.next().filter(|car| car.id == to) } else { later.find(|car| car.id == to) };
    if blocker.is_none() {
        let who =
            if declared.is_online() { "the next car in order" } else { "a car that still has to play this round" };
        // In the online edition the broken clause is VR-YIELD-05 if the named car still plays this round but is not the
        // next car.
        let plays_later = state.order.iter().skip(usize::from(state.played) + 1);
        let mut plays_later = plays_later.map(|other| state.cars[usize::from(*other)].id);
        let clause = if plays_later.any(|car| car == to) { "VR-YIELD-05" } else { "VR-YIELD-01" };
        return Err(IllegalTurn::new(
            clause,
            format!("The car cannot give way to car {to}. It can give way only to {who}."),
        ));
    }
    if declared.has_move() {
        return nobody(format!("The car has a legal move in gear {} and may not give way.", declared.car.gear));
    }
    if !is_in_the_way(track, state, &declared, to) {
        return nobody(format!(
            "Car {to} does not block this car: this car has no legal move even if car {to} is removed."
        ));
    }
    Ok(())
}

/// Whether car `to`, which has not played yet, keeps this car from moving. In the online edition, car `to` is in the
/// way if it takes up the place of the vector at a side of this car, and the vector would fit there without it
/// (VR-YIELD-05). In the printed editions, all cars that have not played yet are removed first. Then car `to` alone is
/// put back. It is in the way if this makes at least one legal move of this car illegal.
fn is_in_the_way(track: &Track, state: &State, declared: &Situation<'_>, to: CarId) -> bool {
    if declared.is_online() {
        let alone = declared.without(to);
        return Side::ALL.into_iter().any(|side| !declared.has_room_for(side) && alone.has_room_for(side));
    }
    let later = state.order.iter().skip(usize::from(state.played) + 1);
    let gone = later.clone().fold(declared.clone(), |left, other| left.without(state.cars[usize::from(*other)].id));
    let index = state.to_act().unwrap_or(0);
    let only_this = later
        .filter(|other| state.cars[usize::from(**other)].id != to)
        .fold(Situation::new(track, state, index), |left, other| left.without(state.cars[usize::from(*other)].id));
    Side::ALL.into_iter().any(|side| {
        let Ok(vector) = gone.check_vector(side) else { return false };
        let opens = gone.destinations(&vector, None).map(|(spot, rotation, _)| (spot.side, rotation));
        let still_open: Vec<_> = match only_this.check_vector(side) {
            Ok(vector) => {
                only_this.destinations(&vector, None).map(|(spot, rotation, _)| (spot.side, rotation)).collect()
            }
            Err(_) => Vec::new(),
        };
        opens.into_iter().any(|place| !still_open.contains(&place))
    })
}
