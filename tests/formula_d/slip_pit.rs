//! Tests of the rules for slipstreams and pit stops: FD-SLP, FD-PIT.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::games::formula_d::Setup;

fn refused(table: &Table, line: &str) -> (&'static str, String) {
    let illegal = table.refusal(line);
    (illegal.clause, illegal.message)
}

/// The mover drives from b12 to b19 with a 7, behind the second car.
fn behind(gear: u8) -> Table {
    table(&format!("b12 g4 made=1, b20 g{gear}"))
}

#[test]
fn fd_slp_01_gears() {
    let text =
        "There is no slipstream: both cars need gear 4 or higher, and the car ahead must not be in a higher gear."
            .to_owned();
    assert_eq!(refused(&behind(5), "1.1 g4 d7 m7 s:aL"), ("FD-SLP-01", text.clone()));
    assert_eq!(refused(&behind(3), "1.1 g4 d7 m7 s:aL"), ("FD-SLP-01", text));
    assert!(behind(4).plays("1.1 g4 d7 m7 s:aL"));
    assert!(table("b46 g5, b58 g4").plays("1.1 g5 d11 m11 s:aL"));
    // A car that has spun has no gear.
    let mut spun = behind(0);
    spun.state.cars[1].spun = true;
    assert_eq!(refused(&spun, "1.1 g4 d7 m7 s:aL").0, "FD-SLP-01");
}

#[test]
fn fd_slp_02_directly_behind_without_brakes() {
    let wrong = refused(&behind(4), "1.1 g4 d8 m7 b1 s:aL");
    assert_eq!(wrong, ("FD-SLP-02", "A car may not brake to get into a slipstream.".to_owned()));
    assert_eq!(refused(&table("b12 g4 made=1, b21 g4"), "1.1 g4 d7 m7 s:aL").0, "FD-SLP-02");
    // Next to a car is not directly behind it.
    assert_eq!(refused(&table("b12 g4 made=1, a20 g4"), "1.1 g4 d7 m7 s:bR").0, "FD-SLP-02");
}

#[test]
fn fd_slp_03_free_choice_of_three_shapes() {
    let table = table("b1 g4, b9 g4");
    assert!(table.plays("1.1 g4 d7 m7") && table.plays("1.1 g4 d7 m7 s:aL"));
    // A space that the shape needs is occupied.
    let full = crate::common::table("b1 g4, b9 g4, a9 g4");
    assert_eq!(
        refused(&full, "1.1 g4 d7 m7 s:aL"),
        ("FD-SLP-03", "Slipstream shape a is not possible here: a car stands on a9.".to_owned())
    );
    // No arrow leads from c13 to the lane beside it; with the switch off any touching space is enough.
    let mut arrows = crate::common::table("c5 g4, c13 g4");
    arrows.state.cars[0].stops = 0;
    assert_eq!(refused(&arrows, "1.1 g4 d7 m7 s:bL").0, "FD-SLP-03");
    arrows.rules().switches.arrows_bind_slipstreams = false;
    assert!(arrows.plays("1.1 g4 d7 m7 s:bL"));
}

#[test]
fn fd_slp_04_shape_a() {
    let mut table = behind(4);
    table.go("1.1 g4 d7 m7 s:aL =b21");
    let mut right = behind(4);
    right.go("1.1 g4 d7 m7 s:aR =b21");
}

#[test]
fn fd_slp_05_shape_b() {
    behind(4).go("1.1 g4 d7 m7 s:bL =a22");
    behind(4).go("1.1 g4 d7 m7 s:bR =c22");
}

#[test]
fn fd_slp_06_shape_c() {
    let mut table = table("a10 g4 made=1, a18 g4");
    table.go("1.1 g4 d7 m7 s:cR =c19");
    let mut clear = crate::common::table("a46 g4, a54 g4");
    clear.go("1.1 g4 d7 m7 s:cR =c55");
    // The middle lane does not have two lanes on one side.
    assert_eq!(refused(&behind(4), "1.1 g4 d7 m7 s:cL").0, "FD-SLP-03");
}

#[test]
fn fd_slp_07_brakes_shorten_it() {
    let mut table = behind(4);
    table.go("1.1 g4 d7 m7 s:bL-1 =a21");
    assert_eq!(table.wear(1)[1], 2);
    assert_eq!(refused(&table_b0(), "1.1 g4 d7 m7 s:bL-1").0, "FD-BRK-01");
    let chain = crate::common::table("b12 g4 made=1, b20 g4, a22 g4");
    assert_eq!(refused(&chain, "1.1 g4 d7 m7 s:bL-1 s:bR").0, "FD-SLP-07");
}

fn table_b0() -> Table {
    table("b12 g4 made=1 B0, b20 g4")
}

#[test]
fn fd_slp_08_chains() {
    let mut table = table("b12 g4 made=1, b20 g4, a23 g4");
    table.go("1.1 g4 d7 m7 s:bL s:bR =b24");
    let low = crate::common::table("b12 g4 made=1, b20 g4, a23 g3");
    assert_eq!(refused(&low, "1.1 g4 d7 m7 s:bL s:bR").0, "FD-SLP-08");
}

#[test]
fn fd_slp_09_into_a_corner() {
    let mut table = table("b1 g4, b9 g4");
    table.go("1.1 g4 d7 m7 s:aL =b10");
    assert_eq!((table.wear(1)[1], table.car(1).stops), (2, 1));
    let wrong = refused(&crate::common::table("b1 g4 B0, b9 g4"), "1.1 g4 d7 m7 s:aL");
    assert_eq!(
        wrong,
        ("FD-SLP-09", "Slipstreaming into a corner costs 1 brake point, but the car has too few.".to_owned())
    );
}

#[test]
fn fd_slp_10_one_move() {
    let mut table = table("b19 g4, b27 g4");
    table.go("1.1 g4 d7 m7 s:bL =a29");
    assert_eq!((table.car(1).stops, table.wear(1)[1]), (1, 3));
    // A car that has overshot cannot slipstream.
    let late = crate::common::table("a9 g4, a18 g4");
    assert_eq!(refused(&late, "1.1 g4 d8 m8 s:bR").0, "FD-OVR-04");
    // A slipstream that leaves a corner short of a stop keeps its lane: it cannot leave K2 at b32 by the arrow to a33.
    let exit = crate::common::table("b23 g4, b32 g4");
    let wrong = refused(&exit, "1.1 g4 d8 m8 s:aL");
    assert_eq!(wrong.0, "FD-OVR-04");
    let mut over = crate::common::table("b23 g4, b32 g4");
    over.go("1.1 g4 d8 m8 s:bL x");
    assert!(over.is_out(1));
    // Shapes are exempt from the rules of straights: two lane changes before, one in the slipstream.
    crate::common::table("c46 g4, a54 g4").go("1.1 g4 d8 m8L1L2 s:bR");
}

#[test]
fn fd_pit_01_at_the_end_of_any_lap_but_the_last() {
    let mut table = table("c46 g4 lap=2");
    let wrong = refused(&table, "1.1 g4 d9 m4P2");
    assert_eq!(wrong, ("FD-PIT-01", "A car may not make a pit stop in the last lap.".to_owned()));
    table.place("c46 g4");
    assert!(table.plays("1.1 g4 d9 m4P2"));
    // Not between the grid and the line.
    table.place("c46 g4 lap=0");
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2").0, "FD-PIT-01");
}

#[test]
fn fd_pit_02_any_gear() {
    let mut table = table("c46 g6");
    table.go("1.1 g6 d25 m4P2 =x1");
    assert_eq!(refused(&crate::common::table("b46 g6"), "1.1 g6 d25 m4P2").0, "FD-DRV-01");
}

#[test]
fn fd_pit_03_reaching_the_box() {
    let mut far = table("c46 g5");
    far.go("1.1 g5 d13 m4P2 =x1");
    let mut short = table("c46 g2");
    short.go("1.1 g2 d3 m3P2 =p1");
    let wrong = refused(&table("c46 g2"), "1.1 g2 d3 m3P2 pit:tire");
    assert_eq!(
        wrong,
        ("FD-PIT-03", "The car does not reach its box: the box is 4 spaces away, and the die shows 3.".to_owned())
    );
    // Only the car's own box: that of car 1 is x1.
    assert_eq!(refused(&table("c46 g5"), "1.1 g5 d13 m5P2").0, "FD-DRV-03");
    short.go("2.1 g1 d1 m1 =x1");
}

#[test]
fn fd_pit_04_new_tyres() {
    let mut table = table("c46 g4 T1");
    table.go("1.1 g4 d9 m4P2 =x1");
    assert_eq!((table.wear(1)[0], table.car(1).pit_stops), (6, 1));
}

#[test]
fn fd_pit_05_a_quick_stop() {
    let mut table = table("c46 g4");
    table.play("1.1 g4 d9 m4P2 =x1 pit:tire !P=7 =p5");
    assert_eq!((table.at(1), table.car(1).gear, table.car(1).waits), ("p5", 4, false));
    let refused = crate::common::table("c46 g4").refused("1.1 g4 d9 m4P2 =x1 pit:tire !P=7 =p4");
    assert_eq!(refused.clause, "FD-LOG-04");
    assert_eq!(crate::common::table("c46 g4").refused("1.1 g4 d9 m4P2").clause, "FD-LOG-02");
}

#[test]
fn fd_pit_06_a_slow_stop() {
    let mut table = table("c46 g4");
    table.play("1.1 g4 d9 m4P2 !P=12 =x1");
    assert!(table.car(1).waits);
    assert_eq!(
        refused(&table, "2.1 g5 d11 m8"),
        ("FD-PIT-06", "This gear is too high: after a slow stop use gear 1 to 4.".to_owned())
    );
    assert!(table.plays("2.1 g1 d1 m1"));
    table.play("2.1 g2 d2 m2 =p3");
    assert_eq!(table.wear(1), [6, 3, 3, 3, 3, 2]);
}

#[test]
fn fd_pit_07_single_file() {
    let mut table = table("p1 g2, p3 g2");
    table.terms().cars[0].pit_box = table.track.find("x5").unwrap();
    table.state.cars[0].boxed = false;
    assert_eq!(refused(&table, "1.1 g2 d4 m3"), ("FD-PIT-07", "Cars may not overtake in the pit lane.".to_owned()));
    table.go("1.1 g2 d4 m1 =p2");
    assert_eq!(table.wear(1), [6, 3, 3, 3, 3, 2]);
    // A car that is stuck is not blocked.
    let text =
        "The car is stuck in the pit lane, so it loses no wear points: drive 1 space and delete the block (`k`).";
    let stuck = {
        let mut stuck = crate::common::table("p1 g2, p3 g2");
        stuck.terms().cars[0].pit_box = stuck.track.find("x5").unwrap();
        stuck
    };
    assert_eq!(refused(&stuck, "1.1 g2 d4 m1 k3"), ("FD-PIT-07", text.to_owned()));
    // The same on the way into the lane, although a full move on the track is possible.
    let entry = crate::common::table("c46 g2, p1 g2");
    assert_eq!(refused(&entry, "1.1 g2 d4 m2P2 k2").1, text.replace("1 space", "2 spaces"));
    assert!(entry.plays("1.1 g2 d4 m2P2") && entry.plays("1.1 g2 d4 m4"));
    // A box in reach is missed only because the route stays on the track.
    let passes = refused(&crate::common::table("c46 g4"), "1.1 g4 d9 m9 pit:tech");
    assert_eq!(passes.0, "FD-PIT-03");
    assert!(
        passes.1.starts_with("The car does not stop in its box: the recorded route stays on the track."),
        "{passes:?}"
    );
    // Where all lanes of the track are blocked, the stop in the lane is no full move: the car may also stay on the track.
    let closed = crate::common::table("c46 g3, a50 g2, b50 g2, c50 g2, p1 g2");
    assert!(closed.plays("1.1 g3 d7 m2P2"));
    assert_eq!(refused(&closed, "1.1 g3 d7 m3 k4").0, "FD-BLK-02", "it drives as far as it can");
    assert!(closed.plays("1.1 g3 d7 m4L4 k3"), "{:?}", refused(&closed, "1.1 g3 d7 m4L4 k3"));
    // A car that can reach its box is neither.
    let mut boxed = crate::common::table("p0 g4, p2 g2");
    boxed.state.cars[0].boxed = false;
    let text = "The car is not blocked: it can reach its box via p1 x1.";
    assert_eq!(refused(&boxed, "1.1 g4 d9 m1 k8"), ("FD-BLK-01", text.to_owned()));
    // An occupied exit.
    let mut exit = crate::common::table("p8 g2, c3 g2");
    exit.go("1.1 g2 d4 m1 =p9");
    assert_eq!(exit.wear(1)[1], 3);
    // A partner waits for the box.
    let mut partner = crate::common::table("p1 g2, x1 g4");
    partner.state.cars[0].boxed = false;
    partner.go("1.1 g2 d4 m0 =p1");
    // With the switch off, the blocked table applies here too.
    let mut strict = crate::common::table("p1 g2, p3 g2");
    strict.terms().cars[0].pit_box = strict.track.find("x5").unwrap();
    strict.rules().switches.single_file_pits = false;
    assert_eq!(refused(&strict, "1.1 g2 d4 m1").0, "FD-DRV-03");
    strict.go("1.1 g2 d4 m1 k3 =p2");
    assert_eq!(strict.wear(1)[1], 0);
}

#[test]
fn fd_pit_08_rules_that_do_not_apply_in_the_pit_lane() {
    let mut lane = table("p1 g4, p9 g4");
    lane.state.cars[0].boxed = true;
    assert_eq!(
        refused(&lane, "1.1 g4 d7 m7 s:aL"),
        ("FD-PIT-08", "There is no slipstream in the pit lane.".to_owned())
    );
    let mut near = table("p7 g4, p9 g4");
    assert_eq!(
        refused(&near, "1.1 g4 d7 m1 s:aL"),
        ("FD-PIT-08", "There is no slipstream in the pit lane.".to_owned())
    );
    assert_eq!(
        refused(&table("p7 g2"), "1.1 g2 d2 m1 b1"),
        ("FD-PIT-08", "Cars do not brake in the pit lane: delete `b1`.".to_owned())
    );
    // Gears may be skipped without cost.
    near.place("p7 g6, a20 g4");
    near.go("1.1 g2 d2 m2 =p9");
    assert_eq!(near.wear(1), [6, 3, 3, 3, 3, 2]);
    let mut paid = table("p7 g6");
    paid.rules().switches.no_costs_in_pits = false;
    paid.go("1.1 g3 d4 m4");
    assert_eq!(paid.wear(1)[..3], [6, 2, 2]);
}

#[test]
fn fd_pit_09_the_line_counts_in_the_lane() {
    let mut table = table("c46 g4");
    table.terms().cars[0].pit_box = table.track.find("x5").unwrap();
    table.play("1.1 g4 d9 m8P2 !P=2 =p6");
    assert_eq!((table.car(1).lap, table.at(1)), (2, "p6"));
    // A car that has been in its box drives on and out.
    table.go("2.1 g4 d7 m7 =c6");
    assert!(!table.car(1).boxed);
}

#[test]
fn fd_lap_01_one_stop_a_lap() {
    let three = Setup { laps: 3, ..setup(1) };
    let mut table = table_of(&three, "c46 g4");
    assert!(table.plays("1.1 g4 d9 m4P2"));
    table.place("c46 g4 lap=2");
    assert!(table.plays("1.1 g4 d9 m4P2"));
    table.place("c46 g4 lap=3");
    table.state.cars[0].pit_stops = 2;
    assert_eq!(
        refused(&table, "1.1 g4 d9 m4P2"),
        ("FD-LAP-01", "The car has no pit stop left: it has used 2 of 2.".to_owned())
    );
}
