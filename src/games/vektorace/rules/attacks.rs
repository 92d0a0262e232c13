//! Attacks: slipstream, push, slingshot, shunt, and the online edition's ram and boost overtaking (ledger, sections
//! 3.12 to 3.14).

use arrayvec::ArrayVec;

use super::corners::Lap;
use super::evidence;
use super::order::is_ahead;
use super::pit::leads_through_lane;
use super::situation::Situation;
use crate::game::{Evidence, IllegalTurn};
use crate::games::vektorace::pieces::{HALF_SIDE, pieces};
use crate::games::vektorace::{Attack, AttackKind, AttackPlace, Car, Edition, Power};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// The lowest gear for an attack that uses the slipstream: both cars must have played this gear or a higher one
/// (VR-SLIP-02, VR-PUSH-01).
const SLIPSTREAM_GEAR: u8 = 3;
/// The lowest gear that a shunt needs (VR-SHUNT-01).
const SHUNT_GEAR: u8 = 2;
/// The smallest sum of gear and boost with which a car may make a boost overtaking (VR-ON-03).
const BOOST_OVERTAKING: u8 = 6;

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

/// The number of octagons that the target may be ahead of the attacker (VR-SLIP-02, VR-PUSH-01, VR-SLING-01, VR-ON-03).
/// `None` for attacks from the side.
const fn reach(kind: AttackKind) -> Option<i64> {
    match kind {
        AttackKind::Slipstream | AttackKind::BoostOvertaking => Some(2),
        AttackKind::Push | AttackKind::Slingshot => Some(1),
        AttackKind::Shunt | AttackKind::Ram => None,
    }
}

/// Checks whether a slipstream or push is allowed (VR-SLIP-02 to 05, VR-PUSH-01).
fn behind_target(
    situation: &Situation<'_>,
    attacker: &Attacker,
    target: &Car,
    kind: AttackKind,
) -> Result<Point, IllegalTurn> {
    in_range(situation, attacker, target, kind)?;
    let place = target.position - target.heading.unit();
    has_room(situation, place, "VR-SLIP-04")?;
    Ok(place)
}

/// Checks that the attacker is in the target's slipstream, near enough for an attack of this kind.
fn in_range(situation: &Situation<'_>, attacker: &Attacker, target: &Car, kind: AttackKind) -> Result<(), IllegalTurn> {
    let reach = reach(kind).unwrap_or_default();
    let clause = match kind {
        _ if situation.is_first() => "VR-SLIP-01",
        AttackKind::Slipstream if situation.is_online() => "VR-SLIP-05",
        AttackKind::Slipstream => "VR-SLIP-02",
        AttackKind::Slingshot => "VR-SLING-01",
        AttackKind::BoostOvertaking => "VR-ON-03",
        _ => "VR-PUSH-01",
    };
    if attacker.heading != target.heading {
        situation.refuse("VR-ATT-02", || {
            IllegalTurn::new(
                "VR-ATT-02",
                format!("The cars face different directions: a {} needs both to face the same way.", kind.name()),
            )
            .with(headings(attacker, target))
        })?;
    }
    if situation.is_first() {
        if attacker.gear < SHUNT_GEAR {
            situation.refuse(clause, || {
                IllegalTurn::new(clause, format!("A {} needs second gear or higher.", kind.name()))
            })?;
        }
    } else if attacker.gear < SLIPSTREAM_GEAR || target.gear < SLIPSTREAM_GEAR {
        situation.refuse(clause, || {
            IllegalTurn::new(clause, format!("A {} needs both cars in third gear or higher.", kind.name()))
        })?;
    }
    let octagons: ArrayVec<Octilinear, 2> =
        (1..=reach).map(|n| pieces().car().moved(target.position - target.heading.unit() * n)).collect();
    let met = if situation.is_online() {
        let body = pieces().body(attacker.heading).moved(attacker.at);
        // The attacker's front may be level with the target's rear line, but may not be past that line (VR-SLIP-05).
        let front = attacker.at + pieces().front(attacker.heading);
        let rear = target.position - pieces().front(target.heading);
        let not_past = (front - rear).along(target.heading).sign().is_le();
        let tolerance = situation.state.terms.overlap.unwrap_or_default();
        is_ahead(target.position, target.heading, attacker.at, attacker.heading)
            && not_past
            && octagons.iter().any(|octagon| octagon.overlaps_by(&body, tolerance))
    } else {
        // In the first edition a gap of exactly one octagon is too far, because the distance token fits into it.
        let gap = target.position - attacker.at - attacker.heading.unit() * 2;
        octagons.iter().any(|octagon| front_meets(attacker, octagon))
            && (!situation.is_first() || gap.along(attacker.heading).is_negative())
    };
    if !met {
        situation.refuse(clause, || {
            IllegalTurn::new(
                clause,
                format!("Car {} is too far away, or not straight ahead, for a {}.", target.id, kind.name()),
            )
            .with(octagons.iter().map(evidence::shape))
        })?;
    }
    if situation.is_online() {
        return Ok(());
    }
    // Nothing may lie in the area that the measuring piece covers ahead of the attacker's front (VR-SLIP-04, R-26).
    let front = attacker.at + pieces().front(attacker.heading);
    let level = front.along(attacker.heading) * 2;
    let blocked = octagons.iter().any(|octagon| {
        situation.any_obstacle(
            |shape| octagon.common_reach_doubled(shape, attacker.heading).is_some_and(|reach| reach > level),
            target,
        )
    });
    if blocked {
        situation.refuse("VR-SLIP-04", || {
            IllegalTurn::new(
                "VR-SLIP-04",
                format!("The slipstream is blocked: something stands between this car and car {}.", target.id),
            )
            .with(octagons.iter().map(evidence::shape))
        })?;
    }
    Ok(())
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

/// Checks whether a slingshot or boost overtaking is allowed (VR-SLING-01 to 03, VR-ON-03).
fn past_target(
    situation: &Situation<'_>,
    attacker: &Attacker,
    target: &Car,
    attack: Attack,
) -> Result<Point, IllegalTurn> {
    if attack.kind == AttackKind::Slingshot {
        if attacker.nitro == 0 {
            situation.refuse("VR-SLING-01", || {
                IllegalTurn::new("VR-SLING-01", "A slingshot costs a nitro point, but the car has none.")
                    .with([Evidence::Cost { resource: "nitro", due: 1, available: 0 }])
            })?;
        }
    } else {
        if !situation.state.terms.boost_overtaking {
            situation.refuse("VR-ON-03", || IllegalTurn::new(
                "VR-ON-03",
                "Boost overtaking is switched off in this race. It is part of the online edition, and an option in the other editions.",
            ))?;
        }
        if attacker.gear + attacker.boost < BOOST_OVERTAKING {
            situation.refuse("VR-ON-03", || {
                IllegalTurn::new(
                    "VR-ON-03",
                    format!("Boost overtaking needs a gear and a boost that add up to {BOOST_OVERTAKING} or more."),
                )
            })?;
        }
    }
    in_range(situation, attacker, target, attack.kind)?;
    has_room(situation, target.position - target.heading.unit(), "VR-SLING-01")?;
    let ahead = |eighths: i64| target.position + target.heading.turned(eighths).unit();
    let (front, left, right) = (ahead(0), ahead(1), ahead(-1));
    let place = match attack.place {
        Some(AttackPlace::Front) => front,
        Some(_) if situation.is_first() => {
            return Err(IllegalTurn::new(
                "VR-SLING-02",
                "In the first edition a slingshot may lead only straight in front of the target. Choose the front.",
            ));
        }
        Some(AttackPlace::FrontLeft) => left,
        Some(AttackPlace::FrontRight) => right,
        Some(place @ (AttackPlace::SideLeft | AttackPlace::SideRight)) => {
            let all_blocked = [front, left, right].into_iter().all(|place| situation.room_for_car(place).is_err());
            let side = if place == AttackPlace::SideLeft { 2 } else { -2 };
            let beside = |car: &Car| car.position + target.heading.turned(side).unit();
            // Two cars may block the place together. Then the place beside either may be free.
            let places = || blockers_ahead(situation, target, front).map(beside);
            let free = places().find(|place| situation.room_for_car(*place).is_ok());
            let Some(place) = free.or_else(|| places().next()).filter(|_| all_blocked) else {
                return Err(IllegalTurn::new(
                    "VR-SLING-03",
                    "A place beside the car ahead of the target may not be used here. It may be used only if that car blocks the place straight in front of the target, and the front-left and front-right places are taken too.",
                ));
            };
            place
        }
        _ => {
            return Err(IllegalTurn::new(
                "VR-SLING-02",
                "This attack cannot end at this place. Choose the front, front-left or front-right of the target.",
            ));
        }
    };
    has_room(situation, place, "VR-SLING-03")?;
    Ok(place)
}

/// Returns the cars that block the place in front of the target (VR-SLING-03). In the online edition such a car must
/// stand at that place; differences smaller than the edition's tolerance are ignored. Its heading does not matter, as
/// recorded games show. In the second edition it must have the target's heading and overlap the place.
fn blockers_ahead<'a>(situation: &Situation<'a>, target: &Car, front: Point) -> impl Iterator<Item = &'a Car> {
    let base = pieces().car().moved(front);
    let (own, target_id, heading) = (situation.car.id, target.id, target.heading);
    let others = situation.state.cars.iter();
    let others = others.filter(move |car| car.is_on_table() && car.id != own && car.id != target_id);
    let tolerance = situation.is_online().then(|| situation.state.terms.overlap.unwrap_or_default());
    others.filter(move |car| {
        let Some(tolerance) = tolerance else {
            return car.heading == heading && pieces().car().moved(car.position).overlaps(&base);
        };
        let off = car.position - front;
        (off.x.abs() < tolerance && off.y.abs() < tolerance) || off == Point::ORIGIN
    })
}

/// Checks whether a shunt or ram is allowed (VR-SHUNT-01, VR-ON-01, VR-ON-02).
fn beside_target(
    situation: &Situation<'_>,
    attacker: &Attacker,
    target: &Car,
    attack: Attack,
) -> Result<Point, IllegalTurn> {
    let side = match attack.place {
        Some(AttackPlace::Left) => 1,
        Some(AttackPlace::Right) => -1,
        _ => {
            return Err(IllegalTurn::new(
                "VR-SHUNT-01",
                format!(
                    "This is not a place for a {}. Choose the left or the right side of the target.",
                    attack.kind.name()
                ),
            ));
        }
    };
    let ram = attack.kind == AttackKind::Ram;
    if ram && !situation.state.terms.ram {
        situation.refuse("VR-ON-01", || IllegalTurn::new(
            "VR-ON-01",
            "Rams are switched off in this race. They are part of the online edition, and an option in the other editions.",
        ))?;
    }
    // A ramming car from the left faces 45° to the right, towards its target.
    let expected = if ram { target.heading.turned(-side) } else { target.heading };
    if attacker.heading != expected {
        let (clause, how) = if ram {
            ("VR-ON-01", "must be rotated by 45° towards the target")
        } else {
            ("VR-ATT-02", "must face the same way as the target")
        };
        situation.refuse(clause, || {
            IllegalTurn::new(
                clause,
                format!("The car faces the wrong direction: in a {} the car {how}.", attack.kind.name()),
            )
            .with(headings(attacker, target))
        })?;
    }
    if attacker.gear < SHUNT_GEAR || (situation.is_online() && target.gear < SHUNT_GEAR) {
        let clause = if situation.is_online() { "VR-ON-02" } else { "VR-SHUNT-01" };
        let who = if situation.is_online() { "both cars" } else { "the attacker" };
        situation.refuse(clause, || {
            IllegalTurn::new(clause, format!("For a {}, {who} must be in second gear or higher.", attack.kind.name()))
        })?;
    }
    let place = target.position + target.heading.turned(3 * side).unit();
    let octagon = pieces().car().moved(place);
    let met = if situation.is_online() {
        let body = pieces().body(attacker.heading).moved(attacker.at);
        let tolerance = situation.state.terms.overlap.unwrap_or_default();
        // `area` is the body of a car in the octagon beside the target. At least one of its corners must be on or ahead
        // of the attacker's front line.
        let area = pieces().body(target.heading).moved(place);
        let front = attacker.at + pieces().front(attacker.heading);
        is_ahead(target.position, target.heading, attacker.at, attacker.heading)
            && octagon.overlaps_by(&body, tolerance)
            && area.reach(attacker.heading) >= front.along(attacker.heading)
    } else {
        front_meets(attacker, &octagon)
    };
    if !met {
        let clause = if situation.is_online() { "VR-ON-02" } else { "VR-SHUNT-01" };
        situation.refuse(clause, || {
            IllegalTurn::new(clause, format!("The car is not beside the rear of car {}.", target.id))
                .with([evidence::shape(&octagon)])
        })?;
    }
    has_room(situation, place, "VR-ATT-04")?;
    Ok(place)
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

impl Situation<'_> {
    /// Whether `test` is true for the shape of at least one corner, car or part of the pitwall. The target and the car
    /// to act are not tested.
    fn any_obstacle(&self, test: impl Fn(&Octilinear) -> bool, target: &Car) -> bool {
        self.track.corners().iter().any(|corner| test(corner.shape()))
            || self.track.pitwall().parts().iter().any(&test)
            || self.state.cars.iter().any(|car| {
                car.is_on_table()
                    && car.id != self.car.id
                    && car.id != target.id
                    && test(&pieces().car().moved(car.position))
            })
    }
}
