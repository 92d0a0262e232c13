//! Attacks from the side: shunt and ram.

use super::{Attacker, SHUNT_GEAR, front_meets, has_room, headings};
use crate::game::IllegalTurn;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::rules::evidence;
use crate::games::vektorace::rules::order::is_ahead;
use crate::games::vektorace::rules::situation::Situation;
use crate::games::vektorace::{Attack, AttackKind, AttackPlace, Car};
use crate::geometry::Point;

/// Checks whether a shunt or ram is allowed (VR-SHUNT-01, VR-ON-01, VR-ON-02).
pub(super) fn beside_target(
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
        let tolerance = situation.state.edition.overlap_tolerance().unwrap_or_default();
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
