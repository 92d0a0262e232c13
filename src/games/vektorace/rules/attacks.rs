//! Attacks: slipstream, push, slingshot, shunt, and the online edition's ram and boost overtaking (ledger, sections
//! 3.12 to 3.14). This file has the checks that all of them share.

mod behind;
mod side;

use super::corners::Lap;
use super::evidence;
use super::pit::leads_through_lane;
use super::situation::Situation;
use crate::game::{Evidence, IllegalTurn};
use crate::games::vektorace::pieces::{HALF_SIDE, pieces};
use crate::games::vektorace::{Attack, AttackKind, AttackPlace, Car, Edition, Power};
use crate::geometry::{Direction, Octilinear, Point, Surd};
use behind::{behind_target, in_range, past_target, reach};
use side::beside_target;

/// The lowest gear that a shunt needs (VR-SHUNT-01).
const SHUNT_GEAR: u8 = 2;

/// The attacking car, with the facts about its turn so far.
#[derive(Clone, Copy, Debug)]
pub struct Attacker {
    /// The car's centre after its move.
    pub at: Point,
    /// The car's heading after its move.
    pub heading: Direction,
    /// The number of the gear vector played.
    pub gear: u8,
    /// The length of the boost played; 0 if there is no boost.
    pub boost: u8,
    /// The number of nitro points that the attacker has left.
    pub nitro: u8,
    /// Whether the car has spent a tyre point this turn (VR-ATT-05).
    pub tyres_used: bool,
    /// Whether the car jammed on its brakes (VR-BRAKE-05).
    pub braked: bool,
}

/// All attacks: each kind with each place where it may end, as seen from the target. A slipstream or push has only one
/// possible place, so no place is given (`None`).
const ALL: [(AttackKind, Option<AttackPlace>); 16] = {
    use AttackKind::{BoostOvertaking, Push, Ram, Shunt, Slingshot, Slipstream};
    use AttackPlace::{Front, FrontLeft, FrontRight, Left, Right, SideLeft, SideRight};
    [
        (Slipstream, None),
        (Push, None),
        (Slingshot, Some(Front)),
        (Slingshot, Some(FrontLeft)),
        (Slingshot, Some(FrontRight)),
        (Slingshot, Some(SideLeft)),
        (Slingshot, Some(SideRight)),
        (BoostOvertaking, Some(Front)),
        (BoostOvertaking, Some(FrontLeft)),
        (BoostOvertaking, Some(FrontRight)),
        (BoostOvertaking, Some(SideLeft)),
        (BoostOvertaking, Some(SideRight)),
        (Shunt, Some(Left)),
        (Shunt, Some(Right)),
        (Ram, Some(Left)),
        (Ram, Some(Right)),
    ]
};

/// Lists every legal attack of the attacker, with the point on the board that the attack leads to.
pub fn attacks(situation: &Situation<'_>, attacker: &Attacker) -> Vec<(Attack, Point)> {
    let mut found = Vec::new();
    // In the second edition a plain slipstream is allowed in some cases in which attacks are not.
    let barred = attacker.braked || situation.car.has_given_way();
    if (barred && situation.state.edition != Edition::Second) || situation.car.box_box || attacker.gear < SHUNT_GEAR {
        return found;
    }
    let in_lane = |at: Point| super::pit::base_in_lane(situation.track, at);
    let mut is_in_lane = None;
    for target in &situation.state.cars {
        // Skip far targets: no attack leads further than three octagons from its target's centre.
        let way = target.position - attacker.at;
        let near = |d: Direction| way.along(d).abs() <= Surd::from_int(4);
        // Only in a ram do the cars face different directions (VR-ATT-02, VR-ON-01).
        let rams = attacker.heading != target.heading;
        if target.id == situation.car.id
            || !target.is_on_table()
            || !near(Direction::new(0))
            || !near(Direction::new(2))
            || (rams && !situation.state.terms.ram)
        {
            continue;
        }
        // VR-ATT-03: the same for all attacks, so it is tested once.
        if *is_in_lane.get_or_insert_with(|| in_lane(attacker.at)) || in_lane(target.position) {
            continue;
        }
        // The range depends only on its length, so it is tested at most twice for all kinds and places.
        let mut ranges = [None; 2];
        let mut is_in_range = |kind: AttackKind| {
            reach(kind).is_none_or(|reach| {
                *ranges[reach as usize - 1].get_or_insert_with(|| in_range(situation, attacker, target, kind).is_ok())
            })
        };
        for (kind, place) in ALL.into_iter().filter(|(kind, _)| (*kind == AttackKind::Ram) == rams) {
            if !is_in_range(kind) {
                continue;
            }
            let attack = Attack { kind, target: target.id, place, shield: false };
            if let Ok(place) = check(situation, attacker, attack) {
                found.push((attack, place));
                if leaves_mark(kind) && target.power() == Some(Power::Shield) {
                    found.push((Attack { shield: true, ..attack }, place));
                }
            }
        }
    }
    found
}

/// Whether the car finishes with its move, before any attack. Such a car may not attack. Always false in the
/// online edition.
pub fn is_home(situation: &Situation<'_>, moved: &Lap) -> bool {
    situation.state.edition.is_printed() && moved.crossings > situation.state.laps
}

/// Whether this is a slipstream in the second edition. In that edition a slipstream does not count as an attack, so
/// rules that forbid only attacks do not forbid it.
pub fn is_plain_slipstream(edition: Edition, kind: AttackKind) -> bool {
    edition == Edition::Second && kind == AttackKind::Slipstream
}

/// Checks an attack and returns the point on the board that the attack leads to.
///
/// # Errors
/// Returns the clause that forbids the attack.
pub fn check(situation: &Situation<'_>, attacker: &Attacker, attack: Attack) -> Result<Point, IllegalTurn> {
    let raise = |clause, message: &dyn Fn() -> String| situation.refuse(clause, || IllegalTurn::new(clause, message()));
    if situation.is_first() && attack.kind == AttackKind::Slipstream {
        raise("VR-SLIP-01", &|| "The first edition has no slipstream. Use a push instead.".to_owned())?;
    }
    let plain = is_plain_slipstream(situation.state.edition, attack.kind);
    if attacker.braked && !plain {
        raise("VR-BRAKE-05", &|| "A car that jammed on its brakes may not attack.".to_owned())?;
    }
    if situation.car.has_given_way() && !plain {
        raise("VR-YIELD-03", &|| "A car that has given way may not attack in the same round.".to_owned())?;
    }
    if attack.target == situation.car.id {
        let message = format!("Car {} cannot attack itself. Choose another car.", attack.target);
        return Err(IllegalTurn::new("VR-ATT-01", message));
    }
    let Some(target) = situation.state.cars.iter().find(|car| car.id == attack.target) else {
        let message = format!("Car {} cannot be attacked: it is not in the race.", attack.target);
        return Err(IllegalTurn::new("VR-ATT-01", message));
    };
    if !target.is_on_table() {
        let why = if target.is_racing() { "it has fallen from the table" } else { "it has finished or left the race" };
        let message = format!("Car {} cannot be attacked: {why}.", attack.target);
        return Err(IllegalTurn::new("VR-ATT-01", message));
    }
    if situation.car.box_box || (target.box_box && !plain) {
        let who = if situation.car.box_box { situation.car.id } else { target.id };
        raise("VR-ATT-03", &|| format!("Car {who} has called BOX-BOX: it may not attack or be attacked."))?;
    }
    let in_lane = |at: Point| super::pit::base_in_lane(situation.track, at);
    if in_lane(attacker.at) || in_lane(target.position) {
        let wall = situation.track.pitwall();
        situation.refuse("VR-ATT-03", || {
            IllegalTurn::new("VR-ATT-03", "A car in the pit lane may not attack or be attacked.")
                .with(evidence::pitwall_with(wall, wall.entry))
        })?;
    }
    if attacker.tyres_used && !matches!(attack.kind, AttackKind::Shunt | AttackKind::Ram) {
        raise("VR-ATT-05", &|| {
            format!("The car has used a tyre point this turn, so it may not make a {}.", attack.kind.name())
        })?;
    }
    let place = match attack.kind {
        AttackKind::Slipstream | AttackKind::Push => {
            if attack.place.is_some() {
                return Err(IllegalTurn::new(
                    "VR-SLIP-03",
                    format!("A {} always ends behind the target. Do not write a place for it.", attack.kind.name()),
                ));
            }
            behind_target(situation, attacker, target, attack.kind)?
        }
        AttackKind::Slingshot | AttackKind::BoostOvertaking => past_target(situation, attacker, target, attack)?,
        AttackKind::Shunt | AttackKind::Ram => beside_target(situation, attacker, target, attack)?,
    };
    let through = || situation.state.edition.is_printed() && leads_through_lane(situation.track, &[attacker.at, place]);
    if in_lane(place) || through() {
        let wall = situation.track.pitwall();
        situation.refuse("VR-PIT-09", || {
            IllegalTurn::new("VR-PIT-09", "This attack leads into the pit lane or through it. That is not allowed.")
                .with(evidence::pitwall_with(wall, wall.entry))
                .with([evidence::shape(&pieces().car().moved(place))])
        })?;
    }
    Ok(place)
}

/// Whether the attacker's front edge overlaps `shape`. A single shared point is not enough (ledger, section 3.13).
fn front_meets(attacker: &Attacker, shape: &Octilinear) -> bool {
    let heading = attacker.heading;
    let front = attacker.at + pieces().front(heading);
    let Some((from, to)) = shape.chord(heading, front.along(heading)) else { return false };
    let axis = heading.turned(2);
    let middle = front.along(axis);
    let half = if axis.is_diagonal() { HALF_SIDE.times_root2() } else { HALF_SIDE };
    from.max(middle - half) < to.min(middle + half)
}

/// Checks that the attacker's final place is free and on the table (VR-ATT-04).
fn has_room(situation: &Situation<'_>, place: Point, clause: &'static str) -> Result<(), IllegalTurn> {
    situation.room_for_car(place).or_else(|fault| {
        situation.refuse(clause, || {
            let why = fault.explain(situation);
            IllegalTurn {
                clause,
                message: format!("There is no room for this attack: {}", lower_first(&why.message)),
                evidence: why.evidence,
            }
        })
    })
}

fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

/// Whether an attack leaves a mark on its target. A shield can be used only against such attacks (VR-POW-09).
pub const fn leaves_mark(kind: AttackKind) -> bool {
    matches!(kind, AttackKind::Push | AttackKind::Shunt | AttackKind::Ram)
}

/// Returns the headings of attacker and target as lines to show on the board.
fn headings(attacker: &Attacker, target: &Car) -> [Evidence; 2] {
    let ahead = |at: Point, heading: Direction| evidence::line(at, at + heading.unit() * 2);
    [ahead(attacker.at, attacker.heading), ahead(target.position, target.heading)]
}

/// Returns the nitro points that an attack costs (VR-SLING-01).
pub const fn nitro_cost(kind: AttackKind) -> u8 {
    match kind {
        AttackKind::Slingshot => 1,
        _ => 0,
    }
}
