//! The declaration of the next gear and its cost (ledger, section 3.8).

use crate::game::words::points;
use crate::game::{Evidence, IllegalTurn};
use crate::games::vektorace::Reference;
use crate::games::vektorace::reference::Forced;

/// A number of tyre points and a number of nitro points that a car pays, mostly for a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Tyre points, for shifting down (VR-GEAR-03).
    pub tyre: u8,
    /// Nitro points, for shifting up (VR-GEAR-02).
    pub nitro: u8,
}

/// Returns the cost of declaring `gear` for a car with these tyre and nitro points.
///
/// # Errors
/// Returns the clause that forbids declaring this gear.
pub fn check(reference: Reference, gear: u8, tyre: u8, nitro: u8) -> Result<Price, IllegalTurn> {
    if !(1..=5).contains(&gear) {
        return Err(IllegalTurn::new("VR-GEAR-01", format!("There is no gear {gear}: gears run from 1 to 5.")));
    }
    if let Some((forced, why)) = reference.forced {
        if gear == forced {
            return Ok(Price::default());
        }
        let (clause, why) = match why {
            Forced::Penalty => ("VR-GEAR-08", "after a penalty"),
            Forced::PitLane => ("VR-PIT-12", "after entering the pit lane"),
        };
        return Err(IllegalTurn::new(clause, format!("The car must declare gear {forced} {why}, not gear {gear}.")));
    }
    if gear > reference.most {
        return Err(IllegalTurn::new(
            "VR-PIT-12",
            format!("In the pit lane gear {} is the highest; the car declared gear {gear}.", reference.most),
        ));
    }
    if reference.braked && gear > reference.gear {
        return Err(IllegalTurn::new(
            "VR-GEAR-06",
            format!("A car that jammed on its brakes may not shift up: gear {} at most.", reference.gear),
        ));
    }
    if reference.pushed && gear < reference.gear {
        return Err(IllegalTurn::new(
            "VR-GEAR-05",
            format!("The car was pushed and may not shift down: gear {} at least.", reference.gear),
        ));
    }
    let price = if reference.jump { jump_price(reference.gear, gear)? } else { price(reference.gear, gear) };
    if price.nitro > nitro {
        return Err(IllegalTurn::new(
            "VR-GEAR-02",
            format!(
                "Shifting from {} up to {gear} costs {}; the car has {nitro}.",
                reference.gear,
                points(price.nitro, "nitro")
            ),
        )
        .with([Evidence::Cost { resource: "nitro", due: u32::from(price.nitro), available: u32::from(nitro) }]));
    }
    if price.tyre > tyre {
        return Err(IllegalTurn::new(
            "VR-GEAR-03",
            format!(
                "Shifting from {} down to {gear} costs {}; the car has {tyre}.",
                reference.gear,
                points(price.tyre, "tyre")
            ),
        )
        .with([Evidence::Cost { resource: "tyre", due: u32::from(price.tyre), available: u32::from(tyre) }]));
    }
    Ok(price)
}

/// Returns the cost of a jump shift: one point, however many gears it changes (VR-POW-11).
fn jump_price(from: u8, to: u8) -> Result<Price, IllegalTurn> {
    if from.abs_diff(to) < 2 {
        return Err(IllegalTurn::new("VR-POW-11", "A jump shift is not needed here: one gear up or down is free."));
    }
    Ok(Price { tyre: u8::from(to < from), nitro: u8::from(to > from) })
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
        check(reference, gear, tyre, nitro).expect_err("refused").clause
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
