//! Tests of qualifying laps in road races: FD-QUA, FD-SKL-06.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::{FormulaD, Phase, Skill};

/// Qualifying of a road race of drivers with these skills.
fn qualifying(skills: &[Skill]) -> Table {
    let mut setup = setup(skills.len() as u32);
    (setup.rules.road, setup.rules.qualifying) = (true, true);
    for (entry, skill) in setup.cars.iter_mut().zip(skills) {
        entry.skill = Some(*skill);
    }
    let track = valid(&oval());
    let state = FormulaD::start(&track, &setup).unwrap();
    Table { track, setup, state }
}

fn refused(table: &Table, line: &str) -> (&'static str, String) {
    let illegal = table.refusal(line);
    (illegal.clause, illegal.message)
}

#[test]
fn fd_qua_02_a_turn_has_only_gear_die_move_and_stopwatch() {
    let table = qualifying(&[Skill::AceAtTheWheel, Skill::LittleGenius]);
    assert!(table.plays("0.1 g1 d2 m2 =b1"));
    for (part, text) in [
        ("n", "Nitro cannot be used in qualifying."),
        ("*ace(1)", "The gear die cannot be rolled again in qualifying."),
        ("*skid(1)", "Wear points cannot be spent in qualifying."),
        ("s:aL", "Each car drives its qualifying lap alone, so it has no slipstream."),
        ("pit:tire", "Pit stops are not part of qualifying."),
        ("*scrap", "Scrap cannot be dropped in qualifying."),
        ("*radio>2", "Each car drives its qualifying lap alone, so no radio can hit another car."),
        ("+C2", "Cars receive no wear points in qualifying."),
        ("+C2>1", "Cars receive no wear points in qualifying."),
        ("+G2>2", "Cars receive no wear points in qualifying."),
    ] {
        assert_eq!(refused(&table, &format!("0.1 g1 d2 m2 {part}")), ("FD-QUA-02", text.to_owned()), "{part}");
    }
    assert_eq!(refused(&table, "0.1 retires +C2>2").0, "FD-QUA-02");
    assert!(table.plays("0.1 retires"));
    // The crossing of the finish line at the end of the lap is no checkpoint.
    let mut home = table;
    home.state.cars[0].at = home.track.find("a59").unwrap();
    (home.state.cars[0].lap, home.state.cars[0].gear, home.state.cars[0].qualifying.throws) = (1, 2, 9);
    assert_eq!(refused(&home, "0.1 g2 d2 m1 clock:90 +C1").0, "FD-QUA-02");
    home.play("0.1 g2 d2 m1 clock:90");
    assert_eq!(home.state.phase, Phase::Qualifying(1));
}

#[test]
fn fd_log_04_check_values_of_a_qualifying_turn() {
    let table = qualifying(&[Skill::AceAtTheWheel, Skill::LittleGenius]);
    let wear = table.wear(1).map(|points| points.to_string()).join("/");
    assert!(table.plays(&format!("0.1 g1 d2 m2 ={wear}")));
    for (part, text) in [
        ("=1/1/1/1/1/1", format!("Turn 0.1: the record says 1/1/1/1/1/1, the replay gives {wear}.")),
        ("x", "Turn 0.1: the record says x, the replay gives a car that is still racing.".to_owned()),
        ("spin", "Turn 0.1: the record says spin, the replay gives no spin.".to_owned()),
    ] {
        assert_eq!(refused(&table, &format!("0.1 g1 d2 m2 {part}")), ("FD-LOG-04", text), "{part}");
    }
}

/// All cars fail their qualifying laps. The last turn is still to be played.
fn all_failed(skills: &[Skill]) -> Table {
    let mut table = qualifying(skills);
    for car in 0..skills.len() {
        let own = &mut table.state.cars[car];
        (own.lap, own.gear, own.qualifying.throws) = (1, 2, 9);
        own.at = table.track.find("a45").unwrap();
        if car + 1 < skills.len() {
            table.play(&format!("0.{} g2 d2 m2", car + 1));
            assert!(table.car(car as u32 + 1).qualifying.failed);
        }
    }
    table
}

#[test]
fn fd_skl_06_quick_off_the_mark_wins_ties_of_the_grid_roll_after_qualifying() {
    let grid = |table: &Table| {
        let mut cars: Vec<u32> = (1..=table.state.cars.len() as u32).collect();
        cars.sort_by_key(|car| table.track.slots().iter().position(|slot| *slot == table.car(*car).at));
        cars
    };
    let two = all_failed(&[Skill::HowSweet, Skill::QuickOffTheMark]);
    let mut tied = two.clone();
    tied.play("0.2 g2 d2 m2 !Q=5 !Q=5");
    assert_eq!((tied.state.phase, grid(&tied)), (Phase::Race, vec![2, 1]));
    // The tie alone needs rolls, and a higher roll beats the skill.
    assert_eq!(two.refused("0.2 g2 d2 m2").clause, "FD-SET-03");
    let mut higher = two;
    higher.play("0.2 g2 d2 m2 !Q=6 !Q=5");
    assert_eq!(grid(&higher), [1, 2]);
    // The other tied cars roll again among themselves.
    let three = all_failed(&[Skill::HowSweet, Skill::QuickOffTheMark, Skill::LittleGenius]);
    assert_eq!(three.refused("0.3 g2 d2 m2 !Q=5 !Q=5 !Q=5").clause, "FD-SET-03");
    let mut again = three;
    again.play("0.3 g2 d2 m2 !Q=5 !Q=5 !Q=5 !Q=3 !Q=8");
    assert_eq!(grid(&again), [2, 3, 1]);
    // Without the skill both roll again.
    let plain = all_failed(&[Skill::HowSweet, Skill::LittleGenius]);
    assert_eq!(plain.refused("0.2 g2 d2 m2 !Q=5 !Q=5").clause, "FD-SET-03");
}
