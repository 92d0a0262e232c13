//! Tests of the rules for the battery (WW-BAT) and the magic six (WW-SIX).
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::EventKind;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{Die, Icon, Landing, Rain, WheelToWheel};

fn trial() -> Trial {
    Trial::new(2).turn_of("AM1")
}

#[test]
fn ww_bat_01_one_battery_for_each_driver() {
    let trial = trial().go("AM1", charge(Die::Green, 4)).go("AM2", charge(Die::Green, 3));
    assert_eq!([trial.driver("AM1").battery, trial.driver("AM2").battery], [4, 3]);
    let view = WheelToWheel::view(&trial.track, &trial.state);
    assert_eq!(view.cars.iter().map(|car| car.resources[0]).collect::<Vec<u32>>(), [4, 3, 0, 0]);
}

#[test]
fn ww_bat_02_charges_add_up_to_six() {
    let four = trial().go("AM1", charge(Die::Green, 4)).turn_of("AM1");
    assert_eq!(four.no("AM1", charge(Die::Green, 3)), "E14");
    assert_eq!(four.go("AM1", charge(Die::Green, 2)).driver("AM1").battery, 6);
    assert_eq!(trial().go("AM1", charge(Die::Green, 6)).driver("AM1").battery, 6);
    assert_eq!(four.spot_of("AM1"), "12");
    let turn = trial().throw("AM1", charge(Die::Green, 4));
    let events = WheelToWheel::play(&trial().track, &trial().state, &turn).unwrap().events;
    let spent = EventKind::Spent { resource: "battery", amount: -4, purpose: "charge", incident: false };
    assert!(events.iter().any(|event| event.kind == spent));
}

#[test]
fn ww_bat_03_where_a_battery_is_charged() {
    for place in ["12", "0", "45", "P3", "P18", "CZ"] {
        let charged = trial().at("AM1", place).go("AM1", charge(Die::Blue, 2));
        assert_eq!((charged.driver("AM1").battery, charged.spot_of("AM1").as_str()), (2, place));
    }
    let mut yellow = trial();
    yellow.state.yellow = Some(1);
    yellow.go("AM1", charge(Die::Blue, 2));
    let mut rain = trial();
    rain.state.rain = Some(Rain { start: 5, laps: [1; 12] });
    assert_eq!(rain.against("AM1", charge(Die::Blue, 2)), "Batteries cannot be charged or used in the rain.");
    assert_eq!(rain.no("AM1", charge(Die::Blue, 2)), "E24");
    rain.go("AM1", mv(Die::Blue, 2));
}

#[test]
fn ww_bat_04_a_fresh_battery_waits() {
    let full = trial().go("AM1", charge(Die::Green, 6));
    assert!(full.driver("AM1").filled_now && full.state.is_extra(0));
    let refused = full.refused(full.discharge("AM1"));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-BAT-04", "The battery cannot be used yet, because it was filled this turn.")
    );
    assert_eq!(full.code(full.discharge("AM1")), "E25");
    let next = full.go("AM1", mv(Die::Green, 1)).end_round();
    assert!(!next.driver("AM1").filled_now && next.state.round == 6);
    next.play(next.discharge("AM1"));
    // A battery full before may follow a six.
    let six = trial().battery("AM1", 6).go("AM1", mv(Die::Green, 6));
    assert_eq!(six.play(six.discharge("AM1")).spot_of("AM1"), "24");
}

#[test]
fn ww_bat_05_a_discharge_carries_six_fields() {
    let trial = trial().battery("AM1", 6);
    let gone = trial.play(trial.discharge("AM1"));
    assert_eq!((gone.spot_of("AM1").as_str(), gone.driver("AM1").battery), ("18", 0));
    let five = trial.battery("AM1", 5);
    let refused = five.refused(five.discharge("AM1"));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-BAT-05", "The battery cannot be used, because it is not full (5 of 6).")
    );
    assert_eq!(five.code(five.discharge("AM1")), "E26");
}

#[test]
fn ww_bat_06_not_in_blue_only_states() {
    let full = trial().battery("AM1", 6);
    let mut yellow = full.clone();
    yellow.state.yellow = Some(1);
    let refused = yellow.refused(yellow.discharge("AM1"));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-BAT-06", "Only the blue die is allowed, because the yellow flag is out.")
    );
    assert_eq!(yellow.code(yellow.discharge("AM1")), "E16");
    for place in ["P10", "CZ"] {
        let there = full.clone().at("AM1", place);
        assert_eq!(there.code(there.discharge("AM1")), "E16", "{place}");
    }
    let mut rain = full;
    rain.state.rain = Some(Rain { start: 5, laps: [1; 12] });
    assert_eq!(rain.code(rain.discharge("AM1")), "E24");
}

#[test]
fn ww_bat_07_a_discharge_stays_on_the_track() {
    let trial = trial().battery("AM1", 6).at("AM1", "43");
    assert_eq!(trial.play(trial.discharge("AM1")).spot_of("AM1"), "49");
    // Forced to stop: not past the entry, but up to it.
    let forced = trial.tyres("AM1", "S0", "");
    for field in ["40", "41", "44", "45"] {
        let near = forced.clone().at("AM1", field);
        assert_eq!(near.code(near.discharge("AM1")), "E20", "{field}");
    }
    let refused = forced.refused(forced.discharge("AM1"));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-BAT-07", "AM1 must stop this lap, because its tyres are worn.")
    );
    let up_to = forced.at("AM1", "39");
    assert_eq!(up_to.play(up_to.discharge("AM1")).spot_of("AM1"), "45");
}

#[test]
fn ww_bat_08_a_discharge_lands_like_a_move() {
    let trial = trial().battery("AM1", 6).at("AZ1", "18");
    let turn = trial.discharge("AM1");
    assert_eq!(trial.report(turn).landing, Landing::Collision(2));
    let crashed = trial.play(turn);
    assert_eq!((crashed.spot_of("AM1").as_str(), crashed.state.extra), ("CZ", None));
    let line = trial.at("AM1", "57");
    let over = line.play(line.discharge("AM1"));
    assert_eq!((over.spot_of("AM1").as_str(), over.driver("AM1").lap, over.driver("AM1").set), ("3", 2, set("H1")));
}

#[test]
fn ww_bat_09_nothing_else_touches_the_battery() {
    let crash = trial().battery("AM1", 4).at("AM1", "17").at("AZ1", "18").go("AM1", mv(Die::Blue, 1));
    assert_eq!((crash.spot_of("AM1").as_str(), crash.driver("AM1").battery), ("CZ", 4));
    let lap = trial().battery("AM1", 4).at("AM1", "59").go("AM1", mv(Die::Blue, 1));
    assert_eq!(lap.driver("AM1").battery, 4);
    let stop = trial().battery("AM1", 4).at("AM1", "P2").go("AM1", fit(mv(Die::Blue, 2), S));
    assert_eq!(stop.driver("AM1").battery, 4);
    let mut broken = trial().battery("AM1", 4);
    (broken.state.row, broken.state.extra) = (2, Some(0));
    assert_eq!(broken.go("AM1", failure(Die::Green)).driver("AM1").battery, 4);
}

#[test]
fn ww_six_01_a_six_gives_an_extra() {
    for throw in [mv(Die::Green, 6), charge(Die::Green, 6)] {
        let trial = trial().go("AM1", throw);
        assert!(trial.state.is_extra(0));
        let refused = trial.refused(trial.pass("AM1"));
        assert_eq!(
            (refused.clause, refused.message.as_str()),
            ("WW-SIX-01", "AM1 cannot miss its turn: it must still throw again.")
        );
        assert_eq!(trial.code(trial.pass("AM1")), "E11");
    }
    let full = trial().battery("AM1", 6);
    assert!(full.play(full.discharge("AM1")).state.is_extra(0));
    assert!(!trial().go("AM1", mv(Die::Green, 5)).state.is_extra(0));
}

#[test]
fn ww_six_02_extras_are_thrown_like_others_but_for_blue() {
    let trial = trial().go("AM1", mv(Die::Green, 6));
    assert_eq!(trial.no("AM1", mv(Die::Blue, 1)), "E17");
    assert_eq!(trial.go("AM1", charge(Die::Green, 4)).driver("AM1").battery, 4);
    let again = trial.go("AM1", mv(Die::Green, 6));
    assert_eq!((again.spot_of("AM1").as_str(), again.state.is_extra(0), again.state.row), ("24", true, 2));
    // After a discharge too.
    let full = trial.battery("AM1", 6);
    let gone = full.play(full.discharge("AM1"));
    assert_eq!((gone.dice("AM1").as_str(), gone.state.row), ("g", 1));
}

#[test]
fn ww_six_03_extras_lapse() {
    // Onto an occupied red field.
    let crash = trial().at("AZ1", "18").go("AM1", mv(Die::Green, 6));
    assert_eq!((crash.spot_of("AM1").as_str(), crash.state.to_act()), ("CZ", Some(1)));
    // Over the last line.
    let finish = trial().at("AM1", "58").lap("AM1", 3).tyres("AM1", "S0", "H").go("AM1", mv(Die::Red, 6));
    assert_eq!(finish.state.to_act(), Some(1));
    // Into the pit lane, where only blue is allowed.
    let lane = trial().at("AM1", "44").go("AM1", to_pit(Die::Green, 6));
    assert_eq!((lane.spot_of("AM1").as_str(), lane.state.to_act()), ("P5", Some(1)));
    // An engine that breaks.
    let mut broken = trial();
    (broken.state.row, broken.state.extra) = (2, Some(0));
    assert_eq!(broken.go("AM1", failure(Die::Green)).state.to_act(), Some(1));
}

#[test]
fn ww_six_04_only_the_face_counts() {
    let two = trial().battery("AM1", 2).go("AM1", charge(Die::Green, 4));
    assert_eq!((two.driver("AM1").battery, two.state.extra, two.state.to_act()), (6, None, Some(1)));
    let moved = trial().skill("AM1", Icon::Tools, 3).go("AM1", mv(Die::Blue, 3));
    assert_eq!(moved.state.extra, None);
}
