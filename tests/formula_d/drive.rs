//! Tests of the rules for driving, corners, overshooting, straights, brakes and blocks: FD-DRV, FD-COR, FD-OVR, FD-STR,
//! FD-BRK, FD-BLK.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::{Additions, Draft, FormulaD, SpaceKind, moves};

/// The ends of all moves without brakes.
fn ends(table: &Table, gear: u8, face: u8) -> Vec<String> {
    let (found, _) = moves(&table.track, &table.state, CarId(1), gear, face, Additions::default());
    let mut ends: Vec<String> = found
        .options
        .iter()
        .filter(|option| option.brakes == 0)
        .map(|option| table.track.name(option.end).to_owned())
        .collect();
    ends.sort();
    ends.dedup();
    ends
}

fn refused(table: &Table, line: &str) -> (&'static str, String) {
    let illegal = table.refusal(line);
    (illegal.clause, illegal.message)
}

#[test]
fn fd_drv_01_only_along_edges() {
    let table = table("a5 g2");
    let track = &table.track;
    let (a5, a4, c5) = (track.find("a5").unwrap(), track.find("a4").unwrap(), track.find("c5").unwrap());
    assert!(track.edge(a5, a4).is_none() && track.edge(a5, c5).is_none());
    let wrong = refused(&table, "1.1 g2 d2 m2L1");
    assert_eq!(wrong, ("FD-DRV-01", "There is no lane to the left of a5: lane 1 is the leftmost.".to_owned()));
    let right = refused(&crate::common::table("c5 g2"), "1.1 g2 d2 m2R1");
    assert_eq!(right.1, "There is no lane to the right of c5: lane 3 is the rightmost.");
    assert!(table.plays("1.1 g2 d2 m2R1"));
    assert_eq!(refused(&table, "1.1 g2 d2 m2P1").1, "The pit lane cannot be entered from a5. Enter it from c47.");
    assert_eq!(refused(&table, "1.1 g2 d2 m2R5").0, "FD-DRV-01");
}

#[test]
fn fd_drv_02_no_driving_through_cars() {
    let table = table("b0 g2, b3 g2");
    assert_eq!(refused(&table, "1.1 g2 d4 m4"), ("FD-DRV-02", "Space b3 is occupied by car 2.".to_owned()));
    assert_eq!(ends(&table, 2, 4), ["a4", "c4"]);
}

#[test]
fn fd_drv_03_the_length_is_exact() {
    assert_eq!(ends(&table("b0 g2"), 2, 4), ["a4", "b4", "c4"]);
    assert_eq!(ends(&table("a0 g2"), 2, 4), ["a4", "b3", "c3"]);
    let wrong = refused(&table("b0 g2"), "1.1 g2 d4 m3");
    let text = "The move must be 4 spaces long (die 4), but the route has 3: drive 1 more, or brake for 1 (`b1`).";
    assert_eq!(wrong, ("FD-DRV-03", text.to_owned()));
    let long = refused(&table("b0 g2"), "1.1 g2 d4 m5 b1");
    let text = "The move must be 3 spaces long (die 4 - brakes 1), but the route has 5: drive 2 fewer.";
    assert_eq!(long, ("FD-DRV-03", text.to_owned()));
    assert_eq!(
        refused(&table("b0 g1"), "1.1 g1 d1 m3").1,
        "The move must be 1 space long (die 1), but the route has 3: drive 2 fewer."
    );
    // Advice to brake names the number of all spaces, and is given only if the car may brake for them.
    let more = refused(&table("b0 g2"), "1.1 g2 d4 m1 b2").1;
    let text = "The move must be 2 spaces long (die 4 - brakes 2), but the route has 1: ";
    assert_eq!(more, format!("{text}drive 1 more, or brake for 3 in all (`b3`)."));
    assert!(table("b0 g2").plays("1.1 g2 d4 m1 b3"));
    assert_eq!(refused(&table("b0 g2 B2"), "1.1 g2 d4 m1 b2").1, format!("{text}drive 1 more."));
    let mut laps = setup(1);
    laps.rules.qualifying = true;
    let state = FormulaD::start(&table("b0 g2").track, &laps).unwrap();
    let qualifying = Table { track: valid(&oval()), setup: laps, state };
    let message = qualifying.refused("0.1 g1 d2 m1").message;
    assert!(message.ends_with("but the route has 1: drive 1 more."), "{message}");
}

#[test]
fn fd_cor_01_arrows_bind() {
    let table = table("c26 g2");
    assert!(table.plays("1.1 g2 d2 m2L1"));
    let wrong = refused(&crate::common::table("a26 g2"), "1.1 g2 d2 m2R1");
    assert_eq!(wrong, ("FD-COR-01", "The arrows on a26 do not lead to b26.".to_owned()));
    // Approach spaces have arrows too.
    assert_eq!(refused(&crate::common::table("a9 g2"), "1.1 g2 d2 m2R1").0, "FD-COR-01");
}

#[test]
fn fd_cor_02_stops() {
    let mut table = table("a24 g2");
    table.go("1.1 g2 d2 m2");
    table.go("2.1 g2 d4 m4");
    assert_eq!((table.at(1), table.car(1).stops), ("a30", 2));
}

#[test]
fn fd_cor_03_leaving_with_enough_stops() {
    let mut free = table("b32 g2 made=2");
    free.go("1.1 g2 d3 m3");
    assert_eq!((free.at(1), free.wear(1)[0], free.car(1).stops), ("b35", 6, 0));
    // The move that ends in the corner cannot also leave it: one stop is still missing here.
    let mut short = table("b32 g2 made=1");
    short.go("1.1 g2 d3 m3");
    assert_eq!((short.at(1), short.wear(1)[0]), ("b35", 3));
}

#[test]
fn fd_cor_04_the_count_goes_back_to_zero() {
    let mut table = table("a12 g2 made=1");
    table.go("1.1 g2 d3 m3");
    assert_eq!((table.at(1), table.car(1).stops), ("a15", 0));
    table.place("a9 g3 lap=2");
    table.go("1.1 g3 d8 m8");
    assert_eq!(table.wear(1)[0], 2, "a stop of the lap before does not count");
}

#[test]
fn fd_cor_05_path_numbers_are_only_information() {
    for line in ["1.1 g2 d4 m4", "1.1 g2 d4 m4R2", "1.1 g2 d4 m4R2R3"] {
        assert!(table("a9 g2").plays(line), "{line}");
    }
}

#[test]
fn fd_ovr_01_overshooting() {
    let mut table = table("a9 g3");
    table.go("1.1 g3 d8 m8");
    assert_eq!((table.at(1), table.wear(1)[0]), ("a17", 2));
}

#[test]
fn fd_ovr_02_the_spaces_beyond_the_corner_count() {
    let mut straight = table("a9 g3");
    straight.go("1.1 g3 d8 m8 =a17");
    assert_eq!(straight.wear(1)[0], 6 - 4);
    let mut changed = table("a9 g3");
    changed.go("1.1 g3 d8 m8R3 =b16");
    assert_eq!(changed.wear(1)[0], 6 - 3);
}

#[test]
fn fd_ovr_03_overshooting_costs_tyre_points() {
    let mut table = table("a9 g3");
    let played = table.go("1.1 g3 d8 m8");
    let spent = played.events.iter().find_map(|event| match event.kind {
        paddock::game::EventKind::Spent { resource: "tyres", amount, .. } => Some(amount),
        _ => None,
    });
    assert_eq!((spent, table.wear(1)[0]), (Some(4), 2));
}

#[test]
fn fd_ovr_04_an_overshooting_car_keeps_its_lane() {
    let table = table("b32 g2 made=1");
    assert_eq!(ends(&table, 2, 3), ["b35"]);
    let wrong = refused(&table, "1.1 g2 d3 m3L1");
    assert_eq!(wrong, ("FD-OVR-04", "The car has overshot a corner, so it must stay in lane 2.".to_owned()));
    assert!(refused(&table, "1.1 g2 d3 m3L2").0 == "FD-OVR-04");
    assert!(crate::common::table("b32 g2 made=2").plays("1.1 g2 d3 m3L1"));
}

#[test]
fn fd_ovr_05_an_overshoot_into_the_next_corner_is_no_stop() {
    let mut table = table("a30 g3 made=1");
    table.go("1.1 g3 d8 m8");
    assert_eq!((table.at(1), table.car(1).stops), ("a38", 0));
    // Without an overshoot it is a stop.
    let mut fine = crate::common::table("a30 g3 made=2");
    fine.go("1.1 g3 d8 m8");
    assert_eq!((fine.at(1), fine.car(1).stops), ("a38", 1));
}

#[test]
fn fd_ovr_06_blocked_while_overshooting() {
    let mut table = table("c9 g3, c16 g3");
    table.go("1.1 g3 d7 m6 k1");
    assert_eq!((table.at(1), table.wear(1)), ("c15", [4, 2, 3, 3, 3, 2]));
}

#[test]
fn fd_ovr_07_the_last_tyre_point_spins() {
    let mut table = table("a30 g3 made=1");
    table.go("1.1 g3 d8 m8 spin");
    assert!(table.car(1).spun && table.wear(1)[0] == 0 && table.car(1).gear == 0 && table.at(1) == "a38");
    assert_eq!(refused(&table, "2.1 g2 d2 m2"), ("FD-OVR-07", "Car 1 has spun, so it must use gear 1.".to_owned()));
    table.go("2.1 g1 d1 m1");
    assert!(!table.car(1).spun && table.at(1) == "a39" && table.car(1).stops == 1);
}

#[test]
fn fd_ovr_08_spinning_again() {
    let mut again = table("a32 g1 made=1 T0");
    again.go("1.1 g1 d1 m1");
    assert!(again.car(1).spun && again.at(1) == "a33");
    let mut out = table("a32 g1 made=1 T0");
    out.go("1.1 g1 d2 m2 x");
    assert!(out.is_out(1));
}

#[test]
fn fd_ovr_09_a_penalty_above_the_tyre_points_eliminates() {
    let mut table = table("a30 g4 made=1");
    table.go("1.1 g4 d10 m10 x");
    assert!(table.is_out(1) && table.is_marked("a40"));
    // T 3, overshoot 3: a spin, not an elimination.
    let mut spin = crate::common::table("a30 g3 made=1 T3");
    spin.go("1.1 g3 d5 m5");
    assert!(spin.car(1).spun);
}

#[test]
fn fd_ovr_10_more_than_one_stop_missing() {
    for (cars, out) in [("a32 g1", true), ("a45 g1 made=1", true), ("a45 g1", true), ("a45 g1 made=2", false)] {
        let mut table = table(cars);
        table.go("1.1 g1 d2 m2");
        assert_eq!(table.is_out(1), out, "{cars}");
    }
}

/// OVAL with two corners of one stop, K2 and K1, near each other.
fn two_corners() -> Draft {
    let mut draft = oval();
    draft.corners[0].longest = None;
    for space in &mut draft.spaces {
        let number: usize = space.id[1..].parse().unwrap();
        if (17..=20).contains(&number) && space.lane > 0 {
            space.kind = SpaceKind::Corner("K0".into());
        }
    }
    draft.corners.insert(1, paddock::games::formula_d::CornerDraft { id: "K0".into(), ..draft.corners[0].clone() });
    draft.corners[2].stops = 3;
    draft
}

#[test]
fn fd_ovr_11_two_corners_in_one_move() {
    // The car leaves K1 at a13 with nine spaces beyond, and K0 at a20 with two.
    let mut table = table("a9 g5");
    table.track = valid(&two_corners());
    let (found, _) = moves(&table.track, &table.state, CarId(1), 5, 13, Additions::default());
    let straight = found.options.iter().find(|option| table.track.name(option.end) == "a22").unwrap();
    assert_eq!((straight.overshoot, straight.is_out), (11, true));
    table.terms().cars[0].wear[0] = 14;
    table.state.cars[0].wear[0] = 14;
    table.go("1.1 g5 d13 m13");
    assert_eq!(table.wear(1)[0], 3);
}

#[test]
fn fd_str_01_two_changes() {
    let table = table("a14 g2");
    assert!(table.plays("1.1 g2 d2 m2R1R2"));
    let wrong = refused(&crate::common::table("a46 g3"), "1.1 g3 d5 m5R1R2L4");
    assert_eq!(
        wrong,
        ("FD-STR-01", "The car has already changed lanes twice on this straight, so it must keep its lane.".to_owned())
    );
}

#[test]
fn fd_str_02_a_change_is_a_space() {
    for (line, end) in [("m4R1", "b3"), ("m4R1R3", "c3"), ("m4", "a4")] {
        let mut table = table("a0 g2");
        table.go(&format!("1.1 g2 d4 {line}"));
        assert_eq!(table.at(1), end);
    }
}

#[test]
fn fd_str_03_a_lane_that_was_left_may_not_be_entered_again() {
    let wrong = refused(&table("b14 g2"), "1.1 g2 d2 m2L1R2");
    assert_eq!(wrong, ("FD-STR-03", "The car has already left lane 2 in this move, so it may not return.".to_owned()));
    assert!(table("b14 g2").plays("1.1 g2 d2 m2L1"));
}

#[test]
fn fd_str_04_an_overtaking_car_may_return_to_its_lane() {
    let mut table = table("b14 g3, b16 g3");
    table.go("1.1 g3 d5 m5L2R4 =b18");
    let wrong = refused(&crate::common::table("b14 g3"), "1.1 g3 d5 m5L2R4");
    assert_eq!(wrong, ("FD-STR-04", "The car may return to lane 2 only if it overtakes a car there.".to_owned()));
}

#[test]
fn fd_str_05_overtaking_is_as_short_as_possible() {
    let table = table("b14 g2, b16 g3");
    let wrong = refused(&table, "1.1 g2 d4 m4L1R4");
    assert_eq!(
        wrong,
        (
            "FD-STR-05",
            "The car leaves its lane too early to overtake, or returns too late: it must leave as late and return as early as possible.".to_owned()
        )
    );
    // Nor may the car return later than possible: b17 was free.
    let late = refused(&crate::common::table("b14 g3, b16 g3"), "1.1 g3 d6 m6L2R5");
    assert_eq!(late.0, "FD-STR-05");
    // Past two cars at once, although the space between them is free.
    assert!(crate::common::table("b14 g3, b16 g3, b18 g3").plays("1.1 g3 d8 m8L2R6"));
    assert!(crate::common::table("b14 g3, b16 g3, b17 g3").plays("1.1 g3 d6 m6L2R5"));
}

#[test]
fn fd_brk_01_voluntary_brakes() {
    let mut table = table("b0 g2");
    table.go("1.1 g2 d4 m2 b2");
    assert_eq!((table.at(1), table.wear(1)[1]), ("b2", 1));
    let wrong = refused(&crate::common::table("b0 g2 B1"), "1.1 g2 d4 m2 b2");
    assert_eq!(wrong, ("FD-BRK-01", "Braking for 2 spaces costs brake points: 2 needed, 1 left.".to_owned()));
}

#[test]
fn fd_brk_02_braking_down_to_zero_spaces() {
    let mut table = table("a11 g1");
    table.go("1.1 g1 d1 m0 b1");
    assert_eq!((table.at(1), table.car(1).stops, table.wear(1)[1]), ("a11", 1, 2));
    assert_eq!(refused(&crate::common::table("a11 g1"), "1.1 g1 d1 m0 b2").0, "FD-BRK-02");
}

#[test]
fn fd_brk_03_a_car_without_brake_points_cannot_brake() {
    let mut table = table("b0 g2 B0");
    assert_eq!(refused(&table, "1.1 g2 d4 m3 b1").0, "FD-BRK-01");
    table.go("1.1 g2 d4 m4");
    assert!(!table.is_out(1));
}

#[test]
fn fd_blk_01_a_car_is_blocked_only_if_no_full_move_exists() {
    let table = table("b20 g4, b23 g4");
    let wrong = refused(&table, "1.1 g4 d9 m2 k7");
    assert_eq!(wrong.0, "FD-BLK-01");
    assert!(wrong.1.starts_with("The car is not blocked: a full move is possible via "), "{}", wrong.1);
    // A move that eliminates is possible too: one lane is open, although it leaves K1 short of a stop.
    assert_eq!(refused(&crate::common::table("a12 g3, b14 g3, b13 g3"), "1.1 g3 d8 m1 k7").0, "FD-BLK-01");
}

#[test]
fn fd_blk_02_a_blocked_car_drives_as_far_as_it_can() {
    let cars = "b20 g4, a24 g4, b23 g4, c24 g4";
    for line in ["1.1 g4 d9 m3L1 k6", "1.1 g4 d9 m3L3 k6", "1.1 g4 d9 m3R1 k6"] {
        let mut table = table(cars);
        table.go(line);
        let expected = if line.contains('R') { "c23" } else { "a23" };
        assert_eq!(table.at(1), expected);
    }
    let wrong = refused(&table(cars), "1.1 g4 d9 m2 k7");
    assert_eq!(
        wrong,
        ("FD-BLK-02", "The recorded route is wrong: the car can drive 3 spaces before it is blocked.".to_owned())
    );
    assert_eq!(refused(&table(cars), "1.1 g4 d9 m3L1 k5").0, "FD-BLK-02");
    assert_eq!(refused(&table(cars), "1.1 g4 d9 m3L1").0, "FD-DRV-03");
}

#[test]
fn fd_blk_03_the_cost_of_a_block() {
    let mut table = table("b20 g4, a24 g4, b23 g4, c24 g4");
    table.go("1.1 g4 d9 m3L1 k6");
    assert_eq!(table.wear(1)[..2], [3, 0]);
    for (die, rest, wear) in [(4, 1, [6, 2]), (5, 2, [6, 1]), (6, 3, [6, 0]), (7, 4, [5, 0]), (8, 5, [4, 0])] {
        let mut table = crate::common::table("b20 g3, a24 g4, b23 g4, c24 g4");
        table.go(&format!("1.1 g3 d{die} m3L1 k{rest}"));
        assert_eq!(table.wear(1)[..2], wear, "r {rest}");
    }
}

#[test]
fn fd_blk_04_seven_spaces_remaining_eliminate() {
    let mut far = table("b20 g4, a24 g4, b23 g4, c24 g4");
    far.go("1.1 g4 d10 m3L1 k7 x");
    assert!(far.is_out(1) && far.is_marked("a23"));
    let mut poor = table("b20 g3 B1, a24 g4, b23 g4, c24 g4");
    poor.go("1.1 g3 d5 m3L1 k2 x");
    assert!(poor.is_out(1));
    // Tyres at 0 by the table do not cause a spin.
    let mut bare = table("b20 g4 T3, a24 g4, b23 g4, c24 g4");
    bare.go("1.1 g4 d9 m3L1 k6");
    assert!(!bare.is_out(1) && !bare.car(1).spun && bare.wear(1)[0] == 0);
}

#[test]
fn fd_blk_05_brakes_and_the_table_do_not_mix() {
    let mut table = table("b20 g4 B7, a24 g4, b23 g4, c24 g4");
    table.terms().cars[0].wear[1] = 7;
    let wrong = refused(&table, "1.1 g4 d10 m3L1 b1 k6");
    assert_eq!(
        wrong,
        ("FD-BLK-05", "A blocked car does not brake: delete the brakes (`b`) or the block (`k`).".to_owned())
    );
    table.go("1.1 g4 d10 m3L1 b7");
    assert!(!table.is_out(1) && table.wear(1)[1] == 0);
}

#[test]
fn listed_moves_of_a_position_play() {
    for cars in ["b20 g4, a24 g4, b23 g4, c24 g4", "b14 g3, b16 g3", "a9 g4", "c46 g5", "b12 g4 made=1, b20 g4"] {
        let table = table(cars);
        for legal in FormulaD::legal_turns(&table.track, &table.state) {
            let played = FormulaD::play(&table.track, &table.state, &legal.turn);
            assert!(played.is_ok(), "{cars}: {} {:?}", FormulaD::notation(&legal.turn), played.err());
        }
    }
}
