//! Tests of the rules for red fields, the crash zone, the yellow flag and the slipstream: WW-RED, WW-CRZ, WW-YEL,
//! WW-SLIP.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::EventKind;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::analysis::collision_risk;
use paddock::games::wheel_to_wheel::{
    Collision, Die, Icon, Landing, Rain, TeamMates, WheelToWheel, YellowScope, slipstream,
};

/// AM1 two fields before the red field 27, where AZ1 stands.
fn before_red() -> Trial {
    Trial::new(3).at("AM1", "25").at("AZ1", "27").turn_of("AM1")
}

#[test]
fn ww_red_01_free_rounds() {
    for round in [1, 2] {
        let shared = before_red().round(round).go("AM1", mv(Die::Blue, 2));
        assert_eq!((shared.spot_of("AM1").as_str(), shared.state.yellow), ("27", None));
    }
    assert_eq!(before_red().round(3).go("AM1", mv(Die::Blue, 2)).spot_of("AM1"), "CZ");
    // How many there are is the board's.
    let mut draft = test_60();
    draft.free_rounds = 5;
    let mut trial = before_red();
    trial.track = std::sync::Arc::new(valid(&draft));
    assert_eq!(trial.go("AM1", mv(Die::Blue, 2)).spot_of("AM1"), "27");
}

#[test]
fn ww_red_02_a_red_field_that_is_taken() {
    let turn = before_red().throw("AM1", mv(Die::Blue, 2));
    assert_eq!(before_red().report(turn).landing, Landing::Collision(2));
    let events = WheelToWheel::play(&before_red().track, &before_red().state, &turn).unwrap().events;
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Collided { .. })));
    // A grey one may be shared.
    let grey = before_red().at("AZ1", "26").go("AM1", mv(Die::Blue, 1));
    assert_eq!(grey.spot_of("AM1"), "26");
    // By the strict option only with one that came there in this round.
    let strict = |landed| {
        let trial = Trial::with(3, |options| options.collision = Collision::SameRound).at("AM1", "25").turn_of("AM1");
        trial.at("AZ1", "27").change("AZ1", |driver| driver.landed = landed).go("AM1", mv(Die::Blue, 2)).spot_of("AM1")
    };
    assert_eq!([strict(4), strict(5)], ["27", "CZ"]);
}

#[test]
fn ww_red_03_every_end_is_a_landing_and_passing_is_none() {
    let six = Trial::new(2).at("AZ1", "18").turn_of("AM1").go("AM1", mv(Die::Green, 6));
    assert_eq!(six.spot_of("AM1"), "CZ");
    let full = Trial::new(2).at("AZ1", "18").battery("AM1", 6).turn_of("AM1");
    assert_eq!(full.play(full.discharge("AM1")).spot_of("AM1"), "CZ");
    let past = before_red().go("AM1", mv(Die::Blue, 3));
    assert_eq!((past.spot_of("AM1").as_str(), past.state.yellow), ("28", None));
    // Charging on a shared red field is no landing.
    let stays = before_red().at("AM1", "27").go("AM1", charge(Die::Blue, 2));
    assert_eq!(stays.spot_of("AM1"), "27");
}

#[test]
fn ww_red_04_the_last_to_land_is_at_fault() {
    let crash = before_red().go("AM1", mv(Die::Blue, 2));
    assert_eq!([crash.spot_of("AM1"), crash.spot_of("AZ1")], ["CZ", "27"]);
    let mate = Trial::new(2).at("AM1", "25").at("AM2", "27").turn_of("AM1").go("AM1", mv(Die::Blue, 2));
    assert_eq!([mate.spot_of("AM1"), mate.spot_of("AM2")], ["CZ", "27"]);
}

#[test]
fn ww_red_04_team_mates_may_share_a_red_field_by_option() {
    for (option, ends) in [(TeamMates::Collide, ["CZ", "27"]), (TeamMates::Share, ["27", "27"])] {
        let near = Trial::with(2, |options| options.team_mates = option).at("AM1", "25").at("AM2", "27");
        let mate = near.clone().turn_of("AM1").go("AM1", mv(Die::Blue, 2));
        assert_eq!([mate.spot_of("AM1"), mate.spot_of("AM2")], ends);
        assert_eq!(mate.state.yellow.is_some(), option == TeamMates::Collide);
        // The risk is reported by the same rule.
        let risk = collision_risk(&near.track, &near.state, 0, Die::Blue);
        assert_eq!(risk > 0.0, option == TeamMates::Collide, "{risk}");
        // A driver of another team is hit under either, beside a team-mate, too.
        let other = near.at("AZ1", "27").turn_of("AM1").go("AM1", mv(Die::Blue, 2));
        assert_eq!(other.spot_of("AM1"), "CZ");
    }
}

#[test]
fn ww_red_05_those_that_share_one_are_left_alone() {
    let mut trial = Trial::new(2).at("AM1", "27").at("AZ1", "27").round(2).turn_of("AZ1");
    trial = trial.at("AZ1", "26").go("AZ1", mv(Die::Blue, 1)).go("AZ2", mv(Die::Blue, 1));
    assert_eq!((trial.state.round, trial.spot_of("AM1"), trial.spot_of("AZ1")), (3, "27".into(), "27".into()));
    assert_eq!(trial.state.yellow, None);
}

#[test]
fn ww_red_06_there_is_no_other_way_out() {
    // Charging, or another die: but the move itself is not refused.
    let trial = before_red();
    assert_eq!(trial.uses("AM1", Die::Blue, 2), [mv(Die::Blue, 2), charge(Die::Blue, 2)]);
    let full = before_red().battery("AM1", 5);
    assert_eq!(full.no("AM1", charge(Die::Blue, 2)), "E14");
    assert_eq!(full.uses("AM1", Die::Blue, 2), [mv(Die::Blue, 2)]);
    let mut rain = before_red();
    rain.state.rain = Some(Rain { start: 5, laps: [1; 12] });
    assert_eq!(rain.uses("AM1", Die::Blue, 2), [mv(Die::Blue, 2)]);
    assert_eq!(rain.go("AM1", mv(Die::Blue, 2)).spot_of("AM1"), "CZ");
}

#[test]
fn ww_crz_01_the_lap_is_restarted() {
    let trial = Trial::new(2).at("AM1", "41").at("AZ1", "43").lap("AM1", 2).tyres("AM1", "H1", "H").battery("AM1", 3);
    let crash = trial.turn_of("AM1").go("AM1", mv(Die::Blue, 2));
    let driver = crash.driver("AM1");
    assert_eq!((crash.spot_of("AM1").as_str(), driver.lap, driver.lap_open), ("CZ", 2, true));
    assert_eq!((driver.set, driver.used, driver.battery), (set("H1"), used("H"), 3));
    // One that lost its way to the line after an engine failure is past it now.
    let shut = Trial::new(2).at("AM1", "25").at("AZ1", "27").change("AM1", |driver| driver.lap_open = false);
    assert!(shut.turn_of("AM1").go("AM1", mv(Die::Blue, 2)).driver("AM1").lap_open);
    // The crossing after it concludes lap 2.
    let home = crash.at("AM1", "59").turn_of("AM1").go("AM1", mv(Die::Blue, 1));
    assert_eq!(home.driver("AM1").lap, 3);
}

#[test]
fn ww_crz_02_out_of_the_crash_zone_with_the_blue_die() {
    let trial = Trial::new(2).at("AM1", "CZ").tyres("AM1", "S0", "").turn_of("AM1");
    assert_eq!(trial.no("AM1", mv(Die::Green, 2)), "E16");
    let to = |k| trial.go("AM1", mv(Die::Blue, k)).spot_of("AM1");
    assert_eq!([to(1), to(2), to(3)], ["P18", "6", "7"]);
    let last = trial.clone().at("AM1", "P18");
    assert_eq!((last.dice("AM1").as_str(), last.at("AM1", "6").dice("AM1").as_str()), ("b", "bgr"));
    // It leaves in the next round, not in this one.
    let crash = before_red().go("AM1", mv(Die::Blue, 2));
    assert_eq!(crash.no("AM1", mv(Die::Blue, 2)), "E10");
}

#[test]
fn ww_crz_03_no_collisions_off_the_track() {
    let mut trial = before_red().at("JD1", "CZ").at("JD2", "CZ").go("AM1", mv(Die::Blue, 2));
    assert_eq!([trial.spot_of("AM1"), trial.spot_of("JD1"), trial.spot_of("JD2")], ["CZ", "CZ", "CZ"]);
    trial.state.yellow = None;
    let trial = trial.at("AM1", "P18").turn_of("JD1").go("JD1", mv(Die::Blue, 1)).go("JD2", mv(Die::Blue, 1));
    assert_eq!([trial.spot_of("AM1"), trial.spot_of("JD1"), trial.spot_of("JD2")], ["P18", "P18", "P18"]);
    assert_eq!(trial.state.yellow, None);
}

#[test]
fn ww_yel_01_the_flag_slows_all_down() {
    let crash = before_red().battery("AZ1", 6).go("AM1", mv(Die::Blue, 2));
    assert_eq!(crash.state.yellow, Some(0));
    assert_eq!([crash.dice("AM2"), crash.dice("AZ1"), crash.dice("JD2")], ["b", "b", "b"]);
    assert_eq!(crash.no("AM2", mv(Die::Green, 3)), "E16");
    let next = crash.go("AM2", mv(Die::Blue, 1));
    assert_eq!(next.code(next.discharge("AZ1")), "E16");
    // By option the team at fault goes on as it was.
    let mut trial = Trial::with(3, |options| options.yellow_scope = YellowScope::FollowingTeams);
    trial = trial.at("AM1", "25").at("AZ1", "27").turn_of("AM1").go("AM1", mv(Die::Blue, 2));
    assert_eq!([trial.dice("AM2"), trial.dice("AZ1"), trial.dice("JD2")], ["bgr", "b", "b"]);
}

#[test]
fn ww_yel_02_one_flag_a_round() {
    // AM1 threw before the collision; AZ1 collides, and JD1 again.
    let trial = before_red().at("AM1", "12").at("AZ1", "8").at("JD1", "16").at("JD2", "18").at("AZ2", "9");
    let trial = trial.turn_of("AM1").go("AM1", mv(Die::Green, 5)).go("AM2", mv(Die::Green, 5));
    let crash = trial.go("AZ1", mv(Die::Green, 1));
    assert_eq!((crash.state.yellow, crash.spot_of("AM1").as_str()), (Some(1), "17"));
    let crash = crash.go("AZ2", mv(Die::Blue, 2));
    let turn = crash.throw("JD1", mv(Die::Blue, 2));
    assert!(!crash.report(turn).yellow);
    let again = crash.play(turn);
    assert_eq!((again.spot_of("JD1").as_str(), again.state.yellow), ("CZ", Some(1)));
    let over = again.go("JD2", mv(Die::Blue, 1));
    assert_eq!((over.state.round, over.state.yellow), (6, None));
}

#[test]
fn ww_yel_03_down_with_the_next_round() {
    let crash = before_red().at("AM2", "40").go("AM1", mv(Die::Blue, 2)).end_round();
    assert_eq!((crash.state.round, crash.state.yellow), (6, None));
    assert_eq!(crash.dice("AM2"), "bgr");
}

#[test]
fn ww_slip_01_red_behind_another_car() {
    let behind = |gap: u16, helmet| {
        let trial = Trial::new(2).at("AZ1", &(12 + gap).to_string()).skill("AM1", Icon::Helmet, helmet);
        trial.turn_of("AM1").dice("AM1")
    };
    for helmet in 1..=3 {
        let reach = u16::from(helmet) + 1;
        for gap in 1..=reach {
            assert_eq!(behind(gap, helmet), "bgr", "{gap} {helmet}");
        }
        assert_eq!(behind(reach + 1, helmet), "bg", "{helmet}");
    }
    let far = Trial::new(2).at("AZ1", "15").turn_of("AM1");
    assert_eq!(far.no("AM1", mv(Die::Red, 4)), "E15");
    far.skill("AM1", Icon::Helmet, 2).go("AM1", mv(Die::Red, 4));
}

#[test]
fn ww_slip_02_which_cars_count() {
    let ahead = |name: &str, place: &str| {
        let trial = Trial::new(2).at(name, place).turn_of("AM1");
        slipstream(&trial.track, &trial.state, 0)
    };
    // Any team and lap, the team mate too; not level, not off the track.
    assert_eq!(ahead("AM2", "13"), Some(1));
    let lapped = Trial::new(2).at("AZ1", "13").lap("AZ1", 3).turn_of("AM1");
    assert_eq!(slipstream(&lapped.track, &lapped.state, 0), Some(1));
    assert_eq!([ahead("AZ1", "12"), ahead("AZ1", "11"), ahead("AZ1", "15")], [None; 3]);
    let entry = |place: &str| Trial::new(2).at("AM1", "45").at("AZ2", "30").at("AZ1", place).turn_of("AM1");
    assert_eq!([entry("P1").dice("AM1"), entry("CZ").dice("AM1"), entry("46").dice("AM1")], ["bg", "bg", "bgr"]);
    // Over the line.
    let line = Trial::new(2).at("AM1", "59").at("AZ1", "1").turn_of("AM1");
    assert_eq!(slipstream(&line.track, &line.state, 0), Some(2));
}

#[test]
fn ww_slip_03_checked_at_the_throw() {
    // After a first six the test is made again at the new field.
    let trial = Trial::new(2).at("AZ1", "20").turn_of("AM1");
    assert_eq!(trial.dice("AM1"), "bg");
    let six = trial.go("AM1", mv(Die::Green, 6));
    assert_eq!(six.dice("AM1"), "gr");
    // It need not overtake, and may be charged.
    let near = Trial::new(2).at("AZ1", "14").turn_of("AM1");
    assert_eq!(near.go("AM1", charge(Die::Red, 4)).driver("AM1").battery, 4);
}

#[test]
fn ww_slip_03_a_slipstream_red_may_be_charged_or_not_by_option() {
    let near = |may: bool| {
        Trial::with(2, |options| options.slipstream_charge = may).at("AZ1", "14").turn_of("AM1").tyres("AM1", "H0", "")
    };
    assert_eq!(near(true).go("AM1", charge(Die::Red, 4)).driver("AM1").battery, 4);
    let refused = near(false).refused(near(false).throw("AM1", charge(Die::Red, 4)));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        (
            "WW-SLIP-03",
            "Hard tyres allow the red die only in the slipstream, and such a throw cannot charge the battery. Move 4 instead."
        )
    );
    // The throw is moved; green may be charged, and red by soft tyres, which need no slipstream.
    assert_eq!(near(false).go("AM1", mv(Die::Red, 4)).spot_of("AM1"), "16");
    assert_eq!(near(false).go("AM1", charge(Die::Green, 4)).driver("AM1").battery, 4);
    let soft = near(false).tyres("AM1", "S0", "");
    assert_eq!(soft.go("AM1", charge(Die::Red, 4)).driver("AM1").battery, 4);
}

#[test]
fn ww_slip_04_on_the_grid_and_never_with_blue_only() {
    let start = Trial::on(&test_60(), &setup(2));
    let second = start.tyres("AM2", "H0", "").go("AM1", mv(Die::Green, 1));
    assert_eq!(second.dice("AM2"), "bgr");
    let mut trial = Trial::new(2).at("AZ1", "13").turn_of("AM1");
    trial.state.yellow = Some(1);
    assert_eq!((trial.dice("AM1").as_str(), trial.no("AM1", mv(Die::Red, 4))), ("b", "E16"));
}
