//! Tests of the rules for turns, dice and moves: WW-TURN, WW-DICE, WW-MOVE.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{CarId, EventKind};
use paddock::games::wheel_to_wheel::{Die, DriverOrder, Icon, Phase, Rain, Spot, Throw, Turn, Use, WheelToWheel};

#[test]
fn ww_turn_01_one_move_after_the_other() {
    // A six of AM1 has its extra before anybody else moves.
    let trial = Trial::new(2).turn_of("AM1").go("AM1", mv(Die::Green, 6));
    assert!(trial.state.is_extra(0));
    let refused = trial.refused(trial.throw("AM2", mv(Die::Green, 3)));
    assert_eq!(refused.message, "AM2 (car 12) cannot move now: AM1 (car 11) must finish its move.");
    assert_eq!((refused.clause, trial.code(trial.throw("AM2", mv(Die::Green, 3)))), ("WW-TURN-01", "E10"));
    let refused = trial.refused(trial.throw("AZ1", mv(Die::Green, 3)));
    assert_eq!(refused.message, "AZ1 (car 21) cannot move now: AM1 (car 11) must finish its move.");
    // Then its team mate, then the next team, in seat order; nobody twice.
    let trial = trial.go("AM1", mv(Die::Green, 2));
    assert_eq!(trial.against("AM1", mv(Die::Green, 2)), "AM1 (car 11) cannot move now: AM2 (car 12) must move first.");
    assert_eq!(trial.against("AZ1", mv(Die::Green, 2)), "AZ1 (car 21) cannot move now: AM2 (car 12) must move first.");
    let trial = trial.go("AM2", mv(Die::Green, 2)).go("AZ1", mv(Die::Green, 2));
    assert_eq!((trial.state.round, trial.state.seat), (5, 1));
    let trial = trial.go("AZ2", mv(Die::Blue, 1));
    assert_eq!((trial.state.round, trial.state.seat), (6, 0));
}

#[test]
fn ww_turn_02_who_goes_first() {
    let start = Trial::on(&test_60(), &setup(2));
    let refused = start.refused(start.throw("AM2", mv(Die::Green, 3)));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-TURN-02", "AM2 (car 12) cannot move now: AM1 (car 11) must move first.")
    );
    // Later it is free,
    let free = Trial::new(2).turn_of("AM1").go("AM2", mv(Die::Green, 3)).go("AM1", mv(Die::Green, 3));
    assert_eq!(free.state.seat, 1);
    // or always 1, 2 by option.
    let fixed = Trial::with(2, |options| options.driver_order = DriverOrder::Fixed).turn_of("AM1");
    assert_eq!(fixed.no("AM2", mv(Die::Green, 3)), "E10");
    fixed.go("AM1", mv(Die::Green, 3)).go("AM2", mv(Die::Green, 3));
}

#[test]
fn ww_turn_03_no_move_is_left_out() {
    let trial = Trial::new(3).turn_of("AM1");
    let refused = trial.refused(trial.pass("AM1"));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-TURN-03", "AM1 cannot miss its turn: it must still throw.")
    );
    assert_eq!(trial.code(trial.pass("AM1")), "E11");
    // A finished driver makes none, a team of two is skipped.
    let gone = |trial: Trial, name: &str, place: u8| {
        trial.change(name, |driver| (driver.finished, driver.spot) = (place, Spot::Out))
    };
    let trial = gone(gone(gone(trial, "AM2", 1), "AZ1", 2), "AZ2", 3);
    assert_eq!(trial.no("AM2", mv(Die::Green, 3)), "E10");
    let text = "AM2 (car 12) has finished, so it does not move again. The next driver to move is AM1 (car 11). Delete this turn.";
    assert_eq!(trial.against("AM2", mv(Die::Green, 3)), text);
    let next = trial.go("AM1", mv(Die::Green, 3));
    assert_eq!((next.state.seat, next.state.to_act()), (2, Some(4)));
}

#[test]
fn ww_turn_04_the_battery_before_the_throw() {
    let trial = Trial::new(2).battery("AM1", 6).turn_of("AM1");
    let late = Throw::new(Die::Green, 4, Use::Discharge);
    let refused = trial.refused(trial.throw("AM1", late));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-TURN-04", "After a throw, the battery cannot be used any more. Choose the battery before the throw.")
    );
    assert_eq!(trial.no("AM1", late), "E12");
    trial.play(trial.discharge("AM1"));
}

#[test]
fn ww_turn_05_the_full_score_moved_or_charged() {
    let trial = Trial::new(2).turn_of("AM1");
    let short = Throw { steps: Some(3), ..mv(Die::Green, 5) };
    let refused = trial.refused(trial.throw("AM1", short));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-TURN-05", "A 5 cannot be used in this way. You can: move 5, charge 5.")
    );
    assert_eq!(trial.no("AM1", short), "E13");
    assert_eq!(trial.go("AM1", mv(Die::Green, 5)).spot_of("AM1"), "17");
    assert_eq!(trial.go("AM1", charge(Die::Green, 5)).driver("AM1").battery, 5);
    // Holding is for the lane, and only before a garage that the score would miss.
    assert_eq!(trial.no("AM1", hold(3)), "E13");
    // A table that moved three has its record.
    let played = WheelToWheel::force(&trial.track, &trial.state, &trial.throw("AM1", short));
    assert!(played.illegal.is_some() && played.played.state.drivers[0].spot == Spot::Loop(15));
}

#[test]
fn ww_turn_06_what_does_not_fit_is_moved() {
    let trial = Trial::new(2).battery("AM1", 4).turn_of("AM1");
    assert_eq!(
        trial.against("AM1", charge(Die::Green, 3)),
        "The battery is at 4: adding 3 would exceed its capacity of 6."
    );
    assert_eq!(trial.no("AM1", charge(Die::Green, 3)), "E14");
    assert_eq!(trial.uses("AM1", Die::Green, 3), [mv(Die::Green, 3)]);
    // There is a use for any throw, wherever a driver stands.
    for field in 0..60 {
        for (die, face) in [(Die::Blue, 3), (Die::Green, 6)] {
            let name = field.to_string();
            assert!(!trial.clone().at("AM1", &name).uses("AM1", die, face).is_empty(), "{field}");
            let forced = trial.clone().at("AM1", &name).tyres("AM1", "S0", "").battery("AM1", 6);
            assert!(!forced.uses("AM1", die, face).is_empty(), "{field}, forced");
        }
    }
}

#[test]
fn ww_dice_01_dice_by_tyre() {
    let trial = Trial::new(2).turn_of("AM1");
    assert_eq!([trial.dice("AM1"), trial.dice("AM2")], ["bg", "bgr"]);
    let refused = trial.against("AM1", mv(Die::Red, 5));
    assert_eq!(
        refused,
        "Hard tyres allow only blue, green. The red die is allowed only in a slipstream, 1 to 2 fields behind a car."
    );
    assert_eq!(trial.no("AM1", mv(Die::Red, 5)), "E15");
    let wet = trial.tyres("AM1", "W0", "");
    assert_eq!(wet.dice("AM1"), "bg");
    assert!(wet.against("AM1", mv(Die::Red, 5)).starts_with("Wet tyres allow only blue, green."));
}

#[test]
fn ww_dice_02_blue_only_states() {
    let soft = Trial::new(2).tyres("AM1", "S0", "").turn_of("AM1");
    let slipstream = soft.clone().at("AM2", "13");
    assert_eq!(slipstream.dice("AM1"), "bgr");
    let against = |trial: &Trial| {
        assert_eq!(trial.dice("AM1"), "b");
        assert_eq!(trial.no("AM1", mv(Die::Red, 5)), "E16");
        trial.against("AM1", mv(Die::Red, 5))
    };
    assert_eq!(
        against(&soft.clone().at("AM1", "P10")),
        "Only the blue die is allowed, because the car is in the pit lane."
    );
    assert_eq!(
        against(&soft.clone().at("AM1", "CZ")),
        "Only the blue die is allowed, because the car is in the crash zone."
    );
    let mut rain = slipstream.clone();
    rain.state.rain = Some(Rain { start: 5, laps: [1; 12] });
    assert_eq!(against(&rain), "Only the blue die is allowed, because it rains.");
    let mut yellow = slipstream;
    yellow.state.yellow = Some(1);
    assert_eq!(against(&yellow), "Only the blue die is allowed, because the yellow flag is out.");
}

#[test]
fn ww_dice_03_extras_without_blue() {
    let trial = Trial::new(2).turn_of("AM1").go("AM1", mv(Die::Green, 6));
    assert_eq!(trial.dice("AM1"), "g");
    assert_eq!(trial.against("AM1", mv(Die::Blue, 2)), "An extra throw after a six may not use the blue die.");
    assert_eq!(trial.no("AM1", mv(Die::Blue, 2)), "E17");
    assert_eq!(trial.clone().tyres("AM1", "S0", "").dice("AM1"), "gr");
    // An extra after ending in the lane lapses.
    let entered = Trial::new(2).at("AM1", "43").turn_of("AM1").go("AM1", to_pit(Die::Green, 6));
    assert_eq!((entered.spot_of("AM1").as_str(), entered.state.extra), ("P4", None));
    assert_eq!(entered.state.to_act(), Some(1));
}

#[test]
fn ww_dice_04_faces_are_those_of_the_die() {
    let trial = Trial::new(2).turn_of("AM1");
    assert_eq!(trial.against("AM1", mv(Die::Blue, 5)), "The blue die has no 5.");
    assert_eq!(trial.no("AM1", mv(Die::Blue, 5)), "E18");
    for face in [0, 7, 255] {
        assert_eq!(trial.no("AM1", mv(Die::Green, face)), "E18", "{face}");
        let _ = WheelToWheel::force(&trial.track, &trial.state, &trial.throw("AM1", mv(Die::Green, face)));
    }
    for face in 1..=3 {
        trial.go("AM1", mv(Die::Blue, face));
    }
    for face in 1..=6 {
        trial.go("AM1", mv(Die::Green, face));
    }
    assert_eq!(trial.track.faces().odds(Die::Red), [(4, 2), (5, 2), (6, 2)]);
}

#[test]
fn ww_move_01_tokens_never_block() {
    let mut trial = Trial::new(3).turn_of("AM1");
    for (name, field) in [("AM2", "13"), ("AZ1", "13"), ("AZ2", "14"), ("JD1", "14"), ("JD2", "15")] {
        trial = trial.at(name, field);
    }
    let turn = trial.throw("AM1", mv(Die::Blue, 3));
    let passed = trial.play(turn);
    assert_eq!(passed.spot_of("AM1"), "15");
    let fields: Vec<String> = trial.report(turn).spots.iter().map(Spot::to_string).collect();
    assert_eq!(fields, ["13", "14", "15"]);
    // In the lane just so.
    let lane = Trial::new(2).at("AM1", "P10").at("AM2", "P11").at("AZ1", "P12").turn_of("AM1");
    assert_eq!(lane.go("AM1", mv(Die::Blue, 2)).spot_of("AM1"), "P12");
}

#[test]
fn ww_move_02_the_line() {
    // From the grid the first crossing only begins lap 1.
    let start = Trial::on(&test_60(), &setup(2));
    let begun = start.go("AM1", mv(Die::Green, 1));
    assert_eq!(begun.spot_of("AM1"), "0");
    assert_eq!((begun.driver("AM1").lap, begun.driver("AM1").lap_open, begun.driver("AM1").set), (1, true, set("H0")));
    // The lane has its own mark, before P15.
    let lane = |from: &str, k| Trial::new(2).at("AM1", from).turn_of("AM1").go("AM1", mv(Die::Blue, k));
    assert_eq!(lane("P13", 1).driver("AM1").lap, 1);
    assert_eq!(lane("P13", 2).driver("AM1").lap, 2);
    assert_eq!(lane("P14", 1).driver("AM1").lap, 2);
    assert_eq!(lane("P15", 1).driver("AM1").lap, 1);
    // Entering the last fields from the crash zone crosses nothing.
    let crash = Trial::new(2).at("AM1", "CZ").turn_of("AM1").go("AM1", mv(Die::Blue, 1));
    assert_eq!((crash.spot_of("AM1").as_str(), crash.driver("AM1").lap), ("P18", 1));
}

#[test]
fn ww_move_03_concluding_a_lap() {
    let trial = Trial::new(2).at("AM1", "58").lap("AM1", 2).tyres("AM1", "H0", "S").turn_of("AM1");
    let turn = trial.throw("AM1", mv(Die::Green, 4));
    let over = trial.play(turn);
    assert_eq!((over.spot_of("AM1").as_str(), over.driver("AM1").lap), ("2", 3));
    assert_eq!((over.driver("AM1").set, over.driver("AM1").used), (set("H1"), used("HS")));
    let events = WheelToWheel::play(&trial.track, &trial.state, &turn).unwrap().events;
    assert!(events.iter().any(|event| event.kind == EventKind::Lap { lap: 3 }));
    assert_eq!(trial.report(turn).concluded, [2]);
}

#[test]
fn ww_move_04_finishing() {
    let trial = Trial::new(2).at("AM1", "58").lap("AM1", 3).tyres("AM1", "S0", "H").turn_of("AM1");
    let turn = trial.throw("AM1", mv(Die::Green, 6));
    let over = trial.play(turn);
    assert_eq!((over.driver("AM1").finished, over.driver("AM1").spot), (1, Spot::Out));
    // The other four steps lapse, and so does the extra.
    assert_eq!((trial.report(turn).spots.len(), over.state.extra, over.state.to_act()), (2, None, Some(1)));
    assert_eq!((over.driver("AM1").used, over.state.phase), (used("HS"), Phase::Racing));
    // In the lane as well.
    let lane = trial.at("AM1", "P13").turn_of("AM1").go("AM1", mv(Die::Blue, 3));
    assert_eq!(lane.driver("AM1").finished, 1);
}

#[test]
fn ww_move_05_track_or_lane() {
    let trial = Trial::new(2).at("AM1", "43").turn_of("AM1");
    let refused = trial.refused(trial.throw("AM1", mv(Die::Green, 5)));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-MOVE-05", "This move leaves the pit entry: say whether to stay on the track or enter the pit lane.")
    );
    assert_eq!(trial.no("AM1", mv(Die::Green, 5)), "E19");
    assert_eq!(trial.go("AM1", on_track(Die::Green, 5)).spot_of("AM1"), "48");
    assert_eq!(trial.go("AM1", to_pit(Die::Green, 5)).spot_of("AM1"), "P3");
    // Landing on the entry field leaves nothing to choose yet.
    assert_eq!(trial.go("AM1", mv(Die::Green, 2)).spot_of("AM1"), "45");
    assert_eq!(trial.refused(trial.throw("AM1", on_track(Die::Green, 2))).clause, "WW-MOVE-05");
}

#[test]
fn ww_move_06_overtaking_needs_nothing() {
    let trial = Trial::new(2).at("AZ1", "12").turn_of("AM1");
    let turn = trial.throw("AM1", mv(Die::Blue, 1));
    let events = WheelToWheel::play(&trial.track, &trial.state, &turn).unwrap().events;
    // Level with AZ1, which sits further back: ahead by turn order already. One that was ahead is passed.
    assert!(events.iter().all(|event| !matches!(event.kind, EventKind::Overtook { .. })));
    let behind = trial.clone().at("AZ1", "14").battery("AM1", 6);
    for turn in [behind.throw("AM1", mv(Die::Green, 3)), behind.discharge("AM1")] {
        let events = WheelToWheel::play(&behind.track, &behind.state, &turn).unwrap().events;
        assert!(events.iter().any(|event| event.kind == EventKind::Overtook { other: CarId(21) }), "{turn:?}");
    }
}

#[test]
fn refusals_change_nothing_and_strangers_have_none() {
    let trial = Trial::new(2).turn_of("AM1");
    let before = trial.state.clone();
    trial.refused(trial.throw("AM1", mv(Die::Red, 5)));
    assert_eq!(trial.state, before);
    let stranger = Turn::throw(CarId(77), mv(Die::Green, 5));
    assert_eq!(trial.refused(stranger).message, "Car 77 is not in this race.");
    let forced = WheelToWheel::force(&trial.track, &trial.state, &stranger);
    assert_eq!(forced.played.state, before);
}

#[test]
fn a_race_goes_on_after_a_turn_out_of_order() {
    // The record leaves AM2 and AZ1 out: both are passed over, and what follows is in order again.
    let trial = Trial::new(2).turn_of("AM1").go("AM1", mv(Die::Green, 3));
    let forced = WheelToWheel::force(&trial.track, &trial.state, &trial.throw("AZ2", mv(Die::Green, 2)));
    assert_eq!(forced.illegal.unwrap().clause, "WW-TURN-01");
    let next = Trial { state: forced.played.state, ..trial };
    assert_eq!(next.spot_of("AZ2"), "49");
    let next = next.go("AZ1", mv(Die::Green, 1));
    assert_eq!((next.state.round, next.state.to_act()), (6, Some(0)));
}

#[test]
fn slots_are_spent_by_the_driver_that_is_to_move() {
    let mut trial = Trial::new(2).turn_of("AM1");
    trial.state.teams[0].free = 1;
    assert_eq!(trial.code(trial.spend("AM2", Icon::Tools, 2)), "E10");
    let spent = trial.play(trial.spend("AM1", Icon::Tools, 2));
    assert_eq!((spent.state.teams[0].skills.tools, spent.state.to_act()), (2, Some(0)));
}
