//! The declaration of the next gear and its cost (ledger, section 3.8).

use crate::game::words::points;
use crate::game::{Evidence, IllegalTurn};
use crate::games::vektorace::Reference;
use crate::games::vektorace::reference::Forced;

/// The tyre points and nitro points that a car pays, for example to declare a gear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// The tyre points. The declaration of a lower gear costs tyre points (VR-GEAR-03).
    pub tyre: u8,
    /// The nitro points. The declaration of a higher gear costs nitro points (VR-GEAR-02).
    pub nitro: u8,
}

/// The reason why a gear may not be declared. The values take little memory, because a list of legal turns creates many
/// of them and shows none. [`explain`](Self::explain) returns a sentence for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GearFault {
    /// There is no such gear (VR-GEAR-01).
    NoGear,
    /// Only this gear may be declared, for this reason (VR-GEAR-08, VR-PIT-12).
    Forced(u8, Forced),
    /// The gear is too high for the pit lane (VR-PIT-12).
    PitLane,
    /// A car that braked may not shift up (VR-GEAR-06).
    Braked,
    /// A car that was pushed may not shift down (VR-GEAR-05).
    Pushed,
    /// The jump shift is not needed, because one gear up or down is free (VR-POW-11).
    NoJump,
    /// The car has too few nitro points (VR-GEAR-02). The value is the number that it has to pay.
    Nitro(u8),
    /// The car has too few tyre points (VR-GEAR-03). The value is the number that it has to pay.
    Tyre(u8),
}

impl GearFault {
    /// Explains why a car with these tyre and nitro points may not declare `gear` under these limits.
    pub fn explain(self, reference: Reference, gear: u8, tyre: u8, nitro: u8) -> IllegalTurn {
        let from = reference.gear;
        let missing = |resource, due: u8, available: u8| Evidence::Cost {
            resource,
            due: u32::from(due),
            available: u32::from(available),
        };
        match self {
            Self::NoGear => IllegalTurn::new("VR-GEAR-01", format!("There is no gear {gear}: gears run from 1 to 5.")),
            Self::Forced(forced, why) => {
                let (clause, why) = match why {
                    Forced::Penalty => ("VR-GEAR-08", "after a penalty"),
                    Forced::PitLane => ("VR-PIT-12", "after entering the pit lane"),
                };
                IllegalTurn::new(clause, format!("The car must declare gear {forced} {why}, not gear {gear}."))
            }
            Self::PitLane => IllegalTurn::new(
                "VR-PIT-12",
                format!("In the pit lane gear {} is the highest; the car declared gear {gear}.", reference.most),
            ),
            Self::Braked => IllegalTurn::new(
                "VR-GEAR-06",
                format!("A car that jammed on its brakes may not shift up: gear {from} at most."),
            ),
            Self::Pushed => IllegalTurn::new(
                "VR-GEAR-05",
                format!("The car was pushed and may not shift down: gear {from} at least."),
            ),
            Self::NoJump => {
                IllegalTurn::new("VR-POW-11", "A jump shift is not needed here: one gear up or down is free.")
            }
            Self::Nitro(due) => IllegalTurn::new(
                "VR-GEAR-02",
                format!("Shifting from {from} up to {gear} costs {}; the car has {nitro}.", points(due, "nitro")),
            )
            .with([missing("nitro", due, nitro)]),
            Self::Tyre(due) => IllegalTurn::new(
                "VR-GEAR-03",
                format!("Shifting from {from} down to {gear} costs {}; the car has {tyre}.", points(due, "tyre")),
            )
            .with([missing("tyre", due, tyre)]),
        }
    }
}

/// Returns the cost of declaring `gear` for a car with these tyre and nitro points.
///
/// # Errors
/// Returns the reason why the gear may not be declared.
pub fn check(reference: Reference, gear: u8, tyre: u8, nitro: u8) -> Result<Price, GearFault> {
    if !(1..=5).contains(&gear) {
        return Err(GearFault::NoGear);
    }
    if let Some((forced, why)) = reference.forced {
        return if gear == forced { Ok(Price::default()) } else { Err(GearFault::Forced(forced, why)) };
    }
    if gear > reference.most {
        return Err(GearFault::PitLane);
    }
    if reference.braked && gear > reference.gear {
        return Err(GearFault::Braked);
    }
    if reference.pushed && gear < reference.gear {
        return Err(GearFault::Pushed);
    }
    let price = if reference.jump { jump_price(reference.gear, gear)? } else { price(reference.gear, gear) };
    if price.nitro > nitro {
        return Err(GearFault::Nitro(price.nitro));
    }
    if price.tyre > tyre {
        return Err(GearFault::Tyre(price.tyre));
    }
    Ok(price)
}

/// Returns the cost of a jump shift: one point, however many gears it changes (VR-POW-11).
const fn jump_price(from: u8, to: u8) -> Result<Price, GearFault> {
    if from.abs_diff(to) < 2 {
        return Err(GearFault::NoJump);
    }
    Ok(Price { tyre: (to < from) as u8, nitro: (to > from) as u8 })
}

/// Returns the cost of a change of gear. One gear up or down is free; each further gear costs a point (VR-GEAR-01 to
/// 03).
pub const fn price(from: u8, to: u8) -> Price {
    Price { tyre: from.saturating_sub(to).saturating_sub(1), nitro: to.saturating_sub(from).saturating_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(gear: u8) -> Reference {
        Reference::free(gear)
    }

    fn clause(reference: Reference, gear: u8, tyre: u8, nitro: u8) -> &'static str {
        let fault = check(reference, gear, tyre, nitro).expect_err("refused");
        fault.explain(reference, gear, tyre, nitro).clause
    }

    #[test]
    fn vr_gear_01_one_gear_either_way_is_free() {
        for gear in [2, 3, 4] {
            assert_eq!(check(free(3), gear, 0, 0), Ok(Price::default()));
        }
        assert_eq!(clause(free(5), 6, 8, 8), "VR-GEAR-01");
        assert_eq!(clause(free(1), 0, 8, 8), "VR-GEAR-01");
    }

    #[test]
    fn vr_gear_02_each_further_gear_up_costs_a_nitro_point() {
        assert_eq!(check(free(2), 5, 0, 2), Ok(Price { tyre: 0, nitro: 2 }));
        assert_eq!(clause(free(2), 5, 8, 1), "VR-GEAR-02");
    }

    #[test]
    fn vr_gear_03_each_further_gear_down_costs_a_tyre_point() {
        assert_eq!(check(free(5), 1, 3, 0), Ok(Price { tyre: 3, nitro: 0 }));
        assert_eq!(clause(free(5), 1, 2, 8), "VR-GEAR-03");
    }

    #[test]
    fn vr_gear_05_a_pushed_car_may_not_shift_down() {
        let pushed = Reference { pushed: true, ..free(4) };
        assert_eq!(clause(pushed, 3, 8, 8), "VR-GEAR-05");
        assert!(check(pushed, 4, 0, 0).is_ok() && check(pushed, 5, 0, 0).is_ok());
    }

    #[test]
    fn vr_gear_06_a_car_that_braked_may_not_shift_up() {
        let braked = Reference { braked: true, ..free(2) };
        assert_eq!(clause(braked, 3, 8, 8), "VR-GEAR-06");
        assert!(check(braked, 2, 0, 0).is_ok() && check(braked, 1, 0, 0).is_ok());
    }

    #[test]
    fn vr_gear_07_pushed_and_braked_leaves_one_gear() {
        let both = Reference { braked: true, pushed: true, ..free(3) };
        let open: Vec<u8> = (1..=5).filter(|gear| check(both, *gear, 8, 8).is_ok()).collect();
        assert_eq!(open, [3]);
    }

    #[test]
    fn vr_gear_08_a_forced_gear_costs_nothing_and_overrides_marks() {
        let stopped = Reference { pushed: true, forced: Some((1, Forced::Penalty)), ..free(4) };
        assert_eq!(check(stopped, 1, 0, 0), Ok(Price::default()));
        assert_eq!(clause(stopped, 4, 8, 8), "VR-GEAR-08");
        let pit = Reference { forced: Some((2, Forced::PitLane)), ..free(5) };
        assert_eq!(check(pit, 2, 0, 0), Ok(Price::default()));
        assert_eq!(clause(pit, 3, 8, 8), "VR-PIT-12");
    }
}
