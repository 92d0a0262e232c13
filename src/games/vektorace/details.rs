//! Adds VektoRace's own columns to a data export. For each car these columns show the number of corners passed, and
//! whether the car is in the pit lane, has called BOX-BOX (announced a pit stop), has fallen from the table, is
//! restarting after a penalty or a fall, or has given way.

use super::Edition;
use super::state::{Car, Fall, State};
use crate::game::{Collector, Details};

pub(super) fn details(state: &State) -> Details {
    let of_car = |car: &Car| {
        let mut facts = Collector::default();
        facts.add("corners_passed", car.passed);
        facts.add_if(state.edition == Edition::Online, "sector", car.sector);
        facts.add("in_pits", car.in_lane).add("box_box", car.box_box);
        facts.add_if(matches!(car.fallen, Some(Fall::Lost(_))), "lost_turns", 1);
        facts.add_if(car.fallen.is_some(), "off_table", true);
        facts.add_if(car.restart, "restart", true).add_if(car.has_given_way(), "gave_way", true);
        facts.facts()
    };
    Details { cars: state.cars.iter().map(of_car).collect(), ..Details::default() }
}
