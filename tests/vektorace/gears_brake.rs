//! Tests of declaring gears, braking, standing still and giving way: sections 3.8 to 3.10 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, BOTH, Online, Position, Second, empty, oval};
use paddock::game::EventKind;
use paddock::games::vektorace::{Action, Edition, Marks};

/// Returns the position of VR-BRAKE-02: gear 4 has no move, and gear 3 only one with a swerve and a black arrow.
fn braking(edition: Edition, words: &str) -> Position {
    empty(edition, &format!("A(10,10)0 g4 {words}; B(13.5,10)0; C(13.5,11.1)0; D(13.5,8.9)0")).order("BCDA", 3)
}

/// Returns the gears a car may brake to.
fn brakes(position: &Position) -> Vec<u8> {
    let mut gears: Vec<u8> = position
        .listed()
        .iter()
        .filter_map(|turn| match turn.action {
            Action::Move(m) if m.brake => Some(m.gear),
            _ => None,
        })
        .collect();
    gears.dedup();
    gears
}

#[test]
fn vr_gear_01_one_gear_up_or_down_is_free() {
    for edition in ALL {
        assert_eq!(empty(edition, "A(10,10)0 g3 t0 n0").declarable("3F F-"), [2, 3, 4]);
        let top = empty(edition, "A(10,10)0 g5 t0 n0");
        assert_eq!(top.declarable("5F F-"), [4, 5]);
        top.refused("5F F- =6", "VR-GEAR-01", "gear");
        assert_eq!(empty(edition, "A(10,10)0 g1 t0 n0").declarable("1F F-"), [1, 2]);
    }
}

#[test]
fn vr_gear_02_each_further_gear_up_costs_a_nitro_point() {
    for edition in ALL {
        empty(edition, "A(10,10)0 g2 n2").goes("2F F- =5", "(13,10)0 g5 n0 t4");
        empty(edition, "A(10,10)0 g2 n1").refused("2F F- =5", "VR-GEAR-02", "2 nitro points");
        empty(edition, "A(10,10)0 g2 n1").goes("2F F- =4", "g4 n0");
        // The nitro point of a boost is spent before the declaration.
        empty(edition, "A(10,10)0 g2 n2").refused("2F+1 F- =5", "VR-GEAR-02", "2 nitro points");
    }
}

#[test]
fn vr_gear_03_each_further_gear_down_costs_a_tyre_point() {
    for edition in BOTH {
        empty(edition, "A(10,10)0 g5 t3").goes("5F F- =1", "(16,10)0 g1 t0 n4");
        empty(edition, "A(10,10)0 g5 t2").refused("5F F- =1", "VR-GEAR-03", "3 tyre points");
        empty(edition, "A(10,10)0 g5 t3").refused("5SL F- =1", "VR-GEAR-03", "3 tyre points");
    }
}

#[test]
fn vr_gear_04_shifting_does_not_count_as_a_tyre_used_in_the_move() {
    for edition in BOTH {
        let start = empty(edition, "A(10,10)0 g5 t1; B(18.5,10)0");
        let next = start.goes("5F F- DB =3", "(17.5,10)0 g3 t0");
        // The gear cannot be changed at the start of the next turn either.
        next.then("3F F-").refused("2F F-", "VR-MOVE-01", "declared gear is 3");
    }
}

#[test]
fn vr_gear_05_a_pushed_car_does_not_shift_down() {
    for edition in ALL {
        let pushed = empty(edition, "A(10,10)0 g4 t8 n8 pushed");
        pushed.refused("4F F- =3", "VR-GEAR-05", "pushed");
        assert_eq!(pushed.declarable("4F F-"), [4, 5]);
        // The mark is cleared at the end of that turn.
        assert_eq!(pushed.then("4F F-").declarable("4F F-"), [1, 2, 3, 4, 5]);
    }
}

#[test]
fn vr_gear_06_a_car_that_braked_does_not_shift_up() {
    for edition in BOTH {
        let start = empty(edition, "A(10,10)0 g4 t8 n8; B(12.5,10)0; C(12.5,11.1)0; D(12.5,8.9)0").order("BCDA", 3);
        let gear = brakes(&start)[0];
        let played = start.moves()[0].clone();
        let up = format!("{played} ={}", gear + 1);
        start.refused(&up, "VR-GEAR-06", "may not shift up");
        assert_eq!(start.declarable(&played).last(), Some(&gear));
    }
    let start = braking(Second, "t2 n8");
    start.refused("J2 2FL FL- =3", "VR-GEAR-06", "may not shift up");
    assert_eq!(start.declarable("J2 2FL FL-"), [1, 2]);
}

#[test]
fn vr_gear_07_pushed_and_braked_leaves_one_gear() {
    for edition in BOTH {
        let start = braking(edition, "t3 n8 pushed");
        assert_eq!(start.declarable("J3 3SL SL-"), [3]);
        start.refused("J3 3SL SL- =2", "VR-GEAR-05", "pushed");
        start.refused("J3 3SL SL- =4", "VR-GEAR-06", "brakes");
    }
}

#[test]
fn vr_gear_08_forced_gears_override_marks_and_cost_nothing() {
    for edition in ALL {
        let stuck = empty(edition, "A(10,10)0 g4 t0 pushed; B(11.2,10)0").order("BA", 1);
        stuck.goes("X-", "(10,10)0 g1 t0 n4");
        stuck.refused("X- =4", "VR-GEAR-08", "must declare gear");
    }
}

#[test]
fn vr_brake_01_only_without_a_legal_move() {
    for edition in ALL {
        empty(edition, "A(10,10)0 g3").refused("J2 2F F-", "VR-BRAKE-01", "legal move");
    }
}

#[test]
fn vr_brake_02_a_tyre_point_for_each_gear() {
    let two = braking(Second, "t2");
    assert_eq!(brakes(&two), [2]);
    two.goes("J2 2FL FL-", "(11+2w,10+2w)0 g2 t0");
    two.refused("J3 3SL SL-", "VR-BRAKE-03", "no legal move either. Brake to gear 2 instead");
    two.refused("J1 1F F-", "VR-BRAKE-02", "3 tyre points");
    two.refused("J2 2SL F-", "VR-MOVE-04", "tyre");
}

#[test]
fn vr_brake_03_which_gear() {
    let second = braking(Second, "t3");
    assert_eq!(brakes(&second), [3, 2, 1]);
    second.goes("J3 3SL SL-", "(12,12)0 g3 t0");
    second.goes("J2 2FL FL-", "g2 t1");
    second.goes("J1 1F F-", "(12,10)0 g1 t0");
    let online = braking(Online, "t3");
    assert_eq!(brakes(&online), [3]);
    online.goes("J3 3SL SL-", "(12,12)0 g3 t0");
    online.refused("J2 2FL FL-", "VR-BRAKE-03", "gear 2");
    // Online the first gear with a move decides, even if the car cannot pay for it. Placements are checked with the
    // tyre point the car had before braking, so gear 3 decides here, but no point is left for its swerve.
    assert!(braking(Online, "t1").must_stop());
    second.refused("J4 4F F-", "VR-BRAKE-03", "lower gear");
}

#[test]
fn vr_brake_04_the_reduced_move_is_an_ordinary_one() {
    for edition in BOTH {
        let start = braking(edition, "t3 n1");
        start.goes("J3 3SL SL- =3", "(12,12)0 g3 t0");
        // Denied sides stay denied, so this car has no move in gear 3.
        let shunted = braking(edition, "t3 left");
        assert!(shunted.moves().iter().all(|text| !text.contains('L')), "{:?}", shunted.moves());
    }
}

#[test]
fn vr_brake_05_no_attack_after_braking() {
    for edition in BOTH {
        let start = braking(edition, "t3");
        start.refused("J3 3SL SL- PC", "VR-BRAKE-05", "brakes");
        start.refused("J3 3SL SL- HC.L", "VR-BRAKE-05", "brakes");
    }
}

#[test]
fn vr_brake_06_braking_comes_before_the_penalty() {
    for edition in ALL {
        braking(edition, "t3").refused("X-", "VR-BRAKE-06", "must jam");
        let one = braking(edition, "t1");
        assert!(one.must_stop());
        one.goes("X-", "(10,10)0 g1 t1");
    }
}

#[test]
fn vr_pen_01_the_car_stands_still_and_continues_in_first_gear() {
    for edition in ALL {
        let stuck = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0").order("BA", 1);
        stuck.goes("X-", "(10,10)0 g1 t0 n4");
        stuck.refused("X- =2", "VR-GEAR-08", "gear 1");
        assert_eq!(stuck.events("X-"), [EventKind::Stopped]);
    }
}

#[test]
fn vr_pen_02_a_penalty_costs_nothing() {
    for edition in BOTH {
        braking(edition, "t1 n4").goes("X<", "(10,10)1 g1 t1 n4");
    }
}

#[test]
fn vr_pen_03_the_car_may_rotate_by_45_degrees() {
    for edition in BOTH {
        let stuck = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0").order("BA", 1);
        stuck.goes("X<", "(10,10)1");
        stuck.goes("X-", "(10,10)0");
        stuck.goes("X>", "(10,10)7");
        let stops = stuck.listed().into_iter().filter(|turn| matches!(turn.action, Action::Stop { .. })).count();
        assert_eq!(stops, 3);
    }
    // A rotation by 180° cannot be written.
    let text = r#"{"car":1,"kind":"stop","rotation":"back","declare":1}"#;
    assert!(serde_json::from_str::<paddock::games::vektorace::Turn>(text).is_err());
}

#[test]
fn vr_pen_04_not_by_choice() {
    for edition in BOTH {
        empty(edition, "A(10,10)0 g3").refused("X-", "VR-PEN-04", "legal move");
        // Moves that need the car's tyre points count too.
        empty(edition, "A(10,10)0 g3 t1; B(11.2,10)0").order("BA", 1).refused("X-", "VR-PEN-04", "legal move");
    }
}

#[test]
fn vr_pen_05_penalties_repeat_and_clear_marks() {
    for edition in BOTH {
        let cars = "A(10,10)0 g3 t0 left pushed; B(11.2,10)4 g3 t0; C(10,11.2)0 g3";
        let mut position = empty(edition, cars).order("BCA", 2).goes("X<", "(10,10)1 g1");
        assert_eq!(position.car('A').marks, Marks::default());
        position = position.order("BCA", 2);
        assert!(position.must_stop());
        position.goes("X<", "(10,10)2 g1");
    }
}

#[test]
fn vr_yield_01_to_a_car_that_blocks_and_still_has_to_move() {
    for edition in BOTH {
        let start = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0");
        start.then("YB");
        let moved = start.clone().order("BA", 1);
        moved.refused("YB", "VR-YIELD-01", "can give way only");
        // A car that has a move may not give way, and no car may give way to one that is not in its way.
        empty(edition, "A(10,10)0 g3 t1; B(11.2,10)0").refused("YB", "VR-YIELD-01", "legal move");
        let other = empty(edition, "A(10,10)0 g3 t0; B(20,10)0; C(11.2,10)0").order("CAB", 1);
        other.refused("YB", "VR-YIELD-01", "does not block");
    }
}

#[test]
fn vr_yield_01_to_any_of_several_that_block_together() {
    // B and C both block: without B, C still blocks, and without C, B still blocks.
    let start = empty(Second, "A(10,10)0 g3 t0; B(11.2,10)0; C(12.3,10)0");
    let next = start.then("YC").then("3F F-");
    start.then("YB");
    // When it plays again, it may give way to the other car, but not twice to the same one. No car may give way back.
    let next = next.then("YB");
    next.refused("YA", "VR-YIELD-04", "give way to it");
    next.then("3F F-").goes("3F F-", "(14,10)0");
    // It may not give way to a car behind it.
    empty(Second, "A(10,10)0 g3 t0; B(11.2,10)0; C(5,10)0").refused("YC", "VR-YIELD-01", "does not block");
}

#[test]
fn vr_yield_02_the_other_plays_its_whole_turn_first() {
    for edition in BOTH {
        let start = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0");
        let yielded = start.then("YB");
        assert_eq!(yielded.state.to_act(), Some(1));
        let next = yielded.goes("3F F-", "(15.2,10)0");
        assert_eq!((next.state.to_act(), next.state.round), (Some(0), 1));
        next.goes("3F F-", "(14,10)0");
        // The car that gave way may still have to stop.
        let next = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0 g1").then("YB").then("1F F-");
        assert!(next.must_stop());
        assert!(next.listed().iter().all(|turn| !matches!(turn.action, Action::GiveWay { .. })));
    }
}

#[test]
fn vr_yield_03_no_attack_after_giving_way_but_a_free_declaration() {
    for edition in BOTH {
        let next = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0").then("YB").then("3F F-");
        next.refused("3F F- PB", "VR-YIELD-03", "given way");
        next.goes("3F F- =4", "(14,10)0 g4");
        // In the next round it may attack again.
        let round = next.then("3F F- =4");
        assert!(!round.car('A').has_given_way());
    }
}

#[test]
fn vr_yield_04_no_giving_way_back_in_the_second_edition() {
    let cars = "A(10,10)0 g3 t0; B(11.2,10)4 g3 t0";
    let second = empty(Second, cars).then("YB");
    second.refused("YA", "VR-YIELD-04", "give");
    assert!(second.must_stop());
    second.goes("X>", "(11.2,10)3 g1");
    // In recorded online games cars do give way back, until one of the two stands still.
    let online = empty(Online, cars).then("YB");
    let back = online.then("YA");
    assert_eq!(back.state.to_act(), Some(0));
}

#[test]
fn vr_yield_05_the_cars_to_give_way_to() {
    let cars = "A(10,10)0 g3 t0; C(30,20)0; B(11.2,10)0";
    let second = empty(Second, cars).then("YB");
    assert_eq!(second.letters(), "BAC");
    empty(Online, cars).refused("YB", "VR-YIELD-05", "next car");
}

#[test]
fn vr_pen_03_no_rotation_while_a_part_of_the_base_is_in_the_pit_lane() {
    let inside = |edition| oval(edition, "A(21,4)4 g2 j4 t0 lane; B(19.4,4)4 g2 j4 lane").order("BA", 1);
    for rotation in ["X<", "X>"] {
        inside(Second).refused(rotation, "VR-PEN-03", "may not rotate");
        // In recorded online games cars do rotate there (game 131, turns 148 and 154; game 153, turns 35 and 40).
        inside(Online).then(rotation);
    }
    inside(Second).goes("X-", "(21,4)4 g1");
    // A base partly inside is enough. A car wholly outside may rotate.
    let near = |x: &str, other: &str| oval(Second, &format!("A({x},4)4 g1 j4 t0; B({other},4)4 g2 j4")).order("BA", 1);
    near("21.7", "20.3").refused("X<", "VR-PEN-03", "may not rotate");
    near("21.8", "20.4").then("X<");
}

#[test]
fn vr_yield_05_a_swerve_that_the_next_car_takes_counts_online_whatever_it_costs() {
    // C stands in front and D to the right. Only the next car B keeps A from a swerve to its left, whatever its cost.
    let start = |edition, words: &str| {
        let others = "B(10.2,11.5)0 g3; C(11.2,10)0 g3; D(10.5,8.4)0 g3";
        empty(edition, &format!("A(10,10)0 g3 {words}; {others}")).order("CDAB", 2)
    };
    start(Online, "t0").then("YB");
    // A place denied by a shunt, or off the map, does not count.
    start(Online, "t0 left").refused("YB", "VR-YIELD-01", "does not block");
    let edge = empty(Online, "A(30,24)0 g3 t0; B(30.2,25.4)0 g3; C(31.2,23.9)0 g3").order("CAB", 1);
    edge.refused("YB", "VR-YIELD-01", "does not block");
    // In the second edition there must be a move that the car can pay for.
    start(Second, "t0").refused("YB", "VR-YIELD-01", "does not block");
    start(Second, "t1").then("YB");
}

#[test]
fn vr_yield_05_the_swap_is_for_this_round_in_the_second_edition_and_stays_online() {
    // Neither car overtakes the other: B drives away to the side and ends level with A.
    let cars = "A(10,10)0 g3 t0; B(11.2,10)2 g3 t0";
    let round = |edition| {
        let yielded = empty(edition, cars).then("YB");
        assert_eq!(yielded.letters(), "BA");
        yielded.then("3F F-").then("3F F-")
    };
    assert_eq!(round(Second).letters(), "AB");
    assert_eq!(round(Second).state.round, 2);
    let online = empty(Online, "A(10,10)0 g3 t0; B(11.2,10)0 g3 t0").then("YB").then("3F F-").then("3F F-");
    assert_eq!(online.letters(), "BA");
}
