//! Tests of qualifying laps: FD-QUA, and what road races add to them (FD-SKL-06, FD-LOG-04).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::{FormulaD, Phase, Setup, Skill};

fn started(setup: Setup) -> Table {
    let track = valid(&oval());
    let state = FormulaD::start(&track, &setup).unwrap_or_else(|issues| panic!("{issues:#?}"));
    Table { track, setup, state }
}

/// Qualifying of a road race of drivers with these skills.
fn on_the_road(skills: &[Skill]) -> Table {
    let mut setup = setup(skills.len() as u32);
    (setup.rules.road, setup.rules.qualifying) = (true, true);
    for (entry, skill) in setup.cars.iter_mut().zip(skills) {
        entry.skill = Some(*skill);
    }
    started(setup)
}

fn refused(table: &Table, line: &str) -> (&'static str, String) {
    let illegal = table.refusal(line);
    (illegal.clause, illegal.message)
}

fn qualifying(cars: u32) -> Table {
    let mut setup = setup(cars);
    setup.rules.qualifying = true;
    started(setup)
}

#[test]
fn fd_qua_01_alone_from_the_middle_lane() {
    let mut table = qualifying(2);
    assert_eq!((table.at(1), table.car(2).is_on_board(), table.state.phase), ("b59", false, Phase::Qualifying(0)));
    assert_eq!(table.refused("0.2 g1 d2 m2").clause, "FD-ORD-01");
    // There is no start die; the lap ends with the second crossing.
    assert_eq!(table.refused("0.1 g1 d2 m2 !S=3").clause, "FD-LOG-02");
    table.play("0.1 g1 d2 m2 =b1");
    assert_eq!((table.car(1).lap, table.car(1).qualifying.throws), (1, 1));
    table.state.cars[0].at = table.track.find("a58").unwrap();
    table.play("0.1 g2 d3 m2 clock:90");
    assert_eq!((table.state.phase, table.at(2)), (Phase::Qualifying(1), "b59"));
    let mut astray = qualifying(1);
    astray.state.cars[0].at = 0;
    let illegal = astray.refused("0.1 g1 d2 m2");
    assert_eq!(
        (illegal.clause, illegal.message.as_str()),
        ("FD-QUA-01", "The car is on the wrong space: qualifying laps start on b59.")
    );
}

#[test]
fn fd_qua_02_no_wear_points() {
    let mut table = qualifying(1);
    assert_eq!(
        refused(&table, "0.1 g1 d2 m1 b1"),
        ("FD-QUA-02", "The car cannot brake in qualifying, because that costs wear points.".to_owned())
    );
    table.state.cars[0].at = table.track.find("a48").unwrap();
    (table.state.cars[0].gear, table.state.cars[0].qualifying.throws) = (5, 5);
    assert_eq!(refused(&table, "0.1 g3 d4 m4").0, "FD-QUA-02");
    table.mark("a50");
    table.play("0.1 g5 d11 m11");
    assert_eq!(table.wear(1), [6, 3, 3, 3, 3, 2]);
}

#[test]
fn fd_qua_03_the_score() {
    let mut table = qualifying(1);
    table.state.cars[0].at = table.track.find("a12").unwrap();
    (table.state.cars[0].lap, table.state.cars[0].gear) = (1, 2);
    table.state.cars[0].qualifying.throws = 25;
    table.play("0.1 g2 d3 m3");
    let lap = table.car(1).qualifying;
    assert_eq!((lap.throws, lap.overshoot, table.wear(1)[0]), (26, 2, 6));
    table.state.cars[0].at = table.track.find("a59").unwrap();
    assert_eq!(
        table.refused("0.1 g2 d3 m1").message,
        "The lap time is missing: add the stopwatch's seconds, as in `clock:95`."
    );
    let scored = FormulaD::play(&table.track, &table.state, &turn("0.1 g2 d3 m1 clock:200")).unwrap().state;
    assert_eq!(scored.cars[0].qualifying.score(), 27 + 3 + 2);
}

#[test]
fn fd_qua_04_a_failed_lap() {
    let mut table = qualifying(2);
    table.state.cars[0].at = table.track.find("a45").unwrap();
    (table.state.cars[0].lap, table.state.cars[0].gear) = (1, 2);
    table.state.cars[0].qualifying.throws = 9;
    // With one of three stops made, it is only an overshoot here.
    let mut one = table.clone();
    one.state.cars[0].stops = 1;
    one.play("0.1 g2 d2 m2");
    assert_eq!((one.car(1).qualifying.overshoot, one.state.phase), (2, Phase::Qualifying(0)));
    table.play("0.1 g2 d2 m2");
    assert!(table.car(1).qualifying.failed);
    table.state.cars[1].at = table.track.find("a59").unwrap();
    (table.state.cars[1].lap, table.state.cars[1].gear) = (1, 2);
    table.state.cars[1].qualifying.throws = 40;
    table.play("0.2 g2 d2 m1 clock:9000");
    assert_eq!([table.at(2), table.at(1)], ["a59", "c58"]);
}

#[test]
fn fd_qua_05_the_grid() {
    let mut table = qualifying(2);
    let near = table.track.find("a59").unwrap();
    (table.state.cars[0].at, table.state.cars[0].lap, table.state.cars[0].gear) = (near, 1, 2);
    (table.state.cars[0].qualifying.throws, table.state.cars[1].qualifying.throws) = (27, 27);
    table.play("0.1 g2 d2 m1 clock:170");
    let finish = |table: &Table, line: &str| {
        let mut table = table.clone();
        (table.state.cars[1].at, table.state.cars[1].lap, table.state.cars[1].gear) = (near, 1, 2);
        FormulaD::play(&table.track, &table.state, &turn(line)).map(|played| played.state)
    };
    let state = finish(&table, "0.2 g2 d2 m1 clock:165").unwrap();
    assert_eq!([0, 1].map(|car| table.track.name(state.cars[car].at)), ["c58", "a59"]);
    assert_eq!((state.phase, state.round), (Phase::Race, 1));
    let tie = finish(&table, "0.2 g2 d2 m1 clock:170").unwrap_err();
    assert_eq!(
        (tie.clause, tie.message.as_str()),
        ("FD-SET-03", "Cars 1 and 2 are tied: roll the black die again for both, and enter each result, as in `!Q=7`.")
    );
    let state = finish(&table, "0.2 g2 d2 m1 clock:170 !Q=5 !Q=5 !Q=5 !Q=9").unwrap();
    assert_eq!([0, 1].map(|car| table.track.name(state.cars[car].at)), ["c58", "a59"]);
}

#[test]
fn fd_qua_02_a_turn_has_only_gear_die_move_and_stopwatch() {
    let table = on_the_road(&[Skill::AceAtTheWheel, Skill::LittleGenius]);
    assert!(table.plays("0.1 g1 d2 m2 =b1"));
    for (part, text) in [
        ("n", "Nitro cannot be used in qualifying."),
        ("*ace(1)", "The gear die cannot be rolled again in qualifying."),
        ("*skid(1)", "Skid control cannot be used in qualifying, because it costs wear points."),
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
    let table = on_the_road(&[Skill::AceAtTheWheel, Skill::LittleGenius]);
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
    let mut table = on_the_road(skills);
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
