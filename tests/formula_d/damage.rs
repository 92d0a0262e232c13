//! Tests of the rules for collisions, motors, damage markers and elimination: FD-COL, FD-MOT, FD-DMG, FD-ELI, FD-RAI.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::games::formula_d::{Standing, Weather};

/// The mover drives from b13 to b15 with a 2. Cars stand beside b15, ahead of it, and behind b13.
fn crowd() -> Table {
    table("b13 g2 made=1, a15 g3, c16 g3, b16 g3, b12 g3")
}

#[test]
fn fd_col_01_cars_next_to_and_ahead_are_at_risk() {
    let mut table = crowd();
    let refused = table.refused("1.1 g2 d2 m2");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-COL-01", "The collision roll of car 2 against car 1 is missing: add it, as in `!c2=7`.")
    );
    table.play("1.1 g2 d2 m2 !c2=9 !c3=9 !c4=9 !C2=9 !C3=9 !C4=9 =b15");
    // A car directly behind the mover is not involved.
    let mut behind = crate::common::table("b14 g1, b13 g3, b20 g3");
    behind.play("1.1 g1 d1 m0 b1");
    assert_eq!(behind.at(1), "b14");
    // A move of 0 spaces counts.
    let mut still = crate::common::table("b14 g1, a15 g3");
    still.play("1.1 g1 d1 m0 b1 !c2=9 !C2=9");
}

#[test]
fn fd_col_02_rolls_and_their_order() {
    let table = crowd();
    assert_eq!(table.refused("1.1 g2 d2 m2 !C2=9 !c2=9 !c3=9 !c4=9 !C3=9 !C4=9").clause, "FD-COL-01");
    assert_eq!(table.refused("1.1 g2 d2 m2 !c2=9 !c3=9 !c4=9 !C2=9 !C3=9").clause, "FD-COL-01");
    let seven = table.refused("1.1 g2 d2 m2 !c2=9 !c3=9 !c4=9 !C2=9 !C3=9 !C4=9 !C4=9");
    assert_eq!(
        (seven.clause, seven.message.as_str()),
        (
            "FD-LOG-02",
            "Unexpected roll C4 (collision with car 4, rolled for the moving car): this roll has already been made. Delete it."
        )
    );
    let mut swapped = crowd();
    swapped.rules().switches.others_roll_first = false;
    swapped.play("1.1 g2 d2 m2 !C2=9 !C3=9 !C4=9 !c2=9 !c3=9 !c4=9");
}

#[test]
fn fd_col_03_a_one_costs_a_body_point() {
    let mut table = crowd();
    table.play("1.1 g2 d2 m2 !c2=2 !c3=1 !c4=9 !C2=1 !C3=1 !C4=9");
    assert_eq!([1, 2, 3, 4].map(|car| table.wear(car)[3]), [1, 3, 2, 3]);
}

#[test]
fn fd_col_04_the_last_body_point() {
    let mut table = crowd();
    table.state.cars[0].wear[3] = 1;
    // The mover is eliminated by its first roll and rolls no more.
    let mut more = table.clone();
    assert_eq!(table.refused("1.1 g2 d2 m2 !c2=9 !c3=1 !c4=9 !C2=1 !C3=9 !C4=9").clause, "FD-LOG-02");
    table.play("1.1 g2 d2 m2 !c2=9 !c3=1 !c4=9 !C2=1 x");
    assert!(table.is_out(1) && table.is_marked("b15") && table.wear(3)[3] == 2);
    // The mover is eliminated by a danger roll; the other cars still roll.
    more.mark("b14");
    more.state.cars[0].wear[5] = 1;
    more.play("1.1 g2 d2 m2 !D=4 !c2=9 !c3=1 !c4=9 x");
    assert!(more.is_out(1) && more.wear(3)[3] == 2);
}

#[test]
fn fd_col_05_no_collisions_in_the_pit_lane() {
    let mut table = table("p1 g2, p4 g2");
    table.state.cars[0].boxed = true;
    let refused = table.refused("1.1 g2 d2 m2 !c2=9 !C2=9");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-COL-05", "There are no collision rolls in the pit lane. Delete the roll.")
    );
    table.play("1.1 g2 d2 m2 =p3");
    let mut table = crate::common::table("p1 g2, p4 g2");
    table.state.cars[0].boxed = true;
    table.rules().switches.no_pit_collisions = false;
    // Now a roll can only be superfluous for another reason.
    assert_eq!(table.refused("1.1 g2 d2 m2 !c2=9 !C2=9 !c2=9").clause, "FD-LOG-02");
    table.play("1.1 g2 d2 m2 !c2=9 !C2=9");
}

#[test]
fn fd_mot_01_the_highest_face_causes_motor_rolls() {
    let mut table = table("b50 g5, a20 g3");
    let refused = table.refused("1.1 g5 d20 m18 b2");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-MOT-01", "The motor roll of car 1 is missing: add it, as in `!M=7`.")
    );
    table.play("1.1 g5 d20 m18 b2 !M=4");
    assert_eq!(table.wear(1)[4], 2);
    let mut road = table_of(&road(1), "b50 g5");
    road.play("1.1 g5 d19 m24 n =b14");
    assert_eq!(crate::common::table("b50 g5").refused("1.1 g5 d19 m19 !M=9").clause, "FD-LOG-02");
    crate::common::table("b34 g6 made=0").go("1.1 g6 d30 m30 x");
}

#[test]
fn fd_mot_02_every_car_in_gear_five_or_six_rolls() {
    let table = table("b50 g5, a20 g6, a30 g4, a40 g5");
    assert!(table.refused("1.1 g5 d20 m20 !M=9 !M2=9").message.contains("motor roll of car 4"));
    let mut table = crate::common::table("b50 g5, a20 g6, a30 g4");
    table.play("1.1 g5 d20 m18 b2 !M=9 !M2=3");
    assert_eq!([1, 2, 3].map(|car| table.wear(car)[4]), [3, 2, 3]);
}

#[test]
fn fd_mot_03_motor_damage() {
    let mut table = table("b50 g5");
    table.play("1.1 g5 d20 m18 b2 !M=4");
    assert_eq!(table.wear(1)[4], 2);
    let mut rain = crate::common::table("b50 g5");
    rain.state.weather = Weather::Rainy;
    rain.play("1.1 g5 d20 m18 b2 !M=4");
    assert_eq!(rain.wear(1)[4], 3);
    let mut last = crate::common::table("b50 g5, a20 g6 E1");
    last.play("1.1 g5 d20 m18 b2 !M=9 !M2=1");
    assert!(last.is_out(2) && last.is_marked("a20"));
}

#[test]
fn fd_mot_04_cars_in_the_pit_lane_are_exempt() {
    let mut table = table("p2 g5, p4 g6, a20 g4");
    table.state.cars[0].boxed = true;
    let refused = table.refused("1.1 g5 d20 m1 !M=9");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-MOT-04", "Car 1 makes no motor roll in the pit lane. Delete the roll.")
    );
    table.play("1.1 g5 d20 m1 =p3");
    let mut other = crate::common::table("b50 g5, p4 g6");
    assert_eq!(other.refused("1.1 g5 d20 m18 b2 !M=9 !M2=9").clause, "FD-MOT-04");
    let mut switched = other.clone();
    switched.rules().switches.no_pit_motor_rolls = false;
    assert_eq!(switched.refused("1.1 g5 d20 m18 b2 !M=9 !M2=9 !M2=9").clause, "FD-LOG-02");
    switched.play("1.1 g5 d20 m18 b2 !M=9 !M2=9");
    other.play("1.1 g5 d20 m18 b2 !M=9");
}

#[test]
fn fd_dmg_01_markers_are_placed_under_damaged_cars() {
    let mut table = crowd();
    table.play("1.1 g2 d2 m2 !c2=1 !c3=9 !c4=9 !C2=1 !C3=9 !C4=9");
    assert!(table.is_marked("b15") && table.is_marked("a15") && !table.is_marked("c16"));
    assert_eq!(table.state.markers.iter().count(), 2);
}

#[test]
fn fd_dmg_02_danger_rolls() {
    let mut table = table("b0 g3");
    table.mark("b3 b5");
    let refused = table.refused("1.1 g3 d5 m5 !D=9");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-DMG-02", "A danger roll for b5 is missing: add it, as in `!D=7`.")
    );
    table.clone().play("1.1 g3 d5 m5 !D=9 !D=9");
    table.place("b3 g2");
    table.play("1.1 g2 d2 m2 !D=9");
    assert_eq!(table.at(1), "b5");
}

#[test]
fn fd_dmg_03_road_handling() {
    let mut table = table("b0 g3");
    table.mark("b3 b5");
    table.clone().play("1.1 g3 d5 m5 !D=4 !D=5");
    table.play("1.1 g3 d5 m5 !D=3 !D=4 x");
    assert!(table.is_out(1));
}

#[test]
fn fd_dmg_04_rolls_follow_the_move() {
    let mut table = table("b0 g3 H1");
    table.mark("b3 b4");
    table.play("1.1 g3 d5 m5 !D=3 =b5 x");
    assert!(table.is_out(1) && table.is_marked("b5"));
    assert_eq!(table.state.markers.iter().count(), 3);
}

#[test]
fn fd_eli_01_causes() {
    let mut table = table("b0 g2 B0 G0 T0");
    table.go("1.1 g2 d2 m2");
    assert!(!table.is_out(1));
    let mut out = crate::common::table("b0 g3 H1, a50 g3");
    out.mark("b3");
    out.play("1.1 g3 d5 m5 !D=1 x");
    assert_eq!(out.car(1).standing, Standing::Out(1));
    let refused = out.refused("2.1 g2 d2 m2");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-ELI-01", "Car 1 is out of the race. Delete this turn.")
    );
}

#[test]
fn fd_eli_02_removal() {
    let mut table = table("b3 g3 H1, b0 g3");
    table.mark("b4");
    table.play("1.1 g3 d5 m5 !D=1 =b8 x");
    assert_eq!((table.car(1).is_on_board(), table.state.to_act()), (false, Some(1)));
    // The space is free, and dangerous.
    table.play("1.2 g3 d8 m8 !D=9 !D=9 =b8");
}

#[test]
fn fd_rai_01_thresholds_in_rain() {
    let mut table = crowd();
    table.state.weather = Weather::Showers;
    table.mark("b14");
    table.play("1.1 g2 d2 m2 !D=5 !c2=2 !c3=3 !c4=9 !C2=2 !C3=3 !C4=9");
    assert_eq!((table.wear(1)[3], table.wear(2)[3], table.wear(3)[3], table.wear(1)[5]), (2, 2, 3, 1));
    let mut motor = crate::common::table("b50 g5");
    motor.state.weather = Weather::Rainy;
    motor.play("1.1 g5 d20 m18 b2 !M=3");
    assert_eq!(motor.wear(1)[4], 2);
}
