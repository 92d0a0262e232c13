//! Tests of the rules for the pit lane and garages (WW-PIT), and for skills (WW-SKILL).
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use fnv::FnvHashSet;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{
    Compound, Die, Draft, GarageDraft, GarageThrow, Icon, LapSlots, PitEnter, Set, Skills, Spot, Stage, State, Throw,
    WheelToWheel, lone, slots_for,
};

/// AM1 (garage P4) there, free to stop or not.
fn free(place: &str) -> Trial {
    Trial::new(2).at("AM1", place).turn_of("AM1")
}

/// AM1 there, on soft tyres in lap 1: it has to stop.
fn forced(place: &str) -> Trial {
    free(place).tyres("AM1", "S0", "")
}

fn through(throw: Throw) -> Throw {
    Throw { through: true, ..throw }
}

#[test]
fn ww_pit_01_the_way_in() {
    let trial = free("43");
    assert_eq!(trial.go("AM1", to_pit(Die::Green, 5)).spot_of("AM1"), "P3");
    assert_eq!(free("45").go("AM1", to_pit(Die::Blue, 1)).spot_of("AM1"), "P1");
    let refused = free("12").refused(free("12").throw("AM1", to_pit(Die::Blue, 2)));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-PIT-01", "This move does not leave the pit entry, field 45, so it cannot enter the pit lane.")
    );
    assert_eq!(free("12").no("AM1", to_pit(Die::Blue, 2)), "E27");
    assert_eq!(free("43").no("AM1", to_pit(Die::Green, 2)), "E27");
    // By option only from standing on the entry; one that has to stop halts there.
    let exact = |place: &str| Trial::with(2, |options| options.pit_enter = PitEnter::Exact).at("AM1", place);
    assert_eq!(exact("43").turn_of("AM1").no("AM1", to_pit(Die::Green, 5)), "E27");
    exact("45").turn_of("AM1").go("AM1", to_pit(Die::Green, 5));
    let must = exact("43").turn_of("AM1").tyres("AM1", "S0", "").battery("AM1", 6);
    assert_eq!(must.uses("AM1", Die::Green, 4), [halt(Die::Green, 4)]);
    assert_eq!(must.go("AM1", halt(Die::Green, 4)).spot_of("AM1"), "45");
}

#[test]
fn ww_pit_02_blue_in_the_lane_any_die_into_it() {
    assert_eq!(free("43").go("AM1", to_pit(Die::Green, 5)).spot_of("AM1"), "P3");
    assert_eq!(forced("45").go("AM1", fit(to_pit(Die::Red, 4), H)).spot_of("AM1"), "P4");
    let lane = forced("P3");
    assert_eq!((lane.dice("AM1").as_str(), lane.no("AM1", mv(Die::Green, 1))), ("b", "E16"));
    assert_eq!(lane.refused(lane.throw("AM1", mv(Die::Red, 4))).clause, "WW-PIT-02");
}

#[test]
fn ww_pit_02_green_from_the_loop_ends_in_the_garage_or_not_by_option() {
    let barred = |place: &str| {
        let trial = Trial::with(2, |options| options.garage_throw = GarageThrow::Blue).at("AM1", place).turn_of("AM1");
        trial.tyres("AM1", "S0", "")
    };
    // Garage P4 is four from the entry, field 45.
    let stop = forced("45").go("AM1", fit(to_pit(Die::Green, 4), H));
    assert_eq!((stop.spot_of("AM1").as_str(), stop.driver("AM1").stops), ("P4", 1));
    for die in [Die::Green, Die::Red] {
        let refused = barred("45").refused(barred("45").throw("AM1", fit(to_pit(die, 4), H)));
        assert_eq!(refused.clause, "WW-PIT-02");
        assert_eq!(
            refused.message,
            "Only a move with the blue die may end in the garage. Stop on the pit entry (field 45), or use this die differently."
        );
    }
    // It halts, charges, or ends elsewhere in the lane; none of that is a failed try, since the die cannot hit.
    let halted = barred("44").go("AM1", halt(Die::Green, 5));
    assert_eq!((halted.spot_of("AM1").as_str(), halted.driver("AM1").fails), ("45", 0));
    assert_eq!(barred("45").go("AM1", charge(Die::Green, 4)).driver("AM1").battery, 4);
    let short = barred("45").go("AM1", to_pit(Die::Green, 3));
    assert_eq!((short.spot_of("AM1").as_str(), short.driver("AM1").fails), ("P3", 0));
    assert_eq!(forced("45").go("AM1", to_pit(Die::Green, 3)).driver("AM1").fails, 1);
    // Blue throws end there, from the track too.
    assert_eq!(barred("P2").go("AM1", fit(mv(Die::Blue, 2), H)).driver("AM1").stops, 1);
    let mut near = test_60();
    near.garages[0].field = 2;
    near.garages[1].field = 4;
    let mut options = setup(2);
    options.options.garage_throw = GarageThrow::Blue;
    let near = Trial::on(&near, &options).spread().at("AM1", "45").turn_of("AM1").tyres("AM1", "S0", "");
    assert_eq!(near.go("AM1", fit(to_pit(Die::Blue, 2), H)).driver("AM1").stops, 1);
}

#[test]
fn ww_pit_03_an_exact_throw_is_a_stop() {
    let trial = free("P2").change("AM1", |driver| driver.fails = 2);
    let stop = trial.go("AM1", mv(Die::Blue, 2));
    assert_eq!((stop.spot_of("AM1").as_str(), stop.driver("AM1").stops, stop.driver("AM1").fails), ("P4", 1, 0));
    // Another team's garage is a field like others.
    let past = free("P4").go("AM1", mv(Die::Blue, 1));
    assert_eq!((past.spot_of("AM1").as_str(), past.driver("AM1").stops), ("P5", 0));
}

#[test]
fn ww_pit_04_short_of_the_garage() {
    let trial = free("P1");
    assert_eq!(trial.uses("AM1", Die::Blue, 2), [mv(Die::Blue, 2), through(mv(Die::Blue, 2)), charge(Die::Blue, 2)]);
    assert_eq!(trial.go("AM1", mv(Die::Blue, 2)).spot_of("AM1"), "P3");
    assert_eq!(trial.go("AM1", charge(Die::Blue, 2)).driver("AM1").battery, 2);
    assert_eq!(trial.no("AM1", hold(2)), "E13");
}

#[test]
fn ww_pit_05_past_the_garage() {
    let trial = free("P3").lap("AM1", 3).tyres("AM1", "S0", "H");
    let past = trial.go("AM1", mv(Die::Blue, 3));
    assert_eq!((past.spot_of("AM1").as_str(), past.driver("AM1").stops, past.driver("AM1").fails), ("P6", 0, 0));
    assert_eq!(trial.go("AM1", hold(3)).spot_of("AM1"), "P3");
    assert_eq!(trial.go("AM1", charge(Die::Blue, 3)).driver("AM1").battery, 3);
    // From the track, too.
    assert_eq!(free("44").go("AM1", to_pit(Die::Green, 6)).spot_of("AM1"), "P5");
}

#[test]
fn ww_pit_06_holding() {
    let trial = forced("P3");
    let refused = trial.refused(trial.throw("AM1", mv(Die::Blue, 3)));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("WW-PIT-06", "AM1 must stop this lap, because its tyres are worn.")
    );
    assert_eq!(trial.no("AM1", mv(Die::Blue, 3)), "E20");
    assert_eq!(trial.uses("AM1", Die::Blue, 3), [charge(Die::Blue, 3), hold(3)]);
    assert_eq!(trial.go("AM1", hold(3)).spot_of("AM1"), "P3");
    // Not where the garage is behind, on the track, or in the crash zone.
    for place in ["P4", "P9", "12", "CZ"] {
        assert_eq!(forced(place).no("AM1", hold(3)), "E13", "{place}");
    }
    let full = trial.battery("AM1", 6);
    assert_eq!(full.uses("AM1", Die::Blue, 2), [hold(2)]);
}

#[test]
fn ww_pit_07_halting_on_the_entry() {
    // Entry 1 ahead, garage P4: a six would be past it.
    let trial = forced("44");
    assert_eq!(trial.no("AM1", to_pit(Die::Green, 6)), "E20");
    assert_eq!(trial.no("AM1", on_track(Die::Green, 6)), "E20");
    let entry = trial.go("AM1", halt(Die::Green, 6));
    assert_eq!((entry.spot_of("AM1").as_str(), entry.driver("AM1").fails), ("45", 0));
    // A six is a six.
    assert!(entry.state.is_extra(0));
    // From the entry field itself it stays there; a five hits, or falls short, and is no reason.
    assert_eq!(forced("45").go("AM1", halt(Die::Red, 6)).spot_of("AM1"), "45");
    assert_eq!(trial.no("AM1", halt(Die::Green, 5)), "E13");
    assert_eq!(trial.no("AM1", halt(Die::Blue, 1)), "E13");
    // A stop that is only wanted, too.
    assert_eq!(free("44").go("AM1", halt(Die::Green, 6)).spot_of("AM1"), "45");
}

#[test]
fn ww_pit_08_failed_tries() {
    let fails = |trial: &Trial, throw| trial.go("AM1", throw).driver("AM1").fails;
    // From P2 two fields are to go: a one and a three are tries.
    assert_eq!(fails(&forced("P2"), mv(Die::Blue, 1)), 1);
    assert_eq!(fails(&forced("P2"), hold(3)), 1);
    assert_eq!(fails(&forced("P2"), charge(Die::Blue, 3)), 0);
    // Eight are more than a blue die has.
    let mut far = Trial::new(5).at("IV1", "P1").change("IV1", |driver| driver.lap_open = true).turn_of("IV1");
    far = far.tyres("IV1", "S0", "");
    assert_eq!(far.go("IV1", mv(Die::Blue, 3)).driver("IV1").fails, 0);
    // On the entry field any die may have the number: four fields are to go.
    assert_eq!(fails(&forced("45"), to_pit(Die::Green, 3)), 1);
    assert_eq!(fails(&forced("45"), to_pit(Die::Blue, 3)), 0);
    assert_eq!(fails(&forced("45"), halt(Die::Green, 5)), 1);
    // From further back it is none.
    assert_eq!(fails(&forced("44"), to_pit(Die::Green, 4)), 0);
    // Who only drives through says so.
    assert_eq!(fails(&free("P2"), mv(Die::Blue, 1)), 1);
    assert_eq!(fails(&free("P2"), through(mv(Die::Blue, 1))), 0);
    assert_eq!(fails(&free("P2"), mv(Die::Blue, 3)), 0);
    let refused = forced("P2").refused(forced("P2").throw("AM1", through(mv(Die::Blue, 1))));
    assert_eq!(refused.clause, "WW-PIT-08");
    assert_eq!(refused.message, "AM1 must stop this lap, because its tyres are worn: delete `through`.");
    // A throw that is no try says so, whether the driver must stop or not.
    let no_try = "This throw is not a try to hit the garage: delete `through`.";
    assert_eq!(free("12").against("AM1", through(mv(Die::Blue, 1))), no_try);
    assert_eq!(forced("12").against("AM1", through(mv(Die::Blue, 1))), no_try);
    free("12").refused(free("12").throw("AM1", through(mv(Die::Blue, 1))));
}

#[test]
fn ww_pit_09_the_headset_opens_the_garage() {
    // One field to go: 2, 3, 2.
    let tries = |headset| {
        let mut trial = forced("P3").skill("AM1", Icon::Headset, headset);
        let mut places = Vec::new();
        for face in [2, 3, 2] {
            trial = trial.turn_of("AM1");
            let throw = *trial.uses("AM1", Die::Blue, face).iter().rfind(|throw| throw.what == hold(1).what).unwrap();
            trial = trial.go("AM1", throw);
            places.push(format!("{}/{}", trial.spot_of("AM1"), trial.driver("AM1").fails));
            if trial.spot_of("AM1") == "P4" {
                assert_eq!((trial.driver("AM1").stops, throw.tyres.is_some()), (1, true));
                break;
            }
        }
        places
    };
    assert_eq!(tries(1), ["P3/1", "P3/2", "P3/3"]);
    assert_eq!(tries(2), ["P3/1", "P3/2", "P4/0"]);
    assert_eq!(tries(3), ["P3/1", "P4/0"]);
    // In place of moving, too; a forced driver then has to change.
    let short = forced("P2").skill("AM1", Icon::Headset, 3).change("AM1", |driver| driver.fails = 1);
    assert_eq!(short.no("AM1", mv(Die::Blue, 1)), "E20");
    let waved = short.go("AM1", fit(mv(Die::Blue, 1), H));
    assert_eq!((waved.spot_of("AM1").as_str(), waved.driver("AM1").set), ("P4", set("H0")));
    // Past the line the way in crosses it.
    let mut late = short.at("AM1", "P2").tyres("AM1", "H0", "");
    late.track = std::sync::Arc::new(valid(&late_garages()));
    let waved = late.go("AM1", mv(Die::Blue, 1));
    assert_eq!((waved.spot_of("AM1").as_str(), waved.driver("AM1").lap), ("P4", 2));
}

#[test]
fn ww_pit_10_tries_are_forgotten() {
    let failed =
        |place: &str| free(place).lap("AM1", 3).tyres("AM1", "S0", "H").change("AM1", |driver| driver.fails = 2);
    let out = failed("P17").go("AM1", mv(Die::Blue, 3));
    assert_eq!((out.spot_of("AM1").as_str(), out.driver("AM1").fails), ("7", 0));
    assert_eq!(failed("P2").go("AM1", mv(Die::Blue, 2)).driver("AM1").fails, 0);
    assert_eq!(failed("45").go("AM1", on_track(Die::Green, 2)).driver("AM1").fails, 0);
    // Driving past the garage does not end them before the lane does.
    assert_eq!(failed("P3").go("AM1", mv(Die::Blue, 3)).driver("AM1").fails, 2);
}

#[test]
fn ww_pit_11_tyres_are_changed_on_arrival() {
    let stop = free("P2").go("AM1", mv(Die::Blue, 2));
    let next = stop.turn_of("AM1");
    let refused = next.refused(next.throw("AM1", fit(mv(Die::Blue, 2), S)));
    assert_eq!(refused.clause, "WW-PIT-11");
    // Who has to stop has to change.
    let must = forced("P2");
    assert_eq!(must.against("AM1", mv(Die::Blue, 2)), "AM1 must change its tyres at this stop, because they are worn.");
    assert_eq!(must.refused(must.throw("AM1", mv(Die::Blue, 2))).clause, "WW-PIT-11");
    assert_eq!(must.go("AM1", fit(mv(Die::Blue, 2), H)).driver("AM1").set, set("H0"));
    assert_eq!(must.no("AM1", fit(mv(Die::Blue, 2), W)), "E23");
    assert_eq!(must.lap("AM1", 2).tyres("AM1", "S0", "S").no("AM1", fit(mv(Die::Blue, 2), S)), "E21");
}

#[test]
fn ww_pit_12_a_stop_before_the_line_or_past_it() {
    let run = |draft, from: &str, back: &str| {
        let mut trial = forced(from);
        trial.track = std::sync::Arc::new(valid(&draft));
        let throw = *trial.uses("AM1", Die::Blue, 2).iter().find(|throw| throw.tyres == Some(H)).unwrap();
        trial = trial.go("AM1", throw).turn_of("AM1").at("AM1", back).go("AM1", mv(Die::Blue, 2));
        let driver = *trial.driver("AM1");
        (driver.lap, driver.set, driver.used, driver.driven, driver.charged)
    };
    let before = run(test_60(), "P2", "P13");
    let past = run(late_garages(), "P2", "P13");
    assert_eq!(before, past);
    assert_eq!(before, (2, set("H0"), used("S"), [Some(S), None, None], false));
}

/// Visits every state a driver alone can reach, and whether it changed its tyres in a stop; counts those that finished.
fn ways_home(draft: &Draft, tyre: Compound) -> (usize, usize, usize) {
    let track = valid(draft);
    let mut start = lone(&track, &setup(2), 0).unwrap();
    start.drivers[0].set = Set::new(tyre);
    // Rounds, history and the number of stops make no difference to what is allowed.
    let reported = |state: &State| {
        let mut reported = state.clone();
        (reported.round, reported.awarded, reported.finished) = (1, 0, 0);
        reported.teams.iter_mut().for_each(|team| (team.free, team.six) = (0, false));
        for driver in &mut reported.drivers {
            (driver.landed, driver.die, driver.stops, driver.driven) = (0, None, 0, [None; 3]);
        }
        reported
    };
    let mut seen = FnvHashSet::from_iter([(reported(&start), false)]);
    let mut queue = vec![(reported(&start), false)];
    let (mut home, mut unchanged) = (0, 0);
    while let Some((state, has_changed)) = queue.pop() {
        for legal in WheelToWheel::legal_turns(&track, &state) {
            let next = paddock::games::wheel_to_wheel::next(&track, &state, &legal.turn).unwrap();
            let report = paddock::games::wheel_to_wheel::report(&track, &state, &legal.turn).unwrap();
            let stopped = next.drivers[0].stops > state.drivers[0].stops && report.tyres.is_some();
            let has_changed = has_changed || stopped;
            if next.drivers[0].finished > 0 {
                home += 1;
                unchanged += usize::from(!has_changed);
            } else if seen.insert((reported(&next), has_changed)) {
                queue.push((reported(&next), has_changed));
            }
        }
    }
    (home, unchanged, seen.len())
}

#[test]
fn ww_pit_13_passing_the_entry_is_refused_to_those_that_must_stop() {
    for (start, lap, on, was) in [("S0", 1, "S0", ""), ("H0", 2, "H1", "H")] {
        let trial = free("43").lap("AM1", lap).tyres("AM1", on, was);
        assert_eq!(trial.no("AM1", on_track(Die::Green, 5)), "E20", "{start}");
        let lane = trial.at("AM1", "P2");
        assert_eq!(lane.no("AM1", mv(Die::Blue, 2)), "E20", "{start}");
        let stop = lane.go("AM1", fit(mv(Die::Blue, 2), if lap == 1 { H } else { S }));
        assert_eq!(stop.driver("AM1").stops, 1, "{start}");
    }
}

#[test]
fn ww_pit_14_out_of_the_lane() {
    let to = |from: &str, k| free(from).go("AM1", mv(Die::Blue, k)).spot_of("AM1");
    assert_eq!([to("P17", 3), to("P18", 1), to("P16", 2), to("P18", 3)], ["7", "6", "P18", "8"]);
    // A stop in lap 3 is allowed.
    let last = free("P2").lap("AM1", 3).tyres("AM1", "S0", "H").go("AM1", fit(mv(Die::Blue, 2), S));
    assert_eq!((last.driver("AM1").stops, last.driver("AM1").set), (1, set("S0")));
}

#[test]
fn ww_skill_01_skills_are_the_teams() {
    let mut trial = Trial::new(2).at("AZ1", "15").at("AZ2", "55").turn_of("AM1");
    trial.state.teams[0].free = 1;
    let trial = trial.play(trial.spend("AM1", Icon::Helmet, 2)).tyres("AM2", "H0", "");
    assert_eq!((trial.dice("AM1").as_str(), trial.dice("AM2").as_str()), ("bgr", "bgr"));
    let skills = |helmet, tools, headset| Skills { helmet, tools, headset };
    assert_eq!([1, 2, 3].map(|slot| skills(slot, 1, 1).slipstream()), [2, 3, 4]);
    assert_eq!([1, 2, 3].map(|slot| skills(1, slot, 1).breaking_six()), [Some(3), Some(4), None]);
    assert_eq!([1, 2, 3].map(|slot| skills(1, 1, slot).helping_try()), [None, Some(3), Some(2)]);
}

#[test]
fn ww_skill_02_slots_come_in_order() {
    let mut trial = Trial::new(2).turn_of("AM1");
    let none = trial.refused(trial.spend("AM1", Icon::Helmet, 2));
    assert_eq!(
        (none.clause, none.message.as_str()),
        ("WW-SKILL-02", "The team has no free slot: it has taken all the slots that it has earned so far.")
    );
    trial.state.teams[0].free = 6;
    assert_eq!(trial.code(trial.spend("AM1", Icon::Helmet, 3)), "E28");
    for (icon, slot) in [(Icon::Helmet, 1), (Icon::Helmet, 4), (Icon::Tools, 0)] {
        assert_eq!(trial.code(trial.spend("AM1", icon, slot)), "E28");
    }
    let mut all = trial;
    for icon in Icon::ALL {
        for slot in [2, 3] {
            all = all.play(all.spend("AM1", icon, slot));
        }
    }
    assert_eq!((all.state.teams[0].skills.taken(), all.state.teams[0].free), (6, 0));
    assert_eq!(all.state.to_act(), Some(0));
}

#[test]
fn ww_skill_03_the_first_to_conclude_a_lap() {
    let first = free("58").go("AM1", mv(Die::Blue, 2));
    assert_eq!((first.state.teams[0].free, first.state.awarded), (3, 1));
    // The second of that lap gains none; the first of lap 2 does, up to six for one team.
    let second = first.at("AZ1", "58").turn_of("AZ1").go("AZ1", mv(Die::Blue, 2));
    assert_eq!(second.state.teams[1].free, 0);
    let same = second.at("AM1", "58").tyres("AM1", "H1", "S").turn_of("AM1").go("AM1", mv(Die::Blue, 2));
    assert_eq!((same.state.teams[0].free, same.state.awarded), (6, 2));
    // Concluding lap 3 gains nothing.
    let third = same.at("AM1", "58").tyres("AM1", "H1", "HS").turn_of("AM1").go("AM1", mv(Die::Blue, 2));
    assert_eq!((third.state.teams[0].free, third.driver("AM1").spot), (6, Spot::Out));
    // By option lap 1 only.
    let mut once = Trial::with(2, |options| options.lap_slots = LapSlots::FirstLapOnly).at("AM1", "58").lap("AM1", 2);
    once.state.awarded = 1;
    once = once.tyres("AM1", "H1", "S").turn_of("AM1").go("AM1", mv(Die::Blue, 2));
    assert_eq!(once.state.teams[0].free, 0);
    // The first crossing from the grid concludes nothing.
    let start = Trial::on(&test_60(), &setup(2)).go("AM1", mv(Die::Green, 1));
    assert_eq!((start.state.teams[0].free, start.state.awarded), (0, 0));
}

#[test]
fn ww_skill_04_slots_of_a_championship() {
    assert_eq!([0, 19, 20, 43, 119, 120, u32::MAX].map(slots_for), [0, 0, 1, 2, 5, 6, 6]);
    let mut setup = setup(2);
    setup.championship = Some(Stage { race: 2, races: 3 });
    setup.teams[0].points = 43;
    setup.teams[0].skills = Skills { tools: 2, ..Skills::default() };
    let trial = Trial::on(&test_60(), &setup).spread();
    assert_eq!((trial.state.teams[0].free, trial.state.teams[0].skills.tools), (1, 2));
    // The award of a single race is off.
    let lap = trial.at("AZ1", "58").turn_of("AZ1").go("AZ1", mv(Die::Blue, 2));
    assert_eq!((lap.state.teams[1].free, lap.driver("AZ1").lap), (0, 2));
    // More than the points earn is refused.
    setup.teams[0].points = 19;
    let refused = starts(&test_60(), &setup).unwrap_err();
    assert_eq!(refused, ["WW-SKILL-04 Team amber has taken 1 slot, but its 19 points earn 0."]);
}

#[test]
fn ww_skill_05_spent_between_throws() {
    let mut trial = Trial::new(2).turn_of("AM1");
    trial.state.teams[0].free = 1;
    let trial = trial.go("AM1", charge(Die::Green, 6)).go("AM1", mv(Die::Green, 6));
    // Tools 2 after two sixes: the third is safe.
    let safe = trial.play(trial.spend("AM1", Icon::Tools, 2));
    assert!(safe.state.is_extra(0) && safe.state.row == 2);
    assert_eq!(safe.go("AM1", mv(Die::Green, 6)).state.row, 3);
    assert_eq!(trial.no("AM1", mv(Die::Green, 6)), "E13");
    // Not in another team's turn.
    let other = Trial::new(2).turn_of("AZ1");
    assert_eq!(other.code(other.spend("AM1", Icon::Tools, 2)), "E10");
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn ww_pit_13_nobody_comes_home_without_a_stop_with_a_change() {
        // Over every throw and every use of it, on a small board, with garages before and past the line.
        let small = Draft {
            loop_len: 24,
            red: vec![9],
            grid: (1..=12).map(|slot| 24 - slot).collect(),
            pit_entry: 19,
            pit_exit: 3,
            lane_len: 8,
            lane_line: 6,
            garages: vec![GarageDraft::new("amber", "AM", 3), GarageDraft::new("azure", "AZ", 4)],
            crash_next: 8,
            ..Draft::default()
        };
        let late = Draft { lane_line: 2, ..small.clone() };
        for draft in [small, late] {
            for tyre in [H, S] {
                let (home, unchanged, states) = ways_home(&draft, tyre);
                assert!(home > 100 && states > 1_000, "{home} {states}");
                assert_eq!(unchanged, 0, "of {home}");
            }
        }
    }
}
