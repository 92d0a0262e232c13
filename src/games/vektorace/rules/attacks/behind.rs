//! Attacks from behind, through the target's slipstream: slipstream, push, slingshot and boost overtaking.

use arrayvec::ArrayVec;

use super::{Attacker, SHUNT_GEAR, front_meets, has_room, headings};
use crate::game::{Evidence, IllegalTurn};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::rules::evidence;
use crate::games::vektorace::rules::order::is_ahead;
use crate::games::vektorace::rules::situation::Situation;
use crate::games::vektorace::{Attack, AttackKind, AttackPlace, Car};
use crate::geometry::{Octilinear, Point};

/// The lowest gear for an attack that uses the slipstream: both cars must have played this gear or a higher one
/// (VR-SLIP-02, VR-PUSH-01).
const SLIPSTREAM_GEAR: u8 = 3;
/// The smallest sum of gear and boost with which a car may make a boost overtaking (VR-ON-03).
const BOOST_OVERTAKING: u8 = 6;

/// The number of octagons that the target may be ahead of the attacker (VR-SLIP-02, VR-PUSH-01, VR-SLING-01, VR-ON-03).
/// `None` for attacks from the side.
pub(super) const fn reach(kind: AttackKind) -> Option<i64> {
    match kind {
        AttackKind::Slipstream | AttackKind::BoostOvertaking => Some(2),
        AttackKind::Push | AttackKind::Slingshot => Some(1),
        AttackKind::Shunt | AttackKind::Ram => None,
    }
}

/// Checks whether a slipstream or push is allowed (VR-SLIP-02 to 05, VR-PUSH-01).
pub(super) fn behind_target(
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
pub(super) fn in_range(
    situation: &Situation<'_>,
    attacker: &Attacker,
    target: &Car,
    kind: AttackKind,
) -> Result<(), IllegalTurn> {
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
        let tolerance = situation.state.edition.overlap_tolerance().unwrap_or_default();
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

/// Checks whether a slingshot or boost overtaking is allowed (VR-SLING-01 to 03, VR-ON-03).
pub(super) fn past_target(
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
    let tolerance = situation.is_online().then(|| situation.state.edition.overlap_tolerance().unwrap_or_default());
    others.filter(move |car| {
        let Some(tolerance) = tolerance else {
            return car.heading == heading && pieces().car().moved(car.position).overlaps(&base);
        };
        let off = car.position - front;
        (off.x.abs() < tolerance && off.y.abs() < tolerance) || off == Point::ORIGIN
    })
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
