//! The list of legal turns has every move: FD-GEN, with FD-PIT-08, FD-SKL-04 and FD-SLP-08.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::{FormulaD, Skill, Turn};

/// The listed turns. Each of them plays.
fn listed(table: &Table) -> Vec<Turn> {
    let turns: Vec<Turn> =
        FormulaD::legal_turns(&table.track, &table.state).into_iter().map(|legal| legal.turn).collect();
    for turn in &turns {
        let played = FormulaD::play(&table.track, &table.state, turn);
        assert!(played.is_ok(), "{}: {:?}", FormulaD::notation(turn), played.err());
    }
    turns
}

/// A road race of one driver with Skidding Pro.
fn skidding(cars: &str) -> Table {
    let mut setup = setup(1);
    setup.rules.road = true;
    setup.cars[0].skill = Some(Skill::SkiddingPro);
    table_of(&setup, cars)
}

#[test]
fn fd_pit_08_gears_skipped_in_the_pit_lane_leave_the_brakes() {
    let table = table("p9 g4 B1");
    assert!(table.plays("1.1 g1 d2 m1 b1 =c3"));
    let has_brake = |table: &Table| listed(table).iter().any(|turn| turn.gear == Some(1) && turn.brakes == 1);
    assert!(has_brake(&table));
    // Where the skip costs a brake point, none is left.
    let mut paid = table;
    paid.rules().switches.no_costs_in_pits = false;
    assert!(!paid.plays("1.1 g1 d2 m1 b1") && paid.plays("1.1 g1 d2 m2"));
    assert!(!listed(&paid).is_empty() && !has_brake(&paid));
    // The same on the track.
    assert!(!has_brake(&crate::common::table("a46 g4 B1")));
}

#[test]
fn fd_skl_04_skid_control_in_each_corner_touched_is_listed() {
    let table = skidding("b31 g2");
    let mut two = table.clone();
    two.state.cars[0].stops = 2;
    assert!(two.plays("1.1 g3 d6 m8 *skid(2) =b39"));
    let skids = |table: &Table| {
        let mut skids: Vec<i8> = listed(table).iter().map(|turn| turn.skid).collect();
        skids.sort_unstable();
        skids.dedup();
        skids
    };
    assert_eq!(skids(&two), [-2, -1, 0, 1, 2]);
    // One tyre point pays for one corner, none for no corner.
    two.state.cars[0].wear[0] = 1;
    assert_eq!(skids(&two), [-1, 0, 1]);
    two.state.cars[0].wear[0] = 0;
    assert_eq!(skids(&two), [0]);
    // A move that touches no corner has no skid control.
    assert_eq!(skids(&skidding("b46 g1")), [0]);
    assert_eq!(skids(&skidding("b8 g1")), [-1, 0, 1]);
}

#[test]
fn fd_slp_08_chains_of_more_than_three_slipstreams_are_listed() {
    // Every slipstream ends directly behind the next car.
    let line = "1.1 g4 d7 m7 s:bL s:bR s:bL s:bR";
    let table = table("b46 g4, b54 g4, a57 g4, b59 g4, a2 g4");
    assert!(table.plays(line), "{:?}", table.refusal(line));
    let turns = listed(&table);
    let longest = turns.iter().map(|turn| turn.slips.len()).max().unwrap();
    assert_eq!(longest, 4);
    let wanted = turn(line).slips;
    assert!(turns.iter().any(|turn| turn.slips == wanted && turn.gear == Some(4)));
}

#[test]
fn fd_slp_10_skid_control_in_a_corner_entered_in_a_slipstream_is_listed() {
    let mut setup = setup(2);
    setup.rules.road = true;
    setup.cars[0].skill = Some(Skill::SkiddingPro);
    setup.cars[1].skill = Some(Skill::LittleGenius);
    let table = table_of(&setup, "b14 g4, b23 g4");
    let turns = listed(&table);
    let with_skid = || turns.iter().filter(|turn| turn.gear == Some(4) && turn.skid == 1);
    let has = |slips: usize| with_skid().filter(|turn| turn.spaces == 8 && turn.slips.len() == slips).count();
    // Only the slipstream reaches the corner.
    assert_eq!(has(0), 0);
    assert!(has(1) > 0);
}
