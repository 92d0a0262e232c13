//! Turns with items that they cannot contain: FD-LOG-02, FD-STA-02, FD-ELI-01, FD-SLP-02, FD-QUA-03.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::FormulaD;

#[test]
fn fd_sta_02_a_stalled_car_does_nothing_else() {
    let setup = setup(1);
    let track = valid(&oval());
    let state = FormulaD::start(&track, &setup).unwrap();
    let table = Table { track, setup, state };
    for line in ["1.1 skip !S=1", "1.1 skip !S=1 =a59", "1.1 skip !S=1 =6/3/3/3/3/2"] {
        table.clone().play(line);
    }
    let text = "Car 1 stalled, so its turn contains only `skip` and the roll of the start die.";
    for part in
        ["b3", "s:aL", "t+", "*scrap", "pit:tire", "n", "k2", "w3", "*skid(1)", "*radio>1", "*ace(1)", "clock:9"]
    {
        let refused = table.refused(&format!("1.1 skip !S=1 {part}"));
        if part == "clock:9" {
            assert_eq!(refused.clause, "FD-QUA-03");
        } else {
            assert_eq!((refused.clause, refused.message.as_str()), ("FD-STA-02", text), "{part}");
        }
    }
}

#[test]
fn fd_eli_01_a_car_that_paid_its_last_engine_point_does_nothing_else() {
    let table = table("a46 g6 E1, a20 g4");
    table.clone().play("1.1 g2 m0 x");
    let text =
        "Car 1 was eliminated when it paid for its gear. Delete the die, the move and all that belongs to the move.";
    for part in ["d2", "m2", "m0L4", "n", "t+", "b3", "w2", "*scrap", "k3", "s:aL", "pit:tire", "*skid(1)", "*radio>2"]
    {
        let refused = table.refused(&format!("1.1 g2 {part} x"));
        assert_eq!((refused.clause, refused.message.as_str()), ("FD-ELI-01", text), "{part}");
    }
}

#[test]
fn fd_slp_02_a_car_out_by_a_block_has_no_slipstream() {
    let table = table("b20 g4, a24 g4, b23 g4, c24 g4");
    let mut out = table.clone();
    out.go("1.1 g4 d10 m3L3 k7 x");
    assert!(out.is_out(1));
    let refused = table.refusal("1.1 g4 d10 m3L3 k7 s:bL x");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-SLP-02", "There is no slipstream: the car is out of the race.")
    );
}

#[test]
fn fd_qua_03_the_stopwatch_is_used_only_in_qualifying() {
    let refused = table("a46 g4").refused("1.1 g4 d9 m9 clock:90");
    let text = "Delete the stopwatch's seconds: the stopwatch is used only in qualifying.";
    assert_eq!((refused.clause, refused.message.as_str()), ("FD-QUA-03", text));
}
