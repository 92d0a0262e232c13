//! Tests of attacks: sections 3.12 to 3.14 of the ledger.
//!
//! The clauses give the attacker's place at the end of its move. [`ending`] puts the attacker far enough back to reach
//! that place.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, BOTH, Online, PRINTED, Position, Second, dir, empty, oval, point};
use paddock::game::prelude::*;
use paddock::games::vektorace::{Edition, Hand, Marks, Turn, Vektorace};

/// Returns a position in which car A reaches this place straight ahead in this gear, among these other cars.
fn ending(edition: Edition, place: &str, gear: i64, words: &str, others: &str) -> Position {
    let (at, heading) = place.trim_start_matches('(').split_once(')').unwrap();
    let start = point(at) - dir(heading.parse().unwrap()).unit() * (gear + 1);
    empty(edition, &format!("A({},{}){heading} g{gear} {words}; {others}", start.x, start.y))
}

/// Returns such a position in gear 3, with B(20,10)0 in gear 3.
fn at(edition: Edition, place: &str) -> Position {
    ending(edition, place, 3, "", "B(20,10)0")
}

#[test]
fn vr_att_01_one_attack_on_one_car() {
    for edition in ALL {
        let start = at(edition, "(18.5,10)0");
        // Being in position has no effect without an attack.
        assert_eq!(start.then("3F F-").car('B').marks, Marks::default());
        start.then("3F F- PB");
        start.refused("3F F- PA", "VR-ATT-01", "cannot attack itself");
        start.refused("3F F- PE", "VR-ATT-01", "not in the race");
    }
    // A second attack cannot be written down.
    let push = r#"{"kind":"push","target":2}"#;
    let text = format!(
        r#"{{"car":1,"kind":"move","gear":3,"vector":"front","place":"front","rotation":"straight","attack":[{push},{push}],"declare":3}}"#
    );
    assert!(serde_json::from_str::<Turn>(&text).is_err());
}

#[test]
fn vr_att_02_both_cars_head_the_same_way() {
    for edition in BOTH {
        let start = at(edition, "(18.5,9.5)1");
        start.refused("3F F- PB", "VR-ATT-02", "direction");
        start.refused("3F F- DB", "VR-ATT-02", "direction");
        start.refused("3F F- HB.R", "VR-ATT-02", "direction");
        // The heading after the car's rotation counts.
        at(edition, "(18.5,10)0").refused("3F F< PB", "VR-ATT-02", "direction");
    }
}

#[test]
fn vr_att_03_no_attack_by_or_on_a_car_that_called_box_box() {
    for edition in ALL {
        ending(edition, "(18.5,10)0", 3, "", "B(20,10)0 box").refused("3F F- PB", "VR-ATT-03", "called BOX-BOX");
        ending(edition, "(18.5,10)0", 3, "box", "B(20,10)0").refused("3F F- PB", "VR-ATT-03", "called BOX-BOX");
    }
}

#[test]
fn vr_att_03_no_attack_by_or_on_a_car_in_the_pit_lane() {
    for edition in BOTH {
        // B stands in the lane and A ends behind it outside the lane; then the other way round.
        let target = oval(edition, "A(26.9,4)4 j4 g3; B(21.4,4)4 j4 g3 lane");
        target.refused("3F F- PB", "VR-ATT-03", "pit lane");
        let attacker = oval(edition, "A(23.5,4)4 j4 g3; B(18,4)4 j0 c2 g3");
        attacker.refused("3F F- T4N2 DB =2", "VR-ATT-03", "pit lane");
    }
}

#[test]
fn r_54_a_plain_slipstream_of_the_second_edition_is_not_an_attack() {
    let cars =
        |edition, words: &str, target: &str| ending(edition, "(18.5,10)0", 3, words, &format!("B(20,10)0 {target}"));
    // It is allowed after giving way, and behind a car that called BOX-BOX.
    cars(Second, "yielded", "").goes("3F F- DB", "(19,10)0");
    cars(Second, "", "box").goes("3F F- DB", "(19,10)0");
    for attack in ["PB", "SB.F"] {
        cars(Second, "yielded", "").refused(&format!("3F F- {attack}"), "VR-YIELD-03", "given way");
        cars(Second, "", "box").refused(&format!("3F F- {attack}"), "VR-ATT-03", "called BOX-BOX");
    }
    // A car that called BOX-BOX itself may not, nor a car that braked, because braking costs a tyre point (VR-ATT-05).
    cars(Second, "box", "").refused("3F F- DB", "VR-ATT-03", "called BOX-BOX");
    let braked = empty(Second, "A(10,10)0 g3 t4; B(14,10)0; C(12.8,11.1)0; D(12.8,8.9)0").order("BCDA", 3);
    for text in braked.moves() {
        assert!(braked.play(&format!("{text} DB")).is_err(), "{text}");
    }
    // Online it is an attack.
    cars(Online, "yielded", "").refused("3F F- DB", "VR-YIELD-03", "given way");
    cars(Online, "", "box").refused("3F F- DB", "VR-ATT-03", "called BOX-BOX");
    // In the lane it stays forbidden.
    oval(Second, "A(27,4)4 g3 j4; B(21,4)4 g3 j4 lane").refused("3F F- DB", "VR-ATT-03", "pit lane");
}

#[test]
fn vr_att_04_the_attack_needs_room() {
    for edition in ALL {
        let start = ending(edition, "(18.5,10.6)0", 3, "", "B(20,10)0; C(19.7,11.4)0");
        start.refused("3F F- HB.L", "VR-ATT-04", "no room");
    }
}

#[test]
fn vr_att_04_an_attack_does_not_cut_a_corner() {
    // B stands past the inside ray of corner 1, A before it.
    let second = oval(Second, "A(9,5.5)2 g3; B(9,11.4)2 g3").order("BA", 1);
    second.goes("3F F-", "(9,9.5)2");
    let cars = "A(11.6,9)2 g3; B(12,15.1)2 g3";
    oval(Second, cars).order("BA", 1).goes("3F F-", "(11.6,13)2 j0");
    oval(Second, cars).order("BA", 1).refused("3F F- DB", "VR-CUT-01", "cuts corner 1");
}

#[test]
fn vr_att_05_no_slipstream_after_using_a_tyre_point() {
    for edition in BOTH {
        // The car reaches (18.5, 10.2) by a black arrow, and the same place without one.
        let swerved = empty(edition, "A(14.5,9.4)0 g3 t1; B(20,10)0");
        swerved.goes("3SL F-", "(17.5,10.4)0 t0");
        for kind in ["DB", "PB", "SB.F"] {
            swerved.refused(&format!("3SL F- {kind}"), "VR-ATT-05", "used a tyre point");
        }
        empty(edition, "A(15.5,9.4)0 g3 t1; B(20,10)0").goes("3SL F- HB.L", "(20-w,10+w)0 t0");
        ending(edition, "(17.5,10)0", 3, "t0", "B(20,10)0").then("3F F- DB");
    }
    // The same holds for boost overtaking.
    let online = empty(Online, "A(11.5,9.4)0 g4 t1; B(20,10)0");
    online.refused("4SL+2 F- OB.F", "VR-ATT-05", "used a tyre point");
}

#[test]
fn vr_att_06_marks_last_until_the_end_of_the_victims_next_turn() {
    for edition in ALL {
        let cars = "A(14.5,10.6)0 g3; C(14.5,9.4)0 g3; B(20,10)0 g3 t8 n0";
        let both = empty(edition, cars).then("3F F- HB.L").then("3F F- HB.R");
        assert_eq!(both.car('B').marks, Marks { pushed: false, shunted_left: true, shunted_right: true });
        assert_eq!(both.moves(), ["3FF <", "3FF -", "3FF >"].map(|text| text.replacen("FF ", "F F", 1)));
        let after = both.then("3F F-");
        assert_eq!(after.car('B').marks, Marks::default());
    }
}

#[test]
fn vr_slip_02_the_range_of_the_second_edition() {
    let slip = |place: &str| at(Second, place);
    slip("(17,10)0").goes("3F F- DB", "(19,10)0");
    slip("(16.9,10)0").refused("3F F- DB", "VR-SLIP-02", "too far");
    slip("(17,10.41)0").goes("3F F- DB", "(19,10)0");
    slip("(17,10.42)0").refused("3F F- DB", "VR-SLIP-02", "not straight ahead");
    slip("(17,9.59)0").goes("3F F- DB", "(19,10)0");
    slip("(17,9.58)0").refused("3F F- DB", "VR-SLIP-02", "not straight ahead");
}

#[test]
fn vr_slip_02_both_cars_are_in_third_gear() {
    for edition in BOTH {
        let cars = |gear, target| ending(edition, "(17.5,10)0", gear, "", &format!("B(20,10)0 g{target}"));
        let clause = if edition == Second { "VR-SLIP-02" } else { "VR-SLIP-05" };
        cars(3, 2).refused("3F F- DB", clause, "third gear");
        cars(2, 3).refused("2F F- DB", clause, "third gear");
        cars(3, 3).goes("3F F- DB", "(19,10)0");
    }
}

#[test]
fn vr_slip_03_taking_the_slipstream() {
    at(Second, "(17,10)0").goes("3F F- DB", "(19,10)0 t4 n4");
    for edition in BOTH {
        let next = at(edition, "(17.1,10)0").goes("3F F- DB", "(19,10)0 t4 n4");
        assert_eq!(next.car('B').marks, Marks::default());
        at(edition, "(17.1,10)0").refused("3F F- DB.F", "VR-SLIP-03", "Do not write a place");
    }
}

#[test]
fn vr_slip_04_nothing_stands_between() {
    // Online an overlap counts if it is at least 1/50, so the attacker stands that much nearer.
    let others = "B(20,10)0; C(18,10.8)0";
    ending(Second, "(17,10)0", 3, "", others).refused("3F F- DB", "VR-SLIP-04", "blocked");
    ending(Online, "(17.02,10)0", 3, "", others).goes("3F F- DB", "(19,10)0");
    // A car beside the measuring piece, or behind the attacker's front, does not block.
    ending(Second, "(17,10)0", 3, "", "B(20,10)0; C(18,11)0").goes("3F F- DB", "(19,10)0");
    ending(Second, "(18,10)0", 3, "", "B(20,10)0; C(17.5,10.95)0").goes("3F F- DB", "(19,10)0");
    // The final place itself must be free.
    for edition in BOTH {
        let taken = ending(edition, "(17.5,10)0", 3, "", "B(20,10)0; C(19,10.8)0");
        let word = if edition == Second { "blocked" } else { "overlaps car 3" };
        taken.refused("3F F- DB", "VR-SLIP-04", word);
    }
}

#[test]
fn vr_slip_05_the_range_online() {
    at(Online, "(19,10.5)0").goes("3F F- DB", "(19,10)0");
    at(Second, "(19,10.5)0").refused("3F F- DB", "VR-SLIP-02", "not straight ahead");
    at(Online, "(18,10)0").goes("3F F- DB", "(19,10)0");
    at(Online, "(18,10)0").refused("3F F- PB", "VR-PUSH-01", "too far");
    at(Second, "(18,10)0").goes("3F F- PB", "(19,10)0");
    // A front past the target's rear line is too far ahead, even beside it.
    at(Online, "(19.0001,10.5)0").refused("3F F- DB", "VR-SLIP-05", "too far");
    // The overlap must be at least 1/50.
    at(Online, "(17.02,10)0").goes("3F F- DB", "(19,10)0");
    at(Online, "(17.0199,10)0").refused("3F F- DB", "VR-SLIP-05", "too far");
    // The option about collisions changes nothing here: touching is no overlap, and 1/50 is enough.
    let with = |overlap: &str, place: &str| {
        let mut start = at(Online, place);
        start.state.terms.overlap = Some(overlap.parse().unwrap());
        start
    };
    with("0", "(17,10)0").refused("3F F- DB", "VR-SLIP-05", "too far");
    with("0", "(18,10)0").refused("3F F- PB", "VR-PUSH-01", "too far");
    with("0.25", "(17.02,10)0").goes("3F F- DB", "(19,10)0");
}

#[test]
fn vr_push_01_a_push_closes_up_and_marks() {
    let next = at(Second, "(18,10)0").goes("3F F- PB", "(19,10)0 t4 n4");
    assert_eq!(next.car('B').marks, Marks { pushed: true, ..Marks::default() });
    next.refused("3F F- =2", "VR-GEAR-05", "pushed");
    at(Second, "(17,10)0").refused("3F F- PB", "VR-PUSH-01", "too far");
    for edition in BOTH {
        at(edition, "(18.5,10)0").goes("3F F- PB", "(19,10)0");
        // A push without any gap is legal.
        let next = at(edition, "(19,10)0").goes("3F F- PB", "(19,10)0");
        assert!(next.car('B').marks.pushed);
        let slow = ending(edition, "(18.5,10)0", 3, "", "B(20,10)0 g2");
        slow.refused("3F F- PB", "VR-PUSH-01", "third gear");
    }
}

#[test]
fn vr_sling_01_a_slingshot_costs_a_nitro_point_and_needs_the_gap() {
    for edition in ALL {
        let start = |words| ending(edition, "(18.5,10)0", 3, words, "B(20,10)0");
        let next = start("n1").goes("3F F- SB.F", "(21,10)0 n0");
        assert_eq!(next.car('B').marks, Marks::default());
        start("n0").refused("3F F- SB.F", "VR-SLING-01", "nitro");
        // The nitro point for the boost has already been spent.
        let boosted = empty(edition, "A(13.5,10)0 g3 n1; B(20,10)0");
        boosted.goes("3F+1 F-", "(18.5,10)0 n0");
        boosted.refused("3F+1 F- SB.F", "VR-SLING-01", "nitro");
    }
    // A car in the gap stands in the measuring piece, or online in the final place.
    let taken = |edition| ending(edition, "(18.5,10)0", 3, "", "B(20,10)0; C(19.2,10.9)0");
    taken(Second).refused("3F F- SB.F", "VR-SLIP-04", "blocked");
    taken(Online).refused("3F F- SB.F", "VR-SLING-01", "no room");
}

#[test]
fn vr_sling_02_the_places_in_front_of_the_target() {
    for edition in BOTH {
        let start = at(edition, "(18.5,10)0");
        start.goes("3F F- SB.F", "(21,10)0 n3");
        start.goes("3F F- SB.FL", "(20+w,10+w)0 n3");
        start.goes("3F F- SB.FR", "(20+w,10-w)0 n3");
        start.refused("3F F- SB.SL", "VR-SLING-03", "place beside the car ahead");
        start.refused("3F F- SB.L", "VR-SLING-02", "cannot end at this place");
        start.refused("3F F- SB", "VR-SLING-02", "cannot end at this place");
    }
}

#[test]
fn vr_sling_03_beside_a_car_that_blocks_the_way() {
    for edition in BOTH {
        let start = ending(edition, "(18.5,10)0", 3, "", "B(20,10)0; D(21,10)0");
        start.goes("3F F- SB.SL", "(21,11)0 n3");
        start.goes("3F F- SB.SR", "(21,9)0 n3");
        start.refused("3F F- SB.F", "VR-SLING-03", "overlaps car 4");
        // If one side is taken, the other one is left. C faces another direction, so it blocks nothing in front of B.
        let one = ending(edition, "(18.5,10)0", 3, "", "B(20,10)0; D(21,10)0; C(21.2,10.8)1");
        one.refused("3F F- SB.SL", "VR-SLING-03", "overlaps car 3");
        one.goes("3F F- SB.SR", "(21,9)0 n3");
    }
    // A blocking car that faces another direction counts only online; one that does not stand exactly there counts only
    // in the second edition.
    let turned = |edition| ending(edition, "(18.5,10)0", 3, "", "B(20,10)0; D(21,10)1");
    turned(Second).refused("3F F- SB.SL", "VR-SLING-03", "blocks the place straight in front");
    turned(Online).goes("3F F- SB.SL", "(21,11)0");
    let ahead = |edition| ending(edition, "(18.5,10)0", 3, "", "B(20,10)0; D(21.2,10)0");
    ahead(Second).goes("3F F- SB.SL", "(21.2,11)0");
    ahead(Online).refused("3F F- SB.SL", "VR-SLING-03", "blocks the place straight in front");
}

#[test]
fn vr_sling_03_two_cars_block_the_way_together() {
    // D and C overlap the place in front of B, one on each side of it. The free place is left of D and right of C.
    for order in ["D(21,10.55)0; C(21,9.45)0", "C(21,9.45)0; D(21,10.55)0"] {
        let start = ending(Second, "(18.5,10)0", 3, "", &format!("B(20,10)0; {order}"));
        start.goes("3F F- SB.SL", "(21,11.55)0 n3");
        start.goes("3F F- SB.SR", "(21,8.45)0 n3");
        let taken = ending(Second, "(18.5,10)0", 3, "", &format!("B(20,10)0; {order}; E(21,11.7)0"));
        taken.refused("3F F- SB.SL", "VR-SLING-03", "overlaps");
        taken.goes("3F F- SB.SR", "(21,8.45)0 n3");
    }
}

#[test]
fn vr_sling_04_it_is_an_overtaking() {
    for edition in ALL {
        let start = ending(edition, "(18.5,10)0", 3, "", "B(20,10)0 g5").order("BA", 1);
        let next = start.then("3F F- SB.F");
        assert_eq!((next.letters().as_str(), next.state.round), ("AB", 2));
        // The car that was passed may still shift down.
        assert!(next.then("3FR FR-").declarable("5F F-").contains(&4));
    }
}

#[test]
fn vr_shunt_01_beside_the_rear() {
    for edition in PRINTED {
        let shunt = |place: &str| at(edition, place);
        shunt("(18.5,10.6)0").goes("3F F- HB.L", "(20-w,10+w)0");
        shunt("(18.5,9.4)0").goes("3F F- HB.R", "(20-w,10-w)0");
        shunt("(18.5,10)0").refused("3F F- HB.L", "VR-SHUNT-01", "not beside");
        shunt("(19.2,11.4)0").refused("3F F- HB.L", "VR-SHUNT-01", "not beside");
        shunt("(18.5,10.6)0").refused("3F F- HB.R", "VR-SHUNT-01", "not beside");
        shunt("(18.5,10.6)0").refused("3F F- HB", "VR-SHUNT-01", "left or the right");
        ending(edition, "(18.5,10.6)0", 1, "", "B(20,10)0").refused("1F F- HB.L", "VR-SHUNT-01", "second gear");
        ending(edition, "(18.5,10.6)0", 2, "", "B(20,10)0").goes("2F F- HB.L", "(20-w,10+w)0");
    }
}

#[test]
fn vr_shunt_02_the_victim_may_not_go_that_way() {
    for edition in BOTH {
        let next = at(edition, "(18.5,10.6)0").goes("3F F- HB.L", "(20-w,10+w)0 t4 n4");
        next.refused("3FL F-", "VR-SHUNT-02", "shunted");
        next.refused("3F FL-", "VR-SHUNT-02", "shunted");
        next.refused("3SL F-", "VR-SHUNT-02", "shunted");
        next.refused("3F+1 FL-", "VR-SHUNT-02", "shunted");
        next.goes("3F F<", "(24,10)1");
        next.goes("3FR FR<", "(22+2w,10-2w)1 t3");
    }
}

#[test]
fn vr_shunt_03_shunted_from_both_sides() {
    for edition in ALL {
        let mut position = empty(edition, "B(20,10)0 g3 t8 n0 left right");
        assert_eq!(position.moves(), ["3F F<", "3F F-", "3F F>"]);
        position.refused("3FR F-", "VR-SHUNT-02", "shunted");
        position.state.cars[0].nitro = 1;
        assert_eq!(position.moves().len(), 9, "and the front of the boosts");
    }
}

#[test]
fn vr_shunt_04_the_attacker_chooses() {
    for edition in ALL {
        let start = at(edition, "(18.5,10.4)0");
        start.goes("3F F- PB", "(19,10)0");
        start.goes("3F F- HB.L", "(20-w,10+w)0");
    }
}

#[test]
fn vr_on_01_a_ram_is_a_shunt_at_45_degrees() {
    let next = at(Online, "(18.8,11.2)7").goes("3F F- MB.L", "(20-w,10+w)7");
    assert_eq!(next.car('B').marks, Marks { shunted_left: true, ..Marks::default() });
    at(Online, "(18.8,8.8)1").goes("3F F- MB.R", "(20-w,10-w)1");
    at(Online, "(18.8,11.2)1").refused("3F F- MB.L", "VR-ON-01", "45°");
    at(Online, "(18.5,10.6)0").refused("3F F- MB.L", "VR-ON-01", "45°");
    at(Second, "(18.8,11.2)7").refused("3F F- MB.L", "VR-ON-01", "online");
}

#[test]
fn vr_on_02_the_shunt_online() {
    let slow = |edition| ending(edition, "(18.5,10.6)0", 3, "", "B(20,10)0 g1");
    slow(Online).refused("3F F- HB.L", "VR-ON-02", "second gear");
    slow(Second).goes("3F F- HB.L", "(20-w,10+w)0");
    at(Online, "(18.5,10.6)0").goes("3F F- HB.L", "(20-w,10+w)0");
    at(Online, "(17,10.6)0").refused("3F F- HB.L", "VR-ON-02", "not beside");
    // The front must not be past the side octagon's body, whose corners lie at most 1/2 ahead of its centre, 20-w.
    at(Online, "(20-w,10+w)0").goes("3F F- HB.L", "(20-w,10+w)0");
    at(Online, "(19.3,10.8)0").refused("3F F- HB.L", "VR-ON-02", "not beside");
    ending(Online, "(18.5,10.6)0", 1, "", "B(20,10)0").refused("1F F- HB.L", "VR-ON-02", "second gear");
}

#[test]
fn vr_on_03_boost_overtaking() {
    let boosted = empty(Online, "A(11.5,10)0 g4 n1; B(20,10)0");
    boosted.goes("4F+2 F- OB.F", "(21,10)0 n0");
    boosted.goes("4F+2 F- OB.FL", "(20+w,10+w)0 n0");
    boosted.goes("4F+2 F- OB.FR", "(20+w,10-w)0 n0");
    let alone = ending(Online, "(18.5,10)0", 5, "", "B(20,10)0");
    alone.refused("5F F- OB.F", "VR-ON-03", "6");
    empty(Online, "A(12.5,10)0 g4 n1; B(20,10)0").refused("4F+1 F- OB.F", "VR-ON-03", "6");
    empty(Online, "A(11.5,10)0 g5 n1; B(20,10)0").goes("5F+1 F- OB.F", "(21,10)0 n0");
    // The range is that of a slipstream, two octagons, and the place behind the target must be free.
    empty(Online, "A(10.5,10)0 g4 n1; B(20,10)0").goes("4F+2 F- OB.F", "(21,10)0 n0");
    let taken = empty(Online, "A(10.5,10)0 g4 n1; B(20,10)0; C(19,10.9)0");
    taken.refused("4F+2 F- OB.F", "VR-SLING-01", "no room");
    empty(Second, "A(11.5,10)0 g4 n1; B(20,10)0").refused("4F+2 F- OB.F", "VR-ON-03", "online");
}

#[test]
fn vr_on_04_the_tournament_map_is_a_normal_track() {
    // Pitwall, bounds and the odd corner are those of the ledger. The other corners form an oval around them.
    let mut draft = crate::common::oval_draft();
    draft.table.from = point("-11.79,-2.29");
    draft.table.to = point("22.03,16.29");
    draft.pitwall = Some(paddock::games::vektorace::PitwallDraft { at: point("0,0"), direction: dir(4) });
    draft.corners = vec![
        crate::common::corner(1, "-8,3", 5),
        crate::common::corner(2, "-8,12", 3),
        crate::common::corner(3, "5,8", 6),
        crate::common::corner(4, "18,12", 1),
        crate::common::corner(5, "18,3", 7),
    ];
    draft.corners[2].hand = Some(Hand::CounterClockwise);
    let (track, issues) = Vektorace::validate(&draft);
    let track = track.unwrap_or_else(|| panic!("{issues:?}"));
    assert_eq!(track.corners()[2].hand, Hand::CounterClockwise);
    assert!(track.corners().iter().enumerate().all(|(index, corner)| index == 2 || corner.hand == Hand::Clockwise));
}
