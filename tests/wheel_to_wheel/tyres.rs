//! Tests of the rules for tyres and tyre plans: WW-TYRE.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::games::wheel_to_wheel::{
    Compound, Die, Driver, Plan, Rain, Spot, Strategy, TyreOverrun, Why, forced, results,
};
use proptest::prelude::*;

/// A race with AM1 two fields before the pit entry, in this lap, on this set.
fn near_entry(lap: u8, tyres: &str, was: &str) -> Trial {
    Trial::new(2).at("AM1", "43").lap("AM1", lap).tyres("AM1", tyres, was).turn_of("AM1")
}

/// AM1 in front of its garage, which a blue 2 hits.
fn at_garage(lap: u8, tyres: &str, was: &str) -> Trial {
    near_entry(lap, tyres, was).at("AM1", "P2")
}

/// The compounds that may be fitted there, and `-` for keeping.
fn fits(trial: &Trial) -> String {
    let throws = trial.uses("AM1", Die::Blue, 2).into_iter().filter(|throw| throw.what == mv(Die::Blue, 2).what);
    throws.map(|throw| throw.tyres.map_or('-', Compound::letter)).collect()
}

fn why(trial: &Trial) -> Option<Why> {
    forced(&trial.track, &trial.state, trial.index("AM1"))
}

#[test]
fn ww_tyre_01_how_long_sets_last() {
    assert_eq!(Compound::ALL.map(Compound::limit), [2, 1, 2]);
    assert_eq!([set("H0").left(), set("H1").left(), set("H2").left(), set("S1").left()], [2, 1, 0, 0]);
    assert!(set("W2").is_worn() && set("S1").is_worn() && !set("H1").is_worn());
}

#[test]
fn ww_tyre_02_a_lap_is_charged_once() {
    // Concluded on the set.
    let trial = Trial::new(2).at("AM1", "58").turn_of("AM1").go("AM1", mv(Die::Blue, 3));
    let Driver { set: tyres, used: was, driven, lap, .. } = *trial.driver("AM1");
    assert_eq!((tyres, was, lap, driven), (set("H1"), used("H"), 2, [Some(H), None, None]));
    // Taken off in the garage in that lap: S in lap 1, hard fitted before the line.
    let stopped = at_garage(1, "S0", "").go("AM1", fit(mv(Die::Blue, 2), H));
    assert_eq!((stopped.driver("AM1").set, stopped.driver("AM1").used), (set("H0"), used("S")));
    assert!(stopped.driver("AM1").charged);
    let over = stopped.at("AM1", "P13").turn_of("AM1").go("AM1", mv(Die::Blue, 3));
    assert_eq!((over.driver("AM1").set, over.driver("AM1").used, over.driver("AM1").lap), (set("H0"), used("S"), 2));
    assert!(!over.driver("AM1").charged);
    assert_eq!(over.driver("AM1").driven, [Some(S), None, None]);
    // The next lap is charged to the new set.
    let next = over.at("AM1", "59").turn_of("AM1").go("AM1", mv(Die::Blue, 1));
    assert_eq!((next.driver("AM1").set, next.driver("AM1").lap), (set("H1"), 3));
}

#[test]
fn ww_tyre_03_lost_laps_are_not_charged() {
    let crash = Trial::new(2).tyres("AM1", "S0", "").at("AM1", "25").at("AZ1", "27").turn_of("AM1");
    let crash = crash.go("AM1", mv(Die::Blue, 2));
    assert_eq!((crash.spot_of("AM1").as_str(), crash.driver("AM1").set), ("CZ", set("S0")));
    assert_eq!((crash.driver("AM1").lap, crash.driver("AM1").used), (1, used("")));
    let mut broken = Trial::new(2).lap("AM1", 2).tyres("AM1", "H1", "H").turn_of("AM1");
    (broken.state.row, broken.state.extra) = (2, Some(0));
    let broken = broken.go("AM1", fit(failure(Die::Green), S));
    assert_eq!((broken.driver("AM1").set, broken.driver("AM1").used), (set("S0"), used("H")));
    assert_eq!((broken.driver("AM1").lap, broken.driver("AM1").charged), (2, false));
}

#[test]
fn ww_tyre_04_both_compounds_are_compulsory() {
    assert!(used("H").missing().is_some() && used("HS").missing().is_none() && used("WS").missing().is_none());
    assert_eq!((used("").missing_count(), used("W").missing()), (2, Some(S)));
    // Hard in laps 1 and 2: what is missing must be fitted before lap 3.
    let trial = at_garage(2, "H1", "H");
    assert_eq!(fits(&trial), "S");
    assert_eq!(trial.no("AM1", fit(mv(Die::Blue, 2), H)), "E21");
    assert_eq!(
        trial.against("AM1", fit(mv(Die::Blue, 2), H)),
        "Hard tyres cannot be fitted, because no lap would be left for soft tyres, which must also be used."
    );
}

#[test]
fn ww_tyre_05_worn_tyres_and_missing_compounds_force_a_stop() {
    // Hard from lap 1: not at the end of lap 1, but of lap 2.
    assert_eq!(why(&near_entry(1, "H0", "")), None);
    near_entry(1, "H0", "").go("AM1", on_track(Die::Blue, 3));
    let worn = near_entry(2, "H1", "H");
    assert_eq!(why(&worn), Some(Why::Worn));
    assert_eq!(worn.against("AM1", on_track(Die::Blue, 3)), "AM1 must stop this lap, because its tyres are worn.");
    assert_eq!(worn.no("AM1", on_track(Die::Blue, 3)), "E20");
    worn.go("AM1", to_pit(Die::Blue, 3));
    // Soft: at the end of each lap before the third.
    assert_eq!(why(&near_entry(1, "S0", "")), Some(Why::Worn));
    assert_eq!(why(&near_entry(2, "S0", "H")), Some(Why::Worn));
    assert_eq!(why(&near_entry(3, "S0", "H")), None);
    near_entry(3, "S0", "H").go("AM1", on_track(Die::Blue, 3));
    // A fresh hard set in lap 2 after hard in lap 1: soft is still to be used.
    let missing = near_entry(2, "H0", "H");
    assert_eq!(why(&missing), Some(Why::Missing(S)));
    assert_eq!(
        missing.against("AM1", on_track(Die::Blue, 3)),
        "AM1 must stop this lap, because it still has to use soft tyres."
    );
    // Hard in lap 2 after soft in lap 1: everything is used, and the set lasts.
    assert_eq!(why(&near_entry(2, "H0", "S")), None);
    // Before lap 1 has begun nothing is worn.
    assert_eq!(why(&near_entry(1, "S0", "").change("AM1", |driver| driver.lap_open = false)), None);
    // A garage past the line is reached when the lap is concluded.
    let mut late = near_entry(2, "S1", "S").at("AM1", "P3");
    late.track = std::sync::Arc::new(valid(&late_garages()));
    assert_eq!(why(&late), Some(Why::Worn));
}

#[test]
fn ww_tyre_06_what_may_be_fitted() {
    // Before lap 3 with only hard used: only soft.
    assert_eq!(fits(&at_garage(2, "H1", "H")), "S");
    // After lap 1 anything, as long as it can still be made good; soft has to come off.
    assert_eq!(fits(&at_garage(1, "H0", "")), "-HS");
    assert_eq!(fits(&at_garage(1, "S0", "")), "HS");
    // Soft in laps 1 and 2: only hard.
    assert_eq!(fits(&at_garage(2, "S0", "S")), "H");
    // Late in lap 3, both used (the old set counts): anything.
    assert_eq!(fits(&at_garage(3, "S0", "H")), "-HS");
    // Engine failure in lap 3 on soft, hard used: only soft.
    let mut broken = near_entry(3, "S0", "H");
    (broken.state.row, broken.state.extra) = (2, Some(0));
    let fitted = |trial: &Trial| {
        let throws = trial.uses("AM1", Die::Green, 6).into_iter();
        throws.map(|throw| throw.tyres.map_or('-', Compound::letter)).collect::<String>()
    };
    assert_eq!(fitted(&broken), "-S");
    assert_eq!(broken.no("AM1", fit(failure(Die::Green), H)), "E21");
    // The restarted lap is one of those left: in lap 2, with soft used, two are.
    let second = broken.lap("AM1", 2).tyres("AM1", "S0", "S");
    assert_eq!(fitted(&second), "-HS");
}

#[test]
fn ww_tyre_07_fresh_sets_of_the_same_compound() {
    let fresh = at_garage(1, "H0", "").go("AM1", fit(mv(Die::Blue, 2), H));
    assert_eq!((fresh.driver("AM1").set, fresh.driver("AM1").used), (set("H0"), used("H")));
    let kept = at_garage(1, "H0", "").go("AM1", mv(Die::Blue, 2));
    assert_eq!((kept.driver("AM1").set, kept.driver("AM1").charged), (set("H0"), false));
    assert_eq!((kept.driver("AM1").stops, kept.spot_of("AM1").as_str()), (1, "P4"));
    let over = kept.at("AM1", "P14").turn_of("AM1").go("AM1", mv(Die::Blue, 1));
    assert_eq!((over.driver("AM1").set, over.driver("AM1").used), (set("H1"), used("H")));
}

proptest! {
    /// However fittings, stops and laps come, the compounds of the laps are those of a plan, and the stops that rules force
    /// never leave a driver without a set to fit.
    #[test]
    fn ww_tyre_08_six_ways_through_a_race(picks in prop::collection::vec(0_usize..8, 3), first in 0_usize..2, late: bool) {
        let mut trial = near_entry(1, ["H0", "S0"][first], "");
        if late {
            trial.track = std::sync::Arc::new(valid(&late_garages()));
        }
        for pick in picks {
            let forced = why(&trial).is_some();
            let stops = forced || pick % 2 == 0;
            trial = trial.turn_of("AM1");
            let to = if stops { "P2" } else { "58" };
            trial = trial.at("AM1", to);
            if stops {
                let choices: Vec<_> = trial.uses("AM1", Die::Blue, 2).into_iter().filter(|throw| !throw.through).collect();
                prop_assert!(!choices.is_empty());
                let arriving: Vec<_> = choices.iter().filter(|throw| throw.what == mv(Die::Blue, 2).what).collect();
                prop_assert!(!arriving.is_empty());
                trial = trial.go("AM1", *arriving[pick / 2 % arriving.len()]);
                trial = trial.turn_of("AM1");
                if !late {
                    trial = trial.at("AM1", "P14").go("AM1", mv(Die::Blue, 1));
                }
            } else {
                trial = trial.go("AM1", mv(Die::Blue, 3));
            }
            if trial.driver("AM1").finished > 0 {
                break;
            }
            trial = trial.at("AM1", "43");
        }
        let driver = *trial.driver("AM1");
        if driver.finished > 0 {
            let driven: String = driver.driven.iter().map(|compound| compound.unwrap().counts_as().letter()).collect();
            prop_assert!(Plan::ALL.iter().any(|plan| plan.id() == driven), "{}", driven);
            prop_assert!(driver.has_complied());
        }
    }
}

#[test]
fn ww_tyre_09_plans_and_their_stops() {
    let stops: Vec<(&str, usize)> = Plan::ALL.into_iter().map(|plan| (plan.id(), plan.stops())).collect();
    assert_eq!(stops, [("HHS", 1), ("HSH", 2), ("SHS", 2), ("SSH", 2), ("HSS", 2), ("SHH", 1)]);
    // A plan is a note; a binding one is kept.
    let planned = |strategy, plan| {
        let mut setup = setup(2);
        setup.options.strategy = strategy;
        setup.teams[0].drivers[0].plan = Some(plan);
        Trial::on(&test_60(), &setup).spread().turn_of("AM1")
    };
    let noted = planned(Strategy::Plan, Plan::Hhs).at("AM1", "P2");
    noted.go("AM1", fit(mv(Die::Blue, 2), S));
    let bound = planned(Strategy::Binding, Plan::Hhs).at("AM1", "P2");
    assert_eq!(
        bound.against("AM1", fit(mv(Die::Blue, 2), S)),
        "AM1 must fit hard tyres, because its tyre plan has them for lap 2."
    );
    assert_eq!(bound.no("AM1", fit(mv(Die::Blue, 2), S)), "E22");
    assert_eq!(fits(&bound), "-H");
    // Hard, soft, hard: the stop after lap 1 is forced by the plan alone.
    let soft = planned(Strategy::Binding, Plan::Hsh).at("AM1", "43");
    assert_eq!(why(&soft), Some(Why::Plan(S, 2)));
    assert_eq!(
        soft.against("AM1", on_track(Die::Green, 5)),
        "AM1 must stop this lap, because its tyre plan says soft for lap 2."
    );
    assert_eq!(fits(&soft.at("AM1", "P2")), "S");
}

#[test]
fn ww_tyre_10_other_ways_with_worn_tyres() {
    let trial = |overrun| {
        let trial = Trial::with(2, |options| options.tyre_overrun = overrun).battery("AM1", 6);
        trial.lap("AM1", 3).tyres("AM1", "S1", "S").turn_of("AM1")
    };
    let blue = trial(TyreOverrun::BlueOnly);
    assert_eq!(blue.dice("AM1"), "b");
    assert_eq!(blue.against("AM1", mv(Die::Green, 4)), "Only the blue die is allowed, because the tyres are worn.");
    assert_eq!(blue.code(blue.discharge("AM1")), "E16");
    assert_eq!(trial(TyreOverrun::Off).dice("AM1"), "bgr");
    trial(TyreOverrun::Off).play(trial(TyreOverrun::Off).discharge("AM1"));
    // Nobody is forced to stop, and nothing is refused in the garage.
    for overrun in [TyreOverrun::BlueOnly, TyreOverrun::Off] {
        let free = trial(overrun).lap("AM1", 2);
        assert_eq!(why(&free), None);
        assert_eq!(fits(&free.at("AM1", "P2")), "-HS");
    }
    // Who finishes without both is behind all who did with both, and scores nothing.
    let mut end = trial(TyreOverrun::Off);
    for (index, (finished, was)) in [(1, "S"), (2, "HS"), (3, "HS"), (0, "H")].into_iter().enumerate() {
        (end.state.drivers[index].finished, end.state.drivers[index].used) = (finished, used(was));
        if finished > 0 {
            end.state.drivers[index].spot = Spot::Out;
        }
    }
    end.state.phase = paddock::games::wheel_to_wheel::Phase::Over;
    let table: Vec<(u32, u32, u32)> =
        results(&end.track, &end.state).iter().map(|result| (result.car.0, result.place, result.points)).collect();
    assert_eq!(table, [(12, 1, 25), (21, 2, 18), (11, 3, 0), (22, 4, 12)]);
}

#[test]
fn ww_tyre_11_wet_tyres() {
    let dry = at_garage(1, "H0", "");
    assert_eq!(
        dry.against("AM1", fit(mv(Die::Blue, 2), W)),
        "It does not rain, so wet tyres are not allowed. Fit hard or soft tyres."
    );
    assert_eq!(dry.no("AM1", fit(mv(Die::Blue, 2), W)), "E23");
    let mut rain = dry;
    rain.state.rain = Some(Rain { start: 5, laps: [2; 12] });
    let wet = rain.go("AM1", fit(mv(Die::Blue, 2), W));
    assert_eq!(wet.driver("AM1").set, set("W0"));
    // Afterwards they stay, with the dice and the limit of hard ones, and count as hard.
    let later = wet.at("AM1", "12").lap("AM1", 2).turn_of("AM1");
    let mut later = later.change("AM1", |driver| driver.charged = false);
    later.state.rain = None;
    assert_eq!(later.dice("AM1"), "bg");
    let over = later.at("AM1", "59").go("AM1", mv(Die::Green, 1));
    assert_eq!((over.driver("AM1").set, over.driver("AM1").used), (set("W1"), used("H")));
}
