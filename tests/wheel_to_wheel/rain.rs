//! Tests of the rules for rain and engine failures: WW-RAIN, WW-ENG.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::EventKind;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::RainCount;
use paddock::games::wheel_to_wheel::{Die, Icon, Landing, Phase, Rain, Spot, Throw, WheelToWheel};

/// Two teams in round 5; AM has thrown its six, AZ1 is to throw.
fn one_six() -> Trial {
    let trial = Trial::new(2).turn_of("AM1").go("AM1", charge(Die::Green, 6)).go("AM1", mv(Die::Green, 2));
    trial.go("AM2", mv(Die::Blue, 1))
}

/// It rains since round 5; these laps have to be concluded.
fn raining(laps: [u8; 4]) -> Trial {
    let mut trial = Trial::new(2);
    let mut rain = Rain { start: 5, laps: [0; 12] };
    rain.laps[..4].copy_from_slice(&laps);
    trial.state.rain = Some(rain);
    for (driver, lap) in trial.state.drivers.iter_mut().zip(laps) {
        driver.lap = lap.max(1);
    }
    trial
}

/// The third six in a row is to be thrown by AM1.
fn two_sixes() -> Trial {
    let mut trial = Trial::new(2).turn_of("AM1");
    (trial.state.row, trial.state.extra) = (2, Some(0));
    trial
}

#[test]
fn ww_rain_01_a_six_of_every_team() {
    let trial = one_six();
    assert_eq!((trial.state.rain, trial.state.teams[0].six, trial.state.teams[1].six), (None, true, false));
    let rain = trial.go("AZ1", mv(Die::Green, 6));
    assert_eq!(rain.state.rain.unwrap().start, 5);
    // Charged sixes count, discharges do not.
    assert!(trial.go("AZ1", charge(Die::Green, 6)).state.rain.is_some());
    let full = trial.battery("AZ1", 6);
    assert_eq!(full.play(full.discharge("AZ1")).state.rain, None);
    // A team that has finished is not asked.
    let mut three = Trial::new(3).turn_of("AM1").go("AM1", charge(Die::Green, 6)).go("AM1", mv(Die::Green, 2));
    three = three.go("AM2", mv(Die::Blue, 1));
    assert_eq!(three.go("AZ1", mv(Die::Green, 6)).state.rain, None);
    for (name, place) in [("JD1", 1), ("JD2", 2)] {
        three = three.change(name, |driver| (driver.finished, driver.spot) = (place, Spot::Out));
    }
    assert!(three.go("AZ1", mv(Die::Green, 6)).state.rain.is_some());
}

#[test]
fn ww_rain_02_the_last_six_is_carried_out_first() {
    let trial = one_six();
    let turn = trial.throw("AZ1", mv(Die::Green, 6));
    assert!(trial.report(turn).rain_start);
    let rain = trial.play(turn);
    assert_eq!((rain.spot_of("AZ1").as_str(), rain.state.extra, rain.state.to_act()), ("28", None, Some(3)));
    // A charge too: dry when it was thrown.
    assert_eq!(trial.go("AZ1", charge(Die::Green, 6)).driver("AZ1").battery, 6);
    // The laps are those that drivers are in after it.
    let line = trial.at("AZ1", "57").go("AZ1", mv(Die::Green, 6));
    assert_eq!(line.state.rain.unwrap().laps[..4], [1, 1, 2, 1]);
}

#[test]
fn ww_rain_03_blue_only_and_dead_batteries() {
    let rain = raining([1, 1, 1, 1]).battery("AM1", 6).battery("AM2", 3).turn_of("AM1");
    assert_eq!(rain.no("AM1", mv(Die::Green, 4)), "E16");
    assert_eq!(rain.no("AM2", charge(Die::Blue, 2)), "E24");
    let refused = rain.refused(rain.discharge("AM1"));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-RAIN-03", "Batteries cannot be charged or used in the rain.")
    );
    let on = rain.go("AM1", mv(Die::Blue, 2));
    assert_eq!([on.driver("AM1").battery, on.driver("AM2").battery], [6, 3]);
}

#[test]
fn ww_rain_04_until_all_laps_are_concluded() {
    // AZ1 and AZ2 have to conclude lap 1, AM1 lap 2; AM2 had finished.
    let rain = raining([2, 0, 1, 1]).change("AM2", |driver| (driver.finished, driver.spot) = (1, Spot::Out));
    let rain = rain.tyres("AM1", "H1", "S").at("AM1", "P14").at("AZ1", "59").at("AZ2", "59").turn_of("AM1");
    let one = rain.go("AM1", mv(Die::Blue, 1));
    let two = one.go("AZ1", mv(Die::Blue, 2));
    assert!(one.state.rain.is_some() && two.state.rain.is_some());
    let turn = two.throw("AZ2", mv(Die::Blue, 3));
    assert!(two.report(turn).rain_end);
    assert_eq!(two.play(turn).state.rain, None);
    // Finishing is concluding.
    let last = raining([3, 0, 0, 0]).at("AM1", "59").tyres("AM1", "S0", "H").turn_of("AM1");
    assert_eq!(last.go("AM1", mv(Die::Blue, 2)).state.rain, None);
}

#[test]
fn ww_rain_05_six_full_rounds_at_most() {
    let mut trial = raining([2, 2, 2, 2]).lap("AM1", 1).turn_of("AM1");
    let mut ends = None;
    for _ in 0..9 {
        let round = trial.state.round;
        trial = trial.at("AM1", "11").at("AM2", "30").at("AZ1", "20").at("AZ2", "50").end_round();
        if trial.state.rain.is_none() && ends.is_none() {
            ends = Some(round);
            assert_eq!(trial.state.rain_ended, round);
        }
    }
    assert_eq!(ends, Some(11));
}

#[test]
fn ww_rain_05_the_round_it_starts_in_counts_by_option() {
    for (option, last) in [(RainCount::NextRound, 11), (RainCount::StartingRound, 10)] {
        let mut trial = raining([2, 2, 2, 2]).lap("AM1", 1).turn_of("AM1");
        let mut terms = (*trial.state.terms).clone();
        terms.options.rain_count = option;
        trial.state.terms = std::sync::Arc::new(terms);
        assert_eq!((trial.state.round, trial.state.rain.unwrap().start), (5, 5));
        let mut ends = None;
        for _ in 0..9 {
            let round = trial.state.round;
            trial = trial.at("AM1", "11").at("AM2", "30").at("AZ1", "20").at("AZ2", "50").end_round();
            if trial.state.rain.is_none() && ends.is_none() {
                ends = Some(round);
            }
        }
        assert_eq!(ends, Some(last), "{option:?}");
    }
}

#[test]
fn ww_rain_06_it_may_end_in_mid_round() {
    // AZ2 still has to conclude the lap it restarts after a crash: then it is dry for those that follow.
    let rain = raining([0, 0, 1, 2]).lap("AM1", 2).lap("AZ2", 3);
    let crash = rain.at("AZ1", "26").at("AM1", "27").turn_of("AZ1").go("AZ1", mv(Die::Blue, 1));
    assert_eq!(crash.spot_of("AZ1"), "CZ");
    assert!(crash.state.rain.is_some());
    let mut home = crash.at("AZ1", "59").turn_of("AZ1");
    home.state.yellow = None;
    let dry = home.go("AZ1", mv(Die::Blue, 1));
    assert_eq!((dry.state.rain, dry.dice("AZ2").as_str()), (None, "bgr"));
}

#[test]
fn ww_rain_07_no_rain_on_rain() {
    // While it rains, a die with a six changes nothing.
    let mut draft = test_60();
    draft.dice.blue = vec![1, 1, 2, 2, 3, 6];
    let mut rain = raining([1, 1, 1, 1]).turn_of("AM1");
    rain.track = std::sync::Arc::new(valid(&draft));
    rain.state.teams[1].six = true;
    let same = rain.go("AM1", mv(Die::Blue, 6));
    assert_eq!((same.state.rain, same.state.extra), (rain.state.rain, None));
    // Nor in the round in which it ended, but in the next.
    let mut ended = one_six();
    ended.state.rain_ended = 5;
    assert_eq!(ended.go("AZ1", mv(Die::Green, 6)).state.rain, None);
    ended.state.rain_ended = 4;
    assert!(ended.go("AZ1", mv(Die::Green, 6)).state.rain.is_some());
    // Sixes are counted afresh each round.
    let next = one_six().end_round();
    assert!(next.state.teams.iter().all(|team| !team.six));
    let later = next.at("AM1", "1").turn_of("AZ1").go("AZ1", charge(Die::Green, 6));
    assert_eq!(later.state.rain, None);
}

#[test]
fn ww_rain_08_everything_else_goes_on() {
    let rain = raining([1, 1, 1, 1]).at("AM1", "25").at("AZ1", "27").turn_of("AM1");
    let crash = rain.go("AM1", mv(Die::Blue, 2));
    assert_eq!((crash.spot_of("AM1").as_str(), crash.state.yellow), ("CZ", Some(0)));
    let lane = raining([1, 1, 1, 1]).at("AM1", "P2").turn_of("AM1");
    assert_eq!(lane.go("AM1", fit(mv(Die::Blue, 2), W)).driver("AM1").stops, 1);
    lane.at("AM1", "P3").go("AM1", hold(3));
}

#[test]
fn ww_eng_01_three_sixes_four_or_never() {
    let trial = Trial::new(2).turn_of("AM1").go("AM1", charge(Die::Green, 6)).go("AM1", mv(Die::Green, 6));
    assert_eq!(trial.state.row, 2);
    let refused = trial.refused(trial.throw("AM1", mv(Die::Green, 6)));
    assert_eq!(refused.message, "A 6 cannot be used in this way. You can: go to the garage, because the engine fails.");
    let broken = trial.go("AM1", failure(Die::Green));
    assert_eq!((broken.spot_of("AM1").as_str(), broken.state.row), ("P4", 0));
    // A number less, or a better slot of tools, breaks nothing.
    assert_eq!(trial.no("AM1", Throw { face: 5, ..failure(Die::Green) }), "E13");
    let better = trial.clone().skill("AM1", Icon::Tools, 2);
    assert_eq!(better.no("AM1", failure(Die::Green)), "E13");
    let fourth = better.go("AM1", mv(Die::Green, 6));
    assert_eq!(fourth.state.row, 3);
    fourth.go("AM1", failure(Die::Green));
    let never = fourth.skill("AM1", Icon::Tools, 3).go("AM1", mv(Die::Green, 6));
    assert_eq!((never.state.row, never.state.extra), (4, Some(0)));
}

#[test]
fn ww_eng_02_the_breaking_six_is_not_moved() {
    let broken = two_sixes().battery("AM1", 0);
    for throw in [mv(Die::Green, 6), charge(Die::Green, 6)] {
        assert_eq!(broken.refused(broken.throw("AM1", throw)).clause, "WW-ENG-02");
    }
    assert_eq!(broken.go("AM1", failure(Die::Green)).driver("AM1").battery, 0);
    // 6, discharge, 6, 6: the last breaks it.
    let trial = Trial::new(2).battery("AM1", 6).at("AM1", "11").turn_of("AM1").go("AM1", mv(Die::Green, 6));
    let trial = trial.play(trial.discharge("AM1"));
    assert_eq!((trial.state.row, trial.state.extra), (1, Some(0)));
    let trial = trial.go("AM1", mv(Die::Green, 6));
    assert_eq!(trial.state.row, 2);
    trial.go("AM1", failure(Die::Green));
    // The count starts again each move.
    let next = trial.go("AM1", mv(Die::Green, 1)).go("AM2", mv(Die::Green, 6));
    assert_eq!(next.state.row, 1);
}

#[test]
fn ww_eng_03_to_the_garage_and_the_lap_again() {
    let trial = two_sixes().lap("AM1", 2).tyres("AM1", "H1", "H");
    let turn = trial.throw("AM1", failure(Die::Green));
    let report = trial.report(turn);
    assert!(report.failure && report.landing == Landing::Garage && report.spots.is_empty());
    let broken = trial.play(turn);
    let driver = broken.driver("AM1");
    assert_eq!((driver.lap, driver.lap_open, driver.spot), (2, false, Spot::Lane(4)));
    assert_eq!((broken.state.to_act(), broken.state.extra), (Some(1), None));
    // The line in the lane only begins the lap again.
    let again = broken.at("AM1", "P13").turn_of("AM1").go("AM1", mv(Die::Blue, 3));
    assert_eq!((again.driver("AM1").lap, again.driver("AM1").lap_open, again.driver("AM1").set), (2, true, set("H1")));
    // From a garage past the line the lap runs at once.
    let mut late = two_sixes();
    late.track = std::sync::Arc::new(valid(&late_garages()));
    assert!(late.go("AM1", failure(Die::Green)).driver("AM1").lap_open);
    let events = WheelToWheel::play(&trial.track, &trial.state, &turn).unwrap().events;
    assert!(events.iter().any(|event| event.kind == EventKind::Pitted { stop: "engine failure" }));
}

#[test]
fn ww_eng_04_tyres_after_a_failure() {
    let trial = two_sixes().tyres("AM1", "H0", "");
    let fresh = trial.go("AM1", fit(failure(Die::Green), S));
    assert_eq!(
        (fresh.driver("AM1").set, fresh.driver("AM1").stops, fresh.driver("AM1").used),
        (set("S0"), 1, used(""))
    );
    assert!(!fresh.driver("AM1").charged);
    let kept = trial.go("AM1", failure(Die::Green));
    assert_eq!((kept.driver("AM1").set, kept.driver("AM1").stops), (set("H0"), 1));
    // WW-TYRE-06 holds.
    let last = two_sixes().lap("AM1", 3).tyres("AM1", "S0", "H");
    assert_eq!(last.no("AM1", fit(failure(Die::Green), H)), "E21");
    // By option there is no change, and no stop.
    let mut not = Trial::with(2, |options| options.engine_garage_change = false).turn_of("AM1");
    (not.state.row, not.state.extra) = (2, Some(0));
    not.refused(not.throw("AM1", fit(failure(Die::Green), S)));
    assert_eq!(not.go("AM1", failure(Die::Green)).driver("AM1").stops, 0);
}

#[test]
fn ww_eng_05_the_breaking_six_brings_rain() {
    let mut trial = Trial::new(2).turn_of("AZ1");
    trial.state.teams[0].six = true;
    (trial.state.row, trial.state.extra) = (2, Some(2));
    let turn = trial.throw("AZ1", failure(Die::Green));
    let report = trial.report(turn);
    assert!(report.failure && report.rain_start);
    let rain = trial.play(turn);
    assert_eq!((rain.spot_of("AZ1").as_str(), rain.state.rain.unwrap().laps[2]), ("P5", 1));
    assert_eq!(rain.state.phase, Phase::Racing);
    // The failure is carried out first: dry when the tyres are chosen.
    assert_eq!(trial.no("AZ1", fit(failure(Die::Green), W)), "E23");
}
